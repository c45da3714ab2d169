//! The certain winner of a position. This is where a review distinguishes games: each has its own way to prove.

use std::path::Path;

use tesuji_amazons::notation::write_move;
use tesuji_archive::{AnswerOptions, Archive, Runner, files};
use tesuji_board::{Cell, Player};
use tesuji_endings::record::{self, RecordFacts};
use tesuji_endings::{Deciding, EndingSolver, Margin};
use tesuji_engine::Session;
use tesuji_game::{Game as _, Outcome};
use tesuji_go::Score;
use tesuji_prove::Question;
use tesuji_search::Limits;

use crate::report::ProvedBy;
use crate::{ReviewError, Timekeeper};

/// The most nodes of a record of Amazons that is written as a certificate.
const MOST_RECORD_NODES: usize = 1_000_000;

/// A position that can be asked about, apart from the game around it.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each move of a game, and all are of one game")]
pub(crate) enum ReviewQuestion {
    /// The stones of Hex. A right to swap is not part of it.
    Hex(Question),
    Amazons(tesuji_amazons::Position),
    Go(tesuji_go::Position),
    /// A game in which nothing can be proved yet.
    Other,
}

/// A winner that was found, and what was found with it.
#[derive(Clone, Default, Debug)]
pub(crate) struct ProvedWinner {
    /// The outer `None` if nothing was found, the inner one for a draw.
    pub(crate) winner: Option<Option<Player>>,
    pub(crate) by: Option<ProvedBy>,
    /// Moves that win.
    pub(crate) winning: Vec<String>,
    /// Whether these are all.
    pub(crate) is_complete: bool,
    pub(crate) line: Vec<String>,
    pub(crate) stones_left: Option<(usize, Option<usize>)>,
    pub(crate) nodes: u64,
    /// The nodes that the answer took, in this run or in the one that kept it.
    pub(crate) work: u64,
    pub(crate) is_stored: bool,
}

/// Limits for one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) seconds: Option<f64>,
    pub(crate) nodes: Option<u64>,
}

impl ReviewQuestion {
    /// The position of a session, with this player to move.
    pub(crate) fn of(session: &Session, to_move: Player) -> Self {
        let position = session.position();
        let hex = position.as_hex().map(|hex| Self::Hex(Question { to_move, ..Question::from(hex) }));
        let amazons = || position.as_amazons().map(|amazons| Self::Amazons(amazons.with_to_move(to_move)));
        let go = || position.as_go().map(|go| Self::Go(go.clone()));
        hex.or_else(amazons).or_else(go).unwrap_or(Self::Other)
    }

    /// Whether more time can find more. If not, one look is enough.
    pub(crate) const fn is_searched(&self) -> bool {
        matches!(self, Self::Hex(_) | Self::Amazons(_))
    }
}

/// Proves who wins, within the time that the keeper gives.
pub(crate) struct ReviewProver<'a, K> {
    pub(crate) archive: &'a Archive,
    pub(crate) keeper: &'a K,
    /// State of the solver for one game of Amazons.
    endings: EndingSolver,
}

/// Runs the searches of an archive within a slice.
struct SliceRunner<'a, K> {
    keeper: &'a K,
    slice: Slice,
    what: &'a str,
}

impl<K: Timekeeper> Runner for SliceRunner<'_, K> {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        let Slice { seconds, nodes } = self.slice;
        self.keeper.run(seconds, self.what, |limits, clock| {
            search(&Limits { nodes: least(nodes, limits.nodes), ..limits.clone() }, clock)
        })
    }

    fn is_stopped(&self) -> bool {
        self.keeper.is_stopped()
    }
}

fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

impl<'a, K: Timekeeper> ReviewProver<'a, K> {
    pub(crate) fn new(archive: &'a Archive, keeper: &'a K) -> Self {
        Self { archive, keeper, endings: EndingSolver::default() }
    }

    /// The winner, and the seconds that it took.
    pub(crate) fn winner(
        &mut self,
        subject: &ReviewQuestion,
        slice: Slice,
        what: &str,
    ) -> Result<(ProvedWinner, f64), ReviewError> {
        match subject {
            ReviewQuestion::Hex(question) => self.hex(question, AnswerOptions::default(), &[], slice, what),
            ReviewQuestion::Amazons(position) => Ok(self.amazons(position, false, slice, what)),
            ReviewQuestion::Go(position) => Ok((life(position), 0.0)),
            ReviewQuestion::Other => Ok((ProvedWinner::default(), 0.0)),
        }
    }

