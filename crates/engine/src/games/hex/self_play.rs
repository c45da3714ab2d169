//! Games of Hex that a net plays against itself, to be trained on.
//!
//! A game begins with a few random stones, so that games differ and neither side is favoured for good. Then each move
//! is searched as the strong player does it with a net, without its solver. A search that has proved who wins settles
//! the result, which makes it certain; all others end by the rules. The same settings, net and seed give the same game.
//!
//! What is trained on is not how often moves were visited, because a part of the visits follows from noise. It is what
//! the net would say if it knew the values that the search found:
//!
//! ```text
//! chance(i)  proportional to exp(policy(i) + (50 + n) scale q(i)), 0 for moves that lose for certain
//!
//! policy(i)  what the net says of move i, without noise
//! q(i)       the mean value of move i, 0 loss, 1 win; of moves without visits the value of the position
//! n          visits of the most visited move
//! ```
//!
//! Source: Danihelka, Guez, Schrittwieser and Silver, Policy improvement by planning with Gumbel, ICLR 2022.

use std::num::NonZeroU32;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use tesuji_board::Cell;
use tesuji_game::{Evaluator, Game};
use tesuji_hex::{Move, Position};
use tesuji_insight::HexInsight;
use tesuji_neural::Net;
use tesuji_search::Limits;
use tesuji_search::mcts::TreeReport;
use tesuji_search::mcts::guided::Found;
use tesuji_search::mcts::leaves::{Leaves, LeavesConfig};

use super::strong::NetJudge;
use crate::SessionError;
use crate::player::{NetSettings, wrong};
use crate::seed::move_seed;

/// How a net plays against itself.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlaySpec {
    /// The side of the board.
    pub side: usize,
    /// At most this many random stones at the start, at least 1.
    pub stones: usize,
    /// Judged leaves of a thorough search, which says what to play.
    pub rounds: u32,
    /// Judged leaves of a quick search, which only finds a move. With 0 the net's first guess is played without a
    /// search, which is quickest by far: such games say who wins, and their few thorough searches what to play.
    pub quick_rounds: u32,
    /// The share of thorough searches, from 0 to 1.
    pub thorough: f64,
    /// The share of games that go on to their end after it is proved who wins, from 0 to 1.
    pub finished: f64,
}

impl Default for SelfPlaySpec {
    fn default() -> Self {
        Self { side: 9, stones: 3, rounds: 96, quick_rounds: 16, thorough: 0.4, finished: 0.25 }
    }
}

/// A game that a net has played against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayGame {
    /// The side of the board.
    pub side: usize,
    /// All moves by the names of cells, Black's first; of these the first are random.
    pub moves: Vec<String>,
    /// What thorough searches found.
    pub searched: Vec<Searched>,
    /// Who won: `black` or `white`.
    pub winner: String,
    /// After how many moves it was proved who wins; `None` if the game ended first.
    pub proved_after: Option<usize>,
}

/// What a search found in a position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// How many moves led to the position.
    pub ply: usize,
    /// The chance that the player to move wins.
    pub value: f64,
    /// The chance of each move to be the best, those that round to nothing left out. A move that is proved to win has it
    /// all.
    pub chances: Vec<(String, f64)>,
}

impl SelfPlaySpec {
    /// Refuses settings that make no sense.
    ///
    /// # Errors
    ///
    /// Names the setting.
    pub fn check(&self) -> Result<(), SessionError> {
        if self.stones == 0 || self.stones >= self.side * self.side {
            return Err(wrong("stones", self.stones, "at least 1, and fewer than there are cells"));
        }
        if self.rounds == 0 {
            return Err(wrong("rounds", self.rounds, "at least 1"));
        }
        for (setting, value) in [("thorough", self.thorough), ("finished", self.finished)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(wrong(setting, value, "from 0 to 1"));
            }
        }
        match Position::empty(self.side, self.side) {
            Ok(_) => Ok(()),
            Err(_) => Err(wrong("side", self.side, "the side of a board of Hex")),
        }
    }

    /// The random stones with which the game of this seed begins, by the names of cells. No net is needed to know them.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn opening(&self, seed: u64) -> Result<Vec<String>, SessionError> {
        self.check()?;
        let mut position = Position::empty(self.side, self.side).map_err(|_| SessionError::Over)?;
        Ok(begin(&mut position, self.stones, &mut Xoshiro256PlusPlus::seed_from_u64(seed)))
    }

    /// Plays a game by [`Net::shipped`]; `None` if it was interrupted.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn play(&self, seed: u64, limits: &Limits) -> Result<Option<SelfPlayGame>, SessionError> {
        self.check()?;
        let start = Position::empty(self.side, self.side).map_err(|_| SessionError::Over)?;
        let table = Table {
            spec: *self,
            config: NetSettings::default().config(usize::MAX)?,
            judge: NetJudge::new(Net::shipped()),
            insight: HexInsight::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        Ok(table.play(start, limits))
    }
}

