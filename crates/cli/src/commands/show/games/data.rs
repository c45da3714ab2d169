//! Games as data: JSON, and a table with a row for each move.

use miette::{IntoDiagnostic, Result, miette};
use serde_json::{Value, json};
use tesuji_board::Player;
use tesuji_engine::{AnyRecord, GameSpec, Session};
use tesuji_forms::Reading;

use super::{amazons, go, hex};
use crate::sheet::{Sheet, cells};

/// A game, move by move.
pub(super) struct Game<'r> {
    reading: &'r Reading,
    /// Players and moves as text.
    moves: Vec<(Player, String)>,
    /// Of Amazons, who wins with the best play before the first move and after each, where that is known for certain.
    winners: Vec<Option<Player>>,
    /// Of Amazons, how many moves each side had before the first move and after each.
    numbers: Vec<[u32; 2]>,
}

impl<'r> Game<'r> {
    /// Plays the game through.
    ///
    /// # Errors
    ///
    /// If a move cannot be made.
    pub(super) fn new(reading: &'r Reading) -> Result<Self> {
        let (winners, numbers) = match &reading.record {
            AnyRecord::Amazons(record) => {
                (amazons::winners(record)?, record.numbers_of_moves().map_err(|error| miette!("{error}"))?)
            }
            AnyRecord::Hex(_) | AnyRecord::Go(_) => (Vec::new(), Vec::new()),
        };
        let moves = match &reading.record {
            // Boards may be too large for anything but their record.
            AnyRecord::Hex(record) => hex::moves(record)?,
            AnyRecord::Go(record) => go::moves(record)?,
            AnyRecord::Amazons(_) => {
                let usual = GameSpec::usual(reading.record.kind());
                let session = Session::replay(&usual, &reading.record, usize::MAX).into_diagnostic()?;
                session.moves().iter().map(|(player, mv)| (*player, mv.clone())).collect()
            }
        };
        Ok(Self { reading, moves, winners, numbers })
    }

    /// The winner with the best play after this many moves, if that is known.
    fn winner(&self, n_moves: usize) -> Option<&'static str> {
        self.winners.get(n_moves).copied().flatten().map(Player::name)
    }

    /// Number of moves of each side after this many moves.
    fn numbers(&self, n_moves: usize) -> [Option<u32>; 2] {
        self.numbers.get(n_moves).map_or([None; 2], |numbers| numbers.map(Some))
    }

    /// The game as one object.
    pub(super) fn json(&self) -> Value {
        let record = &self.reading.record;
        let (board, result, players, event) = match record {
            AnyRecord::Hex(record) => {
                let (board, result) = hex::line(record);
                (board, result, &record.players, &record.event)
            }
            AnyRecord::Go(record) => {
                (record.board().to_string(), record.result.clone(), &record.players, &record.event)
            }
            AnyRecord::Amazons(record) => {
                (record.setup.size.to_string(), record.result.clone(), &record.players, &record.event)
            }
        };
        let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let is_amazons = matches!(record, AnyRecord::Amazons(_));
        let moves = self.moves.iter().enumerate().map(|(before, (player, mv))| {
            let mut one = json!({"number": before + 1, "player": player.name(), "move": mv});
            if is_amazons {
                let [black, white] = self.numbers(before);
                one["winner"] = json!(self.winner(before + 1));
                one["black_moves"] = json!(black);
                one["white_moves"] = json!(white);
            }
            one
        });
        let mut game = json!({
            "id": self.reading.id,
            "game": record.kind().description().name,
            "board": board,
            "players": {"black": known(&players[0]), "white": known(&players[1])},
            "event": known(event),
            "result": known(&result),
            "n_moves": self.moves.len(),
            "moves": moves.collect::<Vec<_>>(),
        });
        if is_amazons {
            let [black, white] = self.numbers(self.moves.len());
            game["end"] = json!({"black_moves": black, "white_moves": white});
        }
        game
    }

    /// Adds a row for each move to a [`sheet`].
    pub(super) fn rows(&self, sheet: &mut Sheet) {
        for (before, (player, mv)) in self.moves.iter().enumerate() {
            let [black, white] = self.numbers(before);
            let winner = self.winner(before + 1);
            let id = self.reading.id.as_str();
            sheet.row(cells![id, before + 1, player.name(), mv.as_str(), winner, black, white]);
        }
    }
}

/// A table without rows: the game, the number of the move, its player, the move; for Amazons who wins with the best play
/// after it, where that is known for certain, and how many moves each side had before it.
pub(super) fn sheet() -> Sheet {
    Sheet::new(["id", "number", "player", "move", "winner", "black_moves", "white_moves"])
}
