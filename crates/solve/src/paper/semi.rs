//! Program B's connections: two disjoint semi-connections between the same chains.

use tesuji_board::Bits;

use super::links::{Chains, Link, LinkTest};
use crate::region::Region;

/// The most semi-connections kept for a pair of chains, small ones first.
const SEMI_CONNECTIONS_A_PAIR: usize = 16;
/// The most connections made for a pair of chains, small ones first.
const CONNECTIONS_A_PAIR: usize = 4;

/// Adds to `links`, which holds the stored patterns, the connections made of two disjoint semi-connections.
///
/// A semi-connection is an empty cell that, once the owner's, would be joined to both chains, by adjacency, a stored
/// pattern, or one of either and a link after it.
pub(super) fn add_links<const W: usize>(
    region: &Region<W>,
    test: &LinkTest<'_, W>,
    chains: &Chains,
    owner: Bits<W>,
    empty: Bits<W>,
    links: &mut Vec<Link<W>>,
) {
    let n_chains = chains.n_chains;
    let mut of_pair: Vec<Vec<Bits<W>>> = vec![Vec::new(); n_chains * n_chains];
    for key in empty.iter() {
        let touches = touches(region, test, chains, owner, empty, links, key);
        for (i, &(a, carrier_a)) in touches.iter().enumerate() {
            for &(b, carrier_b) in &touches[i + 1..] {
                if a != b && !carrier_a.meets(&carrier_b) {
                    of_pair[a.min(b) * n_chains + a.max(b)].push((carrier_a | carrier_b).with(key));
                }
            }
        }
    }
    for (pair, mut semis) in of_pair.into_iter().enumerate() {
        keep_smallest(&mut semis, SEMI_CONNECTIONS_A_PAIR);
        let mut carriers = Vec::new();
        for (i, a) in semis.iter().enumerate() {
            carriers.extend(semis[i + 1..].iter().filter(|b| !a.meets(b)).map(|b| *a | *b));
        }
        let chains = [pair / n_chains, pair % n_chains];
        let known = |carrier: &Bits<W>| {
            links.iter().any(|link| {
                (link.chains == chains || link.chains == [chains[1], chains[0]]) && link.carrier.is_subset(carrier)
            })
        };
        carriers.retain(|carrier| !known(carrier));
        keep_smallest(&mut carriers, CONNECTIONS_A_PAIR);
        links.extend(carriers.into_iter().map(|carrier| Link { chains, carrier }));
    }
}

/// Drops sets that contain others, and all but the `n_kept` smallest of the rest.
fn keep_smallest<const W: usize>(sets: &mut Vec<Bits<W>>, n_kept: usize) {
    sets.sort_unstable_by_key(|set| (set.len(), *set));
    let mut kept: Vec<Bits<W>> = Vec::new();
    for set in sets.iter() {
        if kept.len() == n_kept {
            break;
        }
        if !kept.iter().any(|smaller| smaller.is_subset(set)) {
            kept.push(*set);
        }
    }
    *sets = kept;
}

/// The chains to which a stone at `key` would be joined, each with the carrier, which `key` is not in.
fn touches<const W: usize>(
    region: &Region<W>,
    test: &LinkTest<'_, W>,
    chains: &Chains,
    owner: Bits<W>,
    empty: Bits<W>,
    links: &[Link<W>],
    key: usize,
) -> Vec<(usize, Bits<W>)> {
    let mut found: Vec<(usize, Bits<W>)> = Vec::new();
    let add = |found: &mut Vec<(usize, Bits<W>)>, chain: usize, carrier: Bits<W>| {
        if !found.iter().any(|(known, smaller)| *known == chain && smaller.is_subset(&carrier)) {
            found.push((chain, carrier));
        }
    };
    for node in (region.neighbours[key] & owner).iter() {
        add(&mut found, chains.of_node[node], Bits::EMPTY);
    }
    for pattern in test.stored_at(key) {
        if pattern.stones.without(key).is_subset(&owner) && pattern.carrier.is_subset(&empty) {
            let end = if pattern.ends[1] == key { pattern.ends[0] } else { pattern.ends[1] };
            add(&mut found, chains.of_node[end], pattern.carrier);
        }
    }
    for touch_idx in 0..found.len() {
        let (chain, carrier) = found[touch_idx];
        for link in links {
            let [a, b] = link.chains;
            let to = if a == chain {
                b
            } else if b == chain {
                a
            } else {
                continue;
            };
            if !link.carrier.meets(&carrier) && !link.carrier.contains(key) {
                add(&mut found, to, carrier | link.carrier);
            }
        }
    }
    found
}
