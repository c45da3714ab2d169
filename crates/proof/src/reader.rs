//! The binary form, byte by byte as in `docs/CERTIFICATE.md`: reading and checking, front to back.

use std::io::Read;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, MAX_CELLS, Player, Topology, TopologyError};

use crate::binary::{JOIN, LINKED, REPLIES, SECOND};
use crate::check::MAX_EDGES;
use crate::input::CountedInput;
use crate::statement::{Heading, Keep, RuleNode, Steps};
use crate::{
    Certificate, CertificateError, Claim, FilledCells, Goal, Group, Mover, Node, NodeId, Summary, Terminal, Verdict,
    WalkStep,
};

type Result<T> = std::result::Result<T, CertificateError>;

/// Checks a certificate in its binary form, from any bytes, in one pass.
///
/// Memory: for each node, twelve bytes are kept (up to three times that while the list doubles) and two sets. Equal
/// sets are kept once. A set takes 8 bytes for every 64 cells and edges of the board, and some ten more. A node has at
/// least one byte in the file, and a node with a new set at least three. A group of a goal takes some 100 bytes, and
/// has at least three in the file. So a byte of the file takes at most a few hundred bytes of memory, and about forty
/// on boards of ordinary size. No count is believed before its bytes have arrived.
///
/// Time: linear in the number of references, each of which is a set operation, and in the steps of work. There may be
/// [`STEPS_PER_BYTE`](crate::STEPS_PER_BYTE) steps for each byte, plus [`FREE_STEPS`](crate::FREE_STEPS).
///
/// # Errors
///
/// The first fault in the order of the file; the checksum is compared last.
pub fn check_stream(source: impl Read) -> Result<Summary> {
    let (heading, mut nodes) = open(source)?;
    let n_nodes = nodes.n_nodes;
    let root = heading.statement().prove(&mut nodes, Keep::Root)?.pop();
    heading.statement().summary(root, n_nodes)
}

/// Reads the binary form node by node, in little memory, without checking the proof.
///
/// As an iterator it yields the nodes in order, and ends after the first error. The checksum is compared after the last
/// node.
pub struct CertificateReader<R> {
    heading: Heading,
    nodes: NodeReader<R>,
    failed: bool,
}

impl<R: Read> CertificateReader<R> {
    /// Reads everything before the nodes.
    ///
    /// # Errors
    ///
    /// If the bytes, the claim or the first move are invalid.
    pub fn new(source: R) -> Result<Self> {
        let (heading, nodes) = open(source)?;
        heading.statement().validate()?;
        Ok(Self { heading, nodes, failed: false })
    }

    /// Everything before the nodes.
    pub const fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The total number of nodes, as stated in the file.
    pub const fn n_nodes(&self) -> u32 {
        self.nodes.n_nodes
    }
}

impl<R: Read> Iterator for CertificateReader<R> {
    type Item = Result<Node>;

    fn next(&mut self) -> Option<Result<Node>> {
        if self.failed {
            return None;
        }
        let node = self.nodes.next().map(|step| step.map(|(step, _)| Node::from(step))).transpose();
        self.failed = matches!(node, Some(Err(_)) | None);
        node
    }
}

impl Certificate {
    /// Reads the binary form into memory. Bytes that are a certificate need not prove anything.
    ///
    /// # Errors
    ///
    /// If the bytes, the claim or the first move are invalid.
    pub fn read(source: impl Read) -> Result<Self> {
        let (heading, mut steps) = open(source)?;
        let mut nodes: Vec<Node> = Vec::new();
        while let Some((step, _)) = steps.next()? {
            nodes.push(step.into());
        }
        let Heading { claim, verdict, first, goals } = heading;
        let certificate = Self { claim, verdict, first, goals, nodes };
        certificate.validate()?;
        Ok(certificate)
    }
}

/// Reads everything before the nodes.
fn open<R: Read>(source: R) -> Result<(Heading, NodeReader<R>)> {
    let mut input = CountedInput::new(source)?;
    let topology = Arc::new(read_board(&mut input)?);
    let n_cells = topology.n_cells();
    let owner = input.choice("0 (Black) or 1 (White)", [Player::Black, Player::White])?;
    let stones = read_cells(&mut input, n_cells)?;
    let carrier = read_cells(&mut input, n_cells)?;
    let n_goals = input.count("the number of goals, at least 1", 1)?;
    let mut goals = Vec::new();
    for _ in 0..n_goals {
        goals.push(read_goal(&mut input, &topology)?);
    }
    let to_move = input.choice("0 (the owner moves first) or 1 (the opponent)", [Mover::Owner, Mover::Opponent])?;
    let verdict = input.choice("0 (holds) or 1 (fails)", [Verdict::Holds, Verdict::Fails])?;
    let first = input.number_below(n_cells + 1, "0 or a first move")?.checked_sub(1).map(Cell::new);
    let n_nodes = input.number()?;
    let claim = Claim { topology, owner, stones, carrier, goal: goals[0].clone(), to_move };
    Ok((Heading { claim, verdict, first, goals }, NodeReader::new(input, verdict, n_cells, 0, n_nodes)))
}

