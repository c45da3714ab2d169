//! All surroundings of one cell and of two neighbours, against the derived patterns in `testdata/inferior/`.
//!
//! `cargo xtask patterns` derives them by looking at all completions, with no view and no clique. Here every image of
//! every pattern is laid on the board, in the middle and at the edges. The inference has to find exactly what the
//! patterns say.

use std::path::Path;

use serde::Deserialize;
use tesuji_board::{Bits, Cell, Player, Topology};

use super::Bench;
use crate::inferior::Surroundings;
use crate::inferior::view::{LinkView, Liveness};

type Set = Bits<1>;

/// Column and row, on the board or beside it.
type Place = (i8, i8);

/// The steps to the six neighbours.
const STEPS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

#[derive(Deserialize)]
struct File {
    pattern: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    class: String,
    r#type: String,
    images: usize,
    diagram: String,
}

/// The images of the patterns of one class, with Black as the player.
struct Class {
    /// Required content of each place, relative to the first cell in question.
    images: Vec<Vec<(Place, char)>>,
}

impl Class {
    fn read(name: &str, is_guiding: bool) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/inferior/radius-1.toml");
        let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut images = Vec::new();
        for entry in file.pattern.iter().filter(|entry| entry.class == name) {
            assert_eq!(entry.r#type == "guiding", is_guiding, "{name}");
            let of_entry = images_of(&marks(&entry.diagram), name == "dead");
            assert_eq!(of_entry.len(), entry.images, "{}", entry.diagram);
            images.extend(of_entry);
        }
        assert!(!images.is_empty(), "there is no {name} pattern");
        Self { images }
    }

    /// Whether a pattern of `player` lies here, with its other cell on `other`. The other cell, if there is one, is the
    /// second in question or `!`.
    fn holds(&self, at: Place, other: Option<Place>, player: Player, stone: &dyn Fn(Place) -> Option<Player>) -> bool {
        self.images.iter().any(|image| {
            image.iter().all(|&((column, row), mark)| {
                let place = (at.0 + column, at.1 + row);
                match mark {
                    'B' => stone(place) == Some(player),
                    'W' => stone(place) == Some(!player),
                    '*' if place == at => true,
                    _ => other == Some(place),
                }
            })
        })
    }
}

/// The marks of a drawing that stand for something.
fn marks(diagram: &str) -> Vec<(Place, char)> {
    let rows = diagram.lines().enumerate();
    let marks = rows.flat_map(|(row, line)| {
        let of_row = line.char_indices().filter(|(_, mark)| !mark.is_whitespace());
        // Each row lies half a cell to the right of the one above, and two characters are one cell.
        of_row.map(move |(at, mark)| (((at as i8 - row as i8).div_euclid(2), row as i8), mark))
    });
    marks.filter(|&(_, mark)| mark != '.').collect()
}

