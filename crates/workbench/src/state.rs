//! A game state as a session, and back.

use std::sync::Arc;

use tesuji_amazons::{Setup as AmazonsSetup, Size};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_engine::{AnyPosition, GameKind, GameSpec, PositionRef, Session, SessionError};
use tesuji_go::Position as GoPosition;
use tesuji_hex::Position as HexPosition;

use crate::Trouble;
use crate::types::{Colour, GameState, PlayedMove, Setup};

/// Hex's text for a swap.
pub(crate) const SWAP: &str = "swap-pieces";
/// Go's text for a pass.
pub(crate) const PASS: &str = "pass";

impl From<SessionError> for Trouble {
    fn from(error: SessionError) -> Self {
        Self::new(error.to_string())
    }
}

/// The game of a state, with all its moves played.
///
/// # Errors
///
/// If the board, the setup or a move cannot be; of a move, its number and text are named.
pub fn session(state: &GameState) -> Result<Session, Trouble> {
    let mut session = begun(state)?;
    for (idx, mv) in state.moves.iter().enumerate() {
        play(&mut session, mv).map_err(|trouble| {
            let what = format!("move {} ({}): {}", idx + 1, shortened(mv.text()), trouble.what);
            Trouble { what, ..trouble }
        })?;
    }
    Ok(session)
}

/// Plays one move.
pub(crate) fn play(session: &mut Session, mv: &PlayedMove) -> Result<(), Trouble> {
    let player = match mv {
        PlayedMove::InTurn(_) => session.to_move(),
        PlayedMove::By { player, .. } => (*player).into(),
    };
    Ok(session.play(player, mv.text())?)
}

fn shortened(text: &str) -> String {
    const MOST: usize = 32;
    text.chars().take(MOST).collect()
}

/// The game before its first move.
pub(crate) fn begun(state: &GameState) -> Result<Session, Trouble> {
    let setup = &state.setup;
    if setup.is_empty() {
        return Ok(Session::new(&state.game)?);
    }
    let to_move = setup.to_move.map_or(Player::Black, Player::from);
    if !setup.blocked.is_empty() && state.game.kind() != GameKind::Amazons {
        let title = state.game.description().title;
        return Err(Trouble::new(format!("the setup has blocked cells, which {title} does not have")));
    }
    match &state.game {
        GameSpec::Hex { columns, rows, swap } => {
            let topology = state.game.topology()?;
            let [black, white] = stones(&topology, setup)?;
            let fault = |error: tesuji_hex::SetupError| Trouble::from(SessionError::from(error));
            if *swap && black.is_empty() && white.is_empty() {
                // White begins, and Black may swap.
                let mut session = Session::new(&state.game)?;
                session.set_to_move(to_move)?;
                return Ok(session);
            }
            let position = HexPosition::setup((*columns, *rows), &black, &white, to_move).map_err(fault)?;
            Ok(Session::from_position(position)?)
        }
        GameSpec::Go { board, komi, rules } => {
            let topology = Arc::new(state.game.topology()?);
            let [black, white] = stones(&topology, setup)?;
            let position = GoPosition::setup(topology, *rules, *komi, [&black, &white], to_move)
                .map_err(|error| Trouble::new(error.to_string()))?;
            Ok(Session::from_position(AnyPosition::Go { board: board.clone(), position })?)
        }
        GameSpec::Amazons { columns, rows, .. } => {
            let size = Size::new(*columns, *rows).map_err(|error| Trouble::new(error.to_string()))?;
            let squares = |names: &[String]| {
                let square = |name: &String| size.square_of(name).map_err(|error| Trouble::new(error.to_string()));
                names.iter().map(square).collect::<Result<Vec<u8>, Trouble>>()
            };
            let (black, white) = (squares(&setup.black)?, squares(&setup.white)?);
            let setup = AmazonsSetup { size, black, white, arrows: squares(&setup.blocked)?, to_move };
            let position = tesuji_amazons::Position::new(&setup).map_err(SessionError::from)?;
            Ok(Session::from_position(position)?)
        }
    }
}

/// The stones of a setup as sets of cells.
fn stones(topology: &Topology, setup: &Setup) -> Result<[CellSet; 2], Trouble> {
    let mut sets = [CellSet::new(), CellSet::new()];
    for player in Player::BOTH {
        for name in setup.of(player) {
            let cell = cell(topology, name)?;
            if sets[player.opponent().index()].contains(cell) {
                let what = format!("the setup has stones of both players on {name}");
                return Err(Trouble::new(what));
            }
            sets[player.index()].insert(cell);
        }
    }
    Ok(sets)
}

/// The cell of this name.
pub(crate) fn cell(topology: &Topology, name: &str) -> Result<Cell, Trouble> {
    let known = topology.cell(name).or_else(|| topology.cell_in_any_case(name));
    known.ok_or_else(|| {
        let some: Vec<&str> = topology.cells().take(3).map(|cell| topology.name(cell)).collect();
        let advice = format!("cells have names such as {}", some.join(", "));
        Trouble::new(format!("the board has no cell `{}`", shortened(name))).with_advice(advice)
    })
}

/// A session in the same position, without moves before it, in which no player remembers anything.
pub(crate) fn copy_of(session: &Session) -> Result<Session, Trouble> {
    let position = match (session.position(), session.spec()) {
        (PositionRef::Hex(position), _) => AnyPosition::Hex(position.clone()),
        (PositionRef::Amazons(position), _) => AnyPosition::Amazons(position.clone()),
        (PositionRef::Go(position), GameSpec::Go { board, .. }) => {
            AnyPosition::Go { board: board.clone(), position: position.clone() }
        }
        (PositionRef::Go(_), _) => return Err(Trouble::ours("a position of Go in another game")),
    };
    Ok(Session::from_position(position)?)
}

/// The position of a session as a setup.
#[must_use]
pub fn setup_of(session: &Session) -> Setup {
    let stones = session.view().stones();
    let of = |owner: Player| {
        stones.iter().filter(|(_, player)| *player == owner).map(|(cell, _)| cell.clone()).collect::<Vec<_>>()
    };
    Setup {
        black: of(Player::Black),
        white: of(Player::White),
        blocked: session.view().blocked(),
        to_move: (session.to_move() == Player::White).then_some(Colour::White),
    }
}

/// The cells of a move: one in Hex and Go, three in Amazons, none of a pass or swap.
pub(crate) fn cells_of(kind: GameKind, mv: &str) -> Vec<String> {
    match kind {
        GameKind::Amazons => {
            mv.split(|c: char| !c.is_ascii_alphanumeric()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
        }
        GameKind::Hex | GameKind::Go if mv == PASS || mv == SWAP => Vec::new(),
        GameKind::Hex | GameKind::Go => vec![mv.to_owned()],
    }
}
