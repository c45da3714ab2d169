//! A problem as a person types it, in TOML or under headers: every value is a text.

use std::ops::Range;
use std::sync::Arc;

use tesuji_board::{CellSet, Player, Topology};
use tesuji_proof::Mover;

use super::cells::{Cells, cell_list, cell_set, parse_cells};
use super::drawing::{ClaimDrawing, draw, parse_drawing};
use super::error::{Fault, Flaw};
use super::goal::{goal_text, parse_goal};
use super::names::{GraphParts, Name, Names, SharedBoards};
use super::parts::{ProblemParts, cells_without};
use super::published::PublishedDraft;
use super::text::{SpannedText, WordKind, one_line, spelled};
use super::{Problem, PublishedNodes};

/// The typed values, not yet examined.
#[derive(Default)]
pub(super) struct ProblemDraft<'a> {
    /// Beginning of the problem; missing values are reported here.
    pub(super) here: Range<usize>,
    pub(super) id: Option<SpannedText<'a>>,
    pub(super) origin: Option<SpannedText<'a>>,
    pub(super) verified: Option<SpannedText<'a>>,
    pub(super) all_of: Option<SpannedText<'a>>,
    pub(super) owner: Option<SpannedText<'a>>,
    pub(super) to_move: Option<SpannedText<'a>>,
    pub(super) expect: Option<SpannedText<'a>>,
    pub(super) goal: Option<SpannedText<'a>>,
    pub(super) board: Option<SpannedText<'a>>,
    pub(super) nodes: Option<SpannedText<'a>>,
    pub(super) links: Option<SpannedText<'a>>,
    pub(super) terminals: Vec<(SpannedText<'a>, SpannedText<'a>)>,
    pub(super) stones: Option<SpannedText<'a>>,
    pub(super) carrier: Option<SpannedText<'a>>,
    pub(super) diagram: Option<SpannedText<'a>>,
    pub(super) needed: Option<SpannedText<'a>>,
    pub(super) droppable: Option<SpannedText<'a>>,
    pub(super) published: PublishedDraft<'a>,
}

