//! A real engine at the other end: GNU Go, where it is installed.

#![cfg(target_os = "linux")]

use std::time::Duration;

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, Session};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::Client;
use tesuji_gtp::client::{AnswerLimits, EngineCommand};

const LIMITS: AnswerLimits = AnswerLimits { wall: Duration::from_secs(120), cpu: Some(Duration::from_secs(100)) };

/// Debian puts games where not everybody's `PATH` leads.
const PROGRAMS: &[&str] = &["gnugo", "/usr/games/gnugo"];

fn start(seed: u32) -> Option<Client> {
    let arguments = ["--mode", "gtp", "--level", "1", "--chinese-rules", "--seed"].map(Into::into);
    let arguments = arguments.into_iter().chain([seed.to_string().into()]);
    let commands = PROGRAMS.iter().map(|program| EngineCommand {
        program: program.into(),
        arguments: arguments.clone().collect(),
        ..EngineCommand::default()
    });
    commands.into_iter().find_map(|command| Client::start(&command).ok())
}

fn ask(client: &mut Client, command: &str) -> String {
    let answer = client.send(command, LIMITS).expect("GNU Go keeps the protocol");
    answer.result.unwrap_or_else(|refusal| panic!("{command}: {refusal}"))
}

#[test]
fn gnu_go_plays_itself_and_our_rules_agree() {
    let [Some(mut black), Some(mut white)] = [1, 2].map(start) else {
        // Nothing to be learnt where it is not installed; the other tests have engines of their own.
        return;
    };
    assert_eq!(ask(&mut black, "name"), "GNU Go");
    assert!(ask(&mut black, "list_commands").lines().any(|command| command == "genmove"));
    let answer = black.send("no-such-command", LIMITS).unwrap();
    assert_eq!(answer.result, Err("unknown command".to_owned()));

    let komi = Komi::from_half_points(15);
    let mut session =
        Session::new(&GameSpec::Go { board: BoardSpec::square(9, 9), komi, rules: Rules::CHINESE }).unwrap();
    for client in [&mut black, &mut white] {
        ask(client, "boardsize 9");
        ask(client, "clear_board");
        ask(client, "komi 7.5");
    }
    while session.outcome().is_none() && session.moves().len() < 200 {
        let player = session.to_move();
        let (mover, other) = if player == Player::Black { (&mut black, &mut white) } else { (&mut white, &mut black) };
        let mv = ask(mover, &format!("genmove {player}"));
        if mv.eq_ignore_ascii_case("resign") {
            break;
        }
        session.play(player, &mv).expect("both know the rules");
        ask(other, &format!("play {player} {mv}"));
    }
    assert!(session.moves().len() > 20, "a game and no mere beginning");
    for client in [black, white] {
        assert!(client.quit(LIMITS.wall).is_some_and(|status| status.success()));
    }
}
