//! A certificate under construction, whose nodes go to a file as they are found.
//!
//! The binary form begins with what is known last: the goals, the number of nodes and the checksum. So a [`Draft`]
//! keeps the nodes in a file of its own. Once the root is known, the nodes that it rests on are copied after the
//! heading.

use std::io::{Read, Seek, SeekFrom, Write};

use crate::binary::{SECOND, write_node};
use crate::certificate::keep_goals;
use crate::input::CountedInput;
use crate::reader::NodeReader;
use crate::statement::{Heading, Steps};
use crate::writer::{CertificateWriter, failed};
use crate::{CertificateError, GoalId, Node, NodeFault, NodeId, Verdict};

/// Nodes per block. Only the place of each block is kept, and one block at a time is read back into memory.
const BLOCK: u32 = 1 << 12;

/// Takes the nodes of a certificate in the order in which they are found, children before parents.
pub trait NodeSink {
    /// Takes the next node. Its number is the number of nodes before it.
    ///
    /// # Errors
    ///
    /// If the node cannot be stored; after that, no more nodes should be given.
    fn take(&mut self, node: Node) -> Result<(), CertificateError>;
}

/// Nodes in memory: about 100 bytes each.
impl NodeSink for Vec<Node> {
    fn take(&mut self, node: Node) -> Result<(), CertificateError> {
        self.push(node);
        Ok(())
    }
}

impl<S: NodeSink + ?Sized> NodeSink for &mut S {
    fn take(&mut self, node: Node) -> Result<(), CertificateError> {
        (**self).take(node)
    }
}

/// Nodes of a future certificate, in a file that nobody else reads or writes.
///
/// It takes some hundred kilobytes of memory plus two bytes for every thousand nodes; while the certificate is written,
/// a fifth of a byte per node.
#[derive(Debug)]
pub struct Draft<F> {
    file: F,
    n_cells: usize,
    n_nodes: u32,
    /// The version that the nodes so far need, and the verdict of which they are.
    version: u8,
    verdict: Verdict,
    /// Offset of each block of nodes, relative to the first one.
    blocks: Vec<u64>,
    /// The bytes of the last block, which are not yet in the file, and the place where the block begins.
    last: Vec<u8>,
    n_written: u64,
    start: u64,
}

impl<F: Read + Write + Seek> Draft<F> {
    /// A draft for a board of `n_cells` cells, written to `file` from its current position.
    ///
    /// # Errors
    ///
    /// If `file` fails.
    pub fn new(mut file: F, n_cells: usize) -> Result<Self, CertificateError> {
        let start = file.stream_position().map_err(failed)?;
        let (blocks, last) = (Vec::new(), Vec::new());
        Ok(Self { file, n_cells, n_nodes: 0, version: 1, verdict: Verdict::Holds, blocks, last, n_written: 0, start })
    }

    /// The number of nodes so far.
    pub const fn n_nodes(&self) -> u32 {
        self.n_nodes
    }

    /// Writes the certificate with this heading and root to `sink`, without the nodes and goals that the root does not
    /// need. Returns the sink, positioned after the certificate.
    ///
    /// Whether it proves anything is another question.
    ///
    /// # Errors
    ///
    /// If there is no such root, if the heading makes no sense or does not fit these nodes, or if a file operation
    /// fails.
    pub fn write<S: Write + Seek>(mut self, heading: &Heading, root: NodeId, sink: S) -> Result<S, CertificateError> {
        if root >= self.n_nodes {
            return Err(CertificateError::NoNodes);
        }
        self.end_block()?;
        self.verdict = heading.verdict;
        let mut heading = heading.clone();
        let (needed, is_goal_needed) = self.needed(root, heading.goals.len())?;
        let goal_ids = keep_goals(&mut heading.goals, &is_goal_needed);
        let mut writer = CertificateWriter::new(sink, &heading, needed.len())?;
        for block in 0..=root / BLOCK {
            for (id, mut node) in self.read(block)? {
                if needed.contains(id) {
                    let goal_id = |goal: GoalId| goal_ids.get(goal as usize).copied().unwrap_or(goal);
                    node.renumber(goal_id, |child| needed.rank(child));
                    writer.node(&node)?;
                }
            }
        }
        writer.finish()
    }

