//! Activations of the cells of a board, with a margin of zeros around them.

/// Numbers from 0 to 127 for each cell and channel: row by row, cell by cell, the channels of a cell together.
#[derive(Clone, Default, Debug)]
pub(crate) struct Grid {
    data: Vec<u8>,
    /// Columns and rows without the margin.
    columns: usize,
    rows: usize,
    /// Width of the margin.
    margin: usize,
    channels: usize,
    /// Beginning of the numbers of each cell of the board, row by row.
    cells: Vec<usize>,
}

impl Grid {
    /// Makes it a grid of zeros.
    pub(crate) fn reset(&mut self, (columns, rows): (usize, usize), margin: usize, channels: usize) {
        let n = (columns + 2 * margin) * (rows + 2 * margin) * channels;
        if (self.columns, self.rows, self.margin, self.channels) == (columns, rows, margin, channels) {
            return;
        }
        self.data.clear();
        self.data.resize(n, 0);
        (self.columns, self.rows, self.margin, self.channels) = (columns, rows, margin, channels);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row as isize, column as isize)));
        self.cells = places.map(|(row, column)| self.at(row, column)).collect();
    }

    pub(crate) const fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) const fn channels(&self) -> usize {
        self.channels
    }

    /// From a cell to the one below it, in bytes.
    pub(crate) const fn row_step(&self) -> usize {
        (self.columns + 2 * self.margin) * self.channels
    }

    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }

    /// Beginning of the numbers of each cell of the board, row by row.
    pub(crate) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The numbers of a cell of the board, counted row by row.
    #[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
    pub(crate) fn cell_of(&mut self, cell_idx: usize) -> &mut [u8] {
        let first = self.cells[cell_idx];
        &mut self.data[first..first + self.channels]
    }

    /// Beginning of the numbers of a cell. Cells of the margin have negative numbers, or numbers beyond the board.
    pub(crate) const fn at(&self, row: isize, column: isize) -> usize {
        let row = row.wrapping_add_unsigned(self.margin) as usize;
        let column = column.wrapping_add_unsigned(self.margin) as usize;
        row * self.row_step() + column * self.channels
    }

    /// The numbers of the cells of a row, without the margin.
    pub(crate) fn row(&self, row: usize) -> &[u8] {
        let first = self.at(row as isize, 0);
        &self.data[first..first + self.columns * self.channels]
    }

    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u8] {
        let first = self.at(row as isize, 0);
        &mut self.data[first..first + self.columns * self.channels]
    }

    /// The numbers of a cell, which may lie in the margin.
    pub(crate) fn cell_mut(&mut self, row: isize, column: isize) -> &mut [u8] {
        let first = self.at(row, column);
        &mut self.data[first..first + self.channels]
    }
}