/// All images of a drawing, with the first cell in question at the origin.
fn images_of(marks: &[(Place, char)], exchanges_colours: bool) -> Vec<Vec<(Place, char)>> {
    let mut images: Vec<Vec<(Place, char)>> = Vec::new();
    for n_turns in 0..6 {
        for is_reflected in [false, true] {
            let turn = |cell: Place| {
                let (x, y) = (0..n_turns).fold(cell, |(x, y), _| (-y, x + y));
                if is_reflected { (y, x) } else { (x, y) }
            };
            let mut turned: Vec<(Place, char)> = marks.iter().map(|&(cell, mark)| (turn(cell), mark)).collect();
            turned.sort_unstable_by_key(|&((column, row), _)| (row, column));
            let origin = turned.iter().find(|(_, mark)| *mark == '*').unwrap().0;
            for (cell, _) in &mut turned {
                *cell = (cell.0 - origin.0, cell.1 - origin.1);
            }
            let mut exchanged = turned.clone();
            for (_, mark) in &mut exchanged {
                *mark = match *mark {
                    'B' => 'W',
                    'W' => 'B',
                    other => other,
                };
            }
            let colours = if exchanges_colours { vec![turned, exchanged] } else { vec![turned] };
            for image in colours {
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
    }
    images
}

/// The empty places and stones around cells of a board.
struct Ring {
    side: i8,
    surroundings: Surroundings<1>,
    /// The places around the cells in question.
    places: Vec<usize>,
}

impl Ring {
    fn new(side: usize, inside: &[Place]) -> Self {
        let board = Topology::rhombus(side, side).unwrap();
        let surroundings = Surroundings::<1>::new(&board).unwrap();
        let index = |&(column, row): &Place| row as usize * side + column as usize;
        let inside: Set = inside.iter().map(index).collect();
        let around = inside.iter().fold(Set::EMPTY, |all, cell| all | surroundings.sights[0].links[cell]) - inside;
        Self { side: side as i8, surroundings, places: around.iter().collect() }
    }

    fn place(&self, cell: usize) -> Place {
        (cell as i8 % self.side, cell as i8 / self.side)
    }

    fn cell(&self, place: Place) -> Cell {
        Cell::new((place.1 * self.side + place.0) as usize)
    }

    /// All colourings of the places; `None` is empty.
    fn states(&self) -> impl Iterator<Item = Vec<Option<Player>>> + use<> {
        let n_places = self.places.len();
        (0..3_usize.pow(n_places as u32)).map(move |code| {
            let digit = |place: usize| code / 3_usize.pow(place as u32) % 3;
            (0..n_places).map(|place| [None, Some(Player::Black), Some(Player::White)][digit(place)]).collect()
        })
    }

    /// Both players' views of a state, and the empty cells.
    fn views(&self, state: &[Option<Player>]) -> ([LinkView<1>; 2], Set) {
        let mut views = [LinkView::default(), LinkView::default()];
        let mut empty = self.surroundings.all;
        for player in Player::BOTH {
            let view = &mut views[player.index()];
            view.reset(&self.surroundings.sights[player.index()], self.surroundings.n_cells());
            for (&place, _) in self.places.iter().zip(state).filter(|(_, colour)| **colour == Some(player)) {
                view.join(place);
                empty.remove(place);
            }
        }
        (views, empty)
    }

    /// The stone on a place. An edge counts as a stone of its owner; a corner between two edges counts as either
    /// player's.
    fn stone(&self, state: &[Option<Player>], (column, row): Place) -> Option<Player> {
        let on_board = 0..self.side;
        match (on_board.contains(&column), on_board.contains(&row)) {
            (_, false) => Some(Player::Black),
            (false, true) => Some(Player::White),
            (true, true) => {
                let cell = self.cell((column, row)).index();
                self.places.iter().position(|&place| place == cell).and_then(|i| state[i])
            }
        }
    }
}

/// Compares what the inference says of one cell in all its surroundings with the patterns. Returns in how many it is
/// dead, counting each player's view, and how many pairs of a living cell and a killer there are.
fn check_cell(side: usize, at: Place, agree: fn(bool, bool) -> bool) -> (usize, usize) {
    let (dead, vulnerable) = (Class::read("dead", false), Class::read("vulnerable", false));
    let ring = Ring::new(side, &[at]);
    let cell = ring.cell(at).index();
    let (mut n_dead, mut n_killers) = (0, 0);
    for state in ring.states() {
        let (views, empty) = ring.views(&state);
        let is_dead = |state: &[Option<Player>]| dead.holds(at, None, Player::Black, &|place| ring.stone(state, place));
        for (player, view) in Player::BOTH.into_iter().zip(&views) {
            let life = view.life(cell, empty);
            assert!(agree(life == Liveness::Dead, is_dead(&state)), "{player}: {at:?} {state:?}");
            let Liveness::Alive(killers) = life else {
                n_dead += 1;
                continue;
            };
            for (i, &place) in ring.places.iter().enumerate().filter(|&(i, _)| state[i].is_none()) {
                let other = Some(ring.place(place));
                let kills = vulnerable.holds(at, other, !player, &|place| ring.stone(&state, place));
                assert!(agree(killers.contains(place), kills), "{player}: {at:?} {state:?}, killed on {place}");
                n_killers += usize::from(kills);
                let mut with = state.clone();
                with[i] = Some(player);
                let is_dead_then = view.is_dead_after_join(cell, place, empty);
                assert!(agree(is_dead_then, is_dead(&with)), "{player}: {at:?} {state:?}, joined on {place}");
            }
        }
    }
    (n_dead, n_killers)
}

#[test]
fn one_cell() {
    // 122 of the 729 surroundings are dead, each in both views.
    assert_eq!(check_cell(7, (3, 3), |found, by_pattern| found == by_pattern), (2 * 122, 2 * 186));
}

#[test]
fn one_cell_at_each_edge_and_corner() {
    let side = 4;
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        // Chains that touch an edge give the inference more than the surroundings show.
        let (n_dead, _) = check_cell(side as usize, (column, row), |found, by_pattern| found || !by_pattern);
        assert!(n_dead > 0, "nothing is dead at {column}, {row}");
    }
}

#[test]
fn two_neighbours() {
    let captured = Class::read("captured", false);
    let inside = [(3, 3), (4, 3)];
    let ring = Ring::new(7, &inside);
    let [a, b] = inside.map(|place| ring.cell(place).index());
    let mut n_captured = 0;
    for state in ring.states() {
        let (views, empty) = ring.views(&state);
        let view = &views[Player::White.index()];
        let is_found = view.is_dead(a, empty.without(b)) && view.is_dead(b, empty.without(a));
        let by_pattern = captured.holds(inside[0], Some(inside[1]), Player::Black, &|place| ring.stone(&state, place));
        assert_eq!(is_found, by_pattern, "{state:?}");
        n_captured += usize::from(is_found);
    }
    // Out of 6561; most of them hold a dead cell.
    assert_eq!(n_captured, 623);
}

#[test]
fn a_move_is_dominated_by_one_that_kills_its_cell() {
    let (dead, dominated) = (Class::read("dead", false), Class::read("dominated", true));
    let inside = [(3, 3), (4, 3)];
    let ring = Ring::new(7, &inside);
    let [cell, by] = inside.map(|place| ring.cell(place).index());
    let (mut n_killed, mut n_dominated) = (0, 0);
    for state in ring.states() {
        let (views, empty) = ring.views(&state);
        let Liveness::Alive(killers) = views[Player::White.index()].life(cell, empty) else { continue };
        let stone = |place| ring.stone(&state, place);
        assert!(!dead.holds(inside[0], None, Player::Black, &stone), "{state:?}");
        let is_dominated = dominated.holds(inside[0], Some(inside[1]), Player::Black, &stone);
        // The solver calls a move dominated if the other gains it. One neighbour can be better than another without
        // that.
        assert!(is_dominated || !killers.contains(by), "{state:?}");
        n_killed += usize::from(killers.contains(by));
        n_dominated += usize::from(is_dominated);
    }
    assert_eq!((n_killed, n_dominated), (837, 1643));
}

/// The better of two neighbouring moves wins wherever the other does.
#[test]
fn no_dominated_move_is_better() {
    let dominated = Class::read("dominated", true);
    let side = 4;
    let mut bench = Bench::new(side, side);
    let whole = Ring { places: bench.referee.all.iter().collect(), ..Ring::new(side, &[(0, 0)]) };
    let mut n_found = 0;
    for _ in 0..400 {
        let stones = bench.random_stones(2, 10);
        let colour = |cell: usize| Player::BOTH.into_iter().find(|player| stones[player.index()].contains(cell));
        let state: Vec<Option<Player>> = whole.places.iter().map(|&cell| colour(cell)).collect();
        let empty = bench.referee.all - stones[0] - stones[1];
        for (cell, mover) in empty.iter().flat_map(|cell| Player::BOTH.map(|mover| (cell, mover))) {
            let at = whole.place(cell);
            let neighbours = STEPS.map(|(column, row)| (at.0 + column, at.1 + row));
            for by in neighbours.into_iter().filter(|&place| whole.stone(&state, place).is_none()) {
                if !dominated.holds(at, Some(by), mover, &|place| whole.stone(&state, place)) {
                    continue;
                }
                let [worse, better] = [cell, whole.cell(by).index()].map(|cell| {
                    let mut after = stones;
                    after[mover.index()].insert(cell);
                    bench.referee.winner(after, !mover)
                });
                assert!(worse != mover || better == mover, "{mover}: {at:?} by {by:?} in {state:?}");
                n_found += 1;
            }
        }
    }
    assert!(n_found > 100, "{n_found}");
}

/// The six neighbours, as this file and as the board count them.
#[test]
fn steps_lead_to_neighbours() {
    let board = Topology::rhombus(3, 3).unwrap();
    let centre = Cell::new(4);
    let mut steps: Vec<Cell> = STEPS.iter().map(|&(column, row)| Cell::new((4 + 3 * row + column) as usize)).collect();
    steps.sort_unstable();
    assert_eq!(steps, board.neighbours(centre));
}
