//! The stones and held bridges that matter to some connections, and ways over them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tesuji_board::Bits;

use super::graph::{BridgeId, Graph, Vertex};
use super::held::Held;
use super::routes::Route;

/// The cost of a bridge on a way: more than any number of stones.
const BRIDGE: u32 = 1 << 16;

/// Stones and held bridges.
#[derive(Debug)]
pub(super) struct Setting<const W: usize> {
    /// The winner's stones.
    pub own: Bits<W>,
    held: Vec<BridgeId>,
}

impl<const W: usize> Setting<W> {
    /// The part of the stones `own` and the bridges `held` that connections in `carrier` between these vertices may use.
    pub(super) fn near(graph: &Graph<W>, own: Bits<W>, held: &Held<W>, carrier: Bits<W>, ends: &[Vertex]) -> Self {
        let ends: Bits<W> = ends.iter().filter_map(|&end| graph.cell(end)).collect();
        let all = own | held.cells;
        let (mut rest, mut near) = (all, Bits::EMPTY);
        while let Some(start) = rest.first() {
            let (mut chain, mut around, mut todo) = (Bits::EMPTY, Bits::EMPTY, Bits::single(start));
            while let Some(cell) = todo.first() {
                chain.insert(cell);
                around |= graph.around(cell as Vertex);
                todo = (todo | graph.around(cell as Vertex) & all) - chain;
            }
            rest -= chain;
            // A connection enters a chain on one side and leaves it on another.
            let n_chains = graph.chains().filter(|&first| graph.around(first).meets(&chain)).count();
            if chain.meets(&ends) || n_chains + (chain & graph.terminals()).len() + (around & carrier).len() >= 2 {
                near |= chain;
            }
        }
        let held = held.ids().iter().copied().filter(|&id| graph.bridge(id).set().is_subset(&near)).collect();
        Self { own: near & own, held }
    }

    /// The stones, and the cells of the held bridges.
    pub(super) fn occupied(&self, graph: &Graph<W>) -> Bits<W> {
        self.held.iter().fold(self.own, |all, &id| all | graph.bridge(id).set())
    }

    /// The way from one vertex to another over stones, chains and held bridges, and the stones on it. It has as few
    /// bridges as possible, and then as few stones as possible.
    pub(super) fn walk(&self, graph: &Graph<W>, from: Vertex, to: Vertex) -> Option<(Route, Bits<W>)> {
        if from == to {
            return Some((Route::at(from), Bits::EMPTY));
        }
        let mut best: Vec<(u32, Vertex, Option<BridgeId>)> = vec![(u32::MAX, from, None); graph.n_vertices()];
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        best[usize::from(from)].0 = 0;
        while let Some(Reverse((cost, at))) = queue.pop() {
            if at == to {
                break;
            }
            if cost > best[usize::from(at)].0 {
                continue;
            }
            let mut reach = |next: Vertex, cost: u32, bridge| {
                if cost < best[usize::from(next)].0 {
                    best[usize::from(next)] = (cost, at, bridge);
                    queue.push(Reverse((cost, next)));
                }
            };
            for stone in (graph.around(at) & self.own).iter() {
                reach(stone as Vertex, cost + 1, None);
            }
            if let Some(cell) = graph.cell(at) {
                for chain in graph.chains().filter(|&chain| graph.around(chain).contains(cell)) {
                    reach(chain, cost + 1, None);
                }
            }
            for &id in &self.held {
                let [a, b] = graph.bridge(id).ends;
                if let Some(end) = if at == a { Some(b) } else { Some(a).filter(|_| at == b) } {
                    reach(end, cost + BRIDGE, Some(id));
                }
            }
        }
        if best[usize::from(to)].0 == u32::MAX {
            return None;
        }
        let mut stones: Bits<W> = graph.cell(to).into_iter().collect();
        let (mut at, mut route) = (to, Route::at(to));
        while at != from {
            let (_, before, bridge) = best[usize::from(at)];
            let step = match bridge {
                None => Route::step(before, at),
                Some(id) => Route::across(id, before, at),
            };
            route = step.then(graph, &route);
            stones |= graph.cell(before).into_iter().collect();
            at = before;
        }
        Some((route, stones & self.own))
    }
}
