//! Makes positions with known answers: a fight in a closed part of a board, next to other fights that are settled,
//! while everything else is alive for certain. Prints them in the form of `testdata/go/known.toml`:
//! ```sh
//! cargo run -p tesuji-reading --example known_positions -- 30 1 > testdata/go/known.toml
//! ```
//!
//! The first number says how many positions of each kind to make, and the second is the seed. Further words are kinds;
//! without them all kinds are made. Each fight is read out to the end. It is left out if ko or another repetition may
//! decide it. A settled fight is worth the same whoever moves first, so a player who answers there loses nothing, and
//! the total is also known. No player and no playout is involved.
//!
//! Two boards in three are open: there the walls are a single row of stones with liberties to spare, and hardly
//! anything else is on the board. The walls cannot be captured in time, so the fight ends as it was read, and it is
//! larger than any other move. Who wins such a game is not known, and the file does not say.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to whoever runs it")]

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::{Komi, Move, Position, Rules};
use tesuji_reading::{Field, Local, Reader, Worth};

const KINDS: [&str; 5] = ["semeai", "seki", "nakade", "life", "safe"];
const MOST_NODES: u64 = 10_000;
/// The number of attempts to fill a place within the same walls.
const N_FILLS: usize = 300;
/// The fewest points that a fight decides: on a closed board, and on an open one.
const LEAST_GAP: [i32; 2] = [6, 16];
/// The fewest liberties outside that each chain of a wall has on an open board.
const LEAST_LIBERTIES: usize = 6;

type Chance = Xoshiro256PlusPlus;

/// Walls that are alive, around places for fights.
struct Ground {
    topology: Topology,
    side: usize,
    areas: Vec<CellSet>,
    walls: [CellSet; 2],
    /// Black's points minus White's outside of all fights; on an open board, those of the stones alone.
    outside: i32,
    is_open: bool,
}

/// A fight that has been read.
struct Fight {
    area: CellSet,
    stones: [CellSet; 2],
    position: Position,
    reader: Reader,
    local: Local,
    worth: Worth,
    /// Chains that touch no safe stone of their owner's: one stone of each, the owner, and the number of stones.
    chains: Vec<(Cell, Player, usize)>,
    /// For each player moving first: the stones that are captured, and whether there are cells that both players leave
    /// alone.
    ends: Vec<(CellSet, bool)>,
}

/// What is required of a fight.
#[derive(Clone, Copy)]
enum Role<'a> {
    Kind(&'a str, Player),
    /// Settled, with stones that live, but not if their owner never answers. They are this player's, if one is named.
    Settled(Option<Player>),
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(default, |word| word.parse().expect("a number"));
    let (n_each, seed) = (number(0, 30), number(1, 1));
    println!(
        "# Origin: made by crates/reading/examples/known_positions.rs with `{n_each} {seed}`. Closed fights were read out to the end, the same for\n\
         # either master of ko; `fight` is the one in question, and others are settled. `right`: all moves that win, where `pass` is any\n\
         # move outside the fight; `winner`: with best play, where that is known; `safe` and `dead`: a stone of each chain of the fights that stays, or goes,\n\
         # whoever moves first."
    );
    for kind in KINDS.into_iter().filter(|kind| words.len() < 3 || words[2..].iter().any(|word| word == kind)) {
        let mut rng = Chance::seed_from_u64(seed ^ kind.len() as u64 ^ u64::from(kind.as_bytes()[1]) << 8);
        let (mut n_made, mut n_tried) = (0, 0_u64);
        while n_made < n_each {
            n_tried += 1;
            if let Some(text) = make(kind, n_made, &mut rng) {
                n_made += 1;
                println!("\n{text}");
            }
        }
        eprintln!("{kind}: {n_made} of {n_tried} boards");
    }
}

fn make(kind: &str, number: u64, rng: &mut Chance) -> Option<String> {
    let owner = Player::BOTH[rng.random_range(0..2)];
    let to_move = Player::BOTH[rng.random_range(0..2)];
    let ground = Ground::new(kind, owner, !number.is_multiple_of(3), rng)?;
    let mut fights = Vec::new();
    for idx in 0..ground.areas.len() {
        let role = match kind {
            "safe" => Role::Settled(Some(owner)),
            _ if idx == 0 => Role::Kind(kind, to_move),
            _ => Role::Settled(None),
        };
        fights.push((0..N_FILLS).find_map(|_| ground.fill(idx, role, owner, rng))?);
    }
    if kind == "safe" {
        all_safe(&ground, &fights, owner, to_move, number)
    } else {
        one_hot(&ground, &mut fights, kind, to_move, number)
    }
}

