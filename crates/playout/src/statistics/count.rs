//! Counts a sample block by block.

use tesuji_board::Player;

use super::planes::{LANES, MOST_WORDS, Tile, count_pairs, n_words_x, n_words_y, turn};
use super::sample::{BLOCK, N_QUADS, QUAD, RANK_SHIFT, SampleBlock};
use super::tally::{PlayoutTally, Slots};
use super::threshold::winner;

/// Possible numbers of bits of a rank. Each of these numbers has its own compiled loop.
const N_BITS: [usize; 3] = [7, 9, 10];

/// Counts playouts, with memory that is reused for each count.
pub(super) struct Counter<'a> {
    slots: &'a Slots,
    threshold: i32,
    n_bits: usize,
    /// The words of up to [`MOST_WORDS`] blocks, in the layout that [`count_pairs`] needs.
    tiles: Vec<Tile>,
    columns: Vec<u64>,
    n_words: usize,
    /// By winner: sums of marks that are not counted yet.
    owners: [Marks; 2],
}

impl<'a> Counter<'a> {
    pub(super) fn new(slots: &'a Slots, threshold: i32) -> Self {
        let n_slots = slots.cells().len();
        let [.., most] = N_BITS;
        let n_bits = N_BITS.into_iter().find(|&n_bits| n_slots <= 1 << n_bits).unwrap_or(most);
        Self {
            slots,
            threshold,
            n_bits,
            tiles: vec![Tile::ZERO; n_slots.div_ceil(LANES) * MOST_WORDS * n_words_y(n_bits)],
            columns: vec![0; n_slots * MOST_WORDS * n_words_x(n_bits)],
            n_words: 0,
            owners: [Marks::new(slots.n_cells()), Marks::new(slots.n_cells())],
        }
    }

    /// Counts these playouts.
    ///
    /// Cost: for each pair of slots and each 64 playouts, one comparison of ranks and 16 intersections. Eight pairs are
    /// done at once where the machine can. Nothing is allocated for a playout.
    pub(super) fn count<'b>(&mut self, blocks: impl Iterator<Item = SampleBlock<'b>>) -> PlayoutTally {
        let mut tally = PlayoutTally::new(self.slots);
        let mut is_first = true;
        for block in blocks {
            if self.n_words == MOST_WORDS {
                self.flush(&mut tally, is_first);
                is_first = false;
            }
            self.add(&block, &mut tally);
        }
        self.flush(&mut tally, is_first);
        for player in Player::BOTH {
            self.owners[player.index()].flush(player, &mut tally);
        }
        tally
    }

    fn flush(&mut self, tally: &mut PlayoutTally, is_first: bool) {
        let count = match self.n_bits {
            7 => count_pairs::<7>,
            9 => count_pairs::<9>,
            _ => count_pairs::<10>,
        };
        count(&self.tiles, &self.columns, self.n_words, &mut tally.pairs, is_first);
        self.n_words = 0;
    }

    /// Counts everything in a block except the pairs, and keeps its words for these.
    fn add(&mut self, block: &SampleBlock<'_>, tally: &mut PlayoutTally) {
        let won = self.add_winners(block, tally);
        let n_cells = self.slots.n_cells();
        for (tile, cells) in self.slots.cells().chunks(LANES).enumerate() {
            let mut words = [Tile::ZERO; N_QUADS];
            for (word, row) in words.iter_mut().zip(block.codes.chunks_exact(n_cells)) {
                for (word, &cell) in word.0.iter_mut().zip(cells) {
                    let [a, b, c, d] = row[usize::from(cell)].map(u64::from);
                    *word = a | b << 16 | c << 32 | d << 48;
                }
            }
            turn(&mut words);
            let ranks = &words[RANK_SHIFT as usize..][..self.n_bits];
            let (mut black, white) = (words[N_QUADS - 1], words[0]);
            black.0.iter_mut().zip(white.0).for_each(|(black, white)| *black &= !white);
            let n_words = n_words_y(self.n_bits);
            let planes = &mut self.tiles[(tile * MOST_WORDS + self.n_words) * n_words..][..n_words];
            planes[..self.n_bits].copy_from_slice(ranks);
            planes[self.n_bits..].copy_from_slice(&[black, white]);
            let n_words = n_words_x(self.n_bits);
            for lane in 0..cells.len() {
                let slot = tile * LANES + lane;
                let column = &mut self.columns[(slot * MOST_WORDS + self.n_words) * n_words..][..n_words];
                column.iter_mut().zip(ranks).for_each(|(to, rank)| *to = rank.0[lane]);
                for (player, first) in [black.0[lane], white.0[lane]].into_iter().enumerate() {
                    for winner in 0..2 {
                        let both = first & won[winner];
                        column[self.n_bits + 2 * player + winner] = both;
                        tally.first[slot][player][winner] += both.count_ones();
                    }
                }
            }
        }
        self.n_words += 1;
    }

    /// Counts winners and owners. Returns by winner the word of the playouts won.
    fn add_winners(&mut self, block: &SampleBlock<'_>, tally: &mut PlayoutTally) -> [u64; 2] {
        let mut won = [0; 2];
        let owners = block.owners.chunks_exact(self.slots.n_cells());
        for (idx, (&margin, owners)) in block.margins.iter().zip(owners).enumerate() {
            let Some(player) = winner(margin, self.threshold) else { continue };
            // The place of this playout's codes in a word, and so its bit after words are turned.
            won[player.index()] |= 1 << (idx % QUAD * (BLOCK / QUAD) + idx / QUAD);
            tally.n[player.index()] += 1;
            self.owners[player.index()].add(owners, player, tally);
        }
        won
    }
}

/// Marks of owners, added up as long as they fit in a nibble.
struct Marks {
    sums: Vec<u8>,
    n_added: u8,
}

impl Marks {
    /// The largest number that fits.
    const MOST: u8 = 15;

    fn new(n_cells: usize) -> Self {
        Self { sums: vec![0; n_cells], n_added: 0 }
    }

    /// Adds the marks of a playout that `winner` won.
    fn add(&mut self, owners: &[u8], winner: Player, tally: &mut PlayoutTally) {
        self.sums.iter_mut().zip(owners).for_each(|(sum, owner)| *sum += owner);
        self.n_added += 1;
        if self.n_added == Self::MOST {
            self.flush(winner, tally);
        }
    }

    fn flush(&mut self, winner: Player, tally: &mut PlayoutTally) {
        self.n_added = 0;
        for (sum, owned) in self.sums.iter_mut().zip(&mut tally.owned) {
            owned[Player::Black.index()][winner.index()] += u32::from(*sum & 15);
            owned[Player::White.index()][winner.index()] += u32::from(*sum >> 4);
            *sum = 0;
        }
    }
}