/// How much of what a search found of values counts beside the net's policy, in the formula above.
const VALUE_SCALE: f64 = 0.3;

/// One game while it is played.
struct Table {
    spec: SelfPlaySpec,
    config: LeavesConfig,
    judge: NetJudge,
    insight: HexInsight,
    rng: Xoshiro256PlusPlus,
}

impl Table {
    fn play(mut self, mut position: Position, limits: &Limits) -> Option<SelfPlayGame> {
        let mut game = SelfPlayGame {
            side: self.spec.side,
            moves: begin(&mut position, self.spec.stones, &mut self.rng),
            searched: Vec::new(),
            winner: String::new(),
            proved_after: None,
        };
        let goes_on = self.rng.random_bool(self.spec.finished);
        while position.outcome().is_none() {
            if limits.reached(0) {
                return None;
            }
            let is_thorough = self.rng.random_bool(self.spec.thorough);
            let ply = game.moves.len();
            if !is_thorough && self.spec.quick_rounds == 0 && game.proved_after.is_none() {
                let mv = self.guess(&position, ply);
                play(&mut position, mv, &mut game);
                continue;
            }
            let found = self.search(&position, is_thorough, limits)?;
            let (report, winner) = (&found.report, found.winner);
            if let Some(winner) = winner
                && game.proved_after.is_none()
            {
                (game.winner, game.proved_after) = (winner.name().to_owned(), Some(ply));
            }
            let wins = winner == Some(position.to_move());
            if wins || (is_thorough && winner.is_none()) {
                game.searched.push(self.searched(&position, ply, &found, wins));
            }
            if game.proved_after.is_some() && !goes_on {
                break;
            }
            let mv = self.choose(report, ply, wins);
            play(&mut position, mv, &mut game);
        }
        if let Some(winner) = position.winner()
            && game.proved_after.is_none()
        {
            game.winner = winner.name().to_owned();
        }
        Some(game)
    }

    fn search(&mut self, position: &Position, is_thorough: bool, limits: &Limits) -> Option<Found<Move>> {
        let n_rounds = if is_thorough { self.spec.rounds } else { self.spec.quick_rounds.max(1) };
        // A thorough search also looks at moves that the net would not try.
        self.judge.stir(is_thorough.then(|| (position.zobrist(), self.rng.random())));
        self.insight.start(position);
        let config = LeavesConfig { look_after: NonZeroU32::new(16), ..self.config };
        let limits = Limits { interrupt: limits.interrupt.clone(), ..Limits::nodes(u64::from(n_rounds)) };
        Leaves::new().search(position, &config, &mut self.judge, &mut self.insight, &limits)
    }

    /// What a search found, as it is trained on.
    fn searched(&mut self, position: &Position, ply: usize, found: &Found<Move>, wins: bool) -> Searched {
        let report = &found.report;
        let name = |mv: Move| placed(mv).map(|cell| position.topology().name(cell).to_owned());
        if wins {
            let best = name(report.best()).map(|name| (name, 1.0));
            return Searched { ply, value: 1.0, chances: best.into_iter().collect() };
        }
        let policy = &self.judge.opinion(position).policy;
        let most = report.moves.iter().map(|stats| stats.visits).max().unwrap_or(0);
        let scale = (50.0 + f64::from(most)) * VALUE_SCALE;
        let open = report.moves.iter().filter(|stats| !found.lost.contains(&stats.mv));
        let logits: Vec<(Move, f64)> = open
            .filter_map(|stats| {
                let value = if stats.visits > 0 { stats.value } else { report.value };
                Some((stats.mv, f64::from(policy[placed(stats.mv)?.index()]) + scale * value))
            })
            .collect();
        let highest = logits.iter().fold(f64::NEG_INFINITY, |high, &(_, logit)| high.max(logit));
        let sum: f64 = logits.iter().map(|&(_, logit)| libm::exp(logit - highest)).sum();
        let rounded = |logit: f64| (libm::exp(logit - highest) / sum * 1000.0).round() / 1000.0;
        let chances = logits.iter().filter_map(|&(mv, logit)| Some((name(mv)?, rounded(logit))));
        Searched { ply, value: report.value, chances: chances.filter(|&(_, chance)| chance > 0.0).collect() }
    }

