//! The kinds of work.

pub(crate) mod matches;
pub(crate) mod verify;

use crate::{Outcome, Task};

pub(crate) const MATCH: &str = "match";
pub(crate) const VERIFY: &str = "verify";

/// The names of all kinds.
pub const KINDS: &[&str] = &[MATCH, VERIFY];

/// The names in a sentence.
pub(crate) fn listed() -> String {
    KINDS.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(", ")
}

/// Checks that task and outcome belong together and to work of this kind.
pub(crate) fn check_ids(task: &Task, outcome: &Outcome, kind: &str) -> Result<(), String> {
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

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
