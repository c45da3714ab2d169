//! Shapes whose status every textbook has, in `testdata/go/life.toml`.

use serde::Deserialize;
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
            let answer = question.answer(first, AnswerConfig { all_moves: moves.is_some() }, &Limits::nodes(3_000_000));
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
fn damaged_certificates_are_rejected() {
    let diagram: Diagram = "4 . . . . .\n3 W W W W W\n2 B B B B W\n1 . . . B W\n  A B C D E".parse().unwrap();
    let position = diagram.position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
    let target: CellSet = [position.topology().cell("A2").unwrap()].into_iter().collect();
    let question = Question::new(&position, &target, TargetRule::Any, None).unwrap();
    for first in Player::BOTH {
        let answer = question.answer(first, AnswerConfig::default(), &Limits::default());
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
