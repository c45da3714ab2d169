//! The search on a game of one pile, whose winner is known by counting.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Outcome};

use super::*;
use crate::Limits;
use crate::mcts::leaves::Nothing;
use crate::mcts::{Playout, PlayoutRng, Uniform};

/// Take one, two or three; the player who takes the last wins. A player who leaves a multiple of four wins.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pile {
    left: u8,
    to_move: Player,
}

impl Pile {
    const fn new(left: u8) -> Self {
        Self { left, to_move: Player::Black }
    }

    fn winner(&self) -> Player {
        if self.left.is_multiple_of(4) { !self.to_move } else { self.to_move }
    }
}

impl Game for Pile {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.to_move))
    }

    fn try_for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.left.min(3)).try_for_each(visit)
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.left -= mv;
        self.to_move = !self.to_move;
    }

    fn zobrist(&self) -> u64 {
        u64::from(self.left) << 1 | self.to_move as u64
    }
}

/// Uniform playouts that remember only the moves added by the tree.
#[derive(Default)]
struct Forgetful {
    uniform: Uniform<u8>,
    added: Vec<(Player, u8)>,
}

impl Playout<Pile> for Forgetful {
    fn play_out(&mut self, position: &mut Pile, rng: &mut PlayoutRng) -> Outcome {
        self.added.clear();
        self.uniform.play_out(position, rng)
    }
}

impl TracedPlayout<Pile> for Forgetful {
    fn follow(&mut self, _: u8) {}

    fn add(&mut self, player: Player, mv: u8) {
        self.added.push((player, mv));
    }

    fn has_played(&self, player: Player, mv: u8) -> bool {
        self.added.contains(&(player, mv))
    }
}

/// Favours a move.
struct Favouring(u8);

impl MovePriors<Pile> for Favouring {
    fn priors(&mut self, _: &Pile, _: [Option<u8>; 2], priors: &mut [Prior<u8>]) {
        for prior in priors.iter_mut().filter(|prior| prior.mv == self.0) {
            (prior.visits, prior.half_points) = (50, 100);
        }
    }
}

const CONFIG: GuidedConfig = GuidedConfig {
    exploration: 0.3,
    equivalence: 50.0,
    bias: 0.0,
    expand_after: NonZeroU32::MIN,
    max_nodes: usize::MAX,
    settled_within: None,
};

fn player() -> GuidedPlayer<Pile, Forgetful> {
    GuidedPlayer::new(Forgetful::default())
}

fn search(left: u8, config: &GuidedConfig, knowledge: &mut impl MovePriors<Pile>, n_playouts: u64) -> SearchResult<u8> {
    player().search(&Pile::new(left), config, knowledge, &Limits::nodes(n_playouts), 1).unwrap()
}

#[test]
fn small_piles_are_proved_by_playing() {
    for left in 1..=12 {
        let found = search(left, &CONFIG, &mut Nothing, 100_000);
        let winner = Pile::new(left).winner();
        assert_eq!(found.winner, Some(winner), "{left}: {found:?}");
        assert!(found.report.n_playouts < 100_000 && found.report.moves.len() == usize::from(left.min(3)));
        if winner == Player::Black {
            assert_eq!((found.report.best(), found.report.value, found.report.moves[0].value), (left % 4, 1.0, 1.0));
        } else {
            assert_eq!(found.report.value, 0.0);
        }
    }
}

#[test]
fn priors_come_first() {
    for likes in 1..=3 {
        assert_eq!(search(30, &CONFIG, &mut Favouring(likes), 5).report.best(), likes);
    }
}

/// Thinks one move likely, and records the last moves that it was given.
struct Expecting {
    likely: u8,
    told: Vec<(u8, [Option<u8>; 2])>,
}

impl MovePriors<Pile> for Expecting {
    fn priors(&mut self, position: &Pile, last: [Option<u8>; 2], priors: &mut [Prior<u8>]) {
        self.told.push((position.left, last));
        for prior in priors.iter_mut().filter(|prior| prior.mv == self.likely) {
            prior.chance = 1.0;
        }
    }
}

#[test]
fn likely_moves_are_tried_more_often() {
    for likely in 1..=3 {
        let visits = |bias| {
            let mut knowledge = Expecting { likely, told: Vec::new() };
            let found = search(61, &GuidedConfig { bias, ..CONFIG }, &mut knowledge, 60);
            found.report.moves.iter().find(|stats| stats.mv == likely).unwrap().visits
        };
        assert!(visits(10.0) > 50 && visits(0.0) < 50, "{} {}", visits(10.0), visits(0.0));
    }
}

