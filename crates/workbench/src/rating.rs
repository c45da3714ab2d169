//! The strength of a person, from games against players of known rating.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_numeric::sign_change;

use crate::types::GameName;
use crate::words::count;
use crate::{Desk, Trouble, catalogue};

/// Asks for the rating of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RatingOf {
    /// The game.
    pub game: GameName,
    /// The games: rung of the opponent in the ladder, and the result, 1 for a win of the person, 0.5 for a draw.
    pub results: Vec<(usize, f64)>,
}

/// The rating of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RatingView {
    /// Elo on the scale of the ladder; absent without a game, or if all were won or all lost.
    pub rating: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<[f64; 2]>,
    /// The rung to play next: the one nearest to an even game.
    pub next: usize,
    /// One sentence for people.
    pub words: String,
}

/// Elo points for odds of ten to one.
const SCALE: f64 = 400.0;
/// The ends of the search for a rating, beyond the best and the weakest player of the ladder.
const BEYOND: f64 = 2000.0;

pub(crate) fn rating(asked: &RatingOf, _desk: &impl Desk) -> Result<RatingView, Trouble> {
    let players = catalogue::players()?;
    let ladder: Vec<f64> =
        players.of(asked.game.into()).iter().filter_map(|player| player.rating.map(|[elo, ..]| elo)).collect();
    of_results(&ladder, &asked.results)
}

/// The rating with the greatest likelihood: there the points expected are the points scored. Its interval is 1.96
/// standard errors to either side, from the information of the games; the errors of the ladder are not in it.
fn of_results(ladder: &[f64], results: &[(usize, f64)]) -> Result<RatingView, Trouble> {
    if ladder.is_empty() {
        return Err(Trouble::new("this game has no ladder"));
    }
    let mut games: Vec<(f64, f64)> = Vec::new();
    for (idx, &(rung, points)) in results.iter().enumerate() {
        let elo = rung.checked_sub(1).and_then(|rung| ladder.get(rung)).ok_or_else(|| {
            Trouble::new(format!("game {}: there is no rung {rung}", idx + 1))
                .with_advice(format!("expected a number from 1 to {}", ladder.len()))
        })?;
        if ![0.0, 0.5, 1.0].contains(&points) {
            return Err(Trouble::new(format!("game {}: {points} is no result", idx + 1))
                .with_advice("expected 1 for a win, 0.5 for a draw, 0 for a loss"));
        }
        games.push((*elo, points));
    }
    let scored: f64 = games.iter().map(|(_, points)| points).sum();
    let nearest = |elo: f64| {
        let distances = ladder.iter().map(|rung| (rung - elo).abs()).enumerate();
        distances.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(1, |(idx, _)| idx + 1)
    };
    let unbounded = |next: usize, words: String| RatingView { rating: None, interval: None, next, words };
    if games.is_empty() {
        return Ok(unbounded(1, "No rated game has been played.".to_owned()));
    }
    let n_games = games.len();
    if scored == 0.0 {
        let lowest = results.iter().map(|(rung, _)| *rung).min().unwrap_or(1);
        return Ok(unbounded(
            lowest.saturating_sub(1).max(1),
            "All rated games were lost: there is no rating yet.".to_owned(),
        ));
    }
    if scored == n_games as f64 {
        let highest = results.iter().map(|(rung, _)| *rung).max().unwrap_or(1);
        return Ok(unbounded(
            (highest + 1).min(ladder.len()),
            "All rated games were won: there is no rating yet.".to_owned(),
        ));
    }
    let expected = |elo: f64, of: f64| 1.0 / (1.0 + 10_f64.powf((of - elo) / SCALE));
    let ends =
        ladder.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &elo| [low.min(elo), high.max(elo)]);
    // The points expected rise with the rating, so what is missing to those scored falls.
    let missing = |elo: f64| scored - games.iter().map(|&(of, _)| expected(elo, of)).sum::<f64>();
    let elo = sign_change(ends[0] - BEYOND, ends[1] + BEYOND, missing);
    let per_point = 10_f64.ln() / SCALE;
    let information: f64 = games
        .iter()
        .map(|&(of, _)| {
            let share = expected(elo, of);
            share * (1.0 - share) * per_point * per_point
        })
        .sum();
    let error = 1.96 / information.sqrt();
    let words = format!(
        "{elo:.0} Elo on the scale of the ladder, between {:.0} and {:.0} with 95 % confidence, after {}.",
        elo - error,
        elo + error,
        count(n_games, "rated game"),
    );
    Ok(RatingView { rating: Some(elo), interval: Some([elo - error, elo + error]), next: nearest(elo), words })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const LADDER: [f64; 3] = [0.0, 200.0, 400.0];

    #[test]
    fn half_the_points_against_one_player_is_its_rating() {
        let view = of_results(&LADDER, &[(2, 1.0), (2, 0.0), (2, 0.5), (2, 0.5)]).unwrap();
        assert!((view.rating.unwrap() - 200.0).abs() < 1e-6);
        // Four even games: the information is 4 / 4 (ln 10 / 400)^2, so 1.96 errors are 1.96 * 400 / ln 10.
        let [low, high] = view.interval.unwrap();
        assert!((high - low - 2.0 * 1.96 * 173.7178).abs() < 0.01, "{low} {high}");
        assert_eq!(view.next, 2);
    }

    #[test]
    fn three_of_four_is_the_odds_of_three_to_one() {
        let view = of_results(&LADDER, &[(1, 1.0), (1, 1.0), (1, 1.0), (1, 0.0)]).unwrap();
        assert!((view.rating.unwrap() - 400.0 * 3_f64.log10()).abs() < 1e-6);
        assert_eq!(view.next, 2);
    }

    #[test]
    fn only_wins_or_only_losses_give_no_number_but_the_next_rung() {
        let of = |results: &[(usize, f64)]| of_results(&LADDER, results).unwrap();
        assert_eq!((of(&[(1, 1.0)]).rating, of(&[(1, 1.0)]).next), (None, 2));
        assert_eq!((of(&[(3, 0.0)]).rating, of(&[(3, 0.0)]).next), (None, 2));
        assert_eq!(of(&[]).next, 1);
        assert!(of_results(&LADDER, &[(4, 1.0)]).unwrap_err().what.contains("no rung 4"));
        assert!(of_results(&LADDER, &[(1, 0.3)]).unwrap_err().what.contains("0.3 is no result"));
    }
}
