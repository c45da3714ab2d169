//! Reading a control file.
//!
//! `docs/MATCH.md` lists its keys and what they mean.

use std::collections::BTreeSet;
use std::io;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, de::DeserializeOwned};
use tesuji_board::syntax::{SyntaxFault, plain};
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, Handicap, Session};

use super::reach::{FindGuest, Folder, Guests, Reach};
use super::{
    Adjudication, Balance, Colours, Contestant, Control, Engine, External, Format, HandicapPlacement, HandicapTerms,
    ListedPairing, MatchPlan, MatchTerms, OpeningPlan, ResignTerms, SprtTerms, TimeLimits, begin, set_handicap,
};
use crate::openings::{self, OpeningError};

/// Error of a control file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The text is not TOML, or has a key or a kind of value that is not allowed.
    #[error("{message}")]
    Malformed {
        /// The fault.
        message: String,
        /// The range in the text, in bytes, if it is known.
        span: Option<std::ops::Range<usize>>,
    },
    /// A value is not possible.
    #[error("{place}: {fault}")]
    Senseless {
        /// The key.
        place: String,
        /// The fault, and the expected content.
        fault: String,
    },
    /// An opening cannot be read or played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

pub(super) fn senseless(place: impl Into<String>, fault: impl Into<String>) -> ControlError {
    ControlError::Senseless { place: place.into(), fault: fault.into() }
}

/// The content of the file as written. `N` is the name of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "N: DeserializeOwned"))]
struct ControlFile<N> {
    #[serde(default)]
    title: String,
    format: Format,
    games: Option<u64>,
    colours: Option<Colours>,
    #[serde(default)]
    pairing: Vec<PairingTable>,
    #[serde(default)]
    seed: u64,
    concurrency: Option<NonZeroUsize>,
    game: GameSpec,
    handicap: Option<HandicapTerms>,
    player: Vec<toml::Table>,
    #[serde(default)]
    limits: TimeLimits,
    #[serde(default)]
    openings: OpeningTable<N>,
    #[serde(default)]
    adjudication: Adjudication,
    sprt: Option<SprtTerms>,
}

/// A pairing as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairingTable {
    black: String,
    white: String,
    games: Option<u64>,
}

/// A guest as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuestTable {
    engine: String,
    memory_mib: Option<u64>,
}

/// A time as people write it.
#[derive(Deserialize)]
struct WrittenTime(#[serde(with = "super::duration")] Duration);

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default, bound(deserialize = "N: DeserializeOwned"))]
struct OpeningTable<N> {
    files: Vec<N>,
    /// Moves used of each game, if the file holds games.
    plies: Option<NonZeroU32>,
    moves: Vec<String>,
    random_plies: Option<NonZeroU32>,
    balance: Option<Balance>,
}

impl<N> Default for OpeningTable<N> {
    fn default() -> Self {
        Self { files: Vec::new(), plies: None, moves: Vec::new(), random_plies: None, balance: None }
    }
}

impl<N> OpeningTable<N> {
    fn is_empty(&self) -> bool {
        let Self { files, plies, moves, random_plies, balance } = self;
        files.is_empty() && moves.is_empty() && plies.is_none() && random_plies.is_none() && balance.is_none()
    }
}

impl Control {
    /// Reads a control file and the openings it names, which are looked up from its folder.
    ///
    /// # Errors
    ///
    /// The first error found.
    pub fn load(path: &Path) -> Result<Self, ControlError> {
        let utf8 = |bytes| String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        let text = crate::input::read(path)
            .and_then(utf8)
            .map_err(|source| ControlError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&text, path.parent().unwrap_or(Path::new("")))
    }

