//! Circles inside a crate: modules that import each other. Their numbers may only fall.

use std::collections::BTreeMap;

use super::Fault;
use super::budgets::{BUDGETS, numbers};
use crate::modules::Modules;
use crate::tree::Tree;

/// Each crate has exactly as many modules in circles as the budgets allow; without a line there, none.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let mut crates: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (path, text) in tree.texts_of(&["rs"]) {
        if let Some((name, file)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) {
            crates.entry(name).or_default().push((file, text));
        }
    }
    let text = tree.text(BUDGETS).unwrap_or_default();
    let mut allowed: BTreeMap<&str, usize> =
        numbers(text.split_once("[circles]").map_or("", |(_, table)| table)).collect();
    let mut faults = Vec::new();
    for (name, files) in crates {
        let (modules, most) = (Modules::read(files.into_iter()), allowed.remove(name).unwrap_or(0));
        let circles = modules.in_circles();
        let (n, list) = (circles.len(), circles.join(", "));
        if n > most {
            let message = format!("{n} modules in circles of imports, at most {most} allowed: {list}");
            faults.push(Fault::new(format!("crates/{name}"), message));
        } else if n < most {
            faults
                .push(Fault::new(BUDGETS, format!("{name} has {n} modules in circles: lower its number from {most}")));
        }
    }
    faults.extend(allowed.keys().map(|name| Fault::new(BUDGETS, format!("[circles] names {name}, which is no crate"))));
    faults
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn circles<const N: usize>(files: [(&str, &str); N]) -> String {
        Modules::read(files.into_iter()).in_circles().join(" ")
    }

    #[test]
    fn modules_that_import_each_other_are_in_a_circle() {
        let root = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);");
        assert_eq!(circles([root, a, ("b.rs", "pub struct B;")]), "");
        for back in [
            "use crate::a::A;",
            "use crate::{a::A as Other, c};",
            "use crate::a::A as _;",
            "use super::a::{self, A};",
            "use super::a; fn f() { a::f() }",
            "use crate::A;",
            "fn f(a: &crate::A) {}",
            "fn f() { super::a::f() }",
        ] {
            assert_eq!(circles([root, a, ("b.rs", back)]), "a b", "{back}");
        }
        for none in [
            "// use crate::a::A;",
            "use other::a::A; fn f(a: A) { a.f() }",
            "use super::a;",
            "#[cfg(feature = \"testing\")]\nmod tests { use crate::a::A; }",
            "#[cfg(feature = \"testing\")]\nmod tests;",
        ] {
            let tests = ("b/tests.rs", "use crate::a::A;");
            assert_eq!(circles([root, a, ("b.rs", none), tests]), "", "{none}");
        }
        assert_eq!(
            circles([root, ("a.rs", "use crate::c::C;"), ("b/mod.rs", "use crate::A;"), ("c.rs", "use crate::B;")]),
            "a b c"
        );
    }

    #[test]
    fn a_parent_imports_what_it_uses_and_not_what_it_passes_on() {
        let child = ("a/b.rs", "use super::A;\npub struct B(A);");
        assert_eq!(circles([("lib.rs", "mod a;"), ("a.rs", "mod b;\npub use b::B;\npub struct A;"), child]), "");
        for parent in ["mod b;\nuse b::B;\n", "mod b;\npub use b::B;\nfn f(b: B) {}", "mod b;\nfn f() { b::f() }"] {
            assert_eq!(circles([("lib.rs", "mod a;"), ("a.rs", parent), child]), "a a::b", "{parent}");
        }
    }

    #[test]
    fn numbers_fall_and_never_rise() {
        let faults = |budgets: &str| {
            let [a, b] = [("crates/x/src/a.rs", "use crate::b::B;"), ("crates/x/src/b.rs", "use crate::a::A;")];
            check(&Tree::of([a, b, ("crates/x/src/lib.rs", "mod a;\nmod b;"), (BUDGETS, budgets)]))
        };
        assert_eq!(faults("rust_lines = 9\n\n[circles]\nx = 2\n"), []);
        assert!(faults("x = 2\n")[0].message.contains("at most 0 allowed: a, b"));
        assert!(faults("[circles]\nx = 3\n")[0].message.contains("lower its number from 3"));
        assert_eq!(faults("[circles]\nx = 2\ny = 1\n").len(), 1, "there is no y");
    }
}
