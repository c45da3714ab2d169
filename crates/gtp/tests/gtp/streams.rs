//! The engine behind a pipe, with lines that arrive while it thinks.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread::{self, JoinHandle};

use tesuji_board::BoardSpec;
use tesuji_engine::{AlphaBetaSpec, GameSpec, PlayerSpec, StrongSpec, UctSpec};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::serve::{EngineSettings, serve};

const HEX: GameSpec = GameSpec::Hex { columns: 5, rows: 5, swap: false };
const GO: GameSpec =
    GameSpec::Go { board: BoardSpec::square(5, 5), komi: Komi::from_half_points(15), rules: Rules::CHINESE };

fn strong() -> PlayerSpec {
    PlayerSpec::Strong(StrongSpec { playouts: 100, memory_mib: 4, ..StrongSpec::default() })
}

fn players() -> [PlayerSpec; 4] {
    [strong(), PlayerSpec::Uct(UctSpec::default()), PlayerSpec::AlphaBeta(AlphaBetaSpec::default()), PlayerSpec::Random]
}

/// An engine in a thread, with our ends of its pipes.
struct Engine {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    served: JoinHandle<()>,
}

impl Engine {
    fn start(settings: EngineSettings) -> Self {
        let (engine_input, input) = io::pipe().unwrap();
        let (output, engine_output) = io::pipe().unwrap();
        let served = thread::spawn(move || {
            serve(settings, BufReader::new(engine_input), engine_output).expect("pipes hold").expect("valid settings");
        });
        Self { input: Some(input), output: BufReader::new(output), served }
    }

    fn send(&mut self, lines: &str) {
        self.input.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine is still there");
        line.trim_end().to_owned()
    }

    /// The lines up to the blank one.
    fn rest(&mut self) -> Vec<String> {
        std::iter::repeat_with(|| self.line()).take_while(|line| !line.is_empty()).collect()
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.rest().join("\n")
    }

    /// Closes the input and waits for the end.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.output.lines().map(Result::unwrap).collect();
        self.served.join().unwrap();
        rest
    }
}

/// The candidates in a line: move, visits and value as written.
fn candidates(line: &str) -> Vec<(String, u64, f64)> {
    let candidates = line.split("info ").skip(1).map(|text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = |key: &str| words[words.iter().position(|&word| word == key).unwrap() + 1];
        assert_eq!(after("pv"), after("move"), "{line}");
        (after("move").to_owned(), after("visits").parse().unwrap(), after("winrate").parse().unwrap())
    });
    candidates.collect()
}

#[test]
fn an_analysis_goes_on_until_a_line_comes() {
    for player in players() {
        let mut engine = Engine::start(EngineSettings::new(HEX, player.clone(), 1));
        for end in ["\n", "# never mind\n", "name\n"] {
            engine.send("7 lz-analyze b 1\n");
            assert_eq!(engine.line(), "=7");
            if player != PlayerSpec::Random {
                let line = engine.line();
                let first = &candidates(&line)[0];
                assert!((0.0..=10_000.0).contains(&first.2), "{line}");
            }
            engine.send(end);
            let more = engine.rest();
            assert!(more.iter().all(|line| !candidates(line).is_empty()), "{more:?}");
        }
        assert_eq!(engine.rest(), ["= Tesuji"], "the line that ended it is answered");
        assert_eq!(engine.ask("showboard").lines().count(), 8, "no move was made");
        engine.send("kata-analyze interval 1\n");
        assert_eq!(engine.line(), "=");
        let rest = engine.end();
        assert!(rest.last().is_some_and(String::is_empty), "the end of the input ends it: {rest:?}");
    }
}

#[test]
fn visits_add_up_from_line_to_line() {
    let mut engine =
        Engine::start(EngineSettings::new(GameSpec::Hex { columns: 9, rows: 9, swap: false }, strong(), 1));
    engine.send("tesuji-analyze 1\n");
    engine.line();
    let visits: Vec<u64> =
        (0..5).map(|_| candidates(&engine.line()).iter().map(|(_, visits, _)| visits).sum()).collect();
    assert!(visits.is_sorted() && visits[0] < visits[4], "{visits:?}");
    engine.send("quit\n");
    let rest = engine.end();
    assert_eq!(rest[rest.len() - 3..], ["", "= ", ""]);
}

