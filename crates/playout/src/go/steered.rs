//! Playouts of Go that answer the last move nearby and remember who played where.

#[cfg(feature = "testing")]
mod tests;

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use rand::RngCore;
use tesuji_board::{Cell, Player};
use tesuji_game::{Game, Outcome};
use tesuji_go::{Komi, Liberties, Move, Policy, Position, RandomPlayouts, View};
use tesuji_search::mcts::guided::TracedPlayout;
use tesuji_search::mcts::{Playout, PlayoutRng};

use super::advice::Advice;
use super::below;
use super::fights::Fights;
use super::links::Links;
use super::patterns::PatternTable;
use super::replies::LastReplies;
use super::spaces::{self, Space};

/// Probability that an answer to the last move is looked for, out of 256. Always would make all playouts alike.
const ANSWERS: u32 = 230;
/// Probability that patterns are looked for, out of 256.
const SHAPES: u32 = 240;
/// Probability that a stone that leaves its chain in atari is not played, out of 256.
const SELF_ATARI_REFUSED: u32 = 240;

/// Steering of playouts. By default none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Steering {
    /// Captures and saves chains that the last move has put in atari or left there.
    pub tactics: bool,
    /// Answers the last move by shape: on a square lattice by patterns of nine cells, on a graph by contact.
    pub shapes: bool,
    /// Mostly avoids moves that put its own stones in atari.
    pub spares_own: bool,
    /// Plays first where one cell of a small space decides, and never gives up many stones for nothing.
    pub spaces: bool,
    /// Answers a move as it was last answered in a playout that was won (last good reply with forgetting).
    pub replies: Remember,
}

/// Kinds of last good replies that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Remember {
    /// None.
    #[default]
    Nothing,
    /// Only replies within two steps of the move answered.
    Near,
    /// All.
    All,
}

/// [`RandomPlayouts`] of Go that may be steered. Keeps scratch memory.
#[derive(Clone, Default)]
pub struct GoSteered {
    /// Settings of the next playouts.
    pub steering: Steering,
    /// Advice learnt for them.
    pub advice: Arc<Advice>,
    /// The fights that are read out before them.
    pub fights: Arc<Mutex<Fights>>,
    /// By cell: whether neither player should play there, according to what was read out. Empty if there is no such
    /// cell.
    frozen: Vec<bool>,
    links: Option<Arc<Links>>,
    playouts: RandomPlayouts,
    /// By cell: who was first there in the last playout, including what was added to it.
    first: Vec<Option<Player>>,
    /// The move before the next playout, if it was given.
    before: Option<Cell>,
    /// The moves of the last playout except passes, and the move before it.
    moves: Vec<(Player, Cell)>,
    replies: LastReplies,
    candidates: Vec<Cell>,
    /// By cell: how many playouts ended with it Black's, minus those that ended with it White's.
    owned: Vec<i32>,
    /// The sum over these playouts of Black's area minus White's, without komi.
    lead: i64,
    n_counted: u32,
    /// Number of these playouts that ended with each margin (Black's area minus White's), from the smallest possible
    /// one.
    margins: Vec<u32>,
}

/// Mean result of playouts.
#[derive(Clone, PartialEq, Debug)]
pub struct Ends {
    /// By cell: from 1 (always Black's) to -1 (always White's).
    pub owners: Vec<f64>,
    /// Black's points minus White's points and komi.
    pub lead: f64,
    /// Black's share of wins with the komi that was asked about. A draw counts as half a win.
    pub share: f64,
    /// The number of playouts.
    pub n_playouts: u32,
}

impl Ends {
    /// Combines two sets of playouts on the same board.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        let n_playouts = self.n_playouts + other.n_playouts;
        let share = f64::from(other.n_playouts) / f64::from(n_playouts);
        let mix = |a: &mut f64, b: f64| *a += share * (b - *a);
        self.owners.iter_mut().zip(other.owners).for_each(|(a, b)| mix(a, b));
        mix(&mut self.lead, other.lead);
        mix(&mut self.share, other.share);
        self.n_playouts = n_playouts;
        self
    }
}

impl GoSteered {
    /// Forgets how playouts ended.
    pub fn forget_ends(&mut self) {
        self.owned.fill(0);
        self.margins.fill(0);
        (self.lead, self.n_counted) = (0, 0);
    }

    /// Forgets which replies were good.
    pub fn forget_replies(&mut self) {
        self.replies.forget();
    }

