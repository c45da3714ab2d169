//! `tesuji match report`: sums up the games of a match.

use std::io::Write;
use std::path::PathBuf;

use miette::IntoDiagnostic;
use serde_json::{Value, json};
use tesuji_arena::control::SprtTerms;
use tesuji_arena::stats::{Confidence, EloEstimate, Hypothesis, Tally as _, wilson};
use tesuji_arena::{Forfeit, MatchStore, Reason, Schedule, Shard, StoredGame, Tally};
use tesuji_board::Player;

use crate::status::{self, Status};
use crate::text::count;

/// The arguments of `tesuji match report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The store, or the control file that it is beside
    #[arg(value_name = "FILE")]
    store: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let store = super::open_store(&arguments.store)?;
    print(&store, arguments.json)?;
    Ok(Status::Fine)
}

/// Prints the report of a match.
pub(super) fn print(store: &MatchStore, as_json: bool) -> Result<(), status::Failure> {
    let games = store.games().into_diagnostic()?;
    let tally = Tally::of(store.control(), store.shard(), &games).into_diagnostic()?;
    let report = if as_json { format!("{}\n", json(store, &tally)?) } else { text(store, &tally)? };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes())?;
    Ok(out.flush()?)
}

/// A line about a game that the table does not show: who forfeited, and why, or who resigned a won game.
pub(super) fn fault_line(game: &StoredGame) -> Option<String> {
    let (Reason::Forfeit(_) | Reason::ResignedWin) = game.ending.reason else { return None };
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

/// How many games the part of the match in this store has.
fn n_scheduled(store: &MatchStore) -> u64 {
    let n_games = Schedule::new(store.control()).n_games();
    if store.shard() == Shard::WHOLE {
        return n_games;
    }
    (1..=n_games).filter(|&number| store.shard().has(number)).count() as u64
}

fn text(store: &MatchStore, tally: &Tally) -> miette::Result<String> {
    let control = store.control();
    let mut lines = Vec::new();
    let title = if control.plan.title.is_empty() { "match" } else { &control.plan.title };
    let part = if store.shard() == Shard::WHOLE { String::new() } else { format!(", part {}", store.shard()) };
    let scheduled = count(n_scheduled(store), "game");
    lines.push(format!("{title}: {} of {scheduled}{part}\n", tally.n_games()));
    if tally.n_games() == 0 {
        return Ok(lines.join("\n"));
    }
    let crosstable = tally.crosstable().into_diagnostic()?;
    lines.push(crosstable.table(tally.names(), Confidence::P95).to_string());
    let ratings = tally.ratings(Confidence::P95).into_diagnostic()?;
    if tally.names().len() > 2 {
        lines
            .push("Ratings (Bradley-Terry, 0 is the mean; LOS: likelihood of being stronger than the next)".to_owned());
        lines.push(ratings.table(tally.names()).to_string());
    }
    for &pairing in tally.pairings() {
        lines.extend(pairing_line(tally, pairing));
    }
    let first = crosstable.first_player();
    let (wins, draws, losses) = (first.wins(), first.draws(), first.losses());
    let advantage = ratings.first_player_advantage();
    let share = wilson(wins, wins + losses, Confidence::P95)
        .map(|share| format!(" ({:.1}% to {:.1}% of those not drawn)", 100.0 * share.low, 100.0 * share.high));
    let has = if control.terms.handicap.is_some() { "has the handicap" } else { "moves first" };
    lines.push(format!(
        "Black, who {has}: {wins} won{}, {draws} drawn, {losses} lost; {:+.1} [{:+.1}, {:+.1}] Elo",
        share.unwrap_or_default(),
        advantage.value,
        advantage.interval.low,
        advantage.interval.high
    ));
    lines.extend(test_line(store, tally));
    lines.push(format!("ended by {}", endings(tally)));
    lines.extend(forfeit_lines(tally));
    let repetition = tally.repetition();
    if repetition.repeated() > 0 {
        let (repeated, most) = (count(repetition.repeated(), "game"), repetition.most_frequent);
        lines.push(format!("{repeated} repeated an earlier game move for move; one was played {most} times in all"));
    }
    lines.push(times(tally));
    if tally.n_beyond() > 0 {
        lines.push(format!("{} played past the end of the test do not count", count(tally.n_beyond(), "game")));
    }
    for (number, (n_tries, why)) in store.voids().into_diagnostic()? {
        if store.game(number).into_diagnostic()?.is_none() {
            lines.push(format!("game {number} has to be played again; it failed {}: {why}", count(n_tries, "time")));
        }
    }
    Ok(lines.join("\n") + "\n")
}

fn pairing_line(tally: &Tally, pairing: [usize; 2]) -> Option<String> {
    let pairs = tally.pairs(pairing);
    let elo = tally.elo(pairing, Confidence::P95)?;
    let names = pairing.map(|player| tally.names()[player].as_str());
    let counts: Vec<String> = pairs.counts().iter().map(u64::to_string).collect();
    let superiority = 100.0 * elo.superiority;
    Some(format!(
        "{} against {}: {elo} Elo, LOS {superiority:.1}%, by {} of 0, 1/2, 1, 3/2, 2 points: {}",
        names[0],
        names[1],
        count(pairs.observations(), "pair"),
        counts.join(" ")
    ))
}

fn test_line(store: &MatchStore, tally: &Tally) -> Option<String> {
    let (terms, state) = (store.control().plan.sprt?, tally.test_state()?);
    let bounds = format!("LLR {:.2} ({:.2}, {:.2})", state.ratio, state.lower, state.upper);
    let verdict = tally.decision().map_or_else(
        || "no decision yet".to_owned(),
        |decision| {
            let SprtTerms { elo0, elo1, .. } = terms;
            let (name, elo, other) = match decision.accepted {
                Hypothesis::H0 => ("H0", elo0, elo1),
                Hypothesis::H1 => ("H1", elo1, elo0),
            };
            format!("{name} accepted after game {}: {elo:+} Elo rather than {other:+}", decision.last)
        },
    );
    Some(format!("test of H0 {:+} Elo against H1 {:+} Elo: {bounds}, {verdict}", terms.elo0, terms.elo1))
}

fn endings(tally: &Tally) -> String {
    tally.reasons().iter().map(|(reason, n)| format!("{reason}: {n}")).collect::<Vec<_>>().join(", ")
}

fn forfeit_lines(tally: &Tally) -> Vec<String> {
    let mut lines = Vec::new();
    for (player, name) in tally.names().iter().enumerate() {
        let kinds: Vec<String> = Forfeit::ALL
            .into_iter()
            .filter(|&forfeit| tally.forfeits(player, forfeit) > 0)
            .map(|forfeit| format!("{} {}", forfeit.name(), tally.forfeits(player, forfeit)))
            .collect();
        if !kinds.is_empty() {
            lines.push(format!("forfeits of {name}: {}", kinds.join(", ")));
        }
    }
    lines
}

fn times(tally: &Tally) -> String {
    let n_games = tally.n_games() as f64;
    let moves = tally.n_moves() as f64 / n_games;
    let crosstable = tally.crosstable();
    let seconds = tally.names().iter().enumerate().map(|(player, name)| {
        let games = crosstable.as_ref().map_or(0, |table| table.row_total(player).games());
        format!("{name} {:.3} s", tally.seconds(player) / games.max(1) as f64)
    });
    let cpu = tally.names().iter().enumerate().map(|(player, name)| match tally.cpu_of_a_move(player) {
        Some(cpu) => format!("{name} {:.3} ms", 1e3 * cpu),
        None => format!("{name} unknown"),
    });
    format!(
        "a game has {moves:.1} moves and takes {}\nprocessor time of a move: {}",
        seconds.collect::<Vec<_>>().join(", "),
        cpu.collect::<Vec<_>>().join(", ")
    )
}

/// A number for JSON; `null` if it is infinite.
fn finite(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { Value::Null }
}

fn elo_json(elo: &EloEstimate) -> Value {
    json!({
        "elo": finite(elo.elo),
        "low": finite(elo.interval.low),
        "high": finite(elo.interval.high),
        "score": elo.score,
        "score_low": elo.score_interval.low,
        "score_high": elo.score_interval.high,
        "superiority": elo.superiority,
    })
}

fn json(store: &MatchStore, tally: &Tally) -> miette::Result<Value> {
    let crosstable = tally.crosstable().into_diagnostic()?;
    let ratings = tally.ratings(Confidence::P95).into_diagnostic()?;
    let players = tally.names().iter().enumerate().map(|(player, name)| {
        let games = crosstable.row_total(player);
        let rating = &ratings.players()[player];
        let forfeits = Forfeit::ALL
            .into_iter()
            .map(|forfeit| (forfeit.name().to_owned(), Value::from(tally.forfeits(player, forfeit))));
        json!({
            "name": name,
            "games": games.games(),
            "wins": games.wins(),
            "draws": games.draws(),
            "losses": games.losses(),
            "rating": finite(rating.elo.value),
            "rating_low": finite(rating.elo.interval.low),
            "rating_high": finite(rating.elo.interval.high),
            "group": rating.group,
            "seconds": tally.seconds(player),
            "chosen": tally.n_chosen(player),
            "cpu_of_a_move": tally.cpu_of_a_move(player),
            "forfeits": forfeits.collect::<serde_json::Map<_, _>>(),
        })
    });
    let pairings = tally.pairings().iter().map(|&pairing| {
        let [first, second] = pairing.map(|player| tally.names()[player].as_str());
        json!({
            "first": first,
            "second": second,
            "pairs": tally.pairs(pairing).counts(),
            "elo": tally.elo(pairing, Confidence::P95).as_ref().map(elo_json),
        })
    });
    let first = crosstable.first_player();
    let advantage = ratings.first_player_advantage();
    let repetition = tally.repetition();
    let test = tally.test_state().map(|state| {
        let decision = tally.decision();
        let accepted = decision.map(|decision| decision.accepted);
        let (lower, upper) = (state.lower, state.upper);
        json!({
            "ratio": state.ratio, "lower": lower, "upper": upper,
            "accepted": accepted, "last": decision.map(|decision| decision.last),
        })
    });
    let mut voids = Vec::new();
    for (number, (n_tries, why)) in store.voids().into_diagnostic()? {
        if store.game(number).into_diagnostic()?.is_none() {
            voids.push(json!({ "number": number, "tries": n_tries, "why": why }));
        }
    }
    Ok(json!({
        "event": "report",
        "title": store.control().plan.title,
        "terms": store.control().terms.digest().to_string(),
        "shard": store.shard().to_string(),
        "games": tally.n_games(),
        "scheduled": n_scheduled(store),
        "beyond": tally.n_beyond(),
        "players": players.collect::<Vec<_>>(),
        "pairings": pairings.collect::<Vec<_>>(),
        "first_player": {
            "wins": first.wins(), "draws": first.draws(), "losses": first.losses(),
            "elo": finite(advantage.value),
            "low": finite(advantage.interval.low), "high": finite(advantage.interval.high),
        },
        "test": test,
        "reasons": tally.reasons().iter()
            .map(|(reason, n)| (reason.name().to_owned(), Value::from(*n)))
            .collect::<serde_json::Map<_, _>>(),
        "repeated": repetition.repeated(),
        "most_frequent": repetition.most_frequent,
        "moves": tally.n_moves(),
        "to_be_replayed": voids,
    }))
}
