//! Positions of Hex that the solver has decided on its way to answers, to train the net for proofs on. A task is a few
//! games of a net, with a position of each to solve.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_board::{Cell, Player, Topology};
use tesuji_engine::{SelfPlaySpec, game_seed};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_neural::Net;
use tesuji_search::Limits;
use tesuji_solve::{BoardConfig, BoardLesson, BoardSolver, Question};

use super::{Batches, LESSONS};
use crate::execute::content;
use crate::folder::{FolderWork, Kind, Record};
use crate::{Outcome, Task, TaskError, WorkError};

/// What the table of a solver may take.
const TABLE_BYTES: usize = 1 << 28;

/// The control: which boards, how many positions to solve on each, and how far.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    /// Sides of boards.
    sides: Vec<usize>,
    /// Positions to solve on each of them.
    positions: u64,
    /// What all follows from, besides the nets.
    #[serde(default)]
    seed: u64,
    /// The most nodes for each.
    #[serde(default = "nodes")]
    nodes: u64,
    /// At most this many random stones at the start of a game.
    #[serde(default = "stones")]
    stones: usize,
    /// What took fewer nodes than this is no lesson: no search asks the net about it.
    #[serde(default = "least_nodes")]
    least_nodes: u32,
}

const fn nodes() -> u64 {
    1_500
}

const fn stones() -> usize {
    4
}

const fn least_nodes() -> u32 {
    2
}

/// Some positions on one board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch {
    /// The net that plays the games and that for proofs ([`Net::id`]).
    nets: [String; 2],
    side: usize,
    seed: u64,
    positions: u64,
    nodes: u64,
    stones: usize,
    least_nodes: u32,
}

/// A position that was to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Solved {
    side: usize,
    /// The moves to it, Black's first.
    moves: Vec<String>,
    /// Who wins: `black` or `white`; `None` if it is undecided.
    winner: Option<String>,
    /// What was decided on the way: `cells mover winner move nodes`. Cells are `B`, `W` or `.`, row by row, fill-in counts as
    /// stones. The players are `B` and `W`, a move is `-` where none wins or none is left.
    lessons: Vec<String>,
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<Outcome, TaskError> {
    let batch: Batch = content(task)?;
    if batch.nets != nets() {
        return Err(TaskError::Failed(format!("this machine has other nets than the task: {}", nets().join(" and "))));
    }
    let solved = (0..batch.positions).map(|number| batch.solve(number, stop)).collect::<Result<Vec<_>, _>>()?;
    task.outcome(&solved)
}

fn nets() -> [String; 2] {
    [Net::shipped(), Net::for_proofs()].map(|net| net.id().to_owned())
}

/// How many stones a position to solve has at least: small boards are solved from the start, large ones late.
const fn first_stones(side: usize) -> usize {
    side * side * side.saturating_sub(8) / 20
}

impl Batch {
    fn solve(&self, number: u64, stop: &Arc<AtomicBool>) -> Result<Solved, TaskError> {
        let senseless = |error: &dyn std::fmt::Display| TaskError::Senseless(error.to_string());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let limits = |nodes| Limits { nodes, interrupt: Arc::clone(stop), ..Limits::default() };
        let stones = rng.random_range(1..=self.stones);
        let game = games_of(self.side, stones).play(rng.random(), &limits(None)).map_err(|error| senseless(&error))?;
        let mut moves = game.ok_or(TaskError::Stopped)?.moves;
        let last = moves.len().saturating_sub(1);
        moves.truncate(rng.random_range(first_stones(self.side).min(last * 2 / 3)..=last));

        let mut position = Position::empty(self.side, self.side).map_err(|error| senseless(&error))?;
        for name in &moves {
            let cell = position.topology().cell(name).ok_or_else(|| senseless(&name))?;
            position.play(Move::Place(cell)).map_err(|error| senseless(&error))?;
        }
        let mut solver =
            BoardSolver::new(BoardConfig { table_bytes: TABLE_BYTES, uses_net: true, ..BoardConfig::default() });
        let answer = solver.solve(&Question::from(&position), &limits(Some(self.nodes)));
        if stop.load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        let lessons = solver.lessons(self.least_nodes);
        let mut lessons: Vec<String> = lessons.iter().map(|lesson| in_line(position.topology(), lesson)).collect();
        lessons.sort_unstable();
        Ok(Solved { side: self.side, moves, winner: answer.winner.map(|winner| winner.name().to_owned()), lessons })
    }
}

/// Games by first guesses, without searches.
fn games_of(side: usize, stones: usize) -> SelfPlaySpec {
    SelfPlaySpec { side, stones, rounds: 1, quick_rounds: 0, thorough: 0.0, finished: 0.0 }
}

