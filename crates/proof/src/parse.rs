//! The readable form, line by line as in `docs/CERTIFICATE.md`: reading.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology, TopologyError};

use crate::text::TITLE;
use crate::{
    Certificate, CertificateError, Claim, ClaimError, Goal, GoalId, Group, Mover, Node, NodeId, Terminal, Verdict,
};

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// Another word than should stand there.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Unexpected {
        /// Counted from 1; the line after the last if the text ends early.
        line: usize,
        /// What should stand there.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// The lines describe no board.
    #[error("line {line}: no such board: {fault}")]
    Board {
        /// The last line of the board.
        line: usize,
        /// Why.
        fault: TopologyError,
    },
    /// A goal that is none.
    #[error("line {line}: {fault}")]
    Goal {
        /// Counted from 1.
        line: usize,
        /// Why.
        fault: ClaimError,
    },
    /// The lines are well-formed, but the claim or the first move makes no sense.
    #[error(transparent)]
    Statement(#[from] CertificateError),
}

type Result<T> = std::result::Result<T, TextError>;

impl Certificate {
    /// Reads the readable form. Empty lines and lines that begin with `#` do not count.
    ///
    /// That the text is a certificate does not mean that it proves anything.
    ///
    /// # Errors
    ///
    /// The first fault: its line and what was expected there.
    pub fn from_text(text: &str) -> Result<Self> {
        let mut lines = Lines::new(text);
        if lines.line != TITLE {
            return Err(lines.unexpected(&format!("`{TITLE}`"), lines.line));
        }
        lines.advance();
        let board = &parse_board(&mut lines)?;
        let owner = lines.word_line("owner", "`black` or `white`", |word| match word {
            "black" => Some(Player::Black),
            "white" => Some(Player::White),
            _ => None,
        })?;
        let stones = parse_set(&lines, board, lines.keyword("stones")?)?;
        lines.advance();
        let carrier = parse_set(&lines, board, lines.keyword("carrier")?)?;
        lines.advance();
        let mut goals = Vec::new();
        while goals.is_empty() || lines.line.starts_with("goal ") {
            let rest = lines.numbered("goal", goals.len())?;
            goals.push(parse_goal(&lines, board, rest)?);
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
        let first = match &parse_cells(&lines, board, lines.keyword("first")?)?[..] {
            [] => None,
            [cell] => Some(*cell),
            _ => return Err(lines.unexpected("at most one cell", lines.line)),
        };
        lines.advance();
        let n_nodes: u32 = lines.word_line("nodes", "the number of nodes", |word| word.parse().ok())?;
        let mut nodes = Vec::new();
        for id in 0..n_nodes {
            nodes.push(parse_node(&lines, board, id, goals.len())?);
            lines.advance();
        }
        if !lines.line.is_empty() {
            return Err(lines.unexpected("the end of the certificate", lines.line));
        }
        let claim = Claim { topology: Arc::clone(board), owner, stones, carrier, goal: goals[0].clone(), to_move };
        let certificate = Self { claim, verdict, first, goals, nodes };
        certificate.validate()?;
        Ok(certificate)
    }
}

fn parse_board(lines: &mut Lines<'_>) -> Result<Arc<Topology>> {
    const EXPECTED: &str = "`board` and a size such as `11x11`, or `board graph`";
    let kind = lines.keyword("board").map_err(|_| lines.unexpected(EXPECTED, lines.line))?.trim();
    if let Some((columns, rows)) = kind.split_once('x') {
        let number = |word: &str| word.parse::<usize>().map_err(|_| lines.unexpected(EXPECTED, kind));
        let board = Topology::rhombus(number(columns)?, number(rows)?);
        let board = board.map_err(|fault| TextError::Board { line: lines.number, fault })?;
        lines.advance();
        return Ok(Arc::new(board));
    }
    if kind != "graph" {
        return Err(lines.unexpected(EXPECTED, kind));
    }
    let mut last = lines.number;
    lines.advance();
    let mut list = |key: &str| {
        let mut named = Vec::new();
        while let Ok(rest) = lines.keyword(key) {
            let Some((name, cells)) = rest.split_once(':') else {
                return Err(lines.unexpected("a name, `:` and the names of cells", rest));
            };
            named.push((name.trim().to_owned(), cells.split_whitespace(), lines.number));
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
        for other in others.clone() {
            links.push((from, find(other, *line)?));
        }
    }
    let mut built_edges = Vec::new();
    for (name, touching, line) in edges {
        built_edges.push((name, touching.map(|cell| find(cell, line)).collect::<Result<_>>()?));
    }
    let board = Topology::graph(names, &links, built_edges);
    board.map(Arc::new).map_err(|fault| TextError::Board { line: last, fault })
}

fn parse_goal(lines: &Lines<'_>, board: &Topology, text: &str) -> Result<Goal> {
    let terminal = |name: &str| {
        let cell = board.cell(name).map(Terminal::Cell);
        cell.or_else(|| board.edge(name).map(Terminal::Edge))
            .ok_or_else(|| lines.unexpected("a cell or an edge of the board", name))
    };
    let group = |text: &str| text.split_whitespace().map(terminal).collect::<Result<Group>>();
    let alternative = |text: &str| text.split('&').map(group).collect();
    let alternatives = text.split('|').map(alternative).collect::<Result<_>>()?;
    Goal::new(alternatives).map_err(|fault| TextError::Goal { line: lines.number, fault })
}

fn parse_node(lines: &Lines<'_>, board: &Topology, id: NodeId, n_goals: usize) -> Result<Node> {
    const KINDS: &str = "`linked`, `replies` or `join` with a goal, or `cut`, then `:`";
    let rest = lines.line.strip_prefix(&id.to_string()).and_then(|rest| rest.strip_prefix(' '));
    let rest = rest.ok_or_else(|| lines.unexpected(&format!("node {id}"), lines.line))?;
    let (head, body) = rest.split_once(':').ok_or_else(|| lines.unexpected(KINDS, rest))?;
    let head: Vec<&str> = head.split_whitespace().collect();
    let goal = |word: &str| -> Result<GoalId> {
        let goal = word.parse().ok().filter(|&goal: &GoalId| (goal as usize) < n_goals);
        goal.ok_or_else(|| lines.unexpected("the number of a goal above", word))
    };
    let child = |word: &str| -> Result<NodeId> {
        let child = word.parse().ok().filter(|&child| child < id);
        child.ok_or_else(|| lines.unexpected("the number of an earlier node", word))
    };
    match head[..] {
        ["linked", number] => Ok(Node::Linked { goal: goal(number)?, stones: parse_cells(lines, board, body)? }),
        ["cut"] => Ok(Node::Cut { stones: parse_cells(lines, board, body)? }),
        ["replies", number] => {
            let goal = goal(number)?;
            let reply = |word: &str| {
                let expected = "a reply such as `a1>0`";
                let (cell, node) = word.split_once('>').ok_or_else(|| lines.unexpected(expected, word))?;
                Ok((parse_cell(lines, board, cell)?, child(node)?))
            };
            Ok(Node::Replies { goal, replies: body.split_whitespace().map(reply).collect::<Result<_>>()? })
        }
        ["join", number] => {
            let goal = goal(number)?;
            let expected = "stones, `/` and the numbers of nodes";
            let (stones, children) = body.split_once('/').ok_or_else(|| lines.unexpected(expected, body))?;
            let stones = parse_cells(lines, board, stones)?;
            Ok(Node::Join { goal, stones, children: children.split_whitespace().map(child).collect::<Result<_>>()? })
        }
        _ => Err(lines.unexpected(KINDS, rest)),
    }
}

fn parse_set(lines: &Lines<'_>, board: &Topology, text: &str) -> Result<CellSet> {
    Ok(parse_cells(lines, board, text)?.into_iter().collect())
}

fn parse_cells(lines: &Lines<'_>, board: &Topology, text: &str) -> Result<Vec<Cell>> {
    text.split_whitespace().map(|word| parse_cell(lines, board, word)).collect()
}

fn parse_cell(lines: &Lines<'_>, board: &Topology, word: &str) -> Result<Cell> {
    board.cell(word).ok_or_else(|| lines.unexpected("a cell of the board", word))
}

/// The lines that count, one at a time.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The present line, trimmed; empty only after the last.
    line: &'a str,
    /// Its number, counted from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let mut lines = Self { rest: text.lines().enumerate(), line: "", number: 0 };
        lines.advance();
        lines
    }

    fn advance(&mut self) {
        let next = self.rest.find(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        (self.number, self.line) = next.map_or((self.number + 1, ""), |(i, line)| (i + 1, line.trim()));
    }

    /// What stands behind the word that this line must begin with.
    fn keyword(&self, key: &str) -> Result<&'a str> {
        let rest = self.line.strip_prefix(key).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.ok_or_else(|| self.unexpected(&format!("a line that begins with `{key}`"), self.line))
    }

    /// What stands behind `key number:`.
    fn numbered(&self, key: &str, number: usize) -> Result<&'a str> {
        let rest = self.line.strip_prefix(&format!("{key} {number}:"));
        rest.ok_or_else(|| self.unexpected(&format!("a line that begins with `{key} {number}:`"), self.line))
    }

    /// The line `key word`, done with.
    fn word_line<T>(&mut self, key: &str, expected: &str, value: impl Fn(&str) -> Option<T>) -> Result<T> {
        let word = self.keyword(key)?.trim();
        let value = value(word).ok_or_else(|| self.unexpected(expected, word))?;
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
