//! Evaluates positions of Hex that have much in common.

use crate::{Board, Circuit, Comparison, Linking, Meter, Network, Ratios, Resistance, stones};
use tesuji_board::{Bits, ByWidth, NARROW, Player, by_width, in_its_width};
use tesuji_game::{Evaluation, Evaluator, Game, Outcome};
use tesuji_hex::{Move, Position, Swap};

use super::formula::{Formula, balance};

/// Evaluates positions of Hex by one formula.
///
/// It keeps the connections of a *root* and adds the extra stones of a position. A root near the positions makes it
/// faster and changes nothing else: a value depends only on the position. A search sets the root to the position from
/// which it starts.
///
/// A position is decided if a player's edges are virtually connected. While swapping is allowed, the value of a
/// position is the better of swapping and not swapping.
#[derive(Clone, Debug)]
pub struct HexEvaluator {
    formula: Formula,
    linking: Linking,
    judge: PositionJudge,
}

/// Judges of positions of one size of board, in sets just wide enough.
type PositionJudge = ByWidth<Box<RootConnections<NARROW>>, Box<RootConnections<2>>, Box<RootConnections<6>>>;

/// A judge whose root is `root`.
fn judge(linking: Linking, root: &Position) -> PositionJudge {
    // Two edges beside the cells.
    by_width!(root.topology().n_cells() + 2, W => Box::new(RootConnections::<W>::new(linking, root)))
}

impl HexEvaluator {
    /// An evaluator whose root is `root`.
    #[must_use]
    pub fn new(formula: Formula, linking: impl Into<Linking>, root: &Position) -> Self {
        let linking = linking.into();
        Self { formula, linking, judge: judge(linking, root) }
    }

    /// The formula that it computes.
    #[must_use]
    pub const fn formula(&self) -> Formula {
        self.formula
    }

    /// Makes `root` the position from which others are reached.
    pub fn set_root(&mut self, root: &Position) {
        if self.fits(root) {
            in_its_width!(&mut self.judge, rooted => rooted.set_root(stones(root)));
        } else {
            self.judge = judge(self.linking, root);
        }
    }

    fn fits(&self, position: &Position) -> bool {
        in_its_width!(&self.judge, rooted => **rooted.board.topology() == **position.topology())
    }

    /// The judge of positions on the board of `position`. If that is a different board, a new judge starts from its
    /// empty board.
    fn judge_of(&mut self, position: &Position) -> &mut PositionJudge {
        if !self.fits(position) {
            self.judge = judge(self.linking, position);
            in_its_width!(&mut self.judge, rooted => rooted.set_root([Bits::EMPTY; 2]));
        }
        &mut self.judge
    }

    /// The evaluation for the player to move, without regard to swapping.
    fn evaluate_stones(&mut self, position: &Position) -> Evaluation {
        let formula = self.formula;
        let judgement = in_its_width!(self.judge_of(position), rooted => rooted.judge(stones(position), formula));
        match judgement {
            RootJudgement::Won(winner) => Evaluation::Decided(Outcome::Win(winner)),
            RootJudgement::Open(value) if position.to_move() == Player::Black => Evaluation::Estimate(value),
            RootJudgement::Open(value) => Evaluation::Estimate(-value),
        }
    }
}

impl Evaluator<Position> for HexEvaluator {
    /// Costs an update of both players' connections, and the networks or circuits of both.
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let stays = self.evaluate_stones(position);
        if position.swap() != Swap::Open {
            return stays;
        }
        let mut swapped = position.clone();
        swapped.play_unchecked(Move::Swap);
        let swapped = match self.evaluate_stones(&swapped) {
            Evaluation::Estimate(value) => Evaluation::Estimate(-value),
            decided @ Evaluation::Decided(_) => decided,
        };
        better(position.to_move(), stays, swapped)
    }

    /// By the current through the cell in both players' circuits; a swap has no rating.
    fn rate(&mut self, position: &Position, moves: &[Move], ratings: &mut [f64]) {
        in_its_width!(self.judge_of(position), rooted => rooted.rate(stones(position), moves, ratings));
    }
}