    /// The nodes on which `root` rests, including itself, and which of the goals they name.
    fn needed(&mut self, root: NodeId, n_goals: usize) -> Result<(NodeSet, Vec<bool>), CertificateError> {
        let mut is_goal_needed = vec![false; n_goals];
        let mut words = vec![0_u64; root as usize / 64 + 1];
        words[root as usize / 64] |= 1 << (root % 64);
        for block in (0..=root / BLOCK).rev() {
            for (id, node) in self.read(block)?.into_iter().rev() {
                if id <= root && words[id as usize / 64] >> (id % 64) & 1 != 0 {
                    node.children().for_each(|child| words[child as usize / 64] |= 1 << (child % 64));
                    if let Some(is_needed) = is_goal_needed.get_mut(node.goal() as usize) {
                        *is_needed = true;
                    }
                }
            }
        }
        Ok((NodeSet::new(words), is_goal_needed))
    }

    /// The nodes of a finished block, with their numbers.
    fn read(&mut self, block: u32) -> Result<Vec<(NodeId, Node)>, CertificateError> {
        let begin = self.blocks[block as usize];
        let end = self.blocks.get(block as usize + 1).copied().unwrap_or(self.n_written);
        let unread = |error: std::io::Error| CertificateError::Read(error.kind());
        self.file.seek(SeekFrom::Start(self.start + begin)).map_err(unread)?;
        let mut bytes = vec![0; (end - begin) as usize];
        self.file.read_exact(&mut bytes).map_err(unread)?;
        let first = block * BLOCK;
        let input = CountedInput::headless(&bytes[..], self.version);
        let end = self.n_nodes.min(first.saturating_add(BLOCK));
        let mut reader = NodeReader::new(input, self.verdict, self.n_cells, first, end);
        let mut nodes = Vec::new();
        while let Some((step, _)) = reader.next()? {
            nodes.push((first + nodes.len() as u32, step.into()));
        }
        Ok(nodes)
    }

    /// Writes the bytes of the last block to the file.
    fn end_block(&mut self) -> Result<(), CertificateError> {
        self.file.write_all(&self.last).map_err(failed)?;
        self.n_written += self.last.len() as u64;
        self.last.clear();
        Ok(())
    }
}

impl<F: Read + Write + Seek> NodeSink for Draft<F> {
    fn take(&mut self, node: Node) -> Result<(), CertificateError> {
        let step = node.as_step();
        let fault = |fault| CertificateError::Node { node: self.n_nodes, fault };
        step.validate(self.n_nodes, self.n_cells, usize::MAX).map_err(fault)?;
        if self.n_nodes == NodeId::MAX {
            return Err(fault(NodeFault::TooMany));
        }
        if step.is_new() {
            self.version = SECOND;
        }
        if matches!(&node, Node::Replies { replies, .. } if replies.is_empty()) {
            return Err(fault(NodeFault::NoReplies));
        }
        if self.n_nodes.is_multiple_of(BLOCK) {
            self.end_block()?;
            self.blocks.push(self.n_written);
        }
        write_node(&mut self.last, self.n_nodes, step);
        self.n_nodes += 1;
        Ok(())
    }
}

/// A set of nodes that numbers its members.
struct NodeSet {
    words: Vec<u64>,
    /// For each word, the number of members before it.
    ranks: Vec<u32>,
    n: u32,
}

impl NodeSet {
    fn new(words: Vec<u64>) -> Self {
        let mut n = 0;
        let mut next = |word: &u64| {
            let rank = n;
            n += word.count_ones();
            rank
        };
        let ranks = words.iter().map(&mut next).collect();
        Self { words, ranks, n }
    }

    const fn len(&self) -> u32 {
        self.n
    }

    fn contains(&self, id: NodeId) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    /// The number of members before `id`.
    fn rank(&self, id: NodeId) -> NodeId {
        let (word, bit) = (id as usize / 64, id % 64);
        self.ranks[word] + (self.words[word] & ((1 << bit) - 1)).count_ones()
    }
}
