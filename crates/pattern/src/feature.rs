//! What a model sees of a move.

use tesuji_board::Cell;
use tesuji_hex::Position;

use crate::view::{ALL, Around, MIDDLE, N_AROUND, PlayerView, Window};

/// The cells that touch the middle of a window.
const NEAR: u64 = 1 << 4 | 1 << 5 | 1 << 8 | 1 << 10 | 1 << 13 | 1 << 14;
/// These cells and those a bridge away.
const BRIDGES: u64 = NEAR | 1 << 1 | 1 << 3 | 1 << 6 | 1 << 12 | 1 << 15 | 1 << 17;

/// Lines from an edge are distinguished up to this one.
const LAST_LINE: usize = 6;
/// The number of stages of a game.
const N_STAGES: usize = 3;
/// A game is in its first stage with fewer stones than the first number, and in its second with fewer than the second.
const STAGES: [usize; N_STAGES - 1] = [4, 16];
/// The places of earlier moves are distinguished up to this many rows and columns away.
const REACH: isize = 5;
const REACH_SIDE: isize = 2 * REACH + 1;

/// A kind of feature. A move has one feature of each kind, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// The six cells around it.
    Near,
    /// These six and the six a bridge away.
    Bridges,
    /// All eighteen cells at a distance of up to two.
    Wide,
    /// The six cells around it, and where among the eighteen cells the last move was made.
    Reply,
    /// The cells of `Bridges`, and where the last move was made, as in `Reply`.
    BridgeReply,
    /// Lines from the player's and the opponent's edges, and the stage of the game.
    Place,
    /// Where the last move was made, relative to this cell.
    Last,
    /// Where the move before that was made.
    Before,
}

impl Family {
    /// All of them, in order.
    pub const ALL: [Self; 8] =
        [Self::Near, Self::Bridges, Self::Wide, Self::Reply, Self::BridgeReply, Self::Place, Self::Last, Self::Before];

    /// The name in a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Bridges => "bridges",
            Self::Wide => "wide",
            Self::Reply => "reply",
            Self::BridgeReply => "bridge-reply",
            Self::Place => "place",
            Self::Last => "last",
            Self::Before => "before",
        }
    }

    /// The cells of the window that it looks at.
    const fn mask(self) -> u64 {
        match self {
            Self::Near | Self::Reply => NEAR,
            Self::Bridges | Self::BridgeReply => BRIDGES,
            Self::Wide => ALL & !(1 << MIDDLE),
            Self::Place | Self::Last | Self::Before => 0,
        }
    }
}

/// One thing that a model sees of a move: a kind, and a number within it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature(u64);

/// The number takes this many bits; the kind is stored above them.
const NUMBER_BITS: u32 = 48;
/// In a number the window is stored first, then the place of the last move.
const WINDOW_BITS: u32 = 2 * N_AROUND as u32;

impl Feature {
    pub(crate) const fn new(family: Family, number: u64) -> Self {
        Self((family as u64) << NUMBER_BITS | number)
    }

    const fn of_window(family: Family, window: Window) -> Self {
        Self::new(family, window.masked(family.mask()).0)
    }

    pub(crate) const fn of_reply(family: Family, window: Window, last: Around) -> Self {
        Self::new(family, window.masked(family.mask()).0 | (last.index() as u64) << WINDOW_BITS)
    }

    /// Its kind.
    #[must_use]
    pub const fn family(self) -> Family {
        Family::ALL[(self.0 >> NUMBER_BITS) as usize]
    }

    /// Its number within the kind.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }

    /// A feature from its parts; `None` if the kind has no such number.
    #[must_use]
    pub fn from_parts(family: Family, number: u64) -> Option<Self> {
        let (window, last) = (number & ((1 << WINDOW_BITS) - 1), number >> WINDOW_BITS);
        let is_window = Window(window).masked(family.mask()).0 == window;
        let fits = match family {
            Family::Near | Family::Bridges | Family::Wide => is_window && last == 0,
            Family::Reply | Family::BridgeReply => is_window && last < N_AROUND as u64 && last != MIDDLE as u64,
            Family::Place | Family::Last | Family::Before => number < family.n_direct() as u64,
        };
        fits.then(|| Self::new(family, number))
    }

