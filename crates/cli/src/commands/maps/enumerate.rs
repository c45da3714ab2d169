//! `tesuji maps enumerate`: lists F_1, F_2, … up to equivalence on sampled positions.

use std::io::Write;

use serde_json::json;
use tesuji_maps::{Classes, Sample};

use super::{MapBoard, default_boards, parse_board};
use crate::sheet::{DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count, with_separators};

/// The arguments of `tesuji maps enumerate`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object for each class and nothing else")))]
pub(crate) struct Arguments {
    /// Go up to F_N
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// The largest number in P and Q
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16).range(0..=100))]
    most_number: u16,
    /// Positions on each board
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: u32,
    /// The boards of the positions [default: honeycomb:2, hexagon:4, triangle:8 and 6x6]
    #[arg(long = "board", value_name = "BOARD", value_parser = parse_board)]
    boards: Vec<MapBoard>,
    /// Give up before a level with more classes than this
    #[arg(long, value_name = "N", default_value = "200000")]
    limit: usize,
    /// List the N shortest maps of each level
    #[arg(long, value_name = "N", default_value = "20")]
    list: usize,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    data: DataOptions,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &["map", "level"];

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let boards = if arguments.boards.is_empty() { default_boards() } else { arguments.boards.clone() };
    let topologies: Vec<_> = boards.iter().map(|board| board.topology.clone()).collect();
    let sample = Sample::new(&topologies, arguments.positions as usize, arguments.seed);
    let mut classes = Classes::new(&sample, arguments.most_number);
    let mut out = anstream::stdout().lock();
    loop {
        let level = classes.level();
        if !arguments.data.json {
            let new: Vec<_> = classes.classes().iter().filter(|class| class.level == level).collect();
            writeln!(
                out,
                "F_{level}: {}, {}, {} of them new",
                maps(classes.n_maps()),
                text_of(classes.classes().len()),
                new.len()
            )?;
            for class in new.iter().take(arguments.list) {
                writeln!(out, "  {}", class.map)?;
            }
        }
        if level >= usize::from(arguments.level) {
            break;
        }
        if !classes.grow(arguments.limit) {
            complain(&format!("F_{} has more than {}", level + 1, text_of(arguments.limit)));
            break;
        }
    }
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for class in classes.classes() {
        let line = json!({ "map": class.map.to_string(), "level": class.level });
        if arguments.data.json {
            writeln!(out, "{line}")?;
        }
        rows.add(|| line);
    }
    rows.write()?;
    Ok(Status::Fine)
}

fn text_of(n_classes: usize) -> String {
    format!("{} {}", with_separators(n_classes as u64), if n_classes == 1 { "class" } else { "classes" })
}

/// A number of maps: a whole number as long as it is exact and short enough to read.
fn maps(number: f64) -> String {
    const LONGEST: f64 = 1e12;
    if number < LONGEST { count(number as u64, "map") } else { format!("{number:.3e} maps") }
}
