//! Everything that is written is read back unchanged.

use proptest::prelude::*;
use tesuji_board::{BOTTOM, LEFT, Player, RIGHT, TOP};
use tesuji_game::Game;
use tesuji_hex::notation::{NotationContent, ascii, hdg, hexwiki, hexworld, move_list, read, sgf};
use tesuji_hex::render::Margins;
use tesuji_hex::{Action, Diagram, GameResult, Mark, Move, Record, RecordMove, WinReason};

/// End of a game and the statement of its record.
fn result() -> impl Strategy<Value = Option<GameResult>> {
    let player = prop_oneof![Just(Player::Black), Just(Player::White)];
    let reason = prop_oneof![
        Just(None),
        Just(Some(WinReason::Resignation)),
        Just(Some(WinReason::Time)),
        Just(Some(WinReason::Forfeit)),
    ];
    prop_oneof![
        Just(None),
        Just(Some(GameResult::Void)),
        (player, reason).prop_map(|(player, reason)| Some(GameResult::Win(player, reason))),
    ]
}

/// Legal games on any board. In half of them the second move is a swap of either kind.
fn played() -> impl Strategy<Value = Record> {
    let sides = prop_oneof![(1_usize..=19).prop_map(|side| (side, side)), (1_usize..=19, 1_usize..=19)];
    (sides, 0..3_u8, prop::collection::vec(any::<u16>(), 0..50)).prop_map(|((columns, rows), swap, choices)| {
        let mut record = Record::new(columns, rows).unwrap();
        let mut position = record.start().unwrap();
        for (index, choice) in choices.into_iter().enumerate() {
            let places: Vec<Move> = position.moves().into_iter().filter(|&mv| mv != Move::Swap).collect();
            match (index, swap) {
                _ if places.is_empty() => break,
                (1, 1) if columns == rows => {
                    record.push(Action::SwapPieces);
                    position.play(Move::Swap).unwrap();
                }
                (1, 2) => {
                    record.push(Action::SwapSides);
                    position.exchange_sides();
                }
                _ => {
                    let mv = places[usize::from(choice) % places.len()];
                    position.play(mv).unwrap();
                    if let Move::Place(cell) = mv {
                        record.push(Action::Place(cell));
                    }
                }
            }
        }
        record.final_position().unwrap();
        record
    })
}

fn last_action() -> impl Strategy<Value = Option<Action>> {
    prop_oneof![Just(None), Just(Some(Action::Pass)), Just(Some(Action::Resign)), Just(Some(Action::Forfeit))]
}

/// Names with characters that have a meaning in SGF.
fn names() -> impl Strategy<Value = [String; 2]> {
    ["[ -~]{0,12}", "[a-zA-Z\\]\\[;(\\\\]{0,12}"]
}

/// A picture with any of these marks.
fn diagram(marks: &'static [Mark]) -> impl Strategy<Value = Diagram> {
    (1_usize..=12, 1_usize..=12).prop_flat_map(move |(columns, rows)| {
        prop::collection::vec(prop::sample::select(marks), columns * rows).prop_map(move |marks| {
            let mut diagram = Diagram::new(columns, rows, Mark::Empty).unwrap();
            for (cell, mark) in diagram.cells().zip(marks) {
                diagram.set(cell, mark);
            }
            diagram
        })
    })
}

