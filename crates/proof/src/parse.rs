//! The readable form, line by line as in `docs/CERTIFICATE.md`: reading.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology, TopologyError};

use crate::text::TITLE;
use crate::{
    Certificate, CertificateError, Claim, ClaimError, FilledCells, Goal, GoalId, Group, Mover, Node, NodeId, Terminal,
    Verdict, WalkStep,
};

/// Error of a text that is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// An unexpected word.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Unexpected {
        /// Counted from 1; the line after the last if the text ends early.
        line: usize,
        /// Expected content.
        expected: String,
        /// The text found, shortened.
        found: String,
    },
    /// The lines do not describe a board.
    #[error("line {line}: no such board: {fault}")]
    Board {
        /// The last line of the board.
        line: usize,
        /// The reason.
        fault: TopologyError,
    },
    /// A faulty goal.
    #[error("line {line}: {fault}")]
    Goal {
        /// Counted from 1.
        line: usize,
        /// The reason.
        fault: ClaimError,
    },
    /// The lines are well-formed, but the claim or the first move makes no sense.
    #[error(transparent)]
    Statement(#[from] CertificateError),
}

type Result<T> = std::result::Result<T, TextError>;

impl Certificate {
    /// Reads the readable form, line by line as in `docs/CERTIFICATE.md`.
    ///
    /// A text that is a certificate need not prove anything.
    ///
    /// # Errors
    ///
    /// The first fault: its line and what was expected there.
    pub fn from_text(text: &str) -> Result<Self> {
        let mut lines = SourceLines::new(text);
        let title = lines.words.split_last().filter(|(_, rest)| rest.iter().copied().eq(TITLE.split(' ')));
        let Some(version @ 1..=2) = title.and_then(|(word, _)| number(word)) else {
            return Err(lines.unexpected(&format!("`{TITLE}` and a version from 1 to 2"), lines.line));
        };
        lines.advance();
        let board = parse_board(&mut lines)?;
        let names = &BoardNames::new(&board);
        let owner = lines.word_line("owner", "`black` or `white`", |word| match word {
            "black" => Some(Player::Black),
            "white" => Some(Player::White),
            _ => None,
        })?;
        let stones = parse_set(&mut lines, names, "stones")?;
        let carrier = parse_set(&mut lines, names, "carrier")?;
        let mut goals = Vec::new();
        while goals.is_empty() || lines.words[..].first() == Some(&"goal") {
            goals.push(parse_goal(&lines, names, goals.len(), version)?);
            lines.advance();
        }
        let to_move = lines.word_line("to-move", "`owner` or `opponent`", |word| match word {
            "owner" => Some(Mover::Owner),
            "opponent" => Some(Mover::Opponent),
            _ => None,
        })?;
        let verdict = lines.word_line("verdict", "`holds` or `fails`", |word| match word {
            "holds" => Some(Verdict::Holds),
            "fails" => Some(Verdict::Fails),
            _ => None,
        })?;
        let first = match &parse_cells(&lines, names, lines.keyword("first")?)?[..] {
            [] => None,
            [cell] => Some(*cell),
            _ => return Err(lines.unexpected("at most one cell", lines.line)),
        };
        lines.advance();
        let n_nodes = lines.word_line("nodes", "the number of nodes", number)?;
        let mut nodes = Vec::new();
        for id in 0..n_nodes {
            nodes.push(parse_node(&lines, names, id, goals.len(), version)?);
            lines.advance();
        }
        if !lines.words.is_empty() {
            return Err(lines.unexpected("the end of the certificate", lines.line));
        }
        let claim = Claim { topology: Arc::clone(&board), owner, stones, carrier, goal: goals[0].clone(), to_move };
        let certificate = Self { claim, verdict, first, goals, nodes };
        certificate.validate()?;
        Ok(certificate)
    }
}

/// The number that this word stands for: only digits, without leading zeros, below 2³².
fn number(word: &str) -> Option<u32> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    word.parse().ok().filter(|_| is_number)
}

