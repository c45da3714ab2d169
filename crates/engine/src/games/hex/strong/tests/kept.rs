//! A win that was called proved is never lost, against any player and with any interrupt of the search.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_playout::HexFill;
use tesuji_search::mcts::{Uct, UctConfig};
use tesuji_search::{TimeMeter, random_move};

use super::*;

/// Interrupts a search after a number of playouts and nodes, as a clock would after some time.
#[derive(Debug)]
struct Interrupt {
    left: AtomicU64,
    flag: Arc<AtomicBool>,
}

impl TimeMeter for Interrupt {
    fn tick(&self) {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        self.flag.fetch_or(left == 0, Ordering::Relaxed);
    }

    fn leave(&self) {}
}

pub(super) fn interrupted_after(n_ticks: u64) -> Limits {
    let flag = Arc::new(AtomicBool::new(false));
    let meter = Interrupt { left: AtomicU64::new(n_ticks), flag: flag.clone() };
    Limits { interrupt: flag, meter: Some(Arc::new(meter)), ..Limits::default() }
}

/// Player of one side.
enum Side {
    Random,
    Uct(Uct<Position, HexFill>),
    /// The strong player, the winner that it claimed last, and whether it has ever found a win.
    Strong(Box<HexStrong>, StrongSpec, Option<Player>, bool),
}

/// Counts over some games.
#[derive(Default, Debug)]
struct Seen {
    n_games: u32,
    /// Sides that called a win proved.
    n_claims: u32,
    /// Wins that were found but could not be kept before the interrupt.
    n_unkept: u32,
    /// Of these, those that were not called proved in the next move.
    n_lost_again: u32,
}

impl Side {
    fn strong(spec: StrongSpec) -> Self {
        Self::Strong(Box::default(), spec, None, false)
    }

    fn choose(&mut self, position: &Position, limits: &Limits, seed: u64, seen: &mut Seen) -> Move {
        match self {
            Self::Random => random_move(position, seed).unwrap(),
            Self::Uct(uct) => {
                let config = UctConfig {
                    exploration: 0.2,
                    all_playouts: false,
                    expand_after: NonZeroU32::MIN,
                    max_nodes: 10_000,
                };
                uct.search(position, &config, &Limits::nodes(300), seed).unwrap().best()
            }
            Self::Strong(player, spec, claimed, has_found) => {
                let mover = position.to_move();
                let found_before = matches!(player.last, Some((_, Some(winner))) if winner == mover);
                // A proved win takes no time.
                let stopped = Limits::default();
                stopped.interrupt.store(true, Ordering::Relaxed);
                let limits = if *claimed == Some(mover) { &stopped } else { limits };
                let judged = player.choose(spec, position, limits, seed).unwrap();
                if *claimed == Some(mover) {
                    assert_eq!(judged.winner, Some(mover), "a proved win is forgotten in {position:?}");
                    assert_eq!(judged.n_playouts, 0, "a proved win is searched in {position:?}");
                } else if found_before && judged.winner != Some(mover) {
                    seen.n_lost_again += 1;
                }
                let found = player.last.as_ref().and_then(|(_, winner)| *winner);
                seen.n_unkept += u32::from(found == Some(mover) && judged.winner.is_none());
                *has_found |= found == Some(mover);
                *claimed = judged.winner;
                judged.mv
            }
        }
    }
}

/// Plays a game from `start`. Every claim has to come true.
fn play(start: &Position, mut sides: [Side; 2], most_ticks: Option<u64>, seed: u64, seen: &mut Seen) {
    let mut position = start.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while position.outcome().is_none() {
        let limits = most_ticks.map_or_else(Limits::default, |most| interrupted_after(rng.next_u64() % most));
        let mover = position.to_move();
        let mv = sides[mover.index()].choose(&position, &limits, rng.next_u64(), seen);
        position.play(mv).expect("a legal move");
    }
    seen.n_games += 1;
    for (player, side) in Player::BOTH.into_iter().zip(&sides) {
        if let Side::Strong(_, _, claimed, has_found) = side {
            // A lost position may still be won against a player that does not know. A claimed win is never lost.
            // Without interrupts, a win that was only found is not lost either.
            let claims = *claimed == Some(player);
            let is_sure = claims || (*has_found && most_ticks.is_none());
            assert!(!is_sure || position.winner() == Some(player), "a proved win is lost");
            seen.n_claims += u32::from(claims);
        }
    }
}

/// A board of this side after two moves at random.
fn opened(side: usize, seed: u64) -> Position {
    let mut start = Position::empty(side, side).unwrap();
    for ply in 0..2 {
        start.play(random_move(&start, seed * 10 + ply).unwrap()).unwrap();
    }
    start
}

/// Plays `n_games` games of each kind on boards of these sides. They differ in opening, opponent, settings and
/// interrupts.
fn play_many(boards: &[usize], n_games: u64) -> Seen {
    let mut seen = Seen::default();
    for &side in boards {
        for game in 0..n_games {
            let seed = game * 100 + side as u64;
            let start = if game % 5 == 4 { Position::with_swap(side).unwrap() } else { opened(side, seed) };
            let ours = StrongSpec {
                trees: 1 + (game % 2) as usize,
                threads: 1 + (game / 2 % 2) as usize,
                stop_early: game % 5 == 0,
                game: by_net(10 * (game / 3 % 2)),
                ..spec(100)
            };
            let opponent = match game % 3 {
                0 => Side::Random,
                1 => Side::Uct(Uct::new(HexFill::default())),
                _ => Side::strong(spec(60)),
            };
            let mut sides = [Side::strong(ours), opponent];
            if game / 3 % 2 == 1 {
                sides.reverse();
            }
            // By playouts alone, and by playouts and an interrupt anywhere in the search and the proof.
            let most_ticks = (game % 4 != 0).then_some(60);
            play(&start, sides, most_ticks, seed, &mut seen);
        }
    }
    seen
}

#[test]
fn a_proved_win_is_never_lost() {
    let seen = play_many(&[5, 6, 7, 8, 9], 12);
    assert!(seen.n_claims > seen.n_games * 3 / 4, "{seen:?}");
    assert!(seen.n_unkept > 0, "no proof was interrupted: {seen:?}");
}

/// Minutes: `cargo test --release -p tesuji-engine -- --ignored --nocapture large_boards`.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stderr, reason = "the figures are what it is run for")]
fn a_proved_win_is_never_lost_on_large_boards() {
    let seen = play_many(&[11], 300);
    assert!(seen.n_claims > seen.n_games / 2, "{seen:?}");
    eprintln!("{seen:?}");
}
