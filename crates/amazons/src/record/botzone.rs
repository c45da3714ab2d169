//! Messages between Botzone and a program.
//!
//! The board is 8x8 with the usual start, but Black stands above and moves first. A square is two numbers from 0: x
//! from the left and y from the top. A move is six numbers: from, to, arrow. Six times -1 asks for the first move of
//! the game. A program receives the whole game each time, in one of two forms:
//!
//! ```text
//! {"requests": [{"x0": -1, "y0": -1, ..}, {"x0": 2, "y0": 7, ..}], "responses": [{"x0": 0, "y0": 2, ..}]}
//!
//! 2
//! -1 -1 -1 -1 -1 -1
//! 0 2 0 5 3 2
//! 2 7 2 4 7 4
//! ```
//!
//! The second is the simplified form: the number of requests, then requests and responses alternately. Anything after
//! the last request is the program's own data from its previous turn, and is skipped.

use serde::Deserialize;
use serde_json::Value;
use tesuji_board::syntax::SyntaxFault;

use super::{Record, RecordError, play, with_amazons_exchanged};
use crate::{Move, Position, Setup, Size};

const SIZE: Size = Size { columns: 8, rows: 8 };

/// The start: the usual one of 8x8, but with Black above and to move.
#[must_use]
pub fn start() -> Setup {
    with_amazons_exchanged(Setup::standard(8).expect("8x8 has a usual start"))
}

/// Reads the game so far in either form. It is then the program's turn.
///
/// # Errors
///
/// If the text is in neither form, or a move is not legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let numbers = if text.trim_start().starts_with('{') { json_numbers(text)? } else { line_numbers(text)? };
    let mut record = Record::new(start());
    let mut position = Position::new(&record.setup)?;
    for (numbers, number) in numbers.into_iter().zip(1..) {
        if number == 1 && numbers == [-1; 6] {
            continue;
        }
        let mv = move_of(numbers).ok_or_else(|| RecordError::Request {
            number,
            expected: "six numbers from 0 to 7",
            found: numbers.map(|number| number.to_string()).join(" "),
        })?;
        play(&mut position, mv, record.main.moves.len() + 1)?;
        record.main.moves.push(mv);
    }
    Ok(record)
}

/// A move in the simplified form: `x0 y0 x1 y1 x2 y2`.
#[must_use]
pub fn write_line(mv: Move) -> String {
    numbers_of(mv).map(|number| number.to_string()).join(" ")
}

/// A move as a response in JSON.
#[must_use]
pub fn write_json(mv: Move) -> String {
    let [x0, y0, x1, y1, x2, y2] = numbers_of(mv);
    format!(r#"{{"response":{{"x0":{x0},"y0":{y0},"x1":{x1},"y1":{y1},"x2":{x2},"y2":{y2}}}}}"#)
}

/// The game as Botzone would play it: unchanged, or with top and bottom exchanged if Black begins from below.
///
/// # Errors
///
/// [`RecordError::NotBotzone`] if it has another start.
pub fn shown(record: &Record) -> Result<Record, RecordError> {
    /// The mirror that exchanges top and bottom, see [`Size::image_of`].
    const UPSIDE_DOWN: usize = 2;
    let usual = start().sorted();
    for symmetry in [0, UPSIDE_DOWN] {
        let shown = record.clone().image(symmetry)?;
        if shown.setup == usual {
            return Ok(shown);
        }
    }
    Err(RecordError::NotBotzone)
}

/// Input of a program in the simplified form after the main line of a game, if it is its turn.
#[must_use]
pub fn write_requests(record: &Record) -> String {
    let moves = &record.main.moves;
    // The player who began is asked for the first move.
    let asks_first = moves.len().is_multiple_of(2);
    let mut lines = vec![(moves.len() / 2 + 1).to_string()];
    lines.extend(asks_first.then(|| "-1 -1 -1 -1 -1 -1".to_owned()));
    lines.extend(moves.iter().map(|&mv| write_line(mv)));
    lines.join("\n") + "\n"
}

fn numbers_of(mv: Move) -> [u8; 6] {
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| [SIZE.column_of(square), SIZE.row_of(square)]);
    [from[0], from[1], to[0], to[1], arrow[0], arrow[1]]
}

fn move_of(numbers: [i64; 6]) -> Option<Move> {
    let square = |x: i64, y: i64| {
        let [x, y] = [x, y].map(|number| u8::try_from(number).ok().filter(|number| *number < 8));
        Some(SIZE.square(x?, y?))
    };
    let [x0, y0, x1, y1, x2, y2] = numbers;
    Some(Move { from: square(x0, y0)?, to: square(x1, y1)?, arrow: square(x2, y2)? })
}

#[derive(Deserialize)]
struct Requests {
    requests: Vec<Value>,
    #[serde(default)]
    responses: Vec<Value>,
}

/// Requests and responses, alternately.
fn json_numbers(text: &str) -> Result<Vec<[i64; 6]>, RecordError> {
    let told: Requests = serde_json::from_str(text)
        .map_err(|error| RecordError::Json(SyntaxFault::of_json(text, &error).to_string()))?;
    if told.requests.len() != told.responses.len() + 1 {
        let (n_requests, n_responses) = (told.requests.len(), told.responses.len());
        return Err(RecordError::Json(format!(
            "expected one request more than responses, found {n_requests} and {n_responses}"
        )));
    }
    let mut responses = told.responses.iter();
    let in_turn = told.requests.iter().flat_map(|request| [Some(request), responses.next()]).flatten();
    in_turn
        .zip(1..)
        .map(|(value, number)| {
            let numbers = ["x0", "y0", "x1", "y1", "x2", "y2"].map(|name| value.get(name).and_then(Value::as_i64));
            let [Some(x0), Some(y0), Some(x1), Some(y1), Some(x2), Some(y2)] = numbers else {
                let found = value.to_string().chars().take(32).collect();
                return Err(RecordError::Request { number, expected: "an object of x0, y0, x1, y1, x2, y2", found });
            };
            Ok([x0, y0, x1, y1, x2, y2])
        })
        .collect()
}

/// As above, from lines of numbers.
fn line_numbers(text: &str) -> Result<Vec<[i64; 6]>, RecordError> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let request = |number, expected, found: &str| RecordError::Request {
        number,
        expected,
        found: found.chars().take(32).collect(),
    };
    let first = lines.next().unwrap_or_default();
    // No game is longer than the board has squares.
    let n_requests = first.parse().ok().filter(|n| (1..=64).contains(n));
    let n_requests: usize = n_requests.ok_or_else(|| request(0, "how many requests follow, from 1 to 64", first))?;
    (1..2 * n_requests)
        .map(|number| {
            let line = lines.next().unwrap_or_default();
            let numbers: Option<Vec<i64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
            let numbers = numbers.and_then(|numbers| <[i64; 6]>::try_from(numbers).ok());
            numbers.ok_or_else(|| request(number, "six whole numbers", line))
        })
        .collect()
}