fn parse_board(lines: &mut SourceLines<'_>) -> Result<Arc<Topology>> {
    const EXPECTED: &str = "`board` and a size such as `11x11`, or `board graph`";
    let &["board", kind] = &lines.words[..] else { return Err(lines.unexpected(EXPECTED, lines.line)) };
    if kind != "graph" {
        let sides = kind.split_once('x').and_then(|(columns, rows)| number(columns).zip(number(rows)));
        let (columns, rows) = sides.ok_or_else(|| lines.unexpected(EXPECTED, kind))?;
        let board = Topology::rhombus(columns as usize, rows as usize);
        let board = board.map_err(|fault| TextError::Board { line: lines.number, fault })?;
        lines.advance();
        return Ok(Arc::new(board));
    }
    let mut last = lines.number;
    lines.advance();
    let mut list = |key: &str| -> Result<Vec<(String, Vec<&str>, usize)>> {
        let mut named = Vec::new();
        while lines.words[..].first() == Some(&key) {
            let name = lines.words.get(1).and_then(|word| word.strip_suffix(':'));
            let name = name.ok_or_else(|| lines.unexpected("a name and `:`, then the names of cells", lines.line))?;
            named.push((name.to_owned(), lines.words[2..].to_vec(), lines.number));
            last = lines.number;
            lines.advance();
        }
        Ok(named)
    };
    let (cells, edges) = (list("cell")?, list("edge")?);
    let names: Vec<String> = cells.iter().map(|(name, _, _)| name.clone()).collect();
    let mut by_name: Vec<(&str, usize)> = names.iter().map(String::as_str).zip(0..).collect();
    by_name.sort_unstable();
    let find = |name: &str, line: usize| match by_name.binary_search_by_key(&name, |&(known, _)| known) {
        Ok(i) => Ok(by_name[i].1),
        Err(_) => Err(TextError::Unexpected { line, expected: "a cell of the graph".to_owned(), found: shorten(name) }),
    };
    let mut links = Vec::new();
    for (from, (_, others, line)) in cells.iter().enumerate() {
        for other in others {
            links.push((from, find(other, *line)?));
        }
    }
    let mut built_edges = Vec::new();
    for (name, touching, line) in edges {
        let touching: Vec<usize> = touching.iter().map(|cell| find(cell, line)).collect::<Result<_>>()?;
        built_edges.push((name, touching));
    }
    let board = Topology::graph(names, &links, built_edges);
    board.map(Arc::new).map_err(|fault| TextError::Board { line: last, fault })
}

/// The goal in this line, which must have the number `id`.
fn parse_goal(lines: &SourceLines<'_>, names: &BoardNames<'_>, id: usize, version: u32) -> Result<Goal> {
    let &["goal", colon, ref rest @ ..] = &lines.words[..] else {
        return Err(lines.unexpected(&format!("a line that begins with `goal {id}:`"), lines.line));
    };
    if colon.strip_suffix(':').and_then(number) != u32::try_from(id).ok() {
        return Err(lines.unexpected(&format!("a line that begins with `goal {id}:`"), lines.line));
    }
    let terminal =
        |name: &&str| names.terminal(name).ok_or_else(|| lines.unexpected("a cell or an edge of the board", name));
    let group = |words: &[&str]| {
        let group: Group = words.iter().map(terminal).collect::<Result<_>>()?;
        match repeated(&group) {
            None => Ok(group),
            Some(i) => Err(lines.unexpected("each terminal of a group once", words[i])),
        }
    };
    let alternative = |words: &[&str]| words.split(|&word| word == "&").map(group).collect();
    let alternatives = rest.split(|&word| word == "|").map(alternative).collect::<Result<_>>()?;
    let goal = if version == 1 { Goal::new(alternatives) } else { Goal::with_single(alternatives) };
    goal.map_err(|fault| TextError::Goal { line: lines.number, fault })
}