impl ProblemDraft<'_> {
    /// The problem that the values describe.
    pub(super) fn resolve(&self, file: &str, boards: &mut SharedBoards) -> Result<Problem, Flaw> {
        let id = self.required(&self.id, "id", "a name of its own for each problem")?;
        let (topology, drawing) = self.board(file, boards)?;
        let everything = CellSet::full(topology.n_cells());
        let (stones, carrier, labels) = match drawing {
            Some(drawing) => (drawing.stones, drawing.carrier, drawing.labels),
            None => {
                let names = Names::new(&topology, Default::default());
                let stones = match &self.stones {
                    Some(text) => parse_cells(text, &names, &everything)?,
                    None => Cells::new(),
                };
                let empty = cells_without(&topology, &cell_set(&stones));
                let text = self.required(&self.carrier, "carrier", "the empty cells, such as `all` or `a2-c3 d4`")?;
                (stones, parse_cells(text, &names, &empty)?, Default::default())
            }
        };
        let names = Names::new(&topology, labels);
        let goal = parse_goal(self.required(&self.goal, "goal", "a goal such as `top-d4 or d4-e2`")?, &names)?;
        let of_carrier = |text: &Option<SpannedText<'_>>| {
            text.as_ref().map(|text| parse_cells(text, &names, &cell_set(&carrier))).transpose()
        };
        let (needed, droppable) = (of_carrier(&self.needed)?, of_carrier(&self.droppable)?);
        ProblemParts {
            id,
            owner: chosen(&self.owner, &[("black", Player::Black), ("white", Player::White)])?.unwrap_or(Player::Black),
            to_move: chosen(&self.to_move, &[("opponent", Mover::Opponent), ("owner", Mover::Owner)])?
                .unwrap_or(Mover::Opponent),
            expected: chosen(&self.expect, &[("holds", true), ("fails", false)])?,
            origin: self.origin.as_ref().map(SpannedText::as_str),
            verified: self.verified.as_ref().map(SpannedText::as_str),
            all_of: self.all_of.as_ref().map(SpannedText::as_str),
            topology: Arc::clone(&topology),
            stones,
            carrier,
            goal,
            needed,
            droppable,
            published: self.published.resolve()?,
        }
        .assemble()
    }

    fn required<'t, 'a>(
        &self,
        value: &'t Option<SpannedText<'a>>,
        key: &'static str,
        expected: &'static str,
    ) -> Result<&'t SpannedText<'a>, Flaw> {
        value.as_ref().ok_or_else(|| Flaw::new(self.here.clone(), Fault::Missing { key, expected }))
    }

    /// The board, from a drawing, a graph or a size.
    fn board(&self, file: &str, boards: &mut SharedBoards) -> Result<(Arc<Topology>, Option<ClaimDrawing>), Flaw> {
        let terminal = self.terminals.first().map(|(name, _)| name);
        let graph_keys = [("links", self.links.as_ref()), ("terminals", terminal)];
        if let Some(diagram) = &self.diagram {
            let lists = [("stones", self.stones.as_ref()), ("carrier", self.carrier.as_ref())];
            exclude("a drawing", [("nodes", self.nodes.as_ref())].into_iter().chain(graph_keys).chain(lists))?;
            let drawing = parse_drawing(diagram)?;
            let size = (drawing.columns, drawing.rows);
            if let Some(board) = self.board.as_ref()
                && board_size(board)? != size
            {
                return Err(board.unexpected(format!("{}x{}, as the drawing shows", size.0, size.1)));
            }
            let topology = boards.rhombus(size.0, size.1).map_err(|fault| Flaw::new(diagram.span(), fault))?;
            Ok((topology, Some(drawing)))
        } else if let Some(nodes) = &self.nodes {
            exclude("nodes", [("board", self.board.as_ref())])?;
            Ok((Arc::new(self.graph(nodes)?.build(file)?), None))
        } else if let Some(board) = &self.board {
            exclude("board", graph_keys)?;
            let (columns, rows) = board_size(board)?;
            Ok((boards.rhombus(columns, rows).map_err(|fault| Flaw::new(board.span(), fault))?, None))
        } else {
            let expected = "a drawing of the board, or a `board` such as `7x7`, or the `nodes` and `links` of a graph";
            Err(Flaw::new(self.here.clone(), Fault::Missing { key: "diagram", expected }))
        }
    }

    fn graph<'t>(&'t self, nodes: &'t SpannedText<'_>) -> Result<GraphParts<'t>, Flaw> {
        let mut graph = GraphParts { span: nodes.span(), nodes: name_list(nodes)?, ..GraphParts::default() };
        if let Some(links) = &self.links {
            let mut words = links.words();
            let mut last: Option<Name<'t>> = None;
            // A path a-b-c is two links.
            while let Some(word) = words.next().transpose()? {
                let name = (word.text, word.span.clone());
                match (last.take(), word.kind) {
                    (Some(from), WordKind::Dash) => match words.next().transpose()? {
                        Some(to) if to.kind != WordKind::Dash => {
                            let to = (to.text, to.span);
                            graph.links.push((from, to.clone()));
                            last = Some(to);
                        }
                        _ => return Err(word.unexpected("a node after it")),
                    },
                    (None, WordKind::Dash) => return Err(word.unexpected("a node before it")),
                    _ => last = Some(name),
                }
            }
        }
        for (name, nodes) in &self.terminals {
            let name_and_place = match name_list(name)?.as_slice() {
                [name] => name.clone(),
                _ => return Err(name.unexpected("one name of letters, digits, `_`")),
            };
            graph.terminals.push((name_and_place, name_list(nodes)?));
        }
        Ok(graph)
    }
}

/// Refuses every key that is present.
pub(crate) fn exclude<'t, 'a: 't>(
    beside: &'static str,
    keys: impl IntoIterator<Item = (&'static str, Option<&'t SpannedText<'a>>)>,
) -> Result<(), Flaw> {
    match keys.into_iter().find_map(|(key, value)| Some((key, value?))) {
        Some((key, value)) => Err(Flaw::new(value.span(), Fault::Conflict { key, beside })),
        None => Ok(()),
    }
}

fn name_list<'t>(text: &'t SpannedText<'_>) -> Result<Vec<Name<'t>>, Flaw> {
    let name = |word: Result<super::text::Word<'t>, Flaw>| match word? {
        word if word.kind == WordKind::Dash => Err(word.unexpected("names between blanks")),
        word => Ok((word.text, word.span)),
    };
    text.words().map(name).collect()
}

/// `7x7` or `9 x 7`, columns first. Whether the board can be that large is not checked here.
pub(crate) fn board_size(text: &SpannedText<'_>) -> Result<(usize, usize), Flaw> {
    let sides = text.as_str().split_once(['x', 'X', '×']);
    sides
        .and_then(|(columns, rows)| Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?)))
        .ok_or_else(|| text.unexpected("a board size such as `7x7`, columns first"))
}

