//! The symmetries of Hex, and the canonical position that stands for all its images.
//!
//! ```text
//!  a b c            a b c             a b c             a b c
//! 1 B . .          1 . . .           1 W . .           1 . . .
//!  2 . W .          2 . W .           2 . B .           2 . B .
//!   3 . . .          3 . . B           3 . . .           3 . . W
//!   Identity         HalfTurn          LongDiagonal      ShortDiagonal
//! ```
//!
//! A diagonal exchanges top and bottom with left and right, so the players exchange colours too. Every symmetry is its
//! own inverse.

use std::cmp::Reverse;
use std::io::{Read, Seek, Write};
use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, EdgeId, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::{CertificateError, CertificateReader, CertificateWriter, Claim, Goal, Heading, Terminal};

use super::Question;

/// A symmetry of the game: it maps positions to positions with the same answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Half a turn around the centre; colours stay.
    HalfTurn,
    /// Columns and rows are exchanged (`a1` stays where it is), and so are the colours.
    LongDiagonal,
    /// The half turn and the long diagonal together.
    ShortDiagonal,
}

impl Symmetry {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Identity, Self::HalfTurn, Self::LongDiagonal, Self::ShortDiagonal];

    /// Whether the players exchange colours, and the board its columns and rows.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::LongDiagonal | Self::ShortDiagonal)
    }

    /// The player that `player` becomes in the image.
    #[must_use]
    pub const fn player(self, player: Player) -> Player {
        if self.is_diagonal() { player.opponent() } else { player }
    }

    /// Columns and rows of the image of a board of this size.
    #[must_use]
    pub const fn size(self, (columns, rows): (usize, usize)) -> (usize, usize) {
        if self.is_diagonal() { (rows, columns) } else { (columns, rows) }
    }

    /// The image of a cell on a board of this size.
    #[must_use]
    pub const fn cell(self, (columns, rows): (usize, usize), cell: Cell) -> Cell {
        let (column, row) = (cell.index() % columns, cell.index() / columns);
        let (from_right, from_bottom) = (columns - 1 - column, rows - 1 - row);
        Cell::new(match self {
            Self::Identity => cell.index(),
            Self::HalfTurn => from_bottom * columns + from_right,
            Self::LongDiagonal => column * rows + row,
            Self::ShortDiagonal => from_right * rows + from_bottom,
        })
    }

    /// The image of a set of cells on a board of this size.
    #[must_use]
    pub fn cells(self, size: (usize, usize), cells: &CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(size, cell)).collect()
    }

    /// The edge of the rhombus that an edge becomes.
    #[must_use]
    pub const fn edge(self, edge: EdgeId) -> EdgeId {
        let images = match self {
            Self::Identity => [TOP, BOTTOM, LEFT, RIGHT],
            Self::HalfTurn => [BOTTOM, TOP, RIGHT, LEFT],
            Self::LongDiagonal => [LEFT, RIGHT, TOP, BOTTOM],
            Self::ShortDiagonal => [RIGHT, LEFT, BOTTOM, TOP],
        };
        images[edge]
    }

    /// The image of a position.
    #[must_use]
    pub fn question(self, question: &Question) -> Question {
        let size = question.size();
        let stones = [&question.black, &question.white].map(|stones| self.cells(size, stones));
        let [black, white] = if self.is_diagonal() { swapped(stones) } else { stones };
        Question { topology: self.board(&question.topology), black, white, to_move: self.player(question.to_move) }
    }

    /// Writes the image of a certificate node by node; it proves the image of the claim. Returns `sink`, positioned
    /// behind the certificate, or nothing if the board is not a rhombus.
    ///
    /// # Errors
    ///
    /// If `source` is not a certificate, or if reading it or writing to `sink` fails.
    pub fn rewrite<S: Write + Seek>(self, source: impl Read, sink: S) -> Result<Option<S>, CertificateError> {
        let mut reader = CertificateReader::new(source)?;
        let heading = reader.heading();
        let Some(size) = heading.claim.topology.size() else { return Ok(None) };
        let goals = heading.goals.clone();
        let mut writer = CertificateWriter::new(sink, &self.heading(size, heading), reader.n_nodes())?;
        reader.try_for_each(|node| {
            let mut node = node?;
            node.map_terminals(&goals, |terminal| self.terminal(size, terminal));
            writer.node(&node)
        })?;
        writer.finish().map(Some)
    }

    fn heading(self, size: (usize, usize), heading: &Heading) -> Heading {
        let Heading { claim, verdict, first, goals } = heading;
        let claim = Claim {
            topology: self.board(&claim.topology),
            owner: self.player(claim.owner),
            stones: self.cells(size, &claim.stones),
            carrier: self.cells(size, &claim.carrier),
            goal: self.goal(size, &claim.goal),
            to_move: claim.to_move,
        };
        let goals = goals.iter().map(|goal| self.goal(size, goal)).collect();
        Heading { claim, verdict: *verdict, first: first.map(|cell| self.cell(size, cell)), goals }
    }

    fn goal(self, size: (usize, usize), goal: &Goal) -> Goal {
        goal.image(|terminal| self.terminal(size, terminal))
    }

    fn terminal(self, size: (usize, usize), terminal: Terminal) -> Terminal {
        match terminal {
            Terminal::Cell(cell) => Terminal::Cell(self.cell(size, cell)),
            Terminal::Edge(edge) => Terminal::Edge(self.edge(edge)),
        }
    }

    fn board(self, topology: &Arc<Topology>) -> Arc<Topology> {
        match topology.size() {
            Some((columns, rows)) if self.is_diagonal() && columns != rows => {
                Arc::new(Topology::rhombus(rows, columns).expect("the transposed board has as many cells"))
            }
            _ => Arc::clone(topology),
        }
    }
}

