//! The switches in which rule sets differ, the named sets, and rules as text.

use std::fmt;
use std::str::FromStr;

/// Forbidden repetitions. Passing is always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// A play may not restore the board before the opponent's latest move, and may not leave the board unchanged.
    /// Longer cycles are allowed, so a game need not end.
    Simple,
    /// A play may not restore the board of any earlier time (positional superko).
    Positional,
    /// A play may not restore the board of any earlier time with the same player to move (situational superko).
    Situational,
}

impl Ko {
    /// Whether the positions of all earlier times count, and not only the last.
    #[must_use]
    pub const fn is_superko(self) -> bool {
        match self {
            Self::Simple => false,
            Self::Positional | Self::Situational => true,
        }
    }
}

/// Rule for a play that leaves its own chain without liberties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// The play is not legal.
    Forbidden,
    /// The chain is removed. [`Ko`] still applies: it forbids the suicide of a single stone, which changes nothing,
    /// unless the rule is [`Ko::Situational`].
    Allowed,
}

impl Suicide {
    /// Whether such a play is legal.
    #[must_use]
    pub const fn is_allowed(self) -> bool {
        match self {
            Self::Forbidden => false,
            Self::Allowed => true,
        }
    }
}

/// Compensation of White for handicap stones, as part of the komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each stone.
    EachStone,
    /// A point for each stone except the first.
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
/// | `japanese-approximation` | simple | forbidden | none |
///
/// The written Chinese rules forbid every repetition of the board. In practice, as here and in GNU Go and KataGo, there
/// is the simple ko, and longer cycles are "no result", which the organiser of the game has to declare. AGA is its area
/// count: pass stones and White's last pass make the territory count agree with it and change nothing here.
///
/// `japanese-approximation` plays as the Japanese rules do and counts **by area**. That is not Japanese scoring:
/// prisoners count nothing, stones on the board count, and a play into one's own territory costs nothing. Neutral
/// points and points in seki have value, and no rulings (bent four, moonshine life) are made. If both players have
/// placed equally many stones, and there is no seki with points, the margin is that of territory counting. If Black has
/// placed one more stone, Black has one point more. `japanese` is read as a short form of the name and never written.
///
/// # As text
///
/// A name, optionally followed by switches that change single rules, separated by commas:
///
/// ```
/// use tesuji_go::{Ko, Rules, Suicide};
///
/// let rules: Rules = "chinese,ko=positional,suicide=allowed".parse().unwrap();
/// assert_eq!((rules.ko, rules.suicide), (Ko::Positional, Suicide::Allowed));
/// assert_eq!(rules.compensation, Rules::CHINESE.compensation);
/// // Written as the set that needs the fewest switches, the first in the table if several do.
/// assert_eq!(rules.to_string(), "tromp-taylor,compensation=each-stone");
/// assert_eq!(rules.to_string().parse(), Ok(rules));
/// ```
///
/// | switch | values |
/// | --- | --- |
/// | `ko` | `simple`, `positional`, `situational` |
/// | `suicide` | `forbidden`, `allowed` |
/// | `compensation` | `none`, `each-stone`, `each-stone-but-one` |
///
/// # Source
///
/// Tromp and Taylor, The Game of Go (1995); AGA Concise Rules of Go (1991); the table of KataGo's GTP extensions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Ko rule.
    pub ko: Ko,
    /// Whether a play may leave its own chain without liberties.
    pub suicide: Suicide,
    /// Compensation of White for handicap stones.
    pub compensation: Compensation,
}

/// Error of a text that does not name rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A name that no rule set has.
    #[error(
        "`{0}` is not a rule set; there are {sets}, each optionally with switches such as \
         `chinese,ko=positional,suicide=allowed`",
        sets = listed(Rules::NAMED.iter().map(|(name, _)| (*name).to_owned()))
    )]
    Unknown(String),
    /// A switch that does not exist, or a value that it does not have.
    #[error(
        "`{0}` is not a switch of a rule set; there are {switches}",
        switches = listed(SWITCHES.iter().map(|switch| format!("{}={}", switch.name, (switch.values)().join("|"))))
    )]
    Switch(String),
    /// A switch that is set a second time.
    #[error("the switch `{0}` is set twice")]
    Twice(String),
}

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

    /// Simple ko, no suicide, no compensation, but counted by area: an approximation, see [`Rules`].
    pub const JAPANESE_APPROXIMATION: Self =
        Self { ko: Ko::Simple, suicide: Suicide::Forbidden, compensation: Compensation::None };

    /// The loosest rules in use, for a record that does not state its own.
    pub const LOOSEST: Self = Self { ko: Ko::Simple, ..Self::TROMP_TAYLOR };

    /// The named sets, with their names.
    pub const NAMED: [(&str, Self); 5] = [
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("chinese", Self::CHINESE),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
        ("japanese-approximation", Self::JAPANESE_APPROXIMATION),
    ];

    /// The name of these rules, if they are a named set.
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

/// Other names of the sets.
const SHORT_NAMES: [(&str, &str); 1] = [("japanese", "japanese-approximation")];

/// A switch of a rule set: its name, its values, the value that given rules have, and how another value is set. Setting refuses a
/// value that cannot be read.
struct RuleSwitch {
    name: &'static str,
    values: fn() -> Vec<&'static str>,
    value: fn(&Rules) -> &'static str,
    set: fn(&mut Rules, &str) -> Option<()>,
}

