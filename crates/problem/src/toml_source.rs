//! TOML whose values know their place in the file.

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::error::{Fault, Flaw};
use super::text::{SpannedText, one_line};

/// The tables of a file.
pub(crate) fn read<T: DeserializeOwned>(file: &str) -> Result<T, Flaw> {
    let syntax =
        |error: toml::de::Error| Flaw::new(error.span().unwrap_or_default(), Fault::Syntax(one_line(error.message())));
    toml::from_str(file).map_err(syntax)
}

/// A text of the file, with its place.
pub(crate) fn text<'a>(file: &str, value: Spanned<String>) -> SpannedText<'a> {
    SpannedText::decoded(file, value.span(), value.into_inner())
}
