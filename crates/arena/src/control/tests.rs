//! Control files: what they mean, what is refused, and which of them count as equal.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::testing::{control, read};

const FULL: &str = "
# What people see.
title = 'an example'
format = 'round-robin'
games = 10
seed = 5
concurrency = 3

[game]
game = 'hex'
columns = 5
rows = 5

[limits]
move = '1s 500ms'
game-cpu = '2m'

[openings]
random-plies = 2
balance = { playouts = 10, within = 0.25 }

[adjudication]
moves = 60
solver = { nodes = 100, empties = 9 }

[[player]]
name = 'a'
kind = 'random'
limits = { move = '10s' }

[[player]]
name = 'b'
kind = 'uct'
playouts = 10
think = '2s'

[[player]]
name = 'c'
kind = 'gtp'
command = ['engine', '--gtp']
startup = ['set x 1']
every-game = ['set_random_seed {seed}']
environment = { THREADS = '1' }
restart = 'every-game'
patience = '5s'
judge = 'never'
";

#[test]
fn a_control_file_says_all() {
    let Control { terms, plan } = read(FULL);
    assert_eq!((plan.games, plan.title.as_str(), plan.concurrency), (10, "an example", NonZeroUsize::new(3)));
    assert_eq!(terms.format, Format::RoundRobin);
    assert_eq!(terms.limits.per_move, Some(Duration::from_millis(1500)));
    assert_eq!(terms.limits_of(0).per_move, Some(Duration::from_secs(10)));
    assert_eq!(terms.limits_of(0).cpu_per_game, None, "limits of a player's own replace those of the match");
    assert_eq!(terms.limits_of(1).cpu_per_game, Some(Duration::from_secs(120)));
    let Engine::External(external) = &terms.players[2].engine else { panic!("{:?}", terms.players[2]) };
    assert_eq!((external.command.len(), external.restart, external.judge), (2, Restart::EveryGame, ScoreJudge::Never));
    assert_eq!(external.patience, Duration::from_secs(5));
    let think: Vec<_> = terms.players.iter().map(|player| player.think).collect();
    assert_eq!(think, [None, Some(Duration::from_secs(2)), None]);
}

#[test]
fn a_control_goes_through_json_unharmed() {
    let before = read(FULL);
    let json = serde_json::to_string(&before).unwrap();
    let after: Control = serde_json::from_str(&json).unwrap();
    assert_eq!((&before, before.terms.digest()), (&after, after.terms.digest()));
}

#[test]
fn only_what_games_depend_on_enters_the_digest() {
    let digest = |text: &str| read(text).terms.digest();
    let same = [
        ("# What people see.", "# Nothing."),
        ("'an example'", "'another'"),
        ("games = 10", "games = 12"),
        ("concurrency = 3", ""),
        ("1s 500ms", "1500ms"),
        ("seed = 5\nconcurrency = 3", "concurrency = 3\nseed = 5"),
    ];
    for (from, to) in same {
        assert_eq!(digest(&FULL.replace(from, to)), digest(FULL), "{to}");
    }
    let other = [
        ("seed = 5", "seed = 6"),
        ("playouts = 10\n", "playouts = 11\n"),
        ("think = '2s'", "think = '3s'"),
        ("rows = 5", "rows = 4"),
        ("name = 'a'", "name = 'A'"),
        ("1s 500ms", "2s"),
        ("within = 0.25", "within = 0.24"),
        ("moves = 60", "moves = 60\nresign = { below = 0.1 }"),
        ("judge = 'never'", "swap = 'stone'"),
    ];
    for (from, to) in other {
        assert_ne!(digest(&FULL.replace(from, to)), digest(FULL), "{to}");
    }
}

/// Three players, each pairing of which has its own colours and number of games.
const LIST: &str = "
format = 'list'
games = 7
game = { game = 'hex', columns = 3, rows = 3 }
pairing = [{ black = 'a', white = 'b', games = 3 }, { black = 'b', white = 'a' }, { black = 'c', white = 'a' }]
[[player]]
name = 'a'
kind = 'random'
[[player]]
name = 'b'
kind = 'random'
[[player]]
name = 'c'
kind = 'random'
";

/// The hash of a match that a store of an earlier version holds.
#[test]
fn matches_that_were_begun_before_keep_their_hash() {
    let digest = control("").terms.digest().to_string();
    assert_eq!(digest, "bf8b57b332ce2b93048194a43c5eb52782cbe5eef365e17fb41b9bb4ed5b7ef7");
    assert_eq!(control("colours = 'exchanged'").terms.digest().to_string(), digest);
    assert_ne!(control("colours = 'first'").terms.digest().to_string(), digest);
}

