//! Symmetries, the file, and whether fitting finds what was planted.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_hex::{Action, GameResult, Move, Position, Record};

use super::*;
use crate::fit::{FitConfig, accuracy};

/// A position on a board of this size. Each player has about a third of the cells.
fn random_position((columns, rows): (usize, usize), to_move: Player, rng: &mut Xoshiro256PlusPlus) -> Position {
    let mut stones = [CellSet::new(), CellSet::new()];
    for cell in (0..columns * rows).map(Cell::new) {
        if let Some(stones) = stones.get_mut(rng.random_range(0..3)) {
            stones.insert(cell);
        }
    }
    Position::setup((columns, rows), &stones[0], &stones[1], to_move).unwrap()
}

/// The position with every cell mapped by `to`, and with the colours exchanged if `exchanged`.
fn image(position: &Position, size: (usize, usize), exchanged: bool, to: impl Fn(Cell) -> Cell) -> Position {
    let moved = |player| position.stones(player).iter().map(&to).collect::<CellSet>();
    let (black, white) = (moved(Player::Black), moved(Player::White));
    match exchanged {
        true => Position::setup(size, &white, &black, !position.to_move()).unwrap(),
        false => Position::setup(size, &black, &white, position.to_move()).unwrap(),
    }
}

fn features(scene: &Scene, cell: Cell) -> Vec<Feature> {
    let mut features: Vec<Feature> = scene.features(cell).map(Feature::canonical).collect();
    features.sort_unstable();
    features
}

/// Two random stones as the last moves; `None` where there are none.
fn last_moves(position: &Position, rng: &mut Xoshiro256PlusPlus) -> [Option<Cell>; 2] {
    let taken: Vec<Cell> = position.topology().cells().filter(|&cell| position.stone(cell).is_some()).collect();
    std::array::from_fn(|_| (!taken.is_empty()).then(|| taken[rng.random_range(0..taken.len())]))
}

#[test]
fn symmetries_change_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for size @ (columns, rows) in [(11, 11), (1, 1), (3, 2), (5, 9), (19, 19)] {
        for to_move in Player::BOTH {
            let n_cells = columns * rows;
            let position = random_position(size, to_move, &mut rng);
            let [last, before] = last_moves(&position, &mut rng);
            let scene = Scene::new(&position, last, before);
            let turn = |cell: Cell| Cell::new(n_cells - 1 - cell.index());
            let mirror = |cell: Cell| Cell::new(cell.index() % columns * rows + cell.index() / columns);
            let turned = image(&position, size, false, turn);
            let mirrored = image(&position, (rows, columns), true, mirror);
            let turned = Scene::new(&turned, last.map(turn), before.map(turn));
            let mirrored = Scene::new(&mirrored, last.map(mirror), before.map(mirror));
            for cell in position.empties().iter() {
                let expected = features(&scene, cell);
                assert_eq!(features(&turned, turn(cell)), expected, "half a turn");
                assert_eq!(features(&mirrored, mirror(cell)), expected, "the other player, mirrored");
            }
        }
    }
}

/// What a window shows, read from the position cell by cell.
fn window_from_scratch(position: &Position, cell: Cell) -> Window {
    let (columns, rows) = position.size();
    let is_white = position.to_move() == Player::White;
    let (row, column) = ((cell.index() / columns) as isize, (cell.index() % columns) as isize);
    let mut window = 0;
    for (down, right) in (-2..=2).flat_map(|down| (-2..=2).map(move |right| (down, right))) {
        let Some(at) = Around::at(down, right) else { continue };
        assert_eq!(at.offset(), (down, right));
        // White sees the board mirrored.
        let (down, right) = if is_white { (right, down) } else { (down, right) };
        let (row, column) = (row + down, column + right);
        let (is_above, is_beside) = (!(0..rows as isize).contains(&row), !(0..columns as isize).contains(&column));
        let stones = match (is_above, is_beside) {
            (true, true) => vec![Player::Black, Player::White],
            (true, false) => vec![Player::Black],
            (false, true) => vec![Player::White],
            (false, false) => position.stone(Cell::new(row as usize * columns + column as usize)).into_iter().collect(),
        };
        for player in stones {
            let plane = usize::from(player != position.to_move());
            window |= 1_u64 << (at.index() + plane * N_AROUND);
        }
    }
    Window(window)
}

