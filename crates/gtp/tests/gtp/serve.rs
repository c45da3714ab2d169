//! The engine's side: recorded sessions, and input that makes no sense.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use tesuji_board::BoardSpec;
use tesuji_engine::{
    AlphaBetaSpec, GameSpec, PlayerSpec, Resignation, Session, SessionError, StrongSpec, UctSpec, move_seed,
};
use tesuji_go::{Komi, Rules};
use tesuji_gtp::protocol::{Answer, AnswerReader};
use tesuji_gtp::serve::{EngineSettings, serve};
use tesuji_search::Limits;

const HEX: GameSpec = GameSpec::Hex { columns: 5, rows: 5, swap: true };
const GO: GameSpec =
    GameSpec::Go { board: BoardSpec::square(5, 5), komi: Komi::from_half_points(15), rules: Rules::CHINESE };

const AMAZONS: GameSpec = GameSpec::Amazons { columns: 6, rows: 6, setup: None };

/// Commands that Hex does not have, besides those GoGui uses for games that it does not know.
const OF_GO: [&str; 10] = [
    "final_status_list",
    "fixed_handicap",
    "kata-get-rules",
    "kata-set-rules",
    "place_free_handicap",
    "set_free_handicap",
    "tesuji-board",
    "tesuji-dboard",
    "tesuji-life",
    "tesuji-orders",
];

fn uct(playouts: u64) -> PlayerSpec {
    PlayerSpec::Uct(UctSpec { playouts, ..UctSpec::default() })
}

fn serve_text(settings: EngineSettings, input: &str, output: &mut Vec<u8>) -> Result<(), SessionError> {
    serve(settings, Cursor::new(input.to_owned()), output).expect("writing to memory cannot fail")
}

/// The engine's output for `input`, byte by byte.
fn transcript(game: GameSpec, player: PlayerSpec, input: &str) -> String {
    let mut output = Vec::new();
    let settings = EngineSettings::new(game, player, 1);
    serve_text(settings, input, &mut output).expect("the settings are valid");
    String::from_utf8(output).expect("answers are text")
}

fn answers(game: GameSpec, player: PlayerSpec, input: &str) -> Vec<Answer> {
    let mut reader = AnswerReader::new(1 << 20);
    reader.feed(transcript(game, player, input).as_bytes());
    let answers = std::iter::from_fn(|| reader.next_answer().expect("only answers are printed")).collect();
    assert!(reader.is_blank(), "half an answer is left: {}", reader.rest());
    answers
}

/// Checks a file of `testdata/gtp`. Lines that start with `> ` are commands, and the lines below each are its answer.
/// Comments come at the beginning.
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
    check_session("go-stones.session", GO);
    let hexagon = "hexagon:3".parse().unwrap();
    check_session("go-hexagon.session", GO.with_board(hexagon).unwrap());
    check_session("go-torus.session", GO.with_board("torus:3x3".parse().unwrap()).unwrap());
    check_session("hexgui.session", HEX);
    check_session("gogui.session", GO);
    check_session("sabaki.session", GO);
    check_session("benzene.session", HEX);
    check_session("amazons.session", AMAZONS);
}

