//! Boards as a line of text.
//!
//! | text | board | cells |
//! | --- | --- | --- |
//! | `9x9`, `9`, `square:9x9` | square lattice, columns first | 81 |
//! | `torus:9x9`, `cylinder:9x9` | the same with both pairs of sides joined, or one | 81 |
//! | `hexagon:5`, `triangle:5`, `rhombus:5x4` | triangular lattice, cut to this shape | 61, 15, 20 |
//! | `honeycomb:3`, `kagome:3`, `3.4.6.4:3`, `3.12.12:3`, `4.6.12:3`, `3.3.3.3.6:3` | tiling, cut to a hexagon with this many of its largest polygons per side | 54, 72, .. |
//! | `honeycomb-triangle:3`, .. `honeycomb-rhombus:3x2`, .. | the same, cut to another shape | 22, .. |
//! | `4.8.8:3x2`, `3.3.4.3.4:3x2`, `3.3.3.4.4:3x2` | tiling, cut to columns and rows | 34, 24, 6 |
//! | `penrose:3` | Penrose's rhombs, this many rings of them around a point | 71 |
//! | `cubic:4`, `cubic:5x4x3`, `diamond:4` | lattices of space | 64, 60, 126 |
//! | `cube:5` | the surface of a cube, cells on an edge | 98 |
//! | `ring:12`, `rings:3x12` | a cycle; rings within rings, joined | 12, 36 |
//! | `holes:9x9:E5,E4` | another board without some cells | 79 |
//! | `{"tesuji-board":1, ..}` | any graph, the text of its file | |
//!
//! A text names the same board forever, because matches and records contain it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{CellSet, Cut, FileError, Lattice, Sides, Space, Tiling, Topology, TopologyError, file};

/// A board as plain data that can be written as a line of text. A board file can be part of it.
///
/// ```
/// use tesuji_board::BoardSpec;
///
/// let spec: BoardSpec = "hexagon:3".parse()?;
/// assert_eq!(spec.topology()?.n_cells(), 19);
/// assert_eq!(spec.to_string(), "hexagon:3");
/// assert_eq!("square:9x9".parse::<BoardSpec>()?, BoardSpec::square(9, 9));
/// assert!("hexagon:0".parse::<BoardSpec>().is_err());
/// # Ok::<(), tesuji_board::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardSpec {
    /// [`Topology::lattice`].
    Lattice(Lattice),
    /// [`Topology::tiling`].
    Tiling {
        /// The tiling.
        tiling: Tiling,
        /// The part of it.
        cut: Cut,
    },
    /// [`Topology::rings`].
    Rings {
        /// The number of rings.
        rings: usize,
        /// The number of cells on each.
        on_ring: usize,
    },
    /// [`Topology::penrose`]: the number of rings.
    Penrose(usize),
    /// [`Topology::space`].
    Space(Space),
    /// [`Topology::without`].
    Holes(Box<BoardSpec>, Holes),
    /// Any other graph, stored in full.
    Graph(GraphText),
}

/// The names of the cells that a board lacks, in the order of the cells, each once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Holes(Vec<String>);

/// The text of a board file, in one line, as this crate writes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphText(String);