/// The value that the text names; case does not matter.
pub(crate) fn chosen<T: Copy>(text: &Option<SpannedText<'_>>, choices: &[(&str, T)]) -> Result<Option<T>, Flaw> {
    let Some(text) = text else { return Ok(None) };
    let given = text.as_str().trim();
    match choices.iter().find(|(name, _)| given.eq_ignore_ascii_case(name)) {
        Some(&(_, choice)) => Ok(Some(choice)),
        None => {
            Err(text.unexpected(choices.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(" or ")))
        }
    }
}

/// A problem as typed values for the writers: header lines in order, terminals, drawing.
///
/// Long goals and lists contain line breaks; other texts do not.
pub(super) struct ProblemFields {
    pub(super) headers: Vec<(&'static str, String)>,
    /// A graph's terminals: names and nodes.
    pub(super) terminals: Vec<(String, String)>,
    /// The drawing of a rhombus.
    pub(super) drawing: Option<String>,
    /// The published source and numbers.
    pub(super) published: Option<(Option<String>, [Option<String>; 4])>,
}

impl ProblemFields {
    pub(super) fn new(problem: &Problem) -> Self {
        let claim = &problem.claim;
        let board = &*claim.topology;
        let mover = match claim.to_move {
            Mover::Opponent => "opponent",
            Mover::Owner => "owner",
        };
        let mut headers = vec![("id", problem.id.clone())];
        let text = |key, text: &Option<String>| text.as_deref().map(|text| (key, one_line(text)));
        headers.extend(text("origin", &problem.origin));
        headers.extend(text("verified", &problem.verified));
        headers.extend(text("all_of", &problem.all_of));
        headers.push(("owner", claim.owner.name().to_owned()));
        headers.push(("to_move", mover.to_owned()));
        headers.extend(problem.expected.map(|holds| ("expect", if holds { "holds" } else { "fails" }.to_owned())));
        headers.push(("goal", wrapped(goal_text(board, &claim.goal), " or ")));
        let of_carrier = |key, cells: &Option<CellSet>| {
            cells.as_ref().map(|cells| (key, wrapped(cell_list(board, cells, &claim.carrier), " ")))
        };
        headers.extend(of_carrier("needed", &problem.needed));
        headers.extend(of_carrier("droppable", &problem.droppable));
        let source = |published: &PublishedNodes| published.source.as_deref().map(one_line);
        let published = problem.published.as_ref().map(|published| (source(published), published.numbers()));
        if board.size().is_some() {
            return Self { headers, terminals: Vec::new(), drawing: Some(draw(claim)), published };
        }
        let names = |cells: &mut dyn Iterator<Item = tesuji_board::Cell>| {
            cells.map(|cell| spelled(board.name(cell))).collect::<Vec<_>>().join(" ")
        };
        headers.push(("nodes", wrapped(names(&mut board.cells()), " ")));
        let links = super::links(board).map(|(a, b)| format!("{}-{}", spelled(board.name(a)), spelled(board.name(b))));
        headers.push(("links", wrapped(links.collect::<Vec<_>>().join(" "), " ")));
        let stones = cell_list(board, &claim.stones, &CellSet::full(board.n_cells()));
        let carrier = cell_list(board, &claim.carrier, &cells_without(board, &claim.stones));
        headers.extend([("stones", wrapped(stones, " ")), ("carrier", wrapped(carrier, " "))]);
        let terminals = board.edges().iter();
        let terminals = terminals.map(|edge| (spelled(&edge.name).into_owned(), names(&mut edge.cells.iter())));
        Self { headers, terminals: terminals.collect(), drawing: None, published }
    }
}

/// Breaks a text that is too long for one line before some of its `gap`s; the first blank of such a gap is dropped.
fn wrapped(text: String, gap: &str) -> String {
    const WIDTH: usize = 90;
    let mut lines = String::with_capacity(text.len());
    let mut width = 0;
    for (i, part) in text.split(gap).enumerate() {
        if i != 0 {
            let fits = width + gap.len() + part.len() <= WIDTH;
            lines.push_str(if fits { gap } else { "\n" });
            lines.push_str(if fits { "" } else { gap.trim_start() });
            width = if fits { width + gap.len() } else { gap.trim_start().len() };
        }
        lines.push_str(part);
        width += part.len();
    }
    lines
}
