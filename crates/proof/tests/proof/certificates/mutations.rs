//! Single edits of valid certificates: each is rejected, or the result still proves what its header claims.

use std::sync::Arc;

use rand::seq::{IndexedMutRandom, IndexedRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};
use tesuji_board::Cell;
use tesuji_proof::{Certificate, Claim, FilledCells, Mover, Node, NodeId, Verdict, check_stream};

use crate::certificates::{files, prover, random, second_checker, truth};

/// A file with this content after a checksum that fits it.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    sealed_as(1, content)
}

fn sealed_as(version: u8, content: &[u8]) -> Vec<u8> {
    let mut file = [b"TSJCERT", &[version][..]].concat();
    file.extend(Sha256::digest(content));
    file.extend(content);
    file
}

/// Certificates of all kinds; most have several nodes.
fn valid_certificates(rng: &mut Xoshiro256PlusPlus, n: usize) -> Vec<Certificate> {
    let mut all: Vec<_> = files::NAMES.iter().map(|name| files::certificate(name)).collect();
    all.extend((0..n / 20).flat_map(|_| ["pairs", "captured", "cut"].map(files::version_2)));
    while all.len() < n {
        let certificate = prover::certify(&random::claim(rng, 7), rng);
        if certificate.nodes.len() > 2 || rng.random_bool(0.1) {
            all.push(certificate);
        }
    }
    for Certificate { claim, verdict, .. } in &all {
        assert_eq!(truth::holds(claim), *verdict == Verdict::Holds);
    }
    all
}

/// Number of edits that were accepted. Each accepted claim must be true.
#[derive(Default, Debug)]
struct Tally {
    accepted: usize,
    accepted_with_new_claim: usize,
    rejected: usize,
}

impl Tally {
    fn count(&mut self, original: &Certificate, verdict: Option<(&Claim, Verdict)>) {
        let Some((claim, verdict)) = verdict else {
            self.rejected += 1;
            return;
        };
        self.accepted += 1;
        // Brute force has already decided the unchanged claim.
        if *claim != original.claim || verdict != original.verdict {
            self.accepted_with_new_claim += 1;
            assert_eq!(truth::holds(claim), verdict == Verdict::Holds, "a false proof was accepted: {claim:?}");
        }
    }

    /// A test that accepts nothing, or everything, tests little.
    fn assert_telling(&self, n: usize) {
        assert_eq!(self.accepted + self.rejected, n);
        assert!(self.accepted > n / 100 && self.rejected > n / 10, "{self:?}");
    }
}

#[test]
fn edited_bytes_prove_nothing_false() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let certificates = valid_certificates(&mut rng, 300);
    let contents: Vec<Vec<u8>> = certificates.iter().map(|c| c.to_bytes().unwrap()).collect();
    let mut tally = Tally::default();
    let mut batch = Vec::new();
    const N_EDITS: usize = 60_000;
    for i in 0..N_EDITS {
        let which = rng.random_range(0..contents.len());
        let mut content = contents[which][40..].to_vec();
        edit_bytes(&mut content, &mut rng);
        let file = sealed_as(contents[which][7], &content);
        let checked = check_stream(&file[..]).ok();
        tally.count(&certificates[which], checked.as_ref().map(|summary| (&summary.claim, summary.verdict)));
        if checked.is_some() && i % 4 == 0 || i % 40 == 0 {
            batch.push(file);
        }
    }
    tally.assert_telling(N_EDITS);
    assert!(batch.len() > 1000, "{} files for the second checker", batch.len());
    second_checker::assert_agreement("edited-bytes", &batch);
}

fn edit_bytes(content: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let at = rng.random_range(0..content.len());
    match rng.random_range(0..7) {
        0 => content[at] = rng.random(),
        1 => content[at] ^= 1 << rng.random_range(0..8),
        2 => content[at] = content[at].wrapping_add(1),
        3 => content[at] = content[at].wrapping_sub(1),
        4 => content.insert(at, rng.random_range(0..16)),
        5 => {
            content.remove(at);
        }
        _ => {
            let with = rng.random_range(0..content.len());
            content.swap(at, with);
        }
    }
}

#[test]
fn edited_nodes_prove_nothing_false() {
    let tally = edited_structures(3, edit_node);
    assert_eq!(tally.accepted_with_new_claim, 0, "nodes say nothing about the claim");
}

#[test]
fn edited_headers_prove_nothing_false() {
    let tally = edited_structures(4, edit_header);
    assert!(tally.accepted_with_new_claim > 1000, "{tally:?}");
}

