//! A real engine at the other end: GNU Go, where it is installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::time::Duration;

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, PlayerSpec, Session};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::Client;
use tesuji_gtp::client::{AnswerLimits, EngineCommand};
use tesuji_gtp::protocol::AnswerReader;
use tesuji_gtp::serve::{EngineSettings, serve};

use crate::peers::gnu_go;

const LIMITS: AnswerLimits =
    AnswerLimits { wall: Duration::from_secs(120), cpu: Some(Duration::from_secs(100)), memory: None };

/// GNU Go, or `None` where it is not installed.
fn start(seed: u32) -> Option<Client> {
    let arguments = ["--mode", "gtp", "--level", "1", "--chinese-rules", "--seed"].map(Into::into);
    let arguments = arguments.into_iter().chain([seed.to_string().into()]).collect();
    let command = EngineCommand { program: gnu_go()?.into(), arguments, ..EngineCommand::default() };
    Some(Client::start(&command).expect("GNU Go starts"))
}

fn ask(client: &mut Client, command: &str) -> String {
    let answer = client.send(command, LIMITS).expect("GNU Go follows the protocol");
    answer.result.unwrap_or_else(|refusal| panic!("{command}: {refusal}"))
}

#[test]
fn gnu_go_plays_itself_and_our_rules_agree() {
    let [Some(mut black), Some(mut white)] = [1, 2].map(start) else {
        // Nothing can be tested where it is not installed. The other tests have their own engines.
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

/// Stones by colour, and the player to move, after `loadsgf FILE N`.
#[derive(PartialEq, Eq, Debug)]
struct Loaded {
    stones: [BTreeSet<String>; 2],
    to_move: String,
}

fn loaded_by_gnu_go(client: &mut Client, arguments: &str) -> Loaded {
    // GNU Go answers with the player to move.
    let to_move = ask(client, &format!("loadsgf {arguments}"));
    let mut stones =
        |player: &str| ask(client, &format!("list_stones {player}")).split_whitespace().map(str::to_owned).collect();
    Loaded { stones: [stones("black"), stones("white")], to_move }
}

fn loaded_by_us(arguments: &str) -> Loaded {
    let komi = Komi::from_half_points(15);
    let game = GameSpec::Go { board: BoardSpec::square(9, 9), komi, rules: Rules::CHINESE };
    let input = format!("loadsgf {arguments}\ngogui-rules_board\ngogui-rules_side_to_move\n");
    let mut output = Vec::new();
    serve(EngineSettings::new(game, PlayerSpec::Random, 1), Cursor::new(input), &mut output).unwrap().unwrap();
    let mut reader = AnswerReader::new(1 << 20);
    reader.feed(&output);
    let mut answer = || reader.next_answer().unwrap().unwrap().result.unwrap();
    assert_eq!(answer(), "");
    let rows: Vec<Vec<String>> = answer()
        .lines()
        .map(|row| row.split_whitespace().map(str::to_owned).collect())
        .filter(|row: &Vec<_>| !row.is_empty())
        .collect();
    let stones = ["X", "O"].map(|stone| {
        let mut names = BTreeSet::new();
        for (row_idx, row) in rows.iter().enumerate() {
            for (letter, found) in "ABCDEFGHJKLMNOPQRST".chars().zip(row) {
                if found == stone {
                    names.insert(format!("{letter}{}", rows.len() - row_idx));
                }
            }
        }
        names
    });
    Loaded { stones, to_move: answer() }
}

/// `loadsgf FILE N` stops before move N, as the protocol says and GNU Go does: issue 16.
#[test]
fn a_record_is_loaded_as_gnu_go_loads_it() {
    let Some(mut gnu_go) = start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    for (text, n_moves) in [
        // An even game with captures and passes; handicap; stones set up; a game that begins in the second node.
        ("(;FF[4]GM[1]SZ[9]KM[5.5];B[aa];W[ba];B[ee];W[ab];B[];W[cc];B[dd])", 7),
        ("(;FF[4]GM[1]SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee];B[cc];W[];B[gg];W[ge])", 5),
        ("(;FF[4]GM[1]SZ[13]KM[0.5]AB[aa][bb:cc]AW[hh]PL[W];W[ee];B[dd];W[jj];B[kk])", 4),
        ("(;FF[4]GM[1]SZ[19]KM[6.5];AB[pd]AW[dp]AE[pp];B[cc](;W[dd];B[ee])(;W[ff]))", 3),
    ] {
        fs::write(&file, text).unwrap();
        let file = file.display();
        let numbers = (1..=n_moves + 2).chain([1000]).map(|number| number.to_string());
        for number in numbers.chain([String::new()]) {
            let arguments = format!("{file} {number}");
            assert_eq!(loaded_by_us(&arguments), loaded_by_gnu_go(&mut gnu_go, &arguments), "{text} {number}");
        }
    }
    // A third pass, and a game that goes on after two. The stones are the same, whatever the turn is said to be.
    for text in [";B[ee];W[];B[];W[]", ";B[ee];W[];B[];W[cc];B[gg]"] {
        fs::write(&file, format!("(;FF[4]GM[1]SZ[9]{text})")).unwrap();
        let arguments = file.display().to_string();
        assert_eq!(loaded_by_us(&arguments).stones, loaded_by_gnu_go(&mut gnu_go, &arguments).stones, "{text}");
    }
    assert!(gnu_go.quit(LIMITS.wall).is_some_and(|status| status.success()));
}
