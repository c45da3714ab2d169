//! The table of overlays. An overlay is one entry, in the file of the game that it is about or in that of the playouts;
//! GTP, the page, Python, pictures and the command line read it here.

use tesuji_board::Player;

use super::{GameKind, PositionRef, amazons, hex};
use crate::overlay::title;
use crate::statistics::{self, Counted};
use crate::{Overlay, OverlayKind, OverlayUnit, SessionError, View};

/// An overlay: its texts, the form and unit of its content, and the function that computes it.
#[derive(Clone, Copy, Debug)]
pub struct OverlayDef {
    /// The games that have it.
    games: &'static [GameKind],
    /// The name, as [`View::overlay`] takes it.
    pub name: &'static str,
    /// The title in a menu.
    pub title: &'static str,
    /// Its meaning, in one sentence.
    pub about: &'static str,
    /// The key that shows it: a small letter or a digit, a different one for each overlay of a game.
    pub key: char,
    /// The form of its content.
    pub kind: OverlayKind,
    /// The unit of its numbers.
    pub unit: OverlayUnit,
    /// Whether it is about one cell, whose name follows that of the overlay: `joint D4`.
    pub takes_cell: bool,
    /// Whether it follows from the rules or a proof. If not, it is an estimate.
    pub is_certain: bool,
    /// Whether a number with a sign belongs to a player: to Black above 0.
    pub is_sided: bool,
    /// Whether a number that rounds to 0 is written.
    pub shows_zero: bool,
    source: Source,
    sentence: fn(&CellValue<'_>) -> String,
}

/// The player and the cell that an overlay is computed for.
pub(crate) struct Target<'a> {
    pub(crate) player: Player,
    /// The name of the cell, if one was given.
    pub(crate) cell: Option<&'a str>,
}

/// Computes an overlay from a position, or from its counted playouts.
pub(crate) type Compute<P> = fn(&P, &Target<'_>) -> Result<Overlay, SessionError>;

#[derive(Clone, Copy, Debug)]
enum Source {
    Hex(Compute<tesuji_hex::Position>),
    Amazons(Compute<tesuji_amazons::Position>),
    Playouts(Compute<Counted>),
}

/// A number of an overlay, with what its sentence names.
pub(crate) struct CellValue<'a> {
    /// `Black` or `White`: the player for whom the overlay is.
    pub(crate) player: &'static str,
    /// The cell that has the number.
    pub(crate) cell: &'a str,
    /// The second cell of a pair, or the cell that an overlay of one cell is about.
    pub(crate) other: &'a str,
    pub(crate) value: f64,
}

impl CellValue<'_> {
    pub(crate) fn percent(&self) -> f64 {
        100.0 * self.value
    }

    /// The player to whom a number with a sign belongs.
    pub(crate) const fn owner(&self) -> &'static str {
        if self.value >= 0.0 { "Black" } else { "White" }
    }

    /// `more` or `less`, by the sign.
    pub(crate) const fn often(&self) -> &'static str {
        if self.value < 0.0 { "less" } else { "more" }
    }
}

impl OverlayDef {
    const fn new(
        games: &'static [GameKind],
        (name, title): (&'static str, &'static str),
        kind: OverlayKind,
        source: Source,
    ) -> Self {
        Self {
            games,
            name,
            title,
            about: "",
            key: ' ',
            kind,
            unit: OverlayUnit::Share,
            takes_cell: false,
            is_certain: false,
            is_sided: true,
            shows_zero: true,
            source,
            sentence: |number| format!("{}: {:.3}.", number.cell, number.value),
        }
    }

    /// An estimate in shares, of a whole position of Hex.
    pub(crate) const fn of_hex(
        texts: (&'static str, &'static str),
        kind: OverlayKind,
        compute: Compute<tesuji_hex::Position>,
    ) -> Self {
        Self::new(&[GameKind::Hex], texts, kind, Source::Hex(compute))
    }

    /// An estimate in shares, of a whole position of Amazons.
    pub(crate) const fn of_amazons(
        texts: (&'static str, &'static str),
        kind: OverlayKind,
        compute: Compute<tesuji_amazons::Position>,
    ) -> Self {
        Self::new(&[GameKind::Amazons], texts, kind, Source::Amazons(compute))
    }

