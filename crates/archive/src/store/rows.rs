//! Rows with checksums, whatever their columns.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params, Row};

use super::{Digest, Store, StoreError};

/// The values of a row without its checksum, not interpreted yet.
#[derive(Debug)]
pub(super) struct RowValues(pub(super) Vec<Value>);

impl RowValues {
    /// Reads a row and its checksum, which is the last column.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<(Self, Option<String>)> {
        let value = |i: usize| -> rusqlite::Result<Value> {
            Ok(match row.get_ref(i)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::Integer(number),
                ValueRef::Real(number) => Value::Real(number),
                // What is no text does not match the checksum.
                ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
                ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
            })
        };
        let n_values = row.as_ref().column_count() - 1;
        Ok((Self((0..n_values).map(value).collect::<Result<_, _>>()?), row.get(n_values)?))
    }

    /// The checksum. `docs/SOLVE.md` says how it is computed.
    pub(super) fn sum(&self) -> String {
        let line = |value: &Value| match value {
            Value::Null => "-\n".to_owned(),
            Value::Integer(number) => format!("{number}\n"),
            Value::Real(number) => format!("{:016x}\n", number.to_bits()),
            Value::Text(text) => format!("{text}\n"),
            Value::Blob(_) => String::new(),
        };
        Digest::of(self.0.iter().map(line).collect::<String>().as_bytes()).to_string()
    }

    /// The value at `i` if it is a text.
    pub(super) fn text(&self, i: usize) -> Option<&str> {
        if let Some(Value::Text(text)) = self.0.get(i) { Some(text) } else { None }
    }

    /// The value at `i` if it is a whole number.
    pub(super) fn number(&self, i: usize) -> Option<i64> {
        if let Some(Value::Integer(number)) = self.0.get(i) { Some(*number) } else { None }
    }

    /// The value at `i` if it is a fraction.
    pub(super) fn real(&self, i: usize) -> Option<f64> {
        if let Some(Value::Real(number)) = self.0.get(i) { Some(*number) } else { None }
    }

    /// An absent value is valid, and so is one that `read` accepts.
    pub(super) fn optional<T>(&self, i: usize, read: impl FnOnce(&Self) -> Option<T>) -> Option<Option<T>> {
        if self.0.get(i)? == &Value::Null { Some(None) } else { read(self).map(Some) }
    }
}

impl Store {
    /// The entries in the rows that a query gives. A row that is not intact has none, and is reported as a doubt, in
    /// which `describe` names the row.
    pub(super) fn read_rows<T>(
        &self,
        connection: &Connection,
        query: &str,
        key: impl Params,
        describe: impl Fn(&RowValues) -> String,
        entry: impl Fn(&RowValues) -> Option<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut entries = Vec::new();
        let mut visit = |row: &Row<'_>| match RowValues::read(row) {
            Err(error) => self.doubt(&format!("a row cannot be read: {error}")),
            Ok((values, checksum)) if checksum.as_ref() != Some(&values.sum()) => {
                self.doubt(&format!("{} does not match its checksum", describe(&values)));
            }
            Ok((values, _)) => match entry(&values) {
                Some(entry) => entries.push(entry),
                None => self.doubt(&format!("no sense in {}", describe(&values))),
            },
        };
        let read = || -> rusqlite::Result<()> {
            let mut statement = connection.prepare_cached(query)?;
            let mut rows = statement.query(key)?;
            while let Some(row) = rows.next()? {
                visit(row);
            }
            Ok(())
        };
        read().map_err(|error| self.database(error))?;
        Ok(entries)
    }

    /// Writes a row of a table with its checksum, in place of one with the same key.
    pub(super) fn write_row(&self, connection: &Connection, table: &str, row: RowValues) -> Result<(), StoreError> {
        let marks = ", ?".repeat(row.0.len());
        let checksum = row.sum();
        let values = row.0.into_iter().chain([checksum.into()]);
        connection
            .prepare_cached(&format!("INSERT OR REPLACE INTO {table} VALUES (?{marks})"))
            .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(values)))
            .map_err(|error| self.database(error))?;
        Ok(())
    }
}
