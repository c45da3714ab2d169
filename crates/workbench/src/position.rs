//! A position: stones, whose turn it is, what may be played.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::{Cell, Player};
use tesuji_engine::Session;
use tesuji_hex::{Position as HexPosition, edges_of};

use crate::types::{Colour, GameState, Setup};
use crate::{Desk, Trouble, state};

/// Asks what a position is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PositionOf {
    /// The game so far.
    pub state: GameState,
}

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PositionView {
    /// The stones or pieces.
    pub stones: Vec<Stone>,
    /// Cells that nobody can use any more: the arrows of Amazons.
    pub blocked: Vec<String>,
    /// Whose turn it is; after the end, whose it would be.
    pub to_move: Colour,
    /// The moves that may be played; none once the game is over.
    pub legal: Vec<String>,
    /// The moves played, as the game writes them.
    pub moves: Vec<(Colour, String)>,
    /// The cells of the last move: one in Hex and Go; in Amazons start, end and arrow.
    pub last: Vec<String>,
    /// Result by the rules: `B+`, `W+3.5`, `0` for a draw.
    pub result: Option<String>,
    /// The result as a sentence without a full stop: `Black has won`.
    pub result_words: Option<String>,
    /// The winner, once the game is over and no draw.
    pub winner: Option<Colour>,
    /// Hex: whether White may swap now.
    pub may_swap: bool,
    /// Go: whether the player may pass.
    pub may_pass: bool,
    /// Hex: the cells of a winning chain, once there is one.
    pub winning_chain: Vec<String>,
    /// Go: how many stones Black and White have captured.
    pub captured: Option<[usize; 2]>,
    /// Go: the point that the rule of ko forbids now.
    pub ko: Option<String>,
    /// Go: the score by area with every stone alive, as a result: `B+3.5`.
    pub score: Option<String>,
    /// The position as a setup without moves, for the setup mode.
    pub as_setup: Option<Setup>,
    /// Amazons: the position in one line.
    pub fen: Option<String>,
    /// Notices for the reader: sentences without a full stop.
    pub notices: Vec<String>,
}

/// A stone or piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stone {
    /// The cell.
    pub cell: String,
    /// Whose.
    pub player: Colour,
}

pub(crate) fn position(asked: &PositionOf, _desk: &impl Desk) -> Result<PositionView, Trouble> {
    let session = state::session(&asked.state)?;
    let is_over = session.outcome().is_some();
    let legal = if is_over { Vec::new() } else { session.legal_moves() };
    let has = |mv: &str| legal.iter().any(|legal| legal == mv);
    let result = session.record().result();
    let winner = session.outcome().and_then(|outcome| outcome.winner());
    let at = session.position();
    let go = at.as_go();
    let all_moves = session.moves();
    Ok(PositionView {
        stones: stones(&session),
        blocked: session.view().blocked(),
        to_move: session.to_move().into(),
        moves: all_moves.iter().map(|(player, mv)| ((*player).into(), mv.clone())).collect(),
        last: last_cells(&session),
        result_words: is_over.then(|| result_words(winner, result.as_deref())),
        result,
        winner: winner.map(Colour::from),
        may_swap: has(state::SWAP),
        may_pass: has(state::PASS),
        winning_chain: at.as_hex().map(winning_chain).unwrap_or_default(),
        captured: go.map(|_| captured(&asked.state, &session)),
        ko: go.and_then(|go| go.ko().map(|cell| go.topology().name(cell).to_owned())),
        score: go.map(|go| go.score().to_string()),
        as_setup: Some(state::setup_of(&session)),
        fen: at.text(),
        notices: Vec::new(),
        legal,
    })
}

fn stones(session: &Session) -> Vec<Stone> {
    let stones = session.view().stones().into_iter();
    stones.map(|(cell, player)| Stone { cell, player: player.into() }).collect()
}

/// The cells of the last move; after a swap, the stone that came of it.
fn last_cells(session: &Session) -> Vec<String> {
    let Some((_, mv)) = session.moves().last() else { return Vec::new() };
    match mv.as_str() {
        state::SWAP => session.view().stones().into_iter().map(|(cell, _)| cell).collect(),
        mv => state::cells_of(session.spec().kind(), mv),
    }
}

/// The result as a sentence without a full stop.
fn result_words(winner: Option<Player>, result: Option<&str>) -> String {
    let Some(winner) = winner else { return "the game is a draw".to_owned() };
    let winner = Colour::from(winner).title();
    match result.and_then(|result| result.split_once('+')) {
        Some((_, "1")) => format!("{winner} has won by 1 point"),
        Some((_, points)) if points.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{winner} has won by {points} points")
        }
        _ => format!("{winner} has won"),
    }
}

/// Number of stones that each player has captured: those of the other that were put on the board and are gone.
fn captured(state: &GameState, session: &Session) -> [usize; 2] {
    let stones = session.view().stones();
    let gone = |owner: Player| {
        let placed = session.moves().iter().filter(|(player, mv)| *player == owner && mv != state::PASS).count();
        let left = stones.iter().filter(|(_, player)| *player == owner).count();
        (state.setup.of(owner).len() + placed).saturating_sub(left)
    };
    [gone(Player::White), gone(Player::Black)]
}

/// A shortest chain of stones of the winner from edge to edge; none if nobody has won.
fn winning_chain(position: &HexPosition) -> Vec<String> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let topology = position.topology();
    let [from, to] = edges_of(winner).map(|edge| &topology.edges()[edge].cells);
    let own = |cell: Cell| position.stone(cell) == Some(winner);
    let mut came_from: Vec<Option<Option<Cell>>> = vec![None; topology.n_cells()];
    let mut open: VecDeque<Cell> = from.iter().filter(|&cell| own(cell)).collect();
    open.iter().for_each(|cell| came_from[cell.index()] = Some(None));
    while let Some(cell) = open.pop_front() {
        if to.contains(cell) {
            let before = |cell: &Cell| came_from[cell.index()].flatten();
            let chain = std::iter::successors(Some(cell), before);
            return chain.map(|cell| topology.name(cell).to_owned()).collect();
        }
        for &near in topology.neighbours(cell) {
            if own(near) && came_from[near.index()].is_none() {
                came_from[near.index()] = Some(Some(cell));
                open.push_back(near);
            }
        }
    }
    Vec::new()
}

#[cfg(feature = "testing")]
mod tests;
