//! Whether a record that came from elsewhere can be true: the game is played again on a board of our own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_board::Player;
use tesuji_engine::{Handicap, Session};

use crate::adjudication::Adjudicator;
use crate::control::{Control, Engine, HandicapPlacement, MatchTerms, OpeningPlan, SolverTerms, set_handicap};
use crate::record::{EndReason, Forfeit, GameRecord, Ply};
use crate::schedule::{GameTask, Schedule};
use crate::sgf;
use crate::store::{MatchStore, MatchStoreError, MoveTime, StoredGame};
use crate::threads::in_threads;

/// Treatment of a win that a solver claims to have proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofPolicy {
    /// It is looked for again, which may take as long as it took.
    Again,
    /// It is believed.
    Believed,
}

/// Checks a record against the rules, and that it is a game of this schedule on these terms.
///
/// The moves have to be legal, the opening that of the task, and the winner the one of the rules. A proof by a solver
/// is looked for again. What only the machine of the game could see is believed if it is possible at all: times, a
/// resignation, a forfeit that leaves no trace on the board, and which of a hundred random openings was fair.
///
/// # Errors
///
/// The first thing that cannot be true.
pub fn audit(
    terms: &MatchTerms,
    schedule: &Schedule,
    record: &GameRecord,
    stop: &Arc<AtomicBool>,
) -> Result<(), String> {
    audit_with(terms, schedule, record, ProofPolicy::Again, stop)
}

fn audit_with(
    terms: &MatchTerms,
    schedule: &Schedule,
    record: &GameRecord,
    proofs: ProofPolicy,
    stop: &Arc<AtomicBool>,
) -> Result<(), String> {
    let number = record.task.number;
    if record.task != schedule.task(number) {
        return Err(format!("game {number} of this match is another game"));
    }
    for (player, side) in Player::BOTH.into_iter().zip(&record.sides) {
        let name = &terms.players[record.task.player(player)].name;
        if side.name != *name {
            return Err(format!("{player} is `{}`, not `{name}`", side.name));
        }
    }
    let session = replayed(terms, record)?;
    if session.position().hash() != record.position {
        return Err("the last position is not the one after these moves".to_owned());
    }
    check_times(record)?;
    ending(terms, record, &session, proofs, stop)
}

/// The games of a store that cannot have been played as they stand there, by number, with what is wrong.
///
/// # Errors
///
/// If the store cannot be read.
pub fn audit_store(
    store: &MatchStore,
    proofs: ProofPolicy,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<(u64, String)>, MatchStoreError> {
    /// Games that are in memory at the same time.
    const AT_A_TIME: usize = 500;
    let (control, schedule) = (store.control(), Schedule::new(store.control()));
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut faults = Vec::new();
    for numbers in store.numbers()?.chunks(AT_A_TIME) {
        let mut games =
            numbers.iter().map(|&number| (number, store.row(&schedule, number))).collect::<Vec<_>>().into_iter();
        let worker = |stop: Arc<AtomicBool>| {
            let schedule = &schedule;
            move |(number, row): (u64, Result<(StoredGame, String), String>)| {
                let fault =
                    row.and_then(|(game, sgf)| audit_stored(control, schedule, &game, &sgf, proofs, &stop)).err();
                Some(fault.map(|fault| (number, fault)))
            }
        };
        in_threads(n_threads, stop, &mut games, worker, &mut |fault| {
            faults.extend(fault);
            ControlFlow::Continue(())
        });
    }
    faults.sort();
    Ok(faults)
}

/// [`audit`] of a game from a store, whose moves do not say who made them, and of its record.
pub(crate) fn audit_stored(
    control: &Control,
    schedule: &Schedule,
    game: &StoredGame,
    sgf: &str,
    proofs: ProofPolicy,
    stop: &Arc<AtomicBool>,
) -> Result<(), String> {
    let terms = &control.terms;
    let handicap: Vec<String> = game.handicap.split_whitespace().map(str::to_owned).collect();
    let moves = plies(&mut begin(terms, &handicap)?, game.moves.split_whitespace(), &game.times)?;
    let record = GameRecord {
        task: schedule.task(game.number),
        ending: game.ending.clone(),
        handicap,
        moves,
        n_opening: game.n_opening as usize,
        position: game.position,
        sides: game.sides.clone(),
        started: game.started,
        seconds: game.seconds,
    };
    audit_with(terms, schedule, &record, proofs, stop)?;
    sgf::check(control, record, !game.times.is_empty(), sgf)
}

/// Plays these moves, and returns them with who made them and the times that are known.
pub(crate) fn plies<'m>(
    session: &mut Session,
    moves: impl Iterator<Item = &'m str>,
    times: &[MoveTime],
) -> Result<Vec<Ply>, String> {
    let mut ply = |(idx, mv): (usize, &str)| {
        let player = session.to_move();
        session.play(player, mv).map_err(|error| format!("move {}, {mv}: {error}", idx + 1))?;
        let (seconds, cpu) = times.get(idx).map_or((0.0, None), |time| (time.seconds, time.cpu));
        Ok(Ply { player, mv: mv.to_owned(), seconds, cpu, comment: String::new() })
    };
    moves.enumerate().map(&mut ply).collect()
}

