//! Every kernel twice: as this machine runs it, and as a machine without AVX-512 does.

use super::super::contest::plain_contest;
use super::super::{BoardLines, MOST_AMAZONS, Workspace, contest, first_reach, path_interception, terms};
use super::reference::{FAR, LinesBySize, On, boards};

/// Calls a check with the number of words that the board needs, and with more.
macro_rules! with_all_widths {
    ($check:ident, $board:expr $(, $more:expr)?) => {{
        let board: &LinesBySize = $board;
        if board.on.len() <= 64 {
            $check::<1>(board $(, $more)?);
        }
        if board.on.len() <= 128 {
            $check::<2>(board $(, $more)?);
        }
        $check::<3>(board $(, $more)?);
    }};
}

fn sign(own: u32, other: u32) -> i32 {
    (own < other).into()
}

fn lead(distances: &[Vec<u32>; 2], empty: &[usize]) -> i32 {
    let [own, other] = distances;
    empty.iter().map(|&square| sign(own[square], other[square]) - sign(other[square], own[square])).sum()
}

fn check_first_reach<const W: usize>(board: &LinesBySize) {
    let lines = BoardLines::<W>::new(board.columns, board.rows).expect("a size that fits");
    let distances = [0, 1].map(|player| board.distances(player, true));
    assert_eq!(first_reach(&lines, &board.squares()), lead(&distances, &board.empty()), "{board:?}");
}

#[test]
fn first_reach_is_a_comparison_of_distances() {
    for board in boards(1, 20) {
        with_all_widths!(check_first_reach, &board);
    }
}

fn check_interception<const W: usize>(board: &LinesBySize) {
    let lines = BoardLines::<W>::new(board.columns, board.rows).expect("a size that fits");
    let decided = board.interception();
    for decay in [1.0, 0.9, 0.5, 0.0] {
        let worth = |&(round, owner): &(u32, Option<usize>)| {
            let sign = [1.0, -1.0];
            owner.map_or(0.0, |owner| sign[owner] * f64::powi(decay, round as i32 - 1))
        };
        let expected: f64 = decided.iter().flatten().map(worth).sum();
        let value = path_interception(&lines, &board.squares(), decay);
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}: {board:?}");
    }
}

#[test]
fn path_interception_goes_round_by_round() {
    for board in boards(2, 20) {
        with_all_widths!(check_interception, &board);
    }
}

fn check_terms<const W: usize>(board: &LinesBySize, workspace: &mut Workspace) {
    let lines = BoardLines::<W>::new(board.columns, board.rows).expect("a size that fits");
    let empty = board.empty();
    let [queens, kings] = [true, false].map(|by_queens| [0, 1].map(|player| board.distances(player, by_queens)));
    let terms = terms(&lines, &board.squares(), workspace);
    let mobility = workspace.mobility();
    let is_tie = |distances: &[Vec<u32>; 2], square: usize| {
        distances[0][square] == distances[1][square] && distances[0][square] != FAR
    };
    for (race, distances) in [(terms.queens, &queens), (terms.kings, &kings)] {
        assert_eq!(race.lead, lead(distances, &empty), "{board:?}");
        let ties = empty.iter().filter(|&&square| is_tie(distances, square)).count();
        assert_eq!(race.ties, ties as i32, "{board:?}");
    }
    let power = |distance: u32| if distance == FAR { 0.0 } else { 0.5_f64.powi(distance as i32) };
    let [own, other] = &queens;
    let c1: f64 = 2.0 * empty.iter().map(|&square| power(own[square]) - power(other[square])).sum::<f64>();
    assert!((terms.c1 - c1).abs() < 1e-9, "c1 is {}, not {c1}: {board:?}", terms.c1);
    let is_shared = |&&square: &&usize| own[square] != FAR && other[square] != FAR;
    let w: f64 = empty.iter().filter(is_shared).map(|&square| power(own[square].abs_diff(other[square]).min(15))).sum();
    assert!((terms.w - w).abs() < 1e-9, "w is {}, not {w}: {board:?}", terms.w);
    let [own, other] = &kings;
    let c2 = |square: usize| match (own[square], other[square]) {
        (FAR, FAR) => 0.0,
        (own, other) => ((f64::from(other) - f64::from(own)) / 6.0).clamp(-1.0, 1.0),
    };
    let c2: f64 = empty.iter().map(|&square| c2(square)).sum();
    assert!((terms.c2 - c2).abs() < 1e-9, "c2 is {}, not {c2}: {board:?}", terms.c2);
    for player in 0..2 {
        let amazons = (0..board.on.len()).filter(|&square| board.on[square] == On::Amazon(player));
        let expected: Vec<f64> = amazons.map(|square| board.alpha(square, player)).collect();
        // Sums of halves of whole numbers: exact.
        assert_eq!(mobility.alphas(player).collect::<Vec<_>>(), expected, "{player}: {board:?}");
    }
}

