//! Whole boards and claims as nets see them, and what the nets guess.

use tesuji_board::{Bits, Cell, Player};
use tesuji_connection::{Region, Side};
use tesuji_neural::{Judge, Kernel, Net, Opinion, PlaceContent, REACH};
use tesuji_proof::Claim;

use crate::search::{Guess, Trust};

/// The largest square that a net is asked about: larger ones cost more than they can save.
const MOST_SIDE: usize = 19;

/// The cells of a claim and their surroundings, with the owner as Black.
///
/// Terminals, and all that the opponent has from the start, lie outside: they are what no move changes. So a claim looks
/// like a board of its own shape, with the terminals as the owner's edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Number of its rows and columns of cells.
    pub(crate) side: usize,
    /// Row by row, with two places beyond each edge: what the owner and the opponent have at the start.
    places: Vec<PlaceContent>,
    /// Place of each cell of the region.
    cells: Vec<usize>,
}

impl Window {
    /// `None` for a claim about a board that is not a rhombus, about no cell, or about cells that lie too far apart.
    pub(crate) fn new<const W: usize>(claim: &Claim, region: &Region<W>) -> Option<Self> {
        let topology = &*claim.topology;
        let (columns, rows) = topology.size()?;
        let edge = |name: &str| topology.edge(name).filter(|edge| claim.goal.edges().contains(edge));
        // A connection from left to right is looked at from the side.
        let is_turned = edge("left").or(edge("right")).is_some() && edge("top").or(edge("bottom")).is_none();
        let turned = |(row, column): (usize, usize)| if is_turned { (column, row) } else { (row, column) };
        let seats: Vec<(usize, usize)> =
            region.cells.iter().map(|cell| turned((cell.index() / columns, cell.index() % columns))).collect();
        let (top, left) = (seats.iter().map(|seat| seat.0).min()?, seats.iter().map(|seat| seat.1).min()?);
        let side = seats.iter().map(|&(row, column)| (row - top).max(column - left) + 1).max()?;
        if side > MOST_SIDE {
            return None;
        }

        let owner = &region.sides[Side::Owner.index()];
        let mut named: Vec<usize> =
            region.goal.alternatives.iter().flatten().flatten().copied().map(usize::from).collect();
        named.sort_unstable();
        // What the owner has, and whether that is a terminal.
        let stone = |cell| {
            let chain = owner.chains.iter().position(|chain| chain.cells.contains(cell))?;
            Some(named.binary_search(&(region.n_cells() + chain)).is_ok())
        };
        let wide = side + 2 * REACH;
        let place = |at: usize| {
            let (row, column) = turned(((at / wide + top).wrapping_sub(REACH), (at % wide + left).wrapping_sub(REACH)));
            if row < rows && column < columns {
                let cell = Cell::new(row * columns + column);
                return match stone(cell) {
                    None if claim.carrier.contains(cell) => PlaceContent::Empty,
                    None => PlaceContent::Outside(Player::White),
                    Some(true) => PlaceContent::Outside(Player::Black),
                    Some(false) => PlaceContent::Stone(Player::Black),
                };
            }
            // Numbers before the first row or column wrap around to large ones.
            let beyond = |at: usize, last: usize, [before, after]: [&str; 2]| match at {
                at if at < last => None,
                at if at > usize::MAX / 2 => edge(before),
                _ => edge(after),
            };
            let is_owners =
                beyond(row, rows, ["top", "bottom"]).or(beyond(column, columns, ["left", "right"])).is_some();
            PlaceContent::Outside(if is_owners { Player::Black } else { Player::White })
        };
        let places = (0..wide * wide).map(place).collect();
        let cells = seats.iter().map(|&(row, column)| (row - top + REACH) * wide + column - left + REACH).collect();
        Some(Self { side, places, cells })
    }

    /// Content of the places after these stones of the owner and the opponent, row by row.
    pub(crate) fn with_stones<const W: usize>(&self, stones: &[Bits<W>; 2], places: &mut Vec<PlaceContent>) {
        places.clone_from(&self.places);
        for (player, stones) in Player::BOTH.into_iter().zip(stones) {
            for cell in stones.iter() {
                places[self.cells[cell]] = PlaceContent::Stone(player);
            }
        }
    }

