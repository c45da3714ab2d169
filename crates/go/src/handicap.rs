//! Places of handicap stones: on fixed points of square boards, as in GTP, or spread out on any board.

use tesuji_board::{Cell, CellSet, Player, Topology};

use crate::{Position, SetupError};

/// The most handicap stones with fixed points.
pub const MOST_FIXED: usize = 9;

/// The points of `n_stones` fixed handicap stones, in the order in which GTP lists them; `None` where GTP defines none.
///
/// They are on the fourth line of square boards with sides of 13 or more, and on the third line of smaller ones. A
/// board with an even side has at most four, and so does the 7x7 board. Still smaller boards have none. GTP begins with
/// two stones.
///
/// # Source
///
/// Farnebäck, Specification of the Go Text Protocol, version 2, section 4.1.1.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_go::handicap;
///
/// let board = Topology::square(9, 9).unwrap();
/// let names = |n_stones| handicap::fixed(&board, n_stones).unwrap().into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>();
/// assert_eq!(names(2), ["C3", "G7"]);
/// assert_eq!(names(5), ["C3", "G7", "C7", "G3", "E5"]);
/// assert_eq!(handicap::fixed(&Topology::square(6, 6).unwrap(), 2), None);
/// ```
#[must_use]
pub fn fixed(topology: &Topology, n_stones: usize) -> Option<Vec<Cell>> {
    let (side, rows) = topology.square_size()?;
    let most = match side {
        _ if side != rows || side < 7 => return None,
        7 => 4,
        _ if side % 2 == 0 => 4,
        _ => MOST_FIXED,
    };
    if !(2..=most).contains(&n_stones) {
        return None;
    }
    // Lines counted from 0, rows from the bottom.
    let low = if side < 13 { 2 } else { 3 };
    let (middle, high) = (side / 2, side - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let has_centre = n_stones % 2 == 1 && n_stones >= 5;
    let n_outer = n_stones - usize::from(has_centre);
    let outer = corners.into_iter().chain(sides).take(n_outer);
    let at = |(column, row): (usize, usize)| Cell::new((side - 1 - row) * side + column);
    Some(outer.chain(has_centre.then_some((middle, middle))).map(at).collect())
}

/// `n_stones` points far from each other, on any board: for handicap stones that the program may place freely.
///
/// Each point lies as many links as possible from those before it. Among several such points, it is the one with the
/// most points within two links, and among these the first. Points on the two outer lines (three on a large board) are
/// left for last. The outermost line consists of the points with fewer neighbours than most points have. Fewer than
/// `n_stones` points are returned only if the board has fewer.
///
/// Cost: a walk over the board for each stone.
#[must_use]
pub fn spread(topology: &Topology, n_stones: usize) -> Vec<Cell> {
    let n_cells = topology.n_cells();
    let near = |cell: Cell| {
        let around =
            topology.neighbours(cell).iter().flat_map(|&to| topology.neighbours(to).iter().copied().chain([to]));
        around.collect::<CellSet>().len()
    };
    let n_near: Vec<usize> = topology.cells().map(near).collect();
    let lines = lines(topology);
    // As people do it: on the third line, and on the fourth if there are seven lines.
    let best_line = if lines.iter().any(|&line| (6..n_cells).contains(&line)) { 3 } else { 2 };
    // Links to the nearest point so far. At first, and for cells that cannot be reached, it is greater than any
    // distance.
    let mut distances = vec![n_cells; n_cells];
    let mut points = Vec::new();
    for _ in 0..n_stones.min(n_cells) {
        let rank = |cell: &Cell| {
            let (distance, line) = (distances[cell.index()], lines[cell.index()].min(best_line));
            (distance > 0, line, distance, n_near[cell.index()], std::cmp::Reverse(*cell))
        };
        let Some(next) = topology.cells().max_by_key(rank) else { break };
        points.push(next);
        lower_distances(topology, next, &mut distances);
    }
    points
}

/// The line on which each cell lies: its links to the border. Border cells have fewer neighbours than most cells have.
/// Without a border, the line is greater than the number of cells.
fn lines(topology: &Topology) -> Vec<usize> {
    let n_links = |cell: Cell| topology.neighbours(cell).len();
    let most_links = topology.cells().map(n_links).max().unwrap_or(0);
    let n_with = |links: usize| topology.cells().filter(|&cell| n_links(cell) == links).count();
    let usual_links = (0..=most_links).max_by_key(|&links| n_with(links)).unwrap_or(0);
    let mut lines = vec![topology.n_cells(); topology.n_cells()];
    topology
        .cells()
        .filter(|&cell| n_links(cell) < usual_links)
        .for_each(|cell| lower_distances(topology, cell, &mut lines));
    lines
}

/// Lowers each distance to the distance from `source`, if that is shorter.
fn lower_distances(topology: &Topology, source: Cell, distances: &mut [usize]) {
    distances[source.index()] = 0;
    let mut open = vec![source];
    let mut n_visited = 0;
    while let Some(&from) = open.get(n_visited) {
        n_visited += 1;
        let distance = distances[from.index()] + 1;
        for &to in topology.neighbours(from) {
            if distance < distances[to.index()] {
                distances[to.index()] = distance;
                open.push(to);
            }
        }
    }
}

impl Position {
    /// Places Black's handicap stones, gives White the turn, and adds to the komi what the rules give White for the
    /// stones. The game starts anew from here.
    ///
    /// # Errors
    ///
    /// If [`Self::set_stone`] refuses one of them.
    pub fn with_handicap(mut self, stones: &[Cell]) -> Result<Self, SetupError> {
        for &cell in stones {
            self.set_stone(cell, Player::Black)?;
        }
        self.to_move = Player::White;
        self.forget();
        let komi = self.komi.plus_points(self.rules.points_for_handicap(stones.len()));
        Ok(self.with_komi(komi))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_game::Game;

    use super::*;
    use crate::{Komi, Rules};

    fn names(topology: &Topology, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| topology.name(cell).to_owned()).collect()
    }

    #[test]
    fn fixed_points_are_those_of_gtp() {
        let full = Topology::square(19, 19).unwrap();
        let points = |n_stones| names(&full, &fixed(&full, n_stones).unwrap());
        let eight = ["D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16"];
        for n_stones in [2, 3, 4, 6, 8] {
            assert_eq!(points(n_stones), eight[..n_stones]);
        }
        for n_stones in [5, 7, 9] {
            assert_eq!(points(n_stones)[..n_stones - 1], eight[..n_stones - 1]);
            assert_eq!(points(n_stones)[n_stones - 1], "K10");
        }
        for (side, most, first) in
            [(7, 4, "C3"), (8, 4, "C3"), (9, 9, "C3"), (12, 4, "C3"), (13, 9, "D4"), (18, 4, "D4")]
        {
            let board = Topology::square(side, side).unwrap();
            assert_eq!(names(&board, &fixed(&board, 2).unwrap())[0], first);
            assert!(fixed(&board, most).is_some() && fixed(&board, most + 1).is_none(), "{side}");
        }
        for (columns, rows) in [(5, 5), (19, 13)] {
            assert_eq!(fixed(&Topology::square(columns, rows).unwrap(), 2), None);
        }
    }

    #[test]
    fn spread_points_are_different_and_inside() {
        let board = Topology::square(9, 9).unwrap();
        for n_stones in 0..=82 {
            let points: CellSet = spread(&board, n_stones).into_iter().collect();
            assert_eq!(points.len(), n_stones.min(81));
        }
        assert_eq!(names(&board, &spread(&board, 3)), ["C7", "G3", "G7"]);
        let large = Topology::square(19, 13).unwrap();
        assert_eq!(names(&large, &spread(&large, 2)), ["D10", "Q4"]);
        let parts =
            Topology::graph((0..5).map(|node| format!("n{node}")).collect(), &[(0, 1), (2, 3)], vec![]).unwrap();
        let two: Vec<usize> = spread(&parts, 2).into_iter().map(Cell::index).collect();
        assert_eq!(two, [0, 2], "in two parts");
    }

    #[test]
    fn handicap_gives_the_turn_and_the_compensation() {
        let board = Topology::square(9, 9).unwrap();
        let stones = fixed(&board, 3).unwrap();
        let komi = Komi::from_half_points(1);
        let position = Position::empty(board, Rules::CHINESE, komi).with_handicap(&stones).unwrap();
        position.assert_valid();
        assert_eq!((position.to_move(), position.stones(Player::Black).len()), (Player::White, 3));
        assert_eq!(position.komi(), Komi::from_half_points(7));
        assert!(position.with_handicap(&stones[..1]).is_err(), "taken");
    }
}
