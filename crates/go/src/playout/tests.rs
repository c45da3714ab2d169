use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BoardSpec, Topology};

use super::*;
use crate::view::{Liberties, View};
use crate::{Komi, Move, Rules};

/// A square lattice, or one with its opposite sides joined.
fn board(side: usize, is_torus: bool) -> Topology {
    if is_torus { Topology::torus(side, side) } else { Topology::square(side, side) }.unwrap()
}

fn empty(topology: Topology) -> Position {
    Position::empty(topology, Rules::TROMP_TAYLOR, Komi::from_half_points(13))
}

#[test]
fn a_playout_depends_on_position_and_generator_alone() {
    // The same stones in two orders, and a memory that has seen another board.
    let [one, other] = [[0, 80, 40, 3], [40, 3, 0, 80]].map(|cells| {
        let mut position = Position::empty(board(9, false), Rules::CHINESE, Komi::default());
        for cell in cells {
            tesuji_game::Game::play(&mut position, Move::Place(Cell::new(cell))).unwrap();
        }
        position
    });
    let mut used = RandomPlayouts::new();
    used.play_out(&empty(board(5, true)), &mut Xoshiro256PlusPlus::seed_from_u64(1));
    for seed in 0..20 {
        let play_out = |playouts: &mut RandomPlayouts, position: &Position| {
            playouts.play_out(position, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
        };
        assert_eq!(play_out(&mut RandomPlayouts::new(), &one), play_out(&mut used, &other));
    }
}

#[test]
fn each_sensible_move_is_equally_likely() {
    // Black does not fill the eye at A1, and plays on the other five empty cells.
    //  3 . . . W
    //  2 B B . W
    //  1 . B . W
    //    A B C D
    let mut position = empty(Topology::square(4, 3).unwrap());
    for (name, player) in [
        ("A2", Player::Black),
        ("B2", Player::Black),
        ("B1", Player::Black),
        ("D1", Player::White),
        ("D2", Player::White),
        ("D3", Player::White),
    ] {
        position.set_stone(position.topology().cell(name).unwrap(), player).unwrap();
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut playouts = RandomPlayouts::new();
    let mut counts = [0_i32; 12];
    let n_draws = 50_000;
    for _ in 0..n_draws {
        let mut first = None;
        playouts.play_out_with(&position, &mut rng, |_, cell| first = first.or(cell));
        counts[first.unwrap().index()] += 1;
    }
    let would_play = [0, 1, 2, 6, 10];
    let expected = n_draws / 5;
    for (cell_idx, &count) in counts.iter().enumerate() {
        if would_play.contains(&cell_idx) {
            // Five standard deviations of a binomial count.
            assert!((count - expected).abs() < 450, "cell {cell_idx}: {count} of {n_draws}");
        } else {
            assert_eq!(count, 0, "cell {cell_idx}");
        }
    }
}

/// Black's four cells, then White's.
fn bits(position: &Position, cells: &[Cell; 4]) -> u8 {
    let of =
        |player: Player| (0..4).map(move |at| u8::from(position.stone(cells[at]) == Some(player)) << at).sum::<u8>();
    of(Player::Black) | of(Player::White) << 4
}

fn liberties(cells: &CellSet) -> Liberties {
    match cells.len() {
        0 => Liberties::None,
        1 => Liberties::One(cells.iter().next().unwrap()),
        _ => Liberties::Several,
    }
}

/// Compares what a view says about a stone of the player to move on an empty cell with what happens.
fn compare_stone(view: &impl View, position: &Position, cell: Cell) {
    let player = position.to_move;
    for to in position.topology().neighbours(cell).iter().copied().filter(|&to| position.stone(to).is_some()) {
        let mut left = position.liberties(to);
        left.remove(cell);
        assert_eq!(view.liberties_without(to, cell), liberties(&left), "{cell:?} {to:?} {position:?}");
    }
    let mut after = position.clone();
    let told = view.liberties_after(cell, player);
    if tesuji_game::Game::play(&mut after, Move::Place(cell)).is_ok() {
        assert_eq!(told, liberties(&after.liberties(cell)), "{cell:?} {position:?}");
    } else {
        assert!(told == Liberties::None || position.ko == Some(cell), "{cell:?} {position:?}");
    }
}

/// Chance, which also compares the view with the rules of the position at every ply.
struct Checked {
    position: Position,
    /// Whether the player to move has no move left.
    is_stuck: bool,
    n_plies: usize,
}

impl Policy for Checked {
    fn choose(&mut self, view: &impl View, player: Player, _: &mut impl RngCore) -> Option<Cell> {
        let position = &self.position;
        let topology = position.topology();
        assert_eq!((player, view.ko()), (position.to_move, position.ko));
        let plain = position.view();
        self.is_stuck = true;
        for cell in topology.cells() {
            assert_eq!(view.stone(cell), position.stone(cell));
            for player in Player::BOTH {
                assert_eq!(view.would_play(cell, player), plain.would_play(cell, player), "{cell:?} {position:?}");
            }
            self.is_stuck &= !view.would_play(cell, player);
            let n_around = |what| topology.neighbours(cell).iter().filter(|&&to| position.stone(to) == what).count();
            for what in [None, Some(Player::Black), Some(Player::White)] {
                assert_eq!([view.n_around(cell, what), plain.n_around(cell, what)], [n_around(what); 2]);
            }
            let four = [0, 1, 2, 3].map(|step| Cell::new((cell.index() + step) % topology.n_cells()));
            assert_eq!([view.stones_on(&four); 2], [plain.stones_on(&four), bits(position, &four)]);
            assert!(view.neighbours(cell).eq(topology.neighbours(cell).iter().copied()));
            if view.stone(cell).is_none() {
                compare_stone(view, position, cell);
                compare_stone(&plain, position, cell);
                continue;
            }
            let chain = position.chain(cell);
            assert_eq!(view.chain_len(cell), chain.len());
            assert!(chain.contains(view.chain(cell)) && view.chain_cells(cell).collect::<CellSet>() == chain);
            let liberties = position.liberties(cell);
            assert_eq!(view.last_liberty(cell), liberties.iter().next().filter(|_| liberties.len() == 1));
        }
        None
    }

    fn observe(&mut self, player: Player, cell: Option<Cell>) {
        assert_eq!(player, tesuji_game::Game::to_move(&self.position));
        tesuji_game::Game::play(&mut self.position, cell.map_or(Move::Pass, Move::Place)).unwrap();
        self.n_plies += 1;
        let is_capped = self.n_plies > MOST_PLIES_A_CELL * self.position.topology().n_cells() + SPARE_PLIES;
        assert!(cell.is_some() || self.is_stuck || is_capped, "a player who can move does not pass");
    }
}

/// Boards for every kind of ground.
fn boards() -> Vec<Topology> {
    let clique = |n: usize| {
        let links: Vec<_> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        Topology::graph((0..n).map(|node| node.to_string()).collect(), &links, vec![]).unwrap()
    };
    let squares = [(9, 9), (5, 4), (2, 2), (1, 1), (1, 6), (17, 16)].map(|(c, r)| Topology::square(c, r).unwrap());
    squares.into_iter().chain([board(5, true), board(16, true), clique(3), clique(9)]).collect()
}

#[test]
fn every_ply_is_as_the_rules_have_it() {
    for topology in boards() {
        let n_games = (2000 / topology.n_cells()).min(50) as u64;
        let start = Position::empty(topology, Rules::CHINESE, Komi::default());
        let mut playouts = RandomPlayouts::new();
        for seed in 0..n_games {
            let rng = || Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut checked = Checked { position: start.clone(), is_stuck: false, n_plies: 0 };
            let playout = playouts.play_out_by(&start, &mut rng(), &mut checked);
            let position = checked.position;
            assert!(position.is_over());
            let areas = position.areas(&CellSet::new());
            if !playout.is_capped {
                assert_eq!(playout.score, position.score());
                let is_empty = |cell: &Cell| position.stone(*cell).is_none();
                let topology = position.topology();
                let mut empties = topology.cells().filter(is_empty);
                assert!(empties.all(|cell| !topology.neighbours(cell).iter().any(is_empty)));
                for player in Player::BOTH {
                    let owned = |&cell: &Cell| playouts.owner(cell) == Some(player);
                    assert_eq!(topology.cells().filter(owned).collect::<CellSet>(), areas[player.index()]);
                }
            }
            assert_eq!(playouts.play_out(&start, &mut rng()), playout, "a playout is the same unobserved");
        }
    }
}

/// Plays `n_playouts` playouts on the empty board; returns how many were capped, and the plies of all together.
fn capped_and_plies(name: &BoardSpec, n_playouts: u32) -> (u32, u32) {
    let position = empty(name.topology().unwrap());
    let n_cells = position.topology().n_cells();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut playouts = RandomPlayouts::new();
    let (mut n_capped, mut n_plies) = (0, 0);
    for _ in 0..n_playouts {
        let mut latest = [Some(Cell::new(0)); 2];
        let playout = playouts.play_out_with(&position, &mut rng, |_, cell| latest = [latest[1], cell]);
        assert_eq!(latest, [None; 2], "{name}: a game was broken off");
        // Each player plays at most once on each cell, with a pass after each stone.
        assert!(playout.n_plies as usize <= (MOST_PLIES_A_CELL + 4) * n_cells + SPARE_PLIES + 4, "{name}: {playout:?}");
        n_capped += u32::from(playout.is_capped);
        n_plies += playout.n_plies;
    }
    (n_capped, n_plies)
}

/// If the cells have at most two neighbours each and form a circle, no shape has two eyes.
fn is_ring(spec: &BoardSpec) -> bool {
    let board = spec.topology().unwrap();
    board.cells().all(|cell| board.neighbours(cell).len() == 2)
}

/// The shares of 10,000 playouts are in `bench/runs/2026-11-20-random-games`.
#[test]
fn games_end_by_themselves_unless_the_board_is_a_ring() {
    let tiny = ["1x1", "2x2", "3x3", "1x9", "2x9", "4x4", "torus:3x3", "hexagon:2", "triangle:4", "honeycomb:2"];
    let tiny = tiny.iter().map(|name| name.parse().unwrap());
    let others = BoardSpec::of_each_kind(30).into_iter().chain(BoardSpec::of_each_kind(90));
    for name in tiny.chain(others).filter(|name| !is_ring(name)) {
        let (n_capped, n_plies) = capped_and_plies(&name, 100);
        assert!(n_capped == 0, "{name}: {n_capped} of 100 were capped, {n_plies} plies in all");
    }
}

#[test]
fn games_that_run_in_circles_are_made_to_end() {
    for name in ["ring:12", "ring:40", "ring:90"] {
        let (n_capped, _) = capped_and_plies(&name.parse().unwrap(), 100);
        assert!(n_capped > 0, "{name}: none of 100 was capped");
    }
}

#[test]
fn a_policy_is_followed_where_it_would_play() {
    /// Takes the first empty cell, whether or not that makes sense.
    struct First(Vec<Option<Cell>>);
    impl Policy for First {
        fn choose(&mut self, view: &impl View, _: Player, _: &mut impl RngCore) -> Option<Cell> {
            (0..25).map(Cell::new).find(|&cell| view.stone(cell).is_none())
        }
        fn observe(&mut self, _: Player, cell: Option<Cell>) {
            self.0.push(cell);
        }
    }
    let cells = |numbers: [usize; 4]| numbers.map(|number| Some(Cell::new(number)));
    for topology in [board(5, false), board(5, true)] {
        let mut first = First(Vec::new());
        let position = Position::empty(topology, Rules::CHINESE, Komi::default());
        RandomPlayouts::new().play_out_by(&position, &mut Xoshiro256PlusPlus::seed_from_u64(3), &mut first);
        assert_eq!(first.0[..4], cells([0, 1, 2, 3]));
    }
}

#[test]
fn a_finished_game_is_counted_as_it_is() {
    let mut position = empty(board(5, false));
    for mv in [Move::Place(Cell::new(12)), Move::Pass, Move::Pass] {
        tesuji_game::Game::play(&mut position, mv).unwrap();
    }
    let mut playouts = RandomPlayouts::new();
    let playout = playouts.play_out(&position, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert_eq!((playout.n_plies, playout.is_capped), (0, false));
    assert_eq!(playout.score, position.score());
    assert!(position.topology().cells().all(|cell| playouts.owner(cell) == Some(Player::Black)));
}
