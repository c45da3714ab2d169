//! Games: the files that distinguish games are exactly those named in the recipe for a new game.

use super::Fault;
use crate::tree::Tree;

/// The file with the recipe.
const RECIPES: &str = "CONTRIBUTING.md";
/// The folder where games are distinguished by design.
const GAMES: &str = "crates/engine/src/games/";
/// The names that show that a file distinguishes games.
const VARIANTS: &[&str] = &["GameSpec::Hex", "GameSpec::Go", "GameSpec::Amazons"];

/// Every source file that names a variant of `GameSpec` is in the recipe. Tests and comments do not count.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let recipes = tree.text(RECIPES).unwrap_or_default();
    let is_source = |path: &str| path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    let is_looked_at = |path: &str| is_source(path) && !is_test(path) && !path.starts_with(GAMES);
    let files = tree.texts().filter(|(path, text)| is_looked_at(path) && tells_apart(text));
    let unnamed = files.filter(|(path, _)| !recipes.contains(&format!("`{path}`")));
    let message = format!("it tells games apart, and the recipe \"A game\" in {RECIPES} does not name it");
    unnamed.map(|(path, _)| Fault::new(path, message.clone())).collect()
}

/// Whether a source file names a variant, ignoring the tests at its end and comments.
fn tells_apart(text: &str) -> bool {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.any(|line| VARIANTS.iter().any(|variant| line.contains(variant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_tells_games_apart_is_in_the_recipe() {
        let faults = |path: &str, text: &str, recipe: &str| check(&Tree::of([(path, text), (RECIPES, recipe)])).len();
        let apart = "match game {\n    GameSpec::Go { .. } => 1,\n}\n";
        assert_eq!(faults("crates/gtp/src/x.rs", apart, "see `crates/gtp/src/y.rs`"), 1);
        assert_eq!(faults("crates/gtp/src/x.rs", apart, "see `crates/gtp/src/x.rs`"), 0);
        for path in
            ["crates/engine/src/games/go.rs", "crates/gtp/tests/x.rs", "crates/gtp/src/x/tests.rs", "docs/GTP.md"]
        {
            assert_eq!(faults(path, apart, ""), 0, "{path}");
        }
        let tested = format!("//! GameSpec::Hex\n\n#[cfg(test)]\nmod tests {{\n{apart}}}\n");
        assert_eq!(faults("crates/gtp/src/x.rs", &tested, ""), 0);
    }
}
