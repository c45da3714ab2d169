//! Text that the commands about a strategy in the making print for people.

use std::fmt::Write as _;

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_claims::dialogue::{Attempt, Dialogue, OpenQuestion, OpenTask, Suggestion};
use tesuji_problem::strategy::Mark;

use crate::columns::Columns;
use crate::picture::{EMPTY, MARKED, OPEN, Picture, names};
use crate::text::{count, with_separators};

/// The most cells that a line lists by name.
const MOST_NAMES: usize = 12;

pub(super) fn next(dialogue: &Dialogue<'_>) -> String {
    let root = dialogue.root();
    let number = |wanted: fn(&Mark) -> bool| root.count(&wanted);
    let numbers = format!(
        "{} of {} proved, {} refuted, {} believed",
        number(|mark| *mark == Mark::Proved),
        count(number(|_| true) as u64, "position"),
        number(|mark| *mark == Mark::Refuted),
        number(|mark| matches!(mark, Mark::Believed(_))),
    );
    let mut text = format!("{}: {}; {numbers}\n", dialogue.strategy().problem.id, root.mark);
    let open = dialogue.next();
    if open.is_empty() {
        return text;
    }
    let mut table = Columns::new(["place", "state", ">decides", ">cells", ">about nodes", "to do"]);
    for question in &open {
        let [decides, cells, cost] =
            [question.decides as u64, question.cells as u64, question.cost].map(with_separators);
        table.row([&question.place, &question.mark.to_string(), &decides, &cells, &cost, &task(dialogue, question)]);
    }
    _ = write!(
        text,
        "\n{table}decides: positions that are proved if this is done; nodes: a rough estimate of a search\n"
    );
    text
}

fn task(dialogue: &Dialogue<'_>, question: &OpenQuestion) -> String {
    match &question.task {
        OpenTask::Prove => "prove it, answer moves, or divide it".to_owned(),
        OpenTask::Answer(moves) => format!("answer {}", few(board(dialogue), moves)),
        OpenTask::Divide(fault) => format!("divide it otherwise: {fault}"),
    }
}

pub(super) fn suggestion(place: &str, found: &Suggestion) -> String {
    let claim = &found.claim;
    let board = &*claim.topology;
    let mut text = format!("{place}: {}", found.mark);
    if !found.unanswered.is_empty() {
        _ = write!(text, ", no reply yet to {}", few(board, &found.unanswered));
    }
    text.push('\n');
    if !found.line.is_empty() {
        _ = writeln!(text, "refuted by {}", names_in_order(board, &found.line));
    }
    if !found.offers.is_empty() {
        let mut table = Columns::new(["state", ">nodes", ">numbers", ">chance", "to try"]);
        for offer in &found.offers {
            let numbers = offer.numbers.map_or_else(|| "-".to_owned(), |(win, lose)| format!("{win}/{lose}"));
            let chance = offer.chance.map_or_else(|| "-".to_owned(), |chance| format!("{:.0} %", 100.0 * chance));
            let mut what = offer.lines.join(" + ");
            if !offer.answers.is_empty() {
                _ = write!(what, "  answers {}", count(offer.answers.len() as u64, "move"));
            }
            if !offer.line.is_empty() {
                _ = write!(what, "  refuted by {}", names_in_order(board, &offer.line));
            }
            table.row([&offer.mark.to_string(), &with_separators(offer.spent), &numbers, &chance, &what]);
        }
        _ = write!(
            text,
            "\n{table}numbers: proof and disproof number; chance: the learned net's opinion that it holds\n"
        );
    }
    let mut picture = Picture::new(board).with(&claim.carrier, '.', EMPTY).with(&found.region, '+', OPEN);
    picture = picture.with(&claim.stones, 'o', MARKED);
    let says = match found.mark {
        Mark::Proved => "the proof needs",
        Mark::Refuted => "the refutation needs",
        Mark::Open | Mark::Believed(_) => "the smallest region found that may be enough has",
    };
    _ = write!(text, "\n{picture}+: {says} {}\n", count(found.region.len() as u64, "cell"));
    text
}

pub(super) fn attempt(found: &Attempt) -> String {
    let mut text = String::new();
    for outcome in &found.outcomes {
        let board = &*outcome.claim.topology;
        let spent = count(outcome.spent, "node");
        _ = match &outcome.mark {
            Mark::Proved if outcome.answers.is_empty() => {
                writeln!(text, "{}: proved in {} ({spent})", outcome.place, count(outcome.region.len() as u64, "cell"))
            }
            Mark::Proved => {
                writeln!(text, "{}: proved ({spent}); it answers {}", outcome.place, few(board, &outcome.answers))
            }
            Mark::Refuted => {
                writeln!(text, "{}: refuted by {} ({spent})", outcome.place, names_in_order(board, &outcome.line))
            }
            mark => {
                let cost = with_separators(outcome.cost);
                writeln!(text, "{}: {mark} after {spent}; a search may take about {cost} nodes", outcome.place)
            }
        };
    }
    if !found.is_kept {
        text.push_str("not kept: a part is refuted\n");
    }
    let Some(outcome) = found.outcomes.first() else { return text };
    if found.mark == Mark::Proved {
        text.push_str("the position is proved\n");
    } else if !found.unanswered.is_empty() {
        _ = writeln!(text, "no reply yet to {}", few(&outcome.claim.topology, &found.unanswered));
    }
    text
}

fn board<'d>(dialogue: &'d Dialogue<'_>) -> &'d Topology {
    &dialogue.root().claim.topology
}

fn names_in_order(board: &Topology, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

/// A set in a table: its cells, or the first of them.
fn few(board: &Topology, cells: &CellSet) -> String {
    match cells.len() {
        0..=MOST_NAMES => names(board, cells),
        n_cells => {
            let first: CellSet = cells.iter().take(MOST_NAMES).collect();
            format!("{n_cells} moves: {} ...", names(board, &first))
        }
    }
}
