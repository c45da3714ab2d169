//! Squares that a player keeps from the opponent, in a region where both have amazons, as long as the player's amazons
//! block the way.
//!
//! An amazon that does not move is a wall. Squares that the opponent cannot reach past these walls are the owner's, and
//! allow as many moves as the longest walk there. A guard is an amazon of the wall. It may take part in the walk if it
//! shoots its first arrow back at the square it left, so that the wall stays closed. The opponent can disturb nothing
//! of this.

use tesuji_board::Player;

use super::fill::{Filler, OwnerRegion};
use super::plot::{Plot, Stand};

/// The maximum number of nodes of a search for such a walk; if none is found, it counts as nothing.
const WALK_NODES: u64 = 1_000;

/// The integers between which the value of a contested part lies, by what each player keeps from the other. A player
/// who is kept out makes no more moves than there are squares left to reach.
pub(super) fn range(plot: &Plot, filler: &mut Filler, part: Stand) -> (i64, i64) {
    let mut lead = |player: Player| {
        let open = open_to(plot, part, player.opponent());
        let kept = kept(plot, part, player, open);
        let most = if kept.empty == 0 { 0 } else { filler.most(plot, kept, WALK_NODES).unwrap_or(0) };
        i64::from(most) - i64::from((part.empty & open).count_ones())
    };
    (lead(Player::Black), -lead(Player::White))
}

/// The empty squares that amazons of `player` can reach while the others stand still, and the squares of these amazons.
pub(super) fn open_to(plot: &Plot, stand: Stand, player: Player) -> u64 {
    let amazons = stand.of(player);
    plot.reach(amazons, stand.empty | amazons)
}

/// Squares that `player` keeps if the opponent can reach `open`.
pub(super) fn kept(plot: &Plot, stand: Stand, player: Player, open: u64) -> OwnerRegion {
    let amazons = stand.of(player);
    OwnerRegion { empty: stand.empty & !open, amazons, guards: amazons & plot.around(open) }
}
