//! The language of goals: `top-e5 and bottom-d7 or d7-b8`.

use std::ops::Range;

use tesuji_board::Topology;
use tesuji_proof::{Goal, Terminal};

use super::error::Flaw;
use super::names::Names;
use super::text::{Text, WordKind, spelled};

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
pub(crate) fn parse_goal(text: &Text<'_>, names: &Names<'_>) -> Result<GoalParts, Flaw> {
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
