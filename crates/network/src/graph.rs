//! Networks written out: their nodes and links as plain data, with the shortest paths between the terminals.
//!
//! [`network_of`] is the network of a player in a position, [`PathGraph::read`] any graph that is written as a text.

use std::collections::{BTreeSet, VecDeque};

use tesuji_board::{Bits, Cell, Player, Topology, with_width};
use tesuji_connection::vc::ThroughEdge;
use tesuji_hex::{Position, edges_of};

use crate::board::{Board, stones};
use crate::network::Network;

/// The most nodes of a graph that is read. Beyond it the number of paths might not fit.
pub const MAX_NODES: usize = 1_000;

/// Error of a text that is no graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct GraphError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in letters, counted from 1.
    pub column: usize,
    /// The fault, and the expected content.
    pub fault: String,
}

/// A link of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathLink {
    /// The nodes that it joins, the lower number first.
    pub ends: [usize; 2],
    /// Whether it is a virtual connection, or leads through stones, instead of joining neighbours.
    pub is_virtual: bool,
    /// Whether it lies on a shortest path between the terminals.
    pub is_on_path: bool,
}

/// A graph with two terminals s and t, and what the shortest paths between them say of its nodes.
///
/// The links and nodes on these paths are the shortest-path network of Takada et al. 2014, section 5.1.
#[derive(Clone, PartialEq, Debug)]
pub struct PathGraph {
    /// The name of each node; the number of a node is its place here.
    pub names: Vec<String>,
    /// s and t.
    pub terminals: [usize; 2],
    /// All links, ascending.
    pub links: Vec<PathLink>,
    /// d: the number of links on a shortest path from s to t; `None` if there is no path.
    pub distance: Option<usize>,
    /// Number of shortest paths.
    pub n_paths: f64,
    /// By node: the number of links from s; `None` if there is no way.
    pub from_source: Vec<Option<usize>>,
    /// By node: b', the share of the shortest paths that pass it, above 0 and at most 1; `None` at the terminals and at
    /// nodes on none of them.
    ///
    /// Takada et al. 2014, formula 10.
    pub shares: Vec<Option<f64>>,
    /// C', the largest b'; `None` if no node has one.
    pub max_share: Option<f64>,
}

impl PathGraph {
    /// The graph with these links. Links that are given twice count once, as neighbours if one of them is such.
    ///
    /// Links of nodes that do not exist, or of a node with itself, are left out.
    #[must_use]
    pub fn new(names: Vec<String>, terminals: [usize; 2], links: &[([usize; 2], bool)]) -> Self {
        let n_nodes = names.len();
        let is_link = |[a, b]: [usize; 2]| a != b && a < n_nodes && b < n_nodes;
        let mut sorted: Vec<([usize; 2], bool)> = links
            .iter()
            .filter(|(ends, _)| is_link(*ends))
            .map(|&([a, b], is_virtual)| ([a.min(b), a.max(b)], is_virtual))
            .collect();
        sorted.sort_unstable();
        sorted.dedup_by_key(|(ends, _)| *ends);
        let mut neighbours = vec![Vec::new(); n_nodes];
        for &([a, b], _) in &sorted {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let [source, sink] = terminals;
        let (from_source, before) = counted(&neighbours, source);
        let (from_sink, after) = counted(&neighbours, sink);
        let distance = from_source.get(sink).copied().flatten();
        let n_paths = before.get(sink).copied().unwrap_or(0.0);
        let sum = |a: usize, b: usize| Some(from_source[a]? + from_sink[b]?);
        let share = |node: usize| {
            let is_inner = node != source && node != sink && distance.is_some() && sum(node, node) == distance;
            is_inner.then(|| before[node] * after[node] / n_paths)
        };
        let shares: Vec<Option<f64>> = (0..n_nodes).map(share).collect();
        let link = |([a, b], is_virtual): ([usize; 2], bool)| {
            let through = |a, b| distance.is_some() && sum(a, b).map(|sum| sum + 1) == distance;
            PathLink { ends: [a, b], is_virtual, is_on_path: through(a, b) || through(b, a) }
        };
        let links = sorted.into_iter().map(link).collect();
        let max_share = shares.iter().flatten().copied().reduce(f64::max);
        Self { names, terminals, links, distance, n_paths, from_source, shares, max_share }
    }

    /// Reads a graph from its links: `s-a a-b b-t s-c c-t`. The terminals are `s` and `t`; other names are up to 32
    /// letters, figures and underscores. Between links are blanks, commas or new lines; `s-a-b-t` is three links. `#`
    /// begins a remark.
    ///
    /// # Errors
    ///
    /// [`GraphError`] with the place of what is no link, and if a terminal has no link or there are more than
    /// [`MAX_NODES`] nodes.
    ///
    /// ```
    /// let graph = tesuji_network::PathGraph::read("s-a-t, s-b-t, b-c")?;
    /// assert_eq!((graph.distance, graph.n_paths, graph.max_share), (Some(2), 2.0, Some(0.5)));
    /// # Ok::<(), tesuji_network::GraphError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, GraphError> {
        let mut names = vec!["s".to_owned(), "t".to_owned()];
        let mut links: Vec<([usize; 2], bool)> = Vec::new();
        let mut end = (1, 1);
        for (number, line) in (1..).zip(text.lines()) {
            end = (number, line.chars().count() + 1);
            let line = line.split('#').next().unwrap_or_default();
            let mut at = 0;
            for word in line.split_inclusive([' ', '\t', ',', ';', '\r']) {
                let column = 1 + line[..at].chars().count();
                at += word.len();
                let word = word.trim_end_matches([' ', '\t', ',', ';', '\r']);
                if word.is_empty() {
                    continue;
                }
                let fault = |fault: String| GraphError { line: number, column, fault };
                let shown: String = word.chars().take(40).collect();
                let mut path = Vec::new();
                for name in word.split('-') {
                    if !is_name(name) {
                        let expected = "expected names with `-` between them, such as `s-a`";
                        return Err(fault(format!("`{shown}` is no link: {expected}")));
                    }
                    path.push(names.iter().position(|other| other == name).unwrap_or_else(|| {
                        names.push(name.to_owned());
                        names.len() - 1
                    }));
                    if names.len() > MAX_NODES {
                        return Err(fault(format!("more than {MAX_NODES} nodes")));
                    }
                }
                if path.len() < 2 {
                    return Err(fault(format!("`{shown}` is a node without a link: expected one such as `s-{shown}`")));
                }
                for pair in path.windows(2) {
                    if pair[0] == pair[1] {
                        return Err(fault(format!("`{shown}` joins a node with itself")));
                    }
                    links.push(([pair[0], pair[1]], false));
                }
            }
        }
        let used: BTreeSet<usize> = links.iter().flat_map(|(ends, _)| *ends).collect();
        if let Some(terminal) = (0..2).find(|terminal| !used.contains(terminal)) {
            let (line, column) = end;
            let fault = format!("`{}` has no link: expected one, since paths go from s to t", names[terminal]);
            return Err(GraphError { line, column, fault });
        }
        Ok(Self::new(names, [0, 1], &links))
    }

