//! The overlays that come from counted playouts.

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_playout::statistics::Play;

use super::{Counted, Measured, PairStatistics, StatisticsSpec};
use crate::games::{CellValue, OverlayDef, Target};
use crate::{Arrow, GameKind, Overlay, OverlayKind, OverlayUnit, SessionError};

/// Most pairs and arrows that are shown: more cannot be read.
const MOST_SHOWN: usize = 8;

const HEX: &[GameKind] = &[GameKind::Hex];
const GO: &[GameKind] = &[GameKind::Go];
const BOTH: &[GameKind] = &[GameKind::Hex, GameKind::Go];

/// The overlays of playouts.
pub(crate) const OVERLAYS: &[OverlayDef] = &[
    OverlayDef::of_playouts(BOTH, ("criticality", "Criticality"), OverlayKind::Signed, |counted, _| {
        let number = |cell| counted.measure(|statistics| statistics.criticality(cell));
        Ok(signed(counted, &|cell| is_open(counted, cell).then(|| number(cell))?))
    })
    .of_nobody()
    .about('x', "How much the winner of random games depends on who is first to play on a cell.")
    .sentence(|of| {
        let (cell, often, value) = (of.cell, of.often(), of.value);
        format!("Whoever is the first to play on {cell} wins random games {often} often than chance: criticality {value:.3}.")
    }),
    OverlayDef::of_playouts(GO, ("owner-criticality", "Criticality of Owners"), OverlayKind::Signed, |counted, _| {
        Ok(signed(counted, &|cell| counted.measure(|statistics| statistics.owner_criticality(cell))))
    })
    .of_nobody()
    .about('w', "How much the winner of random games depends on who owns a cell at the end.")
    .sentence(|of| {
        let (cell, often, value) = (of.cell, of.often(), of.value);
        format!("Whoever owns {cell} at the end wins random games {often} often than chance: criticality {value:.3}.")
    }),
    OverlayDef::of_playouts(GO, ("ownership", "Ownership"), OverlayKind::Signed, |counted, _| {
        Ok(signed(counted, &|cell| counted.measure(|statistics| statistics.ownership(cell))))
    })
    .about('e', "Who owns each cell at the end of random games, on average.")
    .sentence(|of| {
        let (cell, owner, value) = (of.cell, of.owner(), of.value.abs());
        format!("At the end of random games {cell} is {owner}'s: {value:.2} on average, where 1 is always.")
    }),
    OverlayDef::of_playouts(BOTH, ("first-play", "Win Rate If First"), OverlayKind::Numbers, |counted, of| {
        let number = |cell| counted.measure(|statistics| statistics.win_rate_first(of.player, cell));
        let is_playable = |cell| counted.is_playable(of.player, cell);
        let known = measured(counted, &|cell| is_playable(cell).then(|| number(cell))?);
        Ok(Overlay::Numbers(known.into_iter().map(|(cell, number)| (cell, number.value)).collect()))
    })
    .about('r', "How often the player wins random games in which it is the first on a cell.")
    .in_unit(OverlayUnit::Chance)
    .sentence(|of| {
        let (player, cell, percent) = (of.player, of.cell, of.percent());
        format!("If {player} is the first to play on {cell}, {player} wins {percent:.0} % of the random games.")
    }),
    OverlayDef::of_playouts(GO, ("order", "Order Rank"), OverlayKind::Signed, |counted, of| {
        let (ranks, _) = counted.ranks(&StatisticsSpec::default());
        let own = ranks.iter().filter(|(play, ..)| play.player == of.player);
        let signed = |rank: &Measured| if of.player == Player::Black { *rank } else { rank.negated() };
        Ok(Overlay::Signed(own.map(|(play, rank, _)| (counted.name(play.cell), signed(rank))).collect()))
    })
    .about('u', "How urgently the player's move on a cell comes before others.")
    .in_unit(OverlayUnit::Number)
    .sentence(|of| {
        let (player, cell, value) = (of.player, of.cell, of.value.abs());
        format!("{player}'s move on {cell} has the rank {value:.2}: the greater, the sooner it should be made.")
    }),
    OverlayDef::of_playouts(HEX, ("miai", "Miai"), OverlayKind::Pairs, |counted, of| Ok(pairs(counted, of.player, 0)))
        .about('q', "Pairs of cells of which the player needs one in random games.")
        .sentence(miai),
    OverlayDef::of_playouts(GO, ("miai", "Miai"), OverlayKind::Pairs, |counted, of| Ok(pairs(counted, of.player, 0)))
        .about('i', "Pairs of cells of which the player needs one: if one is taken, it takes the other.")
        .sentence(miai),
    OverlayDef::of_playouts(BOTH, ("pairs", "Most Joined Pairs"), OverlayKind::Pairs, |counted, of| {
        Ok(pairs(counted, of.player, MOST_SHOWN))
    })
    .about('z', "The pairs of cells that matter most together.")
    .sentence(|CellValue { player, cell, other, value }| {
        format!("{cell} and {other} matter together for {player}: joint criticality {value:.3}.")
    }),
    OverlayDef::of_playouts(GO, ("orders", "Orders"), OverlayKind::Arrows, |counted, of| {
        let arrow = |(first, then, same): (Cell, Play, Measured)| {
            arrow(counted, Play { player: of.player, cell: first }, then, same.value)
        };
        Ok(Overlay::Arrows(counted.orders(of.player, MOST_SHOWN).into_iter().map(arrow).collect()))
    })
    .about('d', "Moves of the player that are better made before others."),
    OverlayDef::of_playouts(BOTH, ("joint", "Joint Criticality With"), OverlayKind::Signed, |counted, of| {
        let with = cell(counted, of)?;
        let number = |cell| counted.measure(|statistics| statistics.joint(of.player, with, cell));
        Ok(signed(counted, &|cell| is_open(counted, cell).then(|| number(cell))?))
    })
    .about('y', "How much each cell matters together with the cell that is named.")
    .of_cell()
    .of_nobody()
    .sentence(|CellValue { cell, other, value, .. }| {
        format!("{cell} matters together with {other} by {value:.3}: near 0 they have nothing to do with each other.")
    }),
    OverlayDef::of_playouts(GO, ("orders-of", "Orders With"), OverlayKind::Arrows, |counted, of| {
        Ok(Overlay::Arrows(orders_of(counted, Play { player: of.player, cell: cell(counted, of)? })))
    })
    .about('f', "The moves before and after which a move on the cell should come.")
    .of_cell(),
];

fn miai(of: &CellValue<'_>) -> String {
    let CellValue { player, cell, other, value } = of;
    format!(
        "{cell} and {other} are miai for {player}: if one is taken, the other is enough (joint criticality {value:.3})."
    )
}

/// The cell that an overlay is about.
fn cell(counted: &Counted, of: &Target<'_>) -> Result<Cell, SessionError> {
    let text = of.cell.unwrap_or_default();
    counted.topology.cell(text).ok_or_else(|| SessionError::unknown(text, "the name of a cell"))
}

fn signed(counted: &Counted, number: &dyn Fn(Cell) -> Option<Measured>) -> Overlay {
    Overlay::Signed(measured(counted, number))
}

/// Whether either player could play there now. Cells that can be played only later look decisive but are not.
fn is_open(counted: &Counted, cell: Cell) -> bool {
    Player::BOTH.iter().any(|&player| counted.is_playable(player, cell))
}

fn measured(counted: &Counted, number: &dyn Fn(Cell) -> Option<Measured>) -> Vec<(String, Measured)> {
    counted.topology.cells().filter_map(|cell| Some((counted.name(cell), number(cell)?))).collect()
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
