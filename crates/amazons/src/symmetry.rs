//! The images of a board under reflections and rotations. Colours stay the same.
//!
//! Bit 0 of a symmetry's number exchanges left and right, and bit 1 top and bottom. After that, bit 2 exchanges columns
//! and rows; only square boards have it.

use tesuji_game::Symmetric;

use crate::{Move, Position, Size};

impl Size {
    /// The number of symmetries of the board: 8 if it is square, otherwise 4.
    #[must_use]
    pub const fn n_symmetries(self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// The image of a square under symmetry number `symmetry`.
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
        Self::new(&setup).expect("the image of a position is a position: each square has one image")
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        let image = |square| self.size().image_of(square, symmetry);
        Move { from: image(mv.from), to: image(mv.to), arrow: image(mv.arrow) }
    }
}
