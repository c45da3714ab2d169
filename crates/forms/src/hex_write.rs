//! Games and positions of Hex in the notations that hold them, and what each of these loses.

use std::collections::BTreeMap;

use tesuji_board::{Cell, Player};
use tesuji_hex::notation::hexwiki::{Coordinates, HexBoard};
use tesuji_hex::notation::{ascii, hexwiki, hexworld, move_list, sgf};
use tesuji_hex::render::Margins;
use tesuji_hex::{Action, Diagram, GameResult, Mark, Record, RecordMove, WinReason};

use crate::write::{lost_moves, lost_words, no_such_form};
use crate::{Form, FormError, Reading, Written};

pub(crate) fn write(
    reading: &Reading,
    record: &Record,
    form: Form,
    n_moves: Option<usize>,
) -> Result<Written, FormError> {
    let record = begun(record, n_moves);
    // The moves that a form would have to make are made once, so that no form carries a game that cannot be.
    let position = record.final_position()?;
    let mut written = match form {
        Form::Sgf => Written { text: sgf::write(&record, sgf::HexDialect::HexGui)?, lost: Vec::new() },
        Form::LittleGolem => little_golem(record.clone())?,
        Form::HexWorld => hexworld_link(&record)?,
        Form::Moves => moves(&record)?,
        Form::HexWiki => {
            let is_picture = record.moves.is_empty() || n_moves.is_none() && reading.picture.is_some();
            let diagram = match reading.picture.as_ref().filter(|_| is_picture) {
                Some(diagram) => diagram.clone(),
                None => numbered(&record, Diagram::from(&position)),
            };
            let loses_order = numbered_record(&diagram).is_none_or(|read| !same_game(&read, &record));
            let loses_order = loses_order && reading.picture.is_none() && record.moves.iter().any(|mv| !is_place(mv));
            let mut lost = Vec::new();
            if loses_order {
                lost.push("passes, swaps and resignations among the moves".to_owned());
            }
            lost.extend(words(&record));
            let text = hexwiki::write(&HexBoard { diagram, coordinates: Coordinates::Default, moves: Vec::new() })?;
            Written { text: text + "\n", lost }
        }
        Form::Diagram => {
            let diagram = reading.picture.clone().filter(|_| record.moves.is_empty());
            let text = ascii::write(&diagram.unwrap_or_else(|| Diagram::from(&position)), Margins::Coordinates);
            Written { text, lost: lost_moves(record.moves.len()).into_iter().chain(words(&record)).collect() }
        }
        _ => {
            let forms = [Form::Sgf, Form::LittleGolem, Form::HexWorld, Form::HexWiki, Form::Diagram, Form::Moves];
            return Err(no_such_form(form, "a game of Hex", &forms));
        }
    };
    if let Some(picture) = &reading.picture {
        written.lost.extend(lost_picture(picture, form));
    }
    Ok(written)
}

/// The game up to its first `n_moves` moves; a game that was cut short has no result.
fn begun(record: &Record, n_moves: Option<usize>) -> Record {
    let mut record = record.clone();
    if let Some(n_moves) = n_moves.filter(|&n_moves| n_moves < record.moves.len()) {
        record.moves.truncate(n_moves);
        record.comments.retain(|&before, _| before <= n_moves);
        record.result = None;
    }
    record
}

const fn is_place(mv: &RecordMove) -> bool {
    matches!(mv.action, Action::Place(_))
}

/// Whether both have the same moves, whatever is said about them beside.
fn same_game(one: &Record, other: &Record) -> bool {
    one.size() == other.size() && one.setup == other.setup && one.moves == other.moves
}

/// Losses of a form without words. The result is lost unless the moves show it.
fn words(record: &Record) -> Vec<String> {
    let mut unsaid = record.clone();
    unsaid.result = None;
    let shown = unsaid.winner().ok().flatten();
    let is_lost = match record.result {
        None => false,
        Some(GameResult::Void) => true,
        Some(GameResult::Win(winner, _)) => shown != Some(winner),
    };
    lost_words(&record.players, &record.event, record.comments.len(), is_lost)
}

