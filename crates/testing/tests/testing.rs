//! The runner's lists and runs, seen from outside: this executable starts itself.

#[macro_use]
extern crate tesuji_testing;

use std::process::Command;

/// Standard output of this executable with these arguments, and whether it was content.
fn ask(arguments: &[&str]) -> (String, bool) {
    let output = Command::new(std::env::current_exe().unwrap()).args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

mod inner {
    #[test]
    fn a_test_in_a_module() {}

    #[ignore]
    #[test]
    fn a_failure_that_is_asked_for() {
        panic!("as asked");
    }
}

#[test]
fn tests_are_listed_by_their_paths() {
    let (list, is_fine) = ask(&["--list"]);
    assert!(is_fine);
    let names: Vec<&str> = list.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let expected = [
        "a_panic_fails_the_run",
        "inner::a_failure_that_is_asked_for",
        "inner::a_test_in_a_module",
        "tests_are_listed_by_their_paths",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_panic_fails_the_run() {
    assert!(ask(&["inner"]).1, "what is to be ignored was run");
    let (text, is_fine) = ask(&["inner", "--include-ignored"]);
    assert!(!is_fine && text.contains("1 passed; 1 failed") && text.contains("as asked"), "{text}");
}

tesuji_testing::main!(tesuji_testing);
