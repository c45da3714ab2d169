//! A net, and one position going through it.

use std::sync::OnceLock;

use crate::grid::Grid;
use crate::kernel::Kernel;
use crate::layer::{Convolution, Whole};

/// Input planes: stones of the player to move, stones of the other player, cells of the board.
pub(crate) const PLANES: usize = 3;
/// Channels of a layer, at most.
pub(crate) const MOST_CHANNELS: usize = 256;
/// Value of 1 in the planes.
const PLANE: u8 = 64;
/// The bits of a fraction: of what the whole board adds to sums, of the hidden numbers of the value, of the value.
pub(crate) const WHOLE_BITS: u32 = 20;
pub(crate) const HIDDEN_BITS: u32 = 12;
const VALUE_BITS: i32 = 28;

/// Size of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetShape {
    /// Numbers of each cell between layers.
    pub channels: usize,
    /// Blocks of two layers.
    pub blocks: usize,
    /// Numbers of each cell before the policy.
    pub head: usize,
    /// Numbers before the value.
    pub hidden: usize,
}

/// The weights of a net. Many [`Judge`](crate::Judge)s may use them at once.
#[derive(Clone, Debug)]
pub struct Net {
    pub(crate) id: String,
    pub(crate) shape: NetShape,
    pub(crate) stem: Convolution,
    pub(crate) blocks: Vec<Block>,
    pub(crate) policy: Convolution,
    pub(crate) policy_out: Vec<i8>,
    pub(crate) policy_scale: f32,
    pub(crate) value: Convolution,
    pub(crate) value_hidden: Whole,
    pub(crate) value_out: Vec<i32>,
    pub(crate) value_bias: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) first: Convolution,
    pub(crate) whole: Option<Whole>,
    pub(crate) second: Convolution,
}

static BUILT_IN: OnceLock<Net> = OnceLock::new();
#[cfg(feature = "large")]
static LARGE: OnceLock<Net> = OnceLock::new();
static PROOFS: OnceLock<Net> = OnceLock::new();
static CLAIMS: OnceLock<Net> = OnceLock::new();
/// The net set by [`Net::replace_shipped`], from the first use of a net on.
static REPLACEMENT: OnceLock<Option<Net>> = OnceLock::new();

/// Memory for one position on its way through a net.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    planes: Grid,
    now: Grid,
    inner: Grid,
    after: Grid,
    policy: Grid,
    value: Grid,
    sums: Vec<i32>,
    pooled: Vec<i32>,
    start: Vec<i32>,
}

/// Content of a place for the player to move: a cell, or one around the cells in question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlaneContent {
    /// Whether it is the mover's, and whether it is the other player's: both for the corners around a board.
    pub(crate) mover: bool,
    pub(crate) other: bool,
    /// Whether it is a cell that can be played on, or could before a stone stood there.
    pub(crate) is_inside: bool,
}

/// Margin around a board, or a part of one, that a net sees.
pub const REACH: usize = 2;

impl Net {
    /// Whether this program comes with the large net.
    pub const HAS_LARGE: bool = cfg!(feature = "large");

