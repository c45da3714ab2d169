//! Sets of cells sized to their board at run time.

use std::fmt;

use crate::Cell;

/// A set of cells of one board, one bit per cell.
///
/// For claims, certificates and notation. Hot loops use [`Bits`](crate::Bits). Two sets of different widths can be
/// compared and combined: the bits that one of them lacks count as absent.
#[derive(Clone, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// All cells with a number below `n_cells`.
    #[must_use]
    pub fn full(n_cells: usize) -> Self {
        (0..n_cells).map(Cell::new).collect()
    }

    /// The words, lowest cells first, without trailing zeros.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        let n_words = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        &self.words[..n_words]
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 != 0)
    }

    /// Adds `cell`; returns whether it was absent.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let word_idx = cell.index() / 64;
        if word_idx >= self.words.len() {
            self.words.resize(word_idx + 1, 0);
        }
        let bit = 1 << (cell.index() % 64);
        let absent = self.words[word_idx] & bit == 0;
        self.words[word_idx] |= bit;
        absent
    }

    /// Removes `cell`; returns whether it was present.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let present = self.contains(cell);
        if present {
            self.words[cell.index() / 64] &= !(1 << (cell.index() % 64));
        }
        present
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().is_empty()
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().enumerate().flat_map(|(word_idx, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(Cell::new(word_idx * 64 + bit))
            })
        })
    }

    /// Adds every cell of `other`.
    pub fn union_with(&mut self, other: &Self) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Keeps only the cells that are also in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        self.words.truncate(other.words.len());
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Removes every cell of `other`.
    pub fn subtract(&mut self, other: &Self) {
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Whether the two sets share a cell.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(&a, &b)| a & b != 0)
    }

    /// Whether every cell is also in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        let other = &other.words;
        self.words.iter().enumerate().all(|(i, &word)| word & !other.get(i).copied().unwrap_or(0) == 0)
    }
}

impl PartialEq for CellSet {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for CellSet {}

impl std::hash::Hash for CellSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::new();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn widths_do_not_matter() {
        let small: CellSet = [1, 5].into_iter().map(Cell::new).collect();
        let mut wide: CellSet = [1, 5, 200].into_iter().map(Cell::new).collect();
        assert!(small.is_subset(&wide) && !wide.is_subset(&small));
        assert!(wide.remove(Cell::new(200)) && !wide.remove(Cell::new(300)));
        assert_eq!(small, wide);
        assert_eq!(wide.iter().map(Cell::index).collect::<Vec<_>>(), [1, 5]);
        wide.intersect_with(&CellSet::new());
        assert!(wide.is_empty() && !wide.meets(&small));
    }
}
