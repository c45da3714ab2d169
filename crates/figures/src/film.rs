//! Pictures that move: scenes one after the other, of which each part is written once.

use crate::scene::{PictureItem, PictureScene};

/// The last moment lasts as long as this many others.
const LAST: f64 = 4.0;

/// Several scenes as one list of parts, each with the moments in which it is seen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Film {
    /// From the bottom up; the moments ascend.
    parts: Vec<Part>,
    n_moments: usize,
    /// How long a moment lasts.
    step: f64,
}

/// A part, and the moments in which it is seen.
pub(crate) type Part = (PictureItem, Vec<usize>);

impl Film {
    pub(crate) fn new(scenes: &[&PictureScene], step: f64) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        for (moment, scene) in scenes.iter().enumerate() {
            // Most parts were there a moment ago, in the same order.
            let mut at = 0;
            for item in &scene.items {
                let is_it = |(part, seen): &Part| part == item && seen.last() != Some(&moment);
                let found = parts[at..].iter().position(is_it).map(|ahead| at + ahead);
                let found = found.or_else(|| parts[..at].iter().position(is_it));
                let idx = found.unwrap_or(at);
                match found {
                    Some(_) => parts[idx].1.push(moment),
                    None => parts.insert(idx, (item.clone(), vec![moment])),
                }
                at = at.max(idx + 1);
            }
        }
        Self { parts, n_moments: scenes.len(), step }
    }

    /// Parts that are seen in the same moments, with the moments at which they come (`true`) and go, from the first moment
    /// on. A part that is always seen has no changes.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (&[Part], Vec<(usize, bool)>)> {
        self.parts.chunk_by(|(_, one), (_, other)| one == other).map(|run| {
            let seen = &run[0].1;
            let is_seen = |moment: usize| seen.binary_search(&moment).is_ok();
            let changes = (0..self.n_moments).filter(|&moment| moment == 0 || is_seen(moment) != is_seen(moment - 1));
            let changes: Vec<(usize, bool)> = changes.map(|moment| (moment, is_seen(moment))).collect();
            (run, if changes == [(0, true)] { Vec::new() } else { changes })
        })
    }

    /// How long it takes.
    pub(crate) fn seconds(&self) -> f64 {
        (self.n_moments as f64 - 1.0 + LAST) * self.step
    }

    /// When a moment begins, as a share of the whole.
    pub(crate) fn share_at(&self, moment: usize) -> f64 {
        moment as f64 * self.step / self.seconds()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::{Cell, Player, Topology};

    use crate::{Drawing, Picture, Theme};

    #[test]
    fn each_part_is_written_once_and_seen_in_its_moments() {
        let topology = Topology::rhombus(3, 3).unwrap();
        let mut drawing = Drawing::new(&topology, Theme::Light);
        let mut moments = vec![drawing.picture()];
        let empty = moments[0].svg();
        for (cell, player) in [(4, Player::Black), (0, Player::White), (8, Player::Black)] {
            // The number of the last move leaves with the next one.
            let mut moment = drawing.stone(Cell::new(cell), player).clone();
            moments.push(moment.label(Cell::new(cell), &moments.len().to_string()).picture());
        }
        let last = moments[3].svg();
        let film = Picture::film(moments, 0.5);
        let svg = film.svg();
        assert_eq!(Picture::stacked(vec![film]).svg(), svg);
        assert!(empty.lines().all(|line| svg.lines().filter(|other| *other == line).count() == 1), "{svg}");
        assert!(last.lines().all(|line| svg.contains(line)), "without animation it shows the end: {svg}");
        let times = |values: &str, times: &str| {
            svg.matches(&format!("values=\"{values}\" keyTimes=\"{times}\" dur=\"3.5s\"")).count()
        };
        assert_eq!(times("hidden;visible;hidden", "0.00000;0.14286;0.28571"), 1);
        assert_eq!(times("hidden;visible", "0.00000;0.42857"), 1);
        assert!(Picture::film(Vec::new(), 1.0).svg().starts_with("<svg"));
    }
}
