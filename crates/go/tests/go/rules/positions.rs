//! Positions that every Go player knows, and how each rule set treats them.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::{Game, Outcome};
use tesuji_go::{Illegal, Ko, Komi, Move, Position, Rules, SetupError, Suicide};

/// The board of a picture: a line for each row, `B`, `W` and `.`.
fn position(rules: Rules, to_move: Player, picture: &str) -> Position {
    let rows: Vec<Vec<&str>> = picture.lines().map(|line| line.split_whitespace().collect()).collect();
    let board = Arc::new(Topology::square(rows[0].len(), rows.len()).unwrap());
    let stones = |sign: &str| -> CellSet {
        board.cells().filter(|cell| rows[cell.index() / rows[0].len()][cell.index() % rows[0].len()] == sign).collect()
    };
    let (black, white) = (stones("B"), stones("W"));
    Position::setup(board, rules, Komi::default(), [&black, &white], to_move).unwrap()
}

/// Plays moves by name, in turn; returns the first that was refused.
fn play(position: &mut Position, moves: &str) -> Result<(), String> {
    for name in moves.split_whitespace() {
        let mv = position.parse_move(name).unwrap();
        position.play(mv).map_err(|_| name.to_owned())?;
    }
    Ok(())
}

fn with(ko: Ko, suicide: Suicide) -> Rules {
    Rules { ko, suicide, ..Rules::TROMP_TAYLOR }
}

fn cells(position: &Position, names: &str) -> CellSet {
    names.split_whitespace().map(|name| position.topology().cell(name).unwrap()).collect()
}

const KO: &str = ". B W .
                  B W . W
                  . B W .
                  . . . .";

#[test]
fn a_ko_waits_a_move() {
    for (_, rules) in Rules::NAMED {
        let mut ko = position(rules, Player::Black, KO);
        play(&mut ko, "C3").unwrap();
        assert_eq!(ko.stone(ko.topology().cell("B3").unwrap()), None, "captured");
        assert_eq!(play(&mut ko, "B3"), Err("B3".to_owned()), "retaken at once");
        play(&mut ko, "D1 A1 B3").unwrap();
        ko.assert_valid();
    }
}

#[test]
fn a_capture_is_no_ko_if_the_capturing_stone_has_room() {
    // Black takes A3 from A2; there is nothing to retake, because A2 has liberties.
    let mut board = position(Rules::CHINESE, Player::Black, "W B .\n. . .\n. . .");
    play(&mut board, "A2").unwrap();
    assert_eq!((board.ko(), board.stones(Player::White).len()), (None, 0));
    let mut ko = position(Rules::CHINESE, Player::Black, KO);
    play(&mut ko, "C3").unwrap();
    assert_eq!(ko.ko(), ko.topology().cell("B3"));
}

#[test]
fn two_stones_sent_one_returned() {
    // White sends a second stone to B1, Black takes both from D1, White takes that stone from C1. The board is as at
    // the start, but now Black is to move.
    let picture = ". B B W .
                   B B B W W
                   B . W . W";
    let cycle = |ko| play(&mut position(with(ko, Suicide::Forbidden), Player::White, picture), "B1 D1 C1");
    assert_eq!(cycle(Ko::Simple), Ok(()));
    assert_eq!(cycle(Ko::Positional), Err("C1".to_owned()));
    assert_eq!(cycle(Ko::Situational), Ok(()));
    // After a second round the situation repeats too. The passes keep the turn with White.
    let again =
        |ko| play(&mut position(with(ko, Suicide::Forbidden), Player::White, picture), "B1 D1 C1 pass B1 D1 C1");
    assert_eq!(again(Ko::Simple), Ok(()));
    assert_eq!(again(Ko::Situational), Err("B1".to_owned()));
}

#[test]
fn suicide_of_one_stone_changes_nothing_and_of_two_something() {
    let one = ". W .
               W W .
               . . .";
    let two = "B . W .
               W W W .";
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            let is_allowed = suicide == Suicide::Allowed;
            let mut position_of_one = position(with(ko, suicide), Player::Black, one);
            assert_eq!(play(&mut position_of_one, "A3").is_ok(), is_allowed && ko == Ko::Situational, "{ko:?}");
            let mut position_of_two = position(with(ko, suicide), Player::Black, two);
            assert_eq!(play(&mut position_of_two, "B2").is_ok(), is_allowed, "{ko:?}");
            assert_eq!(position_of_two.stones(Player::Black).is_empty(), is_allowed);
            position_of_two.assert_valid();
        }
    }
}

