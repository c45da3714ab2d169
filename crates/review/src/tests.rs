//! Games whose truth is known: reviews are compared with it.

mod live;
mod near;
mod opinions;

use tesuji_archive::{Archive, ArchiveConfig, Experience};
use tesuji_board::Player;
use tesuji_endings::{Deciding, decide};
use tesuji_engine::{AnyRecord, GameKind, GameSpec, PlayerSpec, Session, StrongSpec};
use tesuji_hex::notation;
use tesuji_search::Limits;

use crate::mistakes::judge;
use crate::{
    Effort, Elapsed, Estimate, EstimatedBy, GameToReview, Known, MistakeKind, PositionReview, ProvedBy, Review,
    ReviewError, ReviewSpec, Reviewer, Side, Timekeeper, Unlimited, chart, html, sgf,
};

pub(crate) fn archive(folder: Option<&std::path::Path>) -> Archive {
    let config = ArchiveConfig {
        store: folder.map(|folder| folder.join("store")),
        table_bytes: 4 << 20,
        experience: Experience::Shared,
        ..ArchiveConfig::default()
    };
    Archive::open(config, |notice| panic!("{notice}")).unwrap()
}

fn spec() -> ReviewSpec {
    ReviewSpec {
        effort: Effort::Work { nodes: 20_000, playouts: 80 },
        player: PlayerSpec::Strong(StrongSpec { memory_mib: 1, ..StrongSpec::default() }),
        samples: 2,
        seed: 1,
        certificates: None,
        judge: None,
    }
}

fn hex(moves: &str, side: usize) -> GameToReview {
    let record = notation::read_games(moves, Some((side, side))).unwrap().remove(0).record;
    GameToReview { id: "game".to_owned(), spec: GameSpec::hex(side, side), record: AnyRecord::Hex(record) }
}

fn review(game: &GameToReview) -> Review {
    Reviewer { archive: &archive(None), spec: &spec() }.review(game, &Unlimited).unwrap()
}

/// The winner after each number of moves, from a solver without limits.
fn truth(game: &GameToReview) -> Vec<Side> {
    let moves = Session::replay(&game.spec, &game.record, usize::MAX).unwrap().moves().to_vec();
    let mut session = Session::replay(&game.spec, &game.record, 0).unwrap();
    (0..=moves.len())
        .map(|n_moves| {
            if let Some((player, mv)) = n_moves.checked_sub(1).map(|last| &moves[last]) {
                session.play(*player, mv).unwrap();
            }
            let to_move = session.to_move();
            session.solver().unwrap().solve(to_move, &Limits::default()).winner.unwrap().into()
        })
        .collect()
}

#[test]
fn a_small_game_of_hex_is_proved_throughout_and_its_mistakes_are_those() {
    for moves in ["a1 c3 d2 b2 b3 a4 c4 a2", "d1 a4 b3 c2 b2 d3 c3 a1", "b2 c3 d3 c2 b3 d1 a4 d4"] {
        let game = hex(moves, 4);
        let (review, truth) = (review(&game), truth(&game));
        let winners: Vec<Side> = review.positions.iter().map(|position| position.winner().unwrap()).collect();
        assert_eq!(winners, truth, "{moves}");
        let thrown: Vec<usize> = (1..truth.len()).filter(|&number| truth[number - 1] != truth[number]).collect();
        let mut mistakes = review.mistakes.clone();
        mistakes.sort_unstable();
        assert_eq!(mistakes, thrown, "{moves}");
        assert_eq!(review.turning.map(|turning| turning.number), thrown.last().copied());
        for &number in &thrown {
            let mv = &review.moves[number - 1];
            assert_eq!((mv.loss, mv.mistake), (Some(1.0), Some(MistakeKind::Proved)));
            let better = mv.better.as_ref().unwrap();
            assert!(better.is_proved && !better.moves.contains(&mv.mv), "{better:?}");
            // Each of them wins, says another solver.
            for better in &better.moves {
                let mut session = Session::replay(&game.spec, &game.record, number - 1).unwrap();
                let player = Player::from(mv.player);
                session.play(player, better).unwrap();
                let answer = session.solver().unwrap().solve(player.opponent(), &Limits::default());
                assert_eq!(answer.winner, Some(player), "{moves}: {number} {better}");
            }
        }
    }
}

#[test]
fn only_moves_are_those_that_alone_win() {
    let game = hex("a1 c3 d2 b2 b3 a4 c4 a2", 4);
    let review = review(&game);
    for mv in &review.moves {
        let player = Player::from(mv.player);
        let mut session = Session::replay(&game.spec, &game.record, mv.number - 1).unwrap();
        session.set_to_move(player).unwrap();
        let moves = session.solver().unwrap().solve_moves(player, &Limits::default());
        assert!(moves.is_complete);
        assert_eq!(mv.is_only_move, moves.winning == [mv.mv.clone()], "{mv:?} {moves:?}");
    }
}

