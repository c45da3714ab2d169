//! Generated files: what a build, a bench or a fuzzer writes is never committed.

use super::Fault;
use crate::tree::Tree;

/// Folders that only programs write to, wherever they are.
const GENERATED: &[&str] = &["target", "node_modules", "__pycache__", "corpus", "artifacts"];

/// No tracked file is in a folder that a build, a bench or a fuzzer writes to.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let folder = |path: &str| {
        let mut folders = path.split('/').rev().skip(1);
        folders.find_map(|name| GENERATED.iter().find(|&&generated| generated == name))
    };
    let fault =
        |path, name| Fault::new(path, format!("`{name}/` is generated: `git rm --cached` it and add it to .gitignore"));
    tree.paths().filter_map(|path| folder(path).map(|name| fault(path, name))).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_generated_file_is_found() {
        for (path, n) in [
            ("crates/network/target/criterion/new/estimates.json", 1),
            ("web/node_modules/a/index.js", 1),
            ("python/__pycache__/check.pyc", 1),
            ("crates/network/src/target.rs", 0),
            ("docs/targets/a.md", 0),
        ] {
            assert_eq!(check(&Tree::of([(path, "")])).len(), n, "{path}");
        }
    }
}
