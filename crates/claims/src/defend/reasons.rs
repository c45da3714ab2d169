//! Reasons for the answers of a certificate: the content of its nodes, in the words of players.
//!
//! Only what the certificate contains is said. A link has the name of a template if its cells are exactly those of the
//! template; the escape of a ladder is where the certificate itself stops following it.

use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, TOP, Topology};
use tesuji_proof::words::count;
use tesuji_proof::{Goal, Group, NodeId, Terminal, Verdict};

use super::{DefenceAnswer, Defender};

/// A reason for the last answer of a [`Defender`], or, before the first move, for its confidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind of reason.
    pub kind: ReasonKind,
    /// Whether it is about what is left after the answer. If not, about what the move met.
    pub is_left: bool,
    /// The link it is about: the first alternative that leads to an edge, otherwise the first.
    pub link: Option<Goal>,
    /// The empty cells it is about, before the move.
    pub cells: CellSet,
    /// The answers it compares, or the stone that makes it so.
    pub stones: Vec<Cell>,
}

/// A kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// The proof does not need the cell of the move.
    NotNeeded,
    /// The answer has a stone already.
    AlreadyThere,
    /// The link needs one of two cells that touch each other.
    Bridge,
    /// The link needs one of two cells that do not.
    Pair,
    /// The link is the edge template of this name, by HexWiki.
    Template(&'static str),
    /// Two answers whose cells do not overlap: no move stops both.
    TwoThreats,
    /// That many answers, and no cell that all of them need.
    Threats(usize),
    /// Move and answer follow the last ones along an edge.
    Ladder,
    /// That many links are left, which share no cell.
    Apart(usize),
}

/// Edge templates by their names on HexWiki: their rows from the top, the last one at the edge, columns as on the rhombus.
/// `S` is a stone, `*` an empty cell. `testdata/claims/templates.toml` has the same with sources and proofs.
const TEMPLATES: [(&str, &str); 32] = [
    ("III2d", "..S/.**/S**"),
    ("III2a", ".SS/***/***"),
    ("III2a", ".*S/S**/***"),
    ("III2b", ".S*/S**/***"),
    ("III2c", "..SS/.*.*/****"),
    ("III2e", "...S/.S**/****"),
    ("III1a", "..S*/.***/****"),
    ("IV2d", "...S/..**/.S**/****"),
    ("III1b", "..*S*/.****/**.**"),
    ("IV2a", "..SS/.***/.***/****"),
    ("IV2e", "...S/..***/.S***/**.**"),
    ("IV2i", "..S*/.**S/.***/****"),
    ("IV2j", "..*S/.S**/.***/****"),
    ("IV3a", "..SSS/.****/.***/***"),
    ("III2f", ".S*S*/.****/*****"),
    ("IV2g", "..*S/.***/****/S***"),
    ("IV2f", "...*S/..***/.****/S****"),
    ("IV2h", "...*S/..***/.****/**S**"),
    ("IV3b", "..SSS/.**.*/.****/*****"),
    ("IV3c", ".....S/...S**/.S****/******"),
    ("IV2b", "..S*/.S***/.****/*****"),
    ("IV2k", ".....S/..*S**/.*****/******"),
    ("IV2l", "...S*S/..****/.*****/******"),
    ("V2c", "...*S/..***/.****/.S***/*****"),
    ("IV2c", "....SS/..**.**/.******/*******"),
    ("IV2m", "...S**S/..*****/.*****/******"),
    ("IV1a", "....S*/..*****/.******/*******"),
    ("IV1b", "....*S*/..******/.***.***/********"),
    ("IV2n", "...S***S/..******/.*******/********"),
    ("IV1d", "....***/...S****/..*******/.********/*********"),
    ("V1a", ".....*S*/....*****/..********/.*********/**********"),
    ("VI1a", "........*S*/......******/....*********/..************/.*************/**************"),
];

/// Most named links of a list of reasons.
const MOST_NAMED: usize = 3;
/// A ladder runs on one of this many rows at most.
const LADDER_ROWS: usize = 5;
/// An escape is at most this far ahead of where the ladder stops.
const ESCAPE_NEAR: usize = 3;

impl Reason {
    fn of(kind: ReasonKind, cells: CellSet) -> Self {
        Self { kind, is_left: false, link: None, cells, stones: Vec::new() }
    }

