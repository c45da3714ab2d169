//! SGF (`FF[4]`) for Amazons (`GM[18]`).
//!
//! A move is six letters (from, to and arrow): `;B[djddgd]` is d1-d7/g7 on 10x10; row `a` is at the top. `AB`, `AW`,
//! `AA` (arrows) and `AE` set up before the first move and the first variation. `SZ` is 10 if missing. The reader takes
//! the first game with all its variations and remarks, and skips properties that do not concern the game, such as marks
//! and times.
//!
//! Two conventions are in use, in which the same letters mean different games:
//!
//! | | who stands below | who begins |
//! | --- | --- | --- |
//! | red-bean.com | Black | Black |
//! | PlayStrategy | White | White |
//!
//! Files that set up amazons are unambiguous. For the others, on boards with a usual start, the convention is the one
//! in which the player of the first move can make it. If both will do, it is red-bean's. Without any move it is
//! PlayStrategy's if `PL` says that White moves.
//!
//! Files that a board for Go has written (`GM[1]`) have three stones for each move.
//!
//! The writer always states the position and who begins, so that any reader gets it right.
//!
//! Faults of properties are reported with their name and the number of moves before them.

mod read;
mod steps;
mod write;

pub use read::{game, read, tree};
pub use steps::in_steps;
pub use write::write;

/// The most nodes that may follow each other: more than any game has, and few enough for variations to be read by
/// recursion.
const MOST_NODES: usize = 512;
