//! Evaluators of positions.

use tesuji_amazons::{Move, Position, Size};
use tesuji_board::Player;
use tesuji_game::{Evaluation as Judgement, Evaluator};

use super::board::LinesBySize;
use super::moves::rate;
use super::{
    AmazonsNet, BoardLines, Evaluation, FITTED, Features, LEARNED, NetValue, ParseEvaluationError, Squares, Weights,
    Workspace, contest, first_reach, path_interception, terms,
};

/// Evaluates positions of Amazons from the view of the player to move. The unit is squares, except for
/// [`Evaluation::Moves`] and [`Evaluation::OwnMoves`] (moves), [`Evaluation::Learned`] and [`Evaluation::Net`] (the
/// logarithm of odds).
///
/// Cost: about a tenth of a microsecond for [`Evaluation::FirstReach`]; about three tenths for [`Evaluation::Lieberum`]
/// and [`Evaluation::Learned`] with AVX-512, and two to four times as much without. The bench `amazons` has the
/// figures. The first position of a new board size costs a little more, because the lines of the board are prepared.
///
/// A position and its mirror image with the sides exchanged have the same value. With Lieberum's terms, a square that
/// both players reach equally soon counts a little for the player to move. So the values for the two players do not add
/// up to 0.
#[derive(Clone, Debug)]
pub struct AmazonsEvaluator {
    evaluation: Evaluation,
    /// Whose moves [`Evaluation::OwnMoves`] counts; `None`: those of the player to move.
    owner: Option<Player>,
    weights: Weights,
    board: Option<(Size, LinesBySize)>,
    workspace: Box<Workspace>,
}

impl AmazonsEvaluator {
    /// An evaluator of this kind; Lieberum's has the weights [`FITTED`].
    #[must_use]
    pub fn new(evaluation: Evaluation) -> Self {
        Self { evaluation, owner: None, weights: FITTED, board: None, workspace: Box::default() }
    }

    /// An evaluator by Lieberum's terms with the given weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights, ..Self::new(Evaluation::Lieberum) }
    }

    /// The evaluation that it computes.
    #[must_use]
    pub const fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    /// The features that [`LEARNED`] uses, whatever the evaluation.
    #[inline]
    pub fn features(&mut self, position: &Position) -> Features {
        self.prepare(position.size());
        match &self.board {
            Some((_, LinesBySize::One(lines))) => features(position, lines, &mut self.workspace),
            Some((_, LinesBySize::Two(lines))) => features(position, lines, &mut self.workspace),
            Some((_, LinesBySize::Three(lines))) => features(position, lines, &mut self.workspace),
            None => unreachable!("the lines were just made"),
        }
    }

    /// The value by the shipped net for the board, or by [`LEARNED`] where there is none.
    pub fn net_value(&mut self, position: &Position) -> NetValue {
        match AmazonsNet::shipped(position.size()) {
            Some(net) => self.value_by(net, position),
            None => self.learned_value(position),
        }
    }

    /// The value by [`LEARNED`].
    pub fn learned_value(&mut self, position: &Position) -> NetValue {
        let features = self.features(position);
        NetValue { value: LEARNED.value(&features), is_contested: features.phase != 0 }
    }

    /// Rates `moves` of a position for the player to move, by weights learned from games: the higher a rating, the more
    /// likely the move is played.
    pub fn rate_moves(&mut self, position: &Position, moves: &[Move], ratings: &mut [f64]) {
        self.prepare(position.size());
        let workspace = &mut self.workspace;
        match &self.board {
            Some((_, LinesBySize::One(lines))) => rate(position, lines, workspace, moves, ratings),
            Some((_, LinesBySize::Two(lines))) => rate(position, lines, workspace, moves, ratings),
            Some((_, LinesBySize::Three(lines))) => rate(position, lines, workspace, moves, ratings),
            None => unreachable!("the lines were just made"),
        }
    }

    /// The value by a net for boards of this size.
    pub(super) fn value_by(&mut self, net: &AmazonsNet, position: &Position) -> NetValue {
        self.prepare(position.size());
        let workspace = &mut self.workspace;
        match &self.board {
            Some((_, LinesBySize::One(lines))) => net.value(&Squares::of(position), lines, workspace),
            Some((_, LinesBySize::Two(lines))) => net.value(&Squares::of(position), lines, workspace),
            Some((_, LinesBySize::Three(lines))) => net.value(&Squares::of(position), lines, workspace),
            None => unreachable!("the lines were just made"),
        }
    }

    #[inline]
    fn prepare(&mut self, size: Size) {
        if self.board.as_ref().is_none_or(|(known, _)| *known != size) {
            self.board = Some((size, LinesBySize::new(size)));
        }
    }

    /// The value for the player to move, even if the game is over.
    #[inline]
    pub fn value(&mut self, position: &Position) -> f64 {
        let (mover, of) = (position.to_move(), |player: Player| f64::from(position.n_moves_of(player)));
        match (self.evaluation, self.owner) {
            (Evaluation::Moves, _) => return of(mover) - of(mover.opponent()),
            (Evaluation::OwnMoves, Some(owner)) if owner != mover => return -of(owner),
            (Evaluation::OwnMoves, _) => return of(mover),
            (Evaluation::Net, _) => return self.net_value(position).value,
            _ => {}
        }
        self.prepare(position.size());
        let (evaluation, weights, workspace) = (self.evaluation, &self.weights, &mut *self.workspace);
        match &self.board {
            Some((_, LinesBySize::One(lines))) => by_squares(evaluation, weights, position, lines, workspace),
            Some((_, LinesBySize::Two(lines))) => by_squares(evaluation, weights, position, lines, workspace),
            Some((_, LinesBySize::Three(lines))) => by_squares(evaluation, weights, position, lines, workspace),
            None => unreachable!("the lines were just made"),
        }
    }
}

