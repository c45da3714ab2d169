//! Bridges that are left alone while the rest is proved.

use tesuji_board::Bits;

use super::ground::{BridgeId, Ground, Vertex};

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
    pub(super) fn admits(&self, ground: &Ground<W>, id: BridgeId, own: Bits<W>, other: Bits<W>) -> bool {
        let cells = ground.bridge(id).set();
        let is_open = cells.meets(&own) || !cells.meets(&(other | self.cells));
        self.contains(id) || is_open && ground.end_cells(id).is_subset(&own)
    }

    /// Holds as many bridges of the stones `own` as possible. Both cells must be empty and of no other use to the
    /// winner, given that the other player has the cells `other`.
    ///
    /// A bridge is not held if its ends are already joined, or if it would join the two edges: something is always left
    /// to prove.
    pub(super) fn extend(&mut self, ground: &Ground<W>, own: Bits<W>, other: Bits<W>) {
        let mut pieces = Pieces::new(ground, own);
        for &id in &self.ids {
            let [a, b] = ground.bridge(id).ends;
            pieces.join(a, b);
        }
        for (id, bridge) in ground.bridges() {
            let cells = bridge.set();
            let is_open = !cells.meets(&(own | other | self.cells)) && bridge.rivals.is_subset(&other);
            let [a, b] = bridge.ends;
            if is_open && ground.end_cells(id).is_subset(&own) && pieces.may_join(ground, a, b) {
                pieces.join(a, b);
                self.cells |= cells;
                self.ids.push(id);
            }
        }
    }
}

/// The pieces that stones, edges and held bridges form.
struct Pieces(Vec<Vertex>);

impl Pieces {
    fn new<const W: usize>(ground: &Ground<W>, own: Bits<W>) -> Self {
        let mut pieces = Self((0..ground.n_vertices() as Vertex).collect());
        for stone in own.iter() {
            for cell in (ground.around(stone as Vertex) & own).iter().filter(|&cell| cell > stone) {
                pieces.join(stone as Vertex, cell as Vertex);
            }
            for edge in ground.goal().into_iter().filter(|&edge| ground.around(edge).contains(stone)) {
                pieces.join(stone as Vertex, edge);
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

    /// Whether `a` and `b` are in different pieces that may be joined: not if each contains an edge.
    fn may_join<const W: usize>(&self, ground: &Ground<W>, a: Vertex, b: Vertex) -> bool {
        let edges = ground.goal().map(|edge| self.of(edge));
        let ends = [self.of(a), self.of(b)];
        ends[0] != ends[1] && !ends.iter().all(|end| edges.contains(end))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256StarStar;

    use super::super::ground::tests::ground;
    use super::*;

    #[test]
    fn something_is_always_left_to_prove() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(3);
        let mut n_held = [0; 3];
        for _ in 0..6_000 {
            let (ground, _) = ground(rng.random_range(3..=8), rng.random_range(3..=8));
            let n_cells = usize::from(ground.goal()[0]);
            let (mut own, mut other) = (Bits::EMPTY, Bits::EMPTY);
            for cell in 0..n_cells {
                match rng.random_range(0..7) {
                    0..=2 => other.insert(cell),
                    3 | 4 => own.insert(cell),
                    _ => {}
                }
            }
            let mut held = Held::default();
            held.extend(&ground, own, other);
            n_held[held.ids().len().min(2)] += 1;
            let mut pieces = Pieces::new(&ground, own);
            let [start, end] = ground.goal();
            let was_joined = pieces.of(start) == pieces.of(end);
            let mut cells = Bits::EMPTY;
            for &id in held.ids() {
                let set = ground.bridge(id).set();
                assert!(!set.meets(&(cells | own | other)), "cells of its own, and empty");
                assert!(ground.end_cells(id).is_subset(&own));
                let [a, b] = ground.bridge(id).ends;
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
