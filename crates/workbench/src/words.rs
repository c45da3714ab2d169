//! Small pieces of sentences.

use tesuji_board::{CellSet, Topology};
pub(crate) use tesuji_proof::words::{count, sentence};

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
    fn names_are_listed() {
        let names: Vec<String> = (1..=9).map(|row| format!("a{row}")).collect();
        assert_eq!(listed(&names[..0]), "none");
        assert_eq!(listed(&names[..2]), "a1 and a2");
        assert_eq!(listed(&names[..6]), "a1, a2, a3, a4, a5 and a6");
        assert_eq!(listed(&names), "a1, a2, a3, a4, a5 and 4 more");
    }
}
