//! Goes through a game: proofs from the end backwards, estimates for what is left, then the better moves.

mod near;

use tesuji_archive::{Archive, files};
use tesuji_board::{Player, SortOnce as _};
use tesuji_endings::SHORT_MARGIN;
use tesuji_engine::openings::OpeningJudge;
use tesuji_engine::{PlayerSpec, Session, SessionError};
use tesuji_hex::Swap;

use crate::estimate::{self, SearchSample, SolverFindings};
use crate::prove::{ProvedWinner, ReviewProver, ReviewQuestion, Slice};
use crate::report::{
    EstimatedBy, Known, MistakeKind, MoveReview, PositionReview, Proof, ProvedBy, Review, Side, Spent,
};
use crate::{Effort, GameToReview, ReviewError, ReviewSpec, Timekeeper, mistakes};

/// The share of the time for finding winners. What they do not need is left for the rest.
const FOR_PROOFS: f64 = 0.6;
/// The share of the time in which many positions are tried. Of [`FOR_PROOFS`] the rest is for those before proved ones.
const FOR_PASSES: f64 = 0.35;
/// The share of the time that is left after the winners, for estimates.
const FOR_ESTIMATES: f64 = 0.7;
/// The share of the time for estimates that is kept for the moves that seem to be the worst.
const FOR_SECOND_LOOK: f64 = 0.35;
/// The first time for each position is this part of the time for proofs. It doubles from one pass to the next.
const FIRST_PASS: f64 = 1.0 / 256.0;
/// A pass ends after this many positions in a row without an answer: positions further from the end are harder.
const MOST_FAILURES: usize = 3;
/// The share of the time for margins.
const FOR_MARGINS: f64 = 0.02;
/// Nodes for the margins of a game whose proofs took hardly any.
const MARGIN_NODES: u64 = 20_000;
/// How Hex writes the swap.
const SWAP: &str = "swap-pieces";
/// Number of moves that get a second look.
const SECOND_LOOKS: usize = 5;
/// The time that is kept from estimates for trying better moves: for this many tries, each as long as the proof took.
const TRIES: f64 = 2.0;

/// Reviews games, one after the other or several at a time.
#[derive(Debug)]
pub struct Reviewer<'a> {
    /// Answers of Hex come from here, and are kept here. Its solvers should be shared
    /// ([`Experience::Shared`](tesuji_archive::Experience)), since the positions of a game have much in common.
    pub archive: &'a Archive,
    /// The settings.
    pub spec: &'a ReviewSpec,
}

impl Reviewer<'_> {
    /// Reviews one game. If the keeper stops it, what is known so far is the answer.
    ///
    /// # Errors
    ///
    /// [`ReviewError`].
    pub fn review(&self, game: &GameToReview, keeper: &impl Timekeeper) -> Result<Review, ReviewError> {
        self.spec.check()?;
        let mut work = ReviewInProgress::new(self, game, keeper)?;
        work.prove()?;
        work.margins();
        work.estimate()?;
        work.try_better()?;
        work.better_moves()?;
        work.certify()?;
        Ok(work.finish())
    }
}

/// A review in progress.
struct ReviewInProgress<'a, K> {
    spec: &'a ReviewSpec,
    game: &'a GameToReview,
    keeper: &'a K,
    prover: ReviewProver<'a, K>,
    board: String,
    moves: Vec<(Player, String)>,
    subjects: Vec<ReviewQuestion>,
    to_move: Vec<Player>,
    /// Whether White may swap, now or after the next move, so that the stones alone do not say who wins.
    swaps: Vec<Swap>,
    proofs: Vec<Option<Proof>>,
    /// Work of the solver on each position.
    costs: Vec<Cost>,
    samples: Vec<Vec<SearchSample>>,
    tried: Vec<SolverFindings>,
    spent: Spent,
}

/// Cost of a proof, or of the search for one.
#[derive(Clone, Copy, Default, Debug)]
struct Cost {
    nodes: u64,
    seconds: f64,
}

impl GameToReview {
    /// The position before the move with this number, by the moves of its review.
    pub(crate) fn session_before(&self, moves: &[MoveReview], number: usize) -> Result<Session, SessionError> {
        let moves: Vec<(Player, String)> = moves.iter().map(|mv| (mv.player.into(), mv.mv.clone())).collect();
        session_at(self, &moves, number - 1)
    }
}

