//! The answers of a certificate to every first intrusion, as a table.
//!
//! [`answers`] plays each intrusion once against a [`Defender`] and says what kind of answer it is. Whoever draws a
//! template finds here which cells belong together.

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, CertificateError};

use crate::defend::{DefenceAnswer, Defender};

/// Kinds of answer to an intrusion, as far as the proof goes. There may be answers that the proof does not know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnswerKind {
    /// The two cells answer each other: one of them is enough.
    Miai,
    /// The proof knows this answer and no other.
    Single,
    /// The proof knows several answers.
    Choice,
    /// The prover need not answer.
    Idle,
}

impl AnswerKind {
    /// Its name: `miai`, `single`, `choice` or `idle`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Miai => "miai",
            Self::Single => "single",
            Self::Choice => "choice",
            Self::Idle => "idle",
        }
    }
}

/// The answer to one intrusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrusionAnswer {
    /// The intruder's move.
    pub intrusion: Cell,
    /// The answer that leaves the fewest cells needed; `None` if none is needed.
    pub reply: Option<Cell>,
    /// Of which kind it is.
    pub kind: AnswerKind,
    /// Other answers that the proof knows, ascending.
    pub others: CellSet,
    /// The empty cells that the proof needs after intrusion and reply.
    pub left: CellSet,
}

/// The answers to all intrusions into the carrier of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerTable {
    /// The prover's move before all intrusions, if it moves first.
    pub first: Option<Cell>,
    /// The empty cells that the proof needs before any intrusion.
    pub needed: CellSet,
    /// One entry for each cell where the intruder may move, ascending.
    pub answers: Vec<IntrusionAnswer>,
}

impl AnswerTable {
    /// Each reply with the intrusions that it answers, the replies in ascending order.
    #[must_use]
    pub fn by_reply(&self) -> Vec<(Cell, CellSet)> {
        let mut groups: Vec<(Cell, CellSet)> = Vec::new();
        for answer in &self.answers {
            let Some(reply) = answer.reply else { continue };
            match groups.binary_search_by_key(&reply, |&(known, _)| known) {
                Ok(i) => _ = groups[i].1.insert(answer.intrusion),
                Err(i) => groups.insert(i, (reply, CellSet::from_iter([answer.intrusion]))),
            }
        }
        groups
    }

    /// The cells that need no answer.
    #[must_use]
    pub fn idle(&self) -> CellSet {
        let idle = self.answers.iter().filter(|answer| answer.kind == AnswerKind::Idle);
        idle.map(|answer| answer.intrusion).collect()
    }
}

/// The answers of a certificate to every first intrusion. The intruder is the opponent if the claim holds, and the owner
/// if it fails.
///
/// # Errors
///
/// What makes the certificate invalid.
pub fn answers(certificate: &Certificate) -> Result<AnswerTable, CertificateError> {
    let mut defender = Defender::new(certificate)?;
    let needed = defender.needed();
    let mut table = AnswerTable { first: certificate.first, needed, answers: Vec::new() };
    for intrusion in defender.moves().iter() {
        let mut others = defender.replies(intrusion);
        // The intrusion is one of the moves, so it can be made.
        let Ok(answer) = defender.answer(intrusion) else { continue };
        let left = defender.needed();
        defender.undo();
        let reply = match answer {
            DefenceAnswer::Reply(reply) => Some(reply),
            DefenceAnswer::NotNeeded | DefenceAnswer::AlreadyThere(_) => None,
        };
        reply.map(|reply| others.remove(reply));
        let kind = match reply {
            None => AnswerKind::Idle,
            Some(_) if others.is_empty() => AnswerKind::Single,
            Some(_) => AnswerKind::Choice,
        };
        table.answers.push(IntrusionAnswer { intrusion, reply, kind, others, left });
    }
    // Two cells that answer each other are a pair, whatever else the proof knows.
    let replies: Vec<(Cell, Option<Cell>)> =
        table.answers.iter().map(|answer| (answer.intrusion, answer.reply)).collect();
    let reply_to = |cell: Cell| {
        let found = replies.binary_search_by_key(&cell, |&(intrusion, _)| intrusion).ok()?;
        replies[found].1
    };
    for answer in &mut table.answers {
        if answer.reply.and_then(reply_to) == Some(answer.intrusion) {
            answer.kind = AnswerKind::Miai;
        }
    }
    Ok(table)
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_problem::parse_file_text;
    use tesuji_search::Limits;

    use super::*;
    use tesuji_prove::{VerifyOutcome, verify};

    fn table(text: &str) -> (Certificate, AnswerTable) {
        let claim = parse_file_text(text).unwrap().remove(0).claim;
        let certificate = match verify(&claim, &Limits::default()).outcome {
            VerifyOutcome::Holds(Some(certificate)) | VerifyOutcome::Fails(Some(certificate)) => certificate,
            other => panic!("{other:?}"),
        };
        let table = answers(&certificate).unwrap();
        (certificate, table)
    }

    /// ```text
    ///  a b c
    /// 1 . o .      a2 and b2 answer each other; a1 and c1 are not needed.
    ///  2 . . .
    /// ```
    #[test]
    fn a_bridge_is_miai_and_the_rest_is_idle() {
        let (certificate, table) = table("id: x\ngoal: A-bottom\n\n.A.\n...\n");
        let topology = &certificate.claim.topology;
        let told: Vec<String> = table
            .answers
            .iter()
            .map(|answer| {
                let reply = answer.reply.map_or("-", |reply| topology.name(reply));
                format!("{} {reply} {}", topology.name(answer.intrusion), answer.kind.name())
            })
            .collect();
        assert_eq!(told, ["a1 - idle", "c1 - idle", "a2 b2 miai", "b2 a2 miai", "c2 - idle"]);
        assert_eq!(table.idle().len(), 3);
        assert_eq!(table.by_reply().len(), 2);
    }

    /// After each intrusion and its answer the claim still holds, in no more than the cells that are left.
    #[test]
    fn answers_hold_in_what_they_leave() {
        for text in [
            "id: x\ngoal: A-bottom\n\n##A.\n#...\n....\n",
            "id: x\ngoal: A-bottom\n\n####A.#\n##.....\n#......\n.......\n",
        ] {
            let (certificate, table) = table(text);
            assert_eq!(table.answers.len(), certificate.claim.carrier.len());
            for answer in &table.answers {
                let mut claim = certificate.claim.clone();
                claim.carrier = answer.left.clone();
                claim.carrier.remove(answer.intrusion);
                answer.reply.map(|reply| claim.stones.insert(reply));
                let outcome = tesuji_prove::brute::verify_brute(&claim, &Limits::default()).outcome;
                assert!(matches!(outcome, VerifyOutcome::Holds(_)), "{answer:?}");
                for other in answer.others.iter() {
                    let mut claim = certificate.claim.clone();
                    claim.carrier.remove(answer.intrusion);
                    claim.carrier.remove(other);
                    claim.stones.insert(other);
                    let outcome = verify(&claim, &Limits::default()).outcome;
                    assert!(matches!(outcome, VerifyOutcome::Holds(_)), "{answer:?} {other:?}");
                }
            }
        }
    }
}
