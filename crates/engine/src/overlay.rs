//! Overlays, which are shown on a board beside the stones: numbers and marks of cells, pairs and orders, as plain data.

use tesuji_board::Player;

use crate::Measured;

/// The unit of the numbers of an overlay, for whoever has to write them in few characters.
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
    /// [`Overlay::Links`].
    Links,
    /// [`Overlay::Arrows`].
    Arrows,
    /// [`Overlay::Areas`].
    Areas,
}

/// The content of an overlay. Cells are named as the game writes them.
#[derive(Clone, PartialEq, Debug)]
pub enum Overlay {
    /// A number for each cell that has one, at least 0.
    Numbers(Vec<(String, f64)>),
    /// A number of either sign for each cell that has one, with its interval. Numbers that belong to a player are positive
    /// for Black.
    Signed(Vec<(String, Measured)>),
    /// Facts about some cells, each at most once.
    Marks(Vec<(String, CellMark)>),
    /// Numbers of the whole position.
    Facts(Vec<Fact>),
    /// Pairs of cells with a number each, the highest first.
    Pairs(Vec<([String; 2], f64)>),
    /// Pairs of cells that the player can join for certain, in the order of the board.
    Links(Vec<[String; 2]>),
    /// Moves that are better made before others, the surest first.
    Arrows(Vec<Arrow>),
    /// Sets of cells.
    Areas {
        /// The sets.
        areas: Vec<Area>,
        /// Facts about cells beside them.
        marks: Vec<(String, CellMark)>,
        /// Numbers of all of them.
        facts: Vec<Fact>,
    },
}

/// A number of the whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// Its name in one word.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// The number; `None` if it is missing.
    pub value: Option<f64>,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

impl Fact {
    /// A number whose title is its name.
    pub(crate) fn new(name: &'static str, value: Option<f64>, sentence: impl Into<String>) -> Self {
        Self { name, title: name.to_owned(), value, sentence: sentence.into() }
    }
}

/// A set of cells that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// The cells.
    pub cells: Vec<String>,
    /// A short name or value: `south`, `*2`, `3|-1`.
    pub text: String,
    /// The player to whom it belongs, if to one.
    pub player: Option<Player>,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

/// A move that is better made before another.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    /// Place of the first.
    pub from: String,
    /// Whose it is.
    pub from_player: Player,
    /// Place of the later one.
    pub to: String,
    /// Whose that is.
    pub to_player: Player,
    /// By how much it is better.
    pub value: f64,
}

impl Arrow {
    /// The order in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { from, to, value, .. } = self;
        let (first, later) = (title(self.from_player), title(self.to_player));
        format!(
            "{first}'s move on {from} is better made before {later}'s on {to}: it gains {:.1} % of the random games.",
            100.0 * value
        )
    }
}

/// A fact about a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// A move of this player that does not: all others lose.
    MustPlay(Player),
    /// Joined with a cell by this player, even if the opponent moves first.
    Connected(Player, String),
    /// Joined with a cell by this player if it moves first.
    SemiConnected(Player, String),
}

impl CellMark {
    /// The name of the mark.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Dead(_) => "dead",
            Self::Captured(_) => "captured",
            Self::Permanent(_) => "permanently-inferior",
            Self::Vulnerable(_) => "vulnerable",
            Self::Dominated(_) => "dominated",
            Self::Outside => "losing",
            Self::MustPlay(_) => "must-play",
            Self::Connected(..) => "connected",
            Self::SemiConnected(..) => "semi-connected",
        }
    }

    /// The player whose mark it is, if it is one player's.
    #[must_use]
    pub const fn player(&self) -> Option<Player> {
        match self {
            Self::Dead(player)
            | Self::Captured(player)
            | Self::Permanent(player)
            | Self::MustPlay(player)
            | Self::Connected(player, _)
            | Self::SemiConnected(player, _) => Some(*player),
            Self::Vulnerable(_) | Self::Dominated(_) | Self::Outside => None,
        }
    }

    /// The mark of a cell in one sentence; `mover` is the player for whom the overlay is.
    #[must_use]
    pub fn sentence(&self, cell: &str, mover: Player) -> String {
        let player = title(self.player().unwrap_or(mover));
        match self {
            Self::Dead(_) => format!("{cell} is dead: whose stone stands there changes nothing."),
            Self::Captured(_) => {
                format!("{cell} counts as {player}'s: {player} has an answer to every intrusion.")
            }
            Self::Permanent(_) => {
                format!("{cell} counts as {player}'s: a stone nearby, of either player, makes it dead.")
            }
            Self::Vulnerable(answer) => {
                format!("{player} need not play on {cell}: {answer} would answer it and make it useless.")
            }
            Self::Dominated(by) => format!("{player} need not play on {cell}: {by} is at least as good."),
            Self::Outside => {
                format!("A move of {player} on {cell} loses: the opponent then joins the edges for certain.")
            }
            Self::MustPlay(_) => {
                format!("{player} has to play on {cell} or another marked cell: every other move loses.")
            }
            Self::Connected(_, from) => format!("{player} joins {from} with {cell}, even if the opponent moves first."),
            Self::SemiConnected(_, from) => format!("{player} joins {from} with {cell}, if {player} moves first."),
        }
    }
}

/// The name of a player at the beginning of a sentence.
pub(crate) const fn title(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

/// A virtual connection or semi-connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VirtualConnection {
    /// The owner's joining move, if it has to move first: a semi-connection.
    pub key: Option<String>,
    /// The empty cells it needs, the key among them.
    pub carrier: Vec<String>,
}

/// Connections of a cell or chain: cells, and one name for each chain or edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linked {
    /// Connected even if the opponent moves first.
    pub connected: Vec<String>,
    /// Connected only if the owner moves first.
    pub semi_connected: Vec<String>,
}
