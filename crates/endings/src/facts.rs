//! Facts proved about regions: integer bounds of their values.

use tesuji_board::Player;

use super::shape::RegionShape;
use super::table::EndingTable;

/// Bounds of a value. Black is Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueFact {
    /// The value is at least this.
    pub(super) low: i8,
    /// The value is at most this.
    pub(super) high: i8,
    /// Left wins the value minus this by moving first.
    pub(super) left: i8,
    /// Right wins the value minus this by moving first.
    pub(super) right: i8,
}

impl Default for ValueFact {
    fn default() -> Self {
        Self { low: i8::MIN, high: i8::MAX, left: i8::MIN, right: i8::MAX }
    }
}

impl ValueFact {
    /// The fact with the players exchanged.
    const fn negative(self) -> Self {
        Self {
            low: self.high.saturating_neg(),
            high: self.low.saturating_neg(),
            left: self.right.saturating_neg(),
            right: self.left.saturating_neg(),
        }
    }

    const fn exchanged_if(self, exchanged: bool) -> Self {
        if exchanged { self.negative() } else { self }
    }

    /// The winner of the sum of the value and the integer `known` if `mover` is to move.
    pub(super) fn winner(self, known: i64, mover: Player) -> Option<Player> {
        match mover {
            Player::Black if i64::from(self.left) >= -known => Some(Player::Black),
            Player::Black if i64::from(self.high) <= -known => Some(Player::White),
            Player::White if i64::from(self.right) <= -known => Some(Player::White),
            Player::White if i64::from(self.low) >= -known => Some(Player::Black),
            _ => None,
        }
    }

    /// Adds what follows from the winner of the sum with the integer `known`.
    fn learn(&mut self, known: i8, mover: Player, winner: Player) {
        let level = known.saturating_neg();
        match (mover, winner) {
            (Player::Black, Player::Black) => self.left = self.left.max(level),
            (Player::Black, Player::White) => self.high = self.high.min(level),
            (Player::White, Player::White) => self.right = self.right.min(level),
            (Player::White, Player::Black) => self.low = self.low.max(level),
        }
    }
}

/// Facts about shapes.
#[derive(Debug)]
pub(super) struct Facts(EndingTable<RegionShape, ValueFact>);

impl Facts {
    /// Room for `n_slots` facts, a power of two; about 40 bytes each.
    pub(super) fn new(n_slots: usize) -> Self {
        Self(EndingTable::new(n_slots))
    }

    /// Bounds of a region of this shape, with the players exchanged if `exchanged`.
    pub(super) fn of(&self, shape: &RegionShape, exchanged: bool) -> ValueFact {
        self.0.get(shape).unwrap_or_default().exchanged_if(exchanged)
    }

    /// Notes that `winner` wins the sum of the region and the integer `known` if `mover` is to move. It took `work` to
    /// find this out.
    pub(super) fn learn(
        &mut self,
        (shape, exchanged): (RegionShape, bool),
        known: i8,
        mover: Player,
        winner: Player,
        work: u32,
    ) {
        let mut fact = self.of(&shape, exchanged);
        fact.learn(known, mover, winner);
        self.0.insert(shape, fact.exchanged_if(exchanged), work);
    }
}
