//! Reading a text as games: records, and positions as records without moves.

use tesuji_amazons::record::{self as amazons, Record as AmazonsRecord};
use tesuji_amazons::{Setup, notation as amazons_notation};
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{AnyRecord, GameKind};
use tesuji_game::moves::{ListedMoves, is_gtp};
use tesuji_go::Diagram as GoDiagram;
use tesuji_go::record::sgf::{self as go_sgf, SgfGame};
use tesuji_go::record::{Record as GoRecord, govariants};
use tesuji_hex::notation::hexworld::HexWorldLink;
use tesuji_hex::notation::sgf::Collection;
use tesuji_hex::notation::{self, Notation, NotationError, ascii, hexwiki, hexworld, move_list};
use tesuji_hex::{Diagram, Mark, Record as HexRecord};
use tesuji_problem::board::file::{self, PositionDefaults};

use crate::error::json_fault;
use crate::hex_write::numbered_record;
use crate::sgf::n_variations;
use crate::tidy::starts_sgf;
use crate::{FormError, Found, Hints, Likeness, SgfNames, Text, TextKind, TidyText, abstract_play, whole_sgf};

/// A game or a position that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its name in the text, by which it differs from the others there; empty if it has none.
    pub id: String,
    /// Its place in the text, counted from 1.
    pub number: usize,
    /// Other names in the text: the event, a remark about the game.
    pub names: Vec<String>,
    /// The game. A position is a game without moves.
    pub record: AnyRecord,
    /// Hex: the picture that the text draws, with labels, shading and what is hidden.
    pub picture: Option<Diagram>,
    /// Hex: the number of moves on the board that a link to HexWorld shows, if it has a cursor.
    pub cursor: Option<usize>,
    /// Assumptions and omissions: sentences without a full stop.
    pub notices: Vec<String>,
}

impl Reading {
    pub(crate) fn new(record: impl Into<AnyRecord>) -> Self {
        Self {
            id: String::new(),
            number: 1,
            names: Vec::new(),
            record: record.into(),
            picture: None,
            cursor: None,
            notices: Vec::new(),
        }
    }

    /// Whether something that is looked for is its name, its number, or another of its names.
    #[must_use]
    pub fn is_called(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        is_wanted(&self.id) || is_wanted(&self.number.to_string()) || self.names.iter().any(|name| is_wanted(name))
    }
}

/// Reads all games of a text, as [`Text::games`] does.
///
/// # Errors
///
/// If the text is neither a game nor a position, or has a fault.
pub fn read_games(text: &str, hints: &Hints) -> Result<Vec<Reading>, FormError> {
    Text::new(text, hints).games()
}

impl Text<'_> {
    /// Reads all games of the text, whatever the game and the form. There is at least one.
    ///
    /// Moves of Amazons are legal, since its records are read so. Those of Hex and Go are not checked.
    ///
    /// # Errors
    ///
    /// If the text is neither a game nor a position, or has a fault.
    pub fn games(&self) -> Result<Vec<Reading>, FormError> {
        let Self { tidied: TidyText { text, notices }, found: Found { kind, assumed }, hints } = self;
        let no_game = |found, advice| Err(FormError::NoGame { found, advice });
        let is_sgf = starts_sgf(text.trim_start());
        let is_abstract_play = || abstract_play::kind(text).is_some();
        let mut readings = match kind {
            TextKind::Game(game) if is_sgf => sgf_games(text, *game)?,
            TextKind::Game(_) if is_abstract_play() => abstract_play::read(text)?,
            TextKind::Game(GameKind::Hex) | TextKind::Positions(GameKind::Hex) => hex(text, hints, kind)?,
            TextKind::Game(GameKind::Go) => vec![go(text, hints)?],
            TextKind::Game(GameKind::Amazons) | TextKind::Positions(GameKind::Amazons) => {
                vec![amazons_game(text, hints)?]
            }
            TextKind::Board => vec![board(text)?],
            TextKind::Positions(GameKind::Go) => return no_game("a file of positions of Go", "; `analyze` reads it"),
            TextKind::Problems if hints.game == Some(GameKind::Hex) => hex(text, hints, kind)?,
            TextKind::Problems => return no_game("a claim", "; `show`, `prove` and `claim minimize` read it"),
            TextKind::Strategy => return no_game("a strategy", "; `claim strategy` reads it"),
            TextKind::Certificate => return no_game("a certificate", "; `show` and `check` read it"),
            TextKind::AmazonsResult => return no_game("an exact result of Amazons", "; `check` reads it"),
            TextKind::OtherGame(number) => return Err(FormError::OtherGame(number.clone())),
            TextKind::Address(site) => return Err(FormError::Address(*site)),
            TextKind::Empty => return Err(FormError::Empty),
        };
        for (number, reading) in (1..).zip(&mut readings) {
            reading.number = number;
            reading.notices.splice(0..0, notices.iter().chain(assumed).cloned());
        }
        Ok(readings)
    }
}

