//! Unconditional life against exhaustive search: every position of small boards, with the owner passing forever.

use std::collections::{BTreeMap, BTreeSet};

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::{Komi, Position, Rules, Suicide};

use crate::boards;

/// A board as bits: stones of the owner, who passes, and of the attacker.
type Stones = (u32, u32);

/// Play by the attacker alone on a board of at most 32 cells.
struct Attack {
    around: Vec<u32>,
    suicide: Suicide,
}

impl Attack {
    fn new(topology: &Topology, suicide: Suicide) -> Self {
        let bits = |cells: &[Cell]| cells.iter().map(|cell| 1 << cell.index()).sum();
        Self { around: topology.cells().map(|cell| bits(topology.neighbours(cell))).collect(), suicide }
    }

    fn touching(&self, set: u32) -> u32 {
        (0..self.around.len()).filter(|i| set >> i & 1 != 0).fold(0, |all, i| all | self.around[i])
    }

    /// The stones of `stones` whose chains touch no cell of `empty`.
    fn without_liberties(&self, stones: u32, empty: u32) -> u32 {
        let mut reached = stones & self.touching(empty);
        loop {
            let more = reached | (stones & self.touching(reached));
            if more == reached {
                return stones & !reached;
            }
            reached = more;
        }
    }

    const fn board(&self) -> u32 {
        (1 << self.around.len()) - 1
    }

    fn is_legal(&self, (owner, attacker): Stones) -> bool {
        let empty = self.board() & !(owner | attacker);
        self.without_liberties(owner, empty) == 0 && self.without_liberties(attacker, empty) == 0
    }

    /// Every board that one more stone of the attacker leads to.
    fn moves(&self, (owner, attacker): Stones) -> Vec<Stones> {
        let empty = self.board() & !(owner | attacker);
        let stones = (0..self.around.len()).map(|i| 1_u32 << i).filter(|stone| empty & stone != 0);
        stones
            .filter_map(|stone| {
                let captured = self.without_liberties(owner, empty & !stone);
                let (owner, attacker) = (owner & !captured, attacker | stone);
                let lost = self.without_liberties(attacker, self.board() & !(owner | attacker));
                (lost == 0 || self.suicide == Suicide::Allowed).then_some((owner, attacker & !lost))
            })
            .collect()
    }

    /// Every board that the attacker can reach from one.
    fn reachable(&self, from: Stones) -> BTreeSet<Stones> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(stones) = open.pop() {
            for next in self.moves(stones) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }
}

fn bits(cells: &CellSet) -> u32 {
    cells.iter().map(|cell| 1 << cell.index()).sum()
}

fn cells(bits: u32) -> CellSet {
    (0..32).filter(|i| bits >> i & 1 != 0).map(Cell::new).collect()
}

fn position(topology: &Topology, (owner, attacker): Stones) -> Position {
    let (black, white) = (cells(owner), cells(attacker));
    Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), [&black, &white], Player::White).unwrap()
}

/// Compares on every position that can be set up; returns the number in which something was alive.
fn check(topology: &Topology, suicide: Suicide) -> usize {
    let attack = Attack::new(topology, suicide);
    let mut n_with_life = 0;
    let mut settled = BTreeMap::new();
    for taken in 0..=attack.board() {
        let mut owner = taken;
        loop {
            let stones = (owner, taken & !owner);
            if owner != 0 && attack.is_legal(stones) {
                n_with_life += usize::from(check_position(topology, &attack, stones, &mut settled));
            }
            if owner == 0 {
                break;
            }
            owner = (owner - 1) & taken;
        }
    }
    n_with_life
}

/// Compares on one position; `settled` remembers which of the attacker's stones are alive in which position.
fn check_position(topology: &Topology, attack: &Attack, stones: Stones, settled: &mut BTreeMap<Stones, u32>) -> bool {
    let position = position(topology, stones);
    let life = position.life_with(Player::Black, attack.suicide);
    let alive = bits(&life.stones);
    let reachable = attack.reachable(stones);
    // A captured stone never comes back, because its owner passes.
    let never_captured = reachable.iter().fold(stones.0, |all, (owner, _)| all & owner);
    assert_eq!(alive, never_captured, "{:?}\n{}", attack.suicide, position.render());
    let territory = bits(&life.territory);
    assert_eq!(territory & alive, 0);
    if territory != 0 {
        for &after in &reachable {
            let alive = || bits(&self::position(topology, after).life_with(Player::White, attack.suicide).stones);
            let alive = *settled.entry(after).or_insert_with(alive);
            assert_eq!(alive & territory, 0, "{:?} lives in\n{}", after, position.render());
        }
    }
    alive != 0
}

/// The numbers count positions in which Black has something alive, without suicide and with it.
#[test]
fn what_is_alive_is_never_captured_and_nothing_else_survives() {
    let square = |columns, rows| Topology::square(columns, rows).unwrap();
    for (topology, n_forbidden, n_allowed) in [
        (square(3, 1), 1, 1),
        (square(5, 1), 7, 2),
        (square(4, 2), 283, 149),
        (square(3, 3), 883, 635),
        (boards::named("ring:6"), 11, 11),
        (boards::named("hexagon:2"), 116, 116),
        (boards::graph(7, &[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (4, 6)]), 105, 96),
        (boards::graph(7, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5)]), 19, 19),
        (boards::random(8, 1), 454, 403),
        (boards::random(8, 2), 269, 131),
    ] {
        let found = [Suicide::Forbidden, Suicide::Allowed].map(|suicide| check(&topology, suicide));
        assert_eq!(found, [n_forbidden, n_allowed], "{} cells", topology.n_cells());
    }
}

#[test]
fn suicide_makes_a_difference() {
    // White's stones on the left stand on cells that touch no black stone. If they go, White has room for two eyes.
    //  3 W W W W B . B
    //  2 . . . . B B B
    //  1 B B B B B . B
    //    A B C D E F G
    let stones = |cells: &[usize]| cells.iter().copied().map(Cell::new).collect::<CellSet>();
    let black = stones(&[4, 6, 11, 12, 13, 14, 15, 16, 17, 18, 20]);
    let white = stones(&[0, 1, 2, 3]);
    let board = Topology::square(7, 3).unwrap();
    let with_eyes = |black: &CellSet| {
        Position::setup(board.clone(), Rules::CHINESE, Komi::default(), [black, &white], Player::White).unwrap()
    };
    let position = with_eyes(&black);
    let life = |suicide| position.life_with(Player::Black, suicide);
    assert_eq!(life(Suicide::Forbidden), position.life(Player::Black));
    assert_eq!((life(Suicide::Forbidden).stones, life(Suicide::Allowed).stones), (black.clone(), black.clone()));
    assert!(white.is_subset(&life(Suicide::Forbidden).territory));
    assert!(!life(Suicide::Allowed).territory.meets(&white));
    // Without the eye at F3 Black needs the large region, which is vital as long as White cannot remove its own stones.
    let mut filled = black;
    filled.insert(Cell::new(5));
    let position = with_eyes(&filled);
    assert_eq!(position.life_with(Player::Black, Suicide::Forbidden).stones, filled);
    assert!(position.life_with(Player::Black, Suicide::Allowed).stones.is_empty());
}
