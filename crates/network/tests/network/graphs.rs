//! Measures checked against the definitions on graphs of `petgraph`. Every shortest path is walked.

use petgraph::algo::floyd_warshall;
use petgraph::graph::{NodeIndex, UnGraph};
use tesuji_board::Player;
use tesuji_network::{Board, Measures, Meter, Network, ThroughEdge, stones};

use crate::random;

const FAR: u32 = 1 << 20;

/// The network in `petgraph`, with its distances.
struct Referee {
    graph: UnGraph<usize, ()>,
    /// By number in the graph.
    distances: Vec<Vec<u32>>,
    /// By number in the graph: whether a terminal reaches it.
    counted: Vec<bool>,
    terminals: [usize; 2],
}

/// The referee's results, by node of the network.
struct Expected {
    measures: Measures,
    betweenness: Vec<f64>,
    brandes: Vec<f64>,
    shares: Vec<f64>,
}

impl Referee {
    fn new<const W: usize>(network: &Network<W>) -> Self {
        let mut graph = UnGraph::new_undirected();
        let nodes: Vec<_> = network.nodes().iter().map(|node| (node, graph.add_node(node))).collect();
        for &(a, a_idx) in &nodes {
            for &(b, b_idx) in nodes.iter().take_while(|&&(b, _)| b < a) {
                assert_eq!(network.links(a).contains(b), network.links(b).contains(a), "{a}-{b} is one-way");
                if network.links(a).contains(b) {
                    graph.add_edge(a_idx, b_idx, ());
                }
            }
        }
        let all = floyd_warshall(&graph, |_| 1_u32).expect("no negative lengths");
        let n = graph.node_count();
        let between = |i: usize, j: usize| {
            all.get(&(NodeIndex::new(i), NodeIndex::new(j))).copied().filter(|&length| length < FAR).unwrap_or(FAR)
        };
        let distances: Vec<Vec<u32>> = (0..n).map(|i| (0..n).map(|j| between(i, j)).collect()).collect();
        let terminals = network
            .terminals()
            .map(|terminal| nodes.iter().find(|(node, _)| *node == terminal).expect("terminals are nodes").1.index());
        let counted = (0..n).map(|i| terminals.iter().any(|&terminal| distances[terminal][i] < FAR)).collect();
        Self { graph, distances, counted, terminals }
    }

    /// Calls `visit` with the inner nodes of every shortest path from the end of `path` to `goal`.
    fn walk(&self, path: &mut Vec<usize>, goal: usize, visit: &mut impl FnMut(&[usize])) {
        let at = path[path.len() - 1];
        for next in self.graph.neighbors(NodeIndex::new(at)).map(NodeIndex::index) {
            if next == goal {
                if self.distances[at][goal] == 1 {
                    visit(&path[1..]);
                }
            } else if self.distances[next][goal] + 1 == self.distances[at][goal] {
                path.push(next);
                self.walk(path, goal, visit);
                path.pop();
            }
        }
    }

    /// By number in the graph: how many shortest paths from `i` to `j` pass the node. Also the number of these paths.
    fn passages(&self, i: usize, j: usize) -> (Vec<u64>, u64) {
        let mut passed = vec![0; self.counted.len()];
        let mut n_paths = 0;
        self.walk(&mut vec![i], j, &mut |inner| {
            n_paths += 1;
            inner.iter().for_each(|&node| passed[node] += 1);
        });
        (passed, n_paths)
    }

