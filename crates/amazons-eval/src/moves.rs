//! Ratings of moves, learned from games, which tell a search what to look at first.
//!
//! A move has *terms*: what is around its three squares, how near the players are to the two that it fills, and how the
//! three lie to each other. A rating is the sum of the terms' weights, which depend on the stage of the game
//! ([`AmazonsNet`](super::AmazonsNet)). Nearly all of it is known by square.

use std::sync::LazyLock;

use multiversion::multiversion;
use multiversion::target::match_target;
use tesuji_amazons::{MAX_SIDE, Move, Position, Size};

use super::contest::{KINGS, QUEENS, plain_class_numbers};
use super::lines::{BoardLines, Squares};
use super::mobility::Workspace;
use super::net::{ALPHAS, EIGHTHS, HEADS, alpha_class, head_of};
use super::set::squares;

const N_ALPHAS: usize = ALPHAS.len() + 1;
/// Terms of the square reached: classes by queen moves and king's steps, empty squares and opponents around.
const TO: usize = QUEENS * QUEENS + KINGS * KINGS + 9 + 4;
/// Terms of the arrow's square: the same, and the least alpha of the opponents, and own amazons around.
const ARROW: usize = TO + N_ALPHAS + 1 + 4;
/// The first terms of the square left: alpha, and empty squares around.
const FROM: usize = TO + ARROW;
/// The arrow goes to the square left, or beside the amazon.
const BACK: usize = FROM + N_ALPHAS + 9;
const BESIDE: usize = BACK + 1;
/// The first term of the length of the step.
const LENGTH: usize = BESIDE + 1;
const N_TERMS: usize = LENGTH + 8;

/// Boards with more squares than this have weights of their own.
const SMALL: usize = 64;

type Weights = [[i32; N_TERMS]; HEADS];

/// The weights for small boards and for larger ones, in units of 1/256.
static WEIGHTS: LazyLock<[Weights; 2]> = LazyLock::new(|| {
    let mut weights = [[[0; N_TERMS]; HEADS]; 2];
    let numbers = include_bytes!("../data/amazons-moves.weights").as_chunks().0;
    for (weight, bytes) in weights.iter_mut().flatten().flatten().zip(numbers) {
        *weight = i32::from(i16::from_le_bytes(*bytes));
    }
    weights
});

/// The terms of a square: four as the one reached, six as the arrow's, two as the one left.
type SquareTerms = [u8; 12];

const MOST_SQUARES: usize = (MAX_SIDE as usize).pow(2);
/// A side of the board with a square more at each end.
const WIDE: usize = MAX_SIDE as usize + 2;

/// The stage of a position, and the terms of its squares.
#[multiversion(targets("x86_64+avx512f+bmi1+bmi2+lzcnt+popcnt", "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn square_terms<const W: usize>(
    position: &Squares<W>,
    lines: &BoardLines<W>,
    workspace: &mut Workspace,
) -> (usize, [SquareTerms; MOST_SQUARES]) {
    let classes = match_target! {
        "x86_64+avx512f" => super::wide::class_numbers(&lines.wide, position, workspace),
        _ => plain_class_numbers(lines, position, workspace),
    };
    let (columns, rows) = (lines.columns(), lines.rows());
    let mut empty = [[0; WIDE]; WIDE];
    let (mut amazons, mut alphas, mut weakest) = ([empty; 2], empty, [[N_ALPHAS; WIDE]; WIDE]);
    let around = |square: usize| {
        let [row, column] = lines.place(square);
        (0..9).filter(|place| *place != 4).map(move |place| [row + place / 3, column + place % 3])
    };
    for square in squares(&position.empty) {
        around(square).for_each(|[row, column]| empty[row][column] += 1);
    }
    for (side, own) in amazons.iter_mut().enumerate() {
        let mut found = workspace.mobility().in_parts(side, 1);
        for square in squares(&position.amazons[side]) {
            let (alpha, [row, column]) = (alpha_class(found.next().unwrap_or(0)), lines.place(square));
            alphas[row + 1][column + 1] = alpha;
            for [row, column] in around(square) {
                own[row][column] = (own[row][column] + 1).min(3);
                if side == 1 {
                    weakest[row][column] = weakest[row][column].min(alpha);
                }
            }
        }
    }
    let (mut terms, mut entangled) = ([[0; 12]; MOST_SQUARES], 0);
    for row in 0..rows {
        for column in 0..columns {
            let queens = usize::from(classes.queens[16 * row + column]);
            let kings = QUEENS * QUEENS + usize::from(classes.kings[16 * row + column]);
            if classes.empty[row / 4] >> (row % 4 * 16 + column) & 1 == 1 {
                entangled += EIGHTHS[queens];
            }
            let (slots, [row, column]) = (&mut terms[row * columns + column], [row + 1, column + 1]);
            let n_empty = empty[row][column];
            let first = QUEENS * QUEENS + KINGS * KINGS;
            let opponents = first + 9 + amazons[1][row][column];
            let own = TO + N_ALPHAS + 1 + amazons[0][row][column];
            let (to, weak) = ([queens, kings, first + n_empty, opponents], TO + weakest[row][column]);
            let arrow = [queens, kings, first + n_empty, opponents, weak, own].map(|term| TO + term);
            let from = [FROM + alphas[row][column], FROM + N_ALPHAS + n_empty];
            for (slot, term) in slots.iter_mut().zip(to.into_iter().chain(arrow).chain(from)) {
                *slot = term as u8;
            }
        }
    }
    (head_of(entangled, columns * rows), terms)
}