fn read_board<R: Read>(input: &mut CountedInput<R>) -> Result<Topology> {
    if !input.choice("0 (rhombus) or 1 (graph)", [false, true])? {
        let (columns, rows) = (input.number()?, input.number()?);
        return Ok(Topology::rhombus(columns as usize, rows as usize)?);
    }
    let n_cells = input.number()? as usize;
    if n_cells > MAX_CELLS {
        return Err(TopologyError::Size(n_cells).into());
    }
    let mut names = Vec::new();
    for _ in 0..n_cells {
        names.push(read_name(input)?);
    }
    let mut links = Vec::new();
    for lower in 0..n_cells {
        let offset = input.offset();
        for higher in read_cells(input, n_cells)?.iter().map(Cell::index) {
            if higher <= lower {
                return Err(CertificateError::Malformed { offset, expected: "links to higher cells" });
            }
            links.push((lower, higher));
        }
    }
    let n_edges = input.number()? as usize;
    if n_edges > MAX_EDGES {
        return Err(CertificateError::TooManyEdges(n_edges));
    }
    let mut edges = Vec::new();
    for _ in 0..n_edges {
        let name = read_name(input)?;
        edges.push((name, read_cells(input, n_cells)?.iter().map(Cell::index).collect()));
    }
    Ok(Topology::graph(names, &links, edges)?)
}

fn read_name<R: Read>(input: &mut CountedInput<R>) -> Result<String> {
    let n_bytes = input.number_below(33, "a name of at most 32 bytes")?;
    let mut name = String::new();
    for _ in 0..n_bytes {
        // `Topology` accepts only a few of these characters.
        name.push(char::from(input.byte()?));
    }
    Ok(name)
}

/// Reads a number of cells, then the cells, ascending.
fn read_cells<R: Read>(input: &mut CountedInput<R>, n_cells: usize) -> Result<CellSet> {
    Ok(read_ascending(input, 0, n_cells, "ascending cells of the board")?.into_iter().map(Cell::new).collect())
}

fn read_ascending<R: Read>(
    input: &mut CountedInput<R>,
    least: u32,
    end: usize,
    expected: &'static str,
) -> Result<Vec<usize>> {
    let n = input.count(expected, least)?;
    let mut numbers: Vec<usize> = Vec::new();
    for _ in 0..n {
        let offset = input.offset();
        let number = input.number_below(end, expected)?;
        if numbers.last().is_some_and(|&last| number <= last) {
            return Err(CertificateError::Malformed { offset, expected });
        }
        numbers.push(number);
    }
    Ok(numbers)
}

fn read_goal<R: Read>(input: &mut CountedInput<R>, board: &Topology) -> Result<Goal> {
    let n_cells = board.n_cells();
    let terminal = |number: usize| match number.checked_sub(n_cells) {
        None => Terminal::Cell(Cell::new(number)),
        Some(edge) => Terminal::Edge(edge),
    };
    let n_alternatives = input.count("the number of alternatives, at least 1", 1)?;
    let mut alternatives = Vec::new();
    for _ in 0..n_alternatives {
        let n_groups = input.count("the number of groups, at least 1", 1)?;
        let mut groups: Vec<Group> = Vec::new();
        for _ in 0..n_groups {
            let end = n_cells + board.edges().len();
            let numbers = match input.version {
                1 => read_ascending(input, 2, end, "two or more ascending cells and edges")?,
                _ => read_ascending(input, 1, end, "one or more ascending cells and edges")?,
            };
            groups.push(numbers.into_iter().map(terminal).collect());
        }
        alternatives.push(groups);
    }
    Ok(Goal::with_single(alternatives)?)
}

/// The nodes of a file, one at a time, in reused buffers.
pub(crate) struct NodeReader<R> {
    input: CountedInput<R>,
    verdict: Verdict,
    n_cells: usize,
    /// The number after the last node's, and the number of the next node.
    n_nodes: u32,
    n_read: NodeId,
    stones: Vec<Cell>,
    replies: Vec<(Cell, NodeId)>,
    children: Vec<NodeId>,
    steps: Vec<WalkStep>,
}

