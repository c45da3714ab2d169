//! An evaluation learned from self-play: a small net over which player is how near to which square.
//!
//! A *feature* is a class of a square. An empty square has a class by the queen moves that each player needs to it, and
//! another by king's steps ([`contest`](super::contest())). The square of an amazon has a class by player and alpha
//! ([`Mobility`]). A square is known by its *place*, its distances to the edges: images of a square under symmetries of
//! the board share a place, so images of a position have the same value.
//!
//! Each feature adds a row of weights to [`HIDDEN`] units. These pass one of [`HEADS`] second layers of [`SECOND`] units,
//! chosen by how far the players are entangled. All sums are of whole numbers, so a value is the same on any machine.

mod file;
#[cfg(feature = "testing")]
mod tests;

use std::sync::LazyLock;

use multiversion::multiversion;
use multiversion::target::match_target;
use tesuji_amazons::{MAX_SIDE, Position, Size};

use super::contest::{ClassNumbers, KINGS, QUEENS, plain_class_numbers};
use super::lines::{BoardLines, Squares};
use super::mobility::Workspace;
use super::set::squares;

pub use file::NetError;

/// Units of the first layer.
const HIDDEN: usize = 64;
/// Units of a second layer.
const SECOND: usize = 16;
/// The least entanglement of each head but the first, in units of 1/8,000: see
/// [`SquareContest::entangled_eighths`](super::SquareContest::entangled_eighths).
const STAGES: [i32; 6] = [80, 320, 800, 1600, 2720, 4280];
/// The number of second layers.
pub(super) const HEADS: usize = STAGES.len() + 1;

/// The least alpha of each class of amazons but the first.
pub(super) const ALPHAS: [u32; 7] = [1, 3, 6, 11, 18, 27, 40];
/// The first classes of king's steps and of amazons, and the number of classes.
const FIRST_KINGS: usize = QUEENS * QUEENS;
const FIRST_AMAZONS: usize = FIRST_KINGS + KINGS * KINGS;
const CLASSES: usize = FIRST_AMAZONS + 2 * (ALPHAS.len() + 1);

/// Entanglement of an empty square of each class by queen moves, in eighths.
pub(super) static EIGHTHS: [i32; FIRST_KINGS] = {
    let mut eighths = [0; FIRST_KINGS];
    let mut class = 0;
    while class < FIRST_KINGS {
        let (own, other) = (class / QUEENS, class % QUEENS);
        if own < QUEENS - 1 && other < QUEENS - 1 {
            eighths[class] = 8 >> own.abs_diff(other);
        }
        class += 1;
    }
    eighths
};

/// The bound of a unit; it stands for 1.
const ONE: i16 = 1 << 10;
/// A weight of the second layer or of the output stands for 1 if it is 2 to the power of this.
const WEIGHT_SHIFT: u32 = 8;

/// A learned net for the boards of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AmazonsNet {
    size: Size,
    places: Places,
    /// The weights of each feature: class by class, place by place.
    rows: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    heads: Vec<Head>,
}

/// The places of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Places {
    n: usize,
    /// The place of each square, with 16 squares for each row.
    of: [u8; 16 * MAX_SIDE as usize],
}

impl Places {
    fn new(size: Size) -> Self {
        let mut of = [0; 16 * MAX_SIDE as usize];
        for square in 0..size.n_squares() as u8 {
            let (column, row) = (size.column_of(square), size.row_of(square));
            let [x, y] = [(column, size.columns), (row, size.rows)].map(|(at, side)| at.min(side - 1 - at));
            of[usize::from(16 * row + column)] = x.max(y) * (x.max(y) + 1) / 2 + x.min(y);
        }
        let half = usize::from(size.columns.max(size.rows).div_ceil(2));
        Self { n: half * (half + 1) / 2, of }
    }
}

/// A second layer and its output.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Head {
    second: [[i16; HIDDEN]; SECOND],
    bias: [i32; SECOND],
    out: [i32; SECOND],
    out_bias: i32,
}

/// The output of a net for a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetValue {
    /// The logarithm of the odds that the player to move wins.
    pub value: f64,
    /// Whether both players reach some square.
    pub is_contested: bool,
}

