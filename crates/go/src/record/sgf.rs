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
//! Faults of properties are reported with their name and the number of moves before them.

use tesuji_board::{BoardSpec, Cell, Player};
use tesuji_sgf::{
    Dialect, Escapes, Node, PROGRAM, Property, PropertyError, Tree, Writer, compose, escaped, plain, points,
    simple_text, size_text,
};

use super::{Record, RecordError, komi};
use crate::notation::{parse_sgf_point, sgf_grid, sgf_point};
use crate::{Komi, Move, Rules};

/// The private property that gives the board.
pub const BOARD: &str = "TSJBOARD";

/// The most nodes that may follow each other: more than any game has, and few enough for the nested tree to be dropped
/// by recursion.
const MOST_NODES: usize = 8192;

/// Reads the main line of the first game of a file.
///
/// # Errors
///
/// [`RecordError`] if the text is not SGF of Go, or a property of the main line makes no sense. The moves need not be
/// legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let tree = Tree::read(text, Dialect::standard(MOST_NODES))?;
    let root = &tree.nodes[tree.roots[0]];
    if root.property("GM").is_some_and(|game| game.values != ["1"]) {
        return Err(RecordError::OtherGame);
    }
    let mut record = Record::new(board(root)?)?;
    check_size(&record, root)?;
    let program = |property: &Property| single(property).and_then(compose).map_or("", |(name, _)| name).to_owned();
    let is_ours =
        root.properties.iter().any(|property| property.name == "AP" && program(property).eq_ignore_ascii_case(PROGRAM));
    for node in tree.main_line(tree.roots[0]) {
        // A remark applies after the move of its node, wherever it is written.
        let is_remark = |property: &&Property| property.name == "C";
        let rest = node.properties.iter().filter(|property| !is_remark(property));
        for property in rest.chain(node.properties.iter().filter(is_remark)) {
            apply(&mut record, property, is_ours)?;
        }
    }
    Ok(record)
}

fn board(root: &Node) -> Result<BoardSpec, RecordError> {
    if let Some(board) = root.value(BOARD) {
        return Ok(board.parse()?);
    }
    Ok(size(root)?.map_or_else(|| BoardSpec::square(19, 19), |(columns, rows)| BoardSpec::square(columns, rows)))
}

/// Columns and rows, if the file has them.
fn size(root: &Node) -> Result<Option<(usize, usize)>, RecordError> {
    let Some(property) = root.property("SZ") else { return Ok(None) };
    let expected = |found: &str| fault("SZ", found, 0, "the size as 19 or columns:rows, at most 52");
    let sides = single(property).and_then(|value| {
        let (columns, rows) = compose(value).unwrap_or((value, value));
        Some((columns.parse::<u8>().ok()?.into(), rows.parse::<u8>().ok()?.into()))
    });
    match sides {
        Some((columns, rows)) if usize::max(columns, rows) > 52 => Err(expected(&format!("{columns}:{rows}"))),
        Some(sides) => Ok(Some(sides)),
        None => Err(expected(&property.values[0])),
    }
}

/// Refuses a file whose two properties give different boards, because its points could be meant on either.
fn check_size(record: &Record, root: &Node) -> Result<(), RecordError> {
    let Some((columns, rows)) = sgf_grid(&record.topology) else { return Ok(()) };
    match size(root)? {
        Some(told) if told != (columns, rows) => {
            let board = record.board.to_string().chars().take(32).collect();
            Err(RecordError::TwoBoards { board, size: size_text(told.0, told.1), expected: size_text(columns, rows) })
        }
        _ => Ok(()),
    }
}

