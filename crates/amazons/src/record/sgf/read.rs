//! From text to a game.

use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_sgf::{Dialect, Property, PropertyError, SgfError, SgfNode, Tree, compose, simple_text};

use super::MOST_NODES;
use super::steps::in_steps;
use crate::record::{Record, RecordError, RecordLine, Variation, play, white_below};
use crate::{Move, Position, Setup, Size};

/// Reads the first game of a file.
///
/// # Errors
///
/// [`RecordError`] if the text is not SGF of Amazons, a property makes no sense, or a move is not legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let tree = tree(text)?;
    game(&tree, tree.roots[0])
}

/// Reads the nodes of a file with all its games.
///
/// # Errors
///
/// If the text is not SGF, or exceeds a bound.
pub fn tree(text: &str) -> Result<Tree, SgfError> {
    Tree::read(text.trim_start_matches('\u{feff}'), Dialect::standard(MOST_NODES))
}

/// The game that begins with this node of a file.
///
/// # Errors
///
/// [`RecordError`] if it is not Amazons, a property makes no sense, or a move is not legal.
pub fn game(tree: &Tree, first: usize) -> Result<Record, RecordError> {
    let root = &tree.nodes[first];
    let number = root.property("GM").and_then(single).and_then(|game| game.trim().parse::<i32>().ok());
    if number == Some(1)
        && let Some(record) = in_steps(tree, first)
    {
        return Ok(record);
    }
    if number != Some(18) {
        return Err(RecordError::OtherGame);
    }
    let setup = start(tree, first)?;
    let position = Position::new(&setup)?;
    let mut record = Record::new(setup);
    heading(&mut record, root);
    record.main = read_line(tree, first, position, 0, SetUp::Possible)?;
    Ok(record)
}

/// Result, names, event and date.
pub(super) fn heading(record: &mut Record, root: &SgfNode) {
    for property in &root.properties {
        let Some(text) = single(property) else { continue };
        match property.name.as_str() {
            "RE" => record.result = simple_text(text),
            "PB" => record.players[Player::Black.index()] = simple_text(text),
            "PW" => record.players[Player::White.index()] = simple_text(text),
            "EV" => record.event = simple_text(text),
            "DT" => record.date = simple_text(text),
            _ => {}
        }
    }
}

/// The value of a property that has only one.
fn single(property: &Property) -> Option<&str> {
    match &*property.values {
        [value] => Some(value),
        _ => None,
    }
}

/// The position before the first move, and who makes that move.
fn start(tree: &Tree, root: usize) -> Result<Setup, RecordError> {
    let size = size(&tree.nodes[root])?;
    let mut told = SgfSetup::default();
    let mut first = None;
    for node in tree.main_line(root) {
        for property in &node.properties {
            told.apply(property, size)?;
        }
        first = node.properties.iter().find_map(mv);
        if first.is_some() {
            break;
        }
    }
    let first_player = first.as_ref().map(|(player, _)| *player);
    let to_move = told.to_move.or(first_player).unwrap_or(Player::Black);
    if told.has_amazons {
        return Ok(told.on(Setup { to_move, ..Setup::empty(size) }));
    }
    let side = usize::from(size.columns);
    let Some(below) = white_below(side, to_move).filter(|setup| setup.size == size) else {
        let found = size.to_string();
        return Err(fault("SZ", &found, 0, "AB and AW, as no usual start is known for this board"));
    };
    let red_bean = told.on(Setup { to_move, ..Setup::standard(side)? });
    let play_strategy = told.on(below);
    // If a first move is not possible in one convention, the file follows the other.
    let can_begin = |setup: &Setup| match &first {
        Some((_, text)) => {
            read_move(size, text).is_some_and(|mv| Position::new(setup).is_ok_and(|position| position.is_legal(mv)))
        }
        None => to_move == Player::Black,
    };
    Ok(if !can_begin(&red_bean) && (first.is_none() || can_begin(&play_strategy)) { play_strategy } else { red_bean })
}

/// Set-up before the first move, as a file states it.
#[derive(Default)]
struct SgfSetup {
    has_amazons: bool,
    /// Squares and their contents, 'B', 'W', 'A' or 'E', in the order of the file.
    squares: Vec<(u8, char)>,
    to_move: Option<Player>,
}

impl SgfSetup {
    fn apply(&mut self, property: &Property, size: Size) -> Result<(), RecordError> {
        if property.name == "PL" {
            // The moves show who begins, whatever stands here.
            self.to_move = match property.values[0].trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Some(Player::Black),
                "w" | "white" | "2" => Some(Player::White),
                _ => self.to_move,
            };
        }
        let Some((name, points)) = set_up(property)? else { return Ok(()) };
        self.has_amazons |= name != "AA" && name != "AE";
        let what = name.chars().nth(1).unwrap_or('E');
        for point in points {
            self.squares.extend(read_points(size, name, &point)?.into_iter().map(|square| (square, what)));
        }
        Ok(())
    }

    /// The result of applying this to another start.
    fn on(&self, mut setup: Setup) -> Setup {
        for &(square, what) in &self.squares {
            let is_other = |other: &u8| *other != square;
            setup.black.retain(is_other);
            setup.white.retain(is_other);
            setup.arrows.retain(is_other);
            match what {
                'B' => setup.black.push(square),
                'W' => setup.white.push(square),
                'A' => setup.arrows.push(square),
                _ => {}
            }
        }
        setup.sorted()
    }
}