/// Sets up the position after the first `n_moves` of these moves.
fn session_at(game: &GameToReview, moves: &[(Player, String)], n_moves: usize) -> Result<Session, SessionError> {
    let mut session = Session::replay(&game.spec, &game.record, 0)?;
    for (player, mv) in &moves[..n_moves] {
        session.play(*player, mv)?;
    }
    if let Some((player, _)) = moves.get(n_moves)
        && session.to_move() != *player
    {
        session.set_to_move(*player)?;
    }
    Ok(session)
}

impl<'a, K: Timekeeper> ReviewInProgress<'a, K> {
    fn new(reviewer: &Reviewer<'a>, game: &'a GameToReview, keeper: &'a K) -> Result<Self, ReviewError> {
        let whole = Session::replay(&game.spec, &game.record, usize::MAX)?;
        whole.accepts(&reviewer.spec.player)?;
        let moves = whole.moves().to_vec();
        let mut work = Self {
            spec: reviewer.spec,
            game,
            keeper,
            prover: ReviewProver::new(reviewer.archive, keeper),
            board: whole.spec().board_words(),
            subjects: Vec::new(),
            to_move: Vec::new(),
            swaps: Vec::new(),
            proofs: Vec::new(),
            costs: vec![Cost::default(); moves.len() + 1],
            samples: vec![Vec::new(); moves.len() + 1],
            tried: vec![SolverFindings::default(); moves.len() + 1],
            spent: Spent::default(),
            moves,
        };
        let mut session = session_at(game, &work.moves, 0)?;
        for n_moves in 0..=work.moves.len() {
            if let Some((player, mv)) = n_moves.checked_sub(1).and_then(|last| work.moves.get(last)) {
                session.play(*player, mv)?;
            }
            let to_move = work.moves.get(n_moves).map_or_else(|| session.to_move(), |(player, _)| *player);
            work.subjects.push(ReviewQuestion::of(&session, to_move));
            work.to_move.push(to_move);
            work.swaps.push(swap(&session));
            let is_last = n_moves == work.moves.len();
            work.proofs.push(by_rules(&session, to_move).or_else(|| {
                // One of two choices wins: to swap or not to swap.
                (is_last && swap(&session) == Swap::Open).then(|| inferred(to_move, ProvedBy::Swap, Vec::new()))
            }));
        }
        Ok(work)
    }

    /// The time for the whole game, if that is how the work is bounded.
    const fn time(&self) -> Option<f64> {
        if let Effort::Time(seconds) = self.spec.effort { Some(seconds) } else { None }
    }

    /// The time that is left of this share of the whole.
    fn left_of(&self, share: f64) -> f64 {
        self.time().map_or(f64::INFINITY, |time| (time * share - self.spent.seconds).max(0.0))
    }

    const fn nodes(&self) -> Option<u64> {
        if let Effort::Work { nodes, .. } = self.spec.effort { Some(nodes) } else { None }
    }

    /// A slice of this many seconds if time is bounded, otherwise of the nodes for one position.
    fn slice(&self, seconds: f64) -> Slice {
        Slice { seconds: self.time().map(|_| seconds), nodes: self.nodes() }
    }

    fn name(&self, what: &str, n_moves: usize) -> String {
        format!("{}: {what} after move {n_moves} of {}", self.game.id, self.moves.len())
    }

    /// With a bound on work: the nodes that are left of this share of those of all positions together.
    fn nodes_left_of(&self, share: f64) -> Option<u64> {
        let n_searched = self.subjects.iter().filter(|subject| subject.is_searched()).count();
        self.nodes().map(|nodes| ((nodes as f64 * n_searched as f64 * share) as u64).saturating_sub(self.spent.nodes))
    }

    fn note(&mut self, n_moves: usize, found: &ProvedWinner, seconds: f64) {
        self.costs[n_moves].nodes += found.work;
        self.costs[n_moves].seconds += seconds;
        self.spent.seconds += seconds;
        self.spent.nodes += found.nodes;
        self.spent.stored += usize::from(found.is_stored);
    }