    /// The net that comes with the product; where it comes from is said beside it, in `data/hex.toml`.
    #[must_use]
    pub fn built_in() -> &'static Self {
        BUILT_IN.get_or_init(|| Self::parse(include_bytes!("../data/hex.net")).expect("the repository holds a net"))
    }

    /// The net of players and evaluations: [`Self::built_in`], or another one if [`Self::replace_shipped`] was called.
    #[must_use]
    pub fn shipped() -> &'static Self {
        REPLACEMENT.get_or_init(|| None).as_ref().unwrap_or_else(Self::built_in)
    }

    /// The large net, which judges better and costs four times as much, or what [`Self::replace_shipped`] was given. `None`
    /// in programs built without the feature `large`. Where it comes from is said in `data/hex-large.toml`.
    #[must_use]
    pub fn large() -> Option<&'static Self> {
        REPLACEMENT.get_or_init(|| None).as_ref().or_else(Self::built_in_large)
    }

    #[cfg(feature = "large")]
    fn built_in_large() -> Option<&'static Self> {
        let bytes = include_bytes!("../data/hex-large.net");
        Some(LARGE.get_or_init(|| Self::parse(bytes).expect("the repository holds a net")))
    }

    #[cfg(not(feature = "large"))]
    const fn built_in_large() -> Option<&'static Self> {
        None
    }

    /// The net that says where a solver searches first. Where it comes from is said in `data/hex-proofs.toml`.
    #[must_use]
    pub fn for_proofs() -> &'static Self {
        let bytes = include_bytes!("../data/hex-proofs.net");
        PROOFS.get_or_init(|| Self::parse(bytes).expect("the repository holds a net"))
    }

    /// Makes this the net of players in the whole process, as training does with each new one.
    ///
    /// # Errors
    ///
    /// Gives the net back if one is in use already.
    pub fn replace_shipped(self) -> Result<(), Box<Self>> {
        REPLACEMENT.set(Some(self)).map_err(|refused| Box::new(refused.expect("the net that was given")))
    }

    /// The net that says where a verifier of claims about parts of boards searches first. Where it comes from is said in
    /// `data/hex-claims.toml`.
    #[must_use]
    pub fn for_claims() -> &'static Self {
        let bytes = include_bytes!("../data/hex-claims.net");
        CLAIMS.get_or_init(|| Self::parse(bytes).expect("the repository holds a net"))
    }

    /// The SHA-256 of its file, in hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its size.
    #[must_use]
    pub const fn shape(&self) -> NetShape {
        self.shape
    }

    /// Judges a board on which the player to move joins top and bottom: `seen(row, column)` says what is there, also two
    /// places beyond each edge. Returns the sums of the policy in `policy`, row by row, and the logit of a win times 2 to
    /// the power of 28.
    pub(crate) fn judge(
        &self,
        (columns, rows): (usize, usize),
        seen: impl Fn(isize, isize) -> PlaneContent,
        kernel: Kernel,
        scratch: &mut Scratch,
        policy: &mut Vec<i32>,
    ) -> i64 {
        let Scratch { planes, now, inner, after, policy: head, value, sums, pooled, start } = scratch;
        let (size, channels) = ((columns, rows), self.shape.channels);
        planes.reset(size, REACH, self.stem.n_inputs());
        now.reset(size, 1, channels);
        inner.reset(size, 1, channels);
        after.reset(size, 1, channels);
        head.reset(size, 0, self.shape.head);
        value.reset(size, 0, self.shape.hidden);
        write_planes(planes, seen);

        kernel.run(&self.stem, planes, None, None, now, sums);
        for block in &self.blocks {
            let extra = block.whole.as_ref().map(|whole| {
                pool(now, pooled);
                let added = whole.of(pooled, columns, WHOLE_BITS);
                start.clear();
                start.extend(block.first.bias.iter().zip(added).map(|(bias, more)| bias.wrapping_add(more as i32)));
                &**start
            });
            kernel.run(&block.first, now, extra, None, inner, sums);
            kernel.run(&block.second, inner, None, Some(now), after, sums);
            std::mem::swap(now, after);
        }

        kernel.run(&self.policy, now, None, None, head, sums);
        policy.clear();
        let sum =
            |cell: &[u8]| cell.iter().zip(&self.policy_out).map(|(&x, &w)| i32::from(x) * i32::from(w)).sum::<i32>();
        policy.extend(head.data().chunks_exact(self.shape.head).map(sum));

        kernel.run(&self.value, now, None, None, value, sums);
        pool(value, pooled);
        let hidden = self.value_hidden.of(pooled, columns, HIDDEN_BITS).map(|hidden| hidden.clamp(0, 1 << 20));
        let products = hidden.zip(&self.value_out).map(|(hidden, &weight)| hidden * i64::from(weight));
        products.sum::<i64>().wrapping_add(self.value_bias)
    }

    /// The logit of a win from its fixed-point form.
    pub(crate) fn logit(value: i64) -> f64 {
        value as f64 / f64::from(1 << VALUE_BITS)
    }
}

/// The numbers of the planes: for each place whose it is, and whether it can be played on.
fn write_planes(planes: &mut Grid, seen: impl Fn(isize, isize) -> PlaneContent) {
    let (columns, rows) = (planes.columns() as isize, planes.rows() as isize);
    let reach = REACH as isize;
    for row in -reach..rows + reach {
        for column in -reach..columns + reach {
            let PlaneContent { mover, other, is_inside } = seen(row, column);
            for (plane, is_set) in planes.cell_mut(row, column).iter_mut().zip([mover, other, is_inside]) {
                *plane = if is_set { PLANE } else { 0 };
            }
        }
    }
}

/// This number of values up to 127 has a sum of 16 bits.
const MOST_SUMMED: usize = 512;

/// Mean and maximum of each channel over the board, in sixteenths.
pub(crate) fn pool(grid: &Grid, pooled: &mut Vec<i32>) {
    let n_channels = grid.channels();
    let n_cells = grid.cells().len() as i32;
    pooled.clear();
    pooled.resize(2 * n_channels, 0);
    let (means, maxima) = pooled.split_at_mut(n_channels);
    // PERF: in numbers as small as they may be, one instruction does it for many channels: 0.4 microseconds in place of
    // 1 for 11x11.
    let (mut sums, mut highest) = ([0_u16; MOST_CHANNELS], [0_u8; MOST_CHANNELS]);
    let (sums, highest) = (&mut sums[..n_channels], &mut highest[..n_channels]);
    for cells in (0..grid.rows()).flat_map(|row| grid.row(row).chunks(MOST_SUMMED * n_channels)) {
        sums.fill(0);
        for cell in cells.chunks_exact(n_channels) {
            sums.iter_mut().zip(cell).for_each(|(sum, &x)| *sum += u16::from(x));
            highest.iter_mut().zip(cell).for_each(|(highest, &x)| *highest = x.max(*highest));
        }
        means.iter_mut().zip(&*sums).for_each(|(mean, &sum)| *mean += i32::from(sum));
    }
    means.iter_mut().for_each(|mean| *mean = (16 * *mean + n_cells / 2) / n_cells);
    maxima.iter_mut().zip(highest).for_each(|(maximum, highest)| *maximum = 16 * i32::from(*highest));
}
