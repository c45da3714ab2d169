//! Every single inference against the referee, before and after random moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Bits, Cell, CellSet, Player, Topology};
use tesuji_connection::vc::{Connections, Link, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, Goal, Mover, Terminal};
use tesuji_prove::{VerifyOutcome, verify};
use tesuji_search::Limits;

use crate::program_c::claims;
use crate::program_c::referee::truth;

/// A claim's region and the connections of both sides after some moves.
pub(crate) struct Position {
    pub(crate) claim: Claim,
    pub(crate) region: Region<1>,
    pub(crate) sides: [Connections<1>; 2],
}

impl Position {
    pub(crate) fn new(claim: Claim, config: VcConfig) -> Self {
        let region = Region::new(&claim).unwrap();
        let sides = Side::BOTH.map(|side| Connections::new(&region, side, config));
        let position = Self { claim, region, sides };
        position.assert_valid();
        position
    }

    /// Plays on a random empty cell for either side; `false` if there is no empty cell.
    pub(crate) fn play(&mut self, rng: &mut Xoshiro256StarStar) -> bool {
        let Some(cell) = self.sides[0].empties().iter().choose(rng) else { return false };
        let stone = Bits::single(cell);
        self.advance(if rng.random_bool(0.5) { [stone, Bits::EMPTY] } else { [Bits::EMPTY, stone] });
        true
    }

    /// Plays on several random empty cells, each for either side; `false` if there is no empty cell.
    pub(crate) fn play_several(&mut self, rng: &mut Xoshiro256StarStar) -> bool {
        let empties = self.sides[0].empties();
        let mut stones = [Bits::EMPTY; 2];
        let n_stones = rng.random_range(1..=5);
        for cell in empties.iter().choose_multiple(rng, n_stones) {
            stones[rng.random_range(0..2)].insert(cell);
        }
        self.advance(stones);
        !empties.is_empty()
    }

    /// Adds stones of the owner and of the opponent.
    fn advance(&mut self, stones: [Bits<1>; 2]) {
        for side in Side::BOTH {
            let before = self.sides[side.index()].clone();
            let (own, other) = (stones[side.index()], stones[side.other().index()]);
            self.sides[side.index()].advance(&self.region, &before, own, other);
        }
        self.assert_valid();
    }

    /// These stones, with every connection found afresh.
    pub(crate) fn rebuilt(&self, config: VcConfig) -> Self {
        let build = |side: Side| {
            let [own, other] = [side, side.other()].map(|side| self.sides[side.index()].own());
            Connections::with_stones(&self.region, side, config, own, other)
        };
        let sides = Side::BOTH.map(build);
        let position = Self { claim: self.claim.clone(), region: self.region.clone(), sides };
        position.assert_valid();
        position
    }

    fn assert_valid(&self) {
        self.sides.iter().for_each(|side| side.assert_valid(&self.region));
        assert_eq!(self.sides[0].empties(), self.sides[1].empties());
    }

    /// The claim of this position.
    pub(crate) fn as_claim(&self) -> Claim {
        let mut claim = self.claim.clone();
        claim.stones.union_with(&self.region.to_board(&self.sides[0].own()));
        claim.carrier = self.region.to_board(&self.sides[0].empties());
        claim
    }

    /// The claim that `side` achieves its goal in `carrier` after `key` is played.
    fn goal_claim(&self, side: Side, key: Option<usize>, carrier: &Bits<1>) -> Claim {
        let mut claim = self.as_claim();
        let key: CellSet = key.map(|key| self.region.cells[key]).into_iter().collect();
        let mut carrier = self.region.to_board(carrier);
        carrier.subtract(&key);
        match side {
            Side::Owner => {
                claim.stones.union_with(&key);
                claim.to_move = Mover::Opponent;
            }
            Side::Opponent => {
                // Everything that the way does not need is the owner's.
                claim.stones.union_with(&claim.carrier);
                claim.stones.subtract(&carrier);
                claim.stones.subtract(&key);
                claim.to_move = Mover::Owner;
            }
        }
        claim.carrier = carrier;
        claim
    }

    /// The places of the board that a node of the owner's represents.
    pub(crate) fn places(&self, node: u16) -> Vec<Terminal> {
        let owner = &self.sides[0];
        let n_cells = self.region.n_cells();
        let nodes = (0..owner.n_nodes() as u16).filter(|&other| owner.chain_of(other) == node);
        let mut places: Vec<Terminal> = nodes
            .flat_map(|node| match usize::from(node).checked_sub(n_cells) {
                None => vec![Terminal::Cell(self.region.cells[usize::from(node)])],
                Some(i) => {
                    let chain = &self.region.sides[0].chains[i];
                    let edges = chain.edges.iter().map(|&edge| Terminal::Edge(edge));
                    chain.cells.iter().map(Terminal::Cell).chain(edges).collect()
                }
            })
            .collect();
        places.sort_unstable();
        places
    }

