//! Analysis of a position by a player, beyond the move that it chooses.

use serde::{Deserialize, Serialize};
use tesuji_search::mcts::TreeReport;

/// The chosen move, and what the player thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The move, as [`Session::play`](crate::Session::play) takes it.
    pub mv: String,
    /// The value of the position: the result that the player to move may expect, from 0 (loss) to 1 (win); `None` if
    /// the player has no idea. Searches of the strong player favour neither side by whose turn it is: in a tree it is the
    /// mean of all playouts, with alpha-beta the mean over odd and even depths.
    pub value: Option<f64>,
    /// One line for people and records: value for the player to move, visits, expected line. May be empty.
    pub comment: String,
    /// Positions searched, in the player's own count: playouts of tree searches, positions entered by alpha-beta.
    pub nodes: u64,
    /// The proved result of the position, if any. The caller, who runs the game, may resign because of it; a
    /// player does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

/// A proved result of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    /// The move chosen wins.
    Win,
    /// Every move loses.
    Loss,
}

/// The choice of a player, and what it thinks of the other moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The choice of [`Session::genmove`](crate::Session::genmove).
    pub choice: Choice,
    /// The moves that were looked at, the chosen one first. Empty for a player that does not compare moves. Alpha-beta
    /// gives only the best move, since it proves about the others only that they are not better, or as many as were
    /// requested ([`with_lines`](crate::PlayerSpec::with_lines)).
    pub moves: Vec<CandidateMove>,
    /// Dependence of the value on the player who makes the last move of the lines: half of the difference between two
    /// depths, or, in a tree, between the best move and the mean of all playouts. `None` if the value is proved or was
    /// not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
    /// Expected ends of games, from a player that counts points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<ExpectedEnd>,
}

/// Expected ends of games: means over playouts, from Black's point of view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectedEnd {
    /// The mean owner of each cell, in the order of the board (on a rectangle row by row from the top left): from 1,
    /// Black's in every playout, to -1, White's in every playout.
    pub owners: Vec<f64>,
    /// Black's points minus White's and komi.
    pub lead: f64,
}

/// A player's evaluation of one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CandidateMove {
    /// The move, as [`Session::play`](crate::Session::play) takes it.
    pub mv: String,
    /// Playouts that began with it; for alpha-beta the positions entered.
    pub visits: u64,
    /// The result that its player may expect, from 0 (loss) to 1 (win). For a number v of an evaluator it is (1 + v) /
    /// 2, cut to this range: an opinion on the same scale, not a chance. In a proved loss all moves have 0. `None`
    /// without a visit, unless the value is proved, or known without a search, of a first move.
    pub value: Option<f64>,
    /// The chance that was given to it before any search, in searches that learnt patterns guide: Hex and Go, strong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// The principal variation, beginning with this move.
    pub line: Vec<String>,
    /// Proved result, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

/// A move needs this share of the visits of the most visited one, and this many visits, for its value to be shown.
const LEAST_SHARE: u64 = 100;
/// See [`LEAST_SHARE`].
const LEAST_VISITS: u64 = 10;

impl Analysis {
    /// The moves whose values rest on enough visits to be compared by eye, the chosen one first.
    ///
    /// A value after one visit is 0 or 1, and would look surer than all others. Where no move has ten visits, or where
    /// nothing was searched, the moves with the most visits are shown.
    pub fn weighed(&self) -> impl Iterator<Item = (&CandidateMove, f64)> {
        let most = self.moves.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let least = most.min((most / LEAST_SHARE).max(LEAST_VISITS));
        let known = self.moves.iter().filter_map(|candidate| Some((candidate, candidate.value?)));
        known
            .enumerate()
            .filter(move |(idx, (candidate, _))| *idx == 0 || candidate.visits >= least)
            .map(|(_, known)| known)
    }

