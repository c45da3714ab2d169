//! The oldest theorem of Hex: on a board that is not square the player with the shorter way wins, even moving second.
//!
//! Next to each other lie two triangles, images under a reflection that exchanges the edges of the two players. Each
//! cell of one and its image are a pair, and whoever has the shorter way answers each move in a pair with the other cell.
//!
//! ```text
//!  a b c d
//! 1 1 2 4 3      Black joins top and bottom: a1 with d3, b1 with d2, c1 with d1, a2 with c3, b2 with c2, a3 with b3.
//!  2 . . . .     The triangles are a1-c1-a3 and d1-d3-b3.
//!   3 . . . .
//! ```
//!
//! In the end there is a way along the boundary between Black and White in the first triangle, from the corner where
//! their edges meet: Black's stones on one side are joined to the top. White's on the other side have images that are
//! Black's, joined to the bottom. Where the way leaves the triangle, its last black stone touches the image of its last
//! white one. A [`Node::Walk`](tesuji_proof::Node::Walk) is this argument.
//!
//! Stones do no harm as long as no pair has the loser's stone without the winner's; if the winner is to move, one pair
//! may. Wider boards have several places for the triangles.

use std::collections::BTreeMap;

use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, Player, RIGHT, TOP};
use tesuji_problem::board::Question;
use tesuji_proof::{
    CertificateBuilder, CertificateError, Claim, Goal, Mover, NodeSink, Subproof, Terminal, Verdict, WalkStep,
};

use crate::Proof;

/// Column and row on the winner's board, whose rows lead from one of the winner's edges to the other.
type Place = (i32, i32);

/// The six neighbours of a cell, in a circle.
const CIRCLE: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Memory for equal nodes, of which there are hardly any.
const BUILDER_BYTES: usize = 1 << 20;

/// A cell of the first triangle and its image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pair {
    /// Both are empty.
    Open(Cell, Cell),
    /// The winner has the cell, or its image.
    Own(Cell),
    OwnImage(Cell),
}

/// A win by pairs.
#[derive(Debug)]
pub(crate) struct Pairing {
    pub(crate) first: Option<Cell>,
    /// The pairs that the walk looks at, which are the parts of the proof.
    parts: Vec<Pair>,
    steps: Vec<WalkStep>,
}

/// Where the triangles lie: `n` rows, and `n + 1` columns from `left` on.
struct Triangles {
    n: i32,
    left: i32,
    /// How far the numbers of neighbouring columns and rows differ.
    column_step: i32,
    row_step: i32,
}

impl Pairing {
    /// Who wins this position by pairs, if it is won so: the player with the shorter way.
    pub(crate) fn of_board(question: &Question) -> Option<(Player, Self)> {
        let (columns, rows) = question.topology.size().filter(|(columns, rows)| columns != rows)?;
        let winner = if columns > rows { Player::Black } else { Player::White };
        Some((winner, Self::of(&question.claim(winner))?))
    }

    /// The pairs by which the owner of this claim joins opposite edges, if it does. Costs a look at each cell.
    pub(crate) fn of(claim: &Claim) -> Option<Self> {
        let (columns, rows) = claim.topology.size()?;
        let [one, other] = <[Terminal; 2]>::try_from(claim.goal.terminals().collect::<Vec<_>>()).ok()?;
        let (n, wide, column_step, row_step) = match (one, other) {
            (Terminal::Edge(TOP), Terminal::Edge(BOTTOM)) => (rows, columns, 1, columns as i32),
            (Terminal::Edge(LEFT), Terminal::Edge(RIGHT)) => (columns, rows, columns as i32, 1),
            _ => return None,
        };
        let at = |left| Triangles { n: n as i32, left, column_step, row_step };
        (0..wide.saturating_sub(n) as i32).find_map(|left| Self::at(claim, &at(left)))
    }

    fn at(claim: &Claim, triangles: &Triangles) -> Option<Self> {
        let (own, is_mover) = (&claim.stones, claim.to_move == Mover::Owner);
        let mut pairs: BTreeMap<Place, Pair> = BTreeMap::new();
        let mut first = None;
        for place in triangles.first() {
            let [cell, image] = triangles.pair(place);
            let is_lost = [cell, image].map(|cell| !claim.carrier.contains(cell));
            let pair = match (own.contains(cell), own.contains(image)) {
                (true, _) => Pair::Own(cell),
                (false, true) => Pair::OwnImage(image),
                _ if is_lost == [false, false] => Pair::Open(cell, image),
                // The winner's move may repair one pair.
                _ if is_lost == [true, true] || !is_mover || first.is_some() => return None,
                _ if is_lost[1] => Pair::Own(*first.insert(cell)),
                _ => Pair::OwnImage(*first.insert(image)),
            };
            pairs.insert(place, pair);
        }
        if is_mover && first.is_none() {
            // A move more does no harm; near the middle it does some good.
            let open = pairs.iter_mut().filter(|(_, pair)| matches!(pair, Pair::Open(..)));
            match open.max_by_key(|(place, _)| (place.0 + place.1, -(place.0 - place.1).abs())) {
                Some((_, pair)) => {
                    if let Pair::Open(cell, _) = *pair {
                        first = Some(cell);
                        *pair = Pair::Own(cell);
                    }
                }
                None => first = claim.carrier.iter().next(),
            }
        }
        let (parts, steps) = Walk { n: triangles.n, pairs, parts: Vec::new(), numbers: BTreeMap::new() }.steps();
        Some(Self { first, parts, steps })
    }

