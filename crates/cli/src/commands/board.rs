//! `tesuji board`: a board as numbers, text, picture and file, and how random games of Go on it end.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use miette::IntoDiagnostic;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tesuji_board::{BoardSpec, Topology, file};
use tesuji_go::{Komi, PlayoutEnd, Position, RandomPlayouts, Rules};
use tesuji_numeric::wilson;

use crate::files;
use crate::picture::{PictureArguments, title_of_board};
use crate::sheet::{self, CsvOption, Sheet, cells};
use crate::status::{self, Status};
use crate::text::count;
use tesuji_figures::{Drawing, Picture, Theme};

/// The arguments of `tesuji board`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A board such as `9x9`, `torus:9x9`, `hexagon:5`, `honeycomb:4` or `holes:9x9:E5`, or a board file in our form or
    /// that of govariants
    #[arg(value_name = "BOARD|FILE")]
    board: String,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print the numbers of the board as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
    /// Write it to this file, in our form
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write it to this file, as a custom board of govariants
    #[arg(long, value_name = "FILE")]
    govariants: Option<PathBuf>,
    #[command(flatten)]
    csv: CsvOption,
    /// Play N random games of Go on it, and report how they went
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    playouts: Option<u32>,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let spec = tesuji_archive::boards::find(&arguments.board, Path::new("")).into_diagnostic()?;
    let topology = spec.topology().into_diagnostic()?;
    let title = match &spec {
        BoardSpec::Graph(_) => title_of_board(&arguments.board),
        spec => spec.to_string().chars().take(60).collect(),
    };
    let written =
        [(&arguments.out, file::write as fn(&Topology) -> String), (&arguments.govariants, file::write_govariants)];
    for (path, write) in written {
        if let Some(path) = path {
            files::write_whole(path, write(&topology).as_bytes())?;
        }
    }
    if arguments.picture.is_wanted() {
        arguments.picture.write(vec![picture(&topology, &title, arguments.picture.theme())])?;
    }
    arguments.csv.write(|| sheet(&topology))?;
    let mut out = anstream::stdout().lock();
    if !arguments.json {
        out.write_all(report(&topology, &title).as_bytes()).and_then(|()| out.flush())?;
    }
    let mut object = arguments.json.then(|| data(&topology, &title));
    if let Some(n_playouts) = arguments.playouts {
        let (told, games) = random_games(topology, n_playouts, arguments.seed);
        match &mut object {
            Some(object) => object["random_games"] = games,
            None => writeln!(out, "\n{told}").and_then(|()| out.flush())?,
        }
    }
    if let Some(object) = object {
        writeln!(out, "{}", sheet::line(&object)).and_then(|()| out.flush())?;
    }
    Ok(Status::Fine)
}

/// The content of [`report`] as data.
fn data(topology: &Topology, title: &str) -> Value {
    let degree = |(degree, n_cells): &(usize, usize)| json!({"neighbours": degree, "points": n_cells});
    json!({
        "board": title, "points": topology.n_cells(), "links": topology.links().count(), "parts": topology.n_parts(),
        "degrees": topology.degrees().iter().map(degree).collect::<Vec<_>>(),
        "shortest_cycle": topology.girth(), "longest_distance": topology.diameter(),
    })
}

fn picture(topology: &Topology, title: &str, theme: Theme) -> Picture {
    let points = count(topology.n_cells() as u64, "point");
    Drawing::new(topology, theme).title(&format!("{title}, {points}")).picture()
}

/// A row for each point: its name, its neighbours, and where it is drawn.
fn sheet(topology: &Topology) -> Sheet {
    let mut sheet = Sheet::new(["point", "degree", "neighbours", "right", "down"]);
    for cell in topology.cells() {
        let neighbours: Vec<&str> = topology.neighbours(cell).iter().map(|&to| topology.name(to)).collect();
        let place = topology.place(cell);
        sheet.row(cells![topology.name(cell), neighbours.len(), neighbours.join(" "), place.right(), place.down()]);
    }
    sheet
}

