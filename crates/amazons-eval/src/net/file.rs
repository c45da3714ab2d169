//! The file of a net: docs/AMAZONS-EVALUATION.md.

use std::ops::RangeInclusive;

use tesuji_amazons::{MAX_SIDE, Size};
use thiserror::Error;

use super::{AmazonsNet, CLASSES, HEADS, HIDDEN, Head, Places, SECOND};

pub(super) const MAGIC: &[u8] = b"tesuji amazons net 1\n";

/// The largest weights and biases of the second layer and the output. With them no sum leaves 32 bits.
const MOST_WEIGHT: i16 = (1 << 14) - 1;
const MOST_BIAS: i32 = 1 << 28;

/// Error of bytes that are not a net of Amazons. Places are counted in bytes from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// The first line is not that of a net.
    #[error("expected `tesuji amazons net 1` in the first line")]
    Magic,
    /// The checksum differs.
    #[error("the checksum in the last 8 bytes does not match the content")]
    Checksum,
    /// The file ends too early.
    #[error("byte {0}: the file ends too early")]
    Short(usize),
    /// Something follows after the last number.
    #[error("byte {0}: expected the checksum")]
    Long(usize),
    /// A number outside its range.
    #[error("byte {at}: expected {expected}")]
    Number {
        /// Its place.
        at: usize,
        /// Expected content.
        expected: &'static str,
    },
}

impl AmazonsNet {
    /// Reads a net.
    ///
    /// # Errors
    ///
    /// Names the place at which the bytes are not a net.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
        let (content, end) = rest.split_last_chunk::<8>().ok_or(NetError::Short(bytes.len()))?;
        if checksum(content) != u64::from_le_bytes(*end) {
            return Err(NetError::Checksum);
        }
        let mut reader = NetReader { bytes: content, at: 0 };
        let side = reader.number(u8::from_le_bytes, 1..=MAX_SIDE, "the side of a board, from 1 to 12")?;
        let size = Size { columns: side, rows: side };
        let places = Places::new(size);
        let any = i16::MIN..=i16::MAX;
        let rows = (0..CLASSES * places.n).map(|_| reader.numbers(i16::from_le_bytes, any.clone(), "a weight"));
        let rows = rows.collect::<Result<_, _>>()?;
        let bias = reader.numbers(i16::from_le_bytes, any, "a bias")?;
        let heads = (0..HEADS).map(|_| reader.head()).collect::<Result<_, _>>()?;
        match reader.at == content.len() {
            true => Ok(Self { size, places, rows, bias, heads }),
            false => Err(NetError::Long(MAGIC.len() + reader.at)),
        }
    }
}

/// FNV-1a, 64 bits.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

struct NetReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl NetReader<'_> {
    fn head(&mut self) -> Result<Head, NetError> {
        let (weights, expected) = (-MOST_WEIGHT..=MOST_WEIGHT, "a weight from -16383 to 16383");
        let (biases, expected_bias) = (-MOST_BIAS..=MOST_BIAS, "a bias of at most 2^28");
        let mut second = [[0; HIDDEN]; SECOND];
        for row in &mut second {
            *row = self.numbers(i16::from_le_bytes, weights.clone(), expected)?;
        }
        let bias = self.numbers(i32::from_le_bytes, biases.clone(), expected_bias)?;
        let out: [i16; SECOND] = self.numbers(i16::from_le_bytes, weights, expected)?;
        let out_bias = self.number(i32::from_le_bytes, biases, expected_bias)?;
        Ok(Head { second, bias, out: out.map(i32::from), out_bias })
    }

    fn number<T: PartialOrd, const N: usize>(
        &mut self,
        read: fn([u8; N]) -> T,
        range: RangeInclusive<T>,
        expected: &'static str,
    ) -> Result<T, NetError> {
        let at = MAGIC.len() + self.at;
        let bytes = self.bytes[self.at..].first_chunk().ok_or(NetError::Short(at))?;
        let number = read(*bytes);
        self.at += N;
        if range.contains(&number) { Ok(number) } else { Err(NetError::Number { at, expected }) }
    }

    fn numbers<T: PartialOrd + Copy + Default, const N: usize, const M: usize>(
        &mut self,
        read: fn([u8; N]) -> T,
        range: RangeInclusive<T>,
        expected: &'static str,
    ) -> Result<[T; M], NetError> {
        let mut numbers = [T::default(); M];
        for number in &mut numbers {
            *number = self.number(read, range.clone(), expected)?;
        }
        Ok(numbers)
    }
}
