//! Reads the requested positions: from records, files of positions, diagrams and boards with moves.

use std::path::Path;

use miette::{IntoDiagnostic, Result, miette};
use tesuji_board::{BoardSpec, CellSet, Player, Topology};
use tesuji_engine::{AnyRecord, GameSpec, Session};
use tesuji_forms::{Hints, Reading, TextKind, find, read_games, tidied};
use tesuji_go::record::Record;
use tesuji_go::{Diagram, Komi, Rules};

use super::entries::{self, Entry};
use crate::input;
use crate::picture::title_of_board;
use crate::text::parse_board;
use crate::text::{complain, count};

/// Where positions come from, and the rules for those that do not state them.
pub(super) struct Source<'a> {
    pub(super) position: Option<&'a input::Source>,
    pub(super) board: Option<&'a str>,
    pub(super) is_hex: bool,
    pub(super) size: Option<(usize, usize)>,
    pub(super) to_move: Option<Player>,
    pub(super) komi: Komi,
    pub(super) rules: Rules,
}

/// A position with its name.
pub(super) struct Case {
    pub(super) id: String,
    pub(super) session: Session,
    pub(super) topology: Topology,
    /// For a position from a record: the number of moves before it, and of all moves of the record.
    pub(super) after: Option<(usize, usize)>,
    /// How many moves the session had when it was read. For a record it may be fewer than requested.
    pub(super) n_loaded: usize,
    /// What was not taken over as the file has it, or was guessed.
    pub(super) notices: Vec<String>,
}

impl Case {
    pub(super) fn new(id: String, session: Session) -> Result<Self> {
        let topology = session.spec().topology().into_diagnostic()?;
        let n_loaded = session.moves().len();
        Ok(Self { id, session, topology, after: None, n_loaded, notices: Vec::new() })
    }

    /// The board in a few letters.
    pub(super) fn board(&self) -> String {
        self.session.spec().board_words()
    }

    /// Komi and rules of a position of Go.
    pub(super) fn komi_and_rules(&self) -> Option<(Komi, Rules)> {
        self.session.spec().komi_and_rules()
    }
}

/// All positions of a source. For a record it is the one after `n_moves` moves, otherwise the last.
pub(super) fn read(source: &Source<'_>, n_moves: Option<usize>) -> Result<Vec<Case>> {
    let cases = match (source.board, source.position) {
        (Some(_), _) if n_moves.is_some() => return Err(no_record()),
        (Some(board), _) => vec![source.empty(board)?],
        (None, Some(given)) if source.is_hex => source.hex(given, n_moves)?,
        (None, Some(given)) => source.go(given, n_moves)?,
        (None, None) => vec![source.empty_hex(source.size.filter(|_| source.is_hex))?],
    };
    let mut ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(miette!("two positions have the id `{}`", twice[0])),
        None => Ok(cases),
    }
}

fn no_record() -> miette::Report {
    miette!("`--move` is for records, and this is not one")
}

/// The key that distinguishes a record from other JSON files.
const RECORD_KEY: &str = "\"tesuji-record\"";