fn little_golem(mut record: Record) -> Result<Written, FormError> {
    let mut lost = Vec::new();
    let n_remarks = std::mem::take(&mut record.comments).len();
    lost.extend(lost_words(&[String::new(), String::new()], "", n_remarks, false));
    if record.result == Some(GameResult::Void) {
        record.result = None;
        lost.push("that the game does not count".to_owned());
    }
    let is_resigned = record.moves.last().is_some_and(|mv| mv.action == Action::Resign);
    if let Some(GameResult::Win(winner, reason)) = record.result {
        if reason == Some(WinReason::Resignation) && !is_resigned {
            record.moves.push(RecordMove { player: winner.opponent(), action: Action::Resign });
        } else if reason.is_some() && reason != Some(WinReason::Resignation) {
            lost.push("how the game was won".to_owned());
        }
    }
    for (value, what) in record.players.iter_mut().map(|name| (name, "a name with brackets or semicolons")) {
        if value.contains(['[', ']', ';', '\\']) {
            value.clear();
            lost.push(what.to_owned());
        }
    }
    Ok(Written { text: sgf::write(&record, sgf::HexDialect::LittleGolem)?, lost })
}

/// The record with the resignation or forfeit that its result states as its last move.
fn ended(record: &Record) -> Record {
    let mut record = record.clone();
    let is_ended = record.moves.last().is_some_and(|mv| matches!(mv.action, Action::Resign | Action::Forfeit));
    if let (Some(GameResult::Win(winner, Some(reason))), false) = (record.result, is_ended) {
        let action = if reason == WinReason::Resignation { Action::Resign } else { Action::Forfeit };
        record.moves.push(RecordMove { player: winner.opponent(), action });
    }
    record
}

fn hexworld_link(record: &Record) -> Result<Written, FormError> {
    let ended = ended(record);
    let mut lost = words(&ended);
    let played = match ended.setup.iter().any(|stones| !stones.is_empty()) || ended.to_move == Player::White {
        true => {
            lost.push("which stones were set up: they are written as moves and passes".to_owned());
            placed(&ended)?
        }
        false => ended,
    };
    Ok(Written { text: hexworld::write(&hexworld::HexWorldLink::new(played))? + "\n", lost })
}

/// The game with its set-up stones as moves, in the order of the cells, and passes where a player has no more.
fn placed(record: &Record) -> Result<Record, FormError> {
    let (columns, rows) = record.size();
    let mut played = Record::new(columns, rows)?;
    let [mut black, mut white] = record.setup.each_ref().map(|stones| stones.iter());
    loop {
        let pair = [black.next(), white.next()];
        if pair == [None, None] {
            break;
        }
        for cell in pair {
            played.push(cell.map_or(Action::Pass, Action::Place));
        }
    }
    // White's pass behind Black's last stone is needed only if Black moves next.
    while played.moves.last().is_some_and(|mv| mv.action == Action::Pass) {
        played.moves.pop();
    }
    if played.turn() != record.to_move {
        played.push(Action::Pass);
    }
    for mv in &record.moves {
        played.moves.push(*mv);
    }
    let same = played.final_position().ok().zip(record.final_position().ok());
    match same {
        Some((one, other)) if Player::BOTH.iter().all(|&player| one.stones(player) == other.stones(player)) => {
            Ok(played)
        }
        _ => {
            let reason = "the stones that were set up cannot be played one after the other".to_owned();
            Err(FormError::Cannot { form: Form::HexWorld, reason })
        }
    }
}

