//! A game as curves: the ratios after each move, and C over all replies to the position before it.
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

/// Are all replies compared, or only the one that was played?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replies {
    /// Only the one that was played.
    Played,
    /// All, for the band; a move costs as much as there are replies.
    All,
}

/// A position of a game, with the move that led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// How many moves were made, swaps and passes among them; 0 is the start.
    pub number: usize,
    /// The last of them.
    pub mv: Option<RecordMove>,
    /// Both players' networks after it.
    pub comparison: Comparison,
    /// Were larger carriers left out, here or after a reply of the band, since there were too many
    /// ([`Board::cuts`](crate::Board::cuts))?
    pub is_cut: bool,
    /// What else could have been played; `None` at the start, where the move was neither a stone nor swap-pieces, and if it was
    /// not asked for.
    pub band: Option<Band>,
}

/// C after all legal moves in one position, swap-pieces among them where it is allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// Whose moves.
    pub mover: Player,
    /// How many moves.
    pub n_replies: usize,
    /// After how many of them the mover has won: they have no C.
    pub n_won: usize,
    /// After how many of them the mover has lost: they have no C either.
    pub n_lost: usize,
    /// Over the rest, by the paper's formula; `None` if none is left.
    pub indicator: Option<Spread>,
    /// Over the rest, by Brandes' definition.
    pub brandes: Option<Spread>,
}

impl Band {
    /// Over the moves that decide nothing; `None` if all do.
    #[must_use]
    pub const fn spread(&self, betweenness: Betweenness) -> Option<Spread> {
        match betweenness {
            Betweenness::Indicator => self.indicator,
            Betweenness::Brandes => self.brandes,
        }
    }
}

/// Values of C from the best for the mover to the worst: falling if Black moves, rising if White does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// For the mover.
    pub best: f64,
    /// Sum over number.
    pub mean: f64,
    /// For the mover.
    pub worst: f64,
    /// Moves that are better for the mover than the one played, those that win at once among them.
    pub n_better: usize,
}

/// Traces one game after another.
///
/// The numbers are those of a [`Report`](crate::Report) of each position.
#[derive(Clone, Debug)]
pub struct Tracer {
    through_edge: ThroughEdge,
    size: (usize, usize),
    gauge: AnyGauge,
}

impl Tracer {
    /// Costs the connections of the empty board of this size, which games begin with; one of another size costs them anew.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn new(size: (usize, usize), through_edge: ThroughEdge) -> Result<Self, SetupError> {
        let empty = Position::empty(size.0, size.1)?;
        Ok(Self { through_edge, size, gauge: gauge(&empty, through_edge) })
    }

    /// Shows `visit` the start and the position after each move, until it breaks; a resignation and a forfeit are none.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be replayed, after what comes before it was shown.
    pub fn trace(
        &mut self,
        record: &Record,
        replies: Replies,
        visit: impl FnMut(Step) -> ControlFlow<()>,
    ) -> Result<(), ReplayError> {
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
    replies: Replies,
    mut visit: impl FnMut(Step) -> ControlFlow<()>,
) -> Result<(), ReplayError> {
    gauge.board.set(stones(replay.position()));
    let start = Step { number: 0, mv: None, comparison: gauge.compare(), is_cut: gauge.is_cut(), band: None };
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
            Replies::All if has_replies => all_replies(gauge, before.clone(), mv.player),
            _ => (Vec::new(), false),
        };
        put(gauge, stones(&before), stones(replay.position()));
        let comparison = gauge.compare();
        is_cut |= gauge.is_cut();
        let band = (!others.is_empty()).then(|| band(mv.player, &others, &comparison));
        if visit(Step { number: replay.n_made(), mv: Some(mv), comparison, is_cut, band }).is_break() {
            return Ok(());
        }
    }
}

/// Goes from one position to another; only a swap takes stones away.
fn put<const W: usize>(gauge: &mut Gauge<W>, before: [Bits<W>; 2], after: [Bits<W>; 2]) {
    if (0..2).all(|i| before[i].is_subset(&after[i])) {
        gauge.board.play([0, 1].map(|i| after[i] - before[i]));
    } else {
        gauge.board.set(after);
    }
}

/// What all legal moves of `mover` lead to, and whether some network there is cut. The gauge is at `before` and stays there.
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
