//! The certain winner of a position of Amazons, and the winning moves.

use tesuji_amazons::Position;
use tesuji_amazons::notation::write_move;
use tesuji_board::Player;
use tesuji_endings::{Deciding, EndingSolver, decide};
use tesuji_game::Game;
use tesuji_search::Limits;

use super::AmazonsGame;
use crate::games::AnyGame;
use crate::solving::Solves;
use crate::{Session, Solved, SolvedMoves};

/// Exact endings: boards that have fallen into parts, which are counted.
#[derive(Clone, Copy, Debug)]
pub struct AmazonsEndings<'a> {
    position: &'a Position,
}

impl Session {
    /// Exact endings; `None` in other games than Amazons.
    #[must_use]
    pub const fn endings(&self) -> Option<AmazonsEndings<'_>> {
        match &self.game {
            AnyGame::Amazons(game) => Some(AmazonsEndings { position: game.position() }),
            AnyGame::Hex(_) | AnyGame::Go(_) => None,
        }
    }
}

impl AmazonsEndings<'_> {
    /// The certain winner, by the values of the parts into which the board has fallen, or by search. `None` if a part
    /// that both players can reach has more than `most_empty` empty cells, or if a limit was reached first. A node of
    /// `limits` is a position searched, or a position of such a part.
    #[must_use]
    pub fn winner(&self, most_empty: usize, limits: &Limits) -> Option<Player> {
        let usual = Deciding::default();
        let deciding = Deciding { nodes: limits.nodes.unwrap_or(usual.nodes), empties: most_empty };
        decide(self.position, &deciding, limits).map(|solved| solved.winner)
    }
}

impl Solves for AmazonsGame {
    fn solve(&mut self, player: Player, limits: &Limits) -> Solved {
        solve(self.position(), player, limits)
    }

    fn solve_moves(&mut self, player: Player, limits: &Limits, seen: &mut dyn FnMut(&SolvedMoves)) -> SolvedMoves {
        solve_moves(self.position(), player, limits, seen)
    }
}

fn solve(position: &Position, player: Player, limits: &Limits) -> Solved {
    let position = position.with_to_move(player);
    let mut solver = EndingSolver::default();
    let solved = solver.solve(&position, limits);
    let winner_nodes = solver.n_nodes();
    Solved {
        margin: solved.map(|_| solver.short_margin(&position, winner_nodes, limits)),
        winner: solved.map(|solved| solved.winner),
        winning_move: solved.and_then(|solved| solved.mv).map(|mv| write_move(position.size(), mv)),
        nodes: solver.n_nodes(),
    }
}

/// The winning moves. The limit on nodes is for all moves together.
fn solve_moves(
    position: &Position,
    player: Player,
    limits: &Limits,
    seen: &mut dyn FnMut(&SolvedMoves),
) -> SolvedMoves {
    let position = position.with_to_move(player);
    let mut solver = EndingSolver::default();
    let moves = position.moves();
    let open = moves.iter().map(|&mv| write_move(position.size(), mv)).collect();
    let mut found =
        SolvedMoves { winning: Vec::new(), losing: Vec::new(), open, is_complete: false, margin: None, nodes: 0 };
    for mv in moves {
        if limits.reached(solver.n_nodes()) {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let left = limits.nodes.map(|most| most.saturating_sub(solver.n_nodes()));
        let Some(solved) = solver.solve(&next, &Limits { nodes: left, ..limits.clone() }) else { continue };
        let text = write_move(position.size(), mv);
        found.open.retain(|open| *open != text);
        let known = if solved.winner == player { &mut found.winning } else { &mut found.losing };
        known.push(text);
        found.nodes = solver.n_nodes();
        seen(&found);
    }
    found.is_complete = found.open.is_empty();
    if found.is_complete || !found.winning.is_empty() {
        found.margin = Some(solver.short_margin(&position, solver.n_nodes(), limits));
    }
    found.nodes = solver.n_nodes();
    found
}
