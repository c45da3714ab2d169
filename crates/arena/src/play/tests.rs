//! Every way in which a game ends, with players who do as they are told.

use std::sync::Arc;
use std::time::Duration;

use tesuji_board::Player;

use super::{Unplayed, play};
use crate::alarm::Alarm;
use crate::competitor::{Claim, Own, Trouble};
use crate::control::{Contestant, Control, Engine};
use crate::record::{Ending, Forfeit, GameRecord, Reason};
use crate::schedule::Schedule;
use crate::testing::{Does, Double, control};

fn game(control: &Control, number: u64, black: &mut Double, white: &mut Double) -> Result<GameRecord, Unplayed> {
    play(&Schedule::new(control).task(number), &control.terms, [black, white], &std::sync::Arc::default())
}

fn ending(black: &mut Double, white: &mut Double) -> Ending {
    game(&control(""), 1, black, white).unwrap().ending
}

fn fault(forfeit: Forfeit) -> Trouble {
    Trouble::Fault { forfeit, detail: "as told".to_owned() }
}

#[test]
fn the_rules_end_a_game() {
    // Black takes a1 b1 c1 ... in turn with White; the first legal moves fill row by row.
    //  1  B W B
    //   2  W B W
    //    3  B
    let record = game(&control(""), 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!(record.moves_text(), "a1 b1 c1 a2 b2 c2 a3");
    assert_eq!((record.ending.winner, record.ending.reason), (Some(Player::Black), Reason::Rules));
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
        assert_eq!((found.winner, found.reason), (Some(Player::Black), Reason::Forfeit(forfeit)));
        assert!(found.detail.starts_with("two (white), move 4: "), "{}", found.detail);
        assert!(!found.detail.contains('\n'));
        // In the set-up and while the opponent moves as well.
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
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::Black), Reason::Rules));
}

#[test]
fn moves_that_are_none_lose() {
    for mv in ["a1", "z9", "", "pass", "swap-pieces", "resign\u{7}", "a2 a3"] {
        let found = ending(&mut Double::honest(), &mut Double::that(1, Does::Play(mv)));
        assert_eq!((found.winner, found.reason), (Some(Player::Black), Reason::Forfeit(Forfeit::IllegalMove)), "{mv}");
        assert!(!found.detail.contains(['\n', '\u{7}']), "{}", found.detail);
    }
}

#[test]
fn who_resigns_loses() {
    let found = ending(&mut Double::that(2, Does::Resign), &mut Double::honest());
    assert_eq!((found.winner, found.reason), (Some(Player::White), Reason::Resignation));
}

#[test]
fn who_names_another_winner_loses() {
    let claim = |winner| Some(Claim { winner, words: "so it is".to_owned() });
    let says = |winner| Double { claim: claim(winner), ..Double::honest() };
    let found = ending(&mut says(Some(Player::White)), &mut says(Some(Player::Black)));
    assert_eq!((found.winner, found.reason), (Some(Player::White), Reason::Forfeit(Forfeit::WrongWinner)));
    assert!(found.detail.contains("one (black)") && found.detail.contains("so it is"), "{}", found.detail);
    let found = ending(&mut says(Some(Player::Black)), &mut says(Some(Player::White)));
    assert_eq!((found.winner, found.reason), (Some(Player::Black), Reason::Forfeit(Forfeit::WrongWinner)));
    // If both are wrong, the loser is the one to blame.
    let found = ending(&mut says(None), &mut says(Some(Player::White)));
    assert_eq!((found.winner, found.reason), (Some(Player::Black), Reason::Forfeit(Forfeit::WrongWinner)));
    let found = ending(&mut says(Some(Player::Black)), &mut says(Some(Player::Black)));
    assert_eq!(found.reason, Reason::Rules);
}

#[test]
fn what_is_nobodys_fault_is_no_result() {
    let void = Trouble::Void("no memory".to_owned());
    let found = game(&control(""), 1, &mut Double::that(1, Does::Fail(void)), &mut Double::honest());
    assert_eq!(found, Err(Unplayed::Void("no memory".to_owned())));
    let found = game(&control(""), 1, &mut Double::that(1, Does::Fail(Trouble::Stopped)), &mut Double::honest());
    assert_eq!(found, Err(Unplayed::Stopped));
}

#[test]
fn time_is_what_the_referee_measures() {
    let pause = Duration::from_millis(30);
    let slow = control("limits = { move = '10ms' }");
    let mut sleeper = Double::that(2, Does::Sleep(pause));
    let found = game(&slow, 1, &mut sleeper, &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason), (Some(Player::White), Reason::Forfeit(Forfeit::Time)));
    assert!(found.ending.detail.contains("no move within 10ms"), "{}", found.ending.detail);

    // The same pause is no fault where only the whole game is bounded, but it is used up.
    let long = control("limits = { game = '1h' }");
    let mut sleeper = Double::that(1, Does::Sleep(pause));
    let found = game(&long, 1, &mut sleeper, &mut Double::honest()).unwrap();
    assert_eq!(found.ending.reason, Reason::Rules);
    assert_eq!(sleeper.budgets[0].left, Some(Duration::from_secs(3600)));
    assert!(sleeper.budgets[1].left.unwrap() <= Duration::from_secs(3600) - pause);
    // Nobody has bounded a move, and yet there is a bound.
    assert_eq!(sleeper.budgets[0].wall, crate::control::TimeLimits::PATIENCE);

    let short = control("limits = { game = '10ms', move = '1h' }");
    let found = game(&short, 1, &mut Double::that(1, Does::Sleep(pause)), &mut Double::honest()).unwrap();
    assert!(found.ending.detail.contains("used up 10ms for the game"), "{}", found.ending.detail);
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let short = control("adjudication = { moves = 3 }");
    let found = game(&short, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason, found.moves.len()), (None, Reason::Length, 3));
}

#[test]
fn a_solver_ends_what_it_has_proved_and_nothing_else() {
    // Whoever moves first wins on 3x3, and the solver knows.
    let solved = control("adjudication = { solver = { nodes = 1000, empties = 9 } }");
    let found = game(&solved, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.winner, found.ending.reason, found.moves.len()), (Some(Player::Black), Reason::Solver, 0));
    let late = control("adjudication = { solver = { nodes = 1000, empties = 6 } }");
    let found = game(&late, 1, &mut Double::honest(), &mut Double::honest()).unwrap();
    assert_eq!((found.ending.reason, found.moves.len()), (Reason::Solver, 3));
}

#[test]
fn exact_counts_end_a_game_as_it_would_end() {
    // Black has eight squares to fill beside the gap, White four; Black is to move.
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
    assert_eq!(to_the_end.ending.reason, Reason::Rules);
    assert_eq!(counted(1000, 12), (Some(Player::Black), Reason::Solver, 0));
    assert_eq!(counted(1000, 9), (Some(Player::Black), Reason::Solver, 3), "not before so few are empty");
    assert_eq!(counted(1000, 1).1, Reason::Rules);
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
    let alarm = Arc::new(Alarm::new(Arc::default()));
    let own = |player: usize| match &control.terms.players[player] {
        Contestant { engine: Engine::Own(spec), think, .. } => {
            Own::new(spec.clone(), *think, Arc::clone(&alarm), Arc::default())
        }
        other => panic!("{other:?} is no player of ours"),
    };
    let (mut one, mut two) = (own(0), own(1));
    let task = Schedule::new(&control).task(1);
    let record = play(&task, &control.terms, [&mut one, &mut two], &Arc::default()).unwrap();
    assert_eq!(record.ending.reason, Reason::Rules);
}
