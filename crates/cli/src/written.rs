//! Games and claims in the form that was asked for: to a file or to standard output, with what the form cannot hold.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::{Result, miette};
use tesuji_forms::{Form, Reading, Written, write, write_problems};
use tesuji_problem::Problem;

use crate::files;
use crate::input::Source;
use crate::status::Failure;
use crate::text::complain;

/// Reads the name of a form.
fn form_parser() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL.map(Form::name);
    let form = |name: String| Form::ALL.into_iter().find(|form| form.name() == name).unwrap_or(Form::Sgf);
    PossibleValuesParser::new(names).map(form)
}

/// The arguments that say where to write, and in which form.
#[derive(clap::Args)]
pub(crate) struct TargetOptions {
    /// Write to this file [default: standard output]
    #[arg(value_name = "OUT")]
    pub(crate) out: Option<PathBuf>,
    /// The form to write in [default: that of the ending of OUT; of a certificate, the other of its two forms]
    #[arg(long, value_parser = form_parser(), value_name = "FORM")]
    pub(crate) to: Option<Form>,
}

impl TargetOptions {
    /// The form is that of the option, otherwise that of the ending.
    ///
    /// # Errors
    ///
    /// If there is a file whose ending says no form, and no `--to`.
    pub(crate) fn target(&self) -> Result<Target<'_>> {
        let out = self.out.as_deref();
        let form = match (out, self.to) {
            (_, Some(form)) => Some(form),
            (None, None) => None,
            (Some(out), None) => {
                let ending = out.extension().and_then(OsStr::to_str).unwrap_or_default();
                let form = Form::of_ending(ending).ok_or_else(|| {
                    let expected = ".sgf, .hsgf, .json, .toml, .fen, .hdg, .wiki or .moves, or --to FORM";
                    miette!("{}: expected a name that ends in {expected}", out.display())
                })?;
                Some(form)
            }
        };
        Ok(Target { out, form })
    }
}

/// File and form of the output.
pub(crate) struct Target<'a> {
    out: Option<&'a Path>,
    form: Option<Form>,
}

impl Target<'_> {
    /// Whether anything is to be written.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.form.is_some()
    }

    /// Writes these games one after the other.
    pub(crate) fn put(&self, source: &Source, readings: &[Reading], n_moves: Option<usize>) -> Result<(), Failure> {
        let Some(form) = self.form else { return Ok(()) };
        let mut whole = Written::default();
        for reading in readings {
            let written = write(reading, form, n_moves).map_err(|error| source.wrong_in(&reading.id, &error))?;
            // Pictures of several lines need a gap between them.
            let is_block = written.text.trim_end().contains('\n') && form != Form::Sgf && form != Form::LittleGolem;
            if is_block && !whole.text.is_empty() {
                whole.text.push('\n');
            }
            whole.text += &written.text;
            for lost in written.lost {
                if !whole.lost.contains(&lost) {
                    whole.lost.push(lost);
                }
            }
        }
        self.put_text(source, form, &whole)
    }

    /// Writes these claims.
    pub(crate) fn put_problems(&self, source: &Source, problems: &[Problem]) -> Result<(), Failure> {
        let Some(form) = self.form else { return Ok(()) };
        let written = write_problems(problems, form).map_err(|error| source.wrong(&error))?;
        self.put_text(source, form, &written)
    }

    fn put_text(&self, source: &Source, form: Form, written: &Written) -> Result<(), Failure> {
        if !written.lost.is_empty() {
            complain(&format!("{}: `{form}` does not hold {}", source.name, written.lost.join("; ")));
        }
        match self.out {
            Some(out) => files::write_whole(out, written.text.as_bytes())?,
            // Not through `anstream`, which would look for colours in a record.
            None => std::io::stdout().lock().write_all(written.text.as_bytes())?,
        }
        Ok(())
    }
}
