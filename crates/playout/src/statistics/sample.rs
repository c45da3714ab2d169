//! Playouts, and what is remembered of each.

use rand::SeedableRng;
use rayon::prelude::*;
use tesuji_board::{Cell, CellSet, MAX_CELLS, Player};
use tesuji_game::zobrist_key;
use tesuji_search::mcts::PlayoutRng;

/// The number of playouts with one seed. Threads share the work in whole batches, so the sample is the same on any
/// number of threads.
const BATCH: u32 = 256;
const _: () = assert!((BATCH as usize).is_multiple_of(BLOCK), "all blocks but the last are full");

/// A way to play positions of type `P` to the end at random and report what happened.
pub trait ObservedPlayout<P> {
    /// The number of cells of the board, at most [`MAX_CELLS`](tesuji_board::MAX_CELLS).
    fn n_cells(&self, position: &P) -> usize;

    /// The cells on which `player` could place a stone now, if it were that player's turn.
    fn playable(&self, position: &P, player: Player) -> CellSet;

    /// Plays from `position` to the end. Every stone placed is reported to [`Trace::place`], in order, and the end to
    /// [`Trace::own`], [`Trace::cap`] and [`Trace::end`]. All randomness comes from `rng`.
    fn observe(&mut self, position: &P, rng: &mut PlayoutRng, trace: &mut Trace);

    /// Whether playouts are broken off. A batch that was not complete by then is left out of the sample.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Records one playout after another.
#[derive(Debug)]
pub struct Trace {
    batch: PlayoutBatch,
    n_cells: usize,
    /// First code of the playout, and its place in its quad.
    first_code: usize,
    lane: usize,
    /// The code that the next first stone would get if it were Black's.
    next: u16,
}

impl Trace {
    fn new(n_cells: usize, n_playouts: u32) -> Self {
        let n = n_playouts as usize;
        let batch = PlayoutBatch {
            codes: Vec::with_capacity(n.div_ceil(QUAD) * n_cells),
            margins: Vec::with_capacity(n),
            owners: Vec::with_capacity(n * n_cells),
            n_capped: 0,
        };
        Self { batch, n_cells, first_code: 0, lane: 0, next: PLAYED }
    }

    fn begin(&mut self) {
        self.lane = self.batch.margins.len() % QUAD;
        if self.lane == 0 {
            self.first_code = self.batch.codes.len();
            self.batch.codes.resize(self.first_code + self.n_cells, [0; QUAD]);
        }
        self.next = PLAYED;
        self.batch.owners.resize(self.batch.owners.len() + self.n_cells, NOBODY);
    }

    /// `player` places a stone on `cell`. Only the first stone on a cell is remembered, whatever becomes of it.
    #[inline]
    pub fn place(&mut self, cell: Cell, player: Player) {
        let code = &mut self.batch.codes[self.first_code + cell.index()][self.lane % QUAD];
        // It is hard to predict whether a stone is the first, so nothing branches on it.
        let is_first = *code == 0;
        *code = if is_first { self.next | player.index() as u16 } else { *code };
        self.next += u16::from(is_first) << RANK_SHIFT;
    }

    /// `player` owns `cell` at the end. A cell that is never reported has no owner.
    #[inline]
    pub fn own(&mut self, cell: Cell, player: Player) {
        let first = self.batch.owners.len() - self.n_cells;
        self.batch.owners[first + cell.index()] = mark(Some(player));
    }

    /// The owners of all cells at the end, ascending: the same as [`Self::own`] for each.
    #[inline]
    pub fn own_all(&mut self, owners: impl Iterator<Item = Option<Player>>) {
        let first = self.batch.owners.len() - self.n_cells;
        self.batch.owners[first..].iter_mut().zip(owners).for_each(|(to, owner)| *to = mark(owner));
    }

    /// The playout became so long that it was ended by force.
    pub fn cap(&mut self) {
        self.batch.n_capped += 1;
    }

    /// The playout is over. `margin` is how much Black won by, in half points, komi included.
    pub fn end(&mut self, margin: i32) {
        self.batch.margins.push(margin);
    }
}

/// The mark of an owner in a byte: one nibble for each player, so that 15 marks can be added up.
#[inline]
const fn mark(owner: Option<Player>) -> u8 {
    match owner {
        Some(Player::Black) => 0x01,
        Some(Player::White) => 0x10,
        None => NOBODY,
    }
}

const NOBODY: u8 = 0;

/// Number of playouts side by side for each cell, as a word of 64 bits.
pub(super) const QUAD: usize = 4;

/// Number of quads in a block. The codes of a block become words with one bit for each playout.
pub(super) const N_QUADS: usize = 16;

/// The number of playouts in a block.
pub(super) const BLOCK: usize = QUAD * N_QUADS;

// The code of a cell in a playout is 0 if no stone was placed there. Otherwise it has this bit, the bit of the player
// who was first there (bit 0), and between them the rank: how many cells got a stone earlier.
const PLAYED: u16 = 1 << 15;
pub(super) const RANK_SHIFT: u32 = 1;
const _: () = assert!(MAX_CELLS << RANK_SHIFT <= PLAYED as usize, "a rank has room");

/// Some playouts, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayoutBatch {
    /// For each four playouts and each cell, the codes. Those of missing playouts at the end are 0.
    codes: Vec<[u16; QUAD]>,
    margins: Vec<i32>,
    /// For each playout and cell, the owner's mark.
    owners: Vec<u8>,
    n_capped: u32,
}

