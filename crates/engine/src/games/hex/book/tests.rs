//! Images share an entry, values follow by minimax, and a book survives being killed.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use tesuji_board::{Cell, Player};
use tesuji_game::{Game, zobrist_key};
use tesuji_search::{Limits, random_move};

use super::*;

fn config(side: usize, swap: bool) -> BookConfig {
    BookConfig { side, swap, playouts: 40, width: 2, seed: 1 }
}

fn start(side: usize, swap: bool) -> Position {
    if swap { Position::with_swap(side).unwrap() } else { Position::empty(side, side).unwrap() }
}

/// A search that says the same about the same position, but nothing sensible.
fn by_hash(position: &Position, playouts: u64, _: u64) -> Option<Judged> {
    let value = zobrist_key(position.zobrist()) as f64 / u64::MAX as f64;
    let mut moves = position.moves();
    moves.sort_by_key(|mv| zobrist_key(position.zobrist() ^ format!("{mv:?}").len() as u64 ^ hash_of(*mv)));
    Some(Judged { value, proved: None, playouts, moves })
}

fn hash_of(mv: Move) -> u64 {
    match mv {
        Move::Place(cell) => zobrist_key(cell.index() as u64),
        Move::Swap => 0,
    }
}

/// Grows by `n_lines` lines, or until there is nothing more to do. Returns the whole text too.
fn grown(
    mut book: Book,
    n_lines: usize,
    search: &mut dyn FnMut(&Position, u64, u64) -> Option<Judged>,
) -> (Book, String) {
    let mut text = book.heading();
    for _ in 0..n_lines {
        match book.grow_by(&mut |position, playouts, seed| search(position, playouts, seed)) {
            Growth::Line(line) => text += &line,
            Growth::Complete => break,
            Growth::Interrupted => panic!("nobody interrupts"),
        }
    }
    (book, text)
}

/// The four images: unchanged, turned, and both of these mirrored with the players exchanged.
fn images(position: &Position) -> Vec<Position> {
    let (side, _) = position.size();
    let mut images = Vec::new();
    for (is_mirrored, is_turned) in [(false, false), (false, true), (true, false), (true, true)] {
        let map = |cell: Cell| {
            let (mut column, mut row) = (cell.index() % side, cell.index() / side);
            if is_mirrored {
                (column, row) = (row, column);
            }
            if is_turned {
                (column, row) = (side - 1 - column, side - 1 - row);
            }
            Cell::new(row * side + column)
        };
        let of = |player: Player| {
            let player = if is_mirrored { player.opponent() } else { player };
            position.stones(player).iter().map(map).collect()
        };
        let to_move = if is_mirrored { position.to_move().opponent() } else { position.to_move() };
        images.push(Position::setup((side, side), &of(Player::Black), &of(Player::White), to_move).unwrap());
    }
    images
}

#[test]
fn images_have_one_key_and_moves_lead_to_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for game in 0..60 {
        let side = 2 + game % 4;
        let mut position = start(side, game % 3 == 0);
        while position.outcome().is_none() {
            let (key, image) = Key::of(&position);
            assert!(key.is_canonical(side), "{position:?}");
            if key.swap == Swap::Off {
                for image in images(&position) {
                    assert_eq!(Key::of(&image).0, key, "{position:?}");
                }
            }
            // Swaps now and then, where it is allowed.
            let mv = if key.swap == Swap::Open && game % 2 == 0 {
                Move::Swap
            } else {
                random_move(&position, rng.next_u64()).unwrap()
            };
            let (next, step) = key.after(side, image.mv(side, mv));
            position.play(mv).unwrap();
            let (expected, turned) = Key::of(&position);
            assert_eq!(next, expected, "{position:?}");
            assert!(next.ply() > key.ply());
            // Another mapping is possible only if the position is its own image.
            let followed = image.then(step);
            if followed != turned {
                let half = |cell: &Cell| Cell::new(side * side - 1 - cell.index());
                assert!(next.own.iter().all(|cell| next.own.contains(&half(cell))), "{position:?}");
            }
        }
    }
}

