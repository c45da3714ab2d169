//! `tesuji analyze`: what random playouts say about a position of Go or Hex, what evaluators and exact values say about
//! one of Amazons, what a player thinks of it, and what players of each strength would play.

pub(super) mod amazons;
pub(super) mod cases;
mod entries;
mod json;
pub(super) mod levels;
mod map;
mod markup;
mod tables;
mod thought;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::ValueEnum as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, miette};
use tesuji_board::Player;
use tesuji_engine::{GameKind, PlayedBy, SessionError, StatisticsReport, StatisticsSpec, WinAt};
use tesuji_figures::Picture;
use tesuji_forms::{Hints, TextKind};
use tesuji_gallery::{positions, statistics};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

use self::cases::Source;
pub(super) use self::cases::{Case, Given};
use self::map::MapOf;
use crate::interrupt::stop_by_ctrl_c;
use crate::picture::PictureArguments;
use crate::pool::threads;
use crate::sheet::{self, DataOptions};
use crate::status::{self, Status};
use crate::text::parse_board;
use crate::{files, input, text};

/// The arguments of `tesuji analyze`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line, with all numbers of all points, and nothing else"
)))]
pub(crate) struct Arguments {
    /// A record or a position of any game in any form, a file of positions (TOML) or a board: a file, `-` for standard
    /// input, a link, or the text itself
    #[arg(value_name = "POSITION|FILE", required_unless_present = "board")]
    position: Option<PathBuf>,
    /// The empty board to begin with, such as `9x9`, or of Go `torus:9x9`, `hexagon:5` or a board file; with a list of
    /// moves its board, such as `7` or `7x6`
    #[arg(long, value_name = "BOARD|FILE")]
    board: Option<String>,
    /// Moves to make, with the players taking turns: `"D4 E5 pass"`
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Only the first N moves of a record
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    /// Whose turn it is
    #[arg(long, value_parser = input::player_parser(), value_name = "PLAYER")]
    to_move: Option<Player>,
    /// Only the positions of a file whose id matches; `*` is any text, `?` any character
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
    /// The game [default: as the content shows; go if it could be several, or for an empty board]. Hex has criticality
    /// and pairs, but no orders and no score. Amazons has no playouts: the report has the evaluations, the best moves
    /// without search, the owners of the squares, and the values of the regions
    #[arg(long, value_enum)]
    game: Option<Game>,
    /// The komi, if the position does not state it [default: 7.5]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// The rules, if the position does not state them [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    /// Playouts of a sample
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    playouts: u32,
    /// The seed of the first sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of samples; with more than one, numbers are means, and intervals come from their spread
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u32,
    /// The margin from which on a playout is won: `median`, `komi`, or a number of points for another komi
    /// [default: median]
    #[arg(long, value_name = "MARGIN", allow_hyphen_values = true)]
    threshold: Option<WinAt>,
    /// Go: playouts by the rules of libEGO, on which the program of the paper is based
    #[arg(long)]
    libego: bool,
    /// Points that pairs, orders and ranks are about, such as `"D4 E4 F5"` [default: all]
    #[arg(long, value_name = "POINTS", value_parser = not_blank)]
    region: Option<String>,
    /// What one comparison adds to the rank of a move
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01)]
    alpha: f64,
    /// Differences up to this add nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01)]
    beta: f64,
    /// Leave nothing out; points that cannot be played now, and orders that hardly happen, are known to mislead
    #[arg(long)]
    unfiltered: bool,
    /// The settings of the paper on points and orders (Ishida and Nakamura 2016): wins by komi, nothing left out, and
    /// the orders of both players in one list, as in its tables
    #[arg(long, conflicts_with_all = ["threshold", "unfiltered"])]
    paper: bool,
    /// The length of the lists
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// What the drawn board shows; may be given several times
    #[arg(long, value_enum, value_name = "NUMBER", default_value = "criticality")]
    map: Vec<MapOf>,
    /// Also draw this overlay (docs/GTP.md) in the picture; of Amazons, in place of the maps of first reach and path
    /// interception. Two names share a board, half a cell each: `first-reach,path-interception`. May be given several
    /// times
    #[arg(long, value_name = "NAME[,NAME]")]
    overlay: Vec<String>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Also show what this player thinks: a name such as `strong` or `uct`, or settings as in a control file
    #[arg(long, value_name = "NAME|TABLE")]
    player: Option<String>,
    /// The time for the player to think [default: as its settings say]
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration, requires = "player")]
    player_time: Option<Duration>,
    /// Also show which move each player of the ladder plays and what it expects, the weakest first
    #[arg(long)]
    levels: bool,
    /// Amazons: the time to search for the values of regions and for the winner [default: 20s]
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    time: Option<Duration>,
    /// Amazons: nodes for the values of all regions together [default: 20000], and for the winner [default: as for
    /// `show` and the referee of a match]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Write the position to this file as SGF, with lines between miai pairs, arrows for orders and ranks as labels
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
    /// What `--csv` lists: all points, or the pairs or orders of the report with their tables of playouts
    #[arg(long, value_enum, value_name = "LIST", default_value = "points", requires = "csv")]
    list: json::List,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Game {
    Go,
    Hex,
    Amazons,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let source = arguments.position.as_deref().map(input::source).transpose()?;
    let given = source.as_ref().map(|source| Given { source, text: source.look(&arguments.hints()) });
    let game = arguments.game(given.as_ref());
    if !arguments.overlay.is_empty() && !arguments.picture.is_wanted() {
        return Err(miette!("`--overlay` is about the picture of `--svg` or `--png`").into());
    }
    if game == Game::Amazons {
        return amazons::run(arguments, given.as_ref());
    }
    arguments.check(game, given.as_ref())?;
    let mut cases = cases::read(&arguments.source(given.as_ref(), game), arguments.n_moves)?;
    if let Some(pattern) = &arguments.only {
        cases.retain(|case| text::matches_glob(pattern, &case.id));
    }
    if cases.is_empty() {
        return Err(miette!("there is no position with such a name").into());
    }
    if cases.len() > 1 && arguments.sgf.is_some() {
        return Err(miette!("`--sgf` takes one position, but there are {}", cases.len()).into());
    }
    for case in &mut cases {
        arguments.go_on(case)?;
    }
    let spec = arguments.spec();
    let stop = stop_by_ctrl_c()?;
    let mut pictures = Vec::new();
    let mut rows = json::rows(&arguments.data.csv, arguments.list);
    let mut out = anstream::stdout().lock();
    for (number, case) in cases.iter_mut().enumerate() {
        // What was found before Ctrl-C is printed; what had not begun by then is left out.
        let is_stopped = || stop.load(Ordering::Relaxed);
        if is_stopped() {
            break;
        }
        let Some(report) = count(case, &spec, &stop)? else { break };
        let thought = match arguments.player.as_ref().filter(|_| !is_stopped()) {
            Some(player) => {
                Some(thought::think(case, player, arguments.top, arguments.player_time, arguments.seed, &stop)?)
            }
            None => None,
        };
        let levels = match arguments.levels && !is_stopped() {
            true => Some(levels::play(case, arguments.seed, spec.threads, &stop)?),
            false => None,
        };
        if arguments.picture.is_wanted() {
            pictures.extend(arguments.pictures(case, &report));
            pictures.extend(arguments.overlays(case)?);
        }
        json::add(&mut rows, arguments.list, case, &report);
        if let Some(path) = &arguments.sgf {
            files::write_whole(path, markup::sgf(case, &report, arguments.top)?.as_bytes())?;
        }
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&json::line(case, &spec, &report, thought.as_ref(), levels.as_deref())?))?;
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            let mut text = tables::head(case, &spec, &report);
            for &of in &arguments.map {
                text += &format!("\n{}", map::draw(case, &report, of));
            }
            text += &tables::tables(&spec, &report, arguments.top, arguments.paper);
            text += &thought.as_ref().map(thought::table).unwrap_or_default();
            text += &levels.as_deref().map(levels::table).unwrap_or_default();
            write!(out, "{gap}{text}")?;
        }
        out.flush()?;
    }
    arguments.picture.write(pictures)?;
    rows.write()?;
    Ok(if stop.load(Ordering::Relaxed) { Status::Interrupted } else { Status::Fine })
}

