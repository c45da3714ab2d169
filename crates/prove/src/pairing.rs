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

use crate::phase::Proof;

/// Column and row on the winner's board, whose rows lead from one of the winner's edges to the other.
type Place = (i32, i32);

/// The six neighbours of a cell, in a circle.
const CIRCLE: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Memory for equal nodes, of which there are hardly any.
const BUILDER_BYTES: usize = 1 << 20;

/// A cell of the first triangle and its image, if both are empty; otherwise the one that the winner has.
type Pair = [Option<Cell>; 2];

/// A win by pairs.
#[derive(Debug)]
pub(crate) struct Pairing {
    pub(crate) first: Option<Cell>,
    /// The pairs that the walk looks at, which are the parts of the proof.
    parts: Vec<Pair>,
    steps: Vec<WalkStep>,
}

impl Pairing {
    /// The winner of this position by pairs, if it is won so: the player with the shorter way.
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
            (Terminal::Edge(TOP), Terminal::Edge(BOTTOM)) => (rows, columns, 1, columns),
            (Terminal::Edge(LEFT), Terminal::Edge(RIGHT)) => (columns, rows, columns, 1),
            _ => return None,
        };
        let cell = |column: i32, row: i32| Cell::new(column as usize * column_step + row as usize * row_step);
        (0..wide.saturating_sub(n) as i32).find_map(|left| Self::at(claim, n as i32, &|x, y| cell(x + left, y)))
    }

    /// The pairs in `n` rows and `n + 1` columns of these cells.
    fn at(claim: &Claim, n: i32, cell: &dyn Fn(i32, i32) -> Cell) -> Option<Self> {
        let (own, is_mover) = (&claim.stones, claim.to_move == Mover::Owner);
        let mut pairs: BTreeMap<Place, Pair> = BTreeMap::new();
        let mut first = None;
        for (column, row) in (0..n).flat_map(|row| (0..n - row).map(move |column| (column, row))) {
            let [one, image] = [cell(column, row), cell(n - row, n - 1 - column)];
            let is_lost = [one, image].map(|cell| !claim.carrier.contains(cell));
            let pair = match (own.contains(one), own.contains(image)) {
                (true, _) => [Some(one), None],
                (false, true) => [None, Some(image)],
                _ if is_lost == [false, false] => [Some(one), Some(image)],
                // The winner's move may repair one pair.
                _ if is_lost == [true, true] || !is_mover || first.is_some() => return None,
                _ => {
                    let repaired = is_lost.map(|is_lost| !is_lost);
                    first = Some(if repaired[0] { one } else { image });
                    [Some(one).filter(|_| repaired[0]), Some(image).filter(|_| repaired[1])]
                }
            };
            pairs.insert((column, row), pair);
        }
        if is_mover && first.is_none() {
            // A move more does no harm; near the middle it does some good.
            let open = pairs.iter_mut().filter(|(_, pair)| !pair.contains(&None));
            let middle = open.max_by_key(|(place, _)| (place.0 + place.1, -(place.0 - place.1).abs()));
            first = middle.map_or_else(
                || claim.carrier.iter().next(),
                |(_, pair)| {
                    pair[1] = None;
                    pair[0]
                },
            );
        }
        let (parts, steps) = Walk { n, pairs, parts: Vec::new(), numbers: BTreeMap::new() }.steps();
        Some(Self { first, parts, steps })
    }

    /// The empty cells of the pairs, and the first move.
    pub(crate) fn carrier(&self) -> CellSet {
        let open = self.parts.iter().filter(|part| !part.contains(&None));
        open.flatten().flatten().copied().chain(self.first).collect()
    }

    /// Sends the nodes of the certificate of the claim to `sink`.
    pub(crate) fn prove(self, claim: &Claim, sink: impl NodeSink) -> Result<Proof, CertificateError> {
        let mut builder: CertificateBuilder<_, CellSet> =
            CertificateBuilder::new(claim, Verdict::Holds, sink, BUILDER_BYTES);
        let parts: Vec<Subproof> = self.parts.iter().map(|part| prove_part(&mut builder, part)).collect();
        let root = builder.walk(0, CellSet::new(), &parts, self.steps).node;
        let (heading, _) = builder.finish(self.first)?;
        Ok(Proof { heading, root })
    }
}

/// One of the two cells will be the winner's.
fn prove_part<K: NodeSink>(builder: &mut CertificateBuilder<K>, part: &Pair) -> Subproof {
    let cells = part.iter().flatten().copied();
    let goal = Goal::with_single(cells.clone().map(|cell| vec![vec![Terminal::Cell(cell)]]).collect());
    let goal = builder.goal(&goal.expect("a cell is a group"));
    let mut held: Vec<(Cell, Subproof)> =
        cells.map(|cell| (cell, builder.linked(goal, CellSet::from_iter([cell])))).collect();
    if held.len() == 1 { held.remove(0).1 } else { builder.replies(goal, &held) }
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
            let pair = self.pairs[&ahead];
            let part = *self.numbers.entry(ahead).or_insert_with(|| {
                self.parts.push(pair);
                self.parts.len() as u32 - 1
            });
            let ends = [self.end(sides[0], true), self.end(sides[1], false)];
            let ways = [[ahead, sides[1]], [sides[0], ahead]].into_iter().zip(pair).filter(|(_, cell)| cell.is_some());
            let reach = |(sides, _)| {
                let Some(next) = self.next(sides) else { return 0 };
                *numbers.entry(next.0).or_insert_with(|| {
                    found.push(next);
                    found.len() as u32 - 1
                })
            };
            steps.push(WalkStep { ends, part, next: ways.map(reach).collect() });
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

    /// The end of a step at a place next to the boundary: nothing for an edge; otherwise the alternative of its part.
    fn end(&self, place: Place, is_own: bool) -> Option<(u32, u32)> {
        let part = *self.numbers.get(&place)?;
        Some((part, u32::from(!is_own && self.pairs[&place][0].is_some())))
    }
}

#[cfg(feature = "testing")]
mod tests;
