//! Playouts: random games to the end.

mod ground;

use std::sync::Arc;

use rand::RngCore;
use tesuji_board::{Cell, CellSet, Player};

use crate::board::{AnyGraph, Board, LARGE, MEDIUM, SMALL};
use crate::light::{BLACK, Graph, Index, LightStones, WHITE, player};
use crate::policy::{Observer, Policy};
use crate::position::PASSES_TO_END;
use crate::view::View;
use crate::{Position, Score};
use ground::{Ground, OnLight, OnPlain, Plain};

/// A playout of more plies than this many a cell, and [`SPARE_PLIES`] more, is long.
///
/// Random games that spare the own eyes take about 1.4 plies a cell on boards that are not tiny.
const MOST_PLIES_A_CELL: usize = 4;
/// On a tiny board a game begins anew a few times, as all stones of a player are taken, before it ends by itself.
const SPARE_PLIES: usize = 200;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The area of both, and the komi of the position.
    ///
    /// At the end no empty cell touches another, so cells are counted one by one. If the playout was capped,
    /// an empty cell counts only if it touches stones, all of one player.
    pub score: Score,
    /// How many plies were played, passes included.
    pub n_plies: u32,
    /// Did it become so long that its end was forced?
    pub is_capped: bool,
}

/// Plays random games to the end, with the memory that each uses again.
///
/// Every ply is a uniform choice among the moves that are legal under the simple ko rule without suicide and do not fill
/// an own eye; without any, a pass. Two passes end the game. Superko is not looked at, nor is suicide ever played,
/// whatever the rules of the position: both are far too rare to change a statistic, and superko far too slow.
///
/// An own eye is an empty cell between own stones alone, unless it may be needed to join them: on the square lattice by the
/// usual rule of corners; on a graph unless its neighbours are of several chains and one of them has no other liberty.
///
/// **No playout is broken off.** A game that outlasts four plies a cell and 200 more runs in circles; from then on nobody
/// plays twice on one cell, so it ends after two more stones a cell at the latest, with two passes. Such playouts are
/// called capped. Rings of single cells need that, where no shape has two eyes; all other boards hardly ever, so that the
/// rule changes nothing there. `docs/GO-PLAYOUTS.md` has the shares, kind by kind.
///
/// The same position and state of the generator give the same game on any machine.
///
/// ```
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use tesuji_board::Topology;
/// use tesuji_go::{Komi, Playouts, Position, Rules};
///
/// let position = Position::empty(Topology::square(9, 9).unwrap(), Rules::CHINESE, Komi::from_half_points(15));
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let playout = Playouts::new().play_out(&position, &mut rng);
/// assert!(!playout.is_capped && playout.score.black + playout.score.white == 81);
/// ```
#[derive(Clone, Default)]
pub struct Playouts {
    small: Option<Box<Memory<u8, SMALL>>>,
    medium: Option<Box<Memory<u16, MEDIUM>>>,
    large: Option<Box<Memory<u16, LARGE>>>,
    plain: Plain,
    /// For whom each cell counted at the end of the latest playout: codes of players.
    owners: Vec<u8>,
}

/// The stones of a playout, and those that it starts from.
#[derive(Clone)]
struct Memory<I, const CAP: usize> {
    /// The board, and the key of the stones, that `start` was made from.
    origin: Option<(Arc<Board>, u128)>,
    start: LightStones<I, CAP>,
    now: LightStones<I, CAP>,
}

/// Whose turn it is, and how long the game has been.
struct Turn {
    player: Player,
    n_passes: u8,
    n_plies: u32,
}

impl Playouts {
    /// Without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays on from `position` to the end. A position that is over is counted as it is.
    pub fn play_out(&mut self, position: &Position, rng: &mut impl RngCore) -> Playout {
        self.play_out_with(position, rng, |_, _| {})
    }

    /// As [`play_out`](Self::play_out), the same game; `observe` sees each move: who plays it, and where, or that it is a
    /// pass. It costs nothing if it does nothing.
    ///
    /// ```
    /// use rand::SeedableRng;
    /// use rand_xoshiro::Xoshiro256PlusPlus;
    /// use tesuji_board::{Cell, Player, Topology};
    /// use tesuji_go::{Komi, Playouts, Position, Rules};
    ///
    /// let position = Position::empty(Topology::square(5, 5).unwrap(), Rules::CHINESE, Komi::default());
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let mut playouts = Playouts::new();
    /// let mut moves = Vec::new();
    /// let playout = playouts.play_out_with(&position, &mut rng, |player, cell| moves.push((player, cell)));
    /// assert_eq!(moves.len(), playout.n_plies as usize);
    /// assert_eq!(moves.last().unwrap().1, None, "a game ends with a pass");
    /// let n_black = position.topology().cells().filter(|&cell| playouts.owner(cell) == Some(Player::Black)).count();
    /// assert_eq!(n_black, usize::from(playout.score.black));
    /// ```
    pub fn play_out_with(
        &mut self,
        position: &Position,
        rng: &mut impl RngCore,
        observe: impl FnMut(Player, Option<Cell>),
    ) -> Playout {
        self.play_out_by(position, rng, &mut Observer(observe))
    }

