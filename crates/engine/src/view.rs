//! The position of a session for display.

use std::sync::Arc;

use tesuji_board::Player;
use tesuji_search::Limits;

use crate::statistics::{self, Counted};
use crate::{Overlay, OverlayName, Session, SessionError};

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

    /// The overlays of a position of this game, in the order of a menu.
    #[must_use]
    pub const fn overlays(&self) -> &'static [OverlayName] {
        self.session.game.overlays()
    }

    /// What the overlay of this name shows of the position for `player`, who is to move if that matters. The name of an
    /// overlay of one cell includes the cell: `joint D4`. Costs up to a second on the largest boards.
    ///
    /// Overlays of playouts, such as `criticality`, use 10,000 playouts with a seed that never changes. They are
    /// counted once for all overlays of a position.
    ///
    /// # Errors
    ///
    /// [`SessionError::UnknownOverlay`], or [`SessionError::Unknown`] if there is no such cell.
    pub fn overlay(&self, name: &str, player: Player) -> Result<Overlay, SessionError> {
        let unknown = || SessionError::UnknownOverlay(name.chars().take(32).collect());
        let (kind, cell) = name.split_once(' ').map_or((name, None), |(kind, cell)| (kind, Some(cell)));
        // A game may have its own overlay under the name of one of playouts.
        if let Some(overlay) = self.session.game.overlay(name, player) {
            return Ok(overlay);
        }
        if statistics::is_name(kind) && self.overlays().iter().any(|overlay| overlay.name == kind) {
            let counted = self.counted()?.ok_or_else(unknown)?;
            return statistics::overlay(&counted, kind, cell, player);
        }
        Err(unknown())
    }

    /// The counts for overlays of this position; `None` in games without playouts.
    fn counted(&self) -> Result<Option<Arc<Counted>>, SessionError> {
        let position = self.session.position().hash();
        if let Some((of, counted)) = &*self.session.counted.borrow()
            && *of == position
        {
            return Ok(Some(Arc::clone(counted)));
        }
        let Some(playouts) = self.session.playouts() else { return Ok(None) };
        let counted = Arc::new(playouts.count(&statistics::spec(), &Limits::default())?);
        *self.session.counted.borrow_mut() = Some((position, Arc::clone(&counted)));
        Ok(Some(counted))
    }
}
