//! The kinds of work.

pub(crate) mod lessons;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod proof;
mod solved;
pub(crate) mod study;
pub(crate) mod templates;
pub(crate) mod verify;

use std::path::Path;

use serde::de::DeserializeOwned;
use tesuji_board::Player;
use tesuji_board::syntax::SyntaxFault;
use tesuji_prove::{BoardConfig, BoardSolver, Question};
use tesuji_search::Limits;

use crate::{Task, TaskOutcome, WorkError};

pub(crate) const LESSONS: &str = "lessons";
pub(crate) const MATCH: &str = "match";
pub(crate) const OPENINGS: &str = "openings";
pub(crate) const PROOF: &str = "proof";
pub(crate) const STUDY: &str = "study";
pub(crate) const TEMPLATES: &str = "templates";
pub(crate) const CLAIMS: &str = "claims";

/// The names of all kinds.
pub const KINDS: &[&str] = &[MATCH, CLAIMS, OPENINGS, TEMPLATES, STUDY, PROOF, LESSONS];

/// The names in a sentence.
pub(crate) fn listed() -> String {
    KINDS.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(", ")
}

/// Games on boards of several sides. Boards take turns, so that a part of the work has all sizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batches<'a> {
    pub(crate) sides: &'a [usize],
    /// Games on each of them.
    pub(crate) games: u64,
}

impl Batches<'_> {
    /// Games of a task.
    const GAMES: u64 = 10;

    pub(crate) const fn n_tasks(self) -> u64 {
        self.games.div_ceil(Self::GAMES).saturating_mul(self.sides.len() as u64)
    }

    /// The side and the number of games of a task, counted from 1.
    pub(crate) fn of_task(self, number: u64) -> Result<(usize, u64), WorkError> {
        let missing = || WorkError::Senseless(format!("there is no batch {number}"));
        let idx = number.checked_sub(1).filter(|&idx| idx < self.n_tasks()).ok_or_else(missing)?;
        let n_sides = self.sides.len() as u64;
        let side = self.sides[usize::try_from(idx % n_sides).map_err(|_| missing())?];
        let before = idx / n_sides * Self::GAMES;
        Ok((side, Self::GAMES.min(self.games - before)))
    }
}

/// Checks that task and outcome belong together and to work of this kind.
pub(crate) fn check_ids(task: &Task, outcome: &TaskOutcome, kind: &str) -> Result<(), String> {
    if task.work != kind {
        return Err(format!("the task is one of `{}`, not of `{kind}`", task.work));
    }
    if !task.is_sound() {
        return Err("the id of the task is not that of its content".to_owned());
    }
    if outcome.task != task.id {
        return Err("it is the outcome of another task".to_owned());
    }
    Ok(())
}

/// The nodes with which an undecided outcome is searched again: at most a fiftieth of what it took. Such an outcome is
/// refused if this decides it, since the same search with more nodes decides it too.
pub(crate) fn nodes_to_check(bound: Option<u64>) -> u64 {
    bound.map_or(500, |bound| (bound / 50).clamp(10, 500).min(bound))
}

/// The winner of this position, if a search of that many nodes decides it.
pub(crate) fn winner_at_sight(question: &Question, nodes: u64) -> Option<Player> {
    // The search of those who solve positions, so that it finds nothing within these nodes that theirs does not.
    let config = BoardConfig { table_bytes: 1 << 20, proof_bytes: 1 << 20, n_threads: 1, uses_net: true };
    BoardSolver::new(config).solve(question, &Limits::nodes(nodes)).winner
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text of a file that a person wrote.
pub(crate) fn text_of(path: &Path) -> Result<String, WorkError> {
    let read = tesuji_archive::files::read_at_most(path, tesuji_game::MOST_FILE_BYTES).and_then(|bytes| {
        String::from_utf8(bytes)
            .map_err(|_| std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8 text"))
    });
    read.map_err(|error| WorkError::file(path, error))
}

/// A control in TOML: the file of this name, or the text itself.
pub(crate) fn toml_of<T: DeserializeOwned>(control: &str, expected: &str) -> Result<T, WorkError> {
    let path = Path::new(control);
    let (name, text) = match path.is_file() {
        true => (path.display().to_string(), text_of(path)?),
        false if control.contains('=') => ("control".to_owned(), control.to_owned()),
        false => return Err(WorkError::Senseless(format!("`{control}`: expected {expected}"))),
    };
    toml::from_str(&text).map_err(|error| {
        let fault = SyntaxFault::of_toml(&text, error.message(), error.span());
        WorkError::Senseless(format!("{name}, {fault}"))
    })
}
