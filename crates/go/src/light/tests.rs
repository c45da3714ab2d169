use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::CellSet;

use super::draw::CellUse;
use super::*;
use crate::board::{LARGE, SMALL};

impl<I: Index, const CAP: usize> LightStones<I, CAP> {
    /// Recomputes everything that plies update, and compares.
    ///
    /// # Panics
    ///
    /// If something differs.
    fn assert_valid<const D: usize>(&self, graph: &Graph<I, CAP, D>, topology: &Topology) {
        let stone = |cell: Cell| self.stones[cell.index()];
        for cell in topology.cells() {
            let around: i64 = topology
                .neighbours(cell)
                .iter()
                .map(|&to| if stone(to) == 0 { link_to(I::new(to.index())) } else { one_stone(stone(to)) })
                .sum();
            assert_eq!(self.around[cell.index()], around, "the neighbours of a cell drifted");
            if stone(cell) == 0 {
                assert!(
                    self.next[cell.index()].number() == cell.index()
                        && self.chain[cell.index()].number() == cell.index()
                );
                continue;
            }
            let mut chain = CellSet::new();
            let mut open = vec![cell];
            while let Some(at) = open.pop() {
                if chain.insert(at) {
                    open.extend(topology.neighbours(at).iter().filter(|&&to| stone(to) == stone(cell)));
                }
            }
            let mut circle = vec![cell];
            while self.next[circle[circle.len() - 1].index()].number() != cell.index() {
                circle.push(Cell::new(self.next[circle[circle.len() - 1].index()].number()));
            }
            assert_eq!((circle.len(), circle.into_iter().collect::<CellSet>()), (chain.len(), chain.clone()));
            let head = self.chain[cell.index()].number();
            assert!(chain.iter().all(|at| self.chain[at.index()].number() == head), "a chain has two names");
            assert_eq!(usize::from(self.n_stones[head]), chain.len());
            let links = || chain.iter().flat_map(|at| topology.neighbours(at)).filter(|&&to| stone(to) == 0);
            let (n, sum) = (links().count() as i64, links().map(|to| to.index() as i64).sum::<i64>());
            assert_eq!((n_links::<D>(self.word[head]), self.word[head] & (GUARD - 1)), (n, sum), "a word drifted");
            assert!(n > 0, "a chain has no liberty");
            let liberties: CellSet = links().copied().collect();
            let last = liberties.iter().next().filter(|_| liberties.len() == 1);
            let told = self.last_liberty(graph, I::new(cell.index()));
            assert_eq!(told.map(|cell| Cell::new(cell.number())), last);
        }
        let mut empties: Vec<usize> = self.empties().iter().map(|cell| cell.number()).collect();
        assert!(empties.iter().enumerate().all(|(place, &cell)| self.places[cell].number() == place));
        empties.sort_unstable();
        assert_eq!(empties, topology.cells().filter(|&cell| stone(cell) == 0).map(Cell::index).collect::<Vec<_>>());
        for &parked in &self.empties()[self.n_drawn_from..] {
            assert!(self.is_parked(parked));
            assert_eq!(self.verdict::<D, BLACK>(graph, parked), CellUse::Park);
            assert_eq!(self.verdict::<D, WHITE>(graph, parked), CellUse::Park);
        }
    }
}

/// Plays random games and checks every ply.
fn play<I: Index, const CAP: usize, const D: usize>(topology: &Topology, n_games: u64) {
    let eyes = EyeRule::new(topology);
    let graph = Graph::<I, CAP, D>::new(topology, &eyes).expect("the board has few enough neighbours and cells");
    let (mut light, mut plain) = (LightStones::<I, CAP>::new(), Stones::new(topology));
    let mut n_parked = 0;
    for seed in 0..n_games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        // Every other game starts in the middle of the previous one.
        if seed % 2 == 0 {
            plain = Stones::new(topology);
        }
        light.load(&graph, &plain);
        let (mut ko, mut n_passes, mut n_plies) = (I::NONE, 0, 0);
        while n_passes < 2 && n_plies < 4 * topology.n_cells() {
            let mover = if n_plies % 2 == 0 { Player::Black } else { Player::White };
            let cell = match mover {
                Player::Black => light.draw::<_, D, BLACK, false>(&graph, ko, &mut rng, |_, _, _| false),
                Player::White => light.draw::<_, D, WHITE, false>(&graph, ko, &mut rng, |_, _, _| false),
            };
            n_plies += 1;
            ko = I::NONE;
            if cell == I::NONE {
                n_passes += 1;
                continue;
            }
            n_passes = 0;
            ko = match mover {
                Player::Black => light.place::<D, BLACK>(&graph, cell),
                Player::White => light.place::<D, WHITE>(&graph, cell),
            };
            light.assert_valid(&graph, topology);
            n_parked += light.n_empties - light.n_drawn_from;
            // The same stones and the same ko as under the rules.
            if seed % 2 == 0 && n_plies < topology.n_cells() / 2 {
                let plain_ko = plain.place(topology, Cell::new(cell.number()), mover, |_, _| {});
                assert_eq!(plain_ko.map(Cell::index), (ko != I::NONE).then(|| ko.number()));
                assert!(topology.cells().all(|cell| plain.stone(cell) == player(light.stones[cell.index()])));
            }
        }
    }
    assert!(n_parked > 0, "nothing was ever parked");
}

/// A lattice with its opposite sides joined; cells touch if one of the steps leads from one to the other.
fn torus(side: usize, steps: &[(usize, usize)]) -> Topology {
    let names = (0..side * side).map(|node| node.to_string()).collect();
    let to = |node: usize, (dc, dr): (usize, usize)| (node / side + dr) % side * side + (node % side + dc) % side;
    let links: Vec<_> =
        (0..side * side).flat_map(|node| steps.iter().map(move |&step| (node, to(node, step)))).collect();
    Topology::graph(names, &links, vec![]).unwrap()
}

#[test]
fn what_plies_keep_is_what_is_recomputed() {
    for (columns, rows) in [(9, 9), (5, 7), (4, 3)] {
        let board = Topology::square(columns, rows).unwrap();
        play::<u8, SMALL, 4>(&board, 40);
        play::<u16, LARGE, 6>(&board, 4);
    }
    play::<u16, LARGE, 4>(&Topology::square(19, 19).unwrap(), 3);
    play::<u8, SMALL, 4>(&torus(7, &[(0, 1), (1, 0)]), 20);
    play::<u8, SMALL, 6>(&torus(6, &[(0, 1), (1, 0), (1, 1)]), 20);
    play::<u16, LARGE, 6>(&torus(17, &[(0, 1), (1, 0), (1, 1)]), 2);
}

#[test]
fn boards_that_are_too_large_or_too_dense_have_no_graph() {
    let has_graph = |board: &Topology| {
        let eyes = EyeRule::new(board);
        [Graph::<u8, SMALL, 4>::new(board, &eyes).is_some(), Graph::<u16, LARGE, 6>::new(board, &eyes).is_some()]
    };
    assert_eq!(has_graph(&Topology::square(2, 127).unwrap()), [true, true]);
    assert_eq!(has_graph(&Topology::square(5, 51).unwrap()), [false, true]);
    assert_eq!(has_graph(&Topology::square(32, 32).unwrap()), [false, true]);
    assert_eq!(has_graph(&torus(6, &[(0, 1), (1, 0), (1, 1)])), [false, true]);
    assert_eq!(has_graph(&torus(6, &[(0, 1), (1, 0), (1, 1), (1, 5)])), [false, false]);
}
