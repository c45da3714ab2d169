//! Every way in which a game can end, with players who do as the test says.

use std::sync::Arc;
use std::time::Duration;

use tesuji_archive::SearchWatcher;
use tesuji_board::Player;
use tesuji_engine::{Choice, Proved};

use super::{NoResult, play};
use crate::competitor::{Own, PlayerError, ResultClaim};
use crate::control::{Contestant, Control, Engine};
use crate::record::{EndReason, Forfeit, GameEnd, GameRecord};
use crate::schedule::Schedule;
use crate::testing::{Does, Double, control};

fn game(control: &Control, number: u64, black: &mut Double, white: &mut Double) -> Result<GameRecord, NoResult> {
    play(&Schedule::new(control).task(number), &control.terms, [black, white], &std::sync::Arc::default())
}

fn ending(black: &mut Double, white: &mut Double) -> GameEnd {
    game(&control(""), 1, black, white).unwrap().ending
}

fn fault(forfeit: Forfeit) -> PlayerError {
    PlayerError::Fault { forfeit, detail: "as told".to_owned() }
}

#[test]
fn the_rules_end_a_game() {
    // Black takes a1 b1 c1 ... in turn with White; the first legal moves fill row by row.
    //  1  B W B
    //   2  W B W
    //    3  B
    let record = game(&control(""), 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(record.moves_text(), "a1 b1 c1 a2 b2 c2 a3");
    assert_eq!((record.ending.winner, record.ending.reason), (Some(Player::Black), EndReason::Rules));
    assert_eq!((record.ending.detail.as_str(), record.n_opening), ("B+", 0));
    let names = record.sides.each_ref().map(|side| side.name.as_str());
    assert_eq!(names, ["one", "two"]);
    let second = game(&control(""), 2, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(second.sides.each_ref().map(|side| side.name.as_str()), ["two", "one"]);
    assert_eq!(record.moves_digest(), second.moves_digest());
}

#[test]
fn every_fault_loses_the_game_and_says_so_in_a_line() {
    for forfeit in Forfeit::ALL {
        let found = ending(&mut Double::honest(), &mut Double::that(2, Does::Fail(fault(forfeit))));
        assert_eq!((found.winner, found.reason), (Some(Player::Black), EndReason::Forfeit(forfeit)));
        assert!(found.detail.starts_with("two (white), move 4: "), "{}", found.detail);
        assert!(!found.detail.contains('\n'));
        // During the set-up and while the opponent moves, too.
        let mut early = Double { at_begin: Some(fault(forfeit)), ..Double::honest() };
        assert_eq!(ending(&mut early, &mut Double::honest()).winner, Some(Player::White));
        let mut deaf = Double { at_watch: Some(fault(forfeit)), ..Double::honest() };
        assert_eq!(ending(&mut deaf, &mut Double::honest()).winner, Some(Player::White));
    }
}

#[test]
fn after_the_last_move_nobody_loses_by_a_fault() {
    // On one cell Black's first move ends the game.
    let text = "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = 1\nrows = 1\n\
        [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n";
    let mut deaf = Double { at_watch: Some(fault(Forfeit::Crash)), ..Double::honest() };
    let found = game(&crate::testing::read(text), 1, &mut Double::honest(), &mut deaf).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::Black), EndReason::Rules));
}

#[test]
fn moves_that_are_none_lose() {
    for mv in ["a1", "z9", "", "pass", "swap-pieces", "resign\u{7}", "a2 a3"] {
        let found = ending(&mut Double::honest(), &mut Double::that(1, Does::Play(mv)));
        assert_eq!(
            (found.winner, found.reason),
            (Some(Player::Black), EndReason::Forfeit(Forfeit::IllegalMove)),
            "{mv}"
        );
        assert!(!found.detail.contains(['\n', '\u{7}']), "{}", found.detail);
    }
}

#[test]
fn who_resigns_loses() {
    let found = ending(&mut Double::that(2, Does::Resign), &mut Double::honest());
    assert_eq!((found.winner, found.reason), (Some(Player::White), EndReason::Resignation));
}

