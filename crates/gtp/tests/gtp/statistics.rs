//! Statistics of playouts in the forms that boards can draw.

use std::io::Cursor;

use tesuji_board::BoardSpec;
use tesuji_engine::{GameSpec, PlayerSpec};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::serve::{EngineSettings, serve};

fn go(board: &str) -> GameSpec {
    let board: BoardSpec = board.parse().unwrap();
    GameSpec::Go { board, komi: Komi::from_half_points(15), rules: Rules::CHINESE }
}

/// The answers to these commands, without the leading marks.
fn answers(game: GameSpec, input: &str) -> Vec<Result<String, String>> {
    let mut output = Vec::new();
    let settings = EngineSettings::new(game, PlayerSpec::Random, 1);
    serve(settings, Cursor::new(input.to_owned()), &mut output).unwrap().unwrap();
    let text = String::from_utf8(output).unwrap();
    let answer = |answer: &str| match answer.split_at(1) {
        ("=", text) => Ok(text.trim().to_owned()),
        (_, text) => Err(text.trim().to_owned()),
    };
    text.split_terminator("\n\n").map(answer).collect()
}

fn last(game: GameSpec, input: &str) -> Result<String, String> {
    answers(game, input).pop().expect("an answer")
}

#[test]
fn boards_of_columns_and_rows_have_numbers_in_rows() {
    let rows = last(go("5x5"), "play b C3\nplay w A1\ntesuji-dboard ownership\n").unwrap();
    let rows: Vec<Vec<f64>> = rows.lines().map(|row| row.split(' ').map(|n| n.parse().unwrap()).collect()).collect();
    assert_eq!((rows.len(), rows[0].len()), (5, 5));
    assert!(rows.iter().flatten().all(|share| (-1.0..=1.0).contains(share)), "{rows:?}");
    assert!(rows.iter().flatten().any(|share| share.abs() == 1.0), "the largest is 1");
    let torus = last(go("torus:5x4"), "tesuji-dboard criticality b\n").unwrap();
    assert_eq!(torus.lines().count(), 4);
    let refused = last(go("hexagon:3"), "tesuji-dboard criticality\n").unwrap_err();
    assert!(refused.contains("tesuji-overlay"), "{refused}");
    let pairs = last(go("hexagon:3"), "tesuji-overlay criticality\n").unwrap();
    assert_eq!(pairs.split_whitespace().count(), 2 * 19);
    for wrong in ["tesuji-dboard", "tesuji-dboard miai", "tesuji-dboard joint", "tesuji-dboard joint Z9"] {
        assert!(last(go("5x5"), &format!("{wrong}\n")).is_err(), "{wrong}");
    }
}

#[test]
fn pairs_have_letters_and_colours() {
    let commands = "tesuji-pairs pairs b\ntesuji-overlay pairs b\ntesuji-pairs miai w\ntesuji-pairs ownership\n";
    let answers = answers(go("5x5"), commands);
    let gfx: Vec<&str> = answers[0].as_ref().unwrap().lines().collect();
    let colours: Vec<&&str> = gfx.iter().filter(|line| line.starts_with("COLOR ")).collect();
    assert_eq!(colours.len(), 8);
    let strongest: Vec<&str> = colours[0].split(' ').skip(2).collect();
    let label = gfx.iter().find_map(|line| line.strip_prefix("LABEL ")).unwrap();
    let labelled: Vec<&str> = label.split(' ').collect();
    for cell in &strongest {
        let place = labelled.iter().position(|word| word == cell).unwrap();
        assert!(labelled[place + 1].contains('A'), "{label}");
    }
    assert!(gfx.last().unwrap().starts_with(&format!("TEXT pairs of black: {}-{} 0.", strongest[0], strongest[1])));
    assert_eq!(answers[1].as_deref(), Ok(label), "the same letters as pairs");
    assert_eq!(
        answers[2].as_deref(),
        Ok("TEXT miai of white: no pair stands out"),
        "nothing is miai on an empty board"
    );
    assert_eq!(answers[3], Err("`ownership` has no pairs".to_owned()));
}

#[test]
fn a_click_shows_what_a_cell_is_joined_with() {
    let commands = "tesuji-heat joint C3 b\ntesuji-overlay joint C3 b\ntesuji-heat joint C3 x\ntesuji-heat joint\n";
    let answers = answers(go("5x5"), commands);
    let gfx = answers[0].as_ref().unwrap();
    let (influence, text) = gfx.split_once('\n').unwrap();
    assert_eq!(influence.strip_prefix("INFLUENCE ").unwrap().split(' ').count(), 2 * 24, "all cells but itself");
    assert!(text.starts_with("TEXT joint C3 of black: 1 is 0."), "{text}");
    assert_eq!(answers[1].as_ref().unwrap().split(' ').count(), 2 * 24);
    assert!(answers[2].is_err() && answers[3].is_err());
}