#[test]
fn each_command_gets_one_answer_whatever_is_in_it() {
    let input = "\u{0}\u{1}name\u{7f}\n\n# nothing\n   \n1\n2 \t\n99999999999 name\nplay\nplay b\nplay x a1\nplay b \u{f1}\n\
        play b a1 b2 c3\nplay w SWAP-PIECES\nboardsize\nboardsize -1\nboardsize 5 5 5\nboardsize 18446744073709551616\n\
        boardsize 18446744073709551615 18446744073709551615\ngenmove\ngenmove white\nkomi\nkomi x\ntime_settings 1\n\
        time_settings NaN -1 3\ntime_left b 1e400 1\ntesuji-seed -1\nknown_command\nquit now";
    let n_commands = 25;
    for game in [HEX, GO, AMAZONS] {
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
    assert!(refused(GO, PlayerSpec::Strong(StrongSpec { trees: 0, ..StrongSpec::default() })).contains("trees"));
    assert!(refused(GO, PlayerSpec::AlphaBeta(AlphaBetaSpec::default())).contains("alpha-beta"));
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

/// White's stone in Black's corner has no hope.
#[test]
fn the_score_and_the_list_of_dead_stones_agree() {
    let moves = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 pass A5 pass pass".split(' ').zip(["b", "w"].into_iter().cycle());
    let played: String = moves.map(|(mv, player)| format!("play {player} {mv}\n")).collect();
    let asked = "final_score\nfinal_status_list dead\nfinal_status_list alive\n";
    let input = format!("{played}{asked}tesuji-param dead_stones 0\n{asked}");
    let answers = answers(GO, PlayerSpec::Random, &input);
    let text: Vec<&str> = answers[14..].iter().map(|answer| answer.result.as_deref().unwrap()).collect();
    assert_eq!((text[0], text[1], text[2].lines().count()), ("W+7.5", "A5", 2));
    assert_eq!((text[4], text[5], text[6].lines().count()), ("W+13.5", "", 3), "by the rules alone");
}

#[test]
fn clocks_come_in_the_terms_of_kgs_too() {
    let input = "kgs-time_settings byoyomi 0 5 3\ntime_left\ntime_left b 4 2\ntime_left b\n\
        kgs-time_settings absolute 60\ntime_left w\nkgs-time_settings canadian 0 30 10\ntime_left w\n\
        kgs-time_settings none\ntime_left w\nkgs-time_settings fischer 10 1\nkgs-time_settings byoyomi 10\n";
    let answers = answers(GO, PlayerSpec::Random, input);
    let text = |idx: usize| answers[idx].result.as_deref();
    assert_eq!((text(1), text(3)), (Ok("Black: 5, White: 5"), Ok("4")));
    assert_eq!((text(5), text(7), text(9)), (Ok("60"), Ok("30"), Ok("no limit")));
    assert!(text(10).is_err() && text(11).is_err());
}

#[test]
fn a_clock_cuts_a_search_short() {
    // More playouts than any machine can make: without a clock this would never end.
    let forever = uct(u64::MAX);
    let input = "time_settings 1 0 0\ngenmove b\ntime_left w 0 1\ngenmove w\ntime_left b 0 0\ngenmove b\n";
    let answers = answers(HEX, forever, input);
    assert!(answers.iter().all(|answer| answer.result.is_ok()), "{answers:?}");
    // An analysis has no clock of its own, so this takes its playouts.
    let choose = |input: &str| transcript(HEX, uct(500), input);
    assert_eq!(
        choose("time_settings 0 0.000001 1\nreg_genmove b\n").lines().last(),
        choose("reg_genmove b\n").lines().last()
    );
}

#[test]
fn a_player_may_be_asked_out_of_turn() {
    for game in [GO, HEX] {
        let answers =
            answers(game, PlayerSpec::Random, "genmove w\nplay w c3\nplay b c4\nplay b c5\nundo\ngenmove b\n");
        assert!(answers.iter().all(|answer| answer.result.is_ok()), "{answers:?}");
    }
}

fn strong(playouts: u64) -> PlayerSpec {
    PlayerSpec::Strong(StrongSpec { playouts, memory_mib: 4, ..StrongSpec::default() })
}

fn playouts(comment: &str) -> u64 {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let place = words.iter().position(|word| word.starts_with("playouts")).expect("it says how many");
    words[place - 1].parse().expect("a number")
}

#[test]
fn a_time_is_used_unless_playouts_were_asked_for() {
    let game = GameSpec::Hex { columns: 9, rows: 9, swap: false };
    let comment = |input: &str, is_bounded: bool| {
        let mut output = Vec::new();
        let settings = EngineSettings { is_bounded, ..EngineSettings::new(game.clone(), strong(1), 1) };
        serve_text(settings, &format!("{input}\ngenmove b\ntesuji-comment\n"), &mut output).expect("valid settings");
        String::from_utf8(output).expect("text")
    };
    assert_eq!(playouts(&comment("", false)), 1, "without a time");
    for time in ["time_settings 20 0 0", "time_left b 20", "param_game game_time 20", "tesuji-param move_time 1"] {
        assert!(playouts(&comment(time, false)) > 1, "{time}");
        assert_eq!(playouts(&comment(time, true)), 1, "{time}");
        assert_eq!(playouts(&comment(&format!("{time}\ntesuji-param playouts 2"), false)), 2, "{time}");
    }
}

#[test]
fn a_lost_game_is_given_up_only_if_that_is_wanted() {
    let input = "name\nplay b b3\ngenmove w\nshowboard\nplay w resign\nplay b a1\ngenmove b\nfinal_score\n\
        undo\nfinal_score\ntesuji-param resign off\ngenmove w\n";
    let mut output = Vec::new();
    let game = GameSpec::Hex { columns: 4, rows: 4, swap: false };
    let resignation = Some(Resignation::below(0.0).expect("a value"));
    let settings = EngineSettings { resignation, ..EngineSettings::new(game, strong(500), 1) };
    serve_text(settings, input, &mut output).expect("valid settings");
    let mut reader = AnswerReader::new(1 << 20);
    reader.feed(&output);
    let answers: Vec<_> = std::iter::from_fn(|| reader.next_answer().expect("answers")).map(|a| a.result).collect();
    let text = |idx: usize| answers[idx].as_deref().map_err(String::as_str);
    assert_eq!(text(2), Ok("resign"));
    assert_eq!(text(3).expect("a board").matches('W').count(), 0, "nothing is changed by it");
    assert_eq!(text(4), Ok(""));
    assert_eq!(text(5), Err("illegal move: the game is over: white has resigned"));
    assert_eq!(text(6), Err("the game is over: white has resigned"));
    assert_eq!((text(7), text(8)), (Ok("B+Resign"), Ok("")));
    assert!(text(9).is_err());
    assert!(text(11).is_ok_and(|mv| mv != "resign"), "{:?}", text(11));
    assert!(Resignation::below(0.6).is_err() && Resignation::below(f64::NAN).is_err());
}

#[test]
fn settings_are_listed_and_changed() {
    let input = "tesuji-param\ntesuji-param playouts 7\ntesuji-param playouts\ntesuji-param net.exploration 0.5\n\
        tesuji-param net.exploration\ntesuji-param playouts 0\ntesuji-param playout 3\ntesuji-param playouts\n\
        tesuji-param kind alpha-beta\ntesuji-param evaluator ev'=0.07\ntesuji-param evaluator\n\
        tesuji-param evaluator beauty\ntesuji-param kind uct\ntesuji-param preset takada2014\ntesuji-param playouts\n\
        tesuji-param resign 0.1\ntesuji-param resign\ntesuji-param resign 3\ntesuji-param move_time x\n";
    let answers: Vec<_> = answers(HEX, strong(100), input).into_iter().map(|answer| answer.result).collect();
    let text = |idx: usize| answers[idx].as_deref().map_err(String::as_str);
    let listed = text(0).expect("a list");
    for line in ["[bool] ponder 0", "[string] resign off", "[string] kind strong", "[string] playouts 100"] {
        assert!(listed.lines().any(|listed| listed == line), "{line}: {listed}");
    }
    assert_eq!((text(1), text(2), text(4)), (Ok(""), Ok("7"), Ok("0.5")));
    assert!(text(5).is_err_and(|error| error.contains("playouts is 0")), "{:?}", text(5));
    assert!(text(6).is_err_and(|error| error.contains("playout")), "{:?}", text(6));
    assert_eq!(text(7), Ok("7"), "what is refused changes nothing");
    assert_eq!((text(8), text(9), text(10)), (Ok(""), Ok(""), Ok("ev'=0.07")));
    assert!(text(11).is_err_and(|error| error.contains("beauty")));
    assert_eq!((text(12), text(13), text(14)), (Ok(""), Ok(""), Ok("1000000")));
    assert_eq!((text(15), text(16)), (Ok(""), Ok("0.1")));
    assert!(text(17).is_err() && text(18).is_err());
}

#[test]
fn settings_are_those_of_the_game() {
    let listed = |game: GameSpec| {
        let list = answers(game, strong(100), "tesuji-param\n").remove(0).result.unwrap();
        let name = |line: &str| line.split_whitespace().nth(1).unwrap_or_default().to_owned();
        list.lines().map(name).collect::<Vec<_>>()
    };
    let of_hex = ["network", "net.look_after", "openings", "net.solver_nodes"].map(str::to_owned);
    let of_trees = ["bias", "equivalence", "expand_after", "exploration", "priors"];
    let of_go = ["tactics", "shapes", "spares_own", "spaces", "reads", "replies", "miai", "order", "early", "sample"]
        .map(|name| format!("go.{name}"));
    let of_amazons = ["evaluation", "lines"].map(|name| format!("amazons.{name}"));
    let amazons_spec = || GameSpec::Amazons { columns: 6, rows: 6, setup: None };
    let [hex, go, amazons] = [HEX, GO, amazons_spec()].map(listed);
    assert!(of_amazons.iter().all(|name| amazons.contains(name) && !hex.contains(name) && !go.contains(name)));
    assert!(!amazons.iter().any(|name| of_hex.contains(name) || of_trees.contains(&name.as_str())));
    assert!(
        of_trees.iter().all(|&name| go.iter().any(|listed| listed == name) && !hex.iter().any(|listed| listed == name))
    );
    assert!(of_hex.iter().all(|name| hex.contains(name) && !go.contains(name)), "{go:?}");
    assert!(of_go.iter().all(|name| go.contains(name) && !hex.contains(name)), "{go:?}");
    assert!(!hex.iter().any(|name| name == "go" || name == "dead_stones"));
    let results = |game: GameSpec, input: &str| {
        answers(game, strong(100), input).into_iter().map(|answer| answer.result).collect::<Vec<_>>()
    };
    let go = results(
        GO,
        "tesuji-param go.tactics 0\ntesuji-param go.tactics\ntesuji-param go.replies near\ntesuji-param go.replies\n\
         tesuji-param go.sample 50\ntesuji-param go.sample\ntesuji-param go.miai\ntesuji-param playouts 20\n\
         tesuji-param go.tactics\ntesuji-param net.look_after 5\ntesuji-param go.beauty 1\ntesuji-param go.sample 0\n\
         tesuji-param go.sample\n",
    );
    let text = |idx: usize| go[idx].as_deref().map_err(String::as_str);
    assert_eq!((text(1), text(3), text(5), text(6), text(8)), (Ok("0"), Ok("near"), Ok("50"), Ok("0"), Ok("0")));
    assert_eq!(text(9), Err("this game has no setting `net.look_after`"));
    assert!(text(10).is_err_and(|error| error.contains("beauty")) && text(11).is_err());
    assert_eq!(text(12), Ok("50"));
    let hex = results(HEX, "tesuji-param go.tactics 0\ntesuji-param dead_stones 1\ntesuji-param net.look_after 5\n");
    assert!(hex[0].is_err() && hex[1].is_err() && hex[2].is_ok(), "{hex:?}");
}

#[test]
fn rules_change_and_the_game_goes_on() {
    let results = |input: &str| {
        answers(GO, PlayerSpec::Random, input).into_iter().map(|answer| answer.result).collect::<Vec<_>>()
    };
    // Two stones in the corner, left without liberties when the second is played: suicide.
    let told = results(
        "play b A1\nplay w A2\nplay w B2\nplay w C1\nplay b B1\nkata-set-rules tromp-taylor\nplay b B1\n\
         kata-set-rules japanese\nkata-get-rules\nundo\nkata-set-rules korean\nplay b B1\nkata-get-rules\n\
         kata-set-rules {\"ko\":\"SITUATIONAL\", \"suicide\":true, \"whiteHandicapBonus\":\"N-1\"}\nkata-get-rules\n\
         kata-set-rules {\"ko\":\"SIMPLE\",\"suicide\":true,\"scoring\":\"TERRITORY\"}\n\
         kata-set-rules stone-scoring\nkata-set-rules\nkata-set-rules chinese,suicide=allowed\nplay b B1\n",
    );
    let is_ok: Vec<bool> = told[4..].iter().map(Result::is_ok).collect();
    let [no, yes] = [false, true];
    assert_eq!(is_ok, [no, yes, yes, no, yes, yes, yes, no, yes, yes, yes, no, no, no, yes, yes], "{told:?}");
    let rules = |ko: &str, suicide, bonus: &str| {
        Ok(format!(
            "{{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"AREA\",\"suicide\":{suicide},\"tax\":\"NONE\",\
             \"whiteHandicapBonus\":\"{bonus}\"}}"
        ))
    };
    assert_eq!(told[8], rules("POSITIONAL", true, "0"), "what is refused changes nothing");
    assert_eq!((&told[12], &told[14]), (&rules("SIMPLE", false, "0"), &rules("SITUATIONAL", true, "N-1")));
    // The whole board minus the komi, and what the rules give for three stones.
    let told = results(
        "boardsize 9\nkomi 0.5\nfixed_handicap 3\nplay w pass\nplay b pass\nfinal_score\nkata-set-rules aga\n\
         final_score\nkata-set-rules new-zealand\nfinal_score\nundo\nundo\nshowboard\n",
    );
    let scores = [5, 7, 9].map(|idx: usize| told[idx].as_deref().unwrap_or_default());
    assert_eq!(scores, ["B+77.5", "B+78.5", "B+80.5"]);
    let board = told[12].as_ref().unwrap();
    let (rows, _letters) = board.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(rows.matches(" B").count(), 3, "the stones stay: {board}");
}

#[test]
fn games_are_written_whole_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let name = file.to_str().unwrap();
    let input = format!(
        "boardsize 9\nkomi 0.5\nset_free_handicap D4 F6\nplay w E5\nplay b pass\nprintsgf\nsavesgf {name}\n\
         kata-set-rules aga\nloadsgf {name}\nprintsgf -\nplay w resign\nprintsgf {name}\nsavesgf {name}.txt\nsavesgf\n\
         savesgf {name}/no.sgf\n"
    );
    let told: Vec<_> = answers(GO, PlayerSpec::Random, &input).into_iter().map(|answer| answer.result).collect();
    let game = "]GM[1]SZ[9]KM[0.5]RU[Chinese]HA[2]AB[fd][df]PL[W]\n;W[ee]\n;B[])";
    assert!(told[5].as_ref().is_ok_and(|text| text.ends_with(game)), "{:?}", told[5]);
    assert_eq!(told[9], told[5]);
    assert!(told[12..].iter().all(Result::is_err), "{told:?}");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("RE[B+Resign]HA[2]") && written.ends_with(")\n"), "{written}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    let hex = answers(
        HEX,
        PlayerSpec::Random,
        &format!("play b a2\nplay w swap-pieces\nsavesgf {name}\nloadsgf {name}\nprintsgf\n"),
    );
    let text = hex[4].result.as_deref().unwrap();
    assert!(text.ends_with("GM[11]SZ[5]\n;B[a2]\n;W[swap-pieces])"), "{text}");
}

