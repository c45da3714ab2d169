//! Reading a text as games: records, and positions as records without moves.

use tesuji_amazons::record::{self as amazons, Record as AmazonsRecord};
use tesuji_amazons::{Setup, notation as amazons_notation};
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{AnyRecord, GameKind};
use tesuji_go::Diagram as GoDiagram;
use tesuji_go::record::Record as GoRecord;
use tesuji_hex::notation::hexworld::Link;
use tesuji_hex::notation::{self, Notation, ascii, hexwiki, hexworld, move_list};
use tesuji_hex::{Diagram, Mark, Record as HexRecord};
use tesuji_problem::board::file::{self, Unsaid};

use crate::hex_write::numbered_record;
use crate::{FormError, Found, Hints, TextKind, find};

/// A game or a position that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its name in the text; empty if it has none.
    pub id: String,
    /// The game. A position is a game without moves.
    pub record: AnyRecord,
    /// Hex: the picture that the text draws, with labels, shading and what is hidden.
    pub picture: Option<Diagram>,
    /// Hex: the number of moves on the board that a link to HexWorld shows, if it has a cursor.
    pub cursor: Option<usize>,
    /// What was assumed, or not taken over: sentences without a full stop.
    pub notices: Vec<String>,
}

impl Reading {
    fn new(record: impl Into<AnyRecord>) -> Self {
        Self { id: String::new(), record: record.into(), picture: None, cursor: None, notices: Vec::new() }
    }
}

/// Reads all games of a text, whatever the game and the form. There is at least one.
///
/// Moves of Amazons are legal, since its records are read so. Those of Hex and Go are not checked.
///
/// # Errors
///
/// If the text is neither a game nor a position, or has a fault.
pub fn read_games(text: &str, hints: &Hints) -> Result<Vec<Reading>, FormError> {
    let text = text.trim_start_matches('\u{feff}');
    let Found { kind, assumed } = find(text, hints);
    let no_game = |found, advice| Err(FormError::NoGame { found, advice });
    let mut readings = match kind {
        TextKind::Game(GameKind::Hex) | TextKind::Positions(GameKind::Hex) => hex(text, hints, &kind)?,
        TextKind::Game(GameKind::Go) => vec![go(text, hints)?],
        TextKind::Game(GameKind::Amazons) | TextKind::Positions(GameKind::Amazons) => vec![amazons_game(text, hints)?],
        TextKind::Board => vec![board(text)?],
        TextKind::Positions(GameKind::Go) => return no_game("a file of positions of Go", "; `analyze` reads it"),
        TextKind::Problems if hints.game == Some(GameKind::Hex) => hex(text, hints, &kind)?,
        TextKind::Problems => return no_game("a claim", "; `show`, `verify` and `minimize` read it"),
        TextKind::Strategy => return no_game("a strategy", "; `strategy` reads it"),
        TextKind::Certificate => return no_game("a certificate", "; `show` and `check` read it"),
        TextKind::AmazonsResult => return no_game("an exact result of Amazons", "; `check` reads it"),
        TextKind::OtherGame(number) => return Err(FormError::OtherGame(number)),
        TextKind::Empty => return Err(FormError::Empty),
    };
    let n_read = readings.len();
    if let Some(first) = readings.first_mut() {
        first.notices.extend(left_out(text, n_read, &first.record));
    }
    if let Some(assumed) = assumed {
        for reading in &mut readings {
            reading.notices.insert(0, assumed.clone());
        }
    }
    Ok(readings)
}

/// What an SGF file has that was not read. Records of Amazons have variations.
fn left_out(text: &str, n_read: usize, record: &AnyRecord) -> Vec<String> {
    if !text.trim_start().starts_with('(') {
        return Vec::new();
    }
    let (n_variations, n_games) = crate::sgf::n_beside(text);
    let number = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { " is" } else { "s are" });
    let variations = (n_variations > 0 && !matches!(record, AnyRecord::Amazons(_)))
        .then(|| format!("{} left out: only the main line is read", number(n_variations, "variation")));
    let games = (n_games > 0 && n_read == 1)
        .then(|| format!("{} left out: only the first is read", number(n_games, "more game")));
    variations.into_iter().chain(games).collect()
}

fn hex(text: &str, hints: &Hints, kind: &TextKind) -> Result<Vec<Reading>, FormError> {
    if matches!(kind, TextKind::Positions(_)) {
        return positions(text, hints);
    }
    match notation::detect(text) {
        Notation::HexWiki => Ok(vec![picture(hexwiki::read(text)?.diagram)?]),
        Notation::HexWorld if is_one_line(text) => {
            let Link { record, cursor, .. } = hexworld::read(text)?;
            Ok(vec![Reading { cursor, ..Reading::new(record) }])
        }
        Notation::Hdg => {
            let diagrams =
                notation::hdg::read(text).or_else(|error| ascii::read(text).map(|one| vec![one]).map_err(|_| error));
            diagrams?.into_iter().map(picture).collect()
        }
        Notation::Ascii => Ok(vec![picture(ascii::read(text).map_err(FormError::Unknown)?)?]),
        form => {
            let games = notation::read_games(text, hints.size)?;
            let is_unsized = form == Notation::MoveList && hints.size.is_none();
            let usual = move_list::USUAL_SIDES;
            Ok(games
                .into_iter()
                .map(|game| {
                    let (columns, rows) = game.record.size();
                    let notice = format!(
                        "a list of moves has no board: taken for {columns}x{rows}, the smallest of {usual:?} that has them"
                    );
                    Reading {
                        id: game.name,
                        notices: if is_unsized { vec![notice] } else { Vec::new() },
                        ..Reading::new(game.record)
                    }
                })
                .collect())
        }
    }
}