impl Arguments {
    /// Hints about the text.
    fn hints(&self) -> Hints {
        let kind = |name: &str| GameKind::ALL.into_iter().find(|kind| kind.description().name == name);
        let game = self.game.and_then(|game| game.to_possible_value()).and_then(|value| kind(value.get_name()));
        Hints { game, usual: Some(GameKind::Go), size: self.size(), ..Hints::default() }
    }

    /// The board of a list of moves, or the usual start of Amazons.
    fn size(&self) -> Option<(usize, usize)> {
        self.board.as_deref().and_then(|board| parse_board(board).ok())
    }

    /// The game that was said, or that of what was given.
    fn game(&self, given: Option<&Given<'_>>) -> Game {
        let kind = match given.map(|given| &given.text.found.kind) {
            Some(TextKind::Game(kind) | TextKind::Positions(kind)) => Some(kind.description().name),
            _ => None,
        };
        let found = || kind.and_then(|name| Game::from_str(name, false).ok());
        self.game.or_else(found).unwrap_or(Game::Go)
    }

    /// Criticality with miai pairs, owners, and the orders of both players if there are any.
    fn pictures(&self, case: &Case, report: &StatisticsReport) -> Vec<Picture> {
        let (id, topology, theme) = (case.id.as_str(), &case.topology, self.picture.theme());
        let mut pictures = vec![statistics::criticality(id, topology, report, theme)];
        if report.cells.iter().any(|cell| cell.ownership.is_some()) {
            pictures.push(statistics::ownership(id, topology, report, theme));
        }
        let has_orders = |player: &Player| !report.player(*player).orders.is_empty();
        let orders = |player| statistics::orders(id, topology, report, player, self.top, theme);
        pictures.extend(Player::BOTH.into_iter().filter(has_orders).map(orders));
        pictures
    }