#[test]
fn owners_and_lead_are_told_for_the_player_to_move() {
    let go = |to_move| {
        let mut engine = Engine::start(EngineSettings::new(GO, strong(), 1));
        for mv in ["b A2", "b B2", "b C2", "b D2", "b E2", "w A4", "w B4", "w C4", "w D4", "w E4"] {
            engine.ask(&format!("play {mv}"));
        }
        engine.send(&format!("kata-analyze {to_move} interval 1 ownership true\n"));
        engine.line();
        let line = engine.line();
        engine.send("quit\n");
        engine.end();
        let (moves, owners) = line.split_once(" ownership ").unwrap();
        let lead = moves.split(" scoreLead ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap();
        (lead, owners.split(' ').map(|owner| owner.parse::<f64>().unwrap()).collect::<Vec<_>>())
    };
    for (to_move, sign) in [("b", 1.0), ("w", -1.0)] {
        let (lead, owners) = go(to_move);
        assert_eq!(owners.len(), 25);
        // White is at the top and Black at the bottom, row by row from the top left.
        assert!(sign * owners[7] < -0.5 && sign * owners[17] > 0.5, "{owners:?}");
        assert!((-25.0..=25.0).contains(&lead));
    }
}

#[test]
fn what_is_proved_is_told_and_waits() {
    let mut engine = Engine::start(EngineSettings::new(HEX, strong(), 1));
    engine.ask("play b c3");
    engine.send("lz-analyze w 1\n");
    engine.line();
    let line = std::iter::repeat_with(|| engine.line()).find(|line| line.contains("proved")).unwrap();
    assert!(line.contains(" proved loss pv "), "{line}");
    assert!(candidates(&line).iter().all(|(_, _, value)| *value == 0.0), "{line}");
    engine.send("undo\n");
    assert_eq!(engine.rest(), [""; 0], "nothing more");
    assert_eq!(engine.rest(), ["="]);
    engine.end();
}

#[test]
fn an_interrupt_ends_a_search_and_not_what_comes_after_it() {
    let forever = PlayerSpec::Uct(UctSpec { playouts: u64::MAX, ..UctSpec::default() });
    let mut engine = Engine::start(EngineSettings::new(HEX, forever, 1));
    for _ in 0..3 {
        engine.send("genmove b\n# interrupt\n");
        assert!(engine.rest()[0].len() >= 4, "a move");
        assert_eq!(engine.ask("name"), "= Tesuji");
    }
    engine.send("clear_board\nreg_genmove b\nreg_genmove w\n# interrupt\n");
    let answers: Vec<String> = (0..3).flat_map(|_| engine.rest()).collect();
    assert_eq!(answers.len(), 3, "both were read before it: {answers:?}");
    engine.ask("boardsize 11");
    engine.send("tesuji-solve-state b 0\n# interrupt\n");
    assert_eq!(engine.rest(), ["= unknown"]);
    engine.send("lz-analyze 1\n# interrupt\n");
    assert!(engine.rest()[0].starts_with('='));
    assert_eq!(engine.ask("name"), "= Tesuji", "and the next command is not lost");
    engine.end();
}

#[test]
fn a_ponderer_hears_every_line() {
    for game in [HEX, GameSpec::Hex { columns: 9, rows: 9, swap: true }] {
        let settings = EngineSettings { ponder: true, ..EngineSettings::new(game, strong(), 1) };
        let mut engine = Engine::start(settings);
        assert_eq!(engine.ask("genmove b").len(), 4);
        for _ in 0..3 {
            assert_eq!(engine.ask("name"), "= Tesuji", "asked in between");
        }
        assert_eq!(engine.ask("play w e5"), "=");
        assert_eq!(engine.ask("tesuji-param ponder"), "= 1");
        let answer = engine.ask("genmove b");
        assert!(answer.starts_with("= ") && answer.len() == 4, "{answer}");
        engine.send("tesuji-param ponder off\nundo\n");
        assert_eq!((engine.rest(), engine.rest()), (vec!["=".to_owned()], vec!["=".to_owned()]));
        assert!(engine.ask("genmove b").starts_with("= "));
        assert!(engine.end().is_empty(), "the end of the input ends it");
    }
}

#[test]
fn a_move_with_candidates_is_made() {
    for player in players() {
        let mut engine = Engine::start(EngineSettings::new(HEX, player, 1));
        let answer = engine.ask("3 lz-genmove_analyze b 1");
        let mv = answer.lines().last().unwrap().strip_prefix("play ").unwrap().to_owned();
        assert!(answer.starts_with("=3\n"), "{answer}");
        assert!(engine.ask(&format!("play w {mv}")).starts_with("? illegal move"), "the cell is taken");
        engine.send("time_settings 1 0 0\ngenmove_analyze w 1\n");
        assert_eq!(engine.rest(), ["="]);
        assert!(engine.rest().last().unwrap().starts_with("play "));
        assert!(engine.ask("lz-genmove_analyze x").starts_with("? syntax error"));
        engine.end();
    }
}
