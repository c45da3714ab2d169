//! A match from arguments instead of a control file: `tesuji match strong uct --game hex`.

use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use miette::{IntoDiagnostic, bail, miette};
use tesuji_arena::Control;
use tesuji_arena::control::{Colours, changes};
use tesuji_arena::short::{ShortEngine, ShortError, ShortMatch, ShortOpenings};
use tesuji_engine::GameKind;

use crate::commands::game::BoardOptions;
use crate::input::game_parser;
use crate::text::complain;
use crate::{files, text};

/// The file that a short match writes into its folder.
const CONTROL: &str = "match.toml";
/// Games between two players, if no number is given.
const GAMES: u64 = 100;
/// Random moves at the beginning of a game, if nothing is said about openings.
const PLIES: NonZeroU32 = NonZeroU32::new(2).expect("2 is not 0");

/// The options of a match without a control file.
#[derive(clap::Args)]
#[command(next_help_heading = "Without a control file")]
pub(super) struct ShortOptions {
    /// The game
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    #[command(flatten)]
    board: BoardOptions,
    /// Games between any two players; an even number, unless colours are fixed [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Who has Black: `exchanged`, both in turn, or `first`, always the player who is named first [default: exchanged]
    #[arg(long, value_name = "WHO", value_parser = parse_colours)]
    colours: Option<Colours>,
    /// The time for a move, such as `1s`: our players think for as long, in processor time; engines get it as a limit
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    time: Option<Duration>,
    /// Playouts a move of our players `strong` and `uct`, where their settings name none
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// How games begin: a number of random moves, a file of openings, or `none` [default: 2, with `--swap` none]
    #[arg(long, value_name = "N|FILE|none")]
    openings: Option<String>,
    /// Stop as soon as it is clear which is true: the first player is stronger by the first number of Elo, or by the
    /// second
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// What all openings and seeds come from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder of the match, made if it is missing: the equivalent control file `match.toml`, and the results. The
    /// same command resumes what is there [default: a name made of the players and the game]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn parse_colours(text: &str) -> Result<Colours, String> {
    match text {
        "exchanged" => Ok(Colours::Exchanged),
        "first" => Ok(Colours::First),
        _ => Err("expected `exchanged` or `first`".to_owned()),
    }
}

fn parse_sprt(text: &str) -> Result<[f64; 2], String> {
    let numbers = text.split_once([',', ':']).and_then(|(elo0, elo1)| {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        Some([number(elo0)?, number(elo1)?])
    });
    match numbers {
        Some([elo0, elo1]) if elo0 < elo1 => Ok([elo0, elo1]),
        _ => Err("expected two numbers of Elo, the smaller one first, such as `0,50`".to_owned()),
    }
}

impl ShortOptions {
    /// The first of these options that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let own = [
            ("--game", self.game.is_some()),
            ("--games", self.games.is_some()),
            ("--colours", self.colours.is_some()),
            ("--time", self.time.is_some()),
            ("--playouts", self.playouts.is_some()),
            ("--openings", self.openings.is_some()),
            ("--sprt", self.sprt.is_some()),
            ("--seed", self.seed.is_some()),
            ("--out", self.out.is_some()),
        ];
        let own = own.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name);
        own.chain(self.board.given()).next()
    }

    /// Writes the control file for a match of these players, unless it is there already, and returns its path.
    pub(super) fn write_control(&self, players: &[String], jobs: Option<NonZeroUsize>) -> miette::Result<PathBuf> {
        let kind =
            self.game.ok_or_else(|| miette!("which game? expected `--game hex`, `--game go` or `--game amazons`"))?;
        let here = std::env::current_dir().into_diagnostic()?;
        let games = self.games.unwrap_or(GAMES);
        let colours = self.colours.unwrap_or_default();
        if games == 0 || (colours == Colours::Exchanged && !games.is_multiple_of(2)) {
            bail!("--games: {games} is not an even number above 0: each opening is played with both colours");
        }
        let engine = |text: &String| engine(text).map_err(|error| miette!("{error}"));
        let short = ShortMatch {
            game: self.board.read(kind)?,
            players: players.iter().map(engine).collect::<miette::Result<_>>()?,
            games,
            colours,
            seed: self.seed.unwrap_or(1),
            time: self.time,
            playouts: self.playouts,
            openings: self.openings()?,
            sprt: self.sprt,
            jobs,
        };
        let text = short.control(&here).into_diagnostic()?;
        let control = Control::parse(&text, &here).map_err(|error| miette!("{error}"))?;
        let folder = self.out.clone().unwrap_or_else(|| folder_of(players, kind).into());
        let path = folder.join(CONTROL);
        if path.exists() {
            let there = Control::load(&path).map_err(|error| miette!("{}: {error}", path.display()))?;
            // Both are read, so that neither comments nor the order of keys matter.
            if let Some(change) = changes(&there.terms, &control.terms).first() {
                let (before, now) = (&there.plan.title, &control.plan.title);
                let differs = if before == now { change.to_string() } else { format!("it is {before}, and not {now}") };
                bail!("{} is another match: {differs}; name another folder with `--out`", path.display());
            }
            if there == control {
                return Ok(path);
            }
        }
        files::make_folder(&folder)?;
        if self.out.is_none() {
            complain(&format!("the match is kept in {}: `tesuji match report {0}` shows it", folder.display()));
        }
        let again = "# Written by `tesuji match`. Run `tesuji match match.toml` here to resume.\n";
        files::write_whole(&path, format!("{again}{text}").as_bytes())?;
        Ok(path)
    }

    fn openings(&self) -> miette::Result<ShortOpenings> {
        match self.openings.as_deref() {
            // The first move is the players' if White may swap it.
            None if self.board.swap => Ok(ShortOpenings::None),
            None => Ok(ShortOpenings::Random(PLIES)),
            Some("none" | "0") => Ok(ShortOpenings::None),
            Some(text) => match text.parse() {
                Ok(plies) => Ok(ShortOpenings::Random(plies)),
                Err(_) if Path::new(text).is_file() => Ok(ShortOpenings::File(text.into())),
                Err(_) => Err(miette!(
                    "--openings: there is no file `{text}`; expected a number of random moves, a file, or `none`"
                )),
            },
        }
    }
}

/// The folder for a match without `--out`: a name that a shell takes as it is.
fn folder_of(players: &[String], kind: GameKind) -> String {
    let name = [players, &[kind.description().name.to_owned()]].concat().join("-");
    let plain: String = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(80).collect()
}

/// One of our players, or the command of a program.
///
/// # Errors
///
/// If the text is neither.
pub(in crate::commands) fn engine(text: &str) -> Result<ShortEngine, ShortError> {
    ShortEngine::read(text, is_program)
}

/// Whether a single word names a program: a file with a path, or one in a folder of `PATH`.
fn is_program(program: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if program.components().count() > 1 {
        return is_file(program);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_file(&folder.join(program)))
}
