//! Matches of our own players and of the engines that the server was started with, each in a file of its own; and what
//! their games add up to.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path as InPath, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tesuji_arena::control::{Contestant, Engine, TimeLimits};
use tesuji_arena::guest::GtpGuest;
use tesuji_arena::report::{MatchReport, PairingProgress, PairingSummary};
use tesuji_arena::stats::Interval;
use tesuji_arena::{
    Control, Event, Match, MatchError, MatchFinish, MatchStore, MatchStoreError, Schedule, Shard, StoredGame, Threads,
    try_programs,
};
use tesuji_board::Player;
use tesuji_workbench::Place;

use crate::app::App;
use crate::ask;
use crate::problem::Problem;
use crate::settings::ServerBounds;
use crate::types::{CurvePoint, JobKind, JobSummary, MatchCurve, MatchGame, MatchView, Matches};
use crate::work::{self, Tools, WorkEnd, wrong};

/// The most games of a match.
const MOST_GAMES: u64 = 20_000;
/// The most players.
const MOST_PLAYERS: usize = 64;
/// The time for a move that an engine of somebody else gets, if the control file does not say.
const ENGINE_MOVE: Duration = Duration::from_secs(10);
/// After how many times that it has lost: engines go a little beyond their time, and machines are busy.
const ENGINE_PATIENCE: u32 = 3;
/// The number of processors it may keep busy for that time.
const ENGINE_PROCESSORS: u32 = 8;
/// Programs are looked up from where the server runs, as for their opinions.
const HERE: &str = ".";

/// Reads a control file, which can name no files, and of programs only these guests.
pub(crate) fn read(text: &str, bounds: &ServerBounds, guests: &[Arc<GtpGuest>]) -> Result<Control, Problem> {
    let mut control =
        Control::parse_without_files(text, &|name| GtpGuest::external(guests, name)).map_err(|error| {
            let place = match &error {
                tesuji_arena::control::ControlError::Malformed { span: Some(span), .. } => {
                    Place::of_byte(text, span.start)
                }
                _ => None,
            };
            wrong(error.to_string()).at(place)
        })?;
    let n_players = control.terms.players.len();
    if n_players > MOST_PLAYERS {
        return Err(wrong(format!("{n_players} players are more than {MOST_PLAYERS}")));
    }
    let usual = control.terms.limits;
    for player in &mut control.terms.players {
        bound_engine(player, usual, bounds)?;
    }
    check_players(&control.terms.players, bounds)?;
    let n_games = Schedule::new(&control).n_games();
    if n_games > MOST_GAMES {
        return Err(wrong(format!("{n_games} games are too many: a match here has at most {MOST_GAMES}")));
    }
    Ok(control)
}

/// Gives an engine of somebody else its time and memory where the control file leaves them open.
fn bound_engine(player: &mut Contestant, usual: TimeLimits, bounds: &ServerBounds) -> Result<(), Problem> {
    let Contestant { name, engine: Engine::External(external), limits, think } = player else { return Ok(()) };
    let limits = limits.get_or_insert(usual);
    let most = limits.per_move.map_or(ENGINE_MOVE, |per_move| ENGINE_MOVE.min(per_move));
    let think = *think.get_or_insert(most);
    let per_move = *limits.per_move.get_or_insert(think * ENGINE_PATIENCE);
    if per_move > bounds.engine_move {
        let (time, most) = (per_move.as_secs_f64(), bounds.engine_move.as_secs());
        return Err(wrong(format!("player `{name}`: {time} s for a move are more than {most} s, the most here")));
    }
    limits.cpu_per_move.get_or_insert(think * ENGINE_PROCESSORS);
    external.memory_mib.get_or_insert(bounds.engine_mib as u64);
    Ok(())
}

/// Refuses players that would take more memory or threads than the server has for one job.
fn check_players(players: &[Contestant], bounds: &ServerBounds) -> Result<(), Problem> {
    for Contestant { name, engine, .. } in players {
        let Engine::Own(spec) = engine else { continue };
        let (threads, most) = (spec.threads(), bounds.player_threads);
        if threads > most {
            return Err(wrong(format!("player `{name}`: {threads} threads are more than {most}, the most here")));
        }
    }
    let (mib, most) = (memory_mib(players), bounds.match_mib);
    if mib > most {
        return Err(wrong(format!(
            "the players may take {mib} MiB of memory together, more than {most}, the most here: set their `memory_mib`"
        )));
    }
    Ok(())
}