fn edited_structures(seed: u64, edit: fn(&mut Certificate, &mut Xoshiro256PlusPlus)) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let certificates = valid_certificates(&mut rng, 300);
    let mut tally = Tally::default();
    let mut batch = Vec::new();
    const N_EDITS: usize = 60_000;
    for i in 0..N_EDITS {
        let original = certificates.choose(&mut rng).unwrap();
        let mut certificate = original.clone();
        edit(&mut certificate, &mut rng);
        let checked = certificate.check();
        tally.count(original, checked.as_ref().ok().map(|summary| (&summary.claim, summary.verdict)));
        if let Ok(bytes) = certificate.to_bytes() {
            assert_eq!(check_stream(&bytes[..]).is_ok(), checked.is_ok());
            if i % 40 == 0 {
                batch.push(bytes);
            }
        } else {
            assert!(checked.is_err(), "what cannot be written proves nothing");
        }
    }
    tally.assert_telling(N_EDITS);
    second_checker::assert_agreement(&format!("edited-{seed}"), &batch);
    tally
}

fn edit_node(certificate: &mut Certificate, rng: &mut Xoshiro256PlusPlus) {
    let n_cells = certificate.claim.topology.n_cells();
    let n_goals = certificate.goals.len() as u32;
    let n_nodes = certificate.nodes.len();
    let id = rng.random_range(0..n_nodes);
    let child = rng.random_range(0..n_nodes) as NodeId;
    let cell = Cell::new(rng.random_range(0..n_cells));
    match rng.random_range(0..6) {
        0 => certificate.nodes.swap(id, child as usize),
        1 => {
            certificate.nodes.remove(id);
        }
        2 => certificate.nodes[id] = certificate.nodes[child as usize].clone(),
        3 => certificate.nodes.truncate(id + 1),
        kind => match &mut certificate.nodes[id] {
            Node::Linked { goal, .. } | Node::Replies { goal, .. } | Node::Join { goal, .. }
                if kind == 4 && n_goals > 1 =>
            {
                *goal = rng.random_range(0..n_goals);
            }
            Node::Linked { stones, .. } | Node::Cut { stones } => edit_list(stones, cell, rng),
            Node::Replies { replies, .. } => match replies.choose_mut(rng) {
                Some((reply, _)) if rng.random_bool(0.3) => *reply = cell,
                Some((_, to)) if rng.random_bool(0.5) => *to = child,
                _ => edit_list(replies, (cell, child), rng),
            },
            Node::Join { stones, .. } if rng.random_bool(0.3) => edit_list(stones, cell, rng),
            Node::Walk { children, steps, .. } => match steps.choose_mut(rng) {
                None => edit_list(children, child, rng),
                Some(step) => match rng.random_range(0..4) {
                    0 => edit_list(&mut step.next, rng.random_range(0..4), rng),
                    1 => step.part = rng.random_range(0..4),
                    side => step.ends[side - 2] = Some((rng.random_range(0..4), rng.random_range(0..2))),
                },
            },
            Node::Join { children, .. } => edit_list(children, child, rng),
            Node::Fill { stones, .. } if rng.random_bool(0.3) => edit_list(stones, cell, rng),
            Node::Fill { cells, child: below, .. } => match rng.random_range(0..3) {
                0 => *cells = FilledCells::Dead(cell),
                1 => *cells = FilledCells::Captured(cells.parts().1, cell),
                _ => *below = child,
            },
        },
    }
}

fn edit_list<T: Clone>(list: &mut Vec<T>, item: T, rng: &mut Xoshiro256PlusPlus) {
    let at = rng.random_range(0..=list.len());
    match rng.random_range(0..3) {
        0 if at < list.len() => {
            list.remove(at);
        }
        1 if at < list.len() => list[at] = item,
        _ => list.insert(at, item),
    }
}

fn edit_header(certificate: &mut Certificate, rng: &mut Xoshiro256PlusPlus) {
    let Certificate { claim, verdict, first, goals, .. } = certificate;
    let cell = Cell::new(rng.random_range(0..claim.topology.n_cells()));
    match rng.random_range(0..8) {
        // A cell becomes a stone, empty or the opponent's.
        0..=3 => {
            claim.stones.remove(cell);
            claim.carrier.remove(cell);
            match rng.random_range(0..3) {
                0 => claim.stones.insert(cell),
                1 => claim.carrier.insert(cell),
                _ => true,
            };
        }
        4 => {
            goals[0] = random::goal(rng, &claim.topology, &claim.stones, &claim.carrier);
            claim.goal = goals[0].clone();
        }
        5 => {
            *verdict = if *verdict == Verdict::Holds { Verdict::Fails } else { Verdict::Holds };
        }
        6 => {
            claim.to_move = if claim.to_move == Mover::Owner { Mover::Opponent } else { Mover::Owner };
            *first = if first.is_some() { None } else { Some(cell) };
        }
        _ => claim.topology = Arc::new(random::relinked(&claim.topology, rng)),
    }
}
