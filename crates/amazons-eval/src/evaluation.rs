//! The choice of an evaluation: names and numbers.

use std::fmt;
use std::str::FromStr;

/// An evaluation of positions of Amazons, from the view of the player to move.
///
/// Its text is its name; path interception takes the decay per round after `=`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluation {
    /// `moves`: the moves of the player to move minus those that the opponent would have on their turn.
    Moves,
    /// `own-moves`: the moves of one player alone, counted for that player and against the other. It is the player to move
    /// of the root, or of the position itself where there is no root.
    OwnMoves,
    /// `first-reach`: own squares minus the opponent's, by first reach.
    FirstReach,
    /// `path-interception`, `path-interception=0.9`: own squares minus the opponent's, by path interception. A square
    /// of round r counts decay^(r - 1); the decay is 1 unless given.
    PathInterception {
        /// From 0 (only round 1 counts) to 1 (a square counts one, as in the paper).
        decay: f64,
    },
    /// `average`: the mean of first reach and path interception.
    Average,
    /// `lieberum`: Lieberum's terms with the fitted weights of [`FITTED`](super::FITTED).
    Lieberum,
    /// `learned`: the logarithm of the odds of winning, by weights learned from games ([`Learned`](super::Learned)).
    Learned,
    /// `net`: the logarithm of the odds of winning by a learned net on 8x8, and [`Self::Learned`] elsewhere.
    Net,
}

impl Evaluation {
    /// One of each kind, as given by names without numbers.
    pub const ALL: [Self; 8] = [
        Self::Moves,
        Self::OwnMoves,
        Self::FirstReach,
        Self::PathInterception { decay: 1.0 },
        Self::Average,
        Self::Lieberum,
        Self::Learned,
        Self::Net,
    ];
}

/// A text that is not an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not an evaluation of Amazons: expected {names}", names = tesuji_game::one_of(&Evaluation::ALL))]
pub struct ParseEvaluationError(String);

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Self, ParseEvaluationError> {
        let (name, decay) = text.split_once('=').map_or((text, None), |(name, decay)| (name, Some(decay)));
        let found = match (name, decay) {
            ("moves", None) => Some(Self::Moves),
            ("own-moves", None) => Some(Self::OwnMoves),
            ("first-reach", None) => Some(Self::FirstReach),
            ("path-interception", None) => Some(Self::PathInterception { decay: 1.0 }),
            ("path-interception", Some(decay)) => {
                let decay = decay.parse().ok().filter(|decay| (0.0..=1.0).contains(decay));
                decay.map(|decay: f64| Self::PathInterception { decay })
            }
            ("average", None) => Some(Self::Average),
            ("lieberum", None) => Some(Self::Lieberum),
            ("learned", None) => Some(Self::Learned),
            ("net", None) => Some(Self::Net),
            _ => None,
        };
        found.ok_or_else(|| ParseEvaluationError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::OwnMoves => f.write_str("own-moves"),
            Self::FirstReach => f.write_str("first-reach"),
            Self::PathInterception { decay } if *decay == 1.0 => f.write_str("path-interception"),
            Self::PathInterception { decay } => write!(f, "path-interception={decay}"),
            Self::Average => f.write_str("average"),
            Self::Lieberum => f.write_str("lieberum"),
            Self::Learned => f.write_str("learned"),
            Self::Net => f.write_str("net"),
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let weighted = Evaluation::PathInterception { decay: 0.75 };
        for evaluation in Evaluation::ALL.into_iter().chain([weighted]) {
            assert_eq!(evaluation.to_string().parse(), Ok(evaluation));
        }
        assert_eq!("path-interception=1".parse(), Ok(Evaluation::PathInterception { decay: 1.0 }));
        for bad in
            ["", "Moves", "moves=1", "path-interception=", "path-interception=1.5", "path-interception=nan", "first"]
        {
            assert!(bad.parse::<Evaluation>().is_err(), "{bad}");
        }
    }
}
