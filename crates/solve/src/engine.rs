//! What a solver keeps between questions about one board, in the width that fits the board.

use std::sync::Arc;

use tesuji_board::{Bits, ByWidth, Cell, CellSet, Player, Topology, by_width};
use tesuji_connection::Region;
use tesuji_connection::inferior::Surroundings;
use tesuji_decide::{Decider, Ground, Guess, Guesser, NO_MOVE, Proof, SearchLimits, Trust, Win, WinDecision};
use tesuji_neural::{Judge, Net, Opinion};
use tesuji_proof::{CertificateError, NodeSink};
use tesuji_search::Limits;

use super::{Answer, BoardConfig, Distance, Question};

/// An engine with sets just wide enough for its board.
pub(super) type AnyEngine = ByWidth<Engine<1>, Engine<2>, Engine<6>>;

/// A board, and what searches of its positions have learnt.
#[derive(Debug)]
pub(super) struct Engine<const W: usize> {
    pub(super) topology: Arc<Topology>,
    pub(super) decider: Decider<W>,
}

/// `None` for a board that is not a rhombus or is too large.
pub(super) fn engine(topology: &Arc<Topology>, config: &BoardConfig) -> Option<AnyEngine> {
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
        let decider = Decider::new(Ground::of_board(regions, surroundings), config.table_bytes);
        let decider = match topology.size().filter(|_| config.uses_net) {
            Some(size) => decider.with_guesser(Box::new(NetGuesser::new(size))),
            None => decider,
        };
        Some(Self { topology: topology.clone(), decider })
    }

    pub(super) fn solve(&self, question: &Question, limits: &Limits, n_threads: usize) -> Answer {
        let stones = self.stones(question);
        let (decision, nodes) = self.decider.decide(stones, question.to_move, SearchLimits { limits, n_threads });
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
        Answer { winner: Some(winner), winning_move, carrier, nodes, distance: None }
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
        let win = Win { claim: &claim, winner: winner.index(), stones, first: first.flatten() };
        Ok(self.decider.prove(&win, limits, max_bytes, sink)?.proof)
    }

    /// By player: the stones.
    fn stones(&self, question: &Question) -> [Bits<W>; 2] {
        [&question.black, &question.white]
            .map(|stones| stones.iter().map(Cell::index).filter(|&at| at < self.topology.n_cells()).collect())
    }
}

/// How much the net for proofs counts.
///
/// PERF: 0.15, 0.2 and 0.25 were tried for `win`, with 0.1 to 0.4 for `order` and 0.15 and 0.2 for `delay`. None is better
/// everywhere. With a draft of the net, 8x8 d3 took 75,454 positions with 0 for `delay`, 64,821 with 0.15, 85,902 with 0.25.
const TRUST: Trust = Trust { win: 0.2, order: 0.4, delay: 0.15, after: 0 };

/// Guesses by the net for proofs that comes with the program, so that nodes depend on nothing but the program.
#[derive(Debug)]
struct NetGuesser {
    judge: Judge<'static>,
    size: (usize, usize),
    opinion: Opinion,
}

impl NetGuesser {
    fn new(size: (usize, usize)) -> Self {
        Self { judge: Judge::new(Net::for_proofs()), size, opinion: Opinion::default() }
    }
}

impl<const W: usize> Guesser<W> for NetGuesser {
    fn trust(&self) -> Trust {
        TRUST
    }

    fn another(&self) -> Box<dyn Guesser<W>> {
        Box::new(Self::new(self.size))
    }

    fn guess(&mut self, [black, white]: [Bits<W>; 2], mover: usize, guess: &mut Guess) {
        let stone = |cell: Cell| match cell.index() {
            at if black.contains(at) => Some(Player::Black),
            at if white.contains(at) => Some(Player::White),
            _ => None,
        };
        self.judge.judge_stones(self.size, Player::BOTH[mover], stone, &mut self.opinion);
        guess.win = self.opinion.logit;
        guess.moves.clone_from(&self.opinion.policy);
    }
}
