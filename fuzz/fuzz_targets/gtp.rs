//! Any bytes: commands that are answered one by one, or answers, whatever the pieces in which they arrive.

#![no_main]

use std::io::Cursor;

use tesuji_engine::{GameSpec, PlayerSpec, StrongSpec};
use tesuji_gtp::protocol::{Answer, AnswerError, AnswerReader, Command, CommandReader};
use tesuji_gtp::serve::{EngineSettings, serve};

const MOST_BYTES: usize = 4096;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    commands(bytes);
    let whole = answers(std::iter::once(bytes));
    let pieces = answers(bytes.chunks(7));
    // A line that is too long to be waited for may be shown before its end.
    if bytes.len() < MOST_BYTES && !bytes.split(|&byte| byte == b'\n').any(|line| line.len() > 300) {
        assert_eq!(whole, pieces, "pieces make a difference");
    }
});

/// Each command is written as it is read, and gets exactly one answer.
fn commands(bytes: &[u8]) {
    let mut reader = CommandReader::new(bytes);
    let mut n_commands = 0;
    while let Some(read) = reader.next_command().expect("memory can be read") {
        n_commands += 1;
        let Ok(command) = read else { continue };
        let text = command.to_string();
        // What is written has no comment, so nothing of it is cut.
        let whole = Command { is_cut: false, ..command.clone() };
        assert_eq!(Command::parse(text.as_bytes()), Ok(Some(whole)), "{text:?}");
        if command.name == "quit" {
            break;
        }
    }
    // Settings and times may ask for thought without end.
    let is_named = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    if [&b"tesuji-param"[..], b"time", b"param_game"].into_iter().any(is_named) {
        return;
    }
    let mut games = vec![GameSpec::Hex { columns: 3, rows: 3, swap: true }];
    // The solver's nodes are a second's work on the larger boards of Amazons.
    if ![&b"solve"[..], b"winning"].into_iter().any(is_named) {
        games.push(GameSpec::Amazons { columns: 4, rows: 4, setup: None });
    }
    for game in games {
        let player = PlayerSpec::Strong(StrongSpec { playouts: 20, memory_mib: 1, ..StrongSpec::default() });
        let mut output = Vec::new();
        serve(EngineSettings::new(game, player, 1), Cursor::new(bytes.to_vec()), &mut output)
            .expect("memory can be written")
            .expect("such a board can be played on");
        // Pictures come before the answer of the one command that draws while it works.
        let text = String::from_utf8_lossy(&output);
        let blocks = text.split_inclusive("\n\n").filter(|block| !block.starts_with("gogui-gfx:"));
        let (answers, error) = answers(blocks.map(str::as_bytes));
        assert_eq!((answers.len(), error), (n_commands, None), "{}", String::from_utf8_lossy(&output));
    }
}

fn answers<'b>(mut pieces: impl Iterator<Item = &'b [u8]>) -> (Vec<Answer>, Option<AnswerError>) {
    let mut reader = AnswerReader::new(1 << 24);
    let mut answers = Vec::new();
    let read = pieces.try_for_each(|piece| {
        reader.feed(piece);
        std::iter::from_fn(|| reader.next_answer().transpose()).try_for_each(|answer| Ok(answers.push(answer?)))
    });
    (answers, read.err())
}
