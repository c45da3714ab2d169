//! Links as nodes of a proof.
//!
//! Held bridges join stones into one chain, and links run between such chains. So it matters where a link meets a
//! chain; its routes say where.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell};
use tesuji_connection::vc::{Connections, KnownLink, Origin, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, GoalId, Mover, Terminal};

use super::graph::{Graph, Vertex};
use super::held::Held;
use super::learned::{Learned, LearnedLink};
use super::nodes::{LeafLink, Part, PlanNodes};
use super::routes::Route;
use super::setting::Setting;
use crate::search::LISTS;

/// The maximum number of routes of a link, and of plans of a way to the goal.
pub(super) const MAX_ROUTES: usize = 64;

/// The link in `carrier` between two vertices of different chains, in a region of `claim`; `None` if it is not found again or has too
/// many routes. Its routes lead from the chain of the first to that of the second.
pub(super) fn linked<const W: usize>(
    nodes: &mut PlanNodes<'_, W>,
    learned: &mut Learned<'_, W>,
    (claim, whole): (&Claim, &Region<W>),
    (own, held): (Bits<W>, &Held<W>),
    ends: [Vertex; 2],
    carrier: Bits<W>,
) -> Option<Rc<Series<W>>> {
    let setting = Setting::near(nodes.graph, own, held, carrier, &ends);
    let mut stones = whole.to_board(&setting.occupied(nodes.graph));
    whole.sides[Side::Owner.index()].chains.iter().for_each(|chain| stones.union_with(&chain.cells));
    let part = Claim { stones, carrier: whole.to_board(&carrier), to_move: Mover::Opponent, ..claim.clone() };
    let region = Region::new(&part).ok()?.watched(whole.watch.clone());
    let place = Place { graph: nodes.graph, setting: &setting, region: &region };
    let (known, links) = place.known(learned, carrier);
    [VcConfig::default(), LISTS, VcConfig::WIDER].into_iter().find_map(|config| {
        let mut connections = Connections::traced(&region, Side::Owner, config);
        if !links.is_empty() {
            connections.add(&links);
        }
        let (connections, known, done) = (&connections, &known[..], HashMap::default());
        Leaf { nodes, learned, place, connections, known, done }.between(ends).map(Rc::new)
    })
}

/// A part of a position, with its cells numbered anew.
#[derive(Clone, Copy)]
struct Place<'l, const W: usize> {
    graph: &'l Graph<W>,
    setting: &'l Setting<W>,
    region: &'l Region<W>,
}

impl<const W: usize> Place<'_, W> {
    /// The node here of a vertex: of a cell, or of the chain of which it is a part.
    fn node(&self, vertex: Vertex) -> Option<u16> {
        if let Some(cell) = self.graph.cell(vertex).filter(|&cell| !self.setting.own.contains(cell)) {
            return self.cell(cell).map(|cell| cell as u16);
        }
        let chains = &self.region.sides[Side::Owner.index()].chains;
        let chain = chains.iter().position(|chain| match self.graph.names(vertex)[0] {
            Terminal::Cell(cell) => chain.cells.contains(cell),
            Terminal::Edge(edge) => chain.edges.contains(&edge),
        })?;
        Some((self.region.n_cells() + chain) as u16)
    }

    /// The number here of an empty cell.
    fn cell(&self, cell: usize) -> Option<usize> {
        self.region.cells.binary_search(&self.graph.on_board(cell)).ok()
    }

    /// The learned links in `carrier`, and the same with the numbers here.
    fn known(&self, learned: &Learned<'_, W>, carrier: Bits<W>) -> (Vec<LearnedLink<W>>, Vec<KnownLink<W>>) {
        let (mut known, mut links) = (Vec::new(), Vec::new());
        let own = self.setting.own;
        learned.matches(own, !(own | carrier), |link| {
            let [Some(a), Some(b)] = link.ends.map(|end| self.node(end)) else { return };
            let cells = link.need.carrier.iter().chain(link.key).map(|cell| self.cell(cell));
            if let Some(cells) = cells.collect::<Option<Bits<W>>>()
                && a != b
            {
                let key = link.key.and_then(|key| self.cell(key));
                known.push(link);
                links.push(KnownLink { ends: [a, b], carrier: cells, key });
            }
        });
        (known, links)
    }
}

