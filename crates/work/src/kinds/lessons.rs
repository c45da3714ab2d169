//! Positions of Hex that searches have decided on their way to answers, to train the nets for proofs and for claims on. A
//! task is a few games of a net, with a position of each to solve, or a few claims about parts of a board.

mod audit;
mod walk;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_board::{Player, column_name};
use tesuji_engine::{SelfPlaySpec, game_seed};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_neural::{Net, PlaceContent};
use tesuji_prove::{BoardConfig, BoardSolver, ClaimSamples, Question, TrainingSample, samples_of};
use tesuji_search::Limits;

use self::walk::ClaimWalk;
use super::{Batches, LESSONS};
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, WorkKind};
use crate::{Task, TaskError, TaskOutcome, WorkError};

/// Largest size of the table of a solver.
const TABLE_BYTES: usize = 1 << 28;

/// The control: which boards, how many positions to solve on each, and how far.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonsControl {
    /// Sides of boards.
    sides: Vec<usize>,
    /// Positions to solve on each of them.
    positions: u64,
    /// Seed of everything, besides the nets.
    #[serde(default)]
    seed: u64,
    /// The most nodes for each.
    #[serde(default = "nodes")]
    nodes: u64,
    /// At most this many random stones at the start of a game.
    #[serde(default = "stones")]
    stones: usize,
    /// Least number of nodes of a lesson: no search asks the net about less.
    #[serde(default = "least_nodes")]
    least_nodes: u32,
    /// Whether to solve claims about parts of the boards, in place of whole boards.
    #[serde(default)]
    claims: bool,
}

/// On smaller boards hardly any two places are far enough from each other for a claim.
const LEAST_SIDE: usize = 4;

const fn nodes() -> u64 {
    1_500
}

const fn stones() -> usize {
    4
}

const fn least_nodes() -> u32 {
    2
}

/// Some positions of one board, or claims about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleBatch {
    /// The nets that have a say ([`Net::id`]).
    nets: Vec<String>,
    side: usize,
    seed: u64,
    positions: u64,
    nodes: u64,
    stones: usize,
    least_nodes: u32,
    claims: bool,
}

/// A position or claim that was to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Solved {
    side: usize,
    /// The moves to the position, Black's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    /// The winner: `black` or `white`; `None` if it is undecided. The owner of a claim is Black.
    winner: Option<String>,
    /// Positions decided on the way: `cells mover winner move nodes`. Cells are `B`, `W` or `.`, row by row, fill-in
    /// counts as stones. The players are `B` and `W`, a move is `-` where none wins or none is left.
    ///
    /// For a claim the cells are a square with two places more beyond each edge, which the move's name does not count. There
    /// `b` and `w` are what always was a player's.
    lessons: Vec<String>,
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let batch: SampleBatch = content(task)?;
    let nets = nets(batch.claims);
    if batch.nets != nets {
        return Err(TaskError::Failed(format!("this machine has other nets than the task: {}", nets.join(" and "))));
    }
    let solved = match batch.claims {
        true => batch.walk(stop)?,
        false => (0..batch.positions).map(|number| batch.solve(number, stop)).collect::<Result<Vec<_>, _>>()?,
    };
    task.outcome(&solved)
}

/// The net for claims, or the net that plays games and that for proofs.
fn nets(claims: bool) -> Vec<String> {
    let nets = if claims { vec![Net::for_claims()] } else { vec![Net::shipped(), Net::for_proofs()] };
    nets.into_iter().map(|net| net.id().to_owned()).collect()
}

/// Least number of stones in a position to solve: small boards are solved from the start, large ones late.
const fn first_stones(side: usize) -> usize {
    side * side * side.saturating_sub(8) / 20
}