#[test]
fn memory_that_the_machine_does_not_have_is_refused() {
    let kinds = ["strong", "alpha-beta", "uct"].map(|kind| {
        // More than any address space can hold.
        let most = i64::MAX;
        format!("tesuji-param kind {kind}\ntesuji-param memory_mib {most}\ntesuji-param move_time 0.01\ngenmove b\n")
    });
    for answers in answers(HEX, PlayerSpec::Random, &kinds.concat()).chunks(4) {
        let [kind, memory, time, mv] = answers else { panic!("{answers:?}") };
        assert!([kind, time, mv].iter().all(|answer| answer.result.is_ok()), "{answers:?}");
        assert!(memory.result.as_ref().unwrap_err().contains("no more MiB than the machine has"), "{answers:?}");
    }
}

#[test]
fn games_are_loaded_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;FF[4]GM[11]SZ[4];B[a2];W[swap-pieces];B[c3];W[d2];B[resign])").expect("a file");
    let input = format!(
        "loadsgf {0}\nall_legal_moves\nloadsgf {0} 1\nall_legal_moves\nloadsgf {1}\nloadsgf {1}/none\nloadsgf\nundo\nundo\n",
        file.display(),
        folder.path().display()
    );
    let answers: Vec<_> = answers(HEX, PlayerSpec::Random, &input).into_iter().map(|answer| answer.result).collect();
    let n_moves = |idx: usize| answers[idx].as_deref().map(|moves| moves.split_whitespace().count());
    assert_eq!(n_moves(1), Ok(16 - 3), "a2 was taken over, b1 is its mirror image");
    assert_eq!(n_moves(3), Ok(16), "fifteen cells and the swap");
    for answer in &answers[4..6] {
        assert!(answer.as_ref().is_err_and(|error| error.starts_with("cannot load file")), "{answer:?}");
    }
    assert!(answers[6].is_err() && answers[7].is_ok() && answers[8].is_err());
}