/// The links of a part that is being written.
struct Leaf<'l, 'a, 'n, const W: usize> {
    nodes: &'l mut PlanNodes<'a, W>,
    learned: &'l mut Learned<'n, W>,
    place: Place<'l, W>,
    connections: &'l Connections<W>,
    /// Links among the connections that were learned.
    known: &'l [LearnedLink<W>],
    done: HashMap<u32, LeafLink<W>, FxBuildHasher>,
}

/// Links in series, not yet written as one.
#[derive(Debug)]
pub(super) struct Series<const W: usize> {
    key: Option<usize>,
    pub(super) routes: Vec<Route>,
    /// Stones that join them.
    pub(super) stones: Bits<W>,
    pub(super) parts: Vec<Part<W>>,
    /// The goal of the only part, if there is only one and nothing else is needed for it.
    pub(super) goal: Option<GoalId>,
}

impl<const W: usize> Series<W> {
    fn of(LeafLink { part, routes, goal }: LeafLink<W>) -> Self {
        Self { key: None, routes, stones: Bits::EMPTY, parts: vec![part], goal: Some(goal) }
    }
}

impl<const W: usize> Leaf<'_, '_, '_, W> {
    /// The smallest link between the chains of these vertices, or the way over stones if they are one chain here.
    fn between(&mut self, ends: [Vertex; 2]) -> Option<Series<W>> {
        let [a, b] = [self.place.node(ends[0])?, self.place.node(ends[1])?];
        if a == b {
            let (route, stones) = self.walk(ends[0], ends[1])?;
            return Some(Series { key: None, routes: vec![route], stones, parts: Vec::new(), goal: None });
        }
        let link = self.connections.connections(a, b).next()?.number();
        match self.connections.origin(link)? {
            (_, _, &Origin::And(left, right)) => self.series(None, (left, right), [a, b]),
            _ => self.oriented(link, a).map(Series::of),
        }
    }

    /// The number of a cell of this part.
    fn number(&self, cell: usize) -> Option<usize> {
        self.nodes.graph.number(self.place.region.cells[cell])
    }

    /// Writes alternative series, or a single one, as a node.
    fn write(&mut self, goal: GoalId, series: &[Series<W>]) -> Option<Part<W>> {
        let mut replies = Vec::new();
        for one in series {
            let part = match &one.parts[..] {
                [] => self.nodes.builder.linked(goal, one.stones),
                parts => self.nodes.builder.join(goal, one.stones, parts),
            };
            match one.key {
                None => return Some(part),
                Some(key) => replies.push((Cell::new(self.number(key)?), part)),
            }
        }
        Some(self.nodes.builder.replies(goal, &replies))
    }

    /// A connection, written as nodes.
    fn link(&mut self, number: u32) -> Option<LeafLink<W>> {
        if let Some(done) = self.done.get(&number) {
            return Some(done.clone());
        }
        let (a, b, origin) = self.connections.origin(number)?;
        let link = match origin {
            Origin::Neighbours => self.neighbours(a, b)?,
            Origin::And(left, right) => {
                let series = vec![self.series(None, (*left, *right), [a, b])?];
                self.alternatives(series)?
            }
            &Origin::Known(number) => {
                let learned = self.known.get(number as usize)?;
                self.learned.prove(self.nodes, learned)?
            }
            Origin::Or(semis) => {
                let series = semis.iter().map(|&semi| self.semi(semi, [a, b])).collect::<Option<Vec<_>>>()?;
                self.alternatives(series)?
            }
        };
        self.done.insert(number, link.clone());
        Some(link)
    }

    /// Several series between the same two nodes, as one link.
    fn alternatives(&mut self, mut series: Vec<Series<W>>) -> Option<LeafLink<W>> {
        self.meet(&mut series, |route| route.clone());
        self.meet(&mut series, Route::reversed);
        let mut routes: Vec<Route> = series.iter().flat_map(|one| one.routes.iter().cloned()).collect();
        routes.sort_unstable();
        routes.dedup();
        if routes.len() > MAX_ROUTES {
            return None;
        }
        let goal = self.nodes.route_goal(&routes)?;
        Some(LeafLink { part: self.write(goal, &series)?, routes, goal })
    }

    /// Makes routes start at the same stone if stones join their starts. `turned` selects the end of the route.
    fn meet(&self, series: &mut [Series<W>], turned: impl Fn(&Route) -> Route) {
        let mut starts: Vec<Vertex> = Vec::new();
        for one in series {
            for route in &mut one.routes {
                let way = turned(route);
                let walks = starts.iter().filter_map(|&start| self.walk(start, way.from()));
                let joined = walks.into_iter().find(|(walk, _)| walk.bridges().is_empty());
                match joined {
                    Some((walk, stones)) if walk.from() != way.from() => {
                        one.stones |= stones;
                        *route = turned(&walk.then(self.nodes.graph, &way));
                    }
                    Some(_) => {}
                    None => starts.push(way.from()),
                }
            }
        }
    }

    /// [`Setting::walk`]
    fn walk(&self, from: Vertex, to: Vertex) -> Option<(Route, Bits<W>)> {
        self.place.setting.walk(self.nodes.graph, from, to)
    }

    /// A semi-connection between two nodes.
    fn semi(&mut self, semi: u32, ends: [u16; 2]) -> Option<Series<W>> {
        let key = self.connections.link(semi)?.key()?;
        match *self.connections.origin(semi)?.2 {
            Origin::And(left, right) => self.series(Some(key), (left, right), ends),
            Origin::Known(_) => Some(Series { key: Some(key), ..Series::of(self.oriented(semi, ends[0])?) }),
            Origin::Neighbours | Origin::Or(_) => None,
        }
    }

    /// Two connections in series, from the node `ends[0]` to `ends[1]`.
    fn series(&mut self, key: Option<usize>, (left, right): (u32, u32), ends: [u16; 2]) -> Option<Series<W>> {
        let (left, right) =
            if self.far_end(left, ends[0]).is_some_and(|middle| self.far_end(right, ends[1]) == Some(middle)) {
                (left, right)
            } else {
                (right, left)
            };
        let first = self.oriented(left, ends[0])?;
        let second = self.oriented(right, self.far_end(right, ends[1])?)?;
        let parts = vec![first.part, second.part];
        let mut series = Series { key, routes: Vec::new(), stones: Bits::EMPTY, parts, goal: None };
        for before in &first.routes {
            for after in &second.routes {
                let (between, stones) = self.walk(before.to(), after.from())?;
                series.stones |= stones;
                series.routes.push(before.clone().then(self.nodes.graph, &between).then(self.nodes.graph, after));
            }
        }
        series.routes.sort_unstable();
        series.routes.dedup();
        (series.routes.len() <= MAX_ROUTES).then_some(series)
    }

    /// The end of a link that is not `near`; `None` if `near` is not one of its ends.
    fn far_end(&self, link: u32, near: u16) -> Option<u16> {
        match self.connections.origin(link)? {
            (a, b, _) if a == near => Some(b),
            (a, b, _) if b == near => Some(a),
            _ => None,
        }
    }

    /// A link with its routes turned so that they begin at the node `from`.
    fn oriented(&mut self, link: u32, from: u16) -> Option<LeafLink<W>> {
        let mut written = self.link(link)?;
        if self.connections.origin(link)?.0 != from {
            written.routes = written.routes.iter().map(Route::reversed).collect();
        }
        Some(written)
    }

    /// The link between a cell and an adjacent cell or chain.
    fn neighbours(&mut self, a: u16, b: u16) -> Option<LeafLink<W>> {
        let a_vertex = self.vertex(a, b)?;
        let b_vertex = self.vertex(b, a)?;
        let route = Route::step(a_vertex, b_vertex);
        let cells = [a_vertex, b_vertex].into_iter().filter_map(|vertex| self.nodes.graph.cell(vertex)).collect();
        let goal = self.nodes.route_goal(std::slice::from_ref(&route))?;
        Some(LeafLink { part: self.nodes.builder.linked(goal, cells), routes: vec![route], goal })
    }

    /// Terminal at which the node `of` touches the node `other`: an edge if possible, because edges need no stone.
    fn vertex(&self, of: u16, other: u16) -> Option<Vertex> {
        let Some(chain) = usize::from(of).checked_sub(self.place.region.n_cells()) else {
            return Some(self.number(of.into())? as Vertex);
        };
        let other = self.nodes.graph.number(*self.place.region.cells.get(usize::from(other))?)?;
        let node = (self.place.region.n_cells() + chain) as u16;
        let graph = self.nodes.graph;
        let is_of = |vertex: Vertex| graph.around(vertex).contains(other) && self.place.node(vertex) == Some(node);
        (0..graph.n_vertices() as Vertex).rev().find(|&vertex| is_of(vertex))
    }
}
