//! The trees of SGF files of any game: nodes, properties, values.
//!
//! This is a small reader of our own. The SGF crates (sgf-parse, sgf-parser) read only well-formed files, take a file
//! without `GM` for Go, and do not say where a fault is. Little Golem neither escapes its values (`PW[Schumacher;]]`)
//! nor writes `GM`. Nodes are kept in one list, so deep trees need no stack.

use crate::{Dialect, Escapes, PropertyNames, SgfError, TextPlace, n_points_of_rectangles, quoted};

/// A property: identifier, values, place of the identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Capital letters, such as `PB`.
    pub name: String,
    /// One or more values, unescaped.
    pub values: Vec<String>,
    /// Its place in the text.
    pub place: TextPlace,
}

/// A node: properties, and links to other nodes by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfNode {
    /// The previous node, unless this is the first of a game.
    pub parent: Option<usize>,
    /// The next nodes: the first continues the main line, the others are variations.
    pub children: Vec<usize>,
    /// In the order of the file.
    pub properties: Vec<Property>,
    /// Its place in the text.
    pub place: TextPlace,
}

/// All nodes of a file, and which of them begin a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// In the order of the file, so parents come before children.
    pub nodes: Vec<SgfNode>,
    /// The first node of each game; at least one.
    pub roots: Vec<usize>,
}

impl SgfNode {
    /// The first property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of the property with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name)?.values.first().map(String::as_str)
    }
}

impl Tree {
    /// The nodes from the beginning of its game to `node`, both inclusive.
    #[must_use]
    pub fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |&node| self.nodes[node].parent).collect();
        path.reverse();
        path
    }

    /// The nodes of the main line from `node` on, beginning with `node` itself.
    pub fn main_line(&self, node: usize) -> impl Iterator<Item = &SgfNode> {
        std::iter::successors(Some(node), |&node| self.nodes[node].children.first().copied())
            .map(|node| &self.nodes[node])
    }

    /// The last node of the main line from `node` on.
    #[must_use]
    pub fn main_leaf(&self, mut node: usize) -> usize {
        while let Some(&next) = self.nodes[node].children.first() {
            node = next;
        }
        node
    }

    /// Number of points of the rectangles of all values, if points have two letters: `[aa:cc]` stands for nine.
    ///
    /// Readers expand them, so seven bytes can become 2,704 points. A file with too many must be refused first.
    #[must_use]
    pub fn n_points_of_rectangles(&self) -> usize {
        let properties = self.nodes.iter().flat_map(|node| &node.properties);
        properties.map(|property| n_points_of_rectangles(&property.values)).sum()
    }

    /// Reads a file with all its games and variations. White space before the first game and after the last is skipped.
    ///
    /// # Errors
    ///
    /// The first fault of the text, with its place, or the bound of the dialect that the text exceeds.
    pub fn read(text: &str, dialect: Dialect) -> Result<Self, SgfError> {
        TreeReader::new(text, dialect).tree()
    }
}

/// Readable part of a file that breaks off or has other text after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialTree {
    /// The beginning of the file, which is SGF: what is open at its end is closed.
    pub text: String,
    /// The fault at which the file breaks off.
    pub fault: SgfError,
    /// Whether all games were closed before it.
    pub is_whole: bool,
}

/// The beginning of a text that is not SGF as a whole, up to the first fault. `None` if all of it is SGF, or nothing.
#[must_use]
pub fn mended(text: &str, dialect: Dialect) -> Option<PartialTree> {
    let mut reader = TreeReader::new(text, dialect);
    let fault = reader.tree().err().filter(|fault| matches!(fault, SgfError::Unexpected { .. }))?;
    let Good { end, n_open, has_node } = reader.good;
    has_node.then(|| PartialTree { text: text[..end].to_owned() + &")".repeat(n_open), fault, is_whole: n_open == 0 })
}

struct TreeReader<'a> {
    text: &'a str,
    dialect: Dialect,
    offset: usize,
    /// The place of the byte `counted`. Both advance together, so each character is counted only once.
    at: TextPlace,
    counted: usize,
    good: Good,
}

