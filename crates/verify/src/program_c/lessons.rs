//! What Program C has found out about a claim on its way, for a net to learn from.

use tesuji_board::{Bits, Player, with_width};
use tesuji_connection::Region;
use tesuji_decide::{Lesson, NO_MOVE, SearchLimits, WinDecision};
use tesuji_neural::Place;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use super::guess::Window;
use super::{decider_of, first_side};

/// The table of a search for lessons: such searches are short.
const TABLE_BYTES: usize = 1 << 28;

/// A position of a claim that a search has decided on its way to an answer. The owner of the claim is Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimLesson {
    /// What stands where: a square of cells row by row, with two places beyond each of its edges.
    pub places: Vec<Place>,
    /// Whose turn it is.
    pub to_move: Player,
    /// Who wins.
    pub winner: Player,
    /// The row and column in the square of a move that wins, if the player to move does and has a move.
    pub winning_move: Option<(usize, usize)>,
    /// How many positions were searched to find this out.
    pub nodes: u32,
}

/// The answer to a claim, and what was found out on the way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimLessons {
    /// Whether the claim holds; `None` if a limit was reached first.
    pub holds: Option<bool>,
    /// In no particular order.
    pub lessons: Vec<ClaimLesson>,
}

/// Decides a claim without proving the answer, and returns what was decided of positions that took at least `least_nodes`.
/// Claims that a net cannot see have no lessons: those on boards that are not a rhombus.
#[must_use]
pub fn lessons_of(claim: &Claim, limits: &Limits, least_nodes: u32) -> ClaimLessons {
    with_width!(claim.carrier.len(), W => lessons_with::<W>(claim, limits, least_nodes))
}

fn lessons_with<const W: usize>(claim: &Claim, limits: &Limits, least_nodes: u32) -> ClaimLessons {
    let Some((region, window)) =
        Region::<W>::new(claim).ok().and_then(|region| Window::new(claim, &region).map(|window| (region, window)))
    else {
        return ClaimLessons::default();
    };
    let decider = decider_of(claim, &region, TABLE_BYTES);
    let mover = first_side(claim);
    let within = SearchLimits { limits, n_threads: 1 };
    let (decision, _) = decider.decide([Bits::EMPTY; 2], Player::BOTH[mover.index()], within);
    let holds = decision.map(|decision| matches!(decision, WinDecision::Wins(..)) == (mover.index() == 0));
    let lessons = decider.lessons(least_nodes).into_iter().map(|lesson| lesson_in(&window, lesson)).collect();
    ClaimLessons { holds, lessons }
}

fn lesson_in<const W: usize>(window: &Window, lesson: Lesson<W>) -> ClaimLesson {
    let Lesson { stones, mover, decision, work } = lesson;
    let mut places = Vec::new();
    window.with_stones(&stones, &mut places);
    let to_move = Player::BOTH[mover];
    let (winner, key) = match decision {
        WinDecision::Wins(key, _) => (to_move, Some(key).filter(|&key| key != NO_MOVE)),
        WinDecision::Loses(_) => (!to_move, None),
    };
    let winning_move = key.map(|key| window.seat(usize::from(key)));
    ClaimLesson { places, to_move, winner, winning_move, nodes: work }
}
