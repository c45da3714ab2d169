//! Plays games of Go against itself on many boards and writes their positions for `training/gonet`.
//!
//! ```text
//! cargo run --release -p tesuji-engine --example go_games -- --out FOLDER [--boards 9x9=8,torus:7x7,cubic:4x4x4]
//!     [--games N] [--seconds N] [--first N] [--seed N] [--playouts N] [--quick N] [--share PERCENT] [--threads N]
//!     [--net FILE] [--net-share PERCENT]
//! ```
//!
//! A game has a board drawn by weight, rules, a random opening, and a komi near the lead that a search expects. A share of
//! the moves is searched with all playouts, the others are quick. Early moves are drawn by the square of their visits, and
//! some later ones at random. Most games end once the playouts agree on each point. The same arguments write the same
//! bytes, on any number of threads; `--first` is the number of the first game.
//!
//! With `--net` the net guides the trees, a playout is a leaf, and the rest of its value, beside `--net-share`, is a playout.
//!
//! Boards are those of `docs/BOARDS.md`, and `cubic:4x4x4` and `random:60` (random points of a square, each linked to the
//! nearest).
//!
//! FOLDER gets a file for each board: a line of JSON (`board`, `points`, `planes`, `links`), then records, little endian, all
//! from the view of the player to move:
//!
//! | bytes | content |
//! | --- | --- |
//! | u8 for each plane and point | the input of the net, plane by plane (`tesuji_neural::graph`) |
//! | u16 for each point | the lowest point of its chain |
//! | u8 for each point and the pass | whether the move is legal |
//! | u16 for each point and the pass | visits |
//! | u8 | 0 lost, 1 draw, 2 won |
//! | i16 | by how many half points |
//! | i8 for each point | 1 the mover's at the end, -1 the other's, 0 nobody's |
//! | u32, u16 | the number of the game, and of the move |

#![expect(clippy::print_stdout, reason = "an example that reports how far it is")]

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BoardSpec, Cell, CellSet, Player, Topology};
use tesuji_engine::{
    Analysis, GameSpec, GoNetwork, GoSettings, PlayerSpec, PositionRef, Session, StrongSpec, move_seed,
};
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Position, Rules, View};
use tesuji_neural::graph::{Net, PLANES, write_planes};
use tesuji_search::Limits;

/// A game ends once the mean owner of each point in the playouts is at least this far from 0.
const SETTLED: f64 = 0.94;

#[derive(Clone)]
struct Options {
    out: PathBuf,
    boards: Vec<(String, BoardSpec, u32)>,
    n_games: u64,
    seconds: u64,
    first: u64,
    seed: u64,
    playouts: u64,
    quick: u64,
    /// Percentage of the moves with all playouts.
    share: u32,
    n_threads: usize,
    /// The player but for its playouts.
    player: StrongSpec,
    playouts_per_leaf: u64,
}

const USUAL_BOARDS: &str = "9x9=10,7x7=3,5x5,8x8,torus:7x7,cylinder:8x7,honeycomb:3,hexagon:5,triangle:9,kagome:2,\
                            cubic:4x4x4,random:50,random:70";

fn options() -> Options {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut given = BTreeMap::new();
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { panic!("{} has no value", pair[0]) };
        given.insert(name.as_str(), value.as_str());
    }
    let mut take = |name: &str, usual: &str| given.remove(name).unwrap_or(usual).to_owned();
    let out = take("--out", "");
    assert!(!out.is_empty(), "expected --out FOLDER");
    let boards = take("--boards", USUAL_BOARDS);
    let net = take("--net", "");
    let mut number = |name: &str, usual: &str| -> u64 {
        take(name, usual).parse().unwrap_or_else(|_| panic!("{name}: expected a number"))
    };
    let mut player = StrongSpec { memory_mib: 64, ..StrongSpec::default() };
    let net_share = number("--net-share", "50") as f64 / 100.0;
    if !net.is_empty() {
        let net = Net::parse(&std::fs::read(net).expect("a file")).unwrap_or_else(|error| panic!("--net: {error}"));
        net.replace_shipped().expect("no net is in use");
        player.game = GoSettings { network: GoNetwork::Small, net_share, reads: false, ..GoSettings::default() }.into();
    }
    let options = Options {
        playouts_per_leaf: if Net::shipped().is_some() { 4 } else { 1 },
        player,
        out: out.into(),
        boards: boards.split(',').map(weighed).collect(),
        n_games: number("--games", "18446744073709551615"),
        seconds: number("--seconds", "1000000000"),
        first: number("--first", "0"),
        seed: number("--seed", "1"),
        playouts: number("--playouts", "400"),
        quick: number("--quick", "100"),
        share: number("--share", "30") as u32,
        n_threads: number("--threads", "1") as usize,
    };
    assert!(given.is_empty(), "unknown options: {given:?}");
    options
}

