//! Specifications of games and boards.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use tesuji_amazons::{Position, Setup, notation};
use tesuji_board::{BoardError, BoardSpec, Cell, Lattice, Topology};
use tesuji_go::{Komi, Rules};

use super::amazons;
use super::description::{GameDescription, GameKind};
use crate::SessionError;

/// Komi and rules of Go if none are given.
pub(super) const USUAL: (Komi, Rules) = (Komi::from_half_points(15), Rules::CHINESE);

/// A game and its board: plain data, for control files and requests.
///
/// In TOML: `{ game = "hex", columns = 11, rows = 11, swap = true }` and `{ game = "go", columns = 9, rows = 9, komi =
/// 7.5, rules = "chinese" }`, or with `board = "hexagon:5"` instead of columns and rows; `{ game = "amazons" }` on
/// 10x10, with `columns` and `rows` on another board that has a usual start, or with a `setup`, which states the size
/// as well. [`Session::new`](crate::Session::new) finds out whether such a board can be played on.
///
/// A board from a file is stored as its text, so that a game depends on no file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(into = "Written")]
pub enum GameSpec {
    /// Hex, Black to move first, joining top and bottom.
    Hex {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
        /// Whether White may answer the first move with `swap-pieces`. Square boards only.
        swap: bool,
    },
    /// Go on a board of any shape, Black to move first, scored by area with every stone alive.
    Go {
        /// The board.
        board: BoardSpec,
        /// White's compensation for moving second; as text a number of points, such as 7 or 6.5.
        komi: Komi,
        /// As text a name, perhaps with switches: `chinese`, `tromp-taylor,suicide=forbidden`; see [`Rules`].
        rules: Rules,
    },
    /// Amazons.
    Amazons {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
        /// The pieces and who moves first, as FEN or as a diagram of that size. `None` for the usual start of a square
        /// board, in which Black is below and moves first. When read from text, it becomes FEN, or `None` for the usual
        /// start.
        setup: Option<String>,
    },
}

impl GameSpec {
    /// Hex on a rhombus, without swapping.
    #[must_use]
    pub const fn hex(columns: usize, rows: usize) -> Self {
        Self::Hex { columns, rows, swap: false }
    }

    /// Go.
    #[must_use]
    pub const fn go(board: BoardSpec, komi: Komi, rules: Rules) -> Self {
        Self::Go { board, komi, rules }
    }

    /// Amazons from the usual start of a board.
    #[must_use]
    pub const fn amazons(columns: usize, rows: usize) -> Self {
        Self::Amazons { columns, rows, setup: None }
    }

    /// The game of Amazons that begins with this set-up.
    pub(super) fn of_setup(setup: &Setup) -> Result<Self, SessionError> {
        let (columns, rows) = (usize::from(setup.size.columns), usize::from(setup.size.rows));
        let is_usual = amazons::usual_start(columns, rows).is_ok_and(|usual| usual.sorted() == setup.clone().sorted());
        let position = Position::new(setup)?;
        let setup = (!is_usual).then(|| notation::fen::write(&position));
        Ok(Self::Amazons { columns, rows, setup })
    }

