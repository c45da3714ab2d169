//! Formulas over the networks or the circuits of both players.

use std::fmt;
use std::str::FromStr;

use crate::Betweenness;

/// The best gamma of Ev' for the player who moves first (Takada et al. 2014, table 2).
pub const GAMMA_FIRST: f64 = 0.10;
/// The best gamma of Ev' for the player who moves second.
pub const GAMMA_SECOND: f64 = 0.07;

/// The end of a name if betweenness is by Brandes' definition.
const BRANDES: &str = "-brandes";

/// An evaluation of positions of Hex.
///
/// All except [`Formula::EvPrime`] compare one number w of White with the same number b of Black. Each player wants a
/// small number. The value for Black is (w - b) / (w + b): from -1 to 1, in the order of w / b, 0 if they are equal,
/// and with the opposite sign if the players' sides are exchanged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// d: the distance between the player's edges (formula 5 of Takada et al. 2014).
    Distance,
    /// L: the mean distance in the network (formula 6).
    MeanDistance,
    /// Ev: C, the mean betweenness in the network (formula 8).
    Ev(Betweenness),
    /// Ev': C_W / C_B + gamma C'_W / C'_B - (1 + gamma), where 1 + gamma is its value when the players are equal
    /// (formula 11).
    ///
    /// Exchanging the sides does not just change the sign: what favours Black has no upper bound, what favours White
    /// has one.
    EvPrime {
        /// The kind of betweenness whose mean is C.
        betweenness: Betweenness,
        /// The weight of the shortest ways between the edges, at least 0. The paper won most games with [`GAMMA_FIRST`]
        /// when moving first and [`GAMMA_SECOND`] when moving second.
        gamma: f64,
    },
    /// B: C', the largest share of the shortest ways between the edges that one cell has (formula 12).
    Share,
    /// The electrical resistance between the player's edges (Anshelevich 2002).
    Resistance,
}

impl Formula {
    /// One of each kind.
    pub const ALL: [Self; 8] = [
        Self::Distance,
        Self::MeanDistance,
        Self::Ev(Betweenness::Indicator),
        Self::Ev(Betweenness::Brandes),
        Self::EvPrime { betweenness: Betweenness::Indicator, gamma: GAMMA_FIRST },
        Self::EvPrime { betweenness: Betweenness::Brandes, gamma: GAMMA_FIRST },
        Self::Share,
        Self::Resistance,
    ];
}

/// (w - b) / (w + b), computed from w / b.
pub(super) fn balance(ratio: f64) -> f64 {
    (ratio - 1.0) / (ratio + 1.0)
}

/// A text that is not a formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a formula: expected {names}", names = tesuji_game::one_of(&Formula::ALL))]
pub struct ParseFormulaError(String);

impl FromStr for Formula {
    type Err = ParseFormulaError;

    /// Reads what [`Display`](fmt::Display) writes; `ev'` without a number has [`GAMMA_FIRST`].
    fn from_str(text: &str) -> Result<Self, ParseFormulaError> {
        let (name, gamma) = text.split_once('=').map_or((text, None), |(name, gamma)| (name, Some(gamma)));
        let (name, betweenness) = match name.strip_suffix(BRANDES) {
            Some(name @ ("ev" | "ev'")) => (name, Betweenness::Brandes),
            _ => (name, Betweenness::Indicator),
        };
        let is_weight = |gamma: &f64| gamma.is_finite() && *gamma >= 0.0;
        match (name, gamma) {
            ("d", None) => Some(Self::Distance),
            ("l", None) => Some(Self::MeanDistance),
            ("ev", None) => Some(Self::Ev(betweenness)),
            ("ev'", None) => Some(Self::EvPrime { betweenness, gamma: GAMMA_FIRST }),
            ("ev'", Some(gamma)) => {
                gamma.parse().ok().filter(is_weight).map(|gamma| Self::EvPrime { betweenness, gamma })
            }
            ("b", None) => Some(Self::Share),
            ("resistance", None) => Some(Self::Resistance),
            _ => None,
        }
        .ok_or_else(|| ParseFormulaError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = |betweenness: &Betweenness| match betweenness {
            Betweenness::Indicator => "",
            Betweenness::Brandes => BRANDES,
        };
        match self {
            Self::Distance => f.write_str("d"),
            Self::MeanDistance => f.write_str("l"),
            Self::Ev(betweenness) => write!(f, "ev{}", suffix(betweenness)),
            Self::EvPrime { betweenness, gamma } => write!(f, "ev'{}={gamma}", suffix(betweenness)),
            Self::Share => f.write_str("b"),
            Self::Resistance => f.write_str("resistance"),
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let [indicator, brandes] = [Betweenness::Indicator, Betweenness::Brandes];
        for (text, formula) in [
            ("d", Formula::Distance),
            ("l", Formula::MeanDistance),
            ("ev", Formula::Ev(indicator)),
            ("ev-brandes", Formula::Ev(brandes)),
            ("ev'=0.1", Formula::EvPrime { betweenness: indicator, gamma: GAMMA_FIRST }),
            ("ev'-brandes=0.07", Formula::EvPrime { betweenness: brandes, gamma: GAMMA_SECOND }),
            ("b", Formula::Share),
            ("resistance", Formula::Resistance),
        ] {
            assert_eq!((formula.to_string().as_str(), text.parse()), (text, Ok(formula)));
        }
        for formula in Formula::ALL {
            assert_eq!(formula.to_string().parse(), Ok(formula));
        }
        assert_eq!("ev'".parse::<Formula>(), "ev'=0.1".parse());
        for bad in ["", "EV", "ev'=", "ev'=-1", "ev'=nan", "ev'=inf", "ev=0.1", "d-brandes", "b=1"] {
            assert!(bad.parse::<Formula>().is_err(), "{bad}");
        }
    }
}
