//! Games between players who choose at random from a map's value or from all legal moves.

use std::ops::{AddAssign, Range};
use std::sync::Arc;

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Player, Topology, with_width};
use tesuji_game::zobrist_key;
use tesuji_go::Komi;

use super::Map;
use super::field::{MapField, Neighbours};

/// Choice of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContestSide {
    /// Every candidate is equally likely.
    Random,
    /// Every legal cell of the map's value is equally likely; as [`ContestSide::Random`] if there is none. The map's Black is
    /// the player to move.
    Map(Map),
}

/// Occasions on which a player who chooses among all candidates may pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passing {
    /// Passing is a candidate like any other, as in the paper's set of legal moves.
    Candidate,
    /// Only if there is no other candidate.
    LastResort,
}

/// Whether a player may fill their own eye: an empty cell all of whose neighbours are the player's stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eyes {
    /// Yes: the paper has no rule against it.
    Filled,
    /// No, neither for random players nor for maps.
    Spared,
}

/// The terms of a game that the paper leaves open. The ko rule is always the simple one, suicide is forbidden, two
/// passes end the game, and the score is the area with every stone alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ContestTerms {
    /// Occasions for passing.
    pub passing: Passing,
    /// Whether own eyes may be filled.
    pub eyes: Eyes,
    /// The points that White gets.
    pub komi: Komi,
    /// A game is counted as it stands after this many plies per cell.
    pub most_plies_a_cell: u32,
}

/// Passing among the candidate moves, own eyes filled, no komi, 20 plies per cell: what the text of the paper states
/// (`docs/MAPS.md`).
impl Default for ContestTerms {
    fn default() -> Self {
        Self { passing: Passing::Candidate, eyes: Eyes::Filled, komi: Komi::default(), most_plies_a_cell: 20 }
    }
}

impl ContestTerms {
    pub(crate) const fn check(&self) -> Result<(), ContestError> {
        match self.most_plies_a_cell {
            1..=1000 => Ok(()),
            plies => Err(ContestError::Plies(plies)),
        }
    }
}

/// Results of games, for the side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ContestTally {
    /// Games won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that became too long and were counted before two passes.
    pub capped: u64,
    /// The plies of all games, including passes.
    pub plies: u64,
}

impl ContestTally {
    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of games won, with a draw as a half; 0.5 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }

    /// These games, as seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }
}

impl AddAssign for ContestTally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.capped += other.capped;
        self.plies += other.plies;
    }
}

/// Distance of two boards: the root of the mean square of the differences between the rates of maps on one and on the
/// other, in the unit of the rates. The rates are of the same maps in the same order; `None` without maps, or if the
/// numbers of rates differ.
///
/// ```
/// use tesuji_maps::distance_of_boards;
///
/// // Boards (b) and (d) of Sato, Anada and Tsutsumi (2016), in percent.
/// let distance = distance_of_boards(&[70.8, 66.7, 66.8, 66.0, 56.4], &[73.9, 67.5, 66.7, 67.0, 59.9]).unwrap();
/// assert!((distance - 2.2).abs() < 0.05);
/// ```
#[must_use]
pub fn distance_of_boards(one: &[f64], other: &[f64]) -> Option<f64> {
    let squares = one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum::<f64>();
    (!one.is_empty() && one.len() == other.len()).then(|| (squares / one.len() as f64).sqrt())
}

/// Reasons why a contest cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// A bound on the length of games that ends none of them, or all.
    #[error("terms of a game: expected 1 to 1000 plies per cell, found {0}")]
    Plies(u32),
}

/// Games of two sides on one board. Game number n depends only on the contest and n.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_maps::{ContestSide, ContestTerms, MapContest};
///
/// let capture = ContestSide::Map("V & F(H & W)".parse().unwrap());
/// let board = Topology::square(6, 6).unwrap();
/// let contest = MapContest::new(board, ContestTerms::default(), [capture, ContestSide::Random], 1).unwrap();
/// let tally = contest.play(0..200);
/// assert!(tally.games() == 200 && tally.score() > 0.6);
/// let mut halves = contest.play(0..100);
/// halves += contest.play(100..200);
/// assert_eq!(halves, tally);
/// ```
#[derive(Clone, Debug)]
pub struct MapContest {
    topology: Arc<Topology>,
    terms: ContestTerms,
    sides: [ContestSide; 2],
    seed: u64,
}

