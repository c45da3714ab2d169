//! SGF (`FF[4]`) for Go (`GM[1]`).
//!
//! It reads the main line of the first game: `SZ`, `KM`, `HA`, `RU`, `AB`, `AW`, `AE`, `PL` before the first move, `B`
//! and `W`, `RE`, `PB`, `PW`, `EV`, `DT`, `C`. Other properties are skipped. Without `SZ` the board is 19x19. `RU` is
//! read if its rules have a name here (`Japanese` is the approximation); unknown rules count as not given.
//!
//! A private property of the first node gives boards that are not rectangles of at most 52 columns and rows:
//!
//! ```text
//! (;FF[4]GM[1]TSJBOARD[torus:9x9]SZ[9]KM[7.5];B[ee];W[aa])
//! (;FF[4]GM[1]TSJBOARD[hexagon:3]KM[7.5]AB[A1][B1]PL[W];W[C3];B[])
//! ```
//!
//! Its value is a board as text, or the content of a board file. On a torus or cylinder of at most 52 columns and rows,
//! points are written as on a rectangle. `SZ` is then there for programs that do not know the property, and a different
//! size is refused. On any other board a cell is written by its name, and `SZ` means nothing. An empty value is a pass
//! on every board.
//!
//! `KM` is read as servers write it: whole and half points, quarters as stones of the Chinese count, and the hundredths
//! of Fox (`KM[375]` is 7.5 points, as is `KM[3.75]`; `KM[650]` is 6.5). Any other value of a hundred or more is
//! refused, unless the file is ours.
//!
//! The crate sgf-parse reads the tree. It does not say where a text goes wrong, so faults of properties are reported by
//! their name and the number of moves before them.

use sgf_parse::go::{self, Prop};
use sgf_parse::{Color, GameTree, SgfNode, SimpleText};
use tesuji_board::{BoardSpec, Cell, CellSet, Player};
use tesuji_game::{deepest_line, n_points_of_rectangles};

use super::{Record, RecordError, komi};
use crate::notation::{parse_sgf_point, sgf_grid, sgf_point};
use crate::{Komi, Move, Rules};

/// The private property that gives the board.
pub const BOARD: &str = "TSJBOARD";

/// The name of the program in files that this program wrote.
const OURS: &str = "Tesuji";

/// The most nodes that may follow each other: more than any game has, and few enough for the nested tree to be dropped
/// by recursion.
const MOST_NODES: usize = 8192;

/// The most points that may be listed as rectangles: far more than games need, and read in a moment.
const MOST_POINTS: usize = 1_000_000;

/// Reads the main line of the first game of a file.
///
/// # Errors
///
/// [`RecordError`] if the text is not SGF of Go, or a property of the main line makes no sense. The moves need not be
/// legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    if deepest_line(text) > MOST_NODES {
        return Err(RecordError::Long(MOST_NODES));
    }
    if n_points_of_rectangles(text) > MOST_POINTS {
        return Err(RecordError::Crowded(MOST_POINTS));
    }
    let trees = sgf_parse::parse(text).map_err(|error| RecordError::Sgf(error.to_string().to_lowercase()))?;
    let Some(GameTree::GoGame(root)) = trees.first() else { return Err(RecordError::OtherGame) };
    let mut record = Record::new(board(root)?)?;
    check_size(&record, root)?;
    let is_ours = root
        .properties()
        .any(|property| matches!(property, Prop::AP((name, _)) if name.text.eq_ignore_ascii_case(OURS)));
    for node in root.main_variation() {
        // A remark applies after the move of its node, wherever it is written.
        let is_remark = |property: &&Prop| matches!(property, Prop::C(_));
        let rest = node.properties().filter(|property| !is_remark(property));
        for property in rest.chain(node.properties().filter(is_remark)) {
            apply(&mut record, property, is_ours)?;
        }
    }
    Ok(record)
}

fn board(root: &SgfNode<Prop>) -> Result<BoardSpec, RecordError> {
    let told = root.properties().find_map(|property| match property {
        Prop::Unknown(name, values) if name == BOARD => Some(raw(values)),
        _ => None,
    });
    if let Some(board) = told {
        return Ok(board.parse()?);
    }
    Ok(size(root)?.map_or_else(|| BoardSpec::square(19, 19), |(columns, rows)| BoardSpec::square(columns, rows)))
}

/// Columns and rows, if the file gives them.
fn size(root: &SgfNode<Prop>) -> Result<Option<(usize, usize)>, RecordError> {
    let told = root.properties().find_map(|property| match property {
        Prop::SZ((columns, rows)) => Some(Ok((usize::from(*columns), usize::from(*rows)))),
        Prop::Invalid(name, values) if name == "SZ" => Some(Err(raw(values))),
        _ => None,
    });
    const EXPECTED: &str = "the size as 19 or columns:rows, at most 52";
    match told {
        Some(Ok((columns, rows))) if columns.max(rows) > 52 => {
            Err(fault("SZ", &format!("{columns}:{rows}"), 0, EXPECTED))
        }
        Some(Err(found)) => Err(fault("SZ", &found, 0, EXPECTED)),
        told => Ok(told.and_then(Result::ok)),
    }
}

