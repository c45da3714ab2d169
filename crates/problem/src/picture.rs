//! HexProver's pictures as problems.
//!
//! A picture names its ends. `A` is already joined to the upper side, `V` to the lower, and a drawn edge is an end too.
//! The claim is that one upper end is joined to one lower end when the opponent moves first.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::{BOTTOM, MAX_CELLS, Player, TOP};
use tesuji_hex::{Diagram, Mark, notation::hdg};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use super::error::{Fault, Flaw, offset_of};
use super::names::SharedBoards;
use super::text::one_line;
use super::{Placed, Problem};

/// The maximum number of alternatives of a picture.
const MAX_PAIRS: usize = 64;

/// Reasons why a picture states no claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// There is nothing to join.
    #[error("the picture has no upper end: no `A`, and no edge above")]
    NoUpperEnd,
    /// There is nothing to join it to.
    #[error("the picture has no lower end: no `V`, and no edge below")]
    NoLowerEnd,
    /// There are too many pairs of an upper and a lower end for a goal.
    #[error("the picture has {upper} upper and {lower} lower ends: at most {MAX_PAIRS} pairs of them can be a goal")]
    TooManyEnds {
        /// The number of `A`, plus one if the edge above is drawn.
        upper: usize,
        /// The number of `V`, plus one if the edge below is drawn.
        lower: usize,
    },
    /// The board is too large for a problem.
    #[error("the picture is {columns}x{rows}: a rhombus has 1 to {MAX_CELLS} cells")]
    Size {
        /// Its width.
        columns: usize,
        /// Its height.
        rows: usize,
    },
}

/// The claim of a picture whose ends are marked, under the given name. Black is the owner.
///
/// # Errors
///
/// If an end is missing, there are too many ends, or the board is too large.
pub fn from_diagram(id: impl Into<String>, diagram: &Diagram) -> Result<Problem, PictureError> {
    with_boards(id.into(), diagram, &mut SharedBoards::default())
}

fn with_boards(id: String, diagram: &Diagram, boards: &mut SharedBoards) -> Result<Problem, PictureError> {
    let (columns, rows) = diagram.size();
    let topology = boards.rhombus(columns, rows).map_err(|_| PictureError::Size { columns, rows })?;
    let ends = |mark: Mark, edge: usize| -> Vec<Terminal> {
        let edge = Some(Terminal::Edge(edge)).filter(|_| diagram.edges[edge]);
        diagram.cells_marked(mark).iter().map(Terminal::Cell).chain(edge).collect()
    };
    let (upper, lower) = (ends(Mark::Up, TOP), ends(Mark::Down, BOTTOM));
    if upper.is_empty() {
        return Err(PictureError::NoUpperEnd);
    }
    if MAX_PAIRS < upper.len() * lower.len() {
        return Err(PictureError::TooManyEnds { upper: upper.len(), lower: lower.len() });
    }
    let pairs = upper.iter().flat_map(|&a| lower.iter().map(move |&b| vec![vec![a, b]])).collect();
    // Upper and lower ends differ, so the pairs form a goal unless there are none.
    let goal = Goal::new(pairs).map_err(|_| PictureError::NoLowerEnd)?;
    let is_stone = |mark| matches!(mark, Mark::Owner | Mark::Up | Mark::Down | Mark::Stone(Player::Black));
    let claim = Claim {
        topology: Arc::clone(&topology),
        owner: Player::Black,
        stones: diagram.cells().filter(|&cell| is_stone(diagram.mark(cell))).collect(),
        carrier: diagram.cells_marked(Mark::Empty),
        goal,
        to_move: Mover::Opponent,
    };
    Ok(Problem::new(id, claim))
}

/// Reads an `.hdg` file. The id of a picture is the first line of its title. If that id is taken, a number is added;
/// without a title, the id is `picture` and a number.
pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let diagrams = hdg::read(file).map_err(|error| {
        let at = offset_of(file, error.place.line, error.place.column);
        Flaw::new(at..at, Fault::Syntax(error.fault.to_string()))
    })?;
    let mut boards = SharedBoards::default();
    let mut used = BTreeSet::new();
    let mut problems = Vec::with_capacity(diagrams.len());
    for (i, diagram) in diagrams.iter().enumerate() {
        let title = diagram.title.lines().next().unwrap_or_default();
        let title = one_line(&title.replace(char::is_control, " "));
        let number = i + 1;
        let word = if title.is_empty() { "picture" } else { &title };
        let names = (!title.is_empty()).then(|| title.clone()).into_iter();
        let mut names = names.chain((number..).map(|number| format!("{word} {number}")));
        // There are more names than used ones.
        let id = names.find(|name| !used.contains(name)).unwrap_or_default();
        used.insert(id.clone());
        let fault = |error: PictureError| Flaw::new(0..0, Fault::Syntax(format!("picture {number}: {error}")));
        problems.push((0..0, with_boards(id, diagram, &mut boards).map_err(fault)?));
    }
    Ok(problems)
}

#[cfg(feature = "testing")]
mod tests {
    use crate::parse_file_text;

    const PICTURES: &str = "\
; ziggurat
     A   .
   .   .   .
 .   .   .   .
---------------

; ziggurat
     A
   .   .
     V
";

    #[test]
    fn pictures_are_claims() {
        let problems = parse_file_text(PICTURES).unwrap();
        let text = "id: ziggurat\ngoal: A-bottom\n\n##A.\n#...\n....\n---\nid: ziggurat 2\ngoal: A-B\n\n#A\n..\nB#\n";
        assert_eq!(problems, parse_file_text(text).unwrap());
    }

    #[test]
    fn pictures_without_ends_claim_nothing() {
        let message = |text: &str| parse_file_text(text).unwrap_err().to_string();
        let no_end = "line 1, column 1: picture 1: the picture has no lower end: no `V`, and no edge below";
        assert_eq!(message("  A\n.   .\n"), no_end);
        let no_end = "line 1, column 1: picture 1: the picture has no upper end: no `A`, and no edge above";
        assert_eq!(message("  V\n.   .\n"), no_end);
        let long = format!("{}V\n-----", ". ".repeat(1023));
        assert!(message(&format!("A {long}")).contains("a board has 1 to 1024 cells, not 1025"), "{long}");
        let many = format!("{}\n{}", " A".repeat(9), "V ".repeat(8));
        assert!(message(&many).contains("9 upper and 8 lower ends"), "{}", message(&many));
        assert_eq!(&message("A\n . .\n AA A\n---")[..16], "line 3, column 2");
    }
}
