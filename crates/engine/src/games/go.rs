//! Go in a session: moves as in GTP, records as in FF[4].

mod handicap;
pub(super) mod maps;
pub(super) mod record;
mod settled;
pub(super) mod strong;
mod table;

use std::sync::Arc;

use tesuji_board::{BoardSpec, Player, square_cell_name};
use tesuji_game::Game;
use tesuji_go::notation::sgf_point;
use tesuji_go::{Komi, Move, Position, Rules};
use tesuji_playout::{GoLibEgo, GoLight};
use tesuji_search::Limits;

pub use table::{GoTable, GoTableMut};

use super::description::{
    CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds, StrongSection,
};
use super::in_play::{InPlay, Shown, Written};
use crate::statistics::{Counted, Counting, Kinds};
use crate::{GameSpec, MovesLeft, PlayedBy, SessionError, StatisticsSpec};

pub(super) const DESCRIPTION: GameDescription = GameDescription {
    kind: GameKind::Go,
    name: "go",
    title: "Go",
    usual_size: (19, 19),
    moves: MoveForm::Cell,
    cells: CellNames::Board,
    drawing: Drawing::Asked,
    // As in GNU Go.
    load_number: LoadNumber::NextMove,
    playouts: PlayoutKinds::Orders,
    solver: SolverKinds::None,
    has_swap: false,
    has_table: true,
    has_any_board: true,
    has_setup: false,
    has_blocked_cells: false,
    has_connections: false,
    sections: &[StrongSection::Formula, StrongSection::Go],
};

/// A game of Go in play.
pub(crate) type GoGame = InPlay<Position>;

pub(super) fn begin(board: &BoardSpec, komi: Komi, rules: Rules) -> Result<GoGame, SessionError> {
    Ok(begin_at(Position::empty(board.topology()?, rules, komi)))
}

pub(super) fn begin_at(start: Position) -> GoGame {
    InPlay::new(start)
}

/// The game that begins with this position, which must be on this board.
pub(super) fn spec_of(board: BoardSpec, position: &Position) -> Result<GameSpec, SessionError> {
    if board.topology()? != **position.topology() {
        return Err(SessionError::Position(format!("it is on another board than {board}")));
    }
    Ok(GameSpec::go(board, position.komi(), *position.rules()))
}

impl Written for Position {
    /// Stones are captured, and others take their place: games go on for longer than there are empty cells.
    fn moves_left(&self) -> MovesLeft {
        let n_possible = self.moves().len();
        MovesLeft { most: MovesLeft::of(n_possible + self.topology().n_cells()).most, ..MovesLeft::of(n_possible) }
    }

    fn read_move(&self, text: &str) -> Result<Move, SessionError> {
        self.parse_move(text).map_err(|_| {
            let cells = match self.topology().grid_size() {
                Some((columns, rows)) => format!("a cell from A1 to {}", square_cell_name(columns - 1, 0, rows)),
                None => {
                    let some = self.topology().cells().take(3).map(|cell| self.topology().name(cell));
                    format!("the name of a cell such as {}", some.collect::<Vec<_>>().join(", "))
                }
            };
            SessionError::unknown(text, format!("pass, or {cells}"))
        })
    }

    fn move_text(&self, mv: Move) -> String {
        self.move_text(mv).to_owned()
    }

    fn objection(&self, mv: Move) -> &'static str {
        match mv {
            Move::Place(cell) if self.stone(cell).is_some() => "the cell is taken",
            Move::Place(cell) if self.ko() == Some(cell) => "it retakes the ko",
            Move::Place(_) if !self.rules().suicide.is_allowed() && is_suicide(self, mv) => "it is suicide",
            _ => "it would bring back an earlier board",
        }
    }

    fn give_turn(&mut self, player: Player) -> Result<(), SessionError> {
        self.set_to_move(player);
        Ok(())
    }

    fn sgf_point(&self, mv: Move) -> String {
        sgf_point(self.topology(), mv)
    }
}

impl Shown for Position {
    fn score_text(&self) -> Option<String> {
        self.is_over().then(|| self.score().to_string())
    }

    fn stones(&self) -> Vec<(String, Player)> {
        let stone = |cell| Some((self.topology().name(cell).to_owned(), self.stone(cell)?));
        self.topology().cells().filter_map(stone).collect()
    }

    fn render(&self) -> String {
        self.render()
    }
}

impl Counting for Position {
    fn count(&self, spec: &StatisticsSpec, limits: &Limits) -> Result<Counted, SessionError> {
        let kinds = Kinds { has_orders: true, komi: Some(self.komi()) };
        let stone = |cell| self.stone(cell);
        match spec.by {
            PlayedBy::Light => Counted::new(self, &GoLight::default(), self.topology(), stone, kinds, (spec, limits)),
            PlayedBy::Libego => Counted::new(self, &GoLibEgo::default(), self.topology(), stone, kinds, (spec, limits)),
        }
    }
}

/// Whether `mv`, a stone on an empty cell, would leave its chain without liberties. The past of the position is
/// ignored.
fn is_suicide(position: &Position, mv: Move) -> bool {
    let [black, white] = Player::BOTH.map(|player| position.stones(player));
    let topology = Arc::clone(position.topology());
    let anew = Position::setup(topology, Rules::CHINESE, position.komi(), [&black, &white], position.to_move());
    anew.is_ok_and(|anew| !anew.is_legal(mv))
}