const ALL: &[Mark] = &[
    Mark::Empty,
    Mark::Stone(Player::Black),
    Mark::Stone(Player::White),
    Mark::Owner,
    Mark::Up,
    Mark::Down,
    Mark::Outside,
];
const CLAIM: &[Mark] = &[Mark::Empty, Mark::Owner, Mark::Up, Mark::Down, Mark::Outside, Mark::Outside];
const WIKI: &[Mark] = &[Mark::Empty, Mark::Stone(Player::Black), Mark::Stone(Player::White), Mark::Outside];

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hexgui_sgf(
        mut record in played(),
        last in last_action(),
        names in [".{0,12}", ".{0,12}"],
        remark in "\\PC{1,20}",
        result in result(),
    ) {
        record.remark(&remark);
        if let Some(action) = last.filter(|action| *action != Action::Pass || record.moves.len() > 2) {
            record.push(action);
            record.remark(&remark);
        }
        record.players = names;
        record.result = result;
        record.event = remark.clone();
        prop_assume!(remark.trim() != "null");
        let text = sgf::write(&record, sgf::HexDialect::HexGui).unwrap();
        prop_assert_eq!(sgf::read(&text), Ok(record), "{}", text);
    }

    #[test]
    fn set_up_sgf(mut record in played(), white in any::<bool>(), n_first in 0_usize..12) {
        // The position after some moves becomes the set-up.
        let position = record.position_after(n_first).unwrap();
        record.moves.clear();
        record.setup = Player::BOTH.map(|player| position.stones(player));
        record.to_move = if white { Player::White } else { Player::Black };
        record.push(Action::Pass);
        let text = sgf::write(&record, sgf::HexDialect::HexGui).unwrap();
        prop_assert_eq!(sgf::read(&text), Ok(record.clone()), "{}", text);
        record.start().unwrap().assert_valid();
    }

    #[test]
    fn little_golem_sgf(mut record in played(), winner in any::<bool>(), names in names()) {
        let winner = if winner { Player::White } else { Player::Black };
        record.players = names;
        record.result = Some(GameResult::Win(winner, Some(WinReason::Resignation)));
        record.moves.push(RecordMove { player: winner.opponent(), action: Action::Resign });
        match sgf::write(&record, sgf::HexDialect::LittleGolem) {
            Ok(text) => prop_assert_eq!(sgf::read(&text), Ok(record), "{}", text),
            Err(_) => {
                let (columns, rows) = record.size();
                let swaps_sides = record.moves.iter().any(|mv| mv.action == Action::SwapSides);
                prop_assert!(columns != rows || swaps_sides || record.players.concat().contains([']', '[']));
            }
        }
    }

    #[test]
    fn hexworld_links(record in played(), last in last_action(), cursor in prop::option::of(0_usize..60)) {
        let mut link = hexworld::HexWorldLink::new(record);
        if let Some(action) = last {
            link.record.push(action);
        }
        link.cursor = cursor.map(|cursor| cursor.min(link.record.moves.len()));
        link.options.rotation = cursor.map(|cursor| cursor as u8 % 12 + 1);
        link.options.n = cursor.is_some_and(|cursor| cursor % 2 == 0);
        match hexworld::write(&link) {
            Ok(text) => {
                prop_assert_eq!(hexworld::read(&text), Ok(link.clone()), "{}", text);
                prop_assert_eq!(read(&text).unwrap().content, NotationContent::Record(Box::new(link.record)));
            }
            Err(_) => prop_assert!(link.record.moves.iter().any(|mv| mv.action == Action::SwapSides)),
        }
    }

    #[test]
    fn move_lists(mut record in played(), last in last_action(), glued in any::<bool>()) {
        if let Some(action) = last {
            record.push(action);
        }
        let mut text = move_list::write(&record).unwrap();
        if glued && record.moves.iter().all(|mv| matches!(mv.action, Action::Place(_))) {
            text.retain(|character| character != ' ');
        }
        let (columns, rows) = record.size();
        prop_assert_eq!(move_list::read(&text, columns, rows), Ok(record), "{}", text);
    }

    #[test]
    fn ascii_boards(mut diagram in diagram(ALL), bare in any::<bool>(), title in "[a-zA-Z0-9,.!?]{0,10}") {
        diagram.title = title;
        let text = ascii::write(&diagram, if bare { Margins::Bare } else { Margins::Coordinates });
        prop_assert_eq!(ascii::read(&text), Ok(diagram), "{}", text);
    }

    #[test]
    fn hdg_pictures(mut diagrams in prop::collection::vec(diagram(CLAIM), 1..4), edges in any::<[bool; 2]>()) {
        for diagram in &mut diagrams {
            diagram.edges[LEFT] = false;
            diagram.edges[RIGHT] = false;
            (diagram.edges[TOP], diagram.edges[BOTTOM]) = edges.into();
            diagram.title = "a title\nof two lines".to_owned();
        }
        let text = hdg::write(&diagrams);
        prop_assert_eq!(hdg::read(&text), Ok(diagrams), "{}", text);
    }

    #[test]
    fn hexwiki_boards(mut diagram in diagram(WIKI), edges in any::<[bool; 4]>(), label in "[a-zA-Z0-9*+:-]{1,3}") {
        diagram.edges = edges;
        for cell in diagram.cells().step_by(3) {
            if diagram.mark(cell) != Mark::Outside {
                diagram.labels.insert(cell, label.clone());
            }
            diagram.shaded.insert(cell);
        }
        for coordinates in [hexwiki::Coordinates::Default, hexwiki::Coordinates::Show, hexwiki::Coordinates::Hide] {
            let board = hexwiki::HexBoard { diagram: diagram.clone(), coordinates, moves: Vec::new() };
            let text = hexwiki::write(&board).unwrap();
            prop_assert_eq!(hexwiki::read(&text), Ok(board), "{}", text);
        }
    }
}
