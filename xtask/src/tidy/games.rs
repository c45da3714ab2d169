//! Games: the files that tell one game from another are those that the recipe for a new game names.

use super::Fault;
use crate::tree::Tree;

/// Where the recipe stands.
const RECIPES: &str = "CONTRIBUTING.md";
/// Where games are told apart by design.
const GAMES: &str = "crates/engine/src/games/";
/// What a file that tells games apart says.
const VARIANTS: &[&str] = &["GameSpec::Hex", "GameSpec::Go", "GameSpec::Amazons"];

/// Every source file that names a variant of `GameSpec`, but for tests and comments, is in the recipe.
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

/// Does a source file name a variant, tests at its foot and comments left out?
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
