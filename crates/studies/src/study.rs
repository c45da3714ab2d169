//! A table or a figure of a paper as data.

use serde::{Deserialize, Serialize};

use crate::methods::Method;

/// A table or a figure, as its file in `data/` describes it.
#[derive(Clone, Debug)]
pub struct Study {
    /// `takada2014/table2`: the paper, and the table or figure.
    pub id: String,
    /// Title, in a few words.
    pub title: String,
    /// The paper's statement about it.
    pub says: String,
    /// Duration of the small and the full run, for people: `2 s`, `4 h`.
    pub time: [String; 2],
    /// A fact that the text does not say, in a few words, if the numbers depend on it. Numbers that differ then decide nothing.
    pub unknown: Option<String>,
    /// The choices that stand for what the text does not say.
    pub set_up: Option<String>,
    /// The settings that were tried until the numbers came near, if the set-up was chosen so.
    pub fitted: Option<String>,
    /// Restrictions of the small run, if they keep its numbers from being comparable.
    pub small_is: Option<String>,
    /// Lesson of running it again.
    pub learnt: Option<String>,
    /// The published numbers and claims, in the order of the paper.
    pub published: Vec<Published>,
    /// Numbers that no paper prints, with what they have to be: our own checks.
    pub checks: Vec<Published>,
    /// Method of the full run.
    full: toml::Table,
    /// Changes of the method in the small run.
    small: toml::Table,
}

/// The file of a study.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyFile {
    title: String,
    says: String,
    time: [String; 2],
    unknown: Option<String>,
    set_up: Option<String>,
    fitted: Option<String>,
    small_is: Option<String>,
    learnt: Option<String>,
    #[serde(default)]
    published: Vec<Published>,
    #[serde(default)]
    check: Vec<Published>,
    method: toml::Table,
    #[serde(default)]
    small: toml::Table,
}

/// A number that a paper prints, what it says in words about a number, or what a check of ours expects.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The name of the number, which ours has as well.
    pub name: String,
    /// The number as printed; shares are from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The number of trials, if it is a share of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The standard error of the printed number, if it follows from the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Whether it comes from one sample such as ours, so that its standard error is the spread of ours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sampled: bool,
    /// The standard error of its logarithm. Then ours is compared by its ratio to this one, not by its difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_error: Option<f64>,
    /// The stand-in for a program of the paper that we do not have. Such a number is shown and decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Tolerance for ours without being another number: half a unit of the last printed digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// The text says that the number is above this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// The text says that the number is below this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

/// Part of a study that is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunSize {
    /// Seconds: the same method, with fewer or smaller cases.
    #[default]
    Small,
    /// As the paper has it, as far as that is known.
    Full,
}

impl RunSize {
    /// `"small"` or `"full"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Full => "full",
        }
    }
}

impl Study {
    /// Reads the file of a study.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn parse(id: &str, text: &str) -> Result<Self, String> {
        let file: StudyFile = toml::from_str(text).map_err(|error| format!("{id}: {error}"))?;
        let study = Self {
            id: id.to_owned(),
            title: file.title,
            says: one_line(&file.says),
            time: file.time,
            unknown: file.unknown.as_deref().map(one_line),
            set_up: file.set_up.as_deref().map(one_line),
            fitted: file.fitted.as_deref().map(one_line),
            small_is: file.small_is.as_deref().map(one_line),
            learnt: file.learnt.as_deref().map(one_line),
            published: file.published,
            checks: file.check,
            full: file.method,
            small: file.small,
        };
        for size in [RunSize::Small, RunSize::Full] {
            study.method(size, None)?;
        }
        Ok(study)
    }

    /// The key of the paper: `takada2014`.
    #[must_use]
    pub fn paper(&self) -> &str {
        self.id.split_once('/').map_or("", |(paper, _)| paper)
    }

    /// The table or figure: `table 2`.
    #[must_use]
    pub fn item(&self) -> String {
        let item = self.id.split_once('/').map_or(self.id.as_str(), |(_, item)| item);
        let digits = item.find(|c: char| c.is_ascii_digit()).unwrap_or(item.len());
        let (word, number) = item.split_at(digits);
        let number = if number.is_empty() { String::new() } else { format!(" {number}") };
        format!("{}{number}", word.trim_end_matches('-').replace('-', " "))
    }

    /// Method in this size, with another number of games if `games` has one. A pairing that has a number of its own
    /// plays at most this many.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, in words; or that this study plays no games.
    pub fn method(&self, size: RunSize, games: Option<u64>) -> Result<Method, String> {
        let mut table = self.full.clone();
        if size == RunSize::Small {
            merge(&mut table, &self.small);
        }
        if let Some(games) = games {
            if !table.contains_key("games") {
                return Err(format!("{} plays no games, so their number cannot be chosen", self.id));
            }
            let games = i64::try_from(games).map_err(|_| format!("{games} games are too many"))?;
            table.insert("games".to_owned(), toml::Value::Integer(games));
        }
        self.add_targets(&mut table);
        table.try_into().map_err(|error| format!("{}: {error}", self.id))
    }

    /// Tells each pairing which published share it is played against, so that it may end early.
    fn add_targets(&self, table: &mut toml::Table) {
        let pairings = table.get_mut("pairing").and_then(toml::Value::as_array_mut);
        for pairing in pairings.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
            let name = pairing.remove("like").or_else(|| pairing.get("name").cloned());
            let target = self
                .published
                .iter()
                .find(|published| name.as_ref().and_then(|name| name.as_str()) == Some(&published.name));
            if let Some(Published { value: Some(value), of: Some(of), stand_in: None, .. }) = target {
                let of = toml::Value::Integer(i64::try_from(*of).unwrap_or(i64::MAX));
                pairing.insert("target".to_owned(), toml::Value::Array(vec![toml::Value::Float(*value), of]));
            }
        }
    }

    /// The parameters of this size as TOML, for people.
    #[must_use]
    pub fn parameters(&self, size: RunSize) -> String {
        let mut table = self.full.clone();
        if size == RunSize::Small {
            merge(&mut table, &self.small);
        }
        toml::to_string(&table).unwrap_or_default()
    }
}

/// Puts the values of `changes` in the place of those of `table`, table by table.
fn merge(table: &mut toml::Table, changes: &toml::Table) {
    for (key, value) in changes {
        match (table.get_mut(key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(changes)) => merge(inner, changes),
            _ => _ = table.insert(key.clone(), value.clone()),
        }
    }
}

/// A text without its line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