    /// The claim that this link of the owner's joins `a` and `b`.
    fn link_claim(&self, (a, b): (u16, u16), link: &Link<1>) -> Claim {
        let mut claim = self.goal_claim(Side::Owner, link.key(), &link.carrier);
        let ends = [self.places(a)[0], self.places(b)[0]];
        let is_empty = |end: &Terminal| matches!(end, Terminal::Cell(cell) if !claim.stones.contains(*cell));
        let new_stones: Vec<Cell> = ends
            .iter()
            .filter(|end| is_empty(end))
            .filter_map(|&end| if let Terminal::Cell(cell) = end { Some(cell) } else { None })
            .collect();
        new_stones.into_iter().for_each(|cell| {
            claim.stones.insert(cell);
        });
        // The second alternative contains the first; its purpose is to name the edges that join stones.
        let edges = claim.goal.edges().into_iter().map(Terminal::Edge);
        let alternatives = vec![vec![ends.to_vec()], vec![edges.chain(ends).collect()]];
        claim.goal = Goal::new(alternatives).unwrap();
        claim
    }

    /// Asks the referee about every link of the owner and every way to the goal of both sides, and counts the questions
    /// in `asked`.
    fn assert_sound(&self, asked: &mut BTreeMap<&'static str, usize>) {
        let owner = &self.sides[0];
        for b in 0..owner.n_nodes() as u16 {
            for a in 0..b {
                for link in owner.connections(a, b).chain(owner.semi_connections(a, b)) {
                    let claim = self.link_claim((a, b), link);
                    assert_eq!(claim.validate(), Ok(()));
                    assert!(truth(&claim), "{a}-{b} {link:?} {:?}", self.as_claim());
                    *asked.entry(if link.key().is_some() { "semi-connections" } else { "connections" }).or_default() +=
                        1;
                }
            }
        }
        for side in Side::BOTH {
            self.sides[side.index()].for_each_way(&self.region.goal, |way| {
                let claim = self.goal_claim(side, way.key, &way.carrier);
                assert_eq!(truth(&claim), side == Side::Owner, "{side:?} {way:?} {:?}", self.as_claim());
                *asked.entry(if side == Side::Owner { "ways" } else { "cuts" }).or_default() += 1;
            });
        }
    }
}

#[test]
fn every_link_and_every_way_is_true_after_several_stones() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(13);
    let mut asked = BTreeMap::new();
    for _ in 0..1_500 {
        let mut position = Position::new(claims::claim(&mut rng, 9), VcConfig::default());
        while position.play_several(&mut rng) {
            position.assert_sound(&mut asked);
        }
    }
    for (kind, least) in [("connections", 8_000), ("semi-connections", 5_000), ("ways", 500), ("cuts", 500)] {
        assert!(asked.get(kind).is_some_and(|&n| n >= least), "few {kind}: {asked:?}");
    }
}

#[test]
fn every_link_and_every_way_is_true() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(3);
    let mut asked = BTreeMap::new();
    for _ in 0..1_500 {
        let mut position = Position::new(claims::claim(&mut rng, 9), VcConfig::default());
        position.assert_sound(&mut asked);
        while position.play(&mut rng) {
            position.assert_sound(&mut asked);
        }
    }
    for (kind, least) in [("connections", 50_000), ("semi-connections", 50_000), ("ways", 3_000), ("cuts", 2_000)] {
        assert!(asked.get(kind).is_some_and(|&n| n >= least), "few {kind}: {asked:?}");
    }
}

/// Stones in a row, each joined to the next by a bridge over an edge; the goal names more edges than a word has bits.
#[test]
fn a_goal_may_name_any_number_of_edges() {
    const N: usize = 70;
    let names = (0..3 * N + 1).map(|i| format!("p{i}")).collect();
    let links: Vec<_> = (0..N).flat_map(|i| [(3 * i, 3 * i + 1), (3 * i, 3 * i + 2)]).collect();
    let edges = (0..N).map(|i| (format!("e{i}"), vec![3 * i + 1, 3 * i + 2, 3 * i + 3])).collect();
    let topology = Arc::new(Topology::graph(names, &links, edges).unwrap());
    let [first, last] = [0, 3 * N].map(|i| Terminal::Cell(Cell::new(i)));
    let all = (0..N).map(|edge| vec![first, Terminal::Edge(edge), last]).collect();
    let goal = Goal::new(vec![vec![vec![first, last]], all]).unwrap();
    let (stones, carrier): (Vec<Cell>, Vec<Cell>) = topology.cells().partition(|cell| cell.index().is_multiple_of(3));
    let [stones, carrier] = [stones, carrier].map(CellSet::from_iter);
    let (owner, to_move) = (Player::Black, Mover::Opponent);
    let report = verify(&Claim { topology, owner, stones, carrier, goal, to_move }, &Limits::default());
    let VerifyOutcome::Holds(Some(certificate)) = report.outcome else { panic!("{report:?}") };
    assert_eq!(certificate.check().unwrap().carrier.len(), 2 * N);
}
