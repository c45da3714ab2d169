//! Origins: every fact in the test data is traceable.

use super::Fault;
use crate::tree::Tree;

/// Within how many lines a file must name its origin.
const FIRST_LINES: usize = 12;

/// Every file in `testdata/` names its origin in its first lines, or a README beside or above it that mentions origins
/// names the file, by its name or as `*.ending`.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for path in tree.paths().filter(|path| path.starts_with("testdata/")) {
        let name = path.rsplit('/').next().unwrap_or(path);
        if name == "README.md" || tree.text(path).is_some_and(names_origin) || is_named_by_readme(tree, path, name) {
            continue;
        }
        faults.push(Fault::new(
            path,
            "no origin: say in a first line where the data comes from, or name the file in a README.md beside it",
        ));
    }
    faults
}

fn names_origin(text: &str) -> bool {
    text.lines().take(FIRST_LINES).any(speaks_of_origin)
}

fn speaks_of_origin(line: &str) -> bool {
    line.to_lowercase().contains("origin")
}

fn is_named_by_readme(tree: &Tree, path: &str, name: &str) -> bool {
    let by_ending = name.rsplit_once('.').map(|(_, ending)| format!("*.{ending}"));
    let is_named = |readme: &str| readme.contains(name) || by_ending.as_ref().is_some_and(|all| readme.contains(all));
    path.match_indices('/')
        .filter_map(|(at, _)| tree.text(&format!("{}/README.md", &path[..at])))
        .any(|readme| readme.lines().any(speaks_of_origin) && is_named(readme))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_its_origin() {
        assert_eq!(check(&Tree::of([("testdata/a.toml", "# Origin: HexWiki\n")])), []);
        assert_eq!(check(&Tree::of([("testdata/a.toml", "size = 3\n")])).len(), 1);
        let late = format!("{}# Origin: HexWiki", "\n".repeat(FIRST_LINES));
        assert_eq!(check(&Tree::of([("testdata/a.toml", &late)])).len(), 1);
        assert_eq!(check(&Tree::of([("examples/a.toml", "size = 3\n")])), []);
    }

    #[test]
    fn or_a_readme_does() {
        let with = |readme| check(&Tree::of([("testdata/x/README.md", readme), ("testdata/x/v1/a.cert", "...")])).len();
        assert_eq!(with("Origin of *.cert: written by version 0.1\n"), 0);
        assert_eq!(with("Origin: ours.\n\n- a.cert\n"), 0);
        assert_eq!(with("Origin of b.cert: ours\n"), 1);
        assert_eq!(with("About a.cert\n"), 1);
    }
}