    /// An estimate in shares, from random playouts of these games.
    pub(crate) const fn of_playouts(
        games: &'static [GameKind],
        texts: (&'static str, &'static str),
        kind: OverlayKind,
        compute: Compute<Counted>,
    ) -> Self {
        Self::new(games, texts, kind, Source::Playouts(compute))
    }

    /// With the key that shows it, and its meaning in one sentence.
    pub(crate) const fn about(self, key: char, about: &'static str) -> Self {
        Self { key, about, ..self }
    }

    /// In another unit.
    pub(crate) const fn in_unit(self, unit: OverlayUnit) -> Self {
        Self { unit, ..self }
    }

    /// About one cell, which is given with its name.
    pub(crate) const fn of_cell(self) -> Self {
        Self { takes_cell: true, ..self }
    }

    /// Proved, or by the rules.
    pub(crate) const fn certain(self) -> Self {
        Self { is_certain: true, ..self }
    }

    /// With signs that name no player.
    pub(crate) const fn of_nobody(self) -> Self {
        Self { is_sided: false, ..self }
    }

    /// With nothing written where a number rounds to 0, because most do.
    pub(crate) const fn without_zeros(self) -> Self {
        Self { shows_zero: false, ..self }
    }

    /// With the sentence that explains one of its numbers.
    pub(crate) const fn sentence(self, sentence: fn(&CellValue<'_>) -> String) -> Self {
        Self { sentence, ..self }
    }

    /// The overlays of a game, in the order of a menu.
    pub fn of_game(kind: GameKind) -> impl Iterator<Item = &'static Self> {
        let all = [hex::OVERLAYS, amazons::OVERLAYS, statistics::OVERLAYS].into_iter().flatten();
        all.filter(move |overlay| overlay.games.contains(&kind))
    }

    /// The overlay of this name. The name of a cell may follow it.
    ///
    /// # Errors
    ///
    /// [`SessionError::UnknownOverlay`] with the names that the game has.
    pub fn find(kind: GameKind, name: &str) -> Result<&'static Self, SessionError> {
        let first = name.split(' ').next().unwrap_or_default();
        Self::of_game(kind).find(|overlay| overlay.name == first).ok_or_else(|| SessionError::UnknownOverlay {
            name: name.chars().take(32).collect(),
            game: kind.description().title,
            expected: Self::of_game(kind).map(|overlay| overlay.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// The sentence that explains a number of a cell; `other` is the second cell of a pair, or the cell that the overlay
    /// is about.
    #[must_use]
    pub fn explain(&self, player: Player, cell: &str, other: &str, value: f64) -> String {
        (self.sentence)(&CellValue { player: title(player), cell, other, value })
    }
}

impl View<'_> {
    /// The overlays of a position of this game, in the order of a menu.
    pub fn overlays(&self) -> impl Iterator<Item = &'static OverlayDef> + use<> {
        OverlayDef::of_game(self.kind())
    }

    /// The overlay of this name for `player`, who is to move if that matters. The name of an overlay of one cell
    /// includes the cell: `joint D4`. Costs up to a second on the largest boards.
    ///
    /// Overlays of playouts, such as `criticality`, use 10,000 playouts with a seed that never changes. They are
    /// counted once for all overlays of a position.
    ///
    /// # Errors
    ///
    /// [`SessionError::UnknownOverlay`], or [`SessionError::Unknown`] if there is no such cell.
    pub fn overlay(&self, name: &str, player: Player) -> Result<Overlay, SessionError> {
        let overlay = OverlayDef::find(self.kind(), name)?;
        let target = Target { player, cell: name.split_once(' ').map(|(_, cell)| cell) };
        match (overlay.source, self.position()) {
            (Source::Hex(compute), PositionRef::Hex(position)) => compute(position, &target),
            (Source::Amazons(compute), PositionRef::Amazons(position)) => compute(position, &target),
            (Source::Playouts(compute), _) => compute(&*self.counted()?, &target),
            (Source::Hex(_) | Source::Amazons(_), _) => Err(SessionError::Unsupported("such overlay")),
        }
    }
}
