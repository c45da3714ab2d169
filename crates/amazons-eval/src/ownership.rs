//! The owner of each square, for drawing. This is done square by square, and is slower than the evaluations.

use tesuji_amazons::Position;
use tesuji_board::Player;

use super::domination::{Round, first_reach_rounds, interception_rounds};
use super::lines::{BoardLines, Squares};
use super::set;

/// The round in which a square was decided, and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnershipDecision {
    /// The owner; `None` if contested.
    pub owner: Option<Player>,
    /// The round, from 1. By first reach, the number of queen moves that the owner needs.
    pub round: u32,
}

/// Squares by first reach, in the order of their numbers; `None` if occupied or reached by nobody.
#[must_use]
pub fn first_reach_map(position: &Position) -> Vec<Option<OwnershipDecision>> {
    map(position, |lines, squares, see| first_reach_rounds(lines, squares, see))
}

/// Squares by path interception, as [`first_reach_map`].
#[must_use]
pub fn path_interception_map(position: &Position) -> Vec<Option<OwnershipDecision>> {
    map(position, |lines, squares, see| interception_rounds(lines, squares, see))
}

/// Ownership of each square, from -1 (White's) to 1 (Black's), in the order of their numbers.
///
/// It is (p - q) / (p + q) with p = 2^-D1 of Black and q = 2^-D1 of White, where D1 is the number of queen moves that
/// the player needs (Lieberum 2005). So it is 1/3 if Black is one move ahead, 3/5 if two, and 1 if White never gets
/// there. It is 0 if both need equally many, if nobody gets there, and if the square is occupied.
#[must_use]
pub fn ownership(position: &Position) -> Vec<f64> {
    let distances = Player::BOTH.map(|player| queen_distances(position, player));
    let share = |square: usize| match distances.each_ref().map(|distances| distances[square]) {
        [None, None] => 0.0,
        [Some(_), None] => 1.0,
        [None, Some(_)] => -1.0,
        [Some(black), Some(white)] => {
            // 2^(white - black) is p / q. A difference of more than 60 moves counts as 60.
            let ahead = (i64::from(white) - i64::from(black)).clamp(-60, 60);
            let ratio = (1_u64 << ahead.unsigned_abs()) as f64;
            let size = (ratio - 1.0) / (ratio + 1.0);
            if ahead < 0 { -size } else { size }
        }
    };
    (0..position.n_squares()).map(share).collect()
}

/// The number of queen moves that `player` needs to each empty square, in the order of their numbers; `None` if there
/// is no way, or if the square is occupied.
#[must_use]
pub fn queen_distances(position: &Position, player: Player) -> Vec<Option<u32>> {
    let (lines, squares) = board(position);
    let ways = lines.ways(&squares.empty);
    let mut reached = squares.amazons[usize::from(player != position.to_move())];
    let mut distances = vec![None; position.n_squares()];
    for distance in 1.. {
        let next = lines.fill(&ways, &reached);
        let new = set::without(&next, &reached);
        if set::is_empty(&new) {
            break;
        }
        set::squares(&new).for_each(|square| distances[square] = Some(distance));
        reached = next;
    }
    distances
}

fn board(position: &Position) -> (BoardLines<3>, Squares<3>) {
    let size = position.size();
    let lines = BoardLines::new(usize::from(size.columns), usize::from(size.rows));
    (lines.expect("three words hold every board of a position"), Squares::of(position))
}

fn map(
    position: &Position,
    rounds: impl FnOnce(&BoardLines<3>, &Squares<3>, &mut dyn FnMut(&Round<3>)),
) -> Vec<Option<OwnershipDecision>> {
    let (lines, squares) = board(position);
    let (mut decisions, mut round) = (vec![None; position.n_squares()], 0);
    let players = [position.to_move(), position.to_move().opponent()];
    rounds(&lines, &squares, &mut |decided| {
        round += 1;
        let owners = [Some(players[0]), Some(players[1]), None];
        for (owner, set) in owners.into_iter().zip([decided.own[0], decided.own[1], decided.contested]) {
            set::squares(&set).for_each(|square| decisions[square] = Some(OwnershipDecision { owner, round }));
        }
    });
    decisions
}
