//! Moves of a position that is searched.

use tesuji_search::dfpn::Child;

use super::table::{INFINITY, WinEntry, WinKey};

/// A move and what is known of the position after it.
#[derive(Debug)]
pub(crate) struct Move<const W: usize> {
    pub cell: u16,
    /// Not examined yet: its numbers are a forecast.
    pub unseen: bool,
    /// Whether the move can wait because another one is at least as good.
    pub waits: bool,
    /// Delay factor relative to the move that is most likely to be the best.
    pub late: f32,
    /// The position after it, once that has been examined.
    pub key: Option<WinKey<W>>,
    pub entry: WinEntry<W>,
}

impl<const W: usize> Move<W> {
    pub(crate) fn as_child(&self) -> Child {
        let WinEntry { phi, delta, busy, .. } = self.entry;
        let turn = times(delta, self.late);
        // A move that others are at work on looks worse, so that threads part.
        Child { turn: turn.saturating_add((turn / 8 + 1) * u32::from(busy)), phi, delta }
    }

    /// Its place among the moves.
    pub(crate) fn place(&self) -> (bool, u32) {
        (self.waits, times(u32::from(self.entry.open), self.late))
    }
}

/// A number times a factor, at most [`INFINITY`].
pub(crate) fn times(number: u32, factor: f32) -> u32 {
    ((f64::from(number) * f64::from(factor)) as u32).min(INFINITY)
}
