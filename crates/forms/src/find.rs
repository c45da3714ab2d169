//! Finding out what a text is.
//!
//! | text | is |
//! | --- | --- |
//! | begins as a certificate does, also in Base64 | a certificate |
//! | SGF | the game that `GM` names. Without `GM` it is Hex if a move is a cell such as `a1`, a swap or a resignation, if the file names Little Golem or its event is one of Hex, or if White begins on an empty board; otherwise Go |
//! | SGF of Go whose moves, three stones each, are legal in Amazons | Amazons |
//! | a link to HexWorld or its fragment, a table of games | Hex |
//! | the address of another site | an address |
//! | HexWiki's board | a claim if only part of a board is shown, or not all edges; otherwise Hex |
//! | JSON, TOML | what its keys say; of Abstract Play the game that it names |
//! | headers such as `goal:` | claims, or a strategy if it has the header `strategy:` |
//! | HexProver's picture | a claim |
//! | FEN, rows between `\|`, Botzone's requests, a record of the CCGC | Amazons |
//! | a list with a move of three squares, such as `d1-d7/g7` or `d1d7,d7g7` | Amazons |
//! | a list of points in capitals, such as `D4 Q16` | Go |
//! | any other list of points, or one with `swap` | Hex |
//! | a drawing whose rows are numbered from the top, or lean to the right | Hex |
//! | a drawing numbered from below | Go if its letters are capitals; Amazons if they are small, if it has arrows, or if it says who moves |
//! | any other drawing | what the asker usually takes ([`Hints::usual`]) |
//! | the name of a board, such as `torus:9x9` | a board |
//!
//! What people paste around all this is taken away first ([`tidied`](crate::tidied)).

use tesuji_board::{BoardError, BoardSpec};
use tesuji_engine::GameKind;
use tesuji_game::moves::{ListedMoves, is_gtp};
use tesuji_go::record::govariants;
use tesuji_hex::notation::{Notation, detect, hexwiki};
use tesuji_proof::Form;

use crate::sgf::{self, SgfContent};
use crate::tidy::starts_sgf;
use crate::{Site, TidyText, abstract_play, sites, tidied};

/// The caller's prior knowledge of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// The game, if it was said: the text is then read as this game.
    pub game: Option<GameKind>,
    /// The game for which a text is taken that could be of several; `None` is Hex.
    pub usual: Option<GameKind>,
    /// Columns and rows, for a list of moves that does not state them.
    pub size: Option<(usize, usize)>,
    /// Whether it is TOML, as the name of its file says.
    pub is_toml: bool,
}

impl Hints {
    /// Nothing but the game that ambiguous texts are taken for.
    #[must_use]
    pub const fn usually(game: GameKind) -> Self {
        Self { game: None, usual: Some(game), size: None, is_toml: false }
    }

    fn usual(&self) -> GameKind {
        self.usual.unwrap_or(GameKind::Hex)
    }
}

/// Kinds of texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// A certificate, in compact or readable form.
    Certificate,
    /// Claims, in any form.
    Problems,
    /// A strategy that a person wrote.
    Strategy,
    /// A file of positions of this game, as TOML or JSON.
    Positions(GameKind),
    /// A game or a position of this game, or several games.
    Game(GameKind),
    /// An exact result of Amazons.
    AmazonsResult,
    /// A board of any shape, by its name or as a file.
    Board,
    /// SGF of a game that is not known here: the value of `GM`.
    OtherGame(String),
    /// The address of a game on a site from which nothing is fetched.
    Address(Site),
    /// Nothing but blanks.
    Empty,
}

/// Recognition of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its kind.
    pub kind: TextKind,
    /// The assumption, as a sentence without a full stop.
    pub assumed: Option<String>,
}

/// A text with what it was found to be.
#[derive(Clone, Debug)]
pub struct Text<'t> {
    /// The text without what people paste around it, and what was left out.
    pub tidied: TidyText<'t>,
    /// Its kind.
    pub found: Found,
    pub(crate) hints: Hints,
}

impl<'t> Text<'t> {
    /// Finds out what a text is. Every text gets an answer; reading shows whether it is right.
    #[must_use]
    pub fn new(text: &'t str, hints: &Hints) -> Self {
        let tidied = tidied(text);
        let text = Self { found: look(&tidied.text, hints), tidied, hints: *hints };
        match hints.game {
            Some(game) => text.of_game(game),
            None => text,
        }
    }

