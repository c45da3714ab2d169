//! The curve of a game: certain parts and uncertain parts apart, mistakes marked.

use tesuji_figures::chart::{self, Axis, Curve, Panel, Point, Upright};
use tesuji_figures::{Hue, Picture, Theme, Tint};

use crate::report::{Known, MistakeKind, Review};

/// How many mistakes are marked, the largest first.
const MOST_MARKED: usize = 6;

/// Black's chances over the moves. Estimates have their intervals as a band; what is proved is a thick line at 0 or
/// 100 %. Upright lines are the largest mistakes.
#[must_use]
pub fn picture(review: &Review, theme: Theme) -> Picture {
    let points = review.positions.iter().map(|position| {
        let x = position.n_moves as f64;
        match (position.black(), &position.known) {
            (Some((black, _)), Known::Proved(_)) => Point::proved(x, black * 100.0),
            (Some((black, interval)), _) => {
                Point::new(x, Some(black * 100.0)).within(Some(interval.map(|end| end * 100.0)))
            }
            (None, _) => Point::new(x, None),
        }
    });
    let marked = review.mistakes.iter().take(MOST_MARKED).filter_map(|&number| review.moves.get(number - 1));
    let uprights = marked.map(|mv| Upright {
        x: mv.number as f64,
        label: format!("{} {}", mv.number, mv.mv),
        hue: Hue::Tint(if mv.mistake == Some(MistakeKind::Estimated) { Tint::Amber } else { Tint::Red }),
    });
    let panel = Panel {
        title: format!("{}: Black's chances (thick: proved; band: 95 % interval of the estimate)", review.id),
        axes: [Axis::new("moves made").whole(), Axis::new("chance of Black to win").unit("%").range(0.0, 100.0)],
        curves: vec![Curve { name: "Black's chances".to_owned(), hue: Hue::Ink, points: points.collect() }],
        level: Some(50.0),
        uprights: uprights.collect(),
        ..Panel::default()
    };
    chart::draw(&[panel], theme)
}
