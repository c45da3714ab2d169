//! Commands: one line each, from the controller to the engine.

use std::fmt;
use std::io::{self, BufRead};

use tesuji_board::file::MAX_BOARD_BYTES;

/// The longest line that is read as a command, in bytes without its end. A board of any shape is one line of JSON.
pub const MOST_COMMAND_BYTES: usize = MAX_BOARD_BYTES + 1024;

/// The largest command id: GTP allows 31 bits.
const MOST_ID: u32 = i32::MAX as u32;

/// One command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The id that the answer has to repeat, if any.
    pub id: Option<u32>,
    /// The name. It is not empty and has no white space.
    pub name: String,
    /// The arguments. None of them is empty or has white space.
    pub arguments: Vec<String>,
    /// Whether a comment began in the middle of the last word, which may then be incomplete.
    pub is_cut: bool,
}

/// Reasons why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The line has more than [`MOST_COMMAND_BYTES`].
    #[error("a line longer than {MOST_COMMAND_BYTES} bytes, expected a command")]
    TooLong,
    /// A number with nothing after it.
    #[error("expected a command after the id {id}")]
    NoName {
        /// The id, which the answer repeats.
        id: u32,
    },
    /// A number that cannot be an id.
    #[error("the id {found} is greater than {MOST_ID}")]
    Id {
        /// Its digits.
        found: String,
    },
}

impl CommandError {
    /// The id for the answer to repeat, if one was read.
    #[must_use]
    pub const fn id(&self) -> Option<u32> {
        match self {
            Self::NoName { id } => Some(*id),
            _ => None,
        }
    }
}

impl Command {
    /// Reads one line: `[id] name arguments`, where `#` starts a comment.
    ///
    /// `None` if the line has nothing but a comment. Control characters are dropped, a tab counts as a space, and bytes
    /// that are not UTF-8 are replaced as in [`String::from_utf8_lossy`].
    ///
    /// # Errors
    ///
    /// If the line is too long, or has an id but no command.
    pub fn parse(line: &[u8]) -> Result<Option<Self>, CommandError> {
        if line.len() > MOST_COMMAND_BYTES {
            return Err(CommandError::TooLong);
        }
        let text = String::from_utf8_lossy(line);
        let (text, comment) = text.split_once('#').map_or((&*text, None), |(text, comment)| (text, Some(comment)));
        let is_cut = comment.is_some() && text.ends_with(|letter: char| !letter.is_whitespace());
        let text: String = text.chars().filter(|&letter| letter == '\t' || !letter.is_control()).collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let id = match words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            None => None,
            Some(digits) => match digits.parse() {
                Ok(id) if id <= MOST_ID => Some(id),
                _ => return Err(CommandError::Id { found: digits }),
            },
        };
        match (words.next(), id) {
            (Some(name), id) => Ok(Some(Self { id, name, arguments: words.collect(), is_cut })),
            (None, Some(id)) => Err(CommandError::NoName { id }),
            (None, None) => Ok(None),
        }
    }
}

impl fmt::Display for Command {
    /// As [`Command::parse`] reads it, without the line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// Meaning of a line to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Nothing, or only a comment. It needs no answer, but it ends an analysis that runs until the next line.
    Blank,
    /// `# interrupt`, with which GoGui asks an engine to finish its current command.
    Interrupt,
    /// A command, which needs an answer.
    Command(Result<Command, CommandError>),
}

/// Commands from a stream, using bounded memory.
#[derive(Debug)]
pub struct CommandReader<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> CommandReader<R> {
    /// Reads from `input`.
    pub const fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line that needs an answer; `None` at the end of the input.
    ///
    /// A line that is too long is skipped to its end. A last line without a line end counts.
    ///
    /// # Errors
    ///
    /// The outer one if the input fails, the inner one as for [`Command::parse`].
    pub fn next_command(&mut self) -> io::Result<Option<Result<Command, CommandError>>> {
        while let Some(line) = self.next_line()? {
            if let Line::Command(command) = line {
                return Ok(Some(command));
            }
        }
        Ok(None)
    }

    /// The next line, whether it needs an answer or not; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input fails.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        if !self.read_line()? {
            return Ok(None);
        }
        Ok(Some(match Command::parse(&self.line).transpose() {
            Some(command) => Line::Command(command),
            None if is_interrupt(&self.line) => Line::Interrupt,
            None => Line::Blank,
        }))
    }

    /// Reads a line without its end. Of a line that is too long, it reads one byte too many. Returns false at the end
    /// of the input.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut is_end = true;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                return Ok(!is_end);
            }
            is_end = false;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = (MOST_COMMAND_BYTES + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let n_read = part.len() + usize::from(end.is_some());
            self.input.consume(n_read);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// Whether this comment is the one that interrupts.
fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii().strip_prefix(b"#").is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

#[cfg(feature = "testing")]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    fn command(id: Option<u32>, name: &str, arguments: &[&str]) -> Command {
        let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
        Command { id, name: name.to_owned(), arguments, is_cut: false }
    }

    #[test]
    fn a_line_is_a_command() {
        for (line, expected) in [
            ("name", command(None, "name", &[])),
            ("  7\tplay  b d4\r", command(Some(7), "play", &["b", "d4"])),
            ("07 quit #now", command(Some(7), "quit", &[])),
            ("pl\u{7}ay\u{b} w a1", command(None, "play", &["w", "a1"])),
            ("12x y", command(None, "12x", &["y"])),
        ] {
            assert_eq!(Command::parse(line.as_bytes()), Ok(Some(expected)), "{line:?}");
        }
        let cut = Command { is_cut: true, ..command(Some(7), "quit", &["now"]) };
        assert_eq!(Command::parse(b"07 quit now#or later"), Ok(Some(cut)));
        for nothing in ["", " \t\r", "# play b a1", "\u{1}"] {
            assert_eq!(Command::parse(nothing.as_bytes()), Ok(None), "{nothing:?}");
        }
    }

    #[test]
    fn what_is_no_command_says_why() {
        assert_eq!(Command::parse(b"9 # x"), Err(CommandError::NoName { id: 9 }));
        assert_eq!(Command::parse(b"2147483648 x"), Err(CommandError::Id { found: "2147483648".to_owned() }));
        assert_eq!(Command::parse(&vec![b'a'; MOST_COMMAND_BYTES + 1]), Err(CommandError::TooLong));
        assert_eq!(Command::parse(b"\xff\xfe").unwrap().unwrap().name, "\u{fffd}\u{fffd}");
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        let mut input = vec![b'x'; 3 * MOST_COMMAND_BYTES];
        input.extend(b"\n\n# nothing\n1 name\nlast");
        // A small buffer, so that lines are put together from many reads.
        let mut reader = CommandReader::new(BufReader::with_capacity(7, &*input));
        assert_eq!(reader.next_command().unwrap(), Some(Err(CommandError::TooLong)));
        assert_eq!(reader.next_command().unwrap(), Some(Ok(command(Some(1), "name", &[]))));
        assert_eq!(reader.next_command().unwrap(), Some(Ok(command(None, "last", &[]))));
        assert_eq!(reader.next_command().unwrap(), None);
    }

    proptest! {
        #[test]
        fn text_leads_back(id in proptest::option::of(0..=MOST_ID), words in prop::collection::vec("[a-zA-Z0-9_.-]{0,9}[a-z]", 1..5)) {
            let command = Command { id, name: words[0].clone(), arguments: words[1..].to_vec(), is_cut: false };
            prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Ok(Some(command)));
        }
    }
}