#[test]
fn equal_positions_have_equal_pasts_where_the_past_counts() {
    for (ko, is_equal) in [(Ko::Simple, true), (Ko::Positional, false), (Ko::Situational, false)] {
        let [one, other] = ["A1 C1 B2", "B2 C1 A1"].map(|moves| {
            let mut position = position(with(ko, Suicide::Forbidden), Player::Black, ". . .\n. . .");
            play(&mut position, moves).unwrap();
            position
        });
        assert_eq!(one == other, is_equal, "{ko:?}");
        assert_eq!(one.zobrist(), other.zobrist(), "{ko:?}");
    }
}

#[test]
fn chains_know_their_liberties() {
    let board = position(Rules::CHINESE, Player::Black, ". B B\n. B W\n. . W");
    let at = |name| board.topology().cell(name).unwrap();
    assert_eq!(board.chain(at("C3")), cells(&board, "B2 B3 C3"));
    assert_eq!(board.liberties(at("C3")), cells(&board, "A3 A2 B1"));
    assert_eq!(board.liberties(at("C1")), cells(&board, "B1"));
    assert!(board.chain(at("A1")).is_empty() && board.liberties(at("A1")).is_empty());
}

#[test]
fn the_score_is_the_area() {
    // The empty cells in the middle touch both colours; White's stone on the right is in Black's area.
    let picture = ". W . . B .
                   W W . B B .
                   W . . B . W";
    let board = position(Rules::CHINESE, Player::Black, picture);
    assert_eq!((board.score().black, board.score().white), (4, 6));
    let dead = board.score_without(&cells(&board, "F1"));
    assert_eq!((dead.black, dead.white), (8, 5));
    assert_eq!(dead.to_string(), "B+3");
    assert_eq!(board.with_komi("-2".parse().unwrap()).score().outcome(), Outcome::Draw);
}

#[test]
fn two_passes_end_the_game() {
    let mut board = position(Rules::AGA, Player::Black, ". . .\n. . .");
    play(&mut board, "pass B1 pass").unwrap();
    assert_eq!(board.outcome(), None);
    play(&mut board, "pass").unwrap();
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::White)));
    assert!(board.moves().is_empty() && play(&mut board, "A1").is_err() && play(&mut board, "pass").is_err());
}

#[test]
fn a_player_may_move_twice_in_a_row() {
    let mut board = position(Rules::TROMP_TAYLOR, Player::Black, KO);
    play(&mut board, "C3").unwrap();
    board.set_to_move(Player::Black);
    play(&mut board, "B3").unwrap();
    assert_eq!(board.to_move(), Player::White);
    board.assert_valid();
}

#[test]
fn handicap_stones_are_set_and_bad_ones_refused() {
    let mut board = position(Rules::CHINESE, Player::Black, ". W .\n. . .");
    let at = |name| board.topology().cell(name).unwrap();
    let (b2, a2, a1, c1) = (at("B2"), at("A2"), at("A1"), at("C1"));
    assert_eq!(board.set_stone(b2, Player::Black), Err(SetupError::Occupied("B2".to_owned())));
    assert_eq!(board.set_stone(Cell::new(6), Player::Black), Err(SetupError::Beyond(6)));
    board.set_stone(a1, Player::White).unwrap();
    assert_eq!(board.set_stone(a2, Player::Black), Err(SetupError::NoLiberty("A2".to_owned())));
    board.set_stone(c1, Player::Black).unwrap();
    board.assert_valid();
    assert_eq!(board.stones(Player::White), cells(&board, "B2 A1"));
    // A stone that would capture is refused too: set-up removes no stones.
    let mut ko = position(Rules::CHINESE, Player::Black, KO);
    let c3 = ko.topology().cell("C3").unwrap();
    assert_eq!(ko.set_stone(c3, Player::Black), Err(SetupError::NoLiberty("C3".to_owned())));
}

#[test]
fn what_is_refused_is_told_why() {
    let refused = |position: &Position, name: &str| position.check(position.parse_move(name).unwrap()).unwrap_err();
    let mut ko = position(Rules::CHINESE, Player::Black, KO);
    assert_eq!(refused(&ko, "B4"), Illegal::Occupied);
    assert_eq!(ko.check(Move::Place(Cell::new(16))), Err(Illegal::Beyond));
    play(&mut ko, "C3").unwrap();
    assert_eq!(refused(&ko, "B3"), Illegal::Ko);
    assert_eq!(refused(&ko, "A4"), Illegal::Suicide);
    play(&mut ko, "pass pass").unwrap();
    assert_eq!((refused(&ko, "D1"), refused(&ko, "pass")), (Illegal::Over, Illegal::Over));
    let mut ko = position(Rules::TROMP_TAYLOR, Player::Black, KO);
    play(&mut ko, "C3").unwrap();
    assert_eq!(refused(&ko, "B3"), Illegal::Repetition);
    assert_eq!(refused(&ko, "A4"), Illegal::Repetition, "a stone that goes at once");
}
