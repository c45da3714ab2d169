//! Sums of regions: as values, as clouds of values, and as questions with breaks.

use tesuji_amazons::notation::read_setup;

use super::super::sum::Cloud;
use super::*;

fn fen(text: &str) -> Position {
    Position::new(&read_setup(text).unwrap()).unwrap()
}

/// Issue 16: four contested regions of five and six empty squares, and others.
const SUM: &str = "1qQ*3*q1q/3*qQq*3/Q1q*3*2Q/***********/1Q1********/1Qq********/3******** b";

#[test]
fn sums_of_contested_regions_are_decided() {
    let position = fen(SUM);
    let solved = decide(&position, &Deciding::default(), &Limits::default()).expect("the values decide it");
    assert_eq!(solved.winner, Player::Black);
    let next = after(&position, solved.mv.expect("Black is to move"));
    let replied =
        decide(&next, &Deciding::default(), &Limits::default()).expect("the position after the move is decided too");
    assert_eq!(replied, SolvedEnding { winner: Player::Black, mv: None });
    // The sum of the values agrees.
    let mut valuer = Valuer::default();
    let worths = valuer.worths(&position, &Limits::nodes(20_000));
    let sum = worths.iter().fold(Value::ZERO, |sum, (_, worth)| {
        let value = match worth {
            Worth::Moves(Player::Black, filling) => valuer.arena.integer(filling.exact().unwrap().into()).unwrap(),
            Worth::Moves(Player::White, filling) => valuer.arena.integer(-i64::from(filling.lower)).unwrap(),
            Worth::Value(value) => *value,
            Worth::Between { why, .. } => panic!("{why}"),
        };
        valuer.arena.sum(sum, value).unwrap()
    });
    assert!(matches!(valuer.arena.winner(sum).unwrap(), Winner::Left | Winner::First));
}

#[test]
fn values_have_a_bound_and_say_what_is_left_out() {
    // Issue 16: these took minutes and did not end.
    for text in ["*q***/Q2q*/1Q2*/3Q*/*1*q*/***** w", "q2Q1q/Q1Q3/****1*/**1*q1/*2***/*2q*Q b - - 0 1"] {
        let position = fen(text);
        let limits = Limits::nodes(2_000);
        let worths = Valuer::default().worths(&position, &limits);
        let left_out = worths.iter().any(|(_, worth)| {
            matches!(worth, Worth::Between { low: -9.., high: ..=9, why: NoValue::Stopped | NoValue::Exceeded(_) })
        });
        assert!(left_out, "{worths:?}");
        assert_eq!(Valuer::default().worths(&position, &limits), worths, "the same work, the same answer");
        // The winner is found all the same.
        assert!(decide(&position, &Deciding::default(), &Limits::default()).is_some());
    }
}

#[test]
fn what_is_left_out_lies_between_its_bounds() {
    let (mut valuer, mut n) = (Valuer::default(), 0);
    for position in random_positions(11, 200, 8, &BOTH) {
        for (region, worth) in Valuer::default().worths(&position, &Limits::nodes(1)) {
            let Worth::Between { low, high, .. } = worth else { continue };
            let value = valuer.value(&position, &region, &Limits::default()).unwrap();
            let [low, high] = [low, high].map(|bound| valuer.arena.integer(bound).unwrap());
            assert!(valuer.arena.is_at_most(low, value).unwrap() && valuer.arena.is_at_most(value, high).unwrap());
            n += 1;
        }
    }
    assert!(n > 50, "{n}");
}

