//! The position and both slow models, move by move, on random games.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Compensation, Ko, Komi, Move, Position, Rules, Suicide};

use crate::boards;
use crate::graph_model::GraphModel;
use crate::plain_model::{Board, PlainModel};

const MOST_PLIES: usize = 150;

#[test]
fn every_move_is_as_the_plain_model_says() {
    let mut n_plies = 0;
    for (name, topology) in boards::small() {
        for rules in boards::rules() {
            for seed in 0..4 {
                n_plies += plain_game(name, &topology, rules, seed);
            }
        }
    }
    // Random games that ended early would compare little.
    assert!(n_plies > 20_000, "only {n_plies} plies were compared");
}

/// Compares one game and returns its length. Passes are rare, so that games run into repetitions.
fn plain_game(name: &str, topology: &Topology, rules: Rules, seed: u64) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::empty(topology.clone(), rules, Komi::default());
    let mut model = PlainModel::new(topology, rules);
    for ply in 0..MOST_PLIES {
        let moves = model.moves();
        let place = format!("{name}, {rules:?}, seed {seed}, ply {ply}\n{position:?}");
        assert_eq!(position.moves(), moves, "moves on {place}");
        assert!(moves.iter().all(|&mv| position.is_legal(mv)), "legality on {place}");
        assert_eq!(position.outcome().is_some(), moves.is_empty(), "end on {place}");
        let score = position.score();
        assert_eq!([score.black, score.white], model.areas(), "areas on {place}");
        let Some(&last) = moves.last() else { return ply };
        let stones = &moves[..moves.len() - 1];
        let mv = if stones.is_empty() || rng.random_ratio(1, 20) { last } else { *stones.choose(&mut rng).unwrap() };
        position.play(mv).unwrap();
        model.play(mv);
        position.assert_valid();
        assert_eq!(board(&position), *model.board(), "{mv:?} on {place}");
        assert_eq!(position.to_move(), model.to_move(), "{mv:?} on {place}");
    }
    MOST_PLIES
}

#[test]
fn every_move_is_as_the_graph_model_says() {
    // The model forbids suicide and knows no ko; a ko is lifted here by giving the turn away and back.
    let rules = Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, compensation: Compensation::None };
    for (name, topology) in boards::small() {
        for seed in 0..4 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::empty(topology.clone(), rules, Komi::default());
            let mut model = GraphModel::new(&topology);
            for ply in 0..MOST_PLIES {
                let player = position.to_move();
                position.set_to_move(player.opponent());
                position.set_to_move(player);
                let legal = model.legal(player);
                let stones: CellSet = position.moves().iter().filter_map(placed).collect();
                assert_eq!(stones, legal, "moves on {name}, seed {seed}, ply {ply}\n{position:?}");
                let Some(&cell) = legal.iter().collect::<Vec<_>>().choose(&mut rng) else { break };
                position.play(Move::Place(cell)).unwrap();
                model.play(player, cell);
                assert_eq!(Player::BOTH.map(|player| position.stones(player)), model.points, "{cell:?} on {name}");
            }
        }
    }
}

fn placed(mv: &Move) -> Option<tesuji_board::Cell> {
    match *mv {
        Move::Place(cell) => Some(cell),
        Move::Pass => None,
    }
}

fn board(position: &Position) -> Board {
    position.topology().cells().map(|cell| position.stone(cell)).collect()
}
