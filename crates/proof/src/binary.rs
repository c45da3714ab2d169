//! The binary form, byte by byte as in `docs/CERTIFICATE.md`: writing.
//!
//! Reading is in `reader`, which still reads every version that was ever written. `writer` puts these parts together
//! node by node.

use std::io::Write;

use sha2::{Digest, Sha256};
use tesuji_board::{Cell, CellSet, Player, Shape, Topology};

use crate::statement::{RuleNode, Statement};
use crate::writer::failed;
use crate::{Certificate, CertificateError, Goal, Mover, NodeId, Terminal, Verdict, WalkStep};

/// First bytes of a certificate; the version follows.
pub(crate) const MAGIC: &[u8; 7] = b"TSJCERT";
/// The latest version that can be read. A certificate is written in the first version that has all that it uses.
pub(crate) const NEWEST: u8 = SECOND;
/// The version that has `Walk`, `Fill`, and groups of one terminal.
pub(crate) const SECOND: u8 = 2;
/// Magic, version, checksum: what comes before the bytes that the checksum covers.
pub(crate) const PREFIX_LEN: usize = 8 + 32;

// A node begins with its length, whose low two bits hold its kind.
pub(crate) const LINKED: u32 = 0;
/// Without replies it is a `Fill` in version 2.
pub(crate) const REPLIES: u32 = 1;
pub(crate) const JOIN: u32 = 2;
/// A `Walk` in a certificate of version 2 that holds, otherwise a `Cut`.
pub(crate) const CUT_OR_WALK: u32 = 3;

impl Certificate {
    /// The binary form of the certificate, in the first version that has all that it uses.
    ///
    /// It need not be a proof, but it must be a well-formed certificate.
    ///
    /// # Errors
    ///
    /// If the claim, a goal or the first move makes no sense, or if a node names a cell, goal or earlier node that does
    /// not exist.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CertificateError> {
        self.validate()?;
        let mut bytes = prefix(self.version(), [0; 32]);
        self.encode(usize::MAX, |content| {
            bytes.append(content);
            Ok(())
        })?;
        let checksum = Sha256::digest(&bytes[PREFIX_LEN..]);
        bytes[8..PREFIX_LEN].copy_from_slice(&checksum);
        Ok(bytes)
    }

    /// Writes the bytes of [`Certificate::to_bytes`] without keeping them in memory. It takes about 64 KiB however long
    /// the file is.
    ///
    /// The checksum comes first in the file, so everything is encoded twice.
    ///
    /// # Errors
    ///
    /// As `to_bytes`; and [`CertificateError::Write`] if `sink` fails, possibly after some of the bytes were written.
    pub fn write(&self, mut sink: impl Write) -> Result<(), CertificateError> {
        const PIECE: usize = 1 << 16;
        self.validate()?;
        let mut hasher = Sha256::new();
        self.encode(PIECE, |content| {
            hasher.update(&content[..]);
            content.clear();
            Ok(())
        })?;
        sink.write_all(&prefix(self.version(), hasher.finalize().into())).map_err(failed)?;
        self.encode(PIECE, |content| {
            sink.write_all(content).map_err(failed)?;
            content.clear();
            Ok(())
        })?;
        sink.flush().map_err(failed)
    }

    /// Passes what follows the checksum to `take` piece by piece; `take` must empty each `piece`.
    fn encode(
        &self,
        piece: usize,
        mut take: impl FnMut(&mut Vec<u8>) -> Result<(), CertificateError>,
    ) -> Result<(), CertificateError> {
        let mut content = Vec::new();
        write_statement(&mut content, &self.statement());
        write_number(&mut content, self.nodes.len());
        for (node, id) in self.nodes.iter().zip(0..) {
            write_node(&mut content, id, node.as_step());
            if content.len() >= piece {
                take(&mut content)?;
            }
        }
        take(&mut content)
    }
}

/// Magic, version, checksum.
pub(crate) fn prefix(version: u8, checksum: [u8; 32]) -> Vec<u8> {
    [&MAGIC[..], &[version], &checksum].concat()
}

pub(crate) fn write_statement(to: &mut Vec<u8>, statement: &Statement<'_>) {
    let claim = statement.claim;
    write_board(to, &claim.topology);
    to.push(match claim.owner {
        Player::Black => 0,
        Player::White => 1,
    });
    write_cells(to, &claim.stones);
    write_cells(to, &claim.carrier);
    write_number(to, statement.goals.len());
    for goal in statement.goals {
        write_goal(to, goal, claim.topology.n_cells());
    }
    to.push(match claim.to_move {
        Mover::Owner => 0,
        Mover::Opponent => 1,
    });
    to.push(match statement.verdict {
        Verdict::Holds => 0,
        Verdict::Fails => 1,
    });
    write_number(to, statement.first.map_or(0, |cell| cell.index() + 1));
}

