//! The regions of a position: their owners and values.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tesuji_amazons::{Position, notation};
use tesuji_board::Player;
use tesuji_cgt::{Exceeded, Style, Winner};
use tesuji_endings::{Deciding, SolvedEnding, ValueBounds, Valuer, Worth, decide};
use tesuji_gallery::amazons::RegionWorth;
use tesuji_search::Limits;

use crate::picture::PLAIN;
use crate::text::count;

/// The nodes for the values of all regions together, unless `--nodes` says otherwise.
const VALUE_NODES: u64 = 20_000;
/// The most comparisons for the sum of all values.
const STEPS_A_SUM: u64 = 10_000_000;
/// A longer value is given only by its mean and temperature, ...
const LONGEST_VALUE: usize = 200;
/// ... and so is a shorter one in the table.
const LONGEST_TEXT: usize = 40;

/// Results about the regions where somebody can move, and about all of them together.
pub(super) struct Regions {
    regions: Vec<Told>,
    /// The winner by the sum of the values of all regions; `None` if one of them has no value.
    winner: Option<Winner>,
    /// The winner, with a winning move, as far as that can be decided.
    solved: Option<(Player, Option<String>)>,
}

/// A region and its value, with Black as Left.
struct Told {
    /// The names of its squares, in the order of the board.
    squares: Vec<String>,
    n_empty: usize,
    /// `None` if both can move there.
    owner: Option<Player>,
    known: Known,
}

enum Known {
    /// The least and the most moves that the owner can make.
    Moves { lower: u32, upper: u32 },
    Value {
        /// `None` if it is too long to read.
        text: Option<String>,
        mean: String,
        temperature: String,
    },
    /// No value was found, and why; it is between these numbers.
    Between { low: i64, high: i64, why: String },
}

impl Regions {
    /// Searches for the value of every region of a position, and for the winner, with this many nodes if given.
    pub(super) fn of(position: &Position, nodes: Option<u64>, limits: &Limits) -> Self {
        let usual = Deciding::default();
        let solved = decide(position, &Deciding { nodes: nodes.unwrap_or(usual.nodes), ..usual }, limits);
        let of_move = |mv| notation::write_move(position.size(), mv);
        let solved = solved.map(|SolvedEnding { winner, mv }| (winner, mv.map(of_move)));
        let mut valuer = Valuer::new(ValueBounds::default());
        let limits = Limits { nodes: Some(nodes.unwrap_or(VALUE_NODES)), ..limits.clone() };
        let worths = valuer.worths(position, &limits);
        let winner = winner(&mut valuer, &worths.iter().map(|(_, worth)| worth).collect::<Vec<_>>());
        let told = |(region, worth): (tesuji_endings::EndingRegion, Worth)| {
            let (owner, known) = match worth {
                Worth::Moves(owner, filling) => {
                    (Some(owner), Known::Moves { lower: filling.lower, upper: filling.upper })
                }
                Worth::Value(value) => (None, told(&mut valuer, value)),
                Worth::Between { low, high, why } => (None, Known::Between { low, high, why: why.to_string() }),
            };
            let squares = region.squares.iter().map(|square| position.size().name_of(square as u8)).collect();
            Told { squares, n_empty: region.empty.len(), owner, known }
        };
        Self { regions: worths.into_iter().map(told).collect(), winner: winner.ok().flatten(), solved }
    }

    /// The winner, if the sum or the search shows it.
    fn winner(&self, to_move: Player) -> Option<Player> {
        let by_sum = self.winner.map(|winner| of_sum(winner, to_move));
        by_sum.or_else(|| self.solved.as_ref().map(|(winner, _)| *winner))
    }