fn is_one_line(text: &str) -> bool {
    !text.trim().contains('\n')
}

/// A picture as a game without moves, or with those that its numbers show.
fn picture(diagram: Diagram) -> Result<Reading, FormError> {
    if let Some(record) = numbered_record(&diagram) {
        return Ok(Reading { picture: Some(diagram), ..Reading::new(record) });
    }
    let n_stones = Player::BOTH.map(|player| diagram.cells_marked(Mark::Stone(player)).len());
    let to_move = if n_stones[0] > n_stones[1] { Player::White } else { Player::Black };
    let position = diagram.position(to_move)?;
    let (columns, rows) = diagram.size();
    let mut record = HexRecord::new(columns, rows)?;
    record.setup = Player::BOTH.map(|player| position.stones(player));
    record.to_move = to_move;
    let is_clear = n_stones[0] == n_stones[1] || n_stones[0] == n_stones[1] + 1;
    let unclear = format!(
        "{} black and {} white stones do not say whose turn it is: taken for {to_move}'s",
        n_stones[0], n_stones[1]
    );
    let notices = if is_clear { Vec::new() } else { vec![unclear] };
    Ok(Reading { picture: Some(diagram), notices, ..Reading::new(record) })
}

fn positions(text: &str, hints: &Hints) -> Result<Vec<Reading>, FormError> {
    let unsaid = Unsaid { size: hints.size, ..Unsaid::default() };
    let mut readings = Vec::new();
    for puzzle in file::parse(text, &unsaid)? {
        let (columns, rows) = puzzle.question.size();
        let mut record = HexRecord::new(columns, rows)?;
        record.setup = [puzzle.question.black, puzzle.question.white];
        record.to_move = puzzle.question.to_move;
        readings.push(Reading { id: puzzle.id, ..Reading::new(record) });
    }
    Ok(readings)
}

fn go(text: &str, hints: &Hints) -> Result<Reading, FormError> {
    let start = text.trim_start();
    if start.starts_with(['(', '{']) {
        let record = GoRecord::read(text)?;
        let notices = record.main_line(usize::MAX).notices.iter().map(ToString::to_string).collect();
        return Ok(Reading { notices, ..Reading::new(record) });
    }
    let is_drawn = text.lines().any(|line| {
        let line = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        !line.is_empty() && line.split_whitespace().all(|sign| sign.len() == 1) && line.contains(['.', 'B', 'W'])
    });
    if is_drawn {
        let fault = |fault: String| FormError::GoText { form: "a drawing", fault };
        let diagram: GoDiagram = text.parse().map_err(|error: tesuji_go::DiagramError| fault(error.to_string()))?;
        let (columns, rows) = diagram.size();
        let mut record = GoRecord::new(BoardSpec::square(columns, rows))?;
        record.setup = diagram.stones().clone();
        record.to_move = Some(Player::Black);
        return Ok(Reading::new(record));
    }
    let (columns, rows) = hints.size.unwrap_or(crate::go_list::USUAL);
    let record = crate::go_list::read(text, (columns, rows))?;
    let notice = format!("a list of moves has no board: taken for {columns}x{rows}");
    Ok(Reading { notices: if hints.size.is_none() { vec![notice] } else { Vec::new() }, ..Reading::new(record) })
}

fn board(text: &str) -> Result<Reading, FormError> {
    let board: BoardSpec = text.trim().parse().map_err(tesuji_go::record::RecordError::from)?;
    Ok(Reading::new(GoRecord::new(board)?))
}

fn amazons_game(text: &str, hints: &Hints) -> Result<Reading, FormError> {
    if text.trim().is_empty() {
        return Err(FormError::Empty);
    }
    if !amazons::is_game(text) {
        let setup = amazons_notation::read_setup(text).map_err(amazons::RecordError::from)?;
        return Ok(Reading::new(AmazonsRecord::new(setup)));
    }
    let (columns, rows) = hints.size.unwrap_or((10, 10));
    let size = tesuji_amazons::Size::new(columns, rows).map_err(amazons::RecordError::from)?;
    let usual = Setup::standard(columns).ok().filter(|_| columns == rows).ok_or(amazons::RecordError::NoStart(size))?;
    Ok(Reading::new(amazons::read(text, &usual)?))
}
