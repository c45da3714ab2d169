//! From a game to text.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_sgf::{Escapes, Writer, plain};

use super::header;
use crate::Move;
use crate::notation::sgf_point;
use crate::record::{Record, RecordError};

/// Writes a record as a file of one game, with its variations.
///
/// # Errors
///
/// [`RecordError::Beyond`] if it has a cell that is not on its board.
pub fn write(record: &Record) -> Result<String, RecordError> {
    record.check_cells()?;
    let mut file = Writer::new(Escapes::Least);
    file.raw("(").root(header(record.board(), record.komi, record.rules.as_ref()));
    let [black, white] = &record.players;
    let said = [("PB", black), ("PW", white), ("EV", &record.event), ("DT", &record.date), ("RE", &record.result)];
    for (name, value) in said {
        file.text(name, &plain(&value.replace('\n', " ")));
    }
    file.property("HA", Some(record.handicap).filter(|&n_stones| n_stones > 1));
    let mut writer = SgfTreeWriter { record, file, leaving: BTreeMap::new() };
    writer.stones(["AB", "AW"].into_iter().zip(&record.setup));
    writer.file.property("PL", record.to_move.map(letter));
    for (idx, variation) in record.variations.iter().enumerate() {
        writer.leaving.entry((variation.leaves, variation.after)).or_default().push(idx + 1);
    }
    writer.write();
    Ok(writer.file.finish())
}

struct SgfTreeWriter<'r> {
    record: &'r Record,
    file: Writer,
    /// The lines that leave a line after some number of its moves.
    leaving: BTreeMap<(usize, usize), Vec<usize>>,
}

/// Next part to write.
enum WriteStep {
    Text(&'static str),
    /// A line from some number of its moves on; its first node is still to be begun, or what leaves here is written.
    From {
        line: usize,
        n_moves: usize,
        is_branched: bool,
    },
}

impl SgfTreeWriter<'_> {
    fn write(&mut self) {
        let mut open = vec![WriteStep::Text(")\n"), WriteStep::From { line: 0, n_moves: 0, is_branched: false }];
        while let Some(step) = open.pop() {
            match step {
                WriteStep::Text(text) => _ = self.file.raw(text),
                WriteStep::From { line, n_moves, is_branched } => self.line(line, n_moves, is_branched, &mut open),
            }
        }
    }

    /// Writes a line up to its end, or to where others leave it.
    fn line(&mut self, line: usize, mut n_moves: usize, mut is_branched: bool, open: &mut Vec<WriteStep>) {
        let record = self.record;
        let parts = record.line(line);
        // The first node of a variation has its first move, unless something comes before that.
        let is_first = line > 0 && n_moves == 0 && !is_branched;
        let has_head = parts.edits.contains_key(&0)
            || parts.comments.contains_key(&0)
            || self.leaving.contains_key(&(line, 0))
            || parts.moves.is_empty();
        if is_first && has_head {
            self.file.raw(";");
        }
        let mut node = if is_branched || is_first && !has_head { ";" } else { "\n;" };
        loop {
            if !is_branched {
                if n_moves > 0 {
                    let (player, mv) = parts.moves[n_moves - 1];
                    self.file.raw(node).property(letter(player), [sgf_point(record.topology(), mv)]);
                    node = "\n;";
                }
                if let Some(edit) = parts.edits.get(&n_moves) {
                    // Stones stand in a node of their own.
                    if line == 0 || n_moves > 0 {
                        self.file.raw("\n;");
                    }
                    let [black, white] = &record.stones_at(line, n_moves, true);
                    let [new_black, new_white] = &edit.stones;
                    let mut gone = black.clone();
                    gone.union_with(white);
                    gone.subtract(new_black);
                    gone.subtract(new_white);
                    self.stones([("AE", &gone), ("AB", new_black), ("AW", new_white)]);
                    // A node with a set-up property is an edit, even if it leaves an empty board empty.
                    if gone.is_empty() && new_black.is_empty() && new_white.is_empty() {
                        self.stones([("AE", &CellSet::from_iter([Cell::new(0)]))]);
                    }
                    self.file.property("PL", edit.to_move.map(letter));
                }
                let remark = parts.comments.get(&n_moves).map(|text| plain(text)).unwrap_or_default();
                self.file.text("C", &remark);
                if let Some(others) = self.leaving.get(&(line, n_moves)) {
                    for &other in others.iter().rev() {
                        open.push(WriteStep::Text(")"));
                        open.push(WriteStep::From { line: other, n_moves: 0, is_branched: false });
                        open.push(WriteStep::Text("\n("));
                    }
                    open.push(WriteStep::Text(")"));
                    open.push(WriteStep::From { line, n_moves, is_branched: true });
                    open.push(WriteStep::Text("\n("));
                    return;
                }
            } else if n_moves == parts.moves.len() {
                // A line that ends where others leave it comes before them all the same.
                self.file.raw(";");
            }
            if n_moves == parts.moves.len() {
                return;
            }
            (n_moves, is_branched) = (n_moves + 1, false);
        }
    }

    fn stones<'c>(&mut self, lists: impl IntoIterator<Item = (&'static str, &'c CellSet)>) {
        let topology = self.record.topology();
        for (name, cells) in lists {
            self.file.property(name, cells.iter().map(|cell: Cell| sgf_point(topology, Move::Place(cell))));
        }
    }
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