fn in_line(topology: &Topology, lesson: &BoardLesson) -> String {
    let BoardLesson { black, white, to_move, winner, winning_move, nodes } = lesson;
    let stone = |cell: Cell| match cell {
        cell if black.contains(cell) => 'B',
        cell if white.contains(cell) => 'W',
        _ => '.',
    };
    let cells: String = topology.cells().map(stone).collect();
    let mv = winning_move.map_or("-", |cell| topology.name(cell));
    let letter = |player| if player == Player::Black { 'B' } else { 'W' };
    format!("{cells} {} {} {mv} {nodes}", letter(*to_move), letter(*winner))
}

/// All batches.
#[derive(Clone, Debug)]
pub(crate) struct Lessons(Control);

/// Opens the work, with the folder of its lessons.
pub(crate) fn open(control: &str, out: &Path, shard: tesuji_arena::Shard) -> Result<FolderWork<Lessons>, WorkError> {
    let control: Control = super::toml_of(control, "a file that says `sides = [7, 9]` and `positions = 100`")?;
    if control.positions == 0 || control.nodes == 0 || control.sides.is_empty() {
        return Err(WorkError::Senseless("lessons need at least one board, one position and one node".to_owned()));
    }
    for &side in &control.sides {
        games_of(side, control.stones).check().map_err(|error| WorkError::Senseless(error.to_string()))?;
    }
    FolderWork::open(Lessons(control), out, shard)
}

impl Lessons {
    fn batches(&self) -> Batches<'_> {
        Batches { sides: &self.0.sides, games: self.0.positions }
    }
}

impl Kind for Lessons {
    const NAME: &'static str = LESSONS;

    fn title(&self) -> Value {
        json!({"nets": nets(), "control": self.0})
    }

    fn n_tasks(&self) -> u64 {
        self.batches().n_tasks()
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let (side, positions) = self.batches().of_task(number)?;
        let Control { nodes, stones, least_nodes, .. } = self.0;
        let seed = game_seed(self.0.seed, number);
        Task::new(LESSONS, number, &Batch { nets: nets(), side, seed, positions, nodes, stones, least_nodes })
    }

    /// Lessons are believed if they are about positions of this board; who wins there is taken as it comes.
    fn believe(&self, task: &Task, result: &Value) -> Result<Record, String> {
        let solved = Vec::<Solved>::deserialize(result).map_err(|error| format!("these are no lessons: {error}"))?;
        let batch: Batch = content(task).map_err(|error| error.to_string())?;
        if solved.len() as u64 != batch.positions {
            return Err(format!("expected {} positions, found {}", batch.positions, solved.len()));
        }
        for (number, position) in solved.iter().enumerate() {
            check(position, &batch).map_err(|fault| format!("position {}: {fault}", number + 1))?;
        }
        Ok(Record { value: json!(solved), files: BTreeMap::new() })
    }

    fn restore(&self, record: Record) -> Result<Value, String> {
        Ok(record.value)
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let mut boards: BTreeMap<usize, [u64; 3]> = BTreeMap::new();
        for record in records.values() {
            for solved in Vec::<Solved>::deserialize(record).unwrap_or_default() {
                let [positions, decided, lessons] = boards.entry(solved.side).or_default();
                *positions += 1;
                *decided += u64::from(solved.winner.is_some());
                *lessons += solved.lessons.len() as u64;
            }
        }
        let rows = boards.iter().map(|(side, [positions, decided, lessons])| {
            json!({"side": side, "positions": positions, "decided": decided, "lessons": lessons})
        });
        Ok(json!({"kind": LESSONS, "nets": nets(), "tasks": self.n_tasks(), "done": records.len(),
                  "boards": rows.collect::<Vec<_>>()}))
    }
}

fn check(solved: &Solved, batch: &Batch) -> Result<(), String> {
    if solved.side != batch.side {
        return Err(format!("expected a board of side {}, found {}", batch.side, solved.side));
    }
    let topology = Topology::rhombus(batch.side, batch.side).map_err(|error| error.to_string())?;
    for line in &solved.lessons {
        let fault = |what: &str| Err(format!("{what} in `{line}`"));
        let fields: Vec<&str> = line.split(' ').collect();
        let [cells, mover, winner, mv, nodes] = fields[..] else {
            return fault("expected five fields");
        };
        if cells.len() != topology.n_cells() || !cells.bytes().all(|stone| b"BW.".contains(&stone)) {
            return fault("expected the cells of the board");
        }
        if ![mover, winner].iter().all(|player| ["B", "W"].contains(player)) {
            return fault("expected two players");
        }
        let is_empty = |cell: Cell| cells.as_bytes()[cell.index()] == b'.';
        if mv != "-" && (mover != winner || !topology.cell(mv).is_some_and(is_empty)) {
            return fault("expected a move that can win");
        }
        if nodes.parse::<u32>().is_err() {
            return fault("expected a number of nodes");
        }
    }
    Ok(())
}
