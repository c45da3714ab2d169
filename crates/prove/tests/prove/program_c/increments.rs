//! Connections updated move by move, against those built afresh for the position.

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Bits, CellSet};
use tesuji_connection::Side;
use tesuji_connection::vc::{Connections, Standing, VcConfig};
use tesuji_proof::{Claim, Terminal};

use crate::program_c::claims;
use crate::program_c::inferences::Position;

/// Large enough that no list of a tiny region is cut short.
const UNBOUNDED: VcConfig = VcConfig {
    max_full_chains: 10_000,
    max_semi_chains: 10_000,
    max_full: 10_000,
    max_semi: 10_000,
    max_full_cells: 10_000,
    max_semi_cells: 10_000,
    max_cells_carrier: 10_000,
    max_or: 7,
};

/// A link of the owner's between two places (with a key), or a way to the goal of either side.
type Known = (Vec<Terminal>, Vec<Terminal>, Option<u16>, CellSet);

/// All that is known in a position, in terms of the board; ways to the goal have no ends.
fn known(position: &Position, side: Side) -> Vec<Known> {
    let connections = &position.sides[side.index()];
    let cell = |key: Option<usize>| key.map(|key| position.region.cells[key].index() as u16);
    let mut all = Vec::new();
    connections.for_each_way(&position.region.goal, |way| {
        all.push((Vec::new(), Vec::new(), cell(way.key), position.region.to_board(&way.carrier)));
    });
    // The opponent's links have labels, which depend on the paths between terminals, so only its cycles are compared.
    if side == Side::Owner {
        for b in 0..connections.n_nodes() as u16 {
            for a in 0..b {
                let (from, to) = (position.places(a), position.places(b));
                for link in connections.connections(a, b).chain(connections.semi_connections(a, b)) {
                    let ends = (from.clone().min(to.clone()), from.clone().max(to.clone()));
                    all.push((ends.0, ends.1, cell(link.key()), position.region.to_board(&link.carrier)));
                }
            }
        }
    }
    all
}

/// The entries of `these` that nothing in `others` makes superfluous. A connection with a part of its carrier makes a
/// link superfluous; for a semi-connection, another semi-connection with a part of its carrier does so too.
fn missed<'a>(these: &'a [Known], others: &[Known]) -> Vec<&'a Known> {
    let serves = |other: &Known, this: &Known| {
        (&other.0, &other.1) == (&this.0, &this.1)
            && (other.2.is_none() || this.2.is_some())
            && other.3.is_subset(&this.3)
    };
    these.iter().filter(|this| !others.iter().any(|other| serves(other, this))).collect()
}

/// A claim without empty terminals: only a fresh build notices that the opponent has taken one.
fn claim(rng: &mut Xoshiro256StarStar, max_empties: usize) -> Claim {
    loop {
        let claim = claims::claim(rng, max_empties);
        let is_empty = |terminal| matches!(terminal, Terminal::Cell(cell) if claim.carrier.contains(cell));
        if !claim.goal.terminals().any(is_empty) {
            return claim;
        }
    }
}

#[test]
fn without_bounds_nothing_is_missed() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(4);
    let mut n_known = 0;
    for _ in 0..4_000 {
        let mut position = Position::new(claim(&mut rng, 6), UNBOUNDED);
        while position.play(&mut rng) {
            let afresh = Position::new(position.as_claim(), UNBOUNDED);
            // If several cycles are needed, a cycle of stones alone may be part of a way only in a fresh build.
            let is_single = position.claim.goal.alternatives().len() == 1;
            for side in Side::BOTH.into_iter().filter(|&side| side == Side::Owner || is_single) {
                let (kept, built) = (known(&position, side), known(&afresh, side));
                // The updated ones may know more: in a fresh build, chains with borders are not used as the middle
                // between empty cells.
                assert!(missed(&built, &kept).is_empty(), "{:?} {:?}", missed(&built, &kept), position.as_claim());
                n_known += kept.len();
            }
        }
    }
    assert!(n_known > 50_000, "{n_known}");
}

