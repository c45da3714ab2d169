//! Endings against brute force.

use tesuji_amazons::{Position, Setup, Size};
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_cgt::Style;
use tesuji_search::Limits;

use super::*;

/// Rows from the top, as `x..|.#.|..o`: Black is `x`, to move.
fn position(text: &str) -> Position {
    let rows: Vec<&str> = text.split('|').collect();
    let size = Size::new(rows[0].len(), rows.len()).unwrap();
    let mut setup = Setup::empty(size);
    for (square, sign) in (0..).zip(rows.concat().chars()) {
        match sign {
            'x' => setup.black.push(square),
            'o' => setup.white.push(square),
            '#' => setup.arrows.push(square),
            '.' => {}
            other => panic!("{other} is no sign"),
        }
    }
    setup.to_move = Player::Black;
    Position::new(&setup).unwrap()
}

#[test]
fn known_values() {
    // Values of these positions are in Berlekamp's and Snatzke's papers on Amazons, and in CGSuite's examples.
    let mut valuer = Valuer::default();
    for (text, value) in [
        ("x.", "1"),
        ("x..o", "+-1"),
        ("xx.|..o", "{2|0}"),
        ("x...|...o", "+-(3,{4|0,{1|0,*}})"),
        ("x..|...|..o", "+-{5|{2|-1/4},{1*|0,{1/2|0}}}"),
    ] {
        let position = position(text);
        let regions = regions(&position);
        let [region] = regions.as_slice() else { panic!("{text} is one region") };
        let found = valuer.value(&position, region, &Limits::default()).unwrap();
        assert_eq!(valuer.arena.text(found, Style::Ascii, 1000).unwrap().unwrap(), value, "{text}");
    }
}

/// Exhaustive search, the plainest way.
fn mover_wins(position: &Position) -> bool {
    position.moves().into_iter().any(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        !mover_wins(&next)
    })
}

#[test]
fn solves_4x4() {
    let mut solver = Solver::default();
    let start = Position::standard(4).unwrap();
    let t = std::time::Instant::now();
    let solved = solver.solve(&start, &Limits::default()).unwrap();
    println!("{:?} {} nodes {:?}", solved, solver.n_nodes(), t.elapsed());
    assert_eq!(solved, Solved { winner: Player::White, mv: None });
}