    /// As [`play_out`](Self::play_out), with moves that `policy` chooses where it has any.
    pub fn play_out_by(&mut self, position: &Position, rng: &mut impl RngCore, policy: &mut impl Policy) -> Playout {
        if position.is_over() {
            let [black, white] = position.areas(&CellSet::new());
            self.owners.clear();
            self.owners.resize(position.topology().n_cells(), 0);
            black.iter().for_each(|cell| self.owners[cell.index()] = BLACK);
            white.iter().for_each(|cell| self.owners[cell.index()] = WHITE);
            return Playout { score: position.score(), n_plies: 0, is_capped: false };
        }
        let mut turn = Turn { player: position.to_move, n_passes: position.n_passes, n_plies: 0 };
        let owners = &mut self.owners;
        let is_capped = match &position.board.graph {
            AnyGraph::Small4(graph) => play_light(&mut self.small, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Small6(graph) => play_light(&mut self.small, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Medium4(graph) => play_light(&mut self.medium, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Medium6(graph) => play_light(&mut self.medium, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Large4(graph) => play_light(&mut self.large, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Large6(graph) => play_light(&mut self.large, graph, position, &mut turn, rng, policy, owners),
            AnyGraph::Dense => {
                self.plain.load(&position.board, &position.stones);
                let ground = OnPlain { plain: &mut self.plain, board: &position.board, ko: position.ko };
                play_on(ground, &mut turn, position.topology().n_cells(), rng, policy, owners)
            }
        };
        let area = |code| self.owners.iter().map(|&owner| u16::from(owner == code)).sum();
        let score = Score { black: area(BLACK), white: area(WHITE), komi: position.komi() };
        Playout { score, n_plies: turn.n_plies, is_capped }
    }

    /// For whom `cell`, of the board of the latest playout, counted in its score; `None` if for nobody.
    ///
    /// # Panics
    ///
    /// If that board has no such cell, or there was no playout.
    #[must_use]
    #[inline]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        player(self.owners[cell.index()])
    }

    /// For whom each cell of the board of the latest playout counted, ascending: [`owner`](Self::owner) of all. Nothing if there
    /// was no playout.
    #[inline]
    pub fn owners(&self) -> impl Iterator<Item = Option<Player>> + '_ {
        self.owners.iter().map(|&owner| player(owner))
    }
}

/// Plays on from `position` on its graph; was the game capped?
fn play_light<I: Index, const CAP: usize, const D: usize>(
    memory: &mut Option<Box<Memory<I, CAP>>>,
    graph: &Graph<I, CAP, D>,
    position: &Position,
    turn: &mut Turn,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
    owners: &mut Vec<u8>,
) -> bool {
    let Memory { origin, start, now } = &mut **memory
        .get_or_insert_with(|| Box::new(Memory { origin: None, start: LightStones::new(), now: LightStones::new() }));
    // The key tells the stones of one board apart as surely as superko needs it.
    let is_known =
        matches!(origin, Some((board, key)) if Arc::ptr_eq(board, &position.board) && *key == position.board_key);
    if !is_known {
        start.load(graph, &position.stones);
        *origin = Some((Arc::clone(&position.board), position.board_key));
    }
    now.copy(start);
    let ko = position.ko.map_or(I::NONE, |cell| I::new(cell.index()));
    play_on(OnLight { light: now, graph, ko }, turn, position.topology().n_cells(), rng, policy, owners)
}

/// Plays to the end and counts; was the game capped?
#[inline(always)]
fn play_on(
    mut ground: impl Ground,
    turn: &mut Turn,
    n_cells: usize,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
    owners: &mut Vec<u8>,
) -> bool {
    play_until::<false>(&mut ground, turn, (MOST_PLIES_A_CELL * n_cells + SPARE_PLIES) as u32, rng, policy);
    let is_capped = turn.n_passes < PASSES_TO_END;
    if is_capped {
        play_until::<true>(&mut ground, turn, u32::MAX, rng, policy);
    }
    ground.count(owners);
    is_capped
}

/// Plays until the game is over, or has had so many plies, give or take one.
#[inline(always)]
fn play_until<const LATE: bool>(
    ground: &mut impl Ground,
    turn: &mut Turn,
    most_plies: u32,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
) {
    let (mut n_passes, mut n_plies) = (turn.n_passes, turn.n_plies);
    let mut is_whites_turn = turn.player == Player::White;
    while n_plies < most_plies {
        if !is_whites_turn {
            n_plies += 1;
            let is_pass = play_one::<BLACK, LATE>(ground, Player::Black, rng, policy);
            n_passes = if is_pass { n_passes + 1 } else { 0 };
            if n_passes >= PASSES_TO_END {
                break;
            }
        }
        is_whites_turn = false;
        n_plies += 1;
        let is_pass = play_one::<WHITE, LATE>(ground, Player::White, rng, policy);
        n_passes = if is_pass { n_passes + 1 } else { 0 };
        if n_passes >= PASSES_TO_END {
            break;
        }
    }
    *turn = Turn { player: Player::Black, n_passes, n_plies };
}

/// Plays one ply of `player`, whose code is `P`; is it a pass?
#[inline(always)]
fn play_one<const P: u8, const LATE: bool>(
    ground: &mut impl Ground,
    player: Player,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
) -> bool {
    let view = ground.view();
    let wished = policy.choose(&view, player, rng).filter(|&cell| view.would_play(cell, player));
    drop(view);
    let wished = wished.filter(|&cell| !(LATE && ground.is_banned::<P>(cell)));
    let choice = match wished {
        Some(cell) => {
            ground.take(cell);
            Some(cell)
        }
        None => ground.draw::<P, LATE>(player, rng, policy),
    };
    policy.observe(player, choice);
    match choice {
        Some(cell) => {
            if LATE {
                ground.ban::<P>(cell);
            }
            ground.place::<P>(cell);
        }
        None => ground.pass(),
    }
    choice.is_none()
}

#[cfg(test)]
mod tests;
