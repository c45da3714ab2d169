//! Groups of problems whose claims must all hold (`all_of` in problem files).

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::json;
use tesuji_problem::Problem;

use super::summary::answer_word;
use crate::sheet;

/// The groups of some files by name, each with the number of its members, of those that hold and of those that fail.
pub(super) struct Groups(BTreeMap<String, [u64; 3]>);

impl Groups {
    /// Counts the members among all problems of the files. One that is not asked later leaves its group undecided.
    pub(super) fn of(problems: &[Problem]) -> Self {
        let mut groups = BTreeMap::new();
        for name in problems.iter().filter_map(|problem| problem.all_of.clone()) {
            groups.entry(name).or_insert([0; 3])[0] += 1;
        }
        Self(groups)
    }

    /// Counts an answer.
    pub(super) fn count(&mut self, problem: &Problem, holds: Option<bool>) {
        let group = problem.all_of.as_ref().and_then(|name| self.0.get_mut(name));
        if let (Some(group), Some(holds)) = (group, holds) {
            group[if holds { 1 } else { 2 }] += 1;
        }
    }

    /// Prints a line for each group: it holds if all members hold, and fails if one fails.
    pub(super) fn print(&self, json: bool) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        for (name, &[members, hold, fail]) in &self.0 {
            let answer = answer_word(if fail > 0 { Some(false) } else { (hold == members).then_some(true) });
            match json {
                true => {
                    let group =
                        json!({ "all_of": name, "answer": answer, "members": members, "hold": hold, "fail": fail });
                    writeln!(out, "{}", sheet::line(&group))?;
                }
                false => writeln!(out, "all of {name}: {answer}; {hold} of {members} hold, {fail} fail")?,
            }
        }
        out.flush()
    }
}