#[test]
fn thermographs_of_a_sum_say_nothing_wrong() {
    let mut valuer = Valuer::default();
    let mut values = Vec::new();
    for position in random_positions(12, 500, 6, &BOTH) {
        for region in regions(&position).into_iter().filter(|region| region.kind == RegionKind::Contested) {
            values.push(valuer.value(&position, &region, &Limits::default()).unwrap());
        }
    }
    let arena = &mut valuer.arena;
    let mut n_told = 0;
    for (three, beside) in values.windows(3).zip((-9..=9).cycle()) {
        let cloud = three.iter().fold(Cloud::default(), |cloud, &value| cloud.and(arena, value).unwrap());
        let number = arena.integer(beside).unwrap();
        let sum = three.iter().fold(number, |sum, &value| arena.sum(sum, value).unwrap());
        let Some(winner) = cloud.winner(beside, beside) else { continue };
        let expected = if winner == Player::Black { Winner::Left } else { Winner::Right };
        assert_eq!(arena.winner(sum).unwrap(), expected);
        n_told += 1;
    }
    assert!(values.len() > 100 && n_told > values.len() / 3, "{n_told} of {}", values.len());
}

#[test]
fn questions_take_turns() {
    let mut referee = Referee::default();
    let mut solver = EndingSolver::default();
    let positions = random_positions(13, 60, 10, &BOTH);
    let mut questions: Vec<EndingQuestion> = positions.iter().map(|position| solver.question(position)).collect();
    let mut solved = vec![None; questions.len()];
    // The search begins at the root in each turn, so turns have to grow.
    for turn in 1..200 {
        for (question, solved) in questions.iter_mut().zip(&mut solved).filter(|(_, solved)| solved.is_none()) {
            *solved = solver.work_for(question, 20 * turn, &Limits::default());
        }
    }
    for (position, solved) in positions.iter().zip(solved) {
        let solved = solved.expect("there were enough turns");
        assert_eq!(solved.winner, referee.winner(position), "{position:?}");
        if let Some(mv) = solved.mv {
            assert_eq!(referee.winner(&after(position, mv)), solved.winner);
        }
    }
}

#[test]
fn what_has_a_value_takes_no_room() {
    // Five columns for each player, twelve rows high, with arrows between them: 118 empty squares.
    let row = ".....#.....";
    let (first, last) = (row.replacen('.', "x", 1), format!("{}o", &row[..10]));
    let position = position(&format!("{first}|{}{last}", format!("{row}|").repeat(10)));
    let solved = EndingSolver::default().solve(&position, &Limits::nodes(1_000)).expect("both counts are exact");
    assert_eq!(solved, SolvedEnding { winner: Player::White, mv: None }, "as many moves each, and Black is to move");
}

/// Whether the player to move wins by brute force, where each player can make moves elsewhere, this many.
fn wins(position: &Position, elsewhere: [u32; 2]) -> bool {
    let mover = position.to_move();
    let other = position.with_to_move(mover.opponent());
    let mut rest = elsewhere;
    rest[mover.index()] = rest[mover.index()].saturating_sub(1);
    (elsewhere[mover.index()] > 0 && !wins(&other, rest))
        || position.moves().into_iter().any(|mv| !wins(&after(position, mv), elsewhere))
}

#[test]
fn margins_agree_with_moves_given_by_brute_force() {
    let (mut solver, mut seen) = (EndingSolver::default(), [0; 5]);
    for position in random_positions(17, 600, 4, &BOTH) {
        let mover = position.to_move();
        let winner = solver.solve(&position, &Limits::default()).unwrap().winner;
        let margin = solver.margin(&position, &Limits::default()).unwrap();
        let still = |given: u32| {
            let mut elsewhere = [0; 2];
            elsewhere[winner.opponent().index()] = given;
            wins(&position, elsewhere) == (winner == mover)
        };
        assert!(margin.is_exact && still(margin.moves) && !still(margin.moves + 1), "{margin:?}: {position:?}");
        seen[margin.moves.min(4) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 10), "the sample shows little: {seen:?}");
    let stopped = solver.margin(&fen(SUM), &Limits::nodes(0));
    assert!(stopped.is_none_or(|margin| !margin.is_exact), "{stopped:?}");
    let unknown = EndingSolver::default().short_margin(&fen(SUM), 0, &Limits::nodes(0));
    let said =
        [unknown, Margin { moves: 1, is_exact: true }, Margin { moves: 2, is_exact: false }].map(Margin::sentence);
    assert_eq!(said, ["The margin is not known.", "The margin is 1 move.", "The margin is at least 2 moves."]);
}
