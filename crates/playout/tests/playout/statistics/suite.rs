//! The suite of `testdata/go/two-points.toml`, and its images.

use serde::Deserialize;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Diagram, Komi, Move, Position, Rules};

#[derive(Deserialize)]
struct Suite {
    position: Vec<Problem>,
}

#[derive(Deserialize)]
pub(crate) struct Problem {
    pub(crate) id: String,
    pub(crate) to_move: String,
    pub(crate) komi: String,
    pub(crate) diagram: String,
    #[serde(default)]
    pub(crate) pairs: Vec<String>,
    #[serde(default)]
    pub(crate) outside: String,
    #[serde(default)]
    pub(crate) inside: String,
    #[serde(default)]
    pub(crate) theirs: String,
    #[serde(default)]
    pub(crate) vital: String,
}

pub(crate) fn problem(id: &str) -> Problem {
    let suite: Suite = toml::from_str(include_str!("../../../../../testdata/go/two-points.toml")).unwrap();
    suite.position.into_iter().find(|problem| problem.id == id).unwrap()
}

/// A problem turned, mirrored, and perhaps with the players exchanged.
pub(crate) struct Image {
    pub(crate) position: Position,
    /// The player who is Black in the file.
    pub(crate) black: Player,
    pub(crate) marks: Vec<(char, Cell)>,
}

impl Image {
    /// Number 0 is the problem itself; the lowest three bits turn and mirror it, the fourth exchanges the players.
    pub(crate) fn new(problem: &Problem, number: u64) -> Self {
        let diagram: Diagram = problem.diagram.parse().unwrap();
        let (side, rows) = diagram.size();
        assert_eq!(side, rows, "only squares can be turned");
        let map = |cell: Cell| {
            let (mut column, mut row) = (cell.index() % side, cell.index() / side);
            if number & 1 != 0 {
                column = side - 1 - column;
            }
            if number & 2 != 0 {
                row = side - 1 - row;
            }
            if number & 4 != 0 {
                std::mem::swap(&mut column, &mut row);
            }
            Cell::new(row * side + column)
        };
        let is_exchanged = number & 8 != 0;
        let black = if is_exchanged { Player::White } else { Player::Black };
        let stones = Player::BOTH.map(|player| {
            let own = if is_exchanged { player.opponent() } else { player };
            diagram.stones()[own.index()].iter().map(map).collect::<CellSet>()
        });
        let komi: Komi = problem.komi.parse().unwrap();
        let komi = if is_exchanged { Komi::from_half_points(-komi.half_points()) } else { komi };
        let to_move = if problem.to_move == "black" { black } else { black.opponent() };
        let topology = Topology::square(side, side).unwrap();
        let position = Position::setup(topology, Rules::CHINESE, komi, [&stones[0], &stones[1]], to_move).unwrap();
        let marks = diagram.marks().iter().map(|&(letter, cell)| (letter, map(cell))).collect();
        Self { position, black, marks }
    }

    pub(crate) fn cell(&self, letter: char) -> Cell {
        self.marks.iter().find(|(mark, _)| *mark == letter).unwrap().1
    }

    pub(crate) fn cells(&self, letters: &str) -> Vec<Cell> {
        letters.chars().map(|letter| self.cell(letter)).collect()
    }

    /// The position after the file's White has played on this mark, whoever was to move.
    pub(crate) fn after_white(&self, letter: char) -> Position {
        let mut position = self.position.clone();
        position.set_to_move(self.black.opponent());
        position.play(Move::Place(self.cell(letter))).unwrap();
        position
    }
}
