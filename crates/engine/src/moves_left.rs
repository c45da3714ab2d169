//! The length that a game may still have.

/// The number of moves that a player still has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesLeft {
    /// The number that a main time is shared out among.
    pub usual: u32,
    /// A number that is hardly ever exceeded.
    pub most: u32,
}

impl MovesLeft {
    /// The least number among which a main time is shared out, so that it is never used up.
    const FEWEST: u32 = 8;

    /// The moves left where both players share `n_possible` moves. Games end long before the board is full, proved
    /// moves take no time, and most of the thinking belongs in the first half: the time is shared out among an eighth.
    #[must_use]
    pub fn of(n_possible: usize) -> Self {
        let n = u32::try_from(n_possible).unwrap_or(u32::MAX);
        Self { usual: (n / 8).max(Self::FEWEST), most: n.div_ceil(2) }
    }
}
