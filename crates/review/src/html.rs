//! A review as one page that needs nothing else: no script, no other file. And a page that lists many reviews.

use std::fmt::Write;

use tesuji_figures::{Picture, Theme, escaped};
use tesuji_gallery::positions;

use crate::chart;
use crate::file_stem;
use crate::report::{MoveReview, Review};
use crate::{GameToReview, ReviewError};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}\
h1{font-size:1.5rem}table{border-collapse:collapse;margin:1rem 0;width:100%}\
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #ddd;font-variant-numeric:tabular-nums}\
th{font-weight:600}tr.proved td{background:#fbe3dc}tr.lost td{background:#fdf0dc}tr.estimated td{background:#fdf8e4}\
tr.only td{background:#e6f3e6}.curve svg,.boards svg{max-width:100%;height:auto}.boards{display:flex;flex-wrap:wrap;gap:1rem;background:#fff}.boards svg{width:18rem}\
.note{color:#555;font-size:.9rem}\
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1b1b1b}th,td{border-color:#444}a{color:#8ab4f8}\
tr.proved td{background:#5a2a20}tr.lost td{background:#52401c}tr.estimated td{background:#454018}\
tr.only td{background:#234023}.curve{background:#fff}.note{color:#aaa}}";

/// Most mistakes that are drawn on the board.
const MOST_BOARDS: usize = 3;

/// The page of one review of `game`.
///
/// # Errors
///
/// If the moves of the record cannot be made.
pub fn page(game: &GameToReview, review: &Review) -> Result<String, ReviewError> {
    let mut page = head(&format!("Review of {}", review.id));
    _ = write!(page, "<p>{}</p>\n<ul>\n", escaped(&review.heading()));
    for sentence in review.verdict() {
        _ = writeln!(page, "<li>{}</li>", escaped(&sentence));
    }
    page += "</ul>\n";
    if let Some(link) = review.link.as_deref().filter(|link| link.starts_with("https://")) {
        _ = writeln!(page, "<p><a href=\"{}\">The game on a board</a></p>", escaped(link));
    }
    _ = writeln!(page, "<div class=\"curve\">{}</div>", chart::picture(review, Theme::Light).svg());
    let judge = review.judge.as_deref().map_or_else(|| "an engine".to_owned(), |judge| escaped(judge).to_string());
    _ = writeln!(
        page,
        "<p class=\"note\">Proved positions are certain. The others are estimates of {judge}; the interval says how much \
         its search varies, not how right it is.</p>"
    );
    let mistakes: Vec<&MoveReview> =
        review.mistakes.iter().filter_map(|&number| review.moves.get(number - 1)).collect();
    if !mistakes.is_empty() {
        page += "<h2>Mistakes, the largest first</h2>\n";
        page += &table(review, &mistakes);
        page += "<div class=\"boards\">\n";
        for mv in mistakes.iter().take(MOST_BOARDS) {
            _ = writeln!(page, "{}", board(game, review, mv)?.svg());
        }
        page += "</div>\n";
    }
    page += "<h2>All moves</h2>\n";
    page += &table(review, &review.moves.iter().collect::<Vec<_>>());
    _ = writeln!(page, "<p class=\"note\">Settings: {}</p>", escaped(&review.settings));
    Ok(page + "</body>\n</html>\n")
}

/// The board before a mistake, with the better moves.
fn board(game: &GameToReview, review: &Review, mv: &MoveReview) -> Result<Picture, ReviewError> {
    let session = game.session_before(&review.moves, mv.number)?;
    let better = mv.better.as_ref().map_or(&[][..], |better| &better.moves);
    let title = format!("Before move {}: {} played {}", mv.number, mv.player.title(), mv.mv);
    Ok(positions::choices(&title, &session, better, &mv.mv, Theme::Light)?)
}

/// A page that lists these reviews, each with a link to its own page, `<file stem>.html`.
#[must_use]
pub fn index(reviews: &[Review]) -> String {
    let mut page = head("Reviewed games");
    page +=
        "<table><thead><tr><th>game</th><th>players, board, result</th><th>what was found</th></tr></thead><tbody>\n";
    for review in reviews {
        _ = writeln!(
            page,
            "<tr><td><a href=\"{}.html\">{}</a></td><td>{}</td><td>{}</td></tr>",
            escaped(&file_stem(&review.id)),
            escaped(&review.id),
            escaped(&review.heading()),
            escaped(&review.verdict().join(" "))
        );
    }
    page + "</tbody></table>\n</body>\n</html>\n"
}

fn head(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n"
    )
}

fn table(review: &Review, moves: &[&MoveReview]) -> String {
    let mut table = "<table><thead><tr><th>move</th><th>player</th><th>played</th><th>before</th><th>after</th>\
                     <th>loss (%)</th><th>better</th></tr></thead><tbody>\n"
        .to_owned();
    for mv in moves {
        let class = match mv.mistake {
            Some(mistake) => mistake.word(),
            None if mv.is_only_move => "only",
            None => "",
        };
        let loss = mv.loss.map_or_else(String::new, |loss| format!("{:.0}", loss * 100.0));
        let better = match &mv.mistake {
            Some(_) => review.instead(mv),
            None if mv.is_only_move => "the only move that wins".to_owned(),
            None => String::new(),
        };
        let line = mv.better.as_ref().map_or_else(String::new, |better| format!(" ({})", better.line.join(" ")));
        _ = writeln!(
            table,
            "<tr class=\"{class}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{loss}</td><td>{}</td></tr>",
            mv.number,
            mv.player.title(),
            escaped(&mv.mv),
            escaped(&review.state(mv.number - 1)),
            escaped(&review.state(mv.number)),
            escaped(&(better + &line)),
        );
    }
    table + "</tbody></table>\n"
}
