//! The parts of a position that no move connects.

use tesuji_amazons::Position;
use tesuji_board::{Bits, Player};

/// Players who can move in a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionKind {
    /// Nobody: it has no amazon, or no empty square.
    Dead,
    /// This player alone.
    Owned(Player),
    /// Both have amazons there.
    Contested,
}

/// A connected set of squares without arrows, by sides or corners.
///
/// Neither a queen move nor an arrow passes a square with an arrow, and arrows stay. So play in one region changes
/// nothing in another: a position is the sum of its regions. An amazon belongs to one region and joins all squares that
/// it touches. It does not separate the empty squares on either side of it, because it can move away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndingRegion {
    /// Its squares, empty or with an amazon.
    pub squares: Bits<3>,
    /// The empty squares among them.
    pub empty: Bits<3>,
    /// Players who can move there.
    pub kind: RegionKind,
}

/// The regions of `position`, in the order of their first squares.
#[must_use]
pub fn regions(position: &Position) -> Vec<EndingRegion> {
    let size = position.size();
    let (columns, rows) = (i16::from(size.columns), i16::from(size.rows));
    let mut open = position.empty() | position.amazon_squares(Player::Black) | position.amazon_squares(Player::White);
    let mut regions = Vec::new();
    while let Some(first) = open.first() {
        open.remove(first);
        let mut squares = Bits::single(first);
        let mut stack = vec![first];
        while let Some(square) = stack.pop() {
            #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
            let square = square as u8;
            for (across, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let column = i16::from(size.column_of(square)) + across;
                let row = i16::from(size.row_of(square)) + down;
                if (0..columns).contains(&column) && (0..rows).contains(&row) {
                    #[expect(clippy::cast_sign_loss, reason = "both are in range")]
                    let near = row as usize * usize::from(size.columns) + column as usize;
                    if open.contains(near) {
                        open.remove(near);
                        squares.insert(near);
                        stack.push(near);
                    }
                }
            }
        }
        regions.push(region(position, squares));
    }
    regions
}

fn region(position: &Position, squares: Bits<3>) -> EndingRegion {
    let empty = squares & position.empty();
    let has = |player| squares.meets(&position.amazon_squares(player));
    let kind = match (has(Player::Black), has(Player::White)) {
        _ if empty.is_empty() => RegionKind::Dead,
        (true, true) => RegionKind::Contested,
        (true, false) => RegionKind::Owned(Player::Black),
        (false, true) => RegionKind::Owned(Player::White),
        (false, false) => RegionKind::Dead,
    };
    EndingRegion { squares, empty, kind }
}

/// A position that consists of this region alone, with arrows everywhere else.
#[cfg(feature = "testing")]
pub(super) fn alone(position: &Position, region: &EndingRegion) -> tesuji_amazons::Setup {
    let mut setup = position.setup();
    let here = |&square: &u8| region.squares.contains(usize::from(square));
    setup.black.retain(here);
    setup.white.retain(here);
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
    let others = (0..position.n_squares() as u8).filter(|square| !here(square));
    setup.arrows = others.chain(setup.arrows.iter().copied().filter(here)).collect();
    setup
}