    /// As [`Self::load`], with the text of a file in `folder`.
    ///
    /// # Errors
    ///
    /// The first error found.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, ControlError> {
        Self::read(text, &Folder(folder))
    }

    /// Reads a control that comes from elsewhere. It has no files and no programs but these guests, by their names: keys
    /// that name a file or a command are refused before anything is looked for, so the answer is the same whatever lies
    /// there.
    ///
    /// # Errors
    ///
    /// The first error found.
    pub fn parse_without_files(text: &str, guests: FindGuest<'_>) -> Result<Self, ControlError> {
        Self::read(text, &Guests(guests))
    }

    fn read<R: Reach>(text: &str, reach: &R) -> Result<Self, ControlError> {
        let file = match with_board_of_file(text, reach)? {
            Some(table) => ControlFile::deserialize(table),
            None => toml::from_str(text),
        };
        let file: ControlFile<R::Name> = file.map_err(|error| {
            let span = error.span();
            ControlError::Malformed { message: SyntaxFault::of_toml(text, error.message(), span.clone()).words, span }
        })?;
        let session = begun(&file.game)?;
        check_handicap(&file)?;
        let (games, pairing_games) = numbers_of_games(&file)?;
        let players = file.player.into_iter().enumerate().map(|(i, table)| contestant(i, table, reach));
        let players = players.collect::<Result<_, _>>()?;
        let terms = MatchTerms {
            openings: openings(file.openings, &file.game, file.handicap, reach)?,
            game: file.game,
            handicap: file.handicap,
            format: file.format,
            // Listed pairings name their colours.
            colours: file.colours.unwrap_or(match file.format {
                Format::List => Colours::First,
                _ => Colours::Exchanged,
            }),
            pairings: file
                .pairing
                .into_iter()
                .map(|PairingTable { black, white, .. }| ListedPairing { black, white })
                .collect(),
            players,
            limits: file.limits,
            adjudication: file.adjudication,
            seed: file.seed,
        };
        let plan =
            MatchPlan { title: file.title, games, pairing_games, concurrency: file.concurrency, sprt: file.sprt };
        let control = Self { terms, plan };
        control.validate(&session)?;
        Ok(control)
    }

    /// Checks a control that was made or changed in code, as one that is read from a file is.
    ///
    /// Openings are taken as they are: they come from [`crate::openings`] already checked, or are checked when they are played.
    ///
    /// # Errors
    ///
    /// The first error found.
    pub fn check(&self) -> Result<(), ControlError> {
        self.validate(&begun(&self.terms.game)?)
    }

    /// `session` must be a session of this game.
    fn validate(&self, session: &Session) -> Result<(), ControlError> {
        let Self { terms, plan } = self;
        let names: BTreeSet<&str> = terms.players.iter().map(|player| player.name.as_str()).collect();
        if names.len() != terms.players.len() {
            return Err(senseless("player", "two players have the same name, so tables could not tell them apart"));
        }
        match (terms.format, terms.players.len()) {
            (_, n @ (0 | 1)) => return Err(senseless("player", format!("it takes two to play, not {n}"))),
            (Format::Match, n) if n > 2 => {
                let fault = format!(
                    "a match has two players, not {n}; `round-robin`, `gauntlet`, `ladder` and `list` have more"
                );
                return Err(senseless("format", fault));
            }
            _ => {}
        }
        self.validate_pairings()?;
        if terms.colours == Colours::Exchanged && (plan.games == 0 || !plan.games.is_multiple_of(2)) {
            let fault =
                format!("{} is not an even number above 0: each opening is played with both colours", plan.games);
            return Err(senseless("games", fault));
        }
        if plan.games == 0 || plan.pairing_games.contains(&0) {
            return Err(senseless("games", "0 is no number of games: a number above 0 was expected"));
        }
        if let OpeningPlan::Random { balance: Some(Balance { within, .. }), .. } = &terms.openings
            && !(*within > 0.0 && *within <= 0.5)
        {
            return Err(senseless("openings.balance.within", format!("{within} is not above 0 and at most 0.5")));
        }
        if terms.adjudication.solver.is_some() && !is_solvable(&terms.game) {
            return Err(senseless("adjudication.solver", "there is no solver for this game"));
        }
        if let Some(ResignTerms { below, .. }) = terms.adjudication.resign
            && !(below > 0.0 && below <= 0.5)
        {
            return Err(senseless("adjudication.resign.below", format!("{below} is not above 0 and at most 0.5")));
        }
        if let Some(sprt) = &plan.sprt {
            validate_sprt(sprt, terms.format, terms.colours)?;
        }
        for Contestant { name, engine, .. } in &terms.players {
            match engine {
                Engine::Own(spec) => {
                    session.accepts(spec).map_err(|error| senseless(format!("player `{name}`"), error.to_string()))?;
                }
                Engine::External(external) if external.command.first().is_none_or(String::is_empty) => {
                    let place = format!("player `{name}`: command");
                    return Err(senseless(place, "a program was expected, then its arguments"));
                }
                Engine::External(_) => {}
            }
        }
        Ok(())
    }

    /// Checks the list of pairings, and that only the format that needs one has one.
    fn validate_pairings(&self) -> Result<(), ControlError> {
        let Self { terms, plan } = self;
        if terms.format != Format::List {
            let has_list = !(terms.pairings.is_empty() && plan.pairing_games.is_empty());
            return if has_list {
                Err(senseless("pairing", "pairings are listed only with `format = \"list\"`"))
            } else {
                Ok(())
            };
        }
        if terms.colours != Colours::First {
            let fault = "a list says who has Black in each pairing; list a pairing twice for both colours";
            return Err(senseless("colours", fault));
        }
        if terms.pairings.is_empty() {
            return Err(senseless("pairing", "a list of pairings was expected, each with `black` and `white`"));
        }
        if !plan.pairing_games.is_empty() && plan.pairing_games.len() != terms.pairings.len() {
            return Err(senseless("pairing", "some pairings have a number of games, and some have none"));
        }
        let mut seen = BTreeSet::new();
        for (number, ListedPairing { black, white }) in (1..).zip(&terms.pairings) {
            let place = format!("pairing {number}");
            for name in [black, white] {
                if !terms.players.iter().any(|player| player.name == *name) {
                    let names: Vec<&str> = terms.players.iter().map(|player| player.name.as_str()).collect();
                    let fault = format!("there is no player `{name}`: expected one of {}", names.join(", "));
                    return Err(senseless(place, fault));
                }
            }
            if black == white {
                return Err(senseless(
                    place,
                    format!("`{black}` cannot play against itself: list it twice as players"),
                ));
            }
            if !seen.insert((black, white)) {
                let fault = format!("`{black}` with Black against `{white}` is listed before: give it more games");
                return Err(senseless(place, fault));
            }
        }
        Ok(())
    }
}