    /// The row and column in the square of a cell of the region.
    pub(crate) fn seat(&self, cell: usize) -> (usize, usize) {
        let wide = self.side + 2 * REACH;
        (self.cells[cell] / wide - REACH, self.cells[cell] % wide - REACH)
    }
}

/// Input of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// A whole board of this many columns and rows.
    Board(usize, usize),
    /// The surroundings of a claim.
    Part(Window),
}

impl View {
    /// Content of the places after these stones of both players, row by row; around a claim's cells with two places
    /// beyond each edge of the square.
    pub(crate) fn places<const W: usize>(&self, stones: &[Bits<W>; 2], places: &mut Vec<PlaceContent>) {
        match self {
            Self::Board(columns, rows) => {
                places.clear();
                places.resize(columns * rows, PlaceContent::Empty);
                for (player, stones) in Player::BOTH.into_iter().zip(stones) {
                    stones.iter().for_each(|cell| places[cell] = PlaceContent::Stone(player));
                }
            }
            Self::Part(window) => window.with_stones(stones, places),
        }
    }

    /// The row and column of a cell.
    pub(crate) fn seat(&self, cell: usize) -> (usize, usize) {
        match self {
            Self::Board(columns, _) => (cell / columns, cell % columns),
            Self::Part(window) => window.seat(cell),
        }
    }
}

/// Weight of the net for proofs.
///
/// PERF: 0.15, 0.2 and 0.25 were tried for `win`, with 0.1 to 0.4 for `order` and 0.15 and 0.2 for `delay`. None is better
/// everywhere. With a draft of the net, 8x8 d3 took 75,454 positions with 0 for `delay`, 64,821 with 0.15, 85,902 with 0.25.
const TRUST_OF_BOARDS: Trust = Trust { win: 0.2, order: 0.4, delay: 0.15, after: 0 };

/// Weights of the net for claims. Most claims are decided before it is asked: it pays in long searches.
///
/// PERF: asked from the start, it saves 9 % of the positions of `templates.json` and costs a fifth more time; on `yang9-RN710`,
/// which has 70 cells, it halves the positions. With an early draft and 0.1 or more for `win`, one refutation took twenty times the
/// positions; 0.05, 0.15 and 0.2 for `delay`, and 0.4 for `order`, are as good on average. Seen while tuning, in no kept run.
const TRUST_OF_CLAIMS: Trust = Trust { win: 0.0, order: 0.8, delay: 0.1, after: 5_000 };

/// Guesses by a net that comes with the program, so that nodes depend on nothing but the program. Equal questions get equal
/// guesses, on every machine.
#[derive(Debug)]
pub(crate) struct NetGuesser {
    net: &'static Net,
    judge: Judge<'static>,
    view: View,
    places: Vec<PlaceContent>,
    opinion: Opinion,
}

impl NetGuesser {
    /// Guesses about a whole board of this many columns and rows.
    pub(crate) fn of_board((columns, rows): (usize, usize)) -> Self {
        Self::new(Net::for_proofs(), View::Board(columns, rows))
    }

    /// `None` where the net cannot see the claim, or this machine is too slow for it.
    pub(crate) fn of_claim<const W: usize>(claim: &Claim, region: &Region<W>) -> Option<Self> {
        // Where the plain kernel judges, a judgement takes longer than a position.
        let is_quick = Kernel::best() != Kernel::PLAIN;
        is_quick.then(|| Some(Self::new(Net::for_claims(), View::Part(Window::new(claim, region)?))))?
    }

    fn new(net: &'static Net, view: View) -> Self {
        Self { net, judge: Judge::new(net), view, places: Vec::new(), opinion: Opinion::default() }
    }

    /// Weight of its guesses.
    pub(crate) const fn trust(&self) -> Trust {
        match self.view {
            View::Board(..) => TRUST_OF_BOARDS,
            View::Part(_) => TRUST_OF_CLAIMS,
        }
    }

