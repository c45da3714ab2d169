//! Certificates as texts: read in either form, and written only once the checker has accepted them.

use tesuji_archive::ClaimProof;
use tesuji_proof::{Certificate, CertificateError, CertificateFormError, Claim, Form, Verdict, to_base64};

use crate::error::Place;
use crate::{Desk, Trouble};

/// The certificate as a text for answers: the compact form in Base64. The checker has accepted these very bytes as a
/// proof of this verdict on this claim.
pub(crate) fn seal(certificate: &Certificate, claim: &Claim, verdict: Verdict) -> Result<String, Trouble> {
    compact(&ClaimProof::seal(certificate, claim, verdict).map_err(|fault| rejected(&fault))?.bytes)
}

/// The checker rejects a certificate of ours.
pub(crate) fn rejected(fault: &str) -> Trouble {
    Trouble::ours(format!("the checker rejects the certificate: {fault}"))
}

/// The bytes of the compact form in Base64.
pub(crate) fn compact(bytes: &[u8]) -> Result<String, Trouble> {
    if bytes.len() > Form::MAX_BYTES {
        let most = Form::MAX_BYTES >> 20;
        return Err(Trouble::new(format!("it is longer than {most} MiB, the most that is taken here"))
            .with_advice("make it with `tesuji prove --certificates` and check it with `tesuji check`"));
    }
    Ok(to_base64(bytes))
}

/// The certificate of a text that the checker has accepted.
pub(crate) fn accepted(text: &str, desk: &impl Desk) -> Result<Certificate, Trouble> {
    Ok(Form::open(text)?.accepted(|| desk.is_stopped())?)
}

/// The certificate is none, or proves nothing.
pub(crate) fn invalid(error: CertificateError) -> Trouble {
    CertificateFormError::from(error).into()
}

impl From<CertificateFormError> for Trouble {
    fn from(error: CertificateFormError) -> Self {
        let place = error.place().map(|(line, column)| Place { line, column });
        Self { place, ..Self::new(error.to_string()).with_advice(error.advice()) }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::types::Budget;
    use crate::{Quiet, Update};

    /// A desk that is left after it has been asked this many times.
    struct Left(std::sync::atomic::AtomicUsize);

    impl Desk for Left {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&tesuji_search::Limits, &dyn Fn() -> f64) -> R) -> R {
            Quiet.run(budget, search)
        }

        fn update(&self, _: Update) {}

        fn is_stopped(&self) -> bool {
            let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
            self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
            left == 0
        }
    }

    #[test]
    fn a_certificate_is_not_read_on_once_nobody_waits() {
        let mut bytes = b"TSJCERT\x01".to_vec();
        bytes.resize(1 << 20, 0);
        let text = to_base64(&bytes);
        let trouble = accepted(&text, &Left(0.into())).unwrap_err();
        assert_eq!(trouble.what, "stopped before the whole certificate was read");
        // It is not stopped at once, and then the fault is that of the bytes.
        assert!(accepted(&text, &Left(100.into())).unwrap_err().what.starts_with("the certificate is not valid"));
    }

    #[test]
    fn the_place_of_a_fault_is_passed_on() {
        let trouble = accepted("VFNK\nQ0V*SVA=", &Quiet).unwrap_err();
        assert_eq!(trouble.place, Some(Place { line: 2, column: 4 }));
    }
}
