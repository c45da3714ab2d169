//! Connections as nodes of a proof: the winner's links that achieve its goal.
//!
//! Held bridges join stones into one chain, and links run between such chains. So it matters where a link meets a
//! chain; its routes say where.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell, SortOnce as _};
use tesuji_connection::vc::{Connections, Origin, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, GoalId, Mover, Terminal};

use super::graph::Vertex;
use super::held::Held;
use super::nodes::{Part, PlanNodes, PlansId};
use super::routes::{Plan, Route};
use super::setting::Setting;
use crate::search::LISTS;

/// The maximum number of routes of a link, and of plans of a way to the goal.
const MAX_ROUTES: usize = 64;

/// What connections in `carrier` show in a region of `claim`; `None` if they are not found again or there are too many routes.
pub(super) fn connected<const W: usize>(
    nodes: &mut PlanNodes<'_, W>,
    (claim, whole): (&Claim, &Region<W>),
    (own, held): (Bits<W>, &Held<W>),
    carrier: Bits<W>,
) -> Option<(Part<W>, PlansId)> {
    let setting = Setting::near(nodes.graph, own, held, carrier);
    let mut stones = whole.to_board(&setting.occupied(nodes.graph));
    whole.sides[Side::Owner.index()].chains.iter().for_each(|chain| stones.union_with(&chain.cells));
    let part = Claim { stones, carrier: whole.to_board(&carrier), to_move: Mover::Opponent, ..claim.clone() };
    let region = Region::new(&part).ok()?.watched(whole.watch.clone());
    [VcConfig::default(), LISTS, VcConfig::WIDER].into_iter().find_map(|config| {
        let connections = Connections::traced(&region, Side::Owner, config);
        let done = HashMap::default();
        Leaf { nodes, setting: &setting, region: &region, connections: &connections, done }.goal()
    })
}

/// The links of a part that is being written.
struct Leaf<'l, 'a, const W: usize> {
    nodes: &'l mut PlanNodes<'a, W>,
    setting: &'l Setting<W>,
    region: &'l Region<W>,
    connections: &'l Connections<W>,
    done: HashMap<u32, LeafLink<W>, FxBuildHasher>,
}

/// A link that has been written, with its routes from one end to the other.
#[derive(Clone)]
struct LeafLink<const W: usize> {
    part: Part<W>,
    routes: Vec<Route>,
}

/// Links in series, not yet written.
struct Series<const W: usize> {
    key: Option<usize>,
    routes: Vec<Route>,
    /// Stones that join them.
    stones: Bits<W>,
    parts: Vec<Part<W>>,
}

/// A link of a way to the goal: the nodes that it joins, and how.
struct WayLink<const W: usize> {
    ends: [u16; 2],
    series: Series<W>,
}

/// For each group of an alternative: a pair of vertices, and the links of a way on the path between them.
type Paths = Vec<(Vertex, Vertex, Vec<usize>)>;

impl<const W: usize> Leaf<'_, '_, W> {
    /// The node that achieves the goal.
    fn goal(&mut self) -> Option<(Part<W>, PlansId)> {
        let mut ways: Vec<(Option<usize>, Vec<WayLink<W>>)> = Vec::new();
        for (key, links) in self.best_ways()? {
            if let &[link] = &links[..]
                && let (a, b, Origin::Or(semis)) = self.connections.origin(link)?
            {
                for &semi in semis {
                    let series = self.semi(semi, [a.min(b), a.max(b)])?;
                    ways.push((series.key, vec![WayLink { ends: [a.min(b), a.max(b)], series }]));
                }
            } else {
                ways.push((key, links.into_iter().map(|link| self.way_link(link)).collect::<Option<_>>()?));
            }
        }
        let (mut plans, mut written) = (Vec::new(), Vec::new());
        for (key, links) in &ways {
            let (more, stones) = self.plans(links)?;
            plans.extend(more);
            let parts: Vec<Part<W>> = links.iter().flat_map(|link| link.series.parts.iter().copied()).collect();
            written.push(Series { key: *key, routes: Vec::new(), stones, parts });
        }
        let plans = self.nodes.plans(plans)?;
        let goal = self.nodes.goal_of(plans);
        Some((self.write(goal, &written)?, plans))
    }

    /// One way that needs no first move, or several that have no common cell: the first move and the links of each.
    fn best_ways(&self) -> Option<Vec<(Option<usize>, Vec<u32>)>> {
        let mut ways: Vec<(Option<usize>, Bits<W>, Vec<u32>)> = Vec::new();
        self.connections.for_each_way(&self.region.goal, |way| ways.push((way.key, way.carrier, way.links.to_vec())));
        ways.sort_once_by_key(|(_, carrier, _)| carrier.len());
        if let Some(at) = ways.iter().position(|(key, ..)| key.is_none()) {
            return Some(vec![(None, ways.swap_remove(at).2)]);
        }
        let mut common = Bits::first_n(self.region.n_cells());
        let mut chosen = Vec::new();
        for (key, carrier, links) in ways {
            if !common.is_subset(&carrier) {
                common &= carrier;
                chosen.push((key, links));
                if common.is_empty() {
                    return Some(chosen);
                }
            }
        }
        None
    }

