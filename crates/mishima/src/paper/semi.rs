//! Program B's connections: two disjoint semi-connections between the same chains.

use std::collections::BTreeMap;

use tesuji_board::Bits;

use super::field::{Chains, PaperField, Parity, ParityLink};

/// The maximum number of semi-connections for a pair of chains, small ones first.
const SEMI_CONNECTIONS_A_PAIR: usize = 16;
/// The maximum number of connections made for a pair of chains, small ones first.
const CONNECTIONS_A_PAIR: usize = 4;

/// Adds the connections made of two disjoint semi-connections to `links`, which already contains the stored patterns.
///
/// A semi-connection is an empty cell, its key. A stone of the side there would be joined to both chains: by adjacency,
/// by a stored pattern, or by one of these followed by a link.
pub(super) fn add_links<const W: usize>(
    field: &PaperField<W>,
    chains: &Chains,
    own: Bits<W>,
    empty: Bits<W>,
    links: &mut Vec<ParityLink<W>>,
) {
    let mut of_pair: BTreeMap<([usize; 2], Parity), Vec<Bits<W>>> = BTreeMap::new();
    for key in empty.iter() {
        let joined = joined_to(field, chains, own, empty, links, key);
        for (i, a) in joined.iter().enumerate() {
            for b in &joined[i + 1..] {
                let parity = a.parity ^ b.parity;
                if (a.chain != b.chain || parity != 0) && !a.carrier.meets(&b.carrier) {
                    let pair = [a.chain.min(b.chain), a.chain.max(b.chain)];
                    of_pair.entry((pair, parity)).or_default().push((a.carrier | b.carrier).with(key));
                }
            }
        }
    }
    for ((chains, parity), mut semis) in of_pair {
        if semis.len() < 2 {
            continue;
        }
        keep_smallest(&mut semis, SEMI_CONNECTIONS_A_PAIR);
        let mut carriers = Vec::new();
        for (i, a) in semis.iter().enumerate() {
            carriers.extend(semis[i + 1..].iter().filter(|b| !a.meets(b)).map(|b| *a | *b));
        }
        let known = |carrier: &Bits<W>| {
            let same = |link: &ParityLink<W>| {
                link.parity == parity && (link.chains == chains || link.chains == [chains[1], chains[0]])
            };
            links.iter().any(|link| same(link) && link.carrier.is_subset(carrier))
        };
        carriers.retain(|carrier| !known(carrier));
        keep_smallest(&mut carriers, CONNECTIONS_A_PAIR);
        links.extend(carriers.into_iter().map(|carrier| ParityLink { chains, parity, carrier }));
    }
}

/// Removes sets that contain others, and all except the `n_kept` smallest of the rest.
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

/// Join of a stone at a key to a chain; the key is not in the carrier.
struct ChainJoin<const W: usize> {
    chain: usize,
    parity: Parity,
    carrier: Bits<W>,
}

fn joined_to<const W: usize>(
    field: &PaperField<W>,
    chains: &Chains,
    own: Bits<W>,
    empty: Bits<W>,
    links: &[ParityLink<W>],
    key: usize,
) -> Vec<ChainJoin<W>> {
    let mut found: Vec<ChainJoin<W>> = Vec::new();
    let add = |found: &mut Vec<ChainJoin<W>>, new: ChainJoin<W>| {
        let better = |old: &ChainJoin<W>| {
            old.chain == new.chain && old.parity == new.parity && old.carrier.is_subset(&new.carrier)
        };
        if !found.iter().any(better) {
            found.push(new);
        }
    };
    for &(node, step) in &field.touching[key] {
        if own.contains(node) {
            let (chain, parity) = chains.of_node[node];
            add(&mut found, ChainJoin { chain, parity: parity ^ step, carrier: Bits::EMPTY });
        }
    }
    for pattern in field.stored_at(key) {
        if pattern.stones.without(key).is_subset(&own)
            && pattern.carrier.is_subset(&empty)
            && let Some((end, parity)) = pattern.way_from(key)
        {
            let (chain, parity_there) = chains.of_node[end];
            add(&mut found, ChainJoin { chain, parity: parity ^ parity_there, carrier: pattern.carrier });
        }
    }
    for near_idx in 0..found.len() {
        for link in links {
            let near = &found[near_idx];
            let Some(chain) = link.beyond(near.chain) else { continue };
            if !link.carrier.meets(&near.carrier) && !link.carrier.contains(key) {
                let (parity, carrier) = (near.parity ^ link.parity, near.carrier | link.carrier);
                add(&mut found, ChainJoin { chain, parity, carrier });
            }
        }
    }
    found
}
