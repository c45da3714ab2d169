//! Questions: target stones of a position and the region in which their fate is decided.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::Position;
use tesuji_reading::{Field, numbers};

use crate::game::Ground;
use crate::region;

/// Condition under which a target of several stones counts as captured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TargetRule {
    /// Once any stone of it is captured.
    #[default]
    Any,
    /// Once every stone of it has been captured.
    All,
}

/// Reasons why there is no such question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// No target.
    #[error("no target: name a cell with a stone")]
    NoTarget,
    /// A cell of the target is empty.
    #[error("there is no stone on {0}")]
    Empty(String),
    /// The target has stones of both players.
    #[error("the target has stones of both players")]
    BothPlayers,
    /// The region is larger than a search can take.
    #[error("the region has {0} cells with the target, more than {max}: mark a smaller one", max = Field::MOST_CELLS)]
    TooLarge(usize),
}

/// Whether target stones live, in a region of a position.
#[derive(Clone, Debug)]
pub struct Question {
    position: Position,
    target: CellSet,
    rule: TargetRule,
    pub(crate) ground: Ground,
    /// The ground on which the empty cells around the region are safe stones of the defender, if there are any.
    pub(crate) open_ground: Option<Ground>,
    /// Stones of each player around the region that may be captured, by [`Player::index`].
    pub(crate) weak: [CellSet; 2],
    cells: CellSet,
    walls: [CellSet; 2],
    open: CellSet,
    may_widen: bool,
}

impl Question {
    /// The question about the chains of `target` in `region`, which is found if it is not given. The chains of the target, and
    /// the liberties of all chains that lie in the region, belong to it in any case.
    ///
    /// # Errors
    ///
    /// If the target is not stones of one player, or the region is too large.
    pub fn new(
        position: &Position,
        target: &CellSet,
        rule: TargetRule,
        region: Option<&CellSet>,
    ) -> Result<Self, QuestionError> {
        let topology = position.topology();
        let first = target.iter().next().ok_or(QuestionError::NoTarget)?;
        if let Some(empty) = target.iter().find(|&cell| position.stone(cell).is_none()) {
            return Err(QuestionError::Empty(topology.name(empty).to_owned()));
        }
        let Some(defender) = position.stone(first) else { return Err(QuestionError::NoTarget) };
        if target.iter().any(|cell| position.stone(cell) != Some(defender)) {
            return Err(QuestionError::BothPlayers);
        }
        let mut chains = CellSet::new();
        target.iter().for_each(|cell| chains.union_with(&position.chain(cell)));
        let found = region.map_or_else(|| region::find(position, &chains, defender), CellSet::clone);
        let question = Self::within(position, target, rule, &found)?;
        Ok(Self { may_widen: region.is_none(), ..question })
    }

    /// The question about the chains of `target` in this region and what belongs to it.
    fn within(
        position: &Position,
        target: &CellSet,
        rule: TargetRule,
        region: &CellSet,
    ) -> Result<Self, QuestionError> {
        let topology = position.topology();
        let defender = target.iter().find_map(|cell| position.stone(cell)).ok_or(QuestionError::NoTarget)?;
        let mut cells = region.clone();
        target.iter().for_each(|cell| cells.union_with(&position.chain(cell)));
        let cells = region::completed(position, &cells);
        let mut walls = [CellSet::new(), CellSet::new()];
        let mut open = CellSet::new();
        for outside in region::around(position, &cells).iter() {
            match position.stone(outside) {
                Some(player) => walls[player.index()].insert(outside),
                None => open.insert(outside),
            };
        }
        let field = |holder: Player| {
            let mut held = walls.clone();
            held[holder.index()].union_with(&open);
            Field::new(topology, &cells, [&held[0], &held[1]]).ok_or(QuestionError::TooLarge(cells.len()))
        };
        let (open_field, field) = (field(defender)?, field(defender.opponent())?);
        let is_in = |&(_, &cell): &(usize, &Cell)| target.contains(cell);
        let bits = field.cells().iter().enumerate().filter(is_in).fold(0, |bits, (at, _)| bits | 1u64 << at);
        let (local, all) = (field.local(position), rule == TargetRule::All);
        let ground = Ground { field, local, target: bits, defender, all };
        let open_ground = (!open.is_empty()).then(|| Ground { field: open_field, ..ground.clone() });
        let is_weak = |cell: &Cell| region::is_weak(position, &cells, *cell);
        let weak = walls.each_ref().map(|walls| walls.iter().filter(is_weak).collect());
        let (position, target) = (position.clone(), target.clone());
        Ok(Self { position, target, rule, ground, open_ground, weak, cells, walls, open, may_widen: false })
    }

    /// The board.
    #[must_use]
    pub fn topology(&self) -> &Arc<Topology> {
        self.position.topology()
    }

    /// The player whose stones are the target.
    #[must_use]
    pub const fn defender(&self) -> Player {
        self.ground.defender
    }

    /// The cells where play takes place.
    #[must_use]
    pub const fn region(&self) -> &CellSet {
        &self.cells
    }

    /// The stones around the region that count as safe, by [`Player::index`].
    #[must_use]
    pub const fn walls(&self) -> &[CellSet; 2] {
        &self.walls
    }

    /// Empty cells around the region, which count as safe stones of the attacker: the defender is assumed not to get out there.
    #[must_use]
    pub const fn open(&self) -> &CellSet {
        &self.open
    }

    /// This question in a region that also contains these places outside.
    pub(crate) fn widened(&self, gaps: &CellSet) -> Option<Self> {
        if !self.may_widen || gaps.is_empty() {
            return None;
        }
        let region = region::widened(&self.position, &self.cells, gaps, self.defender())?;
        let wider = Self::within(&self.position, &self.target, self.rule, &region).ok()?;
        Some(Self { may_widen: true, ..wider })
    }

    /// The empty cells outside that touch these.
    pub(crate) fn beyond(&self, exits: u64) -> CellSet {
        let exits: CellSet = numbers(exits & self.ground.field.all()).filter_map(|at| self.cell(at as u8)).collect();
        let around = region::around(&self.position, &exits);
        self.open.iter().filter(|&cell| around.contains(cell)).collect()
    }

    /// The cell with this number in the region.
    pub(crate) fn cell(&self, at: u8) -> Option<Cell> {
        self.ground.field.cells().get(usize::from(at)).copied()
    }
}
