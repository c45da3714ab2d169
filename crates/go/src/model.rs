//! The B-W graph model of Go, as defined in its paper: slow, and a reference for everything fast.
//!
//! A board is a graph (X, E). A position is (B, W, F): the black points, the white points and the *connection map* F.
//! For a point of a chain, F gives all points of the chain and all points that touch it; for an empty point, the point
//! itself and its neighbours. V = X \ (B ∪ W) are the empty points. At the start B = W = ∅ and F = F₀ with F₀(x) = {x}
//! ∪ { y : xy ∈ E }. For a set O of points, F(O) is the union of F(x) over x ∈ O, and F⁻¹(O) = { x : F(x) ∩ O ≠ ∅ }.
//!
//! A black move m (for a white one, exchange B and W):
//!
//! | the paper | here | in words |
//! | --- | --- | --- |
//! | H = { x : #(F(x) ∩ V) = 1 } | [`atari`](GraphModel::atari) | points with a single empty point in reach |
//! | A(m) = F⁻¹(m) ∩ (B ∪ {m}) | [`joined`](GraphModel::joined) | the chains that m joins, and m |
//! | D(m) = H ∩ W ∩ F⁻¹(m) | [`captured`](GraphModel::captured) | the stones that m captures |
//! | V ∩ F((H ⊕ W)ᶜ) | [`legal`](GraphModel::legal) | where Black may play; a pass is legal too |
//! | B' = B ∪ {m}, W' = W \ D(m) | [`play`](GraphModel::play) | |
//! | F'(x) = F(A(m)) for x ∈ A(m), F₀(x) for x ∈ D(m), otherwise F(x) | [`play`](GraphModel::play) | |
//!
//! Why the legal points are those without suicide: (H ⊕ W)ᶜ contains the points x that are in both H and W, or in
//! neither. If m touches or is such an x, there are three cases. Either x is a stone of a white chain that m captures.
//! Or x is a stone of a black chain with a liberty besides m. Or x is m itself or an empty neighbour, with another
//! empty point next to it. The printed text needed interpretation in two places. It lists only the neighbours in F₀,
//! but the formulas also need the point itself; and the bar over H ⊕ W is missing.
//!
//! The model has no ko, no end and no score; [`Position`] adds them under a rule set. A `Position` without suicide,
//! with its ko lifted, agrees with the model move by move: the tests play random games on boards of all kinds.
//!
//! Nothing here is fast: every question walks over the whole board.
//!
//! # Source
//!
//! Sato, Anada and Tsutsumi 2016, on Go on boards of any shape.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::IllegalMove;

use crate::{Move, Position};

/// A position (B, W, F) of the model.
///
/// ```
/// use tesuji_board::{Player, Topology};
/// use tesuji_go::model::GraphModel;
///
/// // A ring of four: a white stone between two black ones has no liberty.
/// let names = ["n", "e", "s", "w"].map(str::to_owned).to_vec();
/// let ring = Topology::graph(names, &[(0, 1), (1, 2), (2, 3), (3, 0)], vec![]).unwrap();
/// let [n, e, s, w] = ["n", "e", "s", "w"].map(|name| ring.cell(name).unwrap());
/// let mut model = GraphModel::new(ring);
/// model.play(Player::White, e).unwrap();
/// model.play(Player::Black, n).unwrap();
/// assert!(model.captured(Player::Black, s).contains(e));
/// model.play(Player::Black, s).unwrap();
/// assert!(model.empty().contains(e) && !model.legal(Player::White).contains(e));
/// assert!(model.connection(w).contains(n));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphModel {
    topology: Arc<Topology>,
    /// B and W, by [`Player::index`].
    points: [CellSet; 2],
    /// F, by [`Cell::index`].
    connections: Vec<CellSet>,
}

impl GraphModel {
    /// The start: no stones, F = F₀.
    #[must_use]
    pub fn new(topology: impl Into<Arc<Topology>>) -> Self {
        let topology = topology.into();
        let connections = topology.cells().map(|x| initial(&topology, x)).collect();
        Self { topology, points: [CellSet::new(), CellSet::new()], connections }
    }

    /// The board (X, E).
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// B or W.
    #[must_use]
    pub const fn stones(&self, player: Player) -> &CellSet {
        &self.points[player.index()]
    }

