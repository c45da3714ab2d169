//! The status of a target, found claim by claim.

use rustc_hash::{FxHashMap, FxHashSet};
use tesuji_board::{Cell, CellSet, Player};
use tesuji_reading::{Local, numbers};
use tesuji_search::{Limits, Stopped};

use crate::game::{Aim, Claim, Game, Ground, PASS, State, Threats};
use crate::question::Question;
use crate::search::{Budget, Hints, Search};
use crate::strategy::{LineError, Strategy};

/// The largest bounded number of ko threats that is tried.
const MOST_THREATS: u8 = 2;
/// Two eyes are looked for with at most this many times the nodes that life took, and [`NODES_FOR_EYES`] times as many in
/// any case.
const MOST_FOR_EYES: u64 = 4;
const NODES_FOR_EYES: u64 = 20_000;
/// Number of times that a search may mistake something for a refutation before it searches all moves, and as often before
/// it gives up.
const MOST_TRIES: usize = 32;

/// Result for a target with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Two eyes, whoever wins kos.
    Alive,
    /// Cannot be captured, whoever wins kos, but makes no two eyes without a ko: usually seki.
    Seki,
    /// Cannot be captured, whoever wins kos, but only because positions come back. A rule against repetition may change that.
    Repetition,
    /// Cannot be captured; whether it makes two eyes was not decided.
    Lives,
    /// Ko. The target is captured if the attacker is the one who needs threats and has `threats` more than the defender, and
    /// lives with as many of the defender's if the defender needs them; otherwise the other side wins.
    Ko {
        /// The side that loses the ko if nobody has threats.
        needs: Player,
        /// Number of threats that win it, 1 or 2, or [`Threats::UNBOUNDED`] if more.
        threats: u8,
    },
    /// Captured, whoever wins kos.
    Dead,
}

/// Results to find besides the status.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AnswerConfig {
    /// Whether to find all first moves that reach the status, rather than one.
    pub all_moves: bool,
}

/// A move that reaches the status; `None` is a pass, which says that no move is needed.
pub type FirstMove = Option<Cell>;

/// Answer to a question if one player moves first.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The player who moves first.
    pub first: Player,
    /// `None` if a limit was reached.
    pub status: Option<Status>,
    /// Moves of the first player that reach the status. Empty if the first player achieves nothing, or nothing was found.
    pub moves: Vec<FirstMove>,
    /// Whether these are all such moves.
    pub has_all_moves: bool,
    /// Whether the status may be another if the group gets out of the region, or a chain around it is captured.
    pub is_conditional: bool,
    /// Cells outside on which that depends, as far as they are known.
    pub(crate) gaps: CellSet,
    /// Strategies on which the status rests, that for the claim of the first player first. One is missing if a narrower region
    /// has shown that unlimited threats save the target.
    pub strategies: Vec<Strategy>,
    /// Nodes searched.
    pub n_nodes: u64,
}

/// Searches by their claims, as these are asked again with other first moves.
struct Desk<'a, 'b> {
    question: &'a Question,
    ground: &'a Ground,
    first: Player,
    searches: Vec<(Aim, Threats, Search<'a>)>,
    budget: Budget<'b>,
    /// Replies of the strategies found so far, and of those in a smaller region.
    hints: Vec<Hints>,
    /// Cells where the group gets out of the region.
    exits: u64,
    /// Whether it is known that unlimited threats save the target.
    is_saved: bool,
}

impl Desk<'_, '_> {
    fn search(&mut self, aim: Aim, threats: Threats) -> usize {
        // Positions with fewer threats come up with more.
        let kind = |threats: Threats| (threats.owner, threats.n == Threats::UNBOUNDED);
        let known = self.searches.iter().position(|(of_aim, of, _)| (*of_aim, kind(*of)) == (aim, kind(threats)));
        known.unwrap_or_else(|| {
            let game = Game { ground: self.ground, aim, threat_owner: threats.owner };
            let mut search = Search::new(game, self.hints.clone());
            for (of_aim, of_threats, other) in &self.searches {
                if *of_aim == aim && of_threats.n == Threats::UNBOUNDED {
                    search.know(other);
                }
            }
            self.searches.push((aim, threats, search));
            self.searches.len() - 1
        })
    }

