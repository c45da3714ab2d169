//! Boards and positions, drawn, with what can be said of them without search.

use serde::Deserialize;
use tesuji_board::{BoardSpec, CellSet, Player};
use tesuji_engine::{GameSpec, Session};
use tesuji_figures::{Drawing, Picture, Theme};
use tesuji_gallery::positions;
use tesuji_game::Outcome as GameOutcome;
use tesuji_hex::Position;

use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::StudyError;

/// Boards without stones, and positions of Hex.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardStudy {
    /// Empty boards of any shape.
    #[serde(default)]
    board: Vec<EmptyBoard>,
    /// Positions of Hex.
    #[serde(default)]
    position: Vec<HexPosition>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyBoard {
    /// The name of the picture and of its numbers.
    name: String,
    /// The board; `hex:11` is a board of Hex.
    board: String,
}

/// A position of Hex by its stones.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexPosition {
    /// The name of the picture and of its numbers.
    #[serde(default)]
    pub(super) name: String,
    /// The side of the board.
    pub(super) side: usize,
    /// The names of the cells with black stones.
    #[serde(default)]
    pub(super) black: String,
    /// The names of the cells with white stones.
    #[serde(default)]
    pub(super) white: String,
}

impl HexPosition {
    pub(super) fn position(&self) -> Result<Position, StudyError> {
        let mut position = Position::empty(self.side, self.side).map_err(StudyError::senseless)?;
        for (player, names) in [(Player::Black, &self.black), (Player::White, &self.white)] {
            for name in names.split_whitespace() {
                let missing = || StudyError::Senseless(format!("{}: there is no cell {name}", self.name));
                let cell = position.topology().cell(name).ok_or_else(missing)?;
                position.set_stone(cell, player).map_err(StudyError::senseless)?;
            }
        }
        Ok(position)
    }
}

impl BoardStudy {
    pub(super) fn run(&self) -> Result<RunOutcome, StudyError> {
        let mut outcome = RunOutcome::default();
        let mut table = RunTable::new("Boards", ["board", "cells", "links", "cells by number of neighbours"]);
        let mut pictures = Vec::new();
        for EmptyBoard { name, board } in &self.board {
            let (topology, picture) = empty(name, board)?;
            let mut by_degree = std::collections::BTreeMap::<usize, usize>::new();
            for cell in topology.cells() {
                *by_degree.entry(topology.neighbours(cell).len()).or_default() += 1;
            }
            let degrees: Vec<String> = by_degree.iter().map(|(degree, n)| format!("{n} with {degree}")).collect();
            let n_links = topology.cells().map(|cell| topology.neighbours(cell).len()).sum::<usize>() / 2;
            table.row([
                format!("{name}: {board}"),
                topology.n_cells().to_string(),
                n_links.to_string(),
                degrees.join(", "),
            ]);
            let least = by_degree.keys().next().copied().unwrap_or(0);
            outcome.numbers.push(Number::exact(format!("cells of {name}"), topology.n_cells() as f64));
            outcome.numbers.push(Number::exact(format!("least neighbours on {name}"), least as f64));
            pictures.push(picture);
        }
        if !self.board.is_empty() {
            outcome.picture("", Picture::beside(pictures));
            outcome.tables.push(table);
        }
        for given in &self.position {
            let position = given.position()?;
            let session = Session::from_position(position).map_err(StudyError::senseless)?;
            let winner = match session.outcome() {
                Some(GameOutcome::Win(Player::Black)) => 1.0,
                Some(GameOutcome::Win(Player::White)) => -1.0,
                _ => 0.0,
            };
            outcome.numbers.push(Number::exact(format!("winner of {}", given.name), winner));
            let picture = positions::position(&given.name, &session, Theme::Light).map_err(StudyError::senseless)?;
            outcome.picture(&given.name, picture);
        }
        Ok(outcome)
    }
}

/// A board, and its picture.
fn empty(name: &str, board: &str) -> Result<(tesuji_board::Topology, Picture), StudyError> {
    if let Some(side) = board.strip_prefix("hex:") {
        let side: usize = side.parse().map_err(StudyError::senseless)?;
        let session = Session::new(&GameSpec::hex(side, side)).map_err(StudyError::senseless)?;
        let topology = session.spec().topology().map_err(StudyError::senseless)?;
        return Ok((topology, positions::position(name, &session, Theme::Light).map_err(StudyError::senseless)?));
    }
    let spec: BoardSpec = board.parse().map_err(StudyError::senseless)?;
    let topology = spec.topology().map_err(StudyError::senseless)?;
    let mut drawing = Drawing::new(&topology, Theme::Light);
    let corners: CellSet = corners(&topology);
    drawing.title(&format!("{name}: {board}, {} points", topology.n_cells()));
    drawing.region(&corners, tesuji_figures::Tint::Amber);
    drawing.legend(tesuji_figures::Key::Tint(tesuji_figures::Tint::Amber), "fewest neighbours");
    let picture = drawing.picture();
    Ok((topology, picture))
}

/// The cells with the fewest neighbours.
fn corners(topology: &tesuji_board::Topology) -> CellSet {
    let degree = |cell| topology.neighbours(cell).len();
    let least = topology.cells().map(degree).min().unwrap_or(0);
    topology.cells().filter(|&cell| degree(cell) == least).collect()
}
