//! The binary form, byte by byte as in `docs/CERTIFICATE.md`: writing it node by node.
//!
//! A certificate in memory has `Certificate::to_bytes`. For one whose nodes are still being found, use `draft`.

use std::io::{self, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};

use crate::binary::{NEWEST, SECOND, prefix, write_node, write_number, write_statement};
use crate::statement::Heading;
use crate::{CertificateError, Node, NodeId, Verdict};

/// Bytes passed on at a time.
const PIECE: usize = 1 << 16;

/// Writes a certificate in the first version that has all that it uses, node by node, in little memory.
///
/// The result need not be a proof, but it must be a well-formed certificate. It is not complete until
/// [`CertificateWriter::finish`] has filled in the checksum.
pub struct CertificateWriter<S> {
    sink: S,
    /// Offset of the certificate in the sink.
    start: u64,
    verdict: Verdict,
    n_cells: usize,
    n_goals: usize,
    n_nodes: u32,
    next: NodeId,
    /// The version that the nodes so far need.
    version: u8,
    /// Bytes that have not been passed to the sink yet.
    piece: Vec<u8>,
    hasher: Sha256,
}

impl<S: Write + Seek> CertificateWriter<S> {
    /// Begins a certificate of `n_nodes` nodes at the current position of `sink`.
    ///
    /// # Errors
    ///
    /// If the claim, a goal or the first move makes no sense, or if `sink` fails.
    pub fn new(mut sink: S, heading: &Heading, n_nodes: u32) -> Result<Self, CertificateError> {
        heading.statement().validate()?;
        let start = sink.stream_position().map_err(failed)?;
        sink.write_all(&prefix(NEWEST, [0; 32])).map_err(failed)?;
        let mut piece = Vec::with_capacity(2 * PIECE);
        write_statement(&mut piece, &heading.statement());
        write_number(&mut piece, n_nodes as usize);
        let n_cells = heading.claim.topology.n_cells();
        let (n_goals, version) = (heading.goals.len(), heading.statement().least_version());
        let verdict = heading.verdict;
        Ok(Self { sink, start, verdict, n_cells, n_goals, n_nodes, next: 0, version, piece, hasher: Sha256::new() })
    }

    /// Adds the next node.
    ///
    /// # Errors
    ///
    /// If it names a cell, goal or earlier node that does not exist, or if the sink fails.
    pub fn node(&mut self, node: &Node) -> Result<(), CertificateError> {
        let step = node.as_step();
        let fault = |fault| CertificateError::Node { node: self.next, fault };
        step.validate(self.next, self.n_cells, self.n_goals).map_err(fault)?;
        if step.is_new() {
            self.version = SECOND;
        }
        step.fits(self.version, self.verdict).map_err(fault)?;
        write_node(&mut self.piece, self.next, step);
        self.next += 1;
        if self.piece.len() >= PIECE {
            self.hand_on()?;
        }
        Ok(())
    }

    /// Writes the checksum in its place, and returns the sink, positioned after the certificate.
    ///
    /// # Errors
    ///
    /// If the sink fails.
    ///
    /// # Panics
    ///
    /// If there were more or fewer nodes than `n_nodes`.
    pub fn finish(mut self) -> Result<S, CertificateError> {
        assert_eq!(self.next, self.n_nodes, "as many nodes as were announced");
        self.hand_on()?;
        let mut put_checksum = || {
            self.sink.seek(SeekFrom::Start(self.start))?;
            self.sink.write_all(&prefix(self.version, self.hasher.finalize_reset().into()))?;
            self.sink.seek(SeekFrom::End(0))?;
            self.sink.flush()
        };
        put_checksum().map_err(failed)?;
        Ok(self.sink)
    }

    fn hand_on(&mut self) -> Result<(), CertificateError> {
        self.hasher.update(&self.piece);
        self.sink.write_all(&self.piece).map_err(failed)?;
        self.piece.clear();
        Ok(())
    }
}

/// The error as a failure to write.
pub(crate) fn failed(error: io::Error) -> CertificateError {
    CertificateError::Write(error.kind())
}
