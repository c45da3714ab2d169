//! Reading of our answers by board programs (issue 18).
//!
//! HexGui and GoGui cannot be run in a test, so their rules are stated here: how they take an answer apart, and what
//! makes them throw, or draw nothing without a word.

use std::io::Cursor;

use tesuji_board::{BoardSpec, Topology};
use tesuji_engine::{GameSpec, PlayerSpec, StrongSpec};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::serve::{EngineSettings, serve};

const GO: GameSpec =
    GameSpec::Go { board: BoardSpec::square(7, 7), komi: Komi::from_half_points(15), rules: Rules::CHINESE };

fn hex(side: usize) -> GameSpec {
    GameSpec::Hex { columns: side, rows: side, swap: true }
}

/// Everything that the engine writes for these commands.
fn output(game: &GameSpec, input: &str) -> String {
    let player = PlayerSpec::Strong(StrongSpec { playouts: 200, memory_mib: 4, ..StrongSpec::default() });
    let mut output = Vec::new();
    serve(EngineSettings::new(game.clone(), player, 1), Cursor::new(input.to_owned()), &mut output).unwrap().unwrap();
    String::from_utf8(output).expect("answers are text")
}

/// One block of the output, as HexGui takes it: all lines up to a blank one.
enum Block {
    Success(String),
    Failure(String),
    /// A picture that comes before the answer. White space counts as one blank.
    Picture(String),
}

/// HexGui reads blocks until one is an answer. Anything else, and anything shorter than two characters, ends the
/// connection with an error.
fn blocks(output: &str) -> Vec<Block> {
    let block = |text: &str| {
        if let Some(picture) = text.strip_prefix("gogui-gfx:") {
            Block::Picture(picture.split_whitespace().collect::<Vec<_>>().join(" "))
        } else if let Some(text) = text.strip_prefix("= ") {
            Block::Success(text.to_owned())
        } else {
            Block::Failure(text.strip_prefix("? ").unwrap_or_else(|| panic!("no answer: {text}")).to_owned())
        }
    };
    output.split_terminator("\n\n").map(block).collect()
}

/// Words two by two. A word without its partner makes HexGui throw.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.len() % 2, 0, "an odd number of words: {text}");
    words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// HexGui's reading of each type of answer. Returns how many cells it draws on, or 1 for a text that it shows.
fn drawn_by_hexgui(kind: &str, answer: &str, topology: &Topology) -> usize {
    let check = |cell: &str| assert!(topology.cell(cell).is_some(), "`{cell}` is no cell: {answer}");
    match kind {
        "gfx" => {
            // Whatever comes before this word is skipped, and without it nothing is drawn or said.
            let (_, rest) = answer.split_once("INFLUENCE").unwrap_or_else(|| panic!("nothing is drawn: {answer}"));
            let (numbers, text) = rest.split_once("TEXT ").unwrap_or_else(|| panic!("nothing is said: {answer}"));
            assert!(!text.trim().is_empty());
            for (cell, number) in pairs(numbers) {
                check(cell);
                // It becomes the green part of a colour, and one less it the blue part.
                let number: f64 = number.parse().expect("a number");
                assert!((0.0..=1.0).contains(&number), "no colour: {number}");
            }
            1 + pairs(numbers).len()
        }
        "pspairs" => {
            for (cell, text) in pairs(answer) {
                check(cell);
                // In the size of the stone three letters fit, of which one may be a sign or a point.
                assert!(
                    text.len() <= 3 && text.trim_start_matches('-').replace('.', "").len() <= 2,
                    "too long: {text}"
                );
            }
            pairs(answer).len()
        }
        "inferior" => {
            for (cell, mark) in pairs(answer) {
                check(cell);
                let others = mark.get(2..).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
                match (mark.get(..2), others) {
                    (Some("iv" | "ir" | "id"), Some(others)) => others.split('-').for_each(check),
                    _ => assert!(["fdb", "fdw", "fcb", "fcw", "fpb", "fpw", "x"].contains(&mark), "not a mark: {mark}"),
                }
            }
            pairs(answer).len()
        }
        // Colours are not drawn on a swap, and may be drawn on an edge.
        "plist" => {
            let is_other = |cell: &&str| ["swap-pieces", "north", "south", "west", "east"].contains(cell);
            answer.split_whitespace().filter(|cell| !is_other(cell)).map(check).count()
        }
        // A number on anything but a cell makes HexGui throw.
        "var" => answer.split_whitespace().map(check).count(),
        "vc" => answer
            .lines()
            .map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                assert!(words.iter().filter(|word| **word == "[").count() == 2 && ["full", "semi"].contains(&words[3]));
            })
            .count(),
        "string" | "param" => 1,
        _ => panic!("HexGui has no type `{kind}`"),
    }
}

