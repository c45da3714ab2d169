//! All moves of a position, and which of them win.
//!
//! Each move is the question that it leads to. Of two moves that are images under the half turn, only one is searched.
//!
//! Two orders of work: one move after the other, for whoever keeps the answers, and the easy moves first, for whoever
//! has little time.

use tesuji_board::Cell;
use tesuji_problem::board::{Known, MoveMap, Question};
use tesuji_search::Limits;

use crate::BoardSolver;

/// Number of positions that a move may take in the first round of [`BoardSolver::settle_moves`].
const FIRST_ROUND: u64 = 64;
/// Factor of that number in each further round.
const GROWTH: u64 = 8;

impl BoardSolver {
    /// Searches every move that `known` does not answer, in the order of the board. `winning_move` is a move known to
    /// win.
    ///
    /// Stops at the first move that a limit leaves open. The limit on nodes applies to all moves together.
    pub fn search_moves(
        &mut self,
        question: &Question,
        winning_move: Option<Cell>,
        limits: &Limits,
        known: &mut impl Known,
    ) -> MoveMap {
        let mut map = MoveMap::default();
        for pair in question.move_pairs() {
            let next = question.after(pair.0);
            let winner = match known.recall(&next) {
                Some(winner) => winner,
                None if winning_move.is_some_and(|mv| pair.0 == mv || pair.1 == Some(mv)) => {
                    known.keep(&next, question.to_move, 0);
                    question.to_move
                }
                None => {
                    let left = limits.nodes.map(|most| most.saturating_sub(map.nodes));
                    let answer = self.solve(&next, &Limits { nodes: left, ..limits.clone() });
                    map.nodes += answer.nodes;
                    let Some(winner) = answer.winner else { break };
                    known.keep(&next, winner, answer.nodes);
                    winner
                }
            };
            map.add(winner == question.to_move, pair);
        }
        map
    }

    /// Searches every move that `known` does not answer, the easy ones first, and passes what is known to `seen`
    /// whenever another move is settled.
    ///
    /// Each round gives every open move more positions than the round before. So one hard move does not hide what is
    /// quickly known of the others. The limit on nodes applies to all moves together.
    pub fn settle_moves(
        &mut self,
        question: &Question,
        limits: &Limits,
        known: &mut impl Known,
        seen: &mut dyn FnMut(&MoveMap),
    ) -> MoveMap {
        let mut map = MoveMap::recall(question, known);
        let mut open = question.move_pairs();
        if !map.winning.is_empty() || !map.losing.is_empty() {
            open.retain(|pair| !map.winning.contains(pair.0) && !map.losing.contains(pair.0));
            seen(&map);
        }
        let mut round = FIRST_ROUND;
        while !open.is_empty() && !limits.reached(map.nodes) {
            open.retain(|&pair| {
                // Even a search that stops at once looks at the board first.
                if limits.reached(map.nodes) {
                    return true;
                }
                let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(map.nodes));
                let limits = Limits { nodes: Some(round.min(left)), ..limits.clone() };
                let next = question.after(pair.0);
                let answer = self.solve(&next, &limits);
                map.nodes += answer.nodes;
                if let Some(winner) = answer.winner {
                    known.keep(&next, winner, answer.nodes);
                    map.add(winner == question.to_move, pair);
                    seen(&map);
                }
                answer.winner.is_none()
            });
            if round == u64::MAX {
                // On a board without a winner no round would be the last.
                break;
            }
            round = round.saturating_mul(GROWTH);
        }
        map
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::collections::BTreeMap;

    use tesuji_board::{CellSet, Player};
    use tesuji_hex::notation::ascii;
    use tesuji_problem::board::Forgetful;

    use super::*;
    use crate::BoardConfig;

    fn question(board: &str, to_move: Player) -> Question {
        Question::from(&ascii::read(board).unwrap().position(to_move).unwrap())
    }

    fn names(question: &Question, cells: &CellSet) -> Vec<String> {
        cells.iter().map(|cell| question.topology.name(cell).to_owned()).collect()
    }

    fn solver() -> BoardSolver {
        BoardSolver::new(BoardConfig { table_bytes: 1 << 20, ..BoardConfig::default() })
    }

    /// Remembers answers by canonical form, and counts them.
    #[derive(Default)]
    struct Memory(BTreeMap<String, Player>);