    /// A link of a way, between two chains.
    fn way_link(&mut self, link: u32) -> Option<WayLink<W>> {
        let (a, b, origin) = self.connections.origin(link)?;
        let ends = [a.min(b), a.max(b)];
        let series = match origin {
            Origin::And(left, right) => self.series(self.connections.link(link)?.key(), (*left, *right), ends)?,
            Origin::Neighbours | Origin::Or(_) => {
                let LeafLink { part, routes } = self.oriented(link, ends[0])?;
                Series { key: None, routes, stones: Bits::EMPTY, parts: vec![part] }
            }
        };
        Some(WayLink { ends, series })
    }

    /// The plans by which these links achieve the goal, and the stones that they need.
    fn plans(&self, links: &[WayLink<W>]) -> Option<(Vec<Plan>, Bits<W>)> {
        let alternatives = self.nodes.graph.alternatives();
        let paths = alternatives.iter().find_map(|groups| self.paths(groups, links))?;
        let n_plans = links.iter().try_fold(1_usize, |n, link| n.checked_mul(link.series.routes.len()))?;
        if n_plans > MAX_ROUTES {
            return None;
        }
        let mut stones = links.iter().fold(Bits::EMPTY, |all, link| all | link.series.stones);
        let mut plans = Vec::with_capacity(n_plans);
        for combination in 0..n_plans {
            let mut rest = combination;
            let chosen: Vec<&Route> = (links.iter())
                .map(|link| {
                    let route = &link.series.routes[rest % link.series.routes.len()];
                    rest /= link.series.routes.len();
                    route
                })
                .collect();
            let mut routes = Vec::with_capacity(paths.len());
            for (from, to, path) in &paths {
                let mut at = self.node(*from)?;
                let mut route = Route::at(*from);
                for &link in path {
                    let [near, far] = links[link].ends;
                    let next = if near == at { chosen[link].clone() } else { chosen[link].reversed() };
                    at = if near == at { far } else { near };
                    let (between, more) = self.walk(route.to(), next.from())?;
                    stones |= more;
                    route = route.then(self.nodes.graph, &between).then(self.nodes.graph, &next);
                }
                let (rest, more) = self.walk(route.to(), *to)?;
                stones |= more;
                routes.push(route.then(self.nodes.graph, &rest));
            }
            plans.push(Plan::new(routes));
        }
        Some((plans, stones))
    }

    /// The routes by which these links join the groups; `None` if they do not.
    fn paths(&self, groups: &[Vec<Vertex>], links: &[WayLink<W>]) -> Option<Paths> {
        let mut paths = Vec::new();
        for group in groups {
            let first = self.node(group[0])?;
            // By node that is reached: the link over which, and the node before it.
            let mut reached = vec![(first, None)];
            let mut next = 0;
            while let Some(&(at, _)) = reached.get(next) {
                for (number, link) in links.iter().enumerate() {
                    let far = match link.ends {
                        [near, far] if near == at => far,
                        [far, near] if near == at => far,
                        _ => continue,
                    };
                    if reached.iter().all(|&(node, _)| node != far) {
                        reached.push((far, Some((number, next))));
                    }
                }
                next += 1;
            }
            for &to in &group[1..] {
                let node = self.node(to)?;
                let mut at = reached.iter().position(|&(known, _)| known == node)?;
                let mut path = Vec::new();
                while let (_, Some((link, before))) = reached[at] {
                    path.push(link);
                    at = before;
                }
                path.reverse();
                paths.push((group[0], to, path));
            }
        }
        Some(paths)
    }

    /// The chain of which a vertex is a part here.
    fn node(&self, vertex: Vertex) -> Option<u16> {
        let graph = self.nodes.graph;
        if graph.cell(vertex).is_some_and(|cell| !self.setting.own.contains(cell)) {
            return None;
        }
        let chains = &self.region.sides[Side::Owner.index()].chains;
        let chain = chains.iter().position(|chain| match graph.names(vertex)[0] {
            Terminal::Cell(cell) => chain.cells.contains(cell),
            Terminal::Edge(edge) => chain.edges.contains(&edge),
        })?;
        Some((self.region.n_cells() + chain) as u16)
    }

    /// The number of a cell of this part.
    fn number(&self, cell: usize) -> Option<usize> {
        self.nodes.graph.number(self.region.cells[cell])
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
        Some(LeafLink { part: self.write(goal, &series)?, routes })
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
        self.setting.walk(self.nodes.graph, from, to)
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
        let mut series = Series { key, routes: Vec::new(), stones: Bits::EMPTY, parts: vec![first.part, second.part] };
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
        Some(LeafLink { part: self.nodes.builder.linked(goal, cells), routes: vec![route] })
    }

    /// Terminal at which the node `of` touches the node `other`: an edge if possible, because edges need no stone.
    fn vertex(&self, of: u16, other: u16) -> Option<Vertex> {
        let Some(chain) = usize::from(of).checked_sub(self.region.n_cells()) else {
            return Some(self.number(of.into())? as Vertex);
        };
        let other = self.nodes.graph.number(*self.region.cells.get(usize::from(other))?)?;
        let node = (self.region.n_cells() + chain) as u16;
        let graph = self.nodes.graph;
        let is_of = |vertex: Vertex| graph.around(vertex).contains(other) && self.node(vertex) == Some(node);
        (0..graph.n_vertices() as Vertex).rev().find(|&vertex| is_of(vertex))
    }
}
