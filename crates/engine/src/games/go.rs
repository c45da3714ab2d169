//! Go in a session: moves as GTP writes them, records as FF[4] has them.

mod handicap;
mod maps;
pub(super) mod record;
mod settled;
mod strong;

use std::sync::Arc;

use tesuji_board::{BoardSpec, Player, square_cell_name};
use tesuji_game::Game;
use tesuji_go::notation::sgf_point;
use tesuji_go::{Komi, Move, Position, Rules, Suicide};
use tesuji_playout::GoLight;
use tesuji_search::Limits;

use self::maps::GoMaps;
use self::strong::GoStrong;
use super::description::{
    CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds,
};
use super::in_play::{InPlay, Written};
use crate::statistics::{self, Counted, Kinds};
use crate::{GameSpec, Handicap, OverlayName, SessionError, Settled, StatisticsSpec};

pub(super) const DESCRIPTION: GameDescription = GameDescription {
    kind: GameKind::Go,
    name: "go",
    title: "Go",
    usual_size: (19, 19),
    moves: MoveForm::Cell,
    cells: CellNames::Board,
    drawing: Drawing::Asked,
    // As GNU Go has it.
    load_number: LoadNumber::NextMove,
    playouts: PlayoutKinds::Orders,
    solver: SolverKinds::None,
    has_swap: false,
    has_table: true,
    has_any_board: true,
    has_setup: false,
    has_blocked_cells: false,
    has_connections: false,
    has_book: false,
};

pub(super) fn begin(board: &BoardSpec, komi: Komi, rules: Rules) -> Result<InPlay<Position, GoLight>, SessionError> {
    Ok(begin_at(Position::empty(board.topology()?, rules, komi)))
}

fn begin_at(start: Position) -> InPlay<Position, GoLight> {
    InPlay::new(start, GoLight::default()).with_strong(GoStrong::default()).with_maps(GoMaps::default())
}

impl Written for Position {
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

    fn stones(&self) -> Vec<(String, Player)> {
        let stone = |cell| Some((self.topology().name(cell).to_owned(), self.stone(cell)?));
        self.topology().cells().filter_map(stone).collect()
    }

    fn render(&self) -> String {
        self.render()
    }

    fn sgf_point(&self, mv: Move) -> String {
        sgf_point(self.topology(), mv)
    }

    fn with_handicap(&self, handicap: &Handicap) -> Result<(Self, Vec<String>), SessionError> {
        handicap::place(self, handicap)
    }

    fn under(&self, spec: &GameSpec, n_handicap: usize) -> Result<Self, SessionError> {
        let (komi, rules) = spec.komi_and_rules().ok_or(SessionError::Unsupported("rule sets"))?;
        let komi = komi.plus_points(rules.points_for_handicap(n_handicap));
        let [black, white] = Player::BOTH.map(|player| self.stones(player));
        let anew = Self::setup(Arc::clone(self.topology()), rules, komi, [&black, &white], self.to_move());
        // The same stones can stand so under any rules.
        anew.map_err(|error| SessionError::Record(error.to_string()))
    }

    fn raise_komi(&mut self, half_points: i32) {
        let raised = i32::from(self.komi().half_points()).saturating_add(half_points);
        let raised = raised.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        *self = self.clone().with_komi(Komi::from_half_points(raised));
    }

    fn settled(&self, seed: u64) -> Option<Settled> {
        Some(settled::settle(self, seed))
    }

    fn overlays() -> &'static [OverlayName] {
        statistics::NAMES
    }

    fn count(&self, asked: (&StatisticsSpec, &Limits)) -> Result<Counted, SessionError> {
        let kinds = Kinds { has_orders: true, komi: Some(self.komi()) };
        Counted::new(self, &GoLight::default(), self.topology(), |cell| self.stone(cell), kinds, asked)
    }
}

/// Would `mv`, a stone on an empty cell, leave its chain without liberties? Asked of the same stones without a past.
fn is_suicide(position: &Position, mv: Move) -> bool {
    let [black, white] = Player::BOTH.map(|player| position.stones(player));
    let topology = Arc::clone(position.topology());
    let anew = Position::setup(topology, Rules::CHINESE, position.komi(), [&black, &white], position.to_move());
    anew.is_ok_and(|anew| !anew.is_legal(mv))
}
