//! The engine behind a real pipe.

use std::time::Duration;

use tesuji_engine::{GameSpec, PlayerSpec, Session, UctSpec, move_seed};
use tesuji_gtp::Client;
use tesuji_gtp::client::{AnswerLimits, EngineCommand};
use tesuji_search::Limits;

use super::Folder;

const LIMITS: AnswerLimits = AnswerLimits::wall(Duration::from_secs(120));

#[test]
fn games_over_a_pipe_are_the_games_in_process() {
    let engine = EngineCommand {
        program: env!("CARGO_BIN_EXE_tesuji").into(),
        arguments: "gtp --game hex --size 5 --swap --playouts 100".split(' ').map(Into::into).collect(),
        ..EngineCommand::default()
    };
    let mut clients = [(); 2].map(|()| Client::start(&engine).expect("it has been built"));
    let mut ask = |idx: usize, command: &str| {
        let answer = clients[idx].send(command, LIMITS).expect("our engine keeps the protocol");
        answer.result.expect("and we ask nothing that is wrong")
    };
    let player = PlayerSpec::Uct(UctSpec { playouts: 100, ..UctSpec::default() });
    for seed in 0..5 {
        let mut session = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: true }).unwrap();
        for idx in 0..2 {
            ask(idx, "clear_board");
            ask(idx, &format!("tesuji-seed {seed}"));
        }
        while session.outcome().is_none() {
            let to_move = session.to_move();
            let seed = move_seed(seed, session.moves().len());
            let choice = session.genmove(&player, &Limits::default(), seed).unwrap();
            assert_eq!(ask(to_move.index(), &format!("genmove {to_move}")), choice.mv);
            assert_eq!(ask(to_move.index(), "tesuji-comment"), choice.comment);
            ask(to_move.opponent().index(), &format!("play {to_move} {}", choice.mv));
            session.play(to_move, &choice.mv).unwrap();
        }
        assert_eq!(Some(ask(0, "final_score")), session.score_text());
    }
}

#[test]
fn options_of_another_game_and_wrong_settings_are_refused() {
    let folder = Folder::new();
    for (arguments, words) in [
        ("--game hex --komi 7.5", "Hex has no `--komi`"),
        ("--game go --swap", "Go has no `--swap`"),
        ("--game hex --size 5x4 --swap", "square board"),
        ("--game go --playouts 0", "playouts"),
        ("--game go --rules mine", "no rule set"),
        ("--game chess", "possible values: hex, go"),
    ] {
        let run = folder.run_with(&format!("gtp {arguments}"), "name\n");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(run.stderr.contains(words), "{arguments}: {}", run.stderr);
    }
    let run = folder.run_with("gtp --game go --size 9x7 --komi -0.5 --player random", "1 name\nkomi 6\nlast");
    assert_eq!(
        (run.status, run.stdout.as_str(), run.stderr.as_str()),
        (0, "=1 Tesuji\n\n= \n\n? unknown command\n\n", "")
    );
}
