//! Licences: every dependency of the program is permissive.

use super::Fault;
use crate::metadata::Package;

/// The licences we accept. A new one may be added if it requires no more than keeping its notice.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// The licence of all our crates.
const OURS: &str = "MIT OR Apache-2.0";

/// Checks that every package from outside is permissive, and that each of ours has our licence.
#[must_use]
pub fn check(packages: &[Package]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for package in packages {
        let stated = package.licence.as_deref();
        let place = format!("{} {}", package.name, package.version);
        match (package.folder.is_some(), stated) {
            (true, stated) if stated != Some(OURS) => {
                faults.push(Fault::new(place, format!("a crate of this workspace says `license = \"{OURS}\"`")));
            }
            (false, None) => faults.push(Fault::new(place, "states no licence; use another package")),
            (false, Some(stated)) if !is_permissive(stated) => {
                faults.push(Fault::new(place, format!("`{stated}` is not permissive; use another package")));
            }
            _ => {}
        }
    }
    faults
}

/// Whether an SPDX expression allows us to choose only permissive licences. `A/B`, an old form, means `A OR B`.
#[must_use]
pub fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let permissive = any_of(&words, &mut at);
    permissive == Some(true) && at == words.len()
}

/// Returns `None` if the words are not an expression.
fn any_of(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut permissive = all_of(words, at)?;
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        permissive |= all_of(words, at)?;
    }
    Some(permissive)
}

fn all_of(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut permissive = one(words, at)?;
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        permissive &= one(words, at)?;
    }
    Some(permissive)
}

fn one(words: &[&str], at: &mut usize) -> Option<bool> {
    let word = *words.get(*at)?;
    *at += 1;
    if word == "(" {
        let permissive = any_of(words, at)?;
        *at += 1;
        return (words.get(*at - 1) == Some(&")")).then_some(permissive);
    }
    // An exception only grants more freedom.
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    Some(PERMISSIVE.contains(&word))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn reads_expressions() {
        for permissive in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_permissive(permissive), "{permissive}");
        }
        for not_permissive in
            ["GPL-3.0-only", "MIT AND LGPL-2.1", "(MIT OR Apache-2.0) AND MPL-2.0", "", "MIT MIT", "(MIT", "MIT OR"]
        {
            assert!(!is_permissive(not_permissive), "{not_permissive}");
        }
    }

    #[test]
    fn catches_what_is_planted() {
        let outside = |licence: Option<&str>| Package {
            name: "planted".to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
            folder: None,
            imports: Vec::new(),
            tests: Vec::new(),
        };
        assert_eq!(check(&[outside(Some("MIT"))]), []);
        assert_eq!(check(&[outside(Some("AGPL-3.0"))]).len(), 1);
        assert_eq!(check(&[outside(None)]).len(), 1);
        let ours = |licence: &str| Package { folder: Some("crates/planted".to_owned()), ..outside(Some(licence)) };
        assert_eq!(check(&[ours(OURS)]), []);
        assert_eq!(check(&[ours("MIT")]).len(), 1);
    }
}
