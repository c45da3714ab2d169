//! Floors: a crate imports only from floors below its own.

use std::collections::BTreeMap;

use super::Fault;
use crate::metadata::Package;

/// Crates that may import only these of the workspace, and why.
const ALONE: &[(&str, &[&str], &str)] = &[
    ("proof", &["board", "testing"], "to trust the checker, nobody should have to read anything else"),
    ("wasm-checker", &["proof"], "a browser loads it in addition to the page, so it stays small"),
];

/// The floor of each crate, by folder name.
pub type Floors = BTreeMap<String, u32>;

/// Reads the table of ARCHITECTURE.md that begins with the columns `floor` and `crate`.
///
/// Floors are written down nowhere else.
///
/// # Errors
///
/// If there is no such table, or one of its rows does not start with a number and a name in backticks.
pub fn parse(architecture: &str) -> Result<Floors, Fault> {
    let fault = |line: usize, message: &str| Fault::new(format!("ARCHITECTURE.md:{line}"), message);
    let cells = |row: &str| row.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut lines = (1..).zip(architecture.lines());
    lines
        .find(|(_, row)| matches!(&cells(row)[..], [_, floor, name, ..] if floor == "floor" && name == "crate"))
        .ok_or_else(|| fault(1, "no table that starts with the columns `floor` and `crate`"))?;
    let mut floors = Floors::new();
    for (number, row) in lines.skip(1).take_while(|(_, row)| row.starts_with('|')) {
        let cells = cells(row);
        let name = cells.get(2).map_or("", |name| name.trim_matches('`'));
        let floor = cells.get(1).and_then(|floor| floor.parse().ok());
        match floor {
            Some(floor) if !name.is_empty() => floors.insert(name.to_owned(), floor),
            _ => return Err(fault(number, "a row of the floors starts with a number and the name of a crate")),
        };
    }
    Ok(floors)
}

/// Checks that the crates and the table agree, and that every import goes down.
#[must_use]
pub fn check(floors: &Floors, packages: &[Package]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let crates: BTreeMap<&str, &Package> = packages
        .iter()
        .filter_map(|package| Some((package.folder.as_deref()?.strip_prefix("crates/")?, package)))
        .filter(|(name, _)| !name.contains('/'))
        .collect();
    for name in floors.keys().filter(|name| !crates.contains_key(name.as_str())) {
        faults.push(Fault::new("ARCHITECTURE.md", format!("the floors name `{name}`, but there is no crates/{name}")));
    }
    for (&name, package) in &crates {
        let place = format!("crates/{name}/Cargo.toml");
        // What people install has the name of the program.
        let expected = if name == "cli" { "tesuji".to_owned() } else { format!("tesuji-{name}") };
        if package.name != expected {
            faults.push(Fault::new(&place, format!("the package is `{}`, not `{expected}`", package.name)));
        }
        let Some(&floor) = floors.get(name) else {
            faults.push(Fault::new(&place, "the crate has no floor: add it to the table in ARCHITECTURE.md"));
            continue;
        };
        // A crate names itself to turn its tests on, and its macros, whose folder lies in its own.
        let own = [package.name.clone(), format!("{}-macros", package.name)];
        for import in package.imports.iter().filter(|import| !own.contains(import)) {
            let import = import.strip_prefix("tesuji-").unwrap_or(import);
            match floors.get(import) {
                Some(&below) if below < floor => {}
                Some(&above) => faults.push(Fault::new(
                    &place,
                    format!("{name} (floor {floor}) imports {import} (floor {above}); an arrow runs to a lower floor"),
                )),
                None => faults.push(Fault::new(&place, format!("{name} imports {import}, which has no floor"))),
            }
            let alone = ALONE.iter().find(|(crate_name, ..)| *crate_name == name);
            if let Some((_, allowed, why)) = alone.filter(|(_, allowed, _)| !allowed.contains(&import)) {
                let allowed = allowed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
                faults
                    .push(Fault::new(&place, format!("{name} imports {import}; it may import {allowed} alone: {why}")));
            }
        }
    }
    faults
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const TABLE: &str = "text\n\n| floor | crate | what |\n| --- | --- | --- |\n\
        | 1 | `board` | places |\n| 3 | `proof` | checker |\n| 3 | `search` | |\n\nmore | text | 9 |\n";

    fn package(name: &str, imports: &[&str]) -> Package {
        Package {
            name: format!("tesuji-{name}"),
            version: "0.1.0".to_owned(),
            licence: None,
            folder: Some(format!("crates/{name}")),
            imports: imports.iter().map(|import| format!("tesuji-{import}")).collect(),
            tests: Vec::new(),
        }
    }

    fn faults_of(packages: &[Package]) -> Vec<String> {
        check(&parse(TABLE).unwrap(), packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reads_the_table() {
        let floors = parse(TABLE).unwrap();
        assert_eq!(
            floors.into_iter().collect::<Vec<_>>(),
            [("board", 1), ("proof", 3), ("search", 3)].map(|(name, floor)| (name.to_owned(), floor))
        );
        assert!(parse("no table").is_err());
        assert_eq!(parse("| floor | crate |\n| --- | --- |\n| one | `x` |\n").unwrap_err().place, "ARCHITECTURE.md:3");
    }

    #[test]
    fn an_arrow_runs_down() {
        let sound = [package("board", &[]), package("proof", &["board"]), package("search", &["board"])];
        assert_eq!(faults_of(&sound), [""; 0]);

        let up = faults_of(&[package("board", &["search"]), package("proof", &[]), package("search", &[])]);
        assert!(up.len() == 1 && up[0].contains("board (floor 1) imports search (floor 3)"), "{up:?}");

        let level = faults_of(&[package("board", &[]), package("proof", &[]), package("search", &["proof"])]);
        assert!(level.len() == 1 && level[0].contains("lower floor"), "{level:?}");
    }

    #[test]
    fn the_checker_imports_boards_alone() {
        let table = TABLE.replace("| 3 | `search`", "| 2 | `search`") + "| 4 | `wasm-checker` | |\n";
        let table = table.replace("\nmore | text | 9 |\n", "");
        let faults = |proof: &[&str], browser: &[&str]| {
            let packages = [
                package("board", &[]),
                package("search", &[]),
                package("proof", proof),
                package("wasm-checker", browser),
            ];
            check(&parse(&table).unwrap(), &packages)
        };
        assert!(faults(&["board"], &["proof"]).is_empty());
        let found = faults(&["board", "search"], &["proof"]);
        assert!(found.len() == 1 && found[0].message.contains("`board` and `testing` alone"), "{found:?}");
        let found = faults(&["board"], &["proof", "search"]);
        assert!(found.len() == 1 && found[0].message.contains("may import `proof` alone"), "{found:?}");
    }

    #[test]
    fn table_and_folders_agree() {
        let missing = faults_of(&[package("board", &[]), package("proof", &[])]);
        assert!(missing.len() == 1 && missing[0].contains("no crates/search"), "{missing:?}");

        let mut packages = [package("board", &[]), package("proof", &[]), package("search", &[]), package("gtp", &[])];
        assert!(faults_of(&packages)[0].contains("has no floor"));
        packages[3] = package("cli", &[]);
        assert!(faults_of(&packages)[0].contains("not `tesuji`"));
        packages[3] = package("board", &[]);
        packages[3].name = "board".to_owned();
        assert!(faults_of(&packages)[0].contains("not `tesuji-board`"));
    }
}