impl AmazonsNet {
    /// The shipped net for boards of this size, if there is one.
    #[must_use]
    pub fn shipped(size: Size) -> Option<&'static Self> {
        static NET: LazyLock<AmazonsNet> = LazyLock::new(|| {
            let bytes = include_bytes!("../../data/amazons-8.net");
            AmazonsNet::parse(bytes).expect("the repository holds a net")
        });
        (size == Size { columns: 8, rows: 8 }).then(|| &*NET)
    }

    /// The value of a position on a board of the net's size, of which `lines` are the lines.
    pub(super) fn value<const W: usize>(
        &self,
        position: &Squares<W>,
        lines: &BoardLines<W>,
        workspace: &mut Workspace,
    ) -> NetValue {
        let (sum, entangled) = output(self, position, lines, workspace);
        NetValue { value: f64::from(sum) / f64::from(i32::from(ONE) << WEIGHT_SHIFT), is_contested: entangled > 0 }
    }
}

/// Calls `add` with the row of each feature. Returns the entanglement in eighths of a square.
#[inline(always)]
fn visit<const W: usize>(
    places: &Places,
    position: &Squares<W>,
    lines: &BoardLines<W>,
    workspace: &Workspace,
    classes: &ClassNumbers,
    mut add: impl FnMut(usize),
) -> i32 {
    let mut entangled = 0;
    let mut push = |class: usize, square: usize| add(class * places.n + usize::from(places.of[square]));
    for square in squares(&classes.empty) {
        let (queens, kings) = (usize::from(classes.queens[square]), usize::from(classes.kings[square]));
        push(queens, square);
        push(FIRST_KINGS + kings, square);
        entangled += EIGHTHS[queens];
    }
    for side in 0..2 {
        let mut alphas = workspace.mobility().in_parts(side, 1);
        for square in squares(&position.amazons[side]) {
            let (alpha, [row, column]) = (alphas.next().unwrap_or(0), lines.place(square));
            push(FIRST_AMAZONS + side * (ALPHAS.len() + 1) + alpha_class(alpha), 16 * row + column);
        }
    }
    entangled
}

/// The class of an alpha.
#[inline(always)]
pub(super) fn alpha_class(alpha: u32) -> usize {
    ALPHAS.iter().filter(|&&least| alpha >= least).count()
}

/// The number of the head for a position.
#[inline(always)]
pub(super) fn head_of(entangled: i32, n_squares: usize) -> usize {
    let stage = entangled * 1000 / n_squares as i32;
    STAGES.iter().filter(|&&least| stage >= least).count()
}

/// The features of a position, for training: the numbers of their rows, and that of the head.
#[must_use]
pub fn net_features(position: &Position) -> (Vec<u16>, usize) {
    let size = position.size();
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let lines = BoardLines::<3>::new(columns, rows).expect("three words hold every board of a position");
    let (position, mut workspace, mut features) = (Squares::of(position), Workspace::default(), Vec::new());
    let classes = plain_class_numbers(&lines, &position, &mut workspace);
    let push = |row: usize| features.push(row as u16);
    let entangled = visit(&Places::new(size), &position, &lines, &workspace, &classes, push);
    (features, head_of(entangled, columns * rows))
}

/// The output, in units of 1/[`ONE`] and 1/2^[`WEIGHT_SHIFT`], and the entanglement.
#[multiversion(targets("x86_64+avx512f+bmi1+bmi2+lzcnt+popcnt", "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn output<const W: usize>(
    net: &AmazonsNet,
    position: &Squares<W>,
    lines: &BoardLines<W>,
    workspace: &mut Workspace,
) -> (i32, i32) {
    let classes = match_target! {
        "x86_64+avx512f" => super::wide::class_numbers(&lines.wide, position, workspace),
        _ => plain_class_numbers(lines, position, workspace),
    };
    let mut units = net.bias;
    let entangled = visit(&net.places, position, lines, workspace, &classes, |row| {
        let row = &net.rows[row];
        for unit in 0..HIDDEN {
            units[unit] = units[unit].wrapping_add(row[unit]);
        }
    });
    for unit in &mut units {
        *unit = (*unit).clamp(0, ONE);
    }
    let head = &net.heads[head_of(entangled, lines.columns() * lines.rows())];
    let mut output = head.out_bias;
    for idx in 0..SECOND {
        let (mut sum, weights) = (head.bias[idx], &head.second[idx]);
        for unit in 0..HIDDEN {
            sum += i32::from(units[unit]) * i32::from(weights[unit]);
        }
        output += head.out[idx] * (sum >> WEIGHT_SHIFT).clamp(0, i32::from(ONE));
    }
    (output, entangled)
}