    /// Takes the text for this game if it is a game or a file of positions.
    #[must_use]
    pub fn of_game(mut self, game: GameKind) -> Self {
        if let TextKind::Game(kind) | TextKind::Positions(kind) = &mut self.found.kind {
            *kind = game;
            self.found.assumed = None;
        }
        self.hints.game = Some(game);
        self
    }
}

/// Finds out what a text is, as [`Text::new`] does.
#[must_use]
pub fn find(text: &str, hints: &Hints) -> Found {
    Text::new(text, hints).found
}

fn look(text: &str, hints: &Hints) -> Found {
    let certain = |kind| Found { kind, assumed: None };
    let start = text.trim_start();
    if start.is_empty() {
        return certain(TextKind::Empty);
    }
    if Form::begins(start.as_bytes()) {
        return certain(TextKind::Certificate);
    }
    if starts_sgf(start) {
        return of_sgf(text);
    }
    if is_json(start) {
        return certain(json(text));
    }
    if start.starts_with("#[") {
        return certain(TextKind::Game(GameKind::Amazons));
    }
    let notation = detect(text);
    if notation == Notation::HexWiki {
        let is_part = hexwiki::read(text).is_ok_and(|board| board.is_part());
        return certain(if is_part { TextKind::Problems } else { TextKind::Game(GameKind::Hex) });
    }
    if notation == Notation::HexWorld {
        return certain(TextKind::Game(GameKind::Hex));
    }
    if let Some(kind) = toml(text, hints) {
        return certain(kind);
    }
    if let Some(kind) = headed(text) {
        return certain(kind);
    }
    let is_line = !start.trim_end().contains('\n');
    // The size of a known kind may be wrong; whatever reads it then says so.
    let is_board = match start.trim_end().parse::<BoardSpec>() {
        Ok(_) => true,
        Err(BoardError::Unknown(_) | BoardError::File(_)) => false,
        Err(_) => start.contains(':'),
    };
    if is_line && is_board {
        return certain(TextKind::Board);
    }
    if notation == Notation::GameList {
        return certain(TextKind::Game(GameKind::Hex));
    }
    if let Some(site) = sites::of_text(start) {
        return certain(TextKind::Address(site));
    }
    if is_botzone(start) || is_line && is_amazons_line(start) || has_amazons_move(text) {
        return certain(TextKind::Game(GameKind::Amazons));
    }
    if notation == Notation::MoveList {
        return list(text);
    }
    if notation == Notation::Hdg {
        return certain(TextKind::Problems);
    }
    drawing(text, hints)
}

fn of_sgf(text: &str) -> Found {
    let certain = |kind| Found { kind: TextKind::Game(kind), assumed: None };
    match sgf::game(text) {
        SgfContent::Stated(number) => match number.as_str() {
            "1" => certain(GameKind::Go),
            "11" => certain(GameKind::Hex),
            "18" => certain(GameKind::Amazons),
            _ => Found { kind: TextKind::OtherGame(number.chars().take(16).collect()), assumed: None },
        },
        SgfContent::LooksLikeHex => certain(GameKind::Hex),
        SgfContent::AmazonsInSteps => Found {
            kind: TextKind::Game(GameKind::Amazons),
            assumed: Some(
                "a record of a board for Go, whose stones are moves of Amazons, is taken for that".to_owned(),
            ),
        },
        SgfContent::WhiteBegins => Found {
            kind: TextKind::Game(GameKind::Hex),
            assumed: Some(
                "SGF without `GM` in which White begins is taken for Hex of Little Golem: `--game` says otherwise"
                    .to_owned(),
            ),
        },
        // SGF itself says so.
        SgfContent::Unsaid => certain(GameKind::Go),
    }
}

/// `{`, or `[` before a value. A TOML table is `[name]` or `[[name]]`.
fn is_json(start: &str) -> bool {
    let mut symbols = start.chars().filter(|symbol| !symbol.is_whitespace());
    match symbols.next() {
        Some('{') => true,
        Some('[') => symbols.next().is_some_and(|next| matches!(next, '{' | ']' | '"')),
        _ => false,
    }
}

