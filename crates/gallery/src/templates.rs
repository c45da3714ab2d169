//! Catalogues of edge templates: one page with the carrier of each, an answer to each intrusion, and what was searched.

use std::fmt::Write;

use tesuji_claims::answers::answers;
use tesuji_claims::carriers::FoundTemplates;
use tesuji_figures::{Theme, escaped};
use tesuji_proof::words::count;

use crate::books::{explained, template};
use crate::claims;
use crate::pages::page;

/// The page of what searches have found.
#[must_use]
pub fn catalogue(title: &str, searches: &[FoundTemplates]) -> String {
    let n_templates = searches.iter().map(|search| search.templates.len()).sum();
    let mut body = format!(
        "<p>{}, up to mirror image. In each, the stones are joined to the edge even though the opponent moves first, and each \
         cell and each stone is needed. On a cell is the reply to a move there.</p>\n\
         <p>A search looks for all templates of given stones within a width, at each place along the edge. Stones are named as on a board \
         whose first row is the highest row of the template. Where all places are searched there are no others; otherwise \
         there may be. Nothing is said about other stones, wider templates and rows above the highest stone.</p>\n\
         <table>\n<tr><th>search</th><th>places searched to the end</th><th>refutations</th><th>templates</th></tr>\n",
        count(n_templates, "template")
    );
    // Writing to a string cannot fail.
    for search in searches {
        let FoundTemplates { terms, places, complete, n_found: [_, n_cuts], templates } = search;
        let done = if complete == places { format!("all {places}") } else { format!("{complete} of {places}") };
        let (terms, n_templates) = (escaped(terms), templates.len());
        _ = writeln!(body, "<tr><td>{terms}</td><td>{done}</td><td>{n_cuts}</td><td>{n_templates}</td></tr>");
    }
    body += "</table>\n";
    for (problem, proof) in searches.iter().flat_map(|search| &search.templates) {
        let id = escaped(&problem.id);
        let heading = template(proof).map_or_else(|| id.clone(), |name| format!("{id}: {name}"));
        _ = writeln!(body, "<section id=\"{id}\">\n<h2>{heading}</h2>");
        if let Ok(table) = answers(proof) {
            _ = writeln!(body, "{}", claims::answers(&problem.id, proof, &table, Theme::Light).svg());
        }
        _ = writeln!(body, "{}</section>", explained(proof));
    }
    page(title, &body)
}
