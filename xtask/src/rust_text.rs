//! Rust source with everything removed that is not code of the product.
//!
//! A scan for words must not react to a comment, a message or a test. This is a lexer for comments and literals, not a
//! parser: it knows nothing about what the code means.

/// The source with comments, the contents of literals, and items under `#[cfg(feature = "testing")]` blanked.
///
/// Line numbers do not change.
#[must_use]
pub fn code_only(source: &str) -> String {
    let mut code: Vec<char> = without_text(source);
    for item in test_items(source, &code) {
        blank(&mut code[item]);
    }
    code.into_iter().collect()
}

/// The modules declared as `#[cfg(feature = "testing")] mod name;`. Their files are tests.
#[must_use]
pub fn test_modules(source: &str) -> Vec<String> {
    let code = without_text(source);
    test_items(source, &code)
        .into_iter()
        .filter_map(|item| {
            let text: String = code[item].iter().collect();
            let (_, name) = text.strip_suffix(';')?.rsplit_once("mod ")?;
            Some(name.trim().to_owned())
        })
        .collect()
}

/// The lines, counted from 1, on which `word` occurs on its own and not as part of a longer name.
#[must_use]
pub fn lines_with(code: &str, word: &str) -> Vec<usize> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let stands_alone = |line: &str| {
        line.match_indices(word).any(|(at, _)| {
            let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
            let goes_on = word.ends_with(is_name) && after.is_some_and(is_name);
            !goes_on && !before.is_some_and(is_name)
        })
    };
    (1..).zip(code.lines()).filter(|(_, line)| stands_alone(line)).map(|(number, _)| number).collect()
}

fn blank(text: &mut [char]) {
    for letter in text.iter_mut().filter(|letter| **letter != '\n') {
        *letter = ' ';
    }
}

/// Blanks comments and the contents of literals.
fn without_text(source: &str) -> Vec<char> {
    let mut code: Vec<char> = source.chars().collect();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let end = at
            + match rest {
                ['/', '/', ..] => rest.iter().position(|&letter| letter == '\n').unwrap_or(rest.len()),
                ['/', '*', ..] => block_comment_len(rest),
                ['"', ..] => string_len(rest),
                ['r', '"' | '#', ..] if !follows_name(&code, at) => raw_string_len(rest),
                ['\'', ..] => char_len(rest),
                _ => 0,
            };
        if end > at {
            blank(&mut code[at..end]);
            at = end;
        } else {
            at += 1;
        }
    }
    code
}

/// Whether the letter at `at` is in the middle of a name. The prefixes of `br"…"` and `cr"…"` do not count.
fn follows_name(code: &[char], at: usize) -> bool {
    let is_name = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let n_letters = code[..at].iter().rev().take_while(|letter| is_name(letter)).count();
    let is_prefix = n_letters == 1 && matches!(code[at - 1], 'b' | 'c');
    n_letters > 0 && !is_prefix
}

fn block_comment_len(text: &[char]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match &text[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string_len(text: &[char]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Returns 0 if it is not a raw string but a raw name such as `r#type`.
fn raw_string_len(text: &[char]) -> usize {
    let n_hashes = text[1..].iter().take_while(|&&letter| letter == '#').count();
    if text.get(1 + n_hashes) != Some(&'"') {
        return 0;
    }
    let mut at = 2 + n_hashes;
    while at < text.len() {
        if text[at] == '"' && text[at + 1..].iter().take(n_hashes).filter(|&&letter| letter == '#').count() == n_hashes
        {
            return at + 1 + n_hashes;
        }
        at += 1;
    }
    text.len()
}

/// Returns 0 if it is not a character but a lifetime.
fn char_len(text: &[char]) -> usize {
    match text {
        ['\'', '\\', _, rest @ ..] => {
            rest.iter().position(|&letter| letter == '\'').map_or(text.len(), |closing| closing + 4)
        }
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

/// The ranges of the items under `#[cfg(feature = "testing")]`, including the attribute. The name of the feature is to be
/// found in the source alone, what is no comment in the code alone.
fn test_items(source: &str, code: &[char]) -> Vec<std::ops::Range<usize>> {
    let source: Vec<char> = source.chars().collect();
    let attribute: Vec<char> = "#[cfg(feature = \"testing\")]".chars().collect();
    let mut items = Vec::new();
    let mut at = 0;
    while at + attribute.len() <= code.len() {
        if code[at..].starts_with(&attribute[..6]) && source[at..].starts_with(&attribute) {
            let end = at + attribute.len() + item_len(&code[at + attribute.len()..]);
            items.push(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
    items
}

/// The length up to the `;` or the closing brace that ends the first item.
fn item_len(code: &[char]) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in code.iter().enumerate() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && *letter == '}' {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn keeps_code_and_line_numbers_only() {
        let source =
            "let a = \"println!\"; // println!\n/* fs /* fs */ fs */ let b = 'x';\nlet c: &'a str = r#\"fs \" fs\"#;\n";
        let code = code_only(source);
        assert_eq!(code.lines().count(), 3);
        assert!(!code.contains("println") && !code.contains("fs"));
        assert!(code.contains("let a =") && code.contains("let b =") && code.contains("&'a str ="));
        assert_eq!(code_only("'\\n' '\\u{1F600}' '\\'' r#type br\"fs\" end").split_whitespace().last(), Some("end"));
        assert!(code_only("r#type").contains("r#type"));
    }

    #[test]
    fn leaves_tests_out() {
        let source =
            "fn f() {}\n#[cfg(feature = \"testing\")]\nmod tests {\n    fn g(x: [u8; 2]) { print() }\n}\nfn h() {}\n";
        let code = code_only(source);
        assert!(code.contains("fn f") && code.contains("fn h") && !code.contains("print"));
        let declared =
            "#[cfg(feature = \"testing\")]\nmod harness;\n#[cfg(feature = \"testing\")] mod tests { mod inner; }";
        assert_eq!(test_modules(declared), ["harness"]);
        assert!(
            test_modules("#[cfg(feature = \"large\")]\nmod net;\n// #[cfg(feature = \"testing\")]\nmod code;")
                .is_empty()
        );
    }

    #[test]
    fn finds_whole_words() {
        assert_eq!(lines_with("eprint!()\nprint!()\nx.print", "print!"), [2]);
        assert_eq!(lines_with("Instantly\nInstant::now()\nMyInstant", "Instant"), [2]);
    }
}