fn json(text: &str) -> TextKind {
    let has = |key: &str| text.contains(key);
    if let Some(game) = abstract_play::kind(text) {
        return TextKind::Game(game.unwrap_or(GameKind::Hex));
    }
    if has("\"tesuji-record\"") || govariants::is_game(text) {
        TextKind::Game(GameKind::Go)
    } else if has("\"requests\"") {
        TextKind::Game(GameKind::Amazons)
    } else if has("\"tesuji-amazons-result\"") {
        TextKind::AmazonsResult
    } else if has("\"goals\"") {
        TextKind::Problems
    } else if ["\"to_move\"", "\"openings\"", "\"problems\""].into_iter().any(has) {
        TextKind::Positions(GameKind::Hex)
    } else {
        TextKind::Board
    }
}

/// Kind of a TOML file by its tables; `None` if the text has none, or if it is a strategy, whose claim may be TOML. A file
/// that is TOML by its name has positions then.
fn toml(text: &str, hints: &Hints) -> Option<TextKind> {
    if text.lines().any(|line| line.starts_with("strategy:")) {
        return None;
    }
    let table = text.lines().map(str::trim).find_map(|line| line.strip_prefix('[').filter(|_| is_table(line)));
    let Some(table) = table else { return hints.is_toml.then(|| TextKind::Positions(hints.usual())) };
    let name = table.trim_start_matches('[');
    if !name.starts_with("position") {
        let is_openings = name.starts_with("openings");
        return Some(if is_openings { TextKind::Positions(GameKind::Hex) } else { TextKind::Problems });
    }
    let has_key = |key: &str| {
        text.lines()
            .any(|line| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('=')))
    };
    let of_hex = ["winner", "winning_moves", "all_winning_moves"].into_iter().any(has_key);
    let of_go = ["komi", "rules"].into_iter().any(has_key);
    let numbers = || text.lines().find_map(row_number);
    Some(TextKind::Positions(match (of_hex, of_go) {
        (true, false) => GameKind::Hex,
        (false, true) => GameKind::Go,
        _ => match numbers() {
            Some(1) => GameKind::Hex,
            Some(_) => GameKind::Go,
            None => hints.usual(),
        },
    }))
}

/// Whether this line is `[name]` or `[[name]]`.
fn is_table(line: &str) -> bool {
    let name = line.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
    line.starts_with('[') && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

/// Claims or a strategy, if the text has the headers of one.
fn headed(text: &str) -> Option<TextKind> {
    const HEADERS: [&str; 11] =
        ["id", "goal", "origin", "expect", "owner", "to move", "board", "nodes", "stones", "carrier", "verified"];
    let header = |line: &str| {
        let (key, _) = line.split_once([':', '='])?;
        let key = key.trim().to_ascii_lowercase().replace(['_', '-'], " ");
        Some(key)
    };
    let keys: Vec<String> =
        text.lines().filter(|line| !line.trim_start().starts_with([';', '#'])).filter_map(header).collect();
    if keys.iter().any(|key| key == "strategy") {
        return Some(TextKind::Strategy);
    }
    keys.iter().any(|key| HEADERS.contains(&key.as_str())).then_some(TextKind::Problems)
}

/// Botzone's lines: the number of turns alone on the first.
fn is_botzone(start: &str) -> bool {
    let first = start.lines().next().unwrap_or_default().trim_end();
    first.bytes().all(|byte| byte.is_ascii_digit()) && start.trim_end().contains('\n')
}

/// FEN, or rows between `|`.
fn is_amazons_line(line: &str) -> bool {
    let line = line.trim_end();
    let rows = line.split_once(' ').map_or(line, |(rows, _)| rows);
    let is_fen = rows.contains('/')
        && rows
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '/' | 'q' | 'Q' | 'x' | 'X' | 'b' | 'B' | 'w' | 'W' | '*'));
    let is_rows = line.contains('|') && line.chars().all(|c| "xXoO#.|bBwWsS*- ".contains(c));
    is_fen || is_rows
}

/// Whether some word is a move of three squares that no list of Hex or Go has.
fn has_amazons_move(text: &str) -> bool {
    text.lines().any(|line| {
        let mut rest = line;
        // Each place of a line where a square may begin.
        while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic()) {
            rest = &rest[at..];
            match amazons_move(rest) {
                Some(true) => return true,
                _ => {
                    let n_letters = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
                    rest = &rest[n_letters.max(1)..];
                }
            }
        }
        false
    })
}