    fn decide_at(&mut self, aim: Aim, threats: Threats, state: Option<&State>) -> Result<Strategy, Stopped> {
        let claim = Claim { aim, first: self.first, threats };
        let start = self.ground.start(self.first, threats);
        let idx = self.search(aim, threats);
        let search = &mut self.searches[idx].2;
        for n_tried in 1..=2 * MOST_TRIES {
            if let Some(strategy) = Strategy::find(search, claim, state.unwrap_or(&start), &mut self.budget)? {
                if state.is_none() && aim == Aim::Capture {
                    self.hints[0].moves.extend(strategy.hints(self.ground).into_iter().map(|(at, mv, _)| (at, mv)));
                }
                return Ok(strategy);
            }
            if n_tried == MOST_TRIES {
                search.leave_zones();
            }
        }
        Err(Stopped)
    }

    fn decide(&mut self, aim: Aim, threats: Threats) -> Result<Strategy, Stopped> {
        self.decide_at(aim, threats, None)
    }

    /// The status, with strategies. Those found before a limit is reached are kept.
    fn status(&mut self, kept: &mut Vec<Strategy>) -> Result<Status, Stopped> {
        let defender = self.question.defender();
        let [for_defender, for_attacker] =
            [defender, defender.opponent()].map(|owner| Threats { owner, n: Threats::UNBOUNDED });
        let mut saved = None;
        if !self.is_saved {
            let captured = self.decide(Aim::Capture, for_defender)?;
            if captured.is_achieved() || !captured.has_ko() {
                let is_dead = captured.is_achieved();
                kept.push(captured);
                return if is_dead { Ok(Status::Dead) } else { self.life(kept, for_attacker) };
            }
            kept.push(captured.clone());
            saved = Some(captured);
        }
        // Who wins without threats, and how many would the other side need?
        let without = self.decide(Aim::Capture, Threats { owner: defender, n: 0 })?;
        let needs = if without.is_achieved() { defender } else { defender.opponent() };
        if needs != defender {
            let captured = self.decide(Aim::Capture, for_attacker)?;
            if !captured.is_achieved() {
                *kept = vec![captured];
                return self.life(kept, for_attacker);
            }
            saved = Some(captured);
        }
        // A side that wins with fewer threats also wins with more.
        let (mut with, mut before, mut threats) = (saved, without, Threats::UNBOUNDED);
        for n in (1..=MOST_THREATS).rev() {
            let tried = self.decide(Aim::Capture, Threats { owner: needs, n })?;
            if tried.is_achieved() == before.is_achieved() {
                before = tried;
                break;
            }
            (with, threats) = (Some(tried), n);
        }
        let before = Some(before);
        *kept = if self.first == needs { [with, before] } else { [before, with] }.into_iter().flatten().collect();
        Ok(Status::Ko { needs, threats })
    }

    /// Way in which a target that is never captured lives.
    fn life(&mut self, kept: &mut Vec<Strategy>, threats: Threats) -> Result<Status, Stopped> {
        self.budget.most = self.budget.n_nodes.saturating_mul(MOST_FOR_EYES).max(MOST_FOR_EYES * NODES_FOR_EYES);
        let eyes = self.decide(Aim::Eyes, threats);
        self.budget.most = u64::MAX;
        if let Ok(eyes) = &eyes
            && eyes.is_achieved()
        {
            *kept = vec![eyes.clone()];
            return Ok(Status::Alive);
        }
        if kept[0].repeats() {
            let repeated = self.decide(Aim::CaptureOrRepeat, threats)?;
            if repeated.is_achieved() {
                let place = usize::from(self.first == self.question.defender());
                kept.insert(place, repeated);
                return Ok(Status::Repetition);
            }
            *kept = vec![repeated];
        }
        let Ok(eyes) = eyes else { return Ok(Status::Lives) };
        kept.push(eyes);
        Ok(Status::Seki)
    }

