//! Pages: books of strategies and catalogues of templates.

use tesuji_claims::carriers::FoundTemplates;
use tesuji_claims::dialogue::{BookCase, BookKind};
use tesuji_gallery::books::book;
use tesuji_gallery::templates::catalogue;
use tesuji_problem::parse_file_text;

use crate::proof;

const ZIGGURAT: &str = "id: ziggurat\ngoal: c1-bottom\n\n##A.\n#...\n....\n";

#[test]
fn what_recurs_is_a_lemma_with_its_name() {
    let ziggurat = proof(&parse_file_text(ZIGGURAT).unwrap()[0].claim);
    let case = |place: &str, kind| {
        let region = ziggurat.claim.carrier.clone();
        BookCase { place: place.to_owned(), proof: ziggurat.clone(), region, kind }
    };
    let kinds = [BookKind::Parts(vec![1, 2]), BookKind::Proved, BookKind::Lemma(1)];
    let cases: Vec<BookCase> =
        [".", "part1", "part2"].into_iter().zip(kinds).map(|(place, kind)| case(place, kind)).collect();
    let page = book("two ziggurats", &cases, 99);
    assert_eq!(page.matches("<a href=\"#c1\">Case 2, lemma 1 (III1a)</a>").count(), 2, "{page}");
    assert!(page.contains("<p>c1-bottom is edge template III1a (the ziggurat).</p>"), "{page}");
    // What two boards have in common is written once.
    assert!(page.contains("<g id=\"s0\"><") && page.matches("<use href=\"#s0\"/>").count() == 2);
}

#[test]
fn a_catalogue_says_what_was_searched() {
    let problem = parse_file_text(ZIGGURAT).unwrap().remove(0);
    let proof = proof(&problem.claim);
    let search = |complete| FoundTemplates {
        terms: "row = 3, width = 4".to_owned(),
        places: 2,
        complete,
        n_found: [1, 5],
        templates: vec![(problem.clone(), proof.clone())],
    };
    let page = catalogue("Templates", &[search(2), search(1)]);
    for row in ["<td>all 2</td><td>5</td><td>1</td>", "<td>1 of 2</td><td>5</td><td>1</td>"] {
        assert!(page.contains(row), "{row}: {page}");
    }
    assert!(page.contains("<section id=\"ziggurat\">\n<h2>ziggurat: III1a</h2>"), "{page}");
    assert!(page.contains("edge template III1a"), "{page}");
}