impl Ground {
    /// Walls around one to four places.
    fn new(kind: &str, owner: Player, is_open: bool, rng: &mut Chance) -> Option<Self> {
        let sides = if is_open { [9, 9, 13, 19] } else { [9, 9, 11, 13] };
        let side = sides[rng.random_range(0..4)];
        let topology = Topology::square(side, side).ok()?;
        let n_areas = match side {
            9 if is_open && kind != "safe" => 1,
            9 => 2,
            _ => rng.random_range(2..=4),
        };
        let mut areas: Vec<CellSet> = Vec::new();
        for _ in 0..n_areas * 6 {
            if let Some(area) =
                place(&topology, side, kind, rng).filter(|area| areas.iter().all(|other| are_apart(side, area, other)))
            {
                areas.push(area);
            }
            if areas.len() == n_areas {
                break;
            }
        }
        if areas.len() < n_areas.min(2) {
            return None;
        }
        let has_two_walls = matches!(kind, "semeai" | "seki");
        let in_fight = |cell: Cell| areas.iter().any(|area| area.contains(cell));
        // Who owns what outside: a straight line divides the board, and passes through the fight if both players have
        // walls there.
        let (a, b): (f64, f64) = (rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        let height = |cell: Cell| a * (cell.index() % side) as f64 + b * (cell.index() / side) as f64;
        let middle = areas[0].iter().map(height).sum::<f64>() / areas[0].len() as f64;
        let cut = if has_two_walls { middle } else { middle + rng.random_range(0.0..side as f64) };
        let is_near = |cell: Cell| areas.iter().any(|area| !are_apart(side, &std::iter::once(cell).collect(), area));
        let sign = |cell: Cell| {
            let is_owners = height(cell) > cut && (has_two_walls || !is_near(cell));
            if is_owners { owner } else { owner.opponent() }
        };
        let outside: Vec<(Cell, Player)> =
            topology.cells().filter(|&cell| !in_fight(cell)).map(|cell| (cell, sign(cell))).collect();
        if is_open {
            let mut stones = outside;
            stones.retain(|&(cell, _)| is_near(cell) || rng.random_bool(0.08));
            let wall = |player: Player| stones.iter().filter(move |stone| stone.1 == player).map(|stone| stone.0);
            let walls = Player::BOTH.map(|player| wall(player).collect::<CellSet>());
            let bare = position(&topology, &walls)?;
            let n_outside = |cell: Cell| bare.liberties(cell).iter().filter(|&at| !in_fight(at)).count();
            let is_strong = stones.iter().all(|&(cell, _)| !is_near(cell) || n_outside(cell) >= LEAST_LIBERTIES);
            let points = stones.iter().map(|stone| if stone.1 == Player::Black { 1 } else { -1 }).sum();
            return is_strong.then_some(Self { topology, side, areas, walls, outside: points, is_open });
        }
        let is_inner = |cell: Cell| topology.neighbours(cell).iter().all(|&to| !in_fight(to) && sign(to) == sign(cell));
        // Eyes are added at random until everything is alive for certain, whatever becomes of the fights.
        for _ in 0..12 {
            let share = rng.random_range(0.15..0.7);
            let stones: Vec<_> =
                outside.iter().filter(|(cell, _)| !is_inner(*cell) || !rng.random_bool(share)).copied().collect();
            let walls = Player::BOTH.map(|player| {
                stones.iter().filter(|stone| stone.1 == player).map(|stone| stone.0).collect::<CellSet>()
            });
            let Some(bare) = position(&topology, &walls) else { continue };
            let lives = Player::BOTH.map(|player| bare.life(player));
            let is_sure = |cell, player: Player| {
                lives[player.index()].territory.contains(cell) || lives[player.index()].stones.contains(cell)
            };
            if outside.iter().all(|&(cell, player)| is_sure(cell, player)) {
                let points = outside.iter().map(|stone| if stone.1 == Player::Black { 1 } else { -1 }).sum();
                return Some(Self { topology, side, areas, walls, outside: points, is_open });
            }
        }
        None
    }

    /// Random stones in one of the places; `None` unless they can be read and meet the requirements of `role`.
    fn fill(&self, idx: usize, role: Role<'_>, owner: Player, rng: &mut Chance) -> Option<Fight> {
        let area = &self.areas[idx];
        let kind = match role {
            Role::Kind(kind, _) => kind,
            Role::Settled(_) => ["nakade", "life", "life"][rng.random_range(0..3)],
        };
        let inner = self.inner_player(area, owner);
        let (density, share) = (rng.random_range(0.4..0.8), rng.random_range(0.6..0.95));
        let mut stones = [CellSet::new(), CellSet::new()];
        for cell in area.iter() {
            let walls = self.topology.neighbours(cell).iter().filter(|to| !area.contains(**to));
            let is_border = walls.count() > 0;
            // Stones are placed where the other player has the walls; in closed spaces the owner's stones are all
            // around.
            let (density, likely, share) = match kind {
                "semeai" => (density, self.wall_near(cell).opponent(), 0.85),
                // Few liberties, because otherwise somebody has time to win them.
                "seki" => (0.5 + density / 2.0, self.wall_near(cell).opponent(), 0.95),
                "nakade" if is_border => (0.95, inner, 1.0),
                "nakade" => (0.25, inner, 0.3),
                _ => (density, inner, share),
            };
            if rng.random_bool(density) {
                stones[if rng.random_bool(share) { likely } else { likely.opponent() }.index()].insert(cell);
            }
        }
        let all = Player::BOTH.map(|player| {
            let mut all = self.walls[player.index()].clone();
            all.union_with(&stones[player.index()]);
            all
        });
        let position = position(&self.topology, &all)?;
        let chains = doubtful(&position, area);
        let n_empty = area.iter().filter(|&cell| position.stone(cell).is_none()).count();
        let largest = |player| chains.iter().filter(|chain| chain.1 == player).map(|chain| chain.2).max().unwrap_or(0);
        let (own, other) = (largest(inner), largest(inner.opponent()));
        let may_be = match (role, kind) {
            (Role::Settled(wanted), _) => own >= 4 && wanted.is_none_or(|player| player == inner),
            (_, "semeai") => own >= 4 && other >= 4,
            (_, "seki") => own >= 3 && other >= 3,
            _ => own >= 3 && other < 3,
        };
        // Fights that cannot be what is wanted are not read.
        if !may_be || !(2..=11).contains(&n_empty) {
            return None;
        }
        let field = Field::new(&self.topology, area, [&self.walls[0], &self.walls[1]])?;
        let local = field.local(&position);
        let mut reader = Reader::new(field);
        let worth = reader.worth(&local, MOST_NODES).filter(|worth| !worth.is_ko && !reader.has_repetition())?;
        let mut ends = Vec::new();
        for first in Player::BOTH {
            let line = reader.line(&local, first, MOST_NODES)?;
            let end = reader.end(&local, &line);
            let taken = end.taken.stones[0] | end.taken.stones[1];
            ends.push((reader.cells_of(taken).collect::<CellSet>(), end.open != 0));
        }
        let fight = Fight { area: area.clone(), stones, position, reader, local, worth, chains, ends };
        let is_right = match role {
            Role::Kind(kind, to_move) => fight.is_kind(kind, inner, to_move, self),
            Role::Settled(_) => fight.is_settled(inner),
        };
        is_right.then_some(fight)
    }

    /// The player with the nearest wall; among equally near ones the first.
    fn wall_near(&self, cell: Cell) -> Player {
        let distance = |to: Cell| {
            let (one, other) = (cell.index(), to.index());
            (one % self.side).abs_diff(other % self.side) + (one / self.side).abs_diff(other / self.side)
        };
        let nearest = |player: Player| self.walls[player.index()].iter().map(distance).min().unwrap_or(usize::MAX);
        if nearest(Player::Black) <= nearest(Player::White) { Player::Black } else { Player::White }
    }

    /// The player whose stones would have to live in a place: the one with fewer of the walls around it.
    fn inner_player(&self, area: &CellSet, owner: Player) -> Player {
        let around = |player: Player| {
            let touching = area.iter().flat_map(|cell| self.topology.neighbours(cell).iter());
            touching.filter(|to| self.walls[player.index()].contains(**to)).count()
        };
        if around(owner) <= around(owner.opponent()) { owner } else { owner.opponent() }
    }
}

/// A place for a fight: at a corner, at an edge or anywhere.
fn place(topology: &Topology, side: usize, kind: &str, rng: &mut Chance) -> Option<CellSet> {
    let (width, height) = (rng.random_range(2..7_usize), rng.random_range(2..7_usize));
    let sizes = if matches!(kind, "semeai" | "seki") { 12..=20 } else { 8..=15 };
    if !sizes.contains(&(width * height)) {
        return None;
    }
    let at = |size: usize, rng: &mut Chance| match rng.random_range(0..4) {
        0 => 0,
        1 => side - size,
        _ => rng.random_range(0..=side - size),
    };
    let (left, top) = (at(width, rng), at(height, rng));
    let is_corner = |column: usize, row: usize| (column == 0 || column + 1 == width) && (row == 0 || row + 1 == height);
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let cells = cells.filter(|&(column, row)| !(is_corner(column, row) && rng.random_bool(0.4)));
    let area: CellSet = cells.map(|(column, row)| Cell::new((top + row) * side + left + column)).collect();
    (area.len() < topology.n_cells()).then_some(area)
}

/// Whether there is a cell between them in all directions.
fn are_apart(side: usize, one: &CellSet, other: &CellSet) -> bool {
    let at = |cell: Cell| (cell.index() % side, cell.index() / side);
    one.iter().all(|a| other.iter().all(|b| at(a).0.abs_diff(at(b).0).max(at(a).1.abs_diff(at(b).1)) > 1))
}

fn position(topology: &Topology, stones: &[CellSet; 2]) -> Option<Position> {
    Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), [&stones[0], &stones[1]], Player::Black).ok()
}

