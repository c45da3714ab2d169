//! Policies of playouts.

use rand::RngCore;
use tesuji_board::{Cell, Player};

use crate::view::View;

/// Chooses the moves of a playout where it has something better than chance, and sees all moves.
///
/// ```
/// use rand::{RngCore, SeedableRng};
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use tesuji_board::{Cell, Player, Topology};
/// use tesuji_go::{Komi, Policy, Position, RandomPlayouts, Rules, View};
///
/// /// White takes what the opponent's latest move left in atari.
/// struct Greedy(Option<Cell>);
///
/// impl Policy for Greedy {
///     fn choose(&mut self, view: &impl View, player: Player, _: &mut impl RngCore) -> Option<Cell> {
///         self.0.filter(|_| player == Player::White).and_then(|cell| view.last_liberty(cell))
///     }
///     fn observe(&mut self, _: Player, cell: Option<Cell>) {
///         self.0 = cell;
///     }
/// }
///
/// let position = Position::empty(Topology::square(9, 9).unwrap(), Rules::CHINESE, Komi::default());
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let mut playouts = RandomPlayouts::new();
/// let mut black = || u32::from(playouts.play_out_by(&position, &mut rng, &mut Greedy(None)).score.black);
/// let n_black: u32 = (0..1000).map(|_| black()).sum();
/// assert!(n_black < 38 * 1000, "with uniform moves Black has more than 41 points on average");
/// ```
pub trait Policy {
    /// The move of `player`, whose turn it is; `None` leaves it to chance. If the player [would not
    /// play](View::would_play) on the cell, chance decides instead.
    fn choose(&mut self, view: &impl View, player: Player, rng: &mut impl RngCore) -> Option<Cell>;

    /// Whether to refuse the cell that chance has drawn for `player`, who would play on it. Then chance draws among the
    /// others, and the player passes if there are none. A cell from [`choose`](Self::choose) is not subject to this.
    #[inline(always)]
    fn refuses(&mut self, view: &impl View, player: Player, cell: Cell, rng: &mut impl RngCore) -> bool {
        let _ = (view, player, cell, rng);
        false
    }

    /// Reports a move that was played: its cell, or `None` for a pass.
    fn observe(&mut self, player: Player, cell: Option<Cell>) {
        let _ = (player, cell);
    }
}

/// Pure chance; every move is reported to the function.
pub(crate) struct Observer<F>(pub(crate) F);

impl<F: FnMut(Player, Option<Cell>)> Policy for Observer<F> {
    #[inline(always)]
    fn choose(&mut self, _: &impl View, _: Player, _: &mut impl RngCore) -> Option<Cell> {
        None
    }

    #[inline(always)]
    fn observe(&mut self, player: Player, cell: Option<Cell>) {
        (self.0)(player, cell);
    }
}
