//! Games: the files that distinguish games are exactly those named in the recipe for a new game.

use super::Fault;
use crate::tree::Tree;

/// The file with the recipe.
const RECIPES: &str = "docs/recipes/game.md";
/// The folder where games are distinguished by design.
const GAMES: &str = "crates/engine/src/games/";
/// The words in it before and after the list of files.
const LIST: [&str; 2] = ["Other files do not tell games apart", "is an enum in each of these commands"];
/// The types that stand for all games.
const TYPES: [&str; 5] = ["GameSpec", "GameKind", "AnyPosition", "AnyRecord", "PositionRef"];
/// Their variants. In lower case these are the names of the games in text, and after `as_` the methods for one game.
const VARIANTS: [&str; 3] = ["Hex", "Go", "Amazons"];

/// Exactly the source files that tell games apart are in the list of the recipe: those that name a variant of a type
/// that stands for all games, call `as_hex()` or its like, or have the name of a game as a text. Tests, comments and
/// JSON do not count.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let listed = listed(tree.text(RECIPES).unwrap_or_default());
    let is_source = |path: &str| path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    let is_looked_at = |path: &str| is_source(path) && !is_test(path) && !path.starts_with(GAMES);
    let apart: Vec<&str> =
        tree.texts().filter(|(path, text)| is_looked_at(path) && tells_apart(text)).map(|(path, _)| path).collect();
    let unlisted = apart.iter().filter(|path| !listed.contains(path)).map(|path| {
        let message = format!("it tells games apart, and {RECIPES} does not name it");
        Fault::new(*path, message)
    });
    let idle = listed
        .iter()
        .filter(|path| !apart.contains(path))
        .map(|path| Fault::new(RECIPES, format!("the recipe names {path}, which does not tell games apart")));
    unlisted.chain(idle).collect()
}

/// The source files that the list names, in its order.
fn listed(recipes: &str) -> Vec<&str> {
    let [begin, end] = LIST;
    let Some((_, rest)) = recipes.split_once(begin) else { return Vec::new() };
    let list = rest.split_once(end).map_or(rest, |(list, _)| list);
    list.split('`').filter(|word| word.starts_with("crates/") && word.ends_with(".rs")).collect()
}

/// Whether a source file names a variant. A constructor such as `GameSpec::hex` tells nothing apart.
fn tells_apart(text: &str) -> bool {
    let lines = text.lines().take_while(|line| *line != "mod tests {");
    let mut code = lines.filter(|line| !line.trim_start().starts_with("//"));
    let names = |line: &str, variant: &str| {
        let game = variant.to_ascii_lowercase();
        TYPES.iter().any(|of| line.contains(&format!("{of}::{variant}")))
            || line.contains(&format!(".as_{game}()"))
            || line.contains(&format!("\"{game}\"")) && !line.contains("\"game\"")
    };
    code.any(|line| VARIANTS.iter().any(|variant| names(line, variant)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_tells_games_apart_is_in_the_recipe() {
        let faults = |path: &str, text: &str, listed: &str| {
            let recipe = format!("`crates/gtp/src/before.rs`. Other files do not tell games apart. {listed}");
            check(&Tree::of([(path, text), (RECIPES, &recipe)])).len()
        };
        let apart = "match game {\n    GameSpec::Go { .. } => 1,\n}\n";
        assert_eq!(faults("crates/gtp/src/x.rs", apart, ""), 1);
        assert_eq!(faults("crates/gtp/src/x.rs", apart, "see `crates/gtp/src/y.rs`"), 2, "the other one does not");
        assert_eq!(faults("crates/gtp/src/x.rs", "GameSpec::hex(3, 3)", "see `crates/gtp/src/x.rs`"), 1);
        assert_eq!(faults("crates/gtp/src/x.rs", "GameSpec::hex(3, 3)", ""), 0);
        assert_eq!(faults("crates/gtp/src/x.rs", "if let PositionRef::Amazons(position) = p {}", ""), 1);
        for more in ["AnyRecord::Go(record) => 1,", "position.as_hex().map(size)", "if kind.name == \"amazons\" {"] {
            assert_eq!(faults("crates/gtp/src/x.rs", more, ""), 1, "{more}");
        }
        assert_eq!(faults("crates/gtp/src/x.rs", r#"ask({ "game": "hex" })"#, ""), 0);
        assert_eq!(faults("crates/gtp/src/x.rs", apart, "see `crates/gtp/src/x.rs`"), 0);
        for path in
            ["crates/engine/src/games/go.rs", "crates/gtp/tests/x.rs", "crates/gtp/src/x/tests.rs", "docs/GTP.md"]
        {
            assert_eq!(faults(path, apart, ""), 0, "{path}");
        }
        let tested = format!("//! GameSpec::Hex\n\n#[cfg(feature = \"testing\")]\nmod tests {{\n{apart}}}\n");
        assert_eq!(faults("crates/gtp/src/x.rs", &tested, ""), 0);
    }
}
