//! A position of Amazons as a picture: the owners of the squares, and the best moves.

use std::fmt::Write as _;

use miette::{IntoDiagnostic, Result};
use tesuji_amazons::notation::read_move;
use tesuji_amazons::{Position, Square};
use tesuji_board::Cell;

use super::Said;
use crate::commands::analyze::cases::Case;
use tesuji_figures::{Colour, Drawing, Line, Mark};

/// More moves than this could not be distinguished.
const MOST_MOVES: usize = 3;
/// The least ownership of a shaded square.
const LEAST_SHARE: f64 = 0.1;

/// The board: marks in the colour of the owner, the larger the surer. For each of the best moves it has the step as a
/// wide arrow and the shot as a narrow one, with the rank of the move on the square where the amazon ends.
pub(super) fn picture(case: &Case, position: &Position, owners: &[(String, f64)], best: &[Said]) -> Result<String> {
    let size = position.size();
    let mut drawing = Drawing::of_tiles(&case.topology);
    let cell = |square: u8| Cell::new(usize::from(square));
    let mut caption = format!("{}: {} to move", case.id, position.to_move());
    if position.n_moves_of(position.to_move()) == 0 {
        caption = format!("{}: {} has won", case.id, position.to_move().opponent());
    }
    for square in 0..size.n_squares() as u8 {
        match position.at(square) {
            Square::Amazon(player) => _ = drawing.stone(cell(square), player),
            Square::Arrow => _ = drawing.block(cell(square)),
            Square::Empty => {}
        }
    }
    for (name, share) in owners.iter().filter(|(_, share)| share.abs() >= LEAST_SHARE) {
        let square = size.square_of(name).into_diagnostic()?;
        drawing.mark(cell(square), Mark { colour: Colour::side(*share), size: 0.2 + 0.5 * share.abs() });
    }
    let mut named = Vec::new();
    for (place, Said { mv, value, .. }) in (1..).zip(best.iter().take(MOST_MOVES)) {
        _ = write!(caption, "; {place}. {mv} {value}");
        let mv = read_move(size, mv).into_diagnostic()?;
        let colour = Colour::heat(1.0 / f64::from(place));
        for (from, to, width) in [(mv.from, mv.to, 0.1), (mv.to, mv.arrow, 0.04)] {
            drawing.line(cell(from), cell(to), Line { colour, width, is_arrow: true });
        }
        if !named.contains(&mv.to) {
            named.push(mv.to);
            drawing.label(cell(mv.to), &place.to_string());
        }
    }
    drawing.caption(&caption);
    Ok(drawing.svg())
}