/// The games of an SGF file, each with what was not taken over of it.
fn sgf_games(text: &str, kind: GameKind) -> Result<Vec<Reading>, FormError> {
    let (text, cut) = whole_sgf(text, kind);
    let text = &*text;
    let (tree, mut readings) = match kind {
        GameKind::Hex => {
            let collection = Collection::read(text)?;
            let readings = (0..collection.tree.roots.len()).map(|game_idx| hex_sgf_game(&collection, game_idx));
            let readings: Vec<Reading> = readings.collect::<Result<_, _>>()?;
            (collection.tree, readings)
        }
        GameKind::Go => {
            let tree = go_sgf::tree(text).map_err(tesuji_go::record::RecordError::from)?;
            let readings = tree.roots.iter().map(|&root| {
                let SgfGame { record, mut notices } = go_sgf::game(&tree, root)?;
                notices.extend(record.main_line(usize::MAX).notices.iter().map(ToString::to_string));
                Ok(Reading { notices, ..Reading::new(record) })
            });
            let readings: Vec<Reading> = readings.collect::<Result<_, FormError>>()?;
            (tree, readings)
        }
        GameKind::Amazons => {
            let tree = amazons::sgf::tree(text).map_err(amazons::RecordError::from)?;
            let readings = tree.roots.iter().map(|&root| Ok(Reading::new(amazons::sgf::game(&tree, root)?)));
            let readings: Vec<Reading> = readings.collect::<Result<_, FormError>>()?;
            (tree, readings)
        }
    };
    let names = SgfNames::of(&tree);
    for (game_idx, reading) in readings.iter_mut().enumerate() {
        (reading.id, reading.names) = (names.id(game_idx), names.all(game_idx));
    }
    // What breaks off is the last game.
    if let Some(last) = readings.last_mut() {
        last.notices.extend(cut);
    }
    Ok(readings)
}

/// The main line of a game of Hex.
fn hex_sgf_game(collection: &Collection, game_idx: usize) -> Result<Reading, FormError> {
    let tree = &collection.tree;
    let root = tree.roots[game_idx];
    let record = collection.record(tree.main_leaf(root))?;
    let mut notices = Vec::new();
    if !collection.has_size(root) {
        let (columns, rows) = record.size();
        notices.push(format!("the record states no size: taken for {columns}x{rows}, the smallest usual one"));
    }
    let result = tree.nodes[root].value("RE").map_or("", str::trim);
    if record.result.is_none() && !matches!(result, "" | "?") {
        let result: String = result.chars().take(32).collect();
        notices.push(format!("RE[{result}] is no result that is known: it is left out"));
    }
    let n_variations = n_variations(tree, game_idx);
    if n_variations > 0 {
        let are = if n_variations == 1 { " is" } else { "s are" };
        notices.push(format!("{n_variations} variation{are} left out: only the main line is read"));
    }
    Ok(Reading { notices, ..Reading::new(record) })
}

fn hex(text: &str, hints: &Hints, kind: &TextKind) -> Result<Vec<Reading>, FormError> {
    if matches!(kind, TextKind::Positions(_)) {
        return positions(text, hints);
    }
    match notation::detect(text) {
        Notation::HexWiki => {
            let board = hexwiki::read(text)?;
            let played = played(&board.diagram, &board.moves)?;
            Ok(vec![match played {
                Some(record) => Reading { picture: Some(board.diagram), ..Reading::new(record) },
                None => picture(board.diagram)?,
            }])
        }
        Notation::HexWorld if is_one_line(text) => {
            let HexWorldLink { record, cursor, .. } = hexworld::read(text)?;
            Ok(vec![Reading { cursor, ..Reading::new(record) }])
        }
        Notation::Hdg => {
            let diagrams =
                notation::hdg::read(text).or_else(|error| ascii::read(text).map(|one| vec![one]).map_err(|_| error));
            diagrams?.into_iter().map(picture).collect()
        }
        Notation::Ascii => Ok(vec![picture(ascii::read(text).map_err(|error| unknown(text, error))?)?]),
        form => {
            let games = notation::read_games(text, hints.size)?;
            let is_list = form == Notation::MoveList;
            let is_unsized = is_list && hints.size.is_none() && ListedMoves::of(text).size.is_none();
            let n_lines = text.lines().filter(|line| !line.trim().is_empty()).count();
            let is_wrapped = is_list && games.len() == 1 && n_lines > 1 && !is_gtp(text) && !text.contains('.');
            Ok(games
                .into_iter()
                .map(|game| {
                    let (columns, rows) = game.record.size();
                    let notice = format!(
                        "the moves do not name their board: read as {columns}x{rows}, the smallest usual size that fits"
                    );
                    let mut notices = if is_unsized { vec![notice] } else { Vec::new() };
                    if is_wrapped {
                        let notice = "lines are taken for one game: begin each game with `1.` if they are several";
                        notices.push(format!("{n_lines} {notice}"));
                    }
                    Reading { id: game.name, notices, ..Reading::new(game.record) }
                })
                .collect())
        }
    }
}