#[test]
fn lieberums_terms_are_sums_over_squares() {
    let mut workspace = Workspace::default();
    for board in boards(3, 20) {
        with_all_widths!(check_terms, &board, &mut workspace);
    }
}

#[test]
fn alphas_are_found_of_many_amazons() {
    let mut workspace = Workspace::default();
    for mut board in boards(5, 5) {
        for player in 0..2 {
            for on in board.on.iter_mut().skip(player).step_by(5).take(MOST_AMAZONS - 4) {
                *on = On::Amazon(player);
            }
        }
        with_all_widths!(check_terms, &board, &mut workspace);
    }
}

#[test]
fn boards_that_do_not_fit_have_no_lines() {
    assert!(BoardLines::<1>::new(8, 8).is_some() && BoardLines::<1>::new(8, 9).is_none());
    assert!(BoardLines::<2>::new(10, 12).is_some() && BoardLines::<2>::new(11, 12).is_none());
    assert!(
        BoardLines::<3>::new(12, 12).is_some()
            && BoardLines::<3>::new(13, 1).is_none()
            && BoardLines::<3>::new(0, 3).is_none()
    );
}

/// Leads by pairs of classes: distances from 1 on, then the last class but one for all longer distances, and the last
/// for "never".
fn leads(distances: &[Vec<u32>; 2], empty: &[usize], n_classes: usize) -> Vec<i32> {
    let class =
        |distance: u32| if distance == FAR { n_classes - 1 } else { (distance as usize - 1).min(n_classes - 2) };
    let classes = |&square: &usize| (class(distances[0][square]), class(distances[1][square]));
    let count = |pair| empty.iter().filter(|square| classes(square) == pair).count() as i32;
    let pairs = (0..n_classes).flat_map(|own| (own + 1..n_classes).map(move |other| (own, other)));
    pairs.map(|(own, other)| count((own, other)) - count((other, own))).collect()
}

fn check_contest<const W: usize>(board: &LinesBySize, workspace: &mut Workspace) {
    let lines = BoardLines::<W>::new(board.columns, board.rows).expect("a size that fits");
    let empty = board.empty();
    let [queens, kings] = [true, false].map(|by_queens| [0, 1].map(|player| board.distances(player, by_queens)));
    let found = contest(&lines, &board.squares(), workspace);
    assert_eq!(found.leads[..], [leads(&queens, &empty, 5), leads(&kings, &empty, 7)].concat(), "{board:?}");
    let [own, other] = &queens;
    let is_shared = |&&square: &&usize| own[square] != FAR && other[square] != FAR;
    let gap = |&square: &usize| own[square].min(4).abs_diff(other[square].min(4));
    let eighths: u32 = empty.iter().filter(is_shared).map(|square| 8 >> gap(square)).sum();
    assert_eq!(found.entangled_eighths, eighths as i32, "{board:?}");
    let alphas = workspace.mobility().alphas(0).chain(workspace.mobility().alphas(1)).collect::<Vec<_>>();
    let _ = terms(&lines, &board.squares(), workspace);
    let expected = workspace.mobility().alphas(0).chain(workspace.mobility().alphas(1)).collect::<Vec<_>>();
    assert_eq!(alphas, expected, "{board:?}");
    assert_eq!(found, plain_contest(&lines, &board.squares(), workspace), "{board:?}");
}

#[test]
fn a_contest_is_counted_by_distances() {
    let mut workspace = Workspace::default();
    for board in boards(4, 20) {
        with_all_widths!(check_contest, &board, &mut workspace);
    }
}
