//! Positions of the B-W graph model, as bits.
//!
//! The chains and the empty cells are units. All cells of a unit have the same F, so a position is a list of units with
//! their cells and their F. A move joins some of them and splits others, as the model's formulas say.

use tesuji_board::{Bits, Cell, Player, Topology};
use tesuji_go::Position;

use super::{Map, Operator};

/// The board itself: the neighbours of each cell.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours<const W: usize> {
    pub(crate) all: Bits<W>,
    /// F0 of each cell: the cell with its neighbours.
    pub(crate) near: Vec<Bits<W>>,
}

impl<const W: usize> Neighbours<W> {
    pub(crate) fn new(topology: &Topology) -> Self {
        let near = |cell: Cell| topology.neighbours(cell).iter().map(|to| to.index()).chain([cell.index()]).collect();
        Self { all: Bits::first_n(topology.n_cells()), near: topology.cells().map(near).collect() }
    }

    /// F0 of a set.
    pub(crate) fn around(&self, set: Bits<W>) -> Bits<W> {
        set.iter().fold(Bits::EMPTY, |around, cell| around | self.near[cell])
    }

    /// The stones of each player and the empty cells that only they touch.
    pub(crate) fn areas(&self, stones: &[Bits<W>; 2]) -> [Bits<W>; 2] {
        let mut areas = *stones;
        let mut rest = self.all - stones[0] - stones[1];
        while let Some(cell) = rest.first() {
            let (mut region, mut edge) = (Bits::single(cell), Bits::single(cell));
            let mut touched = Bits::EMPTY;
            while !edge.is_empty() {
                touched |= self.around(edge);
                edge = (touched & rest) - region;
                region |= edge;
            }
            rest -= region;
            match stones.map(|stones| touched.meets(&stones)) {
                [true, false] => areas[0] |= region,
                [false, true] => areas[1] |= region,
                _ => {}
            }
        }
        areas
    }
}

/// A chain or an empty cell.
#[derive(Clone, Copy, Debug)]
struct FieldUnit<const W: usize> {
    cells: Bits<W>,
    /// F, which is the same for each of its cells.
    reach: Bits<W>,
}

/// A position: stones, and F as units.
#[derive(Clone, Debug)]
pub(crate) struct MapField<const W: usize> {
    /// Indexed by [`Player::index`].
    pub(crate) stones: [Bits<W>; 2],
    pub(crate) empty: Bits<W>,
    /// The units, in no particular order.
    units: Vec<FieldUnit<W>>,
}

impl<const W: usize> MapField<W> {
    /// The empty board.
    pub(crate) fn new(ground: &Neighbours<W>) -> Self {
        let mut field =
            Self { stones: [Bits::EMPTY; 2], empty: ground.all, units: Vec::with_capacity(ground.near.len()) };
        field.clear(ground);
        field
    }

    /// Removes all stones.
    pub(crate) fn clear(&mut self, ground: &Neighbours<W>) {
        self.stones = [Bits::EMPTY; 2];
        self.empty = ground.all;
        self.units.clear();
        let unit = |(cell, &reach): (usize, &Bits<W>)| FieldUnit { cells: Bits::single(cell), reach };
        self.units.extend(ground.near.iter().enumerate().map(unit));
    }

    /// Copies the stones of a position on the same board.
    pub(crate) fn set(&mut self, ground: &Neighbours<W>, position: &Position) {
        self.stones = [Bits::EMPTY; 2];
        self.units.clear();
        for cell in position.topology().cells() {
            match position.stone(cell) {
                None => {
                    self.units.push(FieldUnit { cells: Bits::single(cell.index()), reach: ground.near[cell.index()] })
                }
                Some(player) if !self.stones[player.index()].contains(cell.index()) => {
                    let cells = Bits::from_words(position.chain(cell).words());
                    self.stones[player.index()] |= cells;
                    self.units.push(FieldUnit { cells, reach: ground.around(cells) });
                }
                Some(_) => {}
            }
        }
        self.empty = ground.all - self.stones[0] - self.stones[1];
    }

    /// The empty cells on which a stone of `player` has a liberty after its captures are removed: V ∩ F(complement of
    /// (H ⊕ the opponent's stones)).
    pub(crate) fn legal(&self, player: Player) -> Bits<W> {
        let theirs = &self.stones[player.opponent().index()];
        let mut reached = Bits::EMPTY;
        for unit in self.units.iter().filter(|unit| self.is_in_atari(unit) == unit.cells.meets(theirs)) {
            reached |= unit.reach;
        }
        reached & self.empty
    }

