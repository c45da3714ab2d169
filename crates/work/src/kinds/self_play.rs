//! Games of Hex that a net plays against itself, to train the next one on. A task is a few games on one board.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_board::Player;
use tesuji_engine::{Searched, SelfPlayGame, SelfPlaySpec, game_seed};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_neural::Net;
use tesuji_search::Limits;
use tesuji_solve::Question;

use super::{Batches, SELF_PLAY};
use crate::execute::content;
use crate::folder::{FolderWork, Kind, Record};
use crate::{Outcome, Task, TaskError, WorkError};

/// The control: which boards, and how many games on each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    /// Sides of boards.
    sides: Vec<usize>,
    /// Games on each of them.
    games: u64,
    /// What all games follow from, besides the net.
    #[serde(default)]
    seed: u64,
    /// How it plays; the side is that of `sides`.
    #[serde(default)]
    play: SelfPlaySpec,
}

/// Some games on one board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch {
    /// The net that plays ([`Net::id`]).
    net: String,
    play: SelfPlaySpec,
    seed: u64,
    games: u64,
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<Outcome, TaskError> {
    let batch: Batch = content(task)?;
    if batch.net != Net::shipped().id() {
        return Err(TaskError::Failed(format!("this machine has another net than the task: {}", Net::shipped().id())));
    }
    let limits = Limits { interrupt: Arc::clone(stop), ..Limits::default() };
    let mut games = Vec::new();
    for number in 0..batch.games {
        let seed = game_seed(batch.seed, number);
        let game = batch.play.play(seed, &limits).map_err(|error| TaskError::Senseless(error.to_string()))?;
        games.push(game.ok_or(TaskError::Stopped)?);
    }
    task.outcome(&games)
}

/// All batches.
#[derive(Clone, Debug)]
pub(crate) struct SelfPlay(Control);

/// Opens self-play, with the folder of its games.
pub(crate) fn open(control: &str, out: &Path, shard: tesuji_arena::Shard) -> Result<FolderWork<SelfPlay>, WorkError> {
    let control: Control = super::toml_of(control, "a file that says `sides = [5, 7]` and `games = 100`")?;
    if control.games == 0 || control.sides.is_empty() {
        return Err(WorkError::Senseless("self-play needs at least one board and one game".to_owned()));
    }
    for &side in &control.sides {
        let play = SelfPlaySpec { side, ..control.play };
        play.check().map_err(|error| WorkError::Senseless(error.to_string()))?;
    }
    FolderWork::open(SelfPlay(control), out, shard)
}

impl SelfPlay {
    fn batches(&self) -> Batches<'_> {
        Batches { sides: &self.0.sides, games: self.0.games }
    }
}

impl Kind for SelfPlay {
    const NAME: &'static str = SELF_PLAY;

    fn title(&self) -> Value {
        json!({"net": Net::shipped().id(), "control": self.0})
    }

    fn n_tasks(&self) -> u64 {
        self.batches().n_tasks()
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let (side, games) = self.batches().of_task(number)?;
        let batch = Batch {
            net: Net::shipped().id().to_owned(),
            play: SelfPlaySpec { side, ..self.0.play },
            seed: game_seed(self.0.seed, number),
            games,
        };
        Task::new(SELF_PLAY, number, &batch)
    }

    /// Games are believed as far as they can be checked without playing them again: see [`check`].
    fn believe(&self, task: &Task, result: &Value) -> Result<Record, String> {
        let games = Vec::<SelfPlayGame>::deserialize(result).map_err(|error| format!("these are no games: {error}"))?;
        let batch: Batch = content(task).map_err(|error| error.to_string())?;
        if games.len() as u64 != batch.games {
            return Err(format!("expected {} games, found {}", batch.games, games.len()));
        }
        for (number, game) in games.iter().enumerate() {
            let seed = game_seed(batch.seed, number as u64);
            check(game, &batch.play, seed).map_err(|fault| format!("game {}: {fault}", number + 1))?;
        }
        Ok(Record { value: json!(games), files: BTreeMap::new() })
    }

