//! Estimates of an engine for positions that are not proved: several independent searches, and their spread.

#[cfg(feature = "testing")]
mod tests;

use std::sync::atomic::Ordering;
use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::{Analysis, Guest, GuestError, PlayerSpec, Session};
use tesuji_numeric::student_quantile;
use tesuji_search::Limits;

use crate::prove::Slice;
use crate::report::{Estimate, EstimatedBy, Known, PositionReview, Side};
use crate::{ReviewError, Timekeeper};

/// The length of an expected line.
const LONGEST_LINE: usize = 8;

/// One search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SearchSample {
    /// The value for Black, from 0 to 1.
    pub(crate) black: f64,
    /// Dependence of the estimate on the player who makes the last move of the lines.
    pub(crate) spread: f64,
    pub(crate) playouts: u64,
    pub(crate) best: String,
    pub(crate) line: Vec<String>,
    /// The visits of the best moves.
    pub(crate) visits: Vec<(String, u64)>,
}

/// Lets the player think about the position of a session that nobody has asked before. `None` if it has no opinion.
pub(crate) fn sample(
    session: &mut Session,
    player: &PlayerSpec,
    seed: u64,
    slice: Slice,
    keeper: &impl Timekeeper,
    what: &str,
) -> Result<(Option<SearchSample>, f64), ReviewError> {
    let to_move = session.to_move();
    let (analysis, seconds) = keeper.run(slice.seconds, what, |limits, _| {
        session.analyze(player, &Limits { nodes: slice.nodes, ..limits.clone() }, seed)
    });
    Ok((of_analysis(analysis?, to_move), seconds))
}

/// Lets a judge think about the position. Seconds are by the clock on the wall: its process has its own processors.
pub(crate) fn judged(
    session: &Session,
    judge: &dyn Guest,
    slice: Slice,
    keeper: &impl Timekeeper,
    what: &str,
) -> Result<(SearchSample, f64), ReviewError> {
    let to_move = session.to_move();
    let (opinion, _) = keeper.run(None, what, |limits, _| {
        let time = slice.seconds.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX));
        judge.analyze(session, time, &mut |opinion| {
            let is_enough =
                opinion.zip(slice.nodes).is_some_and(|(opinion, most)| opinion.analysis.choice.nodes >= most);
            !is_enough && !limits.interrupt.load(Ordering::Relaxed)
        })
    });
    let opinion = opinion?;
    let detail = "gives no values, so it cannot judge: expected one that lists `kata-analyze` or `lz-analyze`";
    let none = || GuestError { name: judge.name().to_owned(), detail: detail.to_owned(), is_resignation: false };
    Ok((of_analysis(opinion.analysis, to_move).ok_or_else(none)?, opinion.time.as_secs_f64()))
}

fn of_analysis(analysis: Analysis, to_move: Player) -> Option<SearchSample> {
    let first = analysis.moves.first();
    // The value of the position, not that of its best move, which is too good for the player who chose it.
    let value = analysis.choice.value.or(first.and_then(|first| first.value))?;
    let line = first.map_or_else(Vec::new, |first| first.line.iter().take(LONGEST_LINE).cloned().collect());
    Some(SearchSample {
        black: if to_move == Player::Black { value } else { 1.0 - value },
        spread: analysis.spread.unwrap_or(0.0),
        playouts: analysis.choice.nodes,
        best: analysis.choice.mv,
        line,
        visits: analysis.moves.into_iter().map(|candidate| (candidate.mv, candidate.visits)).collect(),
    })
}

/// The solver's findings about moves that the engine would play.
#[derive(Clone, Default, Debug)]
pub(crate) struct SolverFindings {
    /// Moves that lose.
    pub(crate) refuted: Vec<String>,
    /// A move after which it found no answer, and the nodes that it searched.
    pub(crate) open: Option<(String, u64)>,
    /// Whether the work ended before a move was searched for long enough.
    pub(crate) is_cut_short: bool,
}

