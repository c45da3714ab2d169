//! The search against exhaustive search, and its tree against recomputed values.

use std::num::NonZeroU32;

use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, zobrist_key};

use super::knowledge::{Insight, Knowledge, Nothing};
use super::search::{Leaves, LeavesConfig};
use super::tree::LeafTree;
use crate::Limits;
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{ProvedNode, ROOT};
use crate::testing::{Crosses, Link, Lots, after};

const CONFIG: LeavesConfig =
    LeavesConfig { exploration: 1.0, reduction: 0.2, look_after: None, max_nodes: usize::MAX, settled_within: None };

fn lots(seed: u64) -> Lots {
    Lots { seed, n_values: 20, decided_in: 0, n_calls: 0 }
}

/// The winner, by exhaustive search; `None` for a draw.
fn winner<G: Game>(position: &G) -> Option<Player> {
    if let Some(outcome) = position.outcome() {
        return outcome.winner();
    }
    let results: Vec<_> = position.moves().into_iter().map(|mv| winner(&after(position, mv))).collect();
    let mover = position.to_move();
    match results {
        results if results.contains(&Some(mover)) => Some(mover),
        results if results.contains(&None) => None,
        _ => Some(!mover),
    }
}

/// Compares each node that `search` left with the position that it stands for: its moves, who makes them, its values as
/// computed from its children, and what is proved.
fn check_tree<G: Game>(leaves: &Leaves<G>, position: &G, proofs_of: &dyn Fn(&G) -> Option<Player>) -> usize {
    fn walk<G: Game>(
        tree: &LeafTree<G::Move>,
        node_idx: usize,
        mover: Player,
        position: &G,
        proofs_of: &dyn Fn(&G) -> Option<Player>,
    ) -> usize {
        let node = &tree.nodes[node_idx];
        match node.proof {
            NodeProof::Won => assert_eq!(proofs_of(position), Some(mover)),
            NodeProof::Lost => assert_eq!(proofs_of(position), Some(!mover)),
            NodeProof::Open => {}
        }
        assert!((0.0..=f64::from(node.visits) + 1e-6).contains(&node.sum), "{} of {}", node.sum, node.visits);
        let children = &tree.nodes[node.children.range()];
        if children.is_empty() {
            return 1;
        }
        let legal = position.moves();
        assert!(children.iter().all(|child| legal.contains(&child.mv)));
        assert_eq!(children.len(), legal.len());
        assert!((children.iter().map(|child| f64::from(child.chance)).sum::<f64>() - 1.0).abs() < 1e-3);
        assert!(children.is_sorted_by_key(|child| -child.chance));
        let n_below: u32 = children.iter().map(|child| child.visits).sum();
        assert!(n_below <= node.visits);
        let below = node.children.range().map(|child_idx| {
            let next = after(position, tree.nodes[child_idx].mv);
            walk(tree, child_idx, position.to_move(), &next, proofs_of)
        });
        1 + below.sum::<usize>()
    }
    walk(&leaves.tree, ROOT, !position.to_move(), position, proofs_of)
}

fn search<G: Game>(position: &G, config: &LeavesConfig, seed: u64, n_rounds: u64) -> (Leaves<G>, Option<Player>) {
    let mut leaves = Leaves::new();
    let found = leaves.search(position, config, &mut lots(seed), &mut Nothing, &Limits::nodes(n_rounds));
    let winner = found.expect("the game goes on").winner;
    (leaves, winner)
}

#[test]
fn what_is_proved_is_so_and_trees_add_up() {
    for seed in 0..40 {
        let n_rounds = zobrist_key(seed) % 3_000;
        let link = [4, 0, 8, 2].into_iter().take(seed as usize % 4).fold(Link::new(), |link, mv| after(&link, mv));
        let (leaves, found) = search(&link, &CONFIG, seed, n_rounds);
        assert!(check_tree(&leaves, &link, &|position| winner(position)) > 1);
        assert!(found.is_none() || found == winner(&link));
        let crosses = Crosses::new("X...O....");
        let (leaves, found) = search(&crosses, &CONFIG, seed, n_rounds / 10);
        assert!(check_tree(&leaves, &crosses, &|position| winner(position)) > 1);
        assert_eq!(found, None, "it is drawn");
    }
}

