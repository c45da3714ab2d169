//! `tesuji claim next`, `suggest`, `try` and `merge`: a strategy that a person and the program write together.

mod words;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use serde_json::json;
use tesuji_archive::{ArchiveAnswerer, SearchClock};
use tesuji_claims::dialogue::{Dialogue, DialogueConfig, DialogueError};
use tesuji_problem::strategy::Mark;
use tesuji_search::Limits;
use tesuji_workbench::dialogue::DialogueView;

use crate::files;
use crate::input;
use crate::pool::Pool;
use crate::sheet;
use crate::solving::StoreOption;
use crate::status::{self, Status};
use crate::text::{self, complain};

/// Options of every command about a strategy in the making.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object, and nothing else")))]
pub(crate) struct Shared {
    /// A strategy in the making: a problem, the line `strategy:`, moves and parts. The state of each position is written
    /// into it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep proofs and searches in this store [default: beside the file, with the ending `.store`]
    #[arg(long, value_name = "STORE")]
    store: Option<PathBuf>,
    /// The most processor time for the command: `500ms`, `60s`, `5m` [default: 1s for `try`, otherwise 10s]
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    time: Option<Duration>,
    /// The most nodes for the search of each proposal of `try`, and of each short search of `suggest` [default: 300 for
    /// `suggest`]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object, and nothing else
    #[arg(long)]
    json: bool,
}

/// The arguments of `tesuji claim next`.
#[derive(clap::Args)]
pub(crate) struct NextArguments {
    #[command(flatten)]
    shared: Shared,
}

/// The arguments of `tesuji claim suggest`.
#[derive(clap::Args)]
pub(crate) struct SuggestArguments {
    #[command(flatten)]
    shared: Shared,
    /// A position: moves of the opponent and replies in turn, and parts, as `claim next` prints them: `e3/d5/part2`
    #[arg(value_name = "PLACE", default_value = ".")]
    place: String,
}

/// The arguments of `tesuji claim try`.
#[derive(clap::Args)]
pub(crate) struct TryArguments {
    #[command(flatten)]
    shared: Shared,
    /// A position (`.` is the first one), perhaps with a move of the opponent: `e3/d5/c6`
    #[arg(value_name = "PLACE")]
    place: String,
    /// A reply, `d5`, if the place ends with a move; otherwise lines as in the file: `'e3 f3 -> d5'`, `'part d5-top: a1-c3'`
    #[arg(value_name = "MOVE", required = true)]
    lines: Vec<String>,
    /// Who believes in it, if it stays open
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// The arguments of `tesuji claim merge`.
#[derive(clap::Args)]
pub(crate) struct MergeArguments {
    #[command(flatten)]
    shared: Shared,
    /// Another file about the same claim. What it calls proved is proved again if the store does not have it
    #[arg(value_name = "OTHER")]
    other: PathBuf,
}

pub(crate) fn next(arguments: &NextArguments) -> status::Result {
    run(&arguments.shared, LONG, |dialogue, text| Ok((words::next(dialogue), DialogueView::of(dialogue, text))))
}

pub(crate) fn suggest(arguments: &SuggestArguments) -> status::Result {
    run(&arguments.shared, LONG, |dialogue, text| {
        let found = dialogue.suggest(&arguments.place)?;
        let view = DialogueView::of(dialogue, text).with_suggestion(&found);
        Ok((words::suggestion(&arguments.place, &found), view))
    })
}

pub(crate) fn attempt(arguments: &TryArguments) -> status::Result {
    run(&arguments.shared, BRIEFLY, |dialogue, text| {
        let found = dialogue.attempt(&arguments.place, &arguments.lines.join("\n"), arguments.by.as_deref())?;
        Ok((words::attempt(&found), DialogueView::of(dialogue, text).with_attempt(&found)))
    })
}

pub(crate) fn merge(arguments: &MergeArguments) -> status::Result {
    let other = input::parse_strategy(&arguments.other, &input::bytes(&arguments.other)?)?;
    run(&arguments.shared, LONG, |dialogue, text| {
        let left_out = dialogue.merge(&other)?;
        let left: String = left_out.iter().map(|place| format!("left out: another plan at {place}\n")).collect();
        let view = DialogueView::of(dialogue, text).with_left_out(left_out);
        Ok((format!("{left}{}", words::next(dialogue)), view))
    })
}

const LONG: Duration = Duration::from_secs(10);
const BRIEFLY: Duration = Duration::from_secs(1);

/// Does one thing with the strategy of a file, writes the file and prints what came of it.
fn run(
    shared: &Shared,
    time: Duration,
    work: impl FnOnce(&mut Dialogue<'_>, &str) -> Result<(String, DialogueView), DialogueError> + Send,
) -> status::Result {
    let bytes = input::bytes(&shared.file)?;
    if !shared.file.is_file() {
        return Err(miette!("{}: expected a file, which is changed", shared.file.display()).into());
    }
    let strategy = input::parse_strategy(&shared.file, &bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let id = strategy.problem.id.clone();
    let store = shared.store.clone().unwrap_or_else(|| shared.file.with_extension("store"));
    let pool = Pool::new(Some(shared.time.unwrap_or(time)), None, 1)?;
    let archive = StoreOption { path: Some(store) }.archive(1)?;
    let config = DialogueConfig { each: shared.nodes.unwrap_or(DialogueConfig::default().each), most: shared.nodes };
    let search = |limits: &Limits, clock: &SearchClock| {
        let seconds = || clock.seconds();
        let mut answerer = ArchiveAnswerer::new(&archive, limits, &seconds);
        let mut dialogue = Dialogue::new(strategy, &mut answerer, config)?;
        let done = work(&mut dialogue, &text)?;
        Ok((done, dialogue.lost().to_vec(), dialogue.root().mark.clone()))
    };
    let done: Option<(Result<_, DialogueError>, f64)> = pool.run_one(|| pool.search(0, &id, search));
    let Some((done, _)) = done else { return Ok(Status::Interrupted) };
    let ((words, view), lost, mark) = done.into_diagnostic()?;
    let new = &view.text;
    for place in lost {
        complain(&format!(
            "{place}: no proof of what the file says is in the store or was found in time: it is open now"
        ));
    }
    if *new != text {
        if input::bytes(&shared.file)? != bytes {
            let message = "the file was changed meanwhile and is left as it is; what was proved is in the store: run the command again";
            return Err(miette!("{}: {message}", shared.file.display()).into());
        }
        files::write_whole(&shared.file, new.as_bytes())?;
    }
    let printed = if shared.json { format!("{}\n", sheet::line(&json!(view))) } else { words };
    let mut out = anstream::stdout().lock();
    out.write_all(printed.as_bytes()).and_then(|()| out.flush())?;
    Ok(match mark {
        _ if pool.is_stopped() => Status::Interrupted,
        Mark::Proved | Mark::Refuted => Status::Fine,
        Mark::Open | Mark::Believed(_) => Status::Undecided,
    })
}
