//! A net for any board, and one position going through it.

use std::sync::OnceLock;

use multiversion::multiversion;
use tesuji_board::Topology;

use crate::grid::Grid;
use crate::kernel::Kernel;
use crate::layer::{Convolution, Whole};
pub(super) use crate::net::Block;
use crate::net::{HIDDEN_BITS, MOST_CHANNELS, WHOLE_BITS, pool};

/// The weights of a net. Many [`Judge`](super::Judge)s may use them at once.
#[derive(Clone, Debug)]
pub struct Net {
    /// Numbers of a point that it reads.
    pub(super) planes: usize,
    pub(super) has_chains: bool,
    pub(super) stem: Convolution,
    pub(super) blocks: Vec<Block>,
    pub(super) policy: Convolution,
    pub(super) policy_out: Vec<i8>,
    pub(super) policy_scale: f32,
    pub(super) value: Convolution,
    pub(super) own_out: Vec<i8>,
    pub(super) own_bias: i32,
    pub(super) own_scale: f32,
    pub(super) value_hidden: Whole,
    /// Of a win, of the pass and of the score, in turn.
    pub(super) outs: Vec<i32>,
    pub(super) biases: Vec<i64>,
}

/// The links of a board.
#[derive(Clone, Default, Debug)]
pub(super) struct Links {
    near: Vec<u16>,
    /// For each point where its neighbours end in the list, and 65,536 divided by their number.
    points: Vec<(usize, u32)>,
    /// The root of the number of points, in quarters.
    pub(super) size: usize,
}

impl Links {
    pub(super) fn new(topology: &Topology) -> Self {
        Self::of(topology.cells().map(|cell| topology.neighbours(cell).iter().map(|to| to.index() as u16)))
    }

    pub(super) fn of(lists: impl Iterator<Item = impl Iterator<Item = u16>>) -> Self {
        let mut links = Self::default();
        for list in lists {
            let first = links.near.len();
            links.near.extend(list);
            let n = (links.near.len() - first) as u32;
            links.points.push((links.near.len(), (65_536 + n / 2).checked_div(n).unwrap_or(0)));
        }
        links.size = whole_size(links.points.len());
        links
    }
}

/// The root of a number of points in quarters, rounded.
pub(super) fn whole_size(n_points: usize) -> usize {
    let root = (16 * n_points).isqrt();
    // It is rounded up if 16 n is above the square of root + 1/2.
    root + usize::from(16 * n_points > root * root + root)
}

/// Memory for one position on its way through a net.
#[derive(Clone, Default, Debug)]
pub(super) struct Scratch {
    seen: Grid,
    now: Grid,
    inner: Grid,
    after: Grid,
    head: Grid,
    value: Grid,
    sums: Vec<i32>,
    pooled: Vec<i32>,
    start: Vec<i32>,
}

/// The sums that a net gives for a position.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    pub(super) policy: Vec<i32>,
    pub(super) own: Vec<i32>,
    /// Win, pass and score times 2 to the power of 28.
    pub(super) outs: [i64; 3],
}

/// The net that [`Net::replace_shipped`] was given; fixed from the first use on.
static REPLACEMENT: OnceLock<Option<Net>> = OnceLock::new();

