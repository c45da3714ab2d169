//! Counts of move sequences, and positions with a known winner. Mixing up the two sides would pass every contract test.

use std::collections::HashMap;

use tesuji_board::{CellSet, Player};
use tesuji_game::{Game, Outcome, Undo, perft};
use tesuji_hex::notation::sgf;
use tesuji_hex::{Move, Position, SetupError, Swap};

fn cells(position: &Position, names: &str) -> CellSet {
    names.split_whitespace().map(|name| position.topology().cell(name).unwrap()).collect()
}

fn winner(columns: usize, rows: usize, black: &str, white: &str) -> Option<Player> {
    let board = Position::empty(columns, rows).unwrap();
    let position =
        Position::setup((columns, rows), &cells(&board, black), &cells(&board, white), Player::Black).unwrap();
    position.assert_valid();
    position.winner()
}

fn play(position: &mut Position, name: &str) {
    let cell = position.topology().cell(name).unwrap();
    position.play(Move::Place(cell)).unwrap();
}

#[test]
fn perft_of_large_boards_is_a_product() {
    // Too few stones for a win: 121 * 120 * 119, and with the swap rule 120 more positions after each first
    // stone, since the swapped stone leaves 120 cells as well.
    assert_eq!(perft(&Position::empty(11, 11).unwrap(), 3), 121 * 120 * 119);
    assert_eq!(perft(&Position::with_swap(11).unwrap(), 3), 121 * 120 * 119 + 121 * 120);
    assert_eq!(perft(&Position::empty(5, 5).unwrap(), 4), 25 * 24 * 23 * 22);
}

#[test]
fn perft_of_small_boards_sees_the_end() {
    let counts = |start: Position, depth: u32| (1..=depth).map(|d| perft(&start, d)).collect::<Vec<_>>();
    // One row: any black stone joins top and bottom. One column: any white stone joins left and right.
    assert_eq!(counts(Position::empty(3, 1).unwrap(), 2), [3, 0]);
    assert_eq!(counts(Position::empty(1, 3).unwrap(), 3), [3, 6, 0]);
    // 2x2: of the six pairs of black stones, a1-a2, b1-a2 and b1-b2 win, so half of the 24 sequences continue.
    assert_eq!(counts(Position::empty(2, 2).unwrap(), 5), [4, 12, 24, 12, 0]);
    // These are from a separate program, which searches for a path after every move.
    assert_eq!(counts(Position::with_swap(2).unwrap(), 6), [4, 16, 36, 36, 12, 0]);
    let expected = [9, 72, 504, 3024, 15_120, 54_720, 146_880, 207_360, 120_960, 0];
    assert_eq!(counts(Position::empty(3, 3).unwrap(), 10), expected);
    assert_eq!(counts(Position::with_swap(3).unwrap(), 6), [9, 81, 576, 3528, 18_144, 69_840]);
}

#[test]
fn black_joins_top_and_bottom() {
    // a b c
    //  B . .
    //   B W .
    //    B . W
    assert_eq!(winner(3, 3, "a1 a2 a3", "b2 c3"), Some(Player::Black));
    // The short diagonal c1-b2-a3 is a chain, the long one a1-b2-c3 is not.
    assert_eq!(winner(3, 3, "c1 b2 a3", "a1 c3"), Some(Player::Black));
    assert_eq!(winner(3, 3, "a1 b2 c3", "c1 a3"), None);
}

#[test]
fn white_joins_left_and_right() {
    assert_eq!(winner(3, 3, "a1 c3", "a2 b2 c2"), Some(Player::White));
    assert_eq!(winner(3, 3, "a1 c3", "a3 b2 c1"), Some(Player::White));
    // A white column and a black row win nothing.
    assert_eq!(winner(3, 3, "c1 c2", "a1 a2 a3"), None);
    assert_eq!(winner(3, 3, "a1 b1 c1", "c2 c3"), None);
    // Oblong boards: four columns, two rows.
    assert_eq!(winner(4, 2, "b1 b2", "a1 d1"), Some(Player::Black));
    assert_eq!(winner(4, 2, "a1", "a2 b2 c2 d1"), Some(Player::White));
}

