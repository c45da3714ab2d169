//! Fights that are read out, so that playouts begin where the fights end.
//!
//! Random moves give away what is safe, and miss lines that need one right answer after another. So closed parts of the
//! board that are in doubt are read ([`tesuji_reading`]), in the position of the root and in those the tree reaches, as
//! they come up. A playout begins by playing out the fights whose end is known, the largest first, with the players
//! taking turns. Cells where both players had better not play are left alone.
//!
//! Which stones count as safe is a guess: some are certainly alive, others survive in light playouts. So nothing here
//! is certain.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rand::RngCore;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_go::{Move, Ownership, Position, Status};
use tesuji_reading::{Field, Local, Reader};
use tesuji_search::Limits;

/// The number of light playouts that decide which stones count as safe.
const N_GAMES: u32 = 64;
/// A chain counts as safe if at least this percentage of its cells ends as its owner's.
const SAFE_PERCENT: u32 = 90;
/// A fight with more empty cells is not read. More of them in one place count as open.
const MOST_EMPTIES: usize = 16;
/// A chain with this many liberties in the open counts as safe.
const OPEN_LIBERTIES: usize = 3;
/// A space of this many empty cells inside one chain counts as alive.
const LARGE: u32 = 9;
/// Nodes that may be read before the first playout.
const FIRST_NODES: u64 = 4_000;
/// Nodes that may be read for each playout.
const NODES_A_PLAYOUT: u64 = 8;
/// With fewer nodes nothing new is read.
const LEAST_NODES: u64 = 400;

/// The fights of a position, and of later positions as long as nothing else breaks into these fights. Keeps what it has
/// read.
#[derive(Clone, Default, Debug)]
pub struct Fights {
    fights: Vec<Fight>,
    /// Nodes that may be read.
    credit: u64,
    /// Limits that interrupt reading, as they do the search that plays the playouts.
    limits: Limits,
}

#[derive(Clone, Debug)]
struct Fight {
    reader: Reader,
    known: BTreeMap<Local, KnownFights>,
}

/// Results of reading about some stones of a fight.
#[derive(Clone, Debug)]
enum KnownFights {
    /// It was tried with this many nodes.
    Nothing(u64),
    /// It depends on ko.
    Ko,
    Read(Box<FightEnds>),
}

/// End of a fight, for either player moving first.
#[derive(Clone, Debug)]
struct FightEnds {
    /// Value of moving first.
    swing: i32,
    lines: [Vec<(Player, Cell)>; 2],
    open: [Vec<Cell>; 2],
    taken: [CellSet; 2],
}

impl Fight {
    /// End of the fight with the stones of a position. It is read now if there is credit for that.
    fn ends(&mut self, position: &Position, credit: &mut u64, limits: &Limits) -> Option<&FightEnds> {
        if position.ko().is_some_and(|ko| self.reader.field().cells().binary_search(&ko).is_ok()) {
            return None;
        }
        let local = self.reader.local(position);
        let tried = match self.known.get(&local) {
            None => 0,
            Some(&KnownFights::Nothing(tried)) => tried,
            Some(_) => u64::MAX,
        };
        if tried < u64::MAX && *credit >= LEAST_NODES.max(2 * tried) {
            let before = self.reader.n_nodes();
            self.reader.limit(limits);
            let known = read(&mut self.reader, &local, *credit);
            if known.is_none() && limits.interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let known = known.unwrap_or(KnownFights::Nothing(*credit));
            *credit -= (self.reader.n_nodes() - before).min(*credit);
            self.known.insert(local, known);
        }
        match self.known.get(&local) {
            Some(KnownFights::Read(ends)) => Some(ends),
            _ => None,
        }
    }
}

fn read(reader: &mut Reader, local: &Local, max_nodes: u64) -> Option<KnownFights> {
    let worth = reader.worth(local, max_nodes)?;
    if worth.is_ko {
        return Some(KnownFights::Ko);
    }
    let mut ends = FightEnds {
        swing: worth.swing(),
        lines: Default::default(),
        open: Default::default(),
        taken: Default::default(),
    };
    for first in Player::BOTH {
        let line = reader.line(local, first, max_nodes)?;
        let end = reader.end(local, &line);
        ends.open[first.index()] = reader.cells_of(end.open).collect();
        ends.taken[first.index()] = reader.cells_of(end.taken.stones[0] | end.taken.stones[1]).collect();
        ends.lines[first.index()] = line;
    }
    Some(KnownFights::Read(Box::new(ends)))
}