    /// The same feature after half a turn of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        let (family, number) = (self.family(), self.number());
        let window = Window(number & ((1 << WINDOW_BITS) - 1)).turned().0;
        let turned = match family {
            Family::Near | Family::Bridges | Family::Wide => window,
            Family::Reply | Family::BridgeReply => {
                window | (N_AROUND as u64 - 1 - (number >> WINDOW_BITS)) << WINDOW_BITS
            }
            Family::Place => number,
            Family::Last | Family::Before if number == FAR => number,
            Family::Last | Family::Before => FAR - 1 - number,
        };
        Self::new(family, turned)
    }

    /// The one feature that stands for this one and its image. Half a turn of the board changes nothing about the game.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.min(self.turned())
    }
}

/// Too far away to be distinguished.
const FAR: u64 = (REACH_SIDE * REACH_SIDE) as u64;

impl Family {
    /// How many numbers a kind without a window has, or `Near` as coded by [`crate::near_code`].
    pub(crate) const fn n_direct(self) -> usize {
        match self {
            Self::Near => 1 << 12,
            Self::Place => N_STAGES * (LAST_LINE + 1) * (LAST_LINE + 1),
            Self::Last | Self::Before => FAR as usize + 1,
            Self::Bridges | Self::Wide | Self::Reply | Self::BridgeReply => 0,
        }
    }
}

/// A position and its last moves, from which the features of moves are read.
#[derive(Clone, Debug)]
pub struct Scene {
    view: PlayerView,
    stage: usize,
    last: Option<(usize, usize)>,
    before: Option<(usize, usize)>,
}

impl Scene {
    /// A scene with the position of a player to move and the last two moves, as far as they are known.
    #[must_use]
    pub fn new(position: &Position, last: Option<Cell>, before: Option<Cell>) -> Self {
        let view = PlayerView::of(position);
        let stage = STAGES.iter().filter(|&&n_stones| view.n_stones >= n_stones).count();
        let [last, before] = [last, before].map(|cell| cell.map(|cell| view.place(cell)));
        Self { view, stage, last, before }
    }

    /// What stands around an empty cell of the board, and the cell's features by kind, except the kinds `Near`,
    /// `Place`, `Last` and `Before`.
    pub(crate) fn see(&self, cell: Cell) -> MoveSight {
        let place = self.view.place(cell);
        let window = self.view.window(place);
        let line = |at: usize, n: usize| at.min(n - 1 - at).min(LAST_LINE);
        let lines = line(place.0, self.view.n_rows) * (LAST_LINE + 1) + line(place.1, self.view.n_columns);
        let offset = |to: (usize, usize)| (to.0 as isize - place.0 as isize, to.1 as isize - place.1 as isize);
        let last = self.last.map(offset);
        MoveSight {
            window,
            place: self.stage * (LAST_LINE + 1) * (LAST_LINE + 1) + lines,
            last: last.map(offset_number),
            before: self.before.map(|to| offset_number(offset(to))),
            replied: last.and_then(|(rows, columns)| Around::at(rows, columns)),
        }
    }

    /// The features that a move has.
    pub fn features(&self, cell: Cell) -> impl Iterator<Item = Feature> + use<> {
        let seen = self.see(cell);
        let direct = |family, number: Option<usize>| number.map(|number| Feature::new(family, number as u64));
        seen.patterns().into_iter().flatten().chain(
            [
                Some(Feature::of_window(Family::Near, seen.window)),
                direct(Family::Place, Some(seen.place)),
                direct(Family::Last, seen.last),
                direct(Family::Before, seen.before),
            ]
            .into_iter()
            .flatten(),
        )
    }
}

/// The number in `Last` and `Before` of a move this many rows below and columns to the right.
const fn offset_number((rows, columns): (isize, isize)) -> usize {
    if rows.abs() > REACH || columns.abs() > REACH {
        FAR as usize
    } else {
        ((rows + REACH) * REACH_SIDE + columns + REACH) as usize
    }
}

/// The number in `Last` of a move in the window.
pub(crate) const fn last_number(at: Around) -> usize {
    offset_number(at.offset())
}

/// What a model sees of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveSight {
    pub(crate) window: Window,
    pub(crate) place: usize,
    pub(crate) last: Option<usize>,
    pub(crate) before: Option<usize>,
    /// Where the last move was made, if it was made in the window.
    pub(crate) replied: Option<Around>,
}

impl MoveSight {
    /// The features that have to be looked up in a large table.
    pub(crate) fn patterns(&self) -> [Option<Feature>; 4] {
        [
            Some(Feature::of_window(Family::Bridges, self.window)),
            Some(Feature::of_window(Family::Wide, self.window)),
            self.replied.map(|last| Feature::of_reply(Family::Reply, self.window, last)),
            self.replied.map(|last| Feature::of_reply(Family::BridgeReply, self.window, last)),
        ]
    }
}