#[test]
fn a_chain_between_the_edges_wins_when_its_last_gap_is_filled() {
    let mut position = Position::empty(5, 5).unwrap();
    for name in ["c1", "a1", "b2", "a2", "b4", "a3", "a5", "a4"] {
        play(&mut position, name);
        assert_eq!(position.outcome(), None);
    }
    let cell = position.topology().cell("b3").unwrap();
    let undone = position.play_undoable(Move::Place(cell));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Black)));
    assert!(position.moves().is_empty() && position.play(Move::Swap).is_err());
    position.undo(undone);
    position.assert_valid();
    assert_eq!(position.outcome(), None);
}

/// Whether the player to move wins with best play.
fn mover_wins(position: &mut Position, known: &mut HashMap<u64, bool>) -> bool {
    if position.outcome().is_some() {
        // Only the last mover can have joined edges.
        return false;
    }
    if let Some(&wins) = known.get(&position.zobrist()) {
        return wins;
    }
    let wins = position.moves().into_iter().any(|mv| {
        let undone = position.play_undoable(mv);
        let wins = !mover_wins(position, known);
        position.undo(undone);
        wins
    });
    known.insert(position.zobrist(), wins);
    wins
}

#[test]
fn the_openings_that_win_are_the_known_ones() {
    // Exhaustive searches, benzene and HexWiki agree on these. On 3x3 a2 wins and its mirror image b1 loses, so
    // exchanged sides would show.
    for (side, expected) in [(1, "a1"), (2, "b1 a2"), (3, "c1 a2 b2 c2 a3")] {
        let mut known = HashMap::new();
        let mut position = Position::empty(side, side).unwrap();
        let winning: CellSet = position
            .topology()
            .clone()
            .cells()
            .filter(|&cell| {
                let undone = position.play_undoable(Move::Place(cell));
                let wins = !mover_wins(&mut position, &mut known);
                position.undo(undone);
                wins
            })
            .collect();
        assert_eq!(winning, cells(&position, expected), "{side}x{side}: {winning:?}");
    }
}

#[test]
fn swapping_mirrors_and_recolours_the_stone() {
    let mut position = Position::with_swap(5).unwrap();
    assert!(position.play(Move::Swap).is_err());
    play(&mut position, "b4");
    assert_eq!(position.swap(), Swap::Open);
    position.play(Move::Swap).unwrap();
    assert_eq!(position.to_move(), Player::Black);
    assert!(position.stones(Player::Black).is_empty());
    assert_eq!(position.stones(Player::White), cells(&position, "d2"));
    assert!(position.play(Move::Swap).is_err());
    position.assert_valid();
    // The third move cannot be a swap either.
    let mut position = Position::with_swap(5).unwrap();
    play(&mut position, "b4");
    play(&mut position, "c3");
    assert!(position.play(Move::Swap).is_err());
}

#[test]
fn impossible_boards_are_refused() {
    assert!(matches!(Position::empty(0, 3), Err(SetupError::Size { .. })));
    assert!(matches!(Position::empty(3, 20), Err(SetupError::Size { .. })));
    assert!(matches!(Position::empty(usize::MAX, 1), Err(SetupError::Size { .. })));
    assert!(Position::empty(19, 19).is_ok());
    let board = Position::empty(3, 3).unwrap();
    let twice = Position::setup((3, 3), &cells(&board, "a1"), &cells(&board, "a1 b2"), Player::White);
    assert_eq!(twice.unwrap_err(), SetupError::Occupied("a1".to_owned()));
    let beyond = CellSet::full(10);
    assert_eq!(Position::setup((3, 3), &beyond, &CellSet::new(), Player::Black).unwrap_err(), SetupError::Beyond(9));
}

#[test]
fn who_resigns_or_passes_decides_whose_turn_it_is_no_more_than_the_board_does() {
    let turn = |moves: &str| sgf::read(&format!("(;FF[4]GM[11]SZ[7];{moves})")).unwrap().turn();
    assert_eq!(turn("B[d4];W[c3]"), Player::Black);
    assert_eq!(turn("B[d4];W[c3];W[resign]"), Player::Black);
    assert_eq!(turn("B[d4];W[c3];B[resign]"), Player::Black);
    assert_eq!(turn("B[d4];W[c3];B[pass]"), Player::White);
}
