//! Offers of the machine at a position: parts, replies, and a region in which the claim may hold.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tesuji_board::{Cell, CellSet};
use tesuji_problem::strategy::cells_text;
use tesuji_problem::strategy::{Mark, Part, Plan, after};
use tesuji_problem::{Problem, goal_text};
use tesuji_proof::{Claim, Goal, Mover, Terminal, Verdict};
use tesuji_prove::{OpenReply, SearchState, VerifyOutcome, VerifyReport};
use tesuji_search::Limits;

use super::answers::{Found, Proof};
use super::attempt::{left, marked, refuting_line};
use super::derived::{after_first, after_move, refuted_by};
use super::error::DialogueError;
use super::node::state_proved;
use super::place::{locate, plan_at};
use super::session::Dialogue;
use crate::split::divide::{distance, divide};
use crate::split::goals::{blocks, first_goals, weakest_second};
use crate::split::{SplitConfig, SplitOutcome, split_by};
use crate::strategy::part_claim;
use crate::strategy::prover::ClaimProver;

/// The most replies that are searched at a position in which the owner is to move.
const MOST_REPLIES: usize = 8;
/// The most divisions that are tried beyond those that connections show.
const MOST_DIVISIONS: usize = 12;
/// The most searches for a smaller region.
const MOST_REGIONS: usize = 24;

/// Offers of the machine at a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The position, in which the opponent is to move.
    pub claim: Claim,
    /// The opponent's move there that is to be answered, if one was given.
    pub mv: Option<Cell>,
    /// The state of the position.
    pub mark: Mark,
    /// Possible attempts, the most promising first. What is proved is in the strategy by now.
    pub offers: Vec<Offer>,
    /// The moves of the opponent that no proved reply answers.
    pub unanswered: CellSet,
    /// The smallest set of cells found in which the claim holds, or, if it is open, is not refuted by short searches.
    pub region: CellSet,
    /// A line by which the opponent prevents the goal, if the position is refuted.
    pub line: Vec<Cell>,
}

/// Something that can be tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// The lines, as `try` and files have them.
    pub lines: Vec<String>,
    /// The state of what has to hold. A part that the learned net expects to hold is believed by it.
    pub mark: Mark,
    /// The opponent's moves that it answers, if it is proved.
    pub answers: CellSet,
    /// If it is refuted: moves of the opponent and the owner in turn.
    pub line: Vec<Cell>,
    /// The nodes spent on it.
    pub spent: u64,
    /// Proof and disproof number of a reply, as far as the search got.
    pub numbers: Option<(u32, u32)>,
    /// The learned net's chance that it holds.
    pub chance: Option<f64>,
}

