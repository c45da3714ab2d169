//! The B-W graph model of Sato, Anada and Tsutsumi (2016), word for word.
//!
//! A position is (B, W, F): black points, white points, and the connection map F. For a point of a chain F is the chain
//! and what surrounds it; for an empty point itself and its neighbours. The model knows no ko.

use tesuji_board::{Cell, CellSet, Player, Topology};

/// A position of the model.
pub(crate) struct GraphModel<'a> {
    topology: &'a Topology,
    /// B and W, by [`Player::index`].
    pub(crate) points: [CellSet; 2],
    f: Vec<CellSet>,
}

impl<'a> GraphModel<'a> {
    pub(crate) fn new(topology: &'a Topology) -> Self {
        let f = topology.cells().map(|x| f0(topology, x)).collect();
        Self { topology, points: [CellSet::new(), CellSet::new()], f }
    }

    /// Where `player` may place a stone: V ∩ F(complement of (H xor W)).
    pub(crate) fn legal(&self, player: Player) -> CellSet {
        let (h, w) = (self.h(), &self.points[player.opponent().index()]);
        let outside = self.topology.cells().filter(|&x| h.contains(x) == w.contains(x));
        let mut legal = self.f_of(outside);
        legal.intersect_with(&self.v());
        legal
    }

    /// Makes `player`'s move `m`.
    pub(crate) fn play(&mut self, player: Player, m: Cell) {
        let f_inverse = |x: &Cell| self.f[x.index()].contains(m);
        let own = &self.points[player.index()];
        // A(m): the chains that m joins, and m; D(m): the stones that m captures.
        let a: CellSet = self.topology.cells().filter(f_inverse).filter(|&x| own.contains(x) || x == m).collect();
        let mut d: CellSet = self.h();
        d.intersect_with(&self.points[player.opponent().index()]);
        d.intersect_with(&self.topology.cells().filter(f_inverse).collect());
        let f_of_a = self.f_of(a.iter());
        a.iter().for_each(|x| self.f[x.index()] = f_of_a.clone());
        d.iter().for_each(|x| self.f[x.index()] = f0(self.topology, x));
        self.points[player.index()].insert(m);
        self.points[player.opponent().index()].subtract(&d);
    }

    /// V: the empty points.
    fn v(&self) -> CellSet {
        let mut v = CellSet::full(self.topology.n_cells());
        self.points.iter().for_each(|points| v.subtract(points));
        v
    }

    /// H: the points x with exactly one empty point in F(x), those in atari.
    fn h(&self) -> CellSet {
        let n_empty = |x: Cell| {
            let mut empty = self.v();
            empty.intersect_with(&self.f[x.index()]);
            empty.len()
        };
        self.topology.cells().filter(|&x| n_empty(x) == 1).collect()
    }

    fn f_of(&self, points: impl Iterator<Item = Cell>) -> CellSet {
        let mut all = CellSet::new();
        points.for_each(|x| all.union_with(&self.f[x.index()]));
        all
    }
}

/// The connection map of the empty board: a point and its neighbours. (As printed it lacks the point itself, which the
/// formulas need.)
fn f0(topology: &Topology, x: Cell) -> CellSet {
    topology.neighbours(x).iter().copied().chain([x]).collect()
}