    /// The game as it is usually played: Hex on 11x11 without swapping, Go on 19x19 by Chinese rules with a komi of
    /// 7.5, Amazons on 10x10.
    #[must_use]
    pub const fn usual(kind: GameKind) -> Self {
        let (columns, rows) = kind.description().usual_size;
        match kind {
            GameKind::Hex => Self::hex(columns, rows),
            GameKind::Go => Self::go(BoardSpec::square(columns, rows), USUAL.0, USUAL.1),
            GameKind::Amazons => Self::amazons(columns, rows),
        }
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Hex { .. } => GameKind::Hex,
            Self::Go { .. } => GameKind::Go,
            Self::Amazons { .. } => GameKind::Amazons,
        }
    }

    /// The description of the game, which is the same for all boards.
    #[must_use]
    pub const fn description(&self) -> &'static GameDescription {
        self.kind().description()
    }

    /// The board, in games that are played on boards of any shape.
    #[must_use]
    pub const fn board(&self) -> Option<&BoardSpec> {
        match self {
            Self::Go { board, .. } => Some(board),
            Self::Hex { .. } | Self::Amazons { .. } => None,
        }
    }

    /// The board in a few words, for people: `9x9` in Go, `11x11 Hex`.
    #[must_use]
    pub fn board_words(&self) -> String {
        match self {
            Self::Go { board: board @ BoardSpec::Graph(_), .. } => match board.topology() {
                Ok(topology) => format!("a graph of {} points", topology.n_cells()),
                Err(_) => "a graph".to_owned(),
            },
            Self::Go { board, .. } => board.to_string(),
            Self::Hex { columns, rows, .. } | Self::Amazons { columns, rows, .. } => {
                format!("{columns}x{rows} {}", self.description().title)
            }
        }
    }

    /// This game with or without swapping.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] if the game has no swapping.
    pub fn with_swap(mut self, swaps: bool) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { swap, .. } => *swap = swaps,
            Self::Go { .. } | Self::Amazons { .. } => return Err(SessionError::Unsupported("swapping")),
        }
        Ok(self)
    }

    /// This game on a board of another size and the same kind.
    ///
    /// # Errors
    ///
    /// [`SessionError::FixedBoard`] if the board is not a rectangle, torus or cylinder.
    pub fn with_size(mut self, new_columns: usize, new_rows: usize) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { columns, rows, .. }
            | Self::Go { board: BoardSpec::Lattice(Lattice { columns, rows, .. }), .. } => {
                (*columns, *rows) = (new_columns, new_rows);
            }
            // A request for the present size keeps the start.
            Self::Amazons { columns, rows, .. } if (*columns, *rows) == (new_columns, new_rows) => {}
            Self::Amazons { columns, rows, setup } => {
                (*columns, *rows, *setup) = (new_columns, new_rows, None);
            }
            Self::Go { board, .. } => {
                return Err(SessionError::FixedBoard(board.to_string().chars().take(64).collect()));
            }
        }
        Ok(self)
    }

    /// This game on another board.
    ///
    /// # Errors
    ///
    /// If the game cannot be played on such a board.
    pub fn with_board(mut self, new_board: BoardSpec) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { .. } | Self::Amazons { .. } => {
                return Err(SessionError::Unsupported("boards of other shapes"));
            }
            Self::Go { board, .. } => *board = new_board,
        }
        Ok(self)
    }

    /// This game with another komi.
    ///
    /// # Errors
    ///
    /// [`SessionError::NoKomi`] if the game has none.
    pub fn with_komi(mut self, new_komi: Komi) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { .. } | Self::Amazons { .. } => return Err(SessionError::NoKomi),
            Self::Go { komi, .. } => *komi = new_komi,
        }
        Ok(self)
    }

    /// This game under other rules.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] if the game knows only one way to be played.
    pub fn with_rules(mut self, new_rules: Rules) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { .. } | Self::Amazons { .. } => return Err(SessionError::Unsupported("rule sets")),
            Self::Go { rules, .. } => *rules = new_rules,
        }
        Ok(self)
    }

    /// This game from another position: for Amazons, FEN or a diagram.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game, or the game always begins in the same way.
    pub fn with_position(self, text: &str) -> Result<Self, SessionError> {
        match self {
            Self::Amazons { .. } => Self::of_setup(&amazons::read_setup(text)?),
            Self::Hex { .. } | Self::Go { .. } => Err(SessionError::Unsupported("positions to begin with")),
        }
    }

    /// The cells of the board and how they touch. Cells have the names of points in GTP; in Hex, those of moves.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn topology(&self) -> Result<Topology, SessionError> {
        match self {
            Self::Hex { columns, rows, .. } => Ok(Topology::rhombus(*columns, *rows).map_err(BoardError::from)?),
            Self::Go { board, .. } => Ok(board.topology()?),
            Self::Amazons { columns, rows, .. } => Ok(BoardSpec::square(*columns, *rows).topology()?),
        }
    }

    /// The symmetries of the board that change neither the rules nor whose side is which, the identity first: each as
    /// the image of every cell. At most `most` of them are looked for.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn symmetries(&self, most: usize) -> Result<Vec<Vec<Cell>>, SessionError> {
        let topology = self.topology()?;
        let keeps_sides = |map: &Vec<Cell>| match self {
            // The reflections exchange the sides of the players.
            Self::Hex { .. } => {
                map.iter().enumerate().all(|(idx, image)| image.index() == idx)
                    || map.iter().rev().enumerate().all(|(idx, image)| image.index() == idx)
            }
            Self::Go { .. } | Self::Amazons { .. } => true,
        };
        Ok(topology.automorphisms(most).into_iter().filter(keeps_sides).collect())
    }

    /// Whether White may answer the first move by swapping; `None` in games without swapping.
    #[must_use]
    pub const fn swap(&self) -> Option<bool> {
        match self {
            Self::Hex { swap, .. } => Some(*swap),
            Self::Go { .. } | Self::Amazons { .. } => None,
        }
    }

    /// Komi and rules, in games that have them.
    #[must_use]
    pub const fn komi_and_rules(&self) -> Option<(Komi, Rules)> {
        match self {
            Self::Hex { .. } | Self::Amazons { .. } => None,
            Self::Go { komi, rules, .. } => Some((*komi, *rules)),
        }
    }

    /// The GTP commands that make another program play this game from its beginning. Rules have no command of their
    /// own.
    #[must_use]
    pub fn gtp_setup(&self) -> Vec<String> {
        let size = |columns: usize, rows: usize, is_told_twice: bool| {
            if columns == rows && !is_told_twice {
                format!("boardsize {columns}")
            } else {
                format!("boardsize {columns} {rows}")
            }
        };
        let clear = || "clear_board".to_owned();
        match self {
            // As in HTP.
            Self::Hex { columns, rows, .. } => vec![size(*columns, *rows, true), clear()],
            Self::Go { board, komi, .. } => {
                let board = match board.square_size() {
                    Some((columns, rows)) => size(columns, rows, false),
                    // A command of our own: a program that would use another board must not go on.
                    None => format!("tesuji-board {board}"),
                };
                vec![board, clear(), format!("komi {komi}")]
            }
            Self::Amazons { columns, rows, setup: None } => vec![size(*columns, *rows, false), clear()],
            // A command of our own, as for boards of Go.
            Self::Amazons { setup: Some(setup), .. } => vec![format!("tesuji-position {setup}")],
        }
    }
}

