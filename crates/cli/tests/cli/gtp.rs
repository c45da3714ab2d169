//! The engine behind a real pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
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
        arguments: "gtp --game hex --board 5 --swap --player uct --playouts 100".split(' ').map(Into::into).collect(),
        ..EngineCommand::default()
    };
    let mut clients = [(); 2].map(|()| Client::start(&engine).expect("the binary has been built"));
    let mut ask = |idx: usize, command: &str| {
        let answer = clients[idx].send(command, LIMITS).expect("our engine keeps the protocol");
        answer.result.expect("every command is valid")
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
        assert_eq!(Some(ask(0, "final_score")), session.record().result());
    }
}

#[test]
fn players_are_what_the_options_say() {
    let folder = Folder::new();
    folder.write("alone.toml", "kind = 'alpha-beta'\nevaluator = 'resistance'\n");
    folder.write("table.toml", "[player]\nkind = 'uct'\nplayouts = 77\n");
    folder.write("both.toml", "seed = 1\n[player]\nkind = 'uct'\n");
    for (arguments, lines) in [
        ("", "[string] kind strong"),
        ("--player takada2014-alpha-beta", "[string] evaluator ev'=0.1\n[string] evaluator_white ev'=0.07"),
        ("--player takada2014-uct --playouts 50", "[string] expand_after 5000\n[string] playouts 50"),
        ("--player {kind='uct',preset='takada2014'}", "[string] playouts 1000000"),
        ("--player alpha-beta --depth 3 --evaluator d", "[string] depth 3\n[string] evaluator d"),
        ("--settings alone.toml --memory 32M", "[string] evaluator resistance\n[string] memory_mib 32"),
        ("--settings table.toml", "[string] playouts 77"),
        ("--ponder --resign --time 2.5", "[bool] ponder 1\n[string] resign 0.03\n[string] move_time 2.5"),
        ("--resign 0.1", "[string] resign 0.1"),
        ("--set net.look_after=30 --set playouts=70", "[string] net.look_after 30\n[string] playouts 70"),
        (
            "--player alpha-beta --set evaluator=ev'=0.2 --set through_edge=on",
            "[string] evaluator ev'=0.2\n[string] through_edge on",
        ),
        ("--player alpha-beta", "[string] through_edge stones"),
    ] {
        let run = folder.run_with(&format!("gtp --game hex {arguments}"), "tesuji-param\n");
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments}");
        for line in lines.lines() {
            assert!(
                run.stdout.lines().any(|told| told.trim_start_matches("= ") == line),
                "{arguments}: {}",
                run.stdout
            );
        }
    }
    folder.run_with("gtp --game hex --settings both.toml", "name\n").assert_refused("or the table `player`");
}

#[test]
fn an_analysis_streams_until_a_line_comes() {
    let folder = Folder::new();
    let mut command = folder.command("gtp --game hex --board 11 --memory 8M");
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary has been built");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    for _ in 0..2 {
        writeln!(input, "lz-analyze 1").expect("the engine reads");
        assert_eq!(output.next().as_deref(), Some("="));
        for _ in 0..3 {
            assert!(output.next().is_some_and(|line| line.starts_with("info move ") && line.contains(" winrate ")));
        }
        writeln!(input).expect("the engine reads");
        assert!(output.find(|line| !line.starts_with("info ")).is_some_and(|line| line.is_empty()));
    }
    writeln!(input, "genmove b").expect("the engine reads");
    // The command is answered even though the input ends.
    drop(input);
    assert!(output.next().is_some_and(|line| line.starts_with("= ") && matches!(line.len(), 4 | 5)));
    assert!(engine.wait().expect("the engine ends").success());
}
