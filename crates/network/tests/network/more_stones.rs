//! A player's additional stone never harms the player: no link between other nodes goes, and no resistance rises.

use rand::Rng;
use rand::seq::SliceRandom;
use tesuji_board::{Bits, Cell, Player};
use tesuji_hex::Position;
use tesuji_hex::notation::{ascii, move_list};
use tesuji_network::{Board, Circuit, Comparison, NetworkReport, Resistance, ThroughEdge, stones};

use crate::random;

/// One player's network and circuit.
struct Seen {
    /// By node of the network: the nodes that it is linked with.
    links: Vec<Bits<2>>,
    ohms: f64,
    is_cut: bool,
}

fn see(board: &Board<2>) -> [Seen; 2] {
    let (mut network, mut circuit) = (board.new_network(), Circuit::default());
    Player::BOTH.map(|player| {
        board.network(player, &mut network);
        let resistance = circuit.measure(board.connections(player), board.edges());
        Seen {
            links: (0..network.n_cells() + 2).map(|node| network.links(node)).collect(),
            ohms: resistance.value().unwrap_or(f64::INFINITY),
            is_cut: board.cuts()[player.index()].is_some(),
        }
    })
}

/// Effects of additional stones, each for both players.
#[derive(Default, Debug)]
struct Tally {
    n_tried: usize,
    /// Stones in a chain that touches an edge of their player.
    n_ashore: usize,
    /// Networks that were not compared, because links of theirs were cut.
    n_cut: usize,
    /// Networks that lost a link between two other nodes by a stone of their player, or won one by the opponent's.
    n_worse: usize,
    /// Circuits whose resistance rose by a stone of their player, or fell by the opponent's.
    n_risen: usize,
}

impl Tally {
    /// Tries the cell for either player.
    fn try_cell(&mut self, board: &mut Board<2>, before: &[Seen; 2], cell: Cell) {
        for player in Player::BOTH {
            let mut stones = [Bits::EMPTY; 2];
            stones[player.index()].insert(cell.index());
            board.play(stones);
            let after = see(board);
            let connections = board.connections(player);
            let chain = connections.chain_of(cell.index() as u16);
            self.n_tried += 1;
            self.n_ashore += usize::from(board.edges().iter().any(|&edge| connections.chain_of(edge) == chain));
            let (own, other) = (player.index(), player.opponent().index());
            for (less, more) in [(&before[own], &after[own]), (&after[other], &before[other])] {
                if more.is_cut {
                    self.n_cut += 1;
                    continue;
                }
                let mut rows = less.links.iter().zip(&more.links).enumerate().filter(|&(node, _)| node != cell.index());
                let keeps = rows.all(|(_, (less, more))| less.without(cell.index()).is_subset(more));
                self.n_worse += usize::from(!keeps);
                self.n_risen += usize::from(more.ohms > less.ohms * (1.0 + 1e-9));
            }
            assert!(board.undo());
        }
    }

    fn of(reading: ThroughEdge, sizes: &[((usize, usize), usize)]) -> Self {
        let mut tally = Self::default();
        let mut rng = random::rng(40);
        for &(size, n_positions) in sizes {
            for _ in 0..n_positions {
                let position = random::position(&mut rng, size, size.0 * size.1 / if size.0 < 6 { 1 } else { 3 });
                let mut cells: Vec<Cell> = position.empties().iter().collect();
                cells.shuffle(&mut rng);
                cells.truncate(rng.random_range(1..=8));
                tally.position(reading, &position, cells);
            }
        }
        tally
    }

    fn position(&mut self, reading: ThroughEdge, position: &Position, cells: impl IntoIterator<Item = Cell>) {
        let mut board = Board::new(position.topology(), reading).expect("at most 126 cells");
        board.set(stones(position));
        let before = see(&board);
        cells.into_iter().for_each(|cell| self.try_cell(&mut board, &before, cell));
    }
}

#[test]
fn random_boards() {
    let small = [((3, 3), 60), ((4, 4), 60), ((3, 5), 30)];
    let large = [((5, 5), 60), ((5, 4), 60), ((6, 6), 40), ((7, 5), 30), ((7, 7), 20), ((9, 9), 4)];
    let tally = Tally::of(ThroughEdge::Stones, &[&small[..], &large].concat());
    assert!((tally.n_worse, tally.n_risen) == (0, 0), "{tally:?}");
    assert!(tally.n_tried > 2000 && tally.n_ashore > 1000 && tally.n_cut < tally.n_tried / 50, "{tally:?}");
    let tally = Tally::of(ThroughEdge::On, &small);
    assert!((tally.n_worse, tally.n_risen, tally.n_cut) == (0, 0, 0), "{tally:?}");
    // Where a chain counts as the edge that it touches, a stone can harm its player.
    let tally = Tally::of(ThroughEdge::Off, &small);
    assert!(tally.n_worse > 50 && tally.n_risen > 5, "{tally:?}");
}

#[test]
fn real_games() {
    let games =
        include_str!("../../../../testdata/hex/little-golem-11.txt").lines().filter(|line| !line.starts_with('#'));
    let mut tally = Tally::default();
    for game in games {
        let (_, moves) = game.split_once('|').expect("a row of the table");
        let record = move_list::read(moves, 11, 11).expect("a game");
        let position = record.position_after(24).expect("a position");
        tally.position(ThroughEdge::Stones, &position, position.empties().iter());
    }
    assert!((tally.n_worse, tally.n_risen, tally.n_cut) == (0, 0, 0), "{tally:?}");
    assert!(tally.n_tried > 3000 && tally.n_ashore > 500, "{tally:?}");
}

#[test]
fn a_stone_between_a_chain_and_its_edge() {
    // Issue 40: Black's additional c1 took 70 of 135 links that do not end there. It halved Ev by Brandes and doubled R.
    // The numbers of the first reading were computed by an independent program.
    let seen = |first: &str, reading: ThroughEdge| {
        let drawing = format!("{first}\n . . B . .\n  . . B . .\n   . W . . .\n    . . . W .\n");
        let position: Position = ascii::read(&drawing).expect("a board").position(Player::White).expect("a position");
        let report = NetworkReport::new(&position, reading);
        let (Comparison::Open(ratios), Resistance::Finite(ohms)) = (report.comparison, report.players[0].resistance)
        else {
            panic!("nobody has won: {report:?}");
        };
        let [ev, brandes] = [ratios.betweenness, ratios.brandes].map(|ratio| (ratio * 1e4).round() / 1e4);
        (report.players[0].n_links, ev, brandes, ohms)
    };
    for (reading, before, after) in [
        (ThroughEdge::Stones, (148, 1.0242, 1.1638), (145, 1.3077, 1.2813)),
        (ThroughEdge::On, (202, 1.2617, 1.5882), (184, 0.9189, 1.9362)),
        (ThroughEdge::Off, (148, 1.0242, 1.1638), (65, 0.9907, 0.5348)),
    ] {
        let [first, second] = [". . . . .", ". . B . ."].map(|row| seen(row, reading));
        assert_eq!([(first.0, first.1, first.2), (second.0, second.1, second.2)], [before, after], "{reading:?}");
        assert_eq!(second.3 <= first.3, reading != ThroughEdge::Off, "{reading:?}: {first:?}, {second:?}");
    }
}
