//! Networks checked against the steps of the paper, and circuits against Kirchhoff's laws.

use tesuji_board::{Bits, Cell, Player};
use tesuji_hex::{Position, edges_of};
use tesuji_network::{Board, Circuit, Network, Resistance, ThroughEdge, stones};

use crate::random;

fn boards(seed: u64) -> Vec<(Position, Board<2>, ThroughEdge)> {
    let mut rng = random::rng(seed);
    let sizes = [(1, 1), (3, 3), (5, 4), (6, 6), (7, 7), (9, 9), (11, 11)];
    let rounds = sizes.into_iter().flat_map(|size| std::iter::repeat_n(size, 6));
    rounds
        .enumerate()
        .map(|(round, size)| {
            let position = random::position(&mut rng, size, size.0 * size.1 * (1 + round % 3) / 3);
            let reading = match round % 3 {
                0 => ThroughEdge::Off,
                2 if size.0 < 6 => ThroughEdge::On,
                _ => ThroughEdge::Stones,
            };
            let mut board = Board::new(position.topology(), reading).expect("at most 126 cells");
            board.set(stones(&position));
            (position, board, reading)
        })
        .collect()
}

#[test]
fn networks_are_made_by_the_steps_of_the_paper() {
    let (mut n_virtual, mut n_through) = (0, 0);
    for (position, board, reading) in boards(11) {
        let topology = position.topology();
        let n_cells = topology.n_cells();
        for player in Player::BOTH {
            let mut network = board.new_network();
            board.network(player, &mut network);
            let connections = board.connections(player);
            let own = |cell: Cell| position.stone(cell) == Some(player);
            // Steps 1 and 2: the nodes are the cells and the edges. Steps 4 and 6: all stones are removed.
            let empties: Bits<2> = position.empties().iter().map(Cell::index).collect();
            assert_eq!(network.nodes(), empties.with(n_cells).with(n_cells + 1), "{position:?}");
            // Step 3: neighbours are linked, and so are an edge and what touches it. Step 5: connected nodes are linked
            // too.
            let touches = |cell: Cell, i: usize| topology.edges()[edges_of(player)[i]].cells.contains(cell);
            for a in position.empties().iter() {
                for b in position.empties().iter().filter(|&b| b < a) {
                    let is_near = topology.neighbours(a).contains(&b);
                    let is_linked = network.links(a.index()).contains(b.index());
                    let is_connected = connections.connections(a.index() as u16, b.index() as u16).next().is_some();
                    assert_eq!(is_linked, is_near || is_connected, "{a:?}-{b:?} of {player} in {position:?}");
                    n_virtual += usize::from(is_linked && !is_near);
                    // The and rule: cells that touch the same stone are linked through it.
                    let common =
                        topology.neighbours(a).iter().find(|&&to| own(to) && topology.neighbours(b).contains(&to));
                    if let Some(&stone) = common
                        && (reading != ThroughEdge::Off || !(0..2).any(|i| reaches(&position, player, stone, i)))
                    {
                        assert!(is_linked, "{a:?}-{b:?} through {stone:?} of {player} in {position:?}");
                        n_through += 1;
                    }
                }
                for i in 0..2 {
                    let through = topology.neighbours(a).iter().any(|&to| own(to) && reaches(&position, player, to, i));
                    if touches(a, i) || through {
                        assert!(network.links(a.index()).contains(n_cells + i), "{a:?}-edge {i} in {position:?}");
                    }
                }
            }
            let has_won = position.winner() == Some(player);
            assert!(!has_won || network.links(n_cells).contains(n_cells + 1), "{position:?}");
        }
    }
    assert!(n_virtual > 1000 && n_through > 500, "{n_virtual} and {n_through}");
}

/// Whether the chain of this stone touches the player's edge number `i`.
fn reaches(position: &Position, player: Player, stone: Cell, i: usize) -> bool {
    let topology = position.topology();
    let (mut seen, mut todo) = (vec![stone], vec![stone]);
    while let Some(cell) = todo.pop() {
        for &to in topology.neighbours(cell).iter().filter(|&&to| position.stone(to) == Some(player)) {
            if !seen.contains(&to) {
                seen.push(to);
                todo.push(to);
            }
        }
    }
    seen.into_iter().any(|cell| topology.edges()[edges_of(player)[i]].cells.contains(cell))
}

/// The circuit as plain lists: the group of each node, its conductances, and the voltages by relaxation.
struct Plain {
    resistance: Resistance,
    currents: Vec<f64>,
}

