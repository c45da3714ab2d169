//! The file of a net: `docs/NETWORK.md`.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::kernel::OUTPUTS;
use crate::layer::{Convolution, Whole, steps};
use crate::net::{Block, MOST_CHANNELS, Net, NetShape, PLANES};

/// Error of bytes that are no net. Places are counted in bytes from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// It does not begin as a net does.
    #[error("expected `{}` in the first line", .0.trim_end())]
    Magic(&'static str),
    /// The second line is not the shape of a net.
    #[error("line 2: expected the shape of a net as JSON: {0}")]
    Shape(String),
    /// A number of the shape is outside its range.
    #[error("line 2: `{name}` is {value}: expected {expected}")]
    Range {
        /// The number.
        name: &'static str,
        /// Its kind.
        value: usize,
        /// Expected content.
        expected: &'static str,
    },
    /// It ends too early.
    #[error("byte {at}: the file ends within {what}")]
    Short {
        /// Beginning of the part that is cut off.
        at: usize,
        /// The part.
        what: &'static str,
    },
    /// Something follows after the last number.
    #[error("byte {at}: expected the end of the file")]
    Long {
        /// Expected end.
        at: usize,
    },
    /// A number that no net has.
    #[error("byte {at}: expected {expected}")]
    Number {
        /// Its place.
        at: usize,
        /// Expected content.
        expected: &'static str,
    },
}

#[derive(Deserialize)]
struct Head {
    channels: usize,
    blocks: usize,
    head: usize,
    hidden: usize,
    whole: Vec<bool>,
}

pub(crate) struct NetReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

const MAGIC: &str = "tesuji network 1\n";

impl Net {
    /// The most bytes of a net's file: room for the largest net that is read.
    pub const MOST_BYTES: u64 = 128 << 20;

    /// Reads a net.
    ///
    /// # Errors
    ///
    /// Names the place at which the bytes are no net.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        let (mut reader, head) = NetReader::begin(bytes, MAGIC)?;
        let Head { channels, blocks, head, hidden, whole } = head;
        check_shape([channels, head, hidden], blocks, &whole)?;
        let stem = reader.convolution(2, PLANES, channels)?;
        let mut read = Vec::with_capacity(blocks);
        for &has_whole in &whole {
            let first = reader.convolution(1, channels, channels)?;
            let whole = has_whole.then(|| reader.whole(channels, channels)).transpose()?;
            read.push(Block { first, whole, second: reader.convolution(1, channels, channels)? });
        }
        let net = Self {
            id: Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
            shape: NetShape { channels, blocks, head, hidden },
            stem,
            blocks: read,
            policy: reader.convolution(1, channels, head)?,
            policy_out: reader.weights(head)?,
            policy_scale: reader.scale()?,
            value: reader.convolution(0, channels, hidden)?,
            value_hidden: reader.whole(hidden, hidden)?,
            value_out: reader.numbers(hidden, "the last weights of the value")?,
            value_bias: i64::from_le_bytes(reader.take("the bias of the value")?),
        };
        reader.end()?;
        Ok(net)
    }
}

/// Refuses numbers that no net has: channels, those of the head and hidden ones, blocks, and which of them see the whole
/// board.
pub(crate) fn check_shape([channels, head, hidden]: [usize; 3], blocks: usize, whole: &[bool]) -> Result<(), NetError> {
    for (name, value) in [("channels", channels), ("head", head), ("hidden", hidden)] {
        if value == 0 || value > MOST_CHANNELS || !value.is_multiple_of(OUTPUTS) {
            return Err(NetError::Range { name, value, expected: "a multiple of 8 up to 256" });
        }
    }
    if blocks > 64 {
        return Err(NetError::Range { name: "blocks", value: blocks, expected: "at most 64" });
    }
    if whole.len() != blocks {
        return Err(NetError::Range { name: "whole", value: whole.len(), expected: "one entry for each block" });
    }
    Ok(())
}

