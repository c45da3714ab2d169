//! Board diagrams of HexWiki: `<hexboard size="4x5" contents="R c1 B 1:b3 E *:a2"/>` and the older
//! `<hex>R4 C5 Vc1 Hb3 Sa2</hex>`.
//!
//! Sizes are rows x columns. Red, our Black, joins top and bottom. In `contents`, `R`, `B`, `E` and `S` say what the
//! cells after them are: red, blue, empty or (in addition) shaded. `label:cell` writes on a cell. In `contents` and in
//! `visible`, several cells at once may be written as `a1--c3` (a block), `line(a1,c3)`, `area(a5,e5,c1)` (a polygon
//! with its border) or `all`. A list in `visible` that starts with `-` starts from the whole board. Cells after a `-`
//! are hidden; cells after a `+`, and cells before any sign, are shown.
//!
//! Cells that are not visible become [`Mark::Outside`]. In the old form, `V` and `R` are red stones and `H` and `B`
//! blue ones, optionally with a number (`R5e4`). `S` and `P` write a star or plus, `M` numbers moves, and `Q` or `labels`
//! asks for coordinates. `3:RB.S` is the third row, a sign for each cell. Cells alone are stones of what the word before
//! them says: `red`, `blue`, or `play`, in which Red begins and colours alternate; `numbered` after it numbers them.
//! `border` and `B:on` change nothing here.

use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, Player, RIGHT, TOP, column_name, parse_cell_name};

use super::cell_lists::{CellItem, CellLists};
use super::{Inexpressible, Notation, NotationError};
use crate::{Diagram, Mark};

/// The longest label. It is meant for one cell, but a list may write it on all cells.
const LONGEST_LABEL: usize = 64;

const EDGE_NAMES: [(&str, usize); 4] = [("top", TOP), ("bottom", BOTTOM), ("left", LEFT), ("right", RIGHT)];

/// Whether coordinates are drawn around the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// The default of the notation.
    Default,
    /// Drawn.
    Show,
    /// Not drawn.
    Hide,
}

/// A diagram as the wiki's text describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexBoard {
    /// The board; when read, only `Empty`, `Stone` and `Outside` occur.
    pub diagram: Diagram,
    /// Whether coordinates are drawn.
    pub coordinates: Coordinates,
    /// The cells of a block `play` in the order of play, if there is one.
    pub moves: Vec<Cell>,
}

impl HexBoard {
    /// Whether it shows only a part of a board: some cells are hidden, or some edges are not drawn.
    #[must_use]
    pub fn is_part(&self) -> bool {
        self.diagram.edges != [true; 4] || !self.diagram.cells_marked(Mark::Outside).is_empty()
    }
}

/// Reads the first diagram in a text, in either form.
///
/// # Errors
///
/// If there is none, or at the first thing in it that does not belong there.
pub fn read(text: &str) -> Result<HexBoard, NotationError> {
    let new = text.find("<hexboard");
    let old = text.find("<hex>");
    match (new, old) {
        (Some(new), old) if old.is_none_or(|old| new < old) => read_new(text, new + "<hexboard".len()),
        (_, Some(old)) => read_old(text, old + "<hex>".len()),
        _ => Err(NotationError::unexpected(Notation::HexWiki, text, 0, "`<hexboard` or `<hex>`")),
    }
}

/// An attribute of a tag: name, value and where the value starts.
struct Attribute<'a> {
    name: &'a str,
    value: &'a str,
    start: usize,
}

