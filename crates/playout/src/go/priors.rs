//! Prior judgements of Go moves, before they are tried.
//!
//! A move is good if it captures, saves, threatens or answers nearby. It is bad if it puts its own stones in atari or
//! fills its own eye. Where the board is still open, the third line is good and the first two are bad. Each of these
//! counts as a number of games won or lost by the move. The numbers are those of Baudiš' michi.

use std::sync::{Arc, Mutex, PoisonError};

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_go::{Liberties, Move, Position, View};
use tesuji_search::mcts::guided::{MovePriors, Prior};

use super::advice::Advice;
use super::fights::Fights;
use super::links::Links;
use super::patterns::PatternTable;

/// Games of a move about which nothing is known, half of them won.
const EVEN: u32 = 10;
/// Won: it captures or saves stones, one or several.
const TAKES: [u32; 2] = [15, 30];
/// Won: it puts an opponent's stones in atari.
const ATARI: u32 = 8;
/// Won: it has a good shape.
const SHAPE: u32 = 10;
/// Won: by its distance from the last move, starting at 1.
const NEAR: [u32; 3] = [24, 22, 8];
/// Won on the third line, lost on the first two, where nothing stands near.
const OPEN: u32 = 10;
/// Lost: it puts its own stones in atari.
const SELF_ATARI: u32 = 20;
/// Lost: it fills an eye of its own.
const EYE: u32 = 50;
/// Lost: it is a pass.
const PASS: u32 = 30;
/// Won: a fight that was read out begins with it, and moving first is worth something.
const READ: u32 = 60;
/// Won: playouts of the position say that it is better made early. This many at most.
const EARLY: u32 = 40;
/// Lost: it is in a fight that was read out, but is not how the fight begins.
const IDLE: u32 = 30;

/// A place is open if there are no stones within this distance.
const OPEN_RADIUS: usize = 3;

/// Knowledge of Go for a tree search. Keeps scratch memory.
#[derive(Clone, Debug, Default)]
pub struct GoPriors {
    /// Whether only passes and eyes are judged.
    pub is_plain: bool,
    /// The fights that are read out.
    pub fights: Arc<Mutex<Fights>>,
    /// Advice about the position with this hash. It means nothing elsewhere.
    pub advice: (Arc<Advice>, u64),
    links: Option<Arc<Links>>,
    distances: Vec<u8>,
    queue: Vec<Cell>,
}

impl GoPriors {
    fn start(&mut self, position: &Position) -> Arc<Links> {
        match &self.links {
            Some(links) if Arc::ptr_eq(&links.topology, position.topology()) => Arc::clone(links),
            _ => Arc::clone(self.links.insert(Arc::new(Links::new(position.topology())))),
        }
    }

    /// Distances from some cells, up to a limit; `u8::MAX` beyond it.
    fn measure(&mut self, links: &Links, from: impl Iterator<Item = Cell>, most: usize) {
        let Self { distances, queue, .. } = self;
        distances.clear();
        distances.resize(links.n_cells(), u8::MAX);
        queue.clear();
        queue.extend(from);
        queue.iter().for_each(|cell| distances[cell.index()] = 0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let distance = distances[cell.index()] + 1;
            if usize::from(distance) > most {
                break;
            }
            for &to in links.of(cell) {
                if distances[to.index()] == u8::MAX {
                    distances[to.index()] = distance;
                    queue.push(to);
                }
            }
        }
    }
}

/// Whether a stone on this cell fills an eye or something like one.
fn fills_eye(view: &impl View, cell: Cell, player: Player) -> bool {
    view.n_around(cell, None) == 0
        && view.n_around(cell, Some(player.opponent())) == 0
        && !view.would_play(cell, player)
}

