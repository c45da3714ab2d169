//! A whole game judged.

use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_archive::{Archive, ArchiveConfig, Experience};
use tesuji_board::Player;
use tesuji_review::{Effort, Elapsed, GameToReview, Known, MistakeKind, Review, ReviewSpec, Reviewer, Timekeeper};
use tesuji_search::Limits;

use crate::texts::{GameTree, main_line};
use crate::types::{Budget, Certainty, Colour, Progress};
use crate::words::sentence;
use crate::{Desk, Trouble, Update};

/// Asks for a review of the main line of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewOf {
    /// The game.
    pub tree: GameTree,
    /// The time for the whole game; with `nodes`, nodes and playouts for each position instead.
    #[serde(default)]
    pub budget: Budget,
}

/// A review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewView {
    /// The findings as sentences, the most important first; the last one says how much work they rest on.
    pub verdict: Vec<String>,
    /// A point of the value graph for each position, from the start on.
    pub points: Vec<ReviewPoint>,
    /// The mistakes, the biggest first.
    pub mistakes: Vec<Mistake>,
    /// The number of the move, from 1, that lost the game for certain.
    pub losing_move: Option<usize>,
    /// The review as the command line writes it (JSON), for a file.
    pub file: serde_json::Value,
}

/// A position of a reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewPoint {
    /// After this many moves.
    pub n_moves: usize,
    /// Black's chance, from 0 to 1; absent if nothing is known.
    pub black: Option<f64>,
    /// Its interval of 95 %; absent if one sample is all there is.
    pub interval: Option<[f64; 2]>,
    /// How it is known; absent if nothing is known.
    pub certainty: Option<Certainty>,
    /// Moves that are known to win here.
    pub winning: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

/// A mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who made it.
    pub player: Colour,
    /// The move.
    pub mv: String,
    /// Whether it is a mistake for certain.
    pub certainty: Certainty,
    /// What it lost, from 0 to 1.
    pub loss: Option<f64>,
    /// Better moves.
    pub instead: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

/// The time of a review for which none was given.
const USUAL_SECONDS: f64 = 30.0;
/// Playouts for a position for each node of the solver, where work is bounded by nodes.
const NODES_A_PLAYOUT: u64 = 5;
/// Memory of the solver's tables.
const TABLE_BYTES: usize = 64 << 20;

pub(crate) fn review(asked: &ReviewOf, desk: &impl Desk) -> Result<ReviewView, Trouble> {
    let record = main_line(&asked.tree)?;
    let id = if asked.tree.id.is_empty() { "game".to_owned() } else { asked.tree.id.clone() };
    let game = GameToReview { id, spec: asked.tree.start.game.clone(), record };
    let effort = match asked.budget {
        Budget { nodes: Some(nodes), .. } => Effort::Work { nodes, playouts: (nodes / NODES_A_PLAYOUT).max(1) },
        Budget { seconds, .. } => Effort::Time(seconds.unwrap_or(USUAL_SECONDS)),
    };
    let spec = ReviewSpec::usual(effort);
    let config = ArchiveConfig { table_bytes: TABLE_BYTES, experience: Experience::Shared, ..ArchiveConfig::default() };
    let ours = |error: &dyn std::error::Error| Trouble::ours(error.to_string());
    let archive = Archive::open(config, |_| {}).map_err(|error| ours(&error))?;
    let keeper = DeskKeeper { desk, spent: Mutex::new(0.0), effort };
    let reviewed = Reviewer { archive: &archive, spec: &spec }.review(&game, &keeper);
    view(&reviewed.map_err(|error| Trouble::new(error.to_string()))?)
}

/// The clock of a review: each search is one on the desk.
struct DeskKeeper<'a, D> {
    desk: &'a D,
    spent: Mutex<f64>,
    effort: Effort,
}

