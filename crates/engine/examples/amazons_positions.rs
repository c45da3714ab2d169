//! Plays fast games of Amazons against itself and writes their positions as features for `training/amazonsnet`.
//!
//! ```text
//! cargo run --release -p tesuji-engine --example amazons_positions -- SIDE SEED GAMES NODES FILE [MOVES]
//! ```
//!
//! Both players search NODES positions a move more than the position has moves, with the evaluation of the strong player.
//! A game begins with up to 6 random moves and some of depth 1 with noise; the positions after these are written. It ends
//! as soon as the winner is certain. For each position, one that a random move leads to is written too: searches mostly
//! see such positions. The same arguments write the same bytes.
//!
//! FILE has a record for each position, little endian: the number of the game (u32), the result for the player to move (1,
//! 0, or 2 after a random move, u8), the head of the net (u8), the score of the search in thousandths (i16; 32767 and -32767 are certain), and
//! the features of the net (u16 each), filled up with 65535 to twice the number of squares and 16 more.
//!
//! MOVES has a record for each move found by search: the stage (u8), the number of moves and the place of this one among
//! them (u16), and the terms of all moves (u8), each filled up with 255 to 14.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroU8;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons::{Move, Position};
use tesuji_amazons_eval::{AmazonsEvaluator, Evaluation as By, move_terms, net_features};
use tesuji_board::Player;
use tesuji_endings::{Endings, ValueBounds};
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, zobrist_key};
use tesuji_search::Limits;
use tesuji_search::alpha_beta::{AlphaBeta, AlphaBetaConfig, Value};

/// The most noise of the moves that make games differ, in log-odds.
const NOISE: f64 = 0.5;

/// The evaluation of the strong player, with noise that is a function of the position and the seed.
struct Judge {
    learned: AmazonsEvaluator,
    endings: Endings,
    noise: f64,
    seed: u64,
}

impl Evaluator<Position> for Judge {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let known = self.learned.net_value(position);
        let ending = if known.is_contested { None } else { winner(&mut self.endings, position, &Limits::default()) };
        if let Some(winner) = ending {
            return Evaluation::Decided(Outcome::Win(winner));
        }
        let word = zobrist_key(position.zobrist() ^ self.seed);
        let share = (word >> 11) as f64 / (1_u64 << 53) as f64;
        Evaluation::Estimate(known.value + self.noise * (2.0 * share - 1.0))
    }
}

/// Result of a search of a position, its score for a record, and the winner if that is certain.
fn search(
    searcher: &mut AlphaBeta<Position>,
    judge: &mut Judge,
    position: &Position,
    depth: u8,
    nodes: u64,
) -> (Move, i16, Option<Player>) {
    let depth = NonZeroU8::new(depth).expect("not 0");
    let config = AlphaBetaConfig { depth, table_bytes: 1 << 18, late: 3, reduction: 2, width: usize::MAX, n_best: 1 };
    let found = searcher.search(position, judge, &config, &Limits::nodes(nodes)).expect("the position is not over");
    let mover = position.to_move();
    let (score, winner) = match found.value {
        Some(Value::Win { .. }) => (i16::MAX, Some(mover)),
        Some(Value::Loss { .. }) => (-i16::MAX, Some(!mover)),
        Some(Value::Estimate(value)) => ((value * 1000.0).clamp(-32e3, 32e3) as i16, None),
        None => (0, None),
    };
    (found.best, score, winner)
}

fn random_move(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Move {
    let mv = position.nth_move(rng.random_range(0..position.n_moves()));
    mv.expect("a number below that of the moves")
}

fn winner(endings: &mut Endings, position: &Position, limits: &Limits) -> Option<Player> {
    endings.best_filling_move(position, limits)?.winner
}

fn write_moves(out: &mut impl Write, position: &Position, played: Move) {
    let (stage, moves) = move_terms(position);
    let place = moves.iter().position(|&(mv, _)| mv == played).expect("a legal move");
    let mut record = vec![stage as u8];
    record.extend([moves.len(), place].iter().flat_map(|&number| (number as u16).to_le_bytes()));
    for (_, mut terms) in moves {
        terms.resize(14, u8::MAX);
        record.extend(terms);
    }
    out.write_all(&record).expect("a file that can be written");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [side, seed, n_games, nodes, file, moves @ ..] = &arguments[..] else {
        panic!("expected SIDE SEED GAMES NODES FILE [MOVES]")
    };
    let create = |file: &String| BufWriter::new(File::create(file).expect("a file that can be written"));
    let mut moves = moves.first().map(create);
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (side, seed, nodes) = (number(side) as usize, number(seed), number(nodes));
    let mut out = create(file);
    let leaf = ValueBounds { empty: 0, walk_nodes: 200, ..ValueBounds::default() };
    let endings = Endings::new(leaf);
    let mut judge = Judge { learned: AmazonsEvaluator::new(By::Learned), endings, noise: 0.0, seed: 0 };
    let mut exact = Endings::new(ValueBounds { empty: 7, ..ValueBounds::default() });
    let mut searcher = AlphaBeta::new();
    let (most_random, most_noisy) = if side <= 6 {
        (3, 5)
    } else if side <= 8 {
        (5, 10)
    } else {
        (6, 14)
    };
    for game in 0..number(n_games) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(zobrist_key(seed) ^ game);
        let mut position = Position::standard(side).expect("a board with a usual start");
        let n_random = rng.random_range(0..=most_random);
        let n_noisy = rng.random_range(n_random..=most_noisy);
        judge.seed = rng.random();
        let mut records = Vec::new();
        let winner = loop {
            let (mover, ply) = (position.to_move(), position.arrows().len());
            if position.outcome().is_some() {
                break !mover;
            }
            if ply < n_random {
                position.play_unchecked(random_move(&position, &mut rng));
                continue;
            }
            let is_noisy = ply < n_noisy;
            if !is_noisy && let Some(winner) = winner(&mut exact, &position, &Limits::nodes(1_000)) {
                break winner;
            }
            judge.noise = if is_noisy { NOISE } else { 0.0 };
            let (depth, most) = if is_noisy { (1, u64::MAX) } else { (12, nodes + u64::from(position.n_moves())) };
            let (mv, score, certain) = search(&mut searcher, &mut judge, &position, depth, most);
            if !is_noisy {
                records.push((position.clone(), score, true));
                let mut strayed = position.clone();
                strayed.play_unchecked(random_move(&position, &mut rng));
                if strayed.outcome().is_none() {
                    let most = nodes + u64::from(strayed.n_moves());
                    let (_, score, _) = search(&mut searcher, &mut judge, &strayed, depth, most);
                    records.push((strayed, score, false));
                }
            }
            if let Some(winner) = certain {
                break winner;
            }
            if !is_noisy && let Some(moves) = &mut moves {
                write_moves(moves, &position, mv);
            }
            position.play_unchecked(mv);
        };
        for (position, score, has_result) in records {
            let (mut features, head) = net_features(&position);
            features.resize(2 * side * side + 16, u16::MAX);
            let mut record = (game as u32).to_le_bytes().to_vec();
            let result = if has_result { u8::from(winner == position.to_move()) } else { 2 };
            record.extend([result, head as u8]);
            record.extend(score.to_le_bytes());
            features.iter().for_each(|feature| record.extend(feature.to_le_bytes()));
            out.write_all(&record).expect("a file that can be written");
        }
    }
    out.flush().expect("a file that can be written");
}