/// Asks for everything in HexGui's menu, as its dialog does.
fn check_menu_of_hexgui(side: usize, moves: &str) -> Vec<(String, usize)> {
    let game = hex(side);
    let topology = Topology::rhombus(side, side).unwrap();
    let menu = output(&game, "hexgui-analyze_commands\n");
    let menu = menu.strip_prefix("= ").unwrap().trim_end();
    let mut labels = Vec::new();
    let mut drawn = Vec::new();
    for line in menu.lines() {
        // Three to five parts; a label that was there before is dropped.
        let parts: Vec<&str> = line.split('/').collect();
        let [kind, label, command] = parts[..] else { panic!("not three parts: {line}") };
        assert!(!labels.contains(&label), "twice: {label}");
        labels.push(label);
        for colour in ["b", "w"] {
            let command = command.replace("%m", colour).replace("%c", colour);
            let command = command.replace("%P", "e2 e4").replace("%p", "e2");
            let blocks = blocks(&output(&game, &format!("play-game {moves}\n{command}\n")));
            let [_, pictures @ .., last] = blocks.as_slice() else { panic!("no answer") };
            for picture in pictures {
                let Block::Picture(picture) = picture else { panic!("two answers: {command}") };
                check_picture(picture, &topology);
            }
            match last {
                Block::Success(answer) => {
                    drawn.push((label.to_owned(), pictures.len() + drawn_by_hexgui(kind, answer, &topology)));
                }
                Block::Failure(why) => assert!(why.contains("connected") || why.contains("over"), "{command}: {why}"),
                Block::Picture(_) => panic!("no answer: {command}"),
            }
        }
    }
    drawn
}

/// A picture of a proof-number search: the words in this order, cells with texts after `LABEL`, and a text.
fn check_picture(picture: &str, topology: &Topology) {
    let rest = picture.strip_prefix("dfpn VAR LABEL").unwrap_or_else(|| panic!("not in order: {picture}"));
    let (labels, text) = rest.split_once(" TEXT ").unwrap_or_else(|| panic!("nothing is said: {picture}"));
    assert!(!text.is_empty());
    for (cell, letter) in pairs(labels) {
        assert!(topology.cell(cell).is_some() && ["W", "L"].contains(&letter), "{picture}");
    }
}

#[test]
fn hexgui_can_draw_every_entry_of_its_menu() {
    for moves in ["", "c3", "b3 c4", "c3 b4 d2 c2 a5", "c1 a1 c2 a2 c3 a3 c4 a4 c5"] {
        let drawn = check_menu_of_hexgui(5, moves);
        assert!(drawn.len() >= 30, "{drawn:?}");
        if moves == "b3 c4" {
            for (label, n_drawn) in &drawn {
                // Nothing is certain to be connected, filled in or miai, and a solved position is not searched.
                let is_rare =
                    ["Connections Between", "Fill-in", "Miai: Arrows", "Visits (%)"].contains(&label.as_str());
                let may_be_empty = is_rare || label.to_lowercase().contains("connected with");
                assert!(*n_drawn > 0 || may_be_empty, "{label} draws nothing");
            }
        }
    }
}

#[test]
fn winning_moves_are_drawn_while_they_are_found() {
    let commands = "play-game c3 b4\ndfpn-solver-find-winning b live\n7 DFPN-solver-find-winning b LIVE\n\
        tesuji-solve-moves b\ndfpn-solver-find-winning b\n5 dfpn-solver-find-winning x live\n";
    let text = output(&hex(5), commands);
    let blocks = blocks(&text.replace("=7", "= ").replace("?7", "? ").replace("?5", "? "));
    let pictures: Vec<&String> = blocks
        .iter()
        .filter_map(|block| if let Block::Picture(picture) = block { Some(picture) } else { None })
        .collect();
    assert!(pictures.len() >= 2 && pictures[0] != *pictures.last().unwrap(), "{text}");
    let last = pictures.last().unwrap();
    let answers: Vec<&String> =
        blocks.iter().filter_map(|block| if let Block::Success(text) = block { Some(text) } else { None }).collect();
    assert!(answers[1].starts_with("black: ") && answers[1].contains(" 0 not settled; "), "{}", answers[1]);
    let moves: Vec<&str> = answers[2].lines().collect();
    let [winning, losing, open] = moves[..] else { panic!("{text}") };
    assert_eq!(open, "open");
    assert_eq!(winning.strip_prefix("winning "), Some(answers[3].as_str()), "the same as benzene's answer");
    let label =
        |line: &str, letter: &str| line.split(' ').skip(1).map(|mv| format!(" {mv} {letter}")).collect::<String>();
    assert!(last.contains(&format!("LABEL{}{} TEXT", label(winning, "W"), label(losing, "L"))), "{last}");
}