/// The form in files: a rectangle by its sides, any other board by its text.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case", deny_unknown_fields)]
enum Written {
    Hex {
        columns: usize,
        rows: usize,
        #[serde(default)]
        swap: bool,
    },
    Go {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        columns: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rows: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardSpec>,
        #[serde(with = "komi")]
        komi: Komi,
        #[serde(with = "rules")]
        rules: Rules,
    },
    Amazons {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        columns: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rows: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<String>,
    },
}

impl From<GameSpec> for Written {
    fn from(spec: GameSpec) -> Self {
        match spec {
            GameSpec::Hex { columns, rows, swap } => Self::Hex { columns, rows, swap },
            GameSpec::Go { board, komi, rules } => match board.square_size() {
                Some((columns, n_rows)) => {
                    Self::Go { columns: Some(columns), rows: Some(n_rows), board: None, komi, rules }
                }
                None => Self::Go { columns: None, rows: None, board: Some(board), komi, rules },
            },
            GameSpec::Amazons { columns, rows, setup } => {
                Self::Amazons { columns: Some(columns), rows: Some(rows), setup }
            }
        }
    }
}

impl<'de> Deserialize<'de> for GameSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Written::deserialize(from)?.try_into().map_err(D::Error::custom)
    }
}

impl TryFrom<Written> for GameSpec {
    type Error = Cow<'static, str>;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        Ok(match written {
            Written::Hex { columns, rows, swap } => Self::Hex { columns, rows, swap },
            Written::Go { columns, rows, board, komi, rules } => {
                let board = match (board, columns, rows) {
                    (Some(board), None, None) => board,
                    (None, Some(columns), Some(rows)) => BoardSpec::square(columns, rows),
                    (None, Some(_), None) => return Err("missing field `rows`".into()),
                    (None, None, Some(_)) => return Err("missing field `columns`".into()),
                    (None, None, None) => return Err("missing field `board`, or `columns` and `rows`".into()),
                    (Some(_), ..) => return Err("a `board` has no other `columns` and `rows`".into()),
                };
                Self::Go { board, komi, rules }
            }
            Written::Amazons { columns, rows, setup: None } => {
                let (columns, rows) = match (columns, rows) {
                    (None, None) => amazons::DESCRIPTION.usual_size,
                    (Some(columns), Some(rows)) => (columns, rows),
                    (Some(_), None) => return Err("missing field `rows`".into()),
                    (None, Some(_)) => return Err("missing field `columns`".into()),
                };
                Self::Amazons { columns, rows, setup: None }
            }
            Written::Amazons { columns, rows, setup: Some(text) } => {
                let read = amazons::read_setup(&text).and_then(|setup| Self::of_setup(&setup));
                let spec = read.map_err(|error| Cow::from(error.to_string()))?;
                if let Self::Amazons { columns: has_columns, rows: has_rows, .. } = &spec
                    && (columns.is_some_and(|columns| columns != *has_columns)
                        || rows.is_some_and(|rows| rows != *has_rows))
                {
                    return Err(format!("the `setup` has {has_columns} columns and {has_rows} rows").into());
                }
                spec
            }
        })
    }
}

mod komi {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tesuji_go::Komi;

    pub(super) fn serialize<S: Serializer>(komi: &Komi, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(f64::from(komi.half_points()) / 2.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Komi, D::Error> {
        let points = f64::deserialize(from)?;
        // The text of a number is exact, and the parser of komi checks it.
        points.to_string().parse().map_err(D::Error::custom)
    }
}

mod rules {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use tesuji_go::Rules;

    pub(super) fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(rules)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}
