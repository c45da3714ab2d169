//! The builder of certificates: equal nodes are shared, sets agree with the checker's, parts fit into a whole.

use std::collections::HashSet;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Cell, CellSet, Topology};
use tesuji_proof::{
    Cells, Certificate, CertificateBuilder, CertificateError, Claim, Goal, ImportError, Mover, Node, NodeSink, Proven,
    Subproof, Terminal, Verdict,
};

use crate::certificates::{files, prover, random};

/// Random certificates of either verdict.
fn certificates(seed: u64, n: usize) -> impl Iterator<Item = (Xoshiro256PlusPlus, Certificate)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..n).map(move |_| {
        let claim = random::claim(&mut rng, 8);
        let certificate = prover::certify(&claim, &mut rng);
        (rng.clone(), certificate)
    })
}

/// Builds the nodes of a certificate one by one.
fn rebuilt<K: NodeSink, S: Cells>(
    certificate: &Certificate,
    builder: &mut CertificateBuilder<K, S>,
) -> Vec<Subproof<S>> {
    let set = |cells: &[Cell]| {
        let mut set = S::default();
        cells.iter().for_each(|&cell| set.insert(cell));
        set
    };
    let mut built: Vec<Subproof<S>> = Vec::new();
    for node in &certificate.nodes {
        let goal = builder.goal(&certificate.goals[node.goal() as usize]);
        let parts: Vec<_> = node.parts().iter().map(|&part| built[part as usize].clone()).collect();
        let replies: Vec<_> =
            node.replies().iter().map(|&(cell, child)| (cell, built[child as usize].clone())).collect();
        built.push(match node {
            Node::Linked { stones, .. } => builder.linked(goal, set(stones)),
            Node::Cut { stones } => builder.cut(set(stones)),
            Node::Join { stones, .. } => builder.join(goal, set(stones), &parts),
            Node::Walk { stones, steps, .. } => builder.walk(goal, set(stones), &parts, steps.clone()),
            Node::Replies { .. } => builder.replies(goal, &replies),
            Node::Fill { cells, stones, .. } => builder.fill(goal, *cells, set(stones), &parts[0]),
        });
    }
    built
}

fn in_memory<S: Cells>(certificate: &Certificate) -> CertificateBuilder<Vec<Node>, S> {
    CertificateBuilder::in_memory(&certificate.claim, certificate.verdict)
}

#[test]
fn sets_are_those_of_the_checker() {
    let (mut n_assumed, mut n_carriers, mut n_joins, mut n_fails) = (0, 0, 0, 0);
    for (_, certificate) in certificates(11, 3_000) {
        let built: Vec<Subproof> = rebuilt(&certificate, &mut in_memory(&certificate));
        let narrow: Vec<Subproof<Bits<1>>> = rebuilt(&certificate, &mut in_memory(&certificate));
        for ((built, narrow), Proven { assumes, carrier, .. }) in
            built.into_iter().zip(narrow).zip(certificate.prove().unwrap())
        {
            n_assumed += assumes.len();
            n_carriers += carrier.len();
            assert_eq!(narrow.assumes.cells().collect::<CellSet>(), assumes);
            assert_eq!(narrow.carrier.cells().collect::<CellSet>(), carrier);
            assert_eq!((built.assumes, built.carrier), (assumes, carrier), "{certificate:?}");
        }
        n_joins += certificate.nodes.iter().filter(|node| !node.parts().is_empty()).count();
        n_fails += usize::from(certificate.verdict == Verdict::Fails);
    }
    assert!(n_assumed > 5_000 && n_carriers > 5_000, "{n_assumed} stones, {n_carriers} cells: the sample shows little");
    assert!(n_joins > 100 && n_fails > 500, "{n_joins} joins, {n_fails} refutations: the sample shows little");
}

#[test]
fn equal_nodes_and_goals_are_shared() {
    for (_, certificate) in certificates(12, 500) {
        let mut builder = in_memory::<CellSet>(&certificate);
        let built = rebuilt(&certificate, &mut builder);
        assert_eq!(rebuilt(&certificate, &mut builder), built, "the same again adds nothing");
        let root = builder.import(&certificate).unwrap();
        assert_eq!(Some(&root), built.last());
        let (heading, nodes) = builder.finish(certificate.first).unwrap();
        assert!(nodes.len() <= certificate.nodes.len());
        assert_eq!(nodes.iter().collect::<HashSet<_>>().len(), nodes.len());
        assert_eq!(heading.goals.iter().collect::<HashSet<_>>().len(), heading.goals.len());
        let shared = heading.certificate(nodes, root.node);
        let (shared, summary) = (shared.check().unwrap(), certificate.check().unwrap());
        assert_eq!((shared.assumed, shared.carrier), (summary.assumed, summary.carrier));
    }
}