    /// Finds winners. The positions before proved ones get the time that is left, because what is said about the move
    /// there must not be an opinion that a little more work refutes.
    fn prove(&mut self) -> Result<(), ReviewError> {
        self.decide(FOR_PROOFS);
        self.passes(FOR_PASSES)?;
        self.extend(FOR_PROOFS)
    }

    /// Finds winners within a share of the time, from the end backwards, with more time in each pass.
    fn passes(&mut self, limit: f64) -> Result<(), ReviewError> {
        let mut seconds = self.time().map_or(0.0, |time| time * limit * FIRST_PASS);
        let mut is_first = true;
        loop {
            let (mut failures, mut is_open) = (0, false);
            for n_moves in (0..self.subjects.len()).rev() {
                self.follow();
                if self.proofs[n_moves].is_some() || self.swaps[n_moves] != Swap::Off {
                    continue;
                }
                let left = self.left_of(limit);
                if left <= 0.0 || self.keeper.is_stopped() {
                    return Ok(());
                }
                let subject = &self.subjects[n_moves];
                is_open |= subject.is_searched();
                if !is_first && !subject.is_searched() {
                    continue;
                }
                let what = self.name("solving the position", n_moves);
                let (found, used) = self.prover.winner(subject, self.slice(seconds.min(left)), &what)?;
                self.note(n_moves, &found, used);
                match proof(&found, self.to_move[n_moves]) {
                    Some(proof) => {
                        (self.proofs[n_moves], failures) = (Some(proof), 0);
                        self.report();
                    }
                    None if self.subjects[n_moves].is_searched() => failures += 1,
                    None => {}
                }
                if failures == MOST_FAILURES {
                    break;
                }
            }
            // With a bound on work instead of time, a second pass would do the same again.
            let Some(time) = self.time().filter(|_| is_open) else { break };
            if seconds > time {
                break;
            }
            seconds *= 2.0;
            is_first = false;
        }
        Ok(())
    }

    /// Looks at every position once with the fixed limits of the endings, which cost little: early positions may be
    /// decided while later ones are not, and time alone would give up before them.
    fn decide(&mut self, share: f64) {
        for n_moves in (0..self.subjects.len()).rev() {
            let subject = &self.subjects[n_moves];
            if self.proofs[n_moves].is_some() || !matches!(subject, ReviewQuestion::Amazons(_)) {
                continue;
            }
            let left = self.left_of(share);
            if left <= 0.0 || self.keeper.is_stopped() {
                return;
            }
            let what = self.name("solving the position", n_moves);
            let (found, used) = self.prover.decided(subject, self.slice(left), &what);
            self.note(n_moves, &found, used);
            self.proofs[n_moves] = proof(&found, self.to_move[n_moves]);
            self.report();
        }
    }

    /// Finds by how much proved positions of Amazons are won, from the end backwards, as far as a small share of the work
    /// goes.
    fn margins(&mut self) {
        let most_nodes = self.spent.nodes + self.spent.nodes / 10 + MARGIN_NODES;
        let end = self.spent.seconds + self.time().map_or(f64::INFINITY, |time| time * FOR_MARGINS);
        for n_moves in (0..self.subjects.len()).rev() {
            let ReviewQuestion::Amazons(position) = &self.subjects[n_moves] else { continue };
            let Some(proof) = self.proofs[n_moves].as_mut().filter(|proof| proof.by != ProvedBy::End) else { continue };
            let left = most_nodes.saturating_sub(self.spent.nodes).min(self.costs[n_moves].nodes + SHORT_MARGIN);
            if left == 0 || self.spent.seconds >= end || self.keeper.is_stopped() {
                break;
            }
            let slice =
                Slice { seconds: Some(end - self.spent.seconds).filter(|left| left.is_finite()), nodes: Some(left) };
            let (margin, nodes, seconds) = self.prover.margin(position, slice, "margin");
            proof.margin = Some(margin);
            self.spent.nodes += nodes;
            self.spent.seconds += seconds;
        }
    }

