//! TOML whose values know their place in the file.

use serde::de::DeserializeOwned;
use tesuji_board::syntax::SyntaxFault;
use toml::Spanned;

use super::error::{Fault, Flaw};
use super::text::SpannedText;

/// The tables of a file.
pub(crate) fn read<T: DeserializeOwned>(file: &str) -> Result<T, Flaw> {
    toml::from_str(file).map_err(|error: toml::de::Error| {
        let span = error.span().unwrap_or_default();
        Flaw::new(span.clone(), Fault::Syntax(SyntaxFault::of_toml(file, error.message(), Some(span)).words))
    })
}

/// A text of the file, with its place.
pub(crate) fn text<'a>(file: &str, value: Spanned<String>) -> SpannedText<'a> {
    SpannedText::decoded(file, value.span(), value.into_inner())
}
