//! `tesuji match report`: sums up the games of a match.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use miette::IntoDiagnostic;
use serde_json::{Value, json};
use tesuji_arena::report::{ColourShare, ColourSummary, MatchReport, PairingSummary, TestSummary};
use tesuji_arena::stats::Hypothesis;
use tesuji_arena::{EndReason, MatchStore, ProofPolicy, StoredGame, audit_store};
use tesuji_board::Player;

use super::page;
use crate::columns::Columns;
use crate::files;
use crate::sheet::{self, CsvOption, Sheet};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji match report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The store, or the control file that it is beside
    #[arg(value_name = "FILE")]
    store: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the report as one HTML page with charts, which needs no other file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    csv: CsvOption,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let store = super::open_store(&arguments.store)?;
    // Proofs of solvers are believed here: to look for them again may take as long as the match.
    let faults = audit_store(&store, ProofPolicy::Believed, &Arc::default()).into_diagnostic()?;
    let report = MatchReport::of(&store).into_diagnostic()?;
    if let Some(path) = &arguments.html {
        files::write_whole(path, page::page(&report).as_bytes())?;
    }
    arguments.csv.write(|| sheet(&report))?;
    write(&report, arguments.json)?;
    for (number, fault) in &faults {
        complain(&format!(
            "game {number} cannot have been played as it stands there, and counts all the same: {fault}"
        ));
    }
    Ok(if faults.is_empty() { Status::Fine } else { Status::No })
}

/// Prints the report of a match.
pub(super) fn print(store: &MatchStore, as_json: bool) -> Result<(), status::Failure> {
    write(&MatchReport::of(store).into_diagnostic()?, as_json)
}

fn write(report: &MatchReport, as_json: bool) -> Result<(), status::Failure> {
    let report = match as_json {
        true => sheet::line(&serde_json::to_value(report).into_diagnostic()?) + "\n",
        false => text(report),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes())?;
    Ok(out.flush()?)
}

/// A line about a game that the table does not show: who forfeited, and why, or who resigned a won game.
pub(super) fn fault_line(game: &StoredGame) -> Option<String> {
    let (EndReason::Forfeit(_) | EndReason::ResignedWin) = game.ending.reason else { return None };
    Some(format!("game {}: {}: {}", game.number, game.ending.reason, game.ending.detail))
}

/// A game as one line.
pub(super) fn game_json(game: &StoredGame) -> Value {
    let [black, white] = &game.sides;
    json!({
        "event": "game",
        "number": game.number,
        "black": black.name,
        "white": white.name,
        "winner": game.ending.winner.map(Player::name),
        "reason": game.ending.reason.name(),
        "detail": game.ending.detail,
        "moves": game.n_moves(),
        "seconds": game.seconds,
        "black_seconds": black.seconds,
        "white_seconds": white.seconds,
        "black_cpu": black.cpu,
        "white_cpu": white.cpu,
    })
}

/// The first line of a report.
pub(super) fn heading(report: &MatchReport) -> String {
    let title = if report.title.is_empty() { "match" } else { &report.title };
    let part = if report.is_whole { String::new() } else { format!(", part {}", report.shard) };
    format!("{title}: {} of {}{part}", report.games, count(report.scheduled, "game"))
}

fn text(report: &MatchReport) -> String {
    let mut lines = vec![format!("{}\n", heading(report))];
    if report.games == 0 {
        return lines.join("\n");
    }
    lines.push(report.standings.to_string());
    if let Some(ratings) = &report.ratings {
        lines
            .push("Ratings (Bradley-Terry, 0 is the mean; LOS: likelihood of being stronger than the next)".to_owned());
        lines.push(ratings.to_string());
    }
    lines.extend(report.pairings.iter().filter_map(pairing_line));
    lines.push(String::new());
    lines.push("Wins by colour (95 % intervals)".to_owned());
    lines.push(by_colour(report).to_string());
    lines.push(first_line(report));
    lines.extend(report.test.as_ref().map(test_line));
    lines.push(format!("ended by {}", endings(report)));
    lines.extend(forfeit_lines(report));
    lines.extend(repetition_line(report));
    lines.push(times(report));
    if report.beyond > 0 {
        lines.push(format!("{} played past the end of the test do not count", count(report.beyond, "game")));
    }
    for void in &report.to_be_replayed {
        let (number, tries) = (void.number, count(void.tries, "time"));
        lines.push(format!("game {number} has to be played again; it failed {tries}: {}", void.why));
    }
    lines.join("\n") + "\n"
}

/// Wins by colour of each player against each other.
fn by_colour(report: &MatchReport) -> Columns {
    let mut table = Columns::new(["player", "against", "won as Black", "won as White"]);
    for row in &report.by_colour {
        table.row([&row.player, &row.opponent, &share(&row.black), &share(&row.white)]);
    }
    table
}

/// `159/200 79.5% [73.4%, 84.5%]`.
fn share(wins: &ColourShare) -> String {
    match (wins.share, wins.low, wins.high) {
        (Some(share), Some(low), Some(high)) => {
            let [share, low, high] = [share, low, high].map(|share| format!("{:.1}%", 100.0 * share));
            let drawn = if wins.draws > 0 { format!(", {} drawn", wins.draws) } else { String::new() };
            format!("{}/{} {share} [{low}, {high}]{drawn}", wins.wins, wins.games)
        }
        _ => "-".to_owned(),
    }
}