#[test]
fn values_are_backed_up_by_minimax() {
    //  a b
    // 1 . .    Without swapping; images of a1 and b2, and of b1 and a2, are one move. The search of the empty board
    //  2 . .   prefers a1.
    let values = |position: &Position, _: u64, _: u64| {
        let names = |player| -> Vec<String> {
            position.stones(player).iter().map(|cell| position.topology().name(cell).to_owned()).collect()
        };
        let place = |name: &str| Move::Place(position.topology().cell(name).unwrap());
        let (own, other) = (names(Player::Black), names(Player::White));
        let (value, moves) = match (own.join(" ").as_str(), other.join(" ").as_str()) {
            ("", "") => (0.5, vec!["a1", "b1"]),
            ("", "a1") => (0.7, vec!["b1", "a2"]),
            ("", "b1" | "a2") => (0.4, vec![]),
            ("a1", "b1") => (0.2, vec![]),
            ("a1", "a2") => (0.9, vec![]),
            _ => (0.5, vec![]),
        };
        Some(Judged { value, proved: None, playouts: 1, moves: moves.into_iter().map(place).collect() })
    };
    let root = start(2, false);
    let value_of = |book: &Book, names: &[&str]| {
        let mut position = root.clone();
        for name in names {
            position.play(Move::Place(position.topology().cell(name).unwrap())).unwrap();
        }
        book.entry(&position).map(|entry| entry.value)
    };
    let (mut book, _) = grown(Book::new(config(2, false)).unwrap(), 1, &mut { values });
    assert_eq!(value_of(&book, &[]), Some(0.5), "the search's own");
    // Both first moves are searched and opened: a1 leaves White 0.7, b1 leaves White 0.4.
    (book, _) = grown(book, 3, &mut { values });
    assert_eq!(value_of(&book, &[]), Some(1.0 - 0.4));
    let entry = book.entry(&root).unwrap();
    let found: Vec<(String, f64)> = entry
        .moves
        .iter()
        .map(|mv| (format!("{:?}", mv.mv == Move::Place(root.topology().cell("b1").unwrap())), mv.value))
        .collect();
    assert_eq!(found, [("true".to_owned(), 1.0 - 0.4), ("false".to_owned(), 1.0 - 0.7)]);
    assert_eq!((entry.searched, entry.line.len()), (0.5, 1));
    // b1 has no moves to open, so those after a1 come next. White's value there is the best of them.
    let (book, _) = grown(book, 10, &mut { values });
    let after_a1 = book.entry(&{
        let mut position = root.clone();
        position.play(Move::Place(Cell::new(0))).unwrap();
        position
    });
    let after_a1 = after_a1.unwrap();
    assert_eq!(after_a1.moves.len(), 2);
    assert_eq!(after_a1.value, after_a1.moves[0].value);
    assert!(after_a1.moves[0].value >= after_a1.moves[1].value);
    assert_eq!(value_of(&book, &[]), Some(f64::max(1.0 - after_a1.value, 1.0 - 0.4)));
    assert_eq!(value_of(&book, &["a1"]), value_of(&book, &["b2"]), "images");
}

/// Compares every entry that can be reached with what follows from those below it.
fn check_minimax(book: &Book, position: &Position, n_checked: &mut usize) {
    let entry = book.entry(position).unwrap();
    if entry.moves.is_empty() {
        return;
    }
    *n_checked += 1;
    assert!(entry.proved.is_some() || entry.value == entry.moves[0].value, "{position:?}");
    assert_eq!(entry.line.first(), Some(&entry.moves[0].mv), "{position:?}");
    let mut walker = position.clone();
    for &mv in &entry.line {
        walker.play(mv).unwrap_or_else(|error| panic!("{error:?} of {mv:?} in {position:?}"));
    }
    for mv in &entry.moves {
        let mut next = position.clone();
        next.play(mv.mv).unwrap();
        assert_eq!(mv.value, 1.0 - book.entry(&next).unwrap().value, "{mv:?} in {position:?}");
        check_minimax(book, &next, n_checked);
    }
}

#[test]
fn every_value_follows_from_those_below() {
    for swap in [false, true] {
        let (book, _) = grown(Book::new(config(4, swap)).unwrap(), 400, &mut by_hash);
        let mut n_checked = 0;
        check_minimax(&book, &start(4, swap), &mut n_checked);
        let n_opened = book.nodes.iter().filter(|node| !node.children.is_empty()).count();
        assert!(n_checked >= n_opened && n_opened > 50, "{n_checked} ways to {n_opened} opened positions");
        assert!(book.nodes.iter().any(|node| node.parents.len() > 1), "no transposition");
    }
}

