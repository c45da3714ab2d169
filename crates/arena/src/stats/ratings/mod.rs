//! Ratings of all players of an event at once: Bradley-Terry with draws and an advantage for moving first.
//!
//! The model is Davidson's, with Davidson and Beaver's effect of order. Let `d` be the strength of the first player
//! minus that of the second, plus the advantage of moving first. Then a win of the first player, a draw and a win of
//! the second have the odds `exp(d/2)` to `v` to `exp(-d/2)`. Equal players draw with probability `v / (2 + v)`. If no
//! game was drawn, `v` is 0, and this is the model of Bradley and Terry.
//!
//! Strengths are converted to Elo so that, near equality, a difference means the same expected score as everywhere
//! else: `d` times `400 / ln 10`, times `2 / (2 + v)`. Without draws, and where equal players draw every other game,
//! this holds at any distance.
//!
//! **Prior.** Every strength, and the advantage, is drawn from a normal distribution around 0 whose deviation is a
//! [`StrengthPrior`]; the logarithm of `v` from another one. So ratings are finite where maximum likelihood has none: after
//! nothing but wins or losses, and between players whom no chain of games connects. There the result rests on the
//! prior, the intervals are wide, and [`Rating::group`] shows it. Where there is evidence from games, the prior hardly
//! matters.
//!
//! **Intervals** are those of the profile likelihood. At 95 %, an end is a value whose most probable parameters are
//! less probable than the best by as much as 1.96 deviations of a normal distribution. After nothing but wins they
//! reach far up and not far down. They treat games as independent. If an opening that favours one colour is played with
//! both, wins and losses balance better than independent ones, and the intervals are wider than necessary. For two
//! players, [`EloEstimate`](super::EloEstimate) over pairs is the sharper tool.
//!
//! R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", J. Amer.
//! Statist. Assoc. 65 (1970); R. R. Davidson and R. J. Beaver, "On extending the Bradley-Terry model to incorporate
//! within-pair order effects", Biometrics 33 (1977).

mod fit;

mod davidson;
mod groups;
#[cfg(feature = "testing")]
mod tests;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Confidence, Encounter, Games, Interval, IntervalEstimate, StatsError};
use fit::{ELO_PER_NAT, Fit};

/// Prior of strengths: a standard deviation in Elo around 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct StrengthPrior(f64);

impl StrengthPrior {
    /// The widest prior with which the arithmetic keeps enough digits.
    const WIDEST: f64 = 100_000.0;

    /// A prior with this deviation in Elo. With 100,000, strengths are those of maximum likelihood where that exists.
    ///
    /// # Errors
    ///
    /// `elo` is not above 0 and at most 100,000.
    pub fn new(elo: f64) -> Result<Self, StatsError> {
        if elo > 0.0 && elo <= Self::WIDEST { Ok(Self(elo)) } else { Err(StatsError::Prior(elo)) }
    }

    /// The deviation in Elo.
    #[must_use]
    pub fn elo(self) -> f64 {
        self.0
    }
}

impl Default for StrengthPrior {
    /// 1,000 Elo. For two players who have never met, this means that they are within 2,800 Elo of each other, at 95 %.
    fn default() -> Self {
        Self(1_000.0)
    }
}

/// Rating of one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The Elo rating. The mean of all players of the event is 0.
    pub elo: IntervalEstimate,
    /// All games of the player, from the player's view.
    pub games: Games,
    /// The number of the group, from 0, in the order of the players.
    ///
    /// Within a group, a chain of players who scored against the next leads from each player to each other. Between
    /// groups there is no such chain in at least one direction: they did not meet, or one side lost every game. Their
    /// distance is then undetermined, and the number given rests on the prior.
    pub group: usize,
}

/// The ratings of all players of an event, with what is needed to compare any two of them.
#[derive(Clone, Debug)]
pub struct Ratings {
    fit: Fit,
    confidence: Confidence,
    players: Vec<Rating>,
}

impl Ratings {
    /// Rates `n_players` players from all their games.
    ///
    /// The time grows with the fourth power of the number of players: each has an interval, and each step to its ends
    /// solves that many equations. The memory grows with the square.
    ///
    /// # Errors
    ///
    /// An encounter names a player that does not exist, or one player twice; or the counts are so large that there are
    /// not enough digits.
    pub fn new(
        n_players: usize,
        encounters: &[Encounter],
        prior: StrengthPrior,
        confidence: Confidence,
    ) -> Result<Self, StatsError> {
        Encounter::check_all(n_players, encounters)?;
        let fit = Fit::new(n_players, encounters, prior.elo() / ELO_PER_NAT)?;
        let mut games = vec![Games::default(); n_players];
        for encounter in encounters {
            games[encounter.first] += encounter.games;
            games[encounter.second] += encounter.games.reversed();
        }
        let groups = groups::groups(n_players, encounters);
        let players = (0..n_players)
            .map(|player| {
                let mut from_mean = vec![-1.0 / n_players as f64; n_players];
                from_mean[player] += 1.0;
                let elo = estimate(&fit, &from_mean, confidence);
                Rating { elo, games: games[player], group: groups[player] }
            })
            .collect();
        Ok(Self { fit, confidence, players })
    }

    /// The rating of each player, in the order of their indices.
    #[must_use]
    pub fn players(&self) -> &[Rating] {
        &self.players
    }

    /// The number of groups of players that the games do not connect; see [`Rating::group`]. It should be one.
    #[must_use]
    pub fn n_groups(&self) -> usize {
        self.players.iter().map(|rating| rating.group + 1).max().unwrap_or(0)
    }

    /// Value of moving first, in Elo.
    #[must_use]
    pub fn first_player_advantage(&self) -> IntervalEstimate {
        let mut coefficients = vec![0.0; self.players.len() + 1];
        coefficients[self.players.len()] = 1.0;
        estimate(&self.fit, &coefficients, self.confidence)
    }

    /// Share of draws between equal players, from 0 to 1, if neither has the advantage.
    #[must_use]
    pub fn draw_rate(&self) -> f64 {
        let v = self.fit.draw_weight();
        v / (2.0 + v)
    }

    /// Elo of `player` above `other`.
    ///
    /// The interval is not the sum of the two players' own intervals, because their errors are correlated.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> IntervalEstimate {
        estimate(&self.fit, &self.contrast(player, other), self.confidence)
    }

    /// The probability that `player` is stronger than `other`, from 0 to 1; one half for a player and itself.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        Normal::standard().cdf(self.fit.deviations_above_zero(&self.contrast(player, other)))
    }

    /// The score, from 0 to 1, that `first` expects against `second` when moving first.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    #[must_use]
    pub fn expected_score(&self, first: usize, second: usize) -> f64 {
        let [win, draw, _] = self.fit.probabilities(first, second);
        win + draw / 2.0
    }

    fn contrast(&self, player: usize, other: usize) -> Vec<f64> {
        let mut coefficients = vec![0.0; self.players.len()];
        coefficients[player] += 1.0;
        coefficients[other] -= 1.0;
        coefficients
    }
}

fn estimate(fit: &Fit, coefficients: &[f64], confidence: Confidence) -> IntervalEstimate {
    let (low, high) = (fit.elo_away(coefficients, -confidence.z()), fit.elo_away(coefficients, confidence.z()));
    IntervalEstimate { value: fit.elo(coefficients), interval: Interval { low, high } }
}
