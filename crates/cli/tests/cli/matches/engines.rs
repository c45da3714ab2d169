//! Other programs as players: their errors cost them the game, and cost nobody else anything.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::time::{Duration, Instant};

use super::{games, json, report};
use crate::Folder;
use crate::peers::gnu_go;

/// A shell engine for 3x3 Hex that takes the first free cell, until it does what its first argument says. Its random
/// bytes come after one that begins no answer: bytes that happen to begin with `=` are an answer that does not end.
const ENGINE: &str = r#"#!/bin/sh
answer() { printf '=%s %s\n\n' "$id" "$1"; }
taken=" "
while read -r id command first second; do
  case $command in
    name) answer Shell ;;
    version) answer "$1" ;;
    list_commands) answer "play
genmove
final_score" ;;
    clear_board) taken=" "; answer ;;
    play) taken="$taken$second "; answer ;;
    final_score)
      [ "$1" = liar ] && { answer W+999; continue; }
      printf '?%s unknown\n\n' "$id" ;;
    genmove)
      case $1 in
        hangs) sleep 3600.5 & sleep 3600.5 ;;
        deaf) trap '' TERM INT HUP; while :; do sleep 3600.5; done ;;
        spins) while :; do :; done ;;
        slow) sleep 0.7 ;;
        works) sh -c 'n=0; while [ $n -lt 100000 ]; do n=$((n + 1)); done' ;;
        crashes) echo 'out of luck' >&2; exit 3 ;;
        babbles) echo 'I am thinking'; echo; continue ;;
        floods) while :; do echo '= aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done ;;
        binary) printf '\376'; head -c 5000 /dev/urandom; continue ;;
        cheats) answer b2; continue ;;
        beyond) answer z9; continue ;;
        mute) answer; continue ;;
        refuses) printf '?%s not today\n\n' "$id"; continue ;;
        resigns) answer resign; continue ;;
        leaves) exec >&-; sleep 3600.5 ;;
      esac
      for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
        case $taken in *" $cell "*) ;; *) break ;; esac
      done
      taken="$taken$cell "; answer "$cell" ;;
    quit) answer; exit ;;
    *) answer ;;
  esac
done
"#;

fn control(behaviour: &str, games: u64, more: &str) -> String {
    // Who never answers is not waited for long. All others have time enough on any machine.
    let time = if ["hangs", "deaf", "spins", "slow"].contains(&behaviour) { "300ms" } else { "60s" };
    format!(
        "format = 'match'\ngames = {games}\nseed = 1\nlimits = {{ move = '{time}' }}\n\
         [game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n[openings]\nmoves = ['b2']\n\
         [[player]]\nname = 'shell'\nkind = 'gtp'\ncommand = ['sh', 'engine.sh', '{behaviour}']\n{more}\n\
         [[player]]\nname = 'ours'\nkind = 'random'\n"
    )
}

/// The command lines of processes that run in `folder`.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        if std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder) {
            let words = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&words).replace('\0', " "));
        }
    }
    found
}