impl<D: Desk> Timekeeper for DeskKeeper<'_, D> {
    fn run<R>(&self, seconds: Option<f64>, what: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let share = match self.effort {
            Effort::Time(all) => Some((spent / all).clamp(0.0, 1.0)),
            Effort::Work { .. } => None,
        };
        self.desk.update(Update::Progress(Progress::new(what, share, 0)));
        let budget = Budget { seconds, nodes: None };
        let (found, took) = self.desk.run(&budget, |limits, clock| (search(limits, clock), clock()));
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) += took;
        (found, took)
    }

    fn is_stopped(&self) -> bool {
        self.desk.is_stopped()
    }
}

/// A review as plain data for the page.
fn view(review: &Review) -> Result<ReviewView, Trouble> {
    let points = review.positions.iter().map(|position| {
        let known = position.black();
        ReviewPoint {
            n_moves: position.n_moves,
            black: known.map(|(value, _)| value),
            interval: position.interval(),
            certainty: match position.known {
                Known::Proved(_) => Some(Certainty::Certain),
                Known::Estimated(_) => Some(Certainty::Opinion),
                Known::Nothing => None,
            },
            winning: position.proof().map(|proof| proof.winning.clone()).unwrap_or_default(),
            sentence: sentence(&review.state(position.n_moves)),
        }
    });
    let mistakes = review.mistakes.iter().filter_map(|&number| review.moves.get(number.checked_sub(1)?));
    let mistakes = mistakes.map(|mv| {
        let certainty = match mv.mistake {
            Some(MistakeKind::Proved) => Certainty::Certain,
            _ => Certainty::Opinion,
        };
        Mistake {
            number: mv.number,
            player: Player::from(mv.player).into(),
            mv: mv.mv.clone(),
            certainty,
            loss: mv.loss,
            instead: mv.better.as_ref().map(|better| better.moves.clone()).unwrap_or_default(),
            sentence: format!("Move {}, {} {}: {}", mv.number, mv.player.title(), mv.mv, review.instead(mv)),
        }
    });
    Ok(ReviewView {
        verdict: review.verdict().into_iter().chain([review.spent.sentence()]).collect(),
        points: points.collect(),
        mistakes: mistakes.collect(),
        losing_move: review.turning.map(|turning| turning.number),
        file: serde_json::to_value(review).map_err(|error| Trouble::ours(error.to_string()))?,
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::texts::{Content, Open, open};
    use crate::{Quiet, catalogue};

    fn reviewed(nodes: u64) -> ReviewView {
        let examples = catalogue::catalogue(&catalogue::CatalogueOf {}, &Quiet).unwrap().examples;
        let text = examples.into_iter().find(|example| example.id == "lost-hex-game").unwrap().text;
        let opened = open(&Open { text, size: Some([7, 7]), ..Open::default() }, &Quiet).unwrap();
        let Content::Games { games } = opened.content else { panic!() };
        let budget = Budget { nodes: Some(nodes), seconds: None };
        review(&ReviewOf { tree: games[0].clone(), budget }, &Quiet).unwrap()
    }

    #[test]
    fn the_move_that_lost_is_found_for_certain() {
        let view = reviewed(300);
        assert_eq!(view.points.len(), 21);
        let number = view.losing_move.expect("the turning point is near the end");
        let mistake = view.mistakes.iter().find(|mistake| mistake.number == number).unwrap();
        assert_eq!(mistake.certainty, Certainty::Certain);
        // A solver without limits agrees on who wins before and after it.
        let state = |n_moves: usize| crate::types::GameState {
            game: tesuji_engine::GameSpec::hex(7, 7),
            setup: crate::types::Setup::default(),
            moves: view.file["moves"].as_array().unwrap()[..n_moves]
                .iter()
                .map(|mv| crate::types::PlayedMove::InTurn(mv["mv"].as_str().unwrap().to_owned()))
                .collect(),
        };
        let winner = |n_moves: usize| {
            let mut session = crate::state::session(&state(n_moves)).unwrap();
            let player = session.to_move();
            session.solver().unwrap().solve(player, &Limits::default()).winner.unwrap()
        };
        assert_ne!(winner(number - 1), winner(number));
        assert!(view.verdict.iter().any(|said| said.contains("lost the game")), "{:?}", view.verdict);
        assert_eq!(reviewed(300), view);
    }
}
