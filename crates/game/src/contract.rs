//! The tests every game must pass, written once.
//!
//! A rules crate calls them from `tests/<game>/contract.rs` with positions and choices made by proptest. They cannot tell
//! which player owns which side (Hex with the two sides exchanged passes), so a rules crate also tests positions with a
//! known winner.

use crate::{Game, Symmetric, Undo};

/// Follows `choices` from `start` and checks the contract of [`Game`] at each position.
///
/// `zobrist_from_scratch` recomputes the hash that each move updates.
///
/// # Panics
///
/// If the game breaks its contract.
pub fn check_game<G: Game + std::fmt::Debug>(start: &G, choices: &[u16], zobrist_from_scratch: impl Fn(&G) -> u64) {
    let mut copy = start.clone();
    walk(start, choices, |position| {
        assert_eq!(position.zobrist(), zobrist_from_scratch(position), "zobrist drifted");
        copy.clone_from(position);
        assert_eq!(&copy, position, "a copy over another position differs");
        assert_eq!(copy.zobrist(), position.zobrist(), "a copy over another position has another hash");
        let moves = position.moves();
        assert!(moves.is_sorted_by(|a, b| a < b), "moves unsorted or repeated");
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "the end, and only the end, has no move");
        for &mv in &moves {
            assert!(position.is_legal(mv), "{mv:?} is generated, yet not legal");
            let mut once = position.clone();
            once.play(mv).expect("a generated move is legal");
            let mut again = position.clone();
            again.play_unchecked(mv);
            assert_eq!(once, again, "{mv:?} leads to two positions");
            assert_ne!(once.zobrist(), position.zobrist(), "{mv:?} leaves the hash as it was");
        }
    });
}

/// Follows `choices` from `start` and checks that taking back every move restores the position exactly.
///
/// # Panics
///
/// If the position then differs.
pub fn check_undo<G: Undo + std::fmt::Debug>(start: &G, choices: &[u16]) {
    let mut history = Vec::new();
    let mut position = start.clone();
    walk(start, choices, |at| {
        for mv in at.moves() {
            let mut played = at.clone();
            let undone = played.play_undoable(mv);
            let mut next = at.clone();
            next.play_unchecked(mv);
            assert_eq!(played, next, "{mv:?} played to be undone leads elsewhere");
            played.undo(undone);
            assert_eq!(&played, at, "{mv:?} leaves a trace");
            assert_eq!(played.zobrist(), at.zobrist(), "{mv:?} leaves a trace in the hash");
        }
    });
    for &choice in choices {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let before = position.clone();
        history.push((position.play_undoable(moves[usize::from(choice) % moves.len()]), before));
    }
    while let Some((undone, before)) = history.pop() {
        position.undo(undone);
        assert_eq!(position, before, "a line of moves is not taken back in order");
    }
}

/// Follows `choices` from `start` and checks that playing and mapping commute.
///
/// # Panics
///
/// If they do not, or if symmetry 0 changes something.
pub fn check_symmetric<G: Symmetric + std::fmt::Debug>(start: &G, choices: &[u16]) {
    walk(start, choices, |position| {
        assert_eq!(&position.image(0), position, "symmetry 0 changes the position");
        for symmetry in 0..position.n_symmetries() {
            let image = position.image(symmetry);
            assert_eq!(image.outcome(), position.outcome(), "symmetry {symmetry} changes the outcome");
            for mv in position.moves() {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let mut next_image = image.clone();
                next_image.play(position.move_image(mv, symmetry)).expect("the image of a legal move is legal");
                assert_eq!(next_image, next.image(symmetry), "symmetry {symmetry} and {mv:?} do not commute");
                assert_eq!(next_image.zobrist(), next.image(symmetry).zobrist(), "equal positions, unequal hashes");
            }
        }
    });
}

/// Passes each position on the line that `choices` select from `start` to `visit`, including the first and the last.
pub fn walk<G: Game>(start: &G, choices: &[u16], mut visit: impl FnMut(&G)) {
    let mut position = start.clone();
    visit(&position);
    for &choice in choices {
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        visit(&position);
    }
}
