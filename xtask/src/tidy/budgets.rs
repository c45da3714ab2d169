//! What the repository may hold: lines of Rust and words of documents. `budgets.toml` says how many; `.ci/budget.sh`
//! measures the rest of that file, since it needs builds.

use super::Fault;
use crate::tree::Tree;

/// The file with the budgets.
pub const BUDGETS: &str = "budgets.toml";

/// No budget of lines or words is exceeded.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let n_lines = tree.texts_of(&["rs"]).map(|(_, text)| text.lines().count()).sum();
    // Records of measurements are data.
    let documents = tree.texts_of(&["md"]).filter(|(path, _)| !path.starts_with("bench/runs/"));
    let n_words = documents.map(|(_, text)| text.split_whitespace().count()).sum();
    let text = tree.text(BUDGETS).unwrap_or_default();
    let budget = |name: &str| numbers(text).find_map(|(key, n)| (key == name).then_some(n));
    [("rust_lines", n_lines), ("document_words", n_words)]
        .into_iter()
        .filter_map(|(name, n): (&str, usize)| match budget(name) {
            Some(most) if n <= most => None,
            Some(most) => {
                Some(Fault::new(BUDGETS, format!("{name} is {n}, and at most {most}: delete before you add")))
            }
            None => Some(Fault::new(BUDGETS, format!("a line `{name} = NUMBER` is missing"))),
        })
        .collect()
}

/// The lines `name = NUMBER` of a text.
pub fn numbers(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs.filter_map(|(name, n)| Some((name.trim(), n.trim().replace('_', "").parse().ok()?)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_its_budget_is_a_fault() {
        let faults = |budgets: &str| {
            let files = [(BUDGETS, budgets), ("crates/x/src/lib.rs", "a\nb\nc\n"), ("docs/X.md", "one two\nthree")];
            check(&Tree::of(files)).len()
        };
        assert_eq!(faults("# Both.\nrust_lines = 3\ndocument_words = 1_000\n"), 0);
        assert_eq!(faults("rust_lines = 2\ndocument_words = 3\n"), 1);
        assert_eq!(faults("rust_lines = 2\ndocument_words = 2\n"), 2);
        assert_eq!(faults("rust_lines = many\n"), 2);
    }
}
