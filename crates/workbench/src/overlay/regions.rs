//! The regions of a position of Amazons with their exact values.

use tesuji_cgt::{Exceeded, Style, Value};
use tesuji_endings::{ValueBounds, Valuer, Worth};
use tesuji_search::Limits;

use super::words::title;
use super::{Area, Asked, Fact, OverlayView};
use crate::Desk;
use crate::types::Budget;

/// The nodes for the values of all regions together.
const NODES: u64 = 20_000;
/// A longer value is given only by its mean and temperature.
const LONGEST_TEXT: usize = 40;

pub(super) fn view(asked: &Asked<'_>, desk: &impl Desk) -> OverlayView {
    let Some(position) = asked.session.position().as_amazons() else { return OverlayView::default() };
    let size = position.size();
    let budget = Budget { nodes: Some(NODES), seconds: None };
    desk.run(&budget, |limits, _| {
        let limits = Limits { nodes: Some(NODES), ..limits.clone() };
        let mut valuer = Valuer::new(ValueBounds::default());
        let mut view = OverlayView::default();
        for (region, worth) in valuer.worths(position, &limits) {
            let cells = region.squares.iter().map(|square| size.name_of(square as u8)).collect();
            let (text, player, sentence) = match worth {
                Worth::Moves(owner, filling) => {
                    let sign = if owner == tesuji_board::Player::White { "-" } else { "" };
                    let (least, most) = (filling.lower, filling.upper);
                    let name = title(owner);
                    let text = if least == most { format!("{sign}{least}") } else { format!("{sign}{least}..{most}") };
                    let moves = if least == most { least.to_string() } else { format!("{least} to {most}") };
                    (
                        text,
                        Some(owner.into()),
                        format!("This region is {name}'s alone: {moves} moves can be made in it."),
                    )
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
            view.areas.push(Area { cells, text, player, sentence });
        }
        let n_regions = view.areas.len();
        view.facts.push(Fact {
            name: "regions".to_owned(),
            text: n_regions.to_string(),
            sentence: "The number of regions in which somebody can move.".to_owned(),
        });
        view
    })
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
