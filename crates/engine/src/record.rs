//! A game in play as an SGF record.

use tesuji_board::Player;
use tesuji_sgf::{Escapes, Writer};

use crate::games::{Start, sgf_header};
use crate::{Session, SessionError};

/// Writes the game of a session as SGF, whole or in parts.
#[derive(Clone, Copy, Debug)]
pub struct RecordWriter<'a> {
    session: &'a Session,
}

impl Session {
    /// The game as a record.
    #[must_use]
    pub const fn record(&self) -> RecordWriter<'_> {
        RecordWriter { session: self }
    }
}

impl RecordWriter<'_> {
    /// The result by the rules as a record states it (`B+`, `W+3.5`, `0` for a draw), or `None` while the game goes on.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.session.game.core().shown().score_text()
    }

    /// The root properties, in order: game, board and what the rules add. Values are as written in a file.
    #[must_use]
    pub fn header(&self) -> Vec<(&'static str, String)> {
        sgf_header(self.session.spec())
    }

    /// The properties of the root that set up the board before the first move, each with its values. There are none if
    /// the game begins on the empty board and Black moves first.
    #[must_use]
    pub fn setup(&self) -> Vec<(&'static str, Vec<String>)> {
        let Start { stones: [black, white], blocked, n_handicap, to_move } = self.session.game.core().start();
        let is_set_up = to_move == Player::White || !black.is_empty() || !white.is_empty();
        let handicap = if n_handicap > 1 { vec![n_handicap.to_string()] } else { Vec::new() };
        let turn = if is_set_up { vec![letter(to_move).to_owned()] } else { Vec::new() };
        let all = [("HA", handicap), ("AB", black), ("AW", white), ("AA", blocked), ("PL", turn)];
        all.into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }

    /// SGF's text for a move of this game.
    ///
    /// # Errors
    ///
    /// If the text is not a move of this game on this board.
    pub fn point(&self, mv: &str) -> Result<String, SessionError> {
        self.session.game.core().sgf_point(mv)
    }

    /// The game so far as a file with set-up and handicap, which [`Session::from_record`] reads. `result` is written as
    /// in SGF, and empty while it is unknown.
    #[must_use]
    pub fn to_sgf(&self, result: &str) -> String {
        let mut file = Writer::new(Escapes::Least);
        file.raw("(").root(self.header());
        file.text("RE", result);
        for (name, values) in self.setup() {
            file.property(name, values);
        }
        for (player, mv) in self.session.moves() {
            // A move that was played is on the board.
            file.raw("\n;").property(letter(*player), [self.point(mv).unwrap_or_default()]);
        }
        file.raw(")\n");
        file.finish()
    }
}

/// The property of a player's moves in SGF.
const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
