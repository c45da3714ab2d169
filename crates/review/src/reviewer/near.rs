//! The first proved position. What is said there must not be an opinion that a little more work refutes: the positions
//! before proved ones get all the time for proofs that is left, and moves that the engine thinks better are tried by
//! the solver.

use tesuji_board::Player;
use tesuji_hex::Swap;

use super::{Cost, FOR_PROOFS, ReviewInProgress, inferred, proof, session_at};
use crate::estimate::SolverFindings;
use crate::prove::{ReviewQuestion, Slice};
use crate::report::ProvedBy;
use crate::{ReviewError, Timekeeper, mistakes};

/// This many choices of the engine may be refuted in one position before its opinion there no longer counts.
const MOST_REFUTED: usize = 6;
/// A better move is tried with at least this many nodes, however short the proof next to it was.
const LEAST_NODES: u64 = 500;

impl<K: Timekeeper> ReviewInProgress<'_, K> {
    /// Gives each position before a proved one the time that is left within a share of the whole, the last one first. If
    /// that decides it, the position before has its turn.
    pub(super) fn extend(&mut self, share: f64) -> Result<(), ReviewError> {
        loop {
            self.follow();
            let edges = self.edges();
            let mut has_found = false;
            for (idx, &n_moves) in edges.iter().enumerate() {
                let n_left = edges.len() - idx;
                let seconds = self.left_of(share) / n_left as f64;
                let nodes = self.nodes_left_of(share).map(|nodes| nodes / n_left as u64);
                if seconds <= 0.0 || nodes == Some(0) || self.keeper.is_stopped() {
                    return Ok(());
                }
                let what = self.name("solving the position", n_moves);
                let slice = Slice { seconds: self.time().map(|_| seconds), nodes };
                let (found, used) = self.prover.winner(&self.subjects[n_moves], slice, &what)?;
                self.note(n_moves, &found, used);
                if let Some(proof) = proof(&found, self.to_move[n_moves]) {
                    (self.proofs[n_moves], has_found) = (Some(proof), true);
                    self.report();
                    break;
                }
            }
            if !has_found {
                return Ok(());
            }
        }
    }

    /// The positions that are not proved although the next one is, the last one first.
    pub(super) fn edges(&self) -> Vec<usize> {
        let is_open = |n_moves: usize| self.proofs[n_moves].is_none() && self.swaps[n_moves] == Swap::Off;
        let is_edge = |&n_moves: &usize| {
            is_open(n_moves) && self.proofs[n_moves + 1].is_some() && self.subjects[n_moves].is_searched()
        };
        (0..self.moves.len()).rev().filter(is_edge).collect()
    }

    /// The most that a proof of this position or of the next few has taken.
    pub(super) fn proof_near(&self, n_moves: usize) -> Cost {
        let proved =
            (n_moves..self.proofs.len()).take(mistakes::NEAR + 1).filter(|&n_moves| self.proofs[n_moves].is_some());
        proved.fold(Cost::default(), |most, n_moves| Cost {
            nodes: most.nodes.max(self.costs[n_moves].nodes),
            seconds: most.seconds.max(self.costs[n_moves].seconds),
        })
    }

    /// Lets the solver search what the engine would have played instead of mistakes near a proof. A move that loses gives
    /// way to the engine's next choice, and one that wins makes the mistake a proved one.
    pub(super) fn try_better(&mut self) -> Result<(), ReviewError> {
        loop {
            let review = self.concluded();
            let next = review.moves.iter().rev().find_map(|mv| {
                let n_moves = mv.number - 1;
                let better = mv.better.as_ref().filter(|better| better.solver_nodes.is_none())?;
                let is_tried = mistakes::is_doubtful(&review, mv)
                    && self.subjects[n_moves].is_searched()
                    && self.swaps[n_moves] == Swap::Off
                    && !self.tried[n_moves].is_cut_short;
                is_tried.then(|| Some((n_moves, better.moves.first()?.clone()))).flatten()
            });
            let Some((n_moves, mv)) = next else { return Ok(()) };
            self.try_move(n_moves, mv)?;
        }
    }

    /// Lets the solver search a move that was not made for as long as the proof next to it took.
    fn try_move(&mut self, n_moves: usize, mv: String) -> Result<(), ReviewError> {
        let wanted = self.proof_near(n_moves + 1).nodes.max(LEAST_NODES);
        let left = self.left_of(1.0);
        let has_nodes = self.nodes_left_of(1.0).is_none_or(|nodes| nodes >= wanted);
        let is_over = left <= 0.0 || !has_nodes || self.tried[n_moves].refuted.len() >= MOST_REFUTED;
        if is_over || self.keeper.is_stopped() {
            self.tried[n_moves].is_cut_short = true;
            return Ok(());
        }
        let player = self.to_move[n_moves];
        let mut session = session_at(self.game, &self.moves, n_moves)?;
        session.play(player, &mv)?;
        let (winner, nodes, is_whole) = match session.outcome() {
            Some(outcome) => (Some(outcome.winner()), 0, true),
            None => {
                let what = self.name("looking for better moves", n_moves);
                let slice = Slice { seconds: self.time().map(|_| left), nodes: Some(wanted) };
                let subject = ReviewQuestion::of(&session, session.to_move());
                let (found, used) = self.prover.winner(&subject, slice, &what)?;
                self.note(n_moves, &found, used);
                // The solver of Amazons has bounds of its own, beyond which more work finds nothing.
                let is_whole = found.nodes >= wanted || matches!(subject, ReviewQuestion::Amazons(_)) && used < left;
                (found.winner, found.nodes, is_whole)
            }
        };
        let tried = &mut self.tried[n_moves];
        match winner {
            Some(Some(winner)) if winner == player => {
                self.proofs[n_moves] = Some(inferred(player, ProvedBy::Search, vec![mv]));
                self.extend(FOR_PROOFS)?;
            }
            Some(_) => tried.refuted.push(mv),
            None if is_whole && !self.keeper.is_stopped() => tried.open = Some((mv, nodes)),
            None => tried.is_cut_short = true,
        }
        Ok(())
    }

    /// Moves that were tried in a position. Where the engine's choice was refuted, the move of the game is no other
    /// choice if it loses as well.
    pub(super) fn tried_at(&self, n_moves: usize) -> SolverFindings {
        let mut tried = self.tried[n_moves].clone();
        let after = self.proofs.get(n_moves + 1).and_then(|proof| proof.as_ref()?.winner);
        let is_lost = after.is_some_and(|winner| Player::from(winner) != self.to_move[n_moves]);
        if !tried.refuted.is_empty() && is_lost {
            tried.refuted.push(self.moves[n_moves].1.clone());
        }
        tried
    }
}