fn doubtful(position: &Position, area: &CellSet) -> Vec<(Cell, Player, usize)> {
    let mut seen = CellSet::new();
    let mut chains = Vec::new();
    for cell in area.iter() {
        let Some(player) = position.stone(cell).filter(|_| !seen.contains(cell)) else { continue };
        let chain = position.chain(cell);
        seen.union_with(&chain);
        if chain.iter().all(|at| area.contains(at)) {
            chains.push((cell, player, chain.len()));
        }
    }
    chains
}

impl Fight {
    /// A stone of a player's largest chain, and the size of the chain.
    fn largest(&self, player: Player) -> Option<(Cell, usize)> {
        let own = self.chains.iter().filter(|chain| chain.1 == player);
        own.max_by_key(|chain| chain.2).map(|chain| (chain.0, chain.2))
    }

    fn dies(&self, player: Player, first: Player) -> bool {
        self.largest(player).is_some_and(|(cell, _)| self.ends[first.index()].0.contains(cell))
    }

    fn is_kind(&self, kind: &str, inner: Player, to_move: Player, ground: &Ground) -> bool {
        let other = inner.opponent();
        match kind {
            "semeai" => {
                Player::BOTH.into_iter().all(|first| self.dies(first.opponent(), first) && !self.dies(first, first))
            }
            "seki" => !self.dies(inner, to_move) && !self.dies(other, to_move) && self.ends[to_move.index()].1,
            _ => {
                // In nakade the space is closed; otherwise it is open to the walls.
                let touches_wall =
                    |cell: Cell| ground.topology.neighbours(cell).iter().any(|to| !self.area.contains(*to));
                let is_open =
                    self.area.iter().any(|cell| self.position.stone(cell) != Some(inner) && touches_wall(cell));
                self.dies(inner, other) && !self.dies(inner, inner) && (kind == "nakade") != is_open
            }
        }
    }

