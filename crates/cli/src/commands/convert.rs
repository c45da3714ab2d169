//! `tesuji convert`: certificates from binary to text form and back, without loss.

use std::io::Write;
use std::path::PathBuf;

use miette::miette;

use crate::files;
use crate::status::{self, Status};

/// The arguments of `tesuji convert`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A certificate in binary or text form; `-` reads standard input
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// Write the other form to this file [default: standard output]
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.certificate;
    if let Some(out) = arguments.out.as_ref().filter(|out| files::is_one_file(path, out)) {
        let (path, out) = (path.display(), out.display());
        return Err(miette!("{out} is the same file as {path}, which would be overwritten: name another file").into());
    }
    let (certificate, was_binary) = files::parse(path, &files::read(path)?)?;
    let converted = match was_binary {
        true => certificate.to_text().map(String::into_bytes),
        false => certificate.to_bytes(),
    };
    let bytes = converted.map_err(|error| miette!("{}: {error}", path.display()))?;
    match &arguments.out {
        Some(out) => files::write_whole(out, &bytes)?,
        // Not through `anstream`, which would look for colours in a certificate.
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(Status::Fine)
}