fn moves(record: &Record) -> Result<Written, FormError> {
    let mut ended = ended(record);
    // A list shows by the turn who resigns.
    if let Some(last) = ended.moves.last()
        && matches!(last.action, Action::Resign | Action::Forfeit)
        && last.player != record.turn_after(ended.moves.len() - 1)
    {
        ended.moves.pop();
    }
    let text = move_list::write(&ended)? + "\n";
    let mut lost = words(&ended);
    if ended.result.is_none() && ended.moves.len() < record.moves.len() {
        lost.push("the result".to_owned());
    }
    let size = record.size();
    if move_list::read_unsized(&text).map(|read| read.size()) != Ok(size) {
        lost.insert(0, format!("the size of the board: read it with `--board {}x{}`", size.0, size.1));
    }
    Ok(Written { text, lost })
}

/// The position with the number of each move on its stone. A stone that was swapped has the number 2, and there is no 1.
fn numbered(record: &Record, mut diagram: Diagram) -> Diagram {
    let (columns, _) = record.size();
    let mut labels: BTreeMap<Cell, String> = BTreeMap::new();
    let mut first = None;
    for (number, mv) in (1..).zip(&record.moves) {
        match mv.action {
            Action::Place(cell) => {
                first = first.or(Some(cell));
                labels.insert(cell, number.to_string());
            }
            Action::SwapPieces => {
                if let Some(cell) = first {
                    labels.remove(&cell);
                    labels.insert(mirrored(cell, columns), number.to_string());
                }
            }
            Action::SwapSides | Action::Pass | Action::Resign | Action::Forfeit => {}
        }
    }
    labels.retain(|&cell, _| matches!(diagram.mark(cell), Mark::Stone(_)));
    diagram.labels = labels;
    diagram
}

/// The image in the long diagonal of a square board.
const fn mirrored(cell: Cell, columns: usize) -> Cell {
    Cell::new(cell.index() % columns * columns + cell.index() / columns)
}

/// The game that the numbers on the stones of a whole board show: 1, 3, 5 and so on on Black's, 2, 4, 6 on White's, and
/// no other stones. If there is no 1 and 2 is White's, the first stone was swapped.
pub(crate) fn numbered_record(diagram: &Diagram) -> Option<Record> {
    let (columns, rows) = diagram.size();
    let mut numbered: BTreeMap<usize, (Cell, Player)> = BTreeMap::new();
    for cell in diagram.cells() {
        match diagram.mark(cell) {
            Mark::Empty => {}
            Mark::Stone(player) => {
                let number: usize = diagram.labels.get(&cell)?.parse().ok()?;
                if numbered.insert(number, (cell, player)).is_some() {
                    return None;
                }
            }
            _ => return None,
        }
    }
    let mut record = Record::new(columns, rows).ok()?;
    let is_swapped = !numbered.contains_key(&1) && columns == rows;
    let first = if is_swapped { 2 } else { 1 };
    if numbered.is_empty() || diagram.edges != [true; 4] {
        return None;
    }
    for ((&number, &(cell, player)), expected) in numbered.iter().zip(first..) {
        let mover = if number % 2 == 1 { Player::Black } else { Player::White };
        if number != expected || player != mover {
            return None;
        }
        if is_swapped && number == 2 {
            record.push(Action::Place(mirrored(cell, columns)));
            record.push(Action::SwapPieces);
        } else {
            record.push(Action::Place(cell));
        }
    }
    Some(record)
}

/// Losses of a form that holds a picture.
fn lost_picture(picture: &Diagram, form: Form) -> Vec<String> {
    let mut lost = Vec::new();
    let keeps_all = form == Form::HexWiki;
    let is_number = |label: &String| label.parse::<usize>().is_ok();
    if !keeps_all && picture.labels.values().any(|label| !is_number(label)) {
        lost.push("the labels on the cells".to_owned());
    }
    if !keeps_all && !picture.shaded.is_empty() {
        lost.push("the shading".to_owned());
    }
    let is_part = picture.cells().any(|cell| !matches!(picture.mark(cell), Mark::Empty | Mark::Stone(_)));
    if !keeps_all && form != Form::Diagram && is_part {
        lost.push("which cells are hidden or marked".to_owned());
    }
    lost
}
