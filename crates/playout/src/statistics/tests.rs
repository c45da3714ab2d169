//! Checks every count against a slow reference, on boards of several shapes and in two games.

use std::collections::BTreeMap;

use rand::SeedableRng;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Position, Rules};
use tesuji_search::mcts::PlayoutRng;

use super::*;
use crate::{GoLight, HexFill};

/// A full report of one playout: the stones in order, the owners, and the margin.
#[derive(Default)]
struct Told {
    first: BTreeMap<Cell, (usize, Player)>,
    owners: BTreeMap<Cell, Player>,
    margin: i32,
}

/// All playouts of a sample.
fn told(sample: &Sample) -> Vec<Told> {
    let player = |is_white| if is_white { Player::White } else { Player::Black };
    let n_cells = sample.n_cells();
    let mut all = Vec::new();
    for block in sample.blocks() {
        for (idx, (&margin, owners)) in block.margins.iter().zip(block.owners.chunks_exact(n_cells)).enumerate() {
            let codes = block.codes.chunks_exact(n_cells).nth(idx / 4).unwrap().iter().map(|quad| quad[idx % 4]);
            let first = codes.enumerate().filter(|&(_, code)| code != 0);
            let first =
                first.map(|(cell, code)| (Cell::new(cell), (usize::from(code & 0x7fff) / 2, player(code % 2 != 0))));
            let owners = owners.iter().enumerate().filter(|(_, mark)| **mark != 0);
            let owners = owners.map(|(cell, &mark)| (Cell::new(cell), player(mark != 1)));
            all.push(Told { first: first.collect(), owners: owners.collect(), margin });
        }
    }
    all
}

/// Plain counts over reported playouts.
struct Reference(Vec<Told>);

impl Reference {
    fn new(sample: &Sample) -> Self {
        Self(told(sample))
    }

    fn count(&self, winner: Player, threshold: i32, is_meant: impl Fn(&Told) -> bool) -> f64 {
        let is_won = |told: &Told| match winner {
            Player::Black => told.margin > threshold,
            Player::White => told.margin < threshold,
        };
        self.0.iter().filter(|told| is_won(told) && is_meant(told)).count() as f64
    }

    /// `2(ad - bc)/n²` of the winner and whether something happened. If `n` is given, playouts with no answer count
    /// only in `n`.
    fn association(&self, threshold: i32, n: Option<f64>, happened: impl Fn(&Told) -> Option<bool>) -> f64 {
        let [a, c] = Player::BOTH.map(|winner| self.count(winner, threshold, |told| happened(told) == Some(true)));
        let [b, d] = Player::BOTH.map(|winner| self.count(winner, threshold, |told| happened(told) == Some(false)));
        let n = n.unwrap_or(a + b + c + d);
        2.0 * (a * d - b * c) / (n * n)
    }
}

fn is_first(told: &Told, play: Play) -> bool {
    told.first.get(&play.cell).is_some_and(|&(_, player)| player == play.player)
}

fn in_order(told: &Told, m: Play, n: Play) -> bool {
    is_first(told, m) && is_first(told, n) && told.first[&m.cell].0 < told.first[&n.cell].0
}

/// Compares everything with the reference.
fn check(sample: &Sample, n_cells: usize) {
    let reference = Reference::new(sample);
    let cells: Vec<Cell> = (0..n_cells).map(Cell::new).collect();
    for threshold in [Threshold::Komi, Threshold::Median, Threshold::Margin(7)] {
        for n_parts in [1, 8] {
            let statistics = Statistics::new(sample, &StatisticsConfig { threshold, n_parts });
            let at = statistics.threshold();
            let n: f64 = Player::BOTH.map(|winner| reference.count(winner, at, |_| true)).iter().sum();
            assert_eq!(f64::from(statistics.n_playouts()), n);
            assert_eq!(statistics.n_playouts() + statistics.n_drawn(), sample.n_playouts());
            let same = |estimate: Option<Estimate>, expected: f64, what: &dyn Fn() -> String| {
                let value = estimate.map_or(0.0, |estimate| estimate.value);
                let expected = if expected.is_nan() { 0.0 } else { expected };
                assert!((value - expected).abs() < 1e-12, "{}: {value}, expected {expected}", what());
            };
            for &x in &cells {
                let taken = |told: &Told| told.first.get(&x).map(|&(_, player)| player == Player::Black);
                let owned = |told: &Told| told.owners.get(&x).map(|&player| player == Player::Black);
                same(statistics.criticality(x), reference.association(at, Some(n), taken), &|| format!("{x:?}"));
                same(statistics.owner_criticality(x), reference.association(at, Some(n), owned), &|| format!("{x:?}"));
                for &y in cells.iter().filter(|&&y| y != x) {
                    check_pair(&statistics, &reference, (x, y), at, n, &same);
                }
            }
        }
    }
}

