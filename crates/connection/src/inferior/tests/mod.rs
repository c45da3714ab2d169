//! Every inference against exhaustive search.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Cell, Player, Topology};

use super::*;

mod referee;
mod regions;
mod surrounded;

use referee::Referee;

type Set = Bits<1>;

/// Number of random worlds tried for one in which the inference could fail.
const TRIES: usize = 40;

/// Common state of the tests of one board.
struct Bench {
    /// Number of worlds found in which an inference could fail.
    n_worlds: usize,
    board: Topology,
    /// If the position is a claim: the cells of its region, and what else to show of it.
    region: Option<(Vec<Cell>, String)>,
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
            n_worlds: 0,
            board,
            region: None,
        }
    }

    fn draw(&self, stones: [Set; 2]) -> String {
        if let Some((cells, claim)) = &self.region {
            let [black, white] = stones.map(|set| {
                let names = set.iter().map(|at| self.board.name(cells[at])).collect::<Vec<_>>();
                names.join(" ")
            });
            return format!("\nblack {black}, white {white}, in {claim}");
        }
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
        let n_cells = self.surroundings.n_cells();
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

    /// A world in which an inference for `player` must hold: the stones it may look at, `open` empty, and random
    /// content elsewhere.
    ///
    /// Returns only worlds in which the cells in `open` decide the game; in others no inference could fail.
    fn world(&mut self, stones: [Set; 2], player: Player, rests_on: Set, open: Set) -> Option<[Set; 2]> {
        let all = self.referee.all;
        if open.len() > MOST_OPEN {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let mut world = [Set::EMPTY; 2];
            world[player.index()] = rests_on;
            world[(!player).index()] = stones[(!player).index()];
            // Few empty cells keep the referee fast.
            let mut n_more = self.rng.random_range(0..=8_usize.saturating_sub(open.len()).min(4));
            let share_of_empty = (n_more as f64 / all.len() as f64).min(1.0);
            for cell in (all - world[0] - world[1] - open).iter() {
                let may_be_empty = n_more > 0 && !stones[player.index()].contains(cell);
                if may_be_empty && self.rng.random_bool(share_of_empty) {
                    n_more -= 1;
                } else {
                    world[self.rng.random_range(0..2)].insert(cell);
                }
            }
            let [for_black, for_white] = [0, 1].map(|i| {
                let mut full = world;
                full[i] |= open;
                self.referee.winners(full)
            });
            (for_black != for_white).then_some(world)
        })
    }

    /// Checks every inference in its own worlds. On small boards also checks what the inferences make of the position.
    fn check(&mut self, stones: [Set; 2]) {
        let mut filled = std::mem::take(&mut self.filled);
        self.surroundings.fill_in(stones, &mut filled);
        self.check_fills(stones, &filled);
        self.check_nothing_left(&filled);
        for mover in Player::BOTH {
            self.check_moves(&filled, mover);
        }
        self.filled = filled;
    }

    fn check_fills(&mut self, stones: [Set; 2], filled: &Filled<1>) {
        let expected = self.is_small(stones).then(|| self.referee.winners(stones));
        let mut now = stones;
        for step in &filled.steps {
            let i = step.player.index();
            assert!(!step.cells.is_empty() && !step.cells.meets(&(now[0] | now[1])), "{step:?}{}", self.draw(now));
            assert!(step.rests_on.is_subset(&now[i]), "{step:?}{}", self.draw(now));
            self.check_fill(now, step, filled);
            now[i] |= step.cells;
            if let Some(expected) = expected {
                assert_eq!(self.referee.winners(now), expected, "{step:?}{}", self.draw(now));
            }
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

    fn check_fill(&mut self, now: [Set; 2], step: &Fill<1>, filled: &Filled<1>) {
        let (player, i) = (step.player, step.player.index());
        let open = match step.kind {
            FillKind::Permanent { killer } => step.cells.with(killer),
            FillKind::Dead | FillKind::Captured => step.cells,
        };
        let Some(world) = self.world(now, player, step.rests_on, open) else { return };
        self.n_worlds += 1;
        let mut after = world;
        after[i] |= step.cells;
        let winners = self.referee.winners(after);
        let drawn = format!("{step:?}{}{}", self.draw(now), self.draw(world));
        assert_eq!(self.referee.winners(world), winners, "{drawn}");
        for cell in step.cells.iter() {
            let answer = filled.answer(cell);
            assert!(answer.is_none() || step.kind != FillKind::Dead, "{drawn}");
            let mut answered = world;
            answered[1 - i].insert(cell);
            if let Some(answer) = answer {
                assert!(open.contains(answer), "{drawn}");
                answered[i].insert(answer);
            }
            // The answer to an intrusion on a permanent cell adds one stone to what the fill gives.
            for (now_wins, then_wins) in winners.iter().zip(self.referee.winners(answered)) {
                assert!(*now_wins != player || then_wins == player, "cell {cell} answer {answer:?} {drawn}");
            }
        }
    }

    /// What was updated step by step equals what is found at once, and nothing more can be filled.
    ///
    /// What is seen across a terminal depends on the order of stones, so there it may be a little more or less.
    fn check_nothing_left(&self, filled: &Filled<1>) {
        if self.surroundings.sights.iter().any(|sight| !sight.cross.is_empty()) {
            return;
        }
        let mut again = Filled::default();
        self.surroundings.fill_in(filled.stones, &mut again);
        assert!(again.steps.is_empty(), "{:?}{}", again.steps, self.draw(filled.stones));
        for player in [0, 1] {
            for cell in (self.referee.all - filled.occupied()).iter() {
                let killers = [filled, &again].map(|filled| filled.killers[player][cell] - filled.occupied());
                assert_eq!(killers[0], killers[1], "{cell}{}", self.draw(filled.stones));
            }
        }
    }

    fn check_moves(&mut self, filled: &Filled<1>, mover: Player) {
        let mut inferior = std::mem::take(&mut self.inferior);
        self.surroundings.inferior_moves(filled, mover, &mut inferior);
        let stones = filled.stones;
        let mut moves = self.referee.all - filled.occupied();
        for vulnerable in &inferior.vulnerable {
            assert!(moves.contains(vulnerable.cell) && !vulnerable.carrier.contains(vulnerable.cell));
            moves.remove(vulnerable.cell);
            self.check_vulnerable(stones, mover, vulnerable);
        }
        let kept = inferior.dominated.iter().fold(moves, |kept, dominated| kept.without(dominated.cell));
        for dominated in &inferior.dominated {
            assert!(moves.contains(dominated.cell) && kept.contains(dominated.by));
        }
        if self.is_small(stones) {
            let winner = self.referee.winner(stones, mover);
            let drawn = format!("{inferior:?}{}", self.draw(stones));
            assert_eq!(self.referee.winner_among(stones, mover, moves), winner, "{drawn}");
            assert_eq!(self.referee.winner_among(stones, mover, kept), winner, "{drawn}");
            for dominated in &inferior.dominated {
                let [cell, by] = [dominated.cell, dominated.by].map(|cell| {
                    let mut after = stones;
                    after[mover.index()].insert(cell);
                    self.referee.winner(after, !mover)
                });
                assert!(by == mover || cell != mover, "{dominated:?} {drawn}");
            }
        }
        self.n_vulnerable += inferior.vulnerable.len();
        self.n_dominated += inferior.dominated.len();
        self.inferior = inferior;
    }

    /// After the move and the reply, the opponent has the carrier, and the move as well.
    fn check_vulnerable(&mut self, stones: [Set; 2], mover: Player, vulnerable: &Vulnerable<1>) {
        let &Vulnerable { cell, killer, rests_on, carrier } = vulnerable;
        assert!(rests_on.is_subset(&stones[(!mover).index()]), "{vulnerable:?}{}", self.draw(stones));
        let open = carrier.with(cell);
        let Some(world) = self.world(stones, !mover, rests_on.with(killer), open) else { return };
        self.n_worlds += 1;
        let (mut before, mut after) = (world, world);
        before[mover.index()].insert(cell);
        after[(!mover).index()] |= open;
        let drawn = format!("{vulnerable:?}{}{}", self.draw(stones), self.draw(world));
        assert_eq!(self.referee.winners(before), self.referee.winners(after), "{drawn}");
    }

    /// Whether the referee can search the whole position.
    fn is_small(&self, stones: [Set; 2]) -> bool {
        (self.referee.all - stones[0] - stones[1]).len() <= MOST_EMPTY
    }
}

/// Most cells of an inference that is tested in worlds.
const MOST_OPEN: usize = 9;

/// Most empty cells of a position that the referee searches as a whole.
const MOST_EMPTY: usize = 11;

/// Each of the 3^n positions of a small board.
fn check_all(columns: usize, rows: usize) {
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
        bench.check(stones);
    }
    assert!(n_cells < 4 || bench.n_fills[0] > 0, "nothing was dead");
}

