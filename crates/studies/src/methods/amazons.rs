//! Amazons: how the number of moves falls, who owns squares, how deep a budget reaches (Saijo and Kotani, about 1999).

use serde::Deserialize;
use tesuji_amazons::Position;
use tesuji_amazons::notation::read_setup;
use tesuji_amazons_eval::{OwnershipDecision, first_reach_map, path_interception_map};
use tesuji_board::Player;
use tesuji_engine::{AlphaBetaSpec, GameSpec, PlayerSpec, Session};
use tesuji_figures::Theme;
use tesuji_gallery::amazons;
use tesuji_search::Limits;

use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};

/// Games between two players, and the number of legal moves at each ply.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveCountStudy {
    /// The players with Black and White.
    players: [PlayerSpec; 2],
    /// Number of games.
    games: u64,
    /// The seed of the first game.
    seed: u64,
}

impl MoveCountStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let seeds: Vec<u64> = (0..self.games).map(|game| self.seed + game).collect();
        let games = bench.map("games", &seeds, |&seed| self.play(seed))?;
        let games = games.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut outcome = RunOutcome::default();
        let longest = games.iter().map(Vec::len).max().unwrap_or(0);
        let mut table = RunTable::new(
            "Legal moves of the player to move, over the games that lasted so long",
            ["ply", "games", "median", "95 % of games"],
        );
        for ply in 0..longest {
            let mut counts: Vec<u32> = games.iter().filter_map(|game| game.get(ply).copied()).collect();
            counts.sort_unstable();
            let at = |share: f64| f64::from(counts[((counts.len() - 1) as f64 * share).round() as usize]);
            let (low, median, high) = (at(0.025), at(0.5), at(0.975));
            table.row([
                (ply + 1).to_string(),
                counts.len().to_string(),
                median.to_string(),
                format!("{low} to {high}"),
            ]);
            let interval = (high > low).then_some([low, high]);
            let number = Number::measured(format!("moves at ply {}", ply + 1), median, interval);
            outcome.numbers.push(Number { is_range: true, ..number });
        }
        let mut lengths: Vec<usize> = games.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        if let Some(median) = lengths.get(lengths.len() / 2) {
            let ends =
                [0.025, 0.975].map(|share| lengths[((lengths.len() - 1) as f64 * share).round() as usize] as f64);
            outcome.numbers.push(Number::measured("plies of a game", *median as f64, Some(ends)));
        }
        outcome.tables.push(table);
        outcome.note("The interval of a number of moves is the range of 19 in 20 games: that of a single game.");
        Ok(outcome)
    }

    /// The number of legal moves before each move of one game.
    fn play(&self, seed: u64) -> Result<Vec<u32>, StudyError> {
        let mut session = Session::new(&GameSpec::amazons(10, 10)).map_err(StudyError::senseless)?;
        let mut counts = Vec::new();
        while session.outcome().is_none() {
            let player = session.to_move();
            if let Some(position) = session.position().as_amazons() {
                counts.push(position.n_moves_of(player));
            }
            let spec = &self.players[player.index()];
            let seed = tesuji_game::zobrist_key(seed).wrapping_add(counts.len() as u64);
            let choice = session.genmove(spec, &Limits::default(), seed).map_err(StudyError::senseless)?;
            session.play(player, &choice.mv).map_err(StudyError::senseless)?;
        }
        Ok(counts)
    }
}

/// The owners of squares by first reach and by path interception, side by side.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maps {
    /// The position, as a diagram or FEN.
    position: String,
    /// The squares that the paper speaks of.
    squares: Vec<String>,
    /// Maps that are drawn: `first-reach`, `path-interception`.
    drawn: Vec<String>,
}

