//! Where a review goes: text, JSON lines, and files for one game or for each of many.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_review::{Game, Review, ReviewSpec, chart, file_stem, html, sgf};

use super::text;
use crate::files;
use crate::picture::PictureArguments;
use crate::status::Failure;
use crate::text::{complain, count};

/// Options about the outputs.
#[derive(clap::Args)]
pub(super) struct Outputs {
    /// Write the game with remarks, marks, better lines and the curve to this file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Write one page with everything to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all these files for each game to this folder, and a summary of all games
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object a game, and nothing else
    #[arg(long)]
    json: bool,
}

impl Outputs {
    /// Refuses one file for many games, and games whose files would have the same names.
    pub(super) fn check(&self, games: &[Game]) -> miette::Result<()> {
        let n_games = games.len();
        let mut stems = BTreeSet::new();
        if let Some(game) = games.iter().find(|game| self.out.is_some() && !stems.insert(file_stem(&game.id))) {
            return Err(miette!("two games are called `{}`, so their files would overwrite each other", game.id));
        }
        let of_one =
            [("--sgf", self.sgf.is_some()), ("--svg", self.picture.is_wanted()), ("--html", self.html.is_some())];
        match of_one.iter().find(|(_, is_wanted)| *is_wanted) {
            Some((option, _)) if n_games > 1 => {
                Err(miette!("`{option}` takes one game, but there are {n_games}: expected `--out DIR` or `--only`"))
            }
            _ => Ok(()),
        }
    }

    /// What an earlier run with these settings left in the folder, for each game.
    pub(super) fn earlier(&self, games: &[Game], spec: &ReviewSpec) -> Vec<Option<Review>> {
        let read = |game: &Game| {
            let bytes = std::fs::read(self.file(game, "json")?).ok()?;
            let review: Review = serde_json::from_slice(&bytes).ok()?;
            (review.settings == spec.words() && review.is_of(game)).then_some(review)
        };
        games.iter().map(read).collect()
    }

    fn file(&self, game: &Game, ending: &str) -> Option<PathBuf> {
        let stem = file_stem(&game.id);
        self.out.as_ref().map(|folder| folder.join(format!("{stem}.{ending}")))
    }
}

/// The reviews that were shown so far.
pub(super) struct Shown<'a> {
    outputs: &'a Outputs,
    n_games: usize,
    all: bool,
    reviews: Vec<Review>,
}

impl<'a> Shown<'a> {
    pub(super) fn new(outputs: &'a Outputs, n_games: usize, all: bool) -> miette::Result<Self> {
        if let Some(folder) = &outputs.out {
            files::make_folder(folder)?;
        }
        Ok(Self { outputs, n_games, all, reviews: Vec::new() })
    }

    /// Prints and writes one review.
    pub(super) fn add(&mut self, game: &Game, review: &Review, is_earlier: bool) -> Result<(), Failure> {
        let outputs = self.outputs;
        let write = |path: &Option<PathBuf>, made: &dyn Fn() -> miette::Result<String>| -> miette::Result<()> {
            let Some(path) = path else { return Ok(()) };
            files::write_whole(path, made()?.as_bytes())
        };
        let annotated = || sgf::write(game, review).into_diagnostic();
        let drawn = || chart::picture(review, outputs.picture.theme());
        let page = || Ok(html::page(review));
        write(&outputs.sgf, &annotated)?;
        if outputs.picture.is_wanted() {
            outputs.picture.write(vec![drawn()])?;
        }
        write(&outputs.html, &page)?;
        if !is_earlier {
            write(&outputs.file(game, "sgf"), &annotated)?;
            write(&outputs.file(game, "svg"), &|| Ok(drawn().svg()))?;
            write(&outputs.file(game, "html"), &page)?;
            // The data come last: they say that the other files are there.
            write(&outputs.file(game, "json"), &|| serde_json::to_string(review).into_diagnostic())?;
        }
        let mut out = anstream::stdout().lock();
        if outputs.json {
            let line = serde_json::to_string(review).into_diagnostic()?;
            writeln!(out, "{line}")?;
        } else if self.n_games == 1 {
            write!(out, "{}", text::report(review, self.all))?;
        } else {
            let verdict = review.verdict();
            writeln!(out, "{}: {}", review.id, review.heading())?;
            for sentence in verdict {
                writeln!(out, "  {sentence}")?;
            }
        }
        out.flush()?;
        self.reviews.push(review.clone());
        Ok(())
    }

    /// Writes the summary.
    pub(super) fn end(&self, is_stopped: bool) -> Result<(), Failure> {
        if self.n_games == 1 {
            return Ok(());
        }
        if is_stopped {
            complain(&format!("stopped: {} of {} games reviewed", self.reviews.len(), self.n_games));
        }
        if let Some(folder) = &self.outputs.out {
            self.write_summary(folder)?;
        }
        if self.outputs.json {
            return Ok(());
        }
        let n_turning = self.reviews.iter().filter(|review| review.turning.is_some()).count();
        let mut out = anstream::stdout().lock();
        let n_games = count(self.reviews.len() as u64, "game");
        writeln!(out, "\n{n_games}, {n_turning} with a move that is proved to have lost the game")?;
        Ok(out.flush()?)
    }

    fn write_summary(&self, folder: &Path) -> miette::Result<()> {
        files::write_whole(&folder.join("index.html"), html::index(&self.reviews).as_bytes())?;
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record([
            "game",
            "board",
            "moves",
            "result",
            "proved_winner",
            "certain_from",
            "turning_move",
            "turning_player",
            "proved_positions",
            "mistakes",
            "seconds",
        ])
        .into_diagnostic()?;
        let text = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
        for review in &self.reviews {
            csv.write_record([
                review.id.clone(),
                review.board.clone(),
                review.moves.len().to_string(),
                review.result.clone(),
                review.winner.map_or("", |winner| winner.title()).to_owned(),
                text(review.certain_from),
                text(review.turning.map(|turning| turning.number)),
                review.turning.map_or("", |turning| turning.player.title()).to_owned(),
                review.n_proved().to_string(),
                review.mistakes.len().to_string(),
                format!("{:.1}", review.spent.seconds),
            ])
            .into_diagnostic()?;
        }
        let bytes = csv.into_inner().into_diagnostic()?;
        files::write_whole(&folder.join("summary.csv"), &bytes)
    }
}