    impl Known for Memory {
        fn recall(&mut self, question: &Question) -> Option<Player> {
            self.0.get(&format!("{question:?}")).copied()
        }

        fn keep(&mut self, question: &Question, winner: Player, _: u64) {
            assert!(self.0.insert(format!("{question:?}"), winner).is_none(), "nothing is searched twice");
        }
    }

    #[test]
    fn every_opening_of_3x3_and_each_pair_once() {
        let empty = question(". . .\n . . .\n  . . .\n", Player::Black);
        let mut memory = Memory::default();
        let map = solver().search_moves(&empty, None, &Limits::default(), &mut memory);
        assert_eq!(names(&empty, &map.winning), ["c1", "a2", "b2", "c2", "a3"]);
        assert_eq!(names(&empty, &map.losing), ["a1", "b1", "b3", "c3"]);
        assert!(map.is_complete(&empty) && map.winner(&empty) == Some(Player::Black));
        assert_eq!(memory.0.len(), 5, "the centre, and one of each pair");
        let recalled = MoveMap::recall(&empty, &mut memory);
        assert_eq!(recalled, MoveMap { nodes: 0, ..map });
    }

    #[test]
    fn easy_moves_are_settled_first_and_all_in_the_end() {
        let empty = question(". . . . .\n . . . . .\n  . . . . .\n   . . . . .\n    . . . . .\n", Player::Black);
        let expected = solver().search_moves(&empty, None, &Limits::default(), &mut Forgetful);
        let mut steps = Vec::new();
        let map = solver().settle_moves(&empty, &Limits::default(), &mut Forgetful, &mut |map| {
            steps.push((map.winning.len(), map.losing.len()))
        });
        assert_eq!((&map.winning, &map.losing), (&expected.winning, &expected.losing));
        assert!(
            steps.len() == empty.move_pairs().len() && steps.is_sorted_by_key(|(won, lost)| won + lost),
            "{steps:?}"
        );
        // With half of the nodes, what is known is true, and some of it is known.
        let half = solver().settle_moves(&empty, &Limits::nodes(map.nodes / 2), &mut Forgetful, &mut |_| {});
        assert!(half.winning.is_subset(&expected.winning) && half.losing.is_subset(&expected.losing));
        let n_known = half.winning.len() + half.losing.len();
        assert!(0 < n_known && n_known < 25, "{n_known}");
        assert!(half.nodes <= map.nodes, "{half:?}");
        // What was kept is not searched again.
        let mut memory = Memory::default();
        let first = solver().settle_moves(&empty, &Limits::nodes(map.nodes / 2), &mut memory, &mut |_| {});
        let second = solver().settle_moves(&empty, &Limits::default(), &mut memory, &mut |_| {});
        assert!(
            first.nodes > 0 && second.nodes > 0 && (&second.winning, &second.losing) == (&map.winning, &map.losing)
        );
        assert_eq!(memory.0.len(), empty.move_pairs().len());
    }

    #[test]
    fn a_loser_has_no_winning_move() {
        // White's a2 is joined to the left edge, and to the right edge by a bridge.
        let lost = question(". .\n W .\n", Player::Black);
        assert_eq!(names(&lost, &lost.empties()), ["a1", "b1", "b2"]);
        let map = solver().search_moves(&lost, None, &Limits::default(), &mut Forgetful);
        assert_eq!((map.winning.len(), map.losing.len()), (0, 3));
        assert_eq!(map.winner(&lost), Some(Player::White));
    }

    #[test]
    fn a_won_game_has_no_moves() {
        let won = question("B .\n B .\n", Player::White);
        assert_eq!(won.winner(), Some(Player::Black));
        assert_eq!(won.move_pairs(), []);
        assert!(MoveMap::default().is_complete(&won));
        assert_eq!(MoveMap::default().winner(&won), Some(Player::Black));
    }

    #[test]
    fn a_limit_leaves_moves_open() {
        let empty = question(". . . .\n . . . .\n  . . . .\n   . . . .\n", Player::Black);
        let map = solver().search_moves(&empty, None, &Limits::nodes(1), &mut Forgetful);
        assert!(!map.is_complete(&empty) && map.winner(&empty).is_none());
    }
}