fn apply(record: &mut Record, property: &Property, is_ours: bool) -> Result<(), RecordError> {
    let n_moves = record.moves.len();
    let first = &*property.values[0];
    match (property.name.as_str(), single(property)) {
        ("B", _) => play(record, Player::Black, first)?,
        ("W", _) => play(record, Player::White, first)?,
        // What is no point of Go may be a cell of another board, by name.
        ("AB", _) => set_up(record, Some(Player::Black), &points_or_names(property))?,
        ("AW", _) => set_up(record, Some(Player::White), &points_or_names(property))?,
        ("AE", _) => set_up(record, None, &points_or_names(property))?,
        ("PL", _) if n_moves == 0 => {
            record.to_move = Some(match first.trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Player::Black,
                "w" | "white" | "2" => Player::White,
                _ => return Err(fault("PL", first, n_moves, "B or W")),
            });
        }
        ("KM", single) => {
            // A number in any of its forms, such as +6.50.
            let number = single.and_then(|value| value.parse::<f64>().ok());
            set_komi(record, &number.map_or_else(|| first.to_owned(), |number| number.to_string()), is_ours)?;
        }
        ("HA", single) => match single.and_then(|value| value.parse::<i64>().ok()).filter(|&n_stones| n_stones > 1) {
            Some(n_stones) => {
                let known = usize::try_from(n_stones).ok().filter(|&n_stones| n_stones <= record.topology.n_cells());
                let expected = "no more stones than the board has cells";
                record.handicap = known.ok_or_else(|| fault("HA", first, n_moves, expected))?;
            }
            // 0 and 1 are none.
            None if matches!(first.trim(), "" | "0" | "1") => {}
            None => return Err(fault("HA", first, n_moves, "a number of stones")),
        },
        ("RU", Some(text)) => record.rules = rules(text),
        ("RE", Some(text)) => record.result = simple_text(text),
        ("PB", Some(text)) => record.players[Player::Black.index()] = simple_text(text),
        ("PW", Some(text)) => record.players[Player::White.index()] = simple_text(text),
        ("EV", Some(text)) => record.event = simple_text(text),
        ("DT", Some(text)) => record.date = simple_text(text),
        ("C", Some(text)) => record.remark(n_moves, &tesuji_sgf::text(text)),
        _ => {}
    }
    Ok(())
}

/// The value of a property that has only one.
fn single(property: &Property) -> Option<&str> {
    match &*property.values {
        [value] => Some(value),
        _ => None,
    }
}

/// Points and rectangles one by one, or the values as they are if these are not all points.
fn points_or_names(property: &Property) -> Vec<String> {
    points(&property.values).unwrap_or_else(|| property.values.clone())
}

fn play(record: &mut Record, player: Player, text: &str) -> Result<(), RecordError> {
    let property = letter(player);
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

fn fault(property: &str, found: &str, n_moves: usize, expected: &'static str) -> RecordError {
    PropertyError::new(property, found, n_moves, expected).into()
}

/// The properties of a first node that say which game is played: the board, the komi and the rules. Values are as in a
/// file, escaped where needed.
#[must_use]
pub fn header(board: &BoardSpec, komi: Option<Komi>, rules: Option<&Rules>) -> Vec<(&'static str, String)> {
    let mut header = vec![("GM", "1".to_owned())];
    let grid = board.topology().ok().and_then(|topology| sgf_grid(&topology));
    if board.square_size().is_none() || grid.is_none() {
        header.push((BOARD, escaped(&plain(&board.to_string()), Escapes::Least)));
    }
    if let Some((columns, rows)) = grid {
        header.push(("SZ", size_text(columns, rows)));
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
    let mut file = Writer::new(Escapes::Least);
    file.raw("(").root(header(&record.board, record.komi, record.rules.as_ref()));
    let [black, white] = &record.players;
    let said = [("PB", black), ("PW", white), ("EV", &record.event), ("DT", &record.date), ("RE", &record.result)];
    for (name, value) in said {
        file.text(name, &plain(&value.replace('\n', " ")));
    }
    file.property("HA", Some(record.handicap).filter(|&n_stones| n_stones > 1));
    for (name, cells) in ["AB", "AW"].into_iter().zip(&record.setup) {
        file.property(name, cells.iter().map(|cell: Cell| sgf_point(&record.topology, Move::Place(cell))));
    }
    file.property("PL", record.to_move.map(letter));
    file.text("C", &remark(record, 0));
    for (mv_idx, &(player, mv)) in record.moves.iter().enumerate() {
        file.raw("\n;").property(letter(player), [sgf_point(&record.topology, mv)]);
        file.text("C", &remark(record, mv_idx + 1));
    }
    file.raw(")\n");
    Ok(file.finish())
}

fn remark(record: &Record, n_moves: usize) -> String {
    record.comments.get(&n_moves).map(|text| plain(text)).unwrap_or_default()
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
