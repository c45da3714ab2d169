//! Ways to the goal as nodes of a proof: the winner's links, joined.
//!
//! The links of a position come again and again in others. So each is found and written once, by its carrier.

use std::rc::Rc;

use tesuji_board::Bits;
use tesuji_connection::Region;
use tesuji_connection::vc::{Connections, Way};
use tesuji_proof::{Claim, Recent};

use super::graph::Vertex;
use super::held::Held;
use super::learned::Learned;
use super::links::{MAX_ROUTES, Series, linked};
use super::nodes::{Part, PlanNodes, PlansId};
use super::routes::{Plan, Route};
use super::setting::Setting;

/// Links that have been written, by carrier.
pub(super) type WrittenLinks<const W: usize> = Recent<Bits<W>, Vec<Rc<Series<W>>>>;

/// The links of a way to the goal once its key is played: the chains that each joins, and the empty cells that it needs.
pub(super) struct OpenWay<const W: usize>(Vec<([u16; 2], Bits<W>)>);

impl<const W: usize> OpenWay<W> {
    pub(super) fn new(way: &Way<'_, W>) -> Self {
        let without_key = |cells: Bits<W>| way.key.map_or(cells, |key| cells.without(key));
        Self(way.links.iter().map(|&(ends, link)| (ends, without_key(link.carrier))).collect())
    }
}

/// A position of the winner's, with what its connections show there.
pub(super) struct Ways<'w, 'a, 'n, const W: usize> {
    pub nodes: &'w mut PlanNodes<'a, W>,
    pub written: &'w mut WrittenLinks<W>,
    pub learned: &'w mut Learned<'n, W>,
    pub claim: &'w Claim,
    pub region: &'w Region<W>,
    /// The connections before the key is played.
    pub connections: &'w Connections<W>,
    /// The winner's stones, the key among them.
    pub own: Bits<W>,
    pub held: &'w Held<W>,
}

/// A link of a way: the chains that it joins, and how.
struct WayLink<const W: usize> {
    ends: [u16; 2],
    series: Rc<Series<W>>,
}

/// For each group of an alternative: a pair of vertices, and the links of a way on the path between them.
type Paths = Vec<(Vertex, Vertex, Vec<usize>)>;

impl<const W: usize> Ways<'_, '_, '_, W> {
    /// The part that a way proves, and its plans; `None` if its links are not found again or there are too many routes.
    pub(super) fn write(&mut self, OpenWay(way): &OpenWay<W>) -> Option<(Part<W>, PlansId)> {
        let carrier = way.iter().fold(Bits::EMPTY, |all, link| all | link.1);
        let setting = Setting::near(self.nodes.graph, self.own, self.held, carrier, &[]);
        // A link that was written elsewhere may meet its chains at stones that are not joined with the others here.
        [false, true].into_iter().find_map(|afresh| {
            let mut links = Vec::with_capacity(way.len());
            for &(ends, carrier) in way {
                links.push(WayLink { ends, series: self.link(ends, carrier, afresh)? });
            }
            self.join(&setting, &links)
        })
    }

    /// The link in `carrier` between two chains.
    fn link(&mut self, [a, b]: [u16; 2], carrier: Bits<W>, afresh: bool) -> Option<Rc<Series<W>>> {
        let is_of = |vertex: Vertex, chain: u16| self.connections.chain_of(vertex) == chain;
        let serves = |series: &&Rc<Series<W>>| {
            let meets = |route: &Route| is_of(route.from(), a) && is_of(route.to(), b);
            series.stones.is_subset(&self.own)
                && series.parts.iter().all(|part| part.assumes.is_subset(&self.own))
                && series
                    .routes
                    .iter()
                    .all(|route| route.bridges().iter().all(|&id| self.held.contains(id)) && meets(route))
        };
        if !afresh && let Some(known) = self.written.get(&carrier).and_then(|known| known.iter().find(serves).cloned())
        {
            return Some(known);
        }
        let (graph, own) = (self.nodes.graph, self.own);
        let vertices = || own.iter().map(|stone| stone as Vertex).chain(graph.chains());
        let ends = [vertices().find(|&at| is_of(at, a))?, vertices().find(|&at| is_of(at, b))?];
        let series = linked(self.nodes, self.learned, (self.claim, self.region), (own, self.held), ends, carrier)?;
        match self.written.get(&carrier) {
            Some(known) => known.push(series.clone()),
            None => self.written.insert(carrier, vec![series.clone()]),
        }
        Some(series)
    }

    /// These links as one node.
    fn join(&mut self, setting: &Setting<W>, links: &[WayLink<W>]) -> Option<(Part<W>, PlansId)> {
        let (plans, stones) = self.plans(setting, links)?;
        let plans = self.nodes.plans(plans)?;
        let goal = self.nodes.goal_of(plans);
        if let [WayLink { series, .. }] = links
            && series.goal == Some(goal)
        {
            return Some((series.parts[0], plans));
        }
        let parts: Vec<&Part<W>> = links.iter().flat_map(|link| &link.series.parts).collect();
        let part = match &parts[..] {
            [] => self.nodes.builder.linked(goal, stones),
            parts => self.nodes.builder.join(goal, stones, parts),
        };
        Some((part, plans))
    }

    /// The plans by which these links achieve the goal, and the stones that they need.
    fn plans(&self, setting: &Setting<W>, links: &[WayLink<W>]) -> Option<(Vec<Plan>, Bits<W>)> {
        let graph = self.nodes.graph;
        let paths = graph.alternatives().iter().find_map(|groups| self.paths(groups, links))?;
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
                    let (between, more) = setting.walk(graph, route.to(), next.from())?;
                    stones |= more;
                    route = route.then(graph, &between).then(graph, &next);
                }
                let (rest, more) = setting.walk(graph, route.to(), *to)?;
                stones |= more;
                routes.push(route.then(graph, &rest));
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

    /// The chain of which a vertex is a part; `None` for an empty cell.
    fn node(&self, vertex: Vertex) -> Option<u16> {
        let is_chain = self.nodes.graph.cell(vertex).is_none_or(|cell| self.own.contains(cell));
        is_chain.then(|| self.connections.chain_of(vertex))
    }
}