    /// V: the empty points.
    #[must_use]
    pub fn empty(&self) -> CellSet {
        let mut empty = CellSet::full(self.topology.n_cells());
        self.points.iter().for_each(|points| empty.subtract(points));
        empty
    }

    /// F(x) for a point of the board.
    #[must_use]
    pub fn connection(&self, x: Cell) -> &CellSet {
        &self.connections[x.index()]
    }

    /// F(O): the points that the points of `of` reach.
    #[must_use]
    pub fn image(&self, of: &CellSet) -> CellSet {
        union(of.iter().map(|x| self.connection(x).clone()))
    }

    /// F⁻¹(O): the points that reach some point of `of`.
    #[must_use]
    pub fn inverse(&self, of: &CellSet) -> CellSet {
        self.topology.cells().filter(|&x| self.connection(x).meets(of)).collect()
    }

    /// F₀(O): the points of `of` and their neighbours.
    #[must_use]
    pub fn initial(&self, of: &CellSet) -> CellSet {
        union(of.iter().map(|x| initial(&self.topology, x)))
    }

    /// H: the points x with exactly one empty point in F(x). These are stones in atari, and empty points without empty
    /// neighbours.
    #[must_use]
    pub fn atari(&self) -> CellSet {
        let empty = self.empty();
        self.topology.cells().filter(|&x| meet(self.connection(x).clone(), &empty).len() == 1).collect()
    }

    /// A(m) for a move m of `player`'s: the stones of the chains that it joins, and m.
    #[must_use]
    pub fn joined(&self, player: Player, m: Cell) -> CellSet {
        let mut own = self.stones(player).clone();
        own.insert(m);
        meet(self.inverse(&single(m)), &own)
    }

    /// D(m) for a move m of `player`'s: the stones that it captures.
    #[must_use]
    pub fn captured(&self, player: Player, m: Cell) -> CellSet {
        meet(meet(self.atari(), self.stones(player.opponent())), &self.inverse(&single(m)))
    }

    /// Cells on which `player` may place a stone; a pass is always legal.
    #[must_use]
    pub fn legal(&self, player: Player) -> CellSet {
        let (atari, theirs) = (self.atari(), self.stones(player.opponent()));
        let in_both_or_neither = |x: &Cell| atari.contains(*x) == theirs.contains(*x);
        meet(self.empty(), &self.image(&self.topology.cells().filter(in_both_or_neither).collect()))
    }

    /// Makes a move of `player`'s. The model knows no turns.
    ///
    /// # Errors
    ///
    /// If `m` is not in [`Self::legal`]; the position is then unchanged.
    pub fn play(&mut self, player: Player, m: Cell) -> Result<(), IllegalMove<Move>> {
        if !self.legal(player).contains(m) {
            return Err(IllegalMove { mv: Move::Place(m) });
        }
        let (joined, captured) = (self.joined(player, m), self.captured(player, m));
        let reach = self.image(&joined);
        joined.iter().for_each(|x| self.connections[x.index()].clone_from(&reach));
        captured.iter().for_each(|x| self.connections[x.index()] = initial(&self.topology, x));
        self.points[player.index()].insert(m);
        self.points[player.opponent().index()].subtract(&captured);
        Ok(())
    }
}

/// The stones of a position. F, which the paper defines move by move, is computed from the chains.
impl From<&Position> for GraphModel {
    fn from(position: &Position) -> Self {
        let mut model = Self::new(Arc::clone(position.topology()));
        model.points = Player::BOTH.map(|player| position.stones(player));
        for player in Player::BOTH {
            for x in position.stones(player).iter() {
                model.connections[x.index()] = model.initial(&position.chain(x));
            }
        }
        model
    }
}

/// F₀(x).
fn initial(topology: &Topology, x: Cell) -> CellSet {
    topology.neighbours(x).iter().copied().chain([x]).collect()
}

fn single(x: Cell) -> CellSet {
    [x].into_iter().collect()
}

fn meet(mut set: CellSet, with: &CellSet) -> CellSet {
    set.intersect_with(with);
    set
}

fn union(sets: impl Iterator<Item = CellSet>) -> CellSet {
    let mut all = CellSet::new();
    sets.for_each(|set| all.union_with(&set));
    all
}