    /// Those of these moves of the first player that keep a claim as it is, up to a limit. Also returns whether these are all.
    fn moves(&mut self, claim: &Claim, is_achieved: bool, among: &[FirstMove]) -> (Vec<FirstMove>, bool) {
        let game = Game { ground: self.ground, aim: claim.aim, threat_owner: claim.threats.owner };
        let start = self.ground.start(self.first, claim.threats);
        let mut moves: Vec<(u8, State)> = game.moves(&start).filter(|&(mv, _)| mv != PASS).collect();
        moves.push((PASS, State { mover: self.first.opponent(), ..start }));
        let mut found = Vec::new();
        for (mv, state) in moves {
            let cell = self.question.cell(mv);
            if among.contains(&cell) {
                match self.decide_at(claim.aim, claim.threats, Some(&state)) {
                    Ok(strategy) if strategy.is_achieved() == is_achieved => found.push(cell),
                    Ok(_) => {}
                    Err(Stopped) => return (found, false),
                }
            }
        }
        (found, true)
    }

    /// Strategies with which the attacker still wins these claims if the group lives once it gets out of the region; `None`
    /// if one fails or takes too long.
    fn decide_open(&mut self, strategies: &[&Strategy]) -> Option<Vec<Strategy>> {
        self.budget.most = self.budget.n_nodes.saturating_mul(MOST_FOR_EYES).max(MOST_FOR_EYES * NODES_FOR_EYES);
        let mut decided = Vec::new();
        for strategy in strategies {
            let claim = strategy.claim();
            let Ok(again) = self.decide(claim.aim, claim.threats) else {
                // Nobody knows where.
                self.exits = u64::MAX;
                break;
            };
            if again.is_achieved() == strategy.is_achieved() {
                decided.push(again);
            } else {
                let game = Game { ground: self.ground, aim: claim.aim, threat_owner: claim.threats.owner };
                self.exits |= again.exits(&game, &self.question.ground);
            }
        }
        self.budget.most = u64::MAX;
        (decided.len() == strategies.len()).then_some(decided)
    }
}

impl Question {
    /// Result for the target if `first` moves first. The limits are those of all searches together. The question and the
    /// answer in a narrower region serve as hints.
    #[must_use]
    pub fn answer(
        &self,
        first: Player,
        config: AnswerConfig,
        limits: &Limits,
        narrower: Option<(&Self, &Answer)>,
    ) -> Answer {
        let desk = |ground, n_nodes, hints| {
            let budget = Budget { limits, n_nodes, most: u64::MAX };
            Desk { question: self, ground, first, searches: Vec::new(), budget, hints, exits: 0, is_saved: false }
        };
        let mut inside = desk(&self.ground, 0, self.hints(narrower));
        // What saves the target in a narrower region also saves it here, where the attacker has fewer safe stones, unless stones of
        // its own were assumed to be safe there. The attacker, who moves first, is shown the claim that it wins.
        let ko = Status::Ko { needs: self.defender(), threats: Threats::UNBOUNDED };
        inside.is_saved = first != self.defender()
            && narrower.is_some_and(|(narrower, answer)| {
                let [before, now] = [narrower, self].map(|question| &question.walls()[self.defender().index()]);
                answer.status == Some(ko) && before.is_subset(now)
            });
        let mut strategies = Vec::new();
        let status = inside.status(&mut strategies).ok();
        let Some(strategy) = strategies.first().filter(|_| status.is_some()).cloned() else {
            let n_nodes = inside.budget.n_nodes;
            return Answer {
                first,
                status,
                moves: Vec::new(),
                has_all_moves: false,
                is_conditional: false,
                gaps: CellSet::new(),
                strategies,
                n_nodes,
            };
        };
        let attacker = self.defender().opponent();
        let winner = |strategy: &Strategy| {
            let claim = strategy.claim();
            strategy.winner(&Game { ground: &self.ground, aim: claim.aim, threat_owner: claim.threats.owner })
        };
        let losses: Vec<&Strategy> = strategies.iter().filter(|strategy| winner(strategy) == attacker).collect();
        let weak = if losses.is_empty() { self.defender() } else { attacker };
        let mut gaps = self.weak[weak.index()].clone();
        let mut is_conditional = !gaps.is_empty();
        let mut exits = 0;
        let (mut outside, mut wanted) = (None, strategy);
        if let Some(ground) = self.open_ground.as_ref().filter(|_| !losses.is_empty()) {
            let mut desk = desk(ground, inside.budget.n_nodes, inside.hints.clone());
            let decided = desk.decide_open(&losses);
            inside.budget.n_nodes = desk.budget.n_nodes;
            is_conditional |= decided.is_none();
            exits |= desk.exits;
            if let Some(same) = decided.iter().flatten().find(|open| open.claim() == wanted.claim()) {
                (outside, wanted) = (Some(desk), same.clone());
            }
        }
        let (mut moves, mut has_all_moves) = (Vec::new(), winner(&wanted) != first);
        if config.all_moves && !has_all_moves {
            let all: Vec<FirstMove> = self.region().iter().map(Some).chain([None]).collect();
            (moves, has_all_moves) = inside.moves(wanted.claim(), wanted.is_achieved(), &all);
            // Of the moves that work inside, those are certain that work even if the group lives once it gets out.
            if let Some(desk) = &mut outside {
                desk.budget.n_nodes = inside.budget.n_nodes;
                let (certain, is_complete) = desk.moves(wanted.claim(), wanted.is_achieved(), &moves);
                inside.budget.n_nodes = desk.budget.n_nodes;
                has_all_moves &= is_complete && certain == moves;
                moves = certain;
            }
        }
        if moves.is_empty() && winner(&wanted) == first {
            moves.extend(wanted.replies().first().map(|&(_, mv)| self.cell(mv)));
        }
        gaps.union_with(&self.beyond(exits));
        if is_conditional && gaps.is_empty() {
            gaps = self.open().clone();
        }
        let n_nodes = inside.budget.n_nodes;
        Answer { first, status, moves, has_all_moves, is_conditional, gaps, strategies, n_nodes }
    }

