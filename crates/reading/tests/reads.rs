//! Reads compared with plain exhaustive play, and shapes on which people agree.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use tesuji_board::{CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Diagram, Komi, Move, Position, Rules};
use tesuji_reading::{Field, Local, Reader};
use tesuji_search::Limits;

/// Values by stones, by who moves, and by whether the last move was a pass.
type Values = HashMap<([u64; 2], Player, bool), i32>;

/// The value of every position of a small board, by plain fixpoints over all positions, without any search: Black's
/// points minus White's if endless play loses for Black, and if it loses for White.
struct Plain {
    positions: Vec<[u64; 2]>,
    values: [Values; 2],
}

impl Plain {
    fn new(topology: &Topology) -> Self {
        let n_cells = topology.n_cells();
        let set = |bits: u64| -> CellSet { topology.cells().filter(|cell| bits >> cell.index() & 1 == 1).collect() };
        let bits = |set: CellSet| set.iter().fold(0u64, |bits, cell| bits | 1 << cell.index());
        let most = n_cells as i32;
        let (mut positions, mut turns) = (Vec::new(), Vec::new());
        for black in 0..1u64 << n_cells {
            for white in (0..1u64 << n_cells).filter(|white| black & white == 0) {
                let stones = [&set(black), &set(white)];
                let setup = |mover| Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), stones, mover);
                let Ok(position) = setup(Player::Black) else { continue };
                positions.push([black, white]);
                let count = position.score().margin() / 2;
                for mover in Player::BOTH {
                    let position = setup(mover).unwrap();
                    let mut nexts: Vec<[u64; 2]> = Vec::new();
                    for cell in topology.cells() {
                        let mut after = position.clone();
                        if after.play(Move::Place(cell)).is_ok() {
                            nexts.push(Player::BOTH.map(|player| bits(after.stones(player))));
                        }
                    }
                    turns.push(([black, white], mover, nexts, count));
                }
            }
        }
        let values = [-most, most].map(|circle| {
            let mut values = HashMap::new();
            loop {
                let mut has_changed = false;
                for (stones, mover, nexts, count) in &turns {
                    for has_passed in [false, true] {
                        let value_of = |key: &([u64; 2], Player, bool)| values.get(key).copied().unwrap_or(circle);
                        let other = mover.opponent();
                        let pass = if has_passed { *count } else { value_of(&(*stones, other, true)) };
                        let all = nexts.iter().map(|next| value_of(&(*next, other, false))).chain([pass]);
                        let best = if *mover == Player::Black { all.max() } else { all.min() }.unwrap();
                        has_changed |= value_of(&(*stones, *mover, has_passed)) != best;
                        values.insert((*stones, *mover, has_passed), best);
                    }
                }
                if !has_changed {
                    return values;
                }
            }
        });
        Self { positions, values }
    }
}

#[test]
fn reads_are_what_all_positions_of_small_boards_say() {
    for (columns, rows, least) in [(2, 3, 50), (2, 4, 200), (3, 3, 500)] {
        let topology = Topology::square(columns, rows).unwrap();
        let plain = Plain::new(&topology);
        let field = Field::new(&topology, &topology.cells().collect(), [&CellSet::new(), &CellSet::new()]).unwrap();
        let mut n_compared = 0;
        for (idx, &stones) in plain.positions.iter().enumerate() {
            if idx % 7 != 0 && rows == columns {
                continue;
            }
            let mut reader = Reader::new(field.clone());
            let local = Local { stones };
            let Some(worth) = reader.worth(&local, 20_000) else { continue };
            for first in Player::BOTH {
                let [low, high] = [0, 1].map(|circle| plain.values[circle][&(stones, first, false)]);
                if !worth.is_ko && low == high {
                    assert_eq!(worth.points[first.index()], low, "{first} first, {stones:?} of {columns}x{rows}");
                    n_compared += 1;
                }
            }
        }
        assert!(n_compared > least, "{n_compared} of {columns}x{rows}");
    }
}

/// A reader for the cells that are neither unconditionally alive nor in a player's unconditional territory.
fn reader(text: &str) -> (Position, Reader) {
    let position = text.parse::<Diagram>().unwrap().position(Rules::CHINESE, Komi::default(), Player::Black).unwrap();
    let lives = Player::BOTH.map(|player| position.life(player));
    let outside = |cell| lives.iter().any(|life| life.territory.contains(cell) || life.stones.contains(cell));
    let cells: CellSet = position.topology().cells().filter(|&cell| !outside(cell)).collect();
    let field = Field::new(position.topology(), &cells, [&lives[0].stones, &lives[1].stones]).unwrap();
    (position, Reader::guessing(field, 10))
}

