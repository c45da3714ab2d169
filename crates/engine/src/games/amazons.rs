//! Amazons in a session: moves in any usual spelling, starts as FEN or diagrams, records as SGF.

mod endings;
mod overlays;
pub(super) mod record;
pub(super) mod strong;

use std::sync::LazyLock;

use tesuji_amazons::{Move, Position, STANDARD_SIDES, Setup, Size, Square, notation};
use tesuji_amazons_eval::Evaluation;
use tesuji_board::Player;
use tesuji_game::{Evaluator, Game};
use tesuji_network::Linking;
use tesuji_search::mcts::leaves::chance_of;

pub use endings::AmazonsEndings;
pub(super) use overlays::OVERLAYS;

use super::description::{
    CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds, StrongSection,
};
use super::in_play::{InPlay, Shown, Written};
use crate::{MovesLeft, SessionError};

pub(super) const DESCRIPTION: GameDescription = GameDescription {
    kind: GameKind::Amazons,
    name: "amazons",
    title: "Amazons",
    usual_size: (10, 10),
    moves: MoveForm::Phrase,
    cells: CellNames::Chess,
    drawing: Drawing::Asked,
    // There is no custom in this game.
    load_number: LoadNumber::NextMove,
    playouts: PlayoutKinds::None,
    solver: SolverKinds::Moves,
    has_swap: false,
    has_table: false,
    has_any_board: false,
    has_setup: true,
    has_blocked_cells: true,
    has_connections: false,
    sections: &[StrongSection::Amazons],
};

/// A lead of this many squares is a win in 73 % of all cases.
const SCALE: f64 = 6.0;

/// A game of Amazons in play.
pub(crate) type AmazonsGame = InPlay<Position>;

/// The start in `setup`, or the usual one of the board.
fn start(columns: usize, rows: usize, setup: Option<&str>) -> Result<Setup, SessionError> {
    match setup {
        Some(text) => read_setup(text),
        None => usual_start(columns, rows),
    }
}

pub(super) fn begin(columns: usize, rows: usize, setup: Option<&str>) -> Result<AmazonsGame, SessionError> {
    let setup = start(columns, rows, setup)?;
    if (usize::from(setup.size.columns), usize::from(setup.size.rows)) != (columns, rows) {
        return Err(SessionError::Position(format!("expected a board of {columns}x{rows}, not {}", setup.size)));
    }
    Ok(begin_at(Position::new(&setup)?))
}

pub(super) fn begin_at(start: Position) -> AmazonsGame {
    InPlay::new(start)
}

pub(super) fn usual_start(columns: usize, rows: usize) -> Result<Setup, SessionError> {
    // A size that no board has gets an error of its own.
    Size::new(columns, rows)?;
    let has_start = columns == rows && STANDARD_SIDES.iter().any(|&side| usize::from(side) == columns);
    if has_start { Ok(Setup::standard(columns)?) } else { Err(SessionError::NoStart { columns, rows }) }
}

/// A position from FEN or a diagram.
pub(super) fn read_position(text: &str) -> Result<Position, SessionError> {
    let setup = notation::read_setup(text).map_err(|error| SessionError::Position(error.to_string()))?;
    Ok(Position::new(&setup)?)
}

/// A start from FEN or a diagram.
pub(super) fn read_setup(text: &str) -> Result<Setup, SessionError> {
    // An invalid position is refused here and not later.
    Ok(read_position(text)?.setup())
}

/// The names of the evaluators.
pub(super) static EVALUATORS: LazyLock<String> = LazyLock::new(|| tesuji_game::one_of(&Evaluation::ALL));

/// Whether there is an evaluator of this name.
pub(super) fn check_evaluator(name: &str) -> Result<(), SessionError> {
    evaluator_of(name, Player::Black).map(|_| ())
}

/// The evaluator of this name, for the player to move of `root`.
pub(super) fn evaluator(name: &str, _: Linking, root: &Position) -> Result<Box<dyn Evaluator<Position>>, SessionError> {
    evaluator_of(name, root.to_move())
}

fn evaluator_of(name: &str, player: Player) -> Result<Box<dyn Evaluator<Position>>, SessionError> {
    tesuji_amazons_eval::evaluator(name, player).map_err(|_| SessionError::Player {
        setting: "evaluator",
        found: name.chars().take(32).collect(),
        expected: &EVALUATORS,
    })
}

pub(super) fn sgf_header(columns: usize, rows: usize) -> Vec<(&'static str, String)> {
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    vec![("GM", "18".to_owned()), ("SZ", size)]
}

/// Column and row from the top left, as one letter each.
fn sgf_square(size: Size, square: u8) -> String {
    [size.column_of(square), size.row_of(square)].map(|number| char::from(b'a' + number)).iter().collect()
}

impl Written for Position {
    fn read_move(&self, text: &str) -> Result<Move, SessionError> {
        notation::read_move(self.size(), text).map_err(|_| {
            let last = self.size().columns - 1;
            let corner = self.size().name_of(last);
            SessionError::unknown(text, format!("a move such as d1-d7/g7, with squares from a1 to {corner}"))
        })
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(self.size(), mv)
    }

    fn objection(&self, mv: Move) -> &'static str {
        Self::objection(self, mv).map_or("it is legal", tesuji_amazons::Objection::rule)
    }

    fn give_turn(&mut self, player: Player) -> Result<(), SessionError> {
        if player != self.to_move() {
            *self = self.with_to_move(player);
        }
        Ok(())
    }

    fn sgf_point(&self, mv: Move) -> String {
        [mv.from, mv.to, mv.arrow].map(|square| sgf_square(self.size(), square)).concat()
    }

    fn sgf_cell(&self, name: &str) -> String {
        let square = self.size().square_of(name);
        square.map_or_else(|_| name.to_owned(), |square| sgf_square(self.size(), square))
    }

    fn n_moves_of(&self, player: Player) -> u64 {
        Self::n_moves_of(self, player).into()
    }

    /// Evaluators count squares.
    fn chance_of(squares: f64) -> f64 {
        chance_of(squares / SCALE)
    }

    /// A position has thousands of moves, but each fills a square. A third of the empty squares are filled by the time
    /// everything is decided, and early moves weigh more, so the time is shared out among a sixth of them.
    fn moves_left(&self) -> MovesLeft {
        let n_empty = self.empty().len();
        MovesLeft { most: MovesLeft::of(n_empty).most, ..MovesLeft::of(4 * n_empty / 3) }
    }
}

impl Shown for Position {
    fn score_text(&self) -> Option<String> {
        let winner = self.outcome()?.winner()?;
        Some(if winner == Player::Black { "B+" } else { "W+" }.to_owned())
    }

    fn stones(&self) -> Vec<(String, Player)> {
        let stone = |square| match self.at(square) {
            Square::Amazon(player) => Some((self.size().name_of(square), player)),
            _ => None,
        };
        (0..self.n_squares() as u8).filter_map(stone).collect()
    }

    fn blocked(&self) -> Vec<String> {
        self.arrows().iter().map(|square| self.size().name_of(square as u8)).collect()
    }

    fn render(&self) -> String {
        notation::diagram::write(self)
    }
}
