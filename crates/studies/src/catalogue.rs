//! All studies, from the files in `data/`: a folder for each paper, a file for each table or figure.

use std::sync::LazyLock;
use tesuji_board::SortOnce as _;

use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};

use crate::study::Study;

static DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data");

/// A paper: the file `paper.toml` of its folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// `takada2014`: the name of its folder.
    #[serde(default)]
    pub key: String,
    /// Authors and year: `Takada, Honjo, Iizuka and Yamamoto 2014`.
    pub authors: String,
    /// Its title in English.
    pub title: String,
    /// Place of publication.
    pub published_in: String,
    /// Subject, in one or two sentences.
    pub about: String,
    /// Its claims, our results, and the conclusion. `{table1: NUMBER}` stands for a number of ours.
    #[serde(default)]
    pub summary: String,
}

/// Everything that `data/` holds, papers first.
static ALL: LazyLock<(Vec<Paper>, Vec<Study>)> =
    LazyLock::new(|| read().expect("the files in data/ are read by a test of this crate"));

fn read() -> Result<(Vec<Paper>, Vec<Study>), String> {
    let (mut papers, mut studies) = (Vec::new(), Vec::new());
    for folder in DATA.dirs() {
        let key = name(folder.path());
        for file in folder.files() {
            let (name, text) = (name(file.path()), file.contents_utf8().unwrap_or_default());
            match name.strip_suffix(".toml") {
                Some("paper") => {
                    let paper: Paper = toml::from_str(text).map_err(|error| format!("{key}: {error}"))?;
                    papers.push(Paper { key: key.clone(), ..paper });
                }
                Some(item) => studies.push(Study::parse(&format!("{key}/{item}"), text)?),
                None => return Err(format!("{key}/{name}: expected a file of TOML")),
            }
        }
    }
    papers.sort_once_by_key(|paper| rank(&paper.key));
    studies.sort_once_by_key(|study| (rank(study.paper()), order(&study.id)));
    Ok((papers, studies))
}

fn name(path: &std::path::Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// Papers in the order of the specification, and what goes beyond them at the end.
fn rank(key: &str) -> (usize, String) {
    const ORDER: [&str; 5] = ["takada2014", "mishima2008", "ishida2016", "saijo1999", "sato2016"];
    (ORDER.iter().position(|other| *other == key).unwrap_or(ORDER.len()), key.to_owned())
}

/// Tables before figures, and both by number.
fn order(id: &str) -> (bool, String, u32) {
    let item = id.split_once('/').map_or(id, |(_, item)| item);
    let digits = item.find(|c: char| c.is_ascii_digit()).unwrap_or(item.len());
    let (word, number) = item.split_at(digits);
    (word == "figure", word.to_owned(), number.parse().unwrap_or(0))
}

/// All studies: those of a paper together, tables before figures.
#[must_use]
pub fn all() -> &'static [Study] {
    &ALL.1
}

/// All papers, and `beyond`, which is none.
#[must_use]
pub fn papers() -> &'static [Paper] {
    &ALL.0
}

/// The study with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Study> {
    all().iter().find(|study| study.id == id)
}

/// The studies that are meant: one by its id, or all of a paper.
#[must_use]
pub fn matching(text: &str) -> Vec<&'static Study> {
    let text = text.trim_end_matches('/');
    all().iter().filter(|study| study.id == text || study.paper() == text).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_study() {
        let (papers, studies) = read().unwrap();
        assert_eq!(papers.len(), 6);
        for study in &studies {
            assert!(papers.iter().any(|paper| paper.key == study.paper()), "{}: no paper", study.id);
            let mut names: Vec<_> = study.published.iter().map(|published| &published.name).collect();
            names.sort();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}: a name stands twice", study.id);
        }
    }

    #[test]
    fn every_table_and_figure_of_the_papers_is_listed() {
        for (paper, n_tables, n_figures) in [
            ("takada2014", 4, 14),
            ("mishima2008", 2, 19),
            ("ishida2016", 11, 4),
            ("saijo1999", 3, 3),
            ("sato2016", 2, 1),
        ] {
            let missing: Vec<String> = (1..=n_tables)
                .map(|number| format!("{paper}/table{number}"))
                .chain((1..=n_figures).map(|number| format!("{paper}/figure{number}")))
                .filter(|id| find(id).is_none())
                .collect();
            assert!(missing.is_empty(), "missing: {missing:?}");
        }
    }
}
