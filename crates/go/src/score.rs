//! Counting: area, komi, and who won by how much.

use std::fmt;
use std::str::FromStr;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::Outcome;

/// The points that White gets for moving second, counted in half points; negative if Black gets them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Komi(i16);

/// Error of a text that is not a komi.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KomiError {
    /// Not a number of half points, such as 6.5.
    #[error("`{0}` is not a komi: whole or half points such as 7 or 6.5")]
    Malformed(String),
    /// More than [`Komi::MAX`].
    #[error("a komi of {0} is too large for any board (at most 2048 points)")]
    TooLarge(String),
}

impl Komi {
    /// Twice as many points as the largest board has.
    pub const MAX: Self = Self(2 * 2048);

    /// A komi of this many half points: 13 is a komi of 6.5. Values beyond [`Self::MAX`] on either side become that.
    #[must_use]
    pub const fn from_half_points(half_points: i16) -> Self {
        if half_points > Self::MAX.0 {
            Self::MAX
        } else if half_points < -Self::MAX.0 {
            Self(-Self::MAX.0)
        } else {
            Self(half_points)
        }
    }

    /// The komi in half points.
    #[must_use]
    pub const fn half_points(self) -> i16 {
        self.0
    }

    /// The komi plus `n_points` whole points, as for handicap stones.
    #[must_use]
    pub fn plus_points(self, n_points: usize) -> Self {
        let half_points = i16::try_from(2 * n_points).unwrap_or(i16::MAX);
        Self::from_half_points(self.0.saturating_add(half_points))
    }
}

impl FromStr for Komi {
    type Err = KomiError;

    /// Reads `7`, `6.5`, `-0.5`, `7.0`, `7.50`.
    fn from_str(text: &str) -> Result<Self, KomiError> {
        let shown = || text.chars().take(32).collect::<String>();
        let malformed = || KomiError::Malformed(shown());
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return Err(malformed());
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(malformed()),
        };
        let whole = whole.trim_start_matches('0');
        // Any number longer than this is too large.
        let whole: i32 =
            if whole.len() > 6 { i32::MAX / 4 } else { format!("0{whole}").parse().map_err(|_| malformed())? };
        match i16::try_from(2 * whole + half) {
            Ok(half_points) if half_points <= Self::MAX.0 => {
                Ok(Self(if is_negative { -half_points } else { half_points }))
            }
            _ => Err(KomiError::TooLarge(shown())),
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_halves(f, if self.0 < 0 { "-" } else { "" }, i32::from(self.0))
    }
}

/// Points, with a fraction only if needed: `7`, `6.5`. The sign of `half_points` is written by the caller.
fn write_halves(f: &mut fmt::Formatter<'_>, before: &str, half_points: i32) -> fmt::Result {
    let halves = half_points.unsigned_abs();
    let fraction = if halves % 2 == 1 { ".5" } else { "" };
    write!(f, "{before}{}{fraction}", halves / 2)
}

/// Points of both players at the end of the game, and the komi.
///
/// Displayed as in SGF and GTP: `B+3.5`, `W+12`, `0` for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Black's area: stones and the empty cells that only they surround.
    pub black: u16,
    /// White's area.
    pub white: u16,
    /// Komi.
    pub komi: Komi,
}

impl Score {
    /// By how much Black won, in half points; negative if White did.
    #[must_use]
    pub fn margin(&self) -> i32 {
        2 * (i32::from(self.black) - i32::from(self.white)) - i32::from(self.komi.half_points())
    }

    /// The winner.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.margin() {
            0 => Outcome::Draw,
            margin if margin > 0 => Outcome::Win(Player::Black),
            _ => Outcome::Win(Player::White),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = match self.outcome().winner() {
            Some(Player::Black) => "B+",
            Some(Player::White) => "W+",
            None => "",
        };
        write_halves(f, before, self.margin())
    }
}

/// The area of each player, by [`Player::index`]: the cells with the player's stones, and the regions of empty cells
/// that touch the player's stones and none of the opponent's.
pub(crate) fn areas(topology: &Topology, stone: impl Fn(Cell) -> Option<Player>) -> [CellSet; 2] {
    let mut areas = [CellSet::new(), CellSet::new()];
    let mut seen = CellSet::new();
    let mut region = Vec::new();
    for cell in topology.cells() {
        if let Some(player) = stone(cell) {
            areas[player.index()].insert(cell);
            continue;
        }
        if !seen.insert(cell) {
            continue;
        }
        region.clear();
        region.push(cell);
        let mut touches = [false; 2];
        let mut n_visited = 0;
        while let Some(&from) = region.get(n_visited) {
            n_visited += 1;
            for &to in topology.neighbours(from) {
                match stone(to) {
                    Some(player) => touches[player.index()] = true,
                    None if seen.insert(to) => region.push(to),
                    None => {}
                }
            }
        }
        for player in Player::BOTH {
            if touches[player.index()] && !touches[player.opponent().index()] {
                region.iter().for_each(|&cell| _ = areas[player.index()].insert(cell));
            }
        }
    }
    areas
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn komi_reads_halves_and_nothing_else() {
        for (text, half_points, written) in [
            ("6.5", 13, "6.5"),
            ("7", 14, "7"),
            ("7.0", 14, "7"),
            ("-0.50", -1, "-0.5"),
            ("0", 0, "0"),
            (".5", 1, "0.5"),
            ("007.5", 15, "7.5"),
        ] {
            let komi: Komi = text.parse().unwrap();
            assert_eq!(komi, Komi::from_half_points(half_points));
            assert_eq!(komi.to_string(), written);
        }
        for bad in ["", ".", "-", "6.25", "x", "6,5", "1e3", "NaN", "6.5.0", "--1"] {
            assert!(matches!(bad.parse::<Komi>(), Err(KomiError::Malformed(_))), "{bad}");
        }
        for large in ["2049", "-99999", "99999999999999999999"] {
            assert!(matches!(large.parse::<Komi>(), Err(KomiError::TooLarge(_))), "{large}");
        }
        assert_eq!(Komi::from_half_points(13).plus_points(4), Komi::from_half_points(21));
        assert_eq!(Komi::default().plus_points(usize::MAX / 4), Komi::MAX);
    }

    #[test]
    fn scores_are_written_as_results() {
        let text =
            |black, white, half_points| Score { black, white, komi: Komi::from_half_points(half_points) }.to_string();
        assert_eq!(text(45, 36, 13), "B+2.5");
        assert_eq!(text(43, 38, 15), "W+2.5");
        assert_eq!(text(44, 37, 14), "0");
        assert_eq!(text(81, 0, -1), "B+81.5");
    }
}
