//! Claims and counts in words. Every front end shows these, so that one claim reads the same everywhere.

use tesuji_board::Topology;

use crate::{Claim, Goal, Group, Mover, Terminal};

impl Goal {
    /// The goal in words: `c1-bottom and a1-b2 or c1-top`.
    #[must_use]
    pub fn in_words(&self, board: &Topology) -> String {
        let terminal = |terminal: &Terminal| match *terminal {
            Terminal::Cell(cell) => board.name(cell).to_owned(),
            Terminal::Edge(edge) => board.edges()[edge].name.clone(),
        };
        let group = |group: &Group| group.iter().map(terminal).collect::<Vec<_>>().join("-");
        let alternative = |groups: &Vec<Group>| groups.iter().map(group).collect::<Vec<_>>().join(" and ");
        self.alternatives().iter().map(alternative).collect::<Vec<_>>().join(" or ")
    }
}

impl Claim {
    /// The claim in words, without a full stop: `black joins c1-bottom in 8 empty cells; white moves first`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { topology, owner, carrier, goal, to_move, .. } = self;
        let mover = match to_move {
            Mover::Owner => *owner,
            Mover::Opponent => owner.opponent(),
        };
        let goal = goal.in_words(topology);
        format!("{owner} joins {goal} in {}; {mover} moves first", count(carrier.len(), "empty cell"))
    }
}

/// `1 node`, `2 nodes`, `1,234 nodes`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
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
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
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
        assert_eq!(sentence(""), ".");
    }
}