/// The evaluation that `player` prefers. Both are from the view of `player`.
fn better(player: Player, a: Evaluation, b: Evaluation) -> Evaluation {
    let is_win = |evaluation: Evaluation| evaluation == Evaluation::Decided(Outcome::Win(player));
    match (a, b) {
        (Evaluation::Estimate(a), Evaluation::Estimate(b)) => Evaluation::Estimate(a.max(b)),
        (Evaluation::Decided(_), _) if is_win(a) => a,
        (_, Evaluation::Decided(_)) if !is_win(b) => a,
        _ => b,
    }
}

/// Judgement of a position, for Black.
enum RootJudgement {
    Won(Player),
    Open(f64),
}

/// The connections of a root, and memory for measurements.
#[derive(Clone, Debug)]
struct RootConnections<const W: usize> {
    board: Board<W>,
    root: [Bits<W>; 2],
    networks: [Network<W>; 2],
    meter: Meter<W>,
    circuit: Circuit<W>,
}

impl<const W: usize> RootConnections<W> {
    fn new(linking: Linking, root: &Position) -> Self {
        let board = Board::new(root.topology(), linking).expect("sides of at most 19 cells, and the width was chosen");
        let networks = [board.new_network(), board.new_network()];
        let (meter, circuit) = (Meter::default(), Circuit::default());
        let mut rooted = Self { board, root: [Bits::EMPTY; 2], networks, meter, circuit };
        rooted.set_root(stones(root));
        rooted
    }

    fn set_root(&mut self, root: [Bits<W>; 2]) {
        self.root = root;
        self.board.set(root);
    }

    /// Runs `act` while the board has these stones.
    fn at<T>(&mut self, stones: [Bits<W>; 2], act: impl FnOnce(&mut Self) -> T) -> T {
        if (0..2).all(|i| self.root[i].is_subset(&stones[i])) {
            let more = [0, 1].map(|i| stones[i] - self.root[i]);
            if more.iter().all(Bits::is_empty) {
                return act(self);
            }
            self.board.play(more);
            let result = act(self);
            self.board.undo();
            result
        } else {
            self.board.set(stones);
            let result = act(self);
            self.board.set(self.root);
            result
        }
    }

    fn judge(&mut self, stones: [Bits<W>; 2], formula: Formula) -> RootJudgement {
        self.at(stones, |rooted| match formula {
            Formula::Distance => rooted.judge_networks(|ratios| balance(ratios.distance)),
            Formula::MeanDistance => rooted.judge_networks(|ratios| balance(ratios.mean_distance)),
            Formula::Ev(betweenness) => rooted.judge_networks(|ratios| balance(ratios.ev(betweenness))),
            Formula::EvPrime { betweenness, gamma } => {
                rooted.judge_networks(|ratios| ratios.ev_prime(betweenness, gamma) - (1.0 + gamma))
            }
            Formula::Share => rooted.judge_networks(|ratios| balance(ratios.share)),
            Formula::Resistance => rooted.judge_circuits(),
        })
    }

    fn judge_networks(&mut self, value: impl Fn(&Ratios) -> f64) -> RootJudgement {
        let [black, white] = Player::BOTH.map(|player| {
            let network = &mut self.networks[player.index()];
            self.board.network(player, network);
            self.meter.measure(network)
        });
        match Comparison::new(&black, &white) {
            Comparison::Won(winner) => RootJudgement::Won(winner),
            Comparison::Open(ratios) => RootJudgement::Open(value(&ratios)),
        }
    }

    fn judge_circuits(&mut self) -> RootJudgement {
        let edges = self.board.edges();
        match Player::BOTH.map(|player| self.circuit.measure(self.board.connections(player), edges)) {
            [Resistance::Finite(black), Resistance::Finite(white)] => RootJudgement::Open(balance(white / black)),
            [Resistance::Nothing, _] | [_, Resistance::Infinite] => RootJudgement::Won(Player::Black),
            [Resistance::Infinite, _] | [_, Resistance::Nothing] => RootJudgement::Won(Player::White),
        }
    }

    fn rate(&mut self, stones: [Bits<W>; 2], moves: &[Move], ratings: &mut [f64]) {
        self.at(stones, |rooted| {
            for player in Player::BOTH {
                rooted.circuit.measure(rooted.board.connections(player), rooted.board.edges());
                for (mv, rating) in moves.iter().zip(&mut *ratings) {
                    if let Move::Place(cell) = mv {
                        *rating += rooted.circuit.currents()[cell.index()];
                    }
                }
            }
        });
    }
}
