//! SGF (`FF[4]`) of Amazons (`GM[18]`).
//!
//! A move is six letters, from, to and arrow: `;B[djddgd]` is d1-d7/g7 of 10x10; row `a` is at the top. `AB`, `AW`, `AA` (arrows)
//! and `AE` set up before the first move and the first variation; `SZ` is 10 if it is missing. Read is the first game with all
//! its variations and remarks; what says nothing of the game, such as marks and times, is skipped.
//!
//! Two conventions are in use, in which the same letters mean different games:
//!
//! | | who stands below | who begins |
//! | --- | --- | --- |
//! | red-bean.com | Black | Black |
//! | PlayStrategy | White | White |
//!
//! Files that set up amazons say what they mean. In the others, of boards with a usual start, it is the convention in which
//! the player of the first move can make it, and red-bean's where both will do; without any move PlayStrategy's if `PL` says
//! that White moves.
//!
//! Written is what stands where and who begins, always, so that any reader gets it right.
//!
//! Faults of properties are reported with their name and the number of moves before them.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// So many nodes may follow each other: longer than any game, and short enough for variations to be read one in another.
const MOST_NODES: usize = 512;
