//! Fits the weights of Lieberum's terms for Amazons, and prints them with their log-loss on held-out games.
//!
//! `cargo run --release -p tesuji-eval --example amazons_fit [GAMES] [SEED]`; the default is 1500 games from seed 1.

use tesuji_amazons::Position;
use tesuji_eval::amazons::fit::{Fitted, Sample, SelfPlay, fit, log_loss, self_play};
use tesuji_eval::amazons::{FITTED, Weights};

const N_STEPS: u32 = 250;

#[expect(clippy::print_stdout, reason = "a program speaks to its terminal")]
fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let n_games = arguments.next().unwrap_or(1500);
    let seed = arguments.next().unwrap_or(1);
    let start = Position::standard(10).expect("10x10 has a start");
    // Only every third position, because successive positions of a game are nearly alike.
    let settings = SelfPlay { n_games, seed, n_random: 4, n_noisy: 16, noise: 2.0 };
    let samples: Vec<Sample> = self_play(&start, Weights::FIRST_GUESS, settings).into_iter().step_by(3).collect();
    println!("{n_games} games from seed {seed}, {} positions", samples.len());
    let held_out = |weights: &Weights| {
        let loss = log_loss(weights, samples.iter().filter(|sample| sample.is_held_out()));
        loss.expect("positions held out")
    };
    println!("held-out log-loss of the weights in the source: {:.4}", held_out(&FITTED));
    let alone = fit(Weights::FIRST_GUESS, &samples, Fitted::FirstReachAlone, N_STEPS).expect("positions to fit to");
    println!("held-out log-loss of t1 alone: {:.4}", held_out(&alone));
    let all = fit(Weights::FIRST_GUESS, &samples, Fitted::All, N_STEPS).expect("positions to fit to");
    println!("held-out log-loss of all terms: {:.4}\n{all:#?}", held_out(&all));
}
