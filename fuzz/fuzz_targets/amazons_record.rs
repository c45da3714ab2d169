//! Any text: a game of Amazons that can be played and reads back as it was, or an error; as SGF, for Botzone and as a list of
//! moves. The same of positions and of moves.

#![no_main]

use tesuji_amazons::notation::{self, diagram, fen, strings};
use tesuji_amazons::record::{botzone, list, sgf};
use tesuji_amazons::{Position, Setup, Size};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = &*tesuji_game::decode(bytes).text;
    let usual = Setup::standard(10).unwrap();
    for record in [sgf::read(text), botzone::read(text), list::read(text, &usual)].into_iter().flatten() {
        record.position(usize::MAX).expect("what was read can be played");
        let written = sgf::write(&record).expect("what was read can be written");
        let through = sgf::read(&written).expect("what we write can be read");
        assert_eq!((through.setup.clone().sorted(), &through.main.moves), (record.setup.sorted(), &record.main.moves));
        // SGF keeps no control characters and no kinds of space, so its texts are compared once they have been through it.
        assert_eq!(sgf::read(&sgf::write(&through).unwrap()).as_ref(), Ok(&through), "{written}");
    }
    for read in [fen::read, strings::read, diagram::read, notation::read_setup] {
        let Some(Ok(position)) = read(text).ok().map(|setup| Position::new(&setup)) else { continue };
        for written in [fen::write(&position), diagram::write(&position)] {
            assert_eq!(notation::read_setup(&written).unwrap().sorted(), position.setup(), "{written}");
        }
    }
    let size = Size::new(10, 10).unwrap();
    if let Ok(moves) = notation::read_moves(size, text) {
        let written: Vec<_> = moves.iter().map(|&mv| notation::write_move(size, mv)).collect();
        assert_eq!(notation::read_moves(size, &written.join(" ")), Ok(moves));
    }
});