/// On a board that is too large, what is known when the time is over is the answer.
#[test]
fn solving_ends_with_its_time_and_says_what_is_known() {
    let game = hex(11);
    let text = output(
        &game,
        "tesuji-param solve_time 0.3\ntesuji-param solve_time\nplay-game f6 c8 e4 h4\ntesuji-solve-state b\n\
        tesuji-find-winning b\ndfpn-solver-find-winning w live\ntesuji-solve-moves b\ntesuji-get-pv b\n\
        dfpn-solve-state b\ntesuji-param solve_time off\ntesuji-param solve_time\ntesuji-param solve_time x\n",
    );
    let answers: Vec<&str> = text.split_terminator("\n\n").filter(|block| !block.starts_with("gogui-gfx:")).collect();
    assert_eq!(answers[1], "= 0.3");
    assert_eq!(answers[3], "= unknown");
    assert!(
        answers[4].starts_with("? unknown: black: 0 win, ") && answers[4].contains("not settled"),
        "{}",
        answers[4]
    );
    assert!(answers[5].starts_with("= white: ") && answers[5].contains(" not settled"), "{}", answers[5]);
    let open = answers[6].lines().find_map(|line| line.strip_prefix("open ")).unwrap();
    assert!(open.split(' ').count() > 50, "{open}");
    assert_eq!((answers[8], answers[10]), ("= empty", "= off"));
    assert!(answers[11].starts_with("? syntax error"));
}

#[test]
fn figures_are_per_cent_and_leave_out_what_is_not_known() {
    let game = hex(11);
    let text = output(
        &game,
        "play-game d4 h8\ntesuji-param network small\ntesuji-param playouts 2000\ntesuji-visits b\ntesuji-values b\ntesuji-figures visits b\n\
         tesuji-figures values b\n",
    );
    let answers: Vec<&str> = text.split_terminator("\n\n").map(|answer| &answer[2..]).collect();
    let [visits, values, per_cent, figures] = [3, 4, 5, 6].map(|idx| pairs(answers[idx]));
    let number = |text: &str| text.parse::<f64>().unwrap();
    let sum: f64 = per_cent.iter().map(|(_, text)| number(text)).sum();
    assert!((80.0..=120.0).contains(&sum), "{sum}");
    let most = visits.iter().map(|(_, text)| number(text)).fold(0.0, f64::max);
    assert!(visits.iter().any(|(_, text)| number(text) < 10.0) && most > 20.0, "{visits:?}");
    assert!(figures.len() < values.len(), "moves with few visits are left out");
    for (cell, figure) in figures {
        let n_visits = visits.iter().find(|(known, _)| *known == cell).map_or(0.0, |(_, text)| number(text));
        assert!(n_visits >= 10.0, "{cell}: {n_visits}");
        let value = number(values.iter().find(|(known, _)| *known == cell).unwrap().1);
        assert!((number(figure) - (100.0 * value).min(99.0)).abs() <= 0.6, "{figure} {value}");
    }
    // A win that is proved is one, and a distance is no share.
    let won = output(&hex(7), "play-game d4 a1 d3 a2 d5 a3\ntesuji-figures values b\ntesuji-figures distance w\n");
    let won: Vec<&str> = won.split_terminator("\n\n").collect();
    assert!(won[1].split(' ').any(|figure| figure == "W"), "{}", won[1]);
    assert!(pairs(&won[2][2..]).iter().all(|(_, text)| number(text) < 15.0), "{}", won[2]);
    for wrong in ["tesuji-figures", "tesuji-figures miai", "tesuji-figures joint", "tesuji-figures values x"] {
        assert!(output(&game, &format!("{wrong}\n")).starts_with("? "), "{wrong}");
    }
}

