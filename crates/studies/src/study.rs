//! A table or a figure of a paper as data.

use serde::{Deserialize, Serialize};

use crate::methods::Method;

/// A table or a figure, as its file in `data/` describes it.
#[derive(Clone, Debug)]
pub struct Study {
    /// `takada2014/table2`: the paper, and the table or figure.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// What the paper says by it.
    pub says: String,
    /// How long the small and the full run take, for people: `2 s`, `4 h`.
    pub time: [String; 2],
    /// What the paper leaves open, if that keeps the numbers from being comparable.
    pub incomplete: Option<String>,
    /// What the small run leaves out, if that keeps its numbers from being comparable.
    pub small_is: Option<String>,
    /// What was learnt by running it again.
    pub learnt: Option<String>,
    /// The published numbers, in the order of the paper.
    pub published: Vec<Published>,
    /// How the full run is made.
    full: toml::Table,
    /// What the small run changes in that.
    small: toml::Table,
}

/// The file of a study.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    says: String,
    time: [String; 2],
    incomplete: Option<String>,
    small_is: Option<String>,
    learnt: Option<String>,
    #[serde(default)]
    published: Vec<Published>,
    method: toml::Table,
    #[serde(default)]
    small: toml::Table,
}

/// A number that a paper prints, or what it says in words about a number.
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
    /// How far ours may be away without being another number: half a unit of the last printed digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// The text says that the number is above this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// The text says that the number is below this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

/// How much of a study is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Seconds: the same method, with fewer or smaller cases.
    #[default]
    Small,
    /// As the paper has it, as far as that is known.
    Full,
}

impl Size {
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
        let file: File = toml::from_str(text).map_err(|error| format!("{id}: {error}"))?;
        let study = Self {
            id: id.to_owned(),
            title: file.title,
            says: one_line(&file.says),
            time: file.time,
            incomplete: file.incomplete.as_deref().map(one_line),
            small_is: file.small_is.as_deref().map(one_line),
            learnt: file.learnt.as_deref().map(one_line),
            published: file.published,
            full: file.method,
            small: file.small,
        };
        for size in [Size::Small, Size::Full] {
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
        format!("{}{number}", word.replace('-', " "))
    }

    /// How it is made in this size, with another number of games if `games` says so. A pairing that has a number of its
    /// own plays at most this many.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, in words; or that this study plays no games.
    pub fn method(&self, size: Size, games: Option<u64>) -> Result<Method, String> {
        let mut table = self.full.clone();
        if size == Size::Small {
            merge(&mut table, &self.small);
        }
        if let Some(games) = games {
            if !table.contains_key("games") {
                return Err(format!("{} plays no games, so their number cannot be chosen", self.id));
            }
            let games = i64::try_from(games).map_err(|_| format!("{games} games are too many"))?;
            table.insert("games".to_owned(), toml::Value::Integer(games));
            // A pairing with a number of its own plays no more: of two players without chance one game says all.
            for pairing in table.get_mut("pairing").and_then(toml::Value::as_array_mut).into_iter().flatten() {
                if let Some(toml::Value::Integer(own)) = pairing.get_mut("games") {
                    *own = games.min(*own);
                }
            }
        }
        table.try_into().map_err(|error| format!("{}: {error}", self.id))
    }

    /// The parameters of this size as TOML, for people.
    #[must_use]
    pub fn parameters(&self, size: Size) -> String {
        let mut table = self.full.clone();
        if size == Size::Small {
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