#[test]
fn windows_show_what_stands_there() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for size in [(11, 11), (1, 1), (2, 7), (19, 3), (19, 19)] {
        for to_move in Player::BOTH {
            let position = random_position(size, to_move, &mut rng);
            let scene = Scene::new(&position, None, None);
            for cell in position.empties().iter() {
                assert_eq!(scene.see(cell).window, window_from_scratch(&position, cell), "{cell:?} of {position:?}");
            }
        }
    }
}

/// A model with a weight for every feature found in some positions.
fn random_model(rng: &mut Xoshiro256PlusPlus) -> Model {
    let mut weights = BTreeMap::new();
    for to_move in Player::BOTH {
        let position = random_position((7, 8), to_move, rng);
        let [last, before] = last_moves(&position, rng);
        let scene = Scene::new(&position, last, before);
        for cell in position.empties().iter() {
            weights.extend(features(&scene, cell).into_iter().map(|feature| (feature, rng.random())));
        }
    }
    Model::new("nothing but chance", weights)
}

#[test]
fn a_move_weighs_what_its_features_weigh() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let model = random_model(&mut rng);
    let mut n_known = 0;
    for to_move in Player::BOTH {
        let position = random_position((9, 9), to_move, &mut rng);
        let [last, before] = last_moves(&position, &mut rng);
        let scene = Scene::new(&position, last, before);
        let mut chances = Vec::new();
        model.chances(&scene, position.empties().iter(), &mut chances);
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        for cell in position.empties().iter() {
            let known = features(&scene, cell).into_iter().filter_map(|feature| model.weights().get(&feature));
            n_known += known.clone().count();
            assert_eq!(model.weigh(&scene, cell), known.map(|&weight| i32::from(weight)).sum::<i32>());
        }
    }
    assert!(n_known > 100, "{n_known}");
}

#[test]
fn an_answer_weighs_the_same_in_a_position() {
    let model = shipped();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let direct = [Family::Near, Family::Reply, Family::Last];
    let position = random_position((11, 11), Player::Black, &mut rng);
    let mut n_answers = 0;
    for (bit, at) in Around::NEAR.into_iter().enumerate() {
        for cell in position.empties().iter() {
            let (down, right) = at.offset();
            let (row, column) = (cell.index() as isize / 11 + down, cell.index() as isize % 11 + right);
            if !(0..11).contains(&row) || !(0..11).contains(&column) {
                continue;
            }
            let scene = Scene::new(&position, Some(Cell::new((row * 11 + column) as usize)), None);
            let seen = features(&scene, cell).into_iter().filter(|feature| direct.contains(&feature.family()));
            let expected: i32 = seen.filter_map(|feature| model.weights().get(&feature)).map(|&w| i32::from(w)).sum();
            assert_eq!(model.weigh_reply(scene.see(cell).window.near(), at), expected, "direction {bit}");
            n_answers += 1;
        }
    }
    assert!(n_answers > 150, "{n_answers}");
}

#[test]
fn files_are_read_as_they_were_written() {
    let model = random_model(&mut Xoshiro256PlusPlus::seed_from_u64(5));
    let text = model.to_text();
    assert!(Model::from_text(&text) == Ok(model), "{text}");
    assert_eq!(shipped().to_text(), include_str!("../data/hex.patterns"), "the shipped file is as we write it");
}