    /// No hints of its own yet, and the replies in a narrower region.
    fn hints(&self, narrower: Option<(&Self, &Answer)>) -> Vec<Hints> {
        let mut hints = vec![Hints { cells: u64::MAX, moves: FxHashMap::default(), answered: FxHashSet::default() }];
        if let Some((question, answer)) = narrower {
            let cells = self.ground.field.cells();
            let at = |cell: &Cell| cells.binary_search(cell).ok();
            let new: Vec<Option<usize>> = question.ground.field.cells().iter().map(at).collect();
            let moved = |set: u64| numbers(set).filter_map(|at| new[at]).fold(0, |set, at| set | 1u64 << at);
            let stones = |(local, mover): (Local, Player)| (Local { stones: local.stones.map(moved) }, mover);
            let mut moves = FxHashMap::default();
            let mut answered: FxHashSet<_> = [stones((question.ground.local, answer.first))].into_iter().collect();
            for strategy in answer.strategies.iter().rev() {
                for (before, mv, after) in strategy.hints(&question.ground) {
                    let mv = if mv == PASS { Some(PASS) } else { new[usize::from(mv)].map(|at| at as u8) };
                    if let Some(mv) = mv {
                        moves.insert(stones(before), mv);
                        answered.extend(after.map(stones));
                    }
                }
            }
            hints.push(Hints { cells: moved(question.ground.field.all()), moves, answered });
        }
        hints
    }

    /// The line in which the losing side of a strategy's claim makes these moves (`None` is a pass), with a reply to each.
    /// Also returns whether no further move changes the outcome.
    ///
    /// # Errors
    ///
    /// If a move is not allowed, or comes after the end.
    pub fn line(
        &self,
        strategy: &Strategy,
        tries: &[FirstMove],
    ) -> Result<(Vec<(Player, FirstMove)>, bool), LineError> {
        let number = |(idx, mv): (usize, &FirstMove)| match mv {
            None => Ok(PASS),
            Some(cell) => {
                let at = self.ground.field.cells().binary_search(cell);
                at.map(|at| at as u8).map_err(|_| LineError::Illegal(idx + 1))
            }
        };
        let tries = tries.iter().enumerate().map(number).collect::<Result<Vec<u8>, _>>()?;
        let (line, is_settled) = strategy.line(&self.ground, &tries)?;
        Ok((line.into_iter().map(|(player, mv)| (player, self.cell(mv))).collect(), is_settled))
    }
}
