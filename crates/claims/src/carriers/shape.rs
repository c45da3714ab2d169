//! Stones and empty cells at an edge, regardless of their place along it and of mirroring.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, Player, Topology, TopologyError};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// A cell by its height above the edge (0 is the row at the edge) and its column, counted from any origin.
type ShapePlace = (i32, i32);

/// The claim that a stone is joined to the bottom edge if the opponent moves first, independent of the board it was
/// stated on.
///
/// ```text
///        o .          . o
///       . . .        . . .       one shape and its mirror image
///      . . . .      . . . .
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeShape {
    columns: i32,
    /// The stone to be joined.
    stone: ShapePlace,
    others: BTreeSet<ShapePlace>,
    carrier: BTreeSet<ShapePlace>,
}

impl EdgeShape {
    /// The shape of a claim about a rhombus, if its goal joins one of its stones to the bottom edge and the opponent
    /// moves first.
    #[must_use]
    pub fn of_claim(claim: &Claim) -> Option<Self> {
        let (stone, others, carrier) = places(claim)?;
        Some(Self::at(stone, others, carrier))
    }

    /// The shape moved along the edge so that the leftmost column is 0. One stone of the chain stands for the chain.
    fn at(stone: ShapePlace, others: BTreeSet<ShapePlace>, carrier: BTreeSet<ShapePlace>) -> Self {
        let columns = || others.iter().chain(&carrier).map(|&(_, column)| column).chain([stone.1]);
        let (least, most) = columns().fold((i32::MAX, i32::MIN), |(a, b), column| (a.min(column), b.max(column)));
        let moved = |&(height, column): &ShapePlace| (height, column - least);
        let stones: BTreeSet<ShapePlace> = others.iter().chain([&stone]).map(moved).collect();
        let stone = head(chain(&stones, moved(&stone)), moved(&stone));
        let others = stones.into_iter().filter(|&other| other != stone).collect();
        Self { columns: most - least + 1, stone, others, carrier: carrier.iter().map(moved).collect() }
    }

