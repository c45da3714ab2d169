//! What connections show, as nodes: how the winner's links join its edges.
//!
//! Held bridges join stones into one chain, and links run between such chains. So it matters where a link meets a
//! chain; its routes say where.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell, SortOnce as _};
use tesuji_connection::vc::{Connections, Origin, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_decide::LISTS;
use tesuji_proof::{Claim, GoalId, Mover, Subproof};

use super::ground::Vertex;
use super::held::Held;
use super::nodes::{RouteNodes, RoutesId};
use super::routes::Route;
use super::setting::Setting;

/// The maximum number of routes of a link.
const MAX_ROUTES: usize = 64;

/// What connections in `carrier` show; `None` if they are not found again or there are too many routes.
pub(super) fn connected<const W: usize>(
    nodes: &mut RouteNodes<'_, W>,
    claim: &Claim,
    (own, held): (Bits<W>, &Held<W>),
    carrier: Bits<W>,
) -> Option<(Subproof<Bits<W>>, RoutesId)> {
    let setting = Setting::near(nodes.ground, own, held, carrier);
    let cells = |set: Bits<W>| set.iter().map(Cell::new).collect();
    let (stones, carrier) = (cells(setting.occupied(nodes.ground)), cells(carrier));
    let region = Region::new(&Claim { stones, carrier, to_move: Mover::Opponent, ..claim.clone() }).ok()?;
    [VcConfig::default(), LISTS, VcConfig::WIDER].into_iter().find_map(|config| {
        let connections = Connections::traced(&region, Side::Owner, config);
        let done = HashMap::default();
        Leaf { nodes, setting: &setting, region: &region, connections: &connections, done }.goal()
    })
}

/// The links of a part that is being written.
struct Leaf<'l, 'a, const W: usize> {
    nodes: &'l mut RouteNodes<'a, W>,
    setting: &'l Setting<W>,
    region: &'l Region<W>,
    connections: &'l Connections<W>,
    done: HashMap<u32, LeafLink<W>, FxBuildHasher>,
}

/// A link that has been written, with its routes from one end to the other.
#[derive(Clone)]
struct LeafLink<const W: usize> {
    part: Subproof<Bits<W>>,
    routes: Vec<Route>,
}

/// Two links in series, not yet written.
struct Series<const W: usize> {
    key: Option<usize>,
    routes: Vec<Route>,
    /// Stones that join the two.
    stones: Bits<W>,
    parts: [Subproof<Bits<W>>; 2],
}

impl<const W: usize> Leaf<'_, '_, W> {
    /// The node that joins the two edges.
    fn goal(&mut self) -> Option<(Subproof<Bits<W>>, RoutesId)> {
        let edges = self.nodes.ground.goal();
        let chain = |edge: u16| self.connections.chain_of(edge);
        let nodes = self.edge_nodes()?.map(chain);
        if nodes[0] == nodes[1] {
            let (route, stones) = self.walk(edges[0], edges[1])?;
            let routes = self.nodes.routes(vec![route])?;
            return Some((self.nodes.builder.linked(self.nodes.goal_of(routes), stones), routes));
        }
        let mut series = Vec::new();
        for (key, link) in self.best_ways()? {
            match self.connections.origin(link)? {
                (_, _, Origin::And(left, right)) => series.push(self.series(key, (*left, *right), nodes)?),
                (_, _, Origin::Or(semis)) => {
                    for &semi in semis {
                        series.push(self.semi(semi, nodes)?);
                    }
                }
                (_, _, Origin::Neighbours) => return None,
            }
        }
        for one in &mut series {
            for route in &mut one.routes {
                let (before, stones) = self.walk(edges[0], route.from())?;
                let (after, more) = self.walk(route.to(), edges[1])?;
                one.stones |= stones | more;
                *route = before.then(self.nodes.ground, route).then(self.nodes.ground, &after);
            }
        }
        let routes = series.iter().flat_map(|one| one.routes.iter().cloned()).collect();
        let routes = self.nodes.routes(routes)?;
        let goal = self.nodes.goal_of(routes);
        Some((self.write(goal, &series), routes))
    }

    /// The nodes of the two edges.
    fn edge_nodes(&self) -> Option<[u16; 2]> {
        let chains = &self.region.sides[Side::Owner.index()].chains;
        let node = |edge| {
            let chain = chains.iter().position(|chain| chain.edges.contains(&edge))?;
            Some((self.region.n_cells() + chain) as u16)
        };
        let [start, end] = self.nodes.ground.edges();
        Some([node(start)?, node(end)?])
    }

    /// One way that needs no first move, or several that have no common cell: the first move and the link of each.
    fn best_ways(&self) -> Option<Vec<(Option<usize>, u32)>> {
        let mut ways: Vec<(Option<usize>, Bits<W>, u32)> = Vec::new();
        self.connections.for_each_way(&self.region.goal, |way| {
            if let &[link] = way.links {
                ways.push((way.key, way.carrier, link));
            }
        });
        ways.sort_once_by_key(|(_, carrier, _)| carrier.len());
        if let Some(&(_, _, link)) = ways.iter().find(|(key, ..)| key.is_none()) {
            return Some(vec![(None, link)]);
        }
        let mut common = Bits::first_n(self.region.n_cells());
        let mut chosen = Vec::new();
        for (key, carrier, link) in ways {
            if !common.is_subset(&carrier) {
                common &= carrier;
                chosen.push((key, link));
                if common.is_empty() {
                    return Some(chosen);
                }
            }
        }
        None
    }

    /// Writes alternative series, or a single one, as a node.
    fn write(&mut self, goal: GoalId, series: &[Series<W>]) -> Subproof<Bits<W>> {
        let mut replies = Vec::new();
        for one in series {
            let part = self.nodes.builder.join(goal, one.stones, &one.parts);
            match one.key {
                None => return part,
                Some(key) => replies.push((self.region.cells[key], part)),
            }
        }
        self.nodes.builder.replies(goal, &replies)
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
        let goal = self.nodes.passing_goal(routes.clone())?;
        Some(LeafLink { part: self.write(goal, &series), routes })
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
                        *route = turned(&walk.then(self.nodes.ground, &way));
                    }
                    Some(_) => {}
                    None => starts.push(way.from()),
                }
            }
        }
    }

    /// [`Setting::walk`]
    fn walk(&self, from: Vertex, to: Vertex) -> Option<(Route, Bits<W>)> {
        self.setting.walk(self.nodes.ground, from, to)
    }

    /// A semi-connection between two nodes.
    fn semi(&mut self, semi: u32, ends: [u16; 2]) -> Option<Series<W>> {
        let key = self.connections.link(semi)?.key()?;
        let (_, _, &Origin::And(left, right)) = self.connections.origin(semi)? else { return None };
        self.series(Some(key), (left, right), ends)
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
        let mut series = Series { key, routes: Vec::new(), stones: Bits::EMPTY, parts: [first.part, second.part] };
        for before in &first.routes {
            for after in &second.routes {
                let (between, stones) = self.walk(before.to(), after.from())?;
                series.stones |= stones;
                series.routes.push(before.clone().then(self.nodes.ground, &between).then(self.nodes.ground, after));
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
        let cells = [a_vertex, b_vertex].into_iter().filter_map(|vertex| self.nodes.ground.cell(vertex)).collect();
        let goal = self.nodes.passing_goal(vec![route.clone()])?;
        Some(LeafLink { part: self.nodes.builder.linked(goal, cells), routes: vec![route] })
    }

    /// Where the node `of` touches the node `other`: an edge if possible, because edges need no stone.
    fn vertex(&self, of: u16, other: u16) -> Option<Vertex> {
        let Some(chain) = usize::from(of).checked_sub(self.region.n_cells()) else {
            return Some(self.region.cells[usize::from(of)].index() as Vertex);
        };
        let other = self.region.cells.get(usize::from(other))?.index();
        let chain = &self.region.sides[Side::Owner.index()].chains[chain];
        let ground = self.nodes.ground;
        let is_of = |vertex: Vertex| match ground.edge(vertex) {
            None => self.setting.own.contains(vertex.into()) && chain.cells.contains(Cell::new(vertex.into())),
            Some(edge) => chain.edges.contains(&ground.edges()[edge]),
        };
        (0..ground.n_vertices() as Vertex).rev().find(|&vertex| is_of(vertex) && ground.around(vertex).contains(other))
    }
}