const SWITCHES: [RuleSwitch; 3] = [
    RuleSwitch {
        name: "ko",
        values: || names(&KO),
        value: |rules| name_of(&KO, rules.ko),
        set: |rules, value| value_of(&KO, value).map(|value| rules.ko = value),
    },
    RuleSwitch {
        name: "suicide",
        values: || names(&SUICIDE),
        value: |rules| name_of(&SUICIDE, rules.suicide),
        set: |rules, value| value_of(&SUICIDE, value).map(|value| rules.suicide = value),
    },
    RuleSwitch {
        name: "compensation",
        values: || names(&COMPENSATION),
        value: |rules| name_of(&COMPENSATION, rules.compensation),
        set: |rules, value| value_of(&COMPENSATION, value).map(|value| rules.compensation = value),
    },
];

const KO: [(&str, Ko); 3] = [("simple", Ko::Simple), ("positional", Ko::Positional), ("situational", Ko::Situational)];
const SUICIDE: [(&str, Suicide); 2] = [("forbidden", Suicide::Forbidden), ("allowed", Suicide::Allowed)];
const COMPENSATION: [(&str, Compensation); 3] = [
    ("none", Compensation::None),
    ("each-stone", Compensation::EachStone),
    ("each-stone-but-one", Compensation::EachStoneButOne),
];

fn names<T>(named: &[(&'static str, T)]) -> Vec<&'static str> {
    named.iter().map(|(name, _)| *name).collect()
}

/// `a, b and c`.
fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    names.split_last().map_or_else(String::new, |(last, before)| format!("{} and {last}", before.join(", ")))
}

fn name_of<T: Copy + PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

fn value_of<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Case does not matter, nor do spaces around names and values.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        const MOST_CHARACTERS: usize = 32;
        let shown = |part: &str| part.chars().take(MOST_CHARACTERS).collect();
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let name = value_of(&SHORT_NAMES, name).unwrap_or(name);
        let mut rules = value_of(&Self::NAMED, name).ok_or_else(|| RulesError::Unknown(shown(name)))?;
        let mut is_set = [false; SWITCHES.len()];
        for part in parts {
            let unknown = || RulesError::Switch(shown(part));
            let (name, value) = part.split_once('=').ok_or_else(unknown)?;
            let switch = SWITCHES.iter().position(|switch| switch.name.eq_ignore_ascii_case(name.trim_end()));
            let switch = switch.ok_or_else(unknown)?;
            (SWITCHES[switch].set)(&mut rules, value.trim_start()).ok_or_else(unknown)?;
            if std::mem::replace(&mut is_set[switch], true) {
                return Err(RulesError::Twice(SWITCHES[switch].name.to_owned()));
            }
        }
        Ok(rules)
    }
}

/// The name of the set that needs the fewest switches, then these switches. [`str::parse`] reverses it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing =
            |set: &Self| SWITCHES.iter().filter(|switch| (switch.value)(self) != (switch.value)(set)).count();
        // There is always a set; among equally near ones the first is taken.
        let nearest = Self::NAMED.iter().min_by_key(|(_, set)| differing(set));
        let &(name, ref set) = nearest.unwrap_or(&Self::NAMED[0]);
        f.write_str(name)?;
        for switch in &SWITCHES {
            if (switch.value)(self) != (switch.value)(set) {
                write!(f, ",{}={}", switch.name, (switch.value)(self))?;
            }
        }
        Ok(())
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        for (name, rules) in Rules::NAMED {
            assert_eq!((rules.name(), rules.to_string().as_str()), (Some(name), name));
            assert_eq!(name.to_uppercase().parse(), Ok(rules));
        }
        assert_eq!("Japanese".parse::<Rules>().unwrap().to_string(), "japanese-approximation");
        assert_eq!(Rules { suicide: Suicide::Allowed, ..Rules::CHINESE }.name(), None);
    }

    #[test]
    fn every_choice_of_rules_has_a_text() {
        let mut texts = std::collections::BTreeSet::new();
        for (_, ko) in KO {
            for (_, suicide) in SUICIDE {
                for (_, compensation) in COMPENSATION {
                    let rules = Rules { ko, suicide, compensation };
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                    assert!(texts.insert(rules.to_string()));
                }
            }
        }
        assert_eq!("AGA , KO = Simple".parse(), Ok(Rules { ko: Ko::Simple, ..Rules::AGA }));
    }

    #[test]
    fn what_is_no_rules_is_refused() {
        for (text, expected) in [
            ("ing", RulesError::Unknown("ing".to_owned())),
            ("", RulesError::Unknown(String::new())),
            ("chinese,", RulesError::Switch(String::new())),
            ("chinese,ko", RulesError::Switch("ko".to_owned())),
            ("chinese,ko=super", RulesError::Switch("ko=super".to_owned())),
            ("chinese,komi=7", RulesError::Switch("komi=7".to_owned())),
            ("aga,ko=simple,ko=simple", RulesError::Twice("ko".to_owned())),
        ] {
            assert_eq!(text.parse::<Rules>(), Err(expected));
        }
    }

    #[test]
    fn handicap_is_made_up_for() {
        let points = |rules: Rules| [0, 1, 4].map(|n_stones| rules.points_for_handicap(n_stones));
        assert_eq!(points(Rules::TROMP_TAYLOR), [0, 0, 0]);
        assert_eq!(points(Rules::CHINESE), [0, 1, 4]);
        assert_eq!(points(Rules::AGA), [0, 0, 3]);
        assert_eq!(points(Rules::JAPANESE_APPROXIMATION), [0, 0, 0]);
    }
}
