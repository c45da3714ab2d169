//! Reads the requested positions: from records, files of positions, diagrams and boards with moves.

use std::path::Path;

use miette::{IntoDiagnostic, Result, miette};
use tesuji_board::{BoardSpec, CellSet, Player, Topology};
use tesuji_engine::{AnyRecord, GameKind, GameSpec, Session};
use tesuji_forms::{Reading, Text, TextKind};
use tesuji_go::record::Record;
use tesuji_go::{Diagram, Komi, Rules};

use super::entries::{self, Entry};
use crate::input;
use crate::picture::title_of_board;
use crate::text::parse_board;
use crate::text::{complain, count};

/// An input and its kind.
pub(in crate::commands) struct Given<'a> {
    pub(in crate::commands) source: &'a input::Source,
    pub(in crate::commands) text: Text<'a>,
}

/// Source of positions, and the rules for those that do not state them.
pub(in crate::commands) struct Source<'a> {
    pub(in crate::commands) position: Option<&'a Given<'a>>,
    pub(in crate::commands) board: Option<&'a str>,
    pub(in crate::commands) is_hex: bool,
    pub(in crate::commands) to_move: Option<Player>,
    pub(in crate::commands) komi: Komi,
    pub(in crate::commands) rules: Rules,
}

/// A position with its name.
pub(in crate::commands) struct Case {
    pub(in crate::commands) id: String,
    pub(in crate::commands) session: Session,
    pub(super) topology: Topology,
    /// For a position from a record: the number of moves before it, and of all moves of the record.
    pub(super) after: Option<(usize, usize)>,
    /// Number of moves that the session had when it was read. For a record it may be fewer than requested.
    pub(super) n_loaded: usize,
    /// Omissions and guesses in reading the file.
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
pub(in crate::commands) fn read(source: &Source<'_>, n_moves: Option<usize>) -> Result<Vec<Case>> {
    let cases = match (source.board, source.position) {
        (Some(_), _) if n_moves.is_some() => return Err(no_record()),
        (Some(board), _) => vec![source.empty(board)?],
        (None, Some(given)) => source.given(given, n_moves).map_err(|error| given.source.wrong(&error))?,
        (None, None) => return Err(miette!("which position?")),
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

impl Given<'_> {
    /// The position of each game after its first `n_moves` moves, or after all. `usual` says what a record leaves open.
    ///
    /// # Errors
    ///
    /// If it is no game and no position, a move cannot be made, or there are fewer moves.
    pub(in crate::commands) fn moments(
        &self,
        n_moves: Option<usize>,
        usual: impl Fn(GameKind) -> GameSpec,
    ) -> Result<Vec<Case>> {
        let readings = self.text.games().into_diagnostic()?;
        let is_single = readings.len() == 1;
        let mut cases = Vec::with_capacity(readings.len());
        for Reading { record, id: name, number, notices, .. } in readings {
            let id = match name {
                name if !name.is_empty() && (!is_single || matches!(self.text.found.kind, TextKind::Positions(_))) => {
                    name
                }
                _ if is_single => self.source.id.clone(),
                _ => format!("{} {number}", self.source.id),
            };
            let n_recorded = record.n_moves();
            if n_moves.is_some() && n_recorded == 0 {
                return Err(no_record());
            }
            let n_moves = n_moves.unwrap_or(n_recorded);
            if n_moves > n_recorded {
                let n_recorded = count(n_recorded as u64, "move");
                return Err(miette!("there is no position after move {n_moves}: the record has {n_recorded}"));
            }
            let session = Session::replay(&usual(record.kind()), &record, n_moves).into_diagnostic()?;
            let of_moves = session.notices().to_vec();
            let case = Case::new(id, session)?;
            let after = (n_recorded > 0).then_some((n_moves, n_recorded));
            cases.push(Case { after, notices: [said(&record, notices), of_moves].concat(), ..case });
        }
        Ok(cases)
    }
}

/// Warnings about a whole record. Those about moves count up to the position alone.
fn said(record: &AnyRecord, mut notices: Vec<String>) -> Vec<String> {
    if let AnyRecord::Go(record) = record {
        let of_moves: Vec<String> = record.main_line(usize::MAX).notices.iter().map(ToString::to_string).collect();
        notices.retain(|notice| !of_moves.contains(notice));
    }
    notices
}

impl Source<'_> {
    fn empty(&self, text: &str) -> Result<Case> {
        let id = title_of_board(text);
        if self.is_hex {
            let (columns, rows) = parse_board(text).map_err(|error| miette!("--board {text}: {error}"))?;
            let session = Session::new(&GameSpec::hex(columns, rows)).into_diagnostic()?;
            return Case::new(format!("{columns}x{rows} Hex"), session);
        }
        self.begin(id, tesuji_archive::boards::find(text, Path::new("")).into_diagnostic()?)
    }

    /// The positions in what was given.
    fn given(&self, given: &Given<'_>, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let text = &*given.text.tidied.text;
        match given.text.found.kind {
            TextKind::Positions(_) | TextKind::Board if n_moves.is_some() => Err(no_record()),
            TextKind::Positions(_) if !self.is_hex => self.table(text),
            TextKind::Board if !self.is_hex => {
                let board = text.parse().map_err(|error| miette!("read as a board, as for `--board`: {error}"))?;
                let id = match given.source.is_file {
                    true => given.source.id.clone(),
                    false => text.trim().chars().take(60).collect(),
                };
                Ok(vec![self.begin(id, board)?])
            }
            _ => self.moments(given, n_moves),
        }
    }

    fn moments(&self, given: &Given<'_>, n_moves: Option<usize>) -> Result<Vec<Case>> {
        let mut cases = given.moments(n_moves, |_| self.game(BoardSpec::square(1, 1)))?;
        for case in &mut cases {
            // What was assumed about whose turn it is does not matter if it is said.
            if self.is_hex && self.to_move.is_some() && case.after.is_none() {
                case.notices.clear();
            }
            // Go is the usual game here.
            case.notices.retain(|notice| self.is_hex || Some(notice) != given.text.found.assumed.as_ref());
            case.notices.iter().for_each(|notice| complain(&format!("{}: {notice}", given.source.name)));
            case.notices.splice(0..0, given.source.text.notice.clone());
        }
        Ok(cases)
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
}