    /// The winner, if that is found with the limits of every task that decides many positions; only in Amazons. The
    /// answer does not depend on what was asked before. Also the seconds that it took.
    pub(crate) fn decided(&self, subject: &ReviewQuestion, slice: Slice, what: &str) -> (ProvedWinner, f64) {
        let ReviewQuestion::Amazons(position) = subject else { return (ProvedWinner::default(), 0.0) };
        let deciding = Deciding::default();
        self.keeper.run(slice.seconds, what, |limits, _| {
            let nodes = least(Some(deciding.nodes), least(slice.nodes, limits.nodes));
            let mut solver = EndingSolver::default();
            let is_tried = solver.question(position).largest_contested() <= deciding.empties;
            let solved = is_tried.then(|| solver.solve(position, &Limits { nodes, ..limits.clone() })).flatten();
            let nodes = solver.n_nodes();
            solved.map_or(ProvedWinner { nodes, work: nodes, ..ProvedWinner::default() }, |solved| ProvedWinner {
                winner: Some(Some(solved.winner)),
                by: Some(ProvedBy::Search),
                winning: solved.mv.into_iter().map(|mv| write_move(position.size(), mv)).collect(),
                is_complete: solved.winner != position.to_move(),
                nodes,
                work: nodes,
                ..ProvedWinner::default()
            })
        })
    }

    /// The winner, all winning moves, and in Hex how long the loser can hold out.
    pub(crate) fn moves(
        &mut self,
        subject: &ReviewQuestion,
        depth_to_win: bool,
        slice: Slice,
        what: &str,
    ) -> Result<(ProvedWinner, f64), ReviewError> {
        match subject {
            ReviewQuestion::Hex(question) => {
                self.hex(question, AnswerOptions { moves: true, depth_to_win }, &[], slice, what)
            }
            ReviewQuestion::Amazons(position) => Ok(self.amazons(position, true, slice, what)),
            ReviewQuestion::Go(position) => Ok((life(position), 0.0)),
            ReviewQuestion::Other => Ok((ProvedWinner::default(), 0.0)),
        }
    }

    /// The margin of a position whose winner is proved; also the nodes and the seconds that it took.
    pub(crate) fn margin(
        &mut self,
        position: &tesuji_amazons::Position,
        slice: Slice,
        what: &str,
    ) -> (Margin, u64, f64) {
        let endings = &mut self.endings;
        let ((margin, nodes), seconds) = self.keeper.run(slice.seconds, what, |limits, _| {
            let before = endings.n_nodes();
            let limits = Limits { nodes: least(slice.nodes, limits.nodes), ..limits.clone() };
            let margin = endings.margin(position, &limits).unwrap_or(Margin::UNKNOWN);
            (margin, endings.n_nodes() - before)
        });
        (margin, nodes, seconds)
    }

    /// Writes the certificate of who wins to `folder`. Returns the name of the file, if there is one.
    pub(crate) fn certify(
        &mut self,
        subject: &ReviewQuestion,
        folder: &Path,
        name: &str,
        slice: Slice,
    ) -> Result<(Option<String>, f64), ReviewError> {
        match subject {
            ReviewQuestion::Hex(question) => {
                let name = format!("{name}.cert");
                let places = [(question.clone(), folder.join(&name))];
                let (mut seconds, mut is_written) = (0.0, false);
                let runner = SliceRunner { keeper: self.keeper, slice, what: &name };
                let timed = TimedRunner { runner: &runner, seconds: std::cell::Cell::new(0.0) };
                if let Some(solved) = self.archive.answer(question, AnswerOptions::default(), &places, &timed)? {
                    is_written = solved.certificate.is_some();
                }
                seconds += timed.seconds.get();
                Ok((is_written.then_some(name), seconds))
            }
            ReviewQuestion::Amazons(position) => {
                let name = format!("{name}.json");
                let endings = &mut self.endings;
                let (made, seconds) = self.keeper.run(slice.seconds, &name, |limits, _| {
                    let limits = Limits { nodes: least(slice.nodes, limits.nodes), ..limits.clone() };
                    record::record(endings, position, &limits, MOST_RECORD_NODES).ok()
                });
                // What the checker does not accept is not written.
                let checked = made.filter(|made| {
                    let is_winner = |checked: &RecordFacts| {
                        checked.position == *position && Player::from(made.winner) == checked.winner
                    };
                    record::check(made).as_ref().is_ok_and(is_winner)
                });
                let Some(made) = checked else { return Ok((None, seconds)) };
                files::write_whole(&folder.join(&name), made.to_json().as_bytes())?;
                Ok((Some(name), seconds))
            }
            ReviewQuestion::Go(_) | ReviewQuestion::Other => Ok((None, 0.0)),
        }
    }

