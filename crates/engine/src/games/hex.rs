//! Hex in a session: moves as in HTP, records as HexGui writes them.

mod analysis;
mod connections;
mod finish;
mod known;
pub mod openings;
mod overlays;
pub(super) mod record;
mod self_play;
mod solving;
pub(super) mod strong;

use std::sync::LazyLock;

use tesuji_board::{Player, column_name};
use tesuji_game::{Evaluator, Game};
use tesuji_hex::notation::ascii;
use tesuji_hex::render::Margins;
use tesuji_hex::{Diagram, Move, Position, SetupError, Swap};
use tesuji_network::Linking;
use tesuji_network::evaluation::{Formula, HexEvaluator};
use tesuji_playout::HexFill;
use tesuji_prove::BoardSolver;
use tesuji_search::Limits;

pub use analysis::{HexAnalysis, HexTools};
pub(super) use overlays::OVERLAYS;
pub use self_play::{SelfPlaySpec, game_seed};

use super::description::{
    CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds, StrongSection,
};
use super::in_play::{InPlay, Shown, Written};
use crate::statistics::{Counted, Counting, Kinds};
use crate::{GameSpec, PlayedBy, SessionError, StatisticsSpec};

pub(super) const DESCRIPTION: GameDescription = GameDescription {
    kind: GameKind::Hex,
    name: "hex",
    title: "Hex",
    usual_size: (11, 11),
    moves: MoveForm::Cell,
    cells: CellNames::Board,
    drawing: Drawing::Known,
    load_number: LoadNumber::Moves,
    playouts: PlayoutKinds::Cells,
    solver: SolverKinds::Lines,
    has_swap: true,
    has_table: false,
    has_any_board: false,
    has_setup: false,
    has_blocked_cells: false,
    has_connections: true,
    sections: &[StrongSection::Hex],
};

const SWAP: &str = "swap-pieces";
/// The name of the swap in Little Golem and its clients.
const LITTLE_GOLEM_SWAP: &str = "swap";

/// A game of Hex in play, and the solver that goes with it.
pub(crate) struct HexGame {
    pub(super) play: InPlay<Position>,
    /// For questions about whole boards; made for the first one.
    solver: Option<BoardSolver>,
}

pub(super) fn begin(columns: usize, rows: usize, swap: bool) -> Result<HexGame, SetupError> {
    Ok(begin_at(match swap {
        true if columns != rows => return Err(SetupError::SwapOnOblong { columns, rows }),
        true => Position::with_swap(columns)?,
        false => Position::empty(columns, rows)?,
    }))
}

pub(super) fn begin_at(start: Position) -> HexGame {
    HexGame { play: InPlay::new(start), solver: None }
}

/// The game that begins with this position; with swapping if White still may.
pub(super) fn spec_of(position: &Position) -> GameSpec {
    let (columns, rows) = position.size();
    GameSpec::Hex { columns, rows, swap: position.swap() != Swap::Off }
}

/// The names of the evaluators.
pub(super) static EVALUATORS: LazyLock<String> = LazyLock::new(|| tesuji_game::one_of(&Formula::ALL));

/// The formula of the evaluator that is called `name`.
pub(super) fn formula(name: &str) -> Result<Formula, SessionError> {
    name.parse().map_err(|_| SessionError::Player {
        setting: "evaluator",
        found: name.chars().take(32).collect(),
        expected: &EVALUATORS,
    })
}

pub(super) fn check_evaluator(name: &str) -> Result<(), SessionError> {
    formula(name).map(|_| ())
}

/// The evaluator whose formula is `name`.
pub(super) fn evaluator(
    name: &str,
    linking: Linking,
    root: &Position,
) -> Result<Box<dyn Evaluator<Position>>, SessionError> {
    let formula = formula(name)?;
    Ok(Box::new(HexEvaluator::new(formula, linking, root)))
}

pub(super) fn sgf_header(columns: usize, rows: usize) -> Vec<(&'static str, String)> {
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    vec![("GM", "11".to_owned()), ("SZ", size)]
}

impl Written for Position {
    fn read_move(&self, text: &str) -> Result<Move, SessionError> {
        if [SWAP, LITTLE_GOLEM_SWAP].iter().any(|swap| text.eq_ignore_ascii_case(swap)) {
            return Ok(Move::Swap);
        }
        self.topology().cell(text).map(Move::Place).ok_or_else(|| {
            let (columns, rows) = self.size();
            SessionError::unknown(text, format!("{SWAP}, or a cell from a1 to {}{rows}", column_name(columns - 1)))
        })
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.topology().name(cell).to_owned(),
            Move::Swap => SWAP.to_owned(),
        }
    }

    fn objection(&self, mv: Move) -> &'static str {
        match mv {
            Move::Place(_) => "the cell is taken",
            Move::Swap => "swapping is only allowed as the second move, if the game is played with it",
        }
    }

    /// Graphical boards set up positions by successive moves of one colour. A chance to swap that is not taken is lost,
    /// and there is none if White begins: HexGui shows a swap by an empty board and the mirrored stone, a white one.
    fn give_turn(&mut self, player: Player) -> Result<(), SessionError> {
        if player != self.to_move() && self.swap() == Swap::Pending {
            self.exchange_sides();
        }
        self.set_to_move(player);
        Ok(())
    }

    fn sgf_point(&self, mv: Move) -> String {
        self.move_text(mv)
    }
}

impl Shown for Position {
    fn score_text(&self) -> Option<String> {
        self.winner().map(|winner| match winner {
            Player::Black => "B+".to_owned(),
            Player::White => "W+".to_owned(),
        })
    }

    fn stones(&self) -> Vec<(String, Player)> {
        let stone = |cell| Some((self.topology().name(cell).to_owned(), self.stone(cell)?));
        self.topology().cells().filter_map(stone).collect()
    }

    fn render(&self) -> String {
        ascii::write(&Diagram::from(self), Margins::Coordinates)
    }
}

/// Orders of moves decide nothing, because a playout fills the board.
impl Counting for Position {
    fn count(&self, spec: &StatisticsSpec, limits: &Limits) -> Result<Counted, SessionError> {
        if spec.by != PlayedBy::Light {
            let found = "libego".to_owned();
            return Err(SessionError::Statistics { setting: "by", found, expected: "`light`: libEGO plays Go" });
        }
        let kinds = Kinds { has_orders: false, komi: None };
        Counted::new(self, &HexFill::default(), self.topology(), |cell| self.stone(cell), kinds, (spec, limits))
    }
}
