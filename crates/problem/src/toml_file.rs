//! Problem files in TOML: `[[problem]]` tables, typed by hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::draft::{ProblemDraft, ProblemFields};
use super::error::Flaw;
use super::names::SharedBoards;
use super::published::{NUMBERS, PublishedDraft};
use super::text::SpannedText;
use super::{Placed, Problem, toml_source};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemFile {
    /// The origin of every problem that does not name its own.
    origin: Option<Spanned<String>>,
    #[serde(default)]
    problem: Vec<Spanned<ProblemTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemTable {
    id: Option<Spanned<String>>,
    origin: Option<Spanned<String>>,
    verified: Option<Spanned<String>>,
    all_of: Option<Spanned<String>>,
    owner: Option<Spanned<String>>,
    to_move: Option<Spanned<String>>,
    expect: Option<Spanned<String>>,
    goal: Option<Spanned<String>>,
    board: Option<Spanned<String>>,
    nodes: Option<Spanned<String>>,
    links: Option<Spanned<String>>,
    #[serde(default)]
    terminals: BTreeMap<Spanned<String>, Spanned<String>>,
    stones: Option<Spanned<String>>,
    #[serde(alias = "region")]
    carrier: Option<Spanned<String>>,
    diagram: Option<Spanned<String>>,
    needed: Option<Spanned<String>>,
    droppable: Option<Spanned<String>>,
    published: Option<PublishedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTable {
    source: Option<Spanned<String>>,
    a_seconds: Option<Spanned<Value>>,
    a_nodes: Option<Spanned<Value>>,
    b_seconds: Option<Spanned<Value>>,
    b_nodes: Option<Spanned<Value>>,
}

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let content: ProblemFile = toml_source::read(file)?;
    let text = |value: Spanned<String>| toml_source::text(file, value);
    let origin = content.origin.map(text);
    let mut boards = SharedBoards::default();
    let mut problems = Vec::with_capacity(content.problem.len());
    for table in content.problem {
        let here = table.span();
        let table = table.into_inner();
        let draft = ProblemDraft {
            // The `[[problem]]` line: the table itself has no other place to report a missing key.
            here: here.start..here.start,
            id: table.id.map(text),
            origin: table.origin.map(text).or_else(|| origin.clone()),
            verified: table.verified.map(text),
            all_of: table.all_of.map(text),
            owner: table.owner.map(text),
            to_move: table.to_move.map(text),
            expect: table.expect.map(text),
            goal: table.goal.map(text),
            board: table.board.map(text),
            nodes: table.nodes.map(text),
            links: table.links.map(text),
            terminals: table.terminals.into_iter().map(|(name, nodes)| (text(name), text(nodes))).collect(),
            stones: table.stones.map(text),
            carrier: table.carrier.map(text),
            diagram: table.diagram.map(text),
            needed: table.needed.map(text),
            droppable: table.droppable.map(text),
            published: table.published.map_or_else(PublishedDraft::default, |table| PublishedDraft {
                source: table.source.map(text),
                // Numbers are taken as they are written, so that a fault has its place.
                numbers: [table.a_seconds, table.a_nodes, table.b_seconds, table.b_nodes]
                    .map(|number| number.map(|number| SpannedText::slice(file, number.span()))),
            }),
        };
        problems.push((draft.id.as_ref().map_or(here, SpannedText::span), draft.resolve(file, &mut boards)?));
    }
    Ok(problems)
}

/// Problems as a TOML file: drawings with margins for rhombi, lists for graphs.
///
/// [`parse_file_text`](super::parse_file_text) reads the same problems back if there is at least one and their ids and
/// texts are as [`Problem`] requires. The edges of a graph come back in the order of their names.
#[must_use]
pub fn write_toml(problems: &[Problem]) -> String {
    let mut file = String::new();
    for (i, problem) in problems.iter().enumerate() {
        let typed = ProblemFields::new(problem);
        file.push_str(if i == 0 { "[[problem]]\n" } else { "\n[[problem]]\n" });
        // Writing to a string cannot fail.
        for (key, value) in typed.headers {
            let _ = writeln!(file, "{key} = {}", quoted(value));
        }
        if !typed.terminals.is_empty() {
            let pair = |(name, nodes): (String, String)| format!("{} = {}", quoted(name), quoted(nodes));
            let pairs: Vec<_> = typed.terminals.into_iter().map(pair).collect();
            let _ = writeln!(file, "terminals = {{ {} }}", pairs.join(", "));
        }
        if let Some((source, numbers)) = typed.published {
            let numbers = NUMBERS.iter().zip(numbers).filter_map(|(key, number)| Some((*key, number?)));
            let pairs = source.map(|source| ("source", quoted(source))).into_iter().chain(numbers);
            let pairs: Vec<_> = pairs.map(|(key, value)| format!("{key} = {value}")).collect();
            let _ = writeln!(file, "published = {{ {} }}", pairs.join(", "));
        }
        if let Some(drawing) = typed.drawing {
            let _ = writeln!(file, "diagram = \"\"\"\n{drawing}\"\"\"");
        }
    }
    file
}

/// The text as a TOML string. A text of several lines contains only names and words, which need no escapes.
fn quoted(text: String) -> String {
    if text.contains('\n') {
        return format!("\"\"\"\n{text}\"\"\"");
    }
    Value::String(text).to_string()
}