#[test]
fn games_of_go_are_loaded_from_files_with_board_and_set_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sgf, json) = (folder.path().join("game.sgf"), folder.path().join("game.json"));
    fs::write(&sgf, "(;GM[1]SZ[4]KM[0.5]RU[AGA]HA[2]AB[ba][bb];W[cc];B[])").expect("a file");
    fs::write(&json, r#"{"tesuji-record":1,"board":"ring:5","moves":["black A1","white pass"]}"#).expect("a file");
    let input = format!(
        "loadsgf {}\nshowboard\nundo\nkomi 1.5\nplay b pass\nplay w pass\nfinal_score\nloadsgf {}\nall_legal_moves\n",
        sgf.display(),
        json.display()
    );
    let answers: Vec<_> = answers(GO, PlayerSpec::Random, &input).into_iter().map(|answer| answer.result).collect();
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    let board = "\n4 . B . .\n3 . B . .\n2 . . W .\n1 . . . .\n  A B C D";
    assert_eq!(answers[1].as_deref().map(str::trim_end), Ok(board.trim_end()));
    // Three stones and no territory for anybody. AGA rules give White one point for the second handicap stone.
    assert_eq!(answers[6].as_deref(), Ok("W+1.5"));
    assert_eq!(answers[8].as_deref().map(|moves| moves.split_whitespace().count()), Ok(5), "four cells and a pass");
}