impl Dialogue<'_> {
    /// Offers what can be done at a place. Proved replies and parts are put into the strategy.
    ///
    /// # Errors
    ///
    /// If there is no such place.
    pub fn suggest(&mut self, place: &str) -> Result<Suggestion, DialogueError> {
        let at = locate(&self.root, self.plan(), place)?;
        let claim = self.claim_at(&at.steps);
        let each = Some(self.config.each);
        let offers = match at.mv {
            Some(mv) => self.replies_to(&at.steps, &claim, mv),
            None => {
                let found = self.answers.search(&claim, each);
                let is_free = *plan_at(&mut self.strategy.plan, &at.steps) == Plan::Search;
                let mut offers = Vec::new();
                if is_free && found.proof.as_ref().is_none_or(|proof| proof.holds()) {
                    offers = self.divisions(&at.steps, &claim, found.proof.as_deref());
                    if found.proof.is_some() && offers.is_empty() {
                        self.take_apart(&at.steps, &claim);
                    }
                }
                if found.proof.is_none() && offers.iter().all(|offer| offer.mark != Mark::Proved) {
                    self.classes(&at.steps, &claim, found.state.as_ref(), &mut offers);
                }
                offers
            }
        };
        self.settle();
        let proof = self.answers.recall(&claim);
        let region = match &proof {
            Some(proof) => proof.region.clone(),
            None => self.smaller(&claim),
        };
        let node = self.root.at(&at.steps);
        Ok(Suggestion {
            mv: at.mv,
            mark: node.mark.clone(),
            offers,
            unanswered: left(node),
            region,
            line: proof.map(|proof| refuting_line(&proof.certificate)).unwrap_or_default(),
            claim,
        })
    }

    /// Replies to one move of the opponent, in the order of the search.
    fn replies_to(&mut self, steps: &[usize], claim: &Claim, mv: Cell) -> Vec<Offer> {
        let asked = after_move(claim, mv);
        let each = Some(self.config.each);
        let found = self.answers.search(&asked, each);
        if let Some(proof) = &found.proof {
            return self.answered(steps, claim, mv, proof).into_iter().collect();
        }
        let mut offers = Vec::new();
        let mut n_searches = 0;
        for (reply, open) in order(&asked, found.state.as_ref()) {
            let moves = CellSet::from_iter([mv]);
            let next = after(claim, &moves, reply);
            // What is refuted already is no offer.
            if self.answers.recall(&next).is_some_and(|proof| !proof.holds()) {
                continue;
            }
            n_searches += 1;
            if n_searches > MOST_REPLIES {
                break;
            }
            let found = self.answers.search(&next, each);
            let mut offer = offer(vec![line(claim, &moves, reply)], &found);
            offer.numbers = open.and_then(|open| open.numbers);
            if let Some(proof) = found.proof.as_ref().filter(|proof| proof.holds()) {
                offer.answers = self.unanswered(steps);
                offer.answers.subtract(&proof.region);
                offer.answers.remove(reply);
            }
            let is_proved = offer.mark == Mark::Proved;
            if offer.mark.is_decided() {
                self.put(steps, marked(moves, reply, offer.mark.clone()));
            }
            offers.push(offer);
            if is_proved || self.answers.is_stopped() {
                break;
            }
        }
        // Nothing after the first refuted moves is more likely than what is open.
        offers.sort_by_key(|offer| match offer.mark {
            Mark::Proved => 0,
            Mark::Open | Mark::Believed(_) => 1,
            Mark::Refuted => 2,
        });
        offers
    }

    /// Gathers the moves of the opponent into classes with one reply each, by short searches of what the owner threatens.
    fn classes(&mut self, steps: &[usize], claim: &Claim, state: Option<&SearchState>, offers: &mut Vec<Offer>) {
        let each = Some(self.config.each);
        let passed = Claim { to_move: Mover::Owner, ..claim.clone() };
        let threat = self.answers.search(&passed, each).proof;
        if let Some((proof, mv)) = threat.and_then(|proof| {
            let mut free = self.unanswered(steps);
            free.subtract(&proof.region);
            free.iter().next().map(|mv| (proof, mv))
        }) {
            offers.extend(self.answered(steps, claim, mv, &proof));
        }
        for (mv, _) in order(claim, state) {
            if self.answers.is_stopped() {
                return;
            }
            if !self.unanswered(steps).contains(mv) {
                continue;
            }
            let asked = after_move(claim, mv);
            let found = self.answers.search(&asked, each);
            match &found.proof {
                Some(proof) => offers.extend(self.answered(steps, claim, mv, proof)),
                None => {
                    let best = found.state.as_ref().and_then(|state| state.open.first().copied());
                    let cells: Vec<Cell> = asked.carrier.iter().collect();
                    let Some((reply, best)) = best.and_then(|best| Some((*cells.get(best.cell)?, best))) else {
                        continue;
                    };
                    let moves = CellSet::from_iter([mv]);
                    let mut offer = offer(vec![line(claim, &moves, reply)], &Found { proof: None, ..found });
                    // The owner is to move in what was searched.
                    offer.chance = offer.chance.map(|chance| 1.0 - chance);
                    offer.numbers = best.numbers;
                    offers.push(offer);
                }
            }
        }
    }

    /// Puts the reply to a move into the strategy, for all moves that it answers, or the refutation into the store.
    fn answered(&mut self, steps: &[usize], claim: &Claim, mv: Cell, proof: &Arc<Proof>) -> Option<Offer> {
        if !proof.holds() {
            let refutation = refuted_by(claim, mv, &proof.certificate)?;
            self.answers.add(refutation);
            self.settle();
            return None;
        }
        let reply = proof.certificate.first?;
        let mut moves = self.unanswered(steps);
        moves.subtract(&proof.region);
        moves.insert(mv);
        let next = after(claim, &moves, reply);
        let certificate = after_first(&proof.certificate, &next)?;
        self.answers.add(certificate)?;
        let found = Found { proof: Some(Arc::clone(proof)), state: None, spent: 0 };
        let mut offer = offer(vec![line(claim, &moves, reply)], &found);
        self.put(steps, marked(moves.clone(), reply, Mark::Proved));
        self.settle();
        offer.answers = moves;
        Some(offer)
    }

    /// Parts that prove the position, or may.
    fn divisions(&mut self, steps: &[usize], claim: &Claim, proof: Option<&Proof>) -> Vec<Offer> {
        let mut within = claim.clone();
        if let Some(proof) = proof {
            within.carrier.clone_from(&proof.region);
        }
        let limits = Limits::nodes(self.config.each);
        let mut offers = Vec::new();
        if let Some(division) = divide(&within, &mut ClaimProver::new(&limits)) {
            let parts: Vec<(Goal, CellSet)> = division.into();
            let found: Vec<Found> =
                parts.iter().map(|(goal, cells)| self.answers.search(&part_claim(claim, goal, cells), None)).collect();
            let are_proved = found.iter().all(|found| found.proof.as_ref().is_some_and(|proof| proof.holds()));
            let marks = found.iter().map(|found| offer(Vec::new(), found).mark);
            let parts: Vec<Part> =
                parts.into_iter().zip(marks).map(|((goal, cells), mark)| part(goal, cells, mark)).collect();
            let lines = parts.iter().map(|part| part_line(claim, part)).collect();
            let mut whole = offer(lines, &Found { proof: None, state: None, spent: 0 });
            if are_proved {
                whole.mark = Mark::Proved;
                *plan_at(&mut self.strategy.plan, steps) = Plan::Parts(parts);
            }
            offers.push(whole);
            return offers;
        }
        if proof.is_some() {
            return offers;
        }
        let blocks = blocks(claim).unwrap_or_default();
        let second = |first: Goal| weakest_second(claim, &blocks, &first).map(|second| (first, second));
        for (first, second) in first_goals(&blocks).into_iter().filter_map(second).take(MOST_DIVISIONS) {
            if self.answers.is_stopped() {
                break;
            }
            offers.extend(self.likely(claim, &first, &second));
        }
        offers.sort_by(|a, b| b.chance.unwrap_or(0.0).total_cmp(&a.chance.unwrap_or(0.0)));
        offers
    }

    /// Takes a proved position apart into moves and parts, as `claim split` does, for people who read it.
    fn take_apart(&mut self, steps: &[usize], claim: &Claim) {
        let limits = Limits::default();
        let answers = RefCell::new(&mut self.answers);
        let search = |claim: &Claim, asked: &Limits| {
            let mut answers = answers.borrow_mut();
            let found = answers.search(claim, asked.nodes);
            limits.interrupt.store(answers.is_stopped(), Ordering::Relaxed);
            let proof = found.proof.map(|proof| proof.certificate.clone());
            let outcome = match proof {
                Some(proof) if proof.verdict == Verdict::Holds => VerifyOutcome::Holds(Some(proof)),
                Some(proof) => VerifyOutcome::Fails(Some(proof)),
                None => VerifyOutcome::Undecided,
            };
            VerifyReport { outcome, decided: None, nodes: found.spent }
        };
        let problem = Problem::new("position", claim.clone());
        if let SplitOutcome::Holds(split) = split_by(&problem, &SplitConfig::default(), &search, &limits) {
            let mut plan = split.strategy.plan;
            // A position that is one part by itself is handled as that part is.
            while let Plan::Parts(parts) = &mut plan
                && let [part] = &mut parts[..]
                && part.goal == claim.goal
                && part.cells == claim.carrier
            {
                plan = std::mem::replace(&mut part.plan, Plan::Search);
            }
            state_proved(&mut plan);
            *plan_at(&mut self.strategy.plan, steps) = plan;
        }
    }

    /// Two parts of which the first is proved in few cells, and the second is not refuted in the rest.
    fn likely(&mut self, claim: &Claim, first: &Goal, second: &Goal) -> Option<Offer> {
        let each = Some(self.config.each);
        let proof = self.answers.search(&part_claim(claim, first, &claim.carrier), each).proof?;
        if !proof.holds() {
            return None;
        }
        let mut rest = claim.carrier.clone();
        rest.subtract(&proof.region);
        let found = self.answers.search(&part_claim(claim, second, &rest), each);
        if found.proof.as_ref().is_some_and(|proof| !proof.holds()) {
            return None;
        }
        let mut whole = offer(Vec::new(), &found);
        if whole.chance.is_some_and(|chance| chance >= 0.5) {
            whole.mark = Mark::Believed("net".to_owned());
        }
        let parts =
            [part(first.clone(), proof.region.clone(), Mark::Proved), part(second.clone(), rest, whole.mark.clone())];
        whole.lines = parts.iter().map(|part| part_line(claim, part)).collect();
        Some(whole)
    }

    /// A smaller region that short searches do not refute, found by leaving out cells far from the owner's stones first.
    fn smaller(&mut self, claim: &Claim) -> CellSet {
        let mut region = claim.carrier.clone();
        let mut cells: Vec<Cell> = region.iter().collect();
        let steps = distance(claim, claim.stones.iter().map(Terminal::Cell));
        cells.sort_by_key(|cell| usize::MAX - steps[cell.index()]);
        let mut size = cells.len().div_ceil(4);
        let mut n_searches = 0;
        while size > 0 && n_searches < MOST_REGIONS {
            for chunk in cells.clone().chunks(size) {
                let mut rest = region.clone();
                chunk.iter().for_each(|&cell| _ = rest.remove(cell));
                n_searches += 1;
                if n_searches > MOST_REGIONS || self.answers.is_stopped() {
                    break;
                }
                let without = Claim { carrier: rest.clone(), ..claim.clone() };
                if self.answers.search(&without, Some(self.config.each / 4 + 1)).proof.is_none_or(|proof| proof.holds())
                {
                    region = rest;
                    cells.retain(|cell| !chunk.contains(cell));
                }
            }
            size /= 2;
        }
        region
    }

    fn unanswered(&self, steps: &[usize]) -> CellSet {
        left(self.root.at(steps))
    }
}

