//! Every pattern around one cell and around two neighbours, derived by looking at all completions.
//!
//! The referee of these tests knows no views and no cliques. Around a set of cells lies a ring of places; on a full ring
//! all that the set does for a player is to join runs of the player's places. So cells are dead, and a pair captured,
//! if no completion of the ring tells the difference.

use tesuji_board::{Bits, Player, Topology};

use crate::inferior::Surroundings;
use crate::inferior::view::{Life, View};

type Set = Bits<1>;

/// Empty places and stones of either player around a set of cells in the middle of a board.
struct Ring {
    surroundings: Surroundings<1>,
    /// The cells in question.
    inside: Vec<usize>,
    /// The places around them, in cyclic order.
    places: Vec<usize>,
}

impl Ring {
    fn new(names: &[&str]) -> Self {
        let board = Topology::rhombus(7, 7).unwrap();
        let inside: Vec<usize> = names.iter().map(|name| board.cell(name).unwrap().index()).collect();
        let surroundings = Surroundings::<1>::new(&board).unwrap();
        let around: Set = inside.iter().fold(Set::EMPTY, |all, &cell| all | surroundings.links[cell]);
        let mut left = inside.iter().fold(around, |left, &cell| left.without(cell));
        let mut places = vec![left.first().unwrap()];
        while let Some(next) = (surroundings.links[*places.last().unwrap()] & left.without(places[0])).first() {
            left.remove(next);
            places.push(next);
        }
        Self { surroundings, inside, places }
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
    fn views(&self, state: &[Option<Player>]) -> ([View<1>; 2], Set) {
        let mut views = [View::default(), View::default()];
        let mut empty = self.surroundings.all;
        for player in Player::BOTH {
            let view = &mut views[player.index()];
            view.reset(&self.surroundings.links, self.surroundings.ends[player.index()]);
            for (&place, _) in self.places.iter().zip(state).filter(|(_, colour)| **colour == Some(player)) {
                view.join(place);
                empty.remove(place);
            }
        }
        (views, empty)
    }

    /// Which places `player` joins on each completion of the ring, with these stones inside.
    fn effects(&self, state: &[Option<Player>], inside: &[Player], player: Player) -> Vec<Vec<usize>> {
        let n_empty = state.iter().filter(|colour| colour.is_none()).count();
        let completions = 0..1_usize << n_empty;
        completions
            .map(|code| {
                let mut n_seen = 0;
                let full: Vec<Player> = state
                    .iter()
                    .map(|colour| {
                        colour.unwrap_or_else(|| {
                            n_seen += 1;
                            Player::BOTH[code >> (n_seen - 1) & 1]
                        })
                    })
                    .collect();
                self.joined(&full, inside, player)
            })
            .collect()
    }

    /// By place: the first place that a full ring and these stones inside join it to, or itself.
    fn joined(&self, full: &[Player], inside: &[Player], player: Player) -> Vec<usize> {
        let colours = full.iter().chain(inside).enumerate();
        let own: Vec<usize> = colours.filter(|(_, colour)| **colour == player).map(|(i, _)| i).collect();
        let cells: Vec<usize> = self.places.iter().chain(&self.inside).copied().collect();
        let mut first: Vec<usize> = (0..cells.len()).collect();
        for _ in &own {
            for &i in &own {
                for &j in own.iter().filter(|&&j| self.surroundings.links[cells[i]].contains(cells[j])) {
                    first[i] = first[i].min(first[j]);
                }
            }
        }
        first.truncate(self.places.len());
        first
    }
}

const P: Player = Player::Black;

#[test]
fn one_cell() {
    let ring = Ring::new(&["d4"]);
    assert_eq!(ring.places.len(), 6);
    let is_dead = |state: &[Option<Player>]| ring.effects(state, &[P], P) == ring.effects(state, &[!P], P);
    let (mut n_dead, mut n_killers) = (0, 0);
    for state in ring.states() {
        let (views, empty) = ring.views(&state);
        for (player, view) in Player::BOTH.into_iter().zip(&views) {
            match view.life(ring.inside[0], empty) {
                Life::Dead => {
                    assert!(is_dead(&state), "{state:?}");
                    n_dead += 1;
                }
                Life::Alive(killers) => {
                    assert!(!is_dead(&state), "{state:?}");
                    for (i, &place) in ring.places.iter().enumerate().filter(|&(i, _)| state[i].is_none()) {
                        let mut with = state.clone();
                        with[i] = Some(!player);
                        assert_eq!(killers.contains(place), is_dead(&with), "{state:?} {i}");
                        with[i] = Some(player);
                        let joined = view.is_dead_after_join(ring.inside[0], place, empty);
                        assert_eq!(joined, is_dead(&with), "{state:?} {i}");
                        n_killers += usize::from(killers.contains(place));
                    }
                }
            }
        }
    }
    // 122 of the 729 rings are dead, each in both views.
    assert_eq!((n_dead, n_killers), (2 * 122, 2 * 186));
}

#[test]
fn two_neighbours() {
    let ring = Ring::new(&["d4", "e4"]);
    assert_eq!(ring.places.len(), 8);
    let mut n_captured = 0;
    for state in ring.states() {
        let (views, empty) = ring.views(&state);
        let [a, b] = [ring.inside[0], ring.inside[1]];
        // Captured by Black: whichever White takes, the other does as much as both.
        let both = ring.effects(&state, &[P, P], P);
        let is_captured = ring.effects(&state, &[!P, P], P) == both && ring.effects(&state, &[P, !P], P) == both;
        let view = &views[1];
        let is_found = view.is_dead(a, empty.without(b)) && view.is_dead(b, empty.without(a));
        assert_eq!(is_found, is_captured, "{state:?}");
        n_captured += usize::from(is_captured);
    }
    // Of 6561; most of them hold a dead cell.
    assert_eq!(n_captured, 623);
}
