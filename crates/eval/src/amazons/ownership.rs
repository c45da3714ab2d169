//! Whose each square is, for drawing: slower than the numbers, square by square.

use tesuji_amazons::Position;
use tesuji_board::Player;

use super::domination::{Round, first_reach_rounds, interception_rounds};
use super::lines::{Lines, Squares};
use super::set;

/// When and for whom a square was decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// Whose it is; `None` if contested.
    pub owner: Option<Player>,
    /// In which round, from 1. By first reach, how many queen moves the owner needs.
    pub round: u32,
}

/// Squares by first reach, in the order of their numbers; `None` where something stands and where nobody comes.
#[must_use]
pub fn first_reach_map(position: &Position) -> Vec<Option<Decision>> {
    map(position, |lines, squares, see| first_reach_rounds(lines, squares, see))
}

/// Squares by path interception, as [`first_reach_map`].
#[must_use]
pub fn path_interception_map(position: &Position) -> Vec<Option<Decision>> {
    map(position, |lines, squares, see| interception_rounds(lines, squares, see))
}

/// How much each square is Black's, from -1 (White's) to 1, in the order of their numbers.
///
/// (p - q) / (p + q) with p = 2^-D1 of Black, q = 2^-D1 of White, D1 being the queen moves that the player needs (Lieberum
/// 2005): 1/3 where Black is one move ahead, 3/5 with two, 1 where White never comes. 0 where both need equally many,
/// where nobody comes and where something stands.
#[must_use]
pub fn ownership(position: &Position) -> Vec<f64> {
    let distances = Player::BOTH.map(|player| queen_distances(position, player));
    let share = |square: usize| match distances.each_ref().map(|distances| distances[square]) {
        [None, None] => 0.0,
        [Some(_), None] => 1.0,
        [None, Some(_)] => -1.0,
        [Some(black), Some(white)] => {
            // 2^(white - black) is p / q. More than 60 moves apart is as good as 60.
            let ahead = (i64::from(white) - i64::from(black)).clamp(-60, 60);
            let ratio = (1_u64 << ahead.unsigned_abs()) as f64;
            let size = (ratio - 1.0) / (ratio + 1.0);
            if ahead < 0 { -size } else { size }
        }
    };
    (0..position.n_squares()).map(share).collect()
}

/// How many queen moves `player` needs to each empty square, in the order of their numbers; `None` where there is no way and
/// where something stands.
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

fn board(position: &Position) -> (Lines<3>, Squares<3>) {
    let size = position.size();
    let lines = Lines::new(usize::from(size.columns), usize::from(size.rows));
    (lines.expect("three words hold every board of a position"), Squares::of(position))
}

fn map(
    position: &Position,
    rounds: impl FnOnce(&Lines<3>, &Squares<3>, &mut dyn FnMut(&Round<3>)),
) -> Vec<Option<Decision>> {
    let (lines, squares) = board(position);
    let (mut decisions, mut round) = (vec![None; position.n_squares()], 0);
    let players = [position.to_move(), position.to_move().opponent()];
    rounds(&lines, &squares, &mut |decided| {
        round += 1;
        let owners = [Some(players[0]), Some(players[1]), None];
        for (owner, set) in owners.into_iter().zip([decided.own[0], decided.own[1], decided.contested]) {
            set::squares(&set).for_each(|square| decisions[square] = Some(Decision { owner, round }));
        }
    });
    decisions
}