    fn is_settled(&self, inner: Player) -> bool {
        let Some((cell, n_stones)) = self.largest(inner) else { return false };
        let is_sure = self.position.life(inner).stones.contains(cell);
        let stays = self.ends.iter().all(|(taken, _)| !taken.contains(cell));
        n_stones >= 4 && stays && !is_sure && self.worth.swing() == 0
    }

    /// What each move is worth to the player to move, with the other player moving next. Passing comes first.
    fn moves(&mut self, to_move: Player) -> Option<Vec<(String, i32)>> {
        let sign = if to_move == Player::Black { 1 } else { -1 };
        let next = to_move.opponent().index();
        let mut moves = vec![("pass".to_owned(), sign * self.worth.points[next])];
        for cell in self.area.iter().filter(|&cell| self.position.stone(cell).is_none()) {
            let Some(after) = self.reader.after(&self.local, to_move, cell) else {
                let mut position = self.position.clone();
                position.set_to_move(to_move);
                if position.check(Move::Place(cell)).is_ok() {
                    return None;
                }
                continue;
            };
            let worth = self.reader.worth(&after, MOST_NODES).filter(|worth| !worth.is_ko)?;
            moves.push((self.position.topology().name(cell).to_owned(), sign * worth.points[next]));
        }
        (!self.reader.has_repetition()).then_some(moves)
    }
}

