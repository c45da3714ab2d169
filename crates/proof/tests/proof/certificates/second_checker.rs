//! The checker in Python, which must agree with this crate on every file. Python 3 is needed to run the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tesuji_board::Cell;
use tesuji_proof::{CertificateError, Summary, Verdict, check_stream};

/// Gives these files to both checkers and compares what they report.
pub(crate) fn assert_agreement(directory: &str, files: &[Vec<u8>]) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
    fs::create_dir_all(&directory).unwrap();
    let paths: Vec<PathBuf> = (0..files.len()).map(|i| directory.join(format!("{i}.cert"))).collect();
    for (path, bytes) in paths.iter().zip(files) {
        fs::write(path, bytes).unwrap();
    }
    let lines = run(&paths);
    assert_eq!(lines.len(), files.len(), "one line a file");
    for ((path, bytes), line) in paths.iter().zip(files).zip(lines) {
        let said = line.strip_prefix(&format!("{}: ", path.display())).unwrap_or_else(|| panic!("odd line: {line}"));
        match check_stream(&bytes[..]) {
            Ok(summary) => assert_eq!(said, in_python(&summary), "{}", path.display()),
            Err(error) => assert!(said.starts_with("error: "), "{}: {said}, but here {error}", path.display()),
        }
    }
    fs::remove_dir_all(&directory).unwrap();
}

fn run(paths: &[PathBuf]) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tesuji/checker/certificate.py");
    let output = Command::new("python3").arg(script).args(paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    let all_sound = !lines.iter().any(|line| line.contains(": error: "));
    assert_eq!(output.status.code(), Some(i32::from(!all_sound)), "exit status");
    lines
}

fn in_python(summary: &Summary) -> String {
    let verdict = match summary.verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
    };
    let words = |cells: Vec<Cell>| {
        let names: Vec<&str> = cells.into_iter().map(|cell| summary.claim.topology.name(cell)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    let first = words(summary.first.into_iter().collect());
    let carrier = words(summary.carrier.iter().collect());
    format!("{verdict}, {} nodes, first {first}, carrier {carrier}", summary.n_nodes)
}

#[test]
fn a_missing_file_is_an_error() {
    let lines = run(&[PathBuf::from("no-such.cert")]);
    assert!(lines[0].starts_with("no-such.cert: error: "), "{lines:?}");
    assert!(matches!(check_stream(&b""[..]), Err(CertificateError::NotACertificate)));
}
