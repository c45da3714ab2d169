//! HexWiki's boards as problems.
//!
//! A `<hexboard>` that shows a template says what it claims in this way:
//!
//! * **Owner.** The colour of the stones. If there are stones of both, it is Red (our Black), unless only blue stones
//!   have capital letters.
//! * **Carrier.** The visible empty cells. If all cells are visible and some are shaded, only the shaded ones. Every
//!   other cell is the opponent's.
//! * **Ends.** The owner's stones that are labelled with a capital letter. Without such labels, every chain of the owner.
//! * **Goal.** If one of the owner's two edges is drawn, each end is joined to it. If none is, all ends are joined with
//!   each other. If both are drawn and no stone has a letter, the edges are joined.
//! * The opponent moves first.

use std::collections::BTreeSet;

use tesuji_board::{BOTTOM, Cell, CellSet, EdgeId, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_hex::notation::hexwiki::{self, Coordinates, HexBoard};
use tesuji_hex::{Diagram, Mark};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use super::error::{Fault, Flaw, offset_of};
use super::names::SharedBoards;
use super::text::one_line;
use super::{Placed, Problem};

/// Reasons why a board of HexWiki states no claim, or a claim cannot be drawn as one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WikiError {
    /// There is nothing to join.
    #[error("the board has no stone to be joined: expected a stone, or both edges of one player")]
    NoEnd,
    /// One chain, and no edge to join it to.
    #[error(
        "the board shows one chain and no edge of its owner: expected the edge to be joined, as in edges=\"bottom\", \
         or a second chain"
    )]
    NoEdge,
    /// Both edges of the owner are drawn.
    #[error("both edges of the owner are drawn: expected the one to be joined alone, as in edges=\"bottom\"")]
    TwoEdges,
    /// The board is too large for a problem.
    #[error("the board is {columns}x{rows}, which is too large for a claim")]
    Size {
        /// Its width.
        columns: usize,
        /// Its height.
        rows: usize,
    },
    /// The claim says something that no such board says.
    #[error("a HexWiki board cannot express: {0}")]
    Inexpressible(&'static str),
}

/// The claim of a board, under the given name. The module docs say how it is read.
///
/// # Errors
///
/// If the board does not say what is to be joined, or is too large.
pub fn from_hexwiki(id: impl Into<String>, board: &HexBoard) -> Result<Problem, WikiError> {
    with_boards(id.into(), &board.diagram, &mut SharedBoards::default())
}

fn with_boards(id: String, diagram: &Diagram, boards: &mut SharedBoards) -> Result<Problem, WikiError> {
    let (columns, rows) = diagram.size();
    let topology = boards.rhombus(columns, rows).map_err(|_| WikiError::Size { columns, rows })?;
    let stones = Player::BOTH.map(|player| diagram.cells_marked(Mark::Stone(player)));
    let lettered =
        stones.each_ref().map(|stones| stones.iter().filter(|&cell| letter(diagram, cell)).collect::<CellSet>());
    let [black, white] = stones.each_ref().map(|stones| !stones.is_empty());
    let owner = match (black, white) {
        (false, true) => Player::White,
        (true, true) if lettered[0].is_empty() && !lettered[1].is_empty() => Player::White,
        _ => Player::Black,
    };
    let own = &stones[owner.index()];
    let mut carrier = diagram.cells_marked(Mark::Empty);
    let is_whole = diagram.cells_marked(Mark::Outside).is_empty();
    if is_whole && !diagram.shaded.is_empty() {
        carrier.intersect_with(&diagram.shaded);
    }
    let letters = &lettered[owner.index()];
    let ends: Vec<Cell> = if letters.is_empty() { chains(&topology, own) } else { letters.iter().collect() };
    let edges: Vec<EdgeId> = edges_of(owner).into_iter().filter(|&edge| diagram.edges[edge]).collect();
    let groups = match (edges.as_slice(), ends.as_slice()) {
        (&[edge], ends) if !ends.is_empty() => {
            ends.iter().map(|&end| vec![Terminal::Cell(end), Terminal::Edge(edge)]).collect()
        }
        (&[one, other], _) if letters.is_empty() && is_whole => vec![vec![Terminal::Edge(one), Terminal::Edge(other)]],
        (&[_, _], _) => return Err(WikiError::TwoEdges),
        ([], [_, _, ..]) => vec![ends.into_iter().map(Terminal::Cell).collect()],
        ([], [_]) => return Err(WikiError::NoEdge),
        _ => return Err(WikiError::NoEnd),
    };
    let goal = Goal::new(vec![groups]).map_err(|_| WikiError::NoEnd)?;
    let claim = Claim { topology, owner, stones: own.clone(), carrier, goal, to_move: Mover::Opponent };
    Ok(Problem::new(id, claim))
}

