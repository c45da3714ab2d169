//! Taking away what people paste around a game: quotation marks of mails, words before and behind, wide letters.
//!
//! | text | becomes |
//! | --- | --- |
//! | `> f6 e5`, also in several levels, also with other lines around | the quoted lines |
//! | `ｆ６　ｅ５`, as Japanese keyboards write it | `f6 e5` |
//! | words before `(;` | the SGF |
//! | `;B[e5];W[d6]`, nodes of SGF without their file | a file |
//! | a sentence with links to HexWorld's or TRMPH's boards, also in capitals | the links, one a line |
//! | lines of three backticks, quotation marks around everything | what stands between |
//! | `&lt;hexboard .. /&gt;`, as in the source of a page | the markup |
//!
//! What has a form of its own from its first sign on, such as JSON and certificates, stays as it is.

use std::borrow::Cow;

use tesuji_proof::Form;

/// A text without what stood around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TidyText<'t> {
    /// The remaining text.
    pub text: Cow<'t, str>,
    /// The parts left out, as sentences without a full stop.
    pub notices: Vec<String>,
}

impl<'t> TidyText<'t> {
    fn replace(&mut self, text: String, notice: Option<&str>) {
        self.text = Cow::Owned(text);
        self.notices.extend(notice.map(str::to_owned));
    }

    fn start(&self) -> &str {
        self.text.trim_start()
    }
}

/// Takes away what people paste around a game. Most texts stay as they are.
#[must_use]
pub fn tidied(text: &str) -> TidyText<'_> {
    let mut tidied = TidyText { text: Cow::Borrowed(text.trim_start_matches('\u{feff}')), notices: Vec::new() };
    if has_own_form(tidied.start()) {
        return tidied;
    }
    if tidied.text.contains(is_wide) {
        let text = tidied.text.chars().filter(|&c| !is_invisible(c)).map(narrow).collect();
        tidied.replace(text, None);
    }
    if tidied.text.contains("&lt;hex") {
        let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#039;", "'"), ("&amp;", "&")];
        let text = pairs.iter().fold(tidied.text.to_string(), |text, (name, sign)| text.replace(name, sign));
        tidied.replace(text, None);
    }
    if let Some(text) = without_marks(&tidied.text) {
        tidied.replace(text, None);
    }
    if let Some((text, has_others)) = unquoted(&tidied.text) {
        tidied.replace(text, has_others.then_some("only the quoted lines are read"));
    }
    if !starts_sgf(tidied.start()) {
        if let Some(at) = sgf_in(&tidied.text) {
            let is_said = !tidied.text[..at].trim().is_empty();
            let text = tidied.text[at..].to_owned();
            tidied.replace(text, is_said.then_some("the text before the record is left out"));
        } else if is_fragment(tidied.start()) {
            let fragment = tidied.text.trim();
            let (open, close) =
                (if fragment.starts_with(';') { "(" } else { "(;" }, if fragment.ends_with(')') { "" } else { ")" });
            let text = format!("{open}{fragment}{close}");
            tidied.replace(text, None);
        } else if let Some((text, has_words)) = links(&tidied.text) {
            tidied.replace(text, has_words.then_some("only the link is read, and not the words around it"));
        }
    }
    tidied
}

/// JSON, certificates, records of the CCGC: what says from its first sign on what it is.
fn has_own_form(start: &str) -> bool {
    // A link of Markdown begins as lists of JSON and tables of TOML do.
    let is_data = start.starts_with(['{', '[']) && !start.contains("](http");
    is_data || start.starts_with("#[") || Form::begins(start.as_bytes())
}

/// Whether a text begins as SGF does, also if its first node is missing.
#[must_use]
pub(crate) fn starts_sgf(start: &str) -> bool {
    let Some(behind) = start.strip_prefix('(') else { return false };
    let behind = behind.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    behind.starts_with(';') || behind.is_empty() || starts_property(behind)
}

/// A name in capitals and a bracket.
fn starts_property(text: &str) -> bool {
    let n_letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    (1..=8).contains(&n_letters) && text[n_letters..].trim_start().starts_with('[')
}

/// Beginning of SGF within a text.
fn sgf_in(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| {
        let behind = text[at + 1..].trim_start();
        behind.strip_prefix(';').is_some_and(|node| starts_property(node.trim_start()))
    })
}

/// Nodes of SGF without a file around them: a move in its property comes first.
fn is_fragment(start: &str) -> bool {
    let (node, has_sign) = start.strip_prefix(';').map_or((start, false), |node| (node.trim_start(), true));
    let is_move = node.starts_with("B[") || node.starts_with("W[");
    is_move || has_sign && starts_property(node)
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{3000}' | '\u{3001}' | '\u{3002}' | '\u{a0}' | '\u{2002}'..='\u{200b}' | '\u{feff}')
        || matches!(c, '\u{2460}'..='\u{2473}')
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{feff}')
}