impl Net {
    /// The net of players, if [`Self::replace_shipped`] has set one: none comes with the product.
    #[must_use]
    pub fn shipped() -> Option<&'static Self> {
        REPLACEMENT.get_or_init(|| None).as_ref()
    }

    /// Makes this the net of players in the whole process.
    ///
    /// # Errors
    ///
    /// Gives the net back if one is in use already.
    pub fn replace_shipped(self) -> Result<(), Box<Self>> {
        REPLACEMENT.set(Some(self)).map_err(|refused| Box::new(refused.expect("the net that was given")))
    }

    /// Judges a position given by its planes, point by point, and its chains.
    pub(super) fn judge(
        &self,
        links: &Links,
        (planes, chains): (&[u8], &[u16]),
        kernel: Kernel,
        scratch: &mut Scratch,
        judged: &mut Judged,
    ) {
        let Scratch { seen, now, inner, after, head, value, sums, pooled, start } = scratch;
        let n = chains.len();
        let channels = self.stem.n_outputs();
        for grid in [&mut *now, inner, after] {
            grid.reset((n, 1), 0, channels);
        }
        head.reset((n, 1), 0, self.policy.n_outputs());
        value.reset((n, 1), 0, self.value.n_outputs());
        let chains = self.has_chains.then_some(chains);

        gather(planes, self.planes, (links, chains), seen, self.stem.n_inputs());
        kernel.run(&self.stem, seen, None, None, now, sums);
        let n_inputs = self.policy.n_inputs();
        for block in &self.blocks {
            let extra = block.whole.as_ref().map(|whole| {
                pool(now, pooled);
                let added = whole.of(pooled, links.size, WHOLE_BITS);
                start.clear();
                start.extend(block.first.bias.iter().zip(added).map(|(bias, more)| bias.wrapping_add(more as i32)));
                &**start
            });
            gather(now.data(), channels, (links, chains), seen, n_inputs);
            kernel.run(&block.first, seen, extra, None, inner, sums);
            gather(inner.data(), channels, (links, chains), seen, n_inputs);
            kernel.run(&block.second, seen, None, Some(now), after, sums);
            std::mem::swap(now, after);
        }
        gather(now.data(), channels, (links, chains), seen, n_inputs);
        kernel.run(&self.policy, seen, None, None, head, sums);
        kernel.run(&self.value, seen, None, None, value, sums);
        judged.policy.clear();
        judged.policy.extend(products(head, &self.policy_out));
        judged.own.clear();
        judged.own.extend(products(value, &self.own_out).map(|sum| sum.wrapping_add(self.own_bias)));
        pool(value, pooled);
        let hidden = self.value_hidden.of(pooled, links.size, HIDDEN_BITS).map(|hidden| hidden.clamp(0, 1 << 20));
        let hidden: Vec<i64> = hidden.collect();
        let outs = self.outs.chunks_exact(hidden.len()).zip(&self.biases);
        for (out, (weights, bias)) in judged.outs.iter_mut().zip(outs) {
            let products = hidden.iter().zip(weights).map(|(&hidden, &weight)| hidden * i64::from(weight));
            *out = products.sum::<i64>().wrapping_add(*bias);
        }
    }
}

/// The scalar product of the activations of each point with these weights.
fn products<'a>(grid: &'a Grid, weights: &'a [i8]) -> impl Iterator<Item = i32> + 'a {
    let sum = move |cell: &[u8]| cell.iter().zip(weights).map(|(&x, &w)| i32::from(x) * i32::from(w)).sum();
    grid.data().chunks_exact(weights.len()).map(sum)
}

/// Writes what each point sees of its activations, `c` numbers a point: itself, the means of its neighbours and, with
/// chains, the maxima of its chain.
///
/// PERF: with AVX2 the adding takes a quarter of the time of the plain instructions.
#[multiversion(targets("x86_64+avx2"))]
fn gather(from: &[u8], c: usize, (links, chains): (&Links, Option<&[u16]>), seen: &mut Grid, n_inputs: usize) {
    seen.reset((from.len() / c, 1), 0, n_inputs);
    let seen = seen.row_mut(0);
    let mut sums = [0_u32; MOST_CHANNELS];
    let sums = &mut sums[..c];
    let mut first = 0;
    for (at, &(end, reciprocal)) in links.points.iter().enumerate() {
        let own = &from[at * c..][..c];
        let (before, rest) = seen.split_at_mut(at * n_inputs);
        let (to, means) = rest[..n_inputs].split_at_mut(c);
        to.copy_from_slice(own);
        sums.fill(0);
        for &near in &links.near[first..end] {
            let near = &from[usize::from(near) * c..][..c];
            sums.iter_mut().zip(near).for_each(|(sum, &x)| *sum += u32::from(x));
        }
        first = end;
        for (mean, &sum) in means[..c].iter_mut().zip(&*sums) {
            *mean = ((sum * reciprocal + 0x8000) >> 16).min(127) as u8;
        }
        let Some(chains) = chains else { continue };
        // The lowest point of a chain comes first. It collects the maxima.
        let lowest = usize::from(chains[at]);
        if lowest == at {
            means[c..][..c].copy_from_slice(own);
        } else {
            let maxima = &mut before[lowest * n_inputs + 2 * c..][..c];
            maxima.iter_mut().zip(own).for_each(|(maximum, &x)| *maximum = x.max(*maximum));
        }
    }
    for (at, &lowest) in chains.unwrap_or_default().iter().enumerate() {
        let lowest = usize::from(lowest);
        if lowest != at {
            seen.copy_within(lowest * n_inputs + 2 * c..lowest * n_inputs + 3 * c, at * n_inputs + 2 * c);
        }
    }
}