    /// A guesser of the same kind for another search.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.net, self.view.clone())
    }

    /// Writes down what it guesses of the position in which the players have these stones and the player with this number
    /// is to move.
    pub(crate) fn guess<const W: usize>(&mut self, stones: [Bits<W>; 2], mover: usize, guess: &mut Guess) {
        let Self { judge, view, places, opinion, .. } = self;
        view.places(&stones, places);
        let mover = Player::BOTH[mover];
        guess.moves.clear();
        match view {
            View::Board(columns, rows) => {
                let stone = |cell: Cell| match places[cell.index()] {
                    PlaceContent::Stone(player) => Some(player),
                    PlaceContent::Empty | PlaceContent::Outside(_) => None,
                };
                judge.judge_stones((*columns, *rows), mover, stone, opinion);
                guess.moves.extend_from_slice(&opinion.policy);
            }
            View::Part(window) => {
                let reach = REACH as isize;
                let wide = (window.side + 2 * REACH) as isize;
                let place = |row: isize, column: isize| places[((row + reach) * wide + column + reach) as usize];
                judge.judge_part(window.side, mover, place, opinion);
                guess.moves.extend((0..window.cells.len()).map(|cell| {
                    let (row, column) = window.seat(cell);
                    opinion.policy[row * window.side + column]
                }));
            }
        }
        guess.win = opinion.logit;
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::Arc;

    use tesuji_board::{CellSet, Topology};
    use tesuji_proof::{Goal, Mover, Terminal};

    use super::*;

    /// A stone of Black that is to be joined with an edge of a board of 2x2.
    fn claim(stone: &str, cells: [&str; 2], edge: &str) -> Claim {
        let topology = Arc::new(Topology::rhombus(2, 2).unwrap());
        let cell = |name: &str| topology.cell(name).unwrap();
        let goal = Goal::pair(Terminal::Cell(cell(stone)), Terminal::Edge(topology.edge(edge).unwrap()));
        let [stones, carrier]: [CellSet; 2] =
            [[stone].iter().map(|&name| cell(name)).collect(), cells.iter().map(|&name| cell(name)).collect()];
        Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent }
    }

    fn window(claim: &Claim) -> (Window, Region<1>) {
        let region = Region::<1>::new(claim).unwrap();
        (Window::new(claim, &region).unwrap(), region)
    }

    fn rows(places: &[PlaceContent]) -> Vec<String> {
        let letter = |place: &PlaceContent| match place {
            PlaceContent::Empty => '.',
            PlaceContent::Stone(Player::Black) => 'B',
            PlaceContent::Stone(Player::White) => 'W',
            PlaceContent::Outside(Player::Black) => 'b',
            PlaceContent::Outside(Player::White) => 'w',
        };
        places.chunks(places.len().isqrt()).map(|row| row.iter().map(letter).collect()).collect()
    }

    #[test]
    fn terminals_are_edges_and_what_is_missing_is_the_opponents() {
        let (seen, _) = window(&claim("b1", ["a2", "b2"], "bottom"));
        assert_eq!(rows(&seen.places), ["wwwwww", "wwwbww", "ww..ww", "bbbbbb", "bbbbbb", "bbbbbb"]);
        assert_eq!([0, 1].map(|cell| seen.seat(cell)), [(0, 0), (0, 1)]);
        let mut places = Vec::new();
        seen.with_stones(&[Bits::<1>::single(1), Bits::single(0)], &mut places);
        assert_eq!(rows(&places)[2], "wwWBww");
    }

    #[test]
    fn left_and_right_are_looked_at_from_the_side() {
        let (from_side, _) = window(&claim("a2", ["b1", "b2"], "right"));
        assert_eq!(from_side, window(&claim("b1", ["a2", "b2"], "bottom")).0);
    }

    #[test]
    fn guesses_are_numbered_as_the_region() {
        let claim = claim("b1", ["a2", "b2"], "bottom");
        let region = window(&claim).1;
        let mut guesser = NetGuesser::of_claim(&claim, &region).unwrap();
        let mut guess = Guess::default();
        guesser.guess([Bits::<1>::single(0), Bits::EMPTY], Side::Opponent.index(), &mut guess);
        assert!(guess.moves.len() == 2 && guess.win.is_finite(), "{guess:?}");
    }
}