    /// Ends of playouts since [`Self::forget_ends`]; `None` if there were none.
    #[must_use]
    pub fn ends(&self, komi: Komi) -> Option<Ends> {
        let n = f64::from(self.n_counted);
        (self.n_counted > 0).then(|| Ends {
            owners: self.owned.iter().map(|&owned| f64::from(owned) / n).collect(),
            lead: self.lead as f64 / n - f64::from(komi.half_points()) / 2.0,
            share: self.share(komi) / n,
            n_playouts: self.n_counted,
        })
    }

    /// Black's share of wins with a komi. A draw counts as half a win.
    fn share(&self, komi: Komi) -> f64 {
        let least = self.owned.len() as i32;
        let points = |(at, &n): (usize, &u32)| match (2 * (at as i32 - least)).cmp(&i32::from(komi.half_points())) {
            Ordering::Greater => f64::from(n),
            Ordering::Equal => f64::from(n) / 2.0,
            Ordering::Less => 0.0,
        };
        self.margins.iter().enumerate().map(points).sum()
    }

    /// The owner of each cell in the last playout, ascending; empty if there was no playout.
    pub fn owners(&self) -> impl Iterator<Item = Option<Player>> + '_ {
        self.playouts.owners()
    }

    fn start(&mut self, position: &Position) -> Arc<Links> {
        let links = match &self.links {
            Some(links) if Arc::ptr_eq(&links.topology, position.topology()) => Arc::clone(links),
            _ => {
                let links = Arc::new(Links::new(position.topology()));
                self.replies = LastReplies::new(links.n_cells());
                self.owned.clear();
                self.owned.resize(links.n_cells(), 0);
                self.margins.clear();
                self.margins.resize(2 * links.n_cells() + 1, 0);
                self.forget_ends();
                self.links = Some(Arc::clone(&links));
                links
            }
        };
        self.first.clear();
        self.first.resize(links.n_cells(), None);
        links
    }
}

/// The parts that steer one playout.
struct SteeringParts<'a> {
    steering: Steering,
    advice: &'a Advice,
    links: &'a Links,
    replies: &'a LastReplies,
    first: &'a mut [Option<Player>],
    moves: &'a mut Vec<(Player, Cell)>,
    candidates: &'a mut Vec<Cell>,
    frozen: &'a [bool],
}

impl SteeringParts<'_> {
    #[inline]
    fn is_frozen(&self, cell: Cell) -> bool {
        self.frozen.get(cell.index()) == Some(&true)
    }

    /// Draws one of the candidates that may be played, all equally likely.
    fn draw(&mut self, view: &impl View, player: Player, rng: &mut impl RngCore) -> Option<Cell> {
        while !self.candidates.is_empty() {
            let at = below(self.candidates.len(), rng);
            let cell = self.candidates.swap_remove(at);
            if view.would_play(cell, player) && !self.is_frozen(cell) {
                return Some(cell);
            }
        }
        None
    }

    /// Finds moves that take or save a chain around `last`, which the opponent has played.
    fn find_tactics(&mut self, view: &impl View, last: Cell, player: Player) {
        self.candidates.clear();
        let Some(owner) = view.stone(last) else { return };
        if owner != player {
            self.candidates.extend(view.last_liberty(last));
        }
        for to in view.neighbours(last) {
            if view.stone(to) != Some(player) {
                continue;
            }
            let Some(liberty) = view.last_liberty(to) else { continue };
            for at in view.chain_cells(to) {
                let enemies = view.neighbours(at).filter(|&by| view.stone(by) == Some(player.opponent()));
                self.candidates.extend(enemies.filter_map(|by| view.last_liberty(by)));
            }
            if view.liberties_after(liberty, player) == Liberties::Several {
                self.candidates.push(liberty);
            }
        }
    }

    /// Finds answers to `last` by shape.
    fn find_shapes(&mut self, view: &impl View, last: Cell, player: Player) {
        self.candidates.clear();
        let is_safe = |cell: Cell| view.liberties_after(cell, player) == Liberties::Several;
        if let Some(around) = self.links.around(last) {
            let patterns = PatternTable::shared();
            for &cell in around.sides.iter().chain(&around.corners) {
                if view.stone(cell).is_none()
                    && self.links.code(view, cell).is_some_and(|code| patterns.matches(code))
                    && is_safe(cell)
                {
                    self.candidates.push(cell);
                }
            }
        } else {
            let empties = view.neighbours(last).filter(|&cell| view.stone(cell).is_none());
            let touches_own = |cell: Cell| view.n_around(cell, Some(player)) > 0;
            self.candidates.extend(empties.filter(|&cell| touches_own(cell) && is_safe(cell)));
        }
    }
}

