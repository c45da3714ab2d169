//! The engine's side: recorded sessions, and input that makes no sense.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use tesuji_engine::{AlphaBetaSpec, GameSpec, PlayerSpec, Session, SessionError, StrongSpec, UctSpec, move_seed};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::protocol::{Answer, AnswerReader};
use tesuji_gtp::serve::{EngineSettings, serve};
use tesuji_search::Limits;

const HEX: GameSpec = GameSpec::Hex { columns: 5, rows: 5, swap: true };
const GO: GameSpec = GameSpec::Go { columns: 5, rows: 5, komi: Komi::from_half_points(15), rules: Rules::CHINESE };

fn uct(playouts: u64) -> PlayerSpec {
    PlayerSpec::Uct(UctSpec { playouts, ..UctSpec::default() })
}

fn serve_text(settings: EngineSettings, input: &str, output: &mut Vec<u8>) -> Result<(), SessionError> {
    serve(settings, Cursor::new(input.to_owned()), output).expect("memory does not fail")
}

/// What the engine answers to `input`, byte by byte.
fn transcript(game: GameSpec, player: PlayerSpec, input: &str) -> String {
    let mut output = Vec::new();
    let settings = EngineSettings::new(game, player, 1);
    serve_text(settings, input, &mut output).expect("the settings are sound");
    String::from_utf8(output).expect("answers are text")
}

fn answers(game: GameSpec, player: PlayerSpec, input: &str) -> Vec<Answer> {
    let mut reader = AnswerReader::new(1 << 20);
    reader.feed(transcript(game, player, input).as_bytes());
    let answers = std::iter::from_fn(|| reader.next_answer().expect("only answers are printed")).collect();
    assert!(reader.is_blank(), "half an answer is left: {}", reader.rest());
    answers
}

/// A file of `testdata/gtp`: lines that start with `> ` are commands, the lines below each are its answer; comments
/// stand at the beginning.
fn check_session(name: &str, game: GameSpec) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/gtp").join(name);
    let text = fs::read_to_string(path).expect("the session is there");
    let (mut input, mut recorded) = (String::new(), String::new());
    for line in text.lines().skip_while(|line| line.starts_with('#')) {
        let part = line.strip_prefix("> ");
        let side = if part.is_some() { &mut input } else { &mut recorded };
        side.push_str(part.unwrap_or(line));
        side.push('\n');
    }
    assert_eq!(transcript(game, PlayerSpec::Random, &input), recorded, "{name}");
}

#[test]
fn recorded_sessions_are_answered_as_they_were() {
    check_session("hex.session", HEX);
    check_session("go.session", GO);
    check_session("hexgui.session", HEX);
    check_session("benzene.session", HEX);
}

#[test]
fn each_command_gets_one_answer_whatever_is_in_it() {
    let input = "\u{0}\u{1}name\u{7f}\n\n# nothing\n   \n1\n2 \t\n99999999999 name\nplay\nplay b\nplay x a1\nplay b \u{f1}\n\
        play b a1 b2 c3\nplay w SWAP-PIECES\nboardsize\nboardsize -1\nboardsize 5 5 5\nboardsize 18446744073709551616\n\
        boardsize 18446744073709551615 18446744073709551615\ngenmove\ngenmove white\nkomi\nkomi x\ntime_settings 1\n\
        time_settings NaN -1 3\ntime_left b 1e400 1\ntesuji-seed -1\nknown_command\nquit now";
    let n_commands = 25;
    for game in [HEX, GO] {
        let answers = answers(game.clone(), PlayerSpec::Random, input);
        assert_eq!(answers.len(), n_commands, "{answers:#?}");
        assert_eq!(answers[0].result.as_deref(), Ok("Tesuji"));
        assert_eq!((answers[1].id, answers[2].id), (Some(1), Some(2)));
    }
    let long = format!("{}\nname\n", "x".repeat(1 << 20));
    assert_eq!(answers(HEX, PlayerSpec::Random, &long).len(), 2);
}

#[test]
fn nothing_is_answered_after_quit() {
    assert_eq!(transcript(HEX, PlayerSpec::Random, "3 quit\nname\n"), "=3 \n\n");
    assert_eq!(transcript(HEX, PlayerSpec::Random, ""), "");
}

