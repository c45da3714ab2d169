//! What rule sets differ in, and the sets that have a name.

use std::str::FromStr;

/// Which repetitions are forbidden. Passing is always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// A play may not leave the board as it was before the opponent's latest move, nor as it is. Longer cycles are
    /// allowed, so a game need not end.
    Simple,
    /// A play may not leave the board as it was at any time before (positional superko).
    Positional,
    /// A play may not leave the board as it was at any time before with the same player to move (situational superko).
    Situational,
}

/// What a play that leaves its own chain without liberties is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// No legal move.
    Forbidden,
    /// The chain is taken off. [`Ko`] still decides: it forbids the suicide of a single stone, which changes nothing,
    /// unless the rule is [`Ko::Situational`].
    Allowed,
}

/// What White is given for handicap stones; it is part of the komi that a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each stone.
    EachStone,
    /// A point for each stone but the first.
    EachStoneButOne,
}

/// The rules that a game is played by. Scoring is by area in all of them.
///
/// | name | ko | suicide | compensation |
/// | --- | --- | --- | --- |
/// | `tromp-taylor` | positional | allowed | none |
/// | `chinese` | simple | forbidden | each stone |
/// | `aga` | situational | forbidden | each stone but one |
/// | `new-zealand` | situational | allowed | none |
///
/// The written Chinese rules forbid every repetition of the board; played are, as here and in GNU Go and KataGo, the
/// simple ko and "no result" for longer cycles, which whoever runs the game has to declare. AGA is its area count:
/// pass stones and White's last pass make the territory count agree with it and change nothing here.
///
/// # Source
///
/// Tromp and Taylor, The Game of Go (1995); AGA Concise Rules of Go (1991); the table of KataGo's GTP extensions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// May a play leave its own chain without liberties?
    pub suicide: Suicide,
    /// What White is given for handicap stones.
    pub compensation: Compensation,
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rule set; there are tromp-taylor, chinese, aga and new-zealand")]
pub struct RulesError(String);

impl Rules {
    /// Positional superko, suicide allowed.
    pub const TROMP_TAYLOR: Self =
        Self { ko: Ko::Positional, suicide: Suicide::Allowed, compensation: Compensation::None };
    /// Simple ko, no suicide.
    pub const CHINESE: Self =
        Self { ko: Ko::Simple, suicide: Suicide::Forbidden, compensation: Compensation::EachStone };
    /// Situational superko, no suicide.
    pub const AGA: Self =
        Self { ko: Ko::Situational, suicide: Suicide::Forbidden, compensation: Compensation::EachStoneButOne };
    /// Situational superko, suicide allowed.
    pub const NEW_ZEALAND: Self =
        Self { ko: Ko::Situational, suicide: Suicide::Allowed, compensation: Compensation::None };

    /// The sets that have a name, with it.
    pub const NAMED: [(&str, Self); 4] = [
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("chinese", Self::CHINESE),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
    ];

    /// The name of these rules, if they have one; [`str::parse`] leads back.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, rules)| rules == self).map(|(name, _)| *name)
    }

    /// The points that White gets for `n_stones` handicap stones; add them to the komi.
    #[must_use]
    pub const fn points_for_handicap(&self, n_stones: usize) -> usize {
        match self.compensation {
            Compensation::None => 0,
            Compensation::EachStone => n_stones,
            Compensation::EachStoneButOne => n_stones.saturating_sub(1),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        let known = Self::NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, rules)| *rules).ok_or_else(|| RulesError(name.chars().take(32).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(rules.name(), Some(name));
            assert_eq!(name.to_uppercase().parse(), Ok(rules));
        }
        assert!("japanese".parse::<Rules>().is_err());
        assert_eq!(Rules { suicide: Suicide::Allowed, ..Rules::CHINESE }.name(), None);
    }

    #[test]
    fn handicap_is_made_up_for() {
        let points = |rules: Rules| [0, 1, 4].map(|n_stones| rules.points_for_handicap(n_stones));
        assert_eq!(points(Rules::TROMP_TAYLOR), [0, 0, 0]);
        assert_eq!(points(Rules::CHINESE), [0, 1, 4]);
        assert_eq!(points(Rules::AGA), [0, 0, 3]);
    }
}
