//! A game as a row of the table.

use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};
use tesuji_archive::store::Digest;
use tesuji_board::Player;

use crate::record::{GameEnd, GameRecord, SeatRecord, colour_named};

/// The columns, in the order in which [`StoredGame::read`] reads them.
pub(super) const COLUMNS: &str = "number, task, black, white, winner, reason, detail, opening, moves, position, \
    black_version, white_version, black_seconds, white_seconds, black_cpu, white_cpu, started, seconds, handicap, \
    move_seconds, move_cpu";

/// A game as the store keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The number of the game in the match, counted from 1.
    pub number: u64,
    /// The digest of its task.
    pub task: Digest,
    /// Black and White.
    pub sides: [SeatRecord; 2],
    /// The end of the game.
    pub ending: GameEnd,
    /// Handicap stones by name, separated by spaces.
    pub handicap: String,
    /// Number of moves of the opening.
    pub n_opening: u64,
    /// The moves as the game writes them, separated by spaces.
    pub moves: String,
    /// The time of each move. Empty for games from before times were kept.
    pub times: Vec<MoveTime>,
    /// The hash of the last position.
    pub position: u64,
    /// Start, in seconds since 1970.
    pub started: u64,
    /// Seconds taken.
    pub seconds: f64,
}

/// The time a move took; nothing in the opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveTime {
    /// Seconds by the clock.
    pub seconds: f64,
    /// Seconds of processor time, where they are known.
    pub cpu: Option<f64>,
}

impl StoredGame {
    pub(super) fn new(game: &GameRecord) -> Self {
        Self {
            number: game.task.number,
            task: game.task.digest(),
            sides: game.sides.clone(),
            ending: game.ending.clone(),
            handicap: game.handicap.join(" "),
            n_opening: game.n_opening as u64,
            moves: game.moves_text(),
            times: game.moves.iter().map(|ply| MoveTime::rounded(ply.seconds, ply.cpu)).collect(),
            position: game.position,
            started: game.started,
            seconds: game.seconds,
        }
    }

    /// Whether the same happened in both. Times, dates and records may differ.
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        let key = |game: &Self| (game.number, game.task, game.ending.winner, game.ending.reason, game.position);
        key(self) == key(other) && self.moves == other.moves
    }

    /// The number of moves played, including the opening.
    #[must_use]
    pub fn n_moves(&self) -> u64 {
        self.moves.split_whitespace().count() as u64
    }

    /// Moves chosen by Black and White themselves, if `first` made the first move of the game and they took turns.
    #[must_use]
    pub fn n_chosen(&self, first: Player) -> [u64; 2] {
        let (all, opening) = (self.n_moves(), self.n_opening);
        let of_first = all.div_ceil(2).saturating_sub(opening.div_ceil(2));
        let of_second = (all / 2).saturating_sub(opening / 2);
        if first == Player::Black { [of_first, of_second] } else { [of_second, of_first] }
    }

    /// A number for the handicap and the sequence of moves. It is equal for equal ones.
    #[must_use]
    pub fn moves_hash(&self) -> u64 {
        Digest::of([self.handicap.as_str(), &self.moves].concat().as_bytes()).number()
    }

    /// The times as the store and tables write them: seconds by the clock, and seconds of processor time. Each list is
    /// separated by spaces, with `-` for unknown times. `None` if no times are known.
    #[must_use]
    pub fn times_text(&self) -> Option<[String; 2]> {
        let text = |number: &dyn Fn(&MoveTime) -> Option<f64>| {
            let words = self.times.iter().map(|time| number(time).map_or_else(|| "-".to_owned(), |n| n.to_string()));
            words.collect::<Vec<_>>().join(" ")
        };
        (!self.times.is_empty()).then(|| [text(&|time| Some(time.seconds)), text(&|time| time.cpu)])
    }

    pub(super) fn insert(&self, connection: &Connection, sgf: &str) -> rusqlite::Result<()> {
        let [black, white] = &self.sides;
        let sql = format!(
            "INSERT INTO game ({COLUMNS}, sgf) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)"
        );
        let (move_seconds, move_cpu) = self.times_text().map(|[seconds, cpu]| (seconds, cpu)).unzip();
        connection.prepare_cached(&sql)?.execute(params![
            self.number as i64,
            self.task.to_string(),
            black.name,
            white.name,
            self.ending.winner.map(Player::name),
            self.ending.reason.name(),
            self.ending.detail,
            self.n_opening as i64,
            self.moves,
            format!("{:016x}", self.position),
            black.version,
            white.version,
            black.seconds,
            white.seconds,
            black.cpu,
            white.cpu,
            self.started as i64,
            self.seconds,
            self.handicap,
            move_seconds,
            move_cpu,
            sgf,
        ])?;
        Ok(())
    }

    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let side = |name, version, seconds, cpu| -> rusqlite::Result<SeatRecord> {
            Ok(SeatRecord {
                name: row.get(name)?,
                version: row.get(version)?,
                seconds: row.get(seconds)?,
                cpu: row.get(cpu)?,
            })
        };
        let winner: Option<String> = row.get(4)?;
        let winner = match winner {
            Some(name) => Some(colour_named(&name).ok_or_else(|| senseless(4, format!("`{name}` is no colour")))?),
            None => None,
        };
        let reason: String = row.get(5)?;
        let (task, position): (String, String) = (row.get(1)?, row.get(9)?);
        let moves: String = row.get(8)?;
        let times: [Option<String>; 2] = [row.get(19)?, row.get(20)?];
        Ok(Self {
            number: count(row, 0)?,
            task: Digest::from_hex(&task).ok_or_else(|| senseless(1, format!("`{task}` is no digest")))?,
            sides: [side(2, 10, 12, 14)?, side(3, 11, 13, 15)?],
            ending: GameEnd {
                winner,
                reason: reason.parse().map_err(|fault| senseless(5, fault))?,
                detail: row.get(6)?,
            },
            handicap: row.get(18)?,
            n_opening: count(row, 7)?,
            times: MoveTime::read(&times, moves.split_whitespace().count()).map_err(|fault| senseless(19, fault))?,
            moves,
            position: u64::from_str_radix(&position, 16).map_err(|error| senseless(9, error.to_string()))?,
            started: count(row, 16)?,
            seconds: row.get(17)?,
        })
    }
}

impl MoveTime {
    /// Rounds to nanoseconds, the resolution of clocks.
    fn rounded(seconds: f64, cpu: Option<f64>) -> Self {
        let rounded = |seconds: f64| (seconds * 1e9).round() / 1e9;
        Self { seconds: rounded(seconds), cpu: cpu.map(rounded) }
    }

    /// The times of `n_moves` moves, from the two texts of [`StoredGame::times_text`].
    fn read(texts: &[Option<String>; 2], n_moves: usize) -> Result<Vec<Self>, String> {
        let [Some(seconds), Some(cpu)] = texts else { return Ok(Vec::new()) };
        let number = |word: &str| word.parse::<f64>().map_err(|_| format!("`{word}` is no number of seconds"));
        let time = |(seconds, cpu): (&str, &str)| {
            let cpu = if cpu == "-" { None } else { Some(number(cpu)?) };
            Ok(Self { seconds: number(seconds)?, cpu })
        };
        let times: Vec<Self> = seconds.split(' ').zip(cpu.split(' ')).map(time).collect::<Result<_, String>>()?;
        let is_whole = [seconds, cpu].iter().all(|text| text.split(' ').count() == n_moves);
        if is_whole { Ok(times) } else { Err(format!("there are times of {} moves, not of {n_moves}", times.len())) }
    }
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn senseless(column: usize, fault: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, fault.into())
}