/// Longest prefix of a text that is SGF.
#[derive(Clone, Copy, Default)]
struct Good {
    /// The byte behind the last property or sign.
    end: usize,
    /// Number of open parentheses there.
    n_open: usize,
    has_node: bool,
}

/// The node after which reading continues.
#[derive(Clone, Copy)]
struct Last {
    node: usize,
    /// The number of nodes from the beginning of its game to this one.
    n_nodes: usize,
}

impl<'a> TreeReader<'a> {
    fn new(text: &'a str, dialect: Dialect) -> Self {
        TreeReader { text, dialect, offset: 0, at: TextPlace { line: 1, column: 1 }, counted: 0, good: Good::default() }
    }
}

impl TreeReader<'_> {
    fn tree(&mut self) -> Result<Tree, SgfError> {
        let mut tree = Tree { nodes: Vec::new(), roots: Vec::new() };
        // For each open parenthesis, the node that it branches from.
        let mut branches: Vec<Option<Last>> = Vec::new();
        let mut current: Option<Last> = None;
        // Whether properties may follow, which they may not directly after a parenthesis.
        let mut is_in_node = false;
        loop {
            self.good = Good { end: self.offset, n_open: branches.len(), has_node: !tree.nodes.is_empty() };
            self.skip_space();
            if branches.is_empty() {
                let rest = &self.text[self.offset..];
                self.offset += rest.len() - rest.trim_start().len();
            }
            match self.peek() {
                Some(b'(') => {
                    branches.push(current);
                    is_in_node = false;
                    self.offset += 1;
                }
                Some(b')') if !branches.is_empty() => {
                    current = branches.pop().flatten();
                    is_in_node = false;
                    self.offset += 1;
                }
                Some(b';') if !branches.is_empty() => {
                    let place = self.place();
                    let node = tree.nodes.len();
                    let parent = current.map(|last| last.node);
                    match parent {
                        Some(parent) => tree.nodes[parent].children.push(node),
                        None => tree.roots.push(node),
                    }
                    tree.nodes.push(SgfNode { parent, children: Vec::new(), properties: Vec::new(), place });
                    let n_nodes = current.map_or(0, |last| last.n_nodes) + 1;
                    if n_nodes > self.dialect.longest_line {
                        return Err(SgfError::Long(self.dialect.longest_line));
                    }
                    current = Some(Last { node, n_nodes });
                    is_in_node = true;
                    self.offset += 1;
                }
                Some(byte) if is_in_node && self.begins_name(byte) => {
                    let property = self.property()?;
                    if let Some(node) = tree.nodes.last_mut() {
                        node.properties.push(property);
                    }
                }
                None if branches.is_empty() && !tree.roots.is_empty() => {
                    let most = self.dialect.most_points;
                    return if tree.n_points_of_rectangles() > most { Err(SgfError::Crowded(most)) } else { Ok(tree) };
                }
                _ => {
                    let expected = match (branches.is_empty(), current) {
                        (true, _) if tree.roots.is_empty() => "`(;`, the start of a game",
                        (true, _) => "`(` or the end",
                        (false, None) => "`;`",
                        (false, Some(_)) if is_in_node => "a property, `;`, `(` or `)`",
                        (false, Some(_)) => "`;`, `(` or `)`",
                    };
                    return Err(self.unexpected(self.offset, expected));
                }
            }
        }
    }

    fn begins_name(&self, byte: u8) -> bool {
        match self.dialect.names {
            PropertyNames::Letters => byte.is_ascii_alphabetic(),
            PropertyNames::ToBracket => byte.is_ascii(),
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let place = self.place();
        let rest = &self.text.as_bytes()[self.offset..];
        let (length, counts): (_, fn(&u8) -> bool) = match self.dialect.names {
            // Before FF[4], names could have small letters, which meant nothing (`GaMe[11]`).
            PropertyNames::Letters => {
                (rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count(), |byte| !byte.is_ascii_lowercase())
            }
            PropertyNames::ToBracket => {
                (rest.iter().take_while(|byte| byte.is_ascii() && **byte != b'[').count(), u8::is_ascii_uppercase)
            }
        };
        let name = rest[..length].iter().filter(|byte| counts(byte)).map(|&byte| char::from(byte)).collect();
        self.offset += length;
        let mut values = Vec::new();
        self.skip_space();
        while self.peek() == Some(b'[') {
            self.offset += 1;
            values.push(self.value()?);
            self.skip_space();
        }
        if values.is_empty() {
            return Err(self.unexpected(self.offset, "`[`, the start of a value"));
        }
        Ok(Property { name, values, place })
    }

    fn value(&mut self) -> Result<String, SgfError> {
        let start = self.offset;
        let has_escapes = self.dialect.escapes != Escapes::None;
        let mut value = String::new();
        let mut chars = self.text[start..].char_indices();
        while let Some((index, character)) = chars.next() {
            match character {
                ']' if has_escapes || ends_value(&self.text[start + index + 1..]) => {
                    self.offset = start + index + 1;
                    return Ok(value);
                }
                '\\' if has_escapes => match chars.next() {
                    // An escaped line break is not a line break.
                    Some((after, '\r')) => {
                        if self.text[start + after + 1..].starts_with('\n') {
                            chars.next();
                        }
                    }
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                _ => value.push(character),
            }
        }
        Err(self.unexpected(self.text.len(), "`]`, the end of a value"))
    }

    fn unexpected(&self, offset: usize, expected: &'static str) -> SgfError {
        let found = quoted(&self.text[self.text.floor_char_boundary(offset)..]);
        SgfError::Unexpected { place: TextPlace::of(self.text, offset), expected, found }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.offset += 1;
        }
    }

    fn place(&mut self) -> TextPlace {
        for character in self.text[self.counted..self.offset].chars() {
            if character == '\n' {
                self.at = TextPlace { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.counted = self.offset;
        self.at
    }
}

/// Whether the text after a `]` shows that this `]` ended a value. The value itself may contain `]`.
pub(crate) fn ends_value(rest: &str) -> bool {
    // Identifiers have two letters, or a few more in old files. The bound keeps hostile texts from causing a long scan
    // for each `]`.
    const MAX_LETTERS: usize = 24;
    let rest = rest.trim_ascii_start();
    let n_letters = rest.bytes().take(MAX_LETTERS).take_while(u8::is_ascii_alphabetic).count();
    match rest.as_bytes().get(n_letters) {
        None => n_letters == 0,
        Some(b'[') => true,
        Some(b';' | b'(' | b')') => n_letters == 0,
        Some(_) => false,
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn read(text: &str) -> Tree {
        Tree::read(text, Dialect::standard(usize::MAX)).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn lines_are_measured_as_they_are_read() {
        for (text, deepest) in [
            ("(;)", 1),
            ("(;;;)", 3),
            ("(;(;;)(;))", 3),
            ("(;(;);)", 2),
            ("(;C[a\\];;];C[b\\\\];C[(])", 3),
            ("(;C[a][;]\n [;];)", 2),
            // Names go on to the bracket.
            ("(;A;;[x];)", 2),
            ("(;A)[x];A)[x];A)[x])", 3),
            ("(; A)[x];A(\n;[x];)", 3),
            ("\u{a0}(;;)\u{a0}", 2),
            ("(;\u{b})[x];)", 2),
        ] {
            let tree = read(text);
            let n_nodes = |node| tree.path_to(node).len();
            assert_eq!((0..tree.nodes.len()).map(n_nodes).max(), Some(deepest), "{text:?}");
            assert_eq!(Tree::read(text, Dialect::standard(deepest)), Ok(tree), "{text:?}");
            assert_eq!(Tree::read(text, Dialect::standard(deepest - 1)), Err(SgfError::Long(deepest - 1)), "{text:?}");
        }
    }

    #[test]
    fn rectangles_are_counted_as_they_are_read() {
        for (text, n_points) in [
            ("(;AB[aa:aa])", 1),
            ("(;AB[ba:ab][ab:ba])", 0),
            ("(;AB[yy:BB][aZ:bZ])", 16 + 2),
            ("(;AB[\\a\\a\\:\\b\\b])", 4),
            ("(;AB[aa:bb:cc][aa:b][aa-bb][aa:bb\\][cc:dd])", 0),
            ("(;C[[aa:bb])", 0),
            ("(;AB[é:bb][aa:1b])", 0),
            ("(;SZ[52]AB[aa:cc][dd]TB[aa:ZZ])", 9 + 2704),
        ] {
            assert_eq!(read(text).n_points_of_rectangles(), n_points, "{text:?}");
        }
    }

    #[test]
    fn games_variations_and_values_are_read() {
        let tree = read("(;GaMe[1]C[a\\]\\\\b\\\nc];B[aa](;W[bb])(;W[cc];B[]))\n(;GM[1][2])");
        let games: Vec<Vec<Option<&str>>> =
            tree.roots.iter().map(|&root| tree.main_line(root).map(|node| node.value("W")).collect()).collect();
        assert_eq!(games, [vec![None, None, Some("bb")], vec![None]]);
        assert_eq!((tree.nodes[0].value("GM"), tree.nodes[0].value("C")), (Some("1"), Some("a]\\bc")));
        assert_eq!((&*tree.nodes[1].children, tree.main_leaf(3), tree.path_to(4)), (&[2, 3][..], 4, vec![0, 1, 3, 4]));
        assert_eq!(tree.nodes[5].property("GM").unwrap().values, ["1", "2"]);
        assert_eq!(
            (tree.nodes[3].place, tree.nodes[5].place),
            (TextPlace { line: 2, column: 18 }, TextPlace { line: 3, column: 2 })
        );
    }

    #[test]
    fn a_file_is_read_as_far_as_it_goes() {
        let dialect = Dialect::standard(9);
        for (text, expected, is_whole) in [
            ("(;GM[1];B[aa];W[b", "(;GM[1];B[aa];)", false),
            ("(;GM[1];B[aa](;W[bb];B[c", "(;GM[1];B[aa](;W[bb];))", false),
            ("(;GM[1]\n;B[aa]", "(;GM[1]\n;B[aa])", false),
            ("(;B[aa]) Regards, Ann", "(;B[aa])", true),
            ("(;B[aa])(;W[bb]))", "(;B[aa])(;W[bb])", true),
        ] {
            let mended = mended(text, dialect).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((mended.text.as_str(), mended.is_whole), (expected, is_whole), "{text}");
            assert!(Tree::read(&mended.text, dialect).is_ok(), "{text}");
        }
        for text in ["(;B[aa])", "", "(", "hello"] {
            assert_eq!(mended(text, dialect), None, "{text}");
        }
    }

    #[test]
    fn faults_have_their_place() {
        for (text, place, expected, found) in [
            ("", (1, 1), "`(;`, the start of a game", "the end"),
            ("x", (1, 1), "`(;`, the start of a game", "`x`"),
            ("(GM[1];)", (1, 2), "`;`", "`GM[1];)`"),
            ("(;é[x])", (1, 3), "a property, `;`, `(` or `)`", "`é[x])`"),
            ("(;GM[1]\n", (2, 1), "a property, `;`, `(` or `)`", "the end"),
            ("(;(;B[aa])C[x])", (1, 11), "`;`, `(` or `)`", "`C[x])`"),
            ("(;GM)", (1, 6), "`[`, the start of a value", "the end"),
            ("(;C[x\\]", (1, 8), "`]`, the end of a value", "the end"),
            ("(;)\n)", (2, 1), "`(` or the end", "`)`"),
        ] {
            let place = TextPlace { line: place.0, column: place.1 };
            let error = SgfError::Unexpected { place, expected, found: found.to_owned() };
            assert_eq!(Tree::read(text, Dialect::standard(9)), Err(error), "{text:?}");
        }
    }
}
