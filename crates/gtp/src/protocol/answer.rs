//! Answers: `=` or `?`, text, and a blank line, from the engine to the controller.

use std::fmt;

/// Number of characters that an error shows of something that is not an answer.
const MOST_SHOWN: usize = 80;

/// Answer of an engine to one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The id of the command, if it had one.
    pub id: Option<u32>,
    /// The text of a success (`=`) or of a failure (`?`).
    pub result: Result<String, String>,
}

impl fmt::Display for Answer {
    /// Writes it as an engine sends it, including the blank line at the end.
    ///
    /// A blank line inside the text would end the answer, so it gets a space. Control characters other than line ends
    /// and tabs are dropped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        f.write_str(" ")?;
        for (line_idx, line) in text.trim_end().split('\n').enumerate() {
            let line: String = line.chars().filter(|&letter| letter == '\t' || !letter.is_control()).collect();
            match (line_idx, line.is_empty()) {
                (0, _) => f.write_str(&line)?,
                (_, true) => f.write_str("\n ")?,
                (_, false) => write!(f, "\n{line}")?,
            }
        }
        f.write_str("\n\n")
    }
}

/// Reasons why bytes are not an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The line starts with neither `=` nor `?`.
    #[error("expected `=` or `?`, got `{line}`")]
    Mark {
        /// The line or its beginning, with control characters escaped.
        line: String,
    },
    /// The answer does not end within the bound.
    #[error("an answer longer than {most_bytes} bytes")]
    TooLong {
        /// The bound.
        most_bytes: usize,
    },
}

/// Extracts answers from bytes that arrive in pieces.
///
/// Holds no more than the bound it was made with and the last piece.
#[derive(Debug)]
pub struct AnswerReader {
    most_bytes: usize,
    /// Input since the last answer, without control characters and without leading blank lines.
    bytes: Vec<u8>,
    /// Number of bytes since the last answer, of any kind.
    n_fed: usize,
    /// No answer ends before this place in `bytes`.
    n_scanned: usize,
}

impl AnswerReader {
    /// Accepts answers of up to `most_bytes` bytes.
    #[must_use]
    pub const fn new(most_bytes: usize) -> Self {
        Self { most_bytes, bytes: Vec::new(), n_fed: 0, n_scanned: 0 }
    }

    /// Takes the bytes that have arrived.
    pub fn feed(&mut self, piece: &[u8]) {
        self.n_fed += piece.len();
        for &byte in piece {
            let is_kept = match byte {
                b'\n' => !self.bytes.is_empty(),
                b'\t' => true,
                _ => !byte.is_ascii_control(),
            };
            if is_kept {
                self.bytes.push(byte);
            }
        }
    }

    /// Whether only blank lines have arrived since the last answer.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next answer, or `None` until it is complete.
    ///
    /// # Errors
    ///
    /// If what has arrived is not the beginning of an answer, or is too long for one. The reader stays in this state,
    /// because there is no place in the stream to go on from.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, AnswerError> {
        let Some(&mark) = self.bytes.first() else {
            return if self.n_fed > self.most_bytes { Err(self.too_long()) } else { Ok(None) };
        };
        if !matches!(mark, b'=' | b'?') {
            // How much of the line to show is only certain once all of it has arrived.
            let end = self.bytes.iter().position(|&byte| byte == b'\n');
            return match end {
                None if self.bytes.len() < self.most_bytes.min(4 * MOST_SHOWN) => Ok(None),
                end => Err(AnswerError::Mark { line: shown(&self.bytes[..end.unwrap_or(self.bytes.len())]) }),
            };
        }
        let unscanned = &self.bytes[self.n_scanned..];
        let Some(end) = unscanned.windows(2).position(|pair| pair == b"\n\n").map(|at| at + self.n_scanned) else {
            self.n_scanned = self.bytes.len().saturating_sub(1);
            return if self.n_fed > self.most_bytes { Err(self.too_long()) } else { Ok(None) };
        };
        let answer = parse(&self.bytes[..end]);
        self.bytes.drain(..end + 2);
        let n_blank = self.bytes.iter().take_while(|&&byte| byte == b'\n').count();
        self.bytes.drain(..n_blank);
        (self.n_fed, self.n_scanned) = (self.bytes.len(), 0);
        Ok(Some(answer))
    }

    /// Takes the next whole line out of a success that is not complete yet, without its first line. For answers that come
    /// in pieces, such as that of `lz-analyze`: what was taken counts no longer towards the bound.
    pub fn next_line(&mut self) -> Option<String> {
        if self.bytes.first() != Some(&b'=') {
            return None;
        }
        let start = self.bytes.iter().position(|&byte| byte == b'\n')? + 1;
        let length = self.bytes[start..].iter().position(|&byte| byte == b'\n')?;
        if length == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&self.bytes[start..start + length]).into_owned();
        self.bytes.drain(start..=start + length);
        (self.n_fed, self.n_scanned) = (self.bytes.len(), 0);
        Some(line)
    }

    /// Input since the last answer, shortened, with control characters escaped.
    #[must_use]
    pub fn rest(&self) -> String {
        shown(&self.bytes)
    }

    const fn too_long(&self) -> AnswerError {
        AnswerError::TooLong { most_bytes: self.most_bytes }
    }
}