#[test]
fn orders_say_what_comes_before_what() {
    let commands = "tesuji-overlay orders b\ntesuji-orders b\ntesuji-orders C3 b\ntesuji-orders Z9\ntesuji-orders w\n";
    let answers = answers(go("5x5"), commands);
    let lines = answers[0].as_ref().unwrap();
    let first: Vec<&str> = lines.lines().next().unwrap().split(' ').collect();
    let [from_player, from, to_player, to, value] = first[..] else { panic!("{lines}") };
    assert!(from_player == "black" && ["black", "white"].contains(&to_player) && from != to);
    assert!(value.parse::<f64>().unwrap() > 0.0);
    let gfx = answers[1].as_ref().unwrap();
    assert!(
        gfx.contains(&format!("COLOR #40c060 {from}\n"))
            && gfx.contains(&format!("TEXT orders of black: B {from} before"))
    );
    let of_one = answers[2].as_ref().unwrap();
    assert!(of_one.starts_with("SQUARE C3\n") && of_one.contains("C3"), "{of_one}");
    assert!(answers[3].as_ref().unwrap_err().contains("`Z9`"));
    assert!(answers[4].as_ref().unwrap().contains("orders of white"));
}

#[test]
fn menus_offer_what_the_board_can_show() {
    let menu = |game| last(game, "gogui-analyze_commands\n").unwrap();
    let (square, graph) = (menu(go("9x9")), menu(go("honeycomb:2")));
    for line in [
        "dboard/Ownership/tesuji-dboard ownership %c",
        "dboard/Criticality/tesuji-dboard criticality %c",
        "pspairs/Criticality: Figures/tesuji-overlay criticality %c",
        "gfx/Win Rate If First: Heat/tesuji-heat first-play %c",
        "gfx/Miai/tesuji-pairs miai %c",
        "gfx/Joint Criticality With/tesuji-heat joint %p %c",
        "gfx/Orders/tesuji-orders %c",
        "gfx/Orders With/tesuji-orders %p %c",
    ] {
        assert!(square.lines().any(|found| found == line), "{line}\n{square}");
        assert_eq!(graph.lines().any(|found| found == line), line.starts_with("gfx/"), "{line}");
    }
    assert!(graph.contains("pspairs/Ownership/tesuji-overlay ownership %c"), "{graph}");
    assert!(!square.contains("solve") && !square.contains("vc-"), "that is of Hex");
    let hex = last(GameSpec::Hex { columns: 5, rows: 5, swap: false }, "hexgui-analyze_commands\n").unwrap();
    assert!(
        hex.contains("gfx/Criticality: Heat/tesuji-heat criticality %c") && hex.contains("tesuji-heat joint %p %c")
    );
    assert!(!hex.contains("dboard") && !hex.contains("tesuji-orders") && hex.contains("tesuji-solve-state"));
    // Every line has a known command.
    for (game, menu) in [(go("9x9"), square), (go("honeycomb:2"), graph)] {
        for line in menu.lines() {
            let command = line.rsplit('/').next().unwrap().split(' ').next().unwrap();
            assert_eq!(last(game.clone(), &format!("known_command {command}\n")).as_deref(), Ok("true"), "{line}");
        }
    }
}

#[test]
fn overlays_follow_the_position() {
    // The same answer twice, and a different one after a move.
    let commands = "tesuji-overlay criticality\ntesuji-overlay criticality\nplay b C3\ntesuji-overlay criticality b\n";
    let answers = answers(go("5x5"), commands);
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[0], answers[3]);
    assert!(!answers[3].as_ref().unwrap().starts_with("C3"));
}

/// HexGui has no colour for a number below 0 or above 1: issue 16.
#[test]
fn heat_of_hex_is_never_below_nothing() {
    let game = || GameSpec::Hex { columns: 5, rows: 5, swap: false };
    let numbers = last(game(), "play b c3\ntesuji-overlay criticality b\n").unwrap();
    let is_number = |word: &&str| word.parse::<f64>().is_ok();
    assert!(numbers.split_whitespace().filter(is_number).any(|number| number.starts_with('-')), "{numbers}");
    let heat = last(game(), "play b c3\ntesuji-heat criticality b\n").unwrap();
    let influence = heat.lines().find_map(|line| line.strip_prefix("INFLUENCE ")).unwrap();
    let values: Vec<f64> = influence.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(values.len() == 24 && values.iter().all(|value| (0.0..=1.0).contains(value)), "{heat}");
}
