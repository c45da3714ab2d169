use tesuji_board::{BoardSpec, CellSet, Player};
use tesuji_go::{Komi, Rules};
use tesuji_search::random_move;

use super::*;
use crate::player::{GoSettings, Replies};

fn spec(playouts: u64) -> StrongSpec {
    StrongSpec { playouts, memory_mib: 16, ..StrongSpec::default() }
}

fn choose(player: &mut GoStrong, spec: &StrongSpec, position: &Position) -> Judgement<Move> {
    player.choose(spec, position, &Limits::default(), 1).unwrap()
}

fn empty(board: &str, rules: Rules, half_points: i16) -> Position {
    let topology = board.parse::<BoardSpec>().unwrap().topology().unwrap();
    Position::empty(topology, rules, Komi::from_half_points(half_points))
}

/// A square board from its drawing, top row first.
fn draw(rows: &[&str], half_points: i16, to_move: Player) -> Position {
    let columns = rows[0].len();
    let position = empty(&format!("{columns}x{}", rows.len()), Rules::CHINESE, half_points);
    let text: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    let stones = [b'B', b'W']
        .map(|mark| position.topology().cells().filter(|cell| text[cell.index()] == mark).collect::<CellSet>());
    let topology = Arc::clone(position.topology());
    Position::setup(topology, Rules::CHINESE, position.komi(), [&stones[0], &stones[1]], to_move).unwrap()
}

fn named(position: &Position, mv: Move) -> String {
    position.move_text(mv).to_owned()
}

#[test]
fn it_finds_the_point_that_lives_and_kills() {
    let rows = [".W.W.W.", "WWWWWWW", "WBBBBBW", "WB...BW", "WBBBBBW", "WWWWWWW"];
    for to_move in Player::BOTH {
        let position = draw(&rows, -40, to_move);
        let found = choose(&mut GoStrong::default(), &spec(3_000), &position);
        assert_eq!(named(&position, found.mv), "D3");
        assert!(found.report.unwrap().value > 0.6);
    }
}

#[test]
fn it_captures_and_saves_what_decides() {
    // Four white stones are in atari: F3 takes them, or saves them.
    let rows = [".......", ".BBBB..", "BWWWW..", "BBBBB..", "......."];
    for to_move in Player::BOTH {
        let position = draw(&rows, 13, to_move);
        assert_eq!(named(&position, choose(&mut GoStrong::default(), &spec(1_000), &position).mv), "F3");
    }
}

#[test]
fn a_pass_is_answered_by_the_count() {
    // Black has 16 points, White 8 and komi.
    let rows = [".B.BW.", "BBBBW.", ".B.BW.", "BBBBW."];
    for (half_points, wins) in [(13, true), (-1, true), (17, false), (40, false)] {
        let mut position = draw(&rows, half_points, Player::White);
        position.play(Move::Pass).unwrap();
        let found = choose(&mut GoStrong::default(), &spec(300), &position);
        assert_eq!(found.mv == Move::Pass, wins, "{found:?}");
        if wins {
            assert_eq!((found.winner, found.n_playouts), (Some(Player::Black), 0));
        }
    }
}

#[test]
fn it_passes_once_all_is_settled_and_not_in_a_lost_count_before_its_moves_are_played() {
    let rows = [".W.W.W.", "WWWWWWW", "WBBBBBW", "WB.B.BW", "WBBBBBW", "WWWWWWW"];
    let is_pass = |rows: &[&str], half_points, to_move| {
        choose(&mut GoStrong::default(), &spec(500), &draw(rows, half_points, to_move)).mv == Move::Pass
    };
    assert!(is_pass(&rows, -40, Player::Black), "won, and only own eyes are left");
    assert!(is_pass(&rows, 40, Player::Black), "lost, and only own eyes are left");
    let open = [".W.W.W.", "WWWWWWW", "WBBBBBW", "WB...BW", "WBBBBBW", "WWWWWWW"];
    assert!(!is_pass(&open, 40, Player::Black), "lost, but there are moves");
    let large = [".W...W.", "WWWWWWW", "WBBBBBW", "WB.B.BW", "WBBBBBW", "WWWWWWW"];
    assert!(!is_pass(&large, 40, Player::Black), "lost, but White has to answer");
    // One black stone among White's is dead, but counts until it is taken.
    let dead = [".....", "WWWWW", "W.B.W", "WWWWW", "....."];
    assert!(!is_pass(&dead, -44, Player::White), "it has to be taken");
}

#[test]
fn games_end_by_the_rules_and_are_won_against_random_on_any_board() {
    for board in ["5x5", "torus:5x5", "hexagon:3", "honeycomb:2"] {
        for (seed, rules) in [(1, Rules::CHINESE), (2, Rules::TROMP_TAYLOR), (3, Rules::AGA), (4, Rules::NEW_ZEALAND)] {
            let own = Player::BOTH[seed as usize % 2];
            let (mut position, mut player) = (empty(board, rules, 1), GoStrong::default());
            let mut n_plies = 0;
            while !position.is_over() && n_plies < 400 {
                let mv = if position.to_move() == own {
                    let passes_lost = position.score().outcome() != Outcome::Win(own);
                    let found = choose(&mut player, &spec(100), &position);
                    let has_more = position.moves().iter().any(may_matter(&position));
                    assert!(found.mv != Move::Pass || !passes_lost || !has_more, "{position:?}");
                    found.mv
                } else {
                    random_move(&position, seed * 1_000 + n_plies).unwrap()
                };
                position.play(mv).unwrap();
                n_plies += 1;
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(own)), "{board} {position:?}");
        }
    }
}

