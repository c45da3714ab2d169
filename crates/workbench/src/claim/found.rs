//! Questions about a claim: whether it holds, which cells it needs, and which changes make it hold.

use tesuji_archive::{Archive, ClaimAnswer, ClaimOptions};
use tesuji_board::{Cell, CellSet, MOST_IN_SETS};
use tesuji_claims::carriers::{
    CarrierError, Gift, Needs, RepairConfig, RepairProgress, Repairs, Shrunk, needed_with, repairs,
};
use tesuji_claims::must_play::must_play;
use tesuji_claims::split::{Split, SplitConfig, SplitOutcome, SplitReport};
use tesuji_problem::Problem;
use tesuji_problem::strategy as written;
use tesuji_proof::{Certificate, Claim, Verdict as Proved};
use tesuji_search::Limits;

use super::{ClaimText, Minimized, PartView, RepairView, Repaired, SplitView, Verdict, read, view};
use crate::desk::DeskRunner;
use crate::sealed::{compact, rejected, seal};
use crate::types::{Budget, Progress};
use crate::words::{count, names, sentence};
use crate::{Desk, Trouble, Update};

/// The most nodes for each first move of a claim that was left open, and the share of the budget for all of them.
const NODES_EACH_MOVE: u64 = 200;
const MOVES_SHARE: u64 = 4;

pub(crate) fn verify(asked: &ClaimText, desk: &impl Desk) -> Result<Verdict, Trouble> {
    let problem = read(&asked.text)?;
    let claim = &problem.claim;
    said(desk, format!("proving {}", problem.id), None, 0);
    let ClaimAnswer { verdict: proved, decided, nodes, seconds, stored, proof, fault, .. } =
        answered(claim, asked, desk)?;
    if let Some(fault) = fault {
        return Err(rejected(&fault));
    }
    let mut verdict = Verdict {
        holds: proved.map(|proved| proved == Proved::Holds),
        decided: decided.map(|decided| decided == Proved::Holds),
        words: String::new(),
        certificate: None,
        must_play: Vec::new(),
        nodes,
        seconds,
    };
    let words = match proved.or(decided) {
        Some(Proved::Holds) => "the claim holds".to_owned(),
        Some(Proved::Fails) => format!("the claim is false, {} prevents it", claim.owner.opponent()),
        None => {
            verdict.words = undecided(claim, nodes, &asked.budget, desk);
            if !desk.is_stopped() {
                // The threats of the other side are one search more.
                let n_searches = claim.carrier.len() as u64 + 1;
                let each = asked.budget.nodes.map_or(NODES_EACH_MOVE, |nodes| nodes / MOVES_SHARE / n_searches);
                let budget = Budget {
                    nodes: Some(each.clamp(1, NODES_EACH_MOVE)),
                    seconds: asked.budget.seconds.map(|seconds| seconds / MOVES_SHARE as f64),
                };
                said(desk, "looking for the first moves that matter".to_owned(), None, nodes);
                let (found, seconds) = desk.run(&budget, |limits, clock| (must_play(claim, limits), clock()));
                verdict.must_play = names(&claim.topology, &found.cells);
                verdict.nodes += found.nodes;
                verdict.seconds += seconds;
            }
            return Ok(verdict);
        }
    };
    if proved.is_none() {
        verdict.words = sentence(&format!("decided by the search, certificate not made yet: {words}"));
        verdict.words += " Allow more work for the certificate.";
        return Ok(verdict);
    }
    let size = proof.as_ref().map(|proof| count(proof.accepted.nodes as usize, "node"));
    let size = size.map(|size| format!(": a proof of {size}")).unwrap_or_default();
    verdict.words = sentence(&format!("{words}{size}{}", if stored { ", from the store" } else { "" }));
    if problem.expected.is_some_and(|expected| Some(expected) != verdict.holds) {
        verdict.words += " The text states the opposite.";
    }
    verdict.certificate = proof.map(|proof| compact(&proof.bytes)).transpose()?;
    Ok(verdict)
}