fn check_pair(
    statistics: &Statistics,
    reference: &Reference,
    (x, y): (Cell, Cell),
    at: i32,
    n: f64,
    same: &impl Fn(Option<Estimate>, f64, &dyn Fn() -> String),
) {
    let what = &|| format!("{x:?} {y:?}");
    for player in Player::BOTH {
        let opponent = player.opponent();
        let has = |told: &Told, cell| is_first(told, Play { player: opponent, cell });
        let sign = if player == Player::Black { 1.0 } else { -1.0 };
        let joint = sign * reference.association(at, Some(n), |told| Some(!(has(told, x) && has(told, y))));
        let is_known = [x, y].iter().all(|cell| reference.0.iter().any(|told| told.first.contains_key(cell)));
        assert_eq!(statistics.joint(player, x, y).is_some(), is_known);
        same(statistics.joint(player, x, y), if is_known { joint } else { 0.0 }, what);
        // The excess by its other formula: the joint criticality minus what the single cells give.
        let share = |cell| {
            Player::BOTH.map(|winner| reference.count(winner, at, |told| has(told, cell))).iter().sum::<f64>() / n
        };
        let single = |cell| sign * reference.association(at, Some(n), |told| Some(!has(told, cell)));
        let excess = joint - share(x) * single(y) - share(y) * single(x);
        same(statistics.joint_excess(player, x, y), if is_known { excess } else { 0.0 }, what);
        for on_y in Player::BOTH {
            let (m, n) = (Play { player, cell: x }, Play { player: on_y, cell: y });
            let order = statistics.order(m, n);
            let of = |told: &Told| {
                let others = [(m.by_opponent(), n), (n, m), (n, m.by_opponent())];
                let is_other = others.iter().any(|&(one, other)| in_order(told, one, other));
                in_order(told, m, n).then_some(true).or(is_other.then_some(false))
            };
            same(order.and_then(|order| order.value), reference.association(at, None, of), what);
            if let (Some(forth), Some(back)) = (order, statistics.order(n, m))
                && let (Some(forth), Some(back)) = (forth.value, back.value)
            {
                same(statistics.order_difference(m, n), forth.value - back.value, what);
            }
            let [forth, back] = [(m, n), (n, m)].map(|(one, other)| {
                Player::BOTH.map(|winner| reference.count(winner, at, |told| in_order(told, one, other)))
            });
            if forth.iter().sum::<f64>() > 0.0 && back.iter().sum::<f64>() > 0.0 {
                let share = |[won, lost]: [f64; 2]| won / (won + lost);
                same(statistics.same_stones(m, n), share(forth) - share(back), what);
            } else {
                assert_eq!(statistics.same_stones(m, n), None, "{}", what());
            }
        }
    }
}

fn torus(side: usize) -> Topology {
    let at = |column: usize, row: usize| row % side * side + column % side;
    let names = (0..side * side).map(|node| node.to_string()).collect();
    let ends = (0..side * side).map(|node| (node % side, node / side));
    let links: Vec<_> = ends.flat_map(|(c, r)| [(at(c, r), at(c + 1, r)), (at(c, r), at(c, r + 1))]).collect();
    Topology::graph(names, &links, vec![]).unwrap()
}

/// A wheel: a hub, eight spokes of two cells each, and a rim.
fn wheel() -> Topology {
    let names = (0..17).map(|node| node.to_string()).collect();
    let links: Vec<_> = (0..8).flat_map(|i| [(0, i + 1), (i + 1, i + 9), (i + 9, (i + 1) % 8 + 9)]).collect();
    Topology::graph(names, &links, vec![]).unwrap()
}

