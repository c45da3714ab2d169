//! Go in a session: moves as GTP writes them, records as FF[4] has them.

use std::sync::Arc;

use tesuji_board::{Player, Topology, square_cell_name};
use tesuji_game::Game;
use tesuji_go::notation::sgf_point;
use tesuji_go::{Komi, Move, Position, Rules, Suicide};
use tesuji_playout::GoLight;

use super::in_play::{InPlay, Written};
use crate::{MAX_GO_SIDE, SessionError};

pub(super) fn begin(
    columns: usize,
    rows: usize,
    komi: Komi,
    rules: Rules,
) -> Result<InPlay<Position, GoLight>, SessionError> {
    let wrong_size = SessionError::GoSize { columns, rows };
    if columns.max(rows) > MAX_GO_SIDE {
        return Err(wrong_size);
    }
    let topology = Topology::square(columns, rows).map_err(|_| wrong_size)?;
    Ok(InPlay::new(Position::empty(topology, rules, komi), GoLight::default()))
}

/// Columns and rows of a board, which is a rectangle in every session.
fn size(position: &Position) -> (usize, usize) {
    position.topology().square_size().unwrap_or_default()
}

impl Written for Position {
    fn read_move(&self, text: &str) -> Result<Move, SessionError> {
        self.parse_move(text).map_err(|_| {
            let (columns, rows) = size(self);
            SessionError::unknown(
                text,
                format!("pass, or a cell from A1 to {}", square_cell_name(columns - 1, 0, rows)),
            )
        })
    }

    fn move_text(&self, mv: Move) -> String {
        self.move_text(mv).to_owned()
    }

    fn objection(&self, mv: Move) -> &'static str {
        match mv {
            Move::Place(cell) if self.stone(cell).is_some() => "the cell is taken",
            Move::Place(cell) if self.ko() == Some(cell) => "it retakes the ko",
            Move::Place(_) if self.rules().suicide == Suicide::Forbidden && is_suicide(self, mv) => "it is suicide",
            _ => "it would bring back an earlier board",
        }
    }

    fn give_turn(&mut self, player: Player) -> Result<(), SessionError> {
        self.set_to_move(player);
        Ok(())
    }

    fn score_text(&self) -> Option<String> {
        self.is_over().then(|| self.score().to_string())
    }

    fn render(&self) -> String {
        self.render()
    }

    fn sgf_header(&self) -> Vec<(&'static str, String)> {
        let (columns, rows) = size(self);
        let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
        let mut header = vec![("GM", "1".to_owned()), ("SZ", size), ("KM", self.komi().to_string())];
        header.extend(self.rules().name().map(|name| ("RU", sgf_rules(name).to_owned())));
        header
    }

    fn sgf_point(&self, mv: Move) -> String {
        sgf_point(self.topology(), mv).unwrap_or_default()
    }
}

/// Would `mv`, a stone on an empty cell, leave its chain without liberties? Asked of the same stones without a past.
fn is_suicide(position: &Position, mv: Move) -> bool {
    let [black, white] = Player::BOTH.map(|player| position.stones(player));
    let topology = Arc::clone(position.topology());
    let anew = Position::setup(topology, Rules::CHINESE, position.komi(), [&black, &white], position.to_move());
    anew.is_ok_and(|anew| !anew.is_legal(mv))
}

/// The name of rules as FF[4] has it, where it has one.
fn sgf_rules(name: &str) -> &str {
    match name {
        "aga" => "AGA",
        "chinese" => "Chinese",
        "new-zealand" => "NZ",
        "tromp-taylor" => "Tromp-Taylor",
        other => other,
    }
}
