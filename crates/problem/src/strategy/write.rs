//! From a strategy to text.

use std::fmt::Write;

use tesuji_board::{CellSet, Topology};
use tesuji_proof::Claim;

use super::read::{TITLE, title};
use super::{Note, Plan, Strategy, after};
use crate::cells::cell_list;
use crate::goal::goal_text;
use crate::text::spelled;
use crate::write_diagram;

/// On a rhombus, lines longer than this many characters are continued on the next.
const WIDTH: usize = 110;

/// The strategy as text that [`parse`](super::parse) reads.
///
/// It is read back unchanged if its cells make sense where they stand, no list of branches or parts is empty, and its
/// problem satisfies the conditions of [`write_diagram`].
#[must_use]
pub fn write(strategy: &Strategy) -> String {
    let mut text = write_diagram(std::slice::from_ref(&strategy.problem));
    text.push('\n');
    write_strategy(&mut text, strategy);
    text
}

/// A text that [`parse`](super::parse) has read, with this strategy in place of its own. What stands before the strategy
/// stays as it is.
#[must_use]
pub fn rewrite(text: &str, strategy: &Strategy) -> String {
    let mut text = title(text).map_or(text, |title| &text[..title.start]).to_owned();
    write_strategy(&mut text, strategy);
    text
}

/// Cells as a strategy lists them: of those that are empty in the position, `all` or `all except` some.
#[must_use]
pub fn cells_text(board: &Topology, cells: &CellSet, empty: &CellSet) -> String {
    cell_list(board, cells, empty)
}

fn write_strategy(text: &mut String, strategy: &Strategy) {
    let claim = &strategy.problem.claim;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{TITLE}{}", mark(&strategy.note));
    write_comments(text, &strategy.note, 0);
    match strategy.first {
        None => write_plan(text, &strategy.plan, claim, 0),
        Some(first) => {
            let _ = writeln!(text, "-> {}", spelled(claim.topology.name(first)));
            write_plan(text, &strategy.plan, &after(claim, &Default::default(), first), 2);
        }
    }
}

/// The mark of a line, after a blank.
fn mark(note: &Note) -> String {
    note.mark.as_ref().map(|mark| format!(" [{mark}]")).unwrap_or_default()
}

fn write_comments(text: &mut String, note: &Note, indent: usize) {
    for comment in &note.comments {
        let _ = writeln!(text, "{:indent$}; {comment}", "");
    }
}

fn write_plan(text: &mut String, plan: &Plan, position: &Claim, indent: usize) {
    let board = &*position.topology;
    match plan {
        Plan::Search => {}
        Plan::Moves(branches) => {
            for branch in branches {
                let moves = cell_list(board, &branch.moves, &position.carrier);
                write_comments(text, &branch.note, indent);
                let reply = spelled(board.name(branch.reply));
                let _ = writeln!(text, "{:indent$}{moves} -> {reply}{}", "", mark(&branch.note));
                let next = after(position, &branch.moves, branch.reply);
                write_plan(text, &branch.plan, &next, indent + 2);
            }
        }
        Plan::Parts(parts) => {
            for part in parts {
                let goal = goal_text(board, &part.goal);
                let cells = cell_list(board, &part.cells, &position.carrier);
                write_comments(text, &part.note, indent);
                let line = format!("part {goal}: {cells}{}", mark(&part.note));
                // On a graph, a continued line could begin with a node called `part`.
                let width = if board.size().is_some() { WIDTH.saturating_sub(indent) } else { usize::MAX };
                write_wrapped(text, &line, indent, width);
                let within = Claim { carrier: part.cells.clone(), goal: part.goal.clone(), ..position.clone() };
                write_plan(text, &part.plan, &within, indent + 2);
            }
        }
    }
}

/// Breaks the line at blanks; continuation lines are indented by four more.
fn write_wrapped(text: &mut String, line: &str, indent: usize, width: usize) {
    let _ = write!(text, "{:indent$}", "");
    let mut used = 0;
    for (i, word) in line.split(' ').enumerate() {
        if i > 0 && used + 1 + word.len() > width {
            let _ = write!(text, "\n{:1$}", "", indent + 4);
            used = 4;
        } else if i > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += word.len();
    }
    text.push('\n');
}