#[test]
fn who_names_another_winner_loses() {
    let claim = |winner| Some(ResultClaim { winner, words: "so it is".to_owned() });
    let says = |winner| Double { claim: claim(winner), ..Double::honest() };
    let found = ending(&mut says(Some(Player::White)), &mut says(Some(Player::Black)));
    assert_eq!((found.winner, found.reason), (Some(Player::White), EndReason::Forfeit(Forfeit::WrongWinner)));
    assert!(found.detail.contains("one (black)") && found.detail.contains("so it is"), "{}", found.detail);
    let found = ending(&mut says(Some(Player::Black)), &mut says(Some(Player::White)));
    assert_eq!((found.winner, found.reason), (Some(Player::Black), EndReason::Forfeit(Forfeit::WrongWinner)));
    // If both are wrong, the loser is to blame.
    let found = ending(&mut says(None), &mut says(Some(Player::White)));
    assert_eq!((found.winner, found.reason), (Some(Player::Black), EndReason::Forfeit(Forfeit::WrongWinner)));
    let found = ending(&mut says(Some(Player::Black)), &mut says(Some(Player::Black)));
    assert_eq!(found.reason, EndReason::Rules);
}

/// A player with these chances.
fn doubtful(value: Option<f64>, proved: Option<Proved>) -> Double {
    let hope = Choice { mv: String::new(), value, comment: String::new(), nodes: 0, proved };
    Double { hope: Some(hope), ..Double::honest() }
}

#[test]
fn who_has_no_hope_for_some_moves_resigns() {
    // Black has the centre of 3x3 and wins.
    let opening = "openings = { moves = ['b2'] }";
    let resigning = control(&format!("{opening}\nadjudication = {{ resign = {{ below = 0.05, moves = 2 }} }}"));
    let found = game(&resigning, 1, &mut Double::honest(), &mut doubtful(Some(0.04), None)).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::Black), EndReason::Resignation));
    assert_eq!(found.ending.detail, "two (white) resigns at move 4");
    assert_eq!(found.moves_text(), "b2 a1 b1", "the second move in a row is not made");
    let found = game(&resigning, 1, &mut Double::honest(), &mut doubtful(None, Some(Proved::Loss))).unwrap();
    assert_eq!(
        (found.ending.reason, found.moves.len()),
        (EndReason::Resignation, 1),
        "a proved loss is given up at once"
    );
    for (value, proved) in [(Some(0.05), None), (Some(0.0), Some(Proved::Win))] {
        let found = game(&resigning, 1, &mut Double::honest(), &mut doubtful(value, proved)).unwrap();
        assert_eq!(found.ending.reason, EndReason::Rules, "{value:?}, {proved:?}");
    }
    let found = game(&control(opening), 1, &mut Double::honest(), &mut doubtful(None, Some(Proved::Loss))).unwrap();
    assert_eq!(found.ending.reason, EndReason::Rules, "nobody resigns unasked");
}

#[test]
fn what_is_proved_to_be_won_is_not_resigned() {
    // Black has the centre of 3x3 and goes on to win.
    let resigning = "openings = { moves = ['b2'] }\nadjudication = { resign = { below = 0.05, moves = 1 } }";
    let found = game(&control(resigning), 1, &mut doubtful(Some(0.0), None), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::Black), EndReason::Rules));
    assert_eq!(found.moves[2].comment, "it would resign, but the solver proves that it wins");
    // A program that resigns cannot be made to play on. It has lost, and the record says that it gave up a won game.
    let resigns = || Double::that(1, Does::Resign);
    let solver = "openings = { moves = ['b2'] }\nadjudication = { solver = { nodes = 1000, empties = 1 } }";
    for checked in [resigning, solver].map(control) {
        let found = game(&checked, 1, &mut resigns(), &mut Double::honest()).unwrap().ending;
        assert_eq!((found.winner, found.reason), (Some(Player::White), EndReason::ResignedWin));
        assert_eq!(found.detail, "one (black) resigns at move 3, where the solver proves that it wins");
        let found = game(&checked, 1, &mut Double::honest(), &mut resigns()).unwrap().ending;
        assert_eq!((found.winner, found.reason), (Some(Player::Black), EndReason::Resignation));
    }
}

