//! `tesuji match export`: the games as files that other programs read.

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_arena::{MatchStore, StoredGame};
use tesuji_board::Player;

use crate::files;
use crate::status::{self, Status};

/// The arguments of `tesuji match export`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The store, or the control file that it is beside
    #[arg(value_name = "FILE")]
    store: PathBuf,
    /// The form: a table with a line for each game, or an SGF collection
    #[arg(long, value_enum, value_name = "FORM")]
    to: GameForm,
    /// Of SGF: write each game to its own file in this folder, instead of all to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum GameForm {
    Csv,
    Sgf,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let store = super::open_store(&arguments.store)?;
    let games = store.games().into_diagnostic()?;
    match (&arguments.out, arguments.to) {
        (Some(_), GameForm::Csv) => return Err(miette!("`--out` is for `--to sgf`").into()),
        (Some(folder), GameForm::Sgf) => write_files(&store, &games, folder)?,
        (None, GameForm::Csv) => write_csv(&games)?,
        (None, GameForm::Sgf) => {
            let mut out = std::io::stdout().lock();
            for game in &games {
                out.write_all(sgf(&store, game.number)?.as_bytes())?;
            }
            out.flush()?;
        }
    }
    Ok(Status::Fine)
}

fn sgf(store: &MatchStore, number: u64) -> miette::Result<String> {
    let sgf = store.sgf(number).into_diagnostic()?;
    sgf.ok_or_else(|| miette!("{}: game {number} has gone", store.path().display()))
}

/// Writes each game to its own file. The names sort in the order of the games.
fn write_files(store: &MatchStore, games: &[StoredGame], folder: &Path) -> miette::Result<()> {
    files::make_folder(folder)?;
    let width = games.last().map_or(1, |game| game.number.to_string().len());
    for game in games {
        let path = folder.join(format!("game-{:0width$}.sgf", game.number));
        files::write_whole(&path, sgf(store, game.number)?.as_bytes())?;
    }
    Ok(())
}

const COLUMNS: &str = "\
    number black white winner reason detail n_moves handicap opening moves move_seconds move_cpu position \
    black_version white_version black_seconds white_seconds black_cpu white_cpu started seconds task";

fn write_csv(games: &[StoredGame]) -> Result<(), status::Failure> {
    let mut writer = csv::Writer::from_writer(std::io::stdout().lock());
    let broken = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => status::Failure::Console(error),
        kind => miette!("the table cannot be written: {kind:?}").into(),
    };
    writer.write_record(COLUMNS.split_whitespace()).map_err(broken)?;
    for game in games {
        let [black, white] = &game.sides;
        let cpu = |cpu: Option<f64>| cpu.map_or(String::new(), |cpu| cpu.to_string());
        let [move_seconds, move_cpu] = game.times_text().unwrap_or_default();
        let row: [String; 22] = [
            game.number.to_string(),
            black.name.clone(),
            white.name.clone(),
            game.ending.winner.map_or("draw", Player::name).to_owned(),
            game.ending.reason.name().to_owned(),
            game.ending.detail.clone(),
            game.n_moves().to_string(),
            game.handicap.clone(),
            game.n_opening.to_string(),
            game.moves.clone(),
            move_seconds,
            move_cpu,
            format!("{:016x}", game.position),
            black.version.clone(),
            white.version.clone(),
            black.seconds.to_string(),
            white.seconds.to_string(),
            cpu(black.cpu),
            cpu(white.cpu),
            game.started.to_string(),
            game.seconds.to_string(),
            game.task.to_string(),
        ];
        writer.write_record(&row).map_err(broken)?;
    }
    Ok(writer.flush()?)
}
