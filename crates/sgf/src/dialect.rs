//! Differences between programs in reading and writing SGF.

/// The rules by which a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Escapes in values.
    pub escapes: Escapes,
    /// Names of properties.
    pub names: PropertyNames,
    /// Maximum number of nodes in one line of play. A file with a longer line is refused as soon as that is seen.
    pub longest_line: usize,
    /// Maximum number of points of all rectangles together ([`Tree::n_points_of_rectangles`]). Readers
    /// expand them point by point, so seven bytes can become 2,704 points.
    ///
    /// [`Tree::n_points_of_rectangles`]: crate::Tree::n_points_of_rectangles
    pub most_points: usize,
}

impl Dialect {
    /// Files that keep to SGF as closely as programs usually do: escapes as in `FF[4]`, and names as lenient readers take
    /// them. Rectangles may have a million points, which is far more than games need and takes only a moment to read.
    #[must_use]
    pub const fn standard(longest_line: usize) -> Self {
        Self { escapes: Escapes::Least, names: PropertyNames::ToBracket, longest_line, most_points: 1_000_000 }
    }
}

/// Characters escaped with `\` in values.
///
/// A reader takes the character after any `\` literally, so the first three differ only for writers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    /// `\` and `]`: as few as `FF[4]` allows.
    Least,
    /// `\`, `]` and `:`: a value never looks like two values with a colon between them.
    Colons,
    /// `\`, `[`, `]` and `:`, as HexGui writes them.
    Brackets,
    /// No character. A value ends at the first `]` that is followed by a value, a property, a node, a tree or the end,
    /// and `\` is an ordinary character. Little Golem writes such files.
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

/// Reading of property names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyNames {
    /// Letters and digits; anything else before the bracket is a fault. Small letters are ignored, as before `FF[4]`
    /// (`GaMe[11]`).
    Letters,
    /// All ASCII up to the bracket; only capital letters count. This tolerates programs that wrote something odd
    /// between two properties.
    ToBracket,
}