/// Checks that the times of a game can be times, and that its moves took no longer than all of it.
fn check_times(record: &GameRecord) -> Result<(), String> {
    /// The end of the year 2099, in seconds since 1970.
    const LATEST: u64 = 4_102_444_800;
    /// The longest game, in seconds.
    const LONGEST: f64 = 1e9;
    /// Tolerance for rounding and the order of clocks, in seconds.
    const ERROR: f64 = 0.1;
    if record.started >= LATEST {
        return Err(format!("it was started in {}", &sgf::date(record.started)[..10]));
    }
    let of_sides = record.sides.iter().flat_map(|side| [Some(side.seconds), side.cpu]);
    let of_moves = record.moves.iter().flat_map(|ply| [Some(ply.seconds), ply.cpu]);
    let mut all = of_sides.chain(of_moves).chain([Some(record.seconds)]).flatten();
    if let Some(wrong) = all.find(|seconds| !(0.0..=LONGEST).contains(seconds)) {
        return Err(format!("{wrong} is no number of seconds"));
    }
    for (player, side) in Player::BOTH.into_iter().zip(&record.sides) {
        let moves: f64 = record.moves.iter().filter(|ply| ply.player == player).map(|ply| ply.seconds).sum();
        if moves > side.seconds + ERROR {
            return Err(format!("the moves of {player} took {moves:.1} s, and all of them {:.1} s", side.seconds));
        }
    }
    let sides: f64 = record.sides.iter().map(|side| side.seconds).sum();
    if sides > record.seconds + ERROR {
        return Err(format!("both players together took {sides:.1} s, and the game {:.1} s", record.seconds));
    }
    Ok(())
}

/// The board before the first move, with these handicap stones.
fn begin(terms: &MatchTerms, stones: &[String]) -> Result<Session, String> {
    let mut session = terms.begin().map_err(|error| error.to_string())?;
    match terms.handicap {
        None if stones.is_empty() => {}
        None => return Err("there are no handicap stones in this match".to_owned()),
        Some(handicap) if stones.len() > handicap.stones => {
            return Err(format!("{} handicap stones, not {}", stones.len(), handicap.stones));
        }
        Some(handicap) if handicap.placed == HandicapPlacement::Free => {
            let placed = Handicap::On(stones.to_vec());
            set_handicap(&mut session, &placed).map_err(|error| format!("handicap: {error}"))?;
        }
        Some(_) => {
            let fixed: Vec<String> = session.view().stones().into_iter().map(|(name, _)| name).collect();
            if fixed != stones {
                return Err("the handicap stones have other places".to_owned());
            }
        }
    }
    Ok(session)
}

