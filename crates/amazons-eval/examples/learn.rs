//! Learns the weights of the evaluation `learned` for Amazons from games, and prints them as source text.
//!
//! ```text
//! tesuji match examples/amazons-self-play.match.toml
//! tesuji match export examples/amazons-self-play.match.toml --to sgf --out GAMES
//! cargo run --release -p tesuji-amazons-eval --example learn GAMES [FIRST_PLY]
//! ```
//!
//! Every second position from ply `FIRST_PLY` (6) on is used. Of every five games, in the order of their files, one is
//! held out to measure the weights. The printed weights are learned from the others.

use std::fs;
use std::path::PathBuf;

use tesuji_amazons::record::sgf;
use tesuji_amazons_eval::odds::{LabelledPosition, learn, log_loss};
use tesuji_amazons_eval::{BoardLines, FITTED, Features, LEARNED, Squares, Weights, Workspace, contest, terms};
use tesuji_game::Game;

const N_STEPS: u32 = 500;
/// One in this many games is held out.
const FOLDS: usize = 5;

#[expect(clippy::print_stdout, reason = "a program speaks to its terminal")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder of SGF files");
    let first_ply: usize = arguments.next().map_or(6, |text| text.parse().expect("a number"));
    let entries = fs::read_dir(&folder).expect("a folder that can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder that can be read").path()).collect();
    files.sort();
    let [mut training, mut held_out] = [Vec::new(), Vec::new()];
    let (mut lieberum, mut workspace) = (Vec::new(), Workspace::default());
    for (game, file) in files.iter().enumerate() {
        let text = fs::read_to_string(file).expect("a text");
        let record = sgf::read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let end = record.position(record.main.moves.len()).expect("a record is legal");
        assert!(end.outcome().is_some(), "{}: the game has no end", file.display());
        let winner = end.to_move().opponent();
        let mut position = record.position(0).expect("a record is legal");
        let (size, n_squares) = (position.size(), position.n_squares());
        let lines =
            BoardLines::<3>::new(usize::from(size.columns), usize::from(size.rows)).expect("a board of a position");
        for (ply, &mv) in record.main.moves.iter().enumerate() {
            if ply >= first_ply && (ply + game) % 2 == 0 {
                let squares = Squares::of(&position);
                let counts = contest(&lines, &squares, &mut workspace);
                let features = Features::new(&counts, workspace.mobility(), n_squares);
                let sample = LabelledPosition { features, is_won: position.to_move() == winner };
                if game % FOLDS == FOLDS - 1 {
                    held_out.push(sample);
                    let terms = terms(&lines, &squares, &mut workspace);
                    let v = Weights::phase(&terms, n_squares);
                    let chance =
                        FITTED.chance(FITTED.value(&terms, workspace.mobility(), v), v).clamp(1e-9, 1.0 - 1e-9);
                    lieberum.push(-(if sample.is_won { chance } else { 1.0 - chance }).ln());
                } else {
                    training.push(sample);
                }
            }
            position.play_unchecked(mv);
        }
    }
    println!(
        "// {} games, {} positions, {} of them held out",
        files.len(),
        training.len() + held_out.len(),
        held_out.len()
    );
    println!("// held-out log-loss of Lieberum's terms: {:.4}", lieberum.iter().sum::<f64>() / lieberum.len() as f64);
    println!(
        "// held-out log-loss of the weights in the source: {:.4}",
        log_loss(&LEARNED, &held_out).expect("positions held out")
    );
    let learned = learn(&training, N_STEPS).expect("positions to learn from");
    println!("// held-out log-loss of these: {:.4}", log_loss(&learned, &held_out).expect("positions held out"));
    println!(
        "// log-loss of these on what they are learned from: {:.4}",
        log_loss(&learned, &training).expect("positions")
    );
    println!("{:#?}", learned.phases());
}