/// The answer of the desk's archive. If that fails, a search goes on without it.
fn answered(claim: &Claim, asked: &ClaimText, desk: &impl Desk) -> Result<ClaimAnswer, Trouble> {
    let runner = DeskRunner { desk, budget: &asked.budget };
    let ask = |archive: &Archive| archive.answer_claim(claim, ClaimOptions::default(), &runner);
    match desk.archive().and_then(|archive| archive.noted(ask(archive))) {
        Some(answer) => Ok(answer),
        None => ask(&Archive::default()).map_err(|error| Trouble::ours(error.to_string())),
    }
}

/// A search ended without an answer: how far it came, and what to try.
fn undecided(claim: &Claim, nodes: u64, budget: &Budget, desk: &impl Desk) -> String {
    if claim.carrier.len() > MOST_IN_SETS {
        let size = count(claim.carrier.len(), "cell");
        return format!(
            "Not decided: without a server a region of up to {MOST_IN_SETS} cells is searched, and this one has {size}."
        );
    }
    let searched = count(usize::try_from(nodes).unwrap_or(usize::MAX), "node");
    if desk.is_stopped() {
        return format!("Stopped after {searched}, so it is not decided.");
    }
    let more = match budget.seconds.is_some() || budget.nodes.is_some() {
        true => "Allow more work, mark a smaller region, or divide the claim into parts.",
        false => "Mark a smaller region, or divide the claim into parts.",
    };
    format!("Not decided after {searched}. {more}")
}

fn said(desk: &impl Desk, what: String, share: Option<f64>, nodes: u64) {
    desk.update(Update::Progress(Progress::new(what, share, nodes)));
}

/// The answer, or nothing if a limit was reached first.
fn settled<T>(answer: Result<T, CarrierError>) -> Result<Option<T>, Trouble> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(CarrierError::Limit) => Ok(None),
        Err(fault) => Err(Trouble::ours(fault.to_string())),
    }
}

pub(crate) fn minimize(asked: &ClaimText, desk: &impl Desk) -> Result<Minimized, Trouble> {
    let problem = read(&asked.text)?;
    let claim = &problem.claim;
    let n_cells = claim.carrier.len();
    said(desk, format!("proving {}", problem.id), Some(0.0), 0);
    let search = |limits: &Limits| -> Result<(Option<Needs>, Option<Shrunk>), Trouble> {
        let on_cell = |n_judged: usize| {
            let share = n_judged as f64 / n_cells.max(1) as f64;
            let nodes = limits.progress.load(std::sync::atomic::Ordering::Relaxed);
            said(desk, format!("{n_judged} of {} judged", count(n_cells, "cell")), Some(share), nodes);
        };
        let Some(needs) = settled(needed_with(claim, limits, on_cell))? else { return Ok((None, None)) };
        let shrunk = match needs.whole.verdict {
            Proved::Holds => {
                said(desk, "looking for a minimal region".to_owned(), Some(1.0), needs.nodes);
                settled(needs.shrink(limits))?
            }
            Proved::Fails => None,
        };
        Ok((Some(needs), shrunk))
    };
    let (needs, shrunk) = desk.run(&asked.budget, |limits, _| search(limits))?;
    let list = |cells: CellSet| names(&claim.topology, &cells);
    let mut minimized = Minimized {
        needed: Vec::new(),
        droppable: Vec::new(),
        undecided: list(claim.carrier.clone()),
        minimal: None,
        certificate: None,
        words: "A limit was reached before the claim was decided. Allow more work.".to_owned(),
    };
    let Some(needs) = needs else { return Ok(minimized) };
    if needs.whole.verdict == Proved::Fails {
        minimized.undecided.clear();
        minimized.words = "The claim is false, so there is nothing to take away. Ask what would repair it.".to_owned();
        return Ok(minimized);
    }
    minimized.needed = list(needs.needed());
    minimized.droppable = list(needs.droppable());
    minimized.undecided = list(needs.undecided());
    let mut words = match (minimized.needed.len(), minimized.droppable.len()) {
        (needed, 0) if needed == n_cells => "every cell of the region is needed".to_owned(),
        (needed, droppable) => format!("{} needed, {droppable} can go, each alone", count(needed, "cell")),
    };
    if !minimized.undecided.is_empty() {
        words += &format!(", {} open", minimized.undecided.len());
    }
    minimized.words = sentence(&words);
    let Some(Shrunk { certificate, minimal, .. }) = shrunk else { return Ok(minimized) };
    let size = count(certificate.claim.carrier.len(), "cell");
    if certificate.claim != *claim {
        minimized.words += &match minimal {
            true => format!(" A minimal region inside has {size}."),
            false => format!(" A smaller region has {size}; a limit was reached before it was minimal."),
        };
    }
    let smaller = derived(&problem, &certificate, "minimal", "a smaller region of");
    minimized.certificate = Some(seal(&certificate, &certificate.claim, Proved::Holds)?);
    minimized.minimal = Some(view(&smaller)?);
    Ok(minimized)
}

