//! Boards whose numbers can be worked out on paper.

use tesuji_board::Player;
use tesuji_hex::Position;
use tesuji_hex::notation::ascii;
use tesuji_network::{
    Betweenness, Board, Circuit, Comparison, Measures, Meter, Network, Resistance, ThroughEdge, stones,
};

struct Seen {
    network: Network<1>,
    measures: Measures,
    meter: Meter<1>,
    resistance: Resistance,
    circuit: Circuit<1>,
}

fn see(drawing: &str) -> (Position, [Seen; 2]) {
    let diagram = ascii::read(drawing).expect("a board");
    let position = diagram.position(Player::Black).expect("a position");
    let mut board = Board::<1>::new(position.topology(), ThroughEdge::Stones).expect("at most 62 cells");
    board.set(stones(&position));
    let seen = Player::BOTH.map(|player| {
        let mut network = board.new_network();
        board.network(player, &mut network);
        let (mut meter, mut circuit) = (Meter::default(), Circuit::default());
        let measures = meter.measure(&network);
        let resistance = circuit.measure(board.connections(player), board.edges());
        Seen { network, measures, meter, resistance, circuit }
    });
    (position, seen)
}

fn comparison(seen: &[Seen; 2]) -> Comparison {
    Comparison::new(&seen[0].measures, &seen[1].measures)
}

fn assert_close(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}, not {wanted:?}");
}

#[test]
fn one_cell() {
    // Edge, cell and edge in a row.
    let (_, seen) = see(".");
    for Seen { measures, meter, resistance, circuit, .. } in &seen {
        assert_eq!(
            *measures,
            Measures {
                n_nodes: 3,
                n_left_out: 0,
                distance: Some(2),
                mean_distance: Some(4.0 / 3.0),
                mean_betweenness: Some(1.0 / 3.0),
                mean_brandes: Some(1.0 / 3.0),
                max_share: Some(1.0),
            }
        );
        assert_close(meter.betweenness(), &[1.0, 0.0, 0.0]);
        assert_close(meter.shares(), &[1.0, 0.0, 0.0]);
        assert_eq!(*resistance, Resistance::Finite(1.0));
        assert_close(&circuit.currents()[..1], &[1.0]);
    }
    let Comparison::Open(ratios) = comparison(&seen) else { panic!("nobody has won") };
    assert_close(&[ratios.distance, ratios.mean_distance, ratios.betweenness, ratios.brandes, ratios.share], &[1.0; 5]);
    assert_close(&[ratios.ev_prime(Betweenness::Brandes, 0.1)], &[1.1]);
}

#[test]
fn two_by_two() {
    // 1 a b     All six pairs of cells are linked, a1 and b2 by a bridge. The top is linked with a1, b1 and, by a
    //  2 a b    bridge, a2; the bottom likewise with b2, a2 and b1. So only top-b2, a1-bottom and top-bottom are two links
    //           apart: 3 of 15 pairs.
    let (position, seen) = see("..\n ..\n");
    let [black, _] = &seen;
    assert_eq!(black.network.n_links(), 12);
    assert_eq!(black.measures.distance, Some(2));
    assert_close(&[black.measures.mean_distance.unwrap()], &[18.0 / 15.0]);
    // Shortest ways between top and bottom pass b1 and a2; those between top and b2 pass these and a1; those between a1
    // and bottom pass these and b2.
    let at = |name: &str| position.topology().cell(name).unwrap().index();
    let mut wanted = [0.0; 6];
    (wanted[at("a1")], wanted[at("b1")], wanted[at("a2")], wanted[at("b2")]) = (0.1, 0.3, 0.3, 0.1);
    assert_close(black.meter.betweenness(), &wanted);
    assert_close(&[black.measures.mean_betweenness.unwrap(), black.measures.mean_brandes.unwrap()], &[0.8 / 6.0, 0.05]);
    // The same, with a half and two thirds of the paths.
    (wanted[at("a1")], wanted[at("b1")], wanted[at("a2")], wanted[at("b2")]) =
        (1.0 / 30.0, 7.0 / 60.0, 7.0 / 60.0, 1.0 / 30.0);
    assert_close(black.meter.clone().brandes(&black.network), &wanted);
    (wanted[at("a1")], wanted[at("b1")], wanted[at("a2")], wanted[at("b2")]) = (0.0, 0.5, 0.5, 0.0);
    assert_close(black.meter.shares(), &wanted);
    // b1 and a2 are at half the voltage and a1 is at 2/3. So 2/3 flows into a1 and 1 into each of b1 and a2.
    assert_close(&[black.resistance.finite().unwrap()], &[3.0 / 8.0]);
    let currents = ["a1", "b1", "a2", "b2"].map(|name| black.circuit.currents()[at(name)]);
    assert_close(&currents, &[2.0 / 3.0, 7.0 / 6.0, 7.0 / 6.0, 2.0 / 3.0]);
}

