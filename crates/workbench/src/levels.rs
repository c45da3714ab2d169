//! Moves by strength: the move of each player of the ladder, the weakest first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_engine::{Session, move_seed};

use crate::types::{Budget, Certainty, GameState};
use crate::{Answer, Desk, Trouble, Update, analysis, catalogue, state};

/// Asks every player of the ladder for its move. Updates come after each player; the answer is the last of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LevelsOf {
    /// The position.
    pub state: GameState,
    /// The seed of the game, as for a reply: each move takes its own seed from it.
    #[serde(default)]
    pub seed: u64,
}

/// The moves of the players of the ladder.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LevelsView {
    /// One for each player, the weakest first. If the question was stopped, the strongest are missing.
    pub levels: Vec<LevelView>,
}

/// The move of a player of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LevelView {
    /// The player's name in menus and in the ladder: `strong, 1,000 playouts`.
    pub title: String,
    /// Its rating in the ladder, in Elo, and the 95 % interval.
    pub rating: [f64; 3],
    /// The move that it plays.
    pub mv: String,
    /// The cells of the move: one in Hex and Go, three in Amazons; none for a pass or a swap.
    pub cells: Vec<String>,
    /// Value for the player to move by its opinion, from 0 (loss) to 1 (win); absent if it has none.
    pub value: Option<f64>,
    /// Whether the value is proved.
    pub certainty: Certainty,
}

pub(crate) fn levels(asked: &LevelsOf, desk: &impl Desk) -> Result<LevelsView, Trouble> {
    each_level(&state::session(&asked.state)?, asked.seed, desk)
}