#[test]
fn faults_are_named_with_their_line() {
    let good = Model::new("x", BTreeMap::new()).to_text();
    assert!(Model::from_text(&good).is_ok(), "{good}");
    for (text, line) in [
        (String::new(), 1),
        ("hex-patterns 2\n".to_owned(), 1),
        ("hex-patterns 1\n".to_owned(), 2),
        (good.replace("bridges 0", "bridge 0"), 4),
        (good.replace("near 0", "near 1\n0:70000"), 4),
        (good.replace("near 0", "near 1\n1:5"), 4),
        (good.replace("place 0", "place 1\nffff:5"), 9),
        (good.replace("place 0", "place 2\n1:5 0:6"), 9),
        (good.replace("place 0", "place 1\n1:5 1:6"), 9),
        (good.replace("before 0\n", "before 1\n"), 11),
        (format!("{good}more\n"), 11),
    ] {
        assert_eq!(Model::from_text(&text).unwrap_err().line, line, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", at in 0_usize..400, with in "[0-9a-f:\\n -]{0,4}") {
        _ = Model::from_text(&text);
        // And a good one with something in it replaced.
        let good = random_model(&mut Xoshiro256PlusPlus::seed_from_u64(6)).to_text();
        let at = at.min(good.len() - with.len());
        let changed = format!("{}{with}{}", &good[..at], &good[at + with.len()..]);
        if let Ok(model) = Model::from_text(&changed) {
            prop_assert_eq!(Model::from_text(&model.to_text()), Ok(model));
        }
    }
}

/// Games with moves drawn according to a model.
fn games_by(model: &Model, n_games: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Record> {
    let game = |_| {
        let mut record = Record::new(7, 7).unwrap();
        let (mut position, mut last, mut before) = (Position::empty(7, 7).unwrap(), None, None);
        let mut chances = Vec::new();
        while position.outcome().is_none() {
            let empties: Vec<Cell> = position.empties().iter().collect();
            model.chances(&Scene::new(&position, last, before), empties.iter().copied(), &mut chances);
            let mut left: f32 = rng.random();
            let chosen = chances.iter().position(|&chance| {
                left -= chance;
                left < 0.0
            });
            let cell = empties[chosen.unwrap_or(0)];
            record.push(Action::Place(cell));
            position.play(Move::Place(cell)).unwrap();
            (last, before) = (Some(cell), last);
        }
        record.result = position.winner().map(|winner| GameResult::Win(winner, None));
        record
    };
    (0..n_games).map(game).collect()
}

#[test]
fn fitting_finds_what_was_planted() {
    // A player who prefers to answer above the last move and on the first line, each by two nats over anything else.
    let above = Feature::from_parts(Family::Last, 5 * 11 + 5 + 11).unwrap().canonical();
    let mut planted = BTreeMap::from([(above, 2_000)]);
    planted.extend((0..3).map(|stage| (Feature::from_parts(Family::Place, stage * 49).unwrap(), 2_000)));
    let planted = Model::new("planted", planted);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let records = games_by(&planted, 400, &mut rng);
    let config = FitConfig { n_rounds: 3, least: 100, rate: 0.1, ..FitConfig::default() };
    let mut n_rounds = 0;
    let fitted = fit(&records, &config, &mut |_| n_rounds += 1);
    assert_eq!((n_rounds, fitted.n_games, fitted.n_left_out), (4, [360, 40], 0));
    let weight = |feature| f32::from(fitted.model.weights().get(&feature).copied().unwrap_or(0)) / UNITS_A_NAT;
    let others: Vec<f32> =
        (0..121).filter_map(|number| Feature::from_parts(Family::Last, number)).map(weight).collect();
    let mean = others.iter().sum::<f32>() / others.len() as f32;
    assert!((weight(above) - mean - 2.0).abs() < 0.5, "{} against {mean}", weight(above));
    // Games held out are guessed nearly as well as by the model that made them, and better than without a model.
    let nothing = Model::new("", BTreeMap::new());
    let [ours, best, none] = [&fitted.model, &planted, &nothing].map(|model| accuracy(model, &records[..]));
    let [ours, best, none] = [ours, best, none].map(|accuracy| accuracy.mean_log_likelihood());
    assert!(best - none > 0.1 && ours > best - 0.25 * (best - none), "{ours}, {best}, {none}");
    // Fitting again gives the same file. Games that were refused are counted.
    let again = fit(&records, &config, &mut |_| {});
    assert_eq!(again.model.to_text(), fitted.model.to_text());
    let short = FitConfig { least_moves: 1_000, ..config };
    assert_eq!(fit(&records, &short, &mut |_| {}).n_left_out, 400);
}

#[test]
fn moves_are_learnt_after_swaps_and_not_from_openings() {
    let mut record = Record::new(5, 5).unwrap();
    let place = |index| Action::Place(Cell::new(index));
    for action in [place(1), Action::SwapPieces, place(12), place(6), Action::Resign] {
        record.push(action);
    }
    record.result = Some(GameResult::Win(Player::Black, None));
    // b1, swapped to a2; then c3 and b2. The resignation is not a move.
    assert_eq!(accuracy(shipped(), [&record]).n_moves, 2);
    record.comments.insert(3, "opening".to_owned());
    assert_eq!(accuracy(shipped(), [&record]).n_moves, 1);
}
