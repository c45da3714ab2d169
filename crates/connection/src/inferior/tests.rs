//! Every inference against exhaustive search on small boards.

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BOTTOM, Bits, Cell, LEFT, Player, RIGHT, TOP, Topology};

use super::*;

type Set = Bits<1>;

/// Who wins, by trying every move: too plain to be wrong.
struct Referee {
    neighbours: Vec<Set>,
    edges: [[Set; 2]; 2],
    all: Set,
    known: HashMap<(Set, Set, Player), Player>,
}

impl Referee {
    fn new(board: &Topology) -> Self {
        let edge = |id: usize| board.edges()[id].cells.iter().map(Cell::index).collect();
        let neighbours = board.cells().map(|c| board.neighbours(c).iter().map(|c| c.index()).collect()).collect();
        let edges = [[edge(TOP), edge(BOTTOM)], [edge(LEFT), edge(RIGHT)]];
        Self { neighbours, edges, all: Set::first_n(board.n_cells()), known: HashMap::new() }
    }

    fn has_won(&self, stones: [Set; 2], player: Player) -> bool {
        let [start, end] = self.edges[player.index()];
        let own = stones[player.index()];
        let mut reached = own & start;
        let mut open = reached;
        while let Some(cell) = open.first() {
            open.remove(cell);
            let next = (self.neighbours[cell] & own) - reached;
            reached |= next;
            open |= next;
        }
        reached.meets(&end)
    }

    fn winner(&mut self, stones: [Set; 2], mover: Player) -> Player {
        let key = (stones[0], stones[1], mover);
        if let Some(&winner) = self.known.get(&key) {
            return winner;
        }
        if self.known.len() > 4_000_000 {
            self.known.clear();
        }
        let winner = if self.has_won(stones, !mover) {
            !mover
        } else {
            self.winner_among(stones, mover, self.all - stones[0] - stones[1])
        };
        self.known.insert(key, winner);
        winner
    }

    /// The winner if `mover` may only choose among `moves` now.
    fn winner_among(&mut self, stones: [Set; 2], mover: Player, moves: Set) -> Player {
        let wins = moves.iter().any(|cell| {
            let mut next = stones;
            next[mover.index()].insert(cell);
            self.winner(next, !mover) == mover
        });
        if wins || self.has_won(stones, mover) { mover } else { !mover }
    }

    fn winners(&mut self, stones: [Set; 2]) -> [Player; 2] {
        Player::BOTH.map(|mover| self.winner(stones, mover))
    }
}

/// What the tests of one board share.
struct Bench {
    board: Topology,
    surroundings: Surroundings<1>,
    referee: Referee,
    rng: Xoshiro256PlusPlus,
    filled: Filled<1>,
    inferior: Inferior<1>,
    n_fills: [usize; 4],
    n_vulnerable: usize,
    n_dominated: usize,
}

impl Bench {
    fn new(columns: usize, rows: usize) -> Self {
        let board = Topology::rhombus(columns, rows).unwrap();
        Self {
            surroundings: Surroundings::new(&board).unwrap(),
            referee: Referee::new(&board),
            rng: Xoshiro256PlusPlus::seed_from_u64(7),
            filled: Filled::default(),
            inferior: Inferior::default(),
            n_fills: [0; 4],
            n_vulnerable: 0,
            n_dominated: 0,
            board,
        }
    }

    fn draw(&self, stones: [Set; 2]) -> String {
        let (columns, _) = self.board.size().unwrap();
        let marks = self.board.cells().map(|cell| {
            let mark = match [0, 1].map(|i| stones[i].contains(cell.index())) {
                [true, _] => 'B',
                [_, true] => 'W',
                _ => '.',
            };
            let start = if cell.index() % columns == 0 { "\n" } else { "" };
            format!("{start}{mark}")
        });
        marks.collect()
    }

    fn random_stones(&mut self, least_empty: usize, most_empty: usize) -> [Set; 2] {
        let n_cells = self.board.n_cells();
        let n_empty = self.rng.random_range(least_empty..=most_empty);
        let mut stones = [Set::EMPTY; 2];
        let mut left = self.referee.all;
        for i in 0..n_cells - n_empty {
            let nth = self.rng.random_range(0..left.len());
            let cell = left.iter().nth(nth).unwrap();
            left.remove(cell);
            stones[i % 2].insert(cell);
        }
        stones
    }

    /// The stones an inference for `player` may look at, and chance elsewhere but in `open`, which stays empty.
    fn world(&mut self, stones: [Set; 2], player: Player, rests_on: Set, open: Set) -> [Set; 2] {
        let mut world = [Set::EMPTY; 2];
        world[player.index()] = rests_on;
        world[(!player).index()] = stones[(!player).index()];
        // Few empty cells keep the referee fast.
        let share_of_empty = (4.0 / self.referee.all.len() as f64).min(1.0);
        for cell in (self.referee.all - world[0] - world[1] - open).iter() {
            let may_be_empty = !stones[player.index()].contains(cell);
            if !(may_be_empty && self.rng.random_bool(share_of_empty)) {
                world[self.rng.random_range(0..2)].insert(cell);
            }
        }
        world
    }

