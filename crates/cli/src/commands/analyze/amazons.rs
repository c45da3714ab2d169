//! Positions of Amazons: what evaluators and a player say about the moves, the owners of the squares, and the values of
//! the regions.

mod board;
mod markup;
mod regions;

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use serde_json::{Value, json};
use tesuji_amazons::{Position, Size, notation};
use tesuji_archive::within;
use tesuji_board::{Player, SortOnce as _};
use tesuji_engine::{Analysis, Evaluators, GameSpec, Overlay, Session};
use tesuji_gallery::amazons::{self, MoveLabel};
use tesuji_game::Evaluation;
use tesuji_workbench::levels::LevelView;

use self::regions::Regions;
use super::cases::{Case, Given};
use super::{Arguments, levels, thought, watched};
use crate::interrupt::stop_by_ctrl_c;
use crate::picture::PLAIN;
use crate::pool::threads;
use crate::sheet::{self, Objects};
use crate::status::{self, Status};
use crate::{files, text};

/// The evaluators, in the order of the report. The last one chooses the best moves without search.
const EVALUATORS: [&str; 7] =
    ["moves", "own-moves", "first-reach", "path-interception", "average", "lieberum", "learned"];

/// Time for the regions without `--time`.
const LIMIT: Duration = Duration::from_secs(20);

pub(super) fn run(arguments: &Arguments, given: Option<&Given<'_>>) -> status::Result {
    refuse(arguments)?;
    let mut case = read(arguments, given)?;
    for mv in moves(arguments, &case)? {
        let player = case.session.to_move();
        case.session.play(player, &mv).map_err(|error| miette!("--moves: {error}"))?;
    }
    if let Some(player) = arguments.to_move {
        case.session.set_to_move(player).into_diagnostic()?;
    }
    let stop = stop_by_ctrl_c()?;
    let is_over = case.session.outcome().is_some();
    let player = arguments.player.as_deref().filter(|_| !is_over);
    let thought = player
        .map(|player| thought::think(&mut case, player, arguments.top, arguments.player_time, arguments.seed, &stop))
        .transpose()?;
    let is_asked = arguments.levels && !is_over && !stop.load(Ordering::Relaxed);
    let levels = is_asked
        .then(|| levels::play(&case, arguments.seed, threads("--threads", arguments.threads), &stop))
        .transpose()?;
    let report = PositionReport {
        judged: judge(&case.session)?,
        at_sight: at_sight(&case.session, arguments.top)?,
        regions: regions(arguments, position(&case.session)?, &stop),
        thought,
        levels,
    };
    if arguments.picture.is_wanted() {
        let best: Vec<MoveLabel> = report.best(arguments.top).into_iter().map(MoveLabel::from).collect();
        let (id, topology, theme) = (&case.id, &case.topology, arguments.picture.theme());
        let (position, owners) = (position(&case.session)?, ownership(&case.session)?);
        let drawn = amazons::analysis(id, topology, position, &owners, &best, theme).into_diagnostic()?;
        let regions = report.regions.worths();
        let has_regions = regions.iter().any(|region| region.owner.is_some()) || regions.len() > 1;
        let of_regions = has_regions.then(|| amazons::regions(id, topology, position, &regions, theme));
        let maps = match arguments.overlay.is_empty() {
            true => amazons::domination(id, topology, position, theme).into(),
            false => arguments.overlays(&case)?,
        };
        arguments.picture.write([drawn].into_iter().chain(of_regions).chain(maps).collect())?;
    }
    if let Some(path) = &arguments.sgf {
        let words = anstream::adapter::strip_str(&report.text(&case)?).to_string();
        let best = report.best(arguments.top);
        let sgf = markup::sgf(&case.session, position(&case.session)?, &words, &ownership(&case.session)?, &best)?;
        files::write_whole(path, sgf.as_bytes())?;
    }
    let mut rows = Objects::new(&arguments.data.csv, "id square ownership");
    for (square, value) in ownership(&case.session)? {
        rows.add(|| json!({ "id": case.id, "square": square, "ownership": value }));
    }
    rows.write()?;
    let mut out = anstream::stdout().lock();
    if arguments.data.json {
        writeln!(out, "{}", sheet::line(&report.json(&case)?))?;
    } else {
        write!(out, "{}", report.text(&case)?)?;
    }
    out.flush()?;
    Ok(if stop.load(Ordering::Relaxed) { Status::Interrupted } else { Status::Fine })
}

/// The values of the regions and the winner, as far as they can be found in the time, with a progress bar.
fn regions(arguments: &Arguments, position: &Position, stop: &Arc<AtomicBool>) -> Regions {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} nodes for the regions  {elapsed}") {
        bar.set_style(style);
    }
    within(Some(arguments.time.unwrap_or(LIMIT)), stop, |limits| {
        watched(&bar, limits, || Regions::of(position, arguments.nodes, limits))
    })
}