/// A bridge whose cells, replies and parts are named in another order has the same nodes.
#[test]
fn the_order_of_cells_and_children_does_not_matter() {
    let certificate = files::certificate("bridge");
    let goal = Goal::new(certificate.claim.goal.alternatives().to_vec()).unwrap();
    let mut builder = in_memory::<CellSet>(&certificate);
    let cells: Vec<Cell> = certificate.claim.carrier.iter().collect();
    let [a, b] = [cells[0], cells[1]];
    let goal = builder.goal(&goal);
    let [with_a, with_b] = [a, b].map(|cell| builder.linked(goal, CellSet::from_iter([cell])));
    let one = builder.replies(goal, &[(a, &with_a), (b, &with_b)]);
    assert_eq!(builder.replies(goal, &[(b, &with_b), (a, &with_a), (b, &with_b)]), one);
    let join = builder.join(goal, CellSet::new(), &[&with_a, &with_b]);
    assert_eq!(builder.join(goal, CellSet::new(), &[&with_b, &with_a]), join);
    // Stones of the claim are not named.
    let mut stones = certificate.claim.stones.clone();
    assert!(!stones.is_empty());
    stones.insert(a);
    assert_eq!(builder.linked(goal, stones), with_a);
    assert_eq!(one.region(a), certificate.claim.carrier);
    // Neither the join nor another goal is needed.
    builder.goal(&Goal::pair(Terminal::Cell(a), Terminal::Cell(b)));
    let found = builder.certificate(None, one.node);
    assert_eq!((found.nodes.len(), found.goals.len()), (3, 1));
    found.check().unwrap();
}

#[test]
fn parts_check_as_a_whole_with_other_stones_cells_and_goals() {
    let mut n_checked = [0, 0];
    for (mut rng, part) in certificates(13, 3_000).filter(|(_, part)| part.first.is_none()) {
        let holds = part.verdict == Verdict::Holds;
        // At most one stone of the part is the first move of the whole, where the loser has fewer cells.
        let mut whole = part.claim.clone();
        let own = if holds { whole.stones.clone() } else { whole.opponent_cells() };
        let others = if holds { whole.opponent_cells() } else { whole.stones.clone() };
        let own: Vec<Cell> = own.iter().collect();
        let first = (!own.is_empty() && rng.random_bool(0.7)).then(|| own[rng.random_range(0..own.len())]);
        if let Some(first) = first {
            whole.stones.remove(first);
            whole.carrier.insert(first);
            whole.to_move = if holds { Mover::Owner } else { Mover::Opponent };
        }
        for cell in others.iter().filter(|_| rng.random_bool(0.3)) {
            whole.stones.remove(cell);
            whole.carrier.insert(cell);
        }
        if holds {
            let two_cells = vec![vec![vec![Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(1))]]];
            let alternatives = two_cells.into_iter().chain(part.claim.goal.alternatives().iter().cloned());
            whole.goal = Goal::new(alternatives.collect()).unwrap();
        }
        if first.is_none() && part.claim.carrier.is_empty() {
            continue;
        }
        let mut builder: CertificateBuilder<Vec<Node>> = CertificateBuilder::in_memory(&whole, part.verdict);
        let child = builder.import(&part).unwrap();
        let cells: Vec<Cell> = whole.carrier.iter().collect();
        let on_board = |set: Bits<1>| set.iter().map(|number| cells[number]).collect::<CellSet>();
        let mut numbered = CertificateBuilder::over(&whole, part.verdict, cells.clone(), Vec::new(), usize::MAX);
        let same: Subproof<Bits<1>> = numbered.import(&part).unwrap();
        let same = (same.node, on_board(same.assumes), on_board(same.carrier));
        assert_eq!(same, (child.node, child.assumes.clone(), child.carrier.clone()), "cells with numbers of their own");
        let stones: CellSet = first.into_iter().collect();
        assert!(child.assumes.is_subset(&stones));
        let root = if holds { builder.join(0, stones, &[child]) } else { child };
        let certificate = builder.certificate(first, root.node);
        let summary = certificate.check().unwrap_or_else(|error| panic!("{error}: {certificate:?}"));
        assert_eq!((summary.assumed, summary.carrier), (root.assumes, root.carrier));
        n_checked[usize::from(holds)] += 1;
    }
    assert!(n_checked.iter().all(|&n| n > 200), "only {n_checked:?}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let fits = |part: &Certificate| !part.claim.carrier.is_empty() && part.first.is_none();
    let of = |verdict| certificates(14, 500).map(|(_, part)| part).find(|part| part.verdict == verdict && fits(part));
    let (part, refutation) = (of(Verdict::Holds).unwrap(), of(Verdict::Fails).unwrap());
    let import = |claim: &Claim, verdict, part: &Certificate| {
        CertificateBuilder::<Vec<Node>>::in_memory(claim, verdict).import(part).unwrap_err()
    };
    assert_eq!(import(&refutation.claim, Verdict::Holds, &refutation), ImportError::OtherVerdict);
    let other = Goal::pair(Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(1)));
    let other = Claim { goal: other, ..refutation.claim.clone() };
    assert_eq!(import(&other, Verdict::Fails, &refutation), ImportError::OtherGoal);
    let cell = part.claim.carrier.iter().next().unwrap();
    let mut smaller = part.claim.clone();
    smaller.carrier.remove(cell);
    let name = part.claim.topology.name(cell).to_owned();
    assert_eq!(import(&smaller, Verdict::Holds, &part), ImportError::Outside(name));
    let elsewhere = Claim { topology: Arc::new(Topology::rhombus(7, 2).unwrap()), ..part.claim.clone() };
    assert_eq!(import(&elsewhere, Verdict::Holds, &part), ImportError::OtherBoard);
    let empty = Certificate { nodes: Vec::new(), ..part.clone() };
    assert_eq!(import(&part.claim, Verdict::Holds, &empty), ImportError::Malformed(CertificateError::NoNodes));
    let later = Certificate { nodes: vec![Node::Replies { goal: 0, replies: vec![(cell, 5)] }], ..part.clone() };
    assert!(matches!(import(&part.claim, Verdict::Holds, &later), ImportError::Malformed(_)));
    let outside = Node::Linked { goal: 0, stones: vec![Cell::new(1_000)] };
    let outside = Certificate { nodes: vec![outside], ..part.clone() };
    assert!(matches!(import(&part.claim, Verdict::Holds, &outside), ImportError::Malformed(_)));
}

