//! The readable form, line by line as in `docs/CERTIFICATE.md`: writing. Reading is in `parse`.

use std::fmt::{self, Write};

use tesuji_board::{Cell, Player, Shape, Topology};

use crate::{Certificate, CertificateError, Claim, FilledCells, Goal, Group, Mover, Node, Terminal, Verdict, WalkStep};

/// The first line, before the version.
pub(crate) const TITLE: &str = "tesuji certificate";

impl Certificate {
    /// The readable form: the claim, then one line for each node. Nothing is lost.
    ///
    /// # Errors
    ///
    /// If the claim, a goal or the first move makes no sense, or if a node names a cell, goal or earlier node that does
    /// not exist.
    pub fn to_text(&self) -> Result<String, CertificateError> {
        self.validate()?;
        let mut text = String::new();
        write_certificate(&mut text, self).expect("a string takes any text");
        Ok(text)
    }
}

fn write_certificate(to: &mut String, certificate: &Certificate) -> fmt::Result {
    let Certificate { claim, verdict, first, goals, nodes } = certificate;
    let board = &*claim.topology;
    writeln!(to, "{TITLE} {}", certificate.version())?;
    write_board(to, board)?;
    if let Some(size) = board.size() {
        draw(to, claim, size)?;
    }
    writeln!(to, "owner {}", claim.owner)?;
    writeln!(to, "stones{}", names(board, claim.stones.iter()))?;
    writeln!(to, "carrier{}", names(board, claim.carrier.iter()))?;
    for (id, goal) in goals.iter().enumerate() {
        writeln!(to, "goal {id}:{}", goal_text(board, goal))?;
    }
    let mover = match claim.to_move {
        Mover::Owner => "owner",
        Mover::Opponent => "opponent",
    };
    writeln!(to, "to-move {mover}")?;
    let verdict = match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
    };
    writeln!(to, "verdict {verdict}")?;
    writeln!(to, "first{}", names(board, first.iter().copied()))?;
    writeln!(to, "nodes {}", nodes.len())?;
    for (id, node) in nodes.iter().enumerate() {
        write!(to, "{id} ")?;
        write_node(to, board, node)?;
    }
    Ok(())
}

fn write_board(to: &mut String, board: &Topology) -> fmt::Result {
    if let Shape::Rhombus { columns, rows } = board.shape() {
        return writeln!(to, "board {columns}x{rows}");
    }
    writeln!(to, "board graph")?;
    for cell in board.cells() {
        let higher = board.neighbours(cell).iter().copied().filter(|&other| cell < other);
        writeln!(to, "cell {}:{}", board.name(cell), names(board, higher))?;
    }
    for edge in board.edges() {
        writeln!(to, "edge {}:{}", edge.name, names(board, edge.cells.iter()))?;
    }
    Ok(())
}

/// The claim as comment lines: the owner's stones `B` or `W`, the opponent's cells in small letters, `.` for the
/// carrier.
fn draw(to: &mut String, claim: &Claim, (columns, rows): (usize, usize)) -> fmt::Result {
    let (own, other) = match claim.owner {
        Player::Black => ('B', 'w'),
        Player::White => ('W', 'b'),
    };
    for row in 0..rows {
        write!(to, "#{:indent$}", "", indent = row + 1)?;
        for cell in (0..columns).map(|column| Cell::new(row * columns + column)) {
            let sign = match () {
                () if claim.stones.contains(cell) => own,
                () if claim.carrier.contains(cell) => '.',
                () => other,
            };
            write!(to, " {sign}")?;
        }
        writeln!(to)?;
    }
    Ok(())
}

fn write_node(to: &mut String, board: &Topology, node: &Node) -> fmt::Result {
    match node {
        Node::Linked { goal, stones } => writeln!(to, "linked {goal}:{}", names(board, stones.iter().copied())),
        Node::Cut { stones } => writeln!(to, "cut:{}", names(board, stones.iter().copied())),
        Node::Replies { goal, replies } => {
            write!(to, "replies {goal}:")?;
            replies.iter().try_for_each(|(reply, child)| write!(to, " {}>{child}", board.name(*reply)))?;
            writeln!(to)
        }
        Node::Walk { goal, stones, children, steps } => {
            write!(to, "walk {goal}:{} /", names(board, stones.iter().copied()))?;
            children.iter().try_for_each(|child| write!(to, " {child}"))?;
            for WalkStep { ends, part, next } in steps {
                to.push_str(" /");
                for end in ends {
                    match end {
                        None => to.push_str(" -"),
                        Some((part, alternative)) => write!(to, " {part}.{alternative}")?,
                    }
                }
                write!(to, " {part}")?;
                next.iter().try_for_each(|step| write!(to, " {step}"))?;
            }
            writeln!(to)
        }
        Node::Fill { goal, cells, stones, child } => {
            let kind = match cells {
                FilledCells::Dead(_) => "dead",
                FilledCells::Captured(..) => "captured",
                FilledCells::Permanent(..) => "permanent",
            };
            let (cells, stones) = (names(board, cells.cells()), names(board, stones.iter().copied()));
            writeln!(to, "fill {goal}: {child} {kind}{cells} /{stones}")
        }
        Node::Join { goal, stones, children } => {
            write!(to, "join {goal}:{} /", names(board, stones.iter().copied()))?;
            children.iter().try_for_each(|child| write!(to, " {child}"))?;
            writeln!(to)
        }
    }
}

fn goal_text(board: &Topology, goal: &Goal) -> String {
    let group = |group: &Group| {
        group.iter().fold(String::new(), |text, terminal| match *terminal {
            Terminal::Cell(cell) => text + " " + board.name(cell),
            Terminal::Edge(edge) => text + " " + &board.edges()[edge].name,
        })
    };
    let alternative = |groups: &Vec<Group>| groups.iter().map(group).collect::<Vec<_>>().join(" &");
    goal.alternatives().iter().map(alternative).collect::<Vec<_>>().join(" |")
}

/// The names, each after a blank. Sets are written in ascending order, lists as they are.
fn names(board: &Topology, cells: impl Iterator<Item = Cell>) -> String {
    cells.fold(String::new(), |text, cell| text + " " + board.name(cell))
}
