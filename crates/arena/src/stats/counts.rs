//! The counts: results of single games or of colour-swapped pairs.

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign};

use serde::Serialize;

use super::StatsError;

/// Result of a game for the player whose games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl GameScore {
    /// The result of the same game for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Independent observations, each with a score from 0 to 1: games or pairs of games.
pub trait Tally {
    /// The number of games in one observation.
    const GAMES_PER_OBSERVATION: u64;

    /// Number of observations of each score, from the lowest to the highest, in equal steps from 0 to 1.
    fn counts(&self) -> &[u64];

    /// The number of observations.
    fn observations(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The number of games.
    fn games(&self) -> u64 {
        self.observations() * Self::GAMES_PER_OBSERVATION
    }

    /// The mean score of a game, from 0 to 1; `None` without games.
    fn score(&self) -> Option<f64> {
        let top = (self.counts().len() - 1) as f64;
        let steps: u64 = self.counts().iter().zip(0..).map(|(&count, step)| count * step).sum();
        let n = self.observations();
        (n > 0).then(|| steps as f64 / (top * n as f64))
    }
}

/// Results of single games, from the view of one of the two players.
///
/// Games that share an opening, or whose players learn, are not independent. Count them as [`Pairs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Games([u64; 3]);

impl Games {
    /// This many wins, draws and losses.
    #[must_use]
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self([losses, draws, wins])
    }

    /// Games won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.0[2]
    }

    /// Games drawn.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.0[1]
    }

    /// Games lost.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.0[0]
    }

    /// The score in half points, so that the sum is exact.
    #[must_use]
    pub fn half_points(&self) -> u64 {
        2 * self.wins() + self.draws()
    }

    /// Adds one game.
    pub fn record(&mut self, score: GameScore) {
        self.0[score as usize] += 1;
    }

    /// The games from the other player's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self::new(self.losses(), self.draws(), self.wins())
    }
}

impl Tally for Games {
    const GAMES_PER_OBSERVATION: u64 = 1;

    fn counts(&self) -> &[u64] {
        &self.0
    }
}

impl Add for Games {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl AddAssign for Games {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Results of colour-swapped pairs, from the view of one of the two players: the pentanomial counts.
///
/// Entry `k` counts the pairs in which the player scored `k` half points. These are: two losses; a loss and a draw; two
/// draws or a win and a loss; a win and a draw; two wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Pairs([u64; 5]);

impl Pairs {
    /// Counts by half points, from 0 to 4.
    #[must_use]
    pub const fn new(by_half_points: [u64; 5]) -> Self {
        Self(by_half_points)
    }

    /// Adds one pair.
    pub fn record(&mut self, one: GameScore, other: GameScore) {
        self.0[one as usize + other as usize] += 1;
    }

    /// The pairs from the other player's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }
}

impl Add for Pairs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl Tally for Pairs {
    const GAMES_PER_OBSERVATION: u64 = 2;

    fn counts(&self) -> &[u64] {
        &self.0
    }
}

/// Games between two players in which the same player moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Encounter {
    /// Index of the player who moved first.
    pub first: usize,
    /// Index of the player who moved second.
    pub second: usize,
    /// The results from the first player's view.
    pub games: Games,
}

impl Encounter {
    /// Checks that the players of these games exist.
    pub(crate) fn check_all(n_players: usize, encounters: &[Self]) -> Result<(), StatsError> {
        let stranger = |&&Self { first, second, .. }: &&Self| first == second || first.max(second) >= n_players;
        match encounters.iter().find(stranger) {
            Some(&Self { first, second, .. }) => Err(StatsError::Player { first, second, players: n_players }),
            None => Ok(()),
        }
    }
}

/// One game of a match in which every opening is played with both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedGame {
    /// The pair the game belongs to, for example the number of its opening.
    pub pair: u64,
    /// Whether the player whose games are counted moved first.
    pub moved_first: bool,
    /// Score of that player.
    pub score: GameScore,
}

/// Games sorted into complete pairs and the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairedGames {
    /// Pairs with one game of each colour.
    pub pairs: Pairs,
    /// Games whose partner is missing: still being played, or void.
    pub single: Games,
    /// All games, paired or not.
    pub games: Games,
}

/// Sorts games into pairs, in whatever order they come.
///
/// If a pair has several games of a colour, the earlier ones are matched first.
#[must_use]
pub fn pair_up(games: impl IntoIterator<Item = PairedGame>) -> PairedGames {
    let mut waiting: BTreeMap<u64, [Vec<GameScore>; 2]> = BTreeMap::new();
    let mut paired = PairedGames::default();
    for game in games {
        paired.games.record(game.score);
        waiting.entry(game.pair).or_default()[usize::from(game.moved_first)].push(game.score);
    }
    for [second, first] in waiting.into_values() {
        let complete = first.len().min(second.len());
        for (&one, &other) in first.iter().zip(&second) {
            paired.pairs.record(one, other);
        }
        for &score in first[complete..].iter().chain(&second[complete..]) {
            paired.single.record(score);
        }
    }
    paired
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn game(pair: u64, moved_first: bool, score: GameScore) -> PairedGame {
        PairedGame { pair, moved_first, score }
    }

    #[test]
    fn pairs_are_found_in_any_order() {
        use GameScore::{Draw, Loss, Win};
        let games = [
            game(7, true, Win),
            game(3, false, Draw),
            game(5, true, Win),
            game(3, true, Win),
            game(7, false, Win),
            game(5, true, Loss),
            game(5, false, Loss),
            game(9, false, Draw),
        ];
        let paired = pair_up(games);
        // Pair 5 has two games as first player: the win came earlier and is matched, the loss is left over.
        assert_eq!(paired.pairs, Pairs::new([0, 0, 1, 1, 1]));
        assert_eq!(paired.single, Games::new(0, 1, 1));
        assert_eq!(paired.games, Games::new(4, 2, 2));

        let mut backwards = games;
        backwards.reverse();
        assert_eq!(pair_up(backwards).games, paired.games);
    }

    #[test]
    fn pairs_and_their_games_have_the_same_score() {
        let (mut pairs, mut games) = (Pairs::default(), Games::default());
        for one in [GameScore::Loss, GameScore::Draw, GameScore::Win, GameScore::Win] {
            for other in [GameScore::Loss, GameScore::Draw, GameScore::Win] {
                pairs.record(one, other);
                games.record(one);
                games.record(other);
            }
        }
        assert_eq!(pairs.games(), games.games());
        assert_eq!(pairs.score(), games.score());
        assert_eq!(pairs.reversed().score().unwrap(), games.reversed().score().unwrap());
        assert_eq!(games.half_points() + games.reversed().half_points(), 2 * games.games());
        assert_eq!(Games::default().score(), None);
    }
}