#[test]
fn listed_pairings_are_read_and_made_in_code() {
    let listed = read(LIST);
    assert_eq!((listed.plan.games, listed.plan.pairing_games.as_slice()), (7, [3, 7, 7].as_slice()));
    assert_eq!(listed.terms.colours, Colours::First);
    let pairings: Vec<_> = listed.terms.pairings.iter().cloned().zip([3, 7, 7]).collect();
    let players = ["a", "b", "c"].map(|name| Contestant::own(name, tesuji_engine::PlayerSpec::Random));
    let made = Control::of_pairings(listed.terms.game.clone(), players.to_vec(), &pairings, 0).unwrap();
    assert_eq!((made.terms.digest(), &made.plan), (listed.terms.digest(), &listed.plan));
    // How often they meet is no part of the terms; who meets whom with which colour is.
    assert_eq!(read(&LIST.replace("games = 3", "games = 4")).terms.digest(), listed.terms.digest());
    assert_ne!(
        read(
            &LIST
                .replace("black = 'c'", "black = 'b'")
                .replace("black = 'b', white = 'a' }, ", "black = 'c', white = 'a' }, ")
        )
        .terms
        .digest(),
        listed.terms.digest()
    );
    let all_say = LIST.replace("games = 7\n", "").replace("white = 'a' }", "white = 'a', games = 2 }");
    assert_eq!((read(&all_say).plan.games, read(&all_say).plan.pairing_games), (3, vec![3, 2, 2]));
    let json = serde_json::to_string(&listed).unwrap();
    assert_eq!(serde_json::from_str::<Control>(&json).unwrap(), listed);
    for (from, to, message) in [
        ("games = 7\n", "", "games: the number of games between any two players was expected"),
        ("games = 3", "games = 0", "games: 0 is no number of games"),
        ("black = 'c'", "black = 'd'", "pairing 3: there is no player `d`: expected one of a, b, c"),
        ("black = 'c'", "black = 'a'", "pairing 3: `a` cannot play against itself"),
        ("black = 'c'", "black = 'b'", "pairing 3: `b` with Black against `a` is listed before"),
        ("'list'", "'round-robin'", "pairing: pairings are listed only with"),
        ("format = 'list'", "format = 'list'\ncolours = 'exchanged'", "colours: a list says who has Black"),
        ("format = 'list'", "format = 'list'\ncolours = 'second'", "`second` is not known here"),
        ("black = 'c'", "blue = 'c'", "`blue` is not known here"),
        ("format = 'list'", "format = 'list'\nsprt = { elo0 = 0, elo1 = 5 }", "sprt: a sequential test"),
    ] {
        assert!(LIST.contains(from), "{from}");
        let error = Control::parse(&LIST.replacen(from, to, 1), Path::new("")).unwrap_err().to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
    let empty = LIST.lines().filter(|line| !line.starts_with("pairing")).collect::<Vec<_>>().join("\n");
    let error = Control::parse(&empty, Path::new("")).unwrap_err().to_string();
    assert!(error.starts_with("pairing: a list of pairings was expected"), "{error}");
    // Odd numbers are for fixed colours.
    assert_eq!(read(&FULL.replace("games = 10", "games = 9\ncolours = 'first'")).plan.games, 9);
    let mut broken = listed.clone();
    broken.plan.pairing_games.pop();
    assert!(broken.check().is_err() && listed.check().is_ok());
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    for (from, to, message) in [
        ("games = 10", "games = 9", "games: 9 is not an even number"),
        ("games = 10", "games = 0", "games: 0"),
        ("games = 10", "gmaes = 10", "`gmaes` is not known here; the nearest name is `games`"),
        ("'round-robin'", "'match'", "a match has two players, not 3"),
        ("name = 'b'", "name = 'a'", "two players have the same name"),
        ("name = 'b'", "name = ' b'", "player 2: name"),
        ("name = 'b'", "nom = 'b'", "player 2: it has no name"),
        ("playouts = 10\n", "playouts = 0\n", "player `b`: player: playouts is 0"),
        ("playouts = 10\n", "playouts = 'many'\n", "player `b`"),
        ("kind = 'uct'", "kind = 'oracle'", "player `b`"),
        ("rows = 5", "rows = 500", "game:"),
        ("move = '1s 500ms'", "move = 'soon'", "`soon` is no time such as"),
        ("move = '1s 500ms'", "move = '0s'", "`0s` is no time"),
        ("think = '2s'", "think = 'long'", "player `b`: think: `long` is no time"),
        ("patience = '5s'", "think = '5s'", "player `c`: think: a program is told its time by `limits`"),
        ("command = ['engine', '--gtp']", "command = []", "player `c`: command"),
        ("startup = [", "start-up = [", "player `c`"),
        (
            "kind = 'uct'\nplayouts = 10\nthink = '2s'\n",
            "kind = 'guest'\nengine = 'x'\n",
            "player `b`: only `tesuji serve --engine`",
        ),
        ("within = 0.25", "within = 0.75", "openings.balance.within: 0.75"),
        ("random-plies = 2", "plies = 2", "openings.plies"),
        ("random-plies = 2", "moves = ['a1']\nrandom-plies = 2", "cannot both be played"),
        ("seed = 5", "seed = 5\nsprt = { elo0 = 0, elo1 = 5 }", "sprt: a sequential test is between"),
        ("seed = 5", "seed = 5\nhandicap = { stones = 2 }", "handicap: "),
        ("moves = 60", "resign = { below = 0 }", "adjudication.resign.below: 0 is not above 0 and at most 0.5"),
        ("moves = 60", "resign = { below = 0.6 }", "adjudication.resign.below: 0.6"),
        ("moves = 60", "resign = { below = 0.1, moves = 0 }", "`0`: expected a whole number, 1 or more"),
        ("moves = 60", "resign = { under = 0.1 }", "`under` is not known here"),
        ("judge = 'never'", "swap = 'sides'", "player `c`: `sides` is not known here"),
    ] {
        assert!(FULL.contains(from), "{from}");
        let error = Control::parse(&FULL.replace(from, to), Path::new("")).unwrap_err().to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
    let Err(ControlError::Malformed { span: Some(span), .. }) = Control::parse("games = = 1", Path::new("")) else {
        panic!("a place was expected");
    };
    assert_eq!(span.start, 8);
    for (sprt, message) in [
        ("{ elo0 = 5, elo1 = 0 }", "elo0 = 5 is not below elo1 = 0"),
        ("{ elo0 = 0, elo1 = 5, alpha = 0.5 }", "alpha = 0.5"),
        ("{ elo0 = 0, elo1 = nan }", "elo1 = NaN"),
    ] {
        let text = "format = 'match'\ngames = 2\nsprt = SPRT\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
            [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n";
        let error = Control::parse(&text.replace("SPRT", sprt), Path::new("")).unwrap_err().to_string();
        assert!(error.contains(message), "{sprt}: {error}");
    }
    let go = "format = 'match'\ngames = 2\nadjudication = { solver = { nodes = 1, empties = 1 } }\n\
        [game]\ngame = 'go'\ncolumns = 5\nrows = 5\nkomi = 7\nrules = 'chinese'\n\
        [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n";
    let error = Control::parse(go, Path::new("")).unwrap_err().to_string();
    assert!(error.contains("there is no solver for this game"), "{error}");
    // Reported at once, and not in every game.
    let no_solver = go.replace("adjudication = { solver = { nodes = 1, empties = 1 } }\n", "");
    assert!(Control::parse(&no_solver, Path::new("")).is_ok());
    let other = no_solver.replacen("kind = 'random'", "kind = 'alpha-beta'", 1);
    let error = Control::parse(&other, Path::new("")).unwrap_err().to_string();
    assert!(error.starts_with("player `a`: "), "{error}");
}

#[test]
fn handicap_is_what_the_board_takes() {
    let go = |handicap: &str| {
        format!(
            "format = 'match'\ngames = 2\nhandicap = {handicap}\n\
             [game]\ngame = 'go'\ncolumns = 9\nrows = 9\nkomi = 7\nrules = 'chinese'\n\
             [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n"
        )
    };
    let fault = |text: &str| Control::parse(text, Path::new("")).unwrap_err().to_string();
    for (handicap, message) in [
        ("{ stones = 1 }", "handicap: "),
        ("{ stones = 30 }", "handicap: "),
        ("{ stones = 81, placed = 'free' }", "handicap: "),
        ("{ stones = 2, placed = 'anywhere' }", "`anywhere` is not known here"),
        ("2", "`2`: expected a table of names and values"),
    ] {
        let error = fault(&go(handicap));
        assert!(error.contains(message), "{handicap}: {error}");
    }
    // Openings follow fixed stones, with White moving first. If stones are placed in each game, there can be no
    // openings.
    let openings = "[openings]\nmoves = ['E5 C4']\n";
    let fixed = read(&(go("{ stones = 4 }") + openings));
    assert_eq!(fixed.terms.first_player(), Player::White);
    assert_eq!(fixed.terms.begin().unwrap().view().stones().len(), 4);
    assert!(fault(&(go("{ stones = 4 }") + "[openings]\nmoves = ['C3']\n")).contains("line 1, move 1"));
    assert!(fault(&(go("{ stones = 4, placed = 'free' }") + openings)).contains("so there are no openings"));
    assert_eq!(read(&go("{ stones = 4, placed = 'free' }")).terms.begin().unwrap().view().stones(), []);
}

#[test]
fn a_solver_is_known_for_games_with_and_without_swap() {
    let solver = "adjudication = { solver = { nodes = 1, empties = 1 } }";
    assert!(control(solver).terms.adjudication.solver.is_some());
    let swap = FULL.replace("rows = 5", "rows = 5\nswap = true");
    assert!(read(&swap).terms.adjudication.solver.is_some());
    let amazons = format!(
        "format = 'match'\ngames = 2\n{solver}\n[game]\ngame = 'amazons'\n\
         [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
    );
    assert!(read(&amazons).terms.adjudication.solver.is_some());
}

#[test]
fn changes_are_told_in_words() {
    let told = |from: &str, to: &str| -> Vec<String> {
        changes(&read(FULL), &read(&FULL.replace(from, to))).iter().map(ToString::to_string).collect()
    };
    assert_eq!(told("seed = 5", "seed = 6"), ["terms.seed was 5, is 6"]);
    assert_eq!(told("1s 500ms", "2s"), ["terms.limits.move was `1s 500ms`, is `2s`"]);
    assert_eq!(told("concurrency = 3", ""), ["plan.concurrency was 3, is gone"]);
    assert_eq!(told("playouts = 10\n", "playouts = 20\n"), ["terms.players.b.engine.own.playouts was 10, is 20"]);
    let moved = read(FULL);
    let mut now = moved.clone();
    now.terms.players.swap(0, 1);
    assert_eq!(changes(&moved, &now)[0].to_string(), "the order of terms.players was a, b, c, is b, a, c");
    assert_eq!(changes(&moved, &moved), []);
}

#[test]
fn openings_come_from_files_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lines.txt"), "# two openings\na1 b1\n\nb2 c2 a2 # a longer one\n").unwrap();
    std::fs::write(folder.path().join("game.sgf"), "(;FF[4]GM[11]SZ[3];B[a3];W[c1];B[b1])").unwrap();
    let text = "format = 'match'\ngames = 2\nopenings = { files = ['lines.txt', 'game.sgf'], plies = 2, moves = ['c3'] }\n\
        [game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
        [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n";
    let OpeningPlan::Listed(openings) = Control::parse(text, folder.path()).unwrap().terms.openings else { panic!() };
    assert_eq!(openings.iter().map(|moves| moves.join(" ")).collect::<Vec<_>>(), ["c3", "a1 b1", "b2 c2", "a3 c1"]);
    std::fs::write(folder.path().join("lines.txt"), "a1 b1\na1 a1\n").unwrap();
    let error = Control::parse(text, folder.path()).unwrap_err().to_string();
    assert!(error.contains("lines.txt, line 2, move 2"), "{error}");
    std::fs::write(folder.path().join("lines.txt"), "# nothing\n").unwrap();
    let error = Control::parse(text, folder.path()).unwrap_err().to_string();
    assert!(error.contains("holds no opening"), "{error}");
    let error = Control::parse(&text.replace("lines.txt", "none.txt"), folder.path()).unwrap_err().to_string();
    assert!(error.contains("cannot read the openings") && error.contains("none.txt"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_a_control_or_an_error(from in 0..FULL.len(), length in 0..40_usize, text in "[a-z0-9='\"\\[\\]{},.# \n-]{0,20}") {
        let mut mangled = FULL.to_owned();
        mangled.replace_range(from..(from + length).min(FULL.len()), &text);
        let folder = tempfile::tempdir().unwrap();
        if let Ok(control) = Control::parse(&mangled, folder.path()) {
            prop_assert!(control.terms.players.len() >= 2);
            prop_assert!(control.terms.colours == Colours::First || control.plan.games.is_multiple_of(2));
        }
    }
}
