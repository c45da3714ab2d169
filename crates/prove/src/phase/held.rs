//! Bridges that are left alone while the rest is proved.

use tesuji_board::Bits;

use super::graph::{BridgeId, Graph, Vertex};

/// Bridges whose ends count as joined and on whose cells nobody plays.
#[derive(Clone, Default, Debug)]
pub(super) struct Held<const W: usize> {
    /// Their cells.
    pub cells: Bits<W>,
    ids: Vec<BridgeId>,
}

impl<const W: usize> Held<W> {
    pub(super) fn ids(&self) -> &[BridgeId] {
        &self.ids
    }

    pub(super) fn contains(&self, id: BridgeId) -> bool {
        self.ids.contains(&id)
    }

    /// Whether a bridge is held, built, or can be built, if the winner has the stones `own` and the other player the
    /// cells `other`.
    pub(super) fn admits(&self, graph: &Graph<W>, id: BridgeId, own: Bits<W>, other: Bits<W>) -> bool {
        let cells = graph.bridge(id).set();
        let is_open = cells.meets(&own) || !cells.meets(&(other | self.cells));
        self.contains(id) || is_open && graph.end_cells(id).is_subset(&own)
    }

    /// Holds as many bridges of the stones `own` as possible. Both cells must be empty and of no other use to the
    /// winner, given that the other player has the cells `other`.
    ///
    /// A bridge is not held if its ends are already joined, or if it would achieve the goal: something is always left to
    /// prove.
    pub(super) fn extend(&mut self, graph: &Graph<W>, own: Bits<W>, other: Bits<W>) {
        let mut pieces = Pieces::new(graph, own);
        for &id in &self.ids {
            let [a, b] = graph.bridge(id).ends;
            pieces.join(a, b);
        }
        for (id, bridge) in graph.bridges() {
            let cells = bridge.set();
            let is_open = !cells.meets(&(own | other | self.cells)) && bridge.rivals.is_subset(&other);
            let [a, b] = bridge.ends;
            if is_open && graph.end_cells(id).is_subset(&own) && pieces.may_join(graph, a, b) {
                pieces.join(a, b);
                self.cells |= cells;
                self.ids.push(id);
            }
        }
    }
}

/// The pieces that stones, chains and held bridges form.
struct Pieces(Vec<Vertex>);

impl Pieces {
    fn new<const W: usize>(graph: &Graph<W>, own: Bits<W>) -> Self {
        let mut pieces = Self((0..graph.n_vertices() as Vertex).collect());
        for stone in own.iter() {
            for cell in (graph.around(stone as Vertex) & own).iter().filter(|&cell| cell > stone) {
                pieces.join(stone as Vertex, cell as Vertex);
            }
            for chain in graph.chains().filter(|&chain| graph.around(chain).contains(stone)) {
                pieces.join(stone as Vertex, chain);
            }
        }
        pieces
    }

    /// The vertex that represents the piece of `vertex`.
    fn of(&self, mut vertex: Vertex) -> Vertex {
        while self.0[usize::from(vertex)] != vertex {
            vertex = self.0[usize::from(vertex)];
        }
        vertex
    }

    fn join(&mut self, a: Vertex, b: Vertex) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[usize::from(a.max(b))] = a.min(b);
    }

    /// Whether `a` and `b` are in different pieces that may be joined: not if that achieves the goal.
    fn may_join<const W: usize>(&self, graph: &Graph<W>, a: Vertex, b: Vertex) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        let piece = |vertex| Some(self.of(vertex)).filter(|&piece| piece != b).unwrap_or(a);
        let is_joined = |group: &Vec<Vertex>| group.iter().all(|&vertex| piece(vertex) == piece(group[0]));
        a != b && !graph.alternatives().iter().any(|groups| groups.iter().all(is_joined))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256StarStar;

    use super::super::graph::tests::graph;
    use super::*;

    #[test]
    fn something_is_always_left_to_prove() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(3);
        let mut n_held = [0; 3];
        for _ in 0..6_000 {
            let (graph, _) = graph(rng.random_range(3..=8), rng.random_range(3..=8));
            let n_cells = usize::from(graph.chains().next().unwrap());
            let (mut own, mut other) = (Bits::EMPTY, Bits::EMPTY);
            for cell in 0..n_cells {
                match rng.random_range(0..7) {
                    0..=2 => other.insert(cell),
                    3 | 4 => own.insert(cell),
                    _ => {}
                }
            }
            let mut held = Held::default();
            held.extend(&graph, own, other);
            n_held[held.ids().len().min(2)] += 1;
            let mut pieces = Pieces::new(&graph, own);
            let [start, end] = [n_cells as Vertex, n_cells as Vertex + 1];
            let was_joined = pieces.of(start) == pieces.of(end);
            let mut cells = Bits::EMPTY;
            for &id in held.ids() {
                let set = graph.bridge(id).set();
                assert!(!set.meets(&(cells | own | other)), "cells of its own, and empty");
                assert!(graph.end_cells(id).is_subset(&own));
                let [a, b] = graph.bridge(id).ends;
                assert_ne!(pieces.of(a), pieces.of(b), "no bridge is held for nothing");
                pieces.join(a, b);
                cells |= set;
            }
            assert_eq!(cells, held.cells);
            assert_eq!(pieces.of(start) == pieces.of(end), was_joined);
        }
        assert!(n_held.iter().all(|&n| n > 50), "{n_held:?}");
    }
}
