//! Many games at once, as Takada et al. 2014 show them: White's numbers over Black's, not from the winner's view, with
//! the positions after Black's moves and after White's moves apart (figures 7 to 9).

use tesuji_board::Player;

use crate::averages::{MeanRatio, Ratio, Winners};
use crate::ratios::Comparison;
use crate::statistics::Average;
use crate::trace::TraceStep;

/// Averages over the positions after a given number of moves, of the games of one winner in which one player moved
/// last.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ColourTurn {
    /// Positions in which nobody has won, even virtually. Only these have ratios.
    pub n_open: usize,
    /// Positions that Black, and that White, has already won.
    pub n_won: [usize; 2],
    values: [Average; 4],
    logarithms: [Average; 4],
}

impl ColourTurn {
    /// The arithmetic mean of a ratio, White's number over Black's, with its 95 % interval. `None` if no position has
    /// the ratio.
    ///
    /// It is above the geometric mean: of 2 and 1/2 it is 1.25, although each is worth as much as the other.
    #[must_use]
    pub fn arithmetic(&self, ratio: Ratio) -> Option<MeanRatio> {
        let average = &self.values[ratio as usize];
        Some(MeanRatio { mean: average.mean()?, interval: average.interval(0.95) })
    }

    /// The geometric mean of a ratio, White's number over Black's, with its 95 % interval.
    #[must_use]
    pub fn geometric(&self, ratio: Ratio) -> Option<MeanRatio> {
        let average = &self.logarithms[ratio as usize];
        let interval = average.interval(0.95).map(|ends| ends.map(f64::exp));
        Some(MeanRatio { mean: average.mean()?.exp(), interval })
    }

    fn add(&mut self, comparison: &Comparison) {
        match comparison {
            Comparison::Won(player) => self.n_won[player.index()] += 1,
            Comparison::Open(ratios) => {
                self.n_open += 1;
                for ratio in Ratio::ALL {
                    let value = ratio.of(ratios);
                    self.values[ratio as usize].add(value);
                    self.logarithms[ratio as usize].add(value.ln());
                }
            }
        }
    }
}

/// The mean curves of games with a winner, after the moves of each player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ColourAverages {
    n_games: [usize; 3],
    /// By winner, by the player who moved last, and by the number of moves made.
    turns: [[Vec<ColourTurn>; 2]; 3],
}

impl ColourAverages {
    /// Adds a game by its steps. The start is left out: nobody has moved.
    pub fn add(&mut self, winner: Player, steps: &[TraceStep]) {
        for winners in [Winners::Player(winner), Winners::Both] {
            self.n_games[winners.index()] += 1;
            for step in steps {
                let Some(mv) = step.mv else { continue };
                let turns = &mut self.turns[winners.index()][mv.player.index()];
                if turns.len() <= step.number {
                    turns.resize(step.number + 1, ColourTurn::default());
                }
                turns[step.number].add(&step.comparison);
            }
        }
    }

    /// Number of games added.
    #[must_use]
    pub const fn n_games(&self, winners: Winners) -> usize {
        self.n_games[winners.index()]
    }

    /// The positions after moves of `mover`, each with the number of moves made, in rising order. Numbers without a
    /// position are left out: without a swap, Black's are odd and White's even.
    pub fn turns(&self, winners: Winners, mover: Player) -> impl Iterator<Item = (usize, &ColourTurn)> {
        let turns = self.turns[winners.index()][mover.index()].iter().enumerate();
        turns.filter(|(_, turn)| turn.n_open + turn.n_won.iter().sum::<usize>() > 0)
    }
}
