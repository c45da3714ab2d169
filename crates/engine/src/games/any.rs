//! The games in play, and their positions and records as types. This is where a session learns which game it is.

use tesuji_board::BoardSpec;
use tesuji_game::Game;
use tesuji_hex::notation::hexworld;

use super::in_play::{Core, Written};
use super::loaded::Loaded;
use super::spec::USUAL;
use super::{GameDescription, amazons, go, hex};
use crate::solving::Solves;
use crate::statistics::Counting;
use crate::{GameKind, GameSpec, MovesLeft, SessionError};

impl GameKind {
    /// The description of the game.
    #[must_use]
    pub const fn description(self) -> &'static GameDescription {
        match self {
            Self::Hex => &hex::DESCRIPTION,
            Self::Go => &go::DESCRIPTION,
            Self::Amazons => &amazons::DESCRIPTION,
        }
    }
}

/// A game in play, whichever it is.
#[expect(clippy::large_enum_variant, reason = "there is one in a session, and it stays where it is")]
pub(crate) enum AnyGame {
    Hex(hex::HexGame),
    Go(go::GoGame),
    Amazons(amazons::AmazonsGame),
}

impl AnyGame {
    /// A game that has not begun.
    pub(crate) fn begin(spec: &GameSpec) -> Result<Self, SessionError> {
        Ok(match spec {
            GameSpec::Hex { columns, rows, swap } => Self::Hex(hex::begin(*columns, *rows, *swap)?),
            GameSpec::Go { board, komi, rules } => Self::Go(go::begin(board, *komi, *rules)?),
            GameSpec::Amazons { columns, rows, setup } => {
                Self::Amazons(amazons::begin(*columns, *rows, setup.as_deref())?)
            }
        })
    }

    /// The part that every game has.
    pub(crate) fn core(&self) -> &dyn Core {
        match self {
            Self::Hex(game) => &game.play,
            Self::Go(game) => game,
            Self::Amazons(game) => game,
        }
    }

    /// Mutable access to the core.
    pub(crate) fn core_mut(&mut self) -> &mut dyn Core {
        match self {
            Self::Hex(game) => &mut game.play,
            Self::Go(game) => game,
            Self::Amazons(game) => game,
        }
    }

    pub(crate) const fn position(&self) -> PositionRef<'_> {
        match self {
            Self::Hex(game) => PositionRef::Hex(game.play.position()),
            Self::Go(game) => PositionRef::Go(game.position()),
            Self::Amazons(game) => PositionRef::Amazons(game.position()),
        }
    }

    /// Random playouts that are counted; `None` in games without such statistics.
    pub(crate) const fn counting(&self) -> Option<&dyn Counting> {
        match self {
            Self::Hex(game) => Some(game.play.position()),
            Self::Go(game) => Some(game.position()),
            Self::Amazons(_) => None,
        }
    }

    /// The solver of positions; `None` in games without one.
    pub(crate) const fn solves(&mut self) -> Option<&mut dyn Solves> {
        match self {
            Self::Hex(game) => Some(game),
            Self::Go(_) => None,
            Self::Amazons(game) => Some(game),
        }
    }
}

/// The position of a session, as the rules of its game know it.
#[derive(Clone, Copy, Debug)]
pub enum PositionRef<'a> {
    /// Hex.
    Hex(&'a tesuji_hex::Position),
    /// Go.
    Go(&'a tesuji_go::Position),
    /// Amazons.
    Amazons(&'a tesuji_amazons::Position),
}

impl<'a> PositionRef<'a> {
    /// The position if it is one of Hex.
    #[must_use]
    pub const fn as_hex(self) -> Option<&'a tesuji_hex::Position> {
        if let Self::Hex(position) = self { Some(position) } else { None }
    }

    /// The position if it is one of Go.
    #[must_use]
    pub const fn as_go(self) -> Option<&'a tesuji_go::Position> {
        if let Self::Go(position) = self { Some(position) } else { None }
    }

    /// The position if it is one of Amazons.
    #[must_use]
    pub const fn as_amazons(self) -> Option<&'a tesuji_amazons::Position> {
        if let Self::Amazons(position) = self { Some(position) } else { None }
    }

    /// The Zobrist hash: equal positions have equal hashes.
    #[must_use]
    pub fn hash(self) -> u64 {
        match self {
            Self::Hex(position) => position.zobrist(),
            Self::Go(position) => position.zobrist(),
            Self::Amazons(position) => position.zobrist(),
        }
    }

    /// Number of moves that each player still has to make, for dividing time among them.
    #[must_use]
    pub fn moves_left(self) -> MovesLeft {
        match self {
            Self::Hex(position) => position.moves_left(),
            Self::Go(position) => position.moves_left(),
            Self::Amazons(position) => position.moves_left(),
        }
    }

    /// The whole position in one line, in a notation that [`GameSpec`] takes as a set-up; `None` in games that have
    /// none. Amazons: FEN as Fairy-Stockfish writes it.
    #[must_use]
    pub fn text(self) -> Option<String> {
        self.as_amazons().map(tesuji_amazons::notation::fen::write)
    }
}