/// Refuses options about playouts, which are not made here.
fn refuse(arguments: &Arguments) -> Result<()> {
    let of_others = [
        ("--komi", arguments.komi.is_some()),
        ("--rules", arguments.rules.is_some()),
        ("--only", arguments.only.is_some()),
        ("--threshold", arguments.threshold.is_some()),
        ("--libego", arguments.libego),
        ("--region", arguments.region.is_some()),
    ];
    match of_others.iter().find(|(_, is_set)| *is_set) {
        Some((option, _)) => Err(miette!("`{option}` is not for Amazons")),
        None => Ok(()),
    }
}

/// The requested position: FEN, a diagram or a record in any form, in a file or as the argument itself. Without one it
/// is the usual start, which is also that of moves without a start.
fn read(arguments: &Arguments, given: Option<&Given<'_>>) -> Result<Case> {
    if let (Some(board), None) = (&arguments.board, arguments.size()) {
        return Err(miette!("--board {board}: Amazons has rectangles alone, such as `6` or `6x5`"));
    }
    let (columns, rows) = arguments.size().unwrap_or((10, 10));
    let usual = GameSpec::amazons(columns, rows);
    let Some(given) = given else {
        return Case::new(format!("{columns}x{rows}"), Session::new(&usual).into_diagnostic()?);
    };
    let mut cases = given.moments(arguments.n_moves, |_| usual.clone()).map_err(|error| given.source.wrong(&error))?;
    let case = cases.pop().filter(|_| cases.is_empty());
    let case = case.ok_or_else(|| given.source.wrong(&"expected one game, and there are several"))?;
    if arguments.size().is_some_and(|size| position(&case.session).is_ok_and(|it| sides(it.size()) != size)) {
        return Err(miette!("`--board` is for the usual start, but a position is given"));
    }
    case.notices.iter().for_each(|notice| text::complain(&format!("{}: {notice}", given.source.name)));
    Ok(case)
}

fn sides(size: Size) -> (usize, usize) {
    (size.columns.into(), size.rows.into())
}

/// The moves to make, given in any spelling, as the game writes them.
fn moves(arguments: &Arguments, case: &Case) -> Result<Vec<String>> {
    let size = position(&case.session)?.size();
    let text = arguments.moves.as_deref().unwrap_or_default();
    let moves = notation::read_moves(size, text).map_err(|error| miette!("--moves: {error}"))?;
    Ok(moves.into_iter().map(|mv| notation::write_move(size, mv)).collect())
}

/// The position itself.
pub(in crate::commands) fn position(session: &Session) -> Result<&Position> {
    session.position().as_amazons().ok_or_else(|| miette!("this is not a position of Amazons"))
}

/// The evaluators of Amazons.
fn evaluators(session: &Session) -> Result<Box<dyn Evaluators + '_>> {
    session.evaluators().ok_or_else(|| miette!("this game has no evaluators"))
}

/// Value by each evaluator, for the player to move; empty if the game is over.
fn judge(session: &Session) -> Result<Vec<(&'static str, Evaluation)>> {
    if session.outcome().is_some() {
        return Ok(Vec::new());
    }
    EVALUATORS.iter().map(|&name| Ok((name, evaluators(session)?.judge(name).into_diagnostic()?))).collect()
}

/// The best moves by the last evaluator, without search.
fn at_sight(session: &Session, top: usize) -> Result<Vec<(String, f64)>> {
    let judged = evaluators(session)?.judge_moves(EVALUATORS[EVALUATORS.len() - 1]).into_diagnostic()?;
    let player = session.to_move();
    let value = |evaluation| match evaluation {
        Evaluation::Estimate(value) => value,
        Evaluation::Decided(outcome) if outcome.winner() == Some(player) => f64::INFINITY,
        Evaluation::Decided(_) => f64::NEG_INFINITY,
    };
    let mut moves: Vec<(String, f64)> = judged.into_iter().map(|(mv, evaluation)| (mv, value(evaluation))).collect();
    moves.sort_once_by(|(_, one), (_, other)| other.total_cmp(one));
    moves.truncate(top);
    Ok(moves)
}

/// The text for the value of a move without search.
fn said(value: f64) -> String {
    match value {
        f64::INFINITY => "wins".to_owned(),
        f64::NEG_INFINITY => "loses".to_owned(),
        value => format!("{value:+.3}"),
    }
}

