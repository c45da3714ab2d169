//! The modules of a crate, one for each file, and which of them imports which.
//!
//! This reads `use` and paths as text. It does not see what macros write and methods that are called without an import.

use std::collections::{BTreeMap, BTreeSet};

use crate::rust_text::{code_only, test_modules};

/// The modules of one crate by their paths: `a::b` for `a/b.rs` and `a/b/mod.rs`, an empty one for the root.
#[derive(Debug)]
pub struct Modules(BTreeMap<String, Module>);

#[derive(Debug, Default)]
struct Module {
    /// The paths of its `use` items by the names that they get here.
    uses: BTreeMap<String, String>,
    /// The paths in its code, and those of its `use` items but for `pub use`, which only passes a name on.
    paths: BTreeSet<String>,
}

impl Modules {
    /// The modules of these files, with paths from the `src` folder. Tests are left out.
    #[must_use]
    pub fn read<'f>(files: impl Iterator<Item = (&'f str, &'f str)>) -> Self {
        let module = |(path, text): (&str, &str)| {
            let name = path.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
            (if name == "lib" { String::new() } else { name }, Module::read(&code_only(text)))
        };
        Self(without_tests(files).into_iter().map(module).collect())
    }

    /// The modules in circles: those that import themselves by way of others.
    #[must_use]
    pub fn in_circles(&self) -> Vec<&str> {
        let sources = |(name, module): (&'_ String, &Module)| -> BTreeSet<&str> {
            let all = module.paths.iter().filter_map(|path| self.source(name, path, false, 0));
            all.filter(|source| *source != name).collect()
        };
        let imports: BTreeMap<&str, BTreeSet<&str>> =
            self.0.iter().map(|module| (module.0.as_str(), sources(module))).collect();
        let is_in_circle = |start: &&str| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![*start]);
            while let Some(name) = open.pop() {
                open.extend(imports[name].iter().filter(|next| seen.insert(**next)));
            }
            seen.contains(start)
        };
        imports.keys().copied().filter(is_in_circle).collect()
    }

    /// The module that has the item which `path` names in the module `from`. `None` if it is a module itself, a name of
    /// another crate, or unknown. A name belongs to `from` itself if the path so far leads there.
    fn source(&self, from: &str, path: &str, leads_here: bool, n_steps: usize) -> Option<&str> {
        let (segment, rest) = path.split_once("::").map_or((path, None), |(segment, rest)| (segment, Some(rest)));
        let next = match segment {
            // Names that are passed on in a circle.
            _ if n_steps > 64 => return None,
            "crate" => Some(String::new()),
            "self" => Some(from.to_owned()),
            "super" => Some(from.rsplit_once("::").map_or("", |(parent, _)| parent).to_owned()),
            name => Some(child(from, name)).filter(|child| self.0.contains_key(child)),
        };
        match (next, self.0.get(from)?.uses.get(segment)) {
            (Some(next), _) => self.source(&next, rest?, true, n_steps + 1),
            (None, Some(used)) => {
                let whole = rest.map_or_else(|| used.clone(), |rest| format!("{used}::{rest}"));
                self.source(from, &whole, false, n_steps + 1)
            }
            (None, None) => self.0.get_key_value(from).filter(|_| leads_here).map(|(name, _)| name.as_str()),
        }
    }
}

impl Module {
    fn read(code: &str) -> Self {
        let mut module = Self::default();
        for item in code.split(';') {
            let before_use = item.rsplit_once("use ").map(|(before, tree)| {
                let (code, line) = before.rsplit_once('\n').unwrap_or(("", before));
                (code, line.trim(), tree)
            });
            let mut code = item;
            if let Some((before, visibility, tree)) = before_use
                && (visibility.is_empty() || visibility.starts_with("pub"))
            {
                code = before;
                for path in paths_of(tree) {
                    let (path, name) =
                        path.split_once(" as ").unwrap_or((&path, path.rsplit("::").next().unwrap_or("")));
                    module.paths.extend(visibility.is_empty().then(|| path.to_owned()));
                    module.uses.insert(name.to_owned(), path.to_owned());
                }
            }
            let words = code.split(|letter: char| !letter.is_alphanumeric() && !"_:.".contains(letter));
            // After a dot comes a field or a method.
            let paths = words.filter_map(|word| word.split('.').next()).map(|path| path.trim_matches(':').to_owned());
            module.paths.extend(paths.filter(|path| !path.is_empty()));
        }
        module
    }
}

/// The files without those of modules that their parents declare under `#[cfg(feature = "testing")]`.
pub fn without_tests<'f>(files: impl Iterator<Item = (&'f str, &'f str)>) -> Vec<(&'f str, &'f str)> {
    let (mut files, mut tests): (Vec<_>, Vec<String>) = (files.collect(), Vec::new());
    for (path, text) in &files {
        let (folder, file) = path.rsplit_once('/').map_or(("", *path), |(folder, file)| (&path[..=folder.len()], file));
        let of_file = format!("{}/", path.trim_end_matches(".rs"));
        let folder = if matches!(file, "lib.rs" | "main.rs" | "mod.rs") { folder } else { &of_file };
        tests.extend(test_modules(text).iter().map(|module| format!("{folder}{module}")));
    }
    let is_of =
        |path: &str, test: &String| path.strip_prefix(test).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
    files.retain(|(path, _)| !tests.iter().any(|test| is_of(path, test)));
    files
}

/// The paths of a tree of `use`.
fn paths_of(tree: &str) -> Vec<String> {
    let Some((head, group)) = tree.split_once('{') else {
        return vec![tree.trim().trim_end_matches("::self").to_owned()];
    };
    let (mut depth, group) = (0, group.rsplit_once('}').map_or(group, |(group, _)| group));
    let parts = group.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| paths_of(&format!("{}{part}", head.trim()))).collect()
}

fn child(of: &str, name: &str) -> String {
    if of.is_empty() { name.to_owned() } else { format!("{of}::{name}") }
}
