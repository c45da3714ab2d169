//! Empty cells on which a player may and would play, and a random draw among them.
//!
//! Without further measures the same cells would be refused again and again, because towards the end most empty cells
//! are eyes. A cell that is an eye of one player and suicide for the other is **parked**: set aside until an alarm.
//! There are two kinds of alarm, and both are noticed when a stone is placed:
//! * A chain that surrounds the cell comes near its last liberty, so that a capture on the cell, or filling it, may be
//!   needed; or the chain is captured. Such chains are called guards.
//! * On the square lattice, a stone is placed on a corner of the cell, which may then no longer be an eye.

use rand::RngCore;
use tesuji_board::Player;

use super::{BLACK, Corners, EMPTY, GUARD, Graph, Index, LightStones, WHITE, bias, n_links, n_stones_around};

/// A player's use of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellUse {
    Play,
    Refuse,
    /// Neither player plays there until an alarm.
    Park,
}

impl<I: Index, const CAP: usize> LightStones<I, CAP> {
    /// Draws an empty cell, except `ko`, that `P` may and would play on, takes it out of `empties` and returns it;
    /// [`Index::NONE`] if there is none. If the game is `LATE`, cells that `P` has played on since then are refused.
    /// Cells for which `refuses` returns true are also refused.
    ///
    /// A refused cell is swapped to the end of the cells that are left to draw from, so every other cell is equally
    /// likely.
    #[inline(always)]
    pub(crate) fn draw<R: RngCore, const D: usize, const P: u8, const LATE: bool>(
        &mut self,
        graph: &Graph<I, CAP, D>,
        ko: I,
        rng: &mut R,
        mut refuses: impl FnMut(&Self, I, &mut R) -> bool,
    ) -> I {
        let mut n_left = self.n_drawn_from;
        // One random word serves two draws.
        let (mut bits, mut has_half) = (0, false);
        while n_left > 0 {
            bits = if has_half { bits << 32 } else { rng.next_u64() };
            has_half = !has_half;
            // Each is equally likely up to 2^-16 of its share, because there are fewer than 2^16 cells.
            let idx = (((bits >> 32) * n_left as u64) >> 32) as usize;
            let cell = self.empties[idx & Self::MASK];
            let verdict = self.verdict::<D, P>(graph, cell);
            let is_banned = cell == ko || (LATE && self.is_banned::<P>(cell));
            if verdict == CellUse::Play && !is_banned && !refuses(self, cell, rng) {
                self.take_at(idx);
                return cell;
            }
            n_left -= 1;
            self.put(idx, self.empties[n_left & Self::MASK]);
            self.put(n_left, cell);
            if verdict == CellUse::Park {
                self.n_drawn_from -= 1;
                self.put(n_left, self.empties[self.n_drawn_from & Self::MASK]);
                self.put(self.n_drawn_from, cell);
                self.guard::<D>(graph, cell);
            }
        }
        I::NONE
    }

    /// Whether `P` would play on the empty cell `cell`, if it is not a ko.
    #[inline(always)]
    pub(super) fn verdict<const D: usize, const P: u8>(&self, graph: &Graph<I, CAP, D>, cell: I) -> CellUse {
        let around = self.around[cell.number() & Self::MASK];
        if around & EMPTY != 0 { CellUse::Play } else { self.verdict_without_room::<D, P>(graph, cell, around) }
    }

    #[inline(always)]
    fn verdict_without_room<const D: usize, const P: u8>(
        &self,
        graph: &Graph<I, CAP, D>,
        cell: I,
        around: i64,
    ) -> CellUse {
        let (n_black, n_white) = (n_stones_around(around, BLACK), n_stones_around(around, WHITE));
        let neighbours = graph.around(cell);
        let mut chains = [I::NONE; D];
        for (chain, to) in chains.iter_mut().zip(neighbours) {
            *chain = self.chain(*to);
        }
        // The number of links from each chain to the cell.
        let mut n_here = [1; D];
        for a in 0..D {
            for b in 0..a {
                let is_same = i64::from(chains[a] == chains[b]);
                n_here[a] += is_same;
                n_here[b] += is_same;
            }
        }
        let (mut is_legal, mut any_last) = (false, false);
        for idx in 0..D {
            let is_last = n_links::<D>(self.word[chains[idx].number() & Self::MASK]) == n_here[idx];
            any_last |= is_last;
            // Legal by a chain of `P`'s with another liberty, or by a capture; the border counts as neither.
            is_legal |= (self.stone(neighbours[idx]) == P) ^ is_last;
        }
        if n_black == 0 || n_white == 0 {
            let owner = if n_black == 0 { WHITE } else { BLACK };
            let is_eye = if let Some(corners) = &graph.corners {
                let corners = &corners[cell.number() & Self::MASK];
                let mut codes = 0;
                for corner in corners.cells {
                    codes += self.stone(corner);
                }
                corners.n_lost + n_stones_in(codes, BLACK + WHITE - owner) < 2
            } else {
                // An eye if one chain surrounds it, or if no chain is in need.
                n_here[0] == n_black + n_white || !any_last
            };
            if (owner == P && is_eye) || !is_legal {
                return if is_eye && !any_last { CellUse::Park } else { CellUse::Refuse };
            }
            return CellUse::Play;
        }
        if is_legal { CellUse::Play } else { CellUse::Refuse }
    }

