//! The one door by which commands take what they are given: a file, `-` for standard input, a link, or the text itself.
//! Reads problem files, positions and games, all of them before any is used.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::{Diagnostic, LabeledSpan, NamedSource, Report, Result, SourceCode, miette};
use tesuji_board::Player;
use tesuji_engine::{AnyRecord, GameKind, GameSpec};
use tesuji_forms::{Found, Hints, Reading, Text, TextKind};
use tesuji_hex::Record;
use tesuji_hex::notation::{self, Notation};
use tesuji_problem::board::Question;
use tesuji_problem::board::file::{self, ExpectedAnswer, PositionDefaults, Puzzle};
use tesuji_problem::strategy::{self, Strategy};
use tesuji_problem::{Problem, ProblemError, parse_file_text};
use tesuji_proof::{Certificate, Form};

use crate::files::{self, name};
use crate::solving::StoreOption;
use crate::{status, text};

/// The game of commands that know no other.
fn hex() -> GameKind {
    GameSpec::hex(1, 1).kind()
}

/// The options that say what a text does not say itself.
#[derive(clap::Args)]
pub(crate) struct HintOptions {
    /// Which game it is [default: as the content shows]
    #[arg(long, value_parser = game_parser(), value_name = "GAME")]
    game: Option<GameKind>,
    #[command(flatten)]
    board: SizeOption,
}

impl HintOptions {
    /// For [`Source::look`].
    pub(crate) fn hints(&self) -> Hints {
        Hints { game: self.game, size: self.board.size, ..Hints::default() }
    }
}

/// The option `--board` of commands that read lists of moves.
#[derive(clap::Args)]
pub(crate) struct SizeOption {
    /// The board of a list of moves: `7` or `7x6` [default: the smallest usual board that has all its cells]
    #[arg(long = "board", value_name = "BOARD", value_parser = text::parse_board)]
    pub(crate) size: Option<(usize, usize)>,
}

/// The option `--time` of commands that search for an answer.
#[derive(clap::Args)]
pub(crate) struct TimeOption {
    /// The most processor time for each problem: `60s`, `500ms`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    pub(crate) time: Option<Duration>,
}

/// The option `--only`.
#[derive(clap::Args)]
pub(crate) struct OnlyOption {
    /// Only the positions whose id matches; `*` is any text, `?` any character
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
}

impl OnlyOption {
    /// Whether an item with this id is kept.
    pub(crate) fn keeps(&self, id: &str) -> bool {
        self.only.as_ref().is_none_or(|pattern| text::matches_glob(pattern, id))
    }

    /// Keeps the items whose id matches; `what` is the word for one of them.
    ///
    /// # Errors
    ///
    /// If none matches.
    pub(crate) fn retain<T>(&self, items: &mut Vec<T>, what: &str, id: impl Fn(&T) -> &str) -> Result<()> {
        let Some(pattern) = &self.only else { return Ok(()) };
        items.retain(|item| self.keeps(id(item)));
        if items.is_empty() {
            return Err(miette!("no {what} has an id that matches `{pattern}`"));
        }
        Ok(())
    }
}

/// The arguments of commands that need a proof: a certificate, or claims that are proved first.
#[derive(clap::Args)]
pub(crate) struct ProofArguments {
    /// A certificate, or claims in any form, which are proved first: a file, `-` for standard input, or the text itself
    #[arg(value_name = "CERT|PROBLEM")]
    pub(crate) input: PathBuf,
    /// Of several claims, only the one with this id
    #[arg(value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    pub(crate) limit: TimeOption,
    #[command(flatten)]
    pub(crate) store: StoreOption,
}

/// Objects named by [`ProofArguments`].
pub(crate) enum Given {
    /// A certificate, with a name for it.
    Certificate(String, Certificate),
    /// Claims.
    Problems(Vec<Problem>),
}