/// Refuses a file whose two properties give different boards, because its points could be meant on either.
fn check_size(record: &Record, root: &SgfNode<Prop>) -> Result<(), RecordError> {
    let Some((columns, rows)) = sgf_grid(&record.topology) else { return Ok(()) };
    match size(root)? {
        Some(told) if told != (columns, rows) => {
            let board = record.board.to_string().chars().take(32).collect();
            Err(RecordError::TwoBoards { board, size: size_text(told), expected: size_text((columns, rows)) })
        }
        _ => Ok(()),
    }
}

/// The size as `SZ` writes it.
fn size_text((columns, rows): (usize, usize)) -> String {
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

fn apply(record: &mut Record, property: &Prop, is_ours: bool) -> Result<(), RecordError> {
    let n_moves = record.moves.len();
    match property {
        Prop::B(mv) => play(record, Player::Black, &move_text(*mv)),
        Prop::W(mv) => play(record, Player::White, &move_text(*mv)),
        Prop::AB(points) => set_up(record, Some(Player::Black), &point_texts(points)),
        Prop::AW(points) => set_up(record, Some(Player::White), &point_texts(points)),
        Prop::AE(points) => set_up(record, None, &point_texts(points)),
        // Values that the library does not take for points of Go may be names of cells of another board.
        Prop::Invalid(name, values) => match name.as_str() {
            "B" => play(record, Player::Black, &raw(values)),
            "W" => play(record, Player::White, &raw(values)),
            "AB" => set_up(record, Some(Player::Black), values),
            "AW" => set_up(record, Some(Player::White), values),
            "AE" => set_up(record, None, values),
            "PL" if n_moves == 0 => {
                let found = raw(values);
                record.to_move = Some(match found.trim().to_ascii_lowercase().as_str() {
                    "b" | "black" | "1" => Player::Black,
                    "w" | "white" | "2" => Player::White,
                    _ => return Err(fault("PL", &found, n_moves, "B or W")),
                });
                Ok(())
            }
            "KM" => set_komi(record, &raw(values), is_ours),
            // The library knows no handicap below 2; 0 and 1 mean no handicap.
            "HA" if !matches!(raw(values).trim(), "" | "0" | "1") => {
                Err(fault("HA", &raw(values), n_moves, "a number of stones"))
            }
            _ => Ok(()),
        },
        Prop::PL(colour) if n_moves == 0 => {
            record.to_move = Some(if *colour == Color::Black { Player::Black } else { Player::White });
            Ok(())
        }
        Prop::KM(points) => set_komi(record, &points.to_string(), is_ours),
        Prop::HA(n_stones) => {
            let known = usize::try_from(*n_stones).ok().filter(|&n_stones| n_stones <= record.topology.n_cells());
            record.handicap = known.ok_or_else(|| {
                fault("HA", &n_stones.to_string(), n_moves, "no more stones than the board has cells")
            })?;
            Ok(())
        }
        Prop::RU(text) => {
            record.rules = rules(&text.text);
            Ok(())
        }
        Prop::RE(text) => keep(&mut record.result, text),
        Prop::PB(text) => keep(&mut record.players[Player::Black.index()], text),
        Prop::PW(text) => keep(&mut record.players[Player::White.index()], text),
        Prop::EV(text) => keep(&mut record.event, text),
        Prop::DT(text) => keep(&mut record.date, text),
        Prop::C(text) => {
            record.remark(n_moves, &lines(&text.text));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn play(record: &mut Record, player: Player, text: &str) -> Result<(), RecordError> {
    let property = if player == Player::Black { "B" } else { "W" };
    let mv = parse_sgf_point(&record.topology, text.trim());
    let mv =
        mv.ok_or_else(|| fault(property, text, record.moves.len(), "a point of the board, or nothing for a pass"))?;
    record.moves.push((player, mv));
    Ok(())
}

/// Sets stones of `owner`, or removes stones if there is no owner.
fn set_up(record: &mut Record, owner: Option<Player>, points: &[String]) -> Result<(), RecordError> {
    let property = match owner {
        Some(Player::Black) => "AB",
        Some(Player::White) => "AW",
        None => "AE",
    };
    if !record.moves.is_empty() {
        let found = points.first().map_or("", String::as_str);
        return Err(fault(property, found, record.moves.len(), "no set-up after the first move"));
    }
    for point in points {
        let Some(Move::Place(cell)) = parse_sgf_point(&record.topology, point.trim()) else {
            return Err(fault(property, point, 0, "a point of the board"));
        };
        record.setup.iter_mut().for_each(|stones| _ = stones.remove(cell));
        if let Some(owner) = owner {
            record.setup[owner.index()].insert(cell);
        }
    }
    Ok(())
}

/// Sets the komi. In one of our files, a number of points is taken literally.
fn set_komi(record: &mut Record, text: &str, is_ours: bool) -> Result<(), RecordError> {
    let komi = if is_ours { text.trim().parse().ok() } else { komi::read(text) };
    record.komi = Some(komi.ok_or_else(|| fault("KM", text, record.moves.len(), komi::EXPECTED))?);
    Ok(())
}

/// The rules with this name, in the spelling of SGF or in ours.
fn rules(text: &str) -> Option<Rules> {
    match text.trim().to_ascii_lowercase().as_str() {
        "nz" => Some(Rules::NEW_ZEALAND),
        name => name.parse().ok(),
    }
}

/// Rules as text for SGF, which knows some names and accepts any text.
#[must_use]
pub fn rules_text(rules: &Rules) -> String {
    match *rules {
        Rules::AGA => "AGA".to_owned(),
        Rules::CHINESE => "Chinese".to_owned(),
        Rules::NEW_ZEALAND => "NZ".to_owned(),
        Rules::TROMP_TAYLOR => "Tromp-Taylor".to_owned(),
        _ => rules.to_string(),
    }
}

fn keep(place: &mut String, text: &SimpleText) -> Result<(), RecordError> {
    *place = one_line(&lines(&text.text));
    Ok(())
}

fn move_text(mv: go::Move) -> String {
    match mv {
        go::Move::Pass => String::new(),
        go::Move::Move(point) => point_text(point),
    }
}

fn point_text(point: go::Point) -> String {
    let letter = |number: u8| char::from(if number < 26 { b'a' + number } else { b'A' + (number - 26) });
    [point.x, point.y].map(letter).iter().collect()
}

fn point_texts(points: &std::collections::HashSet<go::Point>) -> Vec<String> {
    points.iter().map(|&point| point_text(point)).collect()
}

/// The first value of a property. The library has already removed the escapes from all values.
fn raw(values: &[String]) -> String {
    values.first().cloned().unwrap_or_default()
}

fn fault(property: &str, found: &str, n_moves: usize, expected: &'static str) -> RecordError {
    const MOST_CHARACTERS: usize = 32;
    let found = found.chars().take(MOST_CHARACTERS).collect();
    RecordError::Property { property: property.to_owned(), found, n_moves, expected }
}

/// The properties of a first node that say which game is played: the board, the komi and the rules. Values are as in a
/// file, escaped where needed.
#[must_use]
pub fn header(board: &BoardSpec, komi: Option<Komi>, rules: Option<&Rules>) -> Vec<(&'static str, String)> {
    let mut header = vec![("GM", "1".to_owned())];
    let grid = board.topology().ok().and_then(|topology| sgf_grid(&topology));
    if board.square_size().is_none() || grid.is_none() {
        header.push((BOARD, escaped(&board.to_string())));
    }
    if let Some((columns, rows)) = grid {
        header.push(("SZ", size_text((columns, rows))));
    }
    header.extend(komi.map(|komi| ("KM", komi.to_string())));
    header.extend(rules.map(|rules| ("RU", rules_text(rules))));
    header
}

/// Writes a record as a file of one game.
///
/// # Errors
///
/// [`RecordError::Beyond`] if it has a cell that is not on its board.
pub fn write(record: &Record) -> Result<String, RecordError> {
    record.check_cells()?;
    let mut text = format!("(;FF[4]CA[UTF-8]AP[{OURS}:{}]", env!("CARGO_PKG_VERSION"));
    for (name, value) in header(&record.board, record.komi, record.rules.as_ref()) {
        text += &format!("{name}[{value}]");
    }
    let [black, white] = &record.players;
    let said = [("PB", black), ("PW", white), ("EV", &record.event), ("DT", &record.date), ("RE", &record.result)];
    for (name, value) in said {
        if !value.is_empty() {
            text += &format!("{name}[{}]", escaped(&one_line(value)));
        }
    }
    if record.handicap > 1 {
        text += &format!("HA[{}]", record.handicap);
    }
    let point = |cell: Cell| sgf_point(&record.topology, Move::Place(cell));
    for (name, cells) in ["AB", "AW"].into_iter().zip(&record.setup) {
        text += &list(name, cells, point);
    }
    if let Some(player) = record.to_move {
        text += if player == Player::Black { "PL[B]" } else { "PL[W]" };
    }
    text += &remark(record, 0);
    for (mv_idx, &(player, mv)) in record.moves.iter().enumerate() {
        let name = if player == Player::Black { "B" } else { "W" };
        text += &format!("\n;{name}[{}]{}", sgf_point(&record.topology, mv), remark(record, mv_idx + 1));
    }
    Ok(text + ")\n")
}

fn list(name: &str, cells: &CellSet, point: impl Fn(Cell) -> String) -> String {
    let values: String = cells.iter().map(|cell| format!("[{}]", point(cell))).collect();
    if values.is_empty() { values } else { format!("{name}{values}") }
}

fn remark(record: &Record, n_moves: usize) -> String {
    match record.comments.get(&n_moves) {
        Some(text) if !text.is_empty() => format!("C[{}]", escaped(text)),
        _ => String::new(),
    }
}

/// A text escaped so that nothing in it ends the value. Only spaces and line feeds are sure to be read back unchanged.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars().filter(|&letter| letter == '\n' || !letter.is_control()) {
        if matches!(letter, '\\' | ']') {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}

/// The same text with line feeds at the ends of all lines.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n")
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}
