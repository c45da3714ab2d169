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
use crate::{Answer, Desk, Trouble, Update};

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
    /// The number of the move, from 1, that lost the game for certain. While the review goes on it is only given if who
    /// wins is proved from there to the end.
    pub losing_move: Option<usize>,
    /// The winner of the last position, if that is proved.
    pub winner: Option<Colour>,
    /// After this many moves, and from there to the end, the winner is proved and the same.
    pub certain_from: Option<usize>,
    /// Amount of work so far.
    pub spent: ReviewWork,
    /// The review as the command line writes it (JSON), for a file; null while the review goes on.
    pub file: serde_json::Value,
}

/// The work of a review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewWork {
    /// Positions that the solver searched.
    pub nodes: u64,
    /// Playouts of the player that estimates.
    pub playouts: u64,
    /// Seconds, of processor time on a server.
    pub seconds: f64,
    /// Positions of the game that were not looked at.
    pub n_unknown: usize,
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
    /// Certainty; absent if nothing is known.
    pub certainty: Option<Certainty>,
    /// Moves that are known to win here.
    pub winning: Vec<String>,
    /// Whether these are all moves that win.
    pub is_complete: bool,
    /// One sentence for people.
    pub sentence: String,
}

/// A mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Colour,
    /// The move.
    pub mv: String,
    /// Whether it is a mistake for certain.
    pub certainty: Certainty,
    /// Its loss, from 0 to 1.
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
    let review = reviewed.map_err(|error| Trouble::new(error.to_string()))?;
    let file = serde_json::to_value(&review).map_err(|error| Trouble::ours(error.to_string()))?;
    Ok(ReviewView { file, losing_move: review.turning.map(|turning| turning.number), ..view(&review) })
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

    fn so_far(&self, review: impl FnOnce() -> Review) {
        self.desk.update(Update::SoFar(Answer::Review(view(&review()))));
    }
}

/// A review as plain data for the page, without its file.
fn view(review: &Review) -> ReviewView {
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
            is_complete: position.proof().is_some_and(|proof| proof.is_complete),
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
    // What comes after a gap in the proofs may still change which move it was.
    let turning = review.turning.map(|turning| turning.number);
    ReviewView {
        verdict: review.verdict().into_iter().chain([review.spent.sentence()]).collect(),
        points: points.collect(),
        mistakes: mistakes.collect(),
        losing_move: turning.filter(|number| review.certain_from == Some(*number)),
        winner: review.winner.map(|winner| Player::from(winner).into()),
        certain_from: review.certain_from,
        spent: ReviewWork {
            nodes: review.spent.nodes,
            playouts: review.spent.playouts,
            seconds: review.spent.seconds,
            n_unknown: review.n_unknown(),
        },
        file: serde_json::Value::Null,
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::texts::{Content, Open, open};
    use crate::{Quiet, catalogue};

    fn reviewed(nodes: u64) -> ReviewView {
        let examples = catalogue::catalogue(&catalogue::CatalogueOf {}, &Quiet).unwrap().examples;
        let text = examples.into_iter().find(|example| example.id == "lost-hex-game").unwrap().text;
        let opened = open(&Open { text, ..Open::default() }, &Quiet).unwrap();
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
        // The point before it has the whole solution if it says so.
        let before = &view.points[number - 1];
        assert!(before.is_complete && !before.winning.contains(&mistake.mv), "{before:?}");
        assert_eq!(view.certain_from, Some(number));
        assert_eq!((view.spent.n_unknown, view.spent.nodes > 0), (0, true));
    }

    /// Keeps what a review says on the way.
    #[derive(Default)]
    struct Watching(Mutex<Vec<ReviewView>>);

    impl Desk for Watching {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
            Quiet.run(budget, search)
        }

        fn update(&self, update: Update) {
            if let Update::SoFar(Answer::Review(view)) = update {
                self.0.lock().unwrap().push(view);
            }
        }

        fn is_stopped(&self) -> bool {
            false
        }
    }

    #[test]
    fn the_losing_move_is_shown_before_the_review_ends() {
        let text = "c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5";
        let opened = open(&Open { text: text.to_owned(), size: Some([7, 7]), ..Open::default() }, &Quiet).unwrap();
        let Content::Games { games } = opened.content else { panic!() };
        let budget = Budget { nodes: Some(300), seconds: None };
        let desk = Watching::default();
        let end = review(&ReviewOf { tree: games[0].clone(), budget }, &desk).unwrap();
        let seen = desk.0.into_inner().unwrap();
        assert_eq!(end.losing_move, Some(15));
        let n_before = seen.iter().take_while(|view| view.losing_move.is_none()).count();
        assert!(n_before > 0 && n_before < seen.len() / 2, "{n_before} of {}", seen.len());
        // Once found it stays, and no answer on the way has the file.
        assert!(seen[n_before..].iter().all(|view| view.losing_move == Some(15) && view.file.is_null()));
        assert!(seen[0].spent.n_unknown > 10 && !end.file.is_null());
        assert_eq!(end.winner, seen[0].winner);
    }
}
