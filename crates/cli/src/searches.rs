//! Progress of searches, as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tesuji_archive::store::claim_key;
use tesuji_archive::{SearchQuestion, SearchReport};
use tesuji_board::Cell;
use tesuji_proof::Mover;

use crate::commands::store::position_id;
use crate::text::{count, with_separators};

/// The most moves of the line in a remark.
const LONGEST_LINE: usize = 8;

/// The name in front of a report: that of the input, or one made from the question.
fn name(report: &SearchReport) -> String {
    match &report.question {
        _ if !report.name.is_empty() => report.name.clone(),
        SearchQuestion::Position(question) => position_id(question),
        SearchQuestion::Claim(claim) => format!("claim-{}", &claim_key(claim).to_string()[..11]),
    }
}

/// The player who moves first, and the one who moves second.
fn players(question: &SearchQuestion) -> [&'static str; 2] {
    match question {
        SearchQuestion::Position(question) => [question.to_move.name(), question.to_move.opponent().name()],
        SearchQuestion::Claim(claim) => match claim.to_move {
            Mover::Owner => ["owner", "opponent"],
            Mover::Opponent => ["opponent", "owner"],
        },
    }
}

fn cells(question: &SearchQuestion, cells: impl IntoIterator<Item = usize>) -> Vec<&str> {
    let name = |cell| match question {
        SearchQuestion::Position(question) => question.topology.name(Cell::new(cell)),
        SearchQuestion::Claim(claim) => claim.carrier.iter().nth(cell).map_or("?", |cell| claim.topology.name(cell)),
    };
    cells.into_iter().map(name).collect()
}

/// The player whom the net favours, and the chance that it gives.
fn opinion(report: &SearchReport) -> Option<(&'static str, f64)> {
    let [first, second] = players(&report.question);
    let chance = report.state.opinion?;
    Some(if chance >= 0.5 { (first, chance) } else { (second, 1.0 - chance) })
}

/// The player who wins, if that is decided.
fn winner(report: &SearchReport) -> Option<&'static str> {
    let [first, second] = players(&report.question);
    report.state.wins.map(|wins| if wins { first } else { second })
}

/// One JSON object.
pub(crate) fn to_json(report: &SearchReport) -> Value {
    let SearchReport { question, state, spent, .. } = report;
    let open = state.open.iter().map(|reply| {
        json!({
            "move": cells(question, [reply.cell])[0],
            "nodes": reply.nodes,
            "to_win": reply.numbers.map(|numbers| numbers.0),
            "to_lose": reply.numbers.map(|numbers| numbers.1),
        })
    });
    json!({
        "id": name(report),
        "to_move": players(question)[0],
        "winner": winner(report),
        "refuted": cells(question, state.refuted.iter().copied()),
        "open": open.collect::<Vec<_>>(),
        "line": cells(question, state.line.iter().copied()),
        "nodes": spent.nodes,
        "seconds": spent.seconds,
        "nodes_left_estimate": state.left,
        "opinion": opinion(report).map(|(winner, chance)| json!({ "winner": winner, "chance": chance })),
    })
}

/// A line for a terminal.
pub(crate) fn remark(report: &SearchReport) -> String {
    let SearchReport { question, state, .. } = report;
    if let Some(winner) = winner(report) {
        return format!("decided: {winner} wins");
    }
    let mut text = format!("{} refuted, {} open", state.refuted.len(), state.open.len());
    let line = cells(question, state.line.iter().copied().take(LONGEST_LINE)).join(" ");
    // Writing to a string cannot fail.
    _ = write!(text, "; {line}");
    if let Some(left) = state.left {
        _ = write!(text, "; {} left (estimate)", with_separators(left));
    }
    if let Some((player, chance)) = opinion(report) {
        _ = write!(text, "; the net favours {player} ({:.0} %)", 100.0 * chance);
    }
    text
}

/// Several lines: all that is known of a search.
pub(crate) fn describe(report: &SearchReport) -> String {
    let SearchReport { question, state, spent, .. } = report;
    let positions = count(spent.nodes, "position");
    let mut text =
        format!("{}: {} to move, {positions} in {:.1} s\n", name(report), players(question)[0], spent.seconds);
    let mut line = |title: &str, content: &str| _ = writeln!(text, "  {title:<8} {content}");
    if let Some(winner) = winner(report) {
        line("decided", &format!("{winner} wins"));
        return text;
    }
    let listed = |names: Vec<&str>| format!("{}: {}", names.len(), names.join(" "));
    line("refuted", &listed(cells(question, state.refuted.iter().copied())));
    line("open", &listed(cells(question, state.open.iter().map(|reply| reply.cell))));
    line("line", &cells(question, state.line.iter().copied()).join(" "));
    if let Some(left) = state.left {
        line("left", &format!("about {} (an estimate, often wrong by a factor of several)", count(left, "position")));
    }
    if let Some((player, chance)) = opinion(report) {
        line("net", &format!("favours {player}, {:.0} % (an opinion)", 100.0 * chance));
    }
    text
}