/// The claim of a certificate that was made from a problem.
fn derived(from: &Problem, certificate: &Certificate, suffix: &str, how: &str) -> Problem {
    let mut problem = Problem::new(format!("{} {suffix}", from.id), certificate.claim.clone());
    problem.expected = Some(true);
    problem.origin = Some(format!("{how} {}", from.id));
    problem
}

pub(crate) fn repair(asked: &ClaimText, desk: &impl Desk) -> Result<Repaired, Trouble> {
    let problem = read(&asked.text)?;
    let claim = &problem.claim;
    said(desk, format!("proving {}", problem.id), None, 0);
    let search = |limits: &Limits| -> Result<Vec<(Gift, Repairs)>, Trouble> {
        let mut all: Vec<(Gift, Repairs)> = Vec::new();
        for gift in [Gift::Empty, Gift::Stone] {
            let spent: u64 = all.iter().map(|(_, found)| found.nodes).sum();
            let left = Limits { nodes: limits.nodes.map(|most| most.saturating_sub(spent)), ..limits.clone() };
            let config = RepairConfig { gift, ..RepairConfig::default() };
            let nodes = || spent + limits.progress.load(std::sync::atomic::Ordering::Relaxed);
            let show = |progress: RepairProgress| said(desk, in_words(gift, progress), None, nodes());
            let found = repairs(claim, &config, &left, show).map_err(|fault| Trouble::ours(fault.to_string()))?;
            let is_over = found.verdict != Some(Proved::Fails);
            all.push((gift, found));
            if is_over {
                break;
            }
        }
        Ok(all)
    };
    let all = desk.run(&asked.budget, |limits, _| search(limits))?;
    let mut repaired = Repaired { repairs: Vec::new(), is_complete: true, words: String::new() };
    let mut words: Vec<String> = Vec::new();
    for (gift, found) in &all {
        match found.verdict {
            None => words.push("a limit was reached before the claim was decided; allow more work".to_owned()),
            Some(Proved::Holds) => words.push("the claim holds, so there is nothing to repair".to_owned()),
            Some(Proved::Fails) => words.push(repairs_in_words(*gift, found)),
        }
        repaired.is_complete &= is_complete(found);
        for (number, made) in (1..).zip(&found.found) {
            let list = |wanted: Gift| {
                let cells = made.cells.iter().filter(|_| *gift == wanted);
                cells.map(|&cell: &Cell| claim.topology.name(cell).to_owned()).collect::<Vec<_>>()
            };
            let (what, suffix) = match gift {
                Gift::Empty => ("with a larger region:", format!("repair {number}")),
                Gift::Stone => ("with more stones:", format!("repair by stones {number}")),
            };
            repaired.repairs.push(RepairView {
                empties: list(Gift::Empty),
                stones: list(Gift::Stone),
                claim: view(&derived(&problem, &made.certificate, &suffix, what))?,
                certificate: seal(&made.certificate, &made.certificate.claim, Proved::Holds)?,
            });
        }
    }
    repaired.words = words.iter().map(|words| sentence(words)).collect::<Vec<_>>().join(" ");
    Ok(repaired)
}