    /// What follows from the proofs so far: who has a winning move in the game itself, wins. And where one of two
    /// choices must win, to swap or not to swap, and one is proved to lose, the other wins.
    fn follow(&mut self) {
        for n_moves in (0..self.moves.len()).rev() {
            let mover = Side::from(self.to_move[n_moves]);
            let Some(next) = self.proofs[n_moves + 1].as_ref().and_then(|proof| proof.winner) else { continue };
            // After a pass, or a stone out of turn, the same player may be to move: who wins then says nothing of before.
            let is_other_turn = self.to_move[n_moves + 1] != self.to_move[n_moves];
            if !is_other_turn || self.proofs[n_moves].is_some() || self.swaps[n_moves] == Swap::Pending {
                continue;
            }
            let played = self.moves[n_moves].1.clone();
            let (by, winning) = match (next == mover, self.swaps[n_moves]) {
                (true, _) => (ProvedBy::Next, vec![played]),
                // Which move wins without a swap is not known.
                (false, Swap::Open) if played == SWAP => (ProvedBy::Swap, Vec::new()),
                (false, Swap::Open) => (ProvedBy::Swap, vec![SWAP.to_owned()]),
                _ => continue,
            };
            self.proofs[n_moves] = Some(inferred(self.to_move[n_moves], by, winning));
        }
    }

    /// Lets the player think about what is not proved: about everything for the same time, and once more about the
    /// moves that seem to be the worst.
    fn estimate(&mut self) -> Result<(), ReviewError> {
        let is_open = |&n_moves: &usize| self.proofs[n_moves].is_none();
        let open: Vec<usize> = (0..self.subjects.len()).rev().filter(is_open).collect();
        if open.is_empty() {
            return Ok(());
        }
        let n_samples = self.spec.n_searches(&self.game.spec) as usize;
        let edges = self.edges();
        let proofs = edges.iter().map(|&n_moves| self.proof_near(n_moves + 1).seconds).fold(0.0, f64::max);
        let left = self.left_of(1.0);
        let time = (left - (TRIES * proofs).min(left / 2.0)) * FOR_ESTIMATES;
        let first = time * (1.0 - FOR_SECOND_LOOK) / (open.len() * n_samples) as f64;
        for &n_moves in &open {
            self.think(n_moves, first)?;
        }
        if self.time().is_none() {
            return Ok(());
        }
        let review = self.concluded();
        // Moves around which something is still open, by what they may have lost at most.
        let mut doubtful: Vec<(f64, usize)> = review
            .moves
            .iter()
            .filter(|mv| [mv.number - 1, mv.number].iter().any(|&n_moves| self.proofs[n_moves].is_none()))
            .filter_map(|mv| Some((mv.interval.map_or(mv.loss?, |[_, most]| most), mv.number)))
            .collect();
        doubtful.sort_once_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut again: Vec<usize> =
            doubtful.iter().take(SECOND_LOOKS).flat_map(|&(_, number)| [number - 1, number]).collect();
        again.retain(|&n_moves| self.proofs[n_moves].is_none());
        again.sort_unstable();
        again.dedup();
        let second = time * FOR_SECOND_LOOK / (again.len().max(1) * n_samples) as f64;
        for n_moves in again {
            self.think(n_moves, second)?;
        }
        Ok(())
    }

    /// Adds a round of searches of one position, each of this many seconds.
    fn think(&mut self, n_moves: usize, seconds: f64) -> Result<(), ReviewError> {
        let (player, n_searches) = (self.spec.player.clone().without_bound(), self.spec.n_searches(&self.game.spec));
        let nodes = match self.spec.effort {
            Effort::Work { playouts, .. } => Some(playouts.div_ceil(n_searches.into())),
            Effort::Time(_) => None,
        };
        for _ in 0..n_searches {
            if self.keeper.is_stopped() || self.left_of(1.0) <= 0.0 {
                break;
            }
            // A new session: the player must not remember the search before.
            let mut session = session_at(self.game, &self.moves, n_moves)?;
            let seed = self.spec.seed.wrapping_add(self.samples[n_moves].len() as u64);
            let what = self.name("thinking", n_moves);
            let slice = Slice { seconds: self.time().map(|_| seconds), nodes };
            let (sample, used) = match &self.spec.judge {
                Some(judge) => {
                    let (sample, used) = estimate::judged(&session, &**judge, slice, self.keeper, &what)?;
                    (Some(sample), used)
                }
                None => estimate::sample(&mut session, &player, seed, slice, self.keeper, &what)?,
            };
            self.spent.seconds += used;
            if let Some(sample) = sample {
                self.spent.playouts += sample.playouts;
                // One search repeats another as far as both go, so the longest counts.
                if n_searches == 1 {
                    self.samples[n_moves].retain(|earlier| earlier.playouts > sample.playouts);
                }
                if n_searches > 1 || self.samples[n_moves].is_empty() {
                    self.samples[n_moves].push(sample);
                }
            }
        }
        self.report();
        Ok(())
    }