fn plain(board: &Board<2>, player: Player) -> Plain {
    let connections = board.connections(player);
    let n = connections.n_nodes();
    let is_empty = |node: usize| connections.empties().iter().any(|cell| cell == node);
    let is_alive = |node: usize| is_empty(node) || connections.is_chain(node as u16);
    let joined = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|node| connections.chain_of(node as u16));
        a == b || connections.connections(a, b).next().is_some()
    };
    // Joined chains get one number: the smallest is passed on until nothing changes.
    let mut group: Vec<usize> = (0..n).collect();
    let chains: Vec<usize> = (0..n).filter(|&node| is_alive(node) && !is_empty(node)).collect();
    loop {
        let mut changed = false;
        for &a in &chains {
            for &b in &chains {
                if group[b] < group[a] && joined(a, b) {
                    group[a] = group[b];
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let [source, sink] = board.edges().map(|edge| group[usize::from(edge)]);
    if source == sink {
        return Plain { resistance: Resistance::Nothing, currents: vec![0.0; n] };
    }
    let mut conductances = vec![vec![0.0_f64; n]; n];
    for a in (0..n).filter(|&node| is_empty(node)) {
        for b in (0..n).filter(|&node| node != a && is_alive(node) && joined(a, node)) {
            // A link runs through half of each empty cell at its ends. Each stone of a chain has links of its own.
            let ohms = if is_empty(b) { 1.0 } else { 0.5 };
            conductances[a][group[b]] += 1.0 / ohms;
            if !is_empty(b) {
                conductances[group[b]][a] += 1.0 / ohms;
            }
        }
    }
    let mut volts = vec![0.0; n];
    volts[source] = 1.0;
    for _ in 0..20_000 {
        let mut change = 0.0_f64;
        for node in (0..n).filter(|&node| node != source && node != sink) {
            let total: f64 = conductances[node].iter().sum();
            if total > 0.0 {
                let wanted = conductances[node].iter().zip(&volts).map(|(c, v)| c * v).sum::<f64>() / total;
                change = change.max((wanted - volts[node]).abs());
                volts[node] = wanted;
            }
        }
        if change < 1e-13 {
            break;
        }
    }
    let flow = |node: usize| {
        let flows = conductances[node].iter().zip(&volts).map(|(c, v)| c * (volts[node] - v).abs());
        flows.sum::<f64>()
    };
    let total = flow(source);
    if total < 1e-9 {
        return Plain { resistance: Resistance::Infinite, currents: vec![0.0; n] };
    }
    let currents = (0..n).map(|node| if is_empty(node) { flow(node) / 2.0 } else { 0.0 }).collect();
    Plain { resistance: Resistance::Finite(1.0 / total), currents }
}

#[test]
fn circuits_obey_kirchhoff() {
    let mut circuit = Circuit::default();
    let mut seen = [0; 3];
    for (position, board, _) in boards(12) {
        for player in Player::BOTH {
            let connections = board.connections(player);
            let found = circuit.measure(connections, board.edges());
            let expected = plain(&board, player);
            match (found, expected.resistance) {
                (Resistance::Finite(found), Resistance::Finite(wanted)) => {
                    assert!((found / wanted - 1.0).abs() < 1e-6, "{found}, not {wanted}: {player} in {position:?}");
                    seen[0] += 1;
                }
                (found, wanted) => {
                    assert_eq!(found, wanted, "{player} in {position:?}");
                    seen[if found == Resistance::Nothing { 1 } else { 2 }] += 1;
                }
            }
            for cell in connections.empties().iter() {
                let (found, wanted) = (circuit.currents()[cell], expected.currents[cell]);
                assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}: {cell} of {player} in {position:?}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n >= 5), "finite, nothing and infinite: {seen:?}");
}

#[test]
fn what_is_played_and_taken_back_leaves_no_trace() {
    let mut rng = random::rng(13);
    for size in [(5, 5), (7, 6)] {
        let position = random::position(&mut rng, size, 8);
        let mut board = Board::<1>::new(position.topology(), ThroughEdge::Stones).expect("wide enough");
        board.set(stones(&position));
        let links = |board: &Board<1>| {
            Player::BOTH.map(|player| {
                let mut network = board.new_network();
                board.network(player, &mut network);
                (0..network.n_cells() + 2).map(|node| network.links(node)).collect::<Vec<_>>()
            })
        };
        let before = links(&board);
        let cells: Vec<Cell> = position.empties().iter().collect();
        for pair in cells.windows(2) {
            let [first, second] = [pair[0], pair[1]].map(|cell| Bits::single(cell.index()));
            board.play([first, Bits::EMPTY]);
            board.play([Bits::EMPTY, second]);
            assert_ne!(links(&board), before);
            assert!(board.undo() && board.undo());
            assert_eq!(links(&board), before);
        }
        assert!(!board.undo());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(Network::<1>::new(62).is_ok());
    let error = Network::<1>::new(63).unwrap_err();
    assert_eq!(error.to_string(), "63 cells and two terminals do not fit in sets of 64");
    assert!(Network::<1>::new(usize::MAX).is_err());
    assert!(Board::<1>::new(Position::empty(8, 8).expect("a board").topology(), ThroughEdge::Off).is_err());
}
