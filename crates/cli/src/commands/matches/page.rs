//! A report as one HTML page with charts in it, which needs no other file.

use std::fmt::Write;

use tesuji_arena::report::{ColourShare, ColourSummary, MatchReport, PairingProgress, PairingSummary};
use tesuji_arena::stats::ResultTable;
use tesuji_figures::chart::{self, Axis, Curve, Panel, Point};
use tesuji_figures::{Hue, Theme, Tint, escaped};

use super::report::{
    endings, fault_line, first_line, forfeit_lines, heading, pairing_line, repetition_line, test_line, times,
};
use crate::text::count;

/// Elo differences are drawn no further than this: those of the first games are enormous.
const MOST_ELO: f64 = 800.0;

const STYLE: &str = "\
:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:60rem;\
margin:2rem auto;padding:0 1rem}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}table{border-collapse:collapse;\
margin:.6rem 0}th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd}th{border-bottom:2px solid #888}\
td.name,th.name{text-align:left}svg{max-width:100%;height:auto}p.note{color:#555;font-size:.9rem}";

/// The page of a report.
pub(super) fn page(report: &MatchReport) -> String {
    let title = escaped(&heading(report));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    );
    if report.games > 0 {
        page += &results(report);
        page += &ways(report);
        page += &lengths_and_times(report);
    }
    for void in &report.to_be_replayed {
        let failed = count(void.tries, "time");
        page += &paragraph(&format!("Game {} has to be played again; it failed {failed}: {}", void.number, void.why));
    }
    let version = env!("CARGO_PKG_VERSION");
    _ = writeln!(
        page,
        "<p class=\"note\">Intervals are 95 % intervals. Elo counts pairs of games: both games of a pair begin alike, \
         with colours exchanged. Where colours are fixed, it counts games. Terms {}; Tesuji {version}.</p>\n</body>\n</html>",
        escaped(&report.terms)
    );
    page
}

/// Winners, margins, and the ways in which that became clear.
fn results(report: &MatchReport) -> String {
    let mut part = format!("<h2>Result</h2>\n{}", result_table(&report.standings));
    if let Some(ratings) = &report.ratings {
        part += "<h2>Ratings</h2>\n<p class=\"note\">Bradley-Terry; 0 is the mean. LOS: likelihood of being stronger \
                 than the next.</p>\n";
        part += &result_table(ratings);
    }
    part += &report.test.as_ref().map_or_else(String::new, |test| paragraph(&test_line(test)));
    part += &paragraph(&first_line(report));
    part += &repetition_line(report).map_or_else(String::new, |line| paragraph(&line));
    if report.beyond > 0 {
        part += &paragraph(&format!("{} played past the end of the test do not count.", count(report.beyond, "game")));
    }
    for pairing in &report.pairings {
        part += &pairing_part(report, pairing);
    }
    part
}

/// One pairing: the pairs, and the curves over the games.
fn pairing_part(report: &MatchReport, pairing: &PairingSummary) -> String {
    let Some(line) = pairing_line(pairing) else { return String::new() };
    let (first, second) = (escaped(&pairing.first), escaped(&pairing.second));
    let mut part = format!("<h2>{first} against {second}</h2>\n{}", paragraph(&line));
    let heads = ["points of a pair", "0", "1/2", "1", "3/2", "2"].map(str::to_owned);
    let mut row = vec!["pairs".to_owned()];
    row.extend(pairing.pairs.iter().map(u64::to_string));
    part += &table(&heads, [row]);
    let games = |point: &PairingProgress| point.n_games as f64;
    let curve = |name, hue, value: &dyn Fn(&PairingProgress) -> (f64, [f64; 2])| {
        let of = |point: &PairingProgress| (games(point), value(point));
        let point = |(x, (value, ends))| Point::new(x, Some(value)).within(Some(ends));
        Curve { name: str::to_owned(name), hue, points: pairing.progress.iter().map(of).map(point).collect() }
    };
    let bounded = |elo: f64| elo.clamp(-MOST_ELO, MOST_ELO);
    let score = curve("score", Hue::Tint(Tint::Blue), &|point| {
        let elo = &point.elo;
        (elo.score, [elo.score_interval.low, elo.score_interval.high])
    });
    let elo = curve("Elo", Hue::Tint(Tint::Amber), &|point| {
        let interval = point.elo.interval;
        (bounded(point.elo.elo), [bounded(interval.low), bounded(interval.high)])
    });
    let panel = |title: String, axis, curves, level| Panel {
        title,
        axes: [Axis::new("games").whole(), Axis::new(axis)],
        curves,
        level,
        ..Panel::default()
    };
    let mut panels = vec![
        panel(format!("Score of {}", pairing.first), "score of a game", vec![score], Some(0.5)),
        panel(
            format!("Elo of {} over {}, drawn up to {MOST_ELO}", pairing.first, pairing.second),
            "Elo",
            vec![elo],
            Some(0.0),
        ),
    ];
    if let Some(test) = &report.test {
        let points = |value: &dyn Fn(&PairingProgress) -> Option<f64>| {
            pairing.progress.iter().map(|point| Point::new(games(point), value(point))).collect::<Vec<_>>()
        };
        let plain = |name, hue, points| Curve { name: str::to_owned(name), hue, points };
        let curves = vec![
            plain("LLR", Hue::Ink, points(&|point| point.ratio)),
            plain("H1 accepted", Hue::Tint(Tint::Blue), points(&|_| Some(test.upper))),
            plain("H0 accepted", Hue::Tint(Tint::Grey), points(&|_| Some(test.lower))),
        ];
        panels.push(panel("Sequential test".to_owned(), "log likelihood ratio", curves, Some(0.0)));
    }
    part + &chart::draw(&panels, Theme::Light).svg() + "\n"
}