/// Error of a text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Not a known kind of board.
    #[error(
        "`{0}` is not a board: expected a size such as `9x9`, a kind with its size such as `hexagon:5`, `torus:9x9` or \
         `honeycomb:4`, or the text of a board file"
    )]
    Unknown(String),
    /// A known kind, but not a size for it.
    #[error("`{found}` is not a size for `{kind}`: expected {expected}")]
    Size {
        /// The kind of board.
        kind: String,
        /// The text given as its size, shortened if it is long.
        found: String,
        /// Expected content.
        expected: &'static str,
    },
    /// A hole that is not a cell of the board.
    #[error("the board `{board}` has no cell `{name}` to leave out")]
    Hole {
        /// The board, shortened if it is long.
        board: String,
        /// The name that no cell has.
        name: String,
    },
    /// The text of a file that is not a board.
    #[error(transparent)]
    File(#[from] FileError),
    /// Too large, or too small.
    #[error(transparent)]
    Topology(#[from] TopologyError),
}

/// Columns and rows.
const GRID: &str = "columns and rows such as `9x9`, or one number for both";
/// The side length of a hexagon or triangle.
const SIDE: &str = "one number, at least 1";
/// The sides of a box.
const BOX: &str = "columns, rows and layers such as `5x4x3`, or one number for all";
/// The size of a ring.
const RING: &str = "a number of cells, at least 3";
/// The size of several rings.
const RINGS: &str = "rings and cells of each such as `3x12`";

/// Tilings and the words that name them in text.
const TILINGS: [(&str, Tiling); 9] = [
    ("honeycomb", Tiling::Honeycomb),
    ("kagome", Tiling::Kagome),
    ("3.4.6.4", Tiling::Rhombitrihexagonal),
    ("3.12.12", Tiling::TruncatedHexagonal),
    ("4.6.12", Tiling::TruncatedTrihexagonal),
    ("3.3.3.3.6", Tiling::SnubHexagonal),
    ("4.8.8", Tiling::TruncatedSquare),
    ("3.3.4.3.4", Tiling::SnubSquare),
    ("3.3.3.4.4", Tiling::ElongatedTriangular),
];

/// The kind of cut that a word names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CutKind {
    Hexagon,
    Triangle,
    Rectangle,
}

impl BoardSpec {
    /// The square lattice.
    #[must_use]
    pub const fn square(columns: usize, rows: usize) -> Self {
        Self::Lattice(Lattice { columns, rows, sides: Sides::Open })
    }

    /// Exactly this board, with its names and its drawing; named edges are left out.
    ///
    /// The text is long: where possible, prefer one that says how the board is made.
    #[must_use]
    pub fn of_graph(topology: &Topology) -> Self {
        Self::Graph(GraphText(file::write_line(topology)))
    }

    /// The board.
    ///
    /// # Errors
    ///
    /// If it would have no cell or too many. A `BoardSpec` that was read from text never fails here.
    pub fn topology(&self) -> Result<Topology, BoardError> {
        Ok(match self {
            Self::Lattice(lattice) => Topology::lattice(*lattice)?,
            Self::Tiling { tiling, cut } => Topology::tiling(*tiling, *cut)?,
            Self::Rings { rings, on_ring } => Topology::rings(*rings, *on_ring)?,
            Self::Penrose(rings) => Topology::penrose(*rings)?,
            Self::Space(space) => Topology::space(*space)?,
            Self::Holes(board, Holes(names)) => {
                let whole = board.topology()?;
                let cells: CellSet = names.iter().filter_map(|name| whole.cell(name)).collect();
                whole.without(&cells)?
            }
            Self::Graph(GraphText(text)) => file::read(text)?,
        })
    }

    /// One board for each kind that a text can name, in each of its cuts, except graphs from files. Each is the largest
    /// of its kind with at most `most_cells` cells that has the same number in all places. Several rings have four
    /// times as many cells on a ring as there are rings. The hole is in the middle of a square.
    ///
    /// Kinds whose smallest board is larger are left out. Costs the making of all the smaller boards.
    ///
    /// ```
    /// use tesuji_board::BoardSpec;
    ///
    /// let boards: Vec<String> = BoardSpec::of_each_kind(30).iter().map(|spec| spec.to_string()).collect();
    /// assert_eq!(boards[..5], ["5x5", "torus:5x5", "cylinder:5x5", "holes:5x5:C3", "hexagon:3"]);
    /// assert!(boards.contains(&"kagome-triangle:3".to_owned()));
    /// ```
    #[must_use]
    pub fn of_each_kind(most_cells: usize) -> Vec<Self> {
        let names = |size: usize, kind: &str| match kind {
            "rings" => format!("rings:{size}x{}", 4 * size),
            "holes" => format!("holes:{size}x{size}:{}", crate::square_cell_name(size / 2, size / 2, size)),
            _ => format!("{kind}:{size}"),
        };
        let lattices = ["square", "torus", "cylinder", "holes", "hexagon", "triangle", "rhombus"].map(str::to_owned);
        let cuts = |&(word, tiling): &(&'static str, Tiling)| {
            let cuts: &'static [&str] = if tiling.is_hexagonal() { &["", "-triangle", "-rhombus"] } else { &[""] };
            cuts.iter().map(move |cut| format!("{word}{cut}"))
        };
        let others = ["ring", "rings", "penrose", "cubic", "diamond", "cube"].map(str::to_owned);
        let kinds = lattices.into_iter().chain(TILINGS.iter().flat_map(cuts)).chain(others);
        let largest = |kind: String| {
            let boards = (1..=most_cells).map(|size| names(size, &kind).parse::<Self>());
            // The smallest size of some kinds is 2 or 3.
            let boards = boards.skip_while(Result::is_err).map_while(Result::ok);
            let fits = |spec: &Self| spec.topology().is_ok_and(|board| board.n_cells() <= most_cells);
            boards.take_while(fits).last()
        };
        kinds.filter_map(largest).collect()
    }