    /// The reason in words, without a full stop: `c1-bottom is edge template III1a`.
    #[must_use]
    pub fn in_words(&self, board: &Topology) -> String {
        let names = |cells: &mut dyn Iterator<Item = Cell>| cells.map(|cell| board.name(cell)).collect::<Vec<_>>();
        let link = self.link.as_ref().map_or_else(|| "the link".to_owned(), |link| link.in_words(board));
        let is = if self.is_left { "is then" } else { "is" };
        let cells = names(&mut self.cells.iter());
        let stones = names(&mut self.stones.iter().copied());
        match self.kind {
            ReasonKind::NotNeeded => "the proof does not need this cell: no answer".to_owned(),
            ReasonKind::AlreadyThere => "the answer to this move is there already".to_owned(),
            ReasonKind::Bridge => format!("{link} {is} a bridge: {} is enough", cells.join(" or ")),
            ReasonKind::Pair => format!("{link} {is} safe: {} is enough", cells.join(" or ")),
            ReasonKind::Template("III1a") => format!("{link} {is} edge template III1a (the ziggurat)"),
            ReasonKind::Template(name) => format!("{link} {is} edge template {name}"),
            ReasonKind::TwoThreats => format!("{} are two threats that do not overlap", stones.join(" and ")),
            ReasonKind::Threats(n) => format!("of {} no cell stops all", count(n, "threat")),
            ReasonKind::Ladder if stones.is_empty() => "a ladder".to_owned(),
            ReasonKind::Ladder => format!("a ladder with the escape {}", stones.join(" ")),
            ReasonKind::Apart(n) => format!("{} are left, which do not overlap", count(n, "link")),
        }
    }
}

