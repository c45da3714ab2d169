//! What was proved of regions: integers between which their values lie.

use tesuji_board::Player;

use super::shape::Shape;
use super::table::Table;

/// What is known of a value, Black being Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    /// The value is at least this.
    pub(super) low: i8,
    /// It is at most this.
    pub(super) high: i8,
    /// Less this, Left wins it by moving first.
    pub(super) left: i8,
    /// Less this, Right wins it by moving first.
    pub(super) right: i8,
}

impl Default for Fact {
    fn default() -> Self {
        Self { low: i8::MIN, high: i8::MAX, left: i8::MIN, right: i8::MAX }
    }
}

impl Fact {
    /// Both players exchanged.
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

    /// Who wins the value beside the integer `known`, if `mover` is to move.
    pub(super) fn winner(self, known: i64, mover: Player) -> Option<Player> {
        match mover {
            Player::Black if i64::from(self.left) >= -known => Some(Player::Black),
            Player::Black if i64::from(self.high) <= -known => Some(Player::White),
            Player::White if i64::from(self.right) <= -known => Some(Player::White),
            Player::White if i64::from(self.low) >= -known => Some(Player::Black),
            _ => None,
        }
    }

    /// With what follows from the winner beside the integer `known`.
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
pub(super) struct Facts(Table<Shape, Fact>);

impl Facts {
    /// Room for so many, a power of two; about 40 bytes each.
    pub(super) fn new(n_slots: usize) -> Self {
        Self(Table::new(n_slots))
    }

    /// What is known of a region that is `shape`, the players exchanged if so.
    pub(super) fn of(&self, shape: &Shape, exchanged: bool) -> Fact {
        self.0.get(shape).unwrap_or_default().exchanged_if(exchanged)
    }

    /// That `winner` wins the region beside the integer `known` if `mover` is to move, which took `work` to find out.
    pub(super) fn learn(
        &mut self,
        (shape, exchanged): (Shape, bool),
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
