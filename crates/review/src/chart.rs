//! The curve of a game: certain parts and uncertain parts apart.

use tesuji_figures::chart::{self, Axis, Curve, Panel, Point, Upright};
use tesuji_figures::{Hue, Picture, Theme, Tint};

use crate::report::{Known, Review};

/// This many of the largest mistakes are marked.
const MARKED: usize = 3;

/// Black's chances over the moves. Proved positions are a thick line at 0 or 100 % (50 % for a draw); estimates have their
/// intervals as a band. The largest mistakes are marked.
#[must_use]
pub fn picture(review: &Review, theme: Theme) -> Picture {
    let point = |position: &crate::report::PositionReview| {
        let x = position.n_moves as f64;
        match (position.black(), &position.known) {
            (Some((black, _)), Known::Proved(_)) => Point::proved(x, black * 100.0),
            (Some((black, interval)), _) => {
                Point::new(x, Some(black * 100.0)).within(Some(interval.map(|end| end * 100.0)))
            }
            (None, _) => Point::new(x, None),
        }
    };
    let red = Hue::Tint(Tint::Red);
    let mistakes = review.mistakes.iter().take(MARKED).filter_map(|&number| review.moves.get(number - 1));
    let uprights: Vec<Upright> = mistakes
        .map(|mv| Upright { x: mv.number as f64, label: format!("{}. {}", mv.number, mv.mv), hue: red })
        .collect();
    let legend = if uprights.is_empty() { Vec::new() } else { vec![(red, "largest mistakes".to_owned())] };
    let panel = Panel {
        title: format!("{}: Black's chances", review.id),
        axes: [Axis::new("moves played").whole(), Axis::new("Black wins").unit("%").range(0.0, 100.0)],
        curves: vec![Curve {
            name: "Black".to_owned(),
            hue: Hue::Tint(Tint::Blue),
            points: review.positions.iter().map(point).collect(),
        }],
        level: Some(50.0),
        uprights,
        legend,
        ..Panel::default()
    };
    chart::draw(&[panel], theme)
}