/// Ends of games, by colour and opening, and faults.
fn ways(report: &MatchReport) -> String {
    let mut part = format!("<h2>How games ended</h2>\n{}", paragraph(&endings(report)));
    part += &forfeit_lines(report).iter().map(|line| paragraph(line)).collect::<String>();
    let faults: Vec<String> = report.faults().filter_map(fault_line).collect();
    if !faults.is_empty() {
        let items: String = faults.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
        part += &format!("<ul>\n{items}</ul>\n");
    }
    part += "<h2>By colour</h2>\n";
    let heads = ["player", "Black: won", "drawn", "lost", "White: won", "drawn", "lost"].map(str::to_owned);
    let cells = |colour: ColourSummary| [colour.wins, colour.draws, colour.losses].map(|n| n.to_string());
    part += &table(
        &heads,
        report.players.iter().map(|player| {
            let mut row = vec![player.name.clone()];
            row.extend([cells(player.black), cells(player.white)].concat());
            row
        }),
    );
    part += "<h2>Wins by colour</h2>\n";
    let heads = ["player", "against", "games as Black", "won", "interval", "games as White", "won", "interval"];
    let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share));
    let cells = |colour: &ColourShare| {
        let ColourShare { games, wins, low, high, .. } = *colour;
        let won = format!("{wins} ({})", share(colour.share));
        [games.to_string(), won, format!("{} to {}", share(low), share(high))]
    };
    part += &table(
        &heads.map(str::to_owned),
        report.by_colour.iter().map(|row| {
            let names = [row.player.clone(), row.opponent.clone()];
            names.into_iter().chain(cells(&row.black)).chain(cells(&row.white)).collect()
        }),
    );
    part += "<h2>By opening</h2>\n";
    let mut heads = ["opening", "games", "Black won", "White won"].map(str::to_owned).to_vec();
    heads.extend(report.players.iter().map(|player| format!("{} lost", player.name)));
    part += &table(
        &heads,
        report.openings.iter().map(|opening| {
            let moves = if opening.moves.is_empty() { "none" } else { &opening.moves };
            let mut row = vec![moves.to_owned()];
            row.extend([opening.games, opening.black_wins, opening.white_wins].map(|n| n.to_string()));
            row.extend(opening.losses.iter().map(u64::to_string));
            row
        }),
    );
    let n_left_out = report.n_openings - report.openings.len() as u64;
    if n_left_out > 0 {
        part += &paragraph(&format!("{} more are left out.", count(n_left_out, "opening")));
    }
    part
}

/// Lengths of games, in moves and in time.
fn lengths_and_times(report: &MatchReport) -> String {
    let lengths = report.played.iter().map(|game| (game.number as f64, game.n_moves() as f64)).collect();
    let axes = |value| [Axis::new("number of the game").whole(), value];
    let mut panels = vec![Panel {
        title: "Length of games".to_owned(),
        axes: axes(Axis::new("moves").whole()),
        dots: lengths,
        ..Panel::default()
    }];
    for player in &report.players {
        let seconds = report.played.iter().flat_map(|game| {
            let own = game.sides.iter().filter(|side| side.name == player.name);
            own.map(|side| (game.number as f64, side.seconds))
        });
        panels.push(Panel {
            title: format!("Time of {}", player.name),
            axes: axes(Axis::new("time in the game").unit("s")),
            dots: seconds.collect(),
            ..Panel::default()
        });
    }
    let times: String = times(report).lines().map(paragraph).collect();
    format!("<h2>Length and time</h2>\n{times}{}\n", chart::draw(&panels, Theme::Light).svg())
}

fn result_table(result: &ResultTable) -> String {
    table(&result.header, result.rows.iter().cloned())
}

/// A table; the columns of names are aligned to the left.
fn table(heads: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let is_name =
        |column: usize| matches!(heads[column].as_str(), "player" | "against" | "opening" | "points of a pair");
    let cell = |tag: &str, column: usize, text: &str| {
        let class = if is_name(column) { " class=\"name\"" } else { "" };
        format!("<{tag}{class}>{}</{tag}>", escaped(text))
    };
    let line = |tag: &str, cells: &[String]| {
        let cells = cells.iter().take(heads.len()).enumerate();
        format!("<tr>{}</tr>\n", cells.map(|(column, text)| cell(tag, column, text)).collect::<String>())
    };
    let body: String = rows.into_iter().map(|row| line("td", &row)).collect();
    format!("<table>\n{}{body}</table>\n", line("th", heads))
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}