    /// Finds all winning moves where a win was thrown away, and then elsewhere as far as the time goes.
    fn better_moves(&mut self) -> Result<(), ReviewError> {
        let review = self.concluded();
        let thrown: Vec<usize> = review
            .moves
            .iter()
            .filter(|mv| mv.mistake == Some(MistakeKind::Proved))
            .map(|mv| mv.number - 1)
            .rev()
            .collect();
        let others = (0..self.subjects.len()).rev().filter(|n_moves| !thrown.contains(n_moves));
        let all: Vec<usize> = thrown.iter().copied().chain(others).collect();
        for n_moves in all {
            let is_thrown = thrown.contains(&n_moves);
            let left = self.left_of(1.0);
            if left <= 0.0 || self.keeper.is_stopped() {
                break;
            }
            let mover = Side::from(self.to_move[n_moves]);
            let Some(known) = &self.proofs[n_moves] else { continue };
            let is_wanted = known.winner == Some(mover) && !known.is_complete && known.by != ProvedBy::End;
            if !is_wanted || !self.subjects[n_moves].is_searched() || self.swaps[n_moves] != Swap::Off {
                continue;
            }
            let what = self.name("looking for winning moves", n_moves);
            let slice = self.slice(left * if is_thrown { 0.3 } else { 0.1 });
            let (found, used) = self.prover.moves(&self.subjects[n_moves], is_thrown, slice, &what)?;
            self.note(n_moves, &found, used);
            let Some(Some(winner)) = found.winner else { continue };
            if let Some(known) = self.proofs[n_moves].as_mut().filter(|known| known.winner == Some(winner.into())) {
                // The move of the game may have been proved by what came after it.
                let extra: Vec<String> =
                    known.winning.iter().filter(|mv| !found.winning.contains(mv)).cloned().collect();
                known.winning = found.winning.into_iter().chain(extra).collect();
                (known.is_complete, known.line) = (found.is_complete, found.line);
                known.stones_left = found.stones_left;
                self.report();
            }
        }
        Ok(())
    }

    /// Writes certificates, with as much time again as the review had.
    fn certify(&mut self) -> Result<(), ReviewError> {
        let Some(folder) = &self.spec.certificates else { return Ok(()) };
        files::make_folder(folder)?;
        let mut left = self.time().unwrap_or(f64::INFINITY);
        for n_moves in (0..self.subjects.len()).rev() {
            if left <= 0.0 || self.keeper.is_stopped() {
                break;
            }
            let is_proved = |proof: &Proof| matches!(proof.by, ProvedBy::Search | ProvedBy::Next);
            if self.swaps[n_moves] != Swap::Off || !self.proofs[n_moves].as_ref().is_some_and(is_proved) {
                continue;
            }
            let name = format!("{}-after-{n_moves}", file_stem(&self.game.id));
            let slice = self.slice(left);
            let (file, used) = self.prover.certify(&self.subjects[n_moves], folder, &name, slice)?;
            left -= used;
            self.spent.seconds += used;
            if let Some(proof) = &mut self.proofs[n_moves] {
                proof.certificate = file;
            }
        }
        Ok(())
    }