fn read_new(text: &str, start: usize) -> Result<HexBoard, NotationError> {
    let attributes = attributes(text, start)?;
    let find = |name: &str| attributes.iter().find(|attribute| attribute.name == name);
    let fault = |offset: usize, expected: &str| NotationError::unexpected(Notation::HexWiki, text, offset, expected);
    let size = find("size").ok_or_else(|| fault(start, "the attribute size=\"ROWSxCOLUMNS\""))?;
    let sides = size.value.split_once('x').map(|(rows, columns)| (columns.trim().parse(), rows.trim().parse()));
    let Some((Ok(columns), Ok(rows))) = sides else {
        return Err(fault(size.start, "a size as ROWSxCOLUMNS"));
    };
    let mut diagram = Diagram::new(columns, rows, Mark::Empty)
        .map_err(|error| NotationError::new(Notation::HexWiki, text, size.start, error))?;
    if let Some(contents) = find("contents") {
        read_contents(&mut diagram, text, contents)?;
    }
    if let Some(visible) = find("visible") {
        let shown = read_visible(&diagram, text, visible)?;
        for cell in diagram.cells() {
            if !shown.contains(cell) {
                diagram.set(cell, Mark::Outside);
            }
        }
    }
    if let Some(edges) = find("edges") {
        diagram.edges = [edges.value.trim() == "all"; 4];
        for (name, edge) in EDGE_NAMES {
            diagram.edges[edge] |= edges.value.split_ascii_whitespace().any(|word| word == name);
        }
    }
    let coordinates = match find("coords").map(|coords| coords.value.trim()) {
        None => Coordinates::Default,
        Some("hide" | "none") => Coordinates::Hide,
        Some(_) => Coordinates::Show,
    };
    Ok(HexBoard { diagram, coordinates, moves: Vec::new() })
}

/// The attributes up to `>` or `/>`; values are in double or single quotes, or have no spaces.
fn attributes(text: &str, start: usize) -> Result<Vec<Attribute<'_>>, NotationError> {
    let fault = |offset: usize, expected: &str| NotationError::unexpected(Notation::HexWiki, text, offset, expected);
    let mut attributes = Vec::new();
    let mut at = start;
    loop {
        at += text[at..].len() - text[at..].trim_ascii_start().len();
        let rest = &text[at..];
        if rest.starts_with('>') || rest.starts_with("/>") {
            return Ok(attributes);
        }
        let n_letters = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        if n_letters == 0 {
            return Err(fault(at, "an attribute such as contents=\"..\", or `/>`"));
        }
        let name = &rest[..n_letters];
        at += n_letters;
        let Some(rest) = text[at..].strip_prefix('=') else {
            return Err(fault(at, "`=` and a value"));
        };
        at += 1;
        let (open, length) = match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => match rest[1..].find(quote) {
                Some(length) => (1, length),
                None => return Err(fault(text.len(), "the quote that closes a value")),
            },
            _ => (0, rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len())),
        };
        attributes.push(Attribute { name, value: &rest[open..open + length], start: at + open });
        at += length + 2 * open;
    }
}

fn read_contents(diagram: &mut Diagram, text: &str, contents: &Attribute) -> Result<(), NotationError> {
    let lists = CellLists { text, notation: Notation::HexWiki, size: diagram.size() };
    let mut mode = "E";
    // Many words may write on all cells, so only the final labels are copied.
    let mut labels = vec![""; diagram.cells().count()];
    for (start, word) in CellLists::words(contents.value, contents.start) {
        if matches!(word, "R" | "B" | "E" | "S") {
            mode = word;
            continue;
        }
        let (label, list) = word.rsplit_once(':').unwrap_or(("", word));
        if label.len() > LONGEST_LABEL {
            return Err(lists.fault(start, "a label of at most 64 bytes"));
        }
        for cell in lists.cells(list, start + word.len() - list.len())?.iter() {
            match mode {
                "R" => diagram.set(cell, Mark::Stone(Player::Black)),
                "B" => diagram.set(cell, Mark::Stone(Player::White)),
                "E" => diagram.set(cell, Mark::Empty),
                // The text before the colon of a shaded cell is the shade's colour.
                _ => {
                    diagram.shaded.insert(cell);
                }
            }
            if mode != "S" && !label.is_empty() {
                labels[cell.index()] = label;
            }
        }
    }
    let written = diagram.cells().zip(labels).filter(|(_, label)| !label.is_empty());
    diagram.labels = written.map(|(cell, label)| (cell, label.to_owned())).collect();
    Ok(())
}

fn read_visible(diagram: &Diagram, text: &str, visible: &Attribute) -> Result<CellSet, NotationError> {
    let (columns, rows) = diagram.size();
    let lists = CellLists { text, notation: Notation::HexWiki, size: (columns, rows) };
    let mut shown =
        if visible.value.trim_start().starts_with('-') { CellSet::full(columns * rows) } else { CellSet::new() };
    let mut hides = false;
    for item in lists.signed_items(visible.value, visible.start)? {
        match item {
            CellItem::Minus => hides = true,
            CellItem::Plus => hides = false,
            CellItem::Cells(cells) if hides => shown.subtract(&cells),
            CellItem::Cells(cells) => shown.union_with(&cells),
        }
    }
    Ok(shown)
}