    fn check(&mut self, stones: [Set; 2], n_worlds: usize) {
        let mut filled = std::mem::take(&mut self.filled);
        self.surroundings.fill_in(stones, &mut filled);
        self.check_fills(stones, &filled, n_worlds);
        for mover in Player::BOTH {
            self.check_moves(&filled, mover, n_worlds);
        }
        self.filled = filled;
    }

    fn check_fills(&mut self, stones: [Set; 2], filled: &Filled<1>, n_worlds: usize) {
        let expected = self.referee.winners(stones);
        let mut now = stones;
        for step in &filled.steps {
            let i = step.player.index();
            assert!(!step.cells.is_empty() && !step.cells.meets(&(now[0] | now[1])), "{step:?}{}", self.draw(now));
            assert!(step.rests_on.is_subset(&now[i]), "{step:?}{}", self.draw(now));
            for _ in 0..n_worlds {
                let known = now;
                let mut open = step.cells;
                if let FillKind::Permanent { killer } = step.kind {
                    open.insert(killer);
                }
                let mut world = self.world(known, step.player, step.rests_on, open);
                let without = self.referee.winners(world);
                world[i] |= step.cells;
                assert_eq!(self.referee.winners(world), without, "{step:?}{}{}", self.draw(now), self.draw(world));
            }
            now[i] |= step.cells;
            assert_eq!(self.referee.winners(now), expected, "{step:?}{}", self.draw(now));
            let kind = match step.kind {
                FillKind::Dead => 0,
                FillKind::Captured if step.cells.len() > 2 => 3,
                FillKind::Captured => 1,
                FillKind::Permanent { .. } => 2,
            };
            self.n_fills[kind] += 1;
        }
        assert_eq!(now, filled.stones);
    }

    fn check_moves(&mut self, filled: &Filled<1>, mover: Player, n_worlds: usize) {
        let mut inferior = std::mem::take(&mut self.inferior);
        self.surroundings.inferior_moves(filled, mover, &mut inferior);
        let Inferior { vulnerable, dominated, .. } = &inferior;
        let stones = filled.stones;
        let winner = self.referee.winner(stones, mover);
        let mut moves = self.referee.all - filled.occupied();
        for inferior in vulnerable {
            assert!(moves.contains(inferior.cell));
            moves.remove(inferior.cell);
            for _ in 0..n_worlds {
                let taken = Set::single(inferior.killer);
                let cells = inferior.carrier.with(inferior.cell);
                let mut known = stones;
                known[mover.index()].insert(inferior.cell);
                let world = self.world(known, !mover, inferior.rests_on | taken, inferior.carrier);
                let before = self.referee.winners(world);
                let mut after = world;
                after[mover.index()].remove(inferior.cell);
                after[(!mover).index()] |= cells;
                assert_eq!(
                    self.referee.winners(after),
                    before,
                    "{inferior:?}{}{}",
                    self.draw(stones),
                    self.draw(world)
                );
            }
        }
        assert_eq!(self.referee.winner_among(stones, mover, moves), winner, "{vulnerable:?}{}", self.draw(stones));
        let kept = dominated.iter().fold(moves, |kept, inferior| kept.without(inferior.cell));
        for inferior in dominated {
            assert!(moves.contains(inferior.cell) && kept.contains(inferior.by));
        }
        assert_eq!(self.referee.winner_among(stones, mover, kept), winner, "{dominated:?}{}", self.draw(stones));
        self.n_vulnerable += vulnerable.len();
        self.n_dominated += dominated.len();
        self.inferior = inferior;
    }
}

/// Each of the 3^n positions of a small board.
fn check_all(columns: usize, rows: usize, n_worlds: usize) {
    let mut bench = Bench::new(columns, rows);
    let n_cells = columns * rows;
    for mut code in 0..3_usize.pow(n_cells as u32) {
        let mut stones = [Set::EMPTY; 2];
        for cell in 0..n_cells {
            if code % 3 > 0 {
                stones[code % 3 - 1].insert(cell);
            }
            code /= 3;
        }
        bench.check(stones, n_worlds);
    }
    assert!(n_cells < 4 || bench.n_fills[0] > 0, "nothing was dead");
}

fn check_random(columns: usize, rows: usize, n_positions: usize, most_empty: usize) {
    let mut bench = Bench::new(columns, rows);
    for _ in 0..n_positions {
        let stones = bench.random_stones(1, most_empty);
        bench.check(stones, 2);
    }
    let [dead, captured, permanent, sets] = bench.n_fills;
    assert!(permanent > 0 && sets > 0, "{:?}", bench.n_fills);
    let counts = [dead, captured, bench.n_vulnerable, bench.n_dominated];
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn every_position_of_the_smallest_boards() {
    for (columns, rows) in [(1, 1), (1, 3), (3, 1), (2, 2), (3, 2), (2, 3), (2, 4)] {
        check_all(columns, rows, 3);
    }
}

#[test]
fn every_position_of_3x3() {
    check_all(3, 3, 2);
}

#[test]
fn random_positions_of_4x4() {
    check_random(4, 4, 3000, 11);
}

#[test]
fn random_positions_of_5x4_and_5x5() {
    check_random(5, 4, 1500, 10);
    check_random(5, 5, 800, 10);
}