impl Defender<'_> {
    /// Reasons for the answer to the last move. Before the first move: what the proof rests on.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        let Some((before, intrusion, answer)) = self.history.last() else { return self.left(&[]) };
        let mut reasons = match *answer {
            DefenceAnswer::NotNeeded => vec![Reason::of(ReasonKind::NotNeeded, CellSet::new())],
            DefenceAnswer::AlreadyThere(reply) => {
                vec![Reason { stones: vec![reply], ..Reason::of(ReasonKind::AlreadyThere, CellSet::new()) }]
            }
            DefenceAnswer::Reply(reply) => {
                let met = before.open.iter().find(|&&node| self.carriers[node as usize].contains(*intrusion));
                met.map(|&node| self.met(node, &before.prover, *intrusion, reply)).unwrap_or_default()
            }
        };
        reasons.extend(self.ladder());
        if !self.is_over() {
            reasons.extend(self.left(&before.open));
        }
        reasons
    }

    /// The stones of either side that no longer matter: those that do not touch what the proof still needs, with the
    /// chains of the prover that do not. At the end those that are no part of what is joined.
    #[must_use]
    pub fn idle_stones(&self) -> CellSet {
        let claim = &self.certificate.claim;
        let (mut ours, mut theirs) = (claim.stones.clone(), claim.opponent_cells());
        if self.certificate.verdict == Verdict::Fails {
            std::mem::swap(&mut ours, &mut theirs);
        }
        ours.union_with(&self.state.prover);
        theirs.union_with(&self.state.intruder);
        let needed = self.needed();
        let touches = |cell: Cell| claim.topology.neighbours(cell).iter().any(|&near| needed.contains(near));
        let ends: Vec<&CellSet> =
            claim.goal.edges().into_iter().map(|edge| &claim.topology.edges()[edge].cells).collect();
        let is_over = self.is_over();
        let mut idle: CellSet = theirs.iter().filter(|&cell| is_over || !touches(cell)).collect();
        let mut open = ours;
        loop {
            let Some(first) = open.iter().next() else { break };
            let (mut chain, mut queue) = (CellSet::from_iter([first]), vec![first]);
            while let Some(cell) = queue.pop() {
                let near = claim.topology.neighbours(cell).iter().copied();
                queue.extend(near.filter(|&near| open.contains(near) && chain.insert(near)));
            }
            open.subtract(&chain);
            let matters = if is_over { ends.iter().all(|end| end.meets(&chain)) } else { chain.iter().any(touches) };
            if !matters {
                idle.union_with(&chain);
            }
        }
        idle
    }

    /// The link that a node makes, with these empty cells.
    fn link(&self, node: NodeId, cells: &CellSet, stones: &CellSet) -> Option<Reason> {
        let goal = &self.certificate.goals[self.certificate.nodes[node as usize].goal() as usize];
        let board = &self.certificate.claim.topology;
        let pairs = || goal.alternatives().iter().filter(|groups| groups.len() == 1 && groups[0].len() == 2);
        let edge_of = |group: &Group| {
            group.iter().find_map(|end| if let Terminal::Edge(edge) = end { Some(*edge) } else { None })
        };
        let chosen = pairs().find(|groups| edge_of(&groups[0]).is_some()).or_else(|| pairs().next())?;
        let kind = match cells.iter().collect::<Vec<_>>()[..] {
            [one, other] if board.neighbours(one).contains(&other) => ReasonKind::Bridge,
            [_, _] => ReasonKind::Pair,
            _ => ReasonKind::Template(template(board, edge_of(&chosen[0])?, cells, stones)?),
        };
        Some(Reason { link: Goal::new(vec![chosen.clone()]).ok(), ..Reason::of(kind, cells.clone()) })
    }

    /// Reason for the answer to a move into this open node.
    fn met(&self, node: NodeId, prover: &CellSet, intrusion: Cell, reply: Cell) -> Vec<Reason> {
        let without = |mut cells: CellSet| {
            cells.subtract(prover);
            cells
        };
        let mut stones = self.certificate.claim.stones.clone();
        stones.union_with(prover);
        let link = self.link(node, &without(self.carriers[node as usize].clone()), &stones);
        let is_pair = link.as_ref().is_some_and(|link| !matches!(link.kind, ReasonKind::Template(_)));
        let ways: Vec<(Cell, CellSet)> = self.certificate.nodes[node as usize]
            .replies()
            .iter()
            .map(|&(reply, child)| {
                let mut cells = self.carriers[child as usize].clone();
                cells.insert(reply);
                (reply, without(cells))
            })
            .collect();
        let avoids = |(mv, cells): &&(Cell, CellSet)| *mv == reply && !cells.contains(intrusion);
        let chosen = ways.iter().filter(avoids).min_by_key(|(_, cells)| cells.len());
        let threats = chosen.filter(|_| !is_pair && ways.len() > 1).map(|(_, cells)| {
            let stopped = ways.iter().filter(|(_, other)| other.contains(intrusion) && !other.meets(cells));
            match stopped.min_by_key(|(_, other)| other.len()) {
                Some((other, region)) => {
                    let mut both = cells.clone();
                    both.union_with(region);
                    Reason { stones: vec![reply, *other], ..Reason::of(ReasonKind::TwoThreats, both) }
                }
                None => Reason::of(ReasonKind::Threats(ways.len()), cells.clone()),
            }
        });
        link.into_iter().chain(threats).collect()
    }

    /// Links left in nodes that were not open before.
    fn left(&self, before: &[NodeId]) -> Vec<Reason> {
        let mut stones = self.certificate.claim.stones.clone();
        stones.union_with(&self.state.prover);
        let new = self.state.open.iter().filter(|node| !before.contains(node)).map(|&node| (node, self.rest(node)));
        let new: Vec<(NodeId, CellSet)> = new.filter(|(_, cells)| !cells.is_empty()).collect();
        let mut reasons = Vec::new();
        if new.len() > 1 {
            let mut all = CellSet::new();
            new.iter().for_each(|(_, cells)| all.union_with(cells));
            reasons.push(Reason::of(ReasonKind::Apart(new.len()), all));
        }
        let mut links: Vec<Reason> = new.iter().filter_map(|(node, cells)| self.link(*node, cells, &stones)).collect();
        // The largest first: templates before bridges.
        links.sort_by_key(|link| std::cmp::Reverse(link.cells.len()));
        reasons.extend(links.into_iter().take(MOST_NAMED));
        reasons.iter_mut().for_each(|reason| reason.is_left = true);
        reasons
    }

    /// Whether the last two moves and their answers run side by side along an edge that the prover wants, and where the
    /// certificate stops following them.
    fn ladder(&self) -> Option<Reason> {
        let claim = &self.certificate.claim;
        let [.., (_, i1, DefenceAnswer::Reply(r1)), (start, i2, DefenceAnswer::Reply(r2))] = self.history.as_slice()
        else {
            return None;
        };
        let along = |edge: usize, cell: Cell| along(&claim.topology, edge, cell);
        let is_ladder = |&edge: &usize| -> Option<bool> {
            let [(x1, h1), (x2, h2)] = [along(edge, *i1)?, along(edge, *i2)?];
            let [(y1, g1), (y2, g2)] = [along(edge, *r1)?, along(edge, *r2)?];
            let step = x2 - x1;
            Some(h1 == h2 && g1 == g2 && step.abs() == 1 && y2 - y1 == step && h1 < g1 && g1 < LADDER_ROWS)
        };
        let edge = claim.goal.edges().into_iter().find(|edge| is_ladder(edge) == Some(true))?;
        let (step, height) = (along(edge, *i2)?.0 - along(edge, *i1)?.0, along(edge, *r2)?.1);
        let next = |cell: Cell| {
            let (x, h) = along(edge, cell)?;
            claim.topology.neighbours(cell).iter().copied().find(|&near| along(edge, near) == Some((x + step, h)))
        };
        let (mut ahead, mut intruder, mut reply) = (self.clone(), *i2, *r2);
        while let (Some(to), Some(wanted)) = (next(intruder), next(reply)) {
            if ahead.answer(to) != Ok(DefenceAnswer::Reply(wanted)) {
                break;
            }
            (intruder, reply) = (to, wanted);
        }
        let mut stones = claim.stones.clone();
        stones.union_with(&start.prover);
        let end = along(edge, reply)?.0;
        let ahead_of = |cell: Cell| along(edge, cell).filter(|&(_, h)| h <= height).map(|(x, _)| (x - end) * step);
        let near = stones.iter().filter_map(|cell| Some((ahead_of(cell)?, cell)));
        let escape = near.filter(|(far, _)| (1..=ESCAPE_NEAR as isize).contains(far)).min().map(|(_, cell)| cell);
        let cells = [*i1, *i2, *r1, *r2].into_iter().collect();
        Some(Reason { stones: escape.into_iter().collect(), ..Reason::of(ReasonKind::Ladder, cells) })
    }
}