    /// The review as it stands.
    fn concluded(&self) -> Review {
        let known = |n_moves: usize| match &self.proofs[n_moves] {
            Some(proof) => Known::Proved(proof.clone()),
            None => {
                let estimate =
                    estimate::estimate(&self.samples[n_moves], self.by_first_move(n_moves), &self.tried_at(n_moves));
                estimate.map_or(Known::Nothing, Known::Estimated)
            }
        };
        let positions = (0..self.subjects.len()).map(|n_moves| PositionReview {
            n_moves,
            to_move: self.to_move[n_moves].into(),
            known: known(n_moves),
        });
        let mut review = Review {
            tesuji_review: 1,
            id: self.game.id.clone(),
            settings: self.spec.words(),
            judge: self.spec.judge.as_ref().map(|judge| judge.name().to_owned()),
            game: self.game.spec.kind().description().title.to_owned(),
            board: self.board.clone(),
            players: self.game.record.players(),
            result: self.game.record.result(),
            link: self.game.record.link(),
            positions: positions.collect(),
            moves: Vec::new(),
            turning: None,
            certain_from: None,
            winner: None,
            mistakes: Vec::new(),
            bias: 0.0,
            spent: self.spent,
        };
        let moves: Vec<(Side, String)> = self.moves.iter().map(|(player, mv)| ((*player).into(), mv.clone())).collect();
        let is_judged: Vec<bool> = self.swaps.iter().map(|swap| *swap != Swap::Pending).collect();
        mistakes::conclude(&mut review, &moves, &is_judged);
        review
    }

    /// Source of a value without a search: only first moves have one, and the decision to swap.
    fn by_first_move(&self, n_moves: usize) -> EstimatedBy {
        if self.swaps[n_moves] == Swap::Off || self.spec.judge.is_some() {
            return EstimatedBy::Search;
        }
        match (&self.subjects[n_moves], &self.spec.player) {
            (ReviewQuestion::Hex(question), PlayerSpec::Strong(spec)) if question.size().0 == question.size().1 => {
                match OpeningJudge::of(spec, question.size().0) {
                    OpeningJudge::Solved => EstimatedBy::Table,
                    OpeningJudge::Net | OpeningJudge::Search => EstimatedBy::Net,
                }
            }
            _ => EstimatedBy::Net,
        }
    }

    /// The review so far, for whoever watches.
    fn report(&self) {
        self.keeper.so_far(|| self.cautious());
    }

    /// The review as it stands, without opinions that a proof nearby may refute.
    fn cautious(&self) -> Review {
        let mut review = self.concluded();
        if self.subjects.iter().any(ReviewQuestion::is_searched) {
            mistakes::take_back(&mut review);
        }
        review
    }

    fn finish(self) -> Review {
        let is_stopped = self.keeper.is_stopped();
        let mut review = self.cautious();
        review.spent.is_stopped = is_stopped;
        if self.time().is_none() {
            // The same work gives the same review, on a slow machine too.
            review.spent.seconds = 0.0;
        }
        review
    }
}

/// Whether White may swap now, or after the next move.
fn swap(session: &Session) -> Swap {
    session.position().as_hex().map_or(Swap::Off, tesuji_hex::Position::swap)
}

/// That the player to move wins, as follows from something else; these are moves that win.
fn inferred(to_move: Player, by: ProvedBy, winning: Vec<String>) -> Proof {
    Proof {
        winner: Some(Side::from(to_move)),
        by,
        winning,
        is_complete: false,
        line: Vec::new(),
        stones_left: None,
        margin: None,
        certificate: None,
    }
}

/// Result by the rules alone: the game is over.
fn by_rules(session: &Session, to_move: Player) -> Option<Proof> {
    let winner = session.outcome()?.winner();
    Some(Proof {
        winner: winner.map(Side::from),
        by: ProvedBy::End,
        winning: Vec::new(),
        is_complete: winner != Some(to_move),
        line: Vec::new(),
        stones_left: None,
        margin: None,
        certificate: None,
    })
}

fn proof(found: &ProvedWinner, to_move: Player) -> Option<Proof> {
    let winner = found.winner?;
    Some(Proof {
        winner: winner.map(Side::from),
        by: found.by?,
        winning: found.winning.clone(),
        is_complete: found.is_complete || (winner != Some(to_move) && winner.is_some()),
        line: found.line.clone(),
        stones_left: found.stones_left,
        margin: None,
        certificate: None,
    })
}

/// The name of a game as part of a file name: anything but letters, digits, `-`, `_` and `.` becomes `_`.
#[must_use]
pub fn file_stem(id: &str) -> String {
    id.chars().map(|letter| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' }).collect()
}