fn read_old(text: &str, start: usize) -> Result<HexBoard, NotationError> {
    let fault = |offset: usize, expected: &str| NotationError::unexpected(Notation::HexWiki, text, offset, expected);
    let Some(length) = text[start..].find("</hex>") else {
        return Err(fault(text.len(), "`</hex>`"));
    };
    let words = || CellLists::words(&text[start..start + length], start);
    // Rows, columns and coordinates may come anywhere among the stones; these commands take a bare number.
    let setting = |command: &str| {
        words().find_map(|(at, word)| {
            let number: usize = word.strip_prefix(command)?.parse().ok()?;
            Some((at, number))
        })
    };
    let (Some((size_at, rows)), Some((_, columns))) = (setting("R"), setting("C")) else {
        return Err(fault(start, "the size, as R5 C7"));
    };
    let mut diagram = Diagram::new(columns, rows, Mark::Empty)
        .map_err(|error| NotationError::new(Notation::HexWiki, text, size_at, error))?;
    let mut coordinates = match setting("Q") {
        None => Coordinates::Default,
        Some((_, 0)) => Coordinates::Hide,
        Some(_) => Coordinates::Show,
    };
    let mut next_number = 1;
    let mut block = CellBlock::default();
    for (at, word) in words() {
        let command = word.chars().next().unwrap_or_default();
        let argument = &word[command.len_utf8()..];
        if matches!(command, 'R' | 'C' | 'Q') && argument.parse::<usize>().is_ok() {
            continue;
        }
        match word {
            "border" | "B:on" | "B:off" => continue,
            "labels" => {
                coordinates = Coordinates::Show;
                continue;
            }
            "play" | "red" | "blue" => {
                block = CellBlock { kind: Some(word), moves: std::mem::take(&mut block.moves), ..CellBlock::default() };
                continue;
            }
            "numbered" if block.kind.is_some() => {
                block.is_numbered = true;
                continue;
            }
            _ => {}
        }
        if let Some((number, signs)) = word.split_once(':')
            && let Some(row) = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1))
        {
            for (column, sign) in signs.chars().enumerate() {
                let (mark, label) = match sign {
                    'V' | 'R' => (Mark::Stone(Player::Black), ""),
                    'H' | 'B' => (Mark::Stone(Player::White), ""),
                    'S' | '*' => (Mark::Empty, "*"),
                    'P' | '+' => (Mark::Empty, "+"),
                    '.' | '-' | '_' | 'E' => (Mark::Empty, ""),
                    _ => return Err(fault(at, "a row such as `3:RB.S`")),
                };
                let cell = diagram.cell(column, row).ok_or_else(|| fault(at, "a row that fits the board"))?;
                diagram.set(cell, mark);
                if !label.is_empty() {
                    diagram.labels.insert(cell, label.to_owned());
                }
            }
            continue;
        }
        let name = argument.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &argument[..argument.len() - name.len()];
        let is_bare = block.kind.is_some() && command.is_ascii_lowercase();
        let (mark, label) = match command {
            _ if is_bare => block.next(),
            'V' | 'R' => (Mark::Stone(Player::Black), number.to_owned()),
            'H' | 'B' => (Mark::Stone(Player::White), number.to_owned()),
            'S' | '*' => (Mark::Empty, "*".to_owned()),
            'P' | '+' => (Mark::Empty, "+".to_owned()),
            'M' => {
                let mover = if next_number % 2 == 1 { Player::Black } else { Player::White };
                next_number += 1;
                (Mark::Stone(mover), (next_number - 1).to_string())
            }
            _ => {
                let expected = "one of R C Q V H B S P M * + and its argument, a row such as `3:RB.S`, or `border`, `labels`, \
                                `play`, `red`, `blue`, `numbered`";
                return Err(fault(at, expected));
            }
        };
        let name = if is_bare { word } else { name };
        let (column, row) = parse_cell_name(name, columns, rows)
            .map_err(|error| NotationError::new(Notation::HexWiki, text, at + word.len() - name.len(), error))?;
        let cell = Cell::new(row * columns + column);
        // Stars and pluses may also mark stones.
        if mark != Mark::Empty {
            diagram.set(cell, mark);
        }
        if !label.is_empty() {
            diagram.labels.insert(cell, label);
        }
        if is_bare && block.kind == Some("play") {
            block.moves.push(cell);
        }
    }
    Ok(HexBoard { diagram, coordinates, moves: block.moves })
}

