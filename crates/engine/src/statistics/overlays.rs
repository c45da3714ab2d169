//! The same counts as overlays of a board.

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_playout::statistics::Play;

use super::{Counted, Measured, PairStatistics, StatisticsSpec};
use crate::{Arrow, Overlay, OverlayKind, OverlayName, OverlayUnit, SessionError};

/// How many pairs and arrows are shown at most: more cannot be read.
const MOST_SHOWN: usize = 8;

/// How much the winner depends on who is first to play on a cell.
pub(crate) const CRITICALITY: OverlayName = OverlayName::new("criticality", "Criticality", OverlayKind::Signed);
/// How much the winner depends on who owns a cell at the end.
const OWNER_CRITICALITY: OverlayName =
    OverlayName::new("owner-criticality", "Criticality of Owners", OverlayKind::Signed);
/// From -1, White's, to 1, Black's.
const OWNERSHIP: OverlayName = OverlayName::new("ownership", "Ownership", OverlayKind::Signed);
/// How often the player wins if it is the first on a cell.
pub(crate) const FIRST_PLAY: OverlayName =
    OverlayName::new("first-play", "Win Rate If First", OverlayKind::Numbers).in_unit(OverlayUnit::Chance);
/// How urgently the player's moves come before others.
const ORDER: OverlayName = OverlayName::new("order", "Order Rank", OverlayKind::Signed).in_unit(OverlayUnit::Number);
/// Pairs above a clear gap.
pub(crate) const MIAI: OverlayName = OverlayName::new("miai", "Miai", OverlayKind::Pairs);
/// The pairs with the highest joint criticality, miai or not.
pub(crate) const PAIRS: OverlayName = OverlayName::new("pairs", "Most Joined Pairs", OverlayKind::Pairs);
/// Moves that should come before others.
const ORDERS: OverlayName = OverlayName::new("orders", "Orders", OverlayKind::Arrows);
/// The joint criticality of each cell with one given cell.
pub(crate) const JOINT: OverlayName =
    OverlayName::new("joint", "Joint Criticality With", OverlayKind::Signed).of_cell();
/// The moves before and after which the player's move on a cell should come.
const ORDERS_OF: OverlayName = OverlayName::new("orders-of", "Orders With", OverlayKind::Arrows).of_cell();

/// All of these, in the order of a menu.
pub(crate) const NAMES: &[OverlayName] =
    &[CRITICALITY, OWNER_CRITICALITY, OWNERSHIP, FIRST_PLAY, ORDER, MIAI, PAIRS, ORDERS, JOINT, ORDERS_OF];

/// The request from which overlays are counted: the settings of the paper, and always the same seed.
pub(crate) fn spec() -> StatisticsSpec {
    StatisticsSpec::default()
}

/// Whether this is one of these overlays.
pub(crate) fn is_name(name: &str) -> bool {
    NAMES.iter().any(|known| known.name == name)
}

/// The overlay of this name, which is one of [`NAMES`], for `player`; `cell` is given if the overlay takes one.
pub(crate) fn overlay(
    counted: &Counted,
    name: &str,
    cell: Option<&str>,
    player: Player,
) -> Result<Overlay, SessionError> {
    let cell = || {
        let text = cell.unwrap_or_default();
        counted.topology.cell(text).ok_or_else(|| SessionError::unknown(text, "the name of a cell"))
    };
    let signed = |number: &dyn Fn(Cell) -> Option<Measured>| Overlay::Signed(numbers(counted, number));
    Ok(match name {
        "criticality" => signed(&|cell| {
            is_open(counted, cell).then(|| counted.measure(|statistics| statistics.criticality(cell)))?
        }),
        "owner-criticality" => signed(&|cell| counted.measure(|statistics| statistics.owner_criticality(cell))),
        "ownership" => signed(&|cell| counted.measure(|statistics| statistics.ownership(cell))),
        "first-play" => Overlay::Numbers(numbers(counted, &|cell| {
            counted
                .is_playable(player, cell)
                .then(|| counted.measure(|statistics| statistics.win_rate_first(player, cell)))?
        })),
        "order" => {
            let (ranks, _) = counted.ranks(&spec());
            let own = ranks.iter().filter(|(play, ..)| play.player == player);
            let sign = if player == Player::Black { 1.0 } else { -1.0 };
            Overlay::Signed(own.map(|(play, rank, _)| (counted.name(play.cell), sign * rank.value)).collect())
        }
        "miai" => pairs(counted, player, 0),
        "pairs" => pairs(counted, player, MOST_SHOWN),
        "orders" => {
            let arrow = |(first, then, same): (Cell, Play, Measured)| {
                arrow(counted, Play { player, cell: first }, then, same.value)
            };
            Overlay::Arrows(counted.orders(player, MOST_SHOWN).into_iter().map(arrow).collect())
        }
        "joint" => {
            let with = cell()?;
            signed(&|cell| {
                is_open(counted, cell).then(|| counted.measure(|statistics| statistics.joint(player, with, cell)))?
            })
        }
        "orders-of" => Overlay::Arrows(orders_of(counted, Play { player, cell: cell()? })),
        _ => return Err(SessionError::UnknownOverlay(name.chars().take(32).collect())),
    })
}

/// Whether either player could play there now. Cells that can be played only later look decisive but are not.
fn is_open(counted: &Counted, cell: Cell) -> bool {
    Player::BOTH.iter().any(|&player| counted.is_playable(player, cell))
}

fn numbers(counted: &Counted, number: &dyn Fn(Cell) -> Option<Measured>) -> Vec<(String, f64)> {
    counted.topology.cells().filter_map(|cell| Some((counted.name(cell), number(cell)?.value))).collect()
}

/// The pairs that are miai, and others up to `most`.
fn pairs(counted: &Counted, player: Player, most: usize) -> Overlay {
    let shown = |pair: PairStatistics| (pair.cells, pair.joint.value);
    Overlay::Pairs(counted.pairs(player, most).0.into_iter().map(shown).collect())
}

/// The surest orders of `mv` and another move; either may be first.
fn orders_of(counted: &Counted, mv: Play) -> Vec<Arrow> {
    let mut known = Vec::new();
    for player in Player::BOTH {
        for cell in counted.cells_of(player) {
            let other = Play { player, cell };
            let Some(same) = counted.same_stones(mv, other) else { continue };
            if same.low() > 0.0 {
                known.push((same.low(), arrow(counted, mv, other, same.value)));
            } else if same.negated().low() > 0.0 {
                known.push((same.negated().low(), arrow(counted, other, mv, -same.value)));
            }
        }
    }
    known.sort_once_by(|(one, _), (other, _)| other.total_cmp(one));
    known.into_iter().map(|(_, arrow)| arrow).take(MOST_SHOWN).collect()
}

fn arrow(counted: &Counted, from: Play, to: Play, value: f64) -> Arrow {
    let [(from, from_player), (to, to_player)] = [from, to].map(|play| (counted.name(play.cell), play.player));
    Arrow { from, from_player, to, to_player, value }
}