/// A position after some uniform moves from the empty board.
fn stirred(topology: Topology, n_moves: usize, seed: u64) -> Position {
    use rand::Rng;
    let mut position = Position::empty(topology, Rules::CHINESE, Komi::from_half_points(7));
    let mut rng = PlayoutRng::seed_from_u64(seed);
    for _ in 0..n_moves {
        let moves = position.moves();
        position.play(moves[rng.random_range(0..moves.len() - 1)]).unwrap();
    }
    position
}

#[test]
fn go_is_counted_as_the_slow_reference_counts() {
    for (number, (topology, n_moves)) in
        [(Topology::square(5, 5).unwrap(), 0), (Topology::square(5, 4).unwrap(), 7), (torus(4), 5), (wheel(), 4)]
            .into_iter()
            .enumerate()
    {
        let position = stirred(topology, n_moves, number as u64);
        let sample = Sample::collect(&position, &mut GoLight::default(), 700, 3);
        assert_eq!(sample.n_playouts(), 700);
        check(&sample, position.topology().n_cells());
    }
}

/// Boards whose ranks need more bits, and samples with more words than are counted at a time.
#[test]
fn orders_on_large_boards_are_those_that_were_played() {
    for (side, n_playouts) in [(13, 1_700), (24, 130)] {
        let position =
            Position::empty(Topology::square(side, side).unwrap(), Rules::CHINESE, Komi::from_half_points(7));
        let sample = Sample::collect(&position, &mut GoLight::default(), n_playouts, 2);
        let statistics = Statistics::new(&sample, &StatisticsConfig { n_parts: 1, ..StatisticsConfig::default() });
        let reference = Reference::new(&sample);
        let cells: Vec<Cell> = position.topology().cells().step_by(side + 5).collect();
        for &x in &cells {
            for &y in cells.iter().filter(|&&y| y != x) {
                for (player, on_y) in Player::BOTH.iter().flat_map(|&x| Player::BOTH.map(|y| (x, y))) {
                    let (m, n) = (Play { player, cell: x }, Play { player: on_y, cell: y });
                    let counts = [(m, n), (m.by_opponent(), n), (n, m), (n, m.by_opponent())].map(|(one, other)| {
                        let count = |winner| reference.count(winner, 0, |told| in_order(told, one, other));
                        (count(Player::Black) + count(Player::White)) as u32
                    });
                    assert_eq!(statistics.order(m, n).unwrap().counts, counts, "{side}: {m:?} {n:?}");
                }
            }
        }
    }
}

#[test]
fn hex_is_counted_as_the_slow_reference_counts() {
    let mut position = tesuji_hex::Position::empty(4, 4).unwrap();
    position.play_unchecked(tesuji_hex::Move::Place(Cell::new(6)));
    let sample = Sample::collect(&position, &mut HexFill::default(), 500, 1);
    check(&sample, 16);
}

#[test]
fn in_hex_the_cell_that_decides_is_the_most_critical() {
    //  a1 b1 B  d1 e1
    //    a2 b2 B  d2 e2
    //      a3 W  *  W  e3      Whoever has c3 has won.
    //        a4 b4 B  d4 e4
    //          a5 b5 B  d5 e5
    let [black, white] =
        [[2, 7, 17, 22].as_slice(), &[11, 13]].map(|cells| cells.iter().map(|&cell| Cell::new(cell)).collect());
    for to_move in Player::BOTH {
        let position = tesuji_hex::Position::setup((5, 5), &black, &white, to_move).unwrap();
        let sample = Sample::collect(&position, &mut HexFill::default(), 4_000, 1);
        let statistics = Statistics::new(&sample, &StatisticsConfig::default());
        let mut cells = statistics.cells(Scope::Playable);
        assert_eq!(cells.len(), 19);
        let value = |cell: &Cell| statistics.criticality(*cell).unwrap().value;
        cells.sort_by(|one, other| value(other).total_cmp(&value(one)));
        assert_eq!(cells[0], Cell::new(12));
        assert!(value(&cells[0]) > 2.0 * value(&cells[1]), "{} {}", value(&cells[0]), value(&cells[1]));
        assert!((value(&cells[0]) - statistics.owner_criticality(cells[0]).unwrap().value).abs() < 1e-12);
    }
}

