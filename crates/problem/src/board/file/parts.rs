//! The last step of every reader: it checks that the parts of a position fit together.

use std::ops::Range;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};

use super::super::Question;
use super::{ExpectedAnswer, Puzzle};
use crate::cells::{Cells, cell_set};
use crate::error::{Fault, Flaw};
use crate::text::{SpannedText, one_line};

/// A list of cells and its place.
pub(super) type Listed = (Cells, Range<usize>);

/// A position with resolved names, not yet checked for consistency.
pub(super) struct PositionParts<'t, 'a> {
    pub(super) id: &'t SpannedText<'a>,
    pub(super) topology: Arc<Topology>,
    pub(super) black: Cells,
    pub(super) white: Cells,
    pub(super) to_move: Player,
    pub(super) winner: Option<(Player, Range<usize>)>,
    pub(super) winning: Option<Listed>,
    pub(super) all_winning: Option<Listed>,
}

impl PositionParts<'_, '_> {
    pub(super) fn assemble(self) -> Result<Puzzle, Flaw> {
        let id = self.id.as_str();
        if id.is_empty() || id.chars().any(char::is_control) || one_line(id) != id {
            return Err(self.id.unexpected("a name on one line, with single blanks at most"));
        }
        if let Some((&cell, span)) = self.white.iter().find(|(cell, _)| self.black.contains_key(cell)) {
            let cell = self.topology.name(cell).to_owned();
            return Err(Flaw::new(span.clone(), Fault::Overlap { cell, first: "white", second: "black" }));
        }
        let expected = self.expected()?;
        let question = Question {
            black: cell_set(&self.black),
            white: cell_set(&self.white),
            to_move: self.to_move,
            topology: self.topology,
        };
        Ok(Puzzle { id: id.to_owned(), question, expected })
    }

    fn expected(&self) -> Result<ExpectedAnswer, Flaw> {
        let winning = self.moves(self.winning.as_ref())?;
        let all_winning = self.moves(self.all_winning.as_ref())?;
        if let (Some((listed, _)), Some(all)) = (&self.winning, &all_winning)
            && let Some((&cell, span)) = listed.iter().find(|&(&cell, _)| !all.contains(cell))
        {
            return Err(self.unexpected(cell, span, "one of all the winning moves that the file lists"));
        }
        let by_moves = |moves: &CellSet| if moves.is_empty() { self.to_move.opponent() } else { self.to_move };
        let lists = [(&winning, &self.winning), (&all_winning, &self.all_winning)];
        let mut winner = self.winner.as_ref().map(|(winner, _)| *winner);
        for (moves, list) in lists {
            let (Some(moves), Some((_, span))) = (moves, list) else { continue };
            let told = by_moves(moves);
            if *winner.get_or_insert(told) != told {
                let (found, place) = match &self.winner {
                    Some((winner, place)) => (winner.name(), place),
                    None => ("none", span),
                };
                let expected =
                    format!("`{told}` as the winner, as the winning moves say with {} to move", self.to_move);
                return Err(Flaw::unexpected(place.clone(), found, expected));
            }
        }
        Ok(ExpectedAnswer { winner, winning: winning.unwrap_or_default(), all_winning })
    }

    /// The cells of a list of moves, each of which must be empty.
    fn moves(&self, list: Option<&Listed>) -> Result<Option<CellSet>, Flaw> {
        let Some((cells, _)) = list else { return Ok(None) };
        match cells.iter().find(|(cell, _)| self.black.contains_key(cell) || self.white.contains_key(cell)) {
            Some((&cell, span)) => Err(self.unexpected(cell, span, "a move to an empty cell")),
            None => Ok(Some(cell_set(cells))),
        }
    }

    fn unexpected(&self, cell: Cell, span: &Range<usize>, expected: &str) -> Flaw {
        Flaw::unexpected(span.clone(), self.topology.name(cell), expected)
    }
}

/// The position after one black stone, with the winner that a map states for it.
pub(super) fn opening(topology: &Arc<Topology>, cell: Cell, winner: Player) -> Puzzle {
    let (columns, rows) = topology.size().unwrap_or_default();
    let question = Question {
        topology: Arc::clone(topology),
        black: [cell].into_iter().collect(),
        white: CellSet::new(),
        to_move: Player::White,
    };
    let expected = ExpectedAnswer { winner: Some(winner), ..ExpectedAnswer::default() };
    Puzzle { id: format!("{columns}x{rows}-{}", topology.name(cell)), question, expected }
}
