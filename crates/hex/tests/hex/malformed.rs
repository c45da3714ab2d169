//! Any text gives a value or an error that names a place in it, in time proportional to its length.

use proptest::prelude::*;
use tesuji_game::decode;
use tesuji_hex::notation::read;

use crate::every_notation::read_all;

/// Texts of every notation, to be damaged.
const SAMPLES: [&str; 10] = [
    "(;AP[HexGui:0.9]FF[4]GM[11]SZ[5:4]PB[a \\[b\\]]RE[W+Resign]AB[a1][e4]PL[W]C[x];W[c3](;W[pass])(;W[swap]))",
    "(;FF[4]EV[null]PB[p]PW[Schumacher;]]SZ[13]RE[B]SO[littlegolem];W[mf];B[swap];W[kj];B[resign])",
    "https://hexworld.org/board/#11r9c1,b4:sh4g8i8,h3:p:rw",
    "<hexboard size=\"3x4\" edges=\"bottom\" visible=\"-a1 (b1) area(a1,b2,c3)\" contents=\"R arrow(1):c1 S a3--b3\"/>",
    "<hex>R2 C3 Q1 Va1 R5b1 H7c2 Sb2 Ma2</hex>",
    "; name\n-----\n     A   .\n   .   .   X\n .   O   .   .\n---------------\n\n A V\n",
    " a b c\n1 . B . 1\n 2 o A # 2\n  3 W . . 3\n    a b c\n",
    "1. a5, swap-pieces 2. d4 b2c3 pass resign",
    "a5d7f3i13",
    "; t\n\\. x o/\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&decode(&bytes).text);
    }

    #[test]
    fn any_characters(text in "\\PC*") {
        read_all(&text);
    }

    #[test]
    fn characters_that_notations_use(text in "[(;)\\[\\]BWAGMSZC0-9a-z:,.#|<>/=\"' \\\\\\-\\+\n]{0,80}") {
        read_all(&text);
        // After the beginning that each notation needs.
        for start in ["(;GM[11]SZ[9];", "(;SZ[9]SO[littlegolem];", "11,", "<hex>R9 C9 ", "; t\n---\n"] {
            read_all(&format!("{start}{text}"));
        }
        read_all(&format!("<hexboard size=\"9x9\" visible=\"{text}\" contents=\"{text}\"/>"));
        read_all(&format!("<hex>R9 C9 {text}</hex>"));
    }

    #[test]
    fn damaged_texts(
        sample in prop::sample::select(&SAMPLES[..]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any::<char>()), 1..6),
    ) {
        let mut text: Vec<char> = sample.chars().collect();
        for (at, kind, with) in damage {
            let at = at.index(text.len() + 1);
            match kind {
                0 => text.truncate(at),
                1 => text.insert(at, with),
                _ => drop(text.splice(at.saturating_sub(1)..at, [with])),
            }
        }
        read_all(&text.into_iter().collect::<String>());
    }
}

#[test]
fn a_text_of_any_prefix() {
    for sample in SAMPLES {
        assert!(read(sample).is_ok(), "{sample}");
        for end in 0..sample.len() {
            read_all(&sample[..end]);
        }
    }
}

/// Each of these takes minutes if a reader scans the rest of the text, backwards or forwards, at every step.
#[test]
fn long_texts_take_no_longer_than_they_are() {
    const LENGTH: usize = 1 << 18;
    for (start, piece) in [
        ("", "("),
        ("", "(;"),
        ("(;GM[11]SZ[9]", ";B[a1]"),
        ("(;GM[11]SZ[9]", "(;C[x])"),
        ("(;GM[11]SZ[9]C[", "\\]"),
        ("(;GM[11]SZ[9]", "\n"),
        ("(;GM[11]SZ[9]", "AB[a1]"),
        ("(;GM[11]SZ[9]AB", "[a1]"),
        ("(;GM[11]SZ[9]", "x"),
        ("(;SZ[9]SO[littlegolem]C[", "] "),
        ("(;SZ[9]SO[littlegolem]C[", "]x"),
        ("(;SZ[9]SO[littlegolem]C[", "];"),
        ("(;SZ[9];W[aa]", ";B[bb]"),
        ("11,", "a1"),
        ("11,", ":s"),
        ("11,", "\n"),
        ("11", "z"),
        ("11,a", "1"),
        ("", "a1 "),
        ("", "a1"),
        ("", "1."),
        ("", ","),
        ("<hexboard size=\"32x32\" contents=\"", "R a1 "),
        ("<hexboard size=\"32x32\" contents=\"", "x:all "),
        ("<hexboard size=\"32x32\" contents=\"", "("),
        ("<hexboard size=\"32x32\" contents=\"", "line(a1,z9) "),
        ("<hexboard size=\"32x32\" visible=\"", "a1--z9 "),
        ("<hexboard size=\"32x32\" visible=\"", "-("),
        ("<hexboard size=\"32x32\" visible=\"area(a1", ",a1"),
        ("<hexboard size=\"32x32\"", " a=b"),
        ("", "<hexboard "),
        ("<hex>R9 C9 ", "Va1 "),
        ("<hex>", "R"),
        ("", "<hex>"),
        ("", ". "),
        ("", ".\n"),
        ("", ";\n"),
        ("", "-\n"),
        ("", "A .\n"),
        ("A .\n", "\n\n"),
        ("A\n", " .\n. \n"),
        ("A", " ."),
        ("", "|"),
    ] {
        let text: String = start.chars().chain(piece.chars().cycle()).take(LENGTH).collect();
        read_all(&text);
        for end in [")", "])", "\"/>", "</hex>"] {
            read_all(&format!("{text}{end}"));
        }
    }
}