#[test]
fn whole_games_are_proved() {
    for seed in 1..5 {
        let (leaves, found) = search(&Link::new(), &CONFIG, seed, 1_000_000);
        assert_eq!(found, Some(Player::Black));
        check_tree(&leaves, &Link::new(), &|position| winner(position));
        // Black has lost the middle.
        let lost = after(&after(&Link::new(), 0), 4);
        let (_, found) = search(&lost, &CONFIG, seed, 1_000_000);
        assert_eq!(found, winner(&lost));
    }
}

#[test]
fn the_move_played_is_the_one_that_wins() {
    // X wins at once on the right, whatever the evaluator thinks.
    let position = Crosses::new("XX.OO....");
    for seed in 0..10 {
        let found =
            Leaves::new().search(&position, &CONFIG, &mut lots(seed), &mut Nothing, &Limits::nodes(500)).unwrap();
        assert_eq!((found.report.best(), found.winner, found.report.line), (2, Some(Player::Black), vec![2]));
    }
}

/// Values moves by their own numbers, and positions by those of the moves that led there.
struct Sums;

/// A game of `left` turns. Each turn chooses one of nine numbers; what counts is Black's sum minus White's.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Turns {
    left: u8,
    sum: i32,
    to_move: Player,
}

impl Game for Turns {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = if self.sum > 0 { Player::Black } else { Player::White };
        (self.left == 0).then_some(Outcome::Win(winner))
    }

    fn try_for_each_move<B>(&self, visit: impl FnMut(u8) -> std::ops::ControlFlow<B>) -> std::ops::ControlFlow<B> {
        (0..if self.left == 0 { 0 } else { 9 }).try_for_each(visit)
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.sum += if self.to_move == Player::Black { i32::from(mv) } else { -i32::from(mv) };
        self.left -= 1;
        self.to_move = !self.to_move;
    }

    fn zobrist(&self) -> u64 {
        let sum = (self.sum + 1_000) as u64;
        zobrist_key((u64::from(self.left) << 32) + 2 * sum + self.to_move.index() as u64)
    }
}

impl Evaluator<Turns> for Sums {
    fn evaluate(&mut self, position: &Turns) -> Evaluation {
        let sum = f64::from(position.sum);
        Evaluation::Estimate(if position.to_move == Player::Black { sum } else { -sum })
    }

    fn rate(&mut self, _: &Turns, moves: &[u8], ratings: &mut [f64]) {
        for (mv, rating) in moves.iter().zip(ratings) {
            *rating = f64::from(*mv);
        }
    }
}

#[test]
fn ratings_and_judgements_lead() {
    let start = Turns { left: 40, sum: 0, to_move: Player::White };
    let mut leaves = Leaves::new();
    let found = leaves.search(&start, &CONFIG, &mut Sums, &mut Nothing, &Limits::nodes(2_000)).unwrap();
    assert_eq!(found.report.best(), 8);
    assert_eq!(found.report.moves.len(), 9, "all moves of the root are reported");
    assert!(found.report.line.len() > 2 && found.report.line.iter().all(|&mv| mv == 8), "{:?}", found.report.line);
    // A player who is far ahead gets a high value.
    let ahead = Turns { left: 40, sum: -30, to_move: Player::White };
    let found = leaves.search(&ahead, &CONFIG, &mut Sums, &mut Nothing, &Limits::nodes(500)).unwrap();
    assert!(found.report.value > 0.95, "{}", found.report.value);
    let behind = Turns { left: 40, sum: 30, to_move: Player::White };
    let found = leaves.search(&behind, &CONFIG, &mut Sums, &mut Nothing, &Limits::nodes(500)).unwrap();
    assert!(found.report.value < 0.05, "{}", found.report.value);
}

#[test]
fn an_evaluator_that_decides_is_believed() {
    struct Deciding;
    impl Evaluator<Link> for Deciding {
        fn evaluate(&mut self, position: &Link) -> Evaluation {
            match winner(position) {
                Some(winner) => Evaluation::Decided(Outcome::Win(winner)),
                None => unreachable!("nothing is drawn"),
            }
        }
    }
    let found = Leaves::new().search(&Link::new(), &CONFIG, &mut Deciding, &mut Nothing, &Limits::nodes(20)).unwrap();
    assert_eq!(found.winner, Some(Player::Black));
    assert_eq!(winner(&after(&Link::new(), found.report.best())), Some(Player::Black));
    assert!(found.report.n_playouts <= 9);
}