    /// Takes an empty cell out of `empties`.
    #[inline]
    pub(crate) fn take(&mut self, cell: I) {
        if self.is_parked(cell) {
            self.unpark(cell);
        }
        self.take_at(self.places[cell.number() & Self::MASK].number());
    }

    /// Takes the cell at `idx` out of `empties`, where it stands before the parked ones.
    #[inline(always)]
    fn take_at(&mut self, idx: usize) {
        self.n_drawn_from -= 1;
        self.n_empties -= 1;
        let drawn_last = self.empties[self.n_drawn_from & Self::MASK];
        self.put(idx, drawn_last);
        self.put(self.n_drawn_from, self.empties[self.n_empties & Self::MASK]);
        // If no cell is parked, both writes put the same cell, the second one past the end.
        self.places[drawn_last.number() & Self::MASK] = I::new(idx);
    }

    /// Notes that a stone was removed here.
    #[inline(always)]
    pub(super) fn add_empty(&mut self, cell: I) {
        let any_parked = self.n_drawn_from < self.n_empties;
        let moved = if any_parked { self.empties[self.n_drawn_from & Self::MASK] } else { cell };
        self.put(self.n_empties, moved);
        self.put(self.n_drawn_from, cell);
        self.n_drawn_from += 1;
        self.n_empties += 1;
    }

    #[inline(always)]
    fn put(&mut self, idx: usize, cell: I) {
        self.empties[idx & Self::MASK] = cell;
        self.places[cell.number() & Self::MASK] = I::new(idx);
    }

    /// In a late game, `P` may not play on `cell` again from now on.
    pub(crate) fn ban<const P: u8>(&mut self, cell: I) {
        self.played[cell.number() & Self::MASK] |= P;
    }

    /// Whether `P` has been banned from this cell.
    #[inline(always)]
    pub(crate) fn is_banned<const P: u8>(&self, cell: I) -> bool {
        self.played[cell.number() & Self::MASK] & P != 0
    }

    /// Whether the cell is empty and, apart from a ko, `player` would play on it.
    #[inline]
    pub(crate) fn would_play<const D: usize>(&self, graph: &Graph<I, CAP, D>, cell: I, player: Player) -> bool {
        let verdict = match player {
            _ if self.stone(cell) != 0 => return false,
            Player::Black => self.verdict::<D, BLACK>(graph, cell),
            Player::White => self.verdict::<D, WHITE>(graph, cell),
        };
        verdict == CellUse::Play
    }

    fn guard<const D: usize>(&mut self, graph: &Graph<I, CAP, D>, cell: I) {
        for to in graph.around(cell) {
            let word = &mut self.word[self.chain[to.number() & Self::MASK].number() & Self::MASK];
            *word = (*word - (!*word & GUARD) * 2 * bias(D)) | GUARD;
        }
        if let Some(corners) = &graph.corners {
            for corner in corners[cell.number() & Self::MASK].cells {
                self.watched[corner.number() & Self::MASK] = -1;
            }
        }
    }

    /// Whether the cell is empty and parked.
    #[inline(always)]
    pub(super) fn is_parked(&self, cell: I) -> bool {
        let place = self.places[cell.number() & Self::MASK].number();
        (self.n_drawn_from..self.n_empties).contains(&place) && self.empties[place & Self::MASK] == cell
    }

    fn unpark(&mut self, cell: I) {
        let place = self.places[cell.number() & Self::MASK].number();
        self.put(place, self.empties[self.n_drawn_from & Self::MASK]);
        self.put(self.n_drawn_from, cell);
        self.n_drawn_from += 1;
    }

    pub(super) const fn unpark_all(&mut self) {
        self.n_drawn_from = self.n_empties;
    }

    /// Unparks cells if the chain of this word is a guard that may have come to its last liberty.
    pub(super) fn unpark_last_liberty<const D: usize>(&mut self, word: i64) {
        if word & GUARD != 0
            && let Some(liberty) = Self::only_candidate::<D>(word)
            && self.is_parked(liberty)
        {
            self.unpark(liberty);
        }
    }

    /// Unparks eyes of `P`'s opponent that are no longer eyes, now that a stone of `P`'s is on their corner `cell`.
    pub(super) fn unpark_lost_eyes<const D: usize, const P: u8>(&mut self, graph: &Graph<I, CAP, D>, cell: I) {
        let Some(corners) = &graph.corners else { return };
        for eye in corners[cell.number() & Self::MASK].cells {
            let is_own = n_stones_around(self.around[eye.number() & Self::MASK], P) != 0;
            if is_own || !self.is_parked(eye) {
                continue;
            }
            let Corners { cells, n_lost } = corners[eye.number() & Self::MASK];
            let codes = cells.iter().map(|&corner| self.stone(corner)).sum();
            if n_lost + n_stones_in(codes, P) >= 2 {
                self.unpark(eye);
            }
        }
    }
}

/// Number of stones, at most four, that have this code, if the codes of all add up to `codes`.
#[inline(always)]
const fn n_stones_in(codes: u8, code: u8) -> u8 {
    if code == BLACK { codes % WHITE } else { codes / WHITE }
}
