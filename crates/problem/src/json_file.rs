//! Problem files in JSON: for programs, and readable in all later versions.
//!
//! A file is `{"note": .., "problems": [..]}`, or a bare list of problems, or one problem per line. Unknown keys are
//! skipped.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::Mover;

use super::cells::Cells;
use super::error::Flaw;
use super::goal::{GoalParts, GroupParts, terminal_name};
use super::json_source::{JsonSource, Members, Raw, values};
use super::names::{GraphParts, Name, Names, SharedBoards};
use super::parts::ProblemParts;
use super::published::{NUMBERS, PublishedCost, PublishedDraft, PublishedNodes};
use super::text::{SpannedText, one_line};
use super::{Placed, Problem};

/// The keys of a problem.
const KEYS: [&str; 14] = [
    "id",
    "board",
    "owner",
    "empties",
    "stones",
    "goals",
    "to_move",
    "answer",
    "needed",
    "droppable",
    "verified",
    "all_of",
    "origin",
    "published",
];

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let source = JsonSource(file);
    let mut boards = SharedBoards::default();
    let mut problems = Vec::new();
    for value in values(file) {
        let value = value?;
        let listed = if value.get().starts_with('[') {
            Some(value)
        } else {
            source.object(value, &["problems"], "a problem, or an object with a list of `problems`")?.get("problems")
        };
        let records = match listed {
            Some(list) => source.read(list, "a list of problems")?,
            None => vec![value],
        };
        for raw in records {
            problems.push(problem(source, raw, &mut boards)?);
        }
    }
    Ok(problems)
}

fn problem<'a>(
    source: JsonSource<'a>,
    raw: Raw<'a>,
    boards: &mut SharedBoards,
) -> Result<(Range<usize>, Problem), Flaw> {
    let record = source.object(raw, &KEYS, "a problem: an object, none of its keys twice")?;
    let id = source.text(record.required("id", "a name of its own for each problem")?, "a text")?;
    let board = record.required("board", "`[columns, rows]` or a graph")?;
    let topology = match board.get().starts_with('{') {
        true => Arc::new(graph(source, board)?),
        false => {
            let (columns, rows) = source.read(board, "`[columns, rows]`, or a graph with `nodes` and `links`")?;
            boards.rhombus(columns, rows).map_err(|fault| Flaw::new(source.span(board), fault))?
        }
    };
    let names = Names::new(&topology, Default::default());
    let cells = |raw: Raw<'a>| -> Result<Cells, Flaw> {
        let mut cells = Cells::new();
        for text in source.texts(raw, "a list of cells, each a text")? {
            cells.entry(names.cell(&(text.as_str(), text.span()))?).or_insert_with(|| text.span());
        }
        Ok(cells)
    };
    let choose = |key, choices: [&str; 2]| {
        let expected = format!("`{}` or `{}`", choices[0], choices[1]);
        let Some(text) = record.text(key, &expected)? else { return Ok(0) };
        choices.iter().position(|&choice| choice == text.as_str()).ok_or_else(|| text.unexpected(expected))
    };
    let (origin, verified) = (record.text("origin", "a text")?, record.text("verified", "a text")?);
    let all_of = record.text("all_of", "a text")?;
    let problem = ProblemParts {
        id: &id,
        owner: Player::BOTH[choose("owner", ["black", "white"])?],
        to_move: [Mover::Opponent, Mover::Owner][choose("to_move", ["opponent", "owner"])?],
        expected: record.get("answer").map(|raw| source.read(raw, "true, false or null")).transpose()?,
        origin: origin.as_ref().map(SpannedText::as_str),
        verified: verified.as_ref().map(SpannedText::as_str),
        all_of: all_of.as_ref().map(SpannedText::as_str),
        stones: cells(record.required("stones", "the list of the owner's stones")?)?,
        carrier: cells(record.required("empties", "the list of the empty cells")?)?,
        goal: goal(source, record.required("goals", "a list of alternatives")?, &names)?,
        needed: record.get("needed").map(cells).transpose()?,
        droppable: record.get("droppable").map(cells).transpose()?,
        published: record.get("published").map_or(Ok(None), |raw| published(source, raw))?,
        topology: Arc::clone(&topology),
    }
    .assemble()?;
    Ok((id.span(), problem))
}

fn published<'a>(source: JsonSource<'a>, raw: Raw<'a>) -> Result<Option<PublishedNodes>, Flaw> {
    let keys = ["source", NUMBERS[0], NUMBERS[1], NUMBERS[2], NUMBERS[3]];
    let record = source.object(raw, &keys, "published numbers: an object, none of its keys twice")?;
    let number = |key| record.get(key).map(|raw| SpannedText::slice(source.0, source.span(raw)));
    PublishedDraft { source: record.text("source", "a text")?, numbers: NUMBERS.map(number) }.resolve()
}

fn goal<'a>(source: JsonSource<'a>, raw: Raw<'a>, names: &Names<'_>) -> Result<GoalParts, Flaw> {
    const EXPECTED: &str = "alternatives, each a list of groups, each a list of cells and edges";
    let alternatives: Vec<Vec<Raw<'a>>> = source.read(raw, EXPECTED)?;
    if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
        return Err(source.unexpected(raw, "at least one alternative, each of at least one group"));
    }
    let group = |raw: Raw<'a>| -> Result<GroupParts, Flaw> {
        let texts = source.texts(raw, EXPECTED)?;
        let terminal = |text: &SpannedText<'_>| Ok((names.terminal(&(text.as_str(), text.span()))?, text.span()));
        Ok(GroupParts { span: source.span(raw), terminals: texts.iter().map(terminal).collect::<Result<_, Flaw>>()? })
    };
    alternatives.into_iter().map(|groups| groups.into_iter().map(group).collect()).collect()
}