/// Reads the text between the mark, which must be there, and the blank line.
fn parse(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(&bytes[1..]);
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = match text[..n_digits].parse() {
        Ok(id) => (Some(id), &text[n_digits..]),
        Err(_) => (None, &*text),
    };
    let text = text.strip_prefix([' ', '\t']).unwrap_or(text).trim_end().to_owned();
    Answer { id, result: if bytes[0] == b'=' { Ok(text) } else { Err(text) } }
}

/// The beginning of `bytes` as one line of text.
fn shown(bytes: &[u8]) -> String {
    let beginning = &bytes[..bytes.len().min(4 * MOST_SHOWN)];
    let line: String = String::from_utf8_lossy(beginning).escape_debug().take(MOST_SHOWN).collect();
    if line.len() < bytes.len() && line.chars().count() == MOST_SHOWN { line + "…" } else { line }
}

#[cfg(feature = "testing")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOST: usize = 1000;

    fn read_all(pieces: &[&[u8]]) -> (Vec<Answer>, Option<AnswerError>) {
        let mut reader = AnswerReader::new(MOST);
        let mut answers = Vec::new();
        let read = pieces.iter().try_for_each(|piece| {
            reader.feed(piece);
            std::iter::from_fn(|| reader.next_answer().transpose()).try_for_each(|answer| {
                answers.push(answer?);
                Ok(())
            })
        });
        (answers, read.err())
    }

    fn success(id: Option<u32>, text: &str) -> Answer {
        Answer { id, result: Ok(text.to_owned()) }
    }

    #[test]
    fn answers_are_cut_out_of_the_stream() {
        let text = b"=1 GNU Go\n\n\n\n=\n\n\r\n?3 unknown command\r\n\r\n= \n A B\n 1 .\n\n=B4\n\n=12";
        let expected = [
            success(Some(1), "GNU Go"),
            success(None, ""),
            Answer { id: Some(3), result: Err("unknown command".to_owned()) },
            success(None, "\n A B\n 1 ."),
            success(None, "B4"),
        ];
        assert_eq!(read_all(&[text]), (expected.to_vec(), None));
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(read_all(&bytes), (expected.to_vec(), None), "a byte at a time");
    }

    #[test]
    fn what_is_no_answer_is_shown() {
        let mark = |line: &str| (Vec::new(), Some(AnswerError::Mark { line: line.to_owned() }));
        assert_eq!(read_all(&[b"\nhel", b"lo\n"]), mark("hello"));
        assert_eq!(read_all(&["a\u{e4}\u{202e}".as_bytes(), b"\xff\n"]), mark("aä\\u{202e}\u{fffd}"));
        assert_eq!(read_all(&[b"hello"]), (Vec::new(), None), "the line may go on");
        let long = "x".repeat(MOST_SHOWN) + "…";
        assert_eq!(read_all(&[&[b'x'; 4 * MOST_SHOWN]]), mark(&long));
    }

    #[test]
    fn no_answer_is_too_long_for_the_memory() {
        let too_long = Some(AnswerError::TooLong { most_bytes: MOST });
        assert_eq!(read_all(&[b"= ", &[b'x'; MOST]]).1, too_long, "no end");
        assert_eq!(read_all(&[&[b'\n'; MOST + 1]]).1, too_long, "blank lines alone");
        assert_eq!(read_all(&[&[0; MOST + 1]]).1, too_long, "what is left out counts");
        assert_eq!(read_all(&[&b"= \n\n".repeat(MOST)]), (vec![success(None, ""); MOST], None), "many short ones");
    }

    #[test]
    fn a_text_cannot_end_its_answer_early() {
        let answer = success(Some(2), "\na\n\n\nb\u{0}\t\r\n\n");
        assert_eq!(answer.to_string(), "=2 \na\n \n \nb\n\n");
    }

    proptest! {
        #[test]
        fn text_leads_back(id in proptest::option::of(any::<u32>()), text in "[!-~]{0,5}( [!-~]{1,5}){0,3}(\n{1,1} [!-~]{1,9}){0,3}", is_success: bool, n in 1_usize..9) {
            let answer = Answer { id, result: if is_success { Ok(text) } else { Err(text) } };
            let sent = answer.to_string();
            let pieces: Vec<&[u8]> = sent.as_bytes().chunks(n).collect();
            prop_assert_eq!(read_all(&pieces), (vec![answer], None));
        }

        #[test]
        fn any_bytes_are_answers_or_an_error(bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'='), Just(b'?'), any::<u8>()], 0..300), n in 1_usize..50) {
            let pieces: Vec<&[u8]> = bytes.chunks(n).collect();
            prop_assert_eq!(read_all(&pieces), read_all(&[&bytes]), "pieces make no difference");
        }
    }
}
