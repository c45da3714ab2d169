//! What is kept from the opponent in a region where both have amazons, as long as amazons stand in the way.
//!
//! An amazon that does not move is a wall. What the opponent cannot come to past these walls is the owner's: squares for as
//! many moves as the longest walk there. A guard, an amazon of the wall, may take part in the walk if it shoots its first
//! arrow back at the square it left, so that the wall stands as before. Nothing of this the opponent can disturb.

use tesuji_board::Player;

use super::fill::{Filler, Owned};
use super::plot::{Plot, Stand};

/// The most nodes of a search for the walk of what a player keeps; what is not found counts as nothing.
const WALK_NODES: u64 = 1_000;

/// Between which integers the value of a contested part lies, by what each player keeps from the other: who is kept out makes
/// no more moves than there are squares left to come to.
pub(super) fn range(plot: &Plot, filler: &mut Filler, part: Stand) -> (i64, i64) {
    let mut lead = |player: Player| {
        let open = open_to(plot, part, player.opponent());
        let kept = kept(plot, part, player, open);
        let most = if kept.empty == 0 { 0 } else { filler.most(plot, kept, WALK_NODES).unwrap_or(0) };
        i64::from(most) - i64::from((part.empty & open).count_ones())
    };
    (lead(Player::Black), -lead(Player::White))
}

/// The squares of `stand` to which amazons of `player` may come while the others stand still, with their own.
pub(super) fn open_to(plot: &Plot, stand: Stand, player: Player) -> u64 {
    let amazons = stand.of(player);
    plot.reach(amazons, stand.empty | amazons)
}

/// What `player` keeps for themselves if the opponent may come to `open`.
pub(super) fn kept(plot: &Plot, stand: Stand, player: Player, open: u64) -> Owned {
    let amazons = stand.of(player);
    Owned { empty: stand.empty & !open, amazons, guards: amazons & plot.around(open) }
}
