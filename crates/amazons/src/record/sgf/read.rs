//! From text to a game.

use std::collections::HashSet;

use sgf_parse::unknown_game::Prop;
use sgf_parse::{Color, GameTree, SgfNode};
use tesuji_board::Player;
use tesuji_game::{Game, deepest_line, n_points_of_rectangles};

use super::{MOST_NODES, MOST_POINTS};
use crate::record::{Line, Record, RecordError, Variation, play, white_below};
use crate::{Move, Position, Setup, Size};

/// Reads the first game of a file.
///
/// # Errors
///
/// [`RecordError`] if the text is not SGF of Amazons, a property makes no sense, or a move is not legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    if deepest_line(text) > MOST_NODES {
        return Err(RecordError::Long(MOST_NODES));
    }
    if n_points_of_rectangles(text) > MOST_POINTS {
        return Err(RecordError::Crowded(MOST_POINTS));
    }
    let trees = sgf_parse::parse(text).map_err(|error| RecordError::Sgf(error.to_string().to_lowercase()))?;
    let Some(GameTree::Unknown(root)) = trees.first() else { return Err(RecordError::OtherGame) };
    if !root.properties().any(|property| matches!(property, Prop::GM(18))) {
        return Err(RecordError::OtherGame);
    }
    let setup = start(root)?;
    let position = Position::new(&setup)?;
    let mut record = Record::new(setup);
    for property in root.properties() {
        match property {
            Prop::RE(text) => record.result = one_line(&text.text),
            Prop::PB(text) => record.players[Player::Black.index()] = one_line(&text.text),
            Prop::PW(text) => record.players[Player::White.index()] = one_line(&text.text),
            Prop::EV(text) => record.event = one_line(&text.text),
            Prop::DT(text) => record.date = one_line(&text.text),
            _ => {}
        }
    }
    record.main = read_line(root, position, 0, SetUp::Possible)?;
    Ok(record)
}

/// The position before the first move, and who makes that move.
fn start(root: &SgfNode<Prop>) -> Result<Setup, RecordError> {
    let size = size(root)?;
    let mut told = Told::default();
    let mut first = None;
    for node in root.main_variation() {
        for property in node.properties() {
            told.apply(property, size)?;
        }
        first = node.properties().find_map(mv);
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

/// What a file says about the position before the first move.
#[derive(Default)]
struct Told {
    has_amazons: bool,
    /// Squares and their contents, 'B', 'W', 'A' or 'E', in the order of the file.
    squares: Vec<(u8, char)>,
    to_move: Option<Player>,
}

impl Told {
    fn apply(&mut self, property: &Prop, size: Size) -> Result<(), RecordError> {
        if let Prop::PL(colour) = property {
            self.to_move = Some(if *colour == Color::Black { Player::Black } else { Player::White });
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
fn set_up(property: &Prop) -> Result<Option<(&'static str, Vec<String>)>, RecordError> {
    let sorted = |points: &HashSet<String>| {
        let mut points: Vec<String> = points.iter().cloned().collect();
        points.sort_unstable();
        points
    };
    Ok(Some(match property {
        Prop::AB(points) => ("AB", sorted(points)),
        Prop::AW(points) => ("AW", sorted(points)),
        Prop::AE(points) => ("AE", sorted(points)),
        Prop::Unknown(name, points) if name == "AA" => ("AA", points.clone()),
        Prop::Invalid(name, values) if matches!(name.as_str(), "AB" | "AW" | "AE" | "PL") => {
            return Err(fault(name, &values.concat(), 0, "points of the board, each once; of PL a colour"));
        }
        _ => return Ok(None),
    }))
}

/// Columns and rows.
fn size(root: &SgfNode<Prop>) -> Result<Size, RecordError> {
    let told = root.properties().find_map(|property| match property {
        Prop::SZ((columns, rows)) => {
            Some(Size::new(usize::from(*columns), usize::from(*rows)).map_err(RecordError::from))
        }
        Prop::Invalid(name, values) if name == "SZ" => {
            Some(Err(fault("SZ", &values.concat(), 0, "the size as 10 or columns:rows")))
        }
        _ => None,
    });
    told.unwrap_or(Ok(Size { columns: 10, rows: 10 }))
}

/// Whether a node may set up. A set-up holds for the whole file, so every line must pass through it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetUp {
    Possible,
    Over,
}

/// Reads a line from a node on, with the variations that leave it. `n_before` moves were played before.
fn read_line(
    mut node: &SgfNode<Prop>,
    mut position: Position,
    n_before: usize,
    mut set_ups: SetUp,
) -> Result<Line, RecordError> {
    let mut line = Line::default();
    let size = position.size();
    loop {
        let n_before_node = n_before + line.moves.len();
        if set_ups == SetUp::Over
            && let Some((name, points)) = node.properties().map(set_up).find_map(Result::transpose).transpose()?
        {
            let expected = "no set-up after the first move or the first variation";
            return Err(fault(name, &points.concat(), n_before_node, expected));
        }
        for (player, text) in node.properties().filter_map(mv) {
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
        for property in node.properties() {
            if let Prop::C(text) = property {
                remark(&mut line, &text.text);
            }
        }
        let mut children = node.children();
        let Some(next) = children.next() else { return Ok(line) };
        let after = line.moves.len();
        if n_before + after > 0 || node.children().count() > 1 {
            set_ups = SetUp::Over;
        }
        for child in children {
            let variation = read_line(child, position.clone(), n_before + after, set_ups)?;
            line.variations.push(Variation { after, line: variation });
        }
        node = next;
    }
}

/// Adds a remark after earlier remarks at this place.
fn remark(line: &mut Line, text: &str) {
    let text = lines(text);
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
fn mv(property: &Prop) -> Option<(Player, String)> {
    match property {
        Prop::B(text) => Some((Player::Black, text.clone())),
        Prop::W(text) => Some((Player::White, text.clone())),
        Prop::Invalid(name, values) if name == "B" => Some((Player::Black, values.concat())),
        Prop::Invalid(name, values) if name == "W" => Some((Player::White, values.concat())),
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

fn read_point(size: Size, text: &str) -> Option<u8> {
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

/// The same text with line feeds at the ends of all lines.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n")
}

fn one_line(text: &str) -> String {
    lines(text).replace('\n', " ")
}

fn fault(property: &str, found: &str, n_moves: usize, expected: &'static str) -> RecordError {
    const MOST_CHARACTERS: usize = 32;
    let found = found.chars().take(MOST_CHARACTERS).collect();
    RecordError::Property { property: property.to_owned(), found, n_moves, expected }
}
