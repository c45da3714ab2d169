use std::collections::BTreeSet;

use super::*;
use crate::{
    Classes, ContestSide, ContestTally, ContestTerms, Course, Evolution, EvolutionConfig, EvolutionError,
    PositionSample, Trial,
};

#[test]
fn the_classes_of_f_2_are_those_of_all_its_maps() {
    let sample = PositionSample::new(&[board("5x5"), board("honeycomb:2")], 30, 1);
    let mut classes = Classes::new(&sample, 3);
    let first: Vec<String> = classes.classes().iter().map(|class| class.map.to_string()).collect();
    assert_eq!(first, ["B", "W", "V", "H"]);
    assert!(classes.grow(usize::MAX));
    let mut all = BTreeSet::new();
    for left in Operator::NULLARY.map(Map::nullary) {
        let mut unary = vec![Operator::Complement, Operator::Reach, Operator::Near];
        unary
            .extend(Player::BOTH.into_iter().flat_map(|player| [Operator::Joined(player), Operator::Captured(player)]));
        unary.extend((0..=3).flat_map(|number| [Operator::AtLeast(number), Operator::AtMost(number)]));
        all.extend(unary.into_iter().map(|operator| sample.fingerprint(&left.clone().under(operator))));
        for right in Operator::NULLARY.map(Map::nullary) {
            all.extend(Operator::BINARY.map(|of| sample.fingerprint(&Map::binary(of, left.clone(), &right))));
        }
    }
    assert_eq!(classes.classes().len(), all.len());
    assert_eq!(classes.n_maps(), 4.0 * 15.0 + 3.0 * 16.0);
    for class in classes.classes() {
        assert!(all.contains(&sample.fingerprint(&class.map)), "{}", class.map);
        assert_eq!(class.level == 1, first.contains(&class.map.to_string()));
        // The shortest form is found: the rules of sets cannot shorten it.
        assert!(class.map.simplified().n_nodes() >= class.map.n_nodes() || class.map.depth() > 2, "{}", class.map);
    }
    assert!(classes.classes().is_sorted_by(|a, b| a.map < b.map));
    assert!(!classes.grow(100), "F_3 has more than a hundred classes");
    assert_eq!(classes.level(), 2);
}

fn config() -> EvolutionConfig {
    EvolutionConfig { population: 12, games: 4, most_nodes: 12, ..EvolutionConfig::default() }
}

struct Bench {
    sample: PositionSample,
    course: Course,
}

impl Bench {
    fn new() -> Self {
        let boards = vec![board("4x4"), board("triangle:5")];
        let sample = PositionSample::new(&boards, 10, 1);
        Self { sample, course: Course::new(boards, vec![ContestSide::Random], ContestTerms::default(), 1).unwrap() }
    }

    fn judge(&self, trials: &[Trial]) -> Option<Vec<ContestTally>> {
        let tally = |trial: &Trial| {
            (0..self.course.n_cells()).fold(ContestTally::default(), |mut tally, cell| {
                tally += self.course.play(&trial.map, cell, trial.games.clone());
                tally
            })
        };
        Some(trials.iter().map(tally).collect())
    }

    fn step(&self, evolution: &mut Evolution) {
        assert!(evolution.step(&self.sample, |trials| self.judge(trials)));
    }
}

#[test]
fn evolution_finds_what_beats_the_random_player_and_goes_on_from_its_text() {
    let bench = Bench::new();
    let mut whole = Evolution::new(config(), "two boards", &[map("B & ~~B")]).unwrap();
    let mut resumed = whole.clone();
    for _ in 0..8 {
        bench.step(&mut whole);
        resumed = Evolution::from_text(&resumed.to_text()).unwrap();
        bench.step(&mut resumed);
        assert_eq!(resumed, whole);
    }
    assert_eq!((whole.generation(), whole.course(), whole.population().len()), (8, "two boards", 12));
    let best = &whole.population()[0];
    let fresh = bench.judge(&[Trial { map: best.map.clone(), games: 100_000..100_200 }]).unwrap()[0];
    assert!(fresh.score() > 0.8, "{} wins {:.3} of fresh games", best.map, fresh.score());
    let values: BTreeSet<u128> = whole.population().iter().map(|one| bench.sample.fingerprint(&one.map)).collect();
    assert_eq!(values.len(), whole.population().len(), "each map of its own value");
    assert!(whole.population().iter().all(|one| one.map.n_nodes() <= 12 && one.n_rounds * 4 == one.tally.games()));
}

#[test]
fn a_judge_who_stops_changes_nothing() {
    let bench = Bench::new();
    let mut evolution = Evolution::new(config(), "", &[]).unwrap();
    bench.step(&mut evolution);
    let before = evolution.clone();
    for n_answers in 0..3 {
        let mut n_asked = 0;
        let done = evolution.step(&bench.sample, |trials| {
            n_asked += 1;
            if n_asked > n_answers { None } else { bench.judge(trials) }
        });
        assert!(!done);
        assert_eq!(evolution, before);
    }
}

#[test]
fn bad_settings_and_texts_are_refused() {
    let refused = |config| Evolution::new(config, "", &[]).map(|_| ());
    assert!(matches!(refused(EvolutionConfig { population: 1, ..config() }), Err(EvolutionError::Setting { .. })));
    assert!(matches!(refused(EvolutionConfig { games: 0, ..config() }), Err(EvolutionError::Setting { .. })));
    let text = Evolution::new(config(), "c", &[map("V")]).unwrap().to_text();
    assert!(Evolution::from_text(&text).is_ok());
    for (from, to, line) in [
        ("maps-evolution 1", "maps-evolution 2", 1),
        ("games 4", "games x", 8),
        ("course c", "curse c", 11),
        ("map 0 0 0 0 0 0 V", "map 0 0 0 0 0 V", 13),
        ("map 0 0 0 0 0 0 V", "map 0 0 0 0 0 -1 V", 13),
    ] {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text);
        assert!(
            matches!(Evolution::from_text(&wrong), Err(EvolutionError::Line { line: at, .. }) if at == line),
            "{to}"
        );
    }
    let wrong = text.replace("0 V", "0 (V");
    assert!(matches!(Evolution::from_text(&wrong), Err(EvolutionError::Map { line: 13, .. })));
    assert!(Evolution::from_text("").is_err());
}
