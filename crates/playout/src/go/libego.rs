//! Playouts by the rules of libEGO, the program behind the published numbers.
//!
//! Source: the behaviour of Łukasz Lew's libEGO, read in its public repository (2006 to 2011). The code is our own.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_go::{Liberties, Move, Position, Score, View};
use tesuji_search::mcts::PlayoutRng;

use super::links::Links;
use super::{below, playable};
use crate::statistics::{ObservedPlayout, Trace};

/// A playout ends after this many plies a cell.
const MOST_PLIES_A_CELL: usize = 2;

/// Playouts of Go by the rules of libEGO's light playouts. They differ from [`GoLight`](super::GoLight) in this:
///
/// - The empty cells stand in a list, at first in the order of the board. A cell that is played leaves its place to the
///   last one, and cells that become empty are added at the end.
/// - A ply draws a place in the list. From there on, and round to the beginning, it takes the first cell that may be
///   played. A cell behind many forbidden ones is thus played more often.
/// - A stone may be the last of its own chain's liberties: the chain is then removed. Only a single stone may not.
/// - After two plies a cell, passes included, a playout is capped and counted as it stands.
/// - A player has their stones and the cells with only such neighbours.
///
/// An eye has only own neighbours, and fewer than two of its corners are the opponent's; all corners beyond the edge
/// count as one of those. Boards other than square lattices have no corners. The simple ko rule holds, whatever the
/// rules of the position.
///
/// Versions of libEGO differ: later ones refuse every suicide. The paper does not name its version.
#[derive(Clone, Default, Debug)]
pub struct GoLibEgo {
    links: Option<Arc<Links>>,
    empties: Empties,
    /// The stones around a move that it may take off.
    threatened: Vec<Cell>,
}

/// The empty cells as a list, and where each stands in it.
#[derive(Clone, Default, Debug)]
struct Empties {
    cells: Vec<Cell>,
    places: Vec<usize>,
}

impl Empties {
    fn start(&mut self, position: &Position) {
        self.cells.clear();
        self.places.clear();
        self.places.resize(position.topology().n_cells(), 0);
        position.topology().cells().filter(|&cell| position.stone(cell).is_none()).for_each(|cell| self.add(cell));
    }

    fn add(&mut self, cell: Cell) {
        self.places[cell.index()] = self.cells.len();
        self.cells.push(cell);
    }

    fn remove(&mut self, cell: Cell) {
        let place = self.places[cell.index()];
        self.cells.swap_remove(place);
        if let Some(moved) = self.cells.get(place) {
            self.places[moved.index()] = place;
        }
    }

    /// The first cell from a random place on that passes; `None` if none does.
    fn draw(&self, rng: &mut PlayoutRng, may_play: impl Fn(Cell) -> bool) -> Option<Cell> {
        let (before, after) = self.cells.split_at(below(self.cells.len(), rng));
        after.iter().chain(before).copied().find(|&cell| may_play(cell))
    }
}

/// Whether an empty cell is an eye of `player`'s.
fn is_eye(links: &Links, view: &impl View, cell: Cell, player: Player) -> bool {
    if view.n_around(cell, Some(player)) < links.of(cell).len() {
        return false;
    }
    links.code(view, cell).is_none_or(|code| {
        // A corner beyond the edge has the bits of both players.
        let corners_of = |player: Player| code >> (8 + 4 * player.index()) & 0b1111;
        let (own, theirs) = (corners_of(player), corners_of(player.opponent()));
        (theirs & !own).count_ones() + u32::from(theirs & own > 0) < 2
    })
}

/// Whether `player` may play on an empty cell, eyes aside.
fn is_allowed(view: &impl View, cell: Cell, player: Player) -> bool {
    let is_alone = view.n_around(cell, None) == 0 && view.n_around(cell, Some(player)) == 0;
    view.ko() != Some(cell) && !(is_alone && view.liberties_after(cell, player) == Liberties::None)
}

impl GoLibEgo {
    /// Plays one ply; returns where, or `None` for a pass.
    fn play(&mut self, links: &Links, now: &mut Position, rng: &mut PlayoutRng) -> Option<Cell> {
        let Self { empties, threatened, .. } = self;
        let (view, player) = (now.view(), now.to_move());
        let choice = empties.draw(rng, |cell| is_allowed(&view, cell, player) && !is_eye(links, &view, cell, player));
        threatened.clear();
        if let Some(cell) = choice {
            for &to in links.of(cell) {
                if view.stone(to).is_some() && view.last_liberty(to).is_some() && !threatened.contains(&to) {
                    threatened.extend(view.chain_cells(to));
                }
            }
            empties.remove(cell);
        }
        drop(view);
        now.play_unchecked(choice.map_or(Move::Pass, Move::Place));
        choice.iter().chain(&*threatened).filter(|&&at| now.stone(at).is_none()).for_each(|&at| empties.add(at));
        choice
    }
}

impl ObservedPlayout<Position> for GoLibEgo {
    fn n_cells(&self, position: &Position) -> usize {
        position.topology().n_cells()
    }

    fn playable(&self, position: &Position, player: Player) -> CellSet {
        playable(position, player)
    }

