//! Certificates that the checker has accepted.

use std::fs::File;
use std::io::{self, Seek};

use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_proof::{Certificate, CertificateError, Claim, Verdict, check_stream};

/// The verdict and the size of a certificate that the checker has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateSize {
    /// Verdict about its claim.
    pub verdict: Verdict,
    /// Number of nodes.
    pub nodes: u64,
    /// Its length.
    pub bytes: u64,
}

/// Has a certificate in binary form checked. It must be about `claim`.
///
/// # Errors
///
/// The fault.
pub fn accept(bytes: &[u8], claim: &Claim) -> Result<CertificateSize, String> {
    let summary = check_stream(bytes).map_err(|error| error.to_string())?;
    if summary.claim != *claim {
        return Err("it is about another claim".to_owned());
    }
    Ok(CertificateSize { verdict: summary.verdict, nodes: summary.n_nodes.into(), bytes: bytes.len() as u64 })
}

/// A certificate in binary form that the checker has accepted as one about a certain claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimProof {
    /// The certificate.
    pub bytes: Vec<u8>,
    /// Its verdict and size.
    pub accepted: CertificateSize,
}

impl ClaimProof {
    /// Has a certificate checked. It must be about `claim`.
    ///
    /// # Errors
    ///
    /// The fault.
    pub fn accept(bytes: Vec<u8>, claim: &Claim) -> Result<Self, String> {
        accept(&bytes, claim).map(|accepted| Self { bytes, accepted })
    }

    /// Writes a certificate down and has it checked. It must prove this verdict on `claim`.
    ///
    /// # Errors
    ///
    /// The fault.
    pub fn seal(certificate: &Certificate, claim: &Claim, verdict: Verdict) -> Result<Self, String> {
        let proof = Self::accept(certificate.to_bytes().map_err(|error| error.to_string())?, claim)?;
        if proof.accepted.verdict == verdict { Ok(proof) } else { Err("it proves the opposite".to_owned()) }
    }

    /// The certificate in memory.
    ///
    /// # Errors
    ///
    /// None is expected, since the checker has read these very bytes.
    pub fn certificate(&self) -> Result<Certificate, CertificateError> {
        Certificate::read(&self.bytes[..])
    }
}

/// A file with a certificate that the checker has accepted.
pub(crate) struct CertificateFile {
    file: File,
    pub(crate) accepted: CertificateSize,
}

impl CertificateFile {
    /// The file, to be read from its beginning.
    pub(crate) fn bytes(&self) -> io::Result<&File> {
        let mut file = &self.file;
        file.rewind()?;
        Ok(file)
    }
}

/// Has the certificate in this file checked. It must prove this answer. The error says what is wrong with it.
pub(crate) fn seal(mut file: File, question: &Question, winner: Option<Player>) -> Result<CertificateFile, String> {
    file.rewind().map_err(|error| error.to_string())?;
    let summary = check_stream(&file).map_err(|error| error.to_string())?;
    let proved = match summary.verdict {
        Verdict::Holds => summary.claim.owner,
        Verdict::Fails => summary.claim.owner.opponent(),
    };
    if Question::of_claim(&summary.claim).as_ref() != Some(question) || Some(proved) != winner {
        return Err("it proves another position, or the other winner".to_owned());
    }
    let bytes = file.stream_position().map_err(|error| error.to_string())?;
    Ok(CertificateFile {
        file,
        accepted: CertificateSize { verdict: summary.verdict, nodes: summary.n_nodes.into(), bytes },
    })
}