fn check_random(columns: usize, rows: usize, n_positions: usize, n_empty: [usize; 2]) {
    let mut bench = Bench::new(columns, rows);
    for _ in 0..n_positions {
        let stones = bench.random_stones(n_empty[0], n_empty[1]);
        bench.check(stones);
    }
    let [dead, captured, permanent, sets] = bench.n_fills;
    assert!(permanent > 0 && sets > 0, "{:?}", bench.n_fills);
    let counts = [dead, captured, bench.n_vulnerable, bench.n_dominated, bench.n_worlds];
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn every_position_of_the_smallest_boards() {
    for (columns, rows) in [(1, 1), (1, 3), (3, 1), (2, 2), (3, 2), (2, 3), (2, 4)] {
        check_all(columns, rows);
    }
}

#[test]
fn every_position_of_3x3() {
    check_all(3, 3);
}

#[test]
fn random_positions_of_4x4() {
    check_random(4, 4, 3000, [1, MOST_EMPTY]);
}

#[test]
fn random_positions_of_5x4_and_5x5() {
    check_random(5, 4, 1500, [1, MOST_EMPTY]);
    check_random(5, 5, 1000, [1, MOST_EMPTY]);
}

#[test]
fn random_positions_of_8x8_one_inference_at_a_time() {
    check_random(8, 8, 600, [38, 58]);
}

/// What is kept from one position to the next changes no inference. Random games, filled in step by step and from
/// scratch.
#[test]
fn step_by_step_equals_from_scratch() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut n_steps = 0;
    for (columns, rows) in [(3, 3), (5, 4), (6, 6), (7, 7), (8, 8)] {
        let surroundings = Surroundings::<1>::new(&Topology::rhombus(columns, rows).unwrap()).unwrap();
        for _ in 0..60 {
            let (mut before, mut after, mut afresh) = (Filled::default(), Filled::default(), Filled::default());
            surroundings.fill_in([Set::EMPTY; 2], &mut before);
            let mut player = Player::Black;
            loop {
                let empty = surroundings.all - before.occupied();
                if empty.is_empty() {
                    break;
                }
                let mut stones = before.stones;
                for _ in 0..rng.random_range(1..=2) {
                    let cell = empty.iter().nth(rng.random_range(0..empty.len())).unwrap();
                    stones[1 - player.index()].remove(cell);
                    stones[player.index()].insert(cell);
                    player = !player;
                }
                surroundings.fill_in_after(&before, stones, &mut after);
                surroundings.fill_in(stones, &mut afresh);
                assert_eq!(after.stones, afresh.stones, "{stones:?}");
                assert_eq!(after.steps, afresh.steps, "{stones:?}");
                let answers =
                    |filled: &Filled<1>| surroundings.all.iter().map(|at| filled.answer(at)).collect::<Vec<_>>();
                assert_eq!(answers(&after), answers(&afresh), "{stones:?}");
                for mover in Player::BOTH {
                    let [one, other] = [&after, &afresh].map(|filled| {
                        let mut inferior = Inferior::default();
                        surroundings.inferior_moves(filled, mover, &mut inferior);
                        (inferior.vulnerable, inferior.dominated)
                    });
                    assert_eq!(one, other, "{stones:?}");
                }
                n_steps += after.steps.len();
                std::mem::swap(&mut before, &mut after);
            }
        }
    }
    assert!(n_steps > 3000, "{n_steps}");
}
