//! A position: stones, whose turn it is, what may be played.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::{Cell, CellSet, Player};
use tesuji_engine::Session;
use tesuji_game::Outcome;
use tesuji_hex::edges_of;

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
    /// How the game ended by its rules: `B+`, `W+3.5`, `0` for a draw.
    pub result: Option<String>,
    /// The same as a sentence without a full stop: `Black has won`.
    pub result_words: Option<String>,
    /// The winner, once the game is over and no draw.
    pub winner: Option<Colour>,
    /// Hex: whether White may swap now.
    pub may_swap: bool,
    /// Go: whether the player may pass.
    pub may_pass: bool,
    /// Hex: the cells of a winning chain, once there is one.
    pub winning_chain: Vec<String>,
    /// The position as a setup without moves, for the setup mode; absent in Amazons, where `fen` has it.
    pub as_setup: Option<Setup>,
    /// Amazons: the position in one line.
    pub fen: Option<String>,
    /// What the reader should know: sentences without a full stop.
    pub notices: Vec<String>,
}

/// A stone or piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stone {
    /// Where.
    pub cell: String,
    /// Whose.
    pub player: Colour,
}

pub(crate) fn position(asked: &PositionOf, _desk: &impl Desk) -> Result<PositionView, Trouble> {
    view(&state::session(&asked.state)?)
}

/// The position of a session.
pub(crate) fn view(session: &Session) -> Result<PositionView, Trouble> {
    let topology = session.spec().topology()?;
    let shown = session.view();
    let stones: Vec<Stone> =
        shown.stones().into_iter().map(|(cell, player)| Stone { cell, player: player.into() }).collect();
    let legal = session.legal_moves();
    let is_over = session.outcome().is_some();
    let winner = session.outcome().and_then(Outcome::winner);
    let result = session.record().result();
    let of = |player: Player| -> Vec<String> {
        stones.iter().filter(|stone| stone.player == player.into()).map(|stone| stone.cell.clone()).collect()
    };
    let fen = session.position().text();
    let as_setup = fen.is_none().then(|| Setup {
        black: of(Player::Black),
        white: of(Player::White),
        to_move: (session.to_move() == Player::White).then_some(Colour::White),
    });
    let last = session.moves().last().map(|(_, mv)| state::cells_of(session, &topology, mv));
    let may = |mv: &str| legal.iter().any(|legal| legal == mv);
    Ok(PositionView {
        blocked: shown.blocked(),
        to_move: session.to_move().into(),
        may_swap: may(SWAP),
        may_pass: session.spec().description().has_table && !is_over,
        moves: session.moves().iter().map(|(player, mv)| ((*player).into(), mv.clone())).collect(),
        last: last.unwrap_or_default(),
        result_words: is_over.then(|| result_words(winner, result.as_deref())),
        result,
        winner: winner.map(Colour::from),
        winning_chain: session.position().as_hex().map(winning_chain).unwrap_or_default(),
        as_setup,
        fen,
        notices: session.notices().to_vec(),
        stones,
        legal,
    })
}

/// How Hex writes the swap.
const SWAP: &str = "swap-pieces";

fn result_words(winner: Option<Player>, result: Option<&str>) -> String {
    let Some(winner) = winner else { return "the game is a draw".to_owned() };
    let name = if winner == Player::Black { "Black" } else { "White" };
    match result.and_then(|result| result.split_once('+')).map(|(_, points)| points).filter(|points| !points.is_empty())
    {
        Some(points) => format!("{name} has won by {points} points"),
        None => format!("{name} has won"),
    }
}

