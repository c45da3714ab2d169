//! `tesuji maps table`: win rates of maps with intervals, beside the published ones.

use std::io::Write;

use miette::Report;
use serde_json::json;
use tesuji_arena::stats::{Confidence, Interval, wilson};
use tesuji_board::SortOnce as _;
use tesuji_maps::named::NAMED;
use tesuji_maps::{Contest, ContestSide, Sample, Tally, distance_of_boards, named};

use super::{GameTerms, MapBoard, NamedMap, default_boards, parse_board, parse_side, published, refused};
use crate::pool::{JobsOption, Pool};
use crate::sheet::{DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji maps table`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object for each place of the table, then one for each pair of boards with their distance, and \
     nothing else"
)))]
#[command(mut_arg("jobs", |jobs| jobs.help(
    "How many threads to use; the result does not depend on it [default: one for each processor]"
)))]
pub(crate) struct Arguments {
    /// A row of the table: `random`, a name or a map [default: random and the five printed maps]
    #[arg(value_name = "MAP", value_parser = parse_side)]
    maps: Vec<NamedMap>,
    /// An opponent [default: random]
    #[arg(long, value_name = "MAP", value_parser = parse_side)]
    against: Vec<NamedMap>,
    /// A board, which is a column of the table [default: honeycomb:2, hexagon:4, triangle:8 and 6x6]
    #[arg(long = "board", value_name = "BOARD", value_parser = parse_board)]
    boards: Vec<MapBoard>,
    /// Let the maps of the rows move second as well
    #[arg(long)]
    both: bool,
    /// Games in each place of the table
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Instead of a table, put up to N bars (complements) on the printed maps, and list the variants that are closest
    /// to the published table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    bars: Option<u8>,
    #[command(flatten)]
    terms: GameTerms,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    jobs: JobsOption,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] =
    &["map", "opponent", "board", "moves", "games", "wins", "draws", "capped", "plies", "low", "high"];

/// How many games a thread plays at a stretch.
const CHUNK: u64 = 500;

/// One place of the table.
struct Place<'a> {
    row: &'a NamedMap,
    opponent: &'a NamedMap,
    board: &'a MapBoard,
    is_second: bool,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let boards = if arguments.boards.is_empty() { default_boards() } else { arguments.boards.clone() };
    let side = |text: &str| parse_side(text).map_err(Report::msg);
    let against = if arguments.against.is_empty() { vec![side("random")?] } else { arguments.against.clone() };
    if let Some(most_bars) = arguments.bars {
        return bars(arguments, &boards, usize::from(most_bars));
    }
    let printed = NAMED.iter().filter(|named| named.printed.is_some()).map(|named| named.name);
    let maps = match &arguments.maps[..] {
        [] => std::iter::once("random").chain(printed).map(side).collect::<Result<Vec<_>, _>>()?,
        maps => maps.to_vec(),
    };
    let colours: &[bool] = if arguments.both { &[false, true] } else { &[false] };
    let mut places = Vec::new();
    for opponent in &against {
        for &is_second in colours {
            for row in &maps {
                places.extend(boards.iter().map(|board| Place { row, opponent, board, is_second }));
            }
        }
    }
    let pool = Pool::new(None, None, 0)?;
    let Some(tallies) = play(arguments, &pool, &places, arguments.games)? else { return Ok(interrupted()) };
    let mut out = anstream::stdout().lock();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for (place, tally) in places.iter().zip(&tallies) {
        let Interval { low, high } = interval(tally);
        let object = json!({
            "map": place.row.name, "opponent": place.opponent.name, "board": place.board.name,
            "moves": if place.is_second { "second" } else { "first" }, "games": tally.games(), "wins": tally.wins,
            "draws": tally.draws, "capped": tally.capped, "plies": tally.plies, "low": low, "high": high,
        });
        if arguments.data.json {
            writeln!(out, "{object}")?;
        }
        rows.add(|| object);
    }
    rows.write()?;
    let distances = distances(&places, &tallies, &boards);
    if arguments.data.json {
        for Distance { boards, maps, distance, published } in &distances {
            let object = json!({ "boards": boards, "maps": maps, "distance": distance, "published": published });
            writeln!(out, "{object}")?;
        }
        return Ok(Status::Fine);
    }
    let mut at = 0;
    for opponent in &against {
        for &is_second in colours {
            let order = if is_second { "second" } else { "first" };
            writeln!(
                out,
                "map moves {order}, against {}: % won, draws for a half, with 95 % intervals",
                opponent.name
            )?;
            writeln!(out, "{} games each; {}", arguments.games, arguments.terms.text())?;
            write!(out, "{:<12}", "map")?;
            boards.iter().try_for_each(|board| write!(out, "{:>22}", board.name))?;
            writeln!(out)?;
            for row in &maps {
                let here = &tallies[at..at + boards.len()];
                at += boards.len();
                write!(out, "{:<12}", row.name)?;
                for tally in here {
                    let Interval { low, high } = interval(tally);
                    let text = format!("{:.1} [{:.1}, {:.1}]", 100.0 * tally.score(), 100.0 * low, 100.0 * high);
                    write!(out, "{text:>22}")?;
                }
                writeln!(out)?;
                let is_published = !is_second && opponent.side == ContestSide::Random && arguments.boards.is_empty();
                if let Some(published) = published::row(&row.name).filter(|_| is_published) {
                    write!(out, "{:<12}", "  published")?;
                    published.iter().try_for_each(|rate| write!(out, "{rate:>10.1}{:>12}", ""))?;
                    writeln!(out)?;
                }
            }
            let total =
                tallies[at - maps.len() * boards.len()..at].iter().fold(Tally::default(), |mut total, tally| {
                    total += *tally;
                    total
                });
            let games = total.games() as f64;
            writeln!(
                out,
                "{:.1} % of all games drawn, {:.2} % too long, {:.0} plies a game\n",
                100.0 * total.draws as f64 / games,
                100.0 * total.capped as f64 / games,
                total.plies as f64 / games
            )?;
        }
    }
    if !distances.is_empty() {
        let maps = count(distances[0].maps as u64, "map");
        writeln!(out, "how far boards are apart: root mean square of the differences of their rates, over {maps}")?;
    }
    for Distance { boards: [one, other], distance, published, .. } in &distances {
        let published = published.map_or_else(String::new, |published| format!("   published {published:.1}"));
        writeln!(out, "{:<30}{distance:>6.1}{published}", format!("{one} and {other}"))?;
    }
    Ok(Status::Fine)
}

/// How far two boards are apart, in percentage points.
struct Distance {
    boards: [String; 2],
    /// The number of maps whose rates are compared.
    maps: usize,
    distance: f64,
    /// By the published table, for its five maps on its four boards.
    published: Option<f64>,
}

/// The distances of all pairs of boards, nearest first, by the maps that move first against the first opponent. The
/// random player is no map.
fn distances(places: &[Place<'_>], tallies: &[Tally], boards: &[MapBoard]) -> Vec<Distance> {
    let Some(opponent) = places.first().map(|place| &place.opponent.name) else { return Vec::new() };
    let rows = |board: &MapBoard| -> Vec<(&str, f64)> {
        let meant = |place: &Place<'_>| {
            place.board.name == board.name
                && !place.is_second
                && place.opponent.name == *opponent
                && place.row.side != ContestSide::Random
        };
        let both = places.iter().zip(tallies).filter(|(place, _)| meant(place));
        both.map(|(place, tally)| (place.row.name.as_str(), 100.0 * tally.score())).collect()
    };
    let of_paper = published::boards();
    let column = |board: &MapBoard| of_paper.iter().position(|name| *name == board.name);
    let mut all = Vec::new();
    for (idx, one) in boards.iter().enumerate() {
        for other in &boards[idx + 1..] {
            let (here, there) = (rows(one), rows(other));
            let rates = [&here, &there].map(|rows| rows.iter().map(|(_, rate)| *rate).collect::<Vec<_>>());
            let Some(distance) = distance_of_boards(&rates[0], &rates[1]) else { continue };
            let is_papers =
                here.len() == published::RATES.len() - 1 && here.iter().all(|(name, _)| published::row(name).is_some());
            let of = |column: usize| here.iter().filter_map(move |(name, _)| Some(published::row(name)?[column]));
            let published = column(one).zip(column(other)).filter(|_| is_papers).and_then(|(one, other)| {
                distance_of_boards(&of(one).collect::<Vec<_>>(), &of(other).collect::<Vec<_>>())
            });
            all.push(Distance {
                boards: [one.name.clone(), other.name.clone()],
                maps: here.len(),
                distance,
                published,
            });
        }
    }
    all.sort_once_by(|one, other| one.distance.total_cmp(&other.distance));
    all
}

fn interrupted() -> Status {
    complain("stopped; nothing is kept");
    Status::Interrupted
}

/// The interval of the win rate. A draw counts as half a win; an odd half is rounded outwards.
fn interval(tally: &Tally) -> Interval {
    let of = |wins| wilson(wins, tally.games(), Confidence::P95).unwrap_or(Interval { low: 0.0, high: 1.0 });
    let (least, most) = (tally.wins + tally.draws / 2, tally.wins + tally.draws.div_ceil(2));
    Interval { low: of(least).low, high: of(most).high }
}

/// Plays all places; `None` if it was stopped. Each tally is from the point of view of the place's row.
fn play(arguments: &Arguments, pool: &Pool, places: &[Place<'_>], games: u64) -> miette::Result<Option<Vec<Tally>>> {
    let mut contests = Vec::new();
    for place in places {
        let mut sides = [place.row.side.clone(), place.opponent.side.clone()];
        if place.is_second {
            sides.reverse();
        }
        let topology = place.board.topology.clone();
        contests.push(Contest::new(topology, arguments.terms.terms(), sides, arguments.seed).map_err(refused)?);
    }
    let chunks = (0..games).step_by(CHUNK as usize).map(|from| from..games.min(from + CHUNK));
    let items: Vec<_> = (0..contests.len()).flat_map(|idx| chunks.clone().map(move |chunk| (idx, chunk))).collect();
    let mut tallies = vec![Tally::default(); places.len()];
    let mut n_done = 0;
    pool.run(
        &items,
        arguments.jobs.count(),
        |_, (idx, chunk)| Some((*idx, contests[*idx].play(chunk.clone()))),
        |(idx, tally)| {
            tallies[idx] += if places[idx].is_second { tally.reversed() } else { tally };
            n_done += 1;
            Ok::<_, Report>(())
        },
    )?;
    Ok((n_done == items.len()).then_some(tallies))
}

/// Tries bars on the printed maps.
fn bars(arguments: &Arguments, boards: &[MapBoard], most_bars: usize) -> status::Result {
    /// How many variants of each map are shown.
    const SHOWN: usize = 8;
    let topologies: Vec<_> = boards.iter().map(|board| board.topology.clone()).collect();
    let sample = Sample::new(&topologies, 20, arguments.seed);
    let random = parse_side("random").map_err(Report::msg)?;
    let pool = Pool::new(None, None, 0)?;
    let mut out = anstream::stdout().lock();
    for (row, printed) in NAMED.iter().filter_map(|named| named.printed).enumerate() {
        let map = printed.parse().map_err(refused)?;
        let variants: Vec<NamedMap> = named::with_bars(&map, most_bars, &sample)
            .into_iter()
            .map(|map| NamedMap { name: map.to_string(), side: ContestSide::Map(map.clone()), map: Some(map) })
            .collect();
        let place = |row, board| Place { row, opponent: &random, board, is_second: false };
        let places: Vec<_> =
            variants.iter().flat_map(|row| boards.iter().map(move |board| place(row, board))).collect();
        let Some(tallies) = play(arguments, &pool, &places, arguments.games)? else { return Ok(interrupted()) };
        let mut rows: Vec<_> = variants.iter().zip(tallies.chunks(boards.len())).collect();
        let distance = |tallies: &[Tally]| {
            let both = tallies.iter().zip(published::RATES[row + 1]);
            let squares = both.map(|(tally, rate)| (100.0 * tally.score() - rate).powi(2));
            (squares.sum::<f64>() / tallies.len() as f64).sqrt()
        };
        rows.sort_once_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        writeln!(out, "map ({}), {} ways, published {:?}", row + 1, rows.len(), published::RATES[row + 1])?;
        for (variant, tallies) in rows.iter().take(SHOWN) {
            let rates: Vec<String> = tallies.iter().map(|tally| format!("{:.1}", 100.0 * tally.score())).collect();
            writeln!(out, "{:>6.1} off  {:<24}  {}", distance(tallies), rates.join(" "), variant.name)?;
        }
    }
    Ok(Status::Fine)
}