    /// The empty cells of the pairs, and the first move.
    pub(crate) fn carrier(&self) -> CellSet {
        let cells = self.parts.iter().flat_map(|part| match *part {
            Pair::Open(cell, image) => [Some(cell), Some(image)],
            _ => [None; 2],
        });
        cells.flatten().chain(self.first).collect()
    }

    /// Sends the nodes of the certificate of the claim to `sink`.
    pub(crate) fn prove(self, claim: &Claim, sink: impl NodeSink) -> Result<Proof, CertificateError> {
        let mut builder: CertificateBuilder<_, CellSet> =
            CertificateBuilder::new(claim, Verdict::Holds, sink, BUILDER_BYTES);
        let parts: Vec<Subproof> = self.parts.iter().map(|&part| prove_part(&mut builder, part)).collect();
        let root = builder.walk(0, CellSet::new(), &parts, self.steps).node;
        let (heading, _) = builder.finish(self.first)?;
        Ok(Proof { heading, root })
    }
}

/// One of the two cells will be the winner's.
fn prove_part<K: NodeSink>(builder: &mut CertificateBuilder<K>, part: Pair) -> Subproof {
    let cells = match part {
        Pair::Open(cell, image) => vec![cell, image],
        Pair::Own(cell) | Pair::OwnImage(cell) => vec![cell],
    };
    let goal = Goal::with_single(cells.iter().map(|&cell| vec![vec![Terminal::Cell(cell)]]).collect());
    let goal = builder.goal(&goal.expect("a cell is a group"));
    let held: Vec<(Cell, Subproof)> =
        cells.iter().map(|&cell| (cell, builder.linked(goal, CellSet::from_iter([cell])))).collect();
    match &held[..] {
        [(_, held)] => held.clone(),
        held => builder.replies(goal, held),
    }
}

impl Triangles {
    /// The places of the first triangle.
    fn first(&self) -> impl Iterator<Item = Place> + use<> {
        let n = self.n;
        (0..n).flat_map(move |row| (0..n - row).map(move |column| (column, row)))
    }

    /// The cell at a place of the first triangle, and its image.
    fn pair(&self, (column, row): Place) -> [Cell; 2] {
        let cell =
            |column: i32, row: i32| Cell::new(((column + self.left) * self.column_step + row * self.row_step) as usize);
        [cell(column, row), cell(self.n - row, self.n - 1 - column)]
    }
}

/// The walk along the boundary under construction.
struct Walk {
    n: i32,
    pairs: BTreeMap<Place, Pair>,
    parts: Vec<Pair>,
    /// The number of each part.
    numbers: BTreeMap<Place, u32>,
}

/// The boundary between a place of the winner's and one whose image is the winner's, and the place before them.
type Boundary = ([Place; 2], Place);

impl Walk {
    fn steps(mut self) -> (Vec<Pair>, Vec<WalkStep>) {
        // Outside the triangle, row -1 is the winner's edge and column -1 the loser's.
        let mut found: Vec<Boundary> = self.next([(0, -1), (-1, 0)]).into_iter().collect();
        let mut numbers: BTreeMap<[Place; 2], u32> = found.iter().map(|&(sides, _)| (sides, 0)).collect();
        let mut steps = Vec::new();
        while let Some(&(sides, ahead)) = found.get(steps.len()) {
            let part = self.number(ahead);
            let ends = [self.end(sides[0], true), self.end(sides[1], false)];
            let mut reach = |sides| {
                let Some(next) = self.next(sides) else { return 0 };
                *numbers.entry(next.0).or_insert_with(|| {
                    found.push(next);
                    found.len() as u32 - 1
                })
            };
            let (taken, left) = ([ahead, sides[1]], [sides[0], ahead]);
            let next = match self.pairs[&ahead] {
                Pair::Open(..) => vec![reach(taken), reach(left)],
                Pair::Own(_) => vec![reach(taken)],
                Pair::OwnImage(_) => vec![reach(left)],
            };
            steps.push(WalkStep { ends, part, next });
        }
        (self.parts, steps)
    }

    /// The boundary, followed along the edges as far as a place of the triangle; `None` if it leaves the triangle.
    fn next(&self, mut sides: [Place; 2]) -> Option<Boundary> {
        loop {
            let [own, lost] = sides;
            let towards = CIRCLE.iter().position(|&(x, y)| (own.0 + x, own.1 + y) == lost)?;
            let (x, y) = CIRCLE[(towards + 5) % 6];
            let ahead = (own.0 + x, own.1 + y);
            match ahead {
                (column, row) if column + row >= self.n => return None,
                (_, -1) => sides[0] = ahead,
                (-1, _) => sides[1] = ahead,
                _ => return Some((sides, ahead)),
            }
        }
    }

    fn number(&mut self, place: Place) -> u32 {
        let Self { parts, pairs, .. } = self;
        *self.numbers.entry(place).or_insert_with(|| {
            parts.push(pairs[&place]);
            parts.len() as u32 - 1
        })
    }

    /// What is known of a place beside the boundary: nothing of an edge; otherwise the alternative of its part.
    fn end(&self, place: Place, is_own: bool) -> Option<(u32, u32)> {
        let part = *self.numbers.get(&place)?;
        let is_second = !is_own && matches!(self.pairs[&place], Pair::Open(..));
        Some((part, u32::from(is_second)))
    }
}

#[cfg(feature = "testing")]
mod tests;