/// A position to begin with.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// Hex.
    Hex(tesuji_hex::Position),
    /// Go. Its past counts as far as the position knows it.
    Go {
        /// The board whose topology the position has.
        board: BoardSpec,
        /// The position.
        position: tesuji_go::Position,
    },
    /// Amazons.
    Amazons(tesuji_amazons::Position),
}

impl AnyPosition {
    /// A position of Amazons from FEN or a diagram.
    ///
    /// # Errors
    ///
    /// [`SessionError::Position`] if the text is neither.
    pub fn read_amazons(text: &str) -> Result<Self, SessionError> {
        Ok(Self::Amazons(amazons::read_position(text)?))
    }

    /// The game that begins with this position, as plain data and in play.
    pub(crate) fn begin(self) -> Result<(GameSpec, AnyGame), SessionError> {
        Ok(match self {
            Self::Hex(position) => (hex::spec_of(&position), AnyGame::Hex(hex::begin_at(position))),
            Self::Go { board, position } => (go::spec_of(board, &position)?, AnyGame::Go(go::begin_at(position))),
            Self::Amazons(position) => {
                (GameSpec::of_setup(&position.setup())?, AnyGame::Amazons(amazons::begin_at(position)))
            }
        })
    }
}

impl From<tesuji_hex::Position> for AnyPosition {
    fn from(position: tesuji_hex::Position) -> Self {
        Self::Hex(position)
    }
}

impl From<tesuji_amazons::Position> for AnyPosition {
    fn from(position: tesuji_amazons::Position) -> Self {
        Self::Amazons(position)
    }
}

/// A record that has been read.
#[derive(Clone, Debug)]
pub enum AnyRecord {
    /// Hex.
    Hex(tesuji_hex::Record),
    /// Go.
    Go(tesuji_go::record::Record),
    /// Amazons.
    Amazons(tesuji_amazons::record::Record),
}

impl AnyRecord {
    /// Reads a record of this game: SGF; for Go also JSON, and for Amazons every form that
    /// [`tesuji_amazons::record::read`] knows. A list of moves of Amazons that names no start begins as `spec` does.
    ///
    /// # Errors
    ///
    /// [`SessionError::Record`] if the text is not a record of this game.
    pub fn read(spec: &GameSpec, text: &str) -> Result<Self, SessionError> {
        Ok(match spec {
            GameSpec::Hex { .. } => Self::Hex(hex::record::read(text)?),
            GameSpec::Go { .. } => Self::Go(go::record::read(text)?),
            GameSpec::Amazons { columns, rows, setup } => {
                Self::Amazons(amazons::record::read(text, *columns, *rows, setup.as_deref())?)
            }
        })
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Hex(_) => GameKind::Hex,
            Self::Go(_) => GameKind::Go,
            Self::Amazons(_) => GameKind::Amazons,
        }
    }

    /// Number of moves of the main line.
    #[must_use]
    pub const fn n_moves(&self) -> usize {
        match self {
            Self::Hex(record) => record.moves.len(),
            Self::Go(record) => record.moves.len(),
            Self::Amazons(record) => record.main.moves.len(),
        }
    }

    /// The names of Black and White; empty if not known.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        match self {
            Self::Hex(record) => record.players.clone(),
            Self::Go(record) => record.players.clone(),
            Self::Amazons(record) => record.players.clone(),
        }
    }

    /// The result as SGF writes it (`B+R`, `W+Resign`, `B+3.5`); empty if the record does not say.
    #[must_use]
    pub fn result(&self) -> String {
        match self {
            Self::Hex(record) => record.result.map_or_else(String::new, tesuji_hex::notation::sgf::result_text),
            Self::Go(record) => record.result.clone(),
            Self::Amazons(record) => record.result.clone(),
        }
    }

    /// A link to a page on the web that shows the game: HexWorld, for games of Hex that it can show.
    #[must_use]
    pub fn link(&self) -> Option<String> {
        match self {
            Self::Hex(record) => hexworld::write(&hexworld::HexWorldLink::new(record.clone())).ok(),
            Self::Go(_) | Self::Amazons(_) => None,
        }
    }

    /// The game up to its first `n_moves` moves. Rules that the record does not state are those of `spec`.
    pub(crate) fn replay(&self, spec: &GameSpec, n_moves: usize) -> Result<Loaded<AnyGame>, SessionError> {
        match self {
            Self::Hex(record) => {
                Ok(hex::record::replay(record, n_moves, spec.swap().unwrap_or(false))?.map(AnyGame::Hex))
            }
            Self::Go(record) => {
                let (komi, rules) = spec.komi_and_rules().unwrap_or(USUAL);
                Ok(go::record::replay(record, n_moves, komi, rules)?.map(AnyGame::Go))
            }
            Self::Amazons(record) => Ok(amazons::record::replay(record, n_moves)?.map(AnyGame::Amazons)),
        }
    }
}

impl From<tesuji_hex::Record> for AnyRecord {
    fn from(record: tesuji_hex::Record) -> Self {
        Self::Hex(record)
    }
}

impl From<tesuji_go::record::Record> for AnyRecord {
    fn from(record: tesuji_go::record::Record) -> Self {
        Self::Go(record)
    }
}

impl From<tesuji_amazons::record::Record> for AnyRecord {
    fn from(record: tesuji_amazons::record::Record) -> Self {
        Self::Amazons(record)
    }
}