/// The mean of these samples with its interval; `None` without samples.
pub(crate) fn estimate(samples: &[SearchSample], by: EstimatedBy, tried: &SolverFindings) -> Option<Estimate> {
    let first = samples.first()?;
    let spread = samples.iter().map(|sample| sample.spread).sum::<f64>() / samples.len() as f64;
    // The same value again and again: the engine is asked the same and answers the same, which is one sample, unless the
    // search itself measures how far its value moves.
    let is_one = spread == 0.0 && samples.iter().all(|sample| sample.black.to_bits() == first.black.to_bits());
    let n = if is_one { 1.0 } else { samples.len() as f64 };
    let (best, line) = best(samples, &tried.refuted);
    let black = samples.iter().map(|sample| sample.black).sum::<f64>() / samples.len() as f64;
    let squares: f64 = samples.iter().map(|sample| (sample.black - black).powi(2)).sum();
    // One search says nothing about how much searches vary, unless it has measured how far its value moves.
    let alone = if spread > 0.0 { spread } else { 1.0 };
    let half = student_quantile(n - 1.0, 0.975)
        .map_or(alone, |factor| (factor * (squares / (n - 1.0) / n).sqrt()).hypot(spread));
    let solver_nodes = tried.open.as_ref().filter(|(mv, _)| *mv == best).map(|&(_, nodes)| nodes);
    Some(Estimate {
        black,
        interval: [(black - half).max(0.0), (black + half).min(1.0)],
        samples: n as u32,
        playouts: samples.iter().map(|sample| sample.playouts).sum(),
        by: if samples.iter().all(|sample| sample.playouts == 0) { by } else { EstimatedBy::Search },
        best,
        line,
        refuted: tried.refuted.clone(),
        solver_nodes,
    })
}

/// The move that most playouts began with in all searches together, with the line that is expected; of equal moves the
/// one that was found first. A move that is refuted comes last.
fn best(samples: &[SearchSample], refuted: &[String]) -> (String, Vec<String>) {
    let visits = |mv: &str| -> u64 {
        samples
            .iter()
            .flat_map(|sample| &sample.visits)
            .filter(|(other, _)| other == mv)
            .map(|(_, visits)| visits)
            .sum()
    };
    let is_open = |mv: &str| !refuted.iter().any(|other| other == mv);
    // The searches' own choices; if all of these are refuted, whatever else was searched.
    let chosen = &mut samples.iter().map(|sample| sample.best.as_str()).filter(|mv| is_open(mv));
    let others = samples.iter().flat_map(|sample| &sample.visits).map(|(mv, _)| mv.as_str()).filter(|mv| is_open(mv));
    let most = |moves: &mut dyn Iterator<Item = &'_ str>| -> Option<String> {
        let mut best: Option<(String, u64)> = None;
        for mv in moves {
            let visits = visits(mv);
            if best.as_ref().is_none_or(|(_, most)| visits > *most) {
                best = Some((mv.to_owned(), visits));
            }
        }
        best.map(|(mv, _)| mv)
    };
    let searched = &mut others.filter(|mv| visits(mv) > 0);
    let mv = most(chosen).or_else(|| most(searched));
    let mv = mv.or_else(|| samples.first().map(|sample| sample.best.clone())).unwrap_or_default();
    let line = samples.iter().map(|sample| &sample.line).find(|line| line.first() == Some(&mv));
    (mv.clone(), line.map_or_else(|| vec![mv], Clone::clone))
}

/// Normally distributed errors lie within this many times the median difference of two of them in 19 of 20 cases.
const MEDIANS: f64 = 2.06;

/// Takes what is left of the swing with the side to move off the estimates of a game: `swing` is what a move without
/// fault seems to lose, half of it before the move and half after it. Intervals are made at least as wide as estimates
/// differ from their neighbours' beside that: by `wobble` in the median.
pub(crate) fn level(positions: &mut [PositionReview], swing: f64, wobble: f64) {
    for position in positions {
        let Known::Estimated(Estimate { black, interval: [low, high], .. }) = &mut position.known else { continue };
        let shift = if position.to_move == Side::Black { -swing / 2.0 } else { swing / 2.0 };
        let [below, above] = [*black - *low, *high - *black].map(|half| half.max(MEDIANS * wobble));
        *black = (*black + shift).clamp(0.0, 1.0);
        (*low, *high) = ((*black - below).max(0.0), (*black + above).min(1.0));
    }
}
