//! Questions: claims about a part of a board (here), whole positions of Hex ([`board`]), strategies ([`strategy`]), and
//! the files that contain them.
//!
//! A claim with its name and expected answer is a [`Problem`]. A file of problems has one of three forms, which
//! [`parse_file_text`] all reads:
//!
//! * JSON, for programs ([`write_json`]; schema in `docs/problems.schema.json`);
//! * TOML, typed by hand ([`write_toml`]);
//! * a plain diagram under a few headers, for an article or a forum ([`write_diagram`]).
//!
//! HexProver's `.hdg` files and the boards of HexWiki are read too, because they state claims ([`from_diagram`],
//! [`from_hexwiki`]).
//!
//! `docs/PROBLEMS.md` describes all three forms. Not here: positions and games of Hex (crate `hex`), and answers.
//! Reading allocates memory in proportion to the text and never panics: any text yields problems or an error.
//!
//! ```
//! use tesuji_problem::parse_file_text;
//!
//! let problems = parse_file_text("
//!     id:     ziggurat
//!     goal:   A-bottom
//!     expect: holds
//!
//!         a b c d
//!      1  # # A .
//!       2  # . . .
//!        3  . . . .
//! ").unwrap();
//! assert_eq!(problems[0].claim.carrier.len(), 8);
//! assert_eq!(problems[0].expected, Some(true));
//!
//! let error = parse_file_text("id: x\ngoal: top-c3\n\n. o\n").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 2, column 11: `c3`: expected a cell from a1 to b1, or an edge (top, bottom, left, right)"
//! );
//! ```

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod board;
pub mod strategy;

mod cells;
mod diagram_file;
mod draft;
mod drawing;
mod error;
mod goal;
mod json_file;
mod json_source;
mod names;
mod parts;
mod picture;
mod published;
mod text;
mod toml_file;
mod toml_source;
mod wiki;

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_hex::notation::{Notation, detect};
use tesuji_proof::Claim;

pub use diagram_file::write_diagram;
pub use error::{Fault, ProblemError};
pub use goal::{goal_of_text, goal_text};
pub use json_file::write_json;
pub use picture::{PictureError, from_diagram};
pub use published::{PublishedCost, PublishedNodes};
pub use toml_file::write_toml;
pub use wiki::{WikiError, from_hexwiki, to_hexwiki};

/// A claim with its name and, where known, its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Its name, unique in its file: one line, without surrounding blanks.
    pub id: String,
    /// The question.
    pub claim: Claim,
    /// The expected answer.
    pub expected: Option<bool>,
    /// Origin of the position and its answer; one line in files.
    pub origin: Option<String>,
    /// Confirmation of the answer; one line in files.
    pub verified: Option<String>,
    /// The name of a group of problems whose claims must all hold, such as the boards of one expansion; one line in files.
    pub all_of: Option<String>,
    /// Carrier cells known to be needed: the claim becomes false if any one of them is given to the opponent.
    pub needed: Option<CellSet>,
    /// Carrier cells known to be droppable, one at a time.
    pub droppable: Option<CellSet>,
    /// Published cost of the claim for the programs of Mishima et al. 2008.
    pub published: Option<PublishedNodes>,
}

impl Problem {
    /// A claim under a name; nothing else is known.
    #[must_use]
    pub fn new(id: impl Into<String>, claim: Claim) -> Self {
        Self {
            id: id.into(),
            claim,
            expected: None,
            origin: None,
            verified: None,
            all_of: None,
            needed: None,
            droppable: None,
            published: None,
        }
    }
}

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileForm {
    Json,
    Toml,
    Diagram,
    Picture,
    Wiki,
}

/// Reads the problems of a file in any of the three forms, of an `.hdg` file, or of HexWiki's boards. There is at least one, and all ids
/// differ.
///
/// # Errors
///
/// The first fault with its place, see [`ProblemError`].
pub fn parse_file_text(text: &str) -> Result<Vec<Problem>, ProblemError> {
    let problems = match face(text) {
        FileForm::Json => json_file::read(text),
        FileForm::Toml => toml_file::read(text),
        FileForm::Diagram => diagram_file::read(text),
        FileForm::Picture => picture::read(text),
        FileForm::Wiki => wiki::read(text),
    };
    problems.and_then(|problems| unique(text, problems)).map_err(|flaw| flaw.within(text))
}

/// JSON begins with `{`, or with `[` before `{`. In TOML the first line with content is `[table]` or `key = value`.
fn face(text: &str) -> FileForm {
    let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
    let first = symbols.next();
    if first == Some('{')
        || first == Some('[') && !symbols.next().is_some_and(|next| next == '[' || next.is_alphabetic())
    {
        return FileForm::Json;
    }
    match detect(text) {
        Notation::Hdg => return FileForm::Picture,
        Notation::HexWiki => return FileForm::Wiki,
        _ => {}
    }
    let says_something = |line: &&str| !line.is_empty() && !line.starts_with(['#', ';']);
    let line = text.lines().map(str::trim).find(says_something).unwrap_or_default();
    match line.find(['=', ':']) {
        _ if line.starts_with('[') => FileForm::Toml,
        // A header with `=` in the place of its colon does not make a diagram TOML.
        Some(i) if line[i..].starts_with('=') && !diagram_file::has_headers(text) => FileForm::Toml,
        _ => FileForm::Diagram,
    }
}

/// Problems, each with the place of its id.
type Placed = Vec<(std::ops::Range<usize>, Problem)>;

fn unique(file: &str, placed: Placed) -> Result<Vec<Problem>, error::Flaw> {
    check_ids(file, placed.iter().map(|(span, problem)| (span, problem.id.as_str())))?;
    if placed.is_empty() {
        return Err(error::Flaw::new(0..0, Fault::NoProblem));
    }
    Ok(placed.into_iter().map(|(_, problem)| problem).collect())
}

/// Checks that no two of these ids, each given with its place in the file, are the same.
pub(crate) fn check_ids<'p>(
    file: &str,
    ids: impl Iterator<Item = (&'p std::ops::Range<usize>, &'p str)>,
) -> Result<(), error::Flaw> {
    let mut first_uses: BTreeMap<&str, usize> = BTreeMap::new();
    for (span, id) in ids {
        if let Some(first) = first_uses.insert(id, span.start) {
            let first_line = error::line_of(file, first);
            return Err(error::Flaw::new(span.clone(), Fault::Twice { what: "id", name: id.to_owned(), first_line }));
        }
    }
    Ok(())
}

/// The links of a board, each once, in ascending order.
fn links(board: &Topology) -> impl Iterator<Item = (Cell, Cell)> {
    board.cells().flat_map(|a| board.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
}

#[cfg(feature = "testing")]
mod tests;
