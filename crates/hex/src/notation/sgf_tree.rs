//! The trees of SGF files, whatever the game: nodes, properties, values.
//!
//! This is a small reader of our own. The SGF crates (sgf-parse, sgf-parser) read only well-formed files, take a file
//! without `GM` for Go, and do not say where a fault is. Little Golem neither escapes its values (`PW[Schumacher;]]`)
//! nor writes `GM`. Nodes are kept in one list, so depth costs no stack.

use super::{Notation, NotationError, Place};

/// How the values of a file end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Escapes {
    /// At the first `]` without a `\` before it, as in standard SGF.
    Standard,
    /// At the first `]` that is followed by a value, property, node, tree or the end. `\` is an ordinary character.
    None,
}

/// A property: identifier, values, place of the identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Capital letters, such as `PB`.
    pub name: String,
    /// One or more values, unescaped.
    pub values: Vec<String>,
    /// Its place in the text.
    pub place: Place,
}

/// A node: properties, and links to other nodes by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The previous node, unless this is the first of a game.
    pub parent: Option<usize>,
    /// The next nodes: the first continues the main line, the others are variations.
    pub children: Vec<usize>,
    /// In the order of the file.
    pub properties: Vec<Property>,
    /// Its place in the text.
    pub place: Place,
}

/// All nodes of a file, and which of them begin a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// In the order of the file, so parents come before children.
    pub nodes: Vec<Node>,
    /// The first node of each game; at least one.
    pub roots: Vec<usize>,
}

impl Node {
    /// The first value of the property with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|property| property.name == name)?.values.first().map(String::as_str)
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

    /// The last node of the main line from `node` on.
    #[must_use]
    pub fn main_leaf(&self, mut node: usize) -> usize {
        while let Some(&next) = self.nodes[node].children.first() {
            node = next;
        }
        node
    }

    pub(crate) fn read(text: &str, notation: Notation, escapes: Escapes) -> Result<Self, NotationError> {
        Reader { text, notation, escapes, offset: 0, at: Place { line: 1, column: 1 }, counted: 0 }.tree()
    }
}

struct Reader<'a> {
    text: &'a str,
    notation: Notation,
    escapes: Escapes,
    offset: usize,
    /// The place of the byte `counted`. Both advance together, so each character is counted only once.
    at: Place,
    counted: usize,
}

impl Reader<'_> {
    fn tree(mut self) -> Result<Tree, NotationError> {
        let mut tree = Tree { nodes: Vec::new(), roots: Vec::new() };
        // For each open parenthesis, the node that it branches from.
        let mut branches: Vec<Option<usize>> = Vec::new();
        let mut current: Option<usize> = None;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'(') => {
                    branches.push(current);
                    self.offset += 1;
                }
                Some(b')') if !branches.is_empty() => {
                    current = branches.pop().flatten();
                    self.offset += 1;
                }
                Some(b';') if !branches.is_empty() => {
                    let place = self.place();
                    let index = tree.nodes.len();
                    match current {
                        Some(parent) => tree.nodes[parent].children.push(index),
                        None => tree.roots.push(index),
                    }
                    tree.nodes.push(Node { parent: current, children: Vec::new(), properties: Vec::new(), place });
                    current = Some(index);
                    self.offset += 1;
                }
                Some(byte) if byte.is_ascii_alphabetic() && current.is_some() => {
                    let property = self.property()?;
                    if let Some(node) = tree.nodes.last_mut() {
                        node.properties.push(property);
                    }
                }
                None if branches.is_empty() && !tree.roots.is_empty() => return Ok(tree),
                _ => {
                    let expected = match (branches.is_empty(), current) {
                        (true, None) => "`(;`, the start of a game",
                        (true, Some(_)) => "`(` or the end",
                        (false, None) => "`;`",
                        (false, Some(_)) => "a property, `;`, `(` or `)`",
                    };
                    return Err(NotationError::unexpected(self.notation, self.text, self.offset, expected));
                }
            }
        }
    }

    fn property(&mut self) -> Result<Property, NotationError> {
        let place = self.place();
        let mut name = String::new();
        // Before FF[4], identifiers could contain small letters, which meant nothing (`GaMe[11]`).
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            if !byte.is_ascii_lowercase() {
                name.push(char::from(byte));
            }
            self.offset += 1;
        }
        let mut values = Vec::new();
        self.skip_space();
        while self.peek() == Some(b'[') {
            self.offset += 1;
            values.push(self.value()?);
            self.skip_space();
        }
        if values.is_empty() {
            return Err(NotationError::unexpected(self.notation, self.text, self.offset, "`[`, the start of a value"));
        }
        Ok(Property { name, values, place })
    }

    fn value(&mut self) -> Result<String, NotationError> {
        let start = self.offset;
        let mut value = String::new();
        let mut chars = self.text[start..].char_indices();
        while let Some((index, character)) = chars.next() {
            match character {
                ']' if self.escapes == Escapes::Standard || ends_value(&self.text[start + index + 1..]) => {
                    self.offset = start + index + 1;
                    return Ok(value);
                }
                '\\' if self.escapes == Escapes::Standard => match chars.next() {
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
        Err(NotationError::unexpected(self.notation, self.text, self.text.len(), "`]`, the end of a value"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.offset += 1;
        }
    }

    fn place(&mut self) -> Place {
        for character in self.text[self.counted..self.offset].chars() {
            if character == '\n' {
                self.at = Place { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.counted = self.offset;
        self.at
    }
}

/// Whether what follows a `]` shows that it ended its value, where values may contain `]` themselves.
pub(crate) fn ends_value(rest: &str) -> bool {
    // Identifiers have two letters, in old files a few more: a bound prevents hostile texts from causing a long scan
    // for each one.
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
