//! What is computed from the networks or the circuits of both players.

use std::fmt;
use std::str::FromStr;

/// An evaluation of positions of Hex.
///
/// All but [`Formula::EvPrime`] compare one number w of White with the same number b of Black, which either player wants
/// small, and give Black the value (w - b) / (w + b): from -1 to 1, in the order of w / b, 0 if they are equal, and of
/// opposite sign when the players' sides are exchanged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// d: the distance between the player's edges (formula 5 of Takada et al. 2014).
    Distance,
    /// L: the mean distance in the network (formula 6).
    MeanDistance,
    /// Ev: C, the mean betweenness in the network (formula 8).
    Ev,
    /// Ev': C_W / C_B + gamma C'_W / C'_B, less 1 + gamma, its value when the players are equal (formula 11).
    ///
    /// Of no opposite sign when the sides are exchanged: what favours Black has no upper bound, what favours White has one.
    EvPrime {
        /// Weight of the shortest ways between the edges, at least 0.
        gamma: f64,
    },
    /// B: C', the largest share of the shortest ways between the edges that one cell has (formula 12).
    Share,
    /// The electrical resistance between the player's edges (Anshelevich 2002).
    Resistance,
}

impl Formula {
    /// Ev' as it won most games moving first.
    pub const EV_PRIME_FIRST: Self = Self::EvPrime { gamma: 0.10 };
    /// Ev' as it won most games moving second.
    pub const EV_PRIME_SECOND: Self = Self::EvPrime { gamma: 0.07 };
}

/// (w - b) / (w + b) by w / b.
pub(super) fn balance(ratio: f64) -> f64 {
    (ratio - 1.0) / (ratio + 1.0)
}

/// A text that is no formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no formula: expected `d`, `l`, `ev`, `ev'` (or `ev'=0.07` with its gamma), `b` or `resistance`")]
pub struct ParseFormulaError(String);

impl FromStr for Formula {
    type Err = ParseFormulaError;

    /// Reads what [`Display`](fmt::Display) writes; `ev'` alone has the gamma of [`Formula::EV_PRIME_FIRST`].
    fn from_str(text: &str) -> Result<Self, ParseFormulaError> {
        Ok(match text {
            "d" => Self::Distance,
            "l" => Self::MeanDistance,
            "ev" => Self::Ev,
            "ev'" => Self::EV_PRIME_FIRST,
            "b" => Self::Share,
            "resistance" => Self::Resistance,
            _ => {
                let gamma = text.strip_prefix("ev'=").and_then(|gamma| gamma.parse::<f64>().ok());
                let gamma = gamma.filter(|gamma| gamma.is_finite() && *gamma >= 0.0);
                Self::EvPrime { gamma: gamma.ok_or_else(|| ParseFormulaError(text.chars().take(40).collect()))? }
            }
        })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Distance => f.write_str("d"),
            Self::MeanDistance => f.write_str("l"),
            Self::Ev => f.write_str("ev"),
            Self::EvPrime { gamma } => write!(f, "ev'={gamma}"),
            Self::Share => f.write_str("b"),
            Self::Resistance => f.write_str("resistance"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let all = [
            Formula::Distance,
            Formula::MeanDistance,
            Formula::Ev,
            Formula::EV_PRIME_FIRST,
            Formula::EV_PRIME_SECOND,
            Formula::Share,
            Formula::Resistance,
        ];
        for formula in all {
            assert_eq!(formula.to_string().parse(), Ok(formula));
        }
        assert_eq!("ev'".parse(), Ok(Formula::EvPrime { gamma: 0.1 }));
        for bad in ["", "EV", "ev'=", "ev'=-1", "ev'=nan", "ev'=inf", "ev=0.1"] {
            assert!(bad.parse::<Formula>().is_err(), "{bad}");
        }
    }
}