#[test]
fn a_killed_build_goes_on_as_if_nothing_had_happened() {
    for swap in [false, true] {
        let (book, text) = grown(Book::new(config(4, swap)).unwrap(), 60, &mut by_hash);
        let heading = text.find('\n').unwrap() + 1;
        for cut in (heading..text.len()).step_by(37) {
            let (killed, n_bytes) = Book::read(&text.as_bytes()[..cut]).unwrap();
            assert!(n_bytes <= cut && text[..n_bytes].ends_with('\n') && !text[n_bytes..cut].contains('\n'));
            let n_left = text[n_bytes..].lines().count();
            let (again, rest) = grown(killed, n_left, &mut by_hash);
            assert_eq!(text[..n_bytes].to_owned() + &rest[rest.find('\n').unwrap() + 1..], text, "cut at byte {cut}");
            assert_eq!(again, book);
        }
    }
}

#[test]
fn small_boards_are_decided() {
    // White would swap what wins, and Black knows what loses: neither can do better.
    for (side, swap, expected) in [(2, false, Proved::Win), (3, false, Proved::Win), (3, true, Proved::Loss)] {
        let mut book = Book::new(BookConfig { width: 9, playouts: 50, ..config(side, swap) }).unwrap();
        let mut text = book.heading();
        while let Growth::Line(line) = book.grow(&Limits::default()) {
            text += &line;
            assert!(book.len() < 200, "it does not end");
        }
        assert_eq!(book.grow(&Limits::default()), Growth::Complete);
        let entry = book.entry(&start(side, swap)).unwrap();
        if !swap {
            assert_eq!(entry.proved, Some(expected), "{side}x{side}");
        }
        assert_eq!(entry.value, f64::from(u8::from(expected == Proved::Win)));
        assert_eq!(Book::read(text.as_bytes()), Ok((book, text.len())));
    }
}

#[test]
fn an_interrupted_search_is_not_kept() {
    let mut book = Book::new(config(5, false)).unwrap();
    let limits = Limits::default();
    limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(book.grow(&limits), Growth::Interrupted);
    assert!(book.is_empty());
}

#[test]
fn what_is_no_book_is_refused() {
    let heading = Book::new(config(3, false)).unwrap().heading();
    let position = r#"{"position":{"own":"","other":"","value":0.5,"playouts":1,"moves":"b2 a1"}}"#;
    let message = |text: &str| Book::read(text.as_bytes()).unwrap_err().to_string();
    assert!(message("").starts_with("not a book"));
    assert!(message("{}\n").starts_with("not a book"));
    assert!(message(heading.trim_end()).starts_with("not a book"), "a heading without its end");
    assert_eq!(message("{\"book\":2,\"more\":1}\n"), "book format 2 is not supported: this program reads up to 1");
    assert!(
        message(&heading.replace("\"side\":3", "\"side\":20")).contains("side is 20, expected a side from 1 to 19")
    );
    assert!(message(&heading.replace("\"width\":2", "\"width\":0")).contains("width is 0"));
    for (lines, expected) in [
        ("x".to_owned(), "line 2"),
        (position.replace("\"\",\"other", "\"b2\",\"other"), "line 2: the stones are not a position"),
        (position.replace("other\":\"\"", "other\":\"a1\""), "line 2: the first position must be the empty board"),
        (format!("{position}\n{position}"), "line 3: the position occurs twice"),
        (position.replace("0.5", "1.5"), "line 2: the value 1.5"),
        (position.replace("0.5", "0.5,\"proved\":\"win\""), "line 2: the value 0.5"),
        (position.replace("a1", "d1"), "line 2: `d1` is not a cell"),
        (position.replace("a1", "b2"), "line 2: `b2` is not a move there"),
        (position.replace("a1", "swap-pieces"), "line 2: `swap-pieces` is not a move there"),
        (format!("{position}\n{{\"open\":{{\"position\":1,\"moves\":1}}}}"), "line 3: there is no position 1"),
        (
            format!("{position}\n{{\"open\":{{\"position\":0,\"moves\":0}}}}"),
            "line 3: 0 moves are opened, expected 1 to 2",
        ),
        (format!("{position}\n{{\"open\":{{\"position\":0,\"moves\":1}}}}"), "line 3: a move is opened whose position"),
    ] {
        let found = message(&format!("{heading}{lines}\n"));
        assert!(found.starts_with(expected), "{found} for {lines}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_book_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Book::read(&bytes).is_err());
    }

    #[test]
    fn a_damaged_book_is_a_book_or_an_error(at in any::<prop::sample::Index>(), byte in any::<u8>(), swap in any::<bool>()) {
        let (_, text) = grown(Book::new(config(3, swap)).unwrap(), 20, &mut by_hash);
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok((mut book, _)) = Book::read(&bytes) {
            _ = book.entry(&start(3, swap));
            _ = book.grow_by(&mut by_hash);
        }
    }
}