    /// Columns and rows of a square lattice without joined sides.
    #[must_use]
    pub const fn square_size(&self) -> Option<(usize, usize)> {
        match self {
            Self::Lattice(Lattice { columns, rows, sides: Sides::Open }) => Some((*columns, *rows)),
            _ => None,
        }
    }
}

impl FromStr for BoardSpec {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        let spec = if text.starts_with('{') {
            Self::of_graph(&file::read(text)?)
        } else if let Some(rest) = text.strip_prefix("holes:") {
            holes(rest)?
        } else {
            made(text)?
        };
        spec.topology()?;
        Ok(spec)
    }
}

/// A board given by its kind and size.
fn made(text: &str) -> Result<BoardSpec, BoardError> {
    let (kind, size) = text.split_once(':').unwrap_or(("square", text));
    let wrong = |expected| BoardError::Size { kind: short(kind), found: short(size), expected };
    let grid = || pair(size).ok_or_else(|| wrong(GRID));
    let lattice = |sides| grid().map(|(columns, rows)| BoardSpec::Lattice(Lattice { columns, rows, sides }));
    match kind {
        "square" => {
            // A text without a colon need not be meant as a size.
            let is_size = text.contains(':') || text.starts_with(|letter: char| letter.is_ascii_digit());
            return if is_size { lattice(Sides::Open) } else { Err(BoardError::Unknown(short(text))) };
        }
        "torus" => return lattice(Sides::Torus),
        "cylinder" => return lattice(Sides::Cylinder),
        "ring" => {
            let on_ring = number(size).filter(|&cells| cells >= 3).ok_or_else(|| wrong(RING))?;
            return Ok(BoardSpec::Rings { rings: 1, on_ring });
        }
        "rings" => {
            let both = size.contains('x').then(|| pair(size)).flatten().filter(|&(_, cells)| cells >= 3);
            let (rings, on_ring) = both.ok_or_else(|| wrong(RINGS))?;
            return Ok(BoardSpec::Rings { rings, on_ring });
        }
        "penrose" => return number(size).map(BoardSpec::Penrose).ok_or_else(|| wrong(SIDE)),
        "diamond" | "cube" => {
            let space = if kind == "cube" { Space::Cube } else { Space::Diamond };
            let side = number(size).filter(|&side| side > 1).ok_or_else(|| wrong("one number, at least 2"))?;
            return Ok(BoardSpec::Space(space(side)));
        }
        "cubic" => {
            let sides: Option<Vec<usize>> = size.split('x').map(number).collect();
            return match sides.as_deref() {
                Some(&[side]) => Ok(BoardSpec::Space(Space::Cubic([side; 3]))),
                Some(&[columns, rows, layers]) => Ok(BoardSpec::Space(Space::Cubic([columns, rows, layers]))),
                _ => Err(wrong(BOX)),
            };
        }
        _ => {}
    }
    let (tiling, cut) = tiling(kind).ok_or_else(|| BoardError::Unknown(short(text)))?;
    let side = || number(size).ok_or_else(|| wrong(SIDE));
    let cut = match cut {
        CutKind::Hexagon => Cut::Hexagon(side()?),
        CutKind::Triangle => Cut::Triangle(side()?),
        CutKind::Rectangle => grid().map(|(columns, rows)| Cut::Rectangle { columns, rows })?,
    };
    Ok(BoardSpec::Tiling { tiling, cut })
}