#[test]
fn one_column() {
    // Three cells in a row for Black, who needs all of them. Each one alone joins White's edges.
    let (_, seen) = see(".\n .\n  .\n");
    let [black, white] = &seen;
    assert_eq!(black.measures.distance, Some(4));
    assert_close(&[black.measures.mean_distance.unwrap()], &[2.0]);
    assert_close(black.meter.betweenness(), &[0.5, 2.0 / 3.0, 0.5, 0.0, 0.0]);
    assert_close(&[black.measures.mean_betweenness.unwrap(), black.measures.max_share.unwrap()], &[1.0 / 3.0, 1.0]);
    assert_close(&[black.resistance.finite().unwrap()], &[3.0]);
    assert_eq!((white.measures.distance, white.measures.max_share), (Some(1), None));
    assert_eq!(white.resistance, Resistance::Nothing);
    assert_eq!(comparison(&seen), Comparison::Won(Player::White));
}

#[test]
fn a_stone_is_linked_through() {
    // Black's stone leaves the network, and a1 and a3 become linked. In the circuit the stone stays: between a1 and a3
    // are a half and a half through the stone, parallel to 1.
    let (_, seen) = see(".\n B\n  .\n");
    let [black, _] = &seen;
    assert_eq!(black.measures.n_nodes, 4);
    assert_eq!(black.measures.distance, Some(3));
    assert!(black.network.links(0).contains(2) && black.network.links(1).is_empty());
    assert_close(&[black.resistance.finite().unwrap()], &[1.5]);
}

#[test]
fn won_by_a_connection() {
    let (position, seen) = see("...\n .B.\n  ...\n");
    assert_eq!(position.winner(), None);
    assert_eq!(seen[0].measures.distance, Some(1));
    assert_eq!(seen[0].measures.max_share, None);
    assert_eq!(seen[0].resistance, Resistance::Nothing);
    assert_eq!(comparison(&seen), Comparison::Won(Player::Black));
    assert!(seen[1].measures.distance > Some(1));
}

#[test]
fn parted_edges_and_a_cell_left_out() {
    // White's ring joins left and right. Black has a1 at the top and c3 at the bottom. Nothing reaches b2.
    let (position, seen) = see(".WW\n W.W\n  WW.\n");
    assert_eq!(position.winner(), Some(Player::White));
    let [black, white] = &seen;
    assert_eq!(
        black.measures,
        Measures {
            n_nodes: 4,
            n_left_out: 1,
            distance: None,
            mean_distance: Some(1.0),
            mean_betweenness: Some(0.0),
            mean_brandes: Some(0.0),
            max_share: None,
        }
    );
    assert_eq!((black.resistance, white.resistance), (Resistance::Infinite, Resistance::Nothing));
    assert_eq!(white.measures.distance, Some(1));
    assert_eq!(comparison(&seen), Comparison::Won(Player::White));
}

#[test]
fn a_full_board() {
    let (_, seen) = see("BW\n BW\n");
    let [black, white] = &seen;
    assert_eq!((black.measures.n_nodes, black.measures.mean_distance), (2, Some(1.0)));
    assert_eq!((white.measures.n_nodes, white.measures.mean_distance), (2, None));
    assert_eq!((black.measures.mean_betweenness, white.measures.mean_betweenness), (None, None));
    assert_eq!((white.measures.distance, white.meter.distances().between(4, 5)), (None, None));
    assert_eq!(comparison(&seen), Comparison::Won(Player::Black));
}