impl Policy for SteeringParts<'_> {
    fn choose(&mut self, view: &impl View, player: Player, rng: &mut impl RngCore) -> Option<Cell> {
        let &(_, last) = self.moves.last()?;
        if self.steering.replies != Remember::Nothing
            && let Some(reply) = self.replies.to(player, last)
            && view.would_play(reply, player)
            && !self.is_frozen(reply)
        {
            return Some(reply);
        }
        if let Some(other) = self.advice.partner(player, last)
            && view.would_play(other, player)
            && !self.is_frozen(other)
        {
            return Some(other);
        }
        if self.steering.tactics && happens(ANSWERS, rng) {
            self.find_tactics(view, last, player);
            if let Some(cell) = self.draw(view, player, rng) {
                return Some(cell);
            }
        }
        if self.steering.spaces
            && happens(ANSWERS, rng)
            && let Some(cell) = spaces::decides(view, last, player)
            && view.would_play(cell, player)
            && !self.is_frozen(cell)
        {
            return Some(cell);
        }
        if self.steering.shapes && happens(SHAPES, rng) {
            self.find_shapes(view, last, player);
            return self.draw(view, player, rng);
        }
        None
    }

    /// Whether a move is put off as advised, or left out because it would put more of the player's own stones than the
    /// new one in atari.
    #[inline]
    fn refuses(&mut self, view: &impl View, player: Player, cell: Cell, rng: &mut impl RngCore) -> bool {
        if happens(self.advice.delay(player, cell), rng) {
            return true;
        }
        if self.is_frozen(cell) {
            return true;
        }
        self.steering.spares_own
            && view.n_around(cell, None) < 2
            && view.n_around(cell, Some(player)) > 0
            && view.liberties_after(cell, player) != Liberties::Several
            && (happens(SELF_ATARI_REFUSED, rng) || (self.steering.spaces && gives_up(view, cell, player)))
    }

    #[inline]
    fn observe(&mut self, player: Player, cell: Option<Cell>) {
        let Some(cell) = cell else { return };
        self.first[cell.index()].get_or_insert(player);
        self.moves.push((player, cell));
    }
}

impl Playout<Position> for GoSteered {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        let links = self.start(position);
        // Nobody holds the lock for long, and what was read stays correct even if another thread has panicked.
        self.fights.lock().unwrap_or_else(PoisonError::into_inner).play_out(position, &mut self.frozen);
        self.moves.clear();
        self.moves.extend(self.before.take().map(|cell| (position.to_move().opponent(), cell)));
        let mut policy = SteeringParts {
            steering: self.steering,
            advice: &self.advice,
            links: &links,
            replies: &self.replies,
            first: &mut self.first,
            moves: &mut self.moves,
            candidates: &mut self.candidates,
            frozen: &self.frozen,
        };
        let score = self.playouts.play_out_by(position, rng, &mut policy).score;
        for (cell, owned) in links.topology.cells().zip(&mut self.owned) {
            *owned += match self.playouts.owner(cell) {
                Some(Player::Black) => 1,
                Some(Player::White) => -1,
                None => 0,
            };
        }
        self.lead += i64::from(score.black) - i64::from(score.white);
        self.margins[links.n_cells() + usize::from(score.black) - usize::from(score.white)] += 1;
        self.n_counted += 1;
        let outcome = score.outcome();
        if self.steering.replies != Remember::Nothing
            && let Outcome::Win(winner) = outcome
        {
            let is_near_only = self.steering.replies == Remember::Near;
            let is_kept = |last, reply| !is_near_only || links.are_near(last, reply);
            self.replies.learn(&self.moves, winner, is_kept);
        }
        outcome
    }
}

impl TracedPlayout<Position> for GoSteered {
    fn follow(&mut self, mv: Move) {
        self.before = match mv {
            Move::Place(cell) => Some(cell),
            Move::Pass => None,
        };
    }

    fn add(&mut self, player: Player, mv: Move) {
        if let Move::Place(cell) = mv {
            self.first[cell.index()] = Some(player);
        }
    }

    fn has_played(&self, player: Player, mv: Move) -> bool {
        matches!(mv, Move::Place(cell) if self.first[cell.index()] == Some(player))
    }
}

/// Whether a stone that leaves its chain with one liberty would give up more stones than the resulting shape is worth.
fn gives_up(view: &impl View, cell: Cell, player: Player) -> bool {
    let mut is_more = view.neighbours(cell).filter(|&to| view.stone(to) == Some(player)).map(|to| view.chain_len(to));
    is_more.any(|n_stones| n_stones >= spaces::MOST)
        || !Space::with_stones(view, cell, player).is_some_and(|space| space.is_dead(view))
}

/// Returns true this often out of 256. With 0 it draws no random number.
#[inline]
fn happens(often: u32, rng: &mut impl RngCore) -> bool {
    often > 0 && rng.next_u32() >> 24 < often
}
