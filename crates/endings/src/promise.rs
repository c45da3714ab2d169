//! Static estimate of a node before it is searched.

use tesuji_board::Player;
use tesuji_cgt::Dyadic;

use super::node::EndingNode;
use super::plot::{Plot, Stand};
use super::search::{EndingSearch, Numbers};

/// Leads are counted in quarters of a square.
const SQUARE: i64 = 4;
/// The value of a square that is one queen move away.
const SEEN: i64 = 1;
/// The value of being to move.
const TURN: i64 = 4;
/// `EVEN` gives the numbers of a node without a lead, as a power of two. `HALVES` is the lead that halves or doubles
/// them.
const EVEN: i64 = 7;
const HALVES: i64 = 8;
/// Powers of two in steps of an eighth, where 256 stands for 1.
const EIGHTHS: [u32; 8] = [256, 279, 304, 332, 362, 395, 431, 470];
/// The number of queen moves to look ahead: more hardly ever make a difference.
const ROUNDS: u32 = 4;

impl EndingSearch<'_> {
    /// The first numbers of a node, by the lead of the player to move.
    ///
    /// They are large and far apart: a lead of two more squares halves one number and doubles the other. So the search
    /// keeps to what looks good until that has cost much more than expected. With numbers a sixteenth as large, the
    /// start of 5 columns and 4 rows took 40,520 nodes; with these it took 1,310.
    pub(super) fn first_numbers(&self, node: &EndingNode) -> Numbers {
        let arena = &self.solver.valuer.arena;
        let quarters = |stop: Dyadic| (stop.numerator() * SQUARE) >> stop.log_denominator();
        let known = (quarters(arena.left_stop(node.known)) + quarters(arena.right_stop(node.known))) / 2;
        let lead = lead(self.plot, node.stand) + known;
        let lead = if node.mover == Player::Black { lead } else { -lead } + TURN;
        Numbers { proof: number(lead), disproof: number(-lead) }
    }
}

fn number(lead: i64) -> u32 {
    let eighths = (EVEN * HALVES - lead).clamp(0, 17 * HALVES).unsigned_abs();
    #[expect(clippy::cast_possible_truncation, reason = "below 8")]
    let fraction = EIGHTHS[(eighths % HALVES.unsigned_abs()) as usize];
    fraction << (eighths / HALVES.unsigned_abs()) >> 8
}

/// Black's lead: squares that one side reaches in fewer moves than the other, and squares that can be reached at once.
fn lead(plot: &Plot, stand: Stand) -> i64 {
    let (mut black, mut white) = (stand.black, stand.white);
    let (mut nearer_black, mut nearer_white, mut seen) = (0_u64, 0_u64, 0);
    for round in 0..ROUNDS {
        let done = black | white;
        let (by_black, by_white) = (plot.queens(black, stand.empty), plot.queens(white, stand.empty));
        if round == 0 {
            seen = i64::from(by_black.count_ones()) - i64::from(by_white.count_ones());
        }
        let (b, w) = (black | by_black, white | by_white);
        nearer_black |= b & !w & !done;
        nearer_white |= w & !b & !done;
        if (b, w) == (black, white) {
            break;
        }
        (black, white) = (b, w);
    }
    let squares = i64::from(nearer_black.count_ones()) - i64::from(nearer_white.count_ones());
    SQUARE * squares + SEEN * seen
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_with_two_squares() {
        assert_eq!((number(0), number(8), number(-8)), (128, 64, 256));
        assert!((-100..100).all(|lead| number(lead) >= number(lead + 1) && number(lead) >= 1));
        assert_eq!((number(1000), number(-1000)), (1, 1 << 17));
    }
}
