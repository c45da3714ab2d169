//! Overlays, which are shown on a board beside the stones: numbers and marks of cells, pairs and orders, as plain data.

use tesuji_board::Player;

/// An overlay that a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverlayName {
    /// The name, as [`View::overlay`](crate::View::overlay) takes it.
    pub name: &'static str,
    /// The title in a menu.
    pub title: &'static str,
    /// Its form.
    pub kind: OverlayKind,
    /// Whether it is about one cell, whose name follows that of the overlay: `joint D4`.
    pub takes_cell: bool,
    /// What its numbers count.
    pub unit: OverlayUnit,
}

impl OverlayName {
    /// An overlay of shares, of the whole position.
    pub(crate) const fn new(name: &'static str, title: &'static str, kind: OverlayKind) -> Self {
        Self { name, title, kind, takes_cell: false, unit: OverlayUnit::Share }
    }

    /// The same about one cell.
    pub(crate) const fn of_cell(self) -> Self {
        Self { takes_cell: true, ..self }
    }

    /// The same in another unit.
    pub(crate) const fn in_unit(self, unit: OverlayUnit) -> Self {
        Self { unit, ..self }
    }
}

/// What the numbers of an overlay are, for whoever has to write them in few characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlayUnit {
    /// Shares or chances, at most 1.
    Share,
    /// Chances around one half: what matters is by how much they differ.
    Chance,
    /// Whole numbers.
    Count,
    /// Numbers of any size.
    Number,
}

/// The form of an overlay, one for each variant of [`Overlay`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlayKind {
    /// [`Overlay::Numbers`].
    Numbers,
    /// [`Overlay::Signed`].
    Signed,
    /// [`Overlay::Marks`].
    Marks,
    /// [`Overlay::Facts`].
    Facts,
    /// [`Overlay::Pairs`].
    Pairs,
    /// [`Overlay::Arrows`].
    Arrows,
}

/// The content of an overlay. Cells are named as the game writes them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Overlay {
    /// A number for each cell that has one, at least 0.
    Numbers(Vec<(String, f64)>),
    /// A number of either sign for each cell that has one. Numbers that belong to a player are positive for Black.
    Signed(Vec<(String, f64)>),
    /// What is known about some cells, each at most once.
    Marks(Vec<(String, CellMark)>),
    /// Numbers of the whole position, each with its name; `None` if a number is missing.
    Facts(Vec<(&'static str, Option<f64>)>),
    /// Pairs of cells with a number each, the highest first.
    Pairs(Vec<([String; 2], f64)>),
    /// Moves that are better made before others, the surest first.
    Arrows(Vec<Arrow>),
}

/// A move that is better made before another.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    /// Where the first is.
    pub from: String,
    /// Whose it is.
    pub from_player: Player,
    /// Where the later one is.
    pub to: String,
    /// Whose that is.
    pub to_player: Player,
    /// By how much it is better.
    pub value: f64,
}

/// What is known about an empty cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CellMark {
    /// Its colour does not matter; it counts as this player's.
    Dead(Player),
    /// Counts as this player's stone: every intrusion has an answer.
    Captured(Player),
    /// Counts as this player's stone: a stone of either player on one other cell makes this cell dead.
    Permanent(Player),
    /// A move that loses if all others do, because of this answer.
    Vulnerable(String),
    /// A move that is no better than this one.
    Dominated(String),
    /// A move that loses: it leaves the opponent a virtual connection of the edges.
    Outside,
}

/// A virtual connection or semi-connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VirtualConnection {
    /// The owner's joining move, if it has to move first: a semi-connection.
    pub key: Option<String>,
    /// The empty cells it needs, the key among them.
    pub carrier: Vec<String>,
}

/// What a cell or chain is connected with: cells, and one name for each chain or edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linked {
    /// Connected even if the opponent moves first.
    pub connected: Vec<String>,
    /// Connected only if the owner moves first.
    pub semi_connected: Vec<String>,
}