fn swapped<T>([first, second]: [T; 2]) -> [T; 2] {
    [second, first]
}

impl Question {
    /// Columns and rows.
    ///
    /// # Panics
    ///
    /// If the board is not a rhombus.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.topology.size().expect("a question is about a rhombus")
    }

    /// Whether the half turn leaves the position unchanged.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let size = self.size();
        [&self.black, &self.white].iter().all(|stones| Symmetry::HalfTurn.cells(size, stones) == **stones)
    }

    /// The image that stands for this position and all its images, and the symmetry that leads to it and back.
    ///
    /// Of all images it has the fewest columns, then the most black stones, then Black to move, then the first cells in
    /// the order of the board. So an opening remains Black's, with White to move.
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (symmetry.question(self), symmetry));
        let order = |question: &Self| {
            let cells = |stones: &CellSet| stones.iter().collect::<Vec<Cell>>();
            let Self { black, white, to_move, .. } = question;
            (question.size(), Reverse(black.len()), *to_move, cells(black), cells(white))
        };
        // Of equal images the first counts: the identity where possible.
        images.into_iter().min_by_key(|(image, _)| order(image)).expect("there are four images")
    }

    /// The position that `claim` is about, if it claims that one player wins a board.
    #[must_use]
    pub fn of_claim(claim: &Claim) -> Option<Self> {
        claim.topology.size()?;
        let (own, other) = (claim.stones.clone(), claim.opponent_cells());
        let [black, white] = match claim.owner {
            Player::Black => [own, other],
            Player::White => [other, own],
        };
        let to_move = match claim.to_move {
            tesuji_proof::Mover::Owner => claim.owner,
            tesuji_proof::Mover::Opponent => claim.owner.opponent(),
        };
        let question = Self { topology: Arc::clone(&claim.topology), black, white, to_move };
        (question.claim(claim.owner) == *claim).then_some(question)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// A 4x3 position without symmetry.
    ///
    /// ```text
    ///  a b c d
    /// 1 . B . .
    ///  2 . . W .
    ///   3 . . . .
    /// ```
    fn example() -> Question {
        let topology = Arc::new(Topology::rhombus(4, 3).unwrap());
        let one = |name: &str| topology.cell(name).into_iter().collect();
        Question { black: one("b1"), white: one("c2"), to_move: Player::White, topology: Arc::clone(&topology) }
    }

    #[test]
    fn neighbours_and_edges_stay_what_they_are() {
        let board = example().topology;
        let size = board.size().unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(&board);
            assert_eq!(image.size(), Some(symmetry.size(size)));
            for cell in board.cells() {
                let to = symmetry.cell(size, cell);
                assert_eq!(symmetry.cell(symmetry.size(size), to), cell, "{symmetry:?} is its own inverse");
                let neighbours: CellSet = board.neighbours(cell).iter().copied().collect();
                let found: CellSet = image.neighbours(to).iter().copied().collect();
                assert_eq!(symmetry.cells(size, &neighbours), found, "{symmetry:?} {}", board.name(cell));
            }
            for edge in [TOP, BOTTOM, LEFT, RIGHT] {
                let found = &image.edges()[symmetry.edge(edge)].cells;
                assert_eq!(symmetry.cells(size, &board.edges()[edge].cells), *found, "{symmetry:?} edge {edge}");
            }
        }
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        let question = example();
        let (canonical, _) = question.canonical();
        assert_eq!(canonical.size(), (3, 4));
        for symmetry in Symmetry::ALL {
            let image = symmetry.question(&question);
            let (found, back) = image.canonical();
            assert_eq!(found, canonical);
            assert_eq!(back.question(&found), image);
        }
        assert!(!question.is_symmetric());
    }

    #[test]
    fn an_opening_stays_black() {
        let topology = Arc::new(Topology::rhombus(3, 3).unwrap());
        let black: CellSet = topology.cell("c3").into_iter().collect();
        let opening = Question { black, white: CellSet::new(), to_move: Player::White, topology };
        let (canonical, symmetry) = opening.canonical();
        assert_eq!((canonical.to_move, symmetry), (Player::White, Symmetry::HalfTurn));
        assert_eq!(canonical.black.iter().collect::<Vec<_>>(), [Cell::new(0)]);
    }

    #[test]
    fn only_claims_about_whole_boards_are_positions() {
        let mut claim = example().claim(Player::White);
        assert_eq!(Question::of_claim(&claim), Some(example()));
        claim.goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
        assert_eq!(Question::of_claim(&claim), None, "white joins left and right");
    }
}