/// A board with its weight.
fn weighed(text: &str) -> (String, BoardSpec, u32) {
    let (name, weight) = text.split_once('=').unwrap_or((text, "1"));
    (name.to_owned(), board(name), weight.parse().expect("a weight"))
}

fn board(name: &str) -> BoardSpec {
    let (kind, size) = name.split_once(':').unwrap_or(("", name));
    let sizes = || size.split('x').map(|side| side.parse::<usize>().expect("a number")).collect::<Vec<_>>();
    let graph = |n: usize, links: &[(usize, usize)]| {
        let names = (1..=n).map(|point| point.to_string()).collect();
        BoardSpec::of_graph(&Topology::graph(names, links, Vec::new()).expect("a graph"))
    };
    match kind {
        "cubic" => {
            let [x, y, z] = sizes()[..] else { panic!("{name}: expected three sides") };
            let steps = [(1, x), (x, y), (x * y, z)];
            let has_next = |at: usize, (step, side): (usize, usize)| at / step % side + 1 < side;
            let links = steps.iter().flat_map(|&step| (0..x * y * z).map(move |at| (at, step)));
            let links: Vec<_> =
                links.filter(|&(at, step)| has_next(at, step)).map(|(at, (step, _))| (at, at + step)).collect();
            graph(x * y * z, &links)
        }
        "random" => {
            let (n, seed) = (sizes()[0], sizes().get(1).copied().unwrap_or(1));
            graph(n, &random_links(n, seed as u64))
        }
        _ => name.parse().unwrap_or_else(|error| panic!("{error}")),
    }
}

/// Links between random points of a square: short ones first, as long as both ends have fewer than six and no point between
/// them is nearer to both; then the shortest that joins what is apart.
fn random_links(n: usize, seed: u64) -> Vec<(usize, usize)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let points: Vec<(f64, f64)> = (0..n).map(|_| (rng.random(), rng.random())).collect();
    let distance = |a: usize, b: usize| (points[a].0 - points[b].0).powi(2) + (points[a].1 - points[b].1).powi(2);
    let mut pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    pairs.sort_by(|&(a, b), &(c, d)| distance(a, b).total_cmp(&distance(c, d)));
    let (mut degree, mut part): (Vec<usize>, Vec<usize>) = (vec![0; n], (0..n).collect());
    let mut links = Vec::new();
    for (a, b) in pairs {
        // The circle around both is empty: links of the Gabriel graph, which do not cross.
        let is_free = (0..n).all(|c| c == a || c == b || distance(a, c) + distance(b, c) >= distance(a, b));
        if part[a] != part[b] || is_free && degree[a] < 6 && degree[b] < 6 {
            links.push((a, b));
            (degree[a], degree[b]) = (degree[a] + 1, degree[b] + 1);
            let (old, new) = (part[b], part[a]);
            part.iter_mut().filter(|part| **part == old).for_each(|part| *part = new);
        }
    }
    links
}

/// A position with what a search found there.
struct Seen {
    position: Position,
    visits: Vec<u16>,
    number: u16,
}

/// The end of a game: Black's points minus White's and komi, in half points, and the owner of each point.
struct End {
    margin: i32,
    owners: Vec<Option<Player>>,
}

fn position_of(session: &Session) -> &Position {
    match session.position() {
        PositionRef::Go(position) => position,
        _ => unreachable!("a game of Go"),
    }
}