/// The numbers of the board, and the board as text.
fn report(topology: &Topology, title: &str) -> String {
    let n_links = topology.links().count() as u64;
    let points = count(topology.n_cells() as u64, "point");
    let mut report = format!("{title}: {points}, {}", count(n_links, "link"));
    let parts = topology.n_parts() as u64;
    if parts > 1 {
        _ = write!(report, ", {}", count(parts, "part"));
    }
    let degree = |(degree, n_cells): &(usize, usize)| format!("{} of {}", count(*n_cells as u64, "point"), degree);
    let degrees: Vec<String> = topology.degrees().iter().map(degree).collect();
    _ = writeln!(report, "\nneighbours: {}", degrees.join(", "));
    let links = |links: Option<usize>| links.map_or_else(|| "none".to_owned(), |links| count(links as u64, "link"));
    _ = writeln!(
        report,
        "shortest cycle: {}; longest distance: {}\n",
        links(topology.girth()),
        links(topology.diameter())
    );
    report + &topology.text(|_| '.')
}

/// Results of random games from the empty board: in three lines, and as data.
fn random_games(topology: Topology, n_playouts: u32, seed: u64) -> (String, Value) {
    let n_cells = topology.n_cells() as f64;
    let start = Position::empty(topology, Rules::CHINESE, Komi::default());
    let (mut rng, mut playouts) = (Xoshiro256PlusPlus::seed_from_u64(seed), RandomPlayouts::new());
    let (mut n_plies, mut n_forced) = (0.0, 0_u64);
    let mut margins = Vec::new();
    for _ in 0..n_playouts {
        let PlayoutEnd { score, n_plies: plies, is_capped, .. } = playouts.play_out(&start, &mut rng);
        n_plies += f64::from(plies);
        n_forced += u64::from(is_capped);
        margins.push(i32::from(score.black) - i32::from(score.white));
    }
    margins.sort_unstable();
    let n = f64::from(n_playouts);
    let share = |number: usize| 100.0 * number as f64 / n;
    let n_won = margins.iter().filter(|margin| **margin > 0).count();
    let n_drawn = margins.iter().filter(|margin| **margin == 0).count();
    let mean = margins.iter().map(|margin| f64::from(*margin)).sum::<f64>() / n;
    let won = share(n_won) + share(n_drawn) / 2.0;
    // Drawn games make the interval smaller, so this is an upper bound. Two of them count as a win.
    let (low, high) = wilson((n_won + n_drawn / 2) as u64, n_playouts.into(), 1.96).unwrap_or((0.0, 1.0));
    let error = (won - 100.0 * low).max(100.0 * high - won);
    let middle = margins[margins.len() / 2];
    let data = json!({
        "games": n_playouts, "seed": seed, "plies_a_point": n_plies / n / n_cells, "made_to_end": n_forced,
        "black_wins": won / 100.0, "error": error / 100.0, "draws": share(n_drawn) / 100.0, "mean_margin": mean,
        "median_margin": middle,
    });
    let median = match middle {
        0 => "none".to_owned(),
        points => format!(
            "{} by {}",
            if points > 0 { "black" } else { "white" },
            count(points.unsigned_abs().into(), "point")
        ),
    };
    let games = count(n_playouts.into(), "random game");
    let plies = n_plies / n / n_cells;
    let forced = count(n_forced, "game");
    let forced_share = share(n_forced as usize);
    let told = format!(
        "{games}, seed {seed}: {plies:.2} plies a point; {forced} made to end ({forced_share:.2} %)\n\
         black, who begins, wins {won:.1} ±{error:.1} % without komi, counting {:.1} % draws as half\n\
         margin on the board: mean {mean:+.2}, median {median}",
        share(n_drawn)
    );
    (told, data)
}
