//! A game that was played: what happened and how it ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tesuji_archive::store::Digest;
use tesuji_board::Player;

use crate::schedule::GameTask;

/// A game that counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The task of the game.
    pub task: GameTask,
    /// The end of the game.
    pub ending: GameEnd,
    /// Handicap stones, by name; none in most games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicap: Vec<String>,
    /// All moves. The first `n_opening` were not chosen by the players.
    pub moves: Vec<Ply>,
    /// The number of opening moves.
    pub n_opening: usize,
    /// The hash of the last position.
    pub position: u64,
    /// Black and White.
    pub sides: [SeatRecord; 2],
    /// Start, in seconds since 1970 by the clock of its machine.
    pub started: u64,
    /// Wall time in seconds, set-up included.
    pub seconds: f64,
}

impl GameRecord {
    /// Identifies the game by its moves. Equal digests mean that the same game was played again.
    #[must_use]
    pub fn moves_digest(&self) -> Digest {
        Digest::of(self.moves_text().as_bytes())
    }

    /// The moves, separated by spaces.
    #[must_use]
    pub fn moves_text(&self) -> String {
        self.moves.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// A move and the time it took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The player who moved.
    #[serde(with = "colour")]
    pub player: Player,
    /// The move as the game writes it.
    pub mv: String,
    /// Seconds by the clock; 0 in the opening.
    pub seconds: f64,
    /// Seconds of processor time, where they are known.
    pub cpu: Option<f64>,
    /// The player's comment; may be empty.
    pub comment: String,
}

/// A player in one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The name in the control file.
    pub name: String,
    /// The name and version that the program itself gives.
    pub version: String,
    /// Seconds by the clock, over all its moves.
    pub seconds: f64,
    /// Seconds of processor time, where they are known.
    pub cpu: Option<f64>,
}

/// Result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEnd {
    /// The winner; `None` for a draw.
    #[serde(with = "maybe_colour")]
    pub winner: Option<Player>,
    /// The reason.
    pub reason: EndReason,
    /// The reason for people, in one line: the score by the rules, or what the loser did wrong.
    pub detail: String,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The rules say so.
    Rules,
    /// The loser resigned.
    Resignation,
    /// The loser resigned a position in which a solver has proved that it wins. It still counts as a loss.
    ResignedWin,
    /// A solver proved who wins.
    Solver,
    /// It reached the length at which games are drawn.
    Length,
    /// The loser did something that no player may do.
    Forfeit(Forfeit),
}

/// Something that no player may do. It costs the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// It used more time than it had, or hung.
    Time,
    /// It used more processor time than it had.
    Cpu,
    /// It took more memory than it had.
    Memory,
    /// It played something that is not a legal move.
    IllegalMove,
    /// Its process died.
    Crash,
    /// It answered something that is not an answer.
    Garbage,
    /// It refused a legal move, the board, or to move.
    Refusal,
    /// It named a different winner than the rules.
    WrongWinner,
}

impl Forfeit {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Time,
        Self::Cpu,
        Self::Memory,
        Self::IllegalMove,
        Self::Crash,
        Self::Garbage,
        Self::Refusal,
        Self::WrongWinner,
    ];

    /// `"time"`, `"illegal-move"` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Cpu => "cpu",
            Self::Memory => "memory",
            Self::IllegalMove => "illegal-move",
            Self::Crash => "crash",
            Self::Garbage => "garbage",
            Self::Refusal => "refusal",
            Self::WrongWinner => "wrong-winner",
        }
    }
}

impl EndReason {
    /// `"rules"`, `"forfeit by time"` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Resignation => "resignation",
            Self::ResignedWin => "resignation of a won game",
            Self::Solver => "solver",
            Self::Length => "length",
            Self::Forfeit(Forfeit::Time) => "forfeit by time",
            Self::Forfeit(Forfeit::Cpu) => "forfeit by cpu",
            Self::Forfeit(Forfeit::Memory) => "forfeit by memory",
            Self::Forfeit(Forfeit::IllegalMove) => "forfeit by illegal-move",
            Self::Forfeit(Forfeit::Crash) => "forfeit by crash",
            Self::Forfeit(Forfeit::Garbage) => "forfeit by garbage",
            Self::Forfeit(Forfeit::Refusal) => "forfeit by refusal",
            Self::Forfeit(Forfeit::WrongWinner) => "forfeit by wrong-winner",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EndReason {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = [Self::Rules, Self::Resignation, Self::ResignedWin, Self::Solver, Self::Length];
        let mut all = plain.into_iter().chain(Forfeit::ALL.map(Self::Forfeit));
        all.find(|reason| reason.name() == text).ok_or_else(|| format!("`{text}` is no way to end a game"))
    }
}

impl GameEnd {
    /// The result in SGF form: `B+R`, `W+3.5`, `Draw`.
    #[must_use]
    pub fn sgf(&self) -> String {
        let Some(winner) = self.winner else { return "Draw".to_owned() };
        let letter = if winner == Player::Black { 'B' } else { 'W' };
        match self.reason {
            EndReason::Rules if self.detail.starts_with(letter) => self.detail.clone(),
            EndReason::Rules | EndReason::Solver | EndReason::Length => format!("{letter}+"),
            EndReason::Resignation | EndReason::ResignedWin => format!("{letter}+R"),
            EndReason::Forfeit(Forfeit::Time | Forfeit::Cpu) => format!("{letter}+T"),
            EndReason::Forfeit(_) => format!("{letter}+F"),
        }
    }
}

/// `"black"` or `"white"`.
#[must_use]
pub(crate) fn colour_named(name: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.name() == name)
}

mod colour {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use tesuji_board::Player;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
    pub(super) fn serialize<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(player.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let name = String::deserialize(deserializer)?;
        super::colour_named(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is no colour")))
    }
}

mod maybe_colour {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tesuji_board::Player;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
    pub(super) fn serialize<S: Serializer>(player: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
        player.map(Player::name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
        let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        super::colour_named(&name).map(Some).ok_or_else(|| D::Error::custom(format!("`{name}` is no colour")))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn names_of_reasons_lead_back() {
        for reason in
            [EndReason::Rules, EndReason::Resignation, EndReason::ResignedWin, EndReason::Solver, EndReason::Length]
        {
            assert_eq!(reason.name().parse(), Ok(reason));
        }
        for forfeit in Forfeit::ALL {
            let reason = EndReason::Forfeit(forfeit);
            assert_eq!(reason.name(), format!("forfeit by {}", forfeit.name()));
            assert_eq!(reason.name().parse(), Ok(reason));
        }
        assert!("luck".parse::<EndReason>().is_err());
    }

    #[test]
    fn results_as_sgf_writes_them() {
        let sgf = |winner, reason, detail: &str| GameEnd { winner, reason, detail: detail.to_owned() }.sgf();
        assert_eq!(sgf(Some(Player::White), EndReason::Rules, "W+3.5"), "W+3.5");
        assert_eq!(sgf(Some(Player::Black), EndReason::Rules, "B+"), "B+");
        assert_eq!(sgf(Some(Player::Black), EndReason::Resignation, "white resigns"), "B+R");
        assert_eq!(sgf(Some(Player::Black), EndReason::Forfeit(Forfeit::Time), ""), "B+T");
        assert_eq!(sgf(Some(Player::White), EndReason::Forfeit(Forfeit::Crash), ""), "W+F");
        assert_eq!(sgf(None, EndReason::Length, ""), "Draw");
    }
}
