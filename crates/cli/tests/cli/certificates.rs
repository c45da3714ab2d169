//! `tesuji check`, `show`, `defend` and `convert`.

use std::fs;

use crate::{Folder, PROBLEMS};

/// A folder with the certificates of the three problems.
fn with_certificates() -> Folder {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    let run = folder.run("prove p.toml --program brute --certificates .");
    assert_eq!(run.status, 0, "{}", run.stderr);
    folder
}

#[test]
fn check_draws_the_claim_and_names_faults() {
    let folder = with_certificates();
    let run = folder.run("check ziggurat.cert no%20bridge.cert");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("ziggurat.cert: valid: the claim holds"), "{}", run.stdout);
    assert!(run.stdout.contains("1 # # o + 1\n 2 # + + + 2\n  3 + + + + 3\n"), "{}", run.stdout);
    assert!(run.stdout.contains("the proof needs (+) 8 cells: d1 b2 c2 d2 a3 b3 c3 d3"), "{}", run.stdout);
    assert!(run.stdout.contains("no%20bridge.cert: valid: the claim fails"), "{}", run.stdout);

    let mut bytes = fs::read(folder.path("ziggurat.cert")).unwrap();
    bytes[60] ^= 2;
    folder.write("damaged.cert", &bytes);
    folder.write("cut.cert", &bytes[..50]);
    folder.write("text.cert", "hello");
    let run = folder.run("check damaged.cert cut.cert text.cert ziggurat.cert");
    assert_eq!(run.stdout.matches("INVALID").count(), 2, "{}", run.stdout);
    // What is no certificate at all is bad input, and not a forged proof.
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("text.cert: expected a certificate"), "{}", run.stderr);
    assert_eq!(folder.run("check damaged.cert cut.cert ziggurat.cert").status, 1);
    assert_eq!(folder.run("check missing.cert ziggurat.cert").status, 2);
    folder.write("empty.cert", "");
    folder.refuses(
        "{}",
        &[("check empty.cert", "empty.cert: expected a certificate"), ("check --json text.cert", "text.cert")],
    );
    #[cfg(unix)]
    folder.refuses("{}", &[("check /dev/zero", "/dev/zero: expected a certificate")]);
}

#[test]
fn convert_goes_both_ways_without_loss() {
    let folder = with_certificates();
    for name in ["ziggurat.cert", "no%20bridge.cert", "graph.cert"] {
        assert_eq!(folder.run(&format!("convert {name} text")).status, 0);
        assert_eq!(folder.run("convert text back").status, 0);
        assert_eq!(fs::read(folder.path("back")).unwrap(), fs::read(folder.path(name)).unwrap());
        assert!(fs::read_to_string(folder.path("text")).unwrap().starts_with("tesuji certificate 1\n"));
        assert_eq!(folder.run("check text").status, 0);
    }
    folder.write("neither", "hello");
    assert_eq!(folder.run("convert neither").status, 2);
}

#[test]
fn show_tells_what_is_proved_of_first_moves_from_what_is_not_settled() {
    let folder = Folder::new();
    let yang = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/yang7.toml")).unwrap();
    folder.write("yang7.toml", yang);
    // Black, the owner, wins: no first move of White works, whatever a short search leaves open.
    let short = folder.run("show yang7.toml --nodes 100").stdout;
    let open = short.lines().find_map(|line| line.strip_prefix("? not settled within 100 nodes: ")).unwrap();
    assert!(!open.is_empty() && !short.contains("must-play") && !short.contains("! wins"), "{short}");
    assert!(short.contains("every other first move of the opponent fails\n"), "{short}");
    let n_marked =
        |text: &str, sign: char| text.lines().skip(1).take(9).flat_map(str::chars).filter(|&c| c == sign).count();
    assert_eq!(n_marked(&short, '?'), open.split(' ').count(), "{short}");
    let long = folder.run("show yang7.toml --nodes 100000").stdout;
    assert!(long.contains("every first move of the opponent fails\n") && !long.contains('?'), "{long}");
    // If a claim fails, the winning moves are proved to win.
    folder.write("p.toml", PROBLEMS);
    let lost = folder.run("show p.toml").stdout;
    assert!(lost.contains("! wins for the opponent: b2\n"), "{lost}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let folder = with_certificates();
    for arguments in
        ["prove p.toml --program brute", "check ziggurat.cert", "show ziggurat.cert", "convert ziggurat.cert"]
    {
        let mut child = folder.command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), stderr.as_ref()), (Some(0), ""), "{arguments}");
    }
}

