//! The checker's report on one certificate, in words.

use crate::form::Stoppable;
use crate::words::{count, sentence};
use crate::{
    Certificate, CertificateError, CertificateFormError, CertificateReader, Claim, Form, Heading, Verdict, check_stream,
};

/// The checker's verdict on a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// The claim.
    pub claim: Claim,
    /// Whether the certificate states that the claim holds or that it fails.
    pub verdict: Verdict,
    /// The number of nodes.
    pub n_nodes: usize,
    /// The compact form.
    pub bytes: Vec<u8>,
    /// The first fault; `None` if the certificate is valid.
    pub fault: Option<CertificateError>,
}

impl CheckReport {
    /// Checks a certificate. Bytes are not read on when `is_stopped` returns true.
    ///
    /// # Errors
    ///
    /// If the beginning cannot be read: there is then no claim to report on. If the reading was stopped.
    pub fn new(form: Form, is_stopped: impl Fn() -> bool) -> Result<Self, CertificateFormError> {
        let (claim, verdict, n_nodes, bytes, result) = match form {
            Form::Compact(bytes) => {
                let reader = CertificateReader::new(&bytes[..])?;
                let n_nodes = reader.n_nodes() as usize;
                let Heading { claim, verdict, .. } = reader.heading().clone();
                let result = check_stream(Stoppable { bytes: &bytes, is_stopped: &is_stopped });
                (claim, verdict, n_nodes, bytes, result)
            }
            Form::Readable(certificate) => {
                let (bytes, result) = (certificate.to_bytes()?, certificate.check());
                let Certificate { claim, verdict, nodes, .. } = *certificate;
                (claim, verdict, nodes.len(), bytes, result)
            }
        };
        match result.err() {
            Some(CertificateError::Read(kind)) => Err(CertificateError::Read(kind).into()),
            fault => Ok(Self { claim, verdict, n_nodes, bytes, fault }),
        }
    }

    /// Whether the certificate proves what it states.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.fault.is_none()
    }

    /// One sentence: what is proved, or the fault and its place.
    #[must_use]
    pub fn in_words(&self) -> String {
        let (nodes, claim) = (count(self.n_nodes, "node"), self.claim.in_words());
        sentence(&match (&self.fault, self.verdict) {
            (None, Verdict::Holds) => format!("proved in {nodes}: {claim}"),
            (None, Verdict::Fails) => format!("refuted in {nodes}: it is false that {claim}"),
            (Some(fault), _) => format!("this certificate proves nothing: {fault}"),
        })
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::to_base64;

    /// A bridge: Black answers each intrusion with the other cell.
    const BRIDGE: &str = "tesuji certificate 1
board 2x2
owner black
stones b1
carrier a2 b2
goal 0: b1 bottom
to-move opponent
verdict holds
first
nodes 3
0 linked 0: a2
1 linked 0: b2
2 replies 0: a2>0 b2>1
";

    fn report(text: &str) -> CheckReport {
        CheckReport::new(Form::open(text).unwrap(), || false).unwrap()
    }

    #[test]
    fn both_forms_have_the_same_report() {
        let readable = report(BRIDGE);
        assert!(readable.is_valid());
        assert_eq!(readable, report(&to_base64(&readable.bytes)));
        assert_eq!((readable.n_nodes, readable.verdict), (3, Verdict::Holds));
        assert_eq!(
            readable.in_words(),
            "Proved in 3 nodes: black joins b1-bottom in 2 empty cells; white moves first."
        );
    }

    #[test]
    fn a_gap_is_named() {
        let gap = report(&BRIDGE.replace(" b2>1", ""));
        assert_eq!(gap.in_words(), "This certificate proves nothing: node 2: no reply to an intrusion at a2.");
        // A changed byte: the checksum differs, or a node is at fault.
        let mut bytes = report(BRIDGE).bytes;
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        assert!(!report(&to_base64(&bytes)).is_valid());
        let cut = CheckReport::new(Form::Compact(bytes[..12].to_vec()), || false).unwrap_err();
        assert!(cut.to_string().starts_with("the certificate is not valid"), "{cut}");
    }

    #[test]
    fn a_stopped_reading_is_no_fault_of_the_certificate() {
        let bytes = report(BRIDGE).bytes;
        assert_eq!(CheckReport::new(Form::Compact(bytes.clone()), || true), Err(CertificateFormError::Stopped));
        assert_eq!(Form::Compact(bytes.clone()).accepted(|| true), Err(CertificateFormError::Stopped));
        // Stopped between the check and the second reading.
        let asked = Cell::new(0);
        let later = || asked.replace(asked.get() + 1) > 0;
        assert_eq!(Form::Compact(bytes).accepted(later), Err(CertificateFormError::Stopped));
    }
}