/// A session of this game, if a match can begin with it.
fn begun(game: &GameSpec) -> Result<Session, ControlError> {
    let session = Session::new(game).map_err(|error| senseless("game", error.to_string()))?;
    if session.to_move() != Player::Black {
        // Tables and tests call the first player Black.
        return Err(senseless("game.setup", "White is to move, and in a match Black begins"));
    }
    if session.outcome().is_some() {
        return Err(senseless("game.setup", "the game is over before it begins"));
    }
    Ok(session)
}

/// The number of games of every pairing, and of each listed one if they differ from it.
fn numbers_of_games<N>(file: &ControlFile<N>) -> Result<(u64, Vec<u64>), ControlError> {
    let listed: Vec<Option<u64>> = file.pairing.iter().map(|pairing| pairing.games).collect();
    let most = listed.iter().copied().collect::<Option<Vec<u64>>>().and_then(|listed| listed.into_iter().max());
    let Some(games) = file.games.or(most) else {
        return Err(senseless("games", "the number of games between any two players was expected"));
    };
    let is_usual = listed.iter().all(|listed| listed.is_none_or(|listed| listed == games));
    let pairing_games = if is_usual { Vec::new() } else { listed.into_iter().map(|n| n.unwrap_or(games)).collect() };
    Ok((games, pairing_games))
}

/// The file with the name of a board file replaced by its board; `None` if it names no such file.
fn with_board_of_file(text: &str, reach: &impl Reach) -> Result<Option<toml::Table>, ControlError> {
    let Ok(mut table) = text.parse::<toml::Table>() else { return Ok(None) };
    let board = table.get_mut("game").and_then(|game| game.get_mut("board"));
    let Some(toml::Value::String(board)) = board else { return Ok(None) };
    // If the text describes a board, it is not a file name.
    if board.parse::<BoardSpec>().is_ok() {
        return Ok(None);
    }
    let Some(spec) = reach.board(board)? else { return Ok(None) };
    *board = spec.to_string();
    Ok(Some(table))
}

/// Checks that the handicap can be given.
fn check_handicap<N>(file: &ControlFile<N>) -> Result<(), ControlError> {
    let Some(HandicapTerms { stones, placed }) = file.handicap else { return Ok(()) };
    let fault = |fault: String| senseless("handicap", fault);
    if placed == HandicapPlacement::Fixed {
        return begin(&file.game, file.handicap).map(drop).map_err(|error| fault(error.to_string()));
    }
    if !file.openings.is_empty() {
        return Err(fault("Black places the stones in each game anew, so there are no openings".to_owned()));
    }
    // The player with Black may place them elsewhere. This only checks that there is room.
    let mut session = Session::new(&file.game).map_err(|error| fault(error.to_string()))?;
    set_handicap(&mut session, &Handicap::Free(stones)).map(drop).map_err(|error| fault(error.to_string()))
}

