//! Overlays: numbers, marks, links and arrows on a board, with a sentence for each.

#[cfg(feature = "testing")]
mod tests;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tesuji_board::Player;
use tesuji_engine::{GameKind, Measured, Overlay, OverlayDef, OverlayUnit, Session};

use crate::catalogue::OverlayEntry;
use crate::types::{Certainty, Colour, GameState, Setup};
use crate::{Desk, Trouble, state};

/// Asks for an overlay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OverlayOf {
    /// The position.
    pub state: GameState,
    /// The overlay, by its name in the catalogue.
    pub name: String,
    /// The cell, for overlays about one cell.
    #[serde(default)]
    pub cell: Option<String>,
    /// For whom, where that matters; absent: the player to move.
    #[serde(default)]
    pub player: Option<Colour>,
}

/// An overlay.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct OverlayView {
    /// Its title: `Criticality`.
    pub title: String,
    /// Description in one sentence.
    pub about: String,
    /// Numbers on cells.
    pub numbers: Vec<CellNumber>,
    /// Marks on cells.
    pub marks: Vec<CellNote>,
    /// Links between two cells.
    pub links: Vec<CellLink>,
    /// Arrows from one cell to another.
    pub arrows: Vec<CellLink>,
    /// Areas: each a set of cells.
    pub areas: Vec<Area>,
    /// Numbers of the whole position.
    pub facts: Vec<Fact>,
    /// The least and the greatest number: the ends of the scale.
    pub range: Option<[f64; 2]>,
    /// Whether numbers have a sign.
    pub is_signed: bool,
    /// Whether a sign names a player: above 0 is Black's, below 0 White's.
    pub is_sided: bool,
    /// Certainty; absent where there is nothing.
    pub certainty: Option<Certainty>,
}

/// A number on a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNumber {
    /// The cell.
    pub cell: String,
    /// The number.
    pub value: f64,
    /// The number in few characters.
    pub text: String,
    /// Whether 0 lies within its interval, so that not even its sign is known. An exact 0 is known.
    pub is_noise: bool,
    /// Its meaning here, in one sentence.
    pub sentence: String,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNote {
    /// The cell.
    pub cell: String,
    /// The mark: `dead`, `captured`, `must-play`, `winning`, `losing`, ..
    pub mark: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

/// A link or arrow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellLink {
    /// One end.
    pub from: String,
    /// The other.
    pub to: String,
    /// Its number.
    pub value: f64,
    /// The number in few characters.
    pub text: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

/// A set of cells that belong together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// The cells.
    pub cells: Vec<String>,
    /// A short name or value: `*2`, `3|-1`.
    pub text: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

/// A number of the whole position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub text: String,
    /// Its meaning, in one sentence.
    pub sentence: String,
}

/// An overlay with the player and the cell that it is for.
struct Target<'a> {
    overlay: &'static OverlayDef,
    /// The cell, as the board names it; empty if the overlay takes none.
    cell: &'a str,
    player: Player,
}

pub(crate) fn overlay(asked: &OverlayOf, _: &impl Desk) -> Result<OverlayView, Trouble> {
    let session = canonical(&asked.state)?;
    let overlay = OverlayDef::find(session.spec().kind(), &asked.name)?;
    let mut name = overlay.name.to_owned();
    let mut cell = String::new();
    if overlay.takes_cell {
        let Some(given) = &asked.cell else {
            let fault = Trouble::new(format!("the overlay {} is about one cell", overlay.title));
            return Err(fault.with_advice("name a cell"));
        };
        let topology = session.spec().topology()?;
        topology.name(state::cell(&topology, given)?).clone_into(&mut cell);
        name = format!("{name} {cell}");
    }
    let player = asked.player.map_or_else(|| session.to_move(), Player::from);
    let target = Target { overlay, cell: &cell, player };
    let mut view = OverlayView {
        title: overlay.title.to_owned(),
        about: overlay.about.to_owned(),
        certainty: Some(certainty(overlay)),
        ..OverlayView::default()
    };
    match session.view().overlay(&name, player)? {
        Overlay::Numbers(numbers) => {
            let exact = numbers.into_iter().map(|(cell, value)| (cell, Measured::exact(value)));
            view.numbers = words::numbers(&target, exact);
        }
        Overlay::Signed(numbers) => {
            (view.is_signed, view.is_sided) = (true, overlay.is_sided);
            view.numbers = words::numbers(&target, numbers);
        }
        Overlay::Marks(marks) => view.marks = words::marks(player, marks),
        Overlay::Facts(facts) => view.facts = words::facts(overlay.unit, facts),
        Overlay::Pairs(pairs) => view.links = words::pairs(&target, pairs),
        Overlay::Links(links) => view.links = words::links(&target, links),
        Overlay::Arrows(arrows) => view.arrows = words::arrows(arrows),
        Overlay::Areas { areas, marks, facts } => {
            view.areas = words::areas(areas);
            view.marks = words::marks(player, marks);
            view.facts = words::facts(OverlayUnit::Count, facts);
        }
    }
    view.range = range(&view.numbers);
    Ok(view)
}

const fn certainty(overlay: &OverlayDef) -> Certainty {
    if overlay.is_certain { Certainty::Certain } else { Certainty::Opinion }
}

/// The position as it stands, whatever the order of moves that led to it: so the same position has the same numbers. A
/// ko and a swap that is still open belong to the moves, which then stay.
fn canonical(given: &GameState) -> Result<Session, Trouble> {
    let session = state::session(given)?;
    let depends_on_moves = match session.position() {
        tesuji_engine::PositionRef::Hex(position) => position.swap() != tesuji_hex::Swap::Off,
        tesuji_engine::PositionRef::Go(position) => position.ko().is_some(),
        tesuji_engine::PositionRef::Amazons(_) => false,
    };
    if depends_on_moves || session.outcome().is_some() {
        return Ok(session);
    }
    let setup = state::setup_of(&session);
    if setup == Setup::default() {
        return Ok(session);
    }
    state::session(&GameState { game: given.game.clone(), setup, moves: Vec::new() })
}

/// The overlays of a game, in the order of a menu.
pub(crate) fn entries(kind: GameKind) -> Vec<OverlayEntry> {
    let entry = |overlay: &'static OverlayDef| OverlayEntry {
        name: overlay.name.to_owned(),
        title: overlay.title.to_owned(),
        about: overlay.about.to_owned(),
        takes_cell: overlay.takes_cell,
        key: Some(overlay.key.to_string()),
        certainty: certainty(overlay),
    };
    OverlayDef::of_game(kind).map(entry).collect()
}

/// The least and the greatest number.
fn range(numbers: &[CellNumber]) -> Option<[f64; 2]> {
    let least = numbers.iter().map(|number| number.value).reduce(f64::min)?;
    let most = numbers.iter().map(|number| number.value).reduce(f64::max)?;
    Some([least, most])
}