    /// The comment on a choice: what is proved and, after a search, the value of the move, `work` in words, and the line
    /// that is expected.
    #[must_use]
    pub fn comment(&self, work: Option<&str>) -> String {
        /// Most moves of a line that are written.
        const LONGEST_LINE: usize = 6;
        let proof = self.choice.proved.map(|proved| match proved {
            Proved::Win => "proved win".to_owned(),
            Proved::Loss => "proved loss".to_owned(),
        });
        let thought = self.moves.first().zip(work).and_then(|(best, work)| {
            let line: Vec<&str> = best.line.iter().take(LONGEST_LINE).map(String::as_str).collect();
            Some(format!("value {:.3}, {work}, line {}", best.value?, line.join(" ")))
        });
        proof.into_iter().chain(thought).collect::<Vec<_>>().join(", ")
    }

    /// Number of the position's playouts that began with the chosen move, in words. A tree that is kept from earlier
    /// moves has more of them than this search made.
    #[must_use]
    pub fn playouts_text(&self) -> String {
        let (best, n_new) = (self.moves.first().map_or(0, |best| best.visits), self.choice.nodes);
        let all: u64 = self.moves.iter().map(|candidate| candidate.visits).sum();
        match all.checked_sub(n_new) {
            _ if all.max(n_new) == 0 => "without a search".to_owned(),
            None | Some(0) => format!("{best} of {n_new} playouts"),
            Some(n_kept) => format!("{best} of {all} playouts, {n_kept} of them from earlier moves"),
        }
    }

    /// The choice with the moves of a tree search; `text` writes them.
    ///
    /// A choice that the search did not look at (to swap, a move of the solver) still comes first.
    pub(crate) fn of_report<M: Copy>(
        mut choice: Choice,
        report: Option<&TreeReport<M>>,
        text: &dyn Fn(M) -> String,
    ) -> Self {
        let line: Vec<String> = report.iter().flat_map(|report| &report.line).map(|&mv| text(mv)).collect();
        let candidate = |mv: String, visits: u64, value: Option<f64>, prior: Option<f64>| {
            let line = if line.first() == Some(&mv) { line.clone() } else { vec![mv.clone()] };
            CandidateMove { mv, visits, value, prior, line, proved: None }
        };
        // A value that is reported without a search is known.
        let is_known = report.is_some_and(|report| report.n_playouts == 0 && report.n_nodes == 0);
        let stats = report.iter().flat_map(|report| &report.moves);
        let mut moves: Vec<CandidateMove> = stats
            .map(|stats| {
                let is_proved = stats.value == 0.0 || stats.value == 1.0;
                let value = (stats.visits > 0 || is_proved || is_known).then_some(stats.value);
                let proved = stats.is_lost.then_some(Proved::Loss);
                CandidateMove { proved, ..candidate(text(stats.mv), u64::from(stats.visits), value, stats.prior) }
            })
            .collect();
        let mut chosen = match moves.iter().position(|candidate| candidate.mv == choice.mv) {
            Some(place) => moves.remove(place),
            None => {
                if report.is_some() && choice.proved.is_none() {
                    // The search was of the game without the swap, in which the other side is better.
                    choice.value = choice.value.map(|value| 1.0 - value);
                }
                candidate(choice.mv.clone(), 0, choice.value, None)
            }
        };
        chosen.value = chosen.value.or(choice.value);
        moves.insert(0, chosen);
        match choice.proved {
            Some(Proved::Win) => (moves[0].value, moves[0].proved) = (Some(1.0), choice.proved),
            Some(Proved::Loss) => {
                moves.iter_mut().for_each(|candidate| (candidate.value, candidate.proved) = (Some(0.0), choice.proved));
            }
            None => {}
        }
        let searched = report.filter(|report| choice.proved.is_none() && report.n_playouts > 0);
        let spread =
            searched.map(|report| report.spread.unwrap_or_else(|| (report.moves[0].value - report.value).abs() / 2.0));
        Self { choice, moves, spread, ends: None }
    }
}