/// The place of a cell along an edge of a rhombus, and its row above that edge.
pub(super) fn along(board: &Topology, edge: usize, cell: Cell) -> Option<(isize, usize)> {
    let (columns, rows) = board.size()?;
    let (column, row) = (cell.index() % columns, cell.index() / columns);
    let (x, height) = match edge {
        BOTTOM => (column, rows - 1 - row),
        TOP => (columns - 1 - column, row),
        LEFT => (rows - 1 - row, column),
        _ => (row, columns - 1 - column),
    };
    Some((x as isize, height))
}

/// The template at this edge that needs exactly these cells.
pub(super) fn template(board: &Topology, edge: usize, cells: &CellSet, stones: &CellSet) -> Option<&'static str> {
    let placed = |set: &CellSet| set.iter().map(|cell| along(board, edge, cell)).collect::<Option<Vec<_>>>();
    let (mut found, stones) = (placed(cells)?, placed(stones)?);
    found.sort_unstable();
    let least = found.iter().map(|&(x, _)| x).min()?;
    let fits = |shape: &str| {
        [false, true].into_iter().any(|is_mirrored| {
            let of = |mark: u8| {
                let rows = shape.split('/').rev().enumerate();
                let cells = rows.flat_map(move |(height, row)| {
                    let marked = row.bytes().enumerate().filter(move |&(_, found)| found == mark);
                    // A mirror image leans to the other side.
                    marked.map(move |(x, _)| {
                        (if is_mirrored { height as isize - x as isize } else { x as isize }, height)
                    })
                });
                cells.collect::<Vec<_>>()
            };
            let mut wanted = of(b'*');
            wanted.sort_unstable();
            let shift = least - wanted.iter().map(|&(x, _)| x).min().unwrap_or(0);
            let moved = |&(x, height): &(isize, usize)| (x + shift, height);
            wanted.iter().map(moved).eq(found.iter().copied())
                && of(b'S').iter().map(moved).all(|stone| stones.contains(&stone))
        })
    };
    TEMPLATES.iter().find(|(_, shape)| fits(shape)).map(|&(name, _)| name)
}
