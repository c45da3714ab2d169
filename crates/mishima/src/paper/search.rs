//! The AND-OR search itself.

use std::collections::HashMap;

use crate::patterns::placements;
use tesuji_board::{Bits, CellSet};
use tesuji_proof::{Claim, Mover};
use tesuji_search::{Limits, Stopped};

use super::cut::CutTest;
use super::links::LinkTest;
use super::order::{OrderMemory, TreePlace, order};
use super::{PaperConfig, PaperFirstMoves};
use crate::region::ClaimRegion;

/// A position inside a region. Hot, so small and copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PaperPosition<const W: usize> {
    /// The owner's nodes, pieces included.
    pub(super) owner: Bits<W>,
    /// The empty nodes that the opponent has taken.
    pub(super) opponent: Bits<W>,
    pub(super) to_move: Mover,
    n_nodes: usize,
}

impl<const W: usize> PaperPosition<W> {
    pub(super) fn empty(&self, region: &ClaimRegion<W>) -> Bits<W> {
        region.carrier() - self.owner - self.opponent
    }

    /// The nodes that the owner has or may still get.
    pub(super) fn usable(&self) -> Bits<W> {
        Bits::first_n(self.n_nodes) - self.opponent
    }

    pub(super) fn after(mut self, mv: usize) -> Self {
        match self.to_move {
            Mover::Owner => {
                self.owner.insert(mv);
                self.to_move = Mover::Opponent;
            }
            Mover::Opponent => {
                self.opponent.insert(mv);
                self.to_move = Mover::Owner;
            }
        }
        self
    }
}

/// Results of the tests for the moves of a position.
enum MoveTests<const W: usize> {
    /// The mover has a move that decides at once, or (`None`) no move disturbs all threats of the other side.
    Decided(Option<usize>),
    /// The moves that preclusion leaves; not empty.
    Left(Bits<W>),
}

/// One run of Program A or B.
pub(super) struct PaperSearch<'a, const W: usize> {
    region: &'a ClaimRegion<W>,
    test: LinkTest<'a, W>,
    cut: CutTest<'a, W>,
    config: &'a PaperConfig,
    limits: &'a Limits,
    memory: OrderMemory,
    table: HashMap<(Bits<W>, Bits<W>), bool>,
    n_nodes: u64,
}

impl<'a, const W: usize> PaperSearch<'a, W> {
    pub(super) fn new(claim: &Claim, region: &'a ClaimRegion<W>, config: &'a PaperConfig, limits: &'a Limits) -> Self {
        let mut stored = placements(&claim.topology);
        stored.retain(|placement| config.patterns.contains(&placement.pattern));
        Self {
            region,
            test: LinkTest::new(region, &stored, config.semi_connections),
            cut: CutTest::new(claim, region, &stored, config.semi_connections),
            config,
            limits,
            memory: OrderMemory::new(region.cells.len(), config.seed),
            table: HashMap::new(),
            n_nodes: 0,
        }
    }

    /// The number of positions whose moves were examined.
    pub(super) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Whether the owner achieves the goal.
    pub(super) fn root(&mut self, to_move: Mover) -> Result<bool, Stopped> {
        let region = self.region;
        let n_nodes = region.neighbours.len();
        let start = PaperPosition { owner: region.pieces, opponent: Bits::EMPTY, to_move, n_nodes };
        if self.test.achieved(start.owner, start.empty(region)) {
            return Ok(true);
        }
        if self.cut.region(start.opponent, start.usable(), start.empty(region)).is_some() {
            return Ok(false);
        }
        self.solve(start, TreePlace { ply: 0, last: None })
    }

