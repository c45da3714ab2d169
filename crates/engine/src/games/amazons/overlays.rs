//! The overlays of a position of Amazons.

use tesuji_amazons::Position;
use tesuji_amazons_eval::{
    AmazonsEvaluator, Evaluation, OwnershipDecision, first_reach_map, ownership, path_interception_map, queen_distances,
};
use tesuji_board::Player;
use tesuji_cgt::{Exceeded, Style, Value};
use tesuji_endings::{ValueBounds, Valuer, Worth};
use tesuji_search::Limits;

use crate::games::{CellValue, OverlayDef};
use crate::overlay::title;
use crate::{Area, Fact, Measured, Overlay, OverlayKind, OverlayUnit};

/// The overlays of Amazons.
pub(in crate::games) const OVERLAYS: &[OverlayDef] = &[
    OverlayDef::of_amazons(("regions", "Regions and Their Values"), OverlayKind::Areas, |position, _| {
        Ok(regions(position))
    })
    .about('g', "The parts into which the board has fallen, each with its value for Black and its temperature.")
    .certain(),
    OverlayDef::of_amazons(("ownership", "Ownership"), OverlayKind::Signed, |position, _| {
        Ok(signed(position, ownership(position)))
    })
    .about('e', "How likely each empty square is to be Black's or White's, by queen moves of both.")
    .sentence(|of| {
        let percent = of.percent().abs();
        format!("{} is {}'s by {percent:.0} %, counted in queen moves of both players.", of.cell, of.owner())
    }),
    OverlayDef::of_amazons(("first-reach", "First Reach"), OverlayKind::Signed, |position, _| {
        Ok(signed(position, first_reach_map(position).into_iter().map(of_owner).collect()))
    })
    .about('r', "Who is the first to reach each square by queen moves.")
    .sentence(|of| match (of.cell, of.value) {
        (cell, 0.0) => format!("Neither player is sure to be the first on {cell}."),
        (cell, _) => format!("{} is the first to reach {cell} by queen moves.", of.owner()),
    }),
    OverlayDef::of_amazons(("path-interception", "Path Interception"), OverlayKind::Signed, |position, _| {
        Ok(signed(position, path_interception_map(position).into_iter().map(of_owner).collect()))
    })
    .about('i', "Who comes first to each square, if ways may be cut off.")
    .sentence(|of| match (of.cell, of.value) {
        (cell, 0.0) => format!("Neither player is sure of {cell} once ways are cut off."),
        (cell, _) => format!("{} comes first to {cell}, even if ways are cut off.", of.owner()),
    }),
    OverlayDef::of_amazons(("queen-distance", "Queen Moves Needed"), OverlayKind::Numbers, |position, of| {
        let distances = queen_distances(position, of.player).into_iter().enumerate();
        let known = distances.filter_map(|(square, distance)| Some((named(position, square), f64::from(distance?))));
        Ok(Overlay::Numbers(known.collect()))
    })
    .about('d', "How many queen moves the player's nearest amazon needs to each square.")
    .in_unit(OverlayUnit::Count)
    .certain()
    .sentence(|CellValue { player, cell, value, .. }| {
        format!("{player}'s nearest amazon needs {value:.0} queen moves to {cell}.")
    }),
    OverlayDef::of_amazons(("evaluations", "Evaluations"), OverlayKind::Facts, |position, of| {
        let position = position.with_to_move(of.player);
        let value = |evaluation| Some(AmazonsEvaluator::new(evaluation).value(&position));
        let fact = |(name, evaluation, sentence)| Fact::new(name, value(evaluation), sentence);
        Ok(Overlay::Facts(EVALUATIONS.map(fact).to_vec()))
    })
    .about('v', "What each evaluation says of the position for the player."),
];

/// The evaluations that are shown as numbers of the position.
const EVALUATIONS: [(&str, Evaluation, &str); 6] = [
    ("moves", Evaluation::Moves, "The lead in moves that can be made now."),
    ("own-moves", Evaluation::OwnMoves, "The moves that the player to move can make now."),
    ("first-reach", Evaluation::FirstReach, "The lead in squares that are reached first."),
    ("path-interception", Evaluation::PathInterception { decay: 1.0 }, "The lead in squares, if ways may be cut off."),
    ("average", Evaluation::Average, "The mean of both countings of squares."),
    (
        "lieberum",
        Evaluation::Lieberum,
        "Lieberum's evaluation, which weighs territory and mobility by the phase of the game.",
    ),
];

fn named(position: &Position, square: usize) -> String {
    position.size().name_of(square as u8)
}

/// The numbers of the empty squares.
fn signed(position: &Position, numbers: Vec<f64>) -> Overlay {
    let empty = position.empty();
    let numbers = numbers.into_iter().enumerate().filter(|(square, _)| empty.contains(*square));
    Overlay::Signed(numbers.map(|(square, value)| (named(position, square), Measured::exact(value))).collect())
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

/// The nodes for the values of all regions together.
const REGION_NODES: u64 = 20_000;
/// A longer value is given only by its mean and temperature.
const LONGEST_TEXT: usize = 40;

/// The regions in which somebody can move, with their values.
fn regions(position: &Position) -> Overlay {
    let limits = Limits { nodes: Some(REGION_NODES), ..Limits::default() };
    let mut valuer = Valuer::new(ValueBounds::default());
    let mut areas = Vec::new();
    for (region, worth) in valuer.worths(position, &limits) {
        let cells = region.squares.iter().map(|square| named(position, square)).collect();
        let (text, player, sentence) = match worth {
            Worth::Moves(owner, filling) => {
                let sign = if owner == Player::White { "-" } else { "" };
                let (least, most) = (filling.lower, filling.upper);
                let (text, moves) = if least == most {
                    (format!("{sign}{least}"), least.to_string())
                } else {
                    (format!("{sign}{least}..{most}"), format!("{least} to {most}"))
                };
                let name = title(owner);
                (text, Some(owner), format!("This region is {name}'s alone: {moves} moves can be made in it."))
            }
            Worth::Value(value) => {
                let known = of_value(&mut valuer, value);
                let (text, sentence) =
                    known.unwrap_or_else(|error| ("?".to_owned(), format!("No value was found: {error}.")));
                (text, None, sentence)
            }
            Worth::Between { low, high, why } => {
                let sentence = format!("Both can move here, and the value is between {low} and {high}: {why}.");
                (format!("{low}..{high}"), None, sentence)
            }
        };
        areas.push(Area { cells, text, player, sentence });
    }
    let sentence = "The number of regions in which somebody can move.";
    let facts = vec![Fact::new("regions", Some(areas.len() as f64), sentence)];
    Overlay::Areas { areas, marks: Vec::new(), facts }
}

fn of_value(valuer: &mut Valuer, value: Value) -> Result<(String, String), Exceeded> {
    let text = valuer.arena.text(value, Style::Unicode, LONGEST_TEXT)?;
    let mean = valuer.arena.mean(value)?.to_string();
    let temperature = valuer.arena.temperature(value)?.to_string();
    let sentence = format!(
        "Both can move here: worth {mean} moves to Black on average, and a move here gains {temperature} (its temperature)."
    );
    Ok((text.unwrap_or_else(|| format!("{mean}\u{b1}{temperature}")), sentence))
}
