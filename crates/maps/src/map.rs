//! Maps as trees.

use std::ops::Range;

use tesuji_board::Player;

/// The most nodes that a map read from text may have.
pub const MAX_NODES: usize = 1000;

/// A node of a map: an operation on the values below it. The module documentation defines each one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// `B`: the black stones.
    Black,
    /// `W`: the white stones.
    White,
    /// `V`: the empty cells.
    Empty,
    /// `H`: cells with one liberty.
    Atari,
    /// `~`: all other cells.
    Complement,
    /// `F`: chains and the cells that touch them.
    Reach,
    /// `F0`: cells and the cells that touch them.
    Near,
    /// `A_B`, `A_W`: the stones that a stone of this player joins.
    Joined(Player),
    /// `D_B`, `D_W`: the stones that a stone of this player captures.
    Captured(Player),
    /// `P_n`: cells that reach at least this many cells.
    AtLeast(u16),
    /// `Q_n`: cells that reach at most this many cells.
    AtMost(u16),
    /// `&`.
    Intersection,
    /// `|`.
    Union,
    /// `\`.
    Difference,
}

impl Operator {
    /// The operators without operands.
    pub const NULLARY: [Self; 4] = [Self::Black, Self::White, Self::Empty, Self::Atari];
    /// The operators of two operands.
    pub const BINARY: [Self; 3] = [Self::Intersection, Self::Union, Self::Difference];

    /// The number of operands: 0, 1 or 2.
    #[must_use]
    pub const fn n_operands(self) -> usize {
        match self {
            Self::Black | Self::White | Self::Empty | Self::Atari => 0,
            Self::Intersection | Self::Union | Self::Difference => 2,
            _ => 1,
        }
    }
}

/// A map from positions to sets of cells: a tree of [`Operator`]s.
///
/// Maps are ordered by size, then by their nodes.
///
/// ```
/// use tesuji_maps::Map;
///
/// let capture: Map = "V ∩ F(H ∩ W)".parse().unwrap();
/// assert_eq!(capture.to_string(), "V & F(H & W)");
/// assert_eq!((capture.n_nodes(), capture.depth()), (6, 4));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Map {
    /// The nodes, each after those below it. So walking the tree needs no recursion.
    code: Vec<Operator>,
}

impl Map {
    /// The map of one node without operands.
    ///
    /// # Panics
    ///
    /// If `operator` takes operands.
    #[must_use]
    pub fn nullary(operator: Operator) -> Self {
        assert_eq!(operator.n_operands(), 0, "{operator:?} takes operands");
        Self { code: vec![operator] }
    }

    /// This map under an operator.
    ///
    /// # Panics
    ///
    /// If `operator` does not take one operand.
    #[must_use]
    pub fn under(mut self, operator: Operator) -> Self {
        assert_eq!(operator.n_operands(), 1, "{operator:?} does not take one operand");
        self.code.push(operator);
        self
    }

    /// Two maps under an operator.
    ///
    /// # Panics
    ///
    /// If `operator` does not take two operands.
    #[must_use]
    pub fn binary(operator: Operator, mut left: Self, right: &Self) -> Self {
        assert_eq!(operator.n_operands(), 2, "{operator:?} does not take two operands");
        left.code.extend_from_slice(&right.code);
        left.code.push(operator);
        left
    }

    /// The map of these nodes in postfix order, if they are one tree.
    #[must_use]
    pub fn from_postfix(code: Vec<Operator>) -> Option<Self> {
        let mut n_values = 0_usize;
        for operator in &code {
            n_values = n_values.checked_sub(operator.n_operands())? + 1;
        }
        (n_values == 1).then_some(Self { code })
    }

    /// The nodes in postfix order.
    #[must_use]
    pub fn postfix(&self) -> &[Operator] {
        &self.code
    }

    /// The operator at the root.
    #[must_use]
    pub fn root(&self) -> Operator {
        self.code[self.code.len() - 1]
    }

    /// The number of nodes.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.code.len()
    }

    /// The least n such that the map is in the paper's F_n: the number of nodes on the longest path from the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.fold(|_, operands| 1 + operands.iter().max().copied().unwrap_or(0))
    }

    /// The maps below the root, left to right.
    #[must_use]
    pub fn operands(&self) -> Vec<Self> {
        let end = self.code.len() - 1;
        let part = |range: Range<usize>| Self { code: self.code[range].to_vec() };
        match self.root().n_operands() {
            0 => Vec::new(),
            1 => vec![part(0..end)],
            _ => {
                let right = self.subtree(end - 1);
                vec![part(0..right.start), part(right)]
            }
        }
    }

    /// The range of nodes of [`Map::postfix`] that form the subtree with root `node`.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn subtree(&self, node: usize) -> Range<usize> {
        let mut n_wanted = 1;
        let mut start = node + 1;
        while n_wanted > 0 {
            start -= 1;
            n_wanted += self.code[start].n_operands();
            n_wanted -= 1;
        }
        start..node + 1
    }

    /// This map with the subtree at `node` replaced.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn with_subtree(&self, node: usize, new: &[Operator]) -> Option<Self> {
        let range = self.subtree(node);
        Self::from_postfix([&self.code[..range.start], new, &self.code[range.end..]].concat())
    }

    /// Computes a value for the whole tree from the leaves up: `combine` gets a node and the results of its operands.
    pub(crate) fn fold<T>(&self, mut combine: impl FnMut(Operator, &mut [T]) -> T) -> T {
        let mut values: Vec<T> = Vec::new();
        for &operator in &self.code {
            let from = values.len() - operator.n_operands();
            let value = combine(operator, &mut values[from..]);
            values.truncate(from);
            values.push(value);
        }
        values.pop().expect("a map has a node")
    }
}

impl PartialOrd for Map {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Map {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.code.len(), &self.code).cmp(&(other.code.len(), &other.code))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_tree_are_found() {
        let map: Map = "(B & ~W) | P2(V)".parse().unwrap();
        assert_eq!((map.n_nodes(), map.depth()), (7, 4));
        assert_eq!(map.operands().iter().map(Map::to_string).collect::<Vec<_>>(), ["B & ~W", "P2(V)"]);
        assert_eq!(map.subtree(2), 1..3);
        let other = map.with_subtree(2, &[Operator::Atari]).unwrap();
        assert_eq!(other.to_string(), "B & H | P2(V)");
        assert_eq!(map.with_subtree(0, &[Operator::Complement]), None);
    }

    #[test]
    fn what_is_no_tree_is_none() {
        for code in [vec![], vec![Operator::Near], vec![Operator::Black; 2], vec![Operator::Black, Operator::Union]] {
            assert_eq!(Map::from_postfix(code), None);
        }
    }
}