impl Maps {
    pub(super) fn run(&self) -> Result<RunOutcome, StudyError> {
        let setup = read_setup(&self.position).map_err(StudyError::senseless)?;
        let position = Position::new(&setup).map_err(StudyError::senseless)?;
        let size = position.size();
        let mut outcome = RunOutcome::default();
        let mut table = RunTable::new("Squares of Black and of White", ["map", "Black's", "White's", "value"]);
        let maps =
            [("first-reach", first_reach_map(&position)), ("path-interception", path_interception_map(&position))];
        for (name, map) in &maps {
            let words = name.replace('-', " ");
            let owned = |player| map.iter().flatten().filter(|decision| decision.owner == Some(player)).count();
            let (black, white) = (owned(Player::Black), owned(Player::White));
            table.row([words.clone(), black.to_string(), white.to_string(), (black as i64 - white as i64).to_string()]);
            outcome.numbers.push(Number::exact(format!("value by {words}"), black as f64 - white as f64));
            for square in &self.squares {
                let index = size.square_of(square).map_err(StudyError::senseless)?;
                let owner = match map[usize::from(index)] {
                    Some(OwnershipDecision { owner: Some(Player::Black), .. }) => 1.0,
                    Some(OwnershipDecision { owner: Some(Player::White), .. }) => -1.0,
                    _ => 0.0,
                };
                outcome.numbers.push(Number::exact(format!("{square} by {words}"), owner));
            }
        }
        let session = Session::from_position(position.clone()).map_err(StudyError::senseless)?;
        let topology = session.spec().topology().map_err(StudyError::senseless)?;
        let drawn = ["first-reach", "path-interception"].into_iter();
        for (name, picture) in drawn.zip(amazons::domination("the position", &topology, &position, Theme::Light)) {
            if self.drawn.iter().any(|drawn| drawn == name) {
                outcome.picture(name, picture);
            }
        }
        outcome.tables.push(table);
        outcome.note("A square is 1 if it is Black's, -1 if White's, 0 if contested.");
        Ok(outcome)
    }
}

/// The depth that follows from a limit on nodes, along games.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeBudget {
    /// The limits.
    limits: Vec<u64>,
    /// Number of random games that are played.
    games: u64,
    /// The seed of the first.
    seed: u64,
}

impl NodeBudget {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let seeds: Vec<u64> = (0..self.games).map(|game| self.seed + game).collect();
        let games = bench.map("games", &seeds, |&seed| random_game(seed))?;
        let games = games.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut outcome = RunOutcome::default();
        let mut table =
            RunTable::new("Depth by the rule of figure 3", ["limit", "ply 1", "ply 21", "ply 41", "ply 61"]);
        let (mut n_positions, mut n_same) = (0_u64, 0_u64);
        for &limit in &self.limits {
            let spec = AlphaBetaSpec { node_limit: Some(limit), ..AlphaBetaSpec::saijo_1999() };
            let mut cells = vec![limit.to_string()];
            for counts in games.iter().flatten() {
                n_positions += 1;
                n_same += u64::from(figure_3(limit, *counts) == u32::from(spec.depth_at(*counts)));
            }
            for ply in [0, 20, 40, 60] {
                let mut depths: Vec<u32> =
                    games.iter().filter_map(|game| game.get(ply)).map(|&counts| figure_3(limit, counts)).collect();
                depths.sort_unstable();
                cells.push(match (depths.first(), depths.last()) {
                    (Some(low), Some(high)) if low < high => format!("{low} to {high}"),
                    (Some(low), _) => low.to_string(),
                    _ => String::new(),
                });
            }
            table.rows.push(cells);
        }
        outcome.tables.push(table);
        outcome.numbers.push(Number::exact("positions", n_positions as f64));
        outcome
            .numbers
            .push(Number::exact("share of the same depths as the player's", n_same as f64 / n_positions.max(1) as f64));
        Ok(outcome)
    }
}

/// The program of figure 3, line by line.
fn figure_3(limit: u64, [my_node, opp_node]: [u64; 2]) -> u32 {
    let mut node = my_node;
    let mut depth = 1;
    let mut searched = 1;
    while node < limit {
        searched = depth;
        node = node.saturating_mul(opp_node);
        if node > limit {
            break;
        }
        depth += 1;
        searched = depth;
        node = node.saturating_mul(my_node);
        depth += 1;
        // The products of a side with at most one move never grow; the player looks no further than this.
        if depth > u32::from(u8::MAX) {
            break;
        }
    }
    searched.min(u32::from(u8::MAX))
}

/// The numbers of moves of both players, own ones first, in each position of a random game.
fn random_game(seed: u64) -> Result<Vec<[u64; 2]>, StudyError> {
    let mut session = Session::new(&GameSpec::amazons(10, 10)).map_err(StudyError::senseless)?;
    let mut counts = Vec::new();
    let random: PlayerSpec = toml::from_str("kind = 'random'").map_err(StudyError::senseless)?;
    while session.outcome().is_none() {
        let player = session.to_move();
        if let Some(position) = session.position().as_amazons() {
            let of = |player| u64::from(position.n_moves_of(player));
            counts.push([of(player), of(player.opponent())]);
        }
        let seed = tesuji_game::zobrist_key(seed).wrapping_add(counts.len() as u64);
        let choice = session.genmove(&random, &Limits::default(), seed).map_err(StudyError::senseless)?;
        session.play(player, &choice.mv).map_err(StudyError::senseless)?;
    }
    Ok(counts)
}
