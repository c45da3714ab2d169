//! Documents: whatever they name exists.

use std::collections::BTreeSet;

use super::Fault;
use crate::rust_text::code_only;
use crate::tree::Tree;

/// Folders with files that documents may name in backticks. Such names are then looked up.
const FOLDERS: &[&str] =
    &["crates/", "xtask/", "docs/", "examples/", "testdata/", "python/", "bench/", "fuzz/", ".ci/", ".github/"];

/// Within how many lines README.md shows the two commands that a newcomer needs.
const FIRST_LINES: usize = 20;

/// The page that goes through all subcommands.
const TOUR: &str = "docs/COMMANDS.md";

/// What `tesuji --help` prints, recorded by the tests of the command line.
const HELP: &str = "crates/cli/tests/cli/snapshots/help.snap";

/// The files that define the subcommands. A part of a subcommand, defined in the subcommand's own file, does not count.
const COMMANDS: &[&str] = &["crates/cli/src/lib.rs", "crates/cli/src/commands/mod.rs"];

/// The subcommands of `tesuji`: the variants of the enums in `COMMANDS` that derive clap's `Subcommand`, and the entries
/// `Name, module;` of `commands! { .. }`.
#[must_use]
pub fn subcommands(tree: &Tree) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, text) in tree.texts_of(&["rs"]).filter(|(path, _)| COMMANDS.contains(path)) {
        let code = code_only(text);
        if let Some((_, body)) = code.split_once("\ncommands! {") {
            let entry = |line: &str| {
                line.trim().strip_suffix(';').and_then(|entry| entry.split_once(", ")).map(|(name, _)| kebab_case(name))
            };
            found.extend(body.lines().take_while(|line| *line != "}").filter_map(entry));
        }
        for (at, _) in code.match_indices("#[derive(") {
            let derives = code[at..].split(')').next().unwrap_or_default();
            let body = code[at..].split_once('{').map_or("", |(_, body)| body);
            if derives.contains("Subcommand") {
                found.extend(variants(body).iter().map(|variant| kebab_case(variant)));
            }
        }
    }
    found
}