impl ProofArguments {
    /// Reads the certificate or the claims, which are not yet proved.
    ///
    /// # Errors
    ///
    /// If it is neither, the certificate has a fault, or no claim has the id that is asked for.
    pub(crate) fn read(&self) -> status::Result<Given> {
        let bytes = bytes(&self.input)?;
        if Form::begins(&bytes) {
            let (certificate, _) = files::parse(&self.input, &bytes)?;
            return Ok(Given::Certificate(Source::new(&self.input, &[]).id, certificate));
        }
        let mut problems = parse_problems(&self.input, &bytes)?;
        keep_only(&mut problems, self.id.as_deref())?;
        Ok(Given::Problems(problems))
    }
}

/// The name of a text that is not a file.
const UNNAMED: &str = "position";

/// Object named by an argument.
pub(crate) struct Source {
    /// Name in messages.
    pub(crate) name: String,
    /// The name of the file without folder and ending; `position` for other texts.
    pub(crate) id: String,
    /// Whether it is a file or standard input.
    pub(crate) is_file: bool,
    /// The text, and how its encoding was found.
    pub(crate) text: files::Text,
}

impl Source {
    /// The source with this content.
    pub(crate) fn new(path: &Path, bytes: &[u8]) -> Self {
        let is_file = is_file(path);
        let name = if is_file { name(path) } else { format!("`{}`", shortened(path)) };
        let stem = path.file_stem().filter(|_| is_file && path != Path::new("-"));
        let id = stem.map_or(UNNAMED.to_owned(), |stem| stem.to_string_lossy().into_owned());
        Self { name, id, is_file, text: files::text_of(path, bytes) }
    }

    /// The text with what it is.
    pub(crate) fn look(&self, hints: &Hints) -> Text<'_> {
        let is_toml = self.is_file && self.name.to_ascii_lowercase().ends_with(".toml");
        Text::new(&self.text.text, &Hints { is_toml, ..*hints })
    }

    /// An error about this source.
    pub(crate) fn wrong(&self, error: &dyn std::fmt::Display) -> Report {
        match self.is_file {
            true => miette!("{}: {error}", self.name),
            false => miette!("{} is not a file, and as a text: {error}", self.name),
        }
    }

    /// An error about one of its games.
    pub(crate) fn wrong_in(&self, id: &str, error: &dyn std::fmt::Display) -> Report {
        if id.is_empty() { self.wrong(error) } else { miette!("{}: {id}: {error}", self.name) }
    }
}

/// The object named by an argument.
///
/// # Errors
///
/// If it is the name of a file that cannot be read or is not there.
pub(crate) fn source(path: &Path) -> Result<Source> {
    Ok(Source::new(path, &bytes(path)?))
}

/// The objects named by these arguments. Several texts are numbered, so that each has a name of its own.
///
/// # Errors
///
/// As [`source`].
pub(crate) fn sources(arguments: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = arguments.iter().map(|path| source(path)).collect::<Result<Vec<_>>>()?;
    let unnamed = |source: &Source| source.id == UNNAMED;
    if sources.iter().filter(|source| unnamed(source)).count() > 1 {
        for (number, source) in (1..).zip(sources.iter_mut().filter(|source| unnamed(source))) {
            source.id = format!("{UNNAMED} {number}");
        }
    }
    Ok(sources)
}

/// The content of a file, of standard input, or of the argument itself.
///
/// # Errors
///
/// If it is the name of a file that cannot be read or is not there.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    if is_file(path) {
        return files::read(path);
    }
    match path.to_str() {
        Some(text) if !looks_like_file_name(path, text) => Ok(text.as_bytes().to_vec()),
        _ => Err(miette!("there is no file {}", path.display())),
    }
}

/// Whether the argument is a file, or standard input.
pub(crate) fn is_file(path: &Path) -> bool {
    path == Path::new("-") || path.exists()
}