#[test]
fn with_a_swap_one_of_the_two_choices_wins() {
    // White takes the corner over, and is lost: it had to let Black keep it.
    let game = hex("a1 swap b2 c1 a2", 3);
    let review = review(&game);
    assert_eq!(review.positions[0].proof(), None, "White may still swap");
    let open = review.positions[1].proof().unwrap();
    assert_eq!((open.winner, open.by), (Some(Side::White), ProvedBy::Swap));
    assert_eq!(review.positions[2].winner(), Some(Side::Black));
    assert_eq!(review.moves[1].mistake, Some(MistakeKind::Proved), "{:?}", review.moves[1]);
    assert_eq!(review.moves[0].mistake, None, "with a swap the first player loses in any case");
    assert_eq!(review.instead(&review.moves[1]), "not swapping wins.");
}

#[test]
fn who_wins_after_a_pass_says_nothing_of_before() {
    for moves in ["b2 c3 pass d2 b3", "a1 c3 pass b2 d3 b3", "b2 pass c2 pass"] {
        let game = hex(moves, 4);
        let played = Session::replay(&game.spec, &game.record, usize::MAX).unwrap().moves().to_vec();
        let mut session = Session::replay(&game.spec, &game.record, 0).unwrap();
        for (n_moves, position) in review(&game).positions.iter().enumerate() {
            if let Some((player, mv)) = n_moves.checked_sub(1).map(|last| &played[last]) {
                session.play(*player, mv).unwrap();
            }
            let at_end = || Session::replay(&game.spec, &game.record, usize::MAX).unwrap().to_move();
            let to_move = played.get(n_moves).map_or_else(at_end, |(player, _)| *player);
            let winner = session.solver().unwrap().solve(to_move, &Limits::default()).winner.unwrap();
            assert_eq!(position.winner(), Some(winner.into()), "{moves}: after {n_moves}, {to_move} to move");
        }
    }
}

#[test]
fn where_white_may_still_swap_it_wins() {
    let mut game = hex("b2", 3);
    game.spec = GameSpec::Hex { columns: 3, rows: 3, swap: true };
    let review = review(&game);
    let open = review.positions[1].proof().unwrap();
    assert_eq!((open.winner, open.by, open.winning.len()), (Some(Side::White), ProvedBy::Swap, 0));
}

#[test]
fn a_second_run_takes_its_proofs_from_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let game = hex("c3 b4 d2 c4 b3 a5", 5);
    let run = || Reviewer { archive: &archive(Some(folder.path())), spec: &spec() }.review(&game, &Unlimited).unwrap();
    let (first, second) = (run(), run());
    // The first run recalls its own answers where it asks again for all winning moves.
    assert!(
        second.spent.stored > first.spent.stored && second.spent.nodes == 0,
        "{:?} {:?}",
        first.spent,
        second.spent
    );
    let winners = |review: &Review| review.positions.iter().map(PositionReview::winner).collect::<Vec<_>>();
    assert_eq!(winners(&first), winners(&second));
}

#[test]
fn certificates_are_written_for_what_was_searched() {
    let folder = tempfile::tempdir().unwrap();
    let game = hex("b2 c3 d3 c2 b3 d1 a4 d4", 4);
    let spec = ReviewSpec { certificates: Some(folder.path().to_owned()), ..spec() };
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
    let searched = review.positions.iter().filter_map(PositionReview::proof).filter(|proof| proof.by != ProvedBy::End);
    let mut n_written = 0;
    for proof in searched {
        let name = proof.certificate.as_ref().expect("it was searched, so it can be proved");
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        assert!(tesuji_archive::accept(&bytes, &tesuji_proof::Certificate::read(&bytes[..]).unwrap().claim).is_ok());
        n_written += 1;
    }
    assert!(n_written >= 5, "{n_written}");
}

#[test]
fn what_is_not_proved_is_estimated_and_the_same_settings_give_the_same() {
    let game = hex("f6 e8 g4", 11);
    let spec = ReviewSpec { effort: Effort::Work { nodes: 10, playouts: 60 }, ..spec() };
    let run = || Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
    let review = run();
    assert_eq!(review, run());
    for position in &review.positions {
        let Known::Estimated(Estimate { black, interval, samples, .. }) = &position.known else {
            panic!("{position:?}")
        };
        assert!((interval[0]..=interval[1]).contains(black) && (1..=2).contains(samples));
    }
    assert_eq!((review.turning, review.certain_from), (None, None));
}

#[test]
fn go_is_settled_by_unconditional_life() {
    // Black's wall with two eyes takes more than the half; White's stones in the corner are dead.
    let record = "(;GM[1]SZ[5]KM[0.5]AB[ba][bb][bc][bd][be][db][da][dc][dd][de][ca][cc][ce]PL[W];W[aa];B[])";
    let spec = GameSpec::usual(GameKind::Go);
    let game = GameToReview { id: "go".to_owned(), record: AnyRecord::read(&spec, record).unwrap(), spec };
    let review = review(&game);
    let proofs: Vec<_> = review.positions.iter().map(|position| position.proof().unwrap()).collect();
    assert!(proofs.iter().all(|proof| proof.winner == Some(Side::Black)));
    assert_eq!([proofs[0].by, proofs[1].by, proofs[2].by], [ProvedBy::Life, ProvedBy::Next, ProvedBy::Life]);
}