    /// Results of the tests for every first move, also where the search would stop at the first that decides.
    pub(super) fn first_moves(&self, to_move: Mover) -> PaperFirstMoves {
        let region = self.region;
        let n_nodes = region.neighbours.len();
        let start = PaperPosition { owner: region.pieces, opponent: Bits::EMPTY, to_move, n_nodes };
        let (empty, usable) = (start.empty(region), start.usable());
        let cells = |nodes: Bits<W>| -> CellSet { nodes.iter().map(|node| region.cells[node]).collect() };
        let mut found = PaperFirstMoves::default();
        if self.test.achieved(start.owner, empty) {
            found.decided = Some(true);
        } else if self.cut.region(start.opponent, usable, empty).is_some() {
            found.decided = Some(false);
        }
        for mv in empty.iter() {
            let cell = region.cells[mv];
            let links = self.test.regions(start.owner.with(mv), empty.without(mv));
            let cut = self.cut.region(start.opponent.with(mv), usable.without(mv), empty.without(mv));
            let (own, other): (Vec<Bits<W>>, Vec<Bits<W>>) = match to_move {
                Mover::Owner => (links.collect(), cut.into_iter().collect()),
                Mover::Opponent => (cut.into_iter().collect(), links.collect()),
            };
            if !own.is_empty() {
                found.decisive.insert(cell);
            }
            found.threats.extend(other.into_iter().map(|needed| (cell, cells(needed.with(mv)))));
        }
        found
    }

    /// Whether the owner achieves the goal from a position that the tests have not decided.
    ///
    /// The other side's last move cannot have helped the side to move, and whether that move decided was tested before
    /// it was made. So neither test is repeated for the position itself.
    fn solve(&mut self, position: PaperPosition<W>, place: TreePlace) -> Result<bool, Stopped> {
        // The number of stones determines whose turn it is.
        let entry = (position.owner, position.opponent);
        if let Some(&known) = self.table.get(&entry) {
            return Ok(known);
        }
        if self.limits.reached(self.n_nodes) {
            return Err(Stopped);
        }
        self.n_nodes += 1;
        let mover_wins = match self.moves(&position) {
            MoveTests::Decided(winning) => {
                if let Some(mv) = winning {
                    self.memory.remember(position.to_move, place.ply, mv);
                }
                winning.is_some()
            }
            MoveTests::Left(moves) => self.search_moves(position, moves, place)?,
        };
        let value = mover_wins == (position.to_move == Mover::Owner);
        if self.table.len() < self.config.table_size {
            self.table.insert(entry, value);
        }
        Ok(value)
    }

    /// Whether one of these moves wins for the mover.
    fn search_moves(&mut self, position: PaperPosition<W>, moves: Bits<W>, place: TreePlace) -> Result<bool, Stopped> {
        let wish = position.to_move == Mover::Owner;
        for mv in order(self.region, &self.test, self.config, &mut self.memory, &position, moves, place) {
            if self.solve(position.after(mv), TreePlace { ply: place.ply + 1, last: Some(mv) })? == wish {
                self.memory.remember(position.to_move, place.ply, mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks for a move that decides at once. Otherwise precludes the moves that leave the other side such a move.
    fn moves(&self, position: &PaperPosition<W>) -> MoveTests<W> {
        let empty = position.empty(self.region);
        let usable = position.usable();
        let cuts = |mv: usize| self.cut.region(position.opponent.with(mv), usable.without(mv), empty.without(mv));
        let links = |mv: usize| self.test.regions(position.owner.with(mv), empty.without(mv));
        let mut left = empty;
        match position.to_move {
            Mover::Owner => {
                if let Some(mv) = empty.iter().find(|&mv| links(mv).next().is_some()) {
                    return MoveTests::Decided(Some(mv));
                }
                for threat in empty.iter() {
                    if let Some(needed) = cuts(threat) {
                        left &= needed.with(threat);
                    }
                }
            }
            Mover::Opponent => {
                if let Some(mv) = empty.iter().find(|&mv| cuts(mv).is_some()) {
                    return MoveTests::Decided(Some(mv));
                }
                for threat in empty.iter() {
                    for needed in links(threat) {
                        left &= needed.with(threat);
                    }
                }
            }
        }
        if left.is_empty() { MoveTests::Decided(None) } else { MoveTests::Left(left) }
    }
}
