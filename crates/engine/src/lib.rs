//! One session for any game: plain data in and out.
//!
//! Useful for: every door (command line, GTP, matches, the workbench, Python). A [`GameSpec`] says which game on
//! which board, a [`Session`] plays it with moves as text, a [`PlayerSpec`] says who chooses a move.
//!
//! ```
//! use tesuji_board::Player;
//! use tesuji_engine::{GameSpec, PlayerSpec, Session};
//! use tesuji_search::Limits;
//!
//! let mut session = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: true })?;
//! session.play(Player::Black, "c3")?;
//! session.play(Player::White, "swap-pieces")?;
//! let choice = session.genmove(&PlayerSpec::Random, &Limits::default(), 1)?;
//! session.play(Player::Black, &choice.mv)?;
//! assert_eq!(session.moves().len(), 3);
//! # Ok::<(), tesuji_engine::SessionError>(())
//! ```
//!
//! Whatever a game adds to its rules here (how a move is written, how it is played at random) is one file in `games`.
//! Which game is played is decided in one place, where a session begins.
//!
//! Not useful for: files, clocks, results other than by the rules. The caller, who runs the game, has
//! those. Never: this crate opens no file, reads no clock and prints nothing.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod analysis;
mod contest;
mod error;
mod games;
mod glance;
mod guest;
mod judging;
pub mod machine;
mod moves_left;
mod overlay;
mod plain;
mod player;
mod record;
mod seed;
mod session;
mod settled;
mod solving;
mod statistics;
mod thinking;
pub mod time;
mod view;

pub use analysis::{Analysis, CandidateMove, Choice, ExpectedEnd, Proved};
pub use contest::{Contest, Turn};
pub use error::SessionError;
pub use games::{
    AmazonsEndings, AnyPosition, AnyRecord, CellNames, Drawing, GameDescription, GameKind, GameSpec, GoTable,
    GoTableMut, HexAnalysis, HexTools, Judge, LoadNumber, MoveForm, OverlayDef, PlayoutKinds, PositionRef,
    SelfPlaySpec, SolverKinds, State, StrongSection, evaluator_names, game_seed, openings,
};
pub use glance::{Glance, GlanceSpec};
pub use guest::{Guest, GuestError, GuestOpinion};
pub use judging::Evaluators;
pub use moves_left::MovesLeft;
pub use overlay::{Area, Arrow, CellMark, Fact, Linked, Overlay, OverlayKind, OverlayUnit, VirtualConnection};
pub use player::{
    AlphaBetaSpec, AmazonsEvaluation, AmazonsSettings, GoNetwork, GoSettings, HexSettings, LeafJudge, LeafOpinions,
    MapEyes, MapPassing, MapSpec, NetSettings, NetworkChoice, OpeningSource, PlayerSpec, Priors, Replies, StrongGame,
    StrongSpec, ThroughEdge, Ties, TreeSettings, UctSpec,
};
pub use record::RecordWriter;
pub use seed::move_seed;
pub use session::Session;
pub use settled::{Handicap, Settled, StoneStatus};
pub use solving::{Solved, SolvedMoves, Solver};
pub use statistics::{
    CellStatistics, Comparisons, Gap, Measured, OrderStatistics, PairStatistics, PlayedBy, PlayerStatistics, Playouts,
    RankStatistics, StatisticsArrays, StatisticsReport, StatisticsSpec, TopOrderStatistics, WinAt,
};
pub use tesuji_endings::Margin;
pub use thinking::{Pace, Resignation, Slice, Thinking, Timekeeper};
pub use view::View;
