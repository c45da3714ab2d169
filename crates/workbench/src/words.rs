//! Small pieces of sentences.

use tesuji_board::{CellSet, Topology};

/// `1 node`, `2 nodes`, `1,234 nodes`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The words as a sentence: a capital letter at the start, a full stop at the end.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// The names of these cells, ascending.
pub(crate) fn names(topology: &Topology, cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| topology.name(cell).to_owned()).collect()
}

/// Names in a sentence: `c3`, `c3 and d2`, `a1, b1 and 7 more`.
pub(crate) fn listed(names: &[String]) -> String {
    const MOST: usize = 6;
    match names {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [most @ .., last] if names.len() <= MOST => format!("{} and {last}", most.join(", ")),
        _ => format!("{} and {} more", names[..MOST - 1].join(", "), names.len() - (MOST - 1)),
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_together() {
        assert_eq!(count(1, "node"), "1 node");
        assert_eq!(count(999, "cell"), "999 cells");
        assert_eq!(count(1_234_567, "node"), "1,234,567 nodes");
        assert_eq!(sentence("black wins"), "Black wins.");
        let names: Vec<String> = (1..=9).map(|row| format!("a{row}")).collect();
        assert_eq!(listed(&names[..0]), "none");
        assert_eq!(listed(&names[..2]), "a1 and a2");
        assert_eq!(listed(&names[..6]), "a1, a2, a3, a4, a5 and a6");
        assert_eq!(listed(&names), "a1, a2, a3, a4, a5 and 4 more");
    }
}