    /// The table. It begins with an empty line, and is empty if nobody can move.
    pub(super) fn text(&self, to_move: Player) -> String {
        let bold = PLAIN.bold();
        if self.regions.is_empty() {
            return String::new();
        }
        let worths: Vec<String> = self.regions.iter().map(Told::worth).collect();
        let width = worths.iter().map(|worth| worth.chars().count() + 2).max().unwrap_or(0).max(16);
        let mut text = format!("\n{bold}{:<11}{:<8}{:<width$}squares{bold:#}\n", "region", "empty", "worth to black");
        for (Told { squares, n_empty, owner, .. }, worth) in self.regions.iter().zip(worths) {
            let whose = owner.map_or("contested", Player::name);
            let first: Vec<&str> = squares.iter().take(MOST_SQUARES).map(String::as_str).collect();
            let more = if squares.len() > MOST_SQUARES { " .." } else { "" };
            _ = writeln!(text, "{whose:<11}{n_empty:<8}{worth:<width$}{}{more}", first.join(" "));
        }
        let n_unknown = self.regions.iter().filter(|told| matches!(told.known, Known::Between { .. })).count();
        if n_unknown > 0 {
            let regions = count(n_unknown as u64, "region");
            _ = writeln!(text, "left out: the value of {regions}; `--nodes` allows more work, `--time` more time");
        }
        if let Some(winner) = self.winner {
            let winner = of_sum(winner, to_move);
            let all = count(self.regions.len() as u64, "region");
            _ = writeln!(text, "the sum of {all}: {} wins, with {to_move} to move", winner.name());
        } else if let Some((winner, _)) = &self.solved {
            _ = writeln!(text, "solved: {} wins, with {to_move} to move", winner.name());
        }
        if let Some((_, Some(mv))) = &self.solved {
            _ = writeln!(text, "a move that wins: {mv}");
        }
        text
    }

    /// The regions with their worth in words, for a picture.
    pub(super) fn worths(&self) -> Vec<RegionWorth> {
        let worth = |told: &Told| RegionWorth { squares: told.squares.clone(), owner: told.owner, worth: told.worth() };
        self.regions.iter().map(worth).collect()
    }

    pub(super) fn json(&self, to_move: Player) -> Value {
        let region = |worth: &Told| {
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
                Known::Between { low, high, why } => {
                    line["between"] = json!([low, high]);
                    line["unknown"] = json!(why);
                }
            }
            line
        };
        json!({
            "regions": self.regions.iter().map(region).collect::<Vec<_>>(),
            "winner": self.winner(to_move).map(Player::name),
            "winning_move": self.solved.as_ref().and_then(|(_, mv)| mv.as_deref()),
        })
    }
}

/// Most squares of a region that a table names.
const MOST_SQUARES: usize = 12;

impl Told {
    /// The value, for the table.
    fn worth(&self) -> String {
        let sign = if self.owner == Some(Player::White) { "-" } else { "" };
        match &self.known {
            Known::Moves { lower, upper } if lower == upper => format!("{sign}{lower}"),
            Known::Moves { lower, upper } => format!("{sign}{lower} to {sign}{upper}"),
            Known::Value { text: Some(text), mean, temperature } if text.len() <= LONGEST_TEXT => {
                format!("{text}, mean {mean}, temperature {temperature}")
            }
            Known::Value { mean, temperature, .. } => format!("mean {mean}, temperature {temperature}"),
            Known::Between { low, high, why } => format!("{low} to {high}, no value: {why}"),
        }
    }
}

fn told(valuer: &mut Valuer, value: tesuji_cgt::Value) -> Known {
    let mut tell = || {
        let text = valuer.arena.text(value, Style::Ascii, LONGEST_VALUE)?;
        let mean = valuer.arena.mean(value)?.to_string();
        Ok((text, mean, valuer.arena.temperature(value)?.to_string()))
    };
    match tell() {
        Ok((text, mean, temperature)) => Known::Value { text, mean, temperature },
        Err(error) => {
            let error: Exceeded = error;
            let [low, high] = [valuer.arena.right_stop(value), valuer.arena.left_stop(value)];
            let floor = |stop: tesuji_cgt::Dyadic| stop.numerator() >> stop.log_denominator();
            // A value is between its stops, except for infinitesimals.
            Known::Between { low: floor(low) - 1, high: floor(high) + 1, why: error.to_string() }
        }
    }
}

/// The winner of the sum; `None` unless all regions have values, and summing them does not take too long.
fn winner(valuer: &mut Valuer, worths: &[&Worth]) -> Result<Option<Winner>, Exceeded> {
    let mut sum = tesuji_cgt::Value::ZERO;
    valuer.arena.allow_steps(STEPS_A_SUM);
    for worth in worths {
        let value = match worth {
            Worth::Value(value) => *value,
            Worth::Moves(owner, filling) => match filling.exact() {
                Some(n) => valuer.arena.integer(if *owner == Player::Black { i64::from(n) } else { -i64::from(n) })?,
                None => return Ok(None),
            },
            Worth::Between { .. } => return Ok(None),
        };
        sum = valuer.arena.sum(sum, value)?;
    }
    valuer.arena.winner(sum).map(Some)
}

/// The winner of a game with this sum: Left is Black.
const fn of_sum(winner: Winner, to_move: Player) -> Player {
    match winner {
        Winner::Left => Player::Black,
        Winner::Right => Player::White,
        Winner::First => to_move,
        Winner::Second => to_move.opponent(),
    }
}
