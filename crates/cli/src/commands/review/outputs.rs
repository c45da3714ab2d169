//! Output of a review: text, JSON lines, and files for one game or for each of many.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_review::{GameToReview, MistakeKind, PositionReview, Review, ReviewSpec, Side, chart, file_stem, html, sgf};

use super::text;
use crate::files;
use crate::picture::PictureArguments;
use crate::sheet::{self, DataOptions, Sheet, cells};
use crate::status::Failure;
use crate::text::{complain, count};

/// Options about the outputs.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a game, and nothing else")))]
pub(super) struct Outputs {
    /// Write the game with remarks, marks, better lines and the curve to this file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write one page with everything to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all these files for each game to this folder, and a summary of all games
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    picture: PictureArguments,
}

impl Outputs {
    /// Refuses one file for many games, and games whose files would have the same names.
    pub(super) fn check(&self, games: &[GameToReview]) -> miette::Result<()> {
        let n_games = games.len();
        let mut stems = BTreeSet::new();
        if let Some(game) = games.iter().find(|game| self.out.is_some() && !stems.insert(file_stem(&game.id))) {
            return Err(miette!("two games are called `{}`, so their files would overwrite each other", game.id));
        }
        let of_one = [
            ("--sgf", self.sgf.is_some()),
            ("--svg and --png", self.picture.is_wanted()),
            ("--html", self.html.is_some()),
        ];
        match of_one.iter().find(|(_, is_wanted)| *is_wanted) {
            Some((option, _)) if n_games > 1 => {
                Err(miette!("`{option}` takes one game, but there are {n_games}: expected `--out DIR` or `--only`"))
            }
            _ => Ok(()),
        }
    }

    /// Reviews that an earlier run with these settings left in the folder, for each game.
    pub(super) fn earlier(&self, games: &[GameToReview], spec: &ReviewSpec) -> Vec<Option<Review>> {
        let read = |game: &GameToReview| {
            let bytes = std::fs::read(self.file(game, "json")?).ok()?;
            let review: Review = serde_json::from_slice(&bytes).ok()?;
            (review.settings == spec.words() && review.is_of(game)).then_some(review)
        };
        games.iter().map(read).collect()
    }

    fn file(&self, game: &GameToReview, ending: &str) -> Option<PathBuf> {
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
    pub(super) fn add(&mut self, game: &GameToReview, review: &Review, is_earlier: bool) -> Result<(), Failure> {
        let outputs = self.outputs;
        let write = |path: &Option<PathBuf>, made: &dyn Fn() -> miette::Result<String>| -> miette::Result<()> {
            let Some(path) = path else { return Ok(()) };
            files::write_whole(path, made()?.as_bytes())
        };
        let annotated = || sgf::write(game, review).into_diagnostic();
        let theme = outputs.picture.theme();
        let drawn = || Ok(chart::picture(review, theme).svg());
        let page = || html::page(game, review).into_diagnostic();
        write(&outputs.sgf, &annotated)?;
        if outputs.picture.is_wanted() {
            outputs.picture.write(vec![chart::picture(review, theme)])?;
        }
        write(&outputs.html, &page)?;
        if !is_earlier {
            write(&outputs.file(game, "sgf"), &annotated)?;
            write(&outputs.file(game, "svg"), &drawn)?;
            write(&outputs.file(game, "html"), &page)?;
            // The data come last: they say that the other files are there.
            write(&outputs.file(game, "json"), &|| serde_json::to_string(review).into_diagnostic())?;
        }
        let mut out = anstream::stdout().lock();
        if outputs.data.json {
            writeln!(out, "{}", sheet::line(&serde_json::to_value(review).into_diagnostic()?))?;
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

    /// A row for each move: its values are its player's, from 0 to 1.
    fn moves(&self) -> Sheet {
        let mut sheet = Sheet::new(
            "\
            id number player move before after proved_before proved_after loss loss_low loss_high mistake \
            only_move better better_proved"
                .split_whitespace(),
        );
        for review in &self.reviews {
            for (mv, around) in review.moves.iter().zip(review.positions.windows(2)) {
                let value = |position: &PositionReview| {
                    position.black().map(|(black, _)| if mv.player == Side::Black { black } else { 1.0 - black })
                };
                let winner = |position: &PositionReview| position.winner().map(Side::title);
                sheet.row(cells![
                    review.id.as_str(),
                    mv.number,
                    mv.player.title(),
                    mv.mv.as_str(),
                    value(&around[0]),
                    value(&around[1]),
                    winner(&around[0]),
                    winner(&around[1]),
                    mv.loss,
                    mv.interval.map(|[low, _]| low),
                    mv.interval.map(|[_, high]| high),
                    mv.mistake.map(MistakeKind::word),
                    mv.is_only_move,
                    mv.better.as_ref().map(|better| better.moves.join(" ")),
                    mv.better.as_ref().map(|better| better.is_proved),
                ]);
            }
        }
        sheet
    }

    /// Writes the summary.
    pub(super) fn end(&self, is_stopped: bool) -> Result<(), Failure> {
        self.outputs.data.csv.write(|| self.moves())?;
        if self.n_games == 1 {
            return Ok(());
        }
        if is_stopped {
            complain(&format!("stopped: {} of {} games reviewed", self.reviews.len(), self.n_games));
        }
        if let Some(folder) = &self.outputs.out {
            self.write_summary(folder)?;
        }
        if self.outputs.data.json {
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
        let mut sheet = Sheet::new(
            "\
            game board moves result proved_winner certain_from turning_move turning_player proved_positions \
            mistakes seconds"
                .split_whitespace(),
        );
        for review in &self.reviews {
            sheet.row(cells![
                review.id.as_str(),
                review.board.as_str(),
                review.moves.len(),
                review.result.as_str(),
                review.winner.map(Side::title),
                review.certain_from,
                review.turning.map(|turning| turning.number),
                review.turning.map(|turning| turning.player.title()),
                review.n_proved(),
                review.mistakes.len(),
                review.spent.seconds,
            ]);
        }
        sheet.write(&folder.join("summary.csv"))
    }
}
