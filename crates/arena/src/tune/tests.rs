use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::control::Colours;
use crate::executor::Threads;
use crate::short::{self, ShortOpenings};
use tesuji_engine::GameSpec;

fn spec(seed: u64, opponent: Option<&str>) -> TuneSpec {
    let opponent = opponent.map(|text| ShortEngine::read(text, |_: &Path| false).unwrap());
    TuneSpec {
        player: short::player("uct:playouts=15").unwrap(),
        parameters: vec!["exploration=0.05..1.5".parse().unwrap(), "expand_after=1..9@3".parse().unwrap()],
        games: ShortMatch {
            game: GameSpec::hex(3, 3),
            players: opponent.into_iter().collect(),
            games: 4,
            colours: Colours::Exchanged,
            seed,
            time: None,
            playouts: None,
            openings: ShortOpenings::None,
            sprt: None,
            jobs: None,
        },
        n_steps: 5,
        gains: Gains::default(),
        here: PathBuf::new(),
    }
}

fn threads(count: usize) -> Threads {
    Threads { count, folder: PathBuf::new(), stop: Arc::new(AtomicBool::new(false)) }
}

fn finish(mut tuning: Tuning, count: usize) -> String {
    while tuning.step(&threads(count)).unwrap() == Some(true) {}
    assert_eq!(tuning.n_steps(), 5);
    tuning.state()
}

#[test]
fn a_search_is_the_same_on_any_threads_and_after_a_stop() {
    for opponent in [None, Some("random")] {
        let whole = finish(Tuning::new(spec(1, opponent)).unwrap(), 1);
        assert_eq!(finish(Tuning::new(spec(1, opponent)).unwrap(), 3), whole);
        assert_ne!(finish(Tuning::new(spec(2, opponent)).unwrap(), 1), whole);
        let mut begun = Tuning::new(spec(1, opponent)).unwrap();
        for _ in 0..2 {
            assert_eq!(begun.step(&threads(2)).unwrap(), Some(true));
        }
        let resumed = Tuning::resume(spec(1, opponent), &begun.state()).unwrap();
        assert_eq!(finish(resumed, 2), whole);
    }
}

#[test]
fn a_stopped_step_leaves_nothing_behind() {
    let mut tuning = Tuning::new(spec(1, None)).unwrap();
    let before = tuning.state();
    let stopped = Threads { stop: Arc::new(AtomicBool::new(true)), ..threads(1) };
    // It may be stopped before or after the few games of a step.
    if tuning.step(&stopped).unwrap().is_none() {
        assert_eq!(tuning.state(), before);
    }
    assert_eq!(finish(tuning, 1), finish(Tuning::new(spec(1, None)).unwrap(), 1));
}

#[test]
fn a_state_of_another_search_is_refused() {
    let mut tuning = Tuning::new(spec(1, None)).unwrap();
    tuning.step(&threads(1)).unwrap();
    let state = tuning.state();
    let refused = |spec: TuneSpec, state: &str| Tuning::resume(spec, state).unwrap_err().to_string();
    assert!(refused(spec(2, None), &state).contains("of another search"));
    let longer = TuneSpec { n_steps: 6, ..spec(1, None) };
    assert!(refused(longer, &state).contains("it was `steps 5`, and is `steps 6`"));
    let forged = state.replacen("0.", "0.1", 1);
    assert_ne!(forged, state);
    assert!(Tuning::resume(spec(1, None), &forged).is_err());
    assert!(refused(spec(1, None), "{}").contains("is missing"));
}

#[test]
fn what_is_tuned_begins_at_the_value_of_the_player() {
    let tuning = Tuning::new(spec(1, None)).unwrap();
    assert_eq!(tuning.start(), [0.2, 3.0], "the default of UCT, and the value that was given");
    let unknown = TuneSpec { parameters: vec!["explore=1..2".parse().unwrap()], ..spec(1, None) };
    assert!(Tuning::new(unknown).unwrap_err().to_string().contains("`explore` is not known here"));
    let none = TuneSpec { parameters: Vec::new(), ..spec(1, None) };
    assert!(Tuning::new(none).is_err());
}
