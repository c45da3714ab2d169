//! Plays the strong player of Go against itself without what it reads and without small spaces, on 9x9:
//!
//! ```sh
//! cargo run -p tesuji-engine --example versus -- 20 100 1
//! ```
//!
//! The numbers are games, playouts a move and the first seed; a fourth is the side of the board. Openings are two random moves, each played with both colours.

#![allow(clippy::print_stdout, reason = "an example talks to whoever runs it")]

use std::time::Duration;

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, PlayerSpec, Session, StrongSpec};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

/// Processor time of this process, by Linux; nothing elsewhere.
fn used() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(default, |word| word.parse().expect("a number"));
    let (n_games, playouts, first, side) = (number(0, 20), number(1, 100), number(2, 1), number(3, 9) as usize);
    let new = StrongSpec { playouts, memory_mib: 64, ..StrongSpec::default() };
    let mut old = new;
    (old.go.reads, old.go.spaces) = (false, false);
    let (mut n_won, mut times, mut n_moves) = (0, [Duration::ZERO; 2], [0_u32; 2]);
    for game in 0..n_games {
        let (komi, rules) = (Komi::from_half_points(15), Rules::CHINESE);
        let spec = GameSpec::Go { board: BoardSpec::square(side, side), komi, rules };
        let mut sessions = [Session::new(&spec).expect("a board"), Session::new(&spec).expect("a board")];
        let seed = first + game / 2;
        for ply in 0..2 {
            let moves = sessions[0].legal_moves();
            let at = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (20 + 12 * ply)) as usize
                % moves.len().saturating_sub(1).max(1);
            sessions.iter_mut().for_each(|session| session.play(session.to_move(), &moves[at]).expect("it is legal"));
        }
        let news = Player::BOTH[(game % 2) as usize];
        while sessions[0].outcome().is_none() && sessions[0].moves().len() < 6 * side * side {
            let mover = sessions[0].to_move();
            let who = usize::from(mover != news);
            let player = PlayerSpec::Strong([new, old][who]);
            let before = used();
            let seed = seed * 1_000 + sessions[0].moves().len() as u64;
            let choice = sessions[who].genmove(&player, &Limits::default(), seed).expect("it is not over");
            times[who] += used() - before;
            n_moves[who] += 1;
            sessions
                .iter_mut()
                .for_each(|session| session.play(mover, &choice.mv).expect("a player plays legal moves"));
        }
        n_won += u32::from(sessions[0].outcome().and_then(|outcome| outcome.winner()) == Some(news));
        let each = [0, 1].map(|who| times[who].as_secs_f64() * 1_000.0 / f64::from(n_moves[who]));
        println!("{} of {} won, ms of processor a move: new {:.2}, old {:.2}", n_won, game + 1, each[0], each[1]);
    }
}