#[test]
fn the_ending_of_a_game_of_amazons_is_counted() {
    let text = include_str!("../../../examples/amazons.sgf");
    let usual = GameSpec::usual(GameKind::Amazons);
    let game = GameToReview { id: "amazons".to_owned(), record: AnyRecord::read(&usual, text).unwrap(), spec: usual };
    let spec = ReviewSpec { effort: Effort::Work { nodes: 300, playouts: 2 }, ..spec() };
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
    let from = review.certain_from.unwrap();
    assert!(from < review.moves.len(), "the ending is counted");
    // The same by the function that counts single positions, where that decides.
    let mut n_counted = 0;
    for position in &review.positions[from..] {
        let session = Session::replay(&game.spec, &game.record, position.n_moves).unwrap();
        let Some(counted) = session.endings().unwrap().winner(30, &Limits::nodes(2_000)) else { continue };
        assert_eq!(position.winner(), Some(counted.into()), "after {}", position.n_moves);
        n_counted += 1;
    }
    assert!(n_counted >= 5, "{n_counted}");
    let n_known =
        review.positions.iter().filter(|position| position.proof().is_some_and(|proof| proof.margin.is_some()));
    assert!(n_known.count() >= 5 && review.verdict()[1].starts_with("The margin is "), "{:?}", review.verdict());
}

/// `tesuji show` decides single positions with fixed limits; a review knows all of them, however far from the end they are.
#[test]
fn a_review_of_amazons_knows_what_a_record_says() {
    let text = include_str!("../../../examples/amazons-blunder.moves");
    let usual = GameSpec::usual(GameKind::Amazons);
    let game = GameToReview { id: "blunder".to_owned(), record: AnyRecord::read(&usual, text).unwrap(), spec: usual };
    let spec = ReviewSpec { effort: Effort::Work { nodes: 5_000, playouts: 2 }, ..spec() };
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
    let (mut n_decided, mut n_open) = (0, 0);
    for position in &review.positions {
        let session = Session::replay(&game.spec, &game.record, position.n_moves).unwrap();
        let here = session.position();
        let decided = decide(here.as_amazons().unwrap(), &Deciding::default(), &Limits::default());
        match decided {
            Some(solved) => {
                n_decided += 1;
                assert_eq!(position.winner(), Some(solved.winner.into()), "after {}", position.n_moves);
            }
            None => n_open += 1,
        }
    }
    assert!(n_decided >= 10 && n_open > 0, "{n_decided} {n_open}");
}

#[test]
fn the_annotated_record_is_the_same_game() {
    let game = hex("b2 c3 d3 c2 b3 d1 a4 d4", 4);
    let review = review(&game);
    let text = sgf::write(&game, &review).unwrap();
    let read = AnyRecord::read(&game.spec, &text).unwrap();
    let moves = |record: &AnyRecord| Session::replay(&game.spec, record, usize::MAX).unwrap().moves().to_vec();
    assert_eq!(moves(&read), moves(&game.record));
    assert!(text.contains("BM[2]") && text.contains("SBKV[100.0]") && text.contains("\n("), "{text}");
}

#[test]
fn a_loss_within_its_interval_is_no_mistake() {
    let position = |n_moves, black: f64, half: f64| PositionReview {
        n_moves,
        to_move: if n_moves % 2 == 0 { Side::Black } else { Side::White },
        known: Known::Estimated(Estimate {
            black,
            interval: [black - half, black + half],
            samples: 4,
            playouts: 1,
            by: EstimatedBy::Search,
            best: "a1".to_owned(),
            line: vec!["a1".to_owned()],
            refuted: Vec::new(),
            solver_nodes: None,
        }),
    };
    let mistake = |before: f64, after: f64, half: f64, bias: Option<f64>| {
        judge(&position(0, before, half), &position(1, after, half), Side::Black, "b1".to_owned(), bias).mistake
    };
    assert_eq!(mistake(0.6, 0.4, 0.05, Some(0.0)), Some(MistakeKind::Estimated));
    assert_eq!(mistake(0.6, 0.4, 0.15, Some(0.0)), None, "the interval is wider");
    assert_eq!(mistake(0.6, 0.58, 0.001, Some(0.0)), None, "too small to be named");
    assert_eq!(mistake(0.6, 0.4, 0.05, Some(0.18)), None, "the search swings as much with every move");
    assert_eq!(mistake(0.6, 0.4, 0.05, None), None, "too few moves to know the swing");
}

#[test]
fn settings_out_of_their_bounds_are_refused() {
    for spec in [
        ReviewSpec { samples: 1, ..spec() },
        ReviewSpec { effort: Effort::Time(0.0), ..spec() },
        ReviewSpec { effort: Effort::Work { nodes: 1, playouts: 0 }, ..spec() },
    ] {
        let reviewed = Reviewer { archive: &archive(None), spec: &spec }.review(&hex("a1", 3), &Unlimited);
        assert!(matches!(reviewed, Err(ReviewError::Setting { .. })), "{reviewed:?}");
    }
}