#[test]
fn a_tree_is_used_again() {
    let start = Turns { left: 30, sum: 0, to_move: Player::White };
    let (mut leaves, _) = search(&start, &CONFIG, 3, 2_000);
    let child = leaves.tree.nodes[leaves.tree.nodes[ROOT].children.range()].iter().max_by_key(|node| node.visits);
    let child = child.unwrap().clone();
    assert!(leaves.advance(child.mv));
    let next = after(&start, child.mv);
    check_tree(&leaves, &next, &|_| None);
    let found = leaves.search(&next, &CONFIG, &mut lots(3), &mut Nothing, &Limits::nodes(0)).unwrap();
    let visits: u32 = found.report.moves.iter().map(|stats| stats.visits).sum();
    assert!(visits > 10 && visits <= child.visits, "{visits} of {}", child.visits);
    assert!((found.report.value - (1.0 - child.value())).abs() < 1e-9);
    leaves.search(&next, &CONFIG, &mut lots(3), &mut Nothing, &Limits::nodes(500)).unwrap();
    check_tree(&leaves, &next, &|_| None);
    let mut leaves = Leaves::<Link>::new();
    assert!(!leaves.advance(4), "nothing was searched");
}

#[test]
fn limits_are_kept() {
    let ring = Turns { left: 40, sum: 0, to_move: Player::White };
    let mut leaves = Leaves::new();
    let config = LeavesConfig { max_nodes: 100, ..CONFIG };
    let found = leaves.search(&ring, &config, &mut lots(1), &mut Nothing, &Limits::nodes(1_000)).unwrap();
    assert!(found.report.is_full && found.report.n_nodes < 100);
    assert_eq!(found.report.n_playouts, 1_000);
    check_tree(&leaves, &ring, &|_| None);
    let again = Leaves::new().search(&ring, &config, &mut lots(1), &mut Nothing, &Limits::nodes(1_000)).unwrap();
    assert_eq!(again, found, "equal questions, equal answers");
    let none = Leaves::new().search(&ring, &config, &mut lots(1), &mut Nothing, &Limits::nodes(0)).unwrap();
    assert_eq!((none.report.n_playouts, none.report.moves.len()), (0, 9));
    let settled = LeavesConfig { settled_within: Some(0), ..CONFIG };
    let [early, late] = [settled, CONFIG].map(|config| {
        Leaves::new().search(&ring, &config, &mut lots(7), &mut Nothing, &Limits::nodes(20_000)).unwrap().report
    });
    assert!(early.n_playouts < late.n_playouts, "{} {}", early.n_playouts, late.n_playouts);
    assert_eq!(early.best(), late.best());
    let over = Crosses::new("XXXOO....");
    assert_eq!(Leaves::new().search(&over, &CONFIG, &mut lots(1), &mut Nothing, &Limits::default()), None);
}

/// Knows about every position of [`Link`] what exhaustive search finds, and counts how often it is asked.
struct Knowing {
    is_asked: u32,
    narrows: bool,
}

impl Knowledge<Link> for Knowing {
    fn look(&mut self, position: &Link) -> Insight<u8> {
        self.is_asked += 1;
        let mover = position.to_move();
        let wins = |mv: &u8| winner(&after(position, *mv)) == Some(mover);
        let moves = position.moves();
        match moves.iter().copied().find(wins) {
            None => Insight::Lost,
            // With one more move beside it, the search has to find out itself.
            Some(mv) if self.narrows => {
                let others = moves.into_iter().filter(|&other| other != mv).take(1);
                Insight::Open(std::iter::once(mv).chain(others).collect())
            }
            Some(mv) => Insight::Won(mv),
        }
    }
}

#[test]
fn what_knowledge_sees_is_taken_over() {
    let config = LeavesConfig { look_after: NonZeroU32::new(3), ..CONFIG };
    // The root is examined at once.
    let mut knowing = Knowing { is_asked: 0, narrows: false };
    let found = Leaves::new().search(&Link::new(), &config, &mut lots(1), &mut knowing, &Limits::nodes(50)).unwrap();
    assert_eq!((found.winner, found.report.n_playouts, knowing.is_asked), (Some(Player::Black), 0, 1));
    assert_eq!(winner(&after(&Link::new(), found.report.best())), Some(Player::Black));
    // A position examined later leaves fewer moves, and no node is examined twice.
    let mut knowing = Knowing { is_asked: 0, narrows: true };
    let mut leaves = Leaves::new();
    let found = leaves.search(&Link::new(), &config, &mut lots(1), &mut knowing, &Limits::nodes(2_000)).unwrap();
    assert_eq!((found.winner, found.report.moves.len()), (Some(Player::Black), 2));
    let n_seen = leaves.tree.nodes.iter().filter(|node| node.is_seen).count();
    assert!(n_seen > 1 && knowing.is_asked as usize >= n_seen, "{n_seen} {}", knowing.is_asked);
    let chances: f32 = found.report.moves.iter().filter_map(|stats| stats.prior).map(|prior| prior as f32).sum();
    assert!((chances - 1.0).abs() < 1e-3, "{chances}");
}