#[test]
fn several_stones_at_once_are_as_good_as_built_afresh() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(14);
    let (mut n_known, mut n_more) = (0, 0);
    for _ in 0..4_000 {
        let mut position = Position::new(claim(&mut rng, 8), UNBOUNDED);
        while position.play_several(&mut rng) {
            let afresh = position.rebuilt(UNBOUNDED);
            for side in Side::BOTH {
                let (kept, built) = (known(&position, side), known(&afresh, side));
                assert!(missed(&built, &kept).is_empty(), "{:?} {:?}", missed(&built, &kept), position.as_claim());
                n_known += kept.len();
                n_more += missed(&kept, &built).len();
            }
        }
    }
    // In a fresh build, chains with borders are not used as the middle between empty cells.
    assert!(n_known > 30_000 && n_more * 20 < n_known, "{n_known}, {n_more} of them not found afresh");
}

/// A link with its two nodes.
type Placed = (u16, u16, u8, Option<usize>, Bits<1>);

/// Every link, in the order of the lists.
fn links(connections: &Connections<1>) -> Vec<Placed> {
    let pairs = (0..connections.n_nodes() as u16).flat_map(|b| (0..=b).map(move |a| (a, b)));
    pairs
        .flat_map(|(a, b)| {
            let links = connections.connections(a, b).chain(connections.semi_connections(a, b));
            links.map(move |link| (a, b, link.label, link.key(), link.carrier))
        })
        .collect()
}

#[test]
fn what_is_played_can_be_taken_back() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(15);
    let mut n_links = 0;
    for _ in 0..400 {
        let position = Position::new(claims::claim(&mut rng, 14), VcConfig::default());
        let region = &position.region;
        for mut connections in position.sides {
            // The links before each move, and the move's stones.
            let mut past = Vec::new();
            loop {
                let n_stones = rng.random_range(1..=3);
                let mut stones = [Bits::EMPTY; 2];
                for cell in connections.empties().iter().choose_multiple(&mut rng, n_stones) {
                    stones[rng.random_range(0..2)].insert(cell);
                }
                if connections.empties().is_empty() {
                    break;
                }
                let mut after = connections.clone();
                after.advance(region, &connections, stones[0], stones[1]);
                past.push(links(&connections));
                connections.play(region, stones[0], stones[1]);
                connections.assert_valid(region);
                assert_eq!(links(&connections), links(&after), "advance and play differ");
                // Every other time, undo and play the move once more.
                if rng.random_bool(0.5) {
                    assert!(connections.undo());
                    connections.assert_valid(region);
                    assert_eq!(Some(&links(&connections)), past.last());
                    connections.play(region, stones[0], stones[1]);
                    assert_eq!(links(&connections), links(&after), "played twice");
                }
                n_links += links(&connections).len();
            }
            while let Some(before) = past.pop() {
                assert!(connections.undo());
                connections.assert_valid(region);
                assert_eq!(links(&connections), before);
            }
            assert!(!connections.undo(), "there is nothing left to take back");
        }
    }
    assert!(n_links > 40_000, "{n_links}");
}

#[test]
fn with_bounds_they_rarely_differ_about_the_goal() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(5);
    let (mut n_secured, mut n_missed, mut n_extra) = (0, 0, 0);
    for _ in 0..1_500 {
        let mut position = Position::new(claim(&mut rng, 16), VcConfig::default());
        while position.play(&mut rng) {
            let afresh = Position::new(position.as_claim(), VcConfig::default());
            for side in Side::BOTH {
                let [kept, built] = [&position, &afresh].map(|position| {
                    let standing = position.sides[side.index()].standing(&position.region.goal, &mut Vec::new());
                    matches!(standing, Standing::Secured(_))
                });
                n_secured += usize::from(built);
                n_missed += usize::from(built && !kept);
                n_extra += usize::from(kept && !built);
            }
        }
    }
    assert!(n_secured > 3_000, "{n_secured}");
    assert!(n_missed * 100 <= n_secured, "{n_missed} of {n_secured} missed, {n_extra} more");
}
