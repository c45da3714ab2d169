//! Words: sentences of the handbook are short, and the words that STYLE.md rules out occur nowhere.

use super::Fault;
use crate::tree::Tree;

/// The most words that a sentence of README.md or `docs/` may have.
const LONGEST: usize = 35;

/// What the list in STYLE.md rules out.
const RULED_OUT: &[&str] =
    &["so many", "lest", "is told", "are told", "the own", "hang together", "for ever", "whose ever"];

/// The endings of the files in which nothing of the list may occur. In a Rust file only the comments count.
const LISTED_IN: &[&str] = &["md", "rs"];

/// What a span of code counts as: one word, and none of the list.
const CODE: &str = "`code`";

/// No sentence of README.md and `docs/` is too long. Headings, tables and blocks of code have no sentences.
#[must_use]
pub fn check_sentences(tree: &Tree) -> Vec<Fault> {
    let is_handbook = |path: &str| path == "README.md" || path.starts_with("docs/");
    let mut faults = Vec::new();
    for (path, text) in tree.texts_of(&["md"]).filter(|(path, _)| is_handbook(path)) {
        for block in blocks(text).iter().filter(|block| block.is_prose) {
            for sentence in block.words.split_inclusive(|(_, word)| ends_sentence(word)) {
                let mut words = sentence.iter().filter(|(_, word)| word.contains(char::is_alphanumeric));
                let Some((number, first)) = words.next() else { continue };
                let n_words = 1 + words.count();
                if n_words > LONGEST {
                    let message = format!("the sentence from `{first}` on has {n_words} words: make two of it");
                    faults.push(Fault::new(format!("{path}:{number}"), message));
                }
            }
        }
    }
    faults
}

/// No document and no comment uses a word of the list. A span or block of code may.
#[must_use]
pub fn check_list(tree: &Tree) -> Vec<Fault> {
    check_list_in(tree, LISTED_IN)
}

fn check_list_in(tree: &Tree, endings: &[&str]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts_of(endings) {
        let prose = if path.ends_with(".rs") { comments(text) } else { text.to_owned() };
        for block in blocks(&prose) {
            let words: Vec<(usize, String)> = block.words.iter().map(|&(number, word)| (number, bare(word))).collect();
            for phrase in RULED_OUT {
                let n_words = phrase.split(' ').count();
                for found in
                    words.windows(n_words).filter(|found| found.iter().map(|(_, word)| word).eq(phrase.split(' ')))
                {
                    let message = format!("\"{phrase}\": STYLE.md has a better word");
                    faults.push(Fault::new(format!("{path}:{}", found[0].0), message));
                }
            }
        }
    }
    faults
}

/// A paragraph, an item of a list, a heading or a row of a table.
struct Block<'a> {
    is_prose: bool,
    /// Each with the number of its line.
    words: Vec<(usize, &'a str)>,
}

/// The blocks of a document. Blocks of code are left out.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut is_fenced, mut is_code, mut goes_on) = (false, false, false);
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let is_fence = line.starts_with("```");
        is_fenced ^= is_fence;
        if is_fenced || is_fence || line.is_empty() {
            goes_on = false;
            continue;
        }
        let is_prose = !line.starts_with(['|', '#', '<']);
        if !is_prose || !goes_on || begins_item(line) {
            blocks.push(Block { is_prose, words: Vec::new() });
            is_code = false;
        }
        goes_on = is_prose;
        let Some(block) = blocks.last_mut() else { continue };
        for (idx, span) in line.split('`').enumerate() {
            is_code ^= idx > 0;
            if is_code {
                block.words.push((number, CODE));
            } else {
                block.words.extend(span.split_whitespace().map(|word| (number, word)));
            }
        }
    }
    blocks
}

/// Whether a line begins an item of a list: `- `, `* ` or `1. `.
fn begins_item(line: &str) -> bool {
    let behind_number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    line.starts_with("- ")
        || line.starts_with("* ")
        || (behind_number.len() < line.len() && behind_number.starts_with(". "))
}

fn ends_sentence(word: &str) -> bool {
    word.trim_end_matches([')', '"', '\'', '*', '_', '”']).ends_with(['.', '!', '?'])
}

/// The word in small letters, without the marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '`').to_lowercase()
}

/// What stands behind `//` on each line, every line keeping its number; other lines are blank.
fn comments(source: &str) -> String {
    let behind = |line: &str| match line.split_once("//") {
        Some((_, comment)) => comment.trim_start_matches(['/', '!']).to_owned() + "\n",
        None => "\n".to_owned(),
    };
    source.lines().map(behind).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn places(faults: &[Fault]) -> Vec<&str> {
        faults.iter().map(|fault| fault.place.as_str()).collect()
    }

    fn words(n_words: usize) -> String {
        vec!["word"; n_words].join(" ")
    }

    #[test]
    fn a_long_sentence_is_found() {
        let at_most = format!("{}. {}!\n\n- {}\n- {}", words(35), words(35), words(35), words(35));
        assert_eq!(check_sentences(&Tree::of([("docs/a.md", &at_most)])), []);
        let too_long = format!("# A heading\n\nShort.\n{}\n{}.\n", words(20), words(16));
        let faults =
            check_sentences(&Tree::of([("docs/a.md", &too_long), ("README.md", &words(36)), ("b.md", &too_long)]));
        assert_eq!(places(&faults), ["README.md:1", "docs/a.md:4"]);
        assert!(faults[1].message.contains("36 words"), "{}", faults[1]);
    }

    #[test]
    fn code_and_tables_have_no_sentences() {
        let long = words(40);
        let text = format!("```\n{long}\n```\n| {long} |\n## {long}\n`{long}` is one word.\n");
        assert_eq!(check_sentences(&Tree::of([("docs/a.md", &text)])), []);
    }

    #[test]
    fn a_word_of_the_list_is_found() {
        let text = "So\nmany moves.\n| for ever |\n# Is told\n`so many`\n\n```\nlest\n```\nso `x` many, forever, lesta\n*lest*, he";
        let faults = check_list(&Tree::of([("a.md", text), ("bench/b.md", "the own edge"), ("a.txt", "lest")]));
        assert_eq!(places(&faults), ["a.md:1", "a.md:3", "a.md:4", "a.md:11", "bench/b.md:1"]);
    }

    #[test]
    fn comments_can_be_looked_at() {
        // Not written with slashes, or this file would be at fault.
        let source = "##/ Cells that hang\n##/ together.\nlet lest = \"lest\"; ## whose ever it is\n##! `lest`\n";
        let source = source.replace('#', "/");
        let tree = Tree::of([("a.rs", &*source)]);
        assert_eq!(places(&check_list_in(&tree, &["rs"])), ["a.rs:1", "a.rs:3"]);
        assert_eq!(check_list_in(&tree, &["md"]), []);
    }
}