/// The compatible form of a wide letter or a kind of space (Unicode's NFKC, for what stands in games).
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' | '\u{2002}'..='\u{200a}' => ' ',
        '\u{3001}' => ',',
        '\u{3002}' => '.',
        // Circled numbers are numbers of moves.
        '\u{2460}'..='\u{2473}' => ' ',
        c => c,
    }
}

/// The text without lines of three backticks, and without quotation marks around all of it.
fn without_marks(text: &str) -> Option<String> {
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    if text.lines().any(is_fence) {
        let lines: Vec<&str> = text.lines().filter(|line| !is_fence(line)).collect();
        return Some(lines.join("\n"));
    }
    let inner = text.trim();
    [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')].into_iter().find_map(
        |(open, close)| {
            let inner = inner.strip_prefix(open)?.strip_suffix(close)?;
            (!inner.is_empty() && !inner.contains([open, close])).then(|| inner.to_owned())
        },
    )
}

/// The lines that are quoted with `>`, without their signs, and whether there are others.
fn unquoted(text: &str) -> Option<(String, bool)> {
    let quoted = |line: &str| line.trim_start().starts_with('>');
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    if !lines().any(quoted) {
        return None;
    }
    let bare = |line: &str| line.trim_start_matches(['>', ' ', '\t']).to_owned();
    // A prompt stands before what is said to a program, and not before its answers.
    let all: Vec<String> = text.lines().map(|line| if quoted(line) { bare(line) } else { line.to_owned() }).collect();
    let all = all.join("\n");
    if tesuji_game::moves::is_gtp(&all) {
        return Some((all, false));
    }
    // Drawings keep what stands before their rows, as far as all rows have it.
    let inner: Vec<&str> = text.lines().filter(|line| quoted(line)).collect();
    let inner: Vec<String> = inner.iter().map(|line| level(line)).collect();
    Some((inner.join("\n"), lines().any(|line| !quoted(line))))
}

/// A quoted line without its signs, each with one blank behind it.
fn level(line: &str) -> String {
    let mut rest = line.trim_start();
    while let Some(inner) = rest.strip_prefix('>') {
        let inner = inner.strip_prefix(' ').unwrap_or(inner);
        rest = if inner.trim_start().starts_with('>') { inner.trim_start() } else { inner };
        if !rest.starts_with('>') {
            break;
        }
    }
    rest.to_owned()
}

/// The links to boards in a text, one a line, and whether it has other words. `None` if it is as it should be already.
fn links(text: &str) -> Option<(String, bool)> {
    const ADDRESSES: [&str; 2] = ["hexworld.org/", "trmph.com/"];
    if text.contains("<hexboard") || text.contains("<hex>") {
        return None;
    }
    let small = text.to_ascii_lowercase();
    // `#11c1,a1b2`, also without its first sign.
    let is_fragment = |line: &str| {
        let behind = line.trim_start_matches('#');
        let moves = behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        behind.starts_with(|c: char| c.is_ascii_digit()) && (line.starts_with('#') || moves.starts_with(','))
    };
    let is_link = |line: &str| {
        let is_bare = !line.contains(['<', '(', '[', '"']) && !line.ends_with(['.', ';', '!', '?', ')', '>']);
        let is_one = is_bare && line.split_whitespace().count() < 2;
        is_one && (line.is_empty() || line.contains("hexworld.org/") || is_fragment(line))
    };
    // A file of links needs nothing but small letters.
    if small.lines().map(str::trim).all(is_link) {
        return (small != text).then_some((small, false));
    }
    if !ADDRESSES.iter().any(|address| small.contains(address)) {
        return None;
    }
    let mut links = Vec::new();
    let mut has_words = false;
    for word in small.split_whitespace() {
        let Some(at) = ADDRESSES.iter().find_map(|address| word.find(address)) else {
            has_words = true;
            continue;
        };
        let is_open = |&(_, c): &(usize, char)| matches!(c, '<' | '(' | '[' | '"' | '\'' | '“' | '=');
        let begins = word[..at].char_indices().rev().find(is_open).map_or(0, |(at, c)| at + c.len_utf8());
        let link = &word[begins..];
        let end = link.find(['>', ')', ']', '"', '\'', '”', '|']).unwrap_or(link.len());
        let link = link[..end].trim_end_matches(['.', ';', '!', '?', ',']);
        match link.split_once('#') {
            Some((address, moves)) if address.contains("trmph.com/") => links.push(format!("#{moves}")),
            Some(_) => links.push(link.to_owned()),
            None => has_words = true,
        }
    }
    let found = links.join("\n");
    (!links.is_empty() && found != text.trim()).then_some((found, has_words))
}
