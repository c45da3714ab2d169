//! Calibration of the net: is 70 % really 70 %? What it said of the player to move, beside how often that player won.

use tesuji_figures::chart::{Axis, Curve, Panel, Point};
use tesuji_figures::{Hue, Tint};

use crate::outcome::{Number, RunOutcome, RunTable, Z_95};

/// Output of the net for a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NetOpinion {
    /// The game that the position is from.
    pub(super) game: usize,
    /// The chance of the player to move.
    pub(super) chance: f64,
    /// Whether that player won the game.
    pub(super) won: bool,
}

/// Into how many parts of equal width the chances are divided.
const PARTS: usize = 10;

/// Positions of which the net said about the same.
struct ReliabilityBin {
    n: usize,
    /// The mean of what it said.
    said: f64,
    /// Wins in a hundred, with the interval of 95 %. Positions of one game are not independent, so the interval is that
    /// of a share of clusters.
    share: f64,
    interval: [f64; 2],
}

/// The positions of each tenth, if there are any.
fn parts(said: &[NetOpinion]) -> [Option<ReliabilityBin>; PARTS] {
    std::array::from_fn(|tenth| {
        let is_here = |chance: f64| ((chance * PARTS as f64) as usize).min(PARTS - 1) == tenth;
        let here: Vec<&NetOpinion> = said.iter().filter(|said| is_here(said.chance)).collect();
        let n = here.len() as f64;
        if here.is_empty() {
            return None;
        }
        let share = here.iter().filter(|said| said.won).count() as f64 / n;
        let mean = here.iter().map(|said| said.chance).sum::<f64>() / n;
        let mut off_by_game = std::collections::BTreeMap::<usize, f64>::new();
        for said in &here {
            *off_by_game.entry(said.game).or_default() += f64::from(u8::from(said.won)) - share;
        }
        let n_games = off_by_game.len() as f64;
        let spread = off_by_game.values().map(|off| off * off).sum::<f64>();
        // With all or none won there is no spread; then three in the number of games may be otherwise (rule of three).
        let half = match spread {
            0.0 => 3.0 / n_games,
            spread => Z_95 * (spread * n_games / (n_games - 1.0).max(1.0)).sqrt() / n,
        };
        Some(ReliabilityBin {
            n: here.len(),
            said: mean,
            share,
            interval: [(share - half).max(0.0), (share + half).min(1.0)],
        })
    })
}

/// Adds the table and its numbers.
pub(super) fn add(said: &[NetOpinion], outcome: &mut RunOutcome) {
    let mut table = RunTable::new(
        "What the net says of the player to move, beside how often that player won; not fitted, all stages together",
        ["it says", "positions", "mean of what it says", "won", "95 %"],
    );
    for (tenth, part) in parts(said).into_iter().enumerate() {
        let Some(part) = part else { continue };
        let name = format!("{} to {} %", 10 * tenth, 10 * (tenth + 1));
        let [low, high] = part.interval;
        table.row([
            name.clone(),
            part.n.to_string(),
            format!("{:.3}", part.said),
            format!("{:.3}", part.share),
            format!("{low:.3} to {high:.3}"),
        ]);
        let number = format!("share won where the net says {name}");
        outcome.numbers.push(Number::measured(number, part.share, Some(part.interval)));
    }
    outcome.tables.push(table);
}

/// The curve of what happened over what was said.
pub(super) fn panel(said: &[NetOpinion]) -> Panel {
    let found = parts(said).into_iter().flatten().map(|part| {
        let interval = part.interval.map(|end| 100.0 * end);
        Point::new(100.0 * part.said, Some(100.0 * part.share)).within(Some(interval))
    });
    let curve = |name: &str, hue, points| Curve { name: name.to_owned(), hue, points };
    let exact = [0.0, 100.0].map(|x| Point::new(x, Some(x))).to_vec();
    Panel {
        title: "When the net says 70 %, is it 70 %? Chances of the player to move".to_owned(),
        axes: [Axis::new("the net says").unit("%").range(0.0, 100.0), Axis::new("won").unit("%").range(0.0, 100.0)],
        curves: vec![
            curve("games of people, band of 95 %", Hue::Tint(Tint::Blue), found.collect()),
            curve("what it says", Hue::Tint(Tint::Grey), exact),
        ],
        ..Panel::default()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn positions_of_one_game_count_as_one() {
        // Of eight games said to be won with 75 %, six are; each is seen once, or ten times.
        let said = |times: usize| -> Vec<NetOpinion> {
            (0..8 * times).map(|at| NetOpinion { game: at % 8, chance: 0.75, won: at % 8 < 6 }).collect()
        };
        let [once, often] = [1, 10].map(|times| parts(&said(times))[7].as_ref().map(|part| part.interval).unwrap());
        assert!(once.iter().zip(often).all(|(a, b)| (a - b).abs() < 1e-12), "{once:?} {often:?}");
        let part = &parts(&said(1))[7];
        let part = part.as_ref().unwrap();
        assert!((part.share - 0.75).abs() < 1e-12 && part.interval[0] < 0.5 && part.interval[1] > 0.9);
    }
}
