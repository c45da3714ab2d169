//! Records as programs write them for the Chinese Computer Games Championship.
//!
//! ```text
//! #[AM][first][second][先手胜][2020.08.23 14:00 重庆][2020 CCGC];
//! 1 d1d7(g7) a7d4(a7)
//! 2 g1e3(e10)
//! ```
//!
//! Origin: no description by the organisers was found. The form is that of several independent programs which write it.
//! They differ in case, in line ends, and in whether the heading is complete. The heading names who moved first, who
//! moved second, who won (先手胜 the first, 后手胜 the second), when and where, and the event. It does not give colours,
//! because programs do not agree on them; here the player who moves first is Black. The board is the usual one of
//! 10x10; the first move shows on which side Black stands.

use super::{Record, RecordError, play, with_amazons_exchanged};
use crate::notation::read_moves;
use crate::{Position, Setup};

/// The first field of the heading, which names the game.
const AMAZONS: &str = "AM";

/// Reads a record.
///
/// # Errors
///
/// If the heading is of another game, something is not a move, or a move is not legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let (heading, _) = text.split_once('\n').unwrap_or((text, ""));
    let (fields, rest) = fields(heading);
    if fields.first() != Some(&AMAZONS) {
        return Err(RecordError::OtherGame);
    }
    // Moves may begin on the line of the heading, after a semicolon. Skipped text is replaced by blanks, so that faults
    // name their place in the whole text.
    let begin = rest.find([';', '；']).map_or(heading.len(), |at| heading.len() - rest.len() + at);
    let moves = blank(&text[..begin]) + &without_numbers(&text[begin..]);
    let usual = Setup::standard(10)?;
    let moves = read_moves(usual.size, &moves)?;
    let below = Position::new(&usual)?;
    let is_above = moves.first().is_some_and(|mv| !below.amazons(below.to_move()).contains(&mv.from));
    let setup = if is_above { with_amazons_exchanged(usual) } else { usual };
    let mut position = Position::new(&setup)?;
    let mut record = Record::new(setup.sorted());
    for (mv, number) in moves.into_iter().zip(1..) {
        play(&mut position, mv, number)?;
        record.main.moves.push(mv);
    }
    let field = |idx: usize| fields.get(idx).map(|field| field.trim()).unwrap_or_default();
    record.players = [field(1), field(2)].map(str::to_owned);
    record.result = match field(3) {
        "先手胜" => "B+".to_owned(),
        "后手胜" => "W+".to_owned(),
        _ => String::new(),
    };
    let (date, place) = field(4).split_once(' ').unwrap_or((field(4), ""));
    let place = place.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ':').trim();
    record.date = date.replace(['.', '/'], "-");
    record.event = [field(5), place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    Ok(record)
}

/// The texts in brackets after the `#`, and what follows them.
fn fields(heading: &str) -> (Vec<&str>, &str) {
    let mut rest = heading.trim_start().trim_start_matches('#');
    let mut fields = Vec::new();
    while let Some((field, behind)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        fields.push(field);
        rest = behind;
    }
    (fields, rest)
}

/// The text with a blank for each character; line ends stay.
fn blank(text: &str) -> String {
    text.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }).collect()
}

/// The moves, with blanks for the numbers before them and for the signs that end a line.
fn without_numbers(text: &str) -> String {
    let text = text.replace([';', '；', '。'], " ");
    let words = text.split_inclusive(|letter: char| letter.is_whitespace());
    let is_number = |word: &str| word.trim_end().trim_end_matches(['.', ':']).bytes().all(|byte| byte.is_ascii_digit());
    words.map(|word| if is_number(word) { blank(word) } else { word.to_owned() }).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::notation::write_move;

    fn moves(record: &Record) -> String {
        let names: Vec<_> = record.main.moves.iter().map(|&mv| write_move(record.setup.size, mv)).collect();
        names.join(" ")
    }

    #[test]
    fn records_of_several_programs_are_read() {
        let expected = "d1-d7/g7 a7-d4/a7 g1-e3/e10";
        for text in [
            "#[AM][先手参赛队][后手参赛队][后手胜][2020.08.23 15:04 重庆][2020 CCGC];\r\n1 d1d7(g7) a7d4(a7)\r\n2 g1e3(e10) ",
            "#[AM][one][two][先手胜][2019/8/1 14:00:00 四川][国赛]；\n1 D1D7(G7) A7D4(A7)\n2 G1E3(E10)\n",
            "\u{feff}#[AM][先手][后手][后/先手胜][2018.08.03 14:00 合肥][2018 CCGC]\n1. d1d7(g7) a7d4(a7)\n2. g1e3(e10)",
            "#[AM][先手参赛队][后手参赛队][先/后手胜]2024.01.02 15:04;\n1 d1d7(g7) a7d4(a7)\n2 g1e3(e10)",
            "#[AM];1 d1d7(g7) a7d4(a7) 2 g1e3(e10)",
        ] {
            let record = read(text).unwrap();
            assert_eq!(moves(&record), expected, "{text}");
            assert_eq!(record.setup, Setup::standard(10).unwrap().sorted());
            assert_eq!(super::super::read(text, &Setup::standard(6).unwrap()).as_ref(), Ok(&record));
        }
        let record = read("#[AM][one][two B][后手胜][2020.08.23 15:04 重庆][2020 CCGC];").unwrap();
        assert_eq!(record.players, ["one", "two B"].map(str::to_owned));
        let told = [&record.result, &record.date, &record.event].map(String::as_str);
        assert_eq!(told, ["W+", "2020-08-23", "2020 CCGC, 重庆"]);
        // A player who moves first from above is also Black.
        let record = read("#[AM][a][b][先手胜];\n1 d10d4(g4) d1d3(a3)").unwrap();
        assert_eq!((moves(&record).as_str(), record.result.as_str()), ("d10-d4/g4 d1-d3/a3", "B+"));
    }

    #[test]
    fn faults_are_told() {
        for (text, message) in [
            ("#[C5][a][b][先手胜];B(J,10)", "not Amazons: expected GM[18]"),
            ("#[AM][a][b];\n1 d1d7(g7) a7d4", "line 2, column 16: expected a square such as d1, found the end"),
            (
                "#[AM][a][b];\n1 d1d7(g7) d1d6(a3)",
                "move 2, d1-d6/a3, is not legal for white: white has no amazon on d1",
            ),
            ("#[AM]\n1 先手", "line 2, column 3: expected a square such as d1, found `先手`"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
