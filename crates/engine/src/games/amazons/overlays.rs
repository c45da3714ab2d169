//! The overlays of a position of Amazons.

use tesuji_amazons::Position;
use tesuji_amazons_eval::{
    AmazonsEvaluator, Evaluation, OwnershipDecision, first_reach_map, ownership, path_interception_map, queen_distances,
};
use tesuji_board::Player;

use crate::{Overlay, OverlayKind, OverlayName, OverlayUnit};

pub(in crate::games) const NAMES: &[OverlayName] = &[
    OverlayName::new("ownership", "Ownership", OverlayKind::Signed),
    OverlayName::new("first-reach", "First Reach", OverlayKind::Signed),
    OverlayName::new("path-interception", "Path Interception", OverlayKind::Signed),
    OverlayName::new("queen-distance", "Queen Moves Needed", OverlayKind::Numbers).in_unit(OverlayUnit::Count),
    OverlayName::new("evaluations", "Evaluations", OverlayKind::Facts),
];

/// The evaluations that are shown as numbers of the position.
const EVALUATIONS: [(&str, Evaluation); 6] = [
    ("moves", Evaluation::Moves),
    ("own-moves", Evaluation::OwnMoves),
    ("first-reach", Evaluation::FirstReach),
    ("path-interception", Evaluation::PathInterception { decay: 1.0 }),
    ("average", Evaluation::Average),
    ("lieberum", Evaluation::Lieberum),
];

pub(in crate::games) fn overlay(position: &Position, name: &str, player: Player) -> Option<Overlay> {
    Some(match name {
        "ownership" => signed(position, ownership(position)),
        "first-reach" => signed(position, first_reach_map(position).into_iter().map(of_owner).collect()),
        "path-interception" => signed(position, path_interception_map(position).into_iter().map(of_owner).collect()),
        "queen-distance" => {
            let distances = queen_distances(position, player).into_iter().enumerate();
            let known =
                distances.filter_map(|(square, distance)| Some((named(position, square), f64::from(distance?))));
            Overlay::Numbers(known.collect())
        }
        "evaluations" => {
            let position = position.with_to_move(player);
            let value = |(name, evaluation)| (name, Some(AmazonsEvaluator::new(evaluation).value(&position)));
            Overlay::Facts(EVALUATIONS.map(value).to_vec())
        }
        _ => return None,
    })
}

fn named(position: &Position, square: usize) -> String {
    position.size().name_of(square as u8)
}

/// The numbers of the empty squares.
fn signed(position: &Position, numbers: Vec<f64>) -> Overlay {
    let empty = position.empty();
    let numbers = numbers.into_iter().enumerate().filter(|(square, _)| empty.contains(*square));
    Overlay::Signed(numbers.map(|(square, value)| (named(position, square), value)).collect())
}

/// 1 for Black, -1 for White, 0 for a square that is contested or that nobody reaches. A square decided later counts as
/// much.
fn of_owner(decision: Option<OwnershipDecision>) -> f64 {
    match decision.and_then(|decision| decision.owner) {
        Some(Player::Black) => 1.0,
        Some(Player::White) => -1.0,
        None => 0.0,
    }
}