impl Fights {
    /// From now on these limits interrupt reading.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// Goes on to the fights of a position. What was read about fights that were already there is kept. Equal positions
    /// and generators give equal fights.
    pub fn find(&mut self, position: &Position, rng: &mut impl RngCore) {
        let mut before = std::mem::take(&mut self.fights);
        self.credit = FIRST_NODES;
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return;
        }
        let topology = position.topology();
        // Without a small part there is nothing to read and no need to ask playouts.
        let open = open_cells(position);
        let has_small = topology.cells().any(|cell| position.stone(cell).is_none() && !open.contains(cell));
        if !has_small || position.is_over() {
            return;
        }
        let safe = safe_stones(position, &open, rng);
        let mut seen = CellSet::new();
        for cell in topology.cells() {
            let is_safe = |cell: Cell| safe.iter().any(|stones| stones.contains(cell));
            if is_safe(cell) || seen.contains(cell) {
                continue;
            }
            let mut part = vec![cell];
            seen.insert(cell);
            let mut next = 0;
            while let Some(&from) = part.get(next) {
                next += 1;
                part.extend(topology.neighbours(from).iter().filter(|&&to| !is_safe(to) && seen.insert(to)));
            }
            let n_empty = part.iter().filter(|&&at| position.stone(at).is_none()).count();
            if n_empty == part.len() || n_empty > MOST_EMPTIES {
                continue;
            }
            let cells: CellSet = part.into_iter().collect();
            if let Some(field) = Field::new(topology, &cells, [&safe[0], &safe[1]]) {
                let known = before.iter().position(|fight| *fight.reader.field() == field);
                let new = || Fight { reader: Reader::guessing(field, LARGE), known: BTreeMap::new() };
                self.fights.push(known.map_or_else(new, |idx| before.swap_remove(idx)));
            }
        }
    }

    /// The status of the stones, by cell, in fights that can be read with `max_nodes` nodes each. What is taken whoever
    /// moves first is dead. What neither player takes is alive, or in seki where both had better not play. Stones that
    /// depend on the first move count as seki too, because they stay on the board. `None` for everything else.
    pub fn statuses(&mut self, position: &Position, max_nodes: u64) -> Vec<Option<Status>> {
        let mut statuses = vec![None; position.topology().n_cells()];
        for fight in &mut self.fights {
            let mut credit = max_nodes;
            let Some(ends) = fight.ends(position, &mut credit, &self.limits).cloned() else { continue };
            for &cell in fight.reader.field().cells() {
                if position.stone(cell).is_none() {
                    continue;
                }
                let touches_open = |at: Cell| {
                    let mut around = position.topology().neighbours(at).iter();
                    around.any(|to| ends.open.iter().all(|open| open.contains(to)))
                };
                statuses[cell.index()] =
                    Some(match Player::BOTH.map(|first| ends.taken[first.index()].contains(cell)) {
                        [true, true] => Status::Dead,
                        [false, false] if !position.chain(cell).iter().any(touches_open) => Status::Alive,
                        _ => Status::Seki,
                    });
            }
        }
        statuses
    }

    /// Whether there are no fights.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fights.is_empty()
    }

    /// Plays out all fights whose end is known, and marks where neither player should play. The player to move stays
    /// the same.
    pub(super) fn play_out(&mut self, position: &mut Position, frozen: &mut Vec<bool>) {
        frozen.clear();
        if self.fights.is_empty() {
            return;
        }
        let Self { fights, credit, limits } = self;
        *credit += NODES_A_PLAYOUT;
        let mut known: Vec<&FightEnds> =
            fights.iter_mut().filter_map(|fight| fight.ends(position, credit, limits)).collect();
        if known.is_empty() {
            return;
        }
        known.sort_by_key(|ends| -ends.swing);
        frozen.resize(position.topology().n_cells(), false);
        let to_move = position.to_move();
        let mut first = to_move;
        for ends in known {
            for &(player, cell) in &ends.lines[first.index()] {
                position.set_to_move(player);
                if !position.is_legal(Move::Place(cell)) {
                    break;
                }
                position.play_unchecked(Move::Place(cell));
            }
            ends.open[first.index()].iter().for_each(|cell| frozen[cell.index()] = true);
            if ends.swing > 0 {
                first = first.opponent();
            }
        }
        position.set_to_move(to_move);
    }

    /// Calls `say` for each known fight with its cells, what moving first is worth, and where the player to move
    /// begins.
    pub(super) fn first_moves(&mut self, position: &Position, mut say: impl FnMut(&[Cell], i32, Option<Cell>)) {
        let Self { fights, credit, limits } = self;
        for fight in fights {
            let mover = position.to_move();
            let Some(ends) = fight.ends(position, credit, limits) else { continue };
            let (swing, line) = (ends.swing, &ends.lines[mover.index()]);
            let begins = line.first().filter(|(player, _)| *player == mover).map(|(_, cell)| *cell);
            say(fight.reader.field().cells(), swing, begins);
        }
    }
}

/// Stones that count as safe, by [`Player::index`]: certainly alive, with liberties in the open, or their owner's in
/// nearly all playouts.
fn safe_stones(position: &Position, open: &CellSet, rng: &mut impl RngCore) -> [CellSet; 2] {
    let ownership = Ownership::of_playouts(position, N_GAMES, rng);
    let mut safe = Player::BOTH.map(|player| position.life(player).stones);
    let mut seen = CellSet::new();
    for cell in position.topology().cells() {
        let Some(player) = position.stone(cell).filter(|_| !seen.contains(cell)) else { continue };
        let chain = position.chain(cell);
        seen.union_with(&chain);
        let n_kept: u32 = chain.iter().map(|at| ownership.count(at, player)).sum();
        let n_open = position.liberties(cell).iter().filter(|&at| open.contains(at)).count();
        if n_open >= OPEN_LIBERTIES || 100 * n_kept >= SAFE_PERCENT * N_GAMES * chain.len() as u32 {
            safe[player.index()].union_with(&chain);
        }
    }
    safe
}

/// Empty cells in places where more of them are connected than a fight may have.
fn open_cells(position: &Position) -> CellSet {
    let topology = position.topology();
    let (mut open, mut seen) = (CellSet::new(), CellSet::new());
    for cell in topology.cells() {
        if position.stone(cell).is_some() || !seen.insert(cell) {
            continue;
        }
        let mut part = vec![cell];
        let mut next = 0;
        while let Some(&from) = part.get(next) {
            next += 1;
            let around = topology.neighbours(from).iter();
            part.extend(around.filter(|&&to| position.stone(to).is_none() && seen.insert(to)));
        }
        if part.len() > MOST_EMPTIES {
            open.union_with(&part.into_iter().collect());
        }
    }
    open
}
