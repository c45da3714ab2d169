//! Pictures that move: scenes one after the other, of which each part is written once.

use crate::scene::{PictureItem, PictureScene};

type Part = (PictureItem, Vec<usize>);

/// The last moment lasts as long as this many others.
const LAST: f64 = 4.0;

/// Several scenes as one list of parts, each with the moments in which it is seen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Film {
    /// From the bottom up, each with the moments in which it is seen, ascending.
    parts: Vec<Part>,
    n_moments: usize,
    /// Duration of a moment.
    step: f64,
}

impl Film {
    pub(crate) fn new(scenes: &[&PictureScene], step: f64) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        for (moment, scene) in scenes.iter().enumerate() {
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

    /// Parts seen in the same moments, with the moments at which they come (`true`) and go; none if they always are.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (&[Part], Vec<(usize, bool)>)> {
        self.parts.chunk_by(|(_, one), (_, other)| one == other).map(|run| {
            let seen = &run[0].1;
            let is_seen = |moment: usize| seen.binary_search(&moment).is_ok();
            let changes = (0..self.n_moments).filter(|&moment| moment == 0 || is_seen(moment) != is_seen(moment - 1));
            let changes: Vec<(usize, bool)> = changes.map(|moment| (moment, is_seen(moment))).collect();
            (run, if changes == [(0, true)] { Vec::new() } else { changes })
        })
    }

    pub(crate) fn seconds(&self) -> f64 {
        (self.n_moments as f64 - 1.0 + LAST) * self.step
    }

    /// Beginning of a moment, as a share of the whole.
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
        for cell in [4, 0, 8].map(Cell::new) {
            // The number of the last move leaves with the next one.
            let mut moment = drawing.stone(cell, Player::Black).clone();
            moments.push(moment.label(cell, &moments.len().to_string()).picture());
        }
        let [empty, last] = [&moments[0], &moments[3]].map(Picture::svg);
        let svg = Picture::stacked(vec![Picture::film(moments, 0.5)]).svg();
        assert!(empty.lines().all(|line| svg.lines().filter(|other| *other == line).count() == 1), "{svg}");
        assert!(last.lines().all(|line| svg.contains(line)), "without animation it shows the end: {svg}");
        assert!(
            svg.contains(r#"values="hidden;visible;hidden" keyTimes="0.00000;0.14286;0.28571" dur="3.5s""#),
            "{svg}"
        );
        assert!(Picture::film(Vec::new(), 1.0).svg().starts_with("<svg"));
    }
}
