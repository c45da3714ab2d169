//! Tables as CSV files (RFC 4180): a heading with the names of the columns, then a line for each row.

use std::path::{Path, PathBuf};

use miette::{Result, miette};
use serde_json::Value;

use crate::files;

/// A flat table. Every row has a cell for each column; a number that is not known is an empty cell.
pub(crate) struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A table without rows.
    pub(crate) fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row. Cells that are missing at its end are empty, and there are never more than columns.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut row: Vec<String> = cells.into_iter().map(|Cell(text)| text).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Writes the file whole or not at all.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the message names the file.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let fault = |error: &dyn std::fmt::Display| miette!("cannot write {}: {error}", path.display());
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            writer.write_record(row).map_err(|error| fault(&error))?;
        }
        files::write_whole(path, &writer.into_inner().map_err(|error| fault(&error))?)
    }
}

/// The option `--csv`.
#[derive(clap::Args, Default)]
pub(crate) struct CsvOption {
    /// Also write the numbers to this file as a table (CSV); `tesuji schema` lists the columns
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl CsvOption {
    /// Whether a table is wanted.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.csv.is_some()
    }

    /// Writes the table if one is wanted.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write(&self, sheet: impl FnOnce() -> Sheet) -> Result<()> {
        self.csv.as_ref().map_or(Ok(()), |path| sheet().write(path))
    }
}

/// The options `--json` and `--csv`: the numbers of an answer for programs.
#[derive(clap::Args, Default)]
pub(crate) struct DataOptions {
    /// Print one JSON object a line, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) csv: CsvOption,
}

/// The version of the shapes of all objects that `--json` prints. It grows when their readers have to change.
pub(crate) const VERSION: u32 = 1;

/// An object as `--json` prints it: one line, with the version.
pub(crate) fn line(object: &Value) -> String {
    let mut object = object.clone();
    object["version"] = VERSION.into();
    object.to_string()
}

/// A table of the objects that `--json` prints, a row for each: what both say has one source.
#[derive(Default)]
pub(crate) struct Objects {
    path: Option<PathBuf>,
    columns: &'static str,
    rows: Vec<Vec<Cell>>,
}

impl Objects {
    /// A table with these columns, with blanks between them. Each is a key of the objects, or a name, `=` and a path of keys and numbers:
    /// `low=elo.interval.0`.
    pub(crate) fn new(option: &CsvOption, columns: &'static str) -> Self {
        Self { path: option.csv.clone(), columns, rows: Vec::new() }
    }

    /// Adds a row, if a table is wanted.
    pub(crate) fn add(&mut self, object: impl FnOnce() -> Value) {
        if self.path.is_none() {
            return;
        }
        let object = object();
        let value = |column: &str| {
            let path = column.split_once('=').map_or(column, |(_, path)| path);
            let step = |value: &Value, key: &str| match value {
                Value::Array(list) => key.parse::<usize>().ok().and_then(|at| list.get(at).cloned()),
                other => other.get(key).cloned(),
            };
            path.split('.').try_fold(object.clone(), |value, key| step(&value, key)).into()
        };
        self.rows.push(self.columns.split_whitespace().map(value).collect());
    }

    /// Writes the table if one is wanted.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write(self) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let name = |column: &'static str| column.split_once('=').map_or(column, |(name, _)| name);
        let mut sheet = Sheet::new(self.columns.split_whitespace().map(name));
        self.rows.into_iter().for_each(|row| sheet.row(row));
        sheet.write(path)
    }
}

/// The text of a cell.
#[derive(Clone)]
pub(crate) struct Cell(String);

impl From<Value> for Cell {
    /// The words of a list, with blanks between them.
    fn from(value: Value) -> Self {
        Self(match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            Value::Array(list) => list.into_iter().map(|value| Self::from(value).0).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        })
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<bool> for Cell {
    fn from(is: bool) -> Self {
        Self(is.to_string())
    }
}

impl From<f64> for Cell {
    /// Enough digits to read the same number again; an empty cell for a number that is not finite.
    fn from(number: f64) -> Self {
        Self(if number.is_finite() { number.to_string() } else { String::new() })
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Cell {
            fn from(number: $number) -> Self {
                Self(number.to_string())
            }
        }
    )*};
}
whole_numbers!(u8, u32, u64, usize, i32, i64);

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(content: Option<T>) -> Self {
        content.map_or_else(|| Self(String::new()), Into::into)
    }
}

/// The cells of a row, each from a value of any kind that has a text.
macro_rules! cells {
    ($($value:expr),* $(,)?) => { [$($crate::sheet::Cell::from($value)),*] };
}
pub(crate) use cells;

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn objects_become_rows() {
        let folder = tempfile::tempdir().unwrap();
        let option = CsvOption { csv: Some(folder.path().join("a.csv")) };
        let mut objects = Objects::new(&option, "id low=elo.interval.0 moves gone");
        let object = serde_json::json!({"id": 3, "elo": {"interval": [0.5, null]}, "moves": ["a1", "b2"]});
        objects.add(|| object);
        objects.write().unwrap();
        let text = std::fs::read_to_string(folder.path().join("a.csv")).unwrap();
        assert_eq!(text, "id,low,moves,gone\n3,0.5,a1 b2,\n");
    }

    #[test]
    fn a_table_is_read_again_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut sheet = Sheet::new(["name", "n", "share", "is"]);
        sheet.row(cells!["a, \"b\"\nc", 3_u64, 0.1_f64, true]);
        sheet.row(cells!["", None::<u64>, f64::INFINITY]);
        sheet.write(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "name,n,share,is\n\"a, \"\"b\"\"\nc\",3,0.1,true\n,,,\n");
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(&rows[0][0], "a, \"b\"\nc");
        assert!(sheet.write(&folder.path().join("no/such/a.csv")).is_err());
    }
}