/// Move of each player of the ladder in the position of a session. Each thinks as long as its settings say, and begins
/// without a memory, so the answer depends on the position, the number of moves played and the seed alone.
///
/// If the desk is stopped, the player that was thinking is left out, and so are those after it.
///
/// # Errors
///
/// If the game is over.
pub fn each_level(session: &Session, seed: u64, desk: &impl Desk) -> Result<LevelsView, Trouble> {
    analysis::refuse_over(session)?;
    let kind = session.spec().kind();
    let seed = move_seed(seed, session.moves().len());
    let mut view = LevelsView::default();
    for listed in catalogue::players()?.of(kind) {
        let Some(rating) = listed.rating else { continue };
        if desk.is_stopped() {
            break;
        }
        let mut session = state::copy_of(session)?;
        let thought = analysis::chosen(&mut session, listed.player.clone(), &Budget::default(), seed, desk);
        // A search that was cut short does not say what the player would play.
        if desk.is_stopped() {
            break;
        }
        let thought = thought?;
        view.levels.push(LevelView {
            title: listed.title.clone(),
            rating,
            cells: state::cells_of(kind, &thought.best),
            mv: thought.best,
            value: thought.value,
            certainty: thought.certainty,
        });
        desk.update(Update::SoFar(Answer::Levels(view.clone())));
    }
    Ok(view)
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Question, Quiet, ask};
    use tesuji_engine::GameKind;
    use tesuji_search::Limits;

    const STATES: [&str; 3] = [
        r#"{"game":{"game":"hex","columns":4,"rows":4,"swap":true},"moves":["b2"]}"#,
        r#"{"game":{"game":"go","columns":4,"rows":4,"komi":0.5,"rules":"chinese"},"moves":["B2","C3"]}"#,
        r#"{"game":{"game":"amazons","columns":5,"rows":5},"moves":[]}"#,
    ];

    fn asked(state: &str) -> Question {
        serde_json::from_str(&format!(r#"{{"ask":"levels","state":{state},"seed":5}}"#)).unwrap()
    }

    /// A desk that keeps what it hears, and stops after that many players.
    struct Listening {
        heard: Mutex<Vec<LevelsView>>,
        n_wanted: usize,
    }

    impl Listening {
        fn new(n_wanted: usize) -> Self {
            Self { heard: Mutex::default(), n_wanted }
        }
    }

    impl Desk for Listening {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
            Quiet.run(budget, search)
        }

        fn update(&self, update: Update) {
            let Update::SoFar(Answer::Levels(view)) = update else { panic!("another update") };
            self.heard.lock().unwrap().push(view);
        }

        fn is_stopped(&self) -> bool {
            self.heard.lock().unwrap().len() >= self.n_wanted
        }
    }

    #[test]
    fn every_player_of_the_ladder_plays_its_reply_in_every_game() {
        let list = catalogue::catalogue(&catalogue::CatalogueOf {}, &Quiet).unwrap();
        for text in STATES {
            let desk = Listening::new(usize::MAX);
            let Answer::Levels(view) = ask(&asked(text), &desk).unwrap() else { panic!() };
            let state: GameState = serde_json::from_str(text).unwrap();
            let mut session = state::session(&state).unwrap();
            let entry = list.games.iter().find(|entry| entry.name == state.game.kind().into()).unwrap();
            // The list has the strongest first.
            let rated: Vec<_> = entry.players.iter().rev().filter(|listed| listed.rating.is_some()).collect();
            assert_eq!(view.levels.len(), rated.len());
            assert!(view.levels.is_sorted_by(|one, other| one.rating[0] <= other.rating[0]), "{text}");
            for (level, listed) in view.levels.iter().zip(rated) {
                let (player, budget) = (listed.player.clone(), Budget::default());
                let reply = analysis::Reply { state: state.clone(), player, budget, seed: 5 };
                let reply = analysis::reply(&reply, &Quiet).unwrap();
                assert_eq!((&level.title, Some(level.rating)), (&listed.title, listed.rating));
                assert_eq!((&level.mv, &level.cells), (&reply.mv, &reply.cells), "{}", level.title);
                assert_eq!((level.value, level.certainty), (reply.analysis.value, reply.analysis.certainty));
                assert!(session.legal_moves().contains(&level.mv), "{}: {}", level.title, level.mv);
                assert!(level.value.is_none_or(|value| (0.0..=1.0).contains(&value)), "{}", level.title);
            }
            let heard = desk.heard.into_inner().unwrap();
            assert!(heard.iter().enumerate().all(|(idx, so_far)| so_far.levels == view.levels[..=idx]));
            assert_eq!(heard.last(), Some(&view));
            // What the session was asked before changes nothing.
            let strongest = catalogue::strongest(state.game.kind()).unwrap();
            session.analyze(&strongest, &Limits::nodes(20), 9).unwrap();
            assert_eq!(each_level(&session, 5, &Quiet).unwrap(), view);
        }
    }

    #[test]
    fn a_question_that_is_stopped_has_the_weakest_players() {
        for n_wanted in [0, 2] {
            let Answer::Levels(view) = ask(&asked(STATES[0]), &Listening::new(n_wanted)).unwrap() else { panic!() };
            assert_eq!(view.levels.len(), n_wanted);
        }
    }

    #[test]
    fn a_game_that_is_over_is_refused() {
        for (text, kind) in [
            (r#"{"game":{"game":"hex","columns":2,"rows":2},"moves":["a1","b1","a2"]}"#, GameKind::Hex),
            (
                r#"{"game":{"game":"go","columns":3,"rows":3,"komi":0.5,"rules":"chinese"},"moves":["pass","pass"]}"#,
                GameKind::Go,
            ),
            (r#"{"game":{"game":"amazons","setup":"Q*q/***/*** w - - 0 1"},"moves":[]}"#, GameKind::Amazons),
        ] {
            let trouble = ask(&asked(text), &Quiet).unwrap_err();
            assert!(trouble.what == "the game is over" && !trouble.is_ours, "{kind:?}: {trouble:?}");
        }
        let trouble = ask(&asked(r#"{"game":{"game":"hex","columns":2,"rows":2},"moves":["z9"]}"#), &Quiet);
        assert!(trouble.unwrap_err().what.starts_with("move 1 (z9)"));
    }
}
