//! Everything about a position as one JSON object.

use miette::{IntoDiagnostic, Result};
use serde_json::{Value, json};
use tesuji_board::Player;
use tesuji_engine::{Analysis, StatisticsReport, StatisticsSpec};
use tesuji_workbench::levels::LevelView;

use super::cases::Case;
use crate::sheet::{CsvOption, Objects};

pub(super) fn line(
    case: &Case,
    spec: &StatisticsSpec,
    report: &StatisticsReport,
    thought: Option<&Analysis>,
    levels: Option<&[LevelView]>,
) -> Result<Value> {
    let game = serde_json::to_value(case.session.spec()).unwrap_or_else(|_| {
        // Rules that no file can name.
        json!({ "board": case.board() })
    });
    Ok(json!({
        "id": case.id,
        "game": game,
        "moves": case.session.moves().iter().map(|(player, mv)| [player.name(), mv.as_str()]).collect::<Vec<_>>(),
        "notices": case.notices,
        "to_move": case.session.to_move().name(),
        "asked": serde_json::to_value(spec).into_diagnostic()?,
        "statistics": serde_json::to_value(report).into_diagnostic()?,
        "player": thought.map(serde_json::to_value).transpose().into_diagnostic()?,
        "levels": levels.map(serde_json::to_value).transpose().into_diagnostic()?,
    }))
}

/// The columns of `--csv`: the numbers of a cell, each with the ends of its 95 % interval.
const COLUMNS: &str = "\
    id cell=cell.cell stone=cell.stone playable=cell.playable criticality=cell.criticality.value \
    criticality_low=cell.criticality.interval.0 criticality_high=cell.criticality.interval.1 \
    owner_criticality=cell.owner_criticality.value owner_criticality_low=cell.owner_criticality.interval.0 \
    owner_criticality_high=cell.owner_criticality.interval.1 ownership=cell.ownership.value \
    ownership_low=cell.ownership.interval.0 ownership_high=cell.ownership.interval.1 \
    black_first=cell.black_first.value white_first=cell.white_first.value \
    black_wins_if_first=cell.black_wins_if_first.value black_wins_if_first_low=cell.black_wins_if_first.interval.0 \
    black_wins_if_first_high=cell.black_wins_if_first.interval.1 \
    white_wins_if_first=cell.white_wins_if_first.value white_wins_if_first_low=cell.white_wins_if_first.interval.0 \
    white_wins_if_first_high=cell.white_wins_if_first.interval.1 a=cell.table.0 b=cell.table.1 c=cell.table.2 \
    d=cell.table.3";

/// The columns of `--csv` for pairs.
const PAIR_COLUMNS: &str = "\
    id player x=pair.cells.0 y=pair.cells.1 joint=pair.joint.value joint_low=pair.joint.interval.0 \
    joint_high=pair.joint.interval.1 opponents=pair.opponents.value opponents_low=pair.opponents.interval.0 \
    opponents_high=pair.opponents.interval.1 excess=pair.excess.value excess_low=pair.excess.interval.0 \
    excess_high=pair.excess.interval.1 miai=pair.miai a=pair.table.0 b=pair.table.1 c=pair.table.2 d=pair.table.3";

/// The columns of `--csv` for orders.
const ORDER_COLUMNS: &str = "\
    id first_player=order.first_player first=order.first then_player=order.then_player then=order.then \
    oc=order.oc.value oc_low=order.oc.interval.0 oc_high=order.oc.interval.1 first_then_black=order.by_winner.0.0 \
    first_then_white=order.by_winner.0.1 opponents_first_then_black=order.by_winner.1.0 \
    opponents_first_then_white=order.by_winner.1.1 then_first_black=order.by_winner.2.0 \
    then_first_white=order.by_winner.2.1 then_opponents_first_black=order.by_winner.3.0 \
    then_opponents_first_white=order.by_winner.3.1 a=order.table.0 b=order.table.1 c=order.table.2 d=order.table.3";

/// Contents of the table of `--csv`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum List {
    /// Every point of the board
    Points,
    /// The pairs with the highest joint criticality, of both players
    Pairs,
    /// The orders with the highest order criticality, of both players
    Orders,
}

/// The table of `--csv`, without rows.
pub(super) fn rows(option: &CsvOption, list: List) -> Objects {
    let columns = match list {
        List::Points => COLUMNS,
        List::Pairs => PAIR_COLUMNS,
        List::Orders => ORDER_COLUMNS,
    };
    Objects::new(option, columns)
}

/// Adds what is listed of a position.
pub(super) fn add(rows: &mut Objects, list: List, case: &Case, report: &StatisticsReport) {
    match list {
        List::Points => {
            for cell in &report.cells {
                rows.add(|| json!({ "id": case.id, "cell": cell }));
            }
        }
        List::Pairs => {
            for player in Player::BOTH {
                for pair in &report.player(player).pairs {
                    rows.add(|| json!({ "id": case.id, "player": player.name(), "pair": pair }));
                }
            }
        }
        List::Orders => {
            for order in &report.top_orders {
                rows.add(|| json!({ "id": case.id, "order": order }));
            }
        }
    }
}
