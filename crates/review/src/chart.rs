//! The curve of a game: certain parts and uncertain parts apart.

use tesuji_figures::chart::{self, BLUE, ChartError, Curve, ORANGE, Panel};

use crate::report::{Known, Review};

/// Black's chances over the moves, as SVG. Estimates have their intervals as a band; proved positions are a line of
/// their own at 0 or 100 %.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn svg(review: &Review) -> Result<String, ChartError> {
    let value = |is_wanted: fn(&Known) -> bool| {
        let points = review.positions.iter().map(move |position| {
            let black = position.black().filter(|_| is_wanted(&position.known));
            (position.n_moves as f64, black.map(|(black, _)| black * 100.0))
        });
        points.collect::<Vec<_>>()
    };
    let band = review.positions.iter().map(|position| {
        let estimated = position.black().filter(|_| matches!(position.known, Known::Estimated(_)));
        (position.n_moves as f64, estimated.map(|(_, interval)| interval.map(|end| end * 100.0)))
    });
    let proved = Curve {
        name: "proved winner",
        colour: BLUE,
        points: value(|known| matches!(known, Known::Proved(_))),
        band: Vec::new(),
    };
    let estimated = Curve {
        name: "estimated, with 95 % interval",
        colour: ORANGE,
        points: value(|known| matches!(known, Known::Estimated(_))),
        band: band.collect(),
    };
    chart::draw(&[Panel {
        title: format!("{}: Black's chances", review.id),
        axes: ["moves played", "Black wins (%)"],
        curves: vec![proved, estimated],
        dots: Vec::new(),
        level: Some(50.0),
    }])
}
