//! Merging two stores.

use super::{ClaimEntry, Contradiction, Filter, Finding, Store, StoreError};

/// Report on a merge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoreMerge {
    /// Positions that are new, or newly decided.
    pub n_new: u64,
    /// Positions that were already known.
    pub n_known: u64,
    /// Claims, new or known.
    pub n_claims: u64,
    /// Certificates that were copied.
    pub n_certificates: u64,
    /// Positions and claims whose certificate the other store has lost, or has only in a damaged form. Positions are
    /// taken without it, and claims are not taken.
    pub n_lost: u64,
    /// Positions with two winners. If there are any, nothing has been written.
    pub contradictions: Vec<Contradiction>,
}

impl Store {
    /// Takes in everything that `other` knows and does not doubt, or nothing if the two contradict each other.
    ///
    /// # Errors
    ///
    /// If one cannot be read or the other cannot be written. In that case, too, no answer has been taken.
    pub fn merge(&self, other: &Self) -> Result<StoreMerge, StoreError> {
        self.writable()?;
        let mut merged = StoreMerge::default();
        let mut news: Vec<(_, Finding)> = Vec::new();
        for entry in other.entries(&Filter::default())? {
            match (self.find(&entry.question)?.map(|kept| kept.finding), entry.finding) {
                (Some(Finding { winner: Some(kept), .. }), Finding { winner: Some(found), .. }) if kept != found => {
                    merged.contradictions.push(Contradiction { question: entry.question, kept, found });
                }
                (kept, finding) => {
                    let is_known = kept.is_some_and(|kept| kept.winner.is_some() || finding.winner.is_none());
                    *if is_known { &mut merged.n_known } else { &mut merged.n_new } += 1;
                    news.push((entry.question, finding));
                }
            }
        }
        if !merged.contradictions.is_empty() {
            return Ok(StoreMerge { contradictions: merged.contradictions, ..StoreMerge::default() });
        }
        for (_, finding) in &mut news {
            let Some(digest) = finding.certificate else { continue };
            let came = match other.certificates().open(digest) {
                Ok(file) => self.certificates().add_known(file, digest)?,
                Err(_) => false,
            };
            if came {
                merged.n_certificates += 1;
            } else {
                finding.certificate = None;
                merged.n_lost += 1;
            }
        }
        let claims = self.claims_to_take(other, &mut merged)?;
        self.within(|transaction| {
            news.iter().try_for_each(|(question, finding)| self.keep_within(transaction, question, finding))?;
            claims.iter().try_for_each(|entry| self.keep_claim_within(transaction, entry))
        })?;
        Ok(merged)
    }

    /// The claims of the other store whose certificates check, which have been copied.
    fn claims_to_take(&self, other: &Self, merged: &mut StoreMerge) -> Result<Vec<ClaimEntry>, StoreError> {
        let mut claims = Vec::new();
        for entry in other.claims()? {
            if let Some(proof) = other.claim_proof(&entry, &entry.claim) {
                let Ok(proof) = proof else {
                    merged.n_lost += 1;
                    continue;
                };
                self.keep_certificate(&proof.bytes[..])?;
                merged.n_certificates += 1;
            }
            merged.n_claims += 1;
            claims.push(entry);
        }
        Ok(claims)
    }
}