/// Whether there are no other repairs of the size of those found, or of any size that was asked for.
fn is_complete(found: &Repairs) -> bool {
    let size = found.found.first().map_or(RepairConfig::default().cells, |repair| repair.cells.len());
    match found.verdict {
        None => false,
        Some(Proved::Holds) => true,
        Some(Proved::Fails) => found.hopeless || found.settled >= size,
    }
}

fn gift_in_words(gift: Gift) -> &'static str {
    match gift {
        Gift::Empty => "empty cell",
        Gift::Stone => "stone",
    }
}

fn in_words(gift: Gift, progress: RepairProgress) -> String {
    let RepairProgress { size, asked, found, .. } = progress;
    format!("{}: {} tried, {found} found", count(size, gift_in_words(gift)), count(asked as usize, "set"))
}

fn repairs_in_words(gift: Gift, found: &Repairs) -> String {
    let gift = gift_in_words(gift);
    let Some(first) = found.found.first() else {
        return match found.hopeless {
            true => format!("no number of {gift}s repairs it: it fails even with all of them"),
            false => format!("no repair by {} or fewer was found", count(RepairConfig::default().cells, gift)),
        };
    };
    let more = if is_complete(found) { "there is no smaller or other one of this size" } else { "there may be others" };
    let size = count(first.cells.len(), gift);
    match found.found.len() {
        1 => format!("{size} more repairs it; {more}"),
        ways => format!("{size} more repairs it, in {ways} ways; {more}"),
    }
}

/// The fewest cells of a part, and how many parts as large as possible a small claim has at least.
const LEAST_PART_CELLS: usize = 6;
const LEAST_PARTS: usize = 3;

pub(crate) fn split(asked: &ClaimText, desk: &impl Desk) -> Result<SplitView, Trouble> {
    let problem = read(&asked.text)?;
    // A claim that is no larger than the usual part is to be divided all the same: that is what was asked.
    let usual = SplitConfig::default().cells;
    let cells = match problem.claim.carrier.len() {
        n_cells if n_cells > usual => usual,
        n_cells => (n_cells / LEAST_PARTS).max(LEAST_PART_CELLS),
    };
    said(desk, format!("dividing {}", problem.id), None, 0);
    let split = |limits: &Limits| tesuji_claims::split::split(&problem, &SplitConfig { cells }, limits);
    let SplitReport { outcome, nodes } = desk.run(&asked.budget, |limits, _| split(limits));
    let none = |words: String| SplitView { parts: Vec::new(), certificate: None, strategy: None, words };
    Ok(match outcome {
        SplitOutcome::Holds(split) => {
            let Split { strategy, parts, certificate } = *split;
            let largest = parts.iter().map(|part| part.claim.carrier.len()).max().unwrap_or(0);
            let words = match parts.as_slice() {
                [_] => "the claim holds, and no way was found to divide it".to_owned(),
                parts => format!(
                    "the claim holds by {}, the largest of {}",
                    count(parts.len(), "part"),
                    count(largest, "cell")
                ),
            };
            let part = |part: &Problem| Ok(PartView { claim: view(part)?, holds: Some(true) });
            SplitView {
                parts: parts.iter().map(part).collect::<Result<_, Trouble>>()?,
                certificate: Some(seal(&certificate, &strategy.problem.claim, Proved::Holds)?),
                strategy: Some(written::write(&strategy)),
                words: sentence(&words),
            }
        }
        SplitOutcome::Settled(certificate) => SplitView {
            certificate: Some(seal(&certificate, &problem.claim, Proved::Holds)?),
            ..none("The claim holds as it stands: no cell is empty, so there is nothing to divide.".to_owned())
        },
        SplitOutcome::Fails(_) => none("The claim is false, so there is nothing to divide.".to_owned()),
        SplitOutcome::Undecided => none(undecided(&problem.claim, nodes, &asked.budget, desk)),
        SplitOutcome::Unsound(fault) => {
            return Err(Trouble::ours(format!("the parts do not prove the whole: {fault}")));
        }
    })
}

#[cfg(feature = "testing")]
mod tests;
