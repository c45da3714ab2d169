//! From a game to text.

use tesuji_board::Player;

use crate::record::{Line, Record, RecordError};
use crate::{Move, Size};

/// Writes a record as a file of one game.
///
/// # Errors
///
/// If it cannot be played. So everything that is written can be read.
pub fn write(record: &Record) -> Result<String, RecordError> {
    record.check()?;
    let setup = &record.setup;
    let size = setup.size;
    let mut text = format!("(;FF[4]CA[UTF-8]AP[Tesuji:{}]GM[18]", env!("CARGO_PKG_VERSION"));
    text += &if size.columns == size.rows {
        format!("SZ[{}]", size.columns)
    } else {
        format!("SZ[{}:{}]", size.columns, size.rows)
    };
    let [black, white] = &record.players;
    for (name, value) in
        [("PB", black), ("PW", white), ("EV", &record.event), ("DT", &record.date), ("RE", &record.result)]
    {
        if !value.is_empty() {
            text += &format!("{name}[{}]", escaped(&value.replace('\n', " ")));
        }
    }
    let has_amazons = !setup.black.is_empty() || !setup.white.is_empty();
    for (name, squares) in [("AB", &setup.black), ("AW", &setup.white), ("AA", &setup.arrows)] {
        if !squares.is_empty() {
            text += name;
            text.extend(squares.iter().map(|&square| format!("[{}]", point(size, square))));
        }
    }
    if !has_amazons {
        // If nothing set up amazons, readers would assume the usual start.
        text += &format!("AB[{0}]AE[{0}]", point(size, 0));
        text.extend(setup.arrows.contains(&0).then(|| format!("AA[{}]", point(size, 0))));
    }
    text += if setup.to_move == Player::Black { "PL[B]" } else { "PL[W]" };
    write_line(&mut text, size, &record.main, setup.to_move, 0);
    Ok(text + ")\n")
}

/// Writes the rest of a line after `n_moves` of its moves, with remarks and variations; `player` is then to move.
fn write_line(text: &mut String, size: Size, line: &Line, mut player: Player, mut n_moves: usize) {
    loop {
        if let Some(remark) = line.comments.get(&n_moves).filter(|remark| !remark.is_empty()) {
            *text += &format!("C[{}]", escaped(remark));
        }
        let variations = line.variations.iter().filter(|variation| variation.after == n_moves);
        if variations.clone().next().is_some() {
            *text += "\n(";
            write_rest(text, size, line, player, n_moves);
            *text += ")";
            for variation in variations {
                *text += "\n(";
                let line = &variation.line;
                let begins_without_move = line.comments.get(&0).is_some_and(|remark| !remark.is_empty())
                    || line.moves.is_empty()
                    || line.variations.first().is_some_and(|variation| variation.after == 0);
                if begins_without_move {
                    *text += ";";
                    write_line(text, size, line, player, 0);
                } else {
                    write_rest(text, size, line, player, 0);
                }
                *text += ")";
            }
            return;
        }
        let Some(&mv) = line.moves.get(n_moves) else { return };
        write_move(text, size, player, mv);
        player = player.opponent();
        n_moves += 1;
    }
}

/// The same from the next move on, or an empty node if there is none.
fn write_rest(text: &mut String, size: Size, line: &Line, player: Player, n_moves: usize) {
    match line.moves.get(n_moves) {
        Some(&mv) => {
            write_move(text, size, player, mv);
            write_line(text, size, line, player.opponent(), n_moves + 1);
        }
        None => text.push(';'),
    }
}

fn write_move(text: &mut String, size: Size, player: Player, mv: Move) {
    let name = if player == Player::Black { "B" } else { "W" };
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| point(size, square));
    *text += &format!("\n;{name}[{from}{to}{arrow}]");
}

/// A square as two letters, the row counted from the top.
fn point(size: Size, square: u8) -> String {
    [size.column_of(square), size.row_of(square)].map(|number| char::from(b'a' + number)).iter().collect()
}

/// A text escaped so that nothing in it ends the value. Only spaces and line feeds are sure to be read back unchanged.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars().filter(|&letter| letter == '\n' || !letter.is_control()) {
        if matches!(letter, '\\' | ']') {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}
