//! Moves and positions to text and back, and arbitrary text.

use crate::setups::setups;
use proptest::prelude::*;
use tesuji_amazons::notation::{self, diagram, fen, strings};
use tesuji_amazons::{Move, Position, Size};

/// The characters that such texts consist of.
const TEXTS: &str = "[a-lA-L0-9qQxXoO#*.|/\\-,;() @wbWBS\\[\\]p\n]{0,60}";

fn check_any(text: &str) {
    let size = Size::new(10, 10).unwrap();
    if let Ok(mv) = notation::read_move(size, text) {
        assert_eq!(notation::read_move(size, &notation::write_move(size, mv)), Ok(mv));
    }
    if let Ok(moves) = notation::read_moves(size, text) {
        let written: Vec<_> = moves.iter().map(|&mv| notation::write_uci_move(size, mv)).collect();
        assert_eq!(notation::read_moves(size, &written.join("\n")), Ok(moves));
    }
    for read in [fen::read, strings::read, diagram::read, notation::read_setup] {
        let Ok(position) = read(text).map(|setup| Position::new(&setup)) else { continue };
        // Only the number of amazons may be wrong in what was read.
        if let Ok(position) = position {
            assert_eq!(fen::read(&fen::write(&position)).map(|setup| setup.sorted()), Ok(position.setup()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_are_read_back(setup in setups()) {
        let position = Position::new(&setup).unwrap();
        for text in [fen::write(&position), diagram::write(&position)] {
            prop_assert_eq!(notation::read_setup(&text).map(|setup| setup.sorted()), Ok(position.setup()), "{}", text);
        }
        let read = strings::read(&strings::write(&position)).unwrap();
        prop_assert_eq!(Position::new(&read).unwrap().with_to_move(position.to_move()), position);
    }

    #[test]
    fn moves_are_read_back(columns in 1_usize..=12, rows in 1_usize..=12, squares in any::<[u8; 3]>()) {
        let size = Size::new(columns, rows).unwrap();
        let [from, to, arrow] = squares.map(|square| square % size.n_squares() as u8);
        // No arrow lands where the amazon stands.
        prop_assume!(to != arrow);
        let mv = Move { from, to, arrow };
        for text in [notation::write_move(size, mv), notation::write_uci_move(size, mv)] {
            prop_assert_eq!(notation::read_move(size, &text), Ok(mv));
            prop_assert_eq!(notation::read_move(size, &text.to_uppercase()), Ok(mv));
        }
    }

    #[test]
    fn likely_texts_give_a_value_or_an_error(text in TEXTS) {
        check_any(&text);
    }

    #[test]
    fn any_text_gives_a_value_or_an_error(text in any::<String>()) {
        check_any(&text);
    }
}
