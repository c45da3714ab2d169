//! `tesuji life`: whether stones of Go live, whoever moves first and whoever has ko threats.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::ProgressBar;
use miette::{IntoDiagnostic, miette};
use serde_json::json;
use tesuji_board::Player;
use tesuji_go::{Komi, Rules};
use tesuji_workbench::life::{LifeOf, LifeView};
use tesuji_workbench::types::{Budget, GameState};
use tesuji_workbench::{Answer, Question, ask, setup_of};

use super::analyze::levels::TerminalDesk;
use super::analyze::{Case, Given, cases};
use crate::input::{self, HintOptions, OnlyOption};
use crate::interrupt::stop_by_ctrl_c;
use crate::status::{self, Status};
use crate::text::{self, count};
use crate::{files, sheet};

/// The arguments of `tesuji life`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A record or a position of Go in any form, or a file of positions (TOML): a file, `-` for standard input, a link, or
    /// the text itself
    #[arg(value_name = "POSITION|FILE")]
    position: PathBuf,
    /// A stone of the group; of several groups a stone each: `"C1 F2"`
    #[arg(long, value_name = "CELLS")]
    group: String,
    /// The groups are dead only once all their stones have been captured, rather than any
    #[arg(long)]
    all: bool,
    /// The cells where play takes place; all stones around them count as safe [default: what the other side encloses]
    #[arg(long, value_name = "CELLS")]
    region: Option<String>,
    /// Who moves first [default: both are answered]
    #[arg(long, value_parser = input::player_parser(), value_name = "PLAYER")]
    first: Option<Player>,
    /// Find all first moves that work, not only one
    #[arg(long)]
    moves: bool,
    /// Moves of the side that fails, such as `"A1 pass C2"`: each is answered
    #[arg(long, value_name = "MOVES", requires = "first")]
    against: Option<String>,
    /// Write a certificate to this file, which `tesuji check` reads
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Only the first N moves of a record
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    #[command(flatten)]
    only: OnlyOption,
    #[command(flatten)]
    hints: HintOptions,
    /// The most time for each first player: `60s`, `500ms`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    time: Option<Duration>,
    /// The most nodes for each first player
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object a line for each position, and nothing else
    #[arg(long)]
    json: bool,
}

fn cells(text: &str) -> Vec<String> {
    text.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let source = input::source(&arguments.position)?;
    let given = Given { source: &source, text: source.look(&arguments.hints.hints()) };
    let source = cases::Source {
        position: Some(&given),
        board: None,
        is_hex: false,
        to_move: None,
        komi: Komi::default(),
        rules: Rules::CHINESE,
    };
    let mut cases = cases::read(&source, arguments.n_moves)?;
    arguments.only.retain(&mut cases, "position", |case| &case.id)?;
    if cases.len() > 1 && arguments.certificate.is_some() {
        return Err(miette!("`--certificate` takes one position, but there are {}", cases.len()).into());
    }
    let stop = stop_by_ctrl_c()?;
    let desk = TerminalDesk { stop: &stop, n_threads: 1, bar: ProgressBar::hidden() };
    let mut out = anstream::stdout().lock();
    let mut status = Status::Fine;
    for case in &cases {
        let answer = ask(&Question::Life(arguments.question(case)), &desk);
        let Answer::Life(view) = answer.map_err(|trouble| miette!("{}: {trouble}", case.id))? else {
            return Err(miette!("{}: no answer", case.id).into());
        };
        if view.answers.iter().any(|answer| answer.status.is_none()) {
            status = Status::Undecided;
        }
        if let (Some(path), Some(text)) = (&arguments.certificate, &view.certificate_text) {
            files::write_whole(path, text.as_bytes())?;
        }
        match arguments.json {
            true => {
                let mut line = serde_json::to_value(&view).into_diagnostic()?;
                if let Some(line) = line.as_object_mut() {
                    line.insert("id".to_owned(), json!(case.id));
                    line.remove("certificate_text");
                }
                writeln!(out, "{}", sheet::line(&line))?;
            }
            false => write!(out, "{}", report(&case.id, &view))?,
        }
    }
    Ok(status)
}

impl Arguments {
    fn question(&self, case: &Case) -> LifeOf {
        let state = GameState { game: case.session.spec().clone(), setup: setup_of(&case.session), moves: Vec::new() };
        LifeOf {
            state,
            target: cells(&self.group),
            all: self.all,
            region: self.region.as_deref().map(cells),
            first: self.first.map(Into::into),
            moves: self.moves,
            certificate: self.certificate.is_some(),
            tries: self.against.as_deref().map(cells).unwrap_or_default(),
            budget: Budget { seconds: self.time.map(|time| time.as_secs_f64()), nodes: self.nodes },
        }
    }
}

fn report(id: &str, view: &LifeView) -> String {
    let mut text = format!("{id}\n");
    for answer in &view.answers {
        text += &format!("  {}.\n", answer.words);
        if !answer.line.is_empty() {
            text += &format!("    {}\n", answer.line.join(", "));
        }
    }
    text += &format!("  region: {}\n", view.region.join(" "));
    let walls = view.safe_black.len() + view.safe_white.len();
    let safe = format!("{} around the region are safe", count(walls as u64, "stone"));
    let closed = format!("no way out at {}", view.open.join(" "));
    let assumed = [(walls > 0, safe), (!view.open.is_empty(), closed)];
    let assumed: Vec<String> = assumed.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect();
    if !assumed.is_empty() {
        text += &format!("  assumed: {}\n", assumed.join("; "));
    }
    text + &format!("  {} in {:.3} s\n", count(view.nodes, "node"), view.seconds)
}