    fn observe(&mut self, position: &Position, rng: &mut PlayoutRng, trace: &mut Trace) {
        let topology = position.topology();
        let links = match &self.links {
            Some(links) if Arc::ptr_eq(&links.topology, topology) => Arc::clone(links),
            _ => Arc::clone(self.links.insert(Arc::new(Links::new(topology)))),
        };
        let mut now = position.clone().with_simple_ko();
        self.empties.start(&now);
        let mut n_plies = 0;
        while !now.is_over() && n_plies < MOST_PLIES_A_CELL * topology.n_cells() {
            let player = now.to_move();
            if let Some(cell) = self.play(&links, &mut now, rng) {
                trace.place(cell, player);
            }
            n_plies += 1;
        }
        if !now.is_over() {
            trace.cap();
        }
        let view = now.view();
        let owner = |cell: Cell| {
            let is_of = |&player: &Player| view.n_around(cell, Some(player)) == links.of(cell).len();
            view.stone(cell).or_else(|| Player::BOTH.into_iter().find(is_of))
        };
        trace.own_all(topology.cells().map(owner));
        let area = |player| topology.cells().filter(|&cell| owner(cell) == Some(player)).count() as u16;
        let score = Score { black: area(Player::Black), white: area(Player::White), komi: position.komi() };
        trace.end(score.margin());
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use tesuji_board::BoardSpec;
    use tesuji_go::{Komi, Rules, Suicide};

    use super::*;
    use crate::statistics::Sample;

    fn empty(board: &str) -> Position {
        let rules = Rules { suicide: Suicide::Allowed, ..Rules::CHINESE };
        Position::empty(board.parse::<BoardSpec>().unwrap().topology().unwrap(), rules, Komi::default())
    }

    /// The definition of an eye, by columns and rows.
    fn is_eye_by_hand(position: &Position, cell: Cell, player: Player, (columns, rows): (i32, i32)) -> bool {
        let (column, row) = (cell.index() as i32 % columns, cell.index() as i32 / columns);
        let at = |right: i32, down: i32| {
            let (x, y) = (column + right, row + down);
            let is_on_board = (0..columns).contains(&x) && (0..rows).contains(&y);
            is_on_board.then(|| position.stone(Cell::new((y * columns + x) as usize)))
        };
        let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(right, down)| at(right, down));
        let corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(right, down)| at(right, down));
        let n_theirs = corners.iter().filter(|&&corner| corner == Some(Some(player.opponent()))).count();
        sides.iter().flatten().all(|&side| side == Some(player)) && n_theirs + usize::from(corners.contains(&None)) < 2
    }

    #[test]
    fn every_ply_keeps_the_rules() {
        let mut n_suicides = 0;
        for (board, size) in [("5x5", (5, 5)), ("7x3", (7, 3))] {
            let links = Links::new(empty(board).topology());
            for seed in 0..40 {
                let (mut now, mut playouts) = (empty(board), GoLibEgo::default());
                let mut rng = PlayoutRng::seed_from_u64(seed);
                playouts.empties.start(&now);
                for _ in 0..60 {
                    let (before, player) = (now.clone(), now.to_move());
                    let fills_eye = |cell| is_eye_by_hand(&before, cell, player, size);
                    match playouts.play(&links, &mut now, &mut rng) {
                        Some(cell) => {
                            assert!(before.is_legal(Move::Place(cell)) && !fills_eye(cell), "{board} {seed}");
                            n_suicides += usize::from(now.stone(cell).is_none());
                        }
                        None => assert!(before.topology().cells().all(|at| {
                            before.stone(at).is_some() || fills_eye(at) || !before.is_legal(Move::Place(at))
                        })),
                    }
                    let listed: CellSet = playouts.empties.cells.iter().copied().collect();
                    let is_empty = |at: &Cell| now.stone(*at).is_none();
                    assert_eq!(listed, now.topology().cells().filter(is_empty).collect::<CellSet>());
                    assert_eq!(listed.len(), playouts.empties.cells.len());
                    if now.is_over() {
                        break;
                    }
                }
            }
        }
        assert!(n_suicides > 0, "chains take their own last liberty");
    }

    #[test]
    fn a_cell_behind_a_forbidden_one_comes_twice_as_often() {
        let mut empties = Empties::default();
        empties.start(&empty("3x1"));
        let mut rng = PlayoutRng::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..6_000 {
            counts[empties.draw(&mut rng, |cell| cell.index() != 1).unwrap().index()] += 1;
        }
        assert!((1_850..2_150).contains(&counts[0]) && counts[0] + counts[2] == 6_000, "{counts:?}");
        assert_eq!(empties.draw(&mut rng, |_| false), None);
    }

    #[test]
    fn playouts_end_and_repeat() {
        let sample = |board: &str| Sample::collect(&empty(board), &mut GoLibEgo::default(), 600, 7);
        assert_eq!(sample("9x9"), Sample::collect_parallel(&empty("9x9"), &GoLibEgo::default(), 600, 7));
        assert!(sample("2x2").n_capped() > 0 && sample("9x9").n_capped() < 30);
        assert!(sample("torus:4x4").margins().all(|margin| margin.abs() <= 32));
    }
}