/// Waits until nothing runs in `folder` any more; the system needs a moment to end what was killed.
fn assert_nobody_left(folder: &Folder, behaviour: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    while !processes_in(&folder.path(".")).is_empty() {
        assert!(Instant::now() < until, "{behaviour}: {:?} are left", processes_in(&folder.path(".")));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn every_misbehaviour_is_a_line_and_a_counted_forfeit() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    for (behaviour, forfeit, words) in [
        ("hangs", "time", "no move within 300ms"),
        ("deaf", "time", "no move within 300ms"),
        ("spins", "time", "no move within 300ms"),
        ("slow", "time", "no move within 300ms"),
        ("crashes", "crash", "exit status: 3"),
        ("crashes", "crash", "out of luck"),
        ("leaves", "crash", "closed its pipe"),
        ("babbles", "garbage", "I am thinking"),
        ("floods", "garbage", ""),
        ("binary", "garbage", ""),
        ("cheats", "illegal-move", "may not play b2: the cell is taken"),
        ("beyond", "illegal-move", "`z9` is not a move here"),
        ("mute", "illegal-move", "`` is not a move here"),
        ("refuses", "refusal", "refuses to move: not today"),
    ] {
        folder.write("a.toml", control(behaviour, 2, ""));
        let run = folder.run("match a.toml");
        assert_eq!(run.status, 0, "{behaviour}: {}", run.stderr);
        let lines: Vec<&str> = run.stderr.lines().collect();
        assert_eq!(lines.len(), 2, "{behaviour}: {}", run.stderr);
        for line in lines {
            assert!(line.starts_with("game ") && line.contains(&format!("forfeit by {forfeit}: shell (")), "{line}");
            assert!(line.contains(words), "{behaviour}: {line}");
        }
        assert!(run.stdout.contains(&format!("forfeits of shell: {forfeit} 2\n")), "{behaviour}: {}", run.stdout);
        let found = report(&folder, "a.match");
        let [shell, ours] = [&found["players"][0], &found["players"][1]];
        assert_eq!((&shell["losses"], &shell["forfeits"][forfeit]), (&2.into(), &2.into()), "{behaviour}");
        assert_eq!(ours["wins"], 2, "{behaviour}");
        assert_nobody_left(&folder, behaviour);
        std::fs::remove_file(folder.path("a.match")).unwrap();
    }
}

#[test]
fn honest_programs_play_on() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    folder.write("a.toml", control("honest", 6, ""));
    let run = folder.run("match a.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("ended by rules: 6"), "{}", run.stdout);
    folder.write("b.toml", control("resigns", 2, ""));
    let run = folder.run("match b.toml");
    assert!(run.status == 0 && run.stdout.contains("ended by resignation: 2"), "{}", run.stdout);
    assert_nobody_left(&folder, "honest");
}

#[test]
fn a_wrong_winner_is_a_forfeit_where_the_rules_leave_no_doubt() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    folder.write("a.toml", control("liar", 20, ""));
    let run = folder.run("match a.toml --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = json(&run);
    let is_lie = |line: &&serde_json::Value| line["reason"] == "forfeit by wrong-winner";
    let lies: Vec<_> = lines.iter().filter(is_lie).collect();
    assert!(!lies.is_empty() && lies.len() < 20, "{}", run.stdout);
    for lie in &lies {
        let loser = if lie["winner"] == "black" { &lie["white"] } else { &lie["black"] };
        assert_eq!(*loser, "shell");
        assert!(lie["detail"].as_str().unwrap().contains("it says `W+999`, the result is B+"), "{lie}");
    }
    // Every other game was really won by White.
    let rest = lines.iter().filter(|line| line["event"] == "game" && !is_lie(line));
    assert!(rest.clone().count() > 0 && rest.clone().all(|line| line["winner"] == "white"), "{}", run.stdout);
    folder.write("b.toml", control("liar", 20, "judge = 'never'"));
    let run = folder.run("match b.toml");
    assert!(run.stdout.contains("ended by rules: 20"), "{}", run.stdout);
}

#[test]
fn processor_time_is_bounded_as_well() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    let limits = "limits = { move = '60s', move-cpu = '200ms' }";
    folder.write("a.toml", control("spins", 2, limits));
    let run = folder.run("match a.toml");
    assert!(run.stdout.contains("forfeits of shell: cpu 2"), "{} {}", run.stdout, run.stderr);
    assert_nobody_left(&folder, "spins");
}

/// One of our players behind a pipe.
fn piped(name: &str, arguments: &str, more: &str) -> String {
    let arguments: Vec<String> = arguments.split(' ').map(|word| format!(", '{word}'")).collect();
    let binary = env!("CARGO_BIN_EXE_tesuji");
    format!("[[player]]\nname = '{name}'\nkind = 'gtp'\ncommand = ['{binary}', 'gtp'{}]\n{more}\n", arguments.concat())
}

