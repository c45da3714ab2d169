//! The position and both slow models, move by move, on random games.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BoardSpec, CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::model::GraphModel;
use tesuji_go::{Compensation, Ko, Komi, Move, Position, Rules, Suicide};

use super::plain_model::{Board, PlainModel};
use crate::boards;

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
    // Games that ended early would compare little.
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
    let mut boards: Vec<(String, Topology)> =
        boards::small().into_iter().map(|(name, board)| (name.to_owned(), board)).collect();
    boards.extend((0..12).map(|seed| ("random graph".to_owned(), boards::random(8 + 3 * seed as usize, seed))));
    let (n_plies, n_captured) = model_games(&boards, 6);
    assert!(n_plies > 10_000 && n_captured > 5_000, "{n_plies} plies and {n_captured} stones captured compare little");
}

#[test]
fn so_it_is_on_boards_of_every_kind() {
    let of_size = |most_cells: usize| {
        let boards = BoardSpec::of_each_kind(most_cells).into_iter();
        boards.map(|spec| (spec.to_string(), spec.topology().unwrap())).collect::<Vec<_>>()
    };
    // After 150 plies most games on the larger boards are still in the middle; the smaller boards are full.
    for (most_cells, n_games) in [(20, 3), (100, 2)] {
        let boards = of_size(most_cells);
        assert_eq!(boards.len(), 34, "{boards:?}");
        let (n_plies, n_captured) = model_games(&boards, n_games);
        let least = 100 * boards.len() * n_games as usize;
        assert!(n_plies > least && n_captured > n_plies / 10, "{n_plies} plies and {n_captured} stones compare little");
    }
}

/// Compares `n_games` games on each board; returns how many plies and captured stones they had.
fn model_games(boards: &[(String, Topology)], n_games: u64) -> (usize, usize) {
    let games = boards.iter().flat_map(|(name, board)| (0..n_games).map(move |seed| model_game(name, board, seed)));
    games.fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1))
}

/// Compares one game, ply by ply: stones, chains with what they reach, and legal moves. Returns how many plies and how
/// many captured stones it had.
///
/// The model forbids suicide and knows no ko. The test lifts a ko by giving the turn away and back.
fn model_game(name: &str, topology: &Topology, seed: u64) -> (usize, usize) {
    let rules = Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, compensation: Compensation::None };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::empty(topology.clone(), rules, Komi::default());
    let mut model = GraphModel::new(topology.clone());
    let mut n_captured = 0;
    for ply in 0..MOST_PLIES {
        let place = format!("{name}, seed {seed}, ply {ply}\n{position:?}");
        // One ply in ten is played out of turn, which the model allows.
        if rng.random_ratio(1, 10) {
            position.set_to_move(position.to_move().opponent());
        }
        let player = position.to_move();
        position.set_to_move(player.opponent());
        position.set_to_move(player);
        let legal = model.legal(player);
        let stones: CellSet = position.moves().iter().filter_map(placed).collect();
        assert_eq!(stones, legal, "moves on {place}");
        let Some(&cell) = legal.iter().collect::<Vec<_>>().choose(&mut rng) else {
            // The other player may be able to go on by capturing.
            if model.legal(player.opponent()).is_empty() {
                return (ply, n_captured);
            }
            position.set_to_move(player.opponent());
            continue;
        };
        let captured = model.captured(player, cell);
        n_captured += captured.len();
        assert!(captured.iter().all(|at| position.stone(at) == Some(player.opponent())), "captures on {place}");
        position.play(Move::Place(cell)).unwrap();
        model.play(player, cell).unwrap();
        for player in Player::BOTH {
            assert_eq!(position.stones(player), *model.stones(player), "{cell:?} on {place}");
        }
        // F as updated move by move equals F as computed from the chains.
        assert_eq!(GraphModel::from(&position), model, "connections after {cell:?} on {place}");
    }
    (MOST_PLIES, n_captured)
}

#[test]
fn the_graph_model_refuses_what_is_not_legal() {
    let mut model = GraphModel::new(Topology::square(2, 1).unwrap());
    let [left, right] = [0, 1].map(tesuji_board::Cell::new);
    model.play(Player::Black, left).unwrap();
    let before = model.clone();
    assert!(model.play(Player::White, left).is_err(), "taken");
    assert!(model.play(Player::Black, right).is_err(), "suicide");
    assert!(model.play(Player::Black, tesuji_board::Cell::new(2)).is_err(), "beyond the board");
    assert_eq!(model, before);
    model.play(Player::White, right).unwrap();
    assert!(model.stones(Player::Black).is_empty());
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
