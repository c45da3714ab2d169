//! The winner of a position, the winning moves, and all openings of a board.

mod hex;
#[cfg(feature = "testing")]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_engine::SolvedMoves;

use crate::life::{LifeOf, LifeView};
use crate::types::{Budget, Colour, GameState};
use crate::words::{count, listed};
use crate::{Answer, Desk, Trouble, Update, state};

/// Asks who wins, for certain. Updates show the moves that are known so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// The position, of Hex or Amazons.
    pub state: GameState,
    /// Whether every move is wanted, or only the winner.
    #[serde(default)]
    pub moves: bool,
    /// Whether a certificate is wanted (Hex).
    #[serde(default)]
    pub certificate: bool,
    /// Amount of work.
    #[serde(default)]
    pub budget: Budget,
}

/// The winner, as far as it is known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SolvedView {
    /// The winner; absent if a limit was reached first.
    pub winner: Option<Colour>,
    /// One sentence for people.
    pub words: String,
    /// A move that wins, if the player to move does.
    pub winning_move: Option<String>,
    /// Moves that win.
    pub winning: Vec<String>,
    /// Moves that lose.
    pub losing: Vec<String>,
    /// Moves that are open.
    pub open: Vec<String>,
    /// Whether `winning` has all moves that win.
    pub is_complete: bool,
    /// The certificate, as `check` takes it. The checker has accepted it.
    pub certificate: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Whether the answer came from a store.
    pub is_stored: bool,
}

/// Asks which openings of an empty board of Hex win. Updates are the map so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Openings {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Amount of work in all.
    #[serde(default)]
    pub budget: Budget,
    /// Result of an earlier answer to this question.
    #[serde(default)]
    pub known: Option<OpeningsView>,
}

/// The openings of a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct OpeningsView {
    /// First moves of Black that win.
    pub winning: Vec<String>,
    /// First moves that lose.
    pub losing: Vec<String>,
    /// First moves that are open.
    pub open: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

pub(crate) fn solve(asked: &Solve, desk: &impl Desk) -> Result<SolvedView, Trouble> {
    let mut session = state::session(&asked.state)?;
    let position = session.position().as_hex().cloned();
    if let Some(position) = position {
        return hex::solve(&position, asked, desk);
    }
    let game = asked.state.game.description().name;
    let player = session.to_move();
    if let Some(outcome) = session.outcome() {
        let winner = outcome.winner();
        return Ok(SolvedView {
            winner: winner.map(Colour::from),
            words: over(winner),
            is_complete: true,
            ..SolvedView::default()
        });
    }
    let Some(mut solver) = session.solver() else {
        return Err(Trouble::new(format!("there is no solver for whole positions of {game}"))
            .with_advice("ask a player with `analyze`, or mark a region and prove a claim about it"));
    };
    let ((mut view, margin), seconds) = desk.run(&asked.budget, |limits, clock| {
        let mut view = SolvedView::default();
        if !asked.moves {
            let solved = solver.solve(player, limits);
            view.winner = solved.winner.map(Colour::from);
            (view.winning_move, view.nodes) = (solved.winning_move, solved.nodes);
            return ((view, solved.margin), clock());
        }
        let fill = |view: &mut SolvedView, moves: &SolvedMoves| {
            let winner = match (moves.winning.is_empty(), moves.is_complete) {
                (false, _) => Some(player),
                (true, true) => Some(player.opponent()),
                (true, false) => None,
            };
            view.winner = winner.map(Colour::from);
            view.winning_move = moves.winning.first().cloned();
            view.winning.clone_from(&moves.winning);
            view.losing.clone_from(&moves.losing);
            view.open.clone_from(&moves.open);
            (view.is_complete, view.nodes) = (moves.is_complete, moves.nodes);
        };
        let moves = solver.watch_moves(player, limits, &mut |moves| {
            let mut so_far = SolvedView { seconds: clock(), ..SolvedView::default() };
            fill(&mut so_far, moves);
            so_far.words = words(&so_far, player);
            desk.update(Update::SoFar(Answer::Solve(so_far)));
        });
        fill(&mut view, &moves);
        ((view, moves.margin), clock())
    });
    view.seconds = seconds;
    view.words = words(&view, player);
    view.words.extend(margin.map(|margin| format!(" {}", margin.sentence())));
    Ok(view)
}

pub(crate) fn openings(asked: &Openings, desk: &impl Desk) -> Result<OpeningsView, Trouble> {
    hex::openings(asked, desk)
}

pub(crate) fn life(asked: &LifeOf, desk: &impl Desk) -> Result<LifeView, Trouble> {
    crate::life::life(asked, &|budget, search| desk.run(budget, |limits, clock| (search(limits), clock())))
}

/// The winner, as far as it is known, as one sentence.
fn words(view: &SolvedView, to_move: Player) -> String {
    let name = |player: Player| if player == Player::Black { "Black" } else { "White" };
    let Some(winner) = view.winner.map(Player::from) else {
        let nodes = usize::try_from(view.nodes).unwrap_or(usize::MAX);
        return format!("Not decided within the limit: {} searched.", count(nodes, "position"));
    };
    let winner_name = name(winner);
    match (&view.winning_move, winner == to_move) {
        (_, false) => format!("{winner_name} wins, whatever {} plays.", name(to_move)),
        (_, true) if view.is_complete => {
            let n_moves = view.winning.len() + view.losing.len();
            format!(
                "{winner_name} wins with {} of {}: {}.",
                view.winning.len(),
                count(n_moves, "move"),
                listed(&view.winning)
            )
        }
        (Some(mv), true) => format!("{winner_name} wins with {mv}."),
        (None, true) => format!("{winner_name} wins."),
    }
}

/// The result of a game that is over, as one sentence.
fn over(winner: Option<Player>) -> String {
    match winner {
        Some(Player::Black) => "The game is over: Black has won.".to_owned(),
        Some(Player::White) => "The game is over: White has won.".to_owned(),
        None => "The game is over: a draw.".to_owned(),
    }
}