#[test]
fn a_lost_game_ends_earlier_and_the_same_player_wins() {
    let control = |more: &str| {
        crate::testing::read(&format!(
            "format = 'match'\ngames = 20\nseed = 7\n{more}\n[game]\ngame = 'hex'\ncolumns = 5\nrows = 5\n\
             [openings]\nrandom-plies = 2\n[[player]]\nname = 'one'\nkind = 'uct'\nplayouts = 300\n\
             [[player]]\nname = 'two'\nkind = 'uct'\nplayouts = 300\n"
        ))
    };
    let play_all = |control: &Control| -> Vec<GameRecord> {
        let mut workshop = crate::Workshop::new(&control.terms, std::path::Path::new(""), std::sync::Arc::default());
        (1..=20).map(|number| workshop.play(&Schedule::new(control).task(number)).unwrap()).collect()
    };
    let (whole, cut) = (
        play_all(&control("")),
        play_all(&control("adjudication = { resign = { below = 0.35, moves = 2, nodes = 100000 } }")),
    );
    let mut n_resigned = 0;
    for (whole, cut) in whole.iter().zip(&cut) {
        // Different terms and names of seeds, but the same seeds: the moves are the same as far as they go.
        assert_eq!(whole.ending.reason, EndReason::Rules);
        assert!(whole.moves_text().starts_with(&cut.moves_text()), "{} {}", whole.moves_text(), cut.moves_text());
        assert_eq!(whole.ending.winner, cut.ending.winner, "game {}: {}", cut.task.number, cut.ending.detail);
        if cut.ending.reason == EndReason::Resignation {
            n_resigned += 1;
            assert!(cut.moves.len() < whole.moves.len());
        }
    }
    assert!(n_resigned >= 10, "{n_resigned} of 20 games were resigned");
}

/// Two random players of Go on 9x9 with handicap.
fn with_handicap(handicap: &str) -> Control {
    crate::testing::read(&format!(
        "format = 'match'\ngames = 2\nhandicap = {handicap}\nadjudication = {{ moves = 4 }}\n\
         [game]\ngame = 'go'\ncolumns = 9\nrows = 9\nkomi = 0.5\nrules = 'chinese'\n\
         [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
    ))
}

#[test]
fn black_has_its_handicap_and_white_moves_first() {
    let (mut black, mut white) = (Double::honest(), Double::honest());
    let found = game(&with_handicap("{ stones = 2 }"), 1, &mut black, &mut white).unwrap();
    let colours = found.moves.iter().map(|ply| ply.player).collect::<Vec<_>>();
    assert_eq!(colours, [Player::White, Player::Black, Player::White, Player::Black]);
    assert_eq!(found.handicap.len(), 2);
    assert!(["C3", "G7"].iter().all(|stone| found.handicap.iter().any(|name| name == stone)), "{:?}", found.handicap);
    assert_eq!((&black.handicap, &white.handicap), (&found.handicap, &found.handicap));

    let free = with_handicap("{ stones = 3, placed = 'free' }");
    let placing = |stones: &[&str]| {
        let mut black = Double { handicap: stones.iter().map(ToString::to_string).collect(), ..Double::honest() };
        let mut white = Double::honest();
        let found = game(&free, 1, &mut black, &mut white).unwrap();
        (found.ending.reason, found.ending.winner, found.handicap, white.handicap)
    };
    // It may place fewer stones, but not more.
    for stones in [&["E5", "A1", "J9"][..], &["E5", "A1"]] {
        let (reason, _, placed, told) = placing(stones);
        assert_eq!((reason, &told), (EndReason::Length, &placed));
        assert_eq!(placed, stones);
    }
    for stones in [&["E5"][..], &["E5", "E5"], &["E5", "Z9"], &["A1", "B1", "C1", "D1"]] {
        let (reason, winner, ..) = placing(stones);
        assert_eq!((reason, winner), (EndReason::Forfeit(Forfeit::IllegalMove), Some(Player::White)), "{stones:?}");
    }
}

#[test]
fn what_is_nobodys_fault_is_no_result() {
    let void = PlayerError::Void("no memory".to_owned());
    let found = game(&control(""), 1, &mut Double::that(1, Does::Fail(void)), &mut Double::honest());
    assert_eq!(found, Err(NoResult::Void("no memory".to_owned())));
    let found = game(&control(""), 1, &mut Double::that(1, Does::Fail(PlayerError::Stopped)), &mut Double::honest());
    assert_eq!(found, Err(NoResult::Stopped));
}