impl SampleBatch {
    /// The game that leads to a position: its settings and its seed; and what is drawn from after that.
    fn game(&self, number: u64) -> (SelfPlaySpec, u64, Xoshiro256PlusPlus) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let play = SelfPlaySpec { side: self.side, stones: rng.random_range(1..=self.stones.max(1)) };
        let seed = rng.random();
        (play, seed, rng)
    }

    fn solve(&self, number: u64, stop: &Arc<AtomicBool>) -> Result<Solved, TaskError> {
        let senseless = |error: &dyn std::fmt::Display| TaskError::Senseless(error.to_string());
        let (play, seed, mut rng) = self.game(number);
        let limits = |nodes| Limits { nodes, interrupt: Arc::clone(stop), ..Limits::default() };
        let game = play.play(seed, &limits(None)).map_err(|error| senseless(&error))?;
        let mut moves = game.ok_or(TaskError::Stopped)?;
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
        let mut lessons: Vec<String> = solver.samples(self.least_nodes).iter().map(in_line).collect();
        lessons.sort_unstable();
        Ok(Solved { side: self.side, moves, winner: answer.winner.map(|winner| winner.name().to_owned()), lessons })
    }

    /// Claims with the same goal, each a little easier or harder than the one before.
    fn walk(&self, stop: &Arc<AtomicBool>) -> Result<Vec<Solved>, TaskError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut walk = ClaimWalk::new(self.side, &mut rng).map_err(|error| TaskError::Senseless(error.to_string()))?;
        let mut solved = Vec::new();
        for _ in 0..self.positions {
            let limits = Limits { nodes: Some(self.nodes), interrupt: Arc::clone(stop), ..Limits::default() };
            let ClaimSamples { holds, samples } = samples_of(walk.claim(), &limits, self.least_nodes);
            if stop.load(Ordering::Relaxed) {
                return Err(TaskError::Stopped);
            }
            let mut lessons: Vec<String> = samples.iter().map(in_line).collect();
            lessons.sort_unstable();
            let winner = holds.map(|holds| if holds { Player::Black } else { Player::White }.name().to_owned());
            solved.push(Solved { side: self.side, moves: Vec::new(), winner, lessons });
            walk.step(holds, &mut rng);
        }
        Ok(solved)
    }
}

fn in_line(sample: &TrainingSample) -> String {
    let TrainingSample { places, to_move, winner, winning_move, nodes } = sample;
    let place = |place: &PlaceContent| match *place {
        PlaceContent::Empty => '.',
        PlaceContent::Stone(player) => letter(player),
        PlaceContent::Outside(player) => letter(player).to_ascii_lowercase(),
    };
    let cells: String = places.iter().map(place).collect();
    let mv = winning_move.map_or_else(|| "-".to_owned(), |(row, column)| format!("{}{}", column_name(column), row + 1));
    format!("{cells} {} {} {mv} {nodes}", letter(*to_move), letter(*winner))
}

const fn letter(player: Player) -> char {
    match player {
        Player::Black => 'B',
        Player::White => 'W',
    }
}

/// All batches.
#[derive(Clone, Debug)]
pub(crate) struct Lessons(LessonsControl);

/// Opens the work, with the folder of its lessons.
pub(crate) fn open(control: &str, out: &Path, shard: tesuji_arena::Shard) -> Result<FolderWork<Lessons>, WorkError> {
    let control: LessonsControl = super::toml_of(control, "a file that says `sides = [7, 9]` and `positions = 100`")?;
    if control.positions == 0 || control.nodes == 0 || control.sides.is_empty() {
        return Err(WorkError::Senseless("lessons need at least one board, one position and one node".to_owned()));
    }
    for &side in &control.sides {
        if control.claims && side < LEAST_SIDE {
            return Err(WorkError::Senseless(format!("claims need boards of side {LEAST_SIDE} or more, found {side}")));
        }
        SelfPlaySpec { side, stones: control.stones }
            .check()
            .map_err(|error| WorkError::Senseless(error.to_string()))?;
    }
    FolderWork::open(Lessons(control), out, shard)
}

impl Lessons {
    fn batches(&self) -> Batches<'_> {
        Batches { sides: &self.0.sides, games: self.0.positions }
    }
}

impl WorkKind for Lessons {
    const NAME: &'static str = LESSONS;

    fn title(&self) -> Value {
        json!({"nets": nets(self.0.claims), "control": self.0})
    }

    fn n_tasks(&self) -> u64 {
        self.batches().n_tasks()
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let (side, positions) = self.batches().of_task(number)?;
        let LessonsControl { nodes, stones, least_nodes, claims, .. } = self.0;
        let seed = game_seed(self.0.seed, number);
        let nets = nets(claims);
        Task::new(LESSONS, number, &SampleBatch { nets, side, seed, positions, nodes, stones, least_nodes, claims })
    }

    /// Lessons are believed if they are about positions that follow from those that were to be solved, and no short search
    /// finds another winner.
    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let solved = Vec::<Solved>::deserialize(result).map_err(|error| format!("these are no lessons: {error}"))?;
        let batch: SampleBatch = content(task).map_err(|error| error.to_string())?;
        if solved.len() as u64 != batch.positions {
            return Err(format!("expected {} positions, found {}", batch.positions, solved.len()));
        }
        audit::check(&batch, &solved)?;
        Ok(StoredResult { value: json!(solved), files: BTreeMap::new() })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        Ok(record.value)
    }

    fn n_undecided(&self, record: &Value) -> usize {
        let winners = record.as_array().into_iter().flatten();
        winners.filter(|solved| solved["winner"].is_null()).count()
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
        Ok(json!({"kind": LESSONS, "nets": nets(self.0.claims), "tasks": self.n_tasks(), "done": records.len(),
                  "boards": rows.collect::<Vec<_>>()}))
    }
}