    /// Puts a stone of `player` on a legal cell; returns the cell where the simple ko rule then forbids retaking.
    pub(crate) fn play(&mut self, ground: &Neighbours<W>, cell: usize, player: Player) -> Option<usize> {
        let (own, other) = (player.index(), player.opponent().index());
        self.empty.remove(cell);
        let mut joined = FieldUnit { cells: Bits::single(cell), reach: ground.near[cell] };
        let mut captured = Bits::EMPTY;
        let mut unit_idx = 0;
        while let Some(unit) = self.units.get(unit_idx) {
            if !unit.reach.contains(cell) {
                unit_idx += 1;
            } else if unit.cells.contains(cell) {
                self.units.swap_remove(unit_idx);
            } else if unit.cells.meets(&self.stones[own]) {
                joined.cells |= unit.cells;
                joined.reach |= unit.reach;
                self.units.swap_remove(unit_idx);
            } else if !unit.reach.meets(&self.empty) && unit.cells.meets(&self.stones[other]) {
                captured |= unit.cells;
                self.units.swap_remove(unit_idx);
            } else {
                unit_idx += 1;
            }
        }
        self.units.push(joined);
        self.units
            .extend(captured.iter().map(|cell| FieldUnit { cells: Bits::single(cell), reach: ground.near[cell] }));
        self.stones[own].insert(cell);
        self.stones[other] -= captured;
        self.empty |= captured;
        let is_ko = captured.len() == 1 && joined.cells.len() == 1 && (joined.reach & self.empty).len() == 1;
        captured.first().filter(|_| is_ko)
    }

    /// The value of a map whose Black is `own`.
    ///
    /// Allocates nothing once `stack` is large enough for the deepest map.
    pub(crate) fn value(&self, ground: &Neighbours<W>, map: &Map, own: Player, stack: &mut Vec<Bits<W>>) -> Bits<W> {
        stack.clear();
        for &operator in map.postfix() {
            let mut operands = [Bits::EMPTY; 2];
            for operand in operands[..operator.n_operands()].iter_mut().rev() {
                *operand = stack.pop().unwrap_or_default();
            }
            stack.push(self.apply(ground, operator, &operands, own));
        }
        stack.pop().unwrap_or_default()
    }

    /// The value of one operator, whose Black is `own`, from the values of its operands; missing operands are ignored.
    #[inline]
    pub(crate) fn apply(
        &self,
        ground: &Neighbours<W>,
        operator: Operator,
        [set, other]: &[Bits<W>; 2],
        own: Player,
    ) -> Bits<W> {
        let stones =
            |player: Player| &self.stones[if player == Player::Black { own.index() } else { own.opponent().index() }];
        match operator {
            Operator::Black => *stones(Player::Black),
            Operator::White => *stones(Player::White),
            Operator::Empty => self.empty,
            Operator::Atari => self.cells_where(|unit| self.is_in_atari(unit)),
            Operator::Complement => ground.all - *set,
            Operator::Reach => self.reach(set),
            Operator::Near => ground.around(*set),
            Operator::Joined(player) => {
                let joined = |unit: &FieldUnit<W>| unit.cells.meets(stones(player)) && unit.reach.meets(set);
                self.cells_where(joined) | *set
            }
            Operator::Captured(player) => {
                let theirs = stones(player.opponent());
                self.cells_where(|unit| unit.cells.meets(theirs) && unit.reach.meets(set) && self.is_in_atari(unit))
            }
            Operator::AtLeast(number) => self.cells_where(|unit| (unit.reach & *set).len() >= usize::from(number)),
            Operator::AtMost(number) => self.cells_where(|unit| (unit.reach & *set).len() <= usize::from(number)),
            Operator::Intersection => *set & *other,
            Operator::Union => *set | *other,
            Operator::Difference => *set - *other,
        }
    }

    /// Whether the cells of a unit are in H.
    #[inline]
    fn is_in_atari(&self, unit: &FieldUnit<W>) -> bool {
        (unit.reach & self.empty).len() == 1
    }

    #[inline]
    fn cells_where(&self, is_such: impl Fn(&FieldUnit<W>) -> bool) -> Bits<W> {
        self.units.iter().filter(|unit| is_such(unit)).fold(Bits::EMPTY, |cells, unit| cells | unit.cells)
    }

    /// F of a set.
    #[inline]
    fn reach(&self, set: &Bits<W>) -> Bits<W> {
        self.units.iter().filter(|unit| unit.cells.meets(set)).fold(Bits::EMPTY, |reach, unit| reach | unit.reach)
    }
}