/// A tiling with its cut: `hexagon`, `kagome`, `kagome-triangle`, `4.8.8`.
fn tiling(kind: &str) -> Option<(Tiling, CutKind)> {
    const CUTS: [(&str, CutKind); 3] =
        [("hexagon", CutKind::Hexagon), ("triangle", CutKind::Triangle), ("rhombus", CutKind::Rectangle)];
    let cut_of = |word: &str| CUTS.iter().find(|(known, _)| *known == word).map(|(_, cut)| *cut);
    if let Some(cut) = cut_of(kind) {
        return Some((Tiling::Triangular, cut));
    }
    let (word, cut) = kind.split_once('-').map_or((kind, None), |(word, cut)| (word, Some(cut)));
    let (_, tiling) = *TILINGS.iter().find(|(known, _)| *known == word)?;
    let cut = match cut {
        None if tiling.is_hexagonal() => CutKind::Hexagon,
        None => CutKind::Rectangle,
        // A hexagon needs no word, and a tiling that is cut to rectangles has no other cut.
        Some(cut) => cut_of(cut).filter(|&cut| tiling.is_hexagonal() && cut != CutKind::Hexagon)?,
    };
    Some((tiling, cut))
}

/// `9x9:E5,E4`, with the last colon before the names.
fn holes(text: &str) -> Result<BoardSpec, BoardError> {
    let (board, names) = text.rsplit_once(':').ok_or_else(|| BoardError::Size {
        kind: "holes".to_owned(),
        found: short(text),
        expected: "a board and the cells that it lacks, such as `9x9:E5,E4`",
    })?;
    // Only one level: holes in a board with holes can be written in one list.
    let spec = if board.starts_with('{') { BoardSpec::of_graph(&file::read(board)?) } else { made(board)? };
    let whole = spec.topology()?;
    let mut cells = CellSet::new();
    for name in names.split(',').map(str::trim) {
        let cell = whole.cell_in_any_case(name);
        let missing = || BoardError::Hole { board: short(board), name: short(name) };
        cells.insert(cell.ok_or_else(missing)?);
    }
    let names = cells.iter().map(|cell| whole.name(cell).to_owned()).collect();
    Ok(BoardSpec::Holes(Box::new(spec), Holes(names)))
}

/// `9x7`, or `9` for `9x9`.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    Some((number(columns)?, number(rows)?))
}

/// A number of at most a few digits, at least 1.
fn number(text: &str) -> Option<usize> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number > 0)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for BoardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lattice(Lattice { columns, rows, sides }) => {
                let kind = match sides {
                    Sides::Open => "",
                    Sides::Cylinder => "cylinder:",
                    Sides::Torus => "torus:",
                };
                write!(f, "{kind}{columns}x{rows}")
            }
            Self::Tiling { tiling, cut } => {
                let word = TILINGS.iter().find(|(_, known)| known == tiling).map(|(word, _)| *word);
                let cut_word = match cut {
                    Cut::Hexagon(_) => "hexagon",
                    Cut::Triangle(_) => "triangle",
                    Cut::Rectangle { .. } => "rhombus",
                };
                match (word, cut) {
                    (None, _) => f.write_str(cut_word),
                    (Some(word), Cut::Hexagon(_)) => f.write_str(word),
                    (Some(word), Cut::Rectangle { .. }) if !tiling.is_hexagonal() => f.write_str(word),
                    (Some(word), _) => write!(f, "{word}-{cut_word}"),
                }?;
                match cut {
                    Cut::Hexagon(side) | Cut::Triangle(side) => write!(f, ":{side}"),
                    Cut::Rectangle { columns, rows } => write!(f, ":{columns}x{rows}"),
                }
            }
            Self::Rings { rings: 1, on_ring } => write!(f, "ring:{on_ring}"),
            Self::Rings { rings, on_ring } => write!(f, "rings:{rings}x{on_ring}"),
            Self::Penrose(rings) => write!(f, "penrose:{rings}"),
            Self::Space(Space::Cubic([columns, rows, layers])) => write!(f, "cubic:{columns}x{rows}x{layers}"),
            Self::Space(Space::Diamond(side)) => write!(f, "diamond:{side}"),
            Self::Space(Space::Cube(side)) => write!(f, "cube:{side}"),
            Self::Holes(board, Holes(names)) => write!(f, "holes:{board}:{}", names.join(",")),
            Self::Graph(GraphText(text)) => f.write_str(text),
        }
    }
}

/// As its text.
impl Serialize for BoardSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BoardSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(feature = "testing")]
mod tests;