    /// The net's first guess; early moves are drawn by their chances.
    fn guess(&mut self, position: &Position, ply: usize) -> Move {
        let moves = position.moves();
        let mut ratings = vec![0.0; moves.len()];
        self.judge.stir((ply < self.spec.side).then(|| (position.zobrist(), self.rng.random())));
        self.judge.rate(position, &moves, &mut ratings);
        // Of equals the first; a game that goes on has a move.
        let best = (0..moves.len()).reduce(|best, at| if ratings[at] > ratings[best] { at } else { best });
        moves[best.unwrap_or_default()]
    }

    /// Early moves are chosen as often as they were visited, later ones are the most visited.
    fn choose(&mut self, report: &TreeReport<Move>, ply: usize, wins: bool) -> Move {
        let total: u32 = report.moves.iter().map(|stats| stats.visits).sum();
        if wins || ply >= self.spec.side || total == 0 {
            return report.best();
        }
        let mut at = self.rng.random_range(0..total);
        for stats in &report.moves {
            match at.checked_sub(stats.visits) {
                Some(rest) => at = rest,
                None => return stats.mv,
            }
        }
        report.best()
    }
}

/// Places up to `stones` random stones, at least one, and returns their cells.
fn begin(position: &mut Position, stones: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let mut names = Vec::new();
    for _ in 0..rng.random_range(1..=stones) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        names.extend(placed(mv).map(|cell| position.topology().name(cell).to_owned()));
        position.play_unchecked(mv);
    }
    names
}

fn play(position: &mut Position, mv: Move, game: &mut SelfPlayGame) {
    if let Some(cell) = placed(mv) {
        game.moves.push(position.topology().name(cell).to_owned());
    }
    position.play_unchecked(mv);
}

const fn placed(mv: Move) -> Option<Cell> {
    match mv {
        Move::Place(cell) => Some(cell),
        Move::Swap => None,
    }
}

/// The seed of the game with this number in a run.
#[must_use]
pub fn game_seed(seed: u64, number: u64) -> u64 {
    move_seed(seed, usize::try_from(number).unwrap_or(usize::MAX))
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::Player;

    use super::*;

    #[test]
    fn games_are_legal_repeatable_and_their_proofs_true() {
        let spec = SelfPlaySpec { side: 5, rounds: 24, quick_rounds: 8, finished: 1.0, ..SelfPlaySpec::default() };
        let mut winners = [0; 2];
        for seed in 0..16 {
            let quick_rounds = if seed < 12 { 8 } else { 0 };
            let spec = SelfPlaySpec { quick_rounds, ..spec };
            let game = spec.play(seed, &Limits::default()).unwrap().unwrap();
            assert_eq!(Some(&game), spec.play(seed, &Limits::default()).unwrap().as_ref());
            assert!(game.moves.starts_with(&spec.opening(seed).unwrap()));
            let mut position = Position::empty(5, 5).unwrap();
            for (ply, name) in game.moves.iter().enumerate() {
                for searched in game.searched.iter().filter(|searched| searched.ply == ply) {
                    for (name, _) in &searched.chances {
                        let cell = position.topology().cell(name).unwrap();
                        assert!(position.is_legal(Move::Place(cell)), "seed {seed}, ply {ply}: {name}");
                    }
                }
                let cell = position.topology().cell(name).unwrap();
                position.play(Move::Place(cell)).unwrap();
            }
            // The winner plays by what was proved, so the proof decides the game that goes on.
            assert_eq!(position.winner().map(Player::name), Some(&*game.winner), "seed {seed}");
            winners[usize::from(game.winner == "white")] += 1;
        }
        assert!(winners.iter().all(|&n| n > 0), "{winners:?}");
    }

    #[test]
    fn senseless_settings_are_refused() {
        for spec in [
            SelfPlaySpec { side: 0, ..SelfPlaySpec::default() },
            SelfPlaySpec { stones: 0, ..SelfPlaySpec::default() },
            SelfPlaySpec { rounds: 0, ..SelfPlaySpec::default() },
            SelfPlaySpec { thorough: 1.5, ..SelfPlaySpec::default() },
        ] {
            assert!(spec.play(1, &Limits::default()).is_err(), "{spec:?}");
        }
    }
}
