//! The language of goals: `top-e5 and bottom-d7 or d7-b8`.

use std::ops::Range;

use tesuji_board::{CellSet, Topology};
use tesuji_proof::{ClaimError, Goal, Terminal};

use super::ProblemError;
use super::error::{Fault, Flaw};
use super::names::Names;
use super::text::{SpannedText, WordKind, spelled};

/// A group of terminals with their places.
pub(crate) struct GroupParts {
    pub(crate) span: Range<usize>,
    pub(crate) terminals: Vec<(Terminal, Range<usize>)>,
}

/// Alternatives of groups.
pub(crate) type GoalParts = Vec<Vec<GroupParts>>;

/// Reads a goal: alternatives between `or`, groups between `and`, terminals between dashes.
///
/// `and` binds more tightly than `or`; `a-b-c` requires all three in one piece.
pub(crate) fn parse_goal(text: &SpannedText<'_>, names: &Names<'_>) -> Result<GoalParts, Flaw> {
    let mut alternatives = vec![Vec::new()];
    let mut words = text.words();
    loop {
        let mut terminals = Vec::new();
        let after = loop {
            match words.next().transpose()? {
                Some(word) if word.is_name() => {
                    terminals.push((names.terminal(&(word.text, word.span.clone()))?, word.span));
                }
                Some(word) => return Err(word.unexpected("a cell, label or edge to join")),
                None => return Err(Flaw::unexpected(words.end(), "", "a cell, label or edge to join")),
            }
            match words.next().transpose()? {
                Some(word) if word.kind == WordKind::Dash => {}
                after => break after,
            }
        };
        let span = match (terminals.first(), terminals.last()) {
            (Some((_, first)), Some((_, last))) => first.start..last.end,
            _ => words.end(),
        };
        if let Some(alternative) = alternatives.last_mut() {
            alternative.push(GroupParts { span, terminals });
        }
        match after {
            None => return Ok(alternatives),
            Some(word) if word.is("and") => {}
            Some(word) if word.is("or") => alternatives.push(Vec::new()),
            Some(word) => return Err(word.unexpected("`-`, `and`, `or` or the end of the goal")),
        }
    }
}

/// Reads a goal as problem files have it. The owner has, or can get, the cells `usable`, and a goal joins no others.
///
/// # Errors
///
/// The first fault with its place in `text`.
pub fn goal_of_text(board: &Topology, usable: &CellSet, text: &str) -> Result<Goal, ProblemError> {
    let names = Names::new(board, Default::default());
    goal_within(&SpannedText::slice(text, 0..text.len()), &names, board, usable).map_err(|flaw| flaw.within(text))
}

/// Reads a goal that joins only edges and cells of `usable`.
pub(crate) fn goal_within(
    text: &SpannedText<'_>,
    names: &Names<'_>,
    board: &Topology,
    usable: &CellSet,
) -> Result<Goal, Flaw> {
    let alternatives = parse_goal(text, names)?;
    for group in alternatives.iter().flatten() {
        for (terminal, span) in &group.terminals {
            if let &Terminal::Cell(cell) = terminal
                && !usable.contains(cell)
            {
                return Err(Flaw::new(span.clone(), Fault::OpponentTerminal(board.name(cell).to_owned())));
            }
        }
        if group.terminals.iter().all(|(terminal, _)| *terminal == group.terminals[0].0) {
            return Err(Flaw::new(group.span.clone(), ClaimError::EmptyGoal));
        }
    }
    let terminals = |group: &GroupParts| group.terminals.iter().map(|&(terminal, _)| terminal).collect();
    let alternatives = alternatives.iter().map(|groups| groups.iter().map(terminals).collect()).collect();
    Goal::new(alternatives).map_err(|error| Flaw::new(text.span(), error))
}

/// The goal as text as problem files have it.
#[must_use]
pub fn goal_text(board: &Topology, goal: &Goal) -> String {
    let group = |group: &Vec<Terminal>| {
        let names: Vec<_> = group.iter().map(|&terminal| spelled(terminal_name(board, terminal))).collect();
        names.join("-")
    };
    let alternative = |groups: &Vec<_>| groups.iter().map(group).collect::<Vec<_>>().join(" and ");
    goal.alternatives().iter().map(alternative).collect::<Vec<_>>().join(" or ")
}

/// The name of a cell or edge of this board.
pub(crate) fn terminal_name(board: &Topology, terminal: Terminal) -> &str {
    match terminal {
        Terminal::Cell(cell) => board.name(cell),
        Terminal::Edge(edge) => &board.edges()[edge].name,
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_read_back_and_faults_have_their_place() {
        let board = Topology::rhombus(5, 4).unwrap();
        let usable: CellSet = ["c1", "a4", "b2"].iter().map(|name| board.cell(name).unwrap()).collect();
        for text in ["c1-bottom", "top-a4 and c1-b2 or left-b2"] {
            let goal = goal_of_text(&board, &usable, text).unwrap();
            let back = goal_of_text(&board, &usable, &goal_text(&board, &goal)).unwrap();
            assert_eq!(goal, back, "{text}");
        }
        for (text, column, words) in [
            ("", 1, "expected a cell, label or edge to join"),
            ("top-c2", 5, "`c2` is the opponent's"),
            ("top-c1 or b2-b2", 11, "at least two terminals"),
            ("top-z9", 5, "expected a cell from a1 to e4"),
        ] {
            let error = goal_of_text(&board, &usable, text).unwrap_err();
            assert_eq!((error.line(), error.column()), (1, column), "{text}: {error}");
            assert!(error.to_string().contains(words), "{text}: {error}");
        }
    }
}