/// Whether a capital letter is written on this cell.
fn letter(diagram: &Diagram, cell: Cell) -> bool {
    diagram.labels.get(&cell).is_some_and(|label| matches!(label.as_bytes(), [b'A'..=b'Z']))
}

const fn edges_of(owner: Player) -> [EdgeId; 2] {
    match owner {
        Player::Black => [TOP, BOTTOM],
        Player::White => [LEFT, RIGHT],
    }
}

/// The first cell of each chain.
fn chains(topology: &Topology, stones: &CellSet) -> Vec<Cell> {
    let mut rest = stones.clone();
    let mut firsts = Vec::new();
    for first in stones.iter() {
        if !rest.remove(first) {
            continue;
        }
        firsts.push(first);
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            for &next in topology.neighbours(cell) {
                if rest.remove(next) {
                    queue.push(next);
                }
            }
        }
    }
    firsts
}

/// The board that states this claim. What is known of the answer and the cells is left out.
///
/// # Errors
///
/// If the claim is about a graph, has several alternatives, has its owner move first, or joins what such a board cannot
/// say.
pub fn to_hexwiki(claim: &Claim) -> Result<HexBoard, WikiError> {
    let Some((columns, rows)) = claim.topology.size() else { return Err(WikiError::Inexpressible("a graph")) };
    if claim.to_move == Mover::Owner {
        return Err(WikiError::Inexpressible("that the owner moves first"));
    }
    let [groups] = claim.goal.alternatives() else {
        return Err(WikiError::Inexpressible("a goal of several alternatives"));
    };
    // A whole board shows the opponent's stones; a part of one hides what is not the owner's.
    let is_edge = |terminal: &&Terminal| matches!(terminal, Terminal::Edge(_));
    let is_whole = groups.iter().any(|group| group.iter().filter(is_edge).count() > 1);
    let other = if is_whole { Mark::Stone(claim.owner.opponent()) } else { Mark::Outside };
    let mut diagram = Diagram::new(columns, rows, other).map_err(|_| WikiError::Size { columns, rows })?;
    diagram.edges = [is_whole; 4];
    claim.carrier.iter().for_each(|cell| diagram.set(cell, Mark::Empty));
    claim.stones.iter().for_each(|cell| diagram.set(cell, Mark::Stone(claim.owner)));
    let mut ends = BTreeSet::new();
    for terminal in groups.iter().flatten() {
        match *terminal {
            Terminal::Edge(edge) => diagram.edges[edge] = true,
            Terminal::Cell(cell) if claim.stones.contains(cell) => _ = ends.insert(cell),
            Terminal::Cell(_) => return Err(WikiError::Inexpressible("that an empty cell is to be joined")),
        }
    }
    let states_it = |diagram: &Diagram| {
        let read = with_boards(String::new(), diagram, &mut SharedBoards::default());
        read.is_ok_and(|problem| problem.claim == *claim)
    };
    if !states_it(&diagram) {
        // Letters say which stones are the ends.
        for (letter, &end) in ('A'..='Z').zip(&ends) {
            diagram.labels.insert(end, letter.to_string());
        }
        if !states_it(&diagram) {
            return Err(WikiError::Inexpressible("this goal"));
        }
    }
    Ok(HexBoard { diagram, coordinates: Coordinates::Hide, moves: Vec::new() })
}

/// Reads all boards of a text, such as the source of a page. The id of a board is the heading or the bold line before
/// it. If that id is taken, a number is added; without a heading it is `board` and a number.
pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let mut boards = SharedBoards::default();
    let mut used = BTreeSet::new();
    let mut problems = Vec::new();
    let mut title = String::new();
    let mut at = 0;
    for (number, start) in (1..).zip(starts(file)) {
        let board = hexwiki::read(&file[start..]).map_err(|error| {
            let place = start + offset_of(&file[start..], error.place.line, error.place.column);
            Flaw::new(place..place, Fault::Syntax(format!("HexWiki board: {}", error.fault)))
        })?;
        if let Some(heading) = file[at..start].lines().rev().find_map(heading) {
            title = heading;
        }
        at = start;
        let word = if title.is_empty() { "board" } else { title.as_str() };
        let bare = (!title.is_empty()).then(|| title.clone()).into_iter();
        let mut names = bare.chain((number..).map(|number| format!("{word} {number}")));
        // There are more names than used ones.
        let id = names.find(|name| !used.contains(name)).unwrap_or_default();
        used.insert(id.clone());
        let span = start..start + file[start..].find('>').unwrap_or_default();
        let fault = |error: WikiError| Flaw::new(span.clone(), Fault::Syntax(error.to_string()));
        problems.push((start..start, with_boards(id, &board.diagram, &mut boards).map_err(fault)?));
    }
    Ok(problems)
}

