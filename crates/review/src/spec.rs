//! Work of a review, and its measure.

use std::path::PathBuf;
use std::sync::Arc;

use tesuji_engine::{GameSpec, Guest, PlayerSpec, StrongSpec};
use tesuji_search::Limits;

use crate::{Review, ReviewError};

/// Settings of a review.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewSpec {
    /// The amount of work.
    pub effort: Effort,
    /// The player that estimates what is not proved; its own bound on playouts is not used.
    pub player: PlayerSpec,
    /// An engine of somebody else that estimates in place of the player.
    pub judge: Option<Arc<dyn Guest>>,
    /// Number of independent searches for the estimate of one position, from 2 to 64. Their spread gives the interval.
    pub samples: u32,
    /// The seed of the first search.
    pub seed: u64,
    /// The folder for certificates of what is proved, if they are wanted.
    pub certificates: Option<PathBuf>,
}

/// Amount of work for one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// This much time, in seconds as the [`Timekeeper`] counts them. It is spent where it matters: most of it where the
    /// proofs end. The result depends on the speed of the machine.
    Time(f64),
    /// An equal amount of work for each position. The same settings give the same review on any machine.
    Work {
        /// Nodes of the solver for a position.
        nodes: u64,
        /// Playouts of the player for a position, all samples together.
        playouts: u64,
    },
}

/// The memory of the player that estimates, in MiB. A review starts many of them.
const PLAYER_MIB: usize = 64;

/// The usual player that estimates.
fn usual_player() -> StrongSpec {
    StrongSpec { memory_mib: PLAYER_MIB, ..StrongSpec::default() }
}

impl ReviewSpec {
    /// The usual settings: the strong player in four independent searches.
    #[must_use]
    pub fn usual(effort: Effort) -> Self {
        Self {
            effort,
            player: PlayerSpec::Strong(usual_player()),
            judge: None,
            samples: 4,
            seed: 1,
            certificates: None,
        }
    }

    /// The searches of each position. A player whose answer does not depend on the seed is asked once.
    pub(crate) fn n_searches(&self, game: &GameSpec) -> u32 {
        if self.judge.is_some() || game.varies(&self.player) { self.samples } else { 1 }
    }

    /// Checks that the settings are in their bounds.
    ///
    /// # Errors
    ///
    /// [`ReviewError::Setting`] for the first that is not.
    pub fn check(&self) -> Result<(), ReviewError> {
        let wrong = |name, expected| Err(ReviewError::Setting { name, expected });
        match self.effort {
            Effort::Time(seconds) if !(seconds.is_finite() && seconds > 0.0) => wrong("time", "more than 0 seconds"),
            Effort::Work { playouts: 0, .. } => wrong("playouts", "at least 1"),
            _ if !(2..=64).contains(&self.samples) => wrong("samples", "2 to 64: an interval needs two at least"),
            _ => Ok(()),
        }
    }

    /// The settings that decide what a review says, in one line.
    #[must_use]
    pub fn words(&self) -> String {
        let effort = match self.effort {
            Effort::Time(seconds) => format!("{seconds} s"),
            Effort::Work { nodes, playouts } => format!("{nodes} nodes and {playouts} playouts a position"),
        };
        let Self { player, samples, seed, .. } = self;
        let player = match &self.judge {
            Some(judge) => format!("judged by {}", judge.name()),
            None => serde_json::to_string(player).unwrap_or_default(),
        };
        format!("{effort}, {samples} samples from seed {seed}, opinions near proofs tried, {player}")
    }
}

/// The seconds since a search began.
pub type Elapsed<'a> = &'a dyn Fn() -> f64;

/// Runs searches, measures their time and stops them.
///
/// A search stops when its limits say so. The keeper sets the interrupt of the limits once the time is over, or when
/// the user wants to stop.
pub trait Timekeeper: Sync {
    /// Runs one search, for at most `seconds` if that is given. `what` names it for a display. Returns what the search
    /// returns, and the seconds that it took. The search may call its second argument for the seconds so far.
    fn run<R>(&self, seconds: Option<f64>, what: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64);

    /// Whether the user has asked to stop.
    fn is_stopped(&self) -> bool;

    /// Gets the review so far, each time a position is proved or estimated: first the proofs, from the end backwards. A
    /// keeper that shows nothing does not call `review`.
    fn so_far(&self, review: impl FnOnce() -> Review) {
        drop(review);
    }
}

/// Runs every search to its end: for settings that bound the work ([`Effort::Work`]).
#[derive(Clone, Copy, Default, Debug)]
pub struct Unlimited;

impl Timekeeper for Unlimited {
    fn run<R>(&self, _: Option<f64>, _: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        (search(&Limits::default(), &|| 0.0), 0.0)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}
