//! `tesuji claim templates --patterns`: the stored patterns of Programs A and B.

use std::io::Write;

use serde_json::{Value, json};
use tesuji_board::{Player, Topology};
use tesuji_gallery::claims;
use tesuji_mishima::patterns::{PatternCount, counts};

use super::Arguments;
use crate::picture::{Picture, sentence};
use crate::sheet::{self, Objects};
use crate::status::{self, Status};

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "pattern figure stones empties board edge inside published";

/// The boards of the paper.
const BOARDS: [(usize, usize); 2] = [(7, 7), (8, 8)];

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let boards = arguments.board.map_or_else(|| BOARDS.to_vec(), |board| vec![board]);
    let mut found = Vec::new();
    for &(columns, rows) in &boards {
        let board = Topology::rhombus(columns, rows).map_err(|error| miette::miette!("--board: {error}"))?;
        found.push(counts(&board, Player::Black));
    }
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    let mut text = String::new();
    for pattern_idx in 0..found.first().map_or(0, Vec::len) {
        let of_boards: Vec<(&(usize, usize), PatternCount)> =
            boards.iter().zip(found.iter().map(|counts| counts[pattern_idx])).collect();
        let pattern = found[0][pattern_idx].pattern;
        if !arguments.data.json {
            let claim = pattern.claim();
            text += &format!("{}, figure {}: {}\n", pattern.name(), pattern.figure(), sentence(&claim));
            text += &Picture::of_claim(&claim).to_string();
        }
        for (board, count) in of_boards {
            let object = json_line(board, &count);
            if arguments.data.json {
                text += &format!("{}\n", sheet::line(&object));
            } else {
                let published = match &object["published"] {
                    Value::Null => String::new(),
                    number => format!("; the paper counts {number}"),
                };
                let inside =
                    if count.inside > 0 { format!(", {} between stones", count.inside) } else { String::new() };
                let (columns, n_rows) = board;
                text += &format!("{columns}x{n_rows}: {} along a player's edges{inside}{published}\n", count.edge);
            }
            rows.add(|| object);
        }
        if !arguments.data.json {
            text += "\n";
        }
    }
    if arguments.picture.is_wanted() {
        let theme = arguments.picture.theme();
        let drawn = found.first().into_iter().flatten().map(|count| claims::stored_pattern(count.pattern, theme));
        arguments.picture.write(drawn.collect())?;
    }
    rows.write()?;
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())?;
    Ok(Status::Fine)
}

fn json_line(&(columns, rows): &(usize, usize), count: &PatternCount) -> Value {
    let claim = count.pattern.claim();
    json!({
        "pattern": count.pattern.name(),
        "figure": count.pattern.figure(),
        "stones": claim.stones.len(),
        "empties": claim.carrier.len(),
        "board": format!("{columns}x{rows}"),
        "edge": count.edge,
        "inside": count.inside,
        "published": if columns == rows { count.pattern.published_count(columns) } else { None },
    })
}
