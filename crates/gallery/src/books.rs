//! Books of strategies: one page with a board for each case, which needs no script and no other file.

use std::collections::BTreeMap;
use std::fmt::Write;

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_claims::answers::answers;
use tesuji_claims::defend::{Defender, Reason, ReasonKind};
use tesuji_claims::dialogue::{BookCase, BookKind};
use tesuji_figures::{Theme, escaped};
use tesuji_proof::words::count;
use tesuji_proof::{Certificate, Claim};

use crate::claims;
use crate::pages::{capitalized, page};

/// The page of a strategy of which the whole is proved by a certificate with this many nodes.
#[must_use]
pub fn book(id: &str, cases: &[BookCase], n_nodes: usize) -> String {
    let lemmas = lemmas(cases);
    let n_boards = cases.iter().filter(|case| !matches!(case.kind, BookKind::Lemma(_))).count();
    let mut body = String::new();
    // Writing to a string cannot fail.
    if let Some(first) = cases.first() {
        _ = writeln!(body, "<p>{}.</p>", escaped(&capitalized(&first.proof.claim.in_words())));
    }
    _ = writeln!(
        body,
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
        _ = writeln!(body, "<section id=\"c{idx}\">\n<h2>{name}: {}</h2>", escaped(place));
        if let Ok(table) = answers(&case.proof) {
            _ = writeln!(body, "{}", claims::answers(&name, &case.proof, &table, Theme::Light).svg());
        }
        _ = writeln!(body, "{}</section>", text(case, &number));
    }
    page(id, &body)
}

/// Text of a case.
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
        BookKind::Proved | BookKind::Lemma(_) => text += &explained(&case.proof),
    }
    text
}

/// The proof of a case that is not divided, as far as its certificate has it in the words of players: the links on
/// which the whole rests, or each reply with what is left after it.
pub(crate) fn explained(proof: &Certificate) -> String {
    let board = &*proof.claim.topology;
    let (Ok(mut defender), Ok(table)) = (Defender::new(proof), answers(proof)) else { return String::new() };
    let words = |defender: &Defender<'_>| -> Vec<String> {
        defender.reasons().iter().map(|reason| escaped(&reason.in_words(board))).collect()
    };
    let owner = proof.claim.owner;
    let mut text = proof.first.map_or(String::new(), |first| format!("<p>{owner} plays {}.</p>\n", board.name(first)));
    // Nothing was played before.
    let whole: Vec<Reason> = defender.reasons().into_iter().map(|why| Reason { is_left: false, ..why }).collect();
    if !whole.is_empty() {
        let whole: Vec<String> = whole.iter().map(|why| escaped(&why.in_words(board))).collect();
        _ = writeln!(text, "<p>{}.</p>", whole.join("; "));
    } else {
        let mut classes: BTreeMap<(Cell, Vec<String>), CellSet> = BTreeMap::new();
        for answer in &table.answers {
            let Some(reply) = answer.reply.filter(|_| defender.answer(answer.intrusion).is_ok()) else { continue };
            classes.entry((reply, words(&defender))).or_default().insert(answer.intrusion);
            defender.undo();
        }
        text += "<ul>\n";
        for ((reply, why), moves) in classes {
            let why = if why.is_empty() { "the rest by a search".to_owned() } else { why.join("; ") };
            let (moves, reply) = (names(board, &moves, &proof.claim), board.name(reply));
            _ = writeln!(text, "<li>{}: {owner} plays {}; {why}.</li>", escaped(&moves), escaped(reply));
        }
        text += "</ul>\n";
    }
    _ = writeln!(text, "<p class=\"note\">A certificate of {}.</p>", count(proof.nodes.len(), "node"));
    text
}

/// The name of the template that a proof is of, if it is of one.
pub(crate) fn template(proof: &Certificate) -> Option<&'static str> {
    match Defender::new(proof).ok()?.reasons()[..] {
        [Reason { kind: ReasonKind::Bridge, .. }] => Some("bridge"),
        [Reason { kind: ReasonKind::Template(name), .. }] => Some(name),
        _ => None,
    }
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
            Some(lemma) => format!("Case {number}, lemma {lemma}{}", self.template(idx)),
            None => format!("Case {number}"),
        }
    }

    /// The name of the template that a lemma is, in parentheses.
    fn template(&self, idx: usize) -> String {
        self.cases.get(idx).and_then(|case| template(&case.proof)).map_or(String::new(), |name| format!(" ({name})"))
    }

    fn link(&self, idx: usize) -> String {
        let idx = match self.cases.get(idx).map(|case| &case.kind) {
            Some(BookKind::Lemma(known)) => *known,
            _ => idx,
        };
        format!("<a href=\"#c{idx}\">{}</a>", self.name(idx))
    }
}