/// Whether a text that is not a file looks like the name of one: it begins with a folder that no position begins with, or
/// ends as names of files do, and as no position does.
fn looks_like_file_name(path: &Path, text: &str) -> bool {
    if ["/", "./", "../", "~/"].iter().any(|folder| text.starts_with(folder)) && !text.contains('\n') {
        return true;
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_usual = ending.len() > 1 && ending.chars().all(|letter| letter.is_ascii_alphanumeric());
    let is_position = |letter: char| "xobwqs".contains(letter.to_ascii_lowercase()) || letter.is_ascii_digit();
    is_usual && !ending.chars().all(is_position) && !text.contains(['\n', ' ', '#', '<', '(', '['])
}

fn shortened(path: &Path) -> String {
    const MOST: usize = 60;
    let text = path.to_string_lossy();
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(MOST).collect();
    if short.len() < text.len() { short + ".." } else { short }
}

/// Reads the colour of a player.
pub(crate) fn player_parser() -> impl TypedValueParser<Value = Player> {
    let of_name = |name: String| if name == Player::White.name() { Player::White } else { Player::Black };
    PossibleValuesParser::new(Player::BOTH.map(Player::name)).map(of_name)
}

/// Reads the name of a game.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    let of_name = |name: &str| GameKind::ALL.into_iter().find(|kind| kind.description().name == name);
    PossibleValuesParser::new(GameKind::ALL.map(|kind| kind.description().name))
        .try_map(move |name| of_name(&name).ok_or_else(|| format!("there is no game {name}")))
}

/// Gives a name to games that have none: that of the file, with their number if there are several.
pub(crate) fn name_games(source: &Source, readings: &mut [Reading]) {
    let stem =
        if source.is_file && source.id != UNNAMED { source.id.clone() } else { source.id.replace(UNNAMED, "game") };
    let is_single = readings.len() == 1;
    for reading in readings.iter_mut().filter(|reading| reading.id.is_empty()) {
        reading.id = if is_single { stem.clone() } else { format!("{stem}-{}", reading.number) };
    }
}

/// Keeps the games that a pattern names: by their name, their number, or another name in the file.
///
/// # Errors
///
/// If there is none.
pub(crate) fn keep_games(source: &Source, readings: &mut Vec<Reading>, pattern: Option<&str>) -> Result<()> {
    let Some(pattern) = pattern else { return Ok(()) };
    readings.retain(|reading| reading.is_called(|name| text::matches_glob(pattern, name)));
    if readings.is_empty() {
        return Err(miette!("{}: no game has a name or a number that matches `{pattern}`", source.name));
    }
    Ok(())
}

/// Says on standard error what was assumed of these games, each thing once.
pub(crate) fn say_notices(source: &Source, readings: &[Reading]) {
    let mut said: Vec<&String> = Vec::new();
    for notice in readings.iter().flat_map(|reading| &reading.notices) {
        if !said.contains(&notice) {
            text::complain(&format!("{}: {notice}", source.name));
            said.push(notice);
        }
    }
}

/// Says on standard error which board was assumed for a list of moves that does not state it.
fn say_assumed_board(source: &Source, text: &Text<'_>, size: Option<(usize, usize)>) {
    if size.is_none() && notation::detect(&source.text.text) == Notation::MoveList {
        say_notices(source, &text.games().unwrap_or_default());
    }
}

/// The text of a source as one of Hex, unless it is certainly of another game.
fn of_hex<'s>(source: &Source, text: Text<'s>) -> Result<Text<'s>> {
    if let Found { kind: TextKind::Game(game) | TextKind::Positions(game), assumed: None } = text.found
        && game != hex()
    {
        return Err(source.wrong(&format!("this is {}: expected Hex", game.description().title)));
    }
    Ok(text.of_game(hex()))
}

/// A fault in a text, shown with its place if that is known.
#[derive(Debug)]
struct TextFault {
    source: NamedSource<String>,
    message: String,
    place: Option<Range<usize>>,
}

impl std::fmt::Display for TextFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for TextFault {}

impl Diagnostic for TextFault {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        is_shown(self.source.inner()).then_some(&self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(None, self.place.clone()?);
        Some(Box::new(std::iter::once(label)))
    }
}

/// A fault in a text, with the lines around its place.
pub(crate) fn text_fault(name: &str, text: String, message: String, place: Option<Range<usize>>) -> Report {
    TextFault { source: NamedSource::new(name, text), message, place }.into()
}

/// Whether places of this text can be shown: the widths of lines are 16-bit numbers in the layout.
fn is_shown(text: &str) -> bool {
    const LONGEST_LINE: usize = 60_000;
    text.lines().all(|line| line.len() <= LONGEST_LINE)
}

