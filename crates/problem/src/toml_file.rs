//! Problem files in TOML: `[[problem]]` tables, typed by hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::draft::{Draft, Typed};
use super::error::{Fault, Flaw};
use super::names::Boards;
use super::text::Text;
use super::{Placed, Problem};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Of every problem that names no origin of its own.
    origin: Option<Spanned<String>>,
    #[serde(default)]
    problem: Vec<Spanned<Table>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    id: Option<Spanned<String>>,
    origin: Option<Spanned<String>>,
    verified: Option<Spanned<String>>,
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
}

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let syntax = |error: toml::de::Error| {
        Flaw::new(error.span().unwrap_or_default(), Fault::Syntax(super::text::one_line(error.message())))
    };
    let content: File = toml::from_str(file).map_err(syntax)?;
    let text = |value: Spanned<String>| Text::decoded(file, value.span(), value.into_inner());
    let origin = content.origin.map(text);
    let mut boards = Boards::default();
    let mut problems = Vec::with_capacity(content.problem.len());
    for table in content.problem {
        let here = table.span();
        let table = table.into_inner();
        let draft = Draft {
            // The `[[problem]]` line: the table itself has no other place where a key is missing.
            here: here.start..here.start,
            id: table.id.map(text),
            origin: table.origin.map(text).or_else(|| origin.clone()),
            verified: table.verified.map(text),
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
        };
        problems.push((draft.id.as_ref().map_or(here, Text::span), draft.resolve(file, &mut boards)?));
    }
    Ok(problems)
}

/// Problems as a TOML file: drawings with margins for rhombi, lists for graphs.
///
/// [`parse_file_text`](super::parse_file_text) gives the same problems back, at least one and with ids and texts as
/// [`Problem`] wants them; a graph's edges come back in the order of their names.
#[must_use]
pub fn write_toml(problems: &[Problem]) -> String {
    let mut file = String::new();
    for (i, problem) in problems.iter().enumerate() {
        let typed = Typed::new(problem);
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
        if let Some(drawing) = typed.drawing {
            let _ = writeln!(file, "diagram = \"\"\"\n{drawing}\"\"\"");
        }
    }
    file
}

/// The text as a TOML string; one of several lines holds names and words alone, which nothing escapes.
fn quoted(text: String) -> String {
    if text.contains('\n') {
        return format!("\"\"\"\n{text}\"\"\"");
    }
    Value::String(text).to_string()
}
