//! The position of a session for display.

use std::sync::Arc;

use tesuji_board::Player;
use tesuji_search::Limits;

use crate::games::PositionRef;
use crate::statistics::{Counted, StatisticsSpec};
use crate::{GameKind, Session, SessionError};

/// The position of a session for display: stones, a drawing, and overlays.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    session: &'a Session,
}

impl Session {
    /// The position for display.
    #[must_use]
    pub const fn view(&self) -> View<'_> {
        View { session: self }
    }
}

impl View<'_> {
    /// The cells with stones, by name, in the order of the board.
    #[must_use]
    pub fn stones(&self) -> Vec<(String, Player)> {
        self.session.game.core().shown().stones()
    }

    /// The cells without a stone that nobody can use any more, by name, in the order of the board: in Amazons those
    /// with arrows.
    #[must_use]
    pub fn blocked(&self) -> Vec<String> {
        self.session.game.core().shown().blocked()
    }

    /// The board as text of several lines.
    #[must_use]
    pub fn render(&self) -> String {
        self.session.game.core().shown().render()
    }

    pub(crate) const fn kind(&self) -> GameKind {
        self.session.spec().kind()
    }

    pub(crate) const fn position(&self) -> PositionRef<'_> {
        self.session.position()
    }

    /// The counts for overlays of this position; an error in games without playouts.
    pub(crate) fn counted(&self) -> Result<Arc<Counted>, SessionError> {
        let position = self.session.position().hash();
        if let Some((of, counted)) = &*self.session.counted.borrow()
            && *of == position
        {
            return Ok(Arc::clone(counted));
        }
        let playouts = self.session.playouts().ok_or(SessionError::Unsupported("playouts"))?;
        let counted = Arc::new(playouts.count(&StatisticsSpec::default(), &Limits::default())?);
        *self.session.counted.borrow_mut() = Some((position, Arc::clone(&counted)));
        Ok(counted)
    }
}
