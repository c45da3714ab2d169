//! Dead stones and seki in positions where people agree.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Ownership, Position, Rules, Status, StatusConfig};

/// A position of a rectangle: `B`, `W`, `b` and `w` for dead stones, `X` and `O` for black and white ones in seki.
fn drawn(picture: &str) -> (Position, Vec<Option<Status>>) {
    let rows: Vec<Vec<char>> =
        picture.lines().map(|line| line.chars().filter(|sign| !sign.is_whitespace()).collect()).collect();
    let signs: Vec<char> = rows.concat();
    let board = Topology::square(rows[0].len(), rows.len()).unwrap();
    let stones = |of: &str| -> CellSet { board.cells().filter(|cell| of.contains(signs[cell.index()])).collect() };
    let (black, white) = (stones("BbX"), stones("WwO"));
    let position =
        Position::setup(board.clone(), Rules::CHINESE, Komi::default(), [&black, &white], Player::Black).unwrap();
    let status = |sign: &char| match sign {
        'B' | 'W' => Some(Status::Alive),
        'b' | 'w' => Some(Status::Dead),
        'X' | 'O' => Some(Status::Seki),
        _ => None,
    };
    (position, signs.iter().map(status).collect())
}

fn ownership(position: &Position, seed: u64) -> Ownership {
    Ownership::of_playouts(position, 400, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

const BOARDS: [&str; 4] = [
    // Invaders without room, and a captured stone.
    ". . B W . . . W .
     . . B W . b . W W
     w . B W . . . W .
     . . B B W W W W W
     B B . B W . W . .
     . B B B W W W . b
     . w B W . . W . .
     . w B W W W . W W
     . . B B B W . W .",
    // White is surrounded and has one eye.
    ". w B . B . . . .
     w w B B . B . . .
     w w B . B . . . .
     w w B B . . . . .
     B B B W W W W W W
     . B B W . . . . .
     B B W W . . . . .
     . B B W W . . b .
     . . B B W . . . .",
    // Seki: a player who fills one of the two common liberties is captured.
    ". B O . X W . W W
     B B O . X W W . W
     . B O X X W W W .
     B B B W W W . W W
     . B . B W . W . .
     B . B B W W W . .
     . B B W W . . . .
     B . B W . . . b .
     . B B W . . . . .",
    // An empty board.
    ". . .
     . . .
     . . .",
];

#[test]
fn people_agree() {
    for picture in BOARDS {
        let (position, expected) = drawn(picture);
        for seed in 0..3 {
            let ownership = ownership(&position, seed);
            let found = position.statuses(&ownership, &StatusConfig::default());
            for cell in position.topology().cells() {
                let name = position.topology().name(cell);
                let share = [Player::Black, Player::White].map(|player| ownership.count(cell, player));
                assert_eq!(found[cell.index()], expected[cell.index()], "{name}, {share:?}\n{}", position.render());
            }
        }
    }
}

#[test]
fn certain_things_need_no_games() {
    let (position, _) = drawn(BOARDS[2]);
    let unknown = Ownership::new(position.topology().n_cells());
    let statuses = position.statuses(&unknown, &StatusConfig::default());
    let status = |name: &str| statuses[position.topology().cell(name).unwrap().index()];
    assert_eq!((status("B9"), status("G8")), (Some(Status::Alive), Some(Status::Alive)));
    assert_eq!((status("C9"), status("H2"), status("A9")), (Some(Status::Seki), Some(Status::Seki), None));
    assert!(position.dead_stones(&unknown, &StatusConfig::default()).is_empty());
}

#[test]
fn dead_stones_change_the_score() {
    let (mut position, expected) = drawn(BOARDS[0]);
    for _ in 0..2 {
        position.play(Move::Pass).unwrap();
    }
    assert!(position.is_over());
    let dead = position.dead_stones(&ownership(&position, 1), &StatusConfig::default());
    assert_eq!(dead.len(), expected.iter().filter(|status| **status == Some(Status::Dead)).count());
    let score = position.score_without(&dead);
    assert_eq!((score.black, score.white), (32, 49));
    // A finished game is judged like an unfinished one, and equal seeds give equal judgements.
    assert_eq!(ownership(&position, 1), ownership(&drawn(BOARDS[0]).0, 1));
}
