//! The curve of a game: certain parts and uncertain parts apart.

use tesuji_figures::{Picture, Theme};
use tesuji_gallery::charts::{self, Chance};

use crate::report::{Known, Review};

/// This many of the largest mistakes are marked.
const MARKED: usize = 3;

/// Black's chances over the moves, with the largest mistakes.
#[must_use]
pub fn picture(review: &Review, theme: Theme) -> Picture {
    let chance = |position: &crate::report::PositionReview| Chance {
        n_moves: position.n_moves,
        black: position.black().map(|(black, _)| black),
        interval: position.interval(),
        is_proved: matches!(position.known, Known::Proved(_)),
    };
    let chances: Vec<Chance> = review.positions.iter().map(chance).collect();
    let mistakes = review.mistakes.iter().take(MARKED).filter_map(|&number| review.moves.get(number - 1));
    let mistakes: Vec<(usize, String)> = mistakes.map(|mv| (mv.number, mv.mv.clone())).collect();
    let title = match review.unknown() {
        Some(unknown) => format!("{} ({unknown})", review.id),
        None => review.id.clone(),
    };
    charts::chances(&title, &chances, &mistakes, theme)
}