fn points(text: &str) -> ([i32; 2], bool) {
    let (position, mut reader) = reader(text);
    let worth = reader.worth(&reader.local(&position), 500_000).unwrap();
    (worth.points, worth.is_ko)
}

#[test]
fn three_in_a_row_is_decided_by_its_middle_and_four_live() {
    let three = "
        . W . W W W .
        W W W W W W W
        W B B B B B W
        W B . . . B W
        W B B B B B W
        W W W W W W W";
    assert_eq!(points(three), ([15, -15], false));
    let (position, mut reader) = reader(three);
    let local = reader.local(&position);
    for first in Player::BOTH {
        let line = reader.line(&local, first, 10_000).unwrap();
        assert_eq!(position.topology().name(line[0].1), "D3");
        let end = reader.end(&local, &line);
        assert_eq!(end.owned.stones[first.index()].count_ones(), 15, "{end:?}");
        assert_eq!(end.taken.stones[0].count_ones(), if first == Player::White { 12 } else { 0 });
        assert_eq!(end.open, 0);
    }
    let four = "
        . W . W W W W .
        W W W W W W W W
        W B B B B B B W
        W B . . . . B W
        W B B B B B B W
        W W W W W W W W";
    assert_eq!(points(four), ([18, 18], false));
}

#[test]
fn seki_is_left_alone() {
    // Two shared liberties and no eye: a player who fills one is captured.
    let seki = "
        . W . W W B . B .
        W W W W W B B B B
        W B B B B W W W B
        W B B B . W W W B
        W B B B . W W W B
        W B B B B W W W B
        W W W W W B B B B
        . W . W W B . B .";
    let (worth, is_ko) = points(seki);
    assert_eq!((worth, is_ko), ([2, 2], false), "stones stay, and the two cells are nobody's");
    let (position, mut reader) = reader(seki);
    let local = reader.local(&position);
    let line = reader.line(&local, Player::Black, 10_000).unwrap();
    let end = reader.end(&local, &line);
    assert!(line.is_empty());
    assert_eq!(end.open.count_ones(), 2);
    assert_eq!(end.taken.stones, [0, 0]);
}

#[test]
fn a_ko_is_said_to_be_one_and_a_limit_gives_no_answer() {
    // Whoever takes at A1 or fills the ko: Black lives by winning the ko at the edge.
    let ko = "
        . W . W W W .
        W W W W W W W
        W W W W W W W
        B B B W W W W
        . B W . W W W
        B W . W W . W";
    let (position, mut reader) = reader(ko);
    let local = reader.local(&position);
    assert!(reader.worth(&local, 3).is_none());
    let worth = reader.worth(&local, 100_000).unwrap();
    assert!(worth.is_ko, "{worth:?}");
}

#[test]
fn an_interrupted_read_has_no_result_and_spoils_none() {
    let diagram: Diagram = ". . . . .\nW W W W .\nB B B W .\n. . B W .\n. . B W .".parse().unwrap();
    let [black, white] = diagram.stones();
    let topology = Topology::square(5, 5).unwrap();
    let stones = [black, white];
    let position = Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), stones, Player::Black).unwrap();
    let walls = [&CellSet::new(), white];
    let cells: CellSet = topology.cells().filter(|cell| !white.contains(*cell) && cell.index() >= 10).collect();
    let cells: CellSet = cells.iter().filter(|cell| cell.index() % 5 < 3).collect();
    let reader = || Reader::new(Field::new(&topology, &cells, walls).unwrap());
    let (mut interrupted, mut other) = (reader(), reader());
    let local = other.local(&position);
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    interrupted.limit(&limits);
    assert_eq!(interrupted.worth(&local, u64::MAX), None);
    interrupted.limit(&Limits::default());
    let worth = other.worth(&local, u64::MAX);
    assert!(worth.is_some() && interrupted.worth(&local, u64::MAX) == worth, "{worth:?}");
}

/// What earlier reads have left in the table changes no value: alone or after all others, each is the same.
#[test]
fn the_table_holds_no_value_that_depends_on_the_path() {
    for (columns, rows) in [(2, 3), (2, 4), (5, 1), (6, 1)] {
        let topology = Topology::square(columns, rows).unwrap();
        let field = Field::new(&topology, &topology.cells().collect(), [&CellSet::new(), &CellSet::new()]).unwrap();
        let (mut shared, mut n_read) = (Reader::new(field.clone()), 0);
        for stones in Plain::new(&topology).positions {
            let local = Local { stones };
            let mut fresh = Reader::new(field.clone());
            if let (Some(alone), Some(after)) = (fresh.worth(&local, 20_000), shared.worth(&local, 20_000)) {
                assert_eq!(alone.points, after.points, "{columns}x{rows}: {stones:?}");
                n_read += 1;
            }
        }
        assert!(n_read > 10, "{columns}x{rows}: {n_read}");
    }
}
