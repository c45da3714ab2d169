//! From a game to text.

use tesuji_board::Player;
use tesuji_sgf::{Escapes, Writer, plain, size_text};

use crate::record::{Record, RecordError, RecordLine};
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
    let mut file = Writer::new(Escapes::Least);
    file.raw("(").root([("GM", "18".to_owned()), ("SZ", size_text(size.columns.into(), size.rows.into()))]);
    let [black, white] = &record.players;
    for (name, value) in
        [("PB", black), ("PW", white), ("EV", &record.event), ("DT", &record.date), ("RE", &record.result)]
    {
        file.text(name, &plain(&value.replace('\n', " ")));
    }
    let has_amazons = !setup.black.is_empty() || !setup.white.is_empty();
    for (name, squares) in [("AB", &setup.black), ("AW", &setup.white), ("AA", &setup.arrows)] {
        file.property(name, squares.iter().map(|&square| point(size, square)));
    }
    if !has_amazons {
        // If nothing set up amazons, readers would assume the usual start.
        file.property("AB", [point(size, 0)]).property("AE", [point(size, 0)]);
        file.property("AA", setup.arrows.contains(&0).then(|| point(size, 0)));
    }
    file.property("PL", [letter(setup.to_move)]);
    write_line(&mut file, size, &record.main, setup.to_move, 0);
    file.raw(")\n");
    Ok(file.finish())
}

/// Writes the rest of a line after `n_moves` of its moves, with remarks and variations; `player` is then to move.
fn write_line(file: &mut Writer, size: Size, line: &RecordLine, mut player: Player, mut n_moves: usize) {
    loop {
        if let Some(remark) = line.comments.get(&n_moves) {
            file.text("C", &plain(remark));
        }
        let variations = line.variations.iter().filter(|variation| variation.after == n_moves);
        if variations.clone().next().is_some() {
            file.raw("\n(");
            write_rest(file, size, line, player, n_moves);
            file.raw(")");
            for variation in variations {
                file.raw("\n(");
                let line = &variation.line;
                let begins_without_move = line.comments.get(&0).is_some_and(|remark| !remark.is_empty())
                    || line.moves.is_empty()
                    || line.variations.first().is_some_and(|variation| variation.after == 0);
                if begins_without_move {
                    file.raw(";");
                    write_line(file, size, line, player, 0);
                } else {
                    write_rest(file, size, line, player, 0);
                }
                file.raw(")");
            }
            return;
        }
        let Some(&mv) = line.moves.get(n_moves) else { return };
        write_move(file, size, player, mv);
        player = player.opponent();
        n_moves += 1;
    }
}

/// As above from the next move on, or an empty node if there is none.
fn write_rest(file: &mut Writer, size: Size, line: &RecordLine, player: Player, n_moves: usize) {
    match line.moves.get(n_moves) {
        Some(&mv) => {
            write_move(file, size, player, mv);
            write_line(file, size, line, player.opponent(), n_moves + 1);
        }
        None => _ = file.raw(";"),
    }
}

fn write_move(file: &mut Writer, size: Size, player: Player, mv: Move) {
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| point(size, square));
    file.raw("\n;").property(letter(player), [from + &to + &arrow]);
}

/// A square as two letters, the row counted from the top.
fn point(size: Size, square: u8) -> String {
    [size.column_of(square), size.row_of(square)].map(|number| char::from(b'a' + number)).iter().collect()
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