/// In Go the game stops before the move with this number. In Hex the number counts moves. Issue 16.
#[test]
fn a_game_is_loaded_up_to_a_move_as_other_programs_of_the_game_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = [
        (GO, "(;GM[1]SZ[5];B[aa];W[bb];B[cc])", 1),
        (HEX, "(;GM[11]SZ[5];B[a1];W[b2];B[c3])", 0),
        (AMAZONS, "(;GM[18]SZ[6:2]AB[aa]AW[fa];B[aabaaa];W[faeafa];B[bacaba])", 1),
    ];
    for (game, text, first) in games {
        let file = folder.path().join("game.sgf");
        fs::write(&file, text).expect("a file");
        let n_moves = |n: &str| {
            let undone = "undo\n".repeat(9);
            let input = format!("loadsgf {} {n}\n{undone}", file.display());
            let told = answers(game.clone(), PlayerSpec::Random, &input);
            assert_eq!(told[0].result.as_deref(), Ok(""), "{n}");
            told[1..].iter().filter(|answer| answer.result.is_ok()).count()
        };
        for n in 0..4_usize {
            assert_eq!(n_moves(&(n + first).to_string()), n, "{text} {n}");
        }
        assert_eq!((n_moves(""), n_moves("1000"), n_moves("0")), (3, 3, 0), "{text}");
        let told = answers(game, PlayerSpec::Random, &format!("loadsgf {} -1\n", file.display()));
        assert!(told[0].result.as_ref().is_err_and(|error| error.starts_with("syntax error")), "{told:?}");
    }
}

