//! `tesuji convert`: games, positions, claims and certificates in another form.

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::miette;
use tesuji_engine::AnyRecord;
use tesuji_forms::{Reading, TextKind};
use tesuji_problem::Problem;
use tesuji_proof::Form;

use crate::files;
use crate::input::{self, HintOptions, Source};
use crate::status::{self, Status};
use crate::text::matches_glob;
use crate::written::TargetOptions;

/// The arguments of `tesuji convert`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A game, a position, claims or a certificate in any form: a file, `-` for standard input, a link, or the text
    /// itself
    #[arg(value_name = "TEXT|FILE")]
    input: PathBuf,
    #[command(flatten)]
    target: TargetOptions,
    /// Of a game, only the first N moves, or the position after them
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    /// Only the games whose name or number matches, or claims whose name does; `*` is any text, `?` any character
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
    #[command(flatten)]
    hints: HintOptions,
    /// Amazons: exchange the colours, so that a game in which White starts below becomes one in which Black does
    #[arg(long)]
    exchange: bool,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.input;
    if let Some(out) = arguments.target.out.as_ref().filter(|out| files::is_one_file(path, out)) {
        let (path, out) = (path.display(), out.display());
        return Err(miette!("{out} is the same file as {path}, which would be overwritten: name another file").into());
    }
    let bytes = input::bytes(path)?;
    if Form::begins(&bytes) {
        return match arguments.target.to {
            None => certificate(arguments, path, &bytes),
            Some(_) => {
                let claim = files::parse(path, &bytes)?.0.claim;
                let source = Source::new(path, &bytes);
                let problem = Problem::new(source.id.clone(), claim);
                arguments.target.target()?.put_problems(&source, &[problem])?;
                Ok(Status::Fine)
            }
        };
    }
    let source = Source::new(path, &bytes);
    let target = arguments.target.target()?;
    if !target.is_wanted() {
        return Err(
            miette!("{}: expected --to FORM, or a file to write whose ending says the form", source.name).into()
        );
    }
    let wanted = |id: &str| arguments.only.as_ref().is_none_or(|pattern| matches_glob(pattern, id));
    let none = || miette!("{}: nothing in it has such a name", source.name);
    let text = source.look(&arguments.hints.hints());
    if text.found.kind == TextKind::Problems {
        let mut problems = input::parse_problems(path, &bytes)?;
        problems.retain(|problem| wanted(&problem.id));
        if problems.is_empty() {
            return Err(none().into());
        }
        target.put_problems(&source, &problems)?;
        return Ok(Status::Fine);
    }
    let mut readings = text.games().map_err(|error| source.wrong(&error))?;
    input::keep_games(&source, &mut readings, arguments.only.as_deref())?;
    if arguments.exchange {
        readings.iter_mut().try_for_each(exchange)?;
    }
    input::say_notices(&source, &readings);
    target.put(&source, &readings, arguments.n_moves)?;
    Ok(Status::Fine)
}

fn exchange(reading: &mut Reading) -> miette::Result<()> {
    match &mut reading.record {
        AnyRecord::Amazons(record) => *record = record.clone().with_colours_exchanged(),
        AnyRecord::Hex(_) | AnyRecord::Go(_) => {
            return Err(miette!("`--exchange` is for Amazons, and this is not a record of Amazons"));
        }
    }
    Ok(())
}

/// The other form of a certificate, without loss.
fn certificate(arguments: &Arguments, path: &Path, bytes: &[u8]) -> status::Result {
    let (certificate, was_binary) = files::parse(path, bytes)?;
    let converted = match was_binary {
        true => certificate.to_text().map(String::into_bytes),
        false => certificate.to_bytes(),
    };
    let bytes = converted.map_err(|error| miette!("{}: {error}", path.display()))?;
    match &arguments.target.out {
        Some(out) => files::write_whole(out, &bytes)?,
        // Not through `anstream`, which would look for colours in a certificate.
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(Status::Fine)
}
