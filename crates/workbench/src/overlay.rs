//! Overlays: numbers, marks, links and arrows on a board, with a sentence for each.

mod about;
mod regions;
#[cfg(feature = "testing")]
mod tests;
mod ties;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tesuji_board::Player;
use tesuji_engine::{GameKind, Overlay, OverlayName, OverlayUnit, Session};

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
    /// What it shows, in one sentence.
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
    /// Whether numbers have a sign: above 0 is Black's.
    pub is_signed: bool,
    /// How it is known; absent where there is nothing.
    pub certainty: Option<Certainty>,
}

/// A number on a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNumber {
    /// Where.
    pub cell: String,
    /// The number.
    pub value: f64,
    /// The number in few characters.
    pub text: String,
    /// What it means here, in one sentence.
    pub sentence: String,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNote {
    /// Where.
    pub cell: String,
    /// What is known: `dead`, `captured`, `must-play`, `winning`, `losing`, ..
    pub mark: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// What it means, in one sentence.
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
    /// What it means, in one sentence.
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
    /// What it means, in one sentence.
    pub sentence: String,
}

/// A number of the whole position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub text: String,
    /// What it means, in one sentence.
    pub sentence: String,
}

/// What is known of a position, to be written as an overlay.
struct Asked<'a> {
    session: &'a Session,
    name: &'a str,
    /// The cell, as the board names it.
    cell: Option<String>,
    player: Player,
    unit: OverlayUnit,
}

pub(crate) fn overlay(asked: &OverlayOf, desk: &impl Desk) -> Result<OverlayView, Trouble> {
    let session = canonical(&asked.state)?;
    let kind = session.spec().kind();
    let all = entries(kind);
    let entry = all.iter().find(|entry| entry.name == asked.name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
        let name: String = asked.name.chars().take(32).collect();
        let title = kind.description().title;
        Trouble::new(format!("{title} has no overlay `{name}`"))
            .with_advice(format!("expected one of {}", names.join(", ")))
    })?;
    let cell = match (&asked.cell, entry.takes_cell) {
        (None, true) => {
            return Err(
                Trouble::new(format!("the overlay {} is about one cell", entry.title)).with_advice("name a cell")
            );
        }
        (Some(cell), true) => {
            let topology = session.spec().topology()?;
            Some(topology.name(state::cell(&topology, cell)?).to_owned())
        }
        (_, false) => None,
    };
    let known = session.view().overlays().iter().find(|known| known.name == entry.name);
    let asked = Asked {
        session: &session,
        name: &entry.name,
        cell,
        player: asked.player.map_or_else(|| session.to_move(), Player::from),
        unit: known.map_or(OverlayUnit::Share, |known| known.unit),
    };
    let view = match (known, asked.name) {
        (Some(_), _) => of_session(&asked)?,
        (None, "regions") => regions::view(&asked, desk),
        (None, _) => ties::view(&asked)?,
    };
    Ok(OverlayView {
        title: entry.title.clone(),
        about: entry.about.clone(),
        certainty: Some(entry.certainty),
        range: range(&view.numbers),
        ..view
    })
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

/// Whether an overlay is made here, and not by a session.
pub(crate) fn is_made_here(kind: GameKind, name: &str) -> bool {
    about::is_made_here(kind, name)
}

/// The overlays of a game, in the order of a menu.
pub(crate) fn entries(kind: GameKind) -> Vec<OverlayEntry> {
    about::entries(kind)
}

/// An overlay that the session has.
fn of_session(asked: &Asked<'_>) -> Result<OverlayView, Trouble> {
    let name = match &asked.cell {
        Some(cell) => format!("{} {cell}", asked.name),
        None => asked.name.to_owned(),
    };
    let mut view = OverlayView::default();
    match asked.session.view().overlay(&name, asked.player)? {
        Overlay::Numbers(numbers) => view.numbers = words::numbers(asked, numbers),
        Overlay::Signed(numbers) => {
            view.is_signed = true;
            view.numbers = words::numbers(asked, numbers);
        }
        Overlay::Marks(marks) => view.marks = words::marks(asked, marks),
        Overlay::Facts(facts) => view.facts = words::facts(asked, facts),
        Overlay::Pairs(pairs) => view.links = words::pairs(asked, pairs),
        Overlay::Arrows(arrows) => view.arrows = words::arrows(arrows),
        _ => return Err(Trouble::ours(format!("the overlay {name} has a form that is not shown yet"))),
    }
    Ok(view)
}

/// The least and the greatest number.
fn range(numbers: &[CellNumber]) -> Option<[f64; 2]> {
    let least = numbers.iter().map(|number| number.value).reduce(f64::min)?;
    let most = numbers.iter().map(|number| number.value).reduce(f64::max)?;
    Some([least, most])
}

/// The overlays that the sessions of a game have.
fn of_game(kind: GameKind) -> &'static [OverlayName] {
    let session = Session::new(&tesuji_engine::GameSpec::usual(kind));
    session.map_or(&[], |session| session.view().overlays())
}
