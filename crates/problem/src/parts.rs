//! The last step of every reader: it checks that the parts of a problem fit together.

use std::sync::Arc;

use tesuji_board::{CellSet, Player, Topology};
use tesuji_proof::{Claim, ClaimError, Goal, Mover, Terminal};

use super::cells::{Cells, cell_set};
use super::error::{Fault, Flaw};
use super::goal::GoalParts;
use super::text::{SpannedText, one_line};
use super::{Problem, PublishedNodes};

/// A problem with resolved names, not yet checked for consistency.
pub(super) struct ProblemParts<'t, 'a> {
    pub(super) id: &'t SpannedText<'a>,
    pub(super) topology: Arc<Topology>,
    pub(super) owner: Player,
    pub(super) to_move: Mover,
    pub(super) expected: Option<bool>,
    pub(super) origin: Option<&'t str>,
    pub(super) verified: Option<&'t str>,
    pub(super) all_of: Option<&'t str>,
    pub(super) stones: Cells,
    pub(super) carrier: Cells,
    pub(super) goal: GoalParts,
    pub(super) needed: Option<Cells>,
    pub(super) droppable: Option<Cells>,
    pub(super) published: Option<PublishedNodes>,
}

impl ProblemParts<'_, '_> {
    pub(super) fn assemble(self) -> Result<Problem, Flaw> {
        let id = self.id.as_str();
        if id.is_empty() || id.chars().any(char::is_control) || one_line(id) != id {
            return Err(self.id.unexpected("a name on one line, with single blanks at most"));
        }
        self.overlap(&self.carrier, &self.stones, ["empty", "a stone"])?;
        let goal = self.check_goal()?;
        let none = Cells::new();
        let (needed, droppable) = (self.needed.as_ref(), self.droppable.as_ref());
        self.overlap(droppable.unwrap_or(&none), needed.unwrap_or(&none), ["droppable", "needed"])?;
        for (cell, span) in needed.into_iter().chain(droppable).flatten() {
            if !self.carrier.contains_key(cell) {
                let name = self.topology.name(*cell);
                return Err(Flaw::unexpected(span.clone(), name, "a cell of the carrier"));
            }
        }
        let text = |text: Option<&str>| text.map(one_line).filter(|text| !text.is_empty());
        let claim = Claim {
            topology: Arc::clone(&self.topology),
            owner: self.owner,
            stones: cell_set(&self.stones),
            carrier: cell_set(&self.carrier),
            goal,
            to_move: self.to_move,
        };
        claim.validate().map_err(|error| Flaw::new(self.id.span(), error))?;
        Ok(Problem {
            id: id.to_owned(),
            claim,
            expected: self.expected,
            origin: text(self.origin),
            verified: text(self.verified),
            all_of: text(self.all_of),
            needed: needed.map(cell_set),
            droppable: droppable.map(cell_set),
            published: self.published,
        })
    }

    /// A cell in both lists is a fault, reported in the first list.
    fn overlap(&self, cells: &Cells, others: &Cells, [first, second]: [&'static str; 2]) -> Result<(), Flaw> {
        match cells.iter().find(|(cell, _)| others.contains_key(cell)) {
            None => Ok(()),
            Some((&cell, span)) => {
                let cell = self.topology.name(cell).to_owned();
                Err(Flaw::new(span.clone(), Fault::Overlap { cell, first, second }))
            }
        }
    }

    fn check_goal(&self) -> Result<Goal, Flaw> {
        let mut whole = self.id.span();
        let mut alternatives = Vec::with_capacity(self.goal.len());
        for alternative in &self.goal {
            let mut groups = Vec::with_capacity(alternative.len());
            for group in alternative {
                whole = group.span.clone();
                for (terminal, span) in &group.terminals {
                    if let &Terminal::Cell(cell) = terminal
                        && !self.stones.contains_key(&cell)
                        && !self.carrier.contains_key(&cell)
                    {
                        let name = self.topology.name(cell).to_owned();
                        return Err(Flaw::new(span.clone(), Fault::OpponentTerminal(name)));
                    }
                }
                let terminals: Vec<_> = group.terminals.iter().map(|(terminal, _)| *terminal).collect();
                if terminals.iter().all(|terminal| terminal == &terminals[0]) {
                    return Err(Flaw::new(whole, ClaimError::EmptyGoal));
                }
                groups.push(terminals);
            }
            alternatives.push(groups);
        }
        Goal::new(alternatives).map_err(|error| Flaw::new(whole, error))
    }
}

/// The cells that `all` stands for in a carrier: every cell without a stone.
pub(super) fn cells_without(topology: &Topology, stones: &CellSet) -> CellSet {
    topology.cells().filter(|&cell| !stones.contains(cell)).collect()
}
