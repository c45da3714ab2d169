use tesuji_amazons::Position;

use super::super::FITTED;
use super::*;

const GAMES: SelfPlay = SelfPlay { n_games: 30, seed: 7, n_random: 4, n_noisy: 8, noise: 1.0 };

fn samples() -> Vec<Sample> {
    self_play(&Position::standard(5).expect("5x5 has a start"), FITTED, GAMES)
}

#[test]
fn equal_seeds_give_equal_games() {
    let (a, b) = (samples(), samples());
    let [a, b] = [&a, &b].map(|samples| samples.iter().map(|s| (s.game, s.terms.0, s.is_won)).collect::<Vec<_>>());
    assert_eq!(a, b);
    assert_eq!(a.last().map(|sample| sample.0), Some(29));
    assert!(a.iter().any(|sample| sample.2) && a.iter().any(|sample| !sample.2));
}

/// The last position kept of each game is the one before the last move, whose player wins.
#[test]
fn who_moves_last_has_won() {
    let samples = samples();
    for pair in samples.windows(2) {
        if pair[0].game == pair[1].game {
            assert_ne!(pair[0].is_won, pair[1].is_won, "players take turns");
        } else {
            assert!(pair[0].is_won);
        }
    }
}

/// Starting from bad weights, the fit lowers the loss on fitted and on held-out games.
#[test]
fn fitting_lowers_the_loss() {
    let samples = samples();
    let bad = Weights { sharpness: 0.1, fading: 1.0, ..FITTED };
    let fitted = fit(bad, &samples, Fitted::All, 100).expect("samples");
    let loss = |weights: &Weights, held_out| {
        log_loss(weights, samples.iter().filter(|sample| sample.is_held_out() == held_out)).expect("samples")
    };
    assert!(loss(&fitted, false) < loss(&bad, false) - 0.02);
    assert!(loss(&fitted, true) < loss(&bad, true));
    let alone = fit(bad, &samples, Fitted::FirstReachAlone, 60).expect("samples");
    assert_eq!([alone.c1.share, alone.c2.share, alone.t2.share, alone.mobility.share], [0.0; 4]);
    assert!(loss(&alone, false) < loss(&bad.first_reach_alone(), false));
    assert_eq!(fit(bad, &[], Fitted::All, 1), None);
}

#[test]
fn numbers_and_weights_are_the_same() {
    let again = from_numbers(&to_numbers(&FITTED), &FITTED, N_NUMBERS);
    for (a, b) in [(again.kappa, FITTED.kappa), (again.room, FITTED.room), (again.c2.half, FITTED.c2.half)] {
        assert!((a - b).abs() < 1e-2, "{a} is not {b}");
    }
}