#[test]
fn what_is_recorded_is_what_was_played() {
    let position = stirred(Topology::square(6, 6).unwrap(), 8, 5);
    let (n_playouts, seed) = (300, 9);
    let sample = Sample::collect(&position, &mut GoLight::default(), n_playouts, seed);
    let recorded = told(&sample);
    assert_eq!(recorded.len(), n_playouts as usize);
    // The first batch again, reported by another listener.
    let mut rng = PlayoutRng::seed_from_u64(tesuji_game::zobrist_key(tesuji_game::zobrist_key(seed)));
    let mut playouts = tesuji_go::RandomPlayouts::new();
    for record in &recorded[..256] {
        let mut stones = Vec::new();
        let playout =
            playouts.play_out_with(&position, &mut rng, |player, cell| stones.extend(cell.map(|cell| (cell, player))));
        let mut seen = CellSet::new();
        stones.retain(|&(cell, _)| seen.insert(cell));
        let mut first: Vec<_> = record.first.iter().map(|(&cell, &(rank, player))| (rank, (cell, player))).collect();
        first.sort();
        assert!(first.iter().enumerate().all(|(idx, &(rank, _))| rank == idx), "ranks are counted through");
        assert!(first.iter().map(|(_, stone)| stone).eq(&stones));
        assert_eq!(record.margin, playout.score.margin());
        let cells = || position.topology().cells();
        assert!(cells().all(|cell| record.owners.get(&cell).copied() == playouts.owner(cell)));
        assert!(playouts.owners().eq(cells().map(|cell| playouts.owner(cell))));
    }
}

#[test]
fn threads_change_nothing() {
    let position = stirred(Topology::square(7, 7).unwrap(), 4, 2);
    let config = StatisticsConfig::default();
    let one = Sample::collect(&position, &mut GoLight::default(), 1_000, 4);
    for n_threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        let several = pool.install(|| Sample::collect_parallel(&position, &GoLight::default(), 1_000, 4));
        assert!(one == several);
        let counted = pool.install(|| Statistics::new_parallel(&several, &config));
        assert!(Statistics::new(&one, &config) == counted);
    }
    assert!(one != Sample::collect(&position, &mut GoLight::default(), 1_000, 5), "another seed, another sample");
}

#[test]
fn cells_that_cannot_be_played_now_are_left_out() {
    //  2 B B .        A1 is suicide for White, and legal for Black.
    //  1 . B .
    //    A B C
    let mut position = Position::empty(Topology::square(3, 2).unwrap(), Rules::CHINESE, Komi::default());
    for name in ["A2", "B2", "B1"] {
        position.set_stone(position.topology().cell(name).unwrap(), Player::Black).unwrap();
    }
    let cell = |name: &str| position.topology().cell(name).unwrap();
    let sample = Sample::collect(&position, &mut GoLight::default(), 64, 1);
    let cells = |names: &[&str]| names.iter().map(|name| cell(name)).collect::<CellSet>();
    assert_eq!(sample.playable(Player::Black), &cells(&["A1", "C1", "C2"]));
    assert_eq!(sample.playable(Player::White), &cells(&["C1", "C2"]));
    let statistics = Statistics::new(&sample, &StatisticsConfig::default());
    let within: CellSet = [cell("C1"), cell("B2")].into_iter().collect();
    assert_eq!(statistics.cells(Scope::Within(&within)), [cell("C1")]);
    let plays = statistics.order_ranks(&OrderConfig::default());
    assert!(plays.iter().all(|rank| sample.playable(rank.play.player).contains(rank.play.cell)));
    let pairs = statistics.pairs(Player::Black, Scope::Playable);
    assert!(pairs.iter().all(|pair| pair.cells == [cell("C2"), cell("C1")]));
    assert_eq!(position.play(Move::Place(cell("C1"))), Ok(()));
}
