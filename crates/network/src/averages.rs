//! Many games at once: the mean curves of the games that Black won and of those that White won.

use std::ops::RangeInclusive;

use tesuji_board::Player;

use crate::ratios::{Comparison, Ratios};
use crate::statistics::Average;
use crate::trace::TraceStep;

/// Games that are averaged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Winners {
    /// The games that this player won.
    Player(Player),
    /// All games.
    Both,
}

impl Winners {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 3] = [Self::Player(Player::Black), Self::Player(Player::White), Self::Both];

    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Player(player) => player.index(),
            Self::Both => 2,
        }
    }

    /// `"black"`, `"white"` or `"both"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player(player) => player.name(),
            Self::Both => "both",
        }
    }
}

/// A ratio of the paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ratio {
    /// d.
    Distance,
    /// L.
    MeanDistance,
    /// C by the paper's formula.
    Betweenness,
    /// C by Brandes' definition.
    Brandes,
}

impl Ratio {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 4] = [Self::Distance, Self::MeanDistance, Self::Betweenness, Self::Brandes];

    /// `"d"`, `"l"`, `"c"` or `"c_brandes"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "d",
            Self::MeanDistance => "l",
            Self::Betweenness => "c",
            Self::Brandes => "c_brandes",
        }
    }

    /// The value of this ratio.
    #[must_use]
    pub const fn of(self, ratios: &Ratios) -> f64 {
        match self {
            Self::Distance => ratios.distance,
            Self::MeanDistance => ratios.mean_distance,
            Self::Betweenness => ratios.betweenness,
            Self::Brandes => ratios.brandes,
        }
    }
}

/// Averages over the positions after a given number of moves, of the games that some player won.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AverageTurn {
    /// Positions in which nobody has won, even virtually. Only these have ratios.
    pub n_open: usize,
    /// Positions that the later winner has already won.
    pub n_won: usize,
    /// Positions that the later winner has lost, virtually.
    pub n_lost: usize,
    /// Means of the logarithms, from the later winner's view.
    logarithms: [Average; 4],
}

/// A mean of ratios, with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanRatio {
    /// The geometric mean.
    pub mean: f64,
    /// The ends of the interval; `None` for a single position.
    pub interval: Option<[f64; 2]>,
}

impl AverageTurn {
    /// The geometric mean of a ratio from the winner's view (the opponent's number over the winner's), with its 95 %
    /// interval. `None` if no position has the ratio.
    ///
    /// Geometric, because 2 means as much for Black as 1/2 does for White.
    #[must_use]
    pub fn mean(&self, ratio: Ratio) -> Option<MeanRatio> {
        let average = &self.logarithms[ratio as usize];
        let interval = average.interval(0.95).map(|ends| ends.map(f64::exp));
        Some(MeanRatio { mean: average.mean()?.exp(), interval })
    }

    fn add(&mut self, comparison: &Comparison, winner: Player) {
        match comparison {
            Comparison::Won(player) if *player == winner => self.n_won += 1,
            Comparison::Won(_) => self.n_lost += 1,
            Comparison::Open(ratios) => {
                self.n_open += 1;
                for (ratio, average) in Ratio::ALL.into_iter().zip(&mut self.logarithms) {
                    let logarithm = ratio.of(ratios).ln();
                    average.add(if winner == Player::Black { logarithm } else { -logarithm });
                }
            }
        }
    }
}

/// The mean curves of games with a winner.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Averages {
    n_games: [usize; 3],
    turns: [Vec<AverageTurn>; 3],
}

impl Averages {
    /// Adds a game by its steps.
    pub fn add(&mut self, winner: Player, steps: &[TraceStep]) {
        for winners in [Winners::Player(winner), Winners::Both] {
            self.n_games[winners.index()] += 1;
            let turns = &mut self.turns[winners.index()];
            for step in steps {
                if turns.len() <= step.number {
                    turns.resize(step.number + 1, AverageTurn::default());
                }
                turns[step.number].add(&step.comparison, winner);
            }
        }
    }

    /// Number of games added.
    #[must_use]
    pub const fn n_games(&self, winners: Winners) -> usize {
        self.n_games[winners.index()]
    }

    /// By the number of moves made so far.
    #[must_use]
    pub fn turns(&self, winners: Winners) -> &[AverageTurn] {
        &self.turns[winners.index()]
    }

    /// The turns at which the interval of a ratio lies above 1, in unbroken runs. Turns with fewer than `n_least`
    /// positions are ignored.
    #[must_use]
    pub fn above(&self, winners: Winners, ratio: Ratio, n_least: usize) -> Vec<RangeInclusive<usize>> {
        let mut runs: Vec<RangeInclusive<usize>> = Vec::new();
        for (number, turn) in self.turns(winners).iter().enumerate() {
            let interval = turn.mean(ratio).and_then(|mean| mean.interval);
            if turn.n_open < n_least || interval.is_none_or(|[low, _]| low <= 1.0) {
                continue;
            }
            match runs.last_mut() {
                Some(last) if last.end() + 1 == number => *last = *last.start()..=number,
                _ => runs.push(number..=number),
            }
        }
        runs
    }
}