#[test]
fn time_is_what_the_referee_measures() {
    let pause = Duration::from_millis(30);
    let slow = control("limits = { move = '10ms' }");
    let mut sleeper = Double::that(2, Does::Sleep(pause));
    let found = game(&slow, 1, &mut sleeper, &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::White), EndReason::Forfeit(Forfeit::Time)));
    assert!(found.ending.detail.contains("no move within 10ms"), "{}", found.ending.detail);

    // The same pause is not a fault where only the whole game is limited, but it is used up.
    let long = control("limits = { game = '1h' }");
    let mut sleeper = Double::that(1, Does::Sleep(pause));
    let found = game(&long, 1, &mut sleeper, &mut Double::honest()).unwrap();
    assert_eq!(found.ending.reason, EndReason::Rules);
    assert_eq!(sleeper.budgets[0].left, Some(Duration::from_secs(3600)));
    assert!(sleeper.budgets[1].left.unwrap() <= Duration::from_secs(3600) - pause);
    // No limit for a move was given, and yet there is one.
    assert_eq!(sleeper.budgets[0].wall, crate::control::TimeLimits::PATIENCE);

    let short = control("limits = { game = '10ms', move = '1h' }");
    let found = game(&short, 1, &mut Double::that(1, Does::Sleep(pause)), &mut Double::honest()).unwrap();
    assert!(found.ending.detail.contains("used up 10ms for the game"), "{}", found.ending.detail);
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let short = control("adjudication = { moves = 3 }");
    let found = game(&short, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason, found.moves.len()), (None, EndReason::Length, 3));
}

#[test]
fn a_solver_ends_what_it_has_proved_and_nothing_else() {
    // The player who moves first wins on 3x3, and the solver can prove it.
    let solved = control("adjudication = { solver = { nodes = 1000, empties = 9 } }");
    let found = game(&solved, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(
        (found.ending.winner, found.ending.reason, found.moves.len()),
        (Some(Player::Black), EndReason::Solver, 0)
    );
    let late = control("adjudication = { solver = { nodes = 1000, empties = 6 } }");
    let found = game(&late, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.reason, found.moves.len()), (EndReason::Solver, 3));
}

#[test]
fn exact_counts_end_a_game_as_it_would_end() {
    // Black has eight squares to fill besides the gap, White four. Black is to move.
    let amazons = |more: &str| {
        crate::testing::read(&format!(
            "format = 'match'\ngames = 2\n{more}\n[game]\ngame = 'amazons'\nsetup = 'x..|...|...|***|.o.|..*'\n\
             [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
        ))
    };
    let counted = |nodes: u64, empties: u32| {
        let control = amazons(&format!("adjudication = {{ solver = {{ nodes = {nodes}, empties = {empties} }} }}"));
        let found = game(&control, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
        (found.ending.winner, found.ending.reason, found.moves.len())
    };
    let to_the_end = game(&amazons(""), 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(to_the_end.ending.reason, EndReason::Rules);
    assert_eq!(counted(1000, 12), (Some(Player::Black), EndReason::Solver, 0));
    assert_eq!(counted(1000, 1), (Some(Player::Black), EndReason::Solver, 0), "no region is contested");
    // Here all fourteen empty squares are one contested region.
    let contested = |adjudication: &str| {
        let text = format!(
            "format = 'match'\ngames = 2\n{adjudication}\n[game]\ngame = 'amazons'\nsetup = 'x...|....|....|...o'\n\
             [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
        );
        game(&crate::testing::read(&text), 1, &mut Double::honest(), &mut Double::honest()).unwrap()
    };
    let late = contested("adjudication = { solver = { nodes = 1000, empties = 5 } }");
    assert_eq!(late.ending.reason, EndReason::Solver);
    assert!((1..contested("").moves.len()).contains(&late.moves.len()), "not before so few are contested: {late:?}");
}

#[test]
fn the_opening_is_not_the_players_own() {
    let opened = control("openings = { moves = ['b2 a1'] }");
    let found = game(&opened, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(found.n_opening, 2);
    assert!(found.moves_text().starts_with("b2 a1 b1"), "{}", found.moves_text());
}

#[test]
fn times_beyond_what_clocks_show_are_no_limit() {
    let text = "format = 'match'\ngames = 2\n[limits]\nmove = '500000000000years'\n[game]\ngame = 'hex'\ncolumns = 2\nrows = 2\n\
        [[player]]\nname = 'one'\nkind = 'random'\nthink = '18446744073709551615s'\n[[player]]\nname = 'two'\nkind = 'random'\n";
    let control = crate::testing::read(text);
    let watch = Arc::new(SearchWatcher::new().unwrap());
    let own = |player: usize| match &control.terms.players[player] {
        Contestant { engine: Engine::Own(spec), think, .. } => {
            Own::new(spec.clone(), *think, Arc::clone(&watch), Arc::default())
        }
        other => panic!("{other:?} is no player of ours"),
    };
    let (mut one, mut two) = (own(0), own(1));
    let task = Schedule::new(&control).task(1);
    let record = play(&task, &control.terms, [&mut one, &mut two], &Arc::default()).unwrap();
    assert_eq!(record.ending.reason, EndReason::Rules);
}
