//! Which game an SGF file is of, found without reading its moves.

/// The properties of the first node: names and first values, as far as they can be made out.
///
/// A backslash takes the next character as it is. Little Golem escapes nothing, which matters only behind a `]` in a
/// name of a player.
fn root(text: &str) -> Vec<(String, String)> {
    let Some(start) = text.find(';') else { return Vec::new() };
    let mut properties = Vec::new();
    let mut name = String::new();
    let mut symbols = text[start + 1..].chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            ';' | '(' | ')' => break,
            '[' => {
                let mut value = String::new();
                while let Some(symbol) = symbols.next() {
                    match symbol {
                        ']' => break,
                        '\\' => value.extend(symbols.next()),
                        symbol => value.push(symbol),
                    }
                }
                if !name.is_empty() {
                    properties.push((std::mem::take(&mut name), value));
                }
            }
            symbol if symbol.is_ascii_uppercase() => name.push(symbol),
            _ => {}
        }
    }
    properties
}

/// What an SGF file says about its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SgfGame {
    /// The value of `GM`.
    Stated(String),
    /// There is no `GM`, but only Hex has such moves, or the file names Little Golem's pages of Hex.
    LooksLikeHex,
    /// There is no `GM`.
    Unsaid,
}

/// Which game a file is of.
pub(crate) fn game(text: &str) -> SgfGame {
    let properties = root(text);
    if let Some((_, value)) = properties.iter().find(|(name, _)| name == "GM") {
        return SgfGame::Stated(value.trim().to_owned());
    }
    let from_little_golem = properties.iter().any(|(_, value)| value.to_ascii_lowercase().contains("littlegolem"));
    let words = ["[swap", "[resign", "[forfeit"];
    if from_little_golem || words.iter().any(|word| text.contains(word)) || has_cell_names(text) {
        SgfGame::LooksLikeHex
    } else {
        SgfGame::Unsaid
    }
}

/// Whether some move is written as a letter and a number, which only Hex does.
fn has_cell_names(text: &str) -> bool {
    let is_name = |value: &str| {
        let value = value.split(']').next().unwrap_or_default().as_bytes();
        matches!(value, [letter, digits @ ..]
            if letter.is_ascii_lowercase() && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    };
    text.split(';').skip(2).any(|node| node.trim_start().strip_prefix("B[").is_some_and(is_name))
}