#[test]
fn the_suite_of_small_claims_goes_all_the_way() {
    let folder = Folder::new();
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/claims/small.toml");
    let run = folder.run(&format!("prove {suite} --program brute --certificates out"));
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let names = folder.names("out");
    assert!(names.len() >= 10);
    for name in names {
        assert_eq!(folder.run(&format!("check out/{name}")).status, 0, "{name}");
        assert_eq!(folder.run(&format!("show out/{name}")).status, 0, "{name}");
        let text = folder.run(&format!("convert out/{name}")).stdout;
        let carrier = text.lines().find_map(|line| line.strip_prefix("carrier")).unwrap();
        // Intrusions on every cell in turn, including cells that the answers have taken.
        let run = folder.run_with(&format!("claim defend out/{name}"), &carrier.trim().replace(' ', "\n"));
        let is_over = run.stdout.ends_with("the goal is achieved.\n") || run.stdout.ends_with("the goal is cut.\n");
        assert!(run.status == 0 && is_over, "{name}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn nothing_is_converted_into_itself() {
    let folder = with_certificates();
    let before = fs::read(folder.path("graph.cert")).unwrap();
    for out in ["graph.cert", "./graph.cert"] {
        folder.run(&format!("convert graph.cert {out}")).assert_refused("name another file");
        assert_eq!(fs::read(folder.path("graph.cert")).unwrap(), before);
    }
    // A file left by a kill is removed when something is written beside it.
    folder.write(".writing-left", "half");
    assert_eq!(folder.run("convert graph.cert graph.txt").status, 0);
    assert!(!folder.path(".writing-left").exists());
}

/// The memory of a check is bounded by the length of the file: a million equal nodes take no more than their numbers.
#[cfg(unix)]
#[test]
fn check_shares_equal_nodes() {
    let folder = Folder::new();
    // Every cell except one is Black's. Black wants to join a1 and b1 and does not get b1.
    let names = |range: std::ops::Range<usize>| {
        range.map(|i| format!(" {}{}", tesuji_board::column_name(i % 32), i / 32 + 1)).collect::<String>()
    };
    let nodes: String = (0..1_000_000).map(|i| format!("{i} cut: b1\n")).collect();
    let text = format!(
        "tesuji certificate 1\nboard 32x32\nowner black\nstones a1{}\ncarrier b1\ngoal 0: a1 b1\nto-move owner\n\
         verdict fails\nfirst\nnodes 1000001\n{nodes}1000000 replies 0: b1>0 b1>1\n",
        names(2..1024)
    );
    folder.write("many.txt", text);
    assert_eq!(folder.run("convert many.txt many.cert").status, 0);
    let mut command = folder.command("check many.cert");
    let limited = format!("ulimit -v 200000; exec {} check many.cert", command.get_program().to_str().unwrap());
    command = std::process::Command::new("sh");
    command.args(["-c", &limited]).current_dir(folder.path("."));
    let output = command.output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    // The last node is faulty on purpose: by then all others are stored.
    assert!(stdout.contains("INVALID: node 1000000: no reply to an intrusion at b1"), "{stdout}");
}

#[test]
fn no_more_input_is_read_than_there_may_be() {
    let folder = Folder::new();
    fs::File::create(folder.path("long")).unwrap().set_len((16 << 20) + 1).unwrap();
    for command in ["prove", "solve", "measure", "convert", "show", "claim strategy", "solve --game amazons"] {
        folder.run(&format!("{command} long")).assert_refused("long is longer than 16 MiB");
    }
}

#[test]
fn defend_takes_what_other_commands_take() {
    let folder = with_certificates();
    let of_file = folder.run_with("claim defend ziggurat.cert", "quit\n");
    assert_eq!((of_file.status, of_file.stderr.as_str()), (0, ""), "{}", of_file.stdout);
    let text = folder.run("convert ziggurat.cert").stdout;
    let literal = folder.command("claim defend").arg(&text).output().unwrap();
    let begins = |stdout: &[u8]| String::from_utf8_lossy(stdout).lines().next().map(str::to_owned);
    let first = begins(of_file.stdout.as_bytes());
    assert!(first.is_some() && begins(&literal.stdout) == first, "{literal:?}");
    let run = folder.run_with("claim defend -", &text);
    assert_eq!((run.status, begins(run.stdout.as_bytes())), (0, first.clone()), "{}", run.stderr);
    // A claim is proved first.
    let run = folder.run_with("claim defend p.toml ziggurat", "hint\nquit\n");
    assert_eq!((run.status, begins(run.stdout.as_bytes())), (0, first), "{}", run.stderr);
    folder.run("claim defend p.toml").assert_refused("which claim?");
}