#[test]
fn superko_holds_in_its_games_with_itself() {
    for rules in [Rules::TROMP_TAYLOR, Rules::NEW_ZEALAND] {
        let mut position = empty("3x3", rules, 1);
        let mut players = [GoStrong::default(), GoStrong::default()];
        for _ in 0..300 {
            if position.is_over() {
                break;
            }
            let player = &mut players[position.to_move().index()];
            let mv = choose(player, &spec(300), &position).mv;
            position.play(mv).expect("it is legal");
        }
        assert!(position.is_over(), "superko ends games");
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::Black)), "the whole board, with the first move");
    }
}

#[test]
fn threads_change_nothing_and_seeds_decide() {
    let position = empty("7x7", Rules::CHINESE, 17);
    let run = |spec: &StrongSpec, seed| {
        let (mut player, mut position, mut chosen) = (GoStrong::default(), position.clone(), Vec::new());
        for _ in 0..4 {
            let found = player.choose(spec, &position, &Limits::default(), seed).unwrap();
            position.play(found.mv).unwrap();
            chosen.push(found);
        }
        chosen
    };
    let two = StrongSpec { trees: 2, ..spec(300) };
    assert_eq!(run(&two, 1), run(&StrongSpec { threads: 2, ..two }, 1));
    assert_ne!(run(&two, 1), run(&two, 2));
    assert_ne!(run(&two, 1), run(&spec(300), 1));
    assert!(run(&two, 1).iter().all(|found| found.n_playouts == 300));
    let settings = GoSettings { replies: Replies::Near, miai: true, order: true, sample: 100, ..GoSettings::default() };
    let all = StrongSpec { game: settings.into(), ..two };
    assert_eq!(run(&all, 1), run(&StrongSpec { threads: 2, ..all }, 1));
}

#[test]
fn the_tree_is_kept_over_two_moves_and_forgotten_else() {
    let mut player = GoStrong::default();
    let mut position = empty("7x7", Rules::TROMP_TAYLOR, 17);
    let visits = |found: &Judgement<Move>| {
        found.report.as_ref().unwrap().moves.iter().map(|stats| u64::from(stats.visits)).sum::<u64>()
    };
    let found = choose(&mut player, &spec(1_000), &position);
    assert_eq!(visits(&found), 1_000);
    let again = choose(&mut player, &spec(500), &position);
    assert_eq!(visits(&again), 1_500, "the same position again");
    for &mv in &again.report.unwrap().line[..2] {
        position.play(mv).unwrap();
    }
    assert!(visits(&choose(&mut player, &spec(100), &position)) > 110);
    let other = position.clone().with_komi(Komi::from_half_points(1));
    assert_eq!(visits(&choose(&mut player, &spec(100), &other)), 100);
}

#[test]
fn a_changed_komi_is_as_if_it_had_always_been_that() {
    let settings = GoSettings { replies: Replies::All, ..GoSettings::default() };
    let spec = StrongSpec { game: settings.into(), ..spec(400) };
    let (mut used, mut anew) = (GoStrong::default(), GoStrong::default());
    let position = draw(&[".....", ".B.W.", ".B.W.", ".B.W.", "....."], 1, Player::Black);
    let before = choose(&mut used, &spec, &position);
    let position = position.with_komi(Komi::from_half_points(41));
    let after = choose(&mut used, &spec, &position);
    assert_eq!(after, choose(&mut anew, &spec, &position));
    assert!(before.report.unwrap().value > after.report.unwrap().value + 0.1);
}

#[test]
fn moves_between_positions_are_found() {
    let start = empty("3x3", Rules::AGA, 0);
    let after = |names: &[&str]| {
        let mut position = start.clone();
        names.iter().for_each(|name| position.play(position.parse_move(name).unwrap()).unwrap());
        position
    };
    let between = |to: &[&str]| {
        moves_between(&start, &after(to)).map(|moves| moves.iter().map(|&mv| named(&start, mv)).collect::<Vec<_>>())
    };
    for moves in [&[][..], &["B2"], &["pass"], &["B2", "pass"], &["pass", "A1"], &["C3", "A1"]] {
        let found = between(moves).unwrap();
        assert!(
            found.iter().zip(moves).all(|(found, mv)| found.eq_ignore_ascii_case(mv)) && found.len() == moves.len()
        );
    }
    assert_eq!(between(&["B2", "A1", "C3"]), None);
    assert_eq!(moves_between(&start, &empty("5x5", Rules::AGA, 0)), None);
}

#[test]
fn ends_are_those_of_the_position() {
    let position = draw(&[".B.BW.", "BBBBW.", ".B.BW.", "BBBBW."], 3, Player::White);
    let ends = choose(&mut GoStrong::default(), &spec(200), &position).ends.unwrap();
    assert_eq!((ends.owners.len(), ends.owners[1]), (24, 1.0), "four eyes live");
    assert!((ends.lead - (ends.owners.iter().sum::<f64>() - 1.5)).abs() < 1e-9, "{ends:?}");
}
