//! The regions of a position: whose they are, and what they are worth.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tesuji_amazons::Position;
use tesuji_board::Player;
use tesuji_cgt::{Exceeded, Style, Winner};
use tesuji_search::Limits;
use tesuji_solve::amazons::{NoValue, Region, RegionKind, ValueBounds, Valuer, fill, regions};

use crate::picture::PLAIN;
use crate::text::count;

/// Nodes of the search for the longest walk in a region of one owner.
const WALK_NODES: u64 = 1_000_000;
/// A longer value is told by its mean and temperature alone.
const LONGEST_VALUE: usize = 200;

/// What is known of the regions where somebody can move, and of all together.
pub(super) struct Regions {
    regions: Vec<Worth>,
    /// Who wins if these and each other are all: by the sum of their values. `None` if one of them has none.
    winner: Option<Winner>,
}

/// A region and what it is worth, Black being Left.
struct Worth {
    /// The names of its squares, in the order of the board.
    squares: Vec<String>,
    n_empty: usize,
    /// `None` if both can move there.
    owner: Option<Player>,
    known: Known,
}

enum Known {
    /// The owner can make so many moves: at least, at most.
    Moves { lower: u32, upper: u32 },
    Value {
        /// `None` if it is too long to be read.
        text: Option<String>,
        mean: String,
        temperature: String,
    },
    /// No value, and why.
    Nothing(String),
}

impl Regions {
    /// Looks at every region of a position.
    pub(super) fn of(position: &Position, limits: &Limits) -> Self {
        let mut valuer = Valuer::new(ValueBounds::default());
        let mut all = Vec::new();
        let mut values = Some(Vec::new());
        for region in regions(position).iter().filter(|region| region.kind != RegionKind::Dead) {
            let value = valuer.value(position, region, limits);
            match (&value, &mut values) {
                (Ok(value), Some(values)) => values.push(*value),
                _ => values = None,
            }
            let known = match region.kind {
                RegionKind::Owned(_) => moves(position, region),
                _ => value
                    .and_then(|value| told(&mut valuer, value))
                    .unwrap_or_else(|error| Known::Nothing(error.to_string())),
            };
            let names = |squares: &tesuji_board::Bits<3>| {
                squares.iter().map(|square| position.size().name_of(square as u8)).collect::<Vec<_>>()
            };
            let owner = match region.kind {
                RegionKind::Owned(owner) => Some(owner),
                _ => None,
            };
            all.push(Worth { squares: names(&region.squares), n_empty: region.empty.len(), owner, known });
        }
        let winner = values.and_then(|values| winner(&mut valuer, &values).ok());
        Self { regions: all, winner }
    }

    /// The table; begins with an empty line, and is empty where nobody can move.
    pub(super) fn text(&self, to_move: Player) -> String {
        let bold = PLAIN.bold();
        if self.regions.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{bold}{:<11}{:<8}{:<44}squares{bold:#}\n", "region", "empty", "worth to black");
        for Worth { squares, n_empty, owner, known } in &self.regions {
            let whose = owner.map_or("contested", Player::name);
            let sign = if *owner == Some(Player::White) { "-" } else { "" };
            let worth = match known {
                Known::Moves { lower, upper } if lower == upper => format!("{sign}{lower}"),
                Known::Moves { lower, upper } => format!("{sign}{lower} to {sign}{upper}"),
                Known::Value { text: Some(text), mean, temperature } => {
                    format!("{text}, mean {mean}, temperature {temperature}")
                }
                Known::Value { text: None, mean, temperature } => format!("mean {mean}, temperature {temperature}"),
                Known::Nothing(why) => format!("no value: {why}"),
            };
            let first: Vec<&str> = squares.iter().take(MOST_SQUARES).map(String::as_str).collect();
            let more = if squares.len() > MOST_SQUARES { " .." } else { "" };
            _ = writeln!(text, "{whose:<11}{n_empty:<8}{worth:<44}{}{more}", first.join(" "));
        }
        if let Some(winner) = self.winner {
            let winner = of_sum(winner, to_move);
            let all = count(self.regions.len() as u64, "region");
            _ = writeln!(text, "the sum of {all}: {} wins, with {to_move} to move", winner.name());
        }
        text
    }

    pub(super) fn json(&self, to_move: Player) -> Value {
        let region = |worth: &Worth| {
            let mut line = json!({
                "squares": worth.squares,
                "empty": worth.n_empty,
                "owner": worth.owner.map(Player::name),
            });
            match &worth.known {
                Known::Moves { lower, upper } => line["moves"] = json!([lower, upper]),
                Known::Value { text, mean, temperature } => {
                    line["value"] = json!(text);
                    line["mean"] = json!(mean);
                    line["temperature"] = json!(temperature);
                }
                Known::Nothing(why) => line["unknown"] = json!(why),
            }
            line
        };
        json!({
            "regions": self.regions.iter().map(region).collect::<Vec<_>>(),
            "winner": self.winner.map(|winner| of_sum(winner, to_move).name()),
        })
    }
}

/// How many squares of a region a table names.
const MOST_SQUARES: usize = 12;

fn moves(position: &Position, region: &Region) -> Known {
    match fill(position, region, WALK_NODES) {
        Some(filling) => Known::Moves { lower: filling.lower, upper: filling.upper },
        None => Known::Nothing("it has no owner".to_owned()),
    }
}

fn told(valuer: &mut Valuer, value: tesuji_cgt::Value) -> Result<Known, NoValue> {
    let text = valuer.arena.text(value, Style::Ascii, LONGEST_VALUE)?;
    let mean = valuer.arena.mean(value)?.to_string();
    let temperature = valuer.arena.temperature(value)?.to_string();
    Ok(Known::Value { text, mean, temperature })
}

fn winner(valuer: &mut Valuer, values: &[tesuji_cgt::Value]) -> Result<Winner, Exceeded> {
    let mut sum = tesuji_cgt::Value::ZERO;
    for &value in values {
        sum = valuer.arena.sum(sum, value)?;
    }
    valuer.arena.winner(sum)
}

/// Who wins a game with this sum: Left is Black.
const fn of_sum(winner: Winner, to_move: Player) -> Player {
    match winner {
        Winner::Left => Player::Black,
        Winner::Right => Player::White,
        Winner::First => to_move,
        Winner::Second => to_move.opponent(),
    }
}