/// The name and the values of a set-up property, with the values in a fixed order.
fn set_up(property: &Property) -> Result<Option<(&'static str, Vec<String>)>, RecordError> {
    let name = match property.name.as_str() {
        "AB" => "AB",
        "AW" => "AW",
        "AE" => "AE",
        "AA" => return Ok(Some(("AA", property.values.clone()))),
        _ => return Ok(None),
    };
    if property.values.iter().any(|value| value.contains(':') && compose(value).is_none()) {
        return Err(set_up_fault(property));
    }
    let mut points = property.values.clone();
    points.sort_unstable();
    points.dedup();
    Ok(Some((name, points)))
}

fn set_up_fault(property: &Property) -> RecordError {
    let expected = "points of the board, each once; of PL a colour";
    fault(&property.name, &property.values.concat(), 0, expected)
}

/// Columns and rows.
pub(super) fn size(root: &SgfNode) -> Result<Size, RecordError> {
    let said = root.property("SZ").filter(|property| !property.values[0].trim().is_empty());
    let Some(property) = said else { return Ok(Size { columns: 10, rows: 10 }) };
    let sides = single(property).and_then(|value| {
        let (columns, rows) = compose(value).unwrap_or((value, value));
        Some((columns.parse::<u8>().ok()?.into(), rows.parse::<u8>().ok()?.into()))
    });
    match sides {
        Some((columns, rows)) => Ok(Size::new(columns, rows)?),
        None => Err(fault("SZ", &property.values.concat(), 0, "the size as 10 or columns:rows")),
    }
}

/// Whether a node may set up. A set-up holds for the whole file, so every line must pass through it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetUp {
    Possible,
    Over,
}

/// Reads a line from a node on, with the variations that leave it. `n_before` moves were played before.
fn read_line(
    tree: &Tree,
    mut node: usize,
    mut position: Position,
    n_before: usize,
    mut set_ups: SetUp,
) -> Result<RecordLine, RecordError> {
    let mut line = RecordLine::default();
    let size = position.size();
    loop {
        let properties = || tree.nodes[node].properties.iter();
        let n_before_node = n_before + line.moves.len();
        if set_ups == SetUp::Over
            && let Some((name, points)) = properties().map(set_up).find_map(Result::transpose).transpose()?
        {
            let expected = "no set-up after the first move or the first variation";
            return Err(fault(name, &points.concat(), n_before_node, expected));
        }
        for (player, text) in properties().filter_map(mv) {
            let n_moves = n_before + line.moves.len();
            let name = if player == Player::Black { "B" } else { "W" };
            let mv = read_move(size, &text)
                .ok_or_else(|| fault(name, &text, n_moves, "three points of the board: from, to, arrow"))?;
            if player != position.to_move() {
                return Err(fault(name, &text, n_moves, "a move of the other player"));
            }
            play(&mut position, mv, n_moves + 1)?;
            line.moves.push(mv);
        }
        // A remark applies after the move of its node, wherever it is written.
        for text in properties().filter(|property| property.name == "C").filter_map(single) {
            remark(&mut line, text);
        }
        let [next, variations @ ..] = &*tree.nodes[node].children else { return Ok(line) };
        let after = line.moves.len();
        if n_before + after > 0 || !variations.is_empty() {
            set_ups = SetUp::Over;
        }
        for &child in variations {
            let variation = read_line(tree, child, position.clone(), n_before + after, set_ups)?;
            line.variations.push(Variation { after, line: variation });
        }
        node = *next;
    }
}

/// Adds a remark after earlier remarks at this place.
fn remark(line: &mut RecordLine, text: &str) {
    let text = tesuji_sgf::text(text);
    if text.is_empty() {
        return;
    }
    let remark = line.comments.entry(line.moves.len()).or_default();
    if !remark.is_empty() {
        remark.push('\n');
    }
    *remark += &text;
}

/// The player and the value, if a property is a move.
fn mv(property: &Property) -> Option<(Player, String)> {
    match property.name.as_str() {
        "B" => Some((Player::Black, property.values.concat())),
        "W" => Some((Player::White, property.values.concat())),
        _ => None,
    }
}

fn read_move(size: Size, text: &str) -> Option<Move> {
    let text = text.trim();
    if text.len() != 6 || !text.is_ascii() {
        return None;
    }
    let square = |start: usize| read_point(size, &text[start..start + 2]);
    Some(Move { from: square(0)?, to: square(2)?, arrow: square(4)? })
}

pub(super) fn read_point(size: Size, text: &str) -> Option<u8> {
    let [column, row] = text.as_bytes() else { return None };
    let [column, row] = [column, row].map(|letter| letter.checked_sub(b'a').unwrap_or(u8::MAX));
    (column < size.columns && row < size.rows).then(|| size.square(column, row))
}

/// The squares of a point or of a rectangle, `aa:cc`.
fn read_points(size: Size, name: &str, text: &str) -> Result<Vec<u8>, RecordError> {
    let corners = match text.trim().split_once(':') {
        Some((one, other)) => [one, other],
        None => [text.trim(); 2],
    };
    let [Some(one), Some(other)] = corners.map(|corner| read_point(size, corner)) else {
        return Err(fault(name, text, 0, "a point of the board"));
    };
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let columns = between(size.column_of(one), size.column_of(other));
    let rows = between(size.row_of(one), size.row_of(other));
    Ok(rows.flat_map(|row| columns.clone().map(move |column| size.square(column, row))).collect())
}

fn fault(property: &str, found: &str, n_moves: usize, expected: &'static str) -> RecordError {
    PropertyError::new(property, found, n_moves, expected).into()
}
