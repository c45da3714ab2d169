//! What the checker says about a certificate.

use tesuji_gallery::claims;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, CertificateError, CertificateReader, Claim, Heading, Summary, Verdict, check_stream};

use super::{CertificateText, Checked};
use crate::claim::view;
use crate::sealed::{Form, Stoppable, compact, invalid, open};
use crate::words::{count, sentence};
use crate::{Desk, Trouble};

/// What the checker says about a certificate.
///
/// # Errors
///
/// If the text is no certificate, or its beginning cannot be read: there is then no claim to speak of.
pub fn check(asked: &CertificateText, desk: &impl Desk) -> Result<Checked, Trouble> {
    match open(&asked.certificate)? {
        Form::Compact(bytes) => {
            // A text whose beginning cannot be read states no claim, so there is nothing to say about it.
            let reader = CertificateReader::new(&bytes[..]).map_err(invalid)?;
            let n_nodes = reader.n_nodes() as usize;
            let Heading { claim, verdict, .. } = reader.heading();
            let result = check_stream(Stoppable { bytes: &bytes, desk });
            match result {
                Err(stopped) if desk.is_stopped() => Err(invalid(stopped)),
                result => checked(claim, *verdict, n_nodes, &bytes, result),
            }
        }
        Form::Readable(certificate) => {
            let Certificate { claim, verdict, nodes, .. } = &*certificate;
            let bytes = certificate.to_bytes().map_err(invalid)?;
            checked(claim, *verdict, nodes.len(), &bytes, certificate.check())
        }
    }
}

fn checked(
    claim: &Claim,
    verdict: Verdict,
    n_nodes: usize,
    bytes: &[u8],
    result: Result<Summary, CertificateError>,
) -> Result<Checked, Trouble> {
    let mut problem = Problem::new("certificate", claim.clone());
    if result.is_ok() {
        problem.expected = Some(verdict == Verdict::Holds);
    }
    let claimed = claims::sentence(claim);
    let words = match (&result, verdict) {
        (Ok(_), Verdict::Holds) => format!("proved in {}: {claimed}", count(n_nodes, "node")),
        (Ok(_), Verdict::Fails) => {
            format!("refuted in {}: it is false that {claimed}", count(n_nodes, "node"))
        }
        (Err(fault), _) => format!("this certificate proves nothing: {fault}"),
    };
    Ok(Checked {
        is_valid: result.is_ok(),
        words: sentence(&words),
        claim: view(&problem)?,
        holds: verdict == Verdict::Holds,
        n_nodes,
        n_bytes: bytes.len(),
        compact: compact(bytes)?,
    })
}

#[cfg(feature = "testing")]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use tesuji_proof::Node;
    use tesuji_search::Limits;
    use tesuji_verify::{Program, VerifyOutcome, verify};

    use super::*;
    use crate::Quiet;
    use crate::claim::read;

    const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
    /// The ziggurat without its lower left corner.
    const FALSE: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n#...\n";

    fn certificate(text: &str) -> Certificate {
        match verify(&read(text).unwrap().claim, Program::C, &Limits::default()).outcome {
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
            assert_eq!(checked, ask(STANDARD.encode(&bytes)).unwrap());
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
        for text in [wrong.to_text().unwrap(), STANDARD.encode(wrong.to_bytes().unwrap())] {
            let checked = ask(text).unwrap();
            assert!(!checked.is_valid && checked.claim.expected.is_none());
            assert!(checked.words.contains("no reply to an intrusion at"), "{}", checked.words);
        }
        // A byte of the proof is changed: the verdict names the place, or the checksum.
        let mut bytes = certificate(ZIGGURAT).to_bytes().unwrap();
        let last = bytes.len() - 9;
        bytes[last] ^= 1;
        assert!(!ask(STANDARD.encode(&bytes)).unwrap().is_valid);
        assert!(ask(STANDARD.encode(&bytes[..12])).unwrap_err().what.starts_with("the certificate is not valid"));
    }
}