/// Wins by colour as a table of numbers, a line for each player against each other.
fn sheet(report: &MatchReport) -> Sheet {
    const COLUMNS: [&str; 7] = ["games", "wins", "draws", "losses", "share", "low", "high"];
    let of_colour = |colour: &'static str| COLUMNS.map(|column| format!("{colour}_{column}"));
    let names = ["player", "opponent"].map(str::to_owned);
    let mut sheet = Sheet::new(names.into_iter().chain(of_colour("black")).chain(of_colour("white")));
    for row in &report.by_colour {
        let numbers = |colour: &ColourShare| {
            let &ColourShare { games, wins, draws, losses, share, low, high } = colour;
            let counts = [games, wins, draws, losses].map(Value::from);
            counts.into_iter().chain([share, low, high].map(Value::from))
        };
        let names = [&row.player, &row.opponent].map(|name| Value::from(name.as_str()));
        sheet.row(names.into_iter().chain(numbers(&row.black)).chain(numbers(&row.white)).map(Into::into));
    }
    sheet
}

/// Elo of the first of a pairing; `None` without a complete pair, or without a game if colours are fixed.
pub(in crate::commands) fn pairing_line(pairing: &PairingSummary) -> Option<String> {
    let elo = pairing.elo?;
    if pairing.is_fixed {
        let ColourSummary { wins, draws, losses } = pairing.games;
        return Some(format!(
            "{} against {}: {} Elo, LOS {:.1}%, by {}: {wins} won, {draws} drawn, {losses} lost; colours are fixed",
            pairing.first,
            pairing.second,
            elo.estimate,
            100.0 * elo.superiority,
            count(wins + draws + losses, "game"),
        ));
    }
    let counts = pairing.pairs.map(|n| n.to_string()).join(" ");
    Some(format!(
        "{} against {}: {} Elo, LOS {:.1}%, by {} of 0, 1/2, 1, 3/2, 2 points: {counts}",
        pairing.first,
        pairing.second,
        elo.estimate,
        100.0 * elo.superiority,
        count(pairing.pairs.iter().sum(), "pair"),
    ))
}

/// Value of moving first.
pub(super) fn first_line(report: &MatchReport) -> String {
    let first = &report.first_player;
    let share = first
        .share
        .map(|share| format!(" ({:.1}% to {:.1}% of those not drawn)", 100.0 * share.low, 100.0 * share.high));
    let has = if first.has_handicap { "has the handicap" } else { "moves first" };
    let elo = if first.is_mixed {
        "nobody had both colours, so what that is worth cannot be known".to_owned()
    } else {
        format!("{:+.1} [{:+.1}, {:+.1}] Elo", first.elo, first.low, first.high)
    };
    let (won, drawn, lost) = (first.wins, first.draws, first.losses);
    format!("Black, who {has}: {won} won{}, {drawn} drawn, {lost} lost; {elo}", share.unwrap_or_default())
}

/// Result of the sequential test.
pub(super) fn test_line(test: &TestSummary) -> String {
    let bounds = format!("LLR {:.2} ({:.2}, {:.2})", test.ratio, test.lower, test.upper);
    let [elo0, elo1] = test.elo;
    let verdict = test.accepted.zip(test.last).map_or_else(
        || "no decision yet".to_owned(),
        |(accepted, last)| {
            let (name, elo, other) = match accepted {
                Hypothesis::H0 => ("H0", elo0, elo1),
                Hypothesis::H1 => ("H1", elo1, elo0),
            };
            format!("{name} accepted after game {last}: {elo:+} Elo rather than {other:+}")
        },
    );
    format!("test of H0 {elo0:+} Elo against H1 {elo1:+} Elo: {bounds}, {verdict}")
}

pub(super) fn endings(report: &MatchReport) -> String {
    report.reasons.iter().map(|(reason, n)| format!("{reason}: {n}")).collect::<Vec<_>>().join(", ")
}

pub(super) fn forfeit_lines(report: &MatchReport) -> Vec<String> {
    let mut lines = Vec::new();
    for player in &report.players {
        let kinds: Vec<String> =
            player.forfeits.iter().filter(|(_, n)| *n > 0).map(|(kind, n)| format!("{kind} {n}")).collect();
        if !kinds.is_empty() {
            lines.push(format!("forfeits of {}: {}", player.name, kinds.join(", ")));
        }
    }
    lines
}

/// Number of games that were played twice, if any were.
pub(super) fn repetition_line(report: &MatchReport) -> Option<String> {
    let (repeated, most) = (count(report.repeated, "game"), report.most_frequent);
    (report.repeated > 0)
        .then(|| format!("{repeated} repeated an earlier game move for move; one was played {most} times in all"))
}

pub(super) fn times(report: &MatchReport) -> String {
    let moves = report.moves as f64 / report.games as f64;
    let seconds = report
        .players
        .iter()
        .map(|player| format!("{} {:.3} s", player.name, player.seconds / player.games.max(1) as f64));
    let cpu = report.players.iter().map(|player| match player.cpu_of_a_move {
        Some(cpu) => format!("{} {:.3} ms", player.name, 1e3 * cpu),
        None => format!("{} unknown", player.name),
    });
    format!(
        "a game has {moves:.1} moves and takes {}\nprocessor time of a move: {}",
        seconds.collect::<Vec<_>>().join(", "),
        cpu.collect::<Vec<_>>().join(", ")
    )
}