/// The column and row of each square.
fn places(size: Size) -> [[u8; 2]; MOST_SQUARES] {
    let mut places = [[0; 2]; MOST_SQUARES];
    for square in 0..size.n_squares() as u8 {
        places[usize::from(square)] = [size.column_of(square), size.row_of(square)];
    }
    places
}

/// King's steps between two squares of an empty board.
fn distance(places: &[[u8; 2]], one: u8, other: u8) -> usize {
    let [[column, row], [other_column, other_row]] = [one, other].map(|square| places[usize::from(square)]);
    usize::from(column.abs_diff(other_column).max(row.abs_diff(other_row)))
}

/// Calls `square` with each square of a move and its part ([`part`]), and `term` with the terms of the whole move.
#[inline(always)]
fn visit(places: &[[u8; 2]], mv: Move, mut square: impl FnMut(u8, usize), mut term: impl FnMut(usize)) {
    square(mv.from, 2);
    square(mv.to, 0);
    term(LENGTH + distance(places, mv.from, mv.to).min(8) - 1);
    if mv.arrow == mv.from {
        term(BACK);
        return;
    }
    square(mv.arrow, 1);
    if distance(places, mv.to, mv.arrow) == 1 {
        term(BESIDE);
    }
}

/// The terms of a square as the one reached, as the arrow's, or as the one left.
fn part(terms: &SquareTerms, part: usize) -> &[u8] {
    &terms[[0, 4, 10][part]..[4, 10, 12][part]]
}

/// Rates `moves` of a position: see [`AmazonsEvaluator::rate_moves`](super::AmazonsEvaluator::rate_moves).
pub(super) fn rate<const W: usize>(
    position: &Position,
    lines: &BoardLines<W>,
    workspace: &mut Workspace,
    moves: &[Move],
    ratings: &mut [f64],
) {
    let size = position.size();
    let (stage, terms) = square_terms(&Squares::of(position), lines, workspace);
    let weights = &WEIGHTS[usize::from(size.n_squares() > SMALL)][stage];
    let sum = |terms: &[u8]| -> i32 { terms.iter().map(|&term| weights[usize::from(term)]).sum() };
    let (places, mut sums) = (places(size), [[0; 3]; MOST_SQUARES]);
    for (sums, terms) in sums.iter_mut().zip(&terms[..size.n_squares()]) {
        *sums = [0, 1, 2].map(|idx| sum(part(terms, idx)));
    }
    for (rating, &mv) in ratings.iter_mut().zip(moves) {
        let (mut squares, mut others) = (0, 0);
        let square = |square: u8, part: usize| squares += sums[usize::from(square)][part];
        visit(&places, mv, square, |term| others += weights[term]);
        *rating = f64::from(squares + others);
    }
}

/// The stage of a position and the terms of all its moves, for training.
#[must_use]
pub fn move_terms(position: &Position) -> (usize, Vec<(Move, Vec<u8>)>) {
    let size = position.size();
    let lines = BoardLines::<3>::new(usize::from(size.columns), usize::from(size.rows));
    let lines = lines.expect("three words hold every board of a position");
    let (stage, terms) = square_terms(&Squares::of(position), &lines, &mut Workspace::default());
    let places = places(size);
    let of_move = |mv: Move| {
        let (mut found, mut others) = (Vec::new(), Vec::new());
        let square = |square: u8, idx| found.extend_from_slice(part(&terms[usize::from(square)], idx));
        visit(&places, mv, square, |term| others.push(term as u8));
        found.extend(others);
        (mv, found)
    };
    (stage, tesuji_game::Game::moves(position).into_iter().map(of_move).collect())
}
