//! Writes nodes as text.

use std::fmt::Display;

use crate::Escapes;
use crate::tree::ends_value;

/// The name of this program in the property `AP` of the files that it writes.
pub const PROGRAM: &str = "Tesuji";

/// A file that is being written, property by property.
///
/// ```
/// use tesuji_sgf::{Escapes, Writer};
///
/// let mut file = Writer::new(Escapes::Least);
/// file.raw("(;").property("GM", ["1"]).text("PB", "a [b]").text("EV", "").raw("\n;").property("B", ["ee"]).raw(")\n");
/// assert_eq!(file.finish(), "(;GM[1]PB[a [b\\]]\n;B[ee])\n");
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    escapes: Escapes,
    written: String,
}

impl Writer {
    /// An empty file.
    #[must_use]
    pub const fn new(escapes: Escapes) -> Self {
        Self { escapes, written: String::new() }
    }

    /// Adds what comes between properties: parentheses, semicolons, line breaks.
    pub fn raw(&mut self, between: &str) -> &mut Self {
        self.written += between;
        self
    }

    /// Begins the first node: the version of SGF, the encoding, this program, and then what says which game it is, with
    /// values as [`Self::property`] takes them.
    ///
    /// ```
    /// use tesuji_sgf::{Escapes, Writer};
    ///
    /// let mut file = Writer::new(Escapes::Least);
    /// file.raw("(").root([("GM", "11"), ("SZ", "5")]).raw(")");
    /// let file = file.finish();
    /// assert!(file.starts_with("(;FF[4]CA[UTF-8]AP[Tesuji:") && file.ends_with("]GM[11]SZ[5])"));
    /// ```
    pub fn root<'n>(&mut self, game: impl IntoIterator<Item = (&'n str, impl Display)>) -> &mut Self {
        self.raw(";").property("FF", ["4"]).property("CA", ["UTF-8"]);
        self.property("AP", [format_args!("{PROGRAM}:{}", env!("CARGO_PKG_VERSION"))]);
        for (name, value) in game {
            self.property(name, [value]);
        }
        self
    }

    /// Adds a property whose values need no escapes, or have them already. Adds nothing if there is no value.
    pub fn property(&mut self, name: &str, values: impl IntoIterator<Item = impl Display>) -> &mut Self {
        for (idx, value) in values.into_iter().enumerate() {
            let name = if idx == 0 { name } else { "" };
            self.written += &format!("{name}[{value}]");
        }
        self
    }

    /// Adds a property with a text as its value, escaped. Adds nothing if the text is empty.
    pub fn text(&mut self, name: &str, text: &str) -> &mut Self {
        let value = Some(escaped(text, self.escapes)).filter(|value| !value.is_empty());
        self.property(name, value)
    }

    /// The file.
    #[must_use]
    pub fn finish(self) -> String {
        self.written
    }
}

/// A text with its escapes, so that a reader gets the same text back. [`Escapes::stands_for_itself`] says when that is
/// so.
#[must_use]
pub fn escaped(text: &str, escapes: Escapes) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        if escapes.has(character) {
            value.push('\\');
        }
        value.push(character);
    }
    value
}

/// A text without control characters other than line feeds. Of all white space, only line feeds and spaces are sure to
/// be read back unchanged.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().filter(|&letter| letter == '\n' || !letter.is_control()).collect()
}

impl Escapes {
    /// Whether a reader finds the end of this text in the right place, when it is a value with these escapes. That is
    /// always so except for [`Self::None`], where a `]` and the text after it may end the value too early.
    #[must_use]
    pub fn stands_for_itself(self, text: &str) -> bool {
        let closed = format!("{text}]");
        self != Self::None || !closed.match_indices(']').any(|(at, _)| at < text.len() && ends_value(&closed[at + 1..]))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Dialect, PropertyNames, Tree};

    proptest! {
        #[test]
        fn what_is_written_is_read(text in "[\\]\\[\\\\:;()A-Zé \n]{1,12}") {
            for escapes in [Escapes::Least, Escapes::Colons, Escapes::Brackets, Escapes::None] {
                let mut file = Writer::new(escapes);
                file.raw("(;").text("C", &text).raw("\n;").property("B", ["ee", "dd"]).raw(")\n");
                let dialect = Dialect { escapes, names: PropertyNames::Letters, longest_line: 2, most_points: 0 };
                let tree = Tree::read(&file.clone().finish(), dialect);
                if escapes.stands_for_itself(&text) {
                    let tree = tree.unwrap();
                    prop_assert_eq!(tree.nodes[0].value("C"), Some(&*text), "{:?}", escapes);
                    prop_assert_eq!(&tree.nodes[1].properties[0].values, &["ee", "dd"]);
                } else {
                    prop_assert!(escapes == Escapes::None && !tree.is_ok_and(|tree| tree.nodes[0].value("C") == Some(&*text)));
                }
            }
        }
    }
}
