//! The status of a target, found claim by claim.

use rustc_hash::FxHashMap;
use tesuji_board::{Cell, Player};
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
    /// Strategies on which the status rests, that for the claim of the first player first.
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
}

impl Desk<'_, '_> {
    fn search(&mut self, aim: Aim, threats: Threats) -> usize {
        let known = self.searches.iter().position(|&(of_aim, of_threats, _)| (of_aim, of_threats) == (aim, threats));
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
                    self.hints[0].moves.extend(strategy.hints());
                }
                return Ok(strategy);
            }
            match n_tried == MOST_TRIES {
                true => search.leave_zones(),
                false => search.forget_doubtful(),
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
        let captured = self.decide(Aim::Capture, for_defender)?;
        if captured.is_achieved() {
            kept.push(captured);
            return Ok(Status::Dead);
        }
        let lost = if captured.has_ko() {
            kept.push(captured);
            self.decide(Aim::Capture, for_attacker)?
        } else {
            captured
        };
        if !lost.is_achieved() {
            *kept = vec![lost];
            return self.life(kept, for_attacker);
        }
        // Ko. Who wins without threats, and how many would the other side need?
        let without = self.decide(Aim::Capture, Threats { owner: defender, n: 0 })?;
        let needs = if without.is_achieved() { defender } else { defender.opponent() };
        let mut before = without;
        for n in 1..=MOST_THREATS {
            let with = self.decide(Aim::Capture, Threats { owner: needs, n })?;
            if with.is_achieved() != before.is_achieved() {
                *kept = if self.first == needs { vec![with, before] } else { vec![before, with] };
                return Ok(Status::Ko { needs, threats: n });
            }
            before = with;
        }
        let with = match needs == defender {
            true => kept.remove(0),
            false => lost,
        };
        *kept = if self.first == needs { vec![with, before] } else { vec![before, with] };
        Ok(Status::Ko { needs, threats: Threats::UNBOUNDED })
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

    /// All moves of the first player that keep a claim as it is.
    fn moves(&mut self, claim: &Claim, is_achieved: bool) -> Result<Vec<FirstMove>, Stopped> {
        let game = Game { ground: self.ground, aim: claim.aim, threat_owner: claim.threats.owner };
        let start = self.ground.start(self.first, claim.threats);
        let mut moves: Vec<(u8, State)> = game.moves(&start).filter(|&(mv, _)| mv != PASS).collect();
        moves.push((PASS, State { mover: self.first.opponent(), ..start }));
        let mut found = Vec::new();
        for (mv, state) in moves {
            if self.decide_at(claim.aim, claim.threats, Some(&state))?.is_achieved() == is_achieved {
                found.push(self.question.cell(mv));
            }
        }
        Ok(found)
    }

    /// Strategies with which the attacker still wins these claims if the group lives once it gets out of the region; `None`
    /// if one fails or takes too long.
    fn decide_open(&mut self, strategies: &[&Strategy]) -> Option<Vec<Strategy>> {
        self.budget.most = self.budget.n_nodes.saturating_mul(MOST_FOR_EYES).max(MOST_FOR_EYES * NODES_FOR_EYES);
        let decide = |strategy: &&Strategy| {
            let again = self.decide(strategy.claim().aim, strategy.claim().threats).ok()?;
            (again.is_achieved() == strategy.is_achieved()).then_some(again)
        };
        let decided = strategies.iter().map(decide).collect();
        self.budget.most = u64::MAX;
        decided
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
            Desk { question: self, ground, first, searches: Vec::new(), budget, hints }
        };
        let mut inside = desk(&self.ground, 0, self.hints(narrower));
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
        let mut is_conditional = self.has_weak[weak.index()];
        let (mut outside, mut wanted) = (None, strategy);
        if let Some(ground) = self.open_ground.as_ref().filter(|_| !losses.is_empty()) {
            let mut desk = desk(ground, inside.budget.n_nodes, inside.hints.clone());
            let decided = desk.decide_open(&losses);
            inside.budget.n_nodes = desk.budget.n_nodes;
            is_conditional |= decided.is_none();
            if let Some(same) = decided.iter().flatten().find(|open| open.claim() == wanted.claim()) {
                (outside, wanted) = (Some(desk), same.clone());
            }
        }
        let (mut moves, mut has_all_moves) = (Vec::new(), false);
        if winner(&wanted) != first {
            has_all_moves = true;
        } else if let Some(Ok(all)) = config.all_moves.then(|| inside.moves(wanted.claim(), wanted.is_achieved())) {
            (moves, has_all_moves) = (all, true);
            // Of the moves that work inside, those are certain that work even if the group lives once it gets out.
            if let Some(desk) = &mut outside {
                desk.budget.n_nodes = inside.budget.n_nodes;
                let certain = desk.moves(wanted.claim(), wanted.is_achieved());
                inside.budget.n_nodes = desk.budget.n_nodes;
                has_all_moves = certain.as_ref().is_ok_and(|certain| *certain == moves);
                is_conditional |= !has_all_moves;
                moves = certain.unwrap_or_default();
            }
        }
        if moves.is_empty() && winner(&wanted) == first {
            moves.extend(wanted.replies().first().map(|&(_, mv)| self.cell(mv)));
        }
        let n_nodes = inside.budget.n_nodes;
        Answer { first, status, moves, has_all_moves, is_conditional, strategies, n_nodes }
    }

    /// No hints of its own yet, and the replies in a narrower region.
    fn hints(&self, narrower: Option<(&Self, &Answer)>) -> Vec<Hints> {
        let mut hints = vec![Hints { cells: u64::MAX, moves: FxHashMap::default() }];
        if let Some((question, answer)) = narrower {
            let cells = self.ground.field.cells();
            let at = |cell: &Cell| cells.binary_search(cell).ok();
            let new: Vec<Option<usize>> = question.ground.field.cells().iter().map(at).collect();
            let moved = |set: u64| numbers(set).filter_map(|at| new[at]).fold(0, |set, at| set | 1u64 << at);
            let replies = answer.strategies.iter().rev().flat_map(Strategy::hints);
            let moves = replies.filter_map(|((local, mover), mv)| {
                let mv = if mv == PASS { PASS } else { new[usize::from(mv)]? as u8 };
                Some(((Local { stones: local.stones.map(moved) }, mover), mv))
            });
            hints.push(Hints { cells: moved(question.ground.field.all()), moves: moves.collect() });
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
