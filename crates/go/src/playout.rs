//! Playouts: random games to the end.

mod ground;

use std::sync::Arc;

use rand::RngCore;
use tesuji_board::{Cell, CellSet, Player};

use crate::board::{AnyGraph, Board, LARGE, MEDIUM, SMALL};
use crate::light::{BLACK, Graph, Index, LightStones, WHITE, player, player_of};
use crate::policy::{Observer, Policy};
use crate::position::PASSES_TO_END;
use crate::view::View;
use crate::{Position, Score};
use ground::{OnLight, OnPlain, PlainStones, PlayableStones};

/// A playout is long if it has more than this many plies per cell plus [`SPARE_PLIES`].
///
/// Random games that leave the player's own eyes alone take about 1.4 plies per cell on boards that are not tiny.
const MOST_PLIES_A_CELL: usize = 4;
/// On a tiny board all stones of a player may be captured, so that the game starts over a few times before it ends.
const SPARE_PLIES: usize = 200;

/// End of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEnd {
    /// The area of both players, and the komi of the position.
    ///
    /// At the end no empty cell touches another, so cells are counted one by one. If the playout was capped, an empty
    /// cell counts only if it touches stones and all of them are of one player.
    pub score: Score,
    /// The number of plies played, including passes.
    pub n_plies: u32,
    /// Whether it became so long that its end was forced.
    pub is_capped: bool,
}

/// Plays random games to the end, and reuses the same memory for each.
///
/// Every ply is a uniform choice among the moves that are legal under the simple ko rule without suicide and do not
/// fill an eye of the player's own. If there are none, it is a pass. Two passes end the game. Superko is ignored and
/// suicide is never played, whatever the rules of the position: both are far too rare to change a statistic, and
/// superko is far too slow.
///
/// An own eye is an empty cell with only own stones as neighbours, unless filling it may be needed to join them. On the
/// square lattice the usual rule of corners decides. On a graph the cell is an eye unless its neighbours belong to
/// several chains and one of these has no other liberty.
///
/// **No playout is broken off.** A game longer than four plies per cell plus 200 runs in circles. From then on nobody
/// plays twice on the same cell, so the game ends with two passes after at most two more stones per cell. Such playouts
/// are called capped. Rings of single cells, where no shape has two eyes, need this rule. All other boards hardly ever
/// do, so it changes nothing there. `docs/GO-PLAYOUTS.md` links the shares for each kind of board.
///
/// The same position and state of the generator give the same game on any machine.
///
/// ```
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use tesuji_board::Topology;
/// use tesuji_go::{Komi, Position, RandomPlayouts, Rules};
///
/// let position = Position::empty(Topology::square(9, 9).unwrap(), Rules::CHINESE, Komi::from_half_points(15));
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let playout = RandomPlayouts::new().play_out(&position, &mut rng);
/// assert!(!playout.is_capped && playout.score.black + playout.score.white == 81);
/// ```
#[derive(Clone, Default)]
pub struct RandomPlayouts {
    small: Option<Box<PlayoutStones<u8, SMALL>>>,
    medium: Option<Box<PlayoutStones<u16, MEDIUM>>>,
    large: Option<Box<PlayoutStones<u16, LARGE>>>,
    plain: PlainStones,
    /// For whom each cell counted at the end of the latest playout, as codes of players.
    owners: Vec<u8>,
}

/// The stones of a playout, and those that it starts from.
#[derive(Clone)]
struct PlayoutStones<I, const CAP: usize> {
    /// The board, and the key of the stones, from which `start` was made.
    origin: Option<(Arc<Board>, u128)>,
    start: LightStones<I, CAP>,
    now: LightStones<I, CAP>,
}

/// Whose turn it is, and how long the game has lasted.
struct PlayoutTurn {
    player: Player,
    n_passes: u8,
    n_plies: u32,
}

impl RandomPlayouts {
    /// A value without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays on from `position` to the end. A position that is over is counted as it is.
    pub fn play_out(&mut self, position: &Position, rng: &mut impl RngCore) -> PlayoutEnd {
        self.play_out_with(position, rng, |_, _| {})
    }

