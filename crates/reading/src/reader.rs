//! Reading: alpha-beta to the end of both players' moves in a field.
//!
//! Both players may pass. Two passes end the play in the field, and the area is counted, so dead stones have to be
//! captured. Suicide is forbidden. One player, the *master*, takes every ko at once, and the other never may. If a ko
//! came up, a field is read for both masters; if they differ, ko decides. A move that repeats a position otherwise is not
//! played, and what rests on such a move depends on the path, so a read that does has no result.
//!
//! A position ends early if unconditional life shows that no result within the window is left.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::{Cell, Player};
use tesuji_go::Position;
use tesuji_search::Limits;

use crate::field::{Field, Local, numbers};
use crate::life::sure;

/// The longest line that is read; a longer one is given up.
const MOST_PLIES: usize = 96;
/// The most entries of the table; a larger one is emptied.
const MOST_ENTRIES: usize = 1 << 20;
/// After this many nodes it checks whether it is interrupted.
const NODES_PER_CHECK: u64 = 16;
/// A pass instead of a move.
const PASS: u8 = u8::MAX;

/// Worth of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldWorth {
    /// Black's points minus White's, indexed by the player who moves first ([`Player::index`]). If ko decides, these
    /// are the points with the first mover losing every ko, so each player gets the worse result.
    pub points: [i32; 2],
    /// Whether the result depends on who wins a ko.
    pub is_ko: bool,
}

impl FieldWorth {
    /// The difference that moving first makes; 0 if the field is settled.
    #[must_use]
    pub const fn swing(&self) -> i32 {
        self.points[0] - self.points[1]
    }
}

/// End of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The cells that count for each player.
    pub owned: Local,
    /// Stones of the beginning that were captured on the way, or are certainly dead at the end.
    pub taken: Local,
    /// Empty cells where both players had better not play, as in seki; nobody certainly owns them.
    pub open: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ReadKey {
    local: Local,
    /// Bits: White is to move; the last move was a pass; White is the master of ko.
    turn: u8,
}

#[derive(Clone, Copy, Debug)]
struct ReadEntry {
    lower: i8,
    upper: i8,
    /// Whether the lower and the upper bound hold on any path, as no repetition was met on which they rest.
    is_sure: [bool; 2],
    best: u8,
}

/// A bound on a value, and whether it holds on any path.
type Bound = (i32, bool);

/// Whose turn it is in a node, and the state of passes and ko.
#[derive(Clone, Copy, Debug)]
struct ReadTurn {
    mover: Player,
    has_passed: bool,
    master: Player,
}

impl ReadTurn {
    const fn after(self, has_passed: bool) -> Self {
        Self { mover: self.mover.opponent(), has_passed, ..self }
    }

    fn key(self, local: &Local) -> ReadKey {
        let bits = [self.mover == Player::White, self.has_passed, self.master == Player::White];
        ReadKey { local: *local, turn: bits.iter().rev().fold(0, |turn, &bit| turn << 1 | u8::from(bit)) }
    }
}

/// The limit on nodes was reached, or the read was interrupted.
#[derive(Debug)]
struct ReadStopped;

/// Reads one field, and remembers what it has read.
#[derive(Clone, Debug)]
pub struct Reader {
    field: Field,
    /// A chain around a space of this many empty cells counts as alive.
    large: u32,
    table: FxHashMap<ReadKey, ReadEntry>,
    /// `None` for what rests on a repetition.
    known: FxHashMap<Local, Option<FieldWorth>>,
    path: Vec<(Local, Player)>,
    n_left: u64,
    n_nodes: u64,
    /// By which it is interrupted; its nodes are those of each read.
    limits: Limits,
    /// Whether any read came upon a ko. If so, the table may hide another one.
    has_ko: bool,
}

impl Reader {
    /// A reader that has read nothing yet.
    #[must_use]
    pub fn new(field: Field) -> Self {
        Self::guessing(field, u32::MAX)
    }