fn one_hot(ground: &Ground, fights: &mut [Fight], kind: &str, to_move: Player, number: u64) -> Option<String> {
    let sign = if to_move == Player::Black { 1 } else { -1 };
    let moves = fights[0].moves(to_move)?;
    let best = moves.iter().map(|mv| mv.1).max()?;
    let next = moves.iter().map(|mv| mv.1).filter(|&worth| worth < best).max()?;
    let right: Vec<String> = moves.iter().filter(|mv| mv.1 == best).map(|mv| mv.0.clone()).collect();
    let n_most = if kind == "seki" { 6 } else { 2 };
    // In seki the question is where not to play, whatever else is on the board.
    let is_patient = kind == "seki" && right[0] == "pass";
    let least = LEAST_GAP[usize::from(ground.is_open && !is_patient)];
    if best - next < least || right.len() > n_most || moves.len() - right.len() < 2 {
        return None;
    }
    if kind != "seki" && right[0] == "pass" {
        return None;
    }
    let rest = sign * (ground.outside + fights[1..].iter().map(|fight| fight.worth.points[0]).sum::<i32>());
    // Half a point away from the middle between the two.
    let half_points = sign * (2 * rest + best + next + i32::from((best - next) % 4 == 0));
    Some(write(ground, fights, (kind, number), half_points, to_move, &right, to_move))
}

fn all_safe(ground: &Ground, fights: &[Fight], owner: Player, to_move: Player, number: u64) -> Option<String> {
    let sign = if owner == Player::Black { 1 } else { -1 };
    let total = sign * (ground.outside + fights.iter().map(|fight| fight.worth.points[0]).sum::<i32>());
    let least = fights.iter().filter_map(|fight| fight.largest(owner)).map(|largest| largest.1 as i32).min()?;
    // The owner wins only with all of them, by less than any one of them is worth.
    let half_points = sign * (2 * total - 2 * least.min(5) - 1);
    Some(write(ground, fights, ("safe", number), half_points, to_move, &[], owner))
}

fn write(
    ground: &Ground,
    fights: &[Fight],
    (kind, number): (&str, u64),
    half_points: i32,
    to_move: Player,
    right: &[String],
    winner: Player,
) -> String {
    let mut stones = ground.walls.clone();
    fights.iter().for_each(|fight| {
        Player::BOTH.iter().for_each(|player| stones[player.index()].union_with(&fight.stones[player.index()]))
    });
    let board = position(&ground.topology, &stones).expect("each fight stands by itself");
    let quoted = |names: &[String]| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let names = |cells: &mut dyn Iterator<Item = Cell>| {
        quoted(&cells.map(|cell| ground.topology.name(cell).to_owned()).collect::<Vec<_>>())
    };
    let n_asked = if kind == "safe" { fights.len() } else { 1 };
    // The chains that stay, or those that are captured, whoever moves first.
    let fates = |wanted: bool| {
        let of = |fight: &Fight| {
            let cells = fight.chains.iter().map(|chain| chain.0);
            cells.filter(|&cell| fight.ends.iter().all(|(taken, _)| taken.contains(cell) == wanted)).collect::<Vec<_>>()
        };
        names(&mut fights.iter().flat_map(of))
    };
    let komi = Komi::from_half_points(i16::try_from(half_points).expect("a small board"));
    format!(
        "[[position]]\nid = '{kind}-{}'\nkind = '{kind}'\nto_move = '{}'\nkomi = '{komi}'\nright = [{}]\nwinner = '{}'\n\
         safe = [{}]\ndead = [{}]\nfight = [{}]\ndiagram = '''\n{}\n'''",
        number + 1,
        to_move.to_string().to_lowercase(),
        quoted(right),
        if ground.is_open { String::new() } else { winner.to_string().to_lowercase() },
        fates(false),
        fates(true),
        names(&mut fights.iter().take(n_asked).flat_map(|fight| fight.area.iter())),
        board.render().trim_end(),
    )
}
