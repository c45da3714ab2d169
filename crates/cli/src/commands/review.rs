//! `tesuji review`: whole games, with what is proved, what is estimated and which moves were mistakes.

mod outputs;
mod text;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use tesuji_archive::{Archive, ArchiveConfig, Experience};
use tesuji_arena::guest::GtpGuest;
use tesuji_engine::{GameKind, GameSpec, Guest, Session};
use tesuji_forms::{Hints, read_games};
use tesuji_review::{Effort, Elapsed, GameToReview, Review, ReviewError, ReviewSpec, Reviewer, Timekeeper};
use tesuji_search::Limits;

use self::outputs::Outputs;
use crate::commands::gtp::player::PlayerOptions;
use crate::input::{self, SizeOption};
use crate::pool::{Pool, jobs};
use crate::status::{self, Failure, Status};
use crate::text::complain;

/// The arguments of `tesuji review`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Records of Hex, Go or Amazons in any form; `-` reads standard input; or a game itself, such as a HexWorld link
    #[arg(required = true, value_name = "GAME|FILE")]
    games: Vec<PathBuf>,
    /// The game, if the record does not say it
    #[arg(long, value_name = "GAME", value_parser = input::game_parser())]
    game: Option<GameKind>,
    #[command(flatten)]
    board: SizeOption,
    /// Hex: White could swap, even where the record has no swap
    #[arg(long)]
    swap: bool,
    /// Only the games whose name or number matches; `*` is any text, `?` any character
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
    /// Processor time for each game, and as much again for its certificates
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::text::parse_duration)]
    time: Duration,
    /// Instead of a time: nodes of the solver for each position. The same numbers then give the same review anywhere
    #[arg(long, value_name = "N", requires = "playouts", conflicts_with = "time")]
    nodes: Option<u64>,
    /// Instead of a time: playouts for each position that is not proved
    #[arg(long, value_name = "N", requires = "nodes", conflicts_with = "time")]
    playouts: Option<u64>,
    /// Who estimates what is not proved: a name such as `strong`, or settings as in a control file [default: strong]
    #[arg(long, value_name = "NAME|TABLE")]
    player: Option<String>,
    /// A GTP engine that estimates what is not proved, in place of `--player`; proofs stay ours
    #[arg(long, value_name = "NAME=COMMAND", conflicts_with = "player")]
    judge: Option<String>,
    /// Independent searches for each estimate; their spread gives the interval
    #[arg(long, value_name = "N", default_value_t = 4)]
    samples: u32,
    /// The seed of the first search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Hex: take answers from this store, and keep new ones in it, so that a review that was stopped goes on
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Write a certificate of each position that is proved by search to this folder
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    /// Memory for the solver's tables, of all games reviewed at the same time
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = crate::text::parse_memory)]
    memory: usize,
    /// How many games to review at a time
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Print every move, and not only mistakes
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let games = arguments.games()?;
    if games.is_empty() {
        return Err(miette!("there is no game with such a name").into());
    }
    arguments.outputs.check(&games)?;
    let spec = arguments.spec()?;
    let pool = Pool::new(None, None, games.len())?;
    let n_jobs = jobs(Some(arguments.jobs)).min(games.len());
    let config = ArchiveConfig {
        store: arguments.store.clone(),
        certificates: arguments.certificates.clone(),
        table_bytes: arguments.memory / n_jobs,
        experience: Experience::Shared,
        ..ArchiveConfig::default()
    };
    let archive = Archive::open(config, complain).into_diagnostic()?;
    let reviewer = Reviewer { archive: &archive, spec: &spec };
    let mut shown = outputs::Shown::new(&arguments.outputs, games.len(), arguments.all)?;
    let earlier = arguments.outputs.earlier(&games, &spec);
    let outcome = pool.run(
        &games,
        n_jobs,
        |game_idx, game| {
            if let Some(review) = &earlier[game_idx] {
                return Some(Ok((game, review.clone(), true)));
            }
            let keeper = Keeper { pool: &pool, idx: game_idx };
            let review = reviewer.review(game, &keeper);
            // A game that was stopped is shown only if it is the only one: of many, the next run begins it anew.
            let is_dropped = games.len() > 1 && pool.is_stopped();
            (!is_dropped).then(|| review.map(|review| (game, review, false)))
        },
        |reviewed: Result<(&GameToReview, Review, bool), ReviewError>| -> Result<(), Failure> {
            let (game, review, is_earlier) = reviewed.into_diagnostic()?;
            shown.add(game, &review, is_earlier)
        },
    );
    outcome?;
    shown.end(pool.is_stopped())?;
    Ok(if pool.is_stopped() { Status::Interrupted } else { Status::Fine })
}

impl Arguments {
    /// The games, in order. A game without a name has that of its file.
    fn games(&self) -> miette::Result<Vec<GameToReview>> {
        let hints = Hints { game: self.game, size: self.board.size, ..Hints::default() };
        let mut games = Vec::new();
        for path in &self.games {
            let source = input::source(path)?;
            let mut readings = read_games(&source.text.text, &hints).map_err(|error| source.wrong(&error))?;
            input::name_games(&source, &mut readings);
            let is_wanted =
                |name: &str| self.only.as_ref().is_none_or(|pattern| crate::text::matches_glob(pattern, name));
            readings.retain(|reading| reading.is_called(is_wanted));
            input::say_notices(&source, &readings);
            for reading in readings {
                let id = reading.id;
                let mut spec = GameSpec::usual(reading.record.kind());
                if self.swap {
                    spec = spec.with_swap(true).map_err(|error| source.wrong_in(&id, &error))?;
                }
                Session::replay(&spec, &reading.record, usize::MAX).map_err(|error| source.wrong_in(&id, &error))?;
                games.push(GameToReview { id, spec, record: reading.record });
            }
        }
        Ok(games)
    }

    fn spec(&self) -> miette::Result<ReviewSpec> {
        let effort = match (self.nodes, self.playouts) {
            (Some(nodes), Some(playouts)) => Effort::Work { nodes, playouts },
            _ => Effort::Time(self.time.as_secs_f64()),
        };
        let usual = ReviewSpec::usual(effort);
        let player = match &self.player {
            Some(player) => PlayerOptions::named(player).read()?.player,
            None => usual.player,
        };
        let certificates = self.certificates.clone();
        let judge = self.judge.as_ref().map(|text| {
            let guest = GtpGuest::parse(text).map_err(|error| miette!("--judge `{text}`: {error}"))?;
            Ok::<Arc<dyn Guest>, miette::Report>(Arc::new(guest))
        });
        let judge = judge.transpose()?;
        let spec = ReviewSpec { player, judge, samples: self.samples, seed: self.seed, certificates, ..usual };
        spec.check().map_err(|error| miette!("--{error}"))?;
        Ok(spec)
    }
}

/// The clock of one game: processor time, kept by the pool.
struct Keeper<'a> {
    pool: &'a Pool,
    idx: usize,
}

impl Timekeeper for Keeper<'_> {
    fn run<R>(&self, seconds: Option<f64>, what: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        let most = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        self.pool.search_for(self.idx, what, most, |limits, clock| search(limits, &|| clock.seconds()))
    }

    fn is_stopped(&self) -> bool {
        self.pool.is_stopped()
    }
}