/// The moves of the player to move, those first that the search prefers. Moves that it refuted come last.
fn order<'s>(claim: &Claim, state: Option<&'s SearchState>) -> Vec<(Cell, Option<&'s OpenReply>)> {
    let cells: Vec<Cell> = claim.carrier.iter().collect();
    let open = state.map_or(&[][..], |state| &state.open);
    let mut order: Vec<_> = open.iter().filter_map(|open| Some((*cells.get(open.cell)?, Some(open)))).collect();
    let rest = cells.iter().filter(|&&cell| order.iter().all(|&(known, _)| known != cell));
    let rest: Vec<_> = rest.map(|&cell| (cell, None)).collect();
    order.extend(rest);
    order
}

fn offer(lines: Vec<String>, found: &Found) -> Offer {
    let mark = match &found.proof {
        Some(proof) if proof.holds() => Mark::Proved,
        Some(_) => Mark::Refuted,
        None => Mark::Open,
    };
    Offer {
        lines,
        mark,
        answers: CellSet::new(),
        line: found.proof.as_ref().map(|proof| refuting_line(&proof.certificate)).unwrap_or_default(),
        spent: found.spent,
        numbers: None,
        // The opponent is to move in what has to hold.
        chance: found.state.as_ref().and_then(|state| state.opinion).map(|opinion| 1.0 - opinion),
    }
}

fn line(claim: &Claim, moves: &CellSet, reply: Cell) -> String {
    let board = &claim.topology;
    format!("{} -> {}", cells_text(board, moves, &claim.carrier), board.name(reply))
}

fn part(goal: Goal, cells: CellSet, mark: Mark) -> Part {
    let note = tesuji_problem::strategy::Note { mark: Some(mark), comments: Vec::new() };
    Part { goal, cells, plan: Plan::Search, note }
}

fn part_line(claim: &Claim, part: &Part) -> String {
    let board = &claim.topology;
    format!("part {}: {}", goal_text(board, &part.goal), cells_text(board, &part.cells, &claim.carrier))
}