impl<R: Read> Steps for NodeReader<R> {
    fn next(&mut self) -> Result<Option<(RuleNode<'_>, u64)>> {
        if self.n_read == self.n_nodes {
            self.input.finish()?;
            return Ok(None);
        }
        let head = self.input.number()?;
        let (kind, n) = (head & 3, head >> 2);
        let step = match kind {
            LINKED => {
                let goal = self.input.number()?;
                self.read_stones(n)?;
                RuleNode::Linked { goal, stones: &self.stones }
            }
            REPLIES if n == 0 && self.input.version >= SECOND => {
                let (goal, child) = (self.input.number()?, self.read_child()?);
                let kind = self.input.number_below(3, "0 (dead), 1 (captured) or 2 (permanent)")?;
                let cell = self.read_cell()?;
                let other = (kind > 0).then(|| self.read_cell()).transpose()?;
                let n_stones = self.input.number()?;
                self.read_stones(n_stones)?;
                let cells = FilledCells::from_parts(kind, cell, other).unwrap_or(FilledCells::Dead(cell));
                RuleNode::Fill { goal, cells, stones: &self.stones, child }
            }
            REPLIES => {
                let goal = self.input.number()?;
                self.replies.clear();
                for _ in 0..n {
                    let reply = (self.read_cell()?, self.read_child()?);
                    self.replies.push(reply);
                }
                RuleNode::Replies { goal, replies: &self.replies }
            }
            JOIN => {
                let goal = self.input.number()?;
                self.read_children(n)?;
                let n_stones = self.input.number()?;
                self.read_stones(n_stones)?;
                RuleNode::Join { goal, stones: &self.stones, children: &self.children }
            }
            _ if self.input.version >= SECOND && self.verdict == Verdict::Holds => {
                let goal = self.input.number()?;
                self.read_children(n)?;
                let n_stones = self.input.number()?;
                self.read_stones(n_stones)?;
                let n_steps = self.input.number()?;
                self.steps.clear();
                for _ in 0..n_steps {
                    let step = self.read_step()?;
                    self.steps.push(step);
                }
                RuleNode::Walk { goal, stones: &self.stones, children: &self.children, steps: &self.steps }
            }
            _ => {
                self.read_stones(n)?;
                RuleNode::Cut { stones: &self.stones }
            }
        };
        self.n_read += 1;
        Ok(Some((step, self.input.offset())))
    }
}

impl<R: Read> NodeReader<R> {
    /// Reads the nodes from number `first` on, up to `n_nodes`.
    pub(crate) fn new(input: CountedInput<R>, verdict: Verdict, n_cells: usize, first: NodeId, n_nodes: u32) -> Self {
        let (stones, replies, children, steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { input, verdict, n_cells, n_nodes, n_read: first, stones, replies, children, steps }
    }

    fn read_children(&mut self, n: u32) -> Result<()> {
        self.children.clear();
        for _ in 0..n {
            let child = self.read_child()?;
            self.children.push(child);
        }
        Ok(())
    }

    fn read_step(&mut self) -> Result<WalkStep> {
        let mut ends = [None; 2];
        for end in &mut ends {
            if let Some(part) = self.input.number()?.checked_sub(1) {
                *end = Some((part, self.input.number()?));
            }
        }
        let (part, n_next) = (self.input.number()?, self.input.number()?);
        let mut next = Vec::new();
        for _ in 0..n_next {
            next.push(self.input.number()?);
        }
        Ok(WalkStep { ends, part, next })
    }

    fn read_stones(&mut self, n: u32) -> Result<()> {
        self.stones.clear();
        for _ in 0..n {
            let cell = self.read_cell()?;
            self.stones.push(cell);
        }
        Ok(())
    }

    #[inline]
    fn read_cell(&mut self) -> Result<Cell> {
        Ok(Cell::new(self.input.number_below(self.n_cells, "a cell of the board")?))
    }

    /// A child is written as its distance: 1 means the previous node.
    #[inline]
    fn read_child(&mut self) -> Result<NodeId> {
        let offset = self.input.offset();
        let distance = self.input.number()?;
        match self.n_read.checked_sub(distance) {
            Some(child) if distance != 0 => Ok(child),
            _ => Err(CertificateError::Malformed { offset, expected: "the distance to an earlier node" }),
        }
    }
}