/// The most memory that the players of a game in progress take, in MiB: all of them stay ready for the next game.
fn memory_mib(players: &[Contestant]) -> usize {
    let mib = |player: &Contestant| match &player.engine {
        Engine::Own(spec) => spec.memory_mib(),
        Engine::External(external) => external.memory_mib.map_or(0, |mib| usize::try_from(mib).unwrap_or(usize::MAX)),
    };
    players.iter().map(mib).fold(0, usize::saturating_add)
}

/// The number of games at a time that have room in the memory of a match.
fn in_memory(control: &Control, match_mib: usize) -> usize {
    (match_mib / memory_mib(&control.terms.players).max(1)).max(1)
}

/// The file of a match.
pub(crate) fn file_of(folder: &Path, id: &str) -> PathBuf {
    folder.join("matches").join(format!("{id}.match"))
}

/// Removes the file of a match and what lies beside it.
pub(crate) fn forget(folder: &Path, id: &str) {
    let path = file_of(folder, id);
    for ending in ["", "-wal", "-shm", ".lock"] {
        let mut name = path.clone().into_os_string();
        name.push(ending);
        // What is not there need not go.
        _ = std::fs::remove_file(name);
    }
}

/// Plays a match, or goes on with it.
pub(crate) fn play(control: &Control, tools: &Tools) -> Result<WorkEnd, Problem> {
    // Before any game: a program that cannot be started would void one game after the other.
    try_programs(&control.terms, Path::new(HERE)).map_err(wrong)?;
    let path = file_of(&tools.folder, &tools.id);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Problem::unkept(&error))?;
    }
    let unkept = |error: MatchError| match error {
        MatchError::Store(error) => Problem::unkept(&error),
        other => Problem::fault(other.to_string()),
    };
    let opened = MatchStore::open_or_create(&path, control, Shard::WHOLE);
    let (store, _) = opened.map_err(|error| match error {
        // The text is the same as when the match began, so it is the engine behind a name. Its command is not for the page.
        MatchStoreError::OtherMatch { .. } => {
            wrong("an engine has another command than when the match began: begin a new match")
        }
        error => Problem::unkept(&error),
    })?;
    let _lock = store.lock().map_err(|error| Problem::unkept(&error))?;
    let mut game = Match::resume(&store).map_err(unkept)?;
    let n_played = game.tally().n_games() + game.tally().n_beyond();
    let n_games = n_played + game.n_open();
    let put = |n_played: u64| {
        let share = if n_games == 0 { 1.0 } else { n_played as f64 / n_games as f64 };
        tools.news().progress_of(format!("{n_played} of {n_games} games played"), Some(share));
    };
    put(n_played);
    let has_engine = control.terms.players.iter().any(|player| matches!(player.engine, Engine::External(_)));
    // Engines of other people start threads as they like, and each game has its own processes.
    let usual = if has_engine { 1 } else { tools.desk.n_threads };
    let wanted = control.plan.concurrency.map_or(usual, std::num::NonZero::get);
    let executor = Threads {
        count: wanted.min(tools.desk.n_threads).min(in_memory(control, tools.match_mib)),
        folder: HERE.into(),
        stop: Arc::clone(tools.stop()),
    };
    let finish = game.run(&executor, &mut |event, tally| {
        if let Event::Game(_) = event {
            put(tally.n_games() + tally.n_beyond());
        }
        ControlFlow::Continue(())
    });
    match finish.map_err(unkept)? {
        MatchFinish::Complete | MatchFinish::Decided(_) => {
            let report = MatchReport::of(&store).map_err(|error| Problem::unkept(&error))?;
            Ok(WorkEnd::Done(work::json(&report)?))
        }
        MatchFinish::Stopped => Ok(WorkEnd::Stopped(None)),
        MatchFinish::Stuck(games) => {
            let (number, why) = games.into_iter().next().unwrap_or_default();
            Err(wrong(format!("game {number} cannot be played: {why}")))
        }
    }
}

/// `GET /api/matches`: all matches with how far they are.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.quickly(|app| {
        let matches = app.jobs.list()?.into_iter().filter(|job| job.kind == JobKind::Match).collect();
        ask::json(StatusCode::OK, &Matches { matches })
    })
    .await
}