    /// The mirror image, with the edge in its place.
    ///
    /// Each row up lies half a cell further to the left, so columns are counted from the other side and shifted by the
    /// height.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirror = |&(height, column): &ShapePlace| (height, height - column);
        let mirror_all = |places: &BTreeSet<ShapePlace>| places.iter().map(mirror).collect();
        Self::at(mirror(&self.stone), mirror_all(&self.others), mirror_all(&self.carrier))
    }

    /// The shape or its mirror image, whichever fits on fewer columns; if both are equally wide, the one whose stone is
    /// further left.
    #[must_use]
    pub fn canonical(self) -> Self {
        let mirrored = self.mirrored();
        self.min(mirrored)
    }

    /// The number of columns of the rhombus that it takes.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of rows that it takes, from the edge up.
    #[must_use]
    pub fn rows(&self) -> usize {
        let highest = self.others.iter().chain(&self.carrier).map(|&(height, _)| height).max();
        self.stone.0.max(highest.unwrap_or(0)) as usize + 1
    }

    /// The number of its empty cells.
    #[must_use]
    pub fn n_empties(&self) -> usize {
        self.carrier.len()
    }

    /// The claim on the smallest rhombus that contains it. Black owns the stones.
    ///
    /// # Errors
    ///
    /// If that rhombus is larger than a board may be.
    pub fn claim(&self) -> Result<Claim, TopologyError> {
        let (columns, rows) = (self.columns(), self.rows());
        let topology = Arc::new(Topology::rhombus(columns, rows)?);
        let cell = |&(height, column): &ShapePlace| Cell::new((rows - 1 - height as usize) * columns + column as usize);
        let mut stones: CellSet = self.others.iter().map(cell).collect();
        stones.insert(cell(&self.stone));
        let goal = Goal::pair(Terminal::Cell(cell(&self.stone)), Terminal::Edge(BOTTOM));
        let carrier = self.carrier.iter().map(cell).collect();
        Ok(Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent })
    }

    /// The claims about fewer stones: without each stone in turn, where any remaining stone of its chain may be joined.
    ///
    /// If one of them holds, that stone is not needed.
    pub(super) fn with_fewer_stones(&self) -> Vec<Self> {
        let stones: BTreeSet<ShapePlace> = self.others.iter().copied().chain([self.stone]).collect();
        let chain = chain(&stones, self.stone);
        let mut fewer = Vec::new();
        for spared in &stones {
            let left: BTreeSet<ShapePlace> = stones.iter().copied().filter(|stone| stone != spared).collect();
            for &stone in chain.iter().filter(|&stone| stone != spared) {
                let others = left.iter().copied().filter(|&other| other != stone).collect();
                fewer.push(Self::at(stone, others, self.carrier.clone()));
            }
        }
        fewer.sort_unstable();
        fewer.dedup();
        fewer
    }

    /// The carrier of this shape on the board of `claim`, if its stones are those of `claim` and it lies within the
    /// carrier of `claim`.
    pub(super) fn carrier_in(&self, claim: &Claim) -> Option<CellSet> {
        let (columns, rows) = claim.topology.size()?;
        let (stone, others, carrier) = places(claim)?;
        let stones: BTreeSet<ShapePlace> = others.into_iter().chain([stone]).collect();
        let head = head(chain(&stones, stone), stone);
        let moved = |&(height, column): &ShapePlace| (height, column + head.1 - self.stone.1);
        let own: BTreeSet<ShapePlace> = self.others.iter().chain([&self.stone]).map(moved).collect();
        if moved(&self.stone) != head || own != stones {
            return None;
        }
        let cell = |(height, column): ShapePlace| Cell::new((rows - 1 - height as usize) * columns + column as usize);
        let inside = |place: &ShapePlace| carrier.contains(place).then(|| cell(*place));
        self.carrier.iter().map(|place| inside(&moved(place))).collect()
    }
}

/// The stones connected to `start`, directly or through others of `stones`.
fn chain(stones: &BTreeSet<ShapePlace>, start: ShapePlace) -> BTreeSet<ShapePlace> {
    let mut found = BTreeSet::from([start]);
    let mut fresh = vec![start];
    while let Some((height, column)) = fresh.pop() {
        for (up, right) in [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)] {
            let next = (height + up, column + right);
            if stones.contains(&next) && found.insert(next) {
                fresh.push(next);
            }
        }
    }
    found
}

/// The stone that stands for a chain: the leftmost of the highest ones.
fn head(chain: BTreeSet<ShapePlace>, any: ShapePlace) -> ShapePlace {
    chain.into_iter().min_by_key(|&(height, column)| (-height, column)).unwrap_or(any)
}

/// The stone to be joined, the other stones and the empty cells of a claim that [`EdgeShape`] can represent.
fn places(claim: &Claim) -> Option<(ShapePlace, BTreeSet<ShapePlace>, BTreeSet<ShapePlace>)> {
    let (columns, rows) = claim.topology.size()?;
    let terminals = claim.goal.alternatives().first()?.first()?.as_slice();
    let &[Terminal::Cell(stone), Terminal::Edge(BOTTOM)] = terminals else { return None };
    let is_only_goal = claim.goal == Goal::pair(Terminal::Cell(stone), Terminal::Edge(BOTTOM));
    if !is_only_goal || claim.to_move != Mover::Opponent || !claim.stones.contains(stone) {
        return None;
    }
    let place = |cell: Cell| {
        let (row, column) = (cell.index() / columns, cell.index() % columns);
        ((rows - 1 - row) as i32, column as i32)
    };
    let others = claim.stones.iter().filter(|&other| other != stone).map(place).collect();
    Some((place(stone), others, claim.carrier.iter().map(place).collect()))
}