/// Plays a game; `None` if it does not end.
fn play(options: &Options, board: &BoardSpec, game: u64) -> Option<(Vec<Seen>, End)> {
    let seed = move_seed(options.seed, game as usize);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let all = [Rules::CHINESE, Rules::CHINESE, Rules::TROMP_TAYLOR, Rules::AGA, Rules::NEW_ZEALAND];
    let rules = *all.choose(&mut rng).expect("rules");
    let spec = GameSpec::go(board.clone(), Komi::default(), rules);
    let mut session = Session::new(&spec).expect("a board");
    let n = position_of(&session).topology().n_cells();
    let most = if rng.random_bool(0.7) { n / 12 } else { n / 5 };
    for _ in 0..rng.random_range(0..=most) {
        stray(&mut session, &mut rng);
    }
    // Komi near what the opening is worth.
    let ends = search(options, &mut session, options.playouts, &mut rng)?.ends;
    let lead = ends.map_or(0.0, |ends| ends.lead);
    let noise = (0..6).map(|_| rng.random_range(-1.0..1.0)).sum::<f64>() * (n as f64).sqrt() / 3.0;
    let komi = Komi::from_half_points((2.0 * (lead + noise)).round() as i16);
    session.table_mut().expect("a game of Go").set_komi(komi);
    let (plays_out, plies) = (rng.random_bool(0.2), n / 4);
    let mut seen = Vec::new();
    for ply in 0..(4 * n + 40) {
        if session.outcome().is_some() {
            return Some((seen, counted(position_of(&session))));
        }
        let is_full = rng.random_ratio(options.share, 100);
        let playouts = if is_full { options.playouts } else { options.quick };
        let analysis = search(options, &mut session, playouts, &mut rng)?;
        let position = position_of(&session).clone();
        let visits = visits(&position, &analysis);
        let is_agreed =
            analysis.ends.as_ref().is_some_and(|ends| ends.owners.iter().all(|owner| owner.abs() >= SETTLED));
        let mv = if ply < plies { drawn(&position, &visits, &mut rng) } else { None };
        let mv = mv.map_or_else(|| analysis.choice.mv.clone(), |mv| position.move_text(mv).to_owned());
        seen.push(Seen { position, visits, number: ply as u16 });
        if is_agreed && is_full && !plays_out {
            return Some((seen, agreed(position_of(&session), &analysis)));
        }
        if rng.random_ratio(1, 80) {
            stray(&mut session, &mut rng);
        } else {
            session.play(session.to_move(), &mv).expect("a legal move");
        }
    }
    None
}

fn search(options: &Options, session: &mut Session, playouts: u64, rng: &mut impl Rng) -> Option<Analysis> {
    let mut player = StrongSpec { playouts: playouts * options.playouts_per_leaf, ..options.player };
    if playouts == options.quick {
        // Reading takes longer than a quick search.
        player.game = GoSettings { reads: false, ..player.game.go() }.into();
    }
    session.analyze(&PlayerSpec::Strong(player), &Limits::default(), rng.random()).ok()
}

/// Plays a random stone that does not fill an eye, or passes.
fn stray(session: &mut Session, rng: &mut impl Rng) {
    let position = position_of(session);
    let view = position.view();
    let may_be = |cell: &Cell| view.would_play(*cell, position.to_move()) && position.is_legal(Move::Place(*cell));
    let cells: Vec<Cell> = position.topology().cells().filter(may_be).collect();
    let mv = cells.choose(rng).map_or(Move::Pass, |&cell| Move::Place(cell));
    drop(view);
    let mv = position.move_text(mv).to_owned();
    session.play(session.to_move(), &mv).expect("a legal move");
}

/// The visits of all moves, the pass last. Where the player passes by the count, the pass has them all.
fn visits(position: &Position, analysis: &Analysis) -> Vec<u16> {
    let n = position.topology().n_cells();
    let mut visits = vec![0; n + 1];
    let chosen = position.parse_move(&analysis.choice.mv);
    if matches!(chosen, Ok(Move::Pass)) {
        visits[n] = 100;
        return visits;
    }
    for candidate in &analysis.moves {
        let count = candidate.visits.min(u64::from(u16::MAX)) as u16;
        match position.parse_move(&candidate.mv) {
            Ok(Move::Place(cell)) => visits[cell.index()] = count,
            Ok(Move::Pass) => visits[n] = count,
            Err(_) => {}
        }
    }
    visits
}

/// A move by the square of its visits.
fn drawn(position: &Position, visits: &[u16], rng: &mut impl Rng) -> Option<Move> {
    let weight = |visits: u16| u64::from(visits).pow(2);
    let sum: u64 = visits.iter().map(|&visits| weight(visits)).sum();
    let mut left = if sum > 0 { rng.random_range(0..sum) } else { return None };
    let at = visits.iter().position(|&visits| {
        let is_here = left < weight(visits);
        left = left.wrapping_sub(weight(visits));
        is_here
    })?;
    let mv = if at == position.topology().n_cells() { Move::Pass } else { Move::Place(Cell::new(at)) };
    position.is_legal(mv).then_some(mv)
}

