//! Certificates of positions, which become parts of the certificate of an earlier position.

use tesuji_board::{Cell, CellSet, Player};
use tesuji_problem::board::Question;
use tesuji_proof::{Certificate, CertificateBuilder, Node, Subproof, Verdict};
use tesuji_prove::SearchRecords;

/// The certificate of an earlier position under construction.
pub(super) type Builder = CertificateBuilder<Vec<Node>>;

/// A position that is won, freed from what the win does not rest on.
pub(super) struct Lemma {
    pub(super) winner: Player,
    /// The winner's move, if it is its turn.
    pub(super) first: Option<Cell>,
    /// The stones of the winner that it rests on, beside those of the root.
    own: CellSet,
    /// The empty cells that it needs after the first move.
    carrier: CellSet,
    /// Its proof; until there is one, a worker has said so.
    certificate: Option<Certificate>,
}

impl Lemma {
    /// A statement without a proof: the winner wins `question` with these stones and these empty cells.
    pub(super) fn said(
        root: &Question,
        question: &Question,
        winner: Player,
        first: Option<Cell>,
        [mut own, mut carrier]: [CellSet; 2],
    ) -> Result<Self, String> {
        own.subtract(if winner == Player::Black { &root.black } else { &root.white });
        first.map(|first| (own.remove(first), carrier.remove(first)));
        let lemma = Self { winner, first, own, carrier, certificate: None };
        let is_of = lemma.decides(question);
        is_of.then_some(lemma).ok_or_else(|| "the win is of another position".to_owned())
    }

    /// True if the checker has accepted a certificate of it.
    pub(super) const fn is_proved(&self) -> bool {
        self.certificate.is_some()
    }

    /// From the certificate of a position below `root`, which the checker has accepted.
    /// Every win in the certificate is added to `wins`.
    pub(super) fn new(
        root: &Question,
        winner: Player,
        certificate: &Certificate,
        wins: &mut SearchRecords,
    ) -> Result<Self, String> {
        if certificate.verdict != Verdict::Holds || certificate.claim.owner != winner {
            return Err("a refutation cannot become part of a proof".to_owned());
        }
        let mut builder = Builder::in_memory(&root.claim(winner), Verdict::Holds);
        let mut nodes = builder.import_all(certificate).map_err(|error| error.to_string())?;
        let given = if winner == Player::Black { &root.black } else { &root.white };
        for (_, Subproof { assumes, carrier, .. }) in nodes.iter().filter(|(goal, _)| *goal == 0) {
            let mut stones = assumes.clone();
            stones.union_with(given);
            wins.add_win(winner, &stones, carrier);
        }
        let (_, Subproof { mut assumes, carrier, .. }) = nodes.pop().ok_or("the certificate has no node")?;
        let first = certificate.first;
        first.map(|first| assumes.remove(first));
        Ok(Self { winner, first, own: assumes, carrier, certificate: Some(certificate.clone()) })
    }

    /// The empty cells that it needs, the first move among them.
    pub(super) fn region(&self) -> CellSet {
        let mut region = self.carrier.clone();
        self.first.map(|first| region.insert(first));
        region
    }

    /// Adds its proof to that of the root.
    pub(super) fn add_to(&self, builder: &mut Builder) -> Result<Subproof, String> {
        let certificate = self.certificate.as_ref().ok_or("a win without a certificate")?;
        builder.import(certificate).map_err(|error| error.to_string())
    }

    /// Whether the position is won for the same reason.
    pub(super) fn decides(&self, question: &Question) -> bool {
        let (own, other) = match self.winner {
            Player::Black => (&question.black, &question.white),
            Player::White => (&question.white, &question.black),
        };
        let is_turn = question.to_move == self.winner;
        let is_empty = |cell: Cell| !own.contains(cell) && !other.contains(cell);
        is_turn == self.first.is_some()
            && self.first.is_none_or(is_empty)
            && self.own.is_subset(own)
            && self.carrier.iter().all(is_empty)
    }
}
