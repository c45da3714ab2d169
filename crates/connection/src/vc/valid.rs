//! Invariants of connections, for tests.

use tesuji_board::Bits;

use super::lists::Link;
use super::state::Connections;
use crate::region::Region;

impl<const W: usize> Connections<W> {
    /// Checks that lists, chains and stones agree with each other. Slow. It does not check whether the links are true.
    ///
    /// # Panics
    ///
    /// At the first fault, naming the nodes.
    pub fn assert_valid(&self, region: &Region<W>) {
        assert!(!self.own.meets(&self.other), "one stone a cell");
        for node in 0..self.n_nodes as u16 {
            let is_in = self.nodes.chains[usize::from(node) / 64] >> (node % 64) & 1 != 0;
            assert_eq!(is_in, self.is_chain(node), "{node}: chains");
        }
        self.assert_chains_valid(region);
        for b in 0..self.n_nodes as u16 {
            for a in 0..=b {
                let full: Vec<&Link<W>> = self.connections(a, b).collect();
                let semi: Vec<&Link<W>> = self.semi_connections(a, b).collect();
                for ends in [(a, b), (b, a)] {
                    let bit = |set: &[u64]| {
                        set[usize::from(ends.0) * self.nodes.stride + usize::from(ends.1) / 64] >> (ends.1 % 64) & 1
                            != 0
                    };
                    assert_eq!(bit(&self.nodes.connected), !full.is_empty(), "{ends:?}: connected");
                    assert_eq!(bit(&self.nodes.linked), !full.is_empty() || !semi.is_empty(), "{ends:?}: linked");
                }
                if !full.is_empty() || !semi.is_empty() {
                    for node in [a, b] {
                        assert_eq!(self.chain_of(node), node, "{node} has links and stands for another");
                        assert!(!self.is_cell_in(node, &self.other), "{node} has links and is the other side's");
                    }
                    assert!(a != b || self.is_chain(a), "{a}: a cycle through an empty cell");
                }
                assert!(full.iter().all(|link| link.key().is_none()), "{a}-{b}: a connection with a key");
                assert!(semi.iter().all(|link| link.key().is_some()), "{a}-{b}: a semi-connection without key");
                self.assert_list_valid((a, b), &full);
                self.assert_list_valid((a, b), &semi);
                for link in semi {
                    let better = full.iter().find(|known| is_as_good(known, link));
                    assert!(better.is_none(), "{a}-{b}: {link:?} although there is {better:?}");
                }
            }
        }
    }

    fn assert_list_valid(&self, (a, b): (u16, u16), list: &[&Link<W>]) {
        assert!(list.is_sorted_by_key(|link| link.carrier.len()), "{a}-{b}: smallest first");
        for (i, link) in list.iter().enumerate() {
            assert!(link.carrier.is_subset(&self.empties()), "{a}-{b}: {link:?} wants stones");
            assert!(
                ![a, b].iter().any(|&node| self.is_cell_in(node, &link.carrier)),
                "{a}-{b}: {link:?} wants its end"
            );
            assert!(
                !link.is_pending() && link.size() == link.carrier.len(),
                "{a}-{b}: {link:?} waits, or has another size"
            );
            assert!(a != b || link.label != 0, "{a}-{b}: {link:?} is no cycle");
            assert!(link.key().is_none_or(|key| link.carrier.contains(key)), "{a}-{b}: {link:?} lacks its key");
            let better = list[..i].iter().find(|known| is_as_good(known, link));
            assert!(better.is_none(), "{a}-{b}: {link:?} although there is {better:?}");
        }
    }

    /// Chains are the connected pieces of stones. Each has one node that stands for it.
    fn assert_chains_valid(&self, region: &Region<W>) {
        let graph = &region.sides[self.side.index()];
        for node in 0..self.n_nodes as u16 {
            let (stands, way) = self.nodes.chain[usize::from(node)];
            assert_eq!(
                self.nodes.chain[usize::from(stands)],
                (stands, 0),
                "{node}: {stands} does not stand for itself"
            );
            assert!(stands != node || way == 0, "{node}: a way to itself");
            assert!(self.is_chain(node) || stands == node, "{node}: an empty cell in a chain");
            assert!(stands == node || self.is_chain(stands), "{node}: an empty cell stands for a chain");
        }
        for link in graph.links.iter().filter(|link| self.is_chain(link.a) && self.is_chain(link.b)) {
            let ((a, _), (b, _)) = (self.nodes.chain[usize::from(link.a)], self.nodes.chain[usize::from(link.b)]);
            assert_eq!(a, b, "{link:?}: neighbours in different chains");
        }
        let piece = |start: u16| {
            let mut seen = vec![false; self.n_nodes];
            let mut stack = vec![start];
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[usize::from(node)], true) {
                    let next = graph.neighbours[usize::from(node)].iter().map(|&(to, _)| to);
                    stack.extend(next.filter(|&to| self.is_chain(to)));
                }
            }
            seen
        };
        for node in (0..self.n_nodes as u16).filter(|&node| self.is_chain(node)) {
            assert!(piece(node)[usize::from(self.chain_of(node))], "{node}: not joined to {}", self.chain_of(node));
        }
    }

    fn is_cell_in(&self, node: u16, set: &Bits<W>) -> bool {
        usize::from(node) < self.n_cells && set.contains(usize::from(node))
    }
}

/// Whether `known` makes `link` superfluous.
fn is_as_good<const W: usize>(known: &Link<W>, link: &Link<W>) -> bool {
    known.label == link.label && known.carrier.is_subset(&link.carrier)
}