fn parse_node(
    lines: &SourceLines<'_>,
    names: &BoardNames<'_>,
    id: NodeId,
    n_goals: usize,
    version: u32,
) -> Result<Node> {
    const KINDS: &str = "`linked`, `replies`, `join`, `walk` or `fill` with a goal and `:`, or `cut:`";
    let Some((_, rest)) = lines.words.split_first().filter(|(word, _)| number(word) == Some(id)) else {
        return Err(lines.unexpected(&format!("node {id}"), lines.line));
    };
    let goal = |word: &str| -> Result<GoalId> {
        let goal = word.strip_suffix(':').and_then(number).filter(|&goal| (goal as usize) < n_goals);
        goal.ok_or_else(|| lines.unexpected("the number of a goal above and `:`", word))
    };
    let child = |word: &str| -> Result<NodeId> {
        let child = number(word).filter(|&child| child < id);
        child.ok_or_else(|| lines.unexpected("the number of an earlier node", word))
    };
    match *rest {
        ["linked", number, ref body @ ..] => {
            Ok(Node::Linked { goal: goal(number)?, stones: parse_cells(lines, names, body)? })
        }
        ["walk", number, ref body @ ..] if version > 1 => {
            let goal = goal(number)?;
            let mut lists = body.split(|&word| word == "/");
            let stones = parse_cells(lines, names, lists.next().unwrap_or_default())?;
            let Some(children) = lists.next() else {
                return Err(lines.unexpected("stones, `/`, the numbers of nodes, and steps", lines.line));
            };
            let children = children.iter().map(|word| child(word)).collect::<Result<_>>()?;
            let steps = lists.map(|words| parse_step(lines, words)).collect::<Result<_>>()?;
            Ok(Node::Walk { goal, stones, children, steps })
        }
        ["fill", number, below, kind, ref body @ ..] if version > 1 => {
            let (goal, child) = (goal(number)?, child(below)?);
            let slash = body.iter().position(|&word| word == "/").unwrap_or(body.len());
            let (cells, stones) = (&body[..slash], body.get(slash + 1..).unwrap_or_default());
            let kind = ["dead", "captured", "permanent"].into_iter().position(|known| known == kind);
            let cells = parse_cells(lines, names, cells)?;
            let cells = match (kind, &cells[..], slash < body.len()) {
                (Some(kind), &[cell, ref rest @ ..], true) if rest.len() < 2 => {
                    FilledCells::from_parts(kind, cell, rest.first().copied())
                }
                _ => None,
            };
            let cells = cells.ok_or_else(|| {
                lines.unexpected(
                    "`dead` and a cell, or `captured` or `permanent` and two, then `/` and stones",
                    lines.line,
                )
            })?;
            Ok(Node::Fill { goal, cells, stones: parse_cells(lines, names, stones)?, child })
        }
        ["cut:", ref body @ ..] => Ok(Node::Cut { stones: parse_cells(lines, names, body)? }),
        ["replies", number, ref body @ ..] => {
            let goal = goal(number)?;
            let reply = |word: &&str| {
                let expected = "a reply such as `a1>0`";
                let (cell, node) = word.split_once('>').ok_or_else(|| lines.unexpected(expected, word))?;
                Ok((parse_cell(lines, names, cell)?, child(node)?))
            };
            Ok(Node::Replies { goal, replies: body.iter().map(reply).collect::<Result<_>>()? })
        }
        ["join", number, ref body @ ..] => {
            let goal = goal(number)?;
            let Some(slash) = body.iter().position(|&word| word == "/") else {
                return Err(lines.unexpected("stones, `/` and the numbers of nodes", lines.line));
            };
            let stones = parse_cells(lines, names, &body[..slash])?;
            let children = body[slash + 1..].iter().map(|word| child(word)).collect::<Result<_>>()?;
            Ok(Node::Join { goal, stones, children })
        }
        _ => Err(lines.unexpected(KINDS, lines.line)),
    }
}

fn parse_step(lines: &SourceLines<'_>, words: &[&str]) -> Result<WalkStep> {
    let unexpected = |word: &str| lines.unexpected("a step such as `- 2.0 5 7 0`", word);
    let parse = |word: &&str| number(word).ok_or_else(|| unexpected(word));
    let end = |word: &str| match word.split_once('.') {
        None if word == "-" => Ok(None),
        None => Err(unexpected(word)),
        Some((part, alternative)) => Ok(Some((parse(&part)?, parse(&alternative)?))),
    };
    let &[left, right, ref part, ref next @ ..] = words else { return Err(unexpected(lines.line)) };
    let next = next.iter().map(parse).collect::<Result<_>>()?;
    Ok(WalkStep { ends: [end(left)?, end(right)?], part: parse(part)?, next })
}