    /// As above, but a chain that is the only one to border a space of at least `large` empty cells counts as alive.
    /// That is true from ten cells on, except for rare shapes in the corner, and it saves the long proof.
    #[must_use]
    pub fn guessing(field: Field, large: u32) -> Self {
        Self {
            field,
            large,
            table: FxHashMap::default(),
            known: FxHashMap::default(),
            path: Vec::new(),
            n_left: 0,
            n_nodes: 0,
            limits: Limits::default(),
            has_ko: false,
        }
    }

    /// Reads from now on until these limits interrupt it. A read that is interrupted has no result. Their nodes do not
    /// count here.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = Limits { nodes: None, progress: Arc::default(), ..limits.clone() };
    }

    /// The field that it reads.
    #[must_use]
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// The number of nodes of all reads so far.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Worth of the field with these stones, for either first mover; `None` if that takes more than `max_nodes`, or if
    /// it rests on a repetition other than ko.
    pub fn worth(&mut self, local: &Local, max_nodes: u64) -> Option<FieldWorth> {
        if let Some(&known) = self.known.get(local) {
            return known;
        }
        self.n_left = max_nodes;
        if self.table.len() > MOST_ENTRIES {
            self.table.clear();
        }
        let mut points = [[(0, true); 2]; 2];
        for mover in Player::BOTH {
            points[mover.index()] = [self.points(local, mover, mover.opponent()).ok()?; 2];
        }
        if self.has_ko {
            for mover in Player::BOTH {
                points[mover.index()][1] = self.points(local, mover, mover).ok()?;
            }
        }
        let is_sure = points.as_flattened().iter().all(|&(_, is_sure)| is_sure);
        let is_ko = points.iter().any(|[lost, won]| lost.0 != won.0);
        let worth = is_sure.then(|| FieldWorth { points: points.map(|each| each[0].0), is_ko });
        self.known.insert(*local, worth);
        worth
    }

    /// Line to the end of the field if this player moves first and wins no ko, as players and cells. What
    /// [`Self::worth`] has read is looked up, and the rest is read with at most `max_nodes` nodes; `None` if they are
    /// not enough.
    pub fn line(&mut self, local: &Local, first: Player, max_nodes: u64) -> Option<Vec<(Player, Cell)>> {
        self.n_left = max_nodes;
        let (mut local, mut turn) = (*local, ReadTurn { mover: first, has_passed: false, master: first.opponent() });
        let mut line = Vec::new();
        let mut n_plies = 0;
        while n_plies < MOST_PLIES {
            n_plies += 1;
            let _ = self.points_at(&local, turn).ok()?;
            let best = self.table.get(&turn.key(&local)).map_or(PASS, |entry| entry.best);
            if best == PASS {
                if turn.has_passed {
                    return Some(line);
                }
                turn = turn.after(true);
                continue;
            }
            line.push((turn.mover, self.field.cells()[usize::from(best)]));
            local = self.field.place(&local, turn.mover, usize::from(best))?.local;
            turn = turn.after(false);
        }
        None
    }

    /// The stones after a move in the field; `None` if it is not legal, or if it takes a ko, because stones alone do
    /// not show who may retake it.
    #[must_use]
    pub fn after(&self, local: &Local, player: Player, cell: Cell) -> Option<Local> {
        let at = self.field.cells().binary_search(&cell).ok()?;
        let is_empty = self.field.empties(local) >> at & 1 == 1;
        let placed = is_empty.then(|| self.field.place(local, player, at)).flatten()?;
        (!placed.is_ko).then_some(placed.local)
    }

    /// The result of a [line](Self::line).
    #[must_use]
    pub fn end(&self, local: &Local, line: &[(Player, Cell)]) -> End {
        let (mut now, mut taken) = (*local, Local::default());
        for &(player, cell) in line {
            let Ok(at) = self.field.cells().binary_search(&cell) else { continue };
            let Some(placed) = self.field.place(&now, player, at) else { continue };
            let other = player.opponent().index();
            taken.stones[other] |= now.stones[other] & !placed.local.stones[other] & local.stones[other];
            now = placed.local;
        }
        let sure = Player::BOTH.map(|player| sure(&self.field, &now, player, self.large));
        let areas = self.field.areas(&now);
        let owned = [(areas[0] | sure[0]) & !sure[1], (areas[1] | sure[1]) & !sure[0]];
        for player in Player::BOTH {
            taken.stones[player.index()] |= local.stones[player.index()] & owned[player.opponent().index()];
        }
        End { owned: Local { stones: owned }, taken, open: self.field.empties(&now) & !(sure[0] | sure[1]) }
    }

    /// The cells with these numbers.
    pub fn cells_of(&self, numbers_of: u64) -> impl Iterator<Item = Cell> + '_ {
        numbers(numbers_of).map(|at| self.field.cells()[at])
    }

    /// The stones of a position that are on the field.
    #[must_use]
    pub fn local(&self, position: &Position) -> Local {
        self.field.local(position)
    }

    fn points(&mut self, local: &Local, mover: Player, master: Player) -> Result<Bound, ReadStopped> {
        self.points_at(local, ReadTurn { mover, has_passed: false, master })
    }

    /// The exact value: Black's points minus White's.
    fn points_at(&mut self, local: &Local, turn: ReadTurn) -> Result<Bound, ReadStopped> {
        let most = self.field.cells().len() as i32;
        self.path.clear();
        // Null windows, starting from a guess: one player decides most of them at once.
        let (mut lower, mut upper, mut is_sure) = (-most, most, [true; 2]);
        let mut guess = self.table.get(&turn.key(local)).map_or(0, |entry| i32::from(entry.lower).max(-most));
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            let bound;
            (guess, bound) = self.search(local, turn, beta - 1, beta)?;
            if guess < beta {
                (upper, is_sure[1]) = (guess, bound);
            } else {
                (lower, is_sure[0]) = (guess, bound);
            }
        }
        Ok((if turn.mover == Player::Black { lower } else { -lower }, is_sure == [true; 2]))
    }

    /// A bound on the value for the player to move that shows whether it is `beta` or more; `alpha` is `beta` - 1.
    fn search(&mut self, local: &Local, turn: ReadTurn, alpha: i32, beta: i32) -> Result<Bound, ReadStopped> {
        let key = turn.key(local);
        let most = self.field.cells().len() as i32;
        let known = self.table.get(&key).copied();
        let bounds;
        let (mut first, mut is_sure) = (None, [true; 2]);
        if let Some(entry) = known {
            (bounds, is_sure) = ((i32::from(entry.lower), i32::from(entry.upper)), entry.is_sure);
            if bounds.0 >= beta {
                return Ok((bounds.0, is_sure[0]));
            }
            if bounds.1 <= alpha {
                return Ok((bounds.1, is_sure[1]));
            }
            first = Some(entry.best);
        } else {
            let [own, other] = [turn.mover, turn.mover.opponent()]
                .map(|player| sure(&self.field, local, player, self.large).count_ones() as i32);
            bounds = (2 * own - most, most - 2 * other);
            if bounds.0 >= beta || bounds.1 <= alpha || bounds.0 == bounds.1 {
                let value = if bounds.0 >= beta { bounds.0 } else { bounds.1 };
                if bounds.0 == bounds.1 || self.path.is_empty() {
                    self.store(key, bounds, is_sure, PASS);
                }
                return Ok((value, true));
            }
        }
        let is_due = self.n_nodes.is_multiple_of(NODES_PER_CHECK);
        if self.n_left == 0 || self.path.len() >= MOST_PLIES || is_due && self.limits.reached(self.n_nodes) {
            return Err(ReadStopped);
        }
        self.n_left -= 1;
        self.n_nodes += 1;
        let (mut best, mut best_move, mut is_free) = (-most - 1, PASS, true);
        for mv in self.ordered(local, turn, first) {
            let (value, bound) = if mv == PASS {
                if turn.has_passed {
                    let [black, white] = self.field.areas(local).map(|area| area.count_ones() as i32);
                    (if turn.mover == Player::Black { black - white } else { white - black }, true)
                } else {
                    self.path.push((*local, turn.mover));
                    let found = self.search(local, turn.after(true), -beta, -alpha);
                    self.path.pop();
                    found.map(|(value, bound)| (-value, bound))?
                }
            } else {
                let Some(placed) = self.field.place(local, turn.mover, usize::from(mv)) else { continue };
                if placed.is_ko {
                    self.has_ko = true;
                    if turn.mover != turn.master {
                        continue;
                    }
                }
                let next = (placed.local, turn.mover.opponent());
                if placed.n_captured > 0 && self.path.contains(&next) {
                    is_free = false;
                    continue;
                }
                self.path.push((*local, turn.mover));
                let found = self.search(&placed.local, turn.after(false), -beta, -alpha);
                self.path.pop();
                found.map(|(value, bound)| (-value, bound))?
            };
            if value > best {
                (best, best_move) = (value, mv);
            }
            if best >= beta {
                // It rests on this move alone.
                is_free = bound;
                break;
            }
            is_free &= bound;
        }
        let (lower, upper) = bounds;
        let bounds = if best >= beta { (best.max(lower), upper) } else { (lower, best.min(upper)) };
        is_sure[usize::from(best < beta)] = is_free;
        // If nothing reaches the window, no move is known to be better than the move known before.
        self.store(key, bounds, is_sure, if best < beta { first.unwrap_or(best_move) } else { best_move });
        Ok((best, is_free))
    }

    fn store(&mut self, key: ReadKey, (lower, upper): (i32, i32), is_sure: [bool; 2], best: u8) {
        self.table.insert(key, ReadEntry { lower: lower as i8, upper: upper as i8, is_sure, best });
    }

    /// The candidate moves, the likeliest first: the best move so far, captures, then moves with few liberties around;
    /// passing last. Eyes of a single own chain, or among safe stones, are never filled.
    fn ordered(&self, local: &Local, turn: ReadTurn, first: Option<u8>) -> Vec<u8> {
        let field = &self.field;
        let (own, other) = (local.stones[turn.mover.index()], local.stones[turn.mover.opponent().index()]);
        let empties = field.empties(local);
        let (held, held_by_other) = (field.held(turn.mover), field.held(turn.mover.opponent()));
        let mut rated: Vec<(i32, u8)> = Vec::with_capacity(empties.count_ones() as usize + 1);
        // Cells that save or capture: last liberties.
        let (mut takes, mut saves) = (0u64, 0u64);
        for (stones, walls, last) in [(other, held_by_other, &mut takes), (own, held, &mut saves)] {
            for chain in field.parts(stones).filter(|chain| chain & walls == 0) {
                let liberties = field.around(chain) & empties;
                if liberties.count_ones() == 1 {
                    *last |= liberties;
                }
            }
        }
        for at in numbers(empties) {
            let (near, bit) = (field.near(at), 1u64 << at);
            if near & !own == 0 && bit & held_by_other == 0 {
                let is_one_chain = near & !field.flood(near & near.wrapping_neg(), own) == 0 && bit & held == 0;
                if is_one_chain
                    || (bit & held != 0 && field.parts(own).all(|chain| chain & near == 0 || chain & held != 0))
                {
                    continue;
                }
            }
            let mut rate = 2 * (near & empties).count_ones() as i32 + (near & other).count_ones() as i32;
            rate += if takes & bit != 0 { 40 } else { 0 } + if saves & bit != 0 { 20 } else { 0 };
            rated.push((rate, at as u8));
        }
        rated.sort_unstable_by_key(|&(rate, at)| (-rate, at));
        rated.push((0, PASS));
        if let Some(best) = first
            && let Some(place) = rated.iter().position(|&(_, at)| at == best)
        {
            rated[..=place].rotate_right(1);
        }
        rated.into_iter().map(|(_, at)| at).collect()
    }
}