impl Source<'_> {
    fn empty(&self, text: &str) -> Result<Case> {
        let id = title_of_board(text);
        if self.is_hex {
            return self.empty_hex(Some(parse_board(text).map_err(|error| miette!("--board {text}: {error}"))?));
        }
        self.begin(id, tesuji_archive::boards::find(text, Path::new("")).into_diagnostic()?)
    }

    fn empty_hex(&self, size: Option<(usize, usize)>) -> Result<Case> {
        let (columns, rows) = size.ok_or_else(|| miette!("which position?"))?;
        let session = Session::new(&GameSpec::hex(columns, rows)).into_diagnostic()?;
        Case::new(format!("{columns}x{rows} Hex"), session)
    }

    /// The positions of Go in what was given.
    fn go(&self, given: &input::Source, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let text = &given.text.text;
        let is_toml =
            given.is_file && Path::new(&given.name).extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"));
        let mut cases = self.parse(text, &given.id, is_toml, n_moves).map_err(|error| given.wrong(&error))?;
        for case in &mut cases {
            case.notices.iter().for_each(|notice| complain(&format!("{}: {notice}", given.name)));
            case.notices.splice(0..0, given.text.notice.clone());
        }
        Ok(cases)
    }

    fn parse(&self, text: &str, id: &str, is_toml: bool, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let text = text.trim_start_matches('\u{feff}');
        // What stands around a game is taken away, and told, where the game is read.
        let tidy = tidied(text).text;
        let start = tidy.trim_start();
        if !is_toml && (start.starts_with('(') || start.starts_with('{')) {
            if start.starts_with('(') || text.contains(RECORD_KEY) {
                return self.moments(text, id, n_moves);
            }
            if n_moves.is_some() {
                return Err(no_record());
            }
            let board = text.parse().map_err(|error| {
                miette!("JSON without {RECORD_KEY} is read as a board, as for `--board`, and this is not one: {error}")
            })?;
            return Ok(vec![self.begin(id.to_owned(), board)?]);
        }
        let is_list = !is_toml
            && start.split_whitespace().next().is_some_and(|word| {
                let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains([':', '='])
            });
        if is_list && let Some(case) = self.list(text, id, n_moves)? {
            return Ok(vec![case]);
        }
        if n_moves.is_some() {
            return Err(no_record());
        }
        if is_toml || text.lines().any(|line| line.trim_start().starts_with("[[position")) {
            return self.table(text);
        }
        if let Ok(board) = text.trim().parse() {
            return Ok(vec![self.begin(text.trim().chars().take(60).collect(), board)?]);
        }
        let diagram: Diagram = text.parse().map_err(|error| {
            miette!(
                "expected a record (SGF or JSON), positions (TOML), a board or a diagram, and as a diagram: {error}"
            )
        })?;
        Ok(vec![Case::new(id.to_owned(), self.set_up(self.drawn(&diagram)?)?)?])
    }

    fn game(&self, board: BoardSpec) -> GameSpec {
        GameSpec::go(board, self.komi, self.rules)
    }

    fn begin(&self, id: String, board: BoardSpec) -> Result<Case> {
        Case::new(id, Session::new(&self.game(board)).into_diagnostic()?)
    }

    /// The game of a record, up to its first `n_moves` moves.
    fn recorded(&self, record: &AnyRecord, n_moves: usize) -> Result<Session> {
        Session::replay(&self.game(BoardSpec::square(1, 1)), record, n_moves).into_diagnostic()
    }

    /// The position of each game of a file after some of its moves.
    fn moments(&self, text: &str, id: &str, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let readings = read_games(text, &self.hints()).into_diagnostic()?;
        let is_single = readings.len() == 1;
        let mut cases = Vec::with_capacity(readings.len());
        for Reading { record, id: name, number, mut notices, .. } in readings {
            let id = match name {
                _ if is_single => id.to_owned(),
                name if !name.is_empty() => name,
                _ => format!("{id} {number}"),
            };
            // What is said of the moves is said of those up to this position.
            if let AnyRecord::Go(record) = &record {
                let of_moves: Vec<String> =
                    record.main_line(usize::MAX).notices.iter().map(ToString::to_string).collect();
                notices.retain(|notice| !of_moves.contains(notice));
            }
            let case = self.after(&record, &id, n_moves)?;
            cases.push(Case { notices: [notices, case.notices].concat(), ..case });
        }
        Ok(cases)
    }

    /// Whatever it is, it is of Go.
    fn hints(&self) -> Hints {
        Hints { game: Some(self.game(BoardSpec::square(1, 1)).kind()), usual: None, size: self.size }
    }

    /// A list of moves, if it is one.
    fn list(&self, text: &str, id: &str, n_moves: Option<usize>) -> Result<Option<Case>> {
        if !matches!(find(text, &Hints::default()).kind, TextKind::Game(_)) {
            return Ok(None);
        }
        match read_games(text, &self.hints()).into_diagnostic()?.pop() {
            Some(Reading { record: record @ AnyRecord::Go(_), notices, .. }) => {
                let case = self.after(&record, id, n_moves)?;
                Ok(Some(Case { notices: [notices, case.notices].concat(), ..case }))
            }
            _ => Ok(None),
        }
    }

    fn after(&self, record: &AnyRecord, id: &str, n_moves: Option<usize>) -> Result<Case> {
        let n_recorded = record.n_moves();
        let n_moves = n_moves.unwrap_or(n_recorded);
        if n_moves > n_recorded {
            let n_recorded = count(n_recorded as u64, "move");
            return Err(miette!("there is no position after move {n_moves}: the record has {n_recorded}"));
        }
        let session = self.recorded(record, n_moves)?;
        let notices = session.notices().to_vec();
        let case = Case::new(id.to_owned(), session)?;
        Ok(Case { after: Some((n_moves, n_recorded)), notices, ..case })
    }

    /// A position with set-up stones, as a record without moves.
    fn set_up(&self, record: Record) -> Result<Session> {
        self.recorded(&record.into(), 0)
    }

    fn drawn(&self, diagram: &Diagram) -> Result<Record> {
        let (columns, rows) = diagram.size();
        let mut record = Record::new(BoardSpec::square(columns, rows)).into_diagnostic()?;
        record.setup = diagram.stones().clone();
        record.to_move = Some(Player::Black);
        Ok(record)
    }

    fn table(&self, text: &str) -> Result<Vec<Case>> {
        let read = |(idx, entry): (usize, Entry)| {
            let id = entry.id.clone().unwrap_or_else(|| format!("position {}", idx + 1));
            let session = self.entry(entry).map_err(|error| miette!("{id}: {error}"))?;
            Case::new(id, session)
        };
        entries::read(text)?.into_iter().enumerate().map(read).collect()
    }

    fn entry(&self, entry: Entry) -> Result<Session> {
        let mut record = match (entry.diagram, entry.board) {
            (Some(diagram), _) => self.drawn(&diagram.parse().map_err(|error| miette!("diagram: {error}"))?)?,
            (None, Some(board)) => {
                let board = board.parse().map_err(|error| miette!("board: {error}"))?;
                Record::new(board).into_diagnostic()?
            }
            (None, None) => return Err(miette!("expected a `diagram`, or a `board`")),
        };
        for (player, names) in Player::BOTH.into_iter().zip(&entry.stones) {
            let cell = |name: &String| {
                let missing = || miette!("{player}: the board has no point `{name}`");
                record.topology().cell(name).ok_or_else(missing)
            };
            let stones = names.iter().map(cell).collect::<Result<CellSet>>()?;
            if !stones.is_empty() {
                record.setup[player.index()] = stones;
            }
        }
        record.to_move = Some(entry.to_move.unwrap_or(Player::Black));
        record.komi = entry.komi;
        record.rules = entry.rules;
        self.set_up(record)
    }

    /// The positions of Hex in what was given: of a game the one after its first `n_moves` moves, or the last.
    fn hex(&self, given: &input::Source, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let hex = GameSpec::hex(1, 1).kind();
        let hints = Hints { game: Some(hex), usual: None, size: self.size };
        let readings = read_games(&given.text.text, &hints).map_err(|error| given.wrong(&error))?;
        let is_single = readings.len() == 1;
        let mut cases = Vec::new();
        for (number, reading) in (1..).zip(readings) {
            let id = match reading.id {
                id if !id.is_empty() => id,
                _ if is_single => given.id.clone(),
                _ => format!("{} {number}", given.id),
            };
            let n_recorded = reading.record.n_moves();
            if n_moves.is_some() && n_recorded == 0 {
                return Err(no_record());
            }
            // What was assumed about whose turn it is does not matter if it is said.
            let notices = if self.to_move.is_some() && n_recorded == 0 { Vec::new() } else { reading.notices };
            let case = self.after(&reading.record, &id, n_moves)?;
            let after = case.after.filter(|_| n_recorded > 0);
            notices.iter().for_each(|notice| complain(&format!("{}: {notice}", given.name)));
            cases.push(Case { after, notices: [notices, case.notices].concat(), ..case });
        }
        Ok(cases)
    }
}