/// Everything known about a position.
struct PositionReport {
    judged: Vec<(&'static str, Evaluation)>,
    at_sight: Vec<(String, f64)>,
    regions: Regions,
    thought: Option<Analysis>,
    levels: Option<Vec<LevelView>>,
}

/// A move that is shown, with its text.
struct Said {
    mv: String,
    value: String,
    /// The move and the principal variation after it; empty if there is none.
    line: Vec<String>,
}

impl From<Said> for MoveLabel {
    fn from(said: Said) -> Self {
        Self { mv: said.mv, value: said.value }
    }
}

impl PositionReport {
    /// The best moves: those of the player, otherwise those without search.
    fn best(&self, top: usize) -> Vec<Said> {
        let thought = self.thought.iter().flat_map(|thought| &thought.moves).take(top).map(|candidate| {
            let value = candidate.value.map(|value| format!("{value:.3}"));
            Said { mv: candidate.mv.clone(), value: value.unwrap_or_default(), line: candidate.line.clone() }
        });
        let thought: Vec<Said> = thought.collect();
        if !thought.is_empty() {
            return thought;
        }
        let at_sight = self.at_sight.iter();
        at_sight.map(|(mv, value)| Said { mv: mv.clone(), value: said(*value), line: Vec::new() }).collect()
    }

    fn text(&self, case: &Case) -> Result<String> {
        let bold = PLAIN.bold();
        let session = &case.session;
        let mut text = format!("{bold}{}{bold:#}, {}", case.id, case.board());
        if let Some((n_moves, n_recorded)) = case.after {
            _ = write!(text, ", after move {n_moves} of {n_recorded}");
            match session.moves().len() - n_moves {
                0 => {}
                n_more => _ = write!(text, " and {n_more} more"),
            }
        }
        match session.outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) => _ = writeln!(text, ", {winner} has won"),
            None => _ = writeln!(text, ", {} to move", session.to_move()),
        }
        text += &board::draw(position(session)?, &ownership(session)?);
        if !self.judged.is_empty() {
            _ = writeln!(text, "\n{bold}at sight, for {}{bold:#}", session.to_move());
        }
        for (name, evaluation) in &self.judged {
            _ = match evaluation {
                Evaluation::Estimate(value) => writeln!(text, "{name:<20}{value:+.2}"),
                Evaluation::Decided(outcome) => match outcome.winner() {
                    Some(winner) => writeln!(text, "{name:<20}{winner} wins"),
                    None => writeln!(text, "{name:<20}drawn"),
                },
            };
        }
        text += &self.moves();
        text += &self.regions.text(session.to_move());
        text += &self.thought.as_ref().map(thought::table).unwrap_or_default();
        text += &self.levels.as_deref().map(levels::table).unwrap_or_default();
        Ok(text)
    }

    /// The best moves without search; begins with an empty line.
    fn moves(&self) -> String {
        let bold = PLAIN.bold();
        if self.at_sight.is_empty() {
            return String::new();
        }
        let name = EVALUATORS[EVALUATORS.len() - 1];
        let mut text = format!("\n{bold}{:<14}{name} after it{bold:#}\n", "move");
        for (mv, value) in &self.at_sight {
            _ = writeln!(text, "{mv:<14}{}", said(*value));
        }
        text
    }

    fn json(&self, case: &Case) -> Result<Value> {
        let session = &case.session;
        let value = |evaluation: &Evaluation| match evaluation {
            Evaluation::Estimate(value) => json!(value),
            Evaluation::Decided(outcome) => json!(outcome.winner().map(Player::name)),
        };
        let judged: serde_json::Map<String, Value> =
            self.judged.iter().map(|(name, evaluation)| ((*name).to_owned(), value(evaluation))).collect();
        let seen = |value: f64| match value {
            f64::INFINITY => json!(session.to_move().name()),
            f64::NEG_INFINITY => json!(session.to_move().opponent().name()),
            value => json!(value),
        };
        let at_sight = self.at_sight.iter().map(|(mv, value)| json!({"move": mv, "value": seen(*value)}));
        Ok(json!({
            "id": case.id,
            "game": serde_json::to_value(session.spec()).into_diagnostic()?,
            "position": session.position().text(),
            "moves": session.moves().iter().map(|(player, mv)| [player.name(), mv.as_str()]).collect::<Vec<_>>(),
            "to_move": session.to_move().name(),
            "winner": session.outcome().and_then(|outcome| outcome.winner()).map(Player::name),
            "evaluations": judged,
            "at_sight": at_sight.collect::<Vec<_>>(),
            "ownership": ownership(session)?.into_iter().map(|(square, value)| (square, json!(value))).collect::<serde_json::Map<_, _>>(),
            "regions": self.regions.json(session.to_move()),
            "player": self.thought.as_ref().map(serde_json::to_value).transpose().into_diagnostic()?,
            "levels": self.levels.as_ref().map(serde_json::to_value).transpose().into_diagnostic()?,
        }))
    }
}

/// Predicted owner of each empty square, from 1 (Black) to -1 (White).
fn ownership(session: &Session) -> Result<Vec<(String, f64)>> {
    match session.view().overlay("ownership", session.to_move()).into_diagnostic()? {
        Overlay::Signed(numbers) => Ok(numbers.into_iter().map(|(square, number)| (square, number.value)).collect()),
        _ => Err(miette!("ownership has no numbers")),
    }
}