/// The cells of a shortest chain between the winner's edges; none while nobody has won.
fn winning_chain(position: &tesuji_hex::Position) -> Vec<String> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let topology = position.topology();
    let stones = position.stones(winner);
    let [start, goal] = edges_of(winner).map(|edge| &topology.edges()[edge].cells);
    let mut before: Vec<Option<Cell>> = vec![None; topology.n_cells()];
    let mut seen = CellSet::new();
    let mut queue: VecDeque<Cell> = start.iter().filter(|cell| stones.contains(*cell)).collect();
    queue.iter().for_each(|&cell| {
        seen.insert(cell);
    });
    while let Some(cell) = queue.pop_front() {
        if goal.contains(cell) {
            let chain = std::iter::successors(Some(cell), |cell| before[cell.index()]);
            return chain.map(|cell| topology.name(cell).to_owned()).collect();
        }
        for &near in topology.neighbours(cell) {
            if stones.contains(near) && !seen.contains(near) {
                seen.insert(near);
                before[near.index()] = Some(cell);
                queue.push_back(near);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Question, Quiet, ask};

    fn asked(state: &str) -> Result<PositionView, Trouble> {
        let question: Question = serde_json::from_str(&format!(r#"{{"ask":"position","state":{state}}}"#)).unwrap();
        match ask(&question, &Quiet)? {
            Answer::Position(view) => Ok(view),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_won_game_of_hex_has_its_chain() {
        let state = r#"{"game":{"game":"hex","columns":3,"rows":3},"moves":["b2","a1","b1","c1","a3"]}"#;
        let view = asked(state).unwrap();
        assert_eq!(view.winner, Some(Colour::Black));
        assert_eq!(view.result_words.as_deref(), Some("Black has won"));
        assert_eq!(view.winning_chain, ["a3", "b2", "b1"]);
        assert_eq!((view.legal.len(), view.last), (0, vec!["a3".to_owned()]));
    }

    #[test]
    fn the_swap_is_offered_once() {
        let game = r#""game":{"game":"hex","columns":3,"rows":3,"swap":true}"#;
        assert!(asked(&format!(r#"{{{game},"moves":["a1"]}}"#)).unwrap().may_swap);
        assert!(!asked(&format!(r#"{{{game},"moves":["a1","b2"]}}"#)).unwrap().may_swap);
        let swapped = asked(&format!(r#"{{{game},"moves":["a2","swap-pieces"]}}"#)).unwrap();
        assert_eq!(swapped.stones, [Stone { cell: "b1".into(), player: Colour::White }]);
    }

    #[test]
    fn captures_leave_the_board_and_passes_end_the_game() {
        let state = r#"{"game":{"game":"go","columns":3,"rows":3,"komi":0.5,"rules":"tromp-taylor"},
            "setup":{"black":["A2","B1"],"white":["A1"]},"moves":["C3","pass","pass"]}"#;
        let view = asked(state).unwrap();
        assert_eq!(view.result.as_deref(), Some("B+8.5"), "{view:?}");
        assert_eq!(view.result_words.as_deref(), Some("Black has won by 8.5 points"));
    }

    #[test]
    fn a_move_of_amazons_has_three_squares() {
        let view = asked(r#"{"game":{"game":"amazons","columns":6,"rows":6},"moves":[]}"#).unwrap();
        let first = view.legal[0].clone();
        let after =
            asked(&format!(r#"{{"game":{{"game":"amazons","columns":6,"rows":6}},"moves":["{first}"]}}"#)).unwrap();
        assert_eq!((after.last.len(), after.blocked.len()), (3, 1));
        assert_eq!(after.blocked[0], after.last[2]);
        assert!(after.fen.is_some() && after.as_setup.is_none());
    }

    #[test]
    fn faults_name_the_move_and_the_cell() {
        let hex = r#""game":{"game":"hex","columns":3,"rows":3}"#;
        let fault = |rest: &str| asked(&format!("{{{hex},{rest}}}")).unwrap_err().what;
        assert!(
            fault(r#""moves":["b2","b2"]"#).starts_with("move 2 (white `b2`): "),
            "{}",
            fault(r#""moves":["b2","b2"]"#)
        );
        assert_eq!(fault(r#""setup":{"black":["d1"]}"#), "there is no cell `d1` on this board");
        assert_eq!(fault(r#""setup":{"black":["a1"],"white":["a1"]}"#), "the setup has two stones on a1");
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let hex = r#""game":{"game":"hex","columns":5,"rows":5}"#;
        let [one, other] = [r#"["a1","b2","c3","d4"]"#, r#"["c3","d4","a1","b2"]"#]
            .map(|moves| asked(&format!(r#"{{{hex},"moves":{moves}}}"#)).unwrap());
        assert_eq!((one.stones, one.legal, one.to_move), (other.stones, other.legal, other.to_move));
    }
}
