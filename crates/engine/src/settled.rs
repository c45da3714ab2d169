//! Handicap at the beginning of a game, and the settlement at its end, as plain data.

/// Handicap stones that Black is given before the first move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Handicap {
    /// This many stones on the fixed points of the board.
    Fixed(usize),
    /// This many stones where the program likes; fewer if there is no room.
    Free(usize),
    /// Stones on these cells, by name.
    On(Vec<String>),
}

/// The status of stones at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StoneStatus {
    /// They stay.
    Alive,
    /// They stay, although they do not live on their own.
    Seki,
    /// They are removed.
    Dead,
}

/// A program's proposal at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The chains by the names of their cells, in the order of the board, each with its status.
    pub chains: Vec<(Vec<String>, StoneStatus)>,
    /// The result once the dead stones are removed, as a record states it.
    pub score: String,
}
