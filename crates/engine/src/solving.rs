//! The certain winner of a position, and the winning moves.

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_search::Limits;

use crate::Margin;

/// What is known about a position with one player to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// The winner; `None` if a limit was reached first.
    #[serde(with = "winner")]
    pub winner: Option<Player>,
    /// A move that wins, if the player to move does and the game is not over.
    pub winning_move: Option<String>,
    /// The winner's margin, in Amazons, if the winner is known, within a share of the work that the winner took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
    /// Positions searched for it.
    pub nodes: u64,
}

/// Results of solving the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolvedMoves {
    /// Moves that win, in the order of the board.
    pub winning: Vec<String>,
    /// Moves that lose.
    pub losing: Vec<String>,
    /// Moves that a limit left open.
    #[serde(default)]
    pub open: Vec<String>,
    /// Whether these are all moves. They are not if a limit was reached first.
    pub is_complete: bool,
    /// The margin by which the position is won, in Amazons, if the winner is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
    /// Positions searched for it.
    pub nodes: u64,
}

/// A winner as plain data: `black`, `white`, or none.
mod winner {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use tesuji_board::Player;

    #[expect(clippy::ref_option, reason = "serde asks for this form")]
    pub(super) fn serialize<S: Serializer>(winner: &Option<Player>, to: S) -> Result<S::Ok, S::Error> {
        winner.map(Player::name).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Player>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let player = Player::BOTH.into_iter().find(|player| player.name() == name);
        player.map(Some).ok_or_else(|| de::Error::custom("expected `black` or `white`"))
    }
}

/// A game whose positions can be solved.
pub(crate) trait Solves {
    fn solve(&mut self, player: Player, limits: &Limits) -> Solved;
    fn solve_moves(&mut self, player: Player, limits: &Limits, seen: &mut dyn FnMut(&SolvedMoves)) -> SolvedMoves;
}

/// Answers questions about who wins. The solver of Hex keeps what it learnt from one question for the next.
pub struct Solver<'a> {
    pub(crate) game: &'a mut dyn Solves,
}

impl Solver<'_> {
    /// The winner with `player` to move. A node of `limits` is a position searched.
    #[must_use]
    pub fn solve(&mut self, player: Player, limits: &Limits) -> Solved {
        self.game.solve(player, limits)
    }

    /// The moves of `player` that win. The limit on nodes is for all of them together.
    #[must_use]
    pub fn solve_moves(&mut self, player: Player, limits: &Limits) -> SolvedMoves {
        self.watch_moves(player, limits, &mut |_| {})
    }

    /// [`Self::solve_moves`], which passes what is known so far to `seen` whenever another move is settled. Easy moves
    /// come first where the game has a way of finding out which they are, so that little time says much.
    #[must_use]
    pub fn watch_moves(&mut self, player: Player, limits: &Limits, seen: &mut dyn FnMut(&SolvedMoves)) -> SolvedMoves {
        self.game.solve_moves(player, limits, seen)
    }
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}
