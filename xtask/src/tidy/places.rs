//! Places: nothing tracked refers to a single machine or network.

use super::Fault;
use crate::tree::Tree;

/// Folders at the root of a file system that vary from machine to machine.
const MACHINE_FOLDERS: &[&str] = &["work", "tmp", "root", "home", "Users", "farm", "mnt"];
/// Endings of host names that only one network knows.
const LOCAL_ENDS: &[&str] = &[".local", ".internal", ".lan", ".corp", ".intranet"];
/// The only registry that Cargo.lock may name.
const CRATES: &str = "registry+https://github.com/rust-lang/crates.io-index";
/// The registry that package-lock.json fetches from.
const NODE_PACKAGES: &str = "https://registry.npmjs.org/";

/// No path of a machine, no host of a private network, and only public registries.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts() {
        for (number, line) in (1..).zip(text.lines()) {
            let mut fault = |message: String| faults.push(Fault::new(format!("{path}:{number}"), message));
            if let Some(folder) = machine_path(line) {
                fault(format!("`{folder}` is a path of one machine; name it from the root of the repository"));
            }
            if let Some(host) = hosts(line).find(|host| is_private(host)) {
                fault(format!("`{host}` is a host of a private network"));
            }
            let foreign = match path.rsplit('/').next() {
                Some("Cargo.lock") => line.starts_with("source = ") && !line.contains(CRATES),
                Some("package-lock.json") => line.contains("\"resolved\": \"") && !line.contains(NODE_PACKAGES),
                _ => line.trim_start().starts_with(concat!("replace-", "with")),
            };
            if foreign {
                fault("packages come from the public registries alone".to_owned());
            }
        }
    }
    faults
}

/// The first absolute path into such a folder.
fn machine_path(line: &str) -> Option<String> {
    MACHINE_FOLDERS.iter().map(|folder| format!("/{folder}/")).find(|folder| {
        line.match_indices(folder.as_str()).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|letter| letter.is_alphanumeric() || "_.-/})<>*".contains(letter))
        })
    })
}

/// The hosts of the web addresses in a line.
fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("://").map(|(at, mark)| {
        let rest = &line[at + mark.len()..];
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && !"-.".contains(letter)).unwrap_or(rest.len());
        &rest[..end]
    })
}

fn is_private(host: &str) -> bool {
    let is_number = !host.is_empty() && host.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let is_own = matches!(host, "localhost" | "127.0.0.1" | "0.0.0.0");
    !is_own && (is_number || LOCAL_ENDS.iter().any(|end| host.ends_with(end)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn n_faults(path: &str, text: &str) -> usize {
        check(&Tree::of([(path, text)])).len()
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        // The paths are put together here; otherwise this file itself would be at fault.
        for folder in MACHINE_FOLDERS {
            assert_eq!(n_faults("README.md", &format!("see `/{folder}/x`")), 1, "{folder}");
            assert_eq!(n_faults("README.md", &format!("see crates/{folder}/x and ../{folder}/x")), 0, "{folder}");
        }
    }

    #[test]
    fn a_private_host_is_found() {
        for (text, n) in [
            (concat!("http:", "//10.1.2.3/simple"), 1),
            (concat!("https:", "//crates.site.internal/index"), 1),
            ("http://127.0.0.1:8080/", 0),
            ("https://hexworld.org/board/#11,a1", 0),
            (concat!("replace-", "with = \"mirror\""), 1),
        ] {
            assert_eq!(n_faults("x.toml", text), n, "{text}");
        }
    }

    #[test]
    fn a_lock_file_names_the_public_registry() {
        assert_eq!(n_faults("Cargo.lock", &format!("source = \"{CRATES}\"")), 0);
        assert_eq!(n_faults("Cargo.lock", "source = \"registry+https://mirror.example/index\""), 1);
        assert_eq!(n_faults("web/package-lock.json", "  \"resolved\": \"https://mirror.example/a.tgz\""), 1);
    }
}