/// Games won and lost by a stone, besides the even ones, as far as its neighbours show.
fn judge(links: &Links, view: &impl View, cell: Cell, player: Player) -> [u32; 2] {
    if fills_eye(view, cell, player) {
        return [0, EYE];
    }
    let is_safe = view.liberties_after(cell, player) == Liberties::Several;
    let (mut won, mut lost) = (0, 0);
    for &to in links.of(cell) {
        let Some(owner) = view.stone(to) else { continue };
        let takes = if view.last_liberty(to).is_some() {
            if owner != player || is_safe { TAKES[usize::from(view.chain_len(to) > 1)] } else { 0 }
        } else if owner != player && is_safe && matches!(view.liberties_without(to, cell), Liberties::One(_)) {
            ATARI
        } else {
            0
        };
        won = won.max(takes);
    }
    if !is_safe {
        lost += SELF_ATARI;
    }
    if links.code(view, cell).is_some_and(|code| PatternTable::shared().matches(code)) {
        won += SHAPE;
    }
    [won, lost]
}

impl MovePriors<Position> for GoPriors {
    fn priors(&mut self, position: &Position, last: [Option<Move>; 2], priors: &mut [Prior<Move>]) {
        let links = self.start(position);
        let (view, player) = (position.view(), position.to_move());
        let say = |prior: &mut Prior<Move>, [won, lost]: [u32; 2]| {
            prior.visits += won + lost;
            prior.half_points += 2 * won;
        };
        for prior in priors.iter_mut() {
            match prior.mv {
                Move::Pass => {
                    // A pass ends the game if the opponent has passed.
                    let wins =
                        position.n_passes() > 0 && position.score().outcome().winner() == Some(position.to_move());
                    say(prior, if wins { [PASS, 0] } else { [0, PASS] });
                }
                Move::Place(cell) => {
                    if self.is_plain {
                        say(prior, if fills_eye(&view, cell, player) { [0, EYE] } else { [0, 0] });
                    } else {
                        say(prior, [EVEN / 2, EVEN / 2]);
                        say(prior, judge(&links, &view, cell, player));
                    }
                }
            }
        }
        if self.is_plain {
            return;
        }
        let place = |mv: Move| match mv {
            Move::Place(cell) => Some(cell),
            Move::Pass => None,
        };
        if let Some(last) = last[0].and_then(place) {
            self.measure(&links, std::iter::once(last), NEAR.len());
            for prior in priors.iter_mut() {
                let distance = place(prior.mv).map_or(0, |cell| usize::from(self.distances[cell.index()]));
                if let Some(&won) = NEAR.get(distance.wrapping_sub(1)) {
                    say(prior, [won, 0]);
                }
            }
        }
        let stones = || position.topology().cells().filter(|&cell| position.stone(cell).is_some());
        if 2 * stones().count() < links.n_cells() {
            self.measure(&links, stones(), OPEN_RADIUS);
            for prior in priors.iter_mut() {
                let Some(cell) = place(prior.mv) else { continue };
                if self.distances[cell.index()] == u8::MAX {
                    match links.lines[cell.index()] {
                        1 | 2 => say(prior, [0, OPEN]),
                        3 => say(prior, [OPEN, 0]),
                        _ => {}
                    }
                }
            }
        }
        if self.advice.1 == position.zobrist() {
            for prior in priors.iter_mut() {
                let early = place(prior.mv).map_or(0, |cell| self.advice.0.early(player, cell));
                say(prior, [EARLY * early / 255, 0]);
            }
        }
        self.fights.lock().unwrap_or_else(PoisonError::into_inner).first_moves(position, |cells, swing, begins| {
            for prior in priors.iter_mut() {
                let Some(cell) = place(prior.mv).filter(|cell| cells.binary_search(cell).is_ok()) else { continue };
                say(prior, if swing > 0 && begins == Some(cell) { [READ, 0] } else { [0, IDLE] });
            }
        });
        let weigh = |prior: &Prior<Move>| {
            let (won, all) = (prior.half_points / 2, prior.visits);
            (won + EVEN / 2) as f32 / (all - won + EVEN / 2) as f32
        };
        let sum: f32 = priors.iter().map(weigh).sum();
        priors.iter_mut().for_each(|prior| prior.chance = weigh(prior) / sum);
    }
}