fn write_board(to: &mut Vec<u8>, board: &Topology) {
    if let Shape::Rhombus { columns, rows } = board.shape() {
        to.push(0);
        write_number(to, columns);
        write_number(to, rows);
        return;
    }
    to.push(1);
    write_number(to, board.n_cells());
    for cell in board.cells() {
        write_name(to, board.name(cell));
    }
    for cell in board.cells() {
        // Each link once, at its lower end.
        write_cells(to, &board.neighbours(cell).iter().copied().filter(|&other| cell < other).collect());
    }
    write_number(to, board.edges().len());
    for edge in board.edges() {
        write_name(to, &edge.name);
        write_cells(to, &edge.cells);
    }
}

fn write_goal(to: &mut Vec<u8>, goal: &Goal, n_cells: usize) {
    write_number(to, goal.alternatives().len());
    for groups in goal.alternatives() {
        write_number(to, groups.len());
        for group in groups {
            write_number(to, group.len());
            for terminal in group {
                match *terminal {
                    Terminal::Cell(cell) => write_cell(to, cell),
                    Terminal::Edge(edge) => write_number(to, n_cells + edge),
                }
            }
        }
    }
}

pub(crate) fn write_node(to: &mut Vec<u8>, id: NodeId, step: RuleNode<'_>) {
    let head = |to: &mut Vec<u8>, kind: u32, n: usize| write_number(to, n << 2 | kind as usize);
    match step {
        RuleNode::Linked { goal, stones } => {
            head(to, LINKED, stones.len());
            write_number(to, goal as usize);
            stones.iter().for_each(|&cell| write_cell(to, cell));
        }
        RuleNode::Replies { goal, replies } => {
            head(to, REPLIES, replies.len());
            write_number(to, goal as usize);
            for &(reply, child) in replies {
                write_cell(to, reply);
                write_number(to, (id - child) as usize);
            }
        }
        RuleNode::Join { goal, stones, children } => {
            head(to, JOIN, children.len());
            write_number(to, goal as usize);
            children.iter().for_each(|&child| write_number(to, (id - child) as usize));
            write_number(to, stones.len());
            stones.iter().for_each(|&cell| write_cell(to, cell));
        }
        RuleNode::Walk { goal, stones, children, steps } => {
            head(to, CUT_OR_WALK, children.len());
            write_number(to, goal as usize);
            children.iter().for_each(|&child| write_number(to, (id - child) as usize));
            write_number(to, stones.len());
            stones.iter().for_each(|&cell| write_cell(to, cell));
            write_number(to, steps.len());
            for WalkStep { ends, part, next } in steps {
                for end in ends {
                    write_number(to, end.map_or(0, |(part, _)| part as usize + 1));
                    end.iter().for_each(|&(_, alternative)| write_number(to, alternative as usize));
                }
                write_number(to, *part as usize);
                write_number(to, next.len());
                next.iter().for_each(|&step| write_number(to, step as usize));
            }
        }
        RuleNode::Fill { goal, cells, stones, child } => {
            head(to, REPLIES, 0);
            write_number(to, goal as usize);
            write_number(to, (id - child) as usize);
            let (kind, ..) = cells.parts();
            write_number(to, kind);
            cells.cells().for_each(|cell| write_cell(to, cell));
            write_number(to, stones.len());
            stones.iter().for_each(|&cell| write_cell(to, cell));
        }
        RuleNode::Cut { stones } => {
            head(to, CUT_OR_WALK, stones.len());
            stones.iter().for_each(|&cell| write_cell(to, cell));
        }
    }
}

fn write_name(to: &mut Vec<u8>, name: &str) {
    write_number(to, name.len());
    to.extend(name.as_bytes());
}

fn write_cells(to: &mut Vec<u8>, cells: &CellSet) {
    write_number(to, cells.len());
    cells.iter().for_each(|cell| write_cell(to, cell));
}

fn write_cell(to: &mut Vec<u8>, cell: Cell) {
    write_number(to, cell.index());
}

/// Seven bits a byte, lowest first, the top bit set on all but the last (LEB128).
pub(crate) fn write_number(to: &mut Vec<u8>, number: usize) {
    let mut rest = number;
    while rest >= 0x80 {
        to.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    to.push(rest as u8);
}