/// The games of a store as a table: a map for each, by column name.
fn rows(folder: &Folder, store: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let run = folder.run(&format!("match export {store} --to csv"));
    csv::Reader::from_reader(run.stdout.as_bytes()).deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_processor_time_of_programs_is_kept_move_by_move_without_any_limit() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    // One program thinks itself; the other lets its children do the work.
    let child = "[[player]]\nname = 'parent'\nkind = 'gtp'\ncommand = ['sh', 'engine.sh', 'works']\n";
    let game = "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n[openings]\nmoves = ['b2']\n";
    folder.write("a.toml", format!("{game}{}{child}", piped("ours", "--game hex --player uct --playouts 2000", "")));
    let run = folder.run("match a.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let times = run.stdout.lines().find_map(|line| line.strip_prefix("processor time of a move: ")).unwrap();
    assert!(times.starts_with("ours ") && times.contains(" ms, parent ") && !times.contains("unknown"), "{times}");
    for row in rows(&folder, "a.match") {
        let cpu: Vec<&str> = row["move_cpu"].split(' ').collect();
        let seconds: Vec<&str> = row["move_seconds"].split(' ').collect();
        assert_eq!((cpu.len(), seconds.len()), (row["n_moves"].parse().unwrap(), cpu.len()));
        assert_eq!((cpu[0], seconds[0]), ("-", "0"), "the opening is nobody's");
        let parent = if row["black"] == "parent" { 0 } else { 1 };
        for (idx, cpu) in cpu.iter().enumerate().skip(1) {
            let cpu: f64 = cpu.parse().unwrap();
            // The child's loop takes some hundredths of a second.
            assert!(cpu > if idx % 2 == parent { 0.01 } else { 0.0 }, "{row:?}");
        }
        let sum: f64 = cpu.iter().filter_map(|cpu| cpu.parse::<f64>().ok()).sum();
        let sides = ["black_cpu", "white_cpu"].map(|side| row[side].parse::<f64>().unwrap());
        assert!((sides[0] + sides[1] - sum).abs() < 1e-3, "{row:?}");
    }
    let sgf = folder.run("match export a.match --to sgf").stdout;
    let n_moves = sgf.lines().filter(|line| line.starts_with(";B[") || line.starts_with(";W[")).count();
    assert_eq!(
        sgf.matches(" s, CPU ").count(),
        n_moves - 2 + 4,
        "each move but the openings, and both players of each game"
    );
    let found = json(&folder.run("match report --json a.match")).remove(0);
    assert!(found["players"].as_array().unwrap().iter().all(|player| player["cpu_of_a_move"].as_f64() > Some(0.0)));
}

#[test]
fn programs_may_swap_and_are_told_of_swaps() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    let game = |opening: &str, side: usize| {
        format!(
            "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = {side}\nrows = {side}\nswap = true\n\
             [openings]\nmoves = ['{opening}']\n"
        )
    };
    // The centre of 5x5 wins, and the strong player knows this, so White takes it over. The program was started without
    // swapping; `param_game` tells it that swapping is allowed.
    let strong = "[[player]]\nname = 'ours'\nkind = 'strong'\nplayouts = 50\nmemory_mib = 16\n";
    for word in ["swap-pieces", "swap"] {
        let program = piped("program", "--game hex --playouts 50 --memory 16M", &format!("swap = '{word}'"));
        folder.write(&format!("{word}.toml"), game("c3", 5) + strong + &program);
        let run = folder.run(&format!("match {word}.toml"));
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("ended by rules: 2"), "{}", run.stdout);
        for row in rows(&folder, &format!("{word}.match")) {
            assert!(row["moves"].starts_with("c3 swap-pieces "), "{row:?}");
        }
    }
    // A program that knows nothing about swapping takes the first free cell: b1, which is White's after a2 was swapped.
    let ours = "[[player]]\nname = 'ours'\nkind = 'random'\n";
    let shell = |more: &str| {
        format!("[[player]]\nname = 'shell'\nkind = 'gtp'\ncommand = ['sh', 'engine.sh', 'honest']\n{more}\n")
    };
    folder.write("stone.toml", game("a2 swap-pieces", 3) + ours + &shell("swap = 'stone'"));
    let run = folder.run("match stone.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("ended by rules: 2"), "{}", run.stdout);
    folder.write("untold.toml", game("a2 swap-pieces a1", 3) + ours + &shell(""));
    assert!(folder.run("match untold.toml").stdout.contains("forfeits of shell: illegal-move"));
}

#[test]
fn programs_give_and_take_handicap() {
    let folder = Folder::new();
    let gnu = |path: String| {
        format!(
            "[[player]]\nname = 'gnu'\nkind = 'gtp'\ncommand = ['{path}', '--mode', 'gtp', '--level', '0', \
             '--chinese-rules']\n"
        )
    };
    let programs = [Some(piped("pipe", "--game go --player uct --playouts 10", "")), gnu_go().map(gnu)];
    for (number, program) in programs.into_iter().flatten().enumerate() {
        for placed in ["fixed", "free"] {
            let name = format!("{placed}-{number}");
            folder.write(
                &format!("{name}.toml"),
                format!(
                    "format = 'match'\ngames = 2\nhandicap = {{ stones = 4, placed = '{placed}' }}\n\
                     limits = {{ move = '1m' }}\nadjudication = {{ moves = 12 }}\n\
                     [game]\ngame = 'go'\ncolumns = 9\nrows = 9\nkomi = 0.5\nrules = 'chinese'\n\
                     [[player]]\nname = 'ours'\nkind = 'uct'\nplayouts = 10\n{program}"
                ),
            );
            let run = folder.run(&format!("match {name}.toml"));
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
            // Twelve moves without a complaint: both have the same stones as the referee.
            assert!(run.stdout.contains("ended by length: 2"), "{name}: {}", run.stdout);
            assert!(run.stdout.contains("Black, who has the handicap: "), "{}", run.stdout);
            for row in rows(&folder, &format!("{name}.match")) {
                assert_eq!(row["handicap"].split(' ').count(), 4, "{row:?}");
            }
            let sgf = folder.run(&format!("match export {name}.match --to sgf")).stdout;
            assert_eq!((sgf.matches("HA[4]AB[").count(), sgf.matches("PL[W]").count()), (2, 2), "{sgf}");
            for (idx, game) in sgf.split("(;FF[4]").skip(1).enumerate() {
                folder.write(&format!("{idx}.sgf"), format!("(;FF[4]{game}"));
                assert_eq!(folder.run(&format!("show {idx}.sgf")).status, 0, "{game}");
            }
        }
    }
}

