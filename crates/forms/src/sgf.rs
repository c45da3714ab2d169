//! SGF whatever the game: of which game a file is, how its games are called, and what can be read of one that breaks off.

use std::borrow::Cow;

use tesuji_engine::GameKind;
use tesuji_hex::notation::sgf::HexDialect;
use tesuji_sgf::{Dialect, SgfError, SgfNode, Tree, mended, simple_text};

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

/// Content of an SGF file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SgfContent {
    /// The value of `GM`.
    Stated(String),
    /// There is no `GM`, but only Hex has such moves, or the file names Little Golem's pages of Hex.
    LooksLikeHex,
    /// There is no `GM`, and White makes the first move on an empty board, as in files of Little Golem.
    WhiteBegins,
    /// The moves of Amazons as a board for Go records them.
    AmazonsInSteps,
    /// There is no `GM`.
    Unsaid,
}

/// The game of a file.
pub(crate) fn game(text: &str) -> SgfContent {
    let properties = root(text);
    let value = |wanted: &str| properties.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.trim());
    if let Some(number) = value("GM").filter(|number| !number.is_empty()) {
        return match number {
            "1" if is_amazons_in_steps(text, value("SZ")) => SgfContent::AmazonsInSteps,
            number if tesuji_go::record::sgf::is_go(number) => SgfContent::Stated("1".to_owned()),
            number => SgfContent::Stated(number.to_owned()),
        };
    }
    let from_little_golem = properties.iter().any(|(_, value)| value.to_ascii_lowercase().contains("littlegolem"));
    let event = value("EV").unwrap_or_default().to_ascii_lowercase();
    let words = ["[swap", "[resign", "[forfeit"];
    if from_little_golem || event.starts_with("hex") || words.iter().any(|word| text.contains(word)) {
        return SgfContent::LooksLikeHex;
    }
    let is_set_up = ["AB[", "AW[", "HA[", "PL["].iter().any(|name| text.contains(name));
    if has_cell_names(text) {
        SgfContent::LooksLikeHex
    } else if !is_set_up && first_move(text) == Some('W') {
        SgfContent::WhiteBegins
    } else {
        SgfContent::Unsaid
    }
}

/// The letter of the first move.
fn first_move(text: &str) -> Option<char> {
    text.split(';').skip(1).map(str::trim_start).find_map(|node| {
        let name = node.chars().next().filter(|name| matches!(name, 'B' | 'W'))?;
        node[1..].trim_start().starts_with('[').then_some(name)
    })
}

/// Whether the moves of a file for Go are moves of Amazons, each in three steps.
fn is_amazons_in_steps(text: &str, size: Option<&str>) -> bool {
    let side = size.and_then(|size| size.parse::<usize>().ok());
    if side.is_none_or(|side| tesuji_amazons::Setup::standard(side).is_err()) {
        return false;
    }
    let tree = tesuji_amazons::record::sgf::tree(text);
    tree.is_ok_and(|tree| tesuji_amazons::record::sgf::in_steps(&tree, tree.roots[0]).is_some())
}

/// The part of a file that can be read, and what is missing if it breaks off or has something else behind it.
#[must_use]
pub fn whole_sgf(text: &str, kind: GameKind) -> (Cow<'_, str>, Option<String>) {
    let dialect = match kind {
        GameKind::Hex => HexDialect::of(text).rules(),
        GameKind::Go | GameKind::Amazons => Dialect::standard(usize::MAX),
    };
    let Some(mended) = mended(text, dialect) else { return (Cow::Borrowed(text), None) };
    let place = match &mended.fault {
        SgfError::Unexpected { place, .. } => format!("line {}, column {}", place.line, place.column),
        fault => fault.to_string(),
    };
    let notice = match mended.is_whole {
        true => format!("what stands behind the record, from {place} on, is left out"),
        false => format!("the record breaks off at {place}: it is read as far as it goes"),
    };
    (Cow::Owned(mended.text), Some(notice))
}

/// Names of the games of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfNames {
    /// For each game the name (`GN`), the remark about it (`GC`) and the event (`EV`), as far as the file has them.
    games: Vec<[String; 3]>,
}

impl SgfNames {
    /// The names in a file.
    #[must_use]
    pub fn of(tree: &Tree) -> Self {
        const LONGEST: usize = 60;
        let value = |node: &SgfNode, name: &str| {
            let text = simple_text(node.value(name).unwrap_or_default()).trim().to_owned();
            if text.chars().count() > LONGEST || text == "null" { String::new() } else { text }
        };
        let names = |&root: &usize| ["GN", "GC", "EV"].map(|name| value(&tree.nodes[root], name));
        Self { games: tree.roots.iter().map(names).collect() }
    }

    /// The name by which a game differs from all others; empty if it has none. The name of a single game is only the one
    /// that it gives itself.
    #[must_use]
    pub fn id(&self, game_idx: usize) -> String {
        let n_kinds = if self.games.len() == 1 { 1 } else { 3 };
        let is_own = |kind: &usize| {
            let name = &self.games[game_idx][*kind];
            !name.is_empty() && self.games.iter().filter(|other| other[*kind] == *name).count() == 1
        };
        (0..n_kinds).find(is_own).map(|kind| self.games[game_idx][kind].clone()).unwrap_or_default()
    }

    /// All names of a game.
    #[must_use]
    pub fn all(&self, game_idx: usize) -> Vec<String> {
        self.games[game_idx].iter().filter(|name| !name.is_empty()).cloned().collect()
    }
}

/// The number of leaves of a game that are not at the end of its main line.
pub(crate) fn n_variations(tree: &Tree, game_idx: usize) -> usize {
    let begins = tree.roots[game_idx];
    let ends = tree.roots.get(game_idx + 1).copied().unwrap_or(tree.nodes.len());
    tree.nodes[begins..ends].iter().map(|node| node.children.len().saturating_sub(1)).sum()
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