fn counted(position: &Position) -> End {
    let [black, white] = position.areas(&CellSet::new());
    let owner = |cell| match (black.contains(cell), white.contains(cell)) {
        (true, _) => Some(Player::Black),
        (_, true) => Some(Player::White),
        _ => None,
    };
    End { margin: position.score().margin(), owners: position.topology().cells().map(owner).collect() }
}

fn agreed(position: &Position, analysis: &Analysis) -> End {
    let owners: Vec<f64> = analysis.ends.as_ref().map(|ends| ends.owners.clone()).unwrap_or_default();
    let player = |owner: &f64| Some(if *owner > 0.0 { Player::Black } else { Player::White });
    let points: i32 = owners.iter().map(|owner| if *owner > 0.0 { 2 } else { -2 }).sum();
    let margin = points - i32::from(position.komi().half_points());
    End { margin, owners: owners.iter().map(player).collect() }
}

/// The bytes of a game.
fn records(game: u64, seen: &[Seen], end: &End) -> Vec<u8> {
    let (mut bytes, mut planes, mut chains) = (Vec::new(), Vec::new(), Vec::new());
    for Seen { position, visits, number } in seen {
        let mover = position.to_move();
        write_planes(position, &mut planes, &mut chains);
        for plane in 0..PLANES {
            bytes.extend(planes.iter().map(|point| point[plane]));
        }
        bytes.extend(chains.iter().flat_map(|chain| chain.to_le_bytes()));
        let is_legal = |cell| u8::from(position.is_legal(Move::Place(cell)));
        bytes.extend(position.topology().cells().map(is_legal).chain([1]));
        bytes.extend(visits.iter().flat_map(|visits| visits.to_le_bytes()));
        let margin = if mover == Player::Black { end.margin } else { -end.margin };
        bytes.push((margin.signum() + 1) as u8);
        bytes.extend((margin as i16).to_le_bytes());
        let own = |owner: &Option<Player>| owner.map_or(0, |player| if player == mover { 1 } else { -1_i8 }) as u8;
        bytes.extend(end.owners.iter().map(own));
        bytes.extend((game as u32).to_le_bytes());
        bytes.extend(number.to_le_bytes());
    }
    bytes
}

fn open(folder: &Path, name: &str, spec: &BoardSpec, seed: u64) -> File {
    let path = folder.join(format!("{}-{seed}.go", name.replace(':', "-")));
    let is_new = !path.exists();
    let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a file that can be written");
    if is_new {
        let topology = spec.topology().expect("a board");
        let near = |cell| topology.neighbours(cell).iter().map(|to| to.index()).collect::<Vec<_>>();
        let links: Vec<Vec<usize>> = topology.cells().map(near).collect();
        let head = serde_json::json!({
            "board": spec.to_string(), "points": topology.n_cells(), "planes": PLANES, "links": links
        });
        writeln!(file, "{head}").expect("a file that can be written");
    }
    file
}

fn main() {
    let options = Arc::new(options());
    std::fs::create_dir_all(&options.out).expect("a folder");
    let start = Instant::now();
    let last = options.first.saturating_add(options.n_games);
    let next = AtomicU64::new(options.first);
    let (send, receive) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..options.n_threads {
            let (options, next, send) = (&options, &next, send.clone());
            scope.spawn(move || {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= last || start.elapsed() > Duration::from_secs(options.seconds) {
                        break;
                    }
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(!move_seed(options.seed, game as usize));
                    let board = options.boards.choose_weighted(&mut rng, |board| board.2).expect("a board");
                    let bytes =
                        play(options, &board.1, game).map(|(seen, end)| (seen.len(), records(game, &seen, &end)));
                    if send.send((game, board, bytes)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let (mut files, mut waiting, mut next) = (BTreeMap::new(), BTreeMap::new(), options.first);
        let mut n_positions = 0;
        for (game, board, bytes) in receive {
            waiting.insert(game, (board, bytes));
            while let Some((board, bytes)) = waiting.remove(&next) {
                if let Some((n, bytes)) = bytes {
                    let file =
                        files.entry(&board.0).or_insert_with(|| open(&options.out, &board.0, &board.1, options.seed));
                    file.write_all(&bytes).expect("a file that can be written");
                    n_positions += n;
                }
                next += 1;
                if next % 100 == 0 {
                    println!("{next} games, {n_positions} positions, {} s", start.elapsed().as_secs());
                }
            }
        }
    });
}