    /// As [`play_out`](Self::play_out), with the same game. `observe` sees each move: who plays it, and the cell, or
    /// `None` for a pass. It costs nothing if it does nothing.
    ///
    /// ```
    /// use rand::SeedableRng;
    /// use rand_xoshiro::Xoshiro256PlusPlus;
    /// use tesuji_board::{Cell, Player, Topology};
    /// use tesuji_go::{Komi, Position, RandomPlayouts, Rules};
    ///
    /// let position = Position::empty(Topology::square(5, 5).unwrap(), Rules::CHINESE, Komi::default());
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let mut playouts = RandomPlayouts::new();
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
    ) -> PlayoutEnd {
        self.play_out_by(position, rng, &mut Observer(observe))
    }

    /// As [`play_out`](Self::play_out), but `policy` chooses the moves where it has any.
    pub fn play_out_by(&mut self, position: &Position, rng: &mut impl RngCore, policy: &mut impl Policy) -> PlayoutEnd {
        if position.is_over() {
            let [black, white] = position.areas(&CellSet::new());
            self.owners.clear();
            self.owners.resize(position.topology().n_cells(), 0);
            black.iter().for_each(|cell| self.owners[cell.index()] = BLACK);
            white.iter().for_each(|cell| self.owners[cell.index()] = WHITE);
            return PlayoutEnd { score: position.score(), n_plies: 0, is_capped: false };
        }
        let mut turn = PlayoutTurn { player: position.to_move, n_passes: position.n_passes, n_plies: 0 };
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
        PlayoutEnd { score, n_plies: turn.n_plies, is_capped }
    }

    /// For whom `cell` counted in the score of the latest playout, or `None` if for nobody. `cell` is on the board of
    /// that playout.
    ///
    /// # Panics
    ///
    /// If that board has no such cell, or there was no playout.
    #[must_use]
    #[inline]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        player(self.owners[cell.index()])
    }

    /// For whom each cell of the latest playout's board counted, ascending: [`owner`](Self::owner) of all cells. Empty
    /// if there was no playout.
    #[inline]
    pub fn owners(&self) -> impl Iterator<Item = Option<Player>> + '_ {
        self.owners.iter().map(|&owner| player(owner))
    }
}

/// Plays on from `position` on its graph; returns whether the game was capped.
fn play_light<I: Index, const CAP: usize, const D: usize>(
    memory: &mut Option<Box<PlayoutStones<I, CAP>>>,
    graph: &Graph<I, CAP, D>,
    position: &Position,
    turn: &mut PlayoutTurn,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
    owners: &mut Vec<u8>,
) -> bool {
    let PlayoutStones { origin, start, now } = &mut **memory.get_or_insert_with(|| {
        Box::new(PlayoutStones { origin: None, start: LightStones::new(), now: LightStones::new() })
    });
    // The key distinguishes the stones of one board as reliably as superko requires.
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

/// Plays to the end and counts; returns whether the game was capped.
#[inline(always)]
fn play_on(
    mut ground: impl PlayableStones,
    turn: &mut PlayoutTurn,
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

/// Plays until the game is over or has this many plies, give or take one.
#[inline(always)]
fn play_until<const LATE: bool>(
    ground: &mut impl PlayableStones,
    turn: &mut PlayoutTurn,
    most_plies: u32,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
) {
    let (mut n_passes, mut n_plies) = (turn.n_passes, turn.n_plies);
    let mut is_whites_turn = turn.player == Player::White;
    while n_plies < most_plies {
        if !is_whites_turn {
            n_plies += 1;
            let is_pass = play_one::<BLACK, LATE>(ground, rng, policy);
            n_passes = if is_pass { n_passes + 1 } else { 0 };
            if n_passes >= PASSES_TO_END {
                break;
            }
        }
        is_whites_turn = false;
        n_plies += 1;
        let is_pass = play_one::<WHITE, LATE>(ground, rng, policy);
        n_passes = if is_pass { n_passes + 1 } else { 0 };
        if n_passes >= PASSES_TO_END {
            break;
        }
    }
    *turn = PlayoutTurn { player: Player::Black, n_passes, n_plies };
}

/// Plays one ply of the player whose code is `P`; returns whether it is a pass.
#[inline(always)]
fn play_one<const P: u8, const LATE: bool>(
    ground: &mut impl PlayableStones,
    rng: &mut impl RngCore,
    policy: &mut impl Policy,
) -> bool {
    let (player, view) = (player_of::<P>(), ground.view());
    let wished = policy.choose(&view, player, rng).filter(|&cell| view.would_play(cell, player));
    drop(view);
    let wished = wished.filter(|&cell| !(LATE && ground.is_banned::<P>(cell)));
    let choice = match wished {
        Some(cell) => {
            ground.take(cell);
            Some(cell)
        }
        None => ground.draw::<P, LATE>(rng, policy),
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

#[cfg(feature = "testing")]
mod tests;
