//! Milliseconds for an evaluation by each kernel, interleaved. In WebAssembly: `web/scripts/kernels.sh time`.

#![expect(clippy::print_stdout, reason = "an example that prints its answer")]

use std::time::Instant;

use tesuji_game::Game;
use tesuji_hex::Position;
use tesuji_neural::{Judge, Kernel, Net, Opinion};

const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("board  net    kernel        minimum  median");
    let nets = [("small", Some(Net::built_in())), ("large", Net::large())];
    for (side, (name, net)) in [7, 11].into_iter().flat_map(|side| nets.map(|net| (side, net))) {
        let Some(net) = net else { continue };
        let mut position = Position::empty(side, side)?;
        for idx in [3, 17, 24, 31, 40] {
            position.play(position.moves()[idx % (side * side - 6)])?;
        }
        let (mut plain, mut opinion) = (Opinion::default(), Opinion::default());
        Judge::with_kernel(net, Kernel::PLAIN).judge(&position, &mut plain);
        let judge = |kernel| (kernel, Judge::with_kernel(net, kernel), Vec::new());
        let mut judges: Vec<_> = Kernel::available().into_iter().map(judge).collect();
        for _ in 0..ROUNDS {
            for (_, judge, times) in &mut judges {
                let start = Instant::now();
                judge.judge(&position, &mut opinion);
                times.push(start.elapsed());
                assert_eq!(opinion, plain, "kernels differ");
            }
        }
        for (kernel, _, mut times) in judges {
            times.sort_unstable();
            let [least, median] = [times[0], times[ROUNDS / 2]].map(|time| time.as_secs_f64() * 1e3);
            println!("{side:<6} {name:<6} {:<12} {least:>8.3} {median:>7.3}", kernel.name());
        }
    }
    Ok(())
}
