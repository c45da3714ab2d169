//! Pages of HTML that need no script and no other file.

use std::collections::BTreeMap;
use std::fmt::Write;

use tesuji_figures::escaped;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.1rem}section{border-top:1px solid #ddd;padding:.5rem 0}\
svg{width:24rem;max-width:100%;height:auto}.note{color:#555;font-size:.9rem}\
table{border-collapse:collapse}td,th{padding:.1rem .8rem .1rem 0;text-align:left}";

/// The shortest element of a picture that is worth a reference.
const WORTH: usize = 40;

/// A page with this title and body. What pictures have in common is written once: boards are alike.
pub(crate) fn page(title: &str, body: &str) -> String {
    let parts = parts(body);
    let is_shape = |part: &&str| part.len() >= WORTH && (part.starts_with("<path ") || part.starts_with("<text "));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    parts.iter().copied().filter(is_shape).for_each(|part| *counts.entry(part).or_default() += 1);
    counts.retain(|_, count| *count > 1);
    let ids: BTreeMap<&str, usize> = counts.into_keys().zip(0..).collect();
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n\
         <body>\n<svg style=\"position:absolute;width:0;height:0\"><defs>\n"
    );
    // Writing to a string cannot fail.
    for (part, id) in &ids {
        _ = writeln!(page, "<g id=\"s{id}\">{part}</g>");
    }
    _ = writeln!(page, "</defs></svg>\n<h1>{title}</h1>");
    for part in parts {
        _ = match ids.get(part) {
            Some(id) => write!(page, "<use href=\"#s{id}\"/>"),
            None => writeln!(page, "{part}"),
        };
    }
    page + "</body>\n</html>\n"
}

/// The lines of a text; those of outlines that follow each other and are the same belong together.
fn parts(body: &str) -> Vec<&str> {
    let outline = |line: &str| line.starts_with("<path ").then(|| line.split('"').nth(1).map(str::to_owned)).flatten();
    let (mut parts, mut start, mut end) = (Vec::new(), 0, 0);
    let mut last = None;
    for line in body.split_inclusive('\n') {
        let this = outline(line);
        if end > start && (this.is_none() || this != last) {
            parts.push(body[start..end].trim_end());
            start = end;
        }
        (end, last) = (end + line.len(), this);
    }
    parts.push(body[start..end].trim_end());
    parts
}

/// A sentence begins with a capital.
pub(crate) fn capitalized(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
