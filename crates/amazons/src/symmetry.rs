//! The images of a board in its mirrors and turns. Colours stay.
//!
//! Bit 0 of a symmetry's number exchanges left and right, bit 1 top and bottom; then bit 2, which only square boards have,
//! exchanges columns and rows.

use tesuji_game::Symmetric;

use crate::{Move, Position, Size};

impl Size {
    /// How many symmetries the board has: 8 if it is square, else 4.
    #[must_use]
    pub const fn n_symmetries(self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// Where symmetry number `symmetry` shows a square.
    #[must_use]
    pub const fn image_of(self, square: u8, symmetry: usize) -> u8 {
        let (mut column, mut row) = (self.column_of(square), self.row_of(square));
        if symmetry & 1 != 0 {
            column = self.columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = self.rows - 1 - row;
        }
        if symmetry & 4 != 0 { self.square(row, column) } else { self.square(column, row) }
    }
}

impl Symmetric for Position {
    fn n_symmetries(&self) -> usize {
        self.size().n_symmetries()
    }

    fn image(&self, symmetry: usize) -> Self {
        let mut setup = self.setup();
        let size = setup.size;
        for squares in [&mut setup.black, &mut setup.white, &mut setup.arrows] {
            squares.iter_mut().for_each(|square| *square = size.image_of(*square, symmetry));
        }
        Self::new(&setup).expect("the image of a position is one: each square has one image")
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        let image = |square| self.size().image_of(square, symmetry);
        Move { from: image(mv.from), to: image(mv.to), arrow: image(mv.arrow) }
    }
}