    fn judge(&self, n_nodes: usize) -> Expected {
        let counted: Vec<usize> = (0..self.counted.len()).filter(|&i| self.counted[i]).collect();
        let n = counted.len();
        let mut betweenness = vec![0.0; n_nodes];
        let mut brandes = vec![0.0; n_nodes];
        let (mut sum, mut n_pairs) = (0.0, 0);
        let node_of = |i: usize| self.graph[NodeIndex::new(i)];
        let n_passed = (n as f64 - 1.0) * (n as f64 - 2.0) / 2.0;
        for (at, &i) in counted.iter().enumerate() {
            for &j in counted[..at].iter().filter(|&&j| self.distances[i][j] < FAR) {
                n_pairs += 1;
                sum += f64::from(self.distances[i][j]);
                let (passed, n_paths) = self.passages(i, j);
                for (k, &n_through) in passed.iter().enumerate().filter(|&(_, &n_through)| n_through > 0) {
                    betweenness[node_of(k)] += 1.0 / n_passed;
                    brandes[node_of(k)] += n_through as f64 / n_paths as f64 / n_passed;
                }
            }
        }
        let [source, sink] = self.terminals;
        let (passed, n_paths) = self.passages(source, sink);
        let mut shares = vec![0.0; n_nodes];
        for (k, &n_through) in passed.iter().enumerate().filter(|_| n_paths > 0) {
            shares[node_of(k)] = n_through as f64 / n_paths as f64;
        }
        let distance = self.distances[source][sink];
        let measures = Measures {
            n_nodes: n,
            n_left_out: self.counted.len() - n,
            distance: (distance < FAR).then_some(distance as usize),
            mean_distance: (n_pairs > 0).then(|| sum / f64::from(n_pairs)),
            mean_betweenness: (n > 2).then(|| betweenness.iter().sum::<f64>() / n as f64),
            mean_brandes: (n > 2).then(|| brandes.iter().sum::<f64>() / n as f64),
            max_share: (1 < distance && distance < FAR).then(|| shares.iter().copied().fold(0.0, f64::max)),
        };
        Expected { measures, betweenness, brandes, shares }
    }
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn are_close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| is_close(a, b))
}

fn agree<const W: usize>(network: &Network<W>, meter: &mut Meter<W>) -> Measures {
    let found = meter.measure(network);
    let expected = Referee::new(network).judge(network.n_cells() + 2);
    let wanted = expected.measures;
    assert_eq!((found.n_nodes, found.n_left_out), (wanted.n_nodes, wanted.n_left_out), "{network:?}");
    assert_eq!(found.distance, wanted.distance, "{network:?}");
    for (found, wanted) in [
        (found.mean_distance, wanted.mean_distance),
        (found.mean_betweenness, wanted.mean_betweenness),
        (found.mean_brandes, wanted.mean_brandes),
        (found.max_share, wanted.max_share),
    ] {
        assert_eq!(found.is_some(), wanted.is_some(), "{network:?}");
        assert!(found.zip(wanted).is_none_or(|(a, b)| is_close(a, b)), "{found:?}, not {wanted:?}: {network:?}");
    }
    assert!(are_close(meter.betweenness(), &expected.betweenness), "{network:?}");
    assert!(are_close(meter.shares(), &expected.shares), "{network:?}");
    assert!(are_close(meter.brandes(network), &expected.brandes), "{network:?}");
    found
}

#[test]
fn random_graphs() {
    let mut rng = random::rng(1);
    let mut meter = Meter::default();
    let mut distances = [0_usize; 4];
    for round in 0..400_usize {
        let n_cells = round % 40;
        let degree = [0.7, 1.5, 2.5, 5.0][round / 100];
        let network = random::network(&mut rng, n_cells, (degree / (n_cells + 2) as f64).min(1.0));
        let measures = agree(&network, &mut meter);
        distances[measures.distance.unwrap_or(0).min(3)] += 1;
    }
    assert!(distances.iter().all(|&n| n > 20), "parted, linked, near and far terminals: {distances:?}");
}

#[test]
fn random_positions() {
    let mut rng = random::rng(2);
    for size in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (4, 7), (8, 3), (1, 6)] {
        let mut meter = Meter::<1>::default();
        for _ in 0..8 {
            let position = random::position(&mut rng, size, size.0 * size.1 * 3 / 5);
            let mut board = Board::<1>::new(position.topology(), ThroughEdge::Stones).expect("at most 62 cells");
            board.set(stones(&position));
            let mut network = board.new_network();
            for player in Player::BOTH {
                board.network(player, &mut network);
                agree(&network, &mut meter);
            }
        }
    }
}

#[test]
fn large_positions() {
    let mut rng = random::rng(3);
    for (size, n_stones) in [((11, 11), 60), ((13, 13), 110)] {
        let mut meter = Meter::<6>::default();
        let position = random::position(&mut rng, size, n_stones);
        let mut board =
            Board::<6>::new(position.topology(), tesuji_network::ThroughEdge::Stones).expect("at most 382 cells");
        board.set(stones(&position));
        let mut network = board.new_network();
        for player in Player::BOTH {
            board.network(player, &mut network);
            agree(&network, &mut meter);
        }
    }
}