fn graph<'a>(source: JsonSource<'a>, raw: Raw<'a>) -> Result<Topology, Flaw> {
    let expected = "a graph: an object with `nodes` and `links`, none of its keys twice";
    let parts = source.object(raw, &["nodes", "links", "terminals"], expected)?;
    let nodes = source.texts(parts.required("nodes", "the list of the graph's nodes")?, "a list of names")?;
    let mut links = Vec::new();
    if let Some(raw) = parts.get("links") {
        for link in source.read::<Vec<Raw<'a>>>(raw, "a list of links")? {
            match <[_; 2]>::try_from(source.texts(link, "a link: two nodes")?) {
                Ok(ends) => links.push(ends),
                Err(_) => return Err(source.unexpected(link, "a link: two nodes")),
            }
        }
    }
    let mut terminals = Vec::new();
    if let Some(raw) = parts.get("terminals") {
        for (name, nodes) in source.read::<Members<'a>>(raw, "an object of terminals: names and lists of nodes")?.0 {
            terminals.push((source.text(name, "a name")?, source.texts(nodes, "a list of nodes")?));
        }
    }
    GraphParts {
        span: source.span(raw),
        nodes: nodes.iter().map(placed).collect(),
        links: links.iter().map(|[from, to]| (placed(from), placed(to))).collect(),
        terminals: terminals.iter().map(|(name, nodes)| (placed(name), nodes.iter().map(placed).collect())).collect(),
    }
    .build(source.0)
}

fn placed<'t>(text: &'t SpannedText<'_>) -> Name<'t> {
    (text.as_str(), text.span())
}

/// Problems as a JSON file, one problem per line.
///
/// [`parse_file_text`](super::parse_file_text) gives the same problems back, under the conditions of
/// [`write_toml`](super::write_toml).
#[must_use]
pub fn write_json(problems: &[Problem]) -> String {
    let lines: Vec<_> = problems.iter().map(json_line).collect();
    format!("{{\"problems\": [\n{}\n]}}\n", lines.join(",\n"))
}

#[derive(Serialize)]
struct WrittenProblem<'p> {
    id: &'p str,
    board: WrittenBoard<'p>,
    owner: &'static str,
    empties: Vec<&'p str>,
    stones: Vec<&'p str>,
    goals: Vec<Vec<Vec<&'p str>>>,
    to_move: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<Vec<&'p str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    droppable: Option<Vec<&'p str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_of: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<WrittenPublished>,
}

#[derive(Serialize)]
struct WrittenPublished {
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    a_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    a_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_nodes: Option<u64>,
}

impl WrittenPublished {
    fn new(published: &PublishedNodes) -> Self {
        let seconds = |cost: &PublishedCost| cost.time.as_ref().map(Duration::as_secs_f64);
        Self {
            source: published.source.as_deref().map(one_line),
            a_seconds: seconds(&published.a),
            a_nodes: published.a.nodes,
            b_seconds: seconds(&published.b),
            b_nodes: published.b.nodes,
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum WrittenBoard<'p> {
    Rhombus(usize, usize),
    Graph { nodes: Vec<&'p str>, links: Vec<(&'p str, &'p str)>, terminals: BTreeMap<&'p str, Vec<&'p str>> },
}

fn json_line(problem: &Problem) -> String {
    let claim = &problem.claim;
    let board = &*claim.topology;
    let name = |cell: Cell| board.name(cell);
    let names = |cells: &CellSet| cells.iter().map(name).collect::<Vec<_>>();
    let group = |group: &Vec<_>| group.iter().map(|&terminal| terminal_name(board, terminal)).collect();
    let record = WrittenProblem {
        id: &problem.id,
        board: match board.size() {
            Some((columns, rows)) => WrittenBoard::Rhombus(columns, rows),
            None => WrittenBoard::Graph {
                nodes: board.cells().map(name).collect(),
                links: super::links(board).map(|(a, b)| (name(a), name(b))).collect(),
                terminals: board.edges().iter().map(|edge| (edge.name.as_str(), names(&edge.cells))).collect(),
            },
        },
        owner: claim.owner.name(),
        empties: names(&claim.carrier),
        stones: names(&claim.stones),
        goals: claim.goal.alternatives().iter().map(|groups| groups.iter().map(group).collect()).collect(),
        to_move: match claim.to_move {
            Mover::Opponent => "opponent",
            Mover::Owner => "owner",
        },
        answer: problem.expected,
        needed: problem.needed.as_ref().map(names),
        droppable: problem.droppable.as_ref().map(names),
        verified: problem.verified.as_deref().map(one_line),
        all_of: problem.all_of.as_deref().map(one_line),
        origin: problem.origin.as_deref().map(one_line),
        published: problem.published.as_ref().map(WrittenPublished::new),
    };
    serde_json::to_string(&record).expect("texts, numbers and lists have a JSON form")
}