#[inline]
fn by_squares<const W: usize>(
    evaluation: Evaluation,
    weights: &Weights,
    position: &Position,
    lines: &BoardLines<W>,
    workspace: &mut Workspace,
) -> f64 {
    let squares = Squares::of(position);
    match evaluation {
        Evaluation::Moves | Evaluation::OwnMoves | Evaluation::Net => unreachable!("evaluated before"),
        Evaluation::FirstReach => f64::from(first_reach(lines, &squares)),
        Evaluation::PathInterception { decay } => path_interception(lines, &squares, decay),
        Evaluation::Average => {
            0.5 * (f64::from(first_reach(lines, &squares)) + path_interception(lines, &squares, 1.0))
        }
        Evaluation::Lieberum => {
            let terms = terms(lines, &squares, workspace);
            let v = Weights::phase(&terms, lines.columns() * lines.rows());
            weights.value(&terms, workspace.mobility(), v)
        }
        Evaluation::Learned => LEARNED.value(&features(position, lines, workspace)),
    }
}

#[inline]
fn features<const W: usize>(position: &Position, lines: &BoardLines<W>, workspace: &mut Workspace) -> Features {
    let contest = contest(lines, &Squares::of(position), workspace);
    Features::new(&contest, workspace.mobility(), lines.columns() * lines.rows())
}

impl Evaluator<Position> for AmazonsEvaluator {
    fn evaluate(&mut self, position: &Position) -> Judgement {
        Judgement::Estimate(self.value(position))
    }
}

/// The evaluator that a text names, as [`Evaluation`] writes it, for a search on behalf of `player`.
///
/// # Errors
///
/// If the text names none.
pub fn evaluator(name: &str, player: Player) -> Result<Box<dyn Evaluator<Position>>, ParseEvaluationError> {
    Ok(Box::new(AmazonsEvaluator { owner: Some(player), ..AmazonsEvaluator::new(name.parse()?) }))
}