impl MapContest {
    /// A contest of `sides`; the first of them moves first.
    ///
    /// # Errors
    ///
    /// If the terms are faulty: see [`ContestError`].
    pub fn new(
        topology: impl Into<Arc<Topology>>,
        terms: ContestTerms,
        sides: [ContestSide; 2],
        seed: u64,
    ) -> Result<Self, ContestError> {
        terms.check()?;
        Ok(Self::of_checked(topology.into(), terms, sides, seed))
    }

    pub(crate) const fn of_checked(
        topology: Arc<Topology>,
        terms: ContestTerms,
        sides: [ContestSide; 2],
        seed: u64,
    ) -> Self {
        Self { topology, terms, sides, seed }
    }

    /// Plays the games with these numbers.
    #[must_use]
    pub fn play(&self, games: Range<u64>) -> ContestTally {
        with_width!([1, 2, 6, 16], self.topology.n_cells(), W => self.play_wide::<W>(games))
    }

    fn play_wide<const W: usize>(&self, games: Range<u64>) -> ContestTally {
        let ground = Neighbours::<W>::new(&self.topology);
        let mut table =
            ContestTable { field: MapField::new(&ground), stack: Vec::new(), ground: &ground, contest: self };
        let mut tally = ContestTally::default();
        for game in games {
            // Two rounds of mixing, so that neighbouring seeds and games share no stream.
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(zobrist_key(self.seed).wrapping_add(zobrist_key(game)));
            tally += table.play(&mut rng);
        }
        tally
    }
}

/// A board on which games are played one after another.
struct ContestTable<'c, const W: usize> {
    contest: &'c MapContest,
    ground: &'c Neighbours<W>,
    field: MapField<W>,
    stack: Vec<Bits<W>>,
}

impl<const W: usize> ContestTable<'_, W> {
    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> ContestTally {
        let terms = &self.contest.terms;
        self.field.clear(self.ground);
        let most_plies = u64::from(terms.most_plies_a_cell) * self.ground.near.len() as u64;
        let (mut player, mut ko, mut n_passes, mut plies) = (Player::Black, None, 0, 0);
        while n_passes < 2 && plies < most_plies {
            plies += 1;
            if let Some(cell) = self.choose(player, ko, rng) {
                ko = self.field.play(self.ground, cell, player);
                n_passes = 0;
            } else {
                ko = None;
                n_passes += 1;
            }
            player = player.opponent();
        }
        let [black, white] = self.ground.areas(&self.field.stones).map(|area| area.len() as i64);
        let margin = 2 * (black - white) - i64::from(terms.komi.half_points());
        ContestTally {
            wins: u64::from(margin > 0),
            draws: u64::from(margin == 0),
            losses: u64::from(margin < 0),
            capped: u64::from(n_passes < 2),
            plies,
        }
    }

    /// A cell for a stone, or `None` for a pass.
    fn choose(&mut self, player: Player, ko: Option<usize>, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let mut legal = self.field.legal(player);
        if let Some(ko) = ko {
            legal.remove(ko);
        }
        if self.contest.terms.eyes == Eyes::Spared {
            let own = &self.field.stones[player.index()];
            legal = legal.iter().filter(|&cell| !self.ground.near[cell].without(cell).is_subset(own)).collect();
        }
        if legal.is_empty() {
            return None;
        }
        if let ContestSide::Map(map) = &self.contest.sides[player.index()] {
            let value = self.field.value(self.ground, map, player, &mut self.stack) & legal;
            if !value.is_empty() {
                return value.iter().nth(below(value.len(), rng));
            }
        }
        match self.contest.terms.passing {
            Passing::LastResort => legal.iter().nth(below(legal.len(), rng)),
            Passing::Candidate => legal.iter().nth(below(legal.len() + 1, rng)),
        }
    }
}

/// A number below `n`, which is below 2^16. Each is equally likely up to 2^-16 of its share.
#[inline]
fn below(n: usize, rng: &mut impl RngCore) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
