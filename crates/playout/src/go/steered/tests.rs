use rand::SeedableRng;
use tesuji_board::BoardSpec;
use tesuji_go::Rules;

use super::*;

const ALL: Steering =
    Steering { tactics: true, shapes: true, spares_own: true, spaces: true, replies: Remember::Nothing };

fn empty(board: &str) -> Position {
    let topology = board.parse::<BoardSpec>().unwrap().topology().unwrap();
    Position::empty(topology, Rules::CHINESE, Komi::from_half_points(13))
}

#[test]
fn an_end_is_counted_as_it_was_won_and_nobody_was_first_twice() {
    for board in ["5x5", "9x9", "torus:5x5", "hexagon:4", "honeycomb:2"] {
        let mut position = empty(board);
        for steering in [Steering::default(), ALL] {
            let mut playouts = GoSteered { steering, ..GoSteered::default() };
            let mut rng = PlayoutRng::seed_from_u64(1);
            for _ in 0..200 {
                playouts.forget_ends();
                let outcome = playouts.play_out(&mut position, &mut rng);
                let ends = playouts.ends(position.komi()).unwrap();
                assert_eq!(outcome == Outcome::Win(Player::Black), ends.lead > 0.0);
                assert!((ends.lead + 6.5 - ends.owners.iter().sum::<f64>()).abs() < 1e-9);
                let cells = position.topology().cells().map(Move::Place);
                let firsts = cells.map(|mv| Player::BOTH.map(|player| playouts.has_played(player, mv)));
                assert!(firsts.into_iter().all(|first| first != [true; 2]));
            }
        }
    }
}

#[test]
fn a_playout_depends_on_position_and_generator_alone() {
    let mut position = empty("7x7");
    let mut used = GoSteered { steering: ALL, ..GoSteered::default() };
    used.play_out(&mut empty("hexagon:3"), &mut PlayoutRng::seed_from_u64(9));
    for seed in 0..50 {
        let mut anew = GoSteered { steering: ALL, ..GoSteered::default() };
        let mut play = |playouts: &mut GoSteered| {
            let outcome = playouts.play_out(&mut position, &mut PlayoutRng::seed_from_u64(seed));
            (outcome, playouts.moves.clone())
        };
        assert_eq!(play(&mut anew), play(&mut used));
    }
}

#[test]
fn a_stone_in_atari_is_taken_or_saved_mostly() {
    // 3 . W . . .      White has just played. On C2, B2 gets out or White takes it.
    // 2 W B . . .
    // 1 . W . . .
    let mut position = empty("5x3");
    for (name, player) in [("B2", Player::Black), ("A2", Player::White), ("B3", Player::White), ("B1", Player::White)] {
        position.set_stone(position.topology().cell(name).unwrap(), player).unwrap();
    }
    let last = position.topology().cell("B1").unwrap();
    let mut share = |steering| {
        let mut playouts = GoSteered { steering, ..GoSteered::default() };
        let mut rng = PlayoutRng::seed_from_u64(3);
        let saved = (0..500).filter(|_| {
            playouts.follow(Move::Place(last));
            playouts.play_out(&mut position, &mut rng);
            playouts.moves[1] == (Player::Black, Cell::new(7))
        });
        saved.count()
    };
    assert!(share(ALL) > 400);
    assert!(share(Steering::default()) < 100);
}
