//! Real games: replaying them finds the winner, and every notation for records can hold them.

use tesuji_board::Player;
use tesuji_game::{Game, Outcome};
use tesuji_hex::notation::{NotationContent, hexworld, move_list, read, sgf};
use tesuji_hex::{Action, GameResult, Record, WinReason};

struct Played {
    record: Record,
    winner: Player,
    resigned: bool,
}

fn games() -> Vec<Played> {
    let lines = include_str!("../../../../testdata/hex/little-golem.txt").lines();
    let games: Vec<Played> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (head, moves) = line.split_once(" | ").unwrap();
            let head: Vec<&str> = head.split(' ').collect();
            let side = head[1].parse().unwrap();
            let winner = if head[2] == "1" { Player::Black } else { Player::White };
            Played { record: move_list::read(moves, side, side).unwrap(), winner, resigned: head[3] == "resign" }
        })
        .collect();
    assert_eq!(games.len(), 9);
    games
}

#[test]
fn the_winner_on_the_board_is_the_recorded_one() {
    let (mut connected, mut swapped) = (0, 0);
    for Played { record, winner, resigned } in games() {
        let end = record.final_position().unwrap();
        end.assert_valid();
        if !resigned {
            assert_eq!(end.outcome(), Some(Outcome::Win(winner)));
            let before = record.position_after(record.moves.len() - 1).unwrap();
            assert_eq!(before.outcome(), None, "the last move won it");
            connected += 1;
        } else {
            assert_eq!(end.outcome(), None);
        }
        swapped += usize::from(record.moves[1].action == Action::SwapPieces);
    }
    assert_eq!((connected, swapped), (6, 4));
}

#[test]
fn every_notation_carries_them() {
    for Played { mut record, winner, resigned } in games() {
        let text = move_list::write(&record).unwrap();
        assert_eq!(move_list::read(&text, record.size().0, record.size().1).unwrap(), record);
        let link = hexworld::HexWorldLink::new(record.clone());
        assert_eq!(hexworld::read(&hexworld::write(&link).unwrap()).unwrap(), link);

        record.players = ["Bill; the ]1st".to_owned(), "C:\\second]".to_owned()];
        record.result = Some(GameResult::Win(winner, resigned.then_some(WinReason::Resignation)));
        if resigned {
            let resigns = tesuji_hex::RecordMove { player: winner.opponent(), action: Action::Resign };
            record.moves.push(resigns);
        }
        for dialect in [sgf::HexDialect::HexGui, sgf::HexDialect::LittleGolem] {
            let text = sgf::write(&record, dialect).unwrap();
            assert_eq!(sgf::HexDialect::of(&text), dialect);
            assert_eq!(read(&text).unwrap().content, NotationContent::Record(Box::new(record.clone())), "{text}");
            assert_eq!(record.winner(), Ok(Some(winner)));
        }
    }
}
