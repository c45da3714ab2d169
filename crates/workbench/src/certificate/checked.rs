//! Check of a certificate.

use tesuji_problem::Problem;
use tesuji_proof::{CheckReport, Form, Verdict};

use super::{CertificateText, Checked};
use crate::claim::view;
use crate::sealed::compact;
use crate::{Desk, Trouble};

/// Check of a certificate.
///
/// # Errors
///
/// If the text is no certificate, or its beginning cannot be read: there is then no claim to speak of.
pub fn check(asked: &CertificateText, desk: &impl Desk) -> Result<Checked, Trouble> {
    let report = CheckReport::new(Form::open(&asked.certificate)?, || desk.is_stopped())?;
    let (is_valid, holds) = (report.is_valid(), report.verdict == Verdict::Holds);
    let mut problem = Problem::new("certificate", report.claim.clone());
    problem.expected = is_valid.then_some(holds);
    Ok(Checked {
        is_valid,
        words: report.in_words(),
        claim: view(&problem)?,
        holds,
        n_nodes: report.n_nodes,
        n_bytes: report.bytes.len(),
        compact: compact(&report.bytes)?,
    })
}

#[cfg(feature = "testing")]
mod tests {

    use tesuji_proof::{Certificate, Node, to_base64};
    use tesuji_prove::{VerifyOutcome, verify};
    use tesuji_search::Limits;

    use super::*;
    use crate::Quiet;
    use crate::claim::read;

    const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
    /// The ziggurat without its lower left corner.
    const FALSE: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n#...\n";

    fn certificate(text: &str) -> Certificate {
        match verify(&read(text).unwrap().claim, &Limits::default()).outcome {
            VerifyOutcome::Holds(Some(certificate)) | VerifyOutcome::Fails(Some(certificate)) => certificate,
            other => panic!("{other:?}"),
        }
    }

    fn ask(certificate: String) -> Result<Checked, Trouble> {
        check(&CertificateText { certificate }, &Quiet)
    }

    #[test]
    fn both_forms_give_the_same_verdict() {
        for (text, holds) in [(ZIGGURAT, true), (FALSE, false)] {
            let certificate = certificate(text);
            let bytes = certificate.to_bytes().unwrap();
            let checked = ask(certificate.to_text().unwrap()).unwrap();
            assert_eq!(checked, ask(to_base64(&bytes)).unwrap());
            assert_eq!(checked, ask(checked.compact.clone()).unwrap());
            assert_eq!(checked, ask(checked.compact.trim_end_matches('=').replace('A', "\n A")).unwrap());
            assert_eq!((checked.is_valid, checked.holds, checked.claim.expected), (true, holds, Some(holds)));
            assert_eq!((checked.n_nodes, checked.n_bytes), (certificate.nodes.len(), bytes.len()));
            let begins = if holds { "Proved in " } else { "Refuted in " };
            assert!(checked.words.starts_with(begins), "{}", checked.words);
        }
    }

    #[test]
    fn what_does_not_follow_is_named() {
        let mut wrong = certificate(ZIGGURAT);
        let replies = wrong.nodes.iter_mut().find_map(|node| match node {
            Node::Replies { replies, .. } => Some(replies),
            _ => None,
        });
        replies.unwrap().truncate(1);
        for text in [wrong.to_text().unwrap(), to_base64(&wrong.to_bytes().unwrap())] {
            let checked = ask(text).unwrap();
            assert!(!checked.is_valid && checked.claim.expected.is_none());
            assert!(checked.words.contains("no reply to an intrusion at"), "{}", checked.words);
        }
        // A byte of the proof is changed: the verdict names the place, or the checksum.
        let mut bytes = certificate(ZIGGURAT).to_bytes().unwrap();
        let last = bytes.len() - 9;
        bytes[last] ^= 1;
        assert!(!ask(to_base64(&bytes)).unwrap().is_valid);
        assert!(ask(to_base64(&bytes[..12])).unwrap_err().what.starts_with("the certificate is not valid"));
    }
}