#[test]
fn moves_refuted_elsewhere_are_not_played() {
    let mut leaves = Leaves::new();
    leaves.refute(|_| true);
    leaves.search(&Link::new(), &CONFIG, &mut lots(2), &mut Nothing, &Limits::nodes(5)).unwrap();
    let best =
        leaves.search(&Link::new(), &CONFIG, &mut lots(2), &mut Nothing, &Limits::nodes(0)).unwrap().report.best();
    leaves.refute(|mv| mv == best);
    let found = leaves.search(&Link::new(), &CONFIG, &mut lots(2), &mut Nothing, &Limits::nodes(5)).unwrap();
    assert!(found.report.best() != best && found.lost.contains(&best));
    leaves.refute(|_| true);
    let found = leaves.search(&Link::new(), &CONFIG, &mut lots(2), &mut Nothing, &Limits::nodes(5)).unwrap();
    assert_eq!((found.winner, found.report.n_playouts), (Some(Player::White), 0));
}

#[test]
fn unvisited_moves_may_start_lower() {
    // With all values equal, a high reduction returns to the moves that were visited; none spreads the visits.
    struct Even;
    impl Evaluator<Turns> for Even {
        fn evaluate(&mut self, _: &Turns) -> Evaluation {
            Evaluation::Estimate(0.0)
        }
    }
    let start = Turns { left: 40, sum: 0, to_move: Player::White };
    let n_visited = |reduction: f64| {
        let config = LeavesConfig { exploration: 0.05, reduction, ..CONFIG };
        let found = Leaves::new().search(&start, &config, &mut Even, &mut Nothing, &Limits::nodes(40)).unwrap();
        found.report.moves.iter().filter(|stats| stats.visits > 0).count()
    };
    assert_eq!((n_visited(0.0), n_visited(0.5)), (9, 1));
}

/// Takes positions in batches, and evaluates no others.
struct Batched<G> {
    lots: Lots,
    batch: usize,
    prepared: Vec<G>,
    sizes: Vec<usize>,
}

impl<G: Game> Evaluator<G> for Batched<G> {
    fn evaluate(&mut self, position: &G) -> Evaluation {
        let at = self.prepared.iter().position(|prepared| prepared == position).expect("a position of the batch");
        self.prepared.swap_remove(at);
        self.lots.evaluate(position)
    }

    fn rate(&mut self, position: &G, moves: &[G::Move], ratings: &mut [f64]) {
        self.lots.rate(position, moves, ratings);
    }

    fn batch(&self) -> usize {
        self.batch
    }

    fn prepare(&mut self, positions: &[G]) {
        assert!(positions.iter().all(|position| position.outcome().is_none()));
        self.sizes.push(positions.len());
        self.prepared = positions.to_vec();
    }
}

#[test]
fn leaves_are_judged_in_batches() {
    for (seed, batch) in (0..).zip([2, 7, 64, 7, 64]) {
        // With knowledge, nodes move and are removed while leaves wait below them.
        let config = LeavesConfig { look_after: NonZeroU32::new(3).filter(|_| seed > 2), ..CONFIG };
        let run = || {
            let mut judge = Batched { lots: lots(seed), batch, prepared: Vec::new(), sizes: Vec::new() };
            let mut knowing = Knowing { is_asked: 0, narrows: true };
            let mut leaves = Leaves::new();
            let link = Link::new();
            let found = leaves.search(&link, &config, &mut judge, &mut knowing, &Limits::nodes(400)).unwrap();
            if seed > 2 {
                assert!(found.winner.is_none_or(|found| Some(found) == winner(&link)));
            } else {
                check_tree(&leaves, &link, &|position| winner(position));
            }
            assert!(found.report.n_playouts <= 400 && judge.sizes.iter().all(|&size| size <= batch));
            assert!(judge.sizes.iter().any(|&size| size > 1), "{:?}", judge.sizes);
            (found, judge.sizes)
        };
        assert_eq!(run(), run());
    }
}
