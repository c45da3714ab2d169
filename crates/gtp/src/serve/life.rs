//! `tesuji-life`: whether stones of Go live, asked as on all other ways in.

use tesuji_board::Player;
use tesuji_engine::PositionRef;
use tesuji_life::{Answer, AnswerConfig, Most, Question, Status, TargetRule, Threats};
use tesuji_search::Limits;

use super::arguments::{Reply, argument, colour, syntax_error};
use super::board::Board;
use super::solving::SolverBounds;

/// The most nodes for each first player.
const MOST: Most = Most { all: Some(2_000_000), wider: 0 };
const STONE: &str = "a vertex with a stone";

/// `tesuji-life VERTEX [colour]`: a line for each first player.
pub(super) fn life(board: &mut Board, arguments: &[String]) -> Reply {
    let vertex = argument(arguments, 0, STONE)?;
    let firsts = match &arguments[1..] {
        [] => Player::BOTH.to_vec(),
        rest => vec![colour(rest)?],
    };
    let bounds = SolverBounds { nodes: None, time: board.settings.solve_time };
    board.solve_within(bounds, |session, limits| {
        let PositionRef::Go(position) = session.position() else { return Err("this game has no groups".to_owned()) };
        let topology = position.topology();
        let cell = topology.cell(vertex).or_else(|| topology.cell_in_any_case(vertex));
        let target = [cell.ok_or_else(|| syntax_error(STONE, vertex))?].into_iter().collect();
        let question = Question::new(position, &target, TargetRule::Any, None).map_err(|error| error.to_string())?;
        let (_, answers) = question.settle(&firsts, AnswerConfig { all_moves: true }, MOST, &|_, nodes, search| {
            search(&Limits { nodes, ..limits.clone() })
        });
        let line = |answer: &Answer| {
            let mut line = format!("first {} status {}", answer.first, status(answer.status));
            let names = answer.moves.iter().map(|mv| mv.map_or("pass", |cell| topology.name(cell)));
            let names: Vec<&str> = names.collect();
            if !names.is_empty() {
                line += &format!(" {} {}", if answer.has_all_moves { "moves" } else { "some" }, names.join(" "));
            }
            line + if answer.is_conditional { " conditional" } else { "" }
        };
        Ok(answers.iter().map(line).collect::<Vec<_>>().join("\n"))
    })
}

fn status(status: Option<Status>) -> String {
    match status {
        None => "unknown".to_owned(),
        Some(Status::Alive) => "alive".to_owned(),
        Some(Status::Seki) => "seki".to_owned(),
        Some(Status::Repetition) => "repetition".to_owned(),
        Some(Status::Lives) => "lives".to_owned(),
        Some(Status::Dead) => "dead".to_owned(),
        Some(Status::Ko { needs, threats: Threats::UNBOUNDED }) => format!("ko needs {needs} threats many"),
        Some(Status::Ko { needs, threats }) => format!("ko needs {needs} threats {threats}"),
    }
}