/// Whether a text begins with a square, something that joins it to the next one, and another square.
fn amazons_move(text: &str) -> Option<bool> {
    let (from, rest) = square(text)?;
    let joined = rest.trim_start();
    if let Some(rest) = joined.strip_prefix(['-', '=']) {
        return square(rest.trim_start()).map(|_| from <= 3);
    }
    // `d1d7,d7g7`: the second and the third square are the same. `d1d7 P@g7` is PlayStrategy's.
    let (to, rest) = square(rest)?;
    let second = &text[from..from + to];
    if let Some(rest) = rest.strip_prefix(',') {
        return square(rest).map(|(third, _)| rest[..third].eq_ignore_ascii_case(second));
    }
    Some(rest.trim_start().starts_with("P@"))
}

/// The length of the square with which a text begins, and what follows it.
fn square(text: &str) -> Option<(usize, &str)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let n_digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    ((b'a'..=b'l').contains(&letter) && (1..=2).contains(&n_digits)).then(|| (1 + n_digits, &text[1 + n_digits..]))
}

/// A list of points: Go if all are in capitals and nothing in it belongs to Hex.
fn list(text: &str) -> Found {
    let listed = ListedMoves::of(text);
    let moves = || listed.moves.iter().map(|mv| mv.text);
    let n_points = moves().filter(|mv| square_of_go(mv)).count();
    // Both games are resigned over GTP.
    let is_said = |mv: &str| {
        let mv = mv.to_ascii_lowercase();
        mv.starts_with("swap") || mv == "forfeit" || mv == "resign" && !is_gtp(text)
    };
    let is_go = n_points > 0 && !moves().any(|mv| is_said(mv) || has_small_point(mv));
    match is_go || listed.komi.is_some() {
        true => Found {
            kind: TextKind::Game(GameKind::Go),
            assumed: Some("a list of points in capitals is taken for Go".to_owned()).filter(|_| listed.komi.is_none()),
        },
        false => Found { kind: TextKind::Game(GameKind::Hex), assumed: None },
    }
}

/// `D4`, `Q16`.
fn square_of_go(word: &str) -> bool {
    let n_letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    (1..=2).contains(&n_letters)
        && word.len() > n_letters
        && word[n_letters..].bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word begins with a small letter before a digit.
fn has_small_point(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.contains(|c: char| c.is_ascii_digit())
}

/// The number with which a row of a drawing begins.
fn row_number(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let (number, cells) = line.split_at(line.bytes().take_while(u8::is_ascii_digit).count());
    let is_row =
        cells.starts_with([' ', '\t']) && cells.contains(['.', 'B', 'W', 'b', 'w', '-', '#', 'x', 'o', 'X', 'O']);
    number.parse().ok().filter(|_| is_row)
}

fn drawing(text: &str, hints: &Hints) -> Found {
    let certain = |game| Found { kind: TextKind::Game(game), assumed: None };
    let lines = || text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with(';'));
    if lines().any(|line| line.trim().to_ascii_lowercase().ends_with(" to move")) {
        return certain(GameKind::Amazons);
    }
    let letters = |first: char| {
        lines().any(|line| line.trim_start().starts_with(first) && line.contains(' ') && row_number(line).is_none())
    };
    match lines().find_map(row_number) {
        Some(1) if lines().filter_map(row_number).count() > 1 => return certain(GameKind::Hex),
        Some(n) if n > 1 => {
            let has_arrows = text.contains(['#', '*']);
            let is_amazons = has_arrows || letters('a') && !letters('A');
            return certain(if is_amazons { GameKind::Amazons } else { GameKind::Go });
        }
        _ => {}
    }
    let indents: Vec<usize> = lines().map(|line| line.len() - line.trim_start().len()).collect();
    let leans = indents.len() > 1 && indents.windows(2).all(|pair| pair[0] < pair[1]);
    if leans || text.contains(['A', 'V']) && text.contains('.') {
        return certain(GameKind::Hex);
    }
    let game = hints.usual();
    let title = game.description().title;
    Found {
        kind: TextKind::Game(game),
        assumed: Some(format!(
            "a drawing that does not show which game it is was taken for {title}: `--game` says otherwise"
        )),
    }
}