/// Accepts some nodes; the number of those that it was given.
struct Full {
    n_left: usize,
    n_given: usize,
}

impl NodeSink for Full {
    fn take(&mut self, _: Node) -> Result<(), CertificateError> {
        self.n_given += 1;
        self.n_left = self.n_left.checked_sub(1).ok_or(CertificateError::Write(std::io::ErrorKind::StorageFull))?;
        Ok(())
    }
}

#[test]
fn a_sink_that_fails_ends_the_certificate_with_its_error() {
    let certificate = files::certificate("ziggurat");
    let n_nodes = in_memory::<CellSet>(&certificate);
    let n_nodes = { n_nodes }.import(&certificate).unwrap().node as usize + 1;
    for n_left in 0..=n_nodes {
        let mut sink = Full { n_left, n_given: 0 };
        let mut builder: CertificateBuilder<_> =
            CertificateBuilder::new(&certificate.claim, certificate.verdict, &mut sink, usize::MAX);
        rebuilt(&certificate, &mut builder);
        assert_eq!(builder.has_failed(), n_left < n_nodes);
        let end = builder.finish(None).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(end.is_err(), n_left < n_nodes, "{end:?}");
        assert_eq!(sink.n_given, n_nodes.min(n_left + 1), "nothing is given to a sink that has failed");
    }
}

#[test]
fn little_memory_makes_it_longer_and_not_wrong() {
    let (mut all, mut some, mut none) = (0, 0, 0);
    for (_, certificate) in certificates(15, 300) {
        let n_nodes = |max_bytes| {
            let (claim, verdict) = (&certificate.claim, certificate.verdict);
            let mut builder = CertificateBuilder::<_>::new(claim, verdict, Vec::new(), max_bytes);
            builder.import(&certificate).unwrap();
            let root = builder.import(&certificate).unwrap().node;
            let (heading, nodes) = builder.finish(certificate.first).unwrap();
            let n_nodes = nodes.len();
            heading.certificate(nodes, root).check().unwrap();
            n_nodes
        };
        all += n_nodes(usize::MAX);
        some += n_nodes(2_000);
        none += n_nodes(0);
    }
    assert!(all < some && some < none, "{all}, {some}, {none} nodes");
}