/// Up to [`BLOCK`] playouts of a [`Sample`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleBlock<'a> {
    /// For each quad of playouts and each cell, the codes; see [`PLAYED`].
    pub(super) codes: &'a [[u16; QUAD]],
    /// For each playout and cell, the [`mark`] of the owner.
    pub(super) owners: &'a [u8],
    /// The margin of each playout.
    pub(super) margins: &'a [i32],
}

/// Playouts from one position, as far as statistics need them.
///
/// Memory: three bytes for each cell and playout. That is 250 bytes a playout on 9x9 and 1.1 KB on 19x19.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    n_cells: usize,
    playable: [CellSet; 2],
    batches: Vec<PlayoutBatch>,
}

impl Sample {
    /// Plays `n_playouts` playouts from `position`.
    ///
    /// The same arguments give the same sample on any machine, unless it is stopped
    /// ([`ObservedPlayout::is_stopped`]). [`Self::collect_parallel`] gives the same sample too.
    pub fn collect<P, O: ObservedPlayout<P>>(position: &P, playouts: &mut O, n_playouts: u32, seed: u64) -> Self {
        let batches =
            numbers(n_playouts).filter_map(|(number, n)| batch(position, playouts, n, seed, number)).collect();
        Self {
            n_cells: playouts.n_cells(position),
            playable: Player::BOTH.map(|player| playouts.playable(position, player)),
            batches,
        }
    }

    /// As [`Self::collect`], on the threads of the current `rayon` pool.
    pub fn collect_parallel<P, O>(position: &P, playouts: &O, n_playouts: u32, seed: u64) -> Self
    where
        P: Sync,
        O: ObservedPlayout<P> + Clone + Send + Sync,
    {
        let numbers: Vec<_> = numbers(n_playouts).collect();
        let batches = numbers
            .into_par_iter()
            .map_init(|| playouts.clone(), |playouts, (number, n)| batch(position, playouts, n, seed, number))
            .flatten_iter()
            .collect();
        Self {
            n_cells: playouts.n_cells(position),
            playable: Player::BOTH.map(|player| playouts.playable(position, player)),
            batches,
        }
    }

    /// The number of playouts.
    #[must_use]
    pub fn n_playouts(&self) -> u32 {
        self.batches.iter().map(|batch| batch.margins.len() as u32).sum()
    }

    /// Keeps about the first `most` playouts, in whole batches.
    pub fn truncate(&mut self, most: u32) {
        self.batches.truncate(most.div_ceil(BATCH) as usize);
    }

    /// Number of playouts that were capped.
    #[must_use]
    pub fn n_capped(&self) -> u32 {
        self.batches.iter().map(|batch| batch.n_capped).sum()
    }

    /// The number of cells of the board.
    #[must_use]
    pub const fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The cells on which a player could place a stone at the start of the playouts, if it were that player's turn.
    #[must_use]
    pub const fn playable(&self, player: Player) -> &CellSet {
        &self.playable[player.index()]
    }

    /// By how much Black won each playout, in half points.
    pub fn margins(&self) -> impl Iterator<Item = i32> + '_ {
        self.batches.iter().flat_map(|batch| batch.margins.iter().copied())
    }

    /// Every playout, in order. All blocks but the last are full.
    pub(super) fn blocks(&self) -> impl Iterator<Item = SampleBlock<'_>> + Clone {
        self.batches.iter().flat_map(|batch| {
            let codes = batch.codes.chunks(N_QUADS * self.n_cells);
            let owners = batch.owners.chunks(BLOCK * self.n_cells);
            let parts = codes.zip(owners).zip(batch.margins.chunks(BLOCK));
            parts.map(|((codes, owners), margins)| SampleBlock { codes, owners, margins })
        })
    }
}

/// The numbers of the batches, each with its number of playouts.
fn numbers(n_playouts: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..n_playouts.div_ceil(BATCH)).map(move |number| (number, BATCH.min(n_playouts - number * BATCH)))
}

/// A batch; `None` if it was broken off.
fn batch<P, O: ObservedPlayout<P>>(
    position: &P,
    playouts: &mut O,
    n_playouts: u32,
    seed: u64,
    number: u32,
) -> Option<PlayoutBatch> {
    if playouts.is_stopped() {
        return None;
    }
    let mut rng = PlayoutRng::seed_from_u64(zobrist_key(zobrist_key(seed) ^ u64::from(number)));
    let mut trace = Trace::new(playouts.n_cells(position), n_playouts);
    for _ in 0..n_playouts {
        trace.begin();
        playouts.observe(position, &mut rng, &mut trace);
    }
    (!playouts.is_stopped()).then_some(trace.batch)
}
