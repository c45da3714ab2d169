//! How a game begins with handicap and is settled at its end: plain data.

/// Which handicap stones Black is given before the first move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Handicap {
    /// So many stones on the fixed points of the board.
    Fixed(usize),
    /// So many stones where the program likes; fewer if there is no room.
    Free(usize),
    /// Stones on these cells, by name.
    On(Vec<String>),
}

/// What becomes of stones at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StoneStatus {
    /// They stay.
    Alive,
    /// They stay, without living by themselves.
    Seki,
    /// They are taken off.
    Dead,
}

/// What a program would agree to at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The chains by the names of their cells, in the order of the board, with what becomes of each.
    pub chains: Vec<(Vec<String>, StoneStatus)>,
    /// The result once the dead are off, as a record states it.
    pub score: String,
}
