//! Weights of features, and the chances of moves.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tesuji_board::Cell;

use crate::feature::{Family, Feature, Scene, last_number};
use crate::view::{Around, N_AROUND, Window};

/// Weights are whole thousandths of a nat, so that they are the same on any machine.
pub const UNITS_A_NAT: f32 = 1000.0;

/// A fitted model: a weight for each feature it knows, 0 for the rest.
#[derive(Clone, Debug)]
pub struct Model {
    origin: String,
    /// By canonical feature: the weights from which the tables below are made.
    weights: BTreeMap<Feature, i16>,
    near: Vec<i16>,
    place: Vec<i16>,
    last: Vec<i16>,
    before: Vec<i16>,
    /// The other kinds: each feature and its image.
    patterns: FxHashMap<Feature, i16>,
}

/// Models are equal if their weights and their origin are.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.weights == other.weights
    }
}

impl Eq for Model {}

impl Model {
    /// A model with these weights, by canonical feature. `origin` says in one line what they were fitted to.
    #[must_use]
    pub fn new(origin: &str, weights: BTreeMap<Feature, i16>) -> Self {
        let table = |family: Family| vec![0; family.n_direct()];
        let mut model = Self {
            origin: origin.split_whitespace().collect::<Vec<_>>().join(" "),
            weights: BTreeMap::new(),
            near: table(Family::Near),
            place: table(Family::Place),
            last: table(Family::Last),
            before: table(Family::Before),
            patterns: FxHashMap::default(),
        };
        for (&feature, &weight) in &weights {
            for image in [feature, feature.turned()] {
                let number = image.number() as usize;
                match image.family() {
                    Family::Near => model.near[Window(image.number()).near()] = weight,
                    Family::Place => model.place[number] = weight,
                    Family::Last => model.last[number] = weight,
                    Family::Before => model.before[number] = weight,
                    Family::Bridges | Family::Wide | Family::Reply | Family::BridgeReply => {
                        model.patterns.insert(image, weight);
                    }
                }
            }
        }
        model.weights = weights;
        model
    }

    /// What it was fitted to.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// All weights, by canonical feature.
    #[must_use]
    pub const fn weights(&self) -> &BTreeMap<Feature, i16> {
        &self.weights
    }

    /// The sum of the weights of a move on an empty cell, in thousandths of a nat.
    #[must_use]
    pub fn weigh(&self, scene: &Scene, cell: Cell) -> i32 {
        let seen = scene.see(cell);
        let known = |feature: Feature| i32::from(self.patterns.get(&feature).copied().unwrap_or(0));
        let direct = |table: &[i16], number: Option<usize>| number.map_or(0, |number| i32::from(table[number]));
        seen.patterns().into_iter().flatten().map(known).sum::<i32>()
            + i32::from(self.near[seen.window.near()])
            + i32::from(self.place[seen.place])
            + direct(&self.last, seen.last)
            + direct(&self.before, seen.before)
    }

    /// How likely a good player makes each of these moves on empty cells, given that one of them is made.
    pub fn chances(&self, scene: &Scene, cells: impl IntoIterator<Item = Cell>, chances: &mut Vec<f32>) {
        chances.clear();
        chances.extend(cells.into_iter().map(|cell| self.weigh(scene, cell) as f32 / UNITS_A_NAT));
        to_chances(chances);
    }

    /// The weight that the answer to a move has by itself, wherever it is on the board. The six neighbours of the
    /// answer come as the code of [`crate::near_code`], as seen by the player who answers; the move answered is `last`.
    #[must_use]
    pub fn weigh_reply(&self, near: usize, last: Around) -> i32 {
        let spread = |code: usize| {
            let cells = Around::NEAR.iter().enumerate();
            cells.fold(0, |set, (bit, at)| set | ((code >> bit & 1) as u64) << at.index())
        };
        let window = Window(spread(near & 63) | spread(near >> 6) << N_AROUND);
        let reply = Feature::of_reply(Family::Reply, window, last);
        i32::from(self.near[near])
            + i32::from(self.patterns.get(&reply).copied().unwrap_or(0))
            + i32::from(self.last[last_number(last)])
    }
}

/// Turns logarithms of odds into chances that add up to 1.
pub(crate) fn to_chances(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = libm::expf(*logit - most);
        sum += *logit;
    }
    logits.iter_mut().for_each(|chance| *chance /= sum);
}

/// The model that comes with the product.
///
/// # Panics
///
/// Never, because a test reads the same file.
#[must_use]
pub fn shipped() -> &'static Model {
    static SHIPPED: OnceLock<Model> = OnceLock::new();
    SHIPPED
        .get_or_init(|| Model::from_text(include_str!("../data/hex.patterns")).expect("the shipped model can be read"))
}
