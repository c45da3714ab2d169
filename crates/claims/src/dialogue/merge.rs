//! Puts two files about one claim together.

use tesuji_problem::strategy::{Branch, Mark, Note, Part, Plan, Strategy, after};
use tesuji_proof::Claim;

use super::error::DialogueError;
use super::node::{below, place_after};
use super::session::Dialogue;
use crate::strategy::part_claim;

impl Dialogue<'_> {
    /// Takes in another file about the same claim. What is decided replaces what is open; a belief stays with its name.
    /// Of two plans of one position that do not go together (moves and parts, or other parts), the proved one stays, or
    /// otherwise this one. Returns the places where a plan of the other file was left out.
    ///
    /// # Errors
    ///
    /// If the other file is about another claim, or one file calls proved what the other calls refuted. Nothing is changed
    /// then.
    pub fn merge(&mut self, other: &Strategy) -> Result<Vec<String>, DialogueError> {
        if other.problem.claim != self.strategy.problem.claim || other.first != self.strategy.first {
            return Err(DialogueError::OtherClaim);
        }
        let (mut plan, mut note) = (self.strategy.plan.clone(), self.strategy.note.clone());
        let mut left_out = Vec::new();
        let claim = self.root.claim.clone();
        merge((&mut plan, &mut note), (&other.plan, &other.note), &claim, ".", &mut left_out)?;
        (self.strategy.plan, self.strategy.note) = (plan, note);
        self.settle();
        Ok(left_out)
    }
}

fn merge(
    (plan, note): (&mut Plan, &mut Note),
    (other, stated): (&Plan, &Note),
    claim: &Claim,
    place: &str,
    left_out: &mut Vec<String>,
) -> Result<(), DialogueError> {
    let is_ours_proved = note.mark == Some(Mark::Proved);
    merge_notes(note, stated, place)?;
    match (&mut *plan, other) {
        (_, Plan::Search) => {}
        (Plan::Search, _) => *plan = other.clone(),
        (Plan::Moves(branches), Plan::Moves(others)) => {
            for branch in others {
                match branches.iter_mut().find(|known| known.moves == branch.moves && known.reply == branch.reply) {
                    None => branches.push(branch.clone()),
                    Some(Branch { moves, reply, plan, note }) => {
                        let mv = moves.iter().next().unwrap_or(*reply);
                        let here = place_after(place, &claim.topology, mv, *reply);
                        let next = after(claim, moves, *reply);
                        merge((plan, note), (&branch.plan, &branch.note), &next, &here, left_out)?;
                    }
                }
            }
        }
        (Plan::Parts(parts), Plan::Parts(others)) if are_alike(parts, others) => {
            for ((part, theirs), number) in parts.iter_mut().zip(others).zip(1..) {
                let here = below(place, &format!("part{number}"));
                let next = part_claim(claim, &part.goal, &part.cells);
                merge((&mut part.plan, &mut part.note), (&theirs.plan, &theirs.note), &next, &here, left_out)?;
            }
        }
        _ if stated.mark == Some(Mark::Proved) && !is_ours_proved => *plan = other.clone(),
        _ => left_out.push(place.to_owned()),
    }
    Ok(())
}

fn are_alike(parts: &[Part], others: &[Part]) -> bool {
    let alike = |(part, other): (&Part, &Part)| part.goal == other.goal && part.cells == other.cells;
    parts.len() == others.len() && parts.iter().zip(others).all(alike)
}

/// The stronger of two marks, and the comments of both.
fn merge_notes(note: &mut Note, other: &Note, place: &str) -> Result<(), DialogueError> {
    match (&note.mark, &other.mark) {
        (Some(here), Some(there)) if here.is_decided() && there.is_decided() && here != there => {
            let [here, there] = [here, there].map(ToString::to_string);
            return Err(DialogueError::Contradiction { place: place.to_owned(), here, there });
        }
        (here, Some(there)) if rank(Some(there)) > rank(here.as_ref()) => note.mark = Some(there.clone()),
        _ => {}
    }
    let new = other.comments.iter().filter(|&comment| !note.comments.contains(comment)).cloned().collect::<Vec<_>>();
    note.comments.extend(new);
    Ok(())
}

const fn rank(mark: Option<&Mark>) -> u8 {
    match mark {
        None => 0,
        Some(Mark::Open) => 1,
        Some(Mark::Believed(_)) => 2,
        Some(Mark::Proved | Mark::Refuted) => 3,
    }
}