    fn hex(
        &self,
        question: &Question,
        wanted: AnswerOptions,
        places: &[(Question, std::path::PathBuf)],
        slice: Slice,
        what: &str,
    ) -> Result<(ProvedWinner, f64), ReviewError> {
        let runner = SliceRunner { keeper: self.keeper, slice, what };
        let timed = TimedRunner { runner: &runner, seconds: std::cell::Cell::new(0.0) };
        let solved = self.archive.answer(question, wanted, places, &timed)?;
        let seconds = timed.seconds.get();
        let Some(solved) = solved else { return Ok((ProvedWinner::default(), seconds)) };
        let name = |cell: Cell| question.topology.name(cell).to_owned();
        let is_lost = solved.winner == Some(question.to_move.opponent());
        let mut winning = solved.moves.winning.clone();
        if let Some(mv) = solved.winning_move {
            winning.insert(mv);
        }
        let line: Vec<Cell> = solved.depth_to_win.as_ref().map_or(Vec::new(), |depth_to_win| depth_to_win.line.clone());
        let found = ProvedWinner {
            winner: solved.winner.map(Some),
            by: Some(if question.winner().is_some() { ProvedBy::End } else { ProvedBy::Search }),
            winning: winning.iter().map(name).collect(),
            is_complete: solved.winner.is_some() && (is_lost || solved.moves.is_complete(question)),
            line: line.into_iter().map(name).collect(),
            stones_left: solved.depth_to_win.map(|depth_to_win| (depth_to_win.at_least, depth_to_win.at_most)),
            nodes: if solved.stored { 0 } else { solved.nodes },
            work: solved.nodes,
            is_stored: solved.stored,
        };
        Ok((found, seconds))
    }

    fn amazons(
        &mut self,
        position: &tesuji_amazons::Position,
        moves: bool,
        slice: Slice,
        what: &str,
    ) -> (ProvedWinner, f64) {
        let endings = &mut self.endings;
        self.keeper.run(slice.seconds, what, |limits, _| {
            let limits = Limits { nodes: least(slice.nodes, limits.nodes), ..limits.clone() };
            let before = endings.n_nodes();
            let name = |mv| write_move(position.size(), mv);
            let Some(solved) = endings.solve(position, &limits) else {
                let nodes = endings.n_nodes() - before;
                return ProvedWinner { nodes, work: nodes, ..ProvedWinner::default() };
            };
            let mover = position.to_move();
            let (mut winning, mut is_complete) = (solved.mv.map(name).into_iter().collect(), solved.winner != mover);
            if moves && solved.winner == mover {
                (winning, is_complete) = (Vec::new(), true);
                for mv in position.moves() {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    let used = endings.n_nodes() - before;
                    let left = limits.nodes.map(|most| most.saturating_sub(used));
                    match endings.solve(&next, &Limits { nodes: left, ..limits.clone() }) {
                        Some(after) if after.winner == mover => winning.push(name(mv)),
                        Some(_) => {}
                        None if solved.mv == Some(mv) => winning.push(name(mv)),
                        None => is_complete = false,
                    }
                }
            }
            ProvedWinner {
                winner: Some(Some(solved.winner)),
                by: Some(ProvedBy::Search),
                winning,
                is_complete,
                nodes: endings.n_nodes() - before,
                work: endings.n_nodes() - before,
                ..ProvedWinner::default()
            }
        })
    }
}

/// Adds up the time of the searches that a runner runs.
struct TimedRunner<'a, R> {
    runner: &'a R,
    seconds: std::cell::Cell<f64>,
}

impl<T: Runner> Runner for TimedRunner<'_, T> {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        let (result, seconds) = self.runner.run(search);
        self.seconds.set(self.seconds.get() + seconds);
        (result, seconds)
    }

    fn is_stopped(&self) -> bool {
        self.runner.is_stopped()
    }
}

/// Go: whether unconditional life decides the game. A player's certain area is what the player has at least, if the
/// game ends: the opponent cannot live in it, and capturing there costs nothing under area scoring. If it is more than
/// the opponent can reach with everything else and komi, the winner is certain.
fn life(position: &tesuji_go::Position) -> ProvedWinner {
    let n_cells = position.topology().n_cells();
    let winner = Player::BOTH.into_iter().find(|&player| {
        let life = position.life(player);
        let mut area = life.stones;
        area.union_with(&life.territory);
        let [own, rest] = [area.len(), n_cells - area.len()].map(|n| u16::try_from(n).unwrap_or(u16::MAX));
        let (black, white) = if player == Player::Black { (own, rest) } else { (rest, own) };
        Score { black, white, komi: position.komi() }.outcome() == Outcome::Win(player)
    });
    ProvedWinner {
        winner: winner.map(Some),
        by: winner.map(|_| ProvedBy::Life),
        is_complete: false,
        ..ProvedWinner::default()
    }
}