    /// The boards of `--overlay`.
    fn overlays(&self, case: &Case) -> miette::Result<Vec<Picture>> {
        let (id, session, theme) = (&case.id, &case.session, self.picture.theme());
        let draw = |names| positions::overlay(id, session, names, session.to_move(), theme);
        self.overlay.iter().map(|names| draw(names).map_err(|error| miette!("--overlay: {error}"))).collect()
    }

    /// Refuses options that have no meaning here.
    fn check(&self, game: Game, given: Option<&Given<'_>>) -> miette::Result<()> {
        let of_go = [
            ("komi", self.komi.is_some()),
            ("rules", self.rules.is_some()),
            ("threshold", self.threshold.is_some()),
            ("libego", self.libego),
        ];
        if let Some((option, _)) = of_go.iter().find(|(_, is_said)| *is_said && game == Game::Hex) {
            return Err(miette!("`--{option}` is for Go, and this is Hex"));
        }
        let of_amazons = [("time", self.time.is_some()), ("nodes", self.nodes.is_some())];
        if let Some((option, _)) = of_amazons.iter().find(|(_, is_said)| *is_said) {
            return Err(miette!("`--{option}` is for Amazons"));
        }
        let is_game = given.is_none_or(|given| matches!(given.text.found.kind, TextKind::Game(_)));
        match &self.board {
            Some(board) if !is_game => Err(miette!("--board {board}: the position has its own board")),
            Some(board) if given.is_some() => {
                parse_board(board).map(|_| ()).map_err(|error| miette!("--board: {error}"))
            }
            _ => Ok(()),
        }
    }

    fn source<'a>(&'a self, given: Option<&'a Given<'a>>, game: Game) -> Source<'a> {
        Source {
            position: given,
            board: self.board.as_deref().filter(|_| given.is_none()),
            is_hex: game == Game::Hex,
            to_move: self.to_move,
            komi: self.komi.unwrap_or(Komi::from_half_points(15)),
            rules: self.rules.unwrap_or(Rules::CHINESE),
        }
    }

    /// Makes the requested moves, and gives the turn.
    fn go_on(&self, case: &mut Case) -> miette::Result<()> {
        for mv in self.moves.iter().flat_map(|moves| moves.split([' ', ',']).filter(|mv| !mv.is_empty())) {
            let player = case.session.to_move();
            case.session.play(player, mv).map_err(|error| miette!("--moves: {error}"))?;
        }
        if let Some(player) = self.to_move {
            case.session.set_to_move(player).into_diagnostic()?;
        }
        if case.session.outcome().is_some() {
            return Err(miette!("{}: the game is over", case.id));
        }
        Ok(())
    }

    fn spec(&self) -> StatisticsSpec {
        let region = self.region.iter().flat_map(|points| points.split([' ', ','])).filter(|point| !point.is_empty());
        StatisticsSpec {
            playouts: self.playouts,
            seed: self.seed,
            samples: self.seeds,
            threshold: if self.paper { StatisticsSpec::paper().threshold } else { self.threshold.unwrap_or_default() },
            by: if self.libego { PlayedBy::Libego } else { PlayedBy::Light },
            alpha: self.alpha,
            beta: self.beta,
            region: region.map(str::to_owned).collect(),
            filters: !self.unfiltered && !self.paper,
            pairs: self.top,
            orders: self.top,
            ranks: None,
            threads: threads("--threads", self.threads),
        }
    }
}

fn not_blank(text: &str) -> Result<String, &'static str> {
    if text.split([' ', ',']).all(str::is_empty) { Err("expected the names of points") } else { Ok(text.to_owned()) }
}

/// Plays and counts, with a progress bar: after Ctrl-C what is complete, or `None`.
fn count(case: &Case, spec: &StatisticsSpec, stop: &Arc<AtomicBool>) -> miette::Result<Option<StatisticsReport>> {
    let limits = Limits { interrupt: Arc::clone(stop), ..Limits::default() };
    let n_playouts = u64::from(spec.playouts) * u64::from(spec.samples);
    let bar = ProgressBar::with_draw_target(Some(n_playouts), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} playouts  {elapsed}") {
        bar.set_style(style);
    }
    let report = watched(&bar, &limits, || match case.session.playouts() {
        Some(playouts) => playouts.statistics(spec, &limits),
        None => Err(SessionError::Unsupported("statistics of playouts")),
    });
    match report {
        Ok(report) => Ok(Some(report)),
        Err(SessionError::Interrupted) => Ok(None),
        Err(error) => Err(miette!("{}: {error}", case.id)),
    }
}

/// Does some work while `bar` shows its progress. Nothing is drawn unless standard error is a terminal.
fn watched<T>(bar: &ProgressBar, limits: &Limits, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let watch = || {
        while !done.load(Ordering::Relaxed) {
            thread::park_timeout(Duration::from_millis(100));
            bar.set_position(limits.progress.load(Ordering::Relaxed));
        }
    };
    let result = thread::scope(|scope| {
        let watcher = (!bar.is_hidden()).then(|| scope.spawn(watch));
        let result = work();
        done.store(true, Ordering::Relaxed);
        watcher.inspect(|watcher| watcher.thread().unpark());
        result
    });
    bar.finish_and_clear();
    result
}