/// The names of the variants of an enum, given the text after its opening brace.
fn variants(body: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut name, mut expects_name) = (1, String::new(), true);
    for letter in body.chars() {
        match letter {
            _ if depth == 1 && expects_name && (letter.is_alphanumeric() || letter == '_') => name.push(letter),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => expects_name = true,
            _ => {}
        }
        if !name.is_empty() && !letter.is_alphanumeric() && letter != '_' {
            names.push(std::mem::take(&mut name));
            expects_name = letter == ',';
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn kebab_case(variant: &str) -> String {
    let mut kebab = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

/// Every `tesuji <subcommand>` in a document or the Makefile exists, and `TOUR` names all of them.
#[must_use]
pub fn check_commands(tree: &Tree) -> Vec<Fault> {
    let known = subcommands(tree);
    let mut faults = Vec::new();
    let mut named = BTreeSet::new();
    let mut examine = |path: &str, number: usize, code: &str, program: &str| {
        for command in words_after(code, program) {
            if !known.contains(command) && command != "help" {
                let message = format!("`tesuji {command}` is no subcommand of crates/cli");
                faults.push(Fault::new(format!("{path}:{number}"), message));
            }
            if path == TOUR {
                named.insert(command.to_owned());
            }
        }
    };
    for (path, text) in documents(tree) {
        for (number, code) in code_in(text) {
            examine(path, number, code, "tesuji");
        }
    }
    for (number, line) in (1..).zip(tree.text("Makefile").unwrap_or_default().lines()) {
        examine("Makefile", number, line, "$(TESUJI)");
    }
    for command in known.difference(&named) {
        faults.push(Fault::new(TOUR, format!("it does not mention `tesuji {command}`")));
    }
    faults
}

/// The list of commands in `TOUR` has the purposes that the recorded `tesuji --help` prints.
#[must_use]
pub fn check_purposes(tree: &Tree) -> Vec<Fault> {
    let help: Vec<&str> = tree.text(HELP).unwrap_or_default().split_whitespace().collect();
    let help = help.join(" ");
    let rows = (1..).zip(tree.text(TOUR).unwrap_or_default().lines());
    rows.filter_map(|(number, line)| {
        let (command, cells) = line.strip_prefix("| `tesuji ")?.split_once("` | ")?;
        let purpose = cells.split(" | ").next()?;
        let message = || format!("{HELP} has another purpose of `tesuji {command}`");
        (!help.contains(&format!(" {command} {purpose}"))).then(|| Fault::new(format!("{TOUR}:{number}"), message()))
    })
    .collect()
}

/// README.md opens with `make run` and `make test`, and every `make <target>` in a document is in the Makefile.
#[must_use]
pub fn check_targets(tree: &Tree) -> Vec<Fault> {
    let makefile = tree.text("Makefile").unwrap_or_default();
    let targets: BTreeSet<&str> = makefile
        .lines()
        .filter(|line| !line.starts_with(['\t', '#', '.', ' ']))
        .filter_map(|line| line.split_once(':').filter(|(_, rest)| !rest.starts_with('=')))
        .flat_map(|(names, _)| names.split_whitespace())
        .collect();
    let mut faults = Vec::new();
    for (path, text) in documents(tree) {
        for (number, code) in code_in(text) {
            for target in words_after(code, "make").filter(|target| !targets.contains(target)) {
                let message = format!("`make {target}` is no target of the Makefile");
                faults.push(Fault::new(format!("{path}:{number}"), message));
            }
        }
    }
    let opening: Vec<&str> = tree.text("README.md").unwrap_or_default().lines().take(FIRST_LINES).collect();
    for command in ["make run", "make test"].iter().filter(|command| !opening.join("\n").contains(*command)) {
        faults.push(Fault::new("README.md", format!("its first {FIRST_LINES} lines do not show `{command}`")));
    }
    faults
}

/// Every link between documents leads to a file and to a heading of it, and every path in backticks leads somewhere;
/// `<name>`, `*` and `…` stand for anything.
#[must_use]
pub fn check_paths(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in documents(tree) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in (1..).zip(text.lines()) {
            for link in links(line).filter(|link| !leads_somewhere(tree, path, folder, link)) {
                faults.push(Fault::new(format!("{path}:{number}"), format!("the link `{link}` leads nowhere")));
            }
        }
        for (number, code) in code_in(text) {
            let is_path = |word: &&str| {
                FOLDERS.iter().any(|folder| word.starts_with(folder)) && !word.contains(['<', '*', '…', '{', '$'])
            };
            for word in code.split_whitespace().filter(is_path).filter(|word| !tree.has(word)) {
                faults.push(Fault::new(format!("{path}:{number}"), format!("there is no `{word}`")));
            }
        }
    }
    faults
}

fn documents(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.texts_of(&["md"]).filter(|(path, _)| !path.starts_with("bench/runs/"))
}

/// The lines of fenced blocks and the spans in backticks, with their line numbers.
fn code_in(text: &str) -> Vec<(usize, &str)> {
    let mut code = Vec::new();
    let mut is_fenced = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced {
            code.push((number, line));
        } else {
            code.extend(line.split('`').skip(1).step_by(2).map(|span| (number, span)));
        }
    }
    code
}

/// The words that follow `program` and could be a subcommand of it.
fn words_after<'a>(code: &'a str, program: &'a str) -> impl Iterator<Item = &'a str> {
    let words = code.split_whitespace();
    let is_name = |word: &&str| {
        word.starts_with(|letter: char| letter.is_ascii_lowercase())
            && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    words.clone().zip(words.skip(1)).filter(move |(word, _)| *word == program).map(|(_, next)| next).filter(is_name)
}

/// Targets of links that lead to a file of the repository, with the heading behind `#`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("](")
        .filter_map(|(at, mark)| line[at + mark.len()..].split_once(')'))
        .map(|(link, _)| link)
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
}

/// Whether the file of the link exists, and has the heading that the link names, if it names one.
fn leads_somewhere(tree: &Tree, path: &str, folder: &str, link: &str) -> bool {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let file = if file.is_empty() { path.to_owned() } else { resolve(folder, file) };
    let is_document = file.ends_with(".md");
    tree.has(&file)
        && (heading.is_empty() || !is_document || anchors(tree.text(&file).unwrap_or_default()).contains(heading))
}

/// What links call the headings of a document: small letters, hyphens for blanks, no other marks.
fn anchors(text: &str) -> BTreeSet<String> {
    let name = |title: &str| -> String {
        let letters = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect::<String>().to_lowercase()
    };
    text.lines().filter(|line| line.starts_with('#')).map(|line| name(line.trim_start_matches('#').trim())).collect()
}

fn resolve(folder: &str, link: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const CLI: &str = "/// Doc.\n#[derive(Debug, clap::Subcommand)]\n#[command(flatten)]\nenum Command {\n    /// Verifies, files.\n    \
        Verify(verify::Options),\n    #[command(alias = \"x\")]\n    Show { file: PathBuf, deep: Vec<(u8, u8)> },\n    DoAll,\n    Last\n}\nfn other() {}";

    fn messages(faults: &[Fault]) -> Vec<String> {
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reads_subcommands_from_the_enum() {
        let tree = Tree::of([("crates/cli/src/lib.rs", CLI)]);
        assert_eq!(subcommands(&tree).into_iter().collect::<Vec<_>>(), ["do-all", "last", "show", "verify"]);
        let listed = Tree::of([(
            "crates/cli/src/commands/mod.rs",
            "mod a;\ncommands! {\n    /// One; two.\n    DoIt, a;\n}\nmod b;\n",
        )]);
        assert_eq!(subcommands(&listed).into_iter().collect::<Vec<_>>(), ["do-it"]);
        let below = Tree::of([("crates/cli/src/commands/show.rs", CLI)]);
        assert!(subcommands(&below).is_empty(), "what a subcommand has below itself is no subcommand");
    }

    #[test]
    fn purposes_are_those_of_the_help() {
        let help = "Prove:\n  show  Show\n        games\n";
        let n_faults = |row| check_purposes(&Tree::of([(TOUR, row), (HELP, help)])).len();
        assert_eq!(n_faults("| `tesuji show` | Show games | |"), 0);
        assert_eq!(n_faults("| `tesuji show` | Draw games | |"), 1);
    }

    #[test]
    fn commands_exist_and_are_mentioned() {
        let tree = |tour, makefile| {
            Tree::of([
                (TOUR, tour),
                ("Makefile", makefile),
                (
                    "crates/cli/src/lib.rs",
                    "#[derive(Subcommand)]\nenum Command {\n    Verify(Options),\n    Show(Options),\n}\n",
                ),
            ])
        };
        let sound = "`tesuji verify`\n```sh\ntesuji show x\ntesuji --help\n```\ntesuji dances\n";
        assert_eq!(check_commands(&tree(sound, "\t$(TESUJI) verify x\n")), []);
        let unsound = format!("{sound}\n`tesuji dance`");
        let unknown = messages(&check_commands(&tree(&unsound, "\t$(TESUJI) sing\n")));
        assert!(unknown.len() == 2 && unknown[0].starts_with("docs/COMMANDS.md:8: `tesuji dance`"), "{unknown:?}");
        let silent = messages(&check_commands(&tree("`tesuji verify`", "")));
        assert!(silent.len() == 1 && silent[0].contains("does not mention `tesuji show`"), "{silent:?}");
    }

    #[test]
    fn targets_exist() {
        let makefile = "X := 1\nrun: build\n\techo a: b\ntest lint: build\n";
        let targets = |readme| messages(&check_targets(&Tree::of([("README.md", readme), ("Makefile", makefile)])));
        assert_eq!(targets("`make run`, `make test` and `make lint`"), [""; 0]);
        assert_eq!(targets("`make run`, `make test`, `make sense`").len(), 1);
        assert_eq!(targets("`make run`").len(), 1);
        assert_eq!(targets(&format!("`make run`{}`make test`", "\n".repeat(FIRST_LINES))).len(), 1);
    }

    #[test]
    fn paths_exist() {
        let paths = |text| messages(&check_paths(&Tree::of([("docs/a.md", text), ("crates/board/src/lib.rs", "")])));
        assert_eq!(
            paths("## A `top`, b\n[x](../crates/board) [y](a.md#a-top-b) [w](#a-top-b) [z](https://example.org/q)"),
            [""; 0]
        );
        assert_eq!(paths("`crates/board/src/lib.rs`, `crates/<game>/src/lib.rs`, crates/none"), [""; 0]);
        assert_eq!(paths("[x](b.md)").len(), 1);
        assert_eq!(paths("# top\n[x](#tip) [y](a.md#tip) [z](#top)").len(), 2);
        assert_eq!(paths("see\n`crates/none`"), ["docs/a.md:2: there is no `crates/none`"]);
    }
}
