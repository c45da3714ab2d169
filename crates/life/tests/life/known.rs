//! Shapes whose status every textbook has, in `testdata/go/life.toml`; certificates of them, sound and damaged.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use tesuji_board::{CellSet, Player};
use tesuji_go::{Diagram, Komi, Rules};
use tesuji_life::{AnswerConfig, Question, Status, TargetRule, Threats, certificate, checker};
use tesuji_search::Limits;

#[derive(Deserialize)]
struct Suite {
    position: Vec<Shape>,
}

#[derive(Deserialize)]
struct Shape {
    id: String,
    group: String,
    #[serde(default)]
    all: bool,
    black_first: String,
    white_first: String,
    black_moves: Option<Vec<String>>,
    white_moves: Option<Vec<String>>,
    diagram: String,
}

#[test]
fn known_shapes_have_their_status() {
    let suite: Suite = toml::from_str(include_str!("../../../../testdata/go/life.toml")).unwrap();
    let mut wrong = Vec::new();
    for shape in &suite.position {
        let diagram: Diagram = shape.diagram.parse().unwrap();
        let position = diagram.position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
        let topology = position.topology();
        let target: CellSet = shape.group.split(' ').map(|name| topology.cell(name).unwrap()).collect();
        let question =
            Question::new(&position, &target, if shape.all { TargetRule::All } else { TargetRule::Any }, None).unwrap();
        let firsts = [(&shape.black_first, &shape.black_moves), (&shape.white_first, &shape.white_moves)];
        for (first, (status, moves)) in Player::BOTH.into_iter().zip(firsts) {
            let answer =
                question.answer(first, AnswerConfig { all_moves: moves.is_some() }, &Limits::nodes(3_000_000), None);
            let found = match answer.status {
                None => "undecided",
                Some(Status::Alive) => "alive",
                Some(Status::Seki) => "seki",
                Some(Status::Repetition) => "repetition",
                Some(Status::Lives) => "lives",
                Some(Status::Ko { needs: Player::Black, threats: Threats::UNBOUNDED }) => "dead",
                Some(Status::Ko { .. }) => "ko",
                Some(Status::Dead) => "dead",
            };
            let names: Vec<String> =
                answer.moves.iter().map(|mv| mv.map_or("pass", |cell| topology.name(cell)).to_owned()).collect();
            if found != status || moves.as_ref().is_some_and(|moves| *moves != names) {
                wrong.push(format!("{} {first}: {found} with {names:?}, expected {status} with {moves:?}", shape.id));
            }
            let text = certificate::write(&question, &answer.strategies);
            if let Err(fault) = checker::check(&text) {
                wrong.push(format!("{} {first}: {fault}", shape.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn answers_that_rest_on_a_closed_region_are_conditional() {
    let closed = "4 . . . . .\n3 W W W W W\n2 B B B B W\n1 . . . B W\n  A B C D E";
    let weak = "4 . . . . .\n3 . W W W W\n2 W B B B W\n1 W . . B W\n  A B C D E";
    let open = "4 . . . .\n3 . . . .\n2 . B . .\n1 . . . .\n  A B C D";
    for (text, is_conditional) in [(closed, false), (weak, true), (open, true)] {
        let diagram: Diagram = text.parse().unwrap();
        let position = diagram.position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
        let target = [position.topology().cell("B2").unwrap()].into_iter().collect();
        let question = Question::new(&position, &target, TargetRule::Any, Some(&target)).unwrap();
        let region = question.region().clone();
        let (question, answers) = question
            .settle(&[Player::White], AnswerConfig::default(), None, &|_, _, search| search(&Limits::default()));
        assert_eq!((answers[0].status, answers[0].is_conditional), (Some(Status::Dead), is_conditional), "{text}");
        assert_eq!(*question.region(), region, "a region that is given stays");
    }
}

#[test]
fn damaged_certificates_are_rejected() {
    let diagram: Diagram = "4 . . . . .\n3 W W W W W\n2 B B B B W\n1 . . . B W\n  A B C D E".parse().unwrap();
    let position = diagram.position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
    let target: CellSet = [position.topology().cell("A2").unwrap()].into_iter().collect();
    let question = Question::new(&position, &target, TargetRule::Any, None).unwrap();
    for first in Player::BOTH {
        let answer = question.answer(first, AnswerConfig::default(), &Limits::default(), None);
        let text = certificate::write(&question, &answer.strategies);
        assert_eq!(checker::check(&text).unwrap().claims.len(), answer.strategies.len());
        let (achieved, prevented) = (text.replace("prevented", "achieved"), text.replace("achieved", "prevented"));
        let other = if achieved == text { prevented } else { achieved };
        assert!(checker::check(&other).is_err(), "{other}");
        let lines: Vec<&str> = text.lines().collect();
        for gone in 0..lines.len() {
            // What says less about White proves less, but is no damage.
            if !lines[gone].starts_with("safe-") && lines[gone] != "white" {
                let rest: Vec<&str> =
                    lines.iter().enumerate().filter(|&(at, _)| at != gone).map(|(_, line)| *line).collect();
                assert!(checker::check(&rest.join("\n")).is_err(), "without line {}: {text}", gone + 1);
            }
        }
        let replies = lines.iter().position(|line| line.starts_with("claim")).unwrap() + 1;
        for reply in ["", "0", "99", "pass pass"] {
            let mut lines = lines.clone();
            lines[replies] = reply;
            assert!(checker::check(&lines.join("\n")).is_err(), "{reply}: {text}");
        }
    }
}

#[test]
fn both_checkers_agree_on_sound_and_damaged_certificates() {
    let suite: Suite = toml::from_str(include_str!("../../../../testdata/go/life.toml")).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(47);
    let mut texts = Vec::new();
    for shape in suite.position.iter().filter(|shape| !shape.id.starts_with("second-line")) {
        let position: Diagram = shape.diagram.parse().unwrap();
        let position = position.position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
        let target: CellSet = [position.topology().cell(&shape.group).unwrap()].into_iter().collect();
        let question = Question::new(&position, &target, TargetRule::Any, None).unwrap();
        let answer = question.answer(Player::White, AnswerConfig::default(), &Limits::nodes(3_000_000), None);
        let text = certificate::write(&question, &answer.strategies);
        if text.len() > 4_000 {
            continue;
        }
        texts.push(text.clone());
        for _ in 0..8 {
            let places: Vec<usize> = text.match_indices(|sign: char| sign.is_ascii_digit()).map(|(at, _)| at).collect();
            let at = places[rng.random_range(2..places.len())];
            texts.push(format!("{}{}{}", &text[..at], rng.random_range(0..10), &text[at + 1..]));
        }
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/certificates/life-v1");
    for id in ["attackers-inside", "bent-four-eye-corner", "seki-five-three", "straight-three"] {
        let text = std::fs::read_to_string(kept.join(format!("{id}.life"))).unwrap();
        assert!(checker::check(&text).is_ok(), "{id}: version 1 stays readable");
        texts.push(text);
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("life-certificates");
    std::fs::create_dir_all(&directory).unwrap();
    let paths: Vec<PathBuf> = (0..texts.len()).map(|idx| directory.join(format!("{idx}.life"))).collect();
    paths.iter().zip(&texts).for_each(|(path, text)| std::fs::write(path, text).unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tesuji/checker/life.py");
    let output = Command::new("python3").arg(script).args(&paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "one line a file");
    let mut n_sound = 0;
    for (line, text) in said.lines().zip(&texts) {
        let checked = checker::check(text);
        assert_eq!(line.contains(": valid: "), checked.is_ok(), "{line}, {checked:?}\n{text}");
        n_sound += usize::from(checked.is_ok());
    }
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(n_sound >= 15 && n_sound < texts.len() / 2, "{n_sound} of {}", texts.len());
}
