//! Books of strategies: one page with a board for each case, which needs no script and no other file.

use std::fmt::Write;

use tesuji_board::{CellSet, Topology};
use tesuji_claims::answers::answers;
use tesuji_claims::dialogue::{BookCase, BookKind};
use tesuji_figures::{Theme, escaped};
use tesuji_proof::Claim;
use tesuji_proof::words::count;

use crate::claims;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.1rem}section{border-top:1px solid #ddd;padding:.5rem 0}\
svg{width:24rem;max-width:100%;height:auto}.note{color:#555;font-size:.9rem}";

/// The page of a strategy of which the whole is proved by a certificate with this many nodes.
#[must_use]
pub fn book(id: &str, cases: &[BookCase], n_nodes: usize) -> String {
    let lemmas = lemmas(cases);
    let n_boards = cases.iter().filter(|case| !matches!(case.kind, BookKind::Lemma(_))).count();
    let (title, style) = (escaped(id), STYLE);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title><style>{style}</style></head>\n\
         <body>\n<h1>{title}</h1>\n"
    );
    // Writing to a string cannot fail.
    if let Some(first) = cases.first() {
        _ = writeln!(page, "<p>{}.</p>", escaped(&capitalized(&first.proof.claim.in_words())));
    }
    _ = writeln!(
        page,
        "<p>{}, of which {} occur again, as lemmas. One certificate of {} proves the whole. Marked cells are those that the \
         proof of a case needs. On a cell is the reply to a move there.</p>",
        count(n_boards, "case"),
        lemmas.iter().flatten().count(),
        count(n_nodes, "node"),
    );
    let number = Numbers { cases, lemmas: &lemmas };
    for (idx, case) in cases.iter().enumerate().filter(|(_, case)| !matches!(case.kind, BookKind::Lemma(_))) {
        let name = number.name(idx);
        let place = if case.place == "." { "the first position" } else { &case.place };
        _ = writeln!(page, "<section id=\"c{idx}\">\n<h2>{name}: {}</h2>", escaped(place));
        if let Ok(table) = answers(&case.proof) {
            _ = writeln!(page, "{}", claims::answers(&name, &case.proof, &table, Theme::Light).svg());
        }
        _ = writeln!(page, "{}</section>", text(case, &number));
    }
    page + "</body>\n</html>\n"
}

/// What a case says.
fn text(case: &BookCase, number: &Numbers<'_>) -> String {
    let claim = &case.proof.claim;
    let board = &*claim.topology;
    let mut text = format!("<p>{}.</p>\n", escaped(&capitalized(&claim.in_words())));
    match &case.kind {
        BookKind::Moves(classes, rest) => {
            text += "<ul>\n";
            for (moves, reply, next) in classes {
                let (moves, reply) = (names(board, moves, claim), board.name(*reply));
                _ = writeln!(
                    text,
                    "<li>{}: {} plays {}. {}</li>",
                    escaped(&moves),
                    claim.owner,
                    escaped(reply),
                    number.link(*next)
                );
            }
            if !rest.is_empty() {
                _ = writeln!(text, "<li>{}: answered by a search.</li>", escaped(&names(board, rest, claim)));
            }
            text += "</ul>\n";
        }
        BookKind::Parts(parts) => {
            text += "<p>The parts have no empty cell in common:</p>\n<ul>\n";
            for &part in parts {
                let claim = number.cases.get(part).map(|part| &part.proof.claim);
                let goal = claim.map(|claim| claim.goal.in_words(board)).unwrap_or_default();
                _ = writeln!(text, "<li>{}: {}</li>", escaped(&goal), number.link(part));
            }
            text += "</ul>\n";
        }
        BookKind::Proved | BookKind::Lemma(_) => {
            let nodes = count(case.proof.nodes.len(), "node");
            _ = writeln!(text, "<p class=\"note\">Proved by a search; a certificate of {nodes}.</p>");
        }
    }
    text
}

/// The moves of a class: those that are listed, or all but those that are not.
fn names(board: &Topology, moves: &CellSet, claim: &Claim) -> String {
    let list = |cells: &CellSet| cells.iter().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ");
    let mut others = claim.carrier.clone();
    others.subtract(moves);
    match others.len() < moves.len() {
        _ if others.is_empty() => "any move".to_owned(),
        true => format!("any move but {}", list(&others)),
        false => list(moves),
    }
}

/// For each case, the number of the lemma that it is, from 1, if it occurs again.
fn lemmas(cases: &[BookCase]) -> Vec<Option<usize>> {
    let mut lemmas = vec![None; cases.len()];
    let mut n_lemmas = 0;
    for case in cases {
        if let BookKind::Lemma(known) = case.kind
            && lemmas[known].is_none()
        {
            n_lemmas += 1;
            lemmas[known] = Some(n_lemmas);
        }
    }
    lemmas
}

/// The names of cases.
struct Numbers<'b> {
    cases: &'b [BookCase],
    lemmas: &'b [Option<usize>],
}

impl Numbers<'_> {
    fn name(&self, idx: usize) -> String {
        let is_case = |case: &&BookCase| !matches!(case.kind, BookKind::Lemma(_));
        let number = self.cases.iter().take(idx + 1).filter(is_case).count();
        match self.lemmas.get(idx).copied().flatten() {
            Some(lemma) => format!("Case {number}, lemma {lemma}"),
            None => format!("Case {number}"),
        }
    }

    fn link(&self, idx: usize) -> String {
        let idx = match self.cases.get(idx).map(|case| &case.kind) {
            Some(BookKind::Lemma(known)) => *known,
            _ => idx,
        };
        format!("<a href=\"#c{idx}\">{}</a>", self.name(idx))
    }
}

fn capitalized(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
