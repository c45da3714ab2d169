//! Turning the board by half changes nothing. Exchanging the players' sides inverts every ratio.

use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Symmetric;
use tesuji_hex::Position;
use tesuji_network::{Board, Circuit, Comparison, Measures, Meter, ThroughEdge, stones};

use crate::random;

struct Seen {
    measures: [Measures; 2],
    betweenness: [Vec<f64>; 2],
    resistances: [f64; 2],
    currents: [Vec<f64>; 2],
}

fn see(position: &Position) -> Seen {
    let mut board = Board::<2>::new(position.topology(), ThroughEdge::Stones).expect("at most 126 cells");
    board.set(stones(position));
    let n_cells = position.topology().n_cells();
    let mut network = board.new_network();
    let (mut meter, mut circuit) = (Meter::default(), Circuit::default());
    let mut seen = Player::BOTH.map(|player| {
        board.network(player, &mut network);
        let measures = meter.measure(&network);
        let resistance = circuit.measure(board.connections(player), board.edges()).finite().unwrap_or(0.0);
        let currents = circuit.currents()[..n_cells].to_vec();
        (measures, meter.betweenness()[..n_cells].to_vec(), resistance, currents)
    });
    Seen {
        measures: [seen[0].0, seen[1].0],
        betweenness: [0, 1].map(|i| std::mem::take(&mut seen[i].1)),
        resistances: [seen[0].2, seen[1].2],
        currents: [0, 1].map(|i| std::mem::take(&mut seen[i].3)),
    }
}

/// The position with rows and columns exchanged, and the colours with them.
fn exchanged(position: &Position) -> Position {
    let cells = |player: Player| -> CellSet {
        position.stones(player).iter().map(|cell| position.mirror(cell).expect("a square board")).collect()
    };
    let (black, white) = (cells(Player::White), cells(Player::Black));
    Position::setup(position.size(), &black, &white, Player::White).expect("different cells")
}

fn assert_close(a: &[f64], b: &[f64], position: &Position) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9), "{a:?}, {b:?}: {position:?}");
}

fn numbers(measures: &Measures) -> Vec<f64> {
    let Measures { n_nodes, n_left_out, distance, mean_distance, mean_betweenness, mean_brandes, max_share } =
        *measures;
    let counts = [n_nodes, n_left_out, distance.unwrap_or(0)].map(|count| count as f64);
    counts
        .into_iter()
        .chain([mean_distance, mean_betweenness, mean_brandes, max_share].map(|value| value.unwrap_or(-1.0)))
        .collect()
}

#[test]
fn symmetries() {
    let mut rng = random::rng(21);
    let mut n_open = 0;
    for side in [2, 3, 4, 5, 7, 9] {
        for _ in 0..6 {
            let position = random::position(&mut rng, (side, side), side * side / if side < 6 { 2 } else { 4 });
            let n_cells = side * side;
            let seen = see(&position);
            let turned = see(&position.image(1));
            let swapped = see(&exchanged(&position));
            let mirror = |i: usize| position.mirror(Cell::new(i)).expect("a square board").index();
            for i in 0..2 {
                assert_close(&numbers(&turned.measures[i]), &numbers(&seen.measures[i]), &position);
                assert_close(&numbers(&swapped.measures[1 - i]), &numbers(&seen.measures[i]), &position);
                assert_close(&[turned.resistances[i]], &[seen.resistances[i]], &position);
                assert_close(&[swapped.resistances[1 - i]], &[seen.resistances[i]], &position);
                for (by_cell, turned, swapped) in [
                    (&seen.betweenness[i], &turned.betweenness[i], &swapped.betweenness[1 - i]),
                    (&seen.currents[i], &turned.currents[i], &swapped.currents[1 - i]),
                ] {
                    let back: Vec<f64> = turned.iter().rev().copied().collect();
                    assert_close(&back, by_cell, &position);
                    let back: Vec<f64> = (0..n_cells).map(|cell| swapped[mirror(cell)]).collect();
                    assert_close(&back, by_cell, &position);
                }
            }
            let [here, there] = [&seen, &swapped].map(|seen| Comparison::new(&seen.measures[0], &seen.measures[1]));
            match (here, there) {
                (Comparison::Won(winner), Comparison::Won(other)) => assert_eq!(winner, !other, "{position:?}"),
                (Comparison::Open(here), Comparison::Open(there)) => {
                    let list = |ratios: tesuji_network::Ratios| {
                        [ratios.distance, ratios.mean_distance, ratios.betweenness, ratios.brandes, ratios.share]
                    };
                    assert_close(&list(here), &list(there).map(f64::recip), &position);
                    n_open += 1;
                }
                other => panic!("{other:?}: {position:?}"),
            }
        }
    }
    assert!(n_open > 8, "{n_open} positions that nobody has won");
}
