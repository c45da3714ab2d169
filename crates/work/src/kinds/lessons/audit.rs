//! Checks of lessons that come from elsewhere: as much as can be checked without solving everything again.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player, parse_cell_name};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_neural::REACH;
use tesuji_prove::{ClaimSamples, Question, samples_of};
use tesuji_search::Limits;

use super::walk::ClaimWalk;
use super::{SampleBatch, Solved};
use crate::kinds::winner_at_sight;

/// The nodes of a search that looks for another winner.
const NODES: u64 = 20;
/// The lessons of a position whose winners are looked for again, spread over all of them.
const LOOKED_AT: usize = 6;

/// Checks all positions of a task, or all claims.
///
/// # Errors
///
/// The first thing that cannot be true.
pub(super) fn check(batch: &SampleBatch, all: &[Solved]) -> Result<(), String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(batch.seed);
    let walk = batch.claims.then(|| ClaimWalk::new(batch.side, &mut rng)).transpose();
    let mut walk = walk.map_err(|error| error.to_string())?;
    for (number, solved) in all.iter().enumerate() {
        let named = |fault: String| format!("position {}: {fault}", number + 1);
        if solved.side != batch.side {
            return Err(named(format!("expected a board of side {}, found {}", batch.side, solved.side)));
        }
        let winner = winner_of(solved).map_err(named)?;
        let root = match &mut walk {
            Some(walk) => {
                check_claim(solved, winner, batch, walk).map_err(named)?;
                walk.step(winner.map(|winner| winner == Player::Black), &mut rng);
                None
            }
            None => Some(check_position(solved, winner, batch, number as u64).map_err(named)?),
        };
        check_lessons(solved, batch, root.as_ref()).map_err(named)?;
    }
    Ok(())
}

fn winner_of(solved: &Solved) -> Result<Option<Player>, String> {
    let Some(name) = &solved.winner else { return Ok(None) };
    let found = Player::BOTH.into_iter().find(|player| player.name() == name);
    found.map(Some).ok_or_else(|| format!("`{name:.20}` is not a player: expected `black` or `white`"))
}

/// Compares the winner that is named with the one that a short search finds.
fn compare(named: Option<Player>, found: Option<Player>) -> Result<(), String> {
    match (named, found) {
        (Some(named), Some(found)) if named != found => Err(format!("{} wins, not {}", found.name(), named.name())),
        (None, Some(found)) => {
            Err(format!("undecided, though a search of {NODES} nodes finds that {} wins", found.name()))
        }
        _ => Ok(()),
    }
}

/// Checks the position of a board that was to be solved. Returns it.
fn check_position(
    solved: &Solved,
    winner: Option<Player>,
    batch: &SampleBatch,
    number: u64,
) -> Result<Position, String> {
    let (play, seed, _) = batch.game(number);
    let opening = play.opening(seed).map_err(|error| error.to_string())?;
    let n_shared = opening.len().min(solved.moves.len());
    if solved.moves[..n_shared] != opening[..n_shared] {
        return Err(format!("expected a game that begins with {}", opening.join(" ")));
    }
    let mut position = Position::empty(batch.side, batch.side).map_err(|error| error.to_string())?;
    for name in &solved.moves {
        let cell = position.topology().cell(name).ok_or_else(|| format!("there is no cell `{name:.20}`"))?;
        position.play(Move::Place(cell)).map_err(|error| format!("{name}: {error}"))?;
    }
    if position.winner().is_some() {
        return Err("the game is over there".to_owned());
    }
    compare(winner, winner_at_sight(&Question::from(&position), NODES.min(batch.nodes)))?;
    Ok(position)
}

/// Checks the claim that was to be decided, which follows from those before it.
fn check_claim(solved: &Solved, winner: Option<Player>, batch: &SampleBatch, walk: &ClaimWalk) -> Result<(), String> {
    if !solved.moves.is_empty() {
        return Err("a claim has no moves".to_owned());
    }
    let limits = Limits::nodes(NODES.min(batch.nodes));
    let ClaimSamples { holds, .. } = samples_of(walk.claim(), &limits, u32::MAX);
    compare(winner, holds.map(|holds| if holds { Player::Black } else { Player::White }))
}

/// Checks the lessons of a position or claim. Of a board `root` is the position.
fn check_lessons(solved: &Solved, batch: &SampleBatch, root: Option<&Position>) -> Result<(), String> {
    if let Some(pair) = solved.lessons.windows(2).find(|pair| pair[0] > pair[1]) {
        return Err(format!("`{}` is not in its place", pair[1]));
    }
    let start = root.map(Question::from);
    let every = solved.lessons.len().div_ceil(LOOKED_AT).max(1);
    for (idx, line) in solved.lessons.iter().enumerate() {
        let fault = |what: &str| Err(format!("{what} in `{line}`"));
        let fields: Vec<&str> = line.split(' ').collect();
        let [cells, mover, winner, mv, nodes] = fields[..] else {
            return fault("expected five fields");
        };
        let (is_size, letters): (_, &[u8]) = match batch.claims {
            true => (cells.len().isqrt().pow(2) == cells.len() && cells.len() > 4 * REACH * REACH, b"BWbw."),
            false => (cells.len() == batch.side * batch.side, b"BW."),
        };
        if !is_size || !cells.bytes().all(|stone| letters.contains(&stone)) {
            return fault("expected the cells of the board");
        }
        if ![mover, winner].iter().all(|player| ["B", "W"].contains(player)) {
            return fault("expected two players");
        }
        let wide = cells.len().isqrt();
        let margin = if batch.claims { REACH } else { 0 };
        let is_empty = |name: &str| {
            let seat = parse_cell_name(name, wide - 2 * margin, wide - 2 * margin);
            seat.is_ok_and(|(column, row)| cells.as_bytes()[(row + margin) * wide + column + margin] == b'.')
        };
        if mv != "-" && (mover != winner || !is_empty(mv)) {
            return fault("expected a move that can win");
        }
        if !nodes.parse::<u32>().is_ok_and(|nodes| nodes >= batch.least_nodes) {
            return fault("expected a number of nodes");
        }
        let Some(start) = &start else { continue };
        let places = |letter: u8| -> CellSet {
            cells.bytes().enumerate().filter(|(_, stone)| *stone == letter).map(|(idx, _)| Cell::new(idx)).collect()
        };
        let [black, white] = [places(b'B'), places(b'W')];
        if !start.black.iter().all(|cell| black.contains(cell)) || !start.white.iter().all(|cell| white.contains(cell))
        {
            return fault("expected a position that follows from the one to be solved");
        }
        if idx % every == 0 {
            let to_move = if mover == "B" { Player::Black } else { Player::White };
            let found = winner_at_sight(&Question { black, white, to_move, ..start.clone() }, NODES);
            let named = if winner == "B" { Player::Black } else { Player::White };
            if found.is_some_and(|found| found != named) {
                return fault("expected the other winner");
            }
        }
    }
    Ok(())
}
