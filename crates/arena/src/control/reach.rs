//! References of a control beyond its own text: files and programs, or only the guests of a server.
//!
//! The tables of a control take the types of names from here. A control that comes from elsewhere is read with types that
//! no value fits, so a key that names a file or a program is refused before anything is looked for, whatever its name.

use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};
use tesuji_archive::boards;
use tesuji_board::BoardSpec;

use super::{ControlError, External, file::senseless};

/// The program of the guest with a name, or that there is none.
pub type FindGuest<'g> = &'g dyn Fn(&str) -> Result<External, String>;

/// References of a control.
pub(super) trait Reach {
    /// The name of a file.
    type Name: DeserializeOwned;
    /// Another program.
    type Program: DeserializeOwned + Into<External>;

    /// The file of this name.
    fn path(&self, name: &Self::Name) -> PathBuf;

    /// The board in the file of this name; `None` if there is no such file, or no file can be named.
    fn board(&self, name: &str) -> Result<Option<BoardSpec>, ControlError>;

    /// The program of the guest with this name.
    fn guest(&self, name: &str) -> Result<External, String>;
}

/// Programs, and files that are looked up from a folder.
pub(super) struct Folder<'f>(pub(super) &'f Path);

impl Reach for Folder<'_> {
    type Name = String;
    type Program = External;

    fn path(&self, name: &String) -> PathBuf {
        self.0.join(name)
    }

    fn board(&self, name: &str) -> Result<Option<BoardSpec>, ControlError> {
        if !self.0.join(name).is_file() {
            return Ok(None);
        }
        boards::find(name, self.0).map(Some).map_err(|error| senseless("game: board", error.to_string()))
    }

    fn guest(&self, _: &str) -> Result<External, String> {
        Err("only `tesuji serve --engine` has engines by name: here `kind = \"gtp\"` and the `command` were expected"
            .into())
    }
}

/// Engines that whoever runs this chose, and nothing else.
pub(super) struct Guests<'g>(pub(super) FindGuest<'g>);

/// A name that no control of [`Guests`] has.
pub(super) enum UnknownName {}

impl<'de> Deserialize<'de> for UnknownName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer)?;
        Err(D::Error::custom("it names a file or another program, and a match that comes from elsewhere has neither"))
    }
}

impl From<UnknownName> for External {
    fn from(program: UnknownName) -> Self {
        match program {}
    }
}

impl Reach for Guests<'_> {
    type Name = UnknownName;
    type Program = UnknownName;

    fn path(&self, name: &UnknownName) -> PathBuf {
        match *name {}
    }

    fn board(&self, _: &str) -> Result<Option<BoardSpec>, ControlError> {
        Ok(None)
    }

    fn guest(&self, name: &str) -> Result<External, String> {
        (self.0)(name)
    }
}