#[test]
fn knowledge_is_told_the_last_moves() {
    let mut knowledge = Expecting { likely: 0, told: Vec::new() };
    let mut tree = player();
    tree.search(&Pile::new(30), &CONFIG, &mut knowledge, &Limits::nodes(200), 1).unwrap();
    assert_eq!(knowledge.told[0], (30, [None, None]));
    assert!(tree.advance(2));
    knowledge.told.clear();
    let mut position = Pile::new(30);
    position.play(2).unwrap();
    tree.search(&position, &CONFIG, &mut knowledge, &Limits::nodes(200), 1).unwrap();
    assert!(knowledge.told.len() > 20);
    for &(left, last) in &knowledge.told {
        // Each move takes its number from the pile, and the very first took two.
        let [Some(latest), before] = last else { panic!("{left} {last:?}") };
        assert_eq!(before.is_none(), left + latest == 30, "{left} {last:?}");
        assert!(left + latest + before.unwrap_or(0) <= 30, "{left} {last:?}");
    }
}

#[test]
fn what_follows_a_move_is_kept() {
    let mut tree = player();
    let mut knowledge = Nothing;
    let first = tree.search(&Pile::new(25), &CONFIG, &mut knowledge, &Limits::nodes(500), 1).unwrap();
    let line = &first.report.line;
    assert!(tree.advance(line[0]) && tree.advance(line[1]));
    let mut position = Pile::new(25);
    line[..2].iter().for_each(|&mv| position.play(mv).unwrap());
    let kept = tree.search(&position, &CONFIG, &mut knowledge, &Limits::nodes(0), 1).unwrap();
    assert!(kept.report.moves.iter().map(|stats| stats.visits).sum::<u32>() > 50, "{kept:?}");
    assert_eq!(kept.report.best(), line[2]);
    // Another position begins anew.
    let other = tree.search(&Pile::new(25), &CONFIG, &mut knowledge, &Limits::nodes(0), 1).unwrap();
    assert_eq!(other.report.moves.iter().map(|stats| stats.visits).sum::<u32>(), 0);
    assert!(!player().advance(1));
}

#[test]
fn a_seed_fixes_everything_and_another_changes_something() {
    let run = |seed| player().search(&Pile::new(60), &CONFIG, &mut Nothing, &Limits::nodes(300), seed).unwrap();
    assert_eq!(run(1), run(1));
    assert!((2..6).any(|seed| run(seed) != run(1)));
}

#[test]
fn the_tree_keeps_to_its_bound() {
    for max_nodes in [0, 20, 100] {
        let found = search(60, &GuidedConfig { max_nodes, ..CONFIG }, &mut Nothing, 2_000);
        assert!(found.report.is_full && found.report.n_nodes <= max_nodes.max(3), "{found:?}");
        assert_eq!(found.report.n_playouts, 2_000);
    }
}

#[test]
fn a_move_that_cannot_be_overtaken_ends_the_search() {
    let mut n_early = 0;
    let piles = [29, 58, 59, 60, 61, 102, 107, 109];
    for (left, likes) in piles.into_iter().flat_map(|left| (1..=3).map(move |likes| (left, likes))) {
        let search = |settled_within| {
            let config = GuidedConfig { settled_within, ..CONFIG };
            search(left, &config, &mut Favouring(likes), 2_000)
        };
        let (all, early) = (search(None), search(Some(0)));
        assert_eq!(early.report.best(), all.report.best());
        let unspent = 2_000 - early.report.n_playouts;
        let lead = u64::from(early.report.moves[0].visits - early.report.moves[1].visits);
        if unspent > 0 {
            assert!(lead > unspent && early.report.n_playouts.is_multiple_of(64), "{early:?}");
            n_early += 1;
        } else {
            // It was checked with 16 playouts to come, each of which changes the lead by at most 1.
            assert!(lead <= 2 * 16, "{early:?}");
        }
        // With more playouts to come it is not settled yet.
        assert_eq!(search(Some(2_000)).report.n_playouts, 2_000);
    }
    assert!((1..24).contains(&n_early), "{n_early} of 24 searches ended early");
}
