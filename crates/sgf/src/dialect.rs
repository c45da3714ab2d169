//! How programs differ in what they write and read.

/// What a file is read by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// How its values end.
    pub escapes: Escapes,
    /// How the names of its properties end.
    pub names: Names,
    /// How many nodes may follow each other. A file with a longer line is refused as soon as that is seen.
    pub longest_line: usize,
    /// How many points the rectangles of all values may stand for ([`Tree::n_points_of_rectangles`]). Readers write them
    /// out one by one, so seven bytes become 2,704 points.
    ///
    /// [`Tree::n_points_of_rectangles`]: crate::Tree::n_points_of_rectangles
    pub most_points: usize,
}

impl Dialect {
    /// Files that keep to SGF as far as programs do: escapes as FF[4] says, names as lenient readers take them, and a million
    /// points in rectangles, far more than games need and read in a moment.
    #[must_use]
    pub const fn standard(longest_line: usize) -> Self {
        Self { escapes: Escapes::Least, names: Names::ToBracket, longest_line, most_points: 1_000_000 }
    }
}

/// Which characters of a value have a `\` before them.
///
/// A reader takes the character behind any `\` as it is, so the first three differ for writers alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    /// `\` and `]`: as few as FF[4] allows.
    Least,
    /// `\`, `]` and `:`: a value never looks like two values with a colon between.
    Colons,
    /// `\`, `[`, `]` and `:`, as HexGui writes them.
    Brackets,
    /// None. A value ends at the first `]` after which a value, property, node, tree or the end follows, and `\` is a
    /// character like others. Little Golem writes so.
    None,
}

impl Escapes {
    /// Whether a writer puts a `\` before this character.
    #[must_use]
    pub const fn has(self, character: char) -> bool {
        match character {
            '\\' | ']' => !matches!(self, Self::None),
            ':' => matches!(self, Self::Colons | Self::Brackets),
            '[' => matches!(self, Self::Brackets),
            _ => false,
        }
    }
}

/// What the name of a property is, where a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Letters and digits; anything else before the bracket is a fault. Small letters mean nothing, as before FF[4]
    /// (`GaMe[11]`).
    Letters,
    /// All ASCII up to the bracket, of which capital letters count. Programs that wrote something odd between two
    /// properties are forgiven.
    ToBracket,
}