/// The problems of these files, in order; `-` is standard input.
///
/// # Errors
///
/// If any file cannot be read or parsed. Every bad file is reported, the last one by the error.
pub(crate) fn read_problems(paths: &[PathBuf]) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let mut last: Option<Report> = None;
    for path in paths {
        match read_file(path) {
            Ok(more) => problems.extend(more),
            Err(error) => {
                if let Some(earlier) = last.replace(error) {
                    text::complain(&format!("{earlier:?}"));
                }
            }
        }
    }
    last.map_or(Ok(problems), Err)
}

fn read_file(path: &Path) -> Result<Vec<Problem>> {
    parse_problems(path, &bytes(path)?)
}

/// The positions of Hex that these arguments name, in order: of a game the one after its first `n_moves` moves, or the
/// last. A position without a name gets that of its file.
///
/// # Errors
///
/// If an argument cannot be read or parsed, or is of another game.
pub(crate) fn read_puzzles(
    arguments: &[PathBuf],
    unsaid: &PositionDefaults,
    n_moves: Option<usize>,
) -> Result<Vec<Puzzle>> {
    let sources = sources(arguments)?;
    puzzles_of(&sources, texts(&sources, unsaid.size), unsaid, n_moves, &|_| true)
}

/// The texts of these sources. `size` is the board of a list of moves.
pub(crate) fn texts(sources: &[Source], size: Option<(usize, usize)>) -> Vec<Text<'_>> {
    sources.iter().map(|source| source.look(&Hints { size, ..Hints::default() })).collect()
}

/// As above, for parsed texts. Games of which `keeps` refuses the id may be left out: what they lack is no error.
///
/// # Errors
///
/// If a source cannot be parsed, or is of another game.
pub(crate) fn puzzles_of(
    sources: &[Source],
    texts: Vec<Text<'_>>,
    unsaid: &PositionDefaults,
    n_moves: Option<usize>,
    keeps: &dyn Fn(&str) -> bool,
) -> Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    for (source, text) in sources.iter().zip(texts) {
        let text = of_hex(source, text)?;
        say_assumed_board(source, &text, unsaid.size);
        match n_moves {
            Some(n_moves) => puzzles.extend(puzzles_after(source, &text, unsaid, n_moves, keeps)?),
            None => puzzles.extend(read_puzzle_file(source, unsaid)?),
        }
    }
    Ok(puzzles)
}

fn read_puzzle_file(source: &Source, unsaid: &PositionDefaults) -> Result<Vec<Puzzle>> {
    let text = &source.text.text;
    let unsaid = PositionDefaults { id: source.id.clone(), ..unsaid.clone() };
    if !source.is_file {
        return file::parse(text, &unsaid).map_err(|error| source.wrong(&error.fault()));
    }
    file::parse(text, &unsaid).map_err(|error| problem_fault(&source.name, text, &error))
}

/// The positions of games after some of their moves.
fn puzzles_after(
    source: &Source,
    text: &Text<'_>,
    unsaid: &PositionDefaults,
    n_moves: usize,
    keeps: &dyn Fn(&str) -> bool,
) -> Result<Vec<Puzzle>> {
    let readings = text.games().map_err(|error| source.wrong(&error))?;
    let is_single = readings.len() == 1;
    let mut puzzles = Vec::new();
    for (number, reading) in (1..).zip(readings) {
        let AnyRecord::Hex(record) = &reading.record else { continue };
        let id = match &reading.id {
            id if !id.is_empty() => id.clone(),
            _ if is_single => source.id.clone(),
            _ => format!("{} {number}", source.id),
        };
        if !keeps(&id) {
            continue;
        }
        let n_recorded = record.moves.len();
        if n_moves > n_recorded {
            let n_recorded = text::count(n_recorded as u64, "move");
            let none = format!("there is no position after move {n_moves}: the record has {n_recorded}");
            return Err(source.wrong_in(&reading.id, &none));
        }
        record.check_searchable().map_err(|error| source.wrong_in(&reading.id, &error))?;
        let position = record.position_after(n_moves).map_err(|error| source.wrong_in(&reading.id, &error))?;
        let mut question = Question::from(&position);
        question.to_move = unsaid.to_move.unwrap_or(question.to_move);
        puzzles.push(Puzzle { id, question, expected: ExpectedAnswer::default() });
    }
    Ok(puzzles)
}