#[test]
fn pairs_have_arrows_both_ways_and_colours() {
    let text =
        output(&hex(5), "play-game c3 b4\ntesuji-arrows pairs b\ntesuji-overlay pairs b\ntesuji-pairs pairs b\n");
    let answers: Vec<&str> = text.split_terminator("\n\n").map(|answer| &answer[2..]).collect();
    let arrows = pairs(answers[1]);
    let letters = pairs(answers[2]);
    let heat = pairs(answers[3].split_once("INFLUENCE").unwrap().1.split_once("\n").unwrap().0);
    assert!(arrows.len() == letters.len() && heat.len() == letters.len() && letters.len() >= 9, "{text}");
    let others = |mark: &str| mark[3..mark.len() - 1].split('-').map(str::to_owned).collect::<Vec<_>>();
    let mut n_arrows = 0;
    for (cell, mark) in &arrows {
        for other in others(mark) {
            n_arrows += 1;
            let back = arrows.iter().find(|(known, _)| *known == other).unwrap().1;
            assert!(others(back).iter().any(|back| back == cell), "{cell} {other}");
        }
    }
    assert_eq!(n_arrows, 16, "eight pairs");
    assert_eq!(heat[0].1, "1.000", "the strongest pair");
}

/// In GoGui a scale from nothing to the largest made all chances of winning the same grey.
#[test]
fn chances_are_spread_from_the_smallest_to_the_largest() {
    for game in [hex(5), GO] {
        let text = output(&game, "tesuji-heat first-play b\n");
        let (numbers, scale) = text.strip_prefix("= INFLUENCE ").unwrap().split_once('\n').unwrap();
        let values: Vec<f64> = pairs(numbers).iter().map(|(_, text)| text.parse().unwrap()).collect();
        let (least, most) =
            values.iter().fold((9.0_f64, -9.0_f64), |(least, most), &value| (least.min(value), most.max(value)));
        assert_eq!((least, most), (0.0, 1.0), "{text}");
        assert!(scale.starts_with("TEXT first-play of black: 0 is 0.") && scale.contains(", 1 is 0."), "{scale}");
    }
}

/// GoGui reads each line by its first word, and draws influence from -1 to 1.
#[test]
fn gogui_can_draw_every_entry_of_its_menu() {
    let topology = BoardSpec::square(7, 7).topology().unwrap();
    let menu = output(&GO, "gogui-analyze_commands\n");
    for line in menu.strip_prefix("= ").unwrap().trim_end().lines() {
        let [kind, _, command] = line.split('/').collect::<Vec<_>>()[..] else { panic!("not three parts: {line}") };
        let command = command.replace("%m", "b").replace("%c", "b").replace("%p", "D4");
        let text = output(&GO, &format!("play b D4\nplay w E5\n{command}\n"));
        let answer = text.split_terminator("\n\n").nth(1 + 1).unwrap();
        let Some(answer) = answer.strip_prefix("= ") else {
            assert!(command.starts_with("final_score"), "{command}: {answer}");
            continue;
        };
        let check = |cell: &str| assert!(topology.cell(cell).is_some(), "`{cell}` is no cell: {answer}");
        match kind {
            "gfx" => {
                for line in answer.lines() {
                    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                    match word {
                        "COLOR" => rest.split(' ').skip(1).for_each(check),
                        "SQUARE" => rest.split(' ').for_each(check),
                        "LABEL" => pairs(rest).iter().for_each(|(cell, _)| check(cell)),
                        "INFLUENCE" => {
                            for (cell, number) in pairs(rest) {
                                check(cell);
                                assert!((-1.0..=1.0).contains(&number.parse::<f64>().unwrap()), "{number}");
                            }
                        }
                        "TEXT" => assert!(!rest.is_empty()),
                        _ => panic!("GoGui has no `{word}`"),
                    }
                }
            }
            "dboard" => {
                let numbers: Vec<f64> = answer.split_whitespace().map(|number| number.parse().unwrap()).collect();
                assert!(numbers.len() == 49 && numbers.iter().all(|number| number.abs() <= 1.0), "{command}");
            }
            // It skips a pass.
            "pspairs" => pairs(answer).iter().filter(|(cell, _)| *cell != "pass").for_each(|(cell, _)| check(cell)),
            "plist" | "varc" => {
                answer.split_whitespace().filter(|word| *word != "pass").for_each(check);
            }
            "string" | "param" => {}
            _ => panic!("GoGui has no type `{kind}`: {line}"),
        }
    }
}
