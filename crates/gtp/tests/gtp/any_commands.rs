//! All commands with arguments of any kind: each line gets its answer, and the engine goes on running.

use std::io::Cursor;
use std::sync::LazyLock;

use proptest::prelude::*;
use tesuji_engine::{GameSpec, PlayerSpec, StrongSpec};
use tesuji_gtp::protocol::{Answer, AnswerReader};
use tesuji_gtp::serve::{EngineSettings, serve};

fn settings() -> EngineSettings {
    let player = PlayerSpec::Strong(StrongSpec { playouts: 30, memory_mib: 2, ..StrongSpec::default() });
    EngineSettings::new(GameSpec::Hex { columns: 3, rows: 3, swap: true }, player, 1)
}

fn answers(input: Vec<u8>) -> Vec<Answer> {
    let mut output = Vec::new();
    serve(settings(), Cursor::new(input), &mut output).expect("writing to memory cannot fail").expect("valid settings");
    let mut reader = AnswerReader::new(1 << 24);
    reader.feed(&output);
    let answers = std::iter::from_fn(|| reader.next_answer().expect("only answers are printed")).collect();
    assert!(reader.is_blank(), "half an answer is left: {}", reader.rest());
    answers
}

/// All commands but `quit`, after which nothing is answered.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let answers = answers(b"list_commands\n".to_vec());
    let names = answers[0].result.as_deref().expect("there are commands").lines();
    names.filter(|name| *name != "quit").map(str::to_owned).collect()
});

/// Words that mean something to some command, and words that mean nothing.
const WORDS: &str = "\
    b w black W a1 b2 c3 a3 z9 swap-pieces resign pass north East 0 1 2 3 -1 0.01 NaN 1e400 18446744073709551615 \
    99999999999999999999 on off kind strong random alpha-beta depth evaluator resistance ponder resign interval \
    allow_swap game_time current must-play inferior measures /nonexistent {";

fn word() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>());
    prop_oneof![
        8 => words.prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>().prop_filter("one line", |byte| *byte != b'\n'), 0..6),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    (any::<prop::sample::Index>(), prop::collection::vec(word(), 0..4)).prop_map(|(name, words)| {
        let mut line = name.get(&NAMES).clone().into_bytes();
        for word in words {
            line.push(b' ');
            line.extend(word);
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_command_gets_one_answer(lines in prop::collection::vec(line(), 1..25)) {
        let n_lines = lines.len();
        let mut input = lines.join(&b'\n');
        input.extend(b"\nname\n");
        let answers = answers(input);
        prop_assert_eq!(answers.len(), n_lines + 1);
        prop_assert_eq!(answers[n_lines].result.as_deref(), Ok("Tesuji"));
    }
}

#[test]
fn every_command_is_answered_without_arguments_and_with_too_many() {
    for name in &*NAMES {
        for arguments in ["", "b", "b a1", "b a1 c3", "measures w", "x y z 0 1 2 3 4 5"] {
            let answers = answers(format!("play b b2\n{name} {arguments}\nname\n").into_bytes());
            assert_eq!(answers.len(), 3, "{name} {arguments}: {answers:#?}");
            assert_eq!(answers[2].result.as_deref(), Ok("Tesuji"), "{name} {arguments}");
        }
    }
}