/// `GET /api/matches/{id}`: what the games so far add up to, and a line for each game.
pub(crate) async fn show(State(app): State<Arc<App>>, InPath(id): InPath<String>) -> Result<Response, Problem> {
    app.quickly(move |app| {
        let (job, store) = find(app, &id)?;
        let Some(store) = store else {
            let view = MatchView { job, report: None, curves: Vec::new(), games: Vec::new() };
            return ask::json(StatusCode::OK, &view);
        };
        let report = MatchReport::of(&store).map_err(|error| Problem::unkept(&error))?;
        let schedule = Schedule::new(store.control());
        let players = &store.control().terms.players;
        let line = |game: &StoredGame| {
            let name = |player: usize| players.get(player).map_or(String::new(), |player| player.name.clone());
            let [black, white] = schedule.task(game.number).players.map(name);
            MatchGame {
                number: game.number,
                black,
                white,
                winner: game.ending.winner.map(Player::name),
                reason: game.ending.reason.name(),
                detail: game.ending.detail.clone(),
                moves: game.n_moves(),
            }
        };
        let games = report.played.iter().map(line).collect();
        let curves = report.pairings.iter().map(curve).collect();
        ask::json(StatusCode::OK, &MatchView { job, report: Some(report), curves, games })
    })
    .await
}

fn curve(pairing: &PairingSummary) -> MatchCurve {
    let point = |point: &PairingProgress| {
        let Interval { low, high } = point.elo.score_interval;
        CurvePoint { games: point.n_games, score: point.elo.score, low, high }
    };
    MatchCurve {
        first: pairing.first.clone(),
        second: pairing.second.clone(),
        points: pairing.progress.iter().map(point).collect(),
    }
}

/// The job of a match, and its file if it was begun.
fn find(app: &App, id: &str) -> Result<(JobSummary, Option<MatchStore>), Problem> {
    let job = app.jobs.summary(id)?.filter(|job| job.kind == JobKind::Match).ok_or_else(|| unknown(id))?;
    // The name comes from the file of jobs, not from the request.
    let path = file_of(&app.folder, &job.id);
    let store = path.is_file().then(|| MatchStore::open_begun(&path)).transpose();
    Ok((job, store.map_err(|error| Problem::unkept(&error))?.flatten()))
}

/// `GET /api/matches/{id}/games/{number}`: a game as SGF.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    InPath((id, number)): InPath<(String, String)>,
) -> Result<Response, Problem> {
    app.quickly(move |app| {
        let (_, store) = find(app, &id)?;
        let store = store.ok_or_else(|| unknown(&id))?;
        let sgf = number.parse().ok().filter(|number| i64::try_from(*number).is_ok()).map(|number| store.sgf(number));
        match sgf.transpose().map_err(|error| Problem::unkept(&error))?.flatten() {
            Some(sgf) => Ok(([("content-type", "application/x-go-sgf; charset=utf-8")], sgf).into_response()),
            None => Err(Problem::new(
                StatusCode::NOT_FOUND,
                format!("match {id} has no game {number}"),
                "its report lists the games that were played",
            )),
        }
    })
    .await
}

fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no match {id} with games"), "GET /api/matches lists all")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const MATCH: &str = "format = \"match\"\ngames = 2\n[game]\ngame = \"hex\"\ncolumns = 3\nrows = 3\n\
                         [[player]]\nname = \"a\"\nkind = \"random\"\n[[player]]\nname = \"b\"\nkind = \"random\"\n";

    #[test]
    fn nothing_outside_is_reached() {
        let read = |text: &str| read(text, &ServerBounds::default(), &[]);
        read(MATCH).unwrap();
        for (from, to) in [
            ("name = \"b\"\nkind = \"random\"", "name = \"b\"\ncommand = [\"sh\"]"),
            ("name = \"b\"\nkind = \"random\"", "name = \"b\"\nkind = \"guest\"\nengine = \"sh\""),
            ("kind = \"random\"\n[[", "kind = \"random\"\nbook = \"/etc/passwd\"\n[["),
            ("games = 2\n", "games = 2\nopenings = { files = [\"/etc/passwd\"] }\n"),
            ("columns = 3", "columns = 3\nboard = \"/etc/passwd\""),
            ("kind = \"random\"\n[[", "kind = \"uct\"\nmemory_mib = 20000\n[["),
            ("kind = \"random\"\n[[", "kind = \"strong\"\nthreads = 1024\n[["),
            ("games = 2\n", "games = 4000000000000000000\n"),
            ("games = 2\n", "games = \n"),
        ] {
            let problem = read(&MATCH.replace(from, to)).unwrap_err();
            assert_eq!(problem.status(), StatusCode::UNPROCESSABLE_ENTITY, "{to}: {problem:?}");
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        let problem = read(&MATCH.replace("games = 2", "games = = 2"), &ServerBounds::default(), &[]).unwrap_err();
        let json = serde_json::to_value(&problem).unwrap();
        assert_eq!(json["place"]["line"], 2, "{json}");
    }
}