impl<'a> NetReader<'a> {
    /// Reads the first line, which must be `magic`, and the shape in the second.
    pub(crate) fn begin<H: DeserializeOwned>(bytes: &'a [u8], magic: &'static str) -> Result<(Self, H), NetError> {
        let rest = bytes.strip_prefix(magic.as_bytes()).ok_or(NetError::Magic(magic))?;
        let end = rest.iter().take(10_000).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| NetError::Shape("the line does not end".to_owned()))?;
        let head = serde_json::from_slice(&rest[..end]).map_err(|error| NetError::Shape(error.to_string()))?;
        Ok((Self { bytes, at: magic.len() + end + 1 }, head))
    }

    /// Refuses bytes after the last number.
    pub(crate) fn end(self) -> Result<(), NetError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(NetError::Long { at: self.at }) }
    }

    pub(crate) fn take<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], NetError> {
        let taken = self.bytes[self.at..].first_chunk().ok_or(NetError::Short { at: self.at, what })?;
        self.at += N;
        Ok(*taken)
    }

    pub(crate) fn weights(&mut self, n: usize) -> Result<Vec<i8>, NetError> {
        let at = self.at;
        let taken = self.bytes.get(at..at + n).ok_or(NetError::Short { at, what: "weights" })?;
        if let Some(idx) = taken.iter().position(|&byte| byte == 0x80) {
            return Err(NetError::Number { at: at + idx, expected: "a weight from -127 to 127" });
        }
        self.at += n;
        Ok(taken.iter().map(|&byte| byte as i8).collect())
    }

    pub(crate) fn numbers(&mut self, n: usize, what: &'static str) -> Result<Vec<i32>, NetError> {
        (0..n).map(|_| Ok(i32::from_le_bytes(self.take(what)?))).collect()
    }

    pub(crate) fn long_numbers(&mut self, n: usize, what: &'static str) -> Result<Vec<i64>, NetError> {
        (0..n).map(|_| Ok(i64::from_le_bytes(self.take(what)?))).collect()
    }

    /// A number from 0 to 32,767.
    fn small(&mut self, what: &'static str) -> Result<i16, NetError> {
        let at = self.at;
        let number = i16::from_le_bytes(self.take(what)?);
        if number < 0 { Err(NetError::Number { at, expected: "a number from 0 to 32767" }) } else { Ok(number) }
    }

    pub(crate) fn scale(&mut self) -> Result<f32, NetError> {
        let at = self.at;
        let scale = f32::from_le_bytes(self.take("a scale")?);
        if (1e-9..1e3).contains(&scale) { Ok(scale) } else { Err(NetError::Number { at, expected: "a scale" }) }
    }

    pub(crate) fn convolution(
        &mut self,
        radius: usize,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<Convolution, NetError> {
        let weights = self.weights(n_outputs * steps(radius).len() * n_inputs)?;
        let bias = self.numbers(n_outputs, "the biases of a layer")?;
        let at = self.at;
        let [shift] = self.take("the shift of a layer")?;
        if shift > 31 {
            return Err(NetError::Number { at, expected: "a shift of at most 31" });
        }
        let small = |_| self.small("the multipliers of a layer").map(i32::from);
        let multiplier = (0..n_outputs).map(small).collect::<Result<_, _>>()?;
        let carry = self.small("the carry of a layer")?;
        Ok(Convolution::new(radius, n_inputs, &weights, (bias, shift, multiplier, carry)))
    }

    pub(crate) fn whole(&mut self, n_inputs: usize, n_outputs: usize) -> Result<Whole, NetError> {
        Ok(Whole {
            weights: self.weights(n_outputs * 2 * n_inputs)?,
            gain: self.numbers(n_outputs, "the gains of a layer")?,
            size: self.long_numbers(n_outputs, "the sizes of a layer")?,
            bias: self.long_numbers(n_outputs, "the biases of a layer")?,
        })
    }
}
