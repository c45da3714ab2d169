//! Engines outside of this program that have opinions about positions.

use std::fmt;
use std::time::Duration;

use crate::{Analysis, Session};

/// An engine outside of this program. Its opinions never pass for certain.
pub trait Guest: fmt::Debug + Send + Sync {
    /// Its name, for people.
    fn name(&self) -> &str;

    /// Its opinion of the position, after this much time by the clock on the wall if that is bounded. `follow` hears what
    /// it thinks so far, and `None` several times a second, and returns whether to go on.
    ///
    /// # Errors
    ///
    /// If the engine cannot be asked, or says nothing that is a legal move.
    fn analyze(
        &self,
        session: &Session,
        time: Option<Duration>,
        follow: &mut dyn FnMut(Option<&GuestOpinion>) -> bool,
    ) -> Result<GuestOpinion, GuestError>;

    /// Ends its process if nobody has asked it for this long.
    fn rest(&self, idle: Duration) {
        _ = idle;
    }

    /// Ends its process for good.
    fn end(&self) {}
}

/// Two guests with one name are one guest.
impl PartialEq for dyn Guest + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// A guest's evaluation of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct GuestOpinion {
    /// The moves that it looked at. Nothing is proved. One move without a value where it only names its choice.
    pub analysis: Analysis,
    /// Time that it has thought, by the clock on the wall.
    pub time: Duration,
    /// The processor time of all its processes meanwhile, at the end and where the system reports it.
    pub cpu: Option<Duration>,
}

/// Reason why a guest has no opinion.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine `{name}` {detail}")]
pub struct GuestError {
    /// Its name.
    pub name: String,
    /// Its action, as the rest of a sentence.
    pub detail: String,
    /// Whether it gave up the game instead of naming a move.
    pub is_resignation: bool,
}
