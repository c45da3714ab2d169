//! Tests beside what they test, run by one executable for each crate.
//!
//! The harness of the compiler compiles a library a second time to find the tests in it. Here the tests are part of the
//! library where its feature `testing` is on. `#[test]` from this crate takes the place of the compiler's and puts each
//! test on a list, and the only test executable of the crate runs those of its library and its own.
//!
//! Never: it is no part of what is shipped.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

#[doc(hidden)]
pub use inventory;
pub use tesuji_testing_macros::test;

/// A test, as `#[test]` lists it.
#[derive(Debug)]
pub struct Test {
    /// The module that it stands in, with its crate.
    pub module: &'static str,
    /// Its function.
    pub name: &'static str,
    /// Whether it runs only when asked for.
    pub is_ignored: bool,
    /// Fails by a panic.
    pub run: fn(),
}

inventory::collect!(Test);

/// Puts a function on the list of tests.
#[doc(hidden)]
#[macro_export]
macro_rules! register {
    ($name:ident, $is_ignored:literal) => {
        $crate::inventory::submit! {
            $crate::Test {
                module: module_path!(),
                name: stringify!($name),
                is_ignored: $is_ignored,
                run: || {
                    let () = $name();
                },
            }
        }
    };
}

/// The `main` of the executable that runs the tests of a library, and those that stand in the executable.
#[macro_export]
macro_rules! main {
    ($library:ident) => {
        use $library as _;

        fn main() -> ::std::process::ExitCode {
            $crate::run(&[stringify!($library), module_path!()])
        }
    };
}

/// Runs the tests of these crates, or those of them that the arguments of the process name: the arguments are those of the
/// compiler's harness. That there is none counts as a failure, since each such executable is there for some.
#[must_use]
pub fn run(crates: &[&str]) -> ExitCode {
    let arguments = Arguments::from_args();
    let mut tests: Vec<Trial> = inventory::iter::<Test>.into_iter().filter_map(|test| trial(test, crates)).collect();
    if tests.is_empty() {
        return ExitCode::FAILURE;
    }
    tests.sort_by(|one, other| one.name().cmp(other.name()));
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// The test under its path inside its crate, if it stands in one of these.
fn trial(test: &'static Test, crates: &[&str]) -> Option<Trial> {
    let (home, path) = test.module.split_once("::").map_or((test.module, None), |(home, path)| (home, Some(path)));
    let name = path.map_or_else(|| test.name.to_owned(), |path| format!("{path}::{}", test.name));
    let trial = Trial::test(name, || {
        (test.run)();
        Ok(())
    });
    crates.contains(&home).then(|| trial.with_ignored_flag(test.is_ignored))
}
