//! Ratings of all players of an event at once: Bradley-Terry with draws and an advantage for moving first.
//!
//! The model is Davidson's, with Davidson and Beaver's effect of order. Let `d` be the strength of the first player minus
//! that of the second, plus the advantage of moving first. Then a win of the first player, a draw and a win of the second
//! are to each other as `exp(d/2)`, `v` and `exp(-d/2)`; equal players draw with probability `v / (2 + v)`. Without any
//! draw among the games `v` is 0, and this is the model of Bradley and Terry.
//!
//! Strengths are turned into Elo so that near equality a difference promises the score that it promises everywhere else:
//! `d` times `400 / ln 10`, times `2 / (2 + v)`. Without draws, and where equal players draw every other game, it promises
//! that at any distance.
//!
//! **Prior.** Every strength, and the advantage, is drawn from a normal distribution around 0 whose deviation is a
//! [`Prior`]; the logarithm of `v` from another one. So ratings are finite where maximum likelihood has none: after
//! nothing but wins or losses, and between players whom no chain of games joins. There the prior speaks, the intervals
//! are wide, and [`Rating::group`] tells it. Where the games speak, the prior is a whisper.
//!
//! **Intervals** are those of the profile likelihood: an end is where the most probable parameters with that value are as
//! much less probable as 1.96 deviations of a normal distribution, at 95 %. After nothing but wins they reach far up and
//! not far down. They take games as independent. If an opening that favours one colour is played with both, wins and
//! losses balance better than independent ones, and the intervals are wider than they need be; for two players,
//! [`EloEstimate`](super::EloEstimate) over pairs is the sharper tool.
//!
//! R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", J. Amer.
//! Statist. Assoc. 65 (1970); R. R. Davidson and R. J. Beaver, "On extending the Bradley-Terry model to incorporate
//! within-pair order effects", Biometrics 33 (1977).

mod fit;

mod davidson;
mod groups;
#[cfg(test)]
mod tests;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Confidence, Encounter, Estimate, Games, Interval, StatsError};
use fit::{ELO_PER_NAT, Fit};

/// How far from 0 strengths are before any game is played: a standard deviation in Elo.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Prior(f64);

impl Prior {
    /// The widest prior that still leaves the arithmetic its digits.
    const WIDEST: f64 = 100_000.0;

    /// A prior of this deviation in Elo. With 100,000, strengths are those of maximum likelihood where that exists.
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

impl Default for Prior {
    /// 1,000 Elo: of two players who never met it says that they are within 2,800 Elo, at 95 %.
    fn default() -> Self {
        Self(1_000.0)
    }
}

/// What is known of one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo, 0 being the mean of all players of the event.
    pub elo: Estimate,
    /// All games of the player, as the player sees them.
    pub games: Games,
    /// Number of the group, from 0, in order of the players.
    ///
    /// From each player of a group to each other runs a chain of players who scored against the next. Between groups
    /// there is none, one way or both: they did not meet, or one lost every game. How far apart they are is then open,
    /// and the number given rests on the prior.
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
    /// Time grows with the fourth power of the number of players: each has an interval, each step to whose ends solves as
    /// many equations. Memory grows with the square.
    ///
    /// # Errors
    ///
    /// An encounter names a player who is not there, or one player twice; or the counts are so large that numbers run out
    /// of digits.
    pub fn new(
        n_players: usize,
        encounters: &[Encounter],
        prior: Prior,
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

    /// What is known of each player, in the order of their indices.
    #[must_use]
    pub fn players(&self) -> &[Rating] {
        &self.players
    }

    /// How many groups of players the games do not hold together; see [`Rating::group`]. One is as it should be.
    #[must_use]
    pub fn n_groups(&self) -> usize {
        self.players.iter().map(|rating| rating.group + 1).max().unwrap_or(0)
    }

    /// How much moving first is worth, in Elo.
    #[must_use]
    pub fn first_player_advantage(&self) -> Estimate {
        let mut coefficients = vec![0.0; self.players.len() + 1];
        coefficients[self.players.len()] = 1.0;
        estimate(&self.fit, &coefficients, self.confidence)
    }

    /// How often two equal players draw, from 0 to 1, if neither has the advantage.
    #[must_use]
    pub fn draw_rate(&self) -> f64 {
        let v = self.fit.draw_weight();
        v / (2.0 + v)
    }

    /// How much stronger `player` is than `other`, in Elo.
    ///
    /// The interval is not the sum of the two players' own: their errors hang together.
    ///
    /// # Panics
    ///
    /// There is no such player.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        estimate(&self.fit, &self.contrast(player, other), self.confidence)
    }

    /// The probability that `player` is stronger than `other`, from 0 to 1; a half for a player and itself.
    ///
    /// # Panics
    ///
    /// There is no such player.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        Normal::standard().cdf(self.fit.deviations_above_zero(&self.contrast(player, other)))
    }

    /// The score, from 0 to 1, that `first` expects against `second`, moving first.
    ///
    /// # Panics
    ///
    /// There is no such player.
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

fn estimate(fit: &Fit, coefficients: &[f64], confidence: Confidence) -> Estimate {
    let (low, high) = (fit.elo_away(coefficients, -confidence.z()), fit.elo_away(coefficients, confidence.z()));
    Estimate { value: fit.elo(coefficients), interval: Interval { low, high } }
}
