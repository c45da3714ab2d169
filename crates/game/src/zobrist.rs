//! Keys for Zobrist hashes, computed rather than stored.

/// The key of the `index`-th thing that can be true of a position: a well-mixed word, the same on every machine.
///
/// Distinct indices have distinct keys (the function is a bijection). A game numbers its stones, cells, players and
/// rule states. Its hash is the exclusive or of the keys of all that hold.
///
/// # Source
///
/// The finaliser of SplitMix64: Steele, Lea and Flood, OOPSLA 2014.
#[must_use]
#[inline]
pub const fn zobrist_key(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_splitmix64() {
        // The first outputs of SplitMix64 seeded with 0.
        assert_eq!(zobrist_key(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(zobrist_key(1), 0x6e78_9e6a_a1b9_65f4);
    }
}