    fn restore(&self, record: Record) -> Result<Value, String> {
        Ok(record.value)
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let mut boards: BTreeMap<usize, [u64; 5]> = BTreeMap::new();
        for record in records.values() {
            for game in Vec::<SelfPlayGame>::deserialize(record).unwrap_or_default() {
                let [games, black, moves, searched, proved] = boards.entry(game.side).or_default();
                *games += 1;
                *black += u64::from(game.winner == "black");
                *moves += game.moves.len() as u64;
                *searched += game.searched.len() as u64;
                *proved += u64::from(game.proved_after.is_some());
            }
        }
        let rows = boards.iter().map(|(side, [games, black, moves, searched, proved])| {
            json!({"side": side, "games": games, "won_by_black": black, "moves": moves, "searched": searched,
                   "proved": proved})
        });
        Ok(json!({"kind": SELF_PLAY, "net": Net::shipped().id(), "tasks": self.n_tasks(), "done": records.len(),
                  "boards": rows.collect::<Vec<_>>()}))
    }
}

/// What makes the positions of a game decided or not where nothing else is known.
const NODES: u64 = 20;

/// Checks a game: that it begins as its seed says, goes by the rules and ends as it says it does; that what was searched
/// belongs to its positions; and that a proof of the winner is not refuted by a search of [`NODES`] nodes.
fn check(game: &SelfPlayGame, play: &SelfPlaySpec, seed: u64) -> Result<(), String> {
    if game.side != play.side {
        return Err(format!("expected a board of side {}, found {}", play.side, game.side));
    }
    let winner = Player::BOTH.into_iter().find(|player| player.name() == game.winner);
    let winner = winner.ok_or_else(|| format!("`{:.20}` is not a player: expected `black` or `white`", game.winner))?;
    let opening = play.opening(seed).map_err(|error| error.to_string())?;
    let mut position = Position::empty(game.side, game.side).map_err(|error| error.to_string())?;
    let mut searched = game.searched.iter().peekable();
    for (ply, name) in game.moves.iter().enumerate() {
        while let Some(found) = searched.next_if(|found| found.ply <= ply) {
            check_searched(found, ply, opening.len(), &position)?;
        }
        let cell = position.topology().cell(name).ok_or_else(|| format!("there is no cell `{name}`"))?;
        position.play(Move::Place(cell)).map_err(|error| format!("{name}: {error}"))?;
    }
    for found in searched {
        if position.winner().is_some() {
            return Err(format!("ply {}: the game is over", found.ply));
        }
        check_searched(found, game.moves.len(), opening.len(), &position)?;
    }
    if let Some(twice) = game.searched.windows(2).find(|pair| pair[0].ply >= pair[1].ply) {
        return Err(format!("ply {}: it was searched before", twice[1].ply));
    }
    if !game.moves.starts_with(&opening) {
        return Err(format!("expected a game that begins with {}", opening.join(" ")));
    }
    match (position.winner(), game.proved_after) {
        (_, Some(after)) if after < opening.len() || after > game.moves.len() => {
            Err(format!("it cannot have been proved after move {after}"))
        }
        (Some(by_rules), _) if by_rules != winner => Err(format!("{} has won, not {}", by_rules.name(), game.winner)),
        (Some(_), _) => Ok(()),
        (None, None) => Err("it neither ended nor was proved".to_owned()),
        (None, Some(after)) if after != game.moves.len() => {
            Err(format!("it was proved after move {after} and goes on without an end"))
        }
        (None, Some(_)) => match super::winner_at_sight(&Question::from(&position), NODES) {
            Some(found) if found != winner => Err(format!("{} wins, not {}", found.name(), game.winner)),
            _ => Ok(()),
        },
    }
}

/// Checks what a search found in this position, `ply` moves after the start of which the first `n_random` are random.
fn check_searched(found: &Searched, ply: usize, n_random: usize, position: &Position) -> Result<(), String> {
    let wrong = |fault: String| Err(format!("ply {}: {fault}", found.ply));
    if found.ply != ply || ply < n_random {
        return wrong("no position of this game was searched there".to_owned());
    }
    if !(0.0..=1.0).contains(&found.value) {
        return wrong(format!("a value of {}, not from 0 to 1", found.value));
    }
    let mut sum = 0.0;
    let mut seen = BTreeSet::new();
    for (name, chance) in &found.chances {
        let cell = position.topology().cell(name);
        if !cell.is_some_and(|cell| position.is_legal(Move::Place(cell)) && seen.insert(cell)) {
            return wrong(format!("`{name:.20}` is no cell that is empty, or there twice"));
        }
        if !(*chance > 0.0 && *chance <= 1.0) {
            return wrong(format!("{name}: a chance of {chance}"));
        }
        sum += chance;
    }
    // Each chance is rounded to a thousandth, those of moves that are left out as well.
    let error = 0.000_51 * position.moves().len() as f64;
    if (sum - 1.0_f64).abs() > error.max(0.002) {
        return wrong(format!("chances that sum to {sum:.3}"));
    }
    Ok(())
}
