//! A game as far as it has come, as a session.

use tesuji_amazons::Size;
use tesuji_amazons::notation::read_move;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_engine::{AnyRecord, GameKind, GameSpec, PositionRef, Session, SessionError};

use crate::Trouble;
use crate::types::{GameState, PlayedMove, Setup};

/// The most moves that a state may have.
const MOST_MOVES: usize = 10_000;

impl From<SessionError> for Trouble {
    fn from(error: SessionError) -> Self {
        Self::new(error.to_string())
    }
}

/// The session of a state, with all its moves played.
pub(crate) fn session(state: &GameState) -> Result<Session, Trouble> {
    let mut session = start(state)?;
    if state.moves.len() > MOST_MOVES {
        let n_moves = state.moves.len();
        return Err(Trouble::new(format!("the game has {n_moves} moves; at most {MOST_MOVES} are read")));
    }
    for (idx, played) in state.moves.iter().enumerate() {
        let (player, mv) = match played {
            PlayedMove::InTurn(mv) => (session.to_move(), mv),
            PlayedMove::By { player, mv } => ((*player).into(), mv),
        };
        session.play(player, mv).map_err(|error| {
            Trouble::new(format!("move {} ({} {}): {error}", idx + 1, player.name(), shortened(mv)))
                .with_advice("Take the move out, or correct it.")
        })?;
    }
    Ok(session)
}

/// The session of a state before its first move.
pub(crate) fn start(state: &GameState) -> Result<Session, Trouble> {
    if state.setup.is_empty() {
        return Ok(Session::new(&state.game)?);
    }
    Ok(Session::replay(&state.game, &record(&state.game, &state.setup)?, 0)?)
}

/// The record of a game that begins with these stones, without moves.
fn record(game: &GameSpec, setup: &Setup) -> Result<AnyRecord, Trouble> {
    let to_move = setup.to_move.map(Player::from);
    Ok(match game {
        GameSpec::Hex { columns, rows, .. } => {
            let mut record =
                tesuji_hex::Record::new(*columns, *rows).map_err(|error| Trouble::new(error.to_string()))?;
            record.setup = stones(&game.topology()?, setup)?;
            record.to_move = to_move.unwrap_or(Player::Black);
            record.into()
        }
        GameSpec::Go { board, .. } => {
            let mut record =
                tesuji_go::record::Record::new(board.clone()).map_err(|error| Trouble::new(error.to_string()))?;
            record.setup = stones(record.topology(), setup)?;
            record.to_move = Some(to_move.unwrap_or(Player::Black));
            record.into()
        }
        GameSpec::Amazons { .. } => {
            return Err(Trouble::new("a position of Amazons is set up by `setup` of the game, as FEN")
                .with_advice("Leave `setup` of the state empty."));
        }
    })
}

/// The stones of a setup by player.
fn stones(topology: &Topology, setup: &Setup) -> Result<[CellSet; 2], Trouble> {
    let mut stones = [CellSet::new(), CellSet::new()];
    for (player, names) in Player::BOTH.into_iter().zip([&setup.black, &setup.white]) {
        for name in names {
            let cell = topology.cell_in_any_case(name).ok_or_else(|| no_cell(topology, name))?;
            if stones.iter().any(|stones| stones.contains(cell)) {
                return Err(Trouble::new(format!("the setup has two stones on {}", topology.name(cell))));
            }
            stones[player.index()].insert(cell);
        }
    }
    Ok(stones)
}

/// Says that there is no such cell.
pub(crate) fn no_cell(topology: &Topology, name: &str) -> Trouble {
    let n_cells = topology.n_cells();
    let [first, last] =
        [topology.cells().next(), topology.cells().last()].map(|cell| cell.map_or("", |cell| topology.name(cell)));
    Trouble::new(format!("there is no cell {} on this board", shortened(name)))
        .with_advice(format!("The {n_cells} cells have names from {first} to {last}."))
}

/// A text in quotes, not too long for a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() { format!("`{short}...`") } else { format!("`{short}`") }
}

/// The cells of a move: one in Hex and Go, three in Amazons; none for a pass or a swap.
pub(crate) fn cells_of(session: &Session, topology: &Topology, mv: &str) -> Vec<String> {
    if let PositionRef::Amazons(position) = session.position() {
        return amazons_cells(position.size(), mv).unwrap_or_default();
    }
    topology.cell_in_any_case(mv).map(|cell| topology.name(cell).to_owned()).into_iter().collect()
}

fn amazons_cells(size: Size, mv: &str) -> Option<Vec<String>> {
    let mv = read_move(size, mv).ok()?;
    Some([mv.from, mv.to, mv.arrow].map(|square| size.name_of(square)).to_vec())
}

/// The name of a cell as the game writes it.
pub(crate) fn name(kind: GameKind, topology: &Topology, cell: tesuji_board::Cell) -> String {
    kind.description().cells.name(topology, cell)
}