/// The board after all moves of the record.
fn replayed(terms: &MatchTerms, record: &GameRecord) -> Result<Session, String> {
    let mut session = begin(terms, &record.handicap)?;
    check_opening(terms, &record.task, record)?;
    let most = terms.adjudication.moves.get() as usize;
    for (idx, ply) in record.moves.iter().enumerate() {
        let wrong = |fault: String| format!("move {}, {}: {fault}", idx + 1, ply.mv);
        if session.outcome().is_some() || (idx >= most && idx >= record.n_opening) {
            return Err(wrong("the game is over".to_owned()));
        }
        if ply.player != session.to_move() {
            return Err(wrong(format!("{} is to move", session.to_move())));
        }
        session.play(ply.player, &ply.mv).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(session)
}

/// Checks that the record begins with the opening of its task.
fn check_opening(terms: &MatchTerms, task: &GameTask, record: &GameRecord) -> Result<(), String> {
    let Some(opening) = record.moves.get(..record.n_opening) else {
        return Err(format!("{} moves, fewer than the opening has", record.moves.len()));
    };
    if let OpeningPlan::Random { plies, balance: Some(_) } = &terms.openings {
        return match opening.len() == plies.get() as usize {
            true => Ok(()),
            false => Err(format!("an opening of {} moves, not {plies}", opening.len())),
        };
    }
    let failed = |error: tesuji_engine::SessionError| error.to_string();
    let expected = terms.openings.moves(task.opening, task.opening_seed, &|| terms.begin()).map_err(failed)?;
    let mut session = terms.begin().map_err(failed)?;
    for mv in &expected {
        session.play(session.to_move(), mv).map_err(failed)?;
    }
    let is_same = session.moves().iter().map(|(_, mv)| mv).eq(opening.iter().map(|ply| &ply.mv));
    if is_same { Ok(()) } else { Err("it does not begin with its opening".to_owned()) }
}

/// Checks how the game ended.
fn ending(
    terms: &MatchTerms,
    record: &GameRecord,
    session: &Session,
    proofs: ProofPolicy,
    stop: &Arc<AtomicBool>,
) -> Result<(), String> {
    let crate::GameEnd { winner, reason, detail } = &record.ending;
    let wrong = |fault: String| Err(format!("`{reason}`: {fault}"));
    let by_rules = session.outcome();
    if let Some(winner) = winner {
        let loser = &terms.players[record.task.player(winner.opponent())];
        let is_own = matches!(loser.engine, Engine::Own(_));
        let can_be = match reason {
            EndReason::Forfeit(forfeit) => matches!(forfeit, Forfeit::Time | Forfeit::Cpu),
            EndReason::Resignation => terms.adjudication.resign.is_some(),
            EndReason::ResignedWin => false,
            EndReason::Rules | EndReason::Solver | EndReason::Length => true,
        };
        if is_own && !can_be {
            return wrong("a player of ours does not do that".to_owned());
        }
    }
    match (reason, by_rules) {
        (EndReason::Rules, Some(outcome)) if outcome.winner() != *winner => {
            let named = |player: Option<Player>| player.map_or("nobody", Player::name);
            wrong(format!("{} wins, not {}", named(outcome.winner()), named(*winner)))
        }
        (EndReason::Rules, Some(_)) if session.record().result().unwrap_or_default() != *detail => {
            wrong(format!("the result is not `{detail}`"))
        }
        (EndReason::Rules, None) => wrong("the game is not over".to_owned()),
        (EndReason::Rules, Some(_)) => Ok(()),
        (EndReason::Forfeit(_), _) if winner.is_none() => wrong("nobody has won".to_owned()),
        (EndReason::Forfeit(Forfeit::WrongWinner), None) => wrong("the game is not over".to_owned()),
        (EndReason::Forfeit(_), _) => Ok(()),
        (_, Some(_)) => wrong("the rules had ended the game".to_owned()),
        (EndReason::Resignation | EndReason::ResignedWin, None) => match winner {
            Some(winner) if *winner != session.to_move() => Ok(()),
            _ => wrong(format!("{} was to move and has not lost", session.to_move())),
        },
        (EndReason::Length, None) => match (winner, record.moves.len() >= terms.adjudication.moves.get() as usize) {
            (None, true) => Ok(()),
            (Some(_), _) => wrong("nobody wins such a game".to_owned()),
            (None, false) => wrong(format!("only {} moves", record.moves.len())),
        },
        (EndReason::Solver, None) => match terms.adjudication.solver {
            Some(_) if winner.is_none() => wrong("nobody has won".to_owned()),
            Some(_) if proofs == ProofPolicy::Believed => Ok(()),
            None => wrong("no solver ends games of this match".to_owned()),
            Some(solver) => match proved(solver, record, session, stop) {
                found if found.is_some() && found == *winner => Ok(()),
                Some(found) => wrong(format!("{found} wins")),
                None => wrong("the solver does not prove it".to_owned()),
            },
        },
    }
}

/// The proved winner. The solver of the game knew what it had learnt before, so this one may search as many nodes as
/// that one in all its moves.
fn proved(terms: SolverTerms, record: &GameRecord, session: &Session, stop: &Arc<AtomicBool>) -> Option<Player> {
    let nodes = terms.nodes.saturating_mul(std::num::NonZeroU64::MIN.saturating_add(record.moves.len() as u64));
    Adjudicator::new(Arc::clone(stop)).winner(session, SolverTerms { nodes, ..terms })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::executor::Workshop;
    use crate::testing::{control, read};

    fn played(text: &str, number: u64) -> (crate::Control, Schedule, GameRecord) {
        let control = if text.is_empty() { control("") } else { read(text) };
        let schedule = Schedule::new(&control);
        let stop = Arc::new(AtomicBool::new(false));
        let record = {
            let mut workshop = Workshop::new(&control.terms, std::path::Path::new(""), stop);
            workshop.play(&schedule.task(number)).unwrap()
        };
        (control, schedule, record)
    }

    fn audited(control: &crate::Control, schedule: &Schedule, record: &GameRecord) -> Result<(), String> {
        audit(&control.terms, schedule, record, &Arc::default())
    }

    /// Each game is believed as it was played, and refused after each lie.
    #[test]
    fn lies_are_found() {
        let (control, schedule, honest) = played("", 3);
        audited(&control, &schedule, &honest).unwrap();
        let refused = |lie: &dyn Fn(&mut GameRecord)| {
            let mut record = honest.clone();
            lie(&mut record);
            audited(&control, &schedule, &record).unwrap_err()
        };
        let other = honest.ending.winner.map(Player::opponent);
        assert!(refused(&|record| record.ending.winner = other).contains("wins, not"));
        assert!(refused(&|record| record.ending.winner = None).contains("not nobody"));
        assert!(refused(&|record| record.ending.reason = EndReason::Length).contains("had ended"));
        assert!(refused(&|record| _ = record.moves.pop()).contains("last position"));
        assert!(refused(&|record| record.moves[1].mv = record.moves[0].mv.clone()).contains("move 2"));
        assert!(refused(&|record| record.task.seeds[0] += 1).contains("another game"));
        assert!(refused(&|record| record.position ^= 1).contains("last position"));
        assert!(refused(&|record| record.n_opening = 1).contains("opening"));
        assert!(refused(&|record| record.sides.swap(0, 1)).contains("black is"));
        assert!(refused(&|record| record.handicap.push("a1".to_owned())).contains("handicap"));
        for seconds in [f64::INFINITY, -5.0, 1e300] {
            assert!(refused(&|record| record.seconds = seconds).contains("no number of seconds"));
            assert!(refused(&|record| record.sides[1].seconds = seconds).contains("no number of seconds"));
            assert!(refused(&|record| record.sides[0].cpu = Some(seconds)).contains("no number of seconds"));
            assert!(refused(&|record| record.moves[0].seconds = seconds).contains("no number of seconds"));
        }
        assert!(refused(&|record| record.sides[0].seconds = record.seconds + 9.0).contains("both players together"));
        assert!(refused(&|record| record.moves[0].seconds = 9.0).contains("moves of black"));
        assert!(refused(&|record| record.started = 253_370_764_800).contains("9999-01-01"));
        let ended = |reason| {
            move |record: &mut GameRecord| {
                _ = record.moves.pop();
                record.ending = crate::GameEnd { winner: other, reason, detail: String::new() };
                // As if it had been played so far.
                record.position = 0;
            }
        };
        for reason in [EndReason::Forfeit(Forfeit::Crash), EndReason::Forfeit(Forfeit::Refusal), EndReason::Resignation]
        {
            assert!(refused(&ended(reason)).contains("last position"));
            assert!(refused(&|record| record.ending.reason = reason).contains("does not do that"), "{reason}");
        }
    }

    /// A game of a match that a solver ends: the proof is found again, and the other winner is not believed.
    #[test]
    fn proofs_are_looked_for_again() {
        let text = "format = 'match'\ngames = 4\nseed = 3\n[game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n\
            [adjudication.solver]\nempties = 14\nnodes = 100000\n\
            [openings]\nrandom-plies = 1\n\
            [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n";
        let (control, schedule, honest) = played(text, 2);
        assert_eq!(honest.ending.reason, EndReason::Solver);
        audited(&control, &schedule, &honest).unwrap();
        let mut lie = honest;
        lie.ending.winner = lie.ending.winner.map(Player::opponent);
        assert!(audited(&control, &schedule, &lie).unwrap_err().contains("solver"));
    }
}
