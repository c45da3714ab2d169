//! The file of a net for any board.

use serde::Deserialize;

use super::PLANES;
use super::net::{Block, Net};
use crate::NetError;
use crate::file::{NetReader, check_shape};
use crate::net::MOST_CHANNELS;

#[derive(Deserialize)]
struct Head {
    planes: usize,
    channels: usize,
    blocks: usize,
    head: usize,
    hidden: usize,
    sees: Vec<String>,
    whole: Vec<bool>,
}

const MAGIC: &str = "tesuji graph network 1\n";

impl Net {
    /// Whether these bytes begin as the file of a net for any board.
    #[must_use]
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// Reads a net.
    ///
    /// # Errors
    ///
    /// Names the place at which the bytes are no net.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        let net = Self::read(bytes)?;
        match net.planes {
            PLANES => Ok(net),
            value => Err(NetError::Range { name: "planes", value, expected: "28, the numbers that a position has" }),
        }
    }

    /// Reads a net with any number of planes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let (mut reader, head) = NetReader::begin(bytes, MAGIC)?;
        let Head { planes, channels: c, blocks, head, hidden, sees, whole } = head;
        if planes == 0 || planes > MOST_CHANNELS {
            return Err(NetError::Range { name: "planes", value: planes, expected: "from 1 to 256" });
        }
        let sees: Vec<&str> = sees.iter().map(String::as_str).collect();
        let has_chains = match sees[..] {
            ["self", "mean", "chain"] => true,
            ["self", "mean"] => false,
            _ => return Err(NetError::Shape("`sees`: expected `self`, `mean` and perhaps `chain`".to_owned())),
        };
        check_shape([c, head, hidden], blocks, &whole)?;
        let k = sees.len();
        let stem = reader.convolution(0, k * planes, c)?;
        let mut read = Vec::with_capacity(blocks);
        for &has_whole in &whole {
            let first = reader.convolution(0, k * c, c)?;
            let whole = has_whole.then(|| reader.whole(c, c)).transpose()?;
            read.push(Block { first, whole, second: reader.convolution(0, k * c, c)? });
        }
        let net = Self {
            planes,
            has_chains,
            stem,
            blocks: read,
            policy: reader.convolution(0, k * c, head)?,
            policy_out: reader.weights(head)?,
            policy_scale: reader.scale()?,
            value: reader.convolution(0, k * c, hidden)?,
            own_out: reader.weights(hidden)?,
            own_bias: i32::from_le_bytes(reader.take("the bias of the owners")?),
            own_scale: reader.scale()?,
            value_hidden: reader.whole(hidden, hidden)?,
            outs: reader.numbers(3 * hidden, "the last weights of the value")?,
            biases: reader.long_numbers(3, "the biases of the value")?,
        };
        reader.end()?;
        Ok(net)
    }
}