#[test]
fn what_of_a_file_is_guessed_or_left_out_is_the_comment() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    let comment = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("a file");
        let input = format!("loadsgf {}\ntesuji-comment\nundo\nundo\nundo\n", file.display());
        let told = answers(GO, PlayerSpec::Random, &input);
        let n_moves = told[2..].iter().filter(|answer| answer.result.is_ok()).count();
        assert_eq!(told[0].result.as_deref(), Ok(""));
        (told[1].result.clone().unwrap(), n_moves)
    };
    let in_shift_jis = b"SZ[5];B[bb]C[\x91\xe3\x95\x5c];W[cc])";
    assert_eq!(comment(&[b"(;CA[Shift_JIS]", &in_shift_jis[..]].concat()), (String::new(), 2));
    let guessed = comment(&[b"(;", &in_shift_jis[..]].concat());
    assert_eq!((guessed.0.as_str(), guessed.1), ("no encoding is given; read as Shift_JIS", 2));
    let (told, n_moves) = comment(b"(;SZ[5];B[bb];W[];B[];W[])");
    assert_eq!((told.as_str(), n_moves), ("move 4 is a pass after the end of the game and is left out", 3));
}

#[test]
fn games_of_amazons_are_loaded_with_their_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;GM[18]SZ[5:3]AB[aa]AW[ec]AA[bb][cc]PL[W];W[ecebea];B[aabaca])").expect("a file");
    let input = format!(
        "loadsgf {0}\nshowboard\nprintsgf\nundo\nundo\ntesuji-position\nloadsgf {0} 2\ngogui-rules_side_to_move\nclear_board\n\
         tesuji-position\nloadsgf {0}x\n",
        file.display()
    );
    let answers: Vec<_> =
        answers(AMAZONS, PlayerSpec::Random, &input).into_iter().map(|answer| answer.result).collect();
    let board = "\n   a b c d e\n 3 . B # . #  3\n 2 . # . . W  2\n 1 . . # . .  1\n   a b c d e\nwhite to move";
    assert_eq!(answers[1].as_deref().map(str::trim_end), Ok(board));
    let sgf = answers[2].as_deref().unwrap();
    assert!(sgf.ends_with("GM[18]SZ[5:3]AB[aa]AW[ec]AA[bb][cc]PL[W]\n;W[ecebea]\n;B[aabaca])"), "{sgf}");
    assert_eq!(answers[5], answers[9], "a new game begins from the same start");
    assert_eq!(answers[7].as_deref(), Ok("black"));
    assert!(answers[10].is_err());
}

