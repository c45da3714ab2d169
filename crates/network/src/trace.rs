//! A game as curves: the ratios after each move, and C after each possible reply to the position before it.
//!
//! Takada et al. 2014, figures 7 to 9 and 11.

use std::ops::ControlFlow;

use tesuji_board::{Bits, Cell, Player, in_its_width};
use tesuji_connection::vc::ThroughEdge;
use tesuji_game::Game;
use tesuji_hex::{Action, Move, Position, Record, RecordMove, Replay, ReplayError, SetupError};

use crate::board::stones;
use crate::gauge::{AnyGauge, Gauge, gauge};
use crate::ratios::{Betweenness, Comparison, Ratios};

/// Whether all replies are compared, or only the one that was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplyChoice {
    /// Only the reply that was played.
    Played,
    /// All replies, for the band. A move costs as many measurements as there are replies.
    All,
}

/// A position of a game, with the move that led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceStep {
    /// Number of moves made, swaps and passes included; 0 is the start.
    pub number: usize,
    /// The last of these moves.
    pub mv: Option<RecordMove>,
    /// Both players' networks after it, compared.
    pub comparison: Comparison,
    /// Whether larger carriers were left out because there were too many, here or after a reply of the band
    /// ([`Board::cuts`](crate::Board::cuts)).
    pub is_cut: bool,
    /// Range over the other possible moves. `None` at the start, if the move was neither a stone nor swap-pieces, and
    /// if the band was not asked for.
    pub band: Option<Band>,
}

/// C after all legal moves in one position, including swap-pieces where it is allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The player whose moves they are.
    pub mover: Player,
    /// The number of moves.
    pub n_replies: usize,
    /// Number of them that win for the mover. They have no C.
    pub n_won: usize,
    /// Number of them that lose for the mover. They have no C either.
    pub n_lost: usize,
    /// C over the rest, by the paper's formula; `None` if none is left.
    pub indicator: Option<Spread>,
    /// C over the rest, by Brandes' definition.
    pub brandes: Option<Spread>,
}

impl Band {
    /// The values of C after the moves that decide nothing; `None` if all of them decide the game.
    #[must_use]
    pub const fn spread(&self, betweenness: Betweenness) -> Option<Spread> {
        match betweenness {
            Betweenness::Indicator => self.indicator,
            Betweenness::Brandes => self.brandes,
        }
    }
}

/// Values of C from the mover's best to the worst: falling if Black moves, rising if White does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The best for the mover.
    pub best: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The worst for the mover.
    pub worst: f64,
    /// Moves that are better for the mover than the one played, including those that win at once.
    pub n_better: usize,
}

/// Traces one game after another.
///
/// The numbers are those of a [`NetworkReport`](crate::NetworkReport) of each position.
#[derive(Clone, Debug)]
pub struct Tracer {
    through_edge: ThroughEdge,
    size: (usize, usize),
    gauge: AnyGauge,
}

impl Tracer {
    /// Finds the connections of the empty board of this size, with which games begin. A game of another size needs them
    /// again.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn new(size: (usize, usize), through_edge: ThroughEdge) -> Result<Self, SetupError> {
        let empty = Position::empty(size.0, size.1)?;
        Ok(Self { through_edge, size, gauge: gauge(&empty, through_edge) })
    }

    /// Calls `visit` for the start and for the position after each move, until it breaks. A resignation or a forfeit is
    /// not a move.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be replayed. Everything before it has been visited by then.
    pub fn trace(
        &mut self,
        record: &Record,
        replies: ReplyChoice,
        visit: impl FnMut(TraceStep) -> ControlFlow<()>,
    ) -> Result<(), ReplayError> {
        record.check_searchable()?;
        let replay = Replay::new(record)?;
        if record.size() != self.size {
            (self.size, self.gauge) = (record.size(), gauge(replay.position(), self.through_edge));
        }
        in_its_width!(&mut self.gauge, gauge => trace(gauge, replay, replies, visit))
    }
}