    /// The shortest-path network: the links on shortest paths between the terminals.
    pub fn path_links(&self) -> impl Iterator<Item = &PathLink> {
        self.links.iter().filter(|link| link.is_on_path)
    }
}

fn is_name(name: &str) -> bool {
    (1..=32).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// By node: the number of links from `start`, and how many shortest paths lead there from it.
fn counted(neighbours: &[Vec<usize>], start: usize) -> (Vec<Option<usize>>, Vec<f64>) {
    let mut distances = vec![None; neighbours.len()];
    let mut counts = vec![0.0; neighbours.len()];
    if start >= neighbours.len() {
        return (distances, counts);
    }
    (distances[start], counts[start]) = (Some(0), 1.0);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((node, distance)) = queue.pop_front() {
        for &next in &neighbours[node] {
            if distances[next].is_none() {
                distances[next] = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
            if distances[next] == Some(distance + 1) {
                counts[next] += counts[node];
            }
        }
    }
    (distances, counts)
}

/// Part of a position's network that is written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkStage {
    /// Before virtual connections are looked for: all cells without a stone of the opponent, linked with their
    /// neighbours (steps 1 to 5 of section 2.3, figure 4).
    Plain,
    /// The position network: the empty cells, linked with their neighbours and by virtual connections (step 7, figure
    /// 6).
    Full,
}

/// The network of `player` in a position, written out. Nodes are numbered as the cells of the board; the two terminals,
/// which have the names of the player's edges (`top`, `bottom`, `left`, `right`), follow.
///
/// Cells that are no nodes have no links. They are the opponent's stones, and in the full network the player's own.
///
/// # Source
///
/// Takada et al. 2014, section 2.3.
#[must_use]
pub fn network_of(position: &Position, player: Player, stage: NetworkStage, through_edge: ThroughEdge) -> PathGraph {
    let topology = position.topology();
    let plain = plain_links(topology, player);
    let is_open = |cell: Cell| position.stone(cell) != Some(player.opponent());
    let links: Vec<([usize; 2], bool)> = match stage {
        NetworkStage::Plain => {
            let is_node = |node: usize| node >= topology.n_cells() || is_open(Cell::new(node));
            let kept = plain.iter().filter(|ends| ends.iter().all(|&end| is_node(end)));
            kept.map(|&ends| (ends, false)).collect()
        }
        NetworkStage::Full => {
            let neighbours: BTreeSet<[usize; 2]> = plain.into_iter().collect();
            let links =
                with_width!(board, topology.n_cells() + 2, W => full_links::<W>(position, player, through_edge));
            links.into_iter().map(|ends| (ends, !neighbours.contains(&ends))).collect()
        }
    };
    let edges = edges_of(player).map(|edge| topology.edges()[edge].name.clone());
    let names = topology.cells().map(|cell| topology.name(cell).to_owned()).chain(edges).collect();
    PathGraph::new(names, [topology.n_cells(), topology.n_cells() + 1], &links)
}

/// The links of neighbours, and of each of the player's edges with its cells; the lower number first.
fn plain_links(topology: &Topology, player: Player) -> Vec<[usize; 2]> {
    let mut links: Vec<[usize; 2]> = topology.links().map(|(a, b)| [a.index(), b.index()]).collect();
    for (edge, terminal) in edges_of(player).into_iter().zip(topology.n_cells()..) {
        links.extend(topology.edges()[edge].cells.iter().map(|cell| [cell.index(), terminal]));
    }
    links
}

fn full_links<const W: usize>(position: &Position, player: Player, through_edge: ThroughEdge) -> Vec<[usize; 2]> {
    let mut board =
        Board::<W>::new(position.topology(), through_edge).expect("sides of at most 19 cells fit the width");
    board.set(stones(position));
    let mut network: Network<W> = board.new_network();
    board.network(player, &mut network);
    let above = |node: usize| network.links(node).iter().filter(move |&to| to > node).collect::<Vec<_>>();
    let nodes: Bits<W> = network.nodes();
    nodes.iter().flat_map(|node| above(node).into_iter().map(move |to| [node, to])).collect()
}