/// Whether the solver accepts positions of this game. Two moves after the start, no rule about openings gets in the
/// way.
fn is_solvable(game: &GameSpec) -> bool {
    let Ok(mut session) = Session::new(game) else { return false };
    for _ in 0..2 {
        if let Some(mv) = session.legal_moves().first() {
            // A move that cannot be played here is simply left out.
            _ = session.play(session.to_move(), mv);
        }
    }
    session.endings().is_some() || session.hex().is_some_and(|hex| hex.question().is_some())
}

fn validate_sprt(sprt: &SprtTerms, format: Format, colours: Colours) -> Result<(), ControlError> {
    let SprtTerms { elo0, elo1, alpha, beta } = *sprt;
    if colours == Colours::First {
        return Err(senseless("sprt", "a sequential test counts pairs of games with colours exchanged"));
    }
    if format != Format::Match {
        return Err(senseless("sprt", "a sequential test is between the two players of a `match`"));
    }
    if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
        return Err(senseless("sprt", format!("elo0 = {elo0} is not below elo1 = {elo1}")));
    }
    let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
    if !is_chance(alpha) || !is_chance(beta) {
        return Err(senseless("sprt", format!("alpha = {alpha} and beta = {beta} are not both between 0 and 0.5")));
    }
    Ok(())
}

/// Reads a player's table: its name, its limits, and what the engine of its kind needs.
fn contestant<R: Reach>(index: usize, mut table: toml::Table, reach: &R) -> Result<Contestant, ControlError> {
    let name = match table.remove("name") {
        Some(toml::Value::String(name)) if is_name(&name) => name,
        Some(other) => {
            let fault = format!("{other} is no name: a line of up to 64 letters was expected");
            return Err(senseless(format!("player {}: name", index + 1), fault));
        }
        None => return Err(senseless(format!("player {}", index + 1), "it has no name")),
    };
    let place = |key: &str| format!("player `{name}`{key}");
    let limits = table.remove("limits").map(|limits| read(limits, &place(": limits"))).transpose()?;
    let kind = table.get("kind").and_then(toml::Value::as_str);
    let is_guest = kind == Some("guest");
    let is_external = is_guest || kind == Some("gtp");
    let think = match table.remove("think") {
        Some(_) if is_external && !is_guest => {
            let fault = "a program is told its time by `limits`; `think` is for players of ours";
            return Err(senseless(place(": think"), fault));
        }
        think => think
            .map(|think| read::<WrittenTime>(think, &place(": think")).map(|WrittenTime(time)| time))
            .transpose()?,
    };
    if is_external {
        table.remove("kind");
    }
    let table = toml::Value::Table(table);
    let engine = match is_external {
        true if is_guest => {
            let GuestTable { engine, memory_mib } = read(table, &place(""))?;
            let external = reach.guest(&engine).map_err(|fault| senseless(place(""), fault))?;
            Engine::External(External { memory_mib, ..external })
        }
        true => Engine::External(read::<R::Program>(table, &place(""))?.into()),
        false => Engine::Own(read(table, &place(""))?),
    };
    Ok(Contestant { name, engine, limits, think })
}

/// Names appear in tables, records and file names.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= 64 && name.trim() == name && !name.chars().any(char::is_control)
}

fn read<T: DeserializeOwned>(value: toml::Value, place: &str) -> Result<T, ControlError> {
    T::deserialize(value).map_err(|error| senseless(place, plain(error.message())))
}

fn openings<R: Reach>(
    table: OpeningTable<R::Name>,
    game: &GameSpec,
    handicap: Option<HandicapTerms>,
    reach: &R,
) -> Result<OpeningPlan, ControlError> {
    let begin = || begin(game, handicap);
    let OpeningTable { files, plies, moves, random_plies, balance } = table;
    let is_listed = !files.is_empty() || !moves.is_empty();
    if plies.is_some() && files.is_empty() {
        return Err(senseless("openings.plies", "it says how much of each file is played, and there are no files"));
    }
    match random_plies {
        Some(_) if is_listed => {
            Err(senseless("openings", "`random-plies` and openings that are listed cannot both be played"))
        }
        Some(plies) => Ok(OpeningPlan::Random { plies, balance }),
        None if balance.is_some() => {
            Err(senseless("openings.balance", "it chooses among random openings, and `random-plies` is missing"))
        }
        None if is_listed => {
            let mut listed = openings::from_lines("openings.moves", &moves.join("\n"), usize::MAX, &begin)?;
            for file in &files {
                listed.extend(openings::from_file(&reach.path(file), plies, &begin)?);
            }
            Ok(OpeningPlan::Listed(listed))
        }
        None => Ok(OpeningPlan::Empty),
    }
}