/// Meaning of cells alone in the old form.
#[derive(Default)]
struct CellBlock<'t> {
    /// `play`, `red` or `blue`.
    kind: Option<&'t str>,
    is_numbered: bool,
    /// Number of cells so far.
    n_cells: usize,
    /// The cells of blocks `play` so far.
    moves: Vec<Cell>,
}

impl CellBlock<'_> {
    /// The stone of the next cell, and what is written on it.
    fn next(&mut self) -> (Mark, String) {
        self.n_cells += 1;
        let is_red = match self.kind {
            Some("red") => true,
            Some("blue") => false,
            _ => !self.n_cells.is_multiple_of(2),
        };
        let stone = Mark::Stone(if is_red { Player::Black } else { Player::White });
        (stone, if self.is_numbered { self.n_cells.to_string() } else { String::new() })
    }
}

/// Writes a `<hexboard>`.
///
/// The wiki knows two colours, so `Owner`, `Up` and `Down` are written as red. The title is left out.
///
/// # Errors
///
/// If a label has a space, a quote, `<` or `>`, or is empty.
pub fn write(board: &HexBoard) -> Result<String, Inexpressible> {
    let diagram = &board.diagram;
    let (columns, rows) = diagram.size();
    let name = |cell: Cell| format!("{}{}", column_name(cell.index() % columns), cell.index() / columns + 1);
    let mut text = format!("<hexboard size=\"{rows}x{columns}\"");
    match board.coordinates {
        Coordinates::Default => {}
        Coordinates::Show => text += " coords=\"show\"",
        Coordinates::Hide => text += " coords=\"hide\"",
    }
    if diagram.edges != [true; 4] {
        let edges: Vec<&str> =
            EDGE_NAMES.into_iter().filter(|&(_, edge)| diagram.edges[edge]).map(|(name, _)| name).collect();
        text += &format!(" edges=\"{}\"", if edges.is_empty() { "none".to_owned() } else { edges.join(" ") });
    }
    let hidden = diagram.cells_marked(Mark::Outside);
    if !hidden.is_empty() {
        let shown: Vec<String> = diagram.cells().filter(|&cell| !hidden.contains(cell)).map(name).collect();
        text += &format!(" visible=\"{}\"", shown.join(" "));
    }
    let mut contents = Vec::new();
    for letter in ["R", "B", "E"] {
        let belongs = |cell: &Cell| match diagram.mark(*cell) {
            Mark::Stone(Player::White) => letter == "B",
            Mark::Stone(Player::Black) | Mark::Owner | Mark::Up | Mark::Down => letter == "R",
            Mark::Empty => letter == "E" && diagram.labels.contains_key(cell),
            Mark::Outside => false,
        };
        let cells: Vec<Cell> = diagram.cells().filter(belongs).collect();
        if !cells.is_empty() {
            contents.push(letter.to_owned());
        }
        for cell in cells {
            match diagram.labels.get(&cell) {
                None => contents.push(name(cell)),
                Some(label) => contents.push(format!("{}:{}", checked(label)?, name(cell))),
            }
        }
    }
    if !diagram.shaded.is_empty() {
        contents.push("S".to_owned());
        contents.extend(diagram.shaded.iter().map(name));
    }
    Ok(format!("{text} contents=\"{}\"/>", contents.join(" ")))
}

fn checked(label: &str) -> Result<&str, Inexpressible> {
    let bad = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '(' | ')');
    let plain = label.strip_prefix("arrow(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(label);
    if label.is_empty() || plain.contains(bad) {
        return Err(Inexpressible::new(Notation::HexWiki, format!("the label {label:?}")));
    }
    Ok(label)
}
