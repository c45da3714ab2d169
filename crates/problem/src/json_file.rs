//! Problem files in JSON: for programs, and readable for ever.
//!
//! A file is `{"note": .., "problems": [..]}`, or a bare list of problems, or one problem a line. Keys that are
//! not known are skipped.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::Mover;

use super::cells::Cells;
use super::error::{Fault, Flaw};
use super::goal::{GoalParts, GroupParts, terminal_name};
use super::json_source::{Members, Raw, Source, values};
use super::names::{Boards, GraphParts, Name, Names};
use super::parts::Parts;
use super::text::{Text, one_line};
use super::{Placed, Problem};

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    problems: Option<Raw<'a>>,
}

#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    id: Option<Raw<'a>>,
    board: Option<Raw<'a>>,
    owner: Option<Raw<'a>>,
    empties: Option<Raw<'a>>,
    stones: Option<Raw<'a>>,
    goals: Option<Raw<'a>>,
    to_move: Option<Raw<'a>>,
    answer: Option<Raw<'a>>,
    needed: Option<Raw<'a>>,
    droppable: Option<Raw<'a>>,
    verified: Option<Raw<'a>>,
    origin: Option<Raw<'a>>,
}

#[derive(Deserialize)]
struct Graph<'a> {
    #[serde(borrow)]
    nodes: Option<Raw<'a>>,
    links: Option<Raw<'a>>,
    terminals: Option<Raw<'a>>,
}

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let source = Source(file);
    let mut boards = Boards::default();
    let mut problems = Vec::new();
    for value in values(file) {
        let value = value?;
        let listed = if value.get().starts_with('[') {
            Some(value)
        } else {
            source.read::<File<'_>>(value, "a problem, or an object with a list of `problems`")?.problems
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

fn problem<'a>(source: Source<'a>, raw: Raw<'a>, boards: &mut Boards) -> Result<(Range<usize>, Problem), Flaw> {
    let record: Record<'a> = source.read(raw, "a problem: an object, none of its keys twice")?;
    let start = source.span(raw).start;
    let required = |value: Option<Raw<'a>>, key, expected| {
        value.ok_or_else(|| Flaw::new(start..start, Fault::Missing { key, expected }))
    };
    let id = source.text(required(record.id, "id", "a name of its own for each problem")?, "a text")?;
    let board = required(record.board, "board", "`[columns, rows]` or a graph")?;
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
    let choose = |raw: Option<Raw<'a>>, choices: [&str; 2]| match raw {
        None => Ok(0),
        Some(raw) => {
            let expected = format!("`{}` or `{}`", choices[0], choices[1]);
            let text = source.text(raw, &expected)?;
            choices.iter().position(|&choice| choice == text.as_str()).ok_or_else(|| text.unexpected(expected))
        }
    };
    let prose = |raw: Option<Raw<'a>>| raw.map(|raw| source.text(raw, "a text")).transpose();
    let (origin, verified) = (prose(record.origin)?, prose(record.verified)?);
    let problem = Parts {
        id: &id,
        owner: Player::BOTH[choose(record.owner, ["black", "white"])?],
        to_move: [Mover::Opponent, Mover::Owner][choose(record.to_move, ["opponent", "owner"])?],
        expected: record.answer.map(|raw| source.read(raw, "true, false or null")).transpose()?,
        origin: origin.as_ref().map(Text::as_str),
        verified: verified.as_ref().map(Text::as_str),
        stones: cells(required(record.stones, "stones", "the list of the owner's stones")?)?,
        carrier: cells(required(record.empties, "empties", "the list of the empty cells")?)?,
        goal: goal(source, required(record.goals, "goals", "a list of alternatives")?, &names)?,
        needed: record.needed.map(cells).transpose()?,
        droppable: record.droppable.map(cells).transpose()?,
        topology: Arc::clone(&topology),
    }
    .assemble()?;
    Ok((id.span(), problem))
}

fn goal<'a>(source: Source<'a>, raw: Raw<'a>, names: &Names<'_>) -> Result<GoalParts, Flaw> {
    const EXPECTED: &str = "alternatives, each a list of groups, each a list of cells and edges";
    let alternatives: Vec<Vec<Raw<'a>>> = source.read(raw, EXPECTED)?;
    if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
        return Err(source.unexpected(raw, "at least one alternative, each of at least one group"));
    }
    let group = |raw: Raw<'a>| -> Result<GroupParts, Flaw> {
        let texts = source.texts(raw, EXPECTED)?;
        let terminal = |text: &Text<'_>| Ok((names.terminal(&(text.as_str(), text.span()))?, text.span()));
        Ok(GroupParts { span: source.span(raw), terminals: texts.iter().map(terminal).collect::<Result<_, Flaw>>()? })
    };
    alternatives.into_iter().map(|groups| groups.into_iter().map(group).collect()).collect()
}

fn graph<'a>(source: Source<'a>, raw: Raw<'a>) -> Result<Topology, Flaw> {
    let parts: Graph<'a> = source.read(raw, "a graph: an object with `nodes` and `links`, none of its keys twice")?;
    let start = source.span(raw).start;
    let missing =
        || Flaw::new(start..start, Fault::Missing { key: "nodes", expected: "the list of the graph's nodes" });
    let nodes = source.texts(parts.nodes.ok_or_else(missing)?, "a list of names")?;
    let mut links = Vec::new();
    if let Some(raw) = parts.links {
        for link in source.read::<Vec<Raw<'a>>>(raw, "a list of links")? {
            match <[_; 2]>::try_from(source.texts(link, "a link: two nodes")?) {
                Ok(ends) => links.push(ends),
                Err(_) => return Err(source.unexpected(link, "a link: two nodes")),
            }
        }
    }
    let mut terminals = Vec::new();
    if let Some(raw) = parts.terminals {
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

fn placed<'t>(text: &'t Text<'_>) -> Name<'t> {
    (text.as_str(), text.span())
}

/// Problems as a JSON file, one problem a line.
///
/// [`parse_file_text`](super::parse_file_text) gives the same problems back, under the conditions of
/// [`write_toml`](super::write_toml).
#[must_use]
pub fn write_json(problems: &[Problem]) -> String {
    let lines: Vec<_> = problems.iter().map(json_line).collect();
    format!("{{\"problems\": [\n{}\n]}}\n", lines.join(",\n"))
}

#[derive(Serialize)]
struct Written<'p> {
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
    origin: Option<String>,
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
    let record = Written {
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
        origin: problem.origin.as_deref().map(one_line),
    };
    serde_json::to_string(&record).expect("texts, numbers and lists have a JSON form")
}