/// Beginnings of the boards of a text.
fn starts(file: &str) -> impl Iterator<Item = usize> {
    let is_start = |&(at, _): &(usize, &str)| file[at..].starts_with("<hexboard") || file[at..].starts_with("<hex>");
    file.match_indices("<hex").filter(is_start).map(|(at, _)| at)
}

/// The words of a line `== words ==` or `'''words'''`.
fn heading(line: &str) -> Option<String> {
    let line = line.trim();
    let words = match line.strip_prefix("'''") {
        Some(rest) => rest.strip_suffix("'''")?,
        None => line.strip_prefix('=')?.strip_suffix('=')?.trim_matches('='),
    };
    let words = one_line(&words.replace(char::is_control, " "));
    (!words.is_empty()).then_some(words)
}

#[cfg(feature = "testing")]
mod tests {
    use crate::{from_hexwiki, parse_file_text, to_hexwiki};
    use tesuji_hex::notation::hexwiki;

    const ZIGGURAT: &str =
        "<hexboard size=\"3x4\" coords=\"hide\" edges=\"bottom\" visible=\"c1 d1 b2--d3 a3\" contents=\"R c1\"/>";

    fn same(wiki: &str, headers: &str) {
        let board = hexwiki::read(wiki).unwrap();
        let claim = from_hexwiki("x", &board).unwrap().claim;
        assert_eq!(claim, parse_file_text(headers).unwrap()[0].claim, "{wiki}");
        let again = from_hexwiki("x", &to_hexwiki(&claim).unwrap()).unwrap().claim;
        assert_eq!(again, claim, "{wiki}");
    }

    #[test]
    fn a_board_states_its_claim() {
        same(ZIGGURAT, "id: x\ngoal: A-bottom\n\n##A.\n#...\n....\n");
        // No edge: the chains are joined. The shaded cells of a whole board are the carrier.
        same("<hexboard size=\"2x2\" edges=\"none\" contents=\"R a1 b2 S b1 a2\"/>", "id: x\ngoal: a1-b2\n\no.\n.o\n");
        // Letters say which stones are the ends.
        same(
            "<hexboard size=\"2x4\" edges=\"bottom\" visible=\"a2--d2 a1 c1\" contents=\"R A:c1 a1\"/>",
            "id: x\ngoal: c1-bottom\n\no#o#\n....\n",
        );
        // Two chains and an edge: each is joined to it. Blue owns what only blue stones are drawn for.
        same(
            "<hexboard size=\"2x4\" edges=\"bottom\" visible=\"a2--d2 a1 c1\" contents=\"R c1 a1\"/>",
            "id: x\ngoal: a1-bottom and c1-bottom\n\no#o#\n....\n",
        );
        same(
            "<hexboard size=\"2x2\" edges=\"left\" contents=\"B b1\"/>",
            "id: x\nowner: white\ngoal: b1-left\n\n.o\n..\n",
        );
        same("<hexboard size=\"2x2\" contents=\"R b1 B a1\"/>", "id: x\ngoal: top-bottom\n\n#o\n..\n");
    }

    #[test]
    fn a_page_gives_all_its_boards_under_their_headings() {
        let page = format!("== Template III1a ==\nText.\n{ZIGGURAT}\nAgain:\n{ZIGGURAT}\n'''other'''\n{ZIGGURAT}\n");
        let ids: Vec<String> = parse_file_text(&page).unwrap().into_iter().map(|problem| problem.id).collect();
        assert_eq!(ids, ["Template III1a", "Template III1a 2", "other"]);
        assert_eq!(parse_file_text(ZIGGURAT).unwrap()[0].id, "board 1");
    }

    #[test]
    fn a_board_that_claims_nothing_says_what_is_missing() {
        for (board, message) in [
            ("<hexboard size=\"2x2\" edges=\"none\" contents=\"R b1\"/>", "one chain and no edge of its owner"),
            ("<hexboard size=\"2x2\" edges=\"bottom\"/>", "no stone to be joined"),
            ("<hexboard size=\"2x2\" contents=\"R A:b1\"/>", "both edges of the owner are drawn"),
            ("<hexboard size=\"2x2\" contents=\"R c1\"/>", "line 2, column 34: HexWiki board"),
        ] {
            let error = parse_file_text(&format!("\n{board}")).unwrap_err().to_string();
            assert!(error.contains(message) && error.starts_with("line 2, "), "{error}");
        }
    }
}