#[test]
fn what_only_one_game_has_is_not_named_in_the_other() {
    let commands = "known_command loadsgf\nknown_command param_game\nknown_command lz-analyze\nlist_commands\n";
    let of = |game| answers(game, PlayerSpec::Random, commands).into_iter().map(|answer| answer.result.unwrap());
    let [hex, go] = [HEX, GO].map(|game| of(game).collect::<Vec<_>>());
    assert_eq!(
        (&hex[..3], &go[..3]),
        (&["true", "true", "true"].map(str::to_owned)[..], &["true", "false", "true"].map(str::to_owned)[..])
    );
    let listed = |list: &str| list.lines().map(str::to_owned).collect::<Vec<_>>();
    let is_of_go = |name: &str| name.starts_with("gogui-rules_") || OF_GO.contains(&name);
    assert!(listed(&go[3]).iter().all(|name| listed(&hex[3]).contains(name) != is_of_go(name)));
    for name in listed(&hex[3]).iter().filter(|name| !listed(&go[3]).contains(name)) {
        let answer = answers(GO, PlayerSpec::Random, &format!("{name} b a1 a2\n")).remove(0);
        let is_empty = answer.result.as_ref().is_ok_and(String::is_empty);
        assert!(answer.result.is_err() || is_empty, "{name}: {answer:?}");
    }
    for name in OF_GO {
        let answer = answers(HEX, PlayerSpec::Random, &format!("{name} 2\n")).remove(0);
        assert!(answer.result.is_err(), "{name}: {answer:?}");
    }
}

#[test]
fn menus_have_the_types_that_their_readers_know() {
    let menus = answers(HEX, PlayerSpec::Random, "gogui-analyze_commands\nhexgui-analyze_commands\n");
    let has = |idx: usize, line: &str| menus[idx].result.as_deref().unwrap().lines().any(|found| found == line);
    assert!(has(0, "varc/Solved Line/tesuji-get-pv %m") && has(1, "var/Solved Line/tesuji-get-pv %m"));
    // HexGui throws when it should draw a swap.
    assert!(has(0, "varc/Best Line/tesuji-line %m") && has(1, "var/Best Line/tesuji-line %m cells"));
    assert!(has(0, "varc/Reg GenMove/reg_genmove %c") && has(1, "string/Reg GenMove/reg_genmove %c"));
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
    let listed =
        [HEX, GO, AMAZONS].map(|game| answers(game, PlayerSpec::Random, "list_commands\n").remove(0).result.unwrap());
    let mut listed: Vec<&str> = listed.iter().flat_map(|list| list.lines()).collect();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(documented, listed);
}