#[test]
fn settings_out_of_bounds_are_refused() {
    let refused = |game, player| {
        let settings = EngineSettings::new(game, player, 1);
        serve_text(settings, "name\n", &mut Vec::new()).expect_err("they make no sense").to_string()
    };
    assert!(refused(GameSpec::Hex { columns: 0, rows: 5, swap: false }, uct(1)).contains("0x5"));
    assert!(refused(HEX, uct(0)).contains("playouts"));
    assert!(refused(GO, PlayerSpec::Strong(StrongSpec::default())).contains("strong"));
    let unknown = AlphaBetaSpec { evaluator: "beauty".to_owned(), ..AlphaBetaSpec::default() };
    assert!(refused(HEX, PlayerSpec::AlphaBeta(unknown)).contains("beauty"));
}

#[test]
fn a_game_over_the_protocol_is_the_game_of_a_session() {
    for (game, seed) in [(HEX, 3), (GO, 4)] {
        let player = uct(50);
        let mut session = Session::new(&game).unwrap();
        let mut input = format!("tesuji-seed {seed}\n");
        while session.outcome().is_none() && session.moves().len() < 60 {
            let choice = session.genmove(&player, &Limits::default(), move_seed(seed, session.moves().len())).unwrap();
            input.push_str(&format!("genmove {}\n", session.to_move()));
            session.play(session.to_move(), &choice.mv).unwrap();
        }
        let answers: Vec<Answer> = answers(game, player, &input);
        let moves: Vec<&str> = answers[1..].iter().map(|answer| answer.result.as_deref().unwrap()).collect();
        let expected: Vec<&str> = session.moves().iter().map(|(_, mv)| mv.as_str()).collect();
        assert_eq!(moves, expected);
        assert!(expected.len() > 5, "a game and no mere beginning");
    }
}

#[test]
fn the_komi_changes_and_the_moves_stay() {
    let input = "play b C3\nplay w pass\nplay b pass\nfinal_score\nkomi 3.5\nfinal_score\nkomi 0.25\nfinal_score\n";
    let answers = answers(GO, PlayerSpec::Random, input);
    let text = |idx: usize| answers[idx].result.as_deref();
    assert_eq!((text(3), text(5), text(7)), (Ok("B+17.5"), Ok("B+21.5"), Ok("B+21.5")));
    assert!(text(6).is_err());
}

#[test]
fn a_clock_cuts_a_search_short() {
    // More playouts than any machine makes: without a clock this would never come to an end.
    let forever = uct(u64::MAX);
    let input = "time_settings 1 0 0\ngenmove b\ntime_left w 0 1\ngenmove w\ntime_left b 0 0\ngenmove b\n";
    let answers = answers(HEX, forever, input);
    assert!(answers.iter().all(|answer| answer.result.is_ok()), "{answers:?}");
    // What is analysed has no clock of its own, so this takes its playouts.
    let choose = |input: &str| transcript(HEX, uct(500), input);
    assert_eq!(
        choose("time_settings 0 0.000001 1\nreg_genmove b\n").lines().last(),
        choose("reg_genmove b\n").lines().last()
    );
}

#[test]
fn a_player_may_be_asked_out_of_turn() {
    for game in [GO, HEX] {
        let answers = answers(game, PlayerSpec::Random, "genmove w\nplay w c3\nplay b c4\nplay b c5\nundo\ngenmove b\n");
        assert!(answers.iter().all(|answer| answer.result.is_ok()), "{answers:?}");
    }
}

#[test]
fn the_document_names_every_command() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/GTP.md");
    let document = fs::read_to_string(path).expect("the document is there");
    let (_, commands) = document.split_once("\n## Commands\n").expect("it has a chapter for them");
    let (commands, _) = commands.split_once("\n## ").expect("another chapter follows");
    let mut documented: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next())
        .flat_map(|names| names.trim_end_matches('`').split("`, `"))
        .collect();
    documented.sort_unstable();
    let answers = answers(HEX, PlayerSpec::Random, "list_commands\n");
    assert_eq!(documented, answers[0].result.as_deref().unwrap().lines().collect::<Vec<_>>());
}