fn trace<const W: usize>(
    gauge: &mut Gauge<W>,
    mut replay: Replay<'_>,
    replies: ReplyChoice,
    mut visit: impl FnMut(TraceStep) -> ControlFlow<()>,
) -> Result<(), ReplayError> {
    gauge.board.set(stones(replay.position()));
    let start = TraceStep { number: 0, mv: None, comparison: gauge.compare(), is_cut: gauge.is_cut(), band: None };
    if visit(start).is_break() {
        return Ok(());
    }
    loop {
        let before = replay.position().clone();
        let Some(mv) = replay.advance()? else { return Ok(()) };
        let has_replies = match mv.action {
            Action::Place(_) | Action::SwapPieces => true,
            Action::SwapSides | Action::Pass => false,
            Action::Resign | Action::Forfeit => continue,
        };
        let (others, mut is_cut) = match replies {
            ReplyChoice::All if has_replies => all_replies(gauge, before.clone(), mv.player),
            _ => (Vec::new(), false),
        };
        put(gauge, stones(&before), stones(replay.position()));
        let comparison = gauge.compare();
        is_cut |= gauge.is_cut();
        let band = (!others.is_empty()).then(|| band(mv.player, &others, &comparison));
        if visit(TraceStep { number: replay.n_made(), mv: Some(mv), comparison, is_cut, band }).is_break() {
            return Ok(());
        }
    }
}

/// Goes from one position to another. Only a swap removes stones.
fn put<const W: usize>(gauge: &mut Gauge<W>, before: [Bits<W>; 2], after: [Bits<W>; 2]) {
    if (0..2).all(|i| before[i].is_subset(&after[i])) {
        gauge.board.play([0, 1].map(|i| after[i] - before[i]));
    } else {
        gauge.board.set(after);
    }
}

/// Results of all legal moves of `mover`, and whether some network there is cut. The gauge is at `before` and stays
/// there.
fn all_replies<const W: usize>(gauge: &mut Gauge<W>, mut before: Position, mover: Player) -> (Vec<Comparison>, bool) {
    before.set_to_move(mover);
    let mut comparisons = Vec::new();
    let mut is_cut = false;
    let mut swap = None;
    _ = before.try_for_each_move(|mv| {
        match mv {
            Move::Place(cell) => {
                let (comparison, is_one_cut) = gauge.compare_after(stone(mover, cell));
                comparisons.push(comparison);
                is_cut |= is_one_cut;
            }
            Move::Swap => swap = Some(mv),
        }
        ControlFlow::<()>::Continue(())
    });
    if let Some(swap) = swap {
        let mut swapped = before.clone();
        swapped.play_unchecked(swap);
        gauge.board.set(stones(&swapped));
        comparisons.push(gauge.compare());
        is_cut |= gauge.is_cut();
        gauge.board.set(stones(&before));
    }
    (comparisons, is_cut)
}

pub(crate) fn stone<const W: usize>(player: Player, cell: Cell) -> [Bits<W>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    stones[player.index()].insert(cell.index());
    stones
}

fn band(mover: Player, replies: &[Comparison], played: &Comparison) -> Band {
    let n_decided = |winner: Player| replies.iter().filter(|&&reply| reply == Comparison::Won(winner)).count();
    let open: Vec<&Ratios> = replies.iter().filter_map(Comparison::ratios).collect();
    let (n_won, n_lost) = (n_decided(mover), n_decided(mover.opponent()));
    let spread = |betweenness: Betweenness| {
        let values = || open.iter().map(|ratios| ratios.ev(betweenness));
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        let mean = (values().sum::<f64>() / open.len() as f64).clamp(low, high);
        let (best, worst) = if mover == Player::Black { (high, low) } else { (low, high) };
        let n_better = match played {
            Comparison::Won(winner) if *winner == mover => 0,
            Comparison::Won(_) => replies.len() - n_lost,
            Comparison::Open(played) => {
                let played = played.ev(betweenness);
                let is_better = |&value: &f64| if mover == Player::Black { value > played } else { value < played };
                n_won + values().filter(is_better).count()
            }
        };
        Spread { best, mean, worst, n_better }
    };
    let [indicator, brandes] = [Betweenness::Indicator, Betweenness::Brandes]
        .map(|betweenness| (!open.is_empty()).then(|| spread(betweenness)));
    Band { mover, n_replies: replies.len(), n_won, n_lost, indicator, brandes }
}