/// A game that was read, under its own name or that of its file.
pub(crate) struct NamedGame {
    pub(crate) id: String,
    pub(crate) record: Record,
}

/// The games of Hex that these arguments name, in order, in any form. All moves of these games can be made. `size` is
/// the board of a list of moves; what is assumed without it goes to standard error.
///
/// # Errors
///
/// If an argument cannot be read or parsed, a move cannot be made, or an argument is a position or another game.
pub(crate) fn games_of(sources: &[Source], size: Option<(usize, usize)>) -> Result<Vec<NamedGame>> {
    let mut games = Vec::new();
    for source in sources {
        let text = of_hex(source, source.look(&Hints { size, ..Hints::default() }))?;
        let is_positions = matches!(text.found.kind, TextKind::Positions(_));
        let readings = text.games().map_err(|error| source.wrong(&error))?;
        say_notices(source, &readings);
        let mut readings = readings;
        name_games(source, &mut readings);
        for reading in readings {
            let AnyRecord::Hex(record) = reading.record else { continue };
            if record.moves.is_empty() && (is_positions || reading.picture.is_some()) {
                let position = "this is a position: expected the moves of a game, or a board whose stones have numbers";
                return Err(source.wrong_in(&reading.id, &position));
            }
            let id = reading.id;
            record.check_searchable().map_err(|error| source.wrong_in(&id, &error))?;
            record.final_position().map_err(|error| source.wrong(&format!("game {id}, {error}")))?;
            games.push(NamedGame { id, record });
        }
    }
    Ok(games)
}

/// Keeps only the problem with this id, if one is asked for.
///
/// # Errors
///
/// If there is none; the message names those that there are.
pub(crate) fn keep_only(problems: &mut Vec<Problem>, id: Option<&str>) -> Result<()> {
    let Some(id) = id else { return Ok(()) };
    let known: Vec<String> = problems.iter().map(|problem| format!("`{}`", problem.id)).collect();
    problems.retain(|problem| problem.id == id);
    if problems.is_empty() {
        Err(miette!("no problem is called `{id}`; expected one of {}", known.join(", ")))
    } else {
        Ok(())
    }
}

/// The problems in `bytes`, which came from `path`.
///
/// # Errors
///
/// If they are not text, or not a problem file.
pub(crate) fn parse_problems(path: &Path, bytes: &[u8]) -> Result<Vec<Problem>> {
    parse_with(path, bytes, parse_file_text)
}

/// The strategy in `bytes`, which came from `path`.
///
/// # Errors
///
/// If they are not text, or not a strategy file.
pub(crate) fn parse_strategy(path: &Path, bytes: &[u8]) -> Result<Strategy> {
    parse_with(path, bytes, strategy::parse)
}

fn parse_with<T>(path: &Path, bytes: &[u8], parse: impl Fn(&str) -> Result<T, ProblemError>) -> Result<T> {
    let name = if is_file(path) { name(path) } else { format!("`{}` is not a file, and as a text", shortened(path)) };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| miette!("{name}: byte {} is not UTF-8 text", error.valid_up_to()))?;
    parse(text).map_err(|error| problem_fault(&name, text, &error))
}

fn problem_fault(name: &str, text: &str, error: &ProblemError) -> Report {
    let place = error.offset()..error.offset() + error.len();
    text_fault(name, text.to_owned(), format!("{name}, {error}"), Some(place))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_fault_far_to_the_right_is_told_all_the_same() {
        for n_blanks in [10, 59_000, 61_000, 70_000] {
            let text = format!("{}{{", " ".repeat(n_blanks));
            let error = parse_problems(Path::new("far.json"), text.as_bytes()).unwrap_err();
            let told = format!("{error:?}");
            assert!(told.contains("far.json"), "{}", &told[..told.len().min(200)]);
        }
    }
}