/// The game of a board whose stones were all listed in the order of play.
fn played(diagram: &Diagram, moves: &[tesuji_board::Cell]) -> Result<Option<HexRecord>, FormError> {
    let n_stones: usize = diagram.stones().iter().map(tesuji_board::CellSet::len).sum();
    if moves.is_empty() || n_stones != moves.len() {
        return Ok(None);
    }
    let (columns, rows) = diagram.size();
    let mut record = HexRecord::new(columns, rows)?;
    moves.iter().for_each(|&cell| record.push(tesuji_hex::Action::Place(cell)));
    Ok(Some(record))
}

/// The error about a text in no known form, which speaks of the form that it looks like most.
fn unknown(text: &str, error: NotationError) -> FormError {
    let start = text.trim_start();
    let small = start.get(..start.floor_char_boundary(400)).unwrap_or_default().to_ascii_lowercase();
    let is_control = |c: char| c.is_control() && !c.is_whitespace() || c == '\u{fffd}';
    let listed = ListedMoves::of(text);
    let is_cell = |mv: &str| {
        let n_letters = mv.bytes().take_while(u8::is_ascii_alphabetic).count();
        (1..=2).contains(&n_letters) && mv.len() > n_letters && mv[n_letters..].bytes().all(|b| b.is_ascii_digit())
    };
    let n_cells = listed.moves.iter().filter(|mv| is_cell(mv.text)).count();
    let n_signs = text.chars().filter(|&c| ".BWXOxobw#-|".contains(c)).count();
    let n_letters = text.chars().filter(|c| !c.is_whitespace()).count();
    let likeness = if text.chars().filter(|&c| is_control(c)).count() * 20 > n_letters {
        Likeness::Binary
    } else if ["<!doctype", "<html", "<head", "<body", "<div"].iter().any(|tag| small.contains(tag)) {
        Likeness::Page
    } else if small.starts_with("[event ") || small.contains("[site \"") {
        Likeness::Chess
    } else if 2 * n_cells >= listed.moves.len().max(1) {
        // The fault of the list, with its place.
        match move_list::read_unsized(text) {
            Err(error) => return FormError::Unknown(Likeness::Moves, error),
            Ok(_) => Likeness::Moves,
        }
    } else if 3 * n_signs >= 2 * n_letters {
        Likeness::Drawing
    } else {
        Likeness::Words
    };
    FormError::Unknown(likeness, error)
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
    let (columns, rows) = diagram.size();
    let mut record = HexRecord::new(columns, rows)?;
    record.setup = diagram.stones();
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
    let unsaid = PositionDefaults { size: hints.size, ..PositionDefaults::default() };
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
    if text.trim_start().starts_with('{') {
        if let Err(error) = serde_json::from_str::<serde_json::Value>(text) {
            return Err(json_fault(text, &error));
        }
        let record = if govariants::is_game(text) { govariants::read(text) } else { GoRecord::read(text) }?;
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
    let (record, is_stated) = crate::go_list::read(text, hints.size)?;
    let notice = format!("the moves do not name their board: read as {}", record.board());
    Ok(Reading { notices: if is_stated { Vec::new() } else { vec![notice] }, ..Reading::new(record) })
}

fn board(text: &str) -> Result<Reading, FormError> {
    if text.trim_start().starts_with(['{', '['])
        && let Err(error) = serde_json::from_str::<serde_json::Value>(text)
    {
        return Err(json_fault(text, &error));
    }
    let board: BoardSpec = text.trim().parse().map_err(tesuji_go::record::RecordError::from)?;
    Ok(Reading::new(GoRecord::new(board)?))
}

fn amazons_game(text: &str, hints: &Hints) -> Result<Reading, FormError> {
    if text.trim().is_empty() {
        return Err(FormError::Empty);
    }
    let is_named = |mv: &tesuji_game::moves::ListedMove<'_>| mv.player.is_some() && mv.text.contains(['-', '/']);
    if !amazons::is_game(text) && !ListedMoves::of(text).moves.iter().any(is_named) {
        let setup = amazons_notation::read_setup(text).map_err(amazons::RecordError::from)?;
        return Ok(Reading::new(AmazonsRecord::new(setup)));
    }
    // Colours and lines of GTP say nothing that the moves do not show.
    let listed = ListedMoves::of(text);
    let (columns, rows) = hints.size.or(listed.size).unwrap_or((10, 10));
    let bare: Vec<&str> = listed.moves.iter().map(|mv| mv.text).collect();
    let bare = bare.join("\n");
    let mut moves = listed.moves.iter().filter(|mv| mv.text.contains('-')).peekable();
    let has_players = moves.peek().is_some() && moves.all(|mv| mv.player.is_some());
    let text = if is_gtp(text) || has_players { &bare } else { text };
    let size = tesuji_amazons::Size::new(columns, rows).map_err(amazons::RecordError::from)?;
    let usual = Setup::standard(columns).ok().filter(|_| columns == rows).ok_or(amazons::RecordError::NoStart(size))?;
    Ok(Reading::new(amazons::read(text, &usual)?))
}
