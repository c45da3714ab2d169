//! `tesuji match replay`: plays one game again.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use miette::{IntoDiagnostic, miette};
use tesuji_arena::{Executor, GameOutcome, GameRecord, Schedule, StoredGame, Threads, sgf};

use crate::interrupt::stop_by_ctrl_c;
use crate::status::{self, Status};

/// The arguments of `tesuji match replay`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The store, or the control file that it is beside
    #[arg(value_name = "FILE")]
    store: PathBuf,
    /// The number of the game, counted from 1; it need not have been played yet
    #[arg(value_name = "GAME", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Print the new record as SGF as well
    #[arg(long)]
    sgf: bool,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let store = super::open_store(&arguments.store)?;
    let control = store.control();
    let number = arguments.game;
    let schedule = Schedule::new(control);
    if number > schedule.n_games() {
        Err(miette!("the match has {} games, there is no game {number}", schedule.n_games()))?;
    }
    let known = store.game(number).into_diagnostic()?;
    // Names in the control file are relative to its folder. The store is there too, unless it was put elsewhere.
    let executor = Threads { count: 1, folder: super::folder_of(&arguments.store), stop: stop_by_ctrl_c()? };
    let mut came = None;
    executor.execute(&control.terms, &mut std::iter::once(schedule.task(number)), &mut |played| {
        came = Some(played);
        ControlFlow::Break(())
    });
    let played = match came {
        Some(GameOutcome::Game(played)) => played,
        Some(GameOutcome::Void { why, .. }) => Err(miette!("game {number} cannot be played: {why}"))?,
        None => return Ok(Status::Interrupted),
    };
    let mut out = anstream::stdout().lock();
    if arguments.sgf {
        out.write_all(sgf::record(control, &played).into_diagnostic()?.as_bytes())?;
    }
    let result = format!("{} after {} moves", played.ending.sgf(), played.moves.len());
    let Some(known) = known else {
        writeln!(out, "game {number} has not been played before: {result}")?;
        return Ok(Status::Fine);
    };
    let difference = difference(&known, &played);
    match &difference {
        None => writeln!(out, "game {number} is the same again: {result}")?,
        Some(difference) => writeln!(out, "game {number} differs: {difference}")?,
    }
    Ok(if difference.is_none() { Status::Fine } else { Status::No })
}

/// The first difference of a game from the one in the store.
fn difference(known: &StoredGame, played: &GameRecord) -> Option<String> {
    let before: Vec<&str> = known.moves.split_whitespace().collect();
    let now: Vec<&str> = played.moves.iter().map(|ply| ply.mv.as_str()).collect();
    let n_same = before.iter().zip(&now).take_while(|(before, now)| before == now).count();
    if n_same < before.len().max(now.len()) {
        let at = |moves: &[&str]| moves.get(n_same).map_or("the end", |mv| mv).to_owned();
        return Some(format!("at move {} {} now, {} then", n_same + 1, at(&now), at(&before)));
    }
    let (before, now) = (&known.ending, &played.ending);
    let is_same = (before.winner, before.reason) == (now.winner, now.reason);
    (!is_same).then(|| {
        format!("the same moves, but {} ({}) now, {} ({}) then", now.sgf(), now.reason, before.sgf(), before.reason)
    })
}
