//! Which tests a change needs first: those of the crates that it touches, and of the crates that name them.

use std::path::Path;
use std::process::Command;
use std::{io, str};

use crate::metadata::{self, Package};

/// The arguments for `cargo test --workspace` that choose the tests of what differs from this commit, and those of the house.
///
/// # Errors
///
/// If git or cargo fails.
pub fn arguments(root: &Path, since: &str) -> io::Result<String> {
    let mut changed = git(root, &["diff", "--name-only", since, "--"])?;
    changed.push_str(&git(root, &["ls-files", "--others", "--exclude-standard"])?);
    let paths: Vec<&str> = changed.lines().collect();
    let packages = metadata::read(root)?;
    let targets = targets(&packages, &paths);
    Ok(targets.iter().map(|target| format!("--test {target}")).collect::<Vec<_>>().join(" "))
}

/// The test executables for these changed files, in the order of their packages; those of the house are always among them.
#[must_use]
pub fn targets<'p>(packages: &'p [Package], changed: &[&str]) -> Vec<&'p str> {
    let is_touched = |package: &Package| {
        let folder = package.folder.as_deref();
        folder.is_some_and(|folder| changed.iter().any(|path| path.starts_with(&format!("{folder}/"))))
    };
    let touched: Vec<&str> =
        packages.iter().filter(|package| is_touched(package)).map(|package| package.name.as_str()).collect();
    let is_meant = |package: &&Package| {
        let names = |name: &String| touched.contains(&name.as_str());
        package.folder.is_some()
            && (package.name == "xtask" || names(&package.name) || package.imports.iter().any(names))
    };
    packages.iter().filter(is_meant).flat_map(|package| &package.tests).map(String::as_str).collect()
}

fn git(root: &Path, arguments: &[&str]) -> io::Result<String> {
    let output = Command::new("git").args(["-c", "safe.directory=*"]).args(arguments).current_dir(root).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(str::from_utf8(&output.stdout).map_err(io::Error::other)?.to_owned())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn package(name: &str, folder: &str, imports: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: None,
            folder: Some(folder.to_owned()),
            imports: imports.iter().map(|&import| import.to_owned()).collect(),
            tests: vec![folder.rsplit('/').next().unwrap_or_default().to_owned()],
        }
    }

    #[test]
    fn a_change_is_tested_where_it_is_and_by_those_that_name_it() {
        let packages = [
            package("tesuji-board", "crates/board", &[]),
            package("tesuji-hex", "crates/hex", &["tesuji-board"]),
            package("tesuji-solve", "crates/solve", &["tesuji-hex"]),
            package("xtask", "xtask", &[]),
        ];
        let of = |changed: &[&str]| targets(&packages, changed);
        assert_eq!(of(&["crates/board/src/lib.rs"]), ["board", "hex", "xtask"]);
        assert_eq!(of(&["crates/hex/README.md", "docs/HEX.md"]), ["hex", "solve", "xtask"]);
        assert_eq!(of(&["web/src/main.ts", "crates/hexagon/src/lib.rs"]), ["xtask"]);
        assert_eq!(of(&["crates/board/a", "crates/solve/b"]), ["board", "hex", "solve", "xtask"]);
    }
}