#[test]
fn a_killed_match_leaves_no_engine() {
    let folder = Folder::new();
    folder.write("engine.sh", ENGINE);
    folder.write("a.toml", control("hangs", 2, "limits = { move = '1h' }"));
    let mut run = folder.command("match a.toml --jobs 2").spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    // The engine and its sleeping child, for each of two games.
    while processes_in(&folder.path(".")).iter().filter(|words| words.contains("3600.5")).count() < 2 {
        assert!(Instant::now() < until, "{:?}", processes_in(&folder.path(".")));
        std::thread::sleep(Duration::from_millis(10));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    assert_nobody_left(&folder, "hangs");
}

#[test]
fn over_a_pipe_the_same_games_are_played() {
    let folder = Folder::new();
    let player = |name: &str, playouts: u64, is_piped: bool| {
        let binary = env!("CARGO_BIN_EXE_tesuji");
        let engine = match is_piped {
            true => {
                let arguments = format!("'gtp', '--game', 'hex', '--player', 'uct', '--playouts', '{playouts}'");
                format!("kind = 'gtp'\ncommand = ['{binary}', {arguments}]")
            }
            false => format!("kind = 'uct'\nplayouts = {playouts}"),
        };
        format!("[[player]]\nname = '{name}'\n{engine}\n")
    };
    let control = |is_piped| {
        let game = "[game]\ngame = 'hex'\ncolumns = 6\nrows = 6\nswap = false\n[openings]\nrandom-plies = 2\n";
        format!("format = 'match'\ngames = 10\n{game}{}{}", player("a", 200, is_piped), player("b", 50, is_piped))
    };
    folder.write("own.toml", control(false));
    folder.write("pipe.toml", control(true));
    for name in ["own", "pipe"] {
        let run = folder.run(&format!("match {name}.toml"));
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
    }
    // Everything except the digest of the task, which names the match.
    let moves = |store: &str| -> Vec<String> {
        games(&folder, store).into_values().map(|game| game.rsplit_once(" | ").unwrap().0.to_owned()).collect()
    };
    assert_eq!(moves("own.match"), moves("pipe.match"));
    let sgf = |store: &str| folder.run(&format!("match export {store} --to sgf")).stdout;
    let comments =
        |sgf: String| sgf.lines().filter(|line| line.contains("playouts, line")).map(str::to_owned).collect();
    let (own, pipe): (Vec<String>, Vec<String>) = (comments(sgf("own.match")), comments(sgf("pipe.match")));
    assert!(own == pipe && own.len() > 100, "{} {}", own.len(), pipe.len());
}

#[test]
fn gnu_go_plays_itself_and_us() {
    let Some(gnugo) = gnu_go() else { return };
    let folder = Folder::new();
    let player = |name: &str| {
        format!(
            "[[player]]\nname = '{name}'\nkind = 'gtp'\nevery-game = ['set_random_seed {{seed}}']\n\
             command = ['{gnugo}', '--mode', 'gtp', '--level', '0', '--chinese-rules']\n"
        )
    };
    folder.write(
        "a.toml",
        format!(
            "format = 'gauntlet'\ngames = 2\nlimits = {{ move = '1m' }}\n\
             [game]\ngame = 'go'\ncolumns = 9\nrows = 9\nkomi = 7\nrules = 'chinese'\n{}{}\
             [[player]]\nname = 'ours'\nkind = 'uct'\nplayouts = 20\n",
            player("gnu"),
            player("gnat")
        ),
    );
    let run = folder.run("match a.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("ended by rules: 4"), "{}", run.stdout);
    let records = folder.run("match export a.match --to sgf").stdout;
    assert_eq!(records.matches("(GNU Go 3").count(), 6, "{records}");
    assert_eq!(records.matches("GM[1]SZ[9]KM[7]RU[Chinese]").count(), 4, "{records}");
}
