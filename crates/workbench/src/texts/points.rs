//! SGF's text for moves and cells of each game.

use tesuji_amazons::{Move as AmazonsMove, Size, notation as amazons_notation};
use tesuji_board::{Topology, parse_cell_name};
use tesuji_engine::GameSpec;
use tesuji_go::Move as GoMove;
use tesuji_go::notation::{parse_sgf_point, sgf_point};

use super::TreeEventKind;
use crate::Trouble;
use crate::state::{PASS, SWAP};

/// Notation of moves and cells in one file.
pub(super) enum Points {
    Hex {
        columns: usize,
        rows: usize,
        /// Whether cells are two letters, as in files of Little Golem.
        has_letters: bool,
    },
    Go(Topology),
    Amazons(Size),
}

/// Meaning of the value of `B` or `W`.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum PropertyUse {
    /// A move, as the game writes it.
    Move(String),
    /// White swaps pieces or colours: the next move shows which.
    Swap,
    /// An event that changes nothing on the board.
    Event(TreeEventKind),
}

impl Points {
    pub(super) fn of(game: &GameSpec, has_letters: bool) -> Result<Self, Trouble> {
        Ok(match game {
            GameSpec::Hex { columns, rows, .. } => Self::Hex { columns: *columns, rows: *rows, has_letters },
            GameSpec::Go { .. } => Self::Go(game.topology()?),
            GameSpec::Amazons { columns, rows, .. } => {
                Self::Amazons(Size::new(*columns, *rows).map_err(|error| Trouble::new(error.to_string()))?)
            }
        })
    }

    /// The name of the cell that a value stands for.
    pub(super) fn cell(&self, value: &str) -> Option<String> {
        let value = value.trim();
        match self {
            Self::Hex { columns, rows, has_letters } => {
                let name = match value.as_bytes() {
                    &[column, row] if *has_letters && row.is_ascii_lowercase() => {
                        format!("{}{}", char::from(column), row - b'a' + 1)
                    }
                    _ => value.to_ascii_lowercase(),
                };
                parse_cell_name(&name, *columns, *rows).ok().map(|_| name)
            }
            Self::Go(topology) => match parse_sgf_point(topology, value)? {
                GoMove::Place(cell) => Some(topology.name(cell).to_owned()),
                GoMove::Pass => None,
            },
            Self::Amazons(size) => square(*size, value.as_bytes()).map(|square| size.name_of(square)),
        }
    }

    /// Meaning of a value of `B` or `W`; `None` if it is no move.
    pub(super) fn action(&self, value: &str) -> Option<PropertyUse> {
        let value = value.trim();
        match self {
            Self::Hex { .. } => Some(match value.to_ascii_lowercase().as_str() {
                "swap-pieces" | "swap-sides" | "swap" => PropertyUse::Swap,
                "pass" | "" => PropertyUse::Event(TreeEventKind::Pass),
                "resign" => PropertyUse::Event(TreeEventKind::Resign),
                "forfeit" => PropertyUse::Event(TreeEventKind::Forfeit),
                _ => PropertyUse::Move(self.cell(value)?),
            }),
            Self::Go(topology) => Some(match parse_sgf_point(topology, value)? {
                GoMove::Place(cell) => PropertyUse::Move(topology.name(cell).to_owned()),
                GoMove::Pass => PropertyUse::Move(PASS.to_owned()),
            }),
            Self::Amazons(size) => {
                let letters = value.as_bytes();
                let at = |part: usize| square(*size, letters.get(2 * part..2 * part + 2)?);
                if letters.len() != 6 {
                    return None;
                }
                let mv = AmazonsMove { from: at(0)?, to: at(1)?, arrow: at(2)? };
                Some(PropertyUse::Move(amazons_notation::write_move(*size, mv)))
            }
        }
    }

    /// Text of a cell, for files that we write.
    pub(super) fn write_cell(&self, name: &str) -> Result<String, Trouble> {
        let unknown = || Trouble::new(format!("the board has no cell `{}`", name.chars().take(32).collect::<String>()));
        match self {
            Self::Hex { columns, rows, .. } => {
                parse_cell_name(name, *columns, *rows).map(|_| name.to_owned()).map_err(|_| unknown())
            }
            Self::Go(topology) => {
                let cell = topology.cell(name).ok_or_else(unknown)?;
                Ok(sgf_point(topology, GoMove::Place(cell)))
            }
            Self::Amazons(size) => {
                let square = size.square_of(name).map_err(|_| unknown())?;
                Ok(letters(*size, square))
            }
        }
    }

    /// Text of a move, for files that we write.
    pub(super) fn write_move(&self, mv: &str) -> Result<String, Trouble> {
        match self {
            Self::Hex { .. } if mv == SWAP => Ok(SWAP.to_owned()),
            Self::Go(_) if mv.eq_ignore_ascii_case(PASS) => Ok(String::new()),
            Self::Hex { .. } | Self::Go(_) => self.write_cell(mv),
            Self::Amazons(size) => {
                let read = amazons_notation::read_move(*size, mv).map_err(|error| Trouble::new(error.to_string()))?;
                Ok([read.from, read.to, read.arrow].map(|square| letters(*size, square)).concat())
            }
        }
    }
}

/// Column and row from the top left, one letter each.
fn square(size: Size, letters: &[u8]) -> Option<u8> {
    let &[column, row] = letters else { return None };
    let number = |letter: u8, most: u8| letter.checked_sub(b'a').filter(|number| *number < most);
    Some(number(row, size.rows)? * size.columns + number(column, size.columns)?)
}

fn letters(size: Size, square: u8) -> String {
    [size.column_of(square), size.row_of(square)].map(|number| char::from(b'a' + number)).iter().collect()
}
