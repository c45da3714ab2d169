//! Players that open by a book.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::BoardSpec;
use tesuji_engine::book::{Book, BookConfig, Growth};
use tesuji_engine::{GameSpec, PlayerSpec, Session, SessionError, StrongSpec};
use tesuji_go::{Komi, Rules};
use tesuji_hex::Position;
use tesuji_search::Limits;

fn book() -> Arc<Book> {
    let mut book = Book::new(BookConfig { side: 8, swap: true, playouts: 30, width: 3, seed: 1 }).unwrap();
    for _ in 0..40 {
        assert!(matches!(book.grow(&Limits::default()), Growth::Line(_)));
    }
    Arc::new(book)
}

fn hex(side: usize) -> Session {
    Session::new(&GameSpec::Hex { columns: side, rows: side, swap: true }).unwrap()
}

#[test]
fn a_player_plays_by_its_book_as_far_as_that_goes() {
    let book = book();
    let player = PlayerSpec::Strong(StrongSpec { playouts: 50, memory_mib: 1, ..StrongSpec::default() });
    let (mut first_moves, mut n_from_book) = (BTreeSet::new(), 0);
    for seed in 0..10 {
        let mut session = hex(8);
        session.hex_mut().unwrap().set_book(Arc::clone(&book)).unwrap();
        let mut position = Position::with_swap(8).unwrap();
        for _ in 0..6 {
            let entry = book.entry(&position).filter(|entry| !entry.moves.is_empty());
            let analysis = session.analyze(&player, &Limits::default(), seed).unwrap();
            let choice = analysis.choice;
            if session.moves().is_empty() {
                first_moves.insert(choice.mv.clone());
            }
            let mv = match position.topology().cell(&choice.mv) {
                Some(cell) => tesuji_hex::Move::Place(cell),
                None => tesuji_hex::Move::Swap,
            };
            match entry {
                Some(entry) => {
                    let chosen = entry.moves.iter().find(|known| known.mv == mv).expect("a move of the book");
                    assert!(chosen.value >= entry.moves[0].value - 0.01 && choice.nodes == 0, "{choice:?}");
                    assert_eq!(choice.value, Some(chosen.value));
                    assert_eq!(analysis.moves.len(), entry.moves.len());
                    assert!(analysis.moves.iter().all(|mv| mv.value.is_some()), "{:?}", analysis.moves);
                    n_from_book += 1;
                }
                None => assert!(choice.nodes > 0, "{choice:?}"),
            }
            session.play(session.to_move(), &choice.mv).unwrap();
            tesuji_game::Game::play(&mut position, mv).unwrap();
        }
    }
    assert!(n_from_book >= 20, "{n_from_book}");
    assert!(!first_moves.is_empty());
}

#[test]
fn a_book_is_for_one_board() {
    let book = book();
    assert_eq!(hex(9).hex_mut().unwrap().set_book(Arc::clone(&book)), Err(SessionError::Book { side: 8 }));
    let go = GameSpec::Go { board: BoardSpec::square(8, 8), komi: Komi::from_half_points(15), rules: Rules::CHINESE };
    assert!(Session::new(&go).unwrap().hex_mut().is_none(), "there is nobody to take it");
}