/// Reads the line `key cells`, with each cell once, and moves on.
fn parse_set(lines: &mut SourceLines<'_>, names: &BoardNames<'_>, key: &str) -> Result<CellSet> {
    let words = lines.keyword(key)?;
    let cells = parse_cells(lines, names, words)?;
    if let Some(i) = repeated(&cells) {
        return Err(lines.unexpected("each cell once", words[i]));
    }
    lines.advance();
    Ok(cells.into_iter().collect())
}

/// The index of an item that also occurs earlier in the list.
fn repeated<T: Ord + Copy>(list: &[T]) -> Option<usize> {
    let mut sorted: Vec<(T, usize)> = list.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1)
}

fn parse_cells(lines: &SourceLines<'_>, names: &BoardNames<'_>, words: &[&str]) -> Result<Vec<Cell>> {
    words.iter().map(|word| parse_cell(lines, names, word)).collect()
}

fn parse_cell(lines: &SourceLines<'_>, names: &BoardNames<'_>, word: &str) -> Result<Cell> {
    match names.terminal(word) {
        Some(Terminal::Cell(cell)) => Ok(cell),
        _ => Err(lines.unexpected("a cell of the board", word)),
    }
}

/// The cells and edges of a board by their names. Each name can be written in one way only.
struct BoardNames<'b>(Vec<(&'b str, Terminal)>);

impl<'b> BoardNames<'b> {
    fn new(board: &'b Topology) -> Self {
        let cells = board.cells().map(|cell| (board.name(cell), Terminal::Cell(cell)));
        let edges = board.edges().iter().zip(0..).map(|(edge, id)| (edge.name.as_str(), Terminal::Edge(id)));
        let mut names: Vec<_> = cells.chain(edges).collect();
        names.sort_unstable();
        Self(names)
    }

    fn terminal(&self, name: &str) -> Option<Terminal> {
        Some(self.0[self.0.binary_search_by_key(&name, |&(known, _)| known).ok()?].1)
    }
}

/// The significant lines, one at a time.
struct SourceLines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The current line and its words, which are separated only by blanks. There are no words only after the last line.
    line: &'a str,
    words: Vec<&'a str>,
    /// Its number, counting from 1.
    number: usize,
}

impl<'a> SourceLines<'a> {
    fn new(text: &'a str) -> Self {
        let mut lines = Self { rest: text.lines().enumerate(), line: "", words: Vec::new(), number: 0 };
        lines.advance();
        lines
    }

    fn advance(&mut self) {
        let next = self.rest.find(|(_, line)| line.bytes().any(|byte| byte != b' ') && !line.starts_with('#'));
        (self.number, self.line) = next.map_or((self.number + 1, ""), |(i, line)| (i + 1, line));
        self.words.clear();
        self.words.extend(self.line.split(' ').filter(|word| !word.is_empty()));
    }

    /// The words after `key`, with which this line must begin.
    fn keyword(&self, key: &str) -> Result<&[&'a str]> {
        let rest = self.words.split_first().filter(|(first, _)| **first == key);
        rest.map(|(_, rest)| rest)
            .ok_or_else(|| self.unexpected(&format!("a line that begins with `{key}`"), self.line))
    }

    /// Reads the line `key word` and moves on.
    fn word_line<T>(&mut self, key: &str, expected: &str, value: impl Fn(&str) -> Option<T>) -> Result<T> {
        let value = match *self.keyword(key)? {
            [word] => value(word).ok_or_else(|| self.unexpected(expected, word))?,
            _ => return Err(self.unexpected(&format!("`{key}` and {expected}"), self.line)),
        };
        self.advance();
        Ok(value)
    }

    fn unexpected(&self, expected: &str, found: &str) -> TextError {
        TextError::Unexpected { line: self.number, expected: expected.to_owned(), found: shorten(found) }
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.trim().chars().take(LONGEST).collect();
    if text.trim().chars().count() > LONGEST {
        short.push('…');
    }
    short
}
