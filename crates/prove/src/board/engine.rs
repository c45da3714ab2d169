//! State that a solver keeps between questions about one board, in the width that fits the board.

use std::sync::Arc;

use tesuji_board::{Bits, ByWidth, Cell, CellSet, NARROW, Player, Topology, by_width};
use tesuji_connection::Region;
use tesuji_connection::inferior::Surroundings;
use tesuji_proof::{CertificateError, NodeSink};
use tesuji_search::Limits;

use super::{Answer, BoardConfig, Distance, Question};
use crate::claim::proof_of;
use crate::phase::Win;
use crate::search::{Decider, Ground, NO_MOVE, SearchJournal, SearchLimits, SearchState, WinDecision};
use crate::view::{NetGuesser, View};
use crate::{Proof, TrainingSample};

/// An engine with sets just wide enough for its board.
pub(crate) type AnyEngine = ByWidth<Engine<NARROW>, Engine<2>, Engine<6>>;

/// A board, and what searches of its positions have learnt.
#[derive(Debug)]
pub(crate) struct Engine<const W: usize> {
    pub(super) topology: Arc<Topology>,
    pub(super) decider: Decider<W>,
}

/// `None` for a board that is not a rhombus or is too large.
pub(crate) fn engine(topology: &Arc<Topology>, config: &BoardConfig) -> Option<AnyEngine> {
    let n_cells = topology.n_cells();
    let is_known = n_cells <= Bits::<6>::CAPACITY;
    is_known.then(|| Some(by_width!(n_cells, W => Engine::<W>::new(topology, config)?))).flatten()
}

impl<const W: usize> Engine<W> {
    fn new(topology: &Arc<Topology>, config: &BoardConfig) -> Option<Self> {
        let surroundings = Surroundings::new(topology).ok()?;
        let empty = Question {
            topology: topology.clone(),
            black: CellSet::new(),
            white: CellSet::new(),
            to_move: Player::Black,
        };
        let regions = [Region::new(&empty.claim(Player::Black)).ok()?, Region::new(&empty.claim(Player::White)).ok()?];
        let decider = Decider::new(Ground::of_board(regions, surroundings).on(topology), config.table_bytes);
        let decider = match topology.size().filter(|_| config.uses_net) {
            Some(size) => decider.with_guesser(NetGuesser::of_board(size)),
            None => decider,
        };
        Some(Self { topology: topology.clone(), decider })
    }

    pub(crate) fn solve(&self, question: &Question, limits: SearchLimits<'_>) -> Answer {
        let stones = self.stones(question);
        let (decision, nodes) = self.decider.decide(stones, question.to_move, limits);
        let Some(decision) = decision else {
            let numbers = self.decider.numbers(stones, question.to_move);
            let distance = numbers.map(|(to_win, to_lose)| Distance { to_win, to_lose });
            return Answer { nodes, distance, ..Answer::default() };
        };
        let (winner, key, need) = match decision {
            WinDecision::Wins(key, need) => (question.to_move, Some(key).filter(|&key| key != NO_MOVE), need),
            WinDecision::Loses(need) => (!question.to_move, None, need),
        };
        let winning_move = key.map(|key| Cell::new(usize::from(key)));
        let carrier = need.carrier.iter().map(Cell::new).chain(winning_move).collect();
        let stones = need.stones.iter().map(Cell::new).filter(|&cell| Some(cell) != winning_move).collect();
        Answer { winner: Some(winner), winning_move, stones, carrier, nodes, distance: None }
    }

    /// Proves the win that `answer` states and sends the nodes to `sink`; `None` if a limit is reached first. It uses
    /// about `max_bytes` of memory.
    pub(super) fn prove(
        &self,
        question: &Question,
        answer: &Answer,
        limits: &Limits,
        max_bytes: usize,
        sink: &mut dyn NodeSink,
    ) -> Result<Option<Proof>, CertificateError> {
        let Some(winner) = answer.winner else { return Ok(None) };
        let (claim, stones) = (question.claim(winner), self.stones(question));
        let first = (winner == question.to_move).then(|| {
            // If the winner has won already, any first move will do.
            let rest = Bits::first_n(self.topology.n_cells()) - stones[0] - stones[1];
            answer.winning_move.map(Cell::index).or_else(|| rest.first())
        });
        let win = Win { claim: &claim, winner: winner.index(), stones, first: first.flatten(), prove_link: proof_of };
        Ok(self.decider.prove(&win, limits, max_bytes, sink)?.proof)
    }

    pub(super) fn state(&self, question: &Question, journal: &dyn SearchJournal) -> Option<SearchState> {
        self.decider.state(self.stones(question), question.to_move, journal)
    }

    pub(super) fn samples(&self, least_nodes: u32) -> Vec<TrainingSample> {
        let size = self.topology.size();
        size.map_or_else(Vec::new, |(columns, rows)| self.decider.samples(&View::Board(columns, rows), least_nodes))
    }

    /// By player: the stones.
    fn stones(&self, question: &Question) -> [Bits<W>; 2] {
        [&question.black, &question.white]
            .map(|stones| stones.iter().map(Cell::index).filter(|&at| at < self.topology.n_cells()).collect())
    }
}
