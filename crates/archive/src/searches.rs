//! Tables of long searches, each in a file beside the store. `docs/SOLVE.md` describes the format.
//!
//! A file grows by whole blocks, each with a checksum. A kill cuts at most the last block, which is then dropped. Whatever
//! else is wrong with a file is an error that names it, and the file stays as it is.

#[cfg(not(target_family = "wasm"))]
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tesuji_board::CellSet;
use tesuji_problem::board::Question;
use tesuji_problem::board::file::{PositionDefaults, parse};
use tesuji_problem::{Problem, parse_file_text, write_json};
use tesuji_proof::Claim;

#[cfg(not(target_family = "wasm"))]
use crate::ArchiveError;
use crate::archive::SOLVER;
#[cfg(not(target_family = "wasm"))]
use crate::store::Store;
use crate::store::{Digest, claim_key, writing};

/// The first line of a file, without its version.
const MAGIC: &str = "tesuji search ";
const VERSION: &str = "1";
/// The most bytes of a heading.
const LONGEST_HEADING: u64 = 1 << 22;
/// The bytes before the content of a block: its length, the checksum of that, the checksum of the content.
const BLOCK_HEAD: usize = 16;
/// The bytes of a block before its records: positions and seconds.
const SPENT: usize = 16;
/// The most bytes of a block's content.
const LONGEST_BLOCK: usize = 1 << 26;

/// Error of a kept search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchFileError {
    /// Another process searches the same question with the same store.
    #[error("{} is in use: another process searches this with the same store; wait for it, or use another store", .0.display())]
    Busy(PathBuf),
    /// The file is something else.
    #[error("{} is not a search: expected `{MAGIC}{VERSION}` as its first line; it is left as it is", .0.display())]
    Foreign(PathBuf),
    /// The file was written by another version.
    #[error("the search {} is of version {found}, but this program reads version {VERSION}; it is left as it is", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// The file is about another question.
    #[error("the search {} is about another question: expected {expected}; it is left as it is", path.display())]
    Another {
        /// The file.
        path: PathBuf,
        /// The question that its name stands for.
        expected: String,
    },
    /// The file was damaged.
    #[error(
        "the search {} is damaged: expected {expected} at byte {at}; it is left as it is: put a copy in its place, or remove \
         it to search anew",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The byte at which the damage shows.
        at: u64,
        /// The part that should be there.
        expected: &'static str,
    },
    /// The file cannot be read or written.
    #[error("the search {} cannot be read or written: {source}", path.display())]
    Fails {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The question of a search.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchQuestion {
    /// A position: who wins.
    Position(Question),
    /// A claim: whether it holds.
    Claim(Claim),
}

impl SearchQuestion {
    /// The question as one line of JSON: a position or a problem, as files have them.
    fn to_json(&self) -> Value {
        match self {
            Self::Position(question) => {
                let names = |cells: &CellSet| cells.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>();
                let (width, height) = question.size();
                json!({
                    "id": "position", "width": width, "height": height, "to_move": question.to_move.name(),
                    "black": names(&question.black), "white": names(&question.white),
                })
            }
            Self::Claim(claim) => {
                let text = write_json(&[Problem::new(claim_key(claim).to_string(), claim.clone())]);
                serde_json::from_str(&text).unwrap_or_default()
            }
        }
    }

    fn of_json(value: &Value) -> Option<Self> {
        let text = value.to_string();
        if value.get("problems").is_some() {
            return Some(Self::Claim(parse_file_text(&text).ok()?.pop()?.claim));
        }
        Some(Self::Position(parse(&text, &PositionDefaults::default()).ok()?.pop()?.question))
    }

    /// The name of the file: equal for questions that are written the same way.
    fn digest(&self) -> Digest {
        Digest::of(self.to_json().to_string().as_bytes())
    }
}

/// The cost of a question so far.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Spent {
    /// Positions.
    pub nodes: u64,
    /// Seconds of processor time.
    pub seconds: f64,
}

/// The folder with the searches of a store: the store's name followed by `.searches`.
#[derive(Clone, Debug)]
pub(crate) struct SearchFolder(PathBuf);

impl SearchFolder {
    pub(crate) fn beside(store: &Path) -> Self {
        let mut name = store.as_os_str().to_owned();
        name.push(".searches");
        Self(name.into())
    }

    pub(crate) fn path(&self, question: &SearchQuestion) -> PathBuf {
        self.0.join(format!("{}.search", question.digest()))
    }

    /// The paths of all searches, in the order of their names.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let paths = fs::read_dir(&self.0).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == "search")).collect();
        paths.sort();
        paths
    }
}

/// A search that was kept, read whole or as far as it goes.
#[derive(Debug)]
pub struct SearchFile {
    path: PathBuf,
    file: File,
    /// Its question.
    pub question: SearchQuestion,
    /// Its cost so far.
    pub spent: Spent,
    /// The bytes at which the blocks begin and end.
    blocks: (u64, u64),
}

impl SearchFile {
    /// Reads a search to look at it; another process may write it meanwhile.
    ///
    /// # Errors
    ///
    /// If it is no search, of another version, damaged or unreadable.
    pub fn read(path: &Path) -> Result<Self, SearchFileError> {
        Self::of(path, File::open(path).map_err(|source| fails(path, source))?)
    }

    /// Opens the search of this question to go on with it. Its lock ends with the value or the process. `None` if there is
    /// no such file.
    pub(crate) fn resume(path: &Path, question: &SearchQuestion) -> Result<Option<Self>, SearchFileError> {
        let file = loop {
            let file = match File::options().read(true).write(true).open(path) {
                Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file.map_err(|source| fails(path, source))?,
            };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(SearchFileError::Busy(path.to_owned())),
                // Without locks one process at a time is up to the user.
                Err(TryLockError::Error(_)) => break file,
                // The process that held the lock may have replaced the file.
                Ok(()) if is_at(&file, path) => break file,
                Ok(()) => {}
            }
        };
        let this = Self::of(path, file)?;
        if this.question != *question {
            let expected = question.to_json().to_string();
            return Err(SearchFileError::Another { path: path.to_owned(), expected });
        }
        this.file.set_len(this.blocks.1).map_err(|source| fails(path, source))?;
        Ok(Some(this))
    }

    /// Begins a search. There must be no file with its name.
    pub(crate) fn create(path: &Path, question: &SearchQuestion, spent: Spent) -> Result<Self, SearchFileError> {
        let write = || -> io::Result<Self> {
            let folder = crate::files::folder_of(path);
            fs::create_dir_all(folder)?;
            let mut temporary = writing::begin(folder)?;
            let about = json!({ "solver": SOLVER, "question": question.to_json() });
            let heading = format!("{MAGIC}{VERSION}\n{about}\n");
            writeln!(temporary, "{heading}{}", Digest::of(heading.as_bytes()))?;
            let start = temporary.stream_position()?;
            let file = temporary.persist_noclobber(path)?;
            Ok(Self { path: path.to_owned(), file, question: question.clone(), spent, blocks: (start, start) })
        };
        write().map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => SearchFileError::Busy(path.to_owned()),
            _ => fails(path, source),
        })
    }

    pub(crate) const fn len(&self) -> u64 {
        self.blocks.1
    }

    /// Reads the heading and compares every checksum.
    fn of(path: &Path, mut file: File) -> Result<Self, SearchFileError> {
        let mut text = Vec::new();
        let mut reader = BufReader::new(&mut file).take(LONGEST_HEADING);
        let mut line = |text: &mut Vec<u8>| io::BufRead::read_until(&mut reader, b'\n', text);
        let mut lengths = [0; 3];
        for length in &mut lengths {
            *length = line(&mut text).map_err(|source| fails(path, source))?;
        }
        let start = text.len() as u64;
        let (heading, sum) = text.split_at(lengths[0] + lengths[1]);
        let (first, about) = heading.split_at(lengths[0]);
        let damaged = |at, expected| SearchFileError::Damaged { path: path.to_owned(), at, expected };
        match first.strip_prefix(MAGIC.as_bytes()).map(String::from_utf8_lossy) {
            None => return Err(SearchFileError::Foreign(path.to_owned())),
            Some(version) if version != format!("{VERSION}\n") => {
                let found = version.trim().chars().take(20).collect();
                return Err(SearchFileError::Version { path: path.to_owned(), found });
            }
            Some(_) if sum != format!("{}\n", Digest::of(heading)).as_bytes() => {
                return Err(damaged(lengths[0] as u64, "a heading with its SHA-256"));
            }
            Some(_) => {}
        }
        let question = serde_json::from_slice::<Value>(about).ok();
        let question = question.and_then(|about| SearchQuestion::of_json(about.get("question")?));
        let question = question.ok_or_else(|| damaged(lengths[0] as u64, "a position or a problem"))?;
        let mut this = Self { path: path.to_owned(), file, question, spent: Spent::default(), blocks: (start, start) };
        let end = this.for_each(u64::MAX, &mut |_| true)?;
        this.blocks.1 = end;
        Ok(this)
    }

    /// Passes the records of each block up to byte `end` to `take`. Returns where the last whole block ends.
    fn for_each(&mut self, end: u64, take: &mut dyn FnMut(&[u8]) -> bool) -> Result<u64, SearchFileError> {
        let path = &self.path;
        let failed = |source| fails(path, source);
        let mut at = self.blocks.0;
        self.file.seek(SeekFrom::Start(at)).map_err(failed)?;
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut content = Vec::new();
        while at < end {
            let damaged = |expected| SearchFileError::Damaged { path: path.clone(), at, expected };
            let mut head = Vec::with_capacity(BLOCK_HEAD);
            (&mut reader).take(BLOCK_HEAD as u64).read_to_end(&mut head).map_err(failed)?;
            let Ok(head) = <[u8; BLOCK_HEAD]>::try_from(head) else { break };
            let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
            if head != block_head(at, length, [8, 9, 10, 11, 12, 13, 14, 15].map(|i| head[i]))
                || !(SPENT..=LONGEST_BLOCK).contains(&(length as usize))
            {
                return Err(damaged("the length of a block with its checksum"));
            }
            content.clear();
            (&mut reader).take(u64::from(length)).read_to_end(&mut content).map_err(failed)?;
            if content.len() < length as usize {
                break;
            }
            if head != block_head(at, length, sum(&content)) {
                return Err(damaged("a block with its checksum"));
            }
            if let Some(([nodes, seconds], records)) = content.split_at_checked(SPENT).map(|(spent, records)| {
                let (nodes, seconds) = spent.split_at(8);
                ([nodes, seconds].map(|it| it.try_into().map(u64::from_le_bytes).ok()), records)
            }) {
                self.spent = Spent { nodes: nodes.unwrap_or(0), seconds: f64::from_bits(seconds.unwrap_or(0)) };
                if !take(records) {
                    return Err(damaged("records of this version"));
                }
            }
            at += (BLOCK_HEAD + content.len()) as u64;
        }
        Ok(at)
    }

    /// Passes all records to `take`, block by block.
    pub(crate) fn replay(&mut self, take: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), SearchFileError> {
        self.for_each(self.blocks.1, take).map(drop)
    }

    /// Appends a block. Once this returns, a kill of the process loses nothing of it.
    pub(crate) fn append(&mut self, records: &[u8], spent: Spent) -> Result<(), SearchFileError> {
        let mut content = Vec::with_capacity(SPENT + records.len());
        content.extend(spent.nodes.to_le_bytes());
        content.extend(spent.seconds.to_bits().to_le_bytes());
        content.extend(records);
        let mut block = block_head(self.blocks.1, content.len() as u32, sum(&content)).to_vec();
        block.append(&mut content);
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.blocks.1))?;
            self.file.write_all(&block)
        };
        write().map_err(|source| fails(&self.path, source))?;
        (self.blocks.1, self.spent) = (self.blocks.1 + block.len() as u64, spent);
        Ok(())
    }

    /// Replaces the file by one with other records; `records` appends them.
    pub(crate) fn replace(
        &mut self,
        records: impl FnOnce(&mut Self) -> Result<(), SearchFileError>,
    ) -> Result<(), SearchFileError> {
        // The new file gets the name only when it is complete, and is locked from its beginning.
        let building = self.path.with_extension("building");
        // A kill may have left one.
        _ = fs::remove_file(&building);
        let mut new = Self::create(&building, &self.question, self.spent)?;
        records(&mut new)?;
        fs::rename(&building, &self.path).map_err(|source| fails(&self.path, source))?;
        new.path.clone_from(&self.path);
        *self = new;
        Ok(())
    }

    /// Removes the file.
    pub(crate) fn remove(self) {
        // One that stays does no harm.
        _ = fs::remove_file(&self.path);
    }
}

#[cfg(not(target_family = "wasm"))]
impl Store {
    /// Takes in the searches that another store keeps of questions without a certificate here. Where both have searched, the
    /// records of both are kept, each once. Returns how many searches have brought something.
    ///
    /// # Errors
    ///
    /// If a search of either cannot be read or written, or another process is at it.
    pub fn merge_searches(&self, other: &Self) -> Result<u64, ArchiveError> {
        let mut n_taken = 0;
        for path in other.search_paths() {
            let mut theirs = SearchFile::read(&path)?;
            let is_proved = match &theirs.question {
                SearchQuestion::Position(question) => self.find(question)?.and_then(|entry| entry.finding.certificate),
                SearchQuestion::Claim(claim) => self.find_claim(claim)?.and_then(|entry| entry.certificate),
            };
            if is_proved.is_some() {
                continue;
            }
            let path = self.searches().path(&theirs.question);
            let mut ours = match SearchFile::resume(&path, &theirs.question)? {
                Some(ours) => ours,
                None => SearchFile::create(&path, &theirs.question, Spent::default())?,
            };
            let mut known = BTreeSet::new();
            ours.replay(&mut |records| {
                known.insert(Digest::of(records));
                true
            })?;
            let (length, all) = (ours.len(), theirs.spent);
            let spent = Spent { nodes: ours.spent.nodes + all.nodes, seconds: ours.spent.seconds + all.seconds };
            let mut written = Ok(());
            theirs.replay(&mut |records| {
                if written.is_ok() && known.insert(Digest::of(records)) {
                    written = ours.append(records, spent);
                }
                true
            })?;
            written?;
            n_taken += u64::from(ours.len() > length);
        }
        Ok(n_taken)
    }
}

fn fails(path: &Path, source: io::Error) -> SearchFileError {
    SearchFileError::Fails { path: path.to_owned(), source }
}

fn sum(content: &[u8]) -> [u8; 8] {
    Digest::of(content).number().to_be_bytes()
}

/// The bytes before the content of a block that begins at byte `at`.
fn block_head(at: u64, length: u32, sum_of_content: [u8; 8]) -> [u8; BLOCK_HEAD] {
    let mut head = [0; BLOCK_HEAD];
    head[..4].copy_from_slice(&length.to_le_bytes());
    let place = [&at.to_le_bytes()[..], &length.to_le_bytes()].concat();
    head[4..8].copy_from_slice(&sum(&place)[..4]);
    head[8..].copy_from_slice(&sum_of_content);
    head
}

/// Whether this is still the file with this path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let of = |found: fs::Metadata| (found.dev(), found.ino());
        file.metadata().map(of).ok() == path.metadata().map(of).ok()
    }
    #[cfg(not(unix))]
    {
        // There an open file cannot be deleted.
        let _ = file;
        path.exists()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::Arc;

    use tesuji_board::{Player, Topology};

    use super::*;

    fn question(side: usize) -> SearchQuestion {
        let topology = Arc::new(Topology::rhombus(side, side).unwrap());
        let (black, white) = (CellSet::new(), CellSet::new());
        SearchQuestion::Position(Question { topology, black, white, to_move: Player::Black })
    }

    fn spent(nodes: u64) -> Spent {
        Spent { nodes, seconds: 0.5 }
    }

    fn records(file: &mut SearchFile) -> Vec<u8> {
        let mut all = Vec::new();
        file.replay(&mut |records| {
            all.extend(records);
            true
        })
        .unwrap();
        all
    }

    #[test]
    fn searches_of_two_stores_become_one() {
        let folder = tempfile::tempdir().unwrap();
        let [ours, theirs] = ["ours", "theirs"].map(|name| Store::open_or_create(&folder.path().join(name)).unwrap());
        let begin = |store: &Store, side: usize, blocks: &[&str]| {
            let path = store.searches().path(&question(side));
            let mut file = SearchFile::create(&path, &question(side), spent(0)).unwrap();
            blocks.iter().zip(1..).for_each(|(block, nodes)| file.append(block.as_bytes(), spent(nodes)).unwrap());
        };
        begin(&ours, 5, &["one", "two"]);
        begin(&theirs, 5, &["one", "three"]);
        begin(&theirs, 6, &["six"]);
        assert_eq!([(); 2].map(|()| ours.merge_searches(&theirs).unwrap()), [2, 0], "the second time brings nothing");
        let mut kept = [5, 6].map(|side| SearchFile::read(&ours.searches().path(&question(side))).unwrap());
        assert_eq!(kept.each_mut().map(records), [&b"onetwothree"[..], b"six"]);
        assert_eq!(kept.map(|file| file.spent.nodes), [4, 1]);
    }

    #[test]
    fn a_search_goes_on_where_a_kill_cut_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.search");
        assert!(SearchFile::resume(&path, &question(5)).unwrap().is_none());
        let mut file = SearchFile::create(&path, &question(5), spent(0)).unwrap();
        let mut ends = vec![file.len()];
        for (i, block) in ["one", "two", "three"].into_iter().enumerate() {
            file.append(block.as_bytes(), spent(i as u64 + 1)).unwrap();
            ends.push(file.len());
        }
        let busy = SearchFile::resume(&path, &question(5)).unwrap_err();
        assert!(matches!(busy, SearchFileError::Busy(_)), "{busy}");
        assert_eq!(SearchFile::read(&path).unwrap().spent, spent(3), "it can be looked at meanwhile");
        drop(file);
        let whole = fs::read(&path).unwrap();
        for length in ends[0]..=ends[3] {
            fs::write(&path, &whole[..length as usize]).unwrap();
            let n_whole = ends.iter().filter(|&&end| end <= length).count() - 1;
            let mut file = SearchFile::resume(&path, &question(5)).unwrap().unwrap();
            assert_eq!(records(&mut file), ["one", "two", "three"][..n_whole].concat().as_bytes());
            assert_eq!(file.spent.nodes, n_whole as u64);
            file.append(b"more", spent(9)).unwrap();
            let mut again = SearchFile::read(&path).unwrap();
            assert_eq!(
                records(&mut again),
                [&["one", "two", "three"][..n_whole], &["more"]].concat().concat().as_bytes()
            );
        }
    }

    #[test]
    fn every_flipped_bit_is_an_error_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.search");
        let mut file = SearchFile::create(&path, &question(5), spent(0)).unwrap();
        file.append(b"some records", spent(1)).unwrap();
        file.append(b"and others", spent(2)).unwrap();
        drop(file);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[at / 8] ^= 1 << (at % 8);
            fs::write(&path, &bytes).unwrap();
            let error = SearchFile::resume(&path, &question(5)).unwrap_err().to_string();
            assert!(error.contains("x.search") && error.contains("left as it is"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::write(&path, &whole).unwrap();
        let another = SearchFile::resume(&path, &question(6)).unwrap_err();
        assert!(matches!(another, SearchFileError::Another { .. }), "{another}");
        fs::write(&path, [b"tesuji search 2\n", &whole[16..]].concat()).unwrap();
        let other = SearchFile::read(&path).unwrap_err().to_string();
        assert!(other.contains("is of version 2, but this program reads version 1"), "{other}");
        fs::write(&path, "notes").unwrap();
        assert!(matches!(SearchFile::read(&path).unwrap_err(), SearchFileError::Foreign(_)));
        fs::write(&path, "").unwrap();
        assert!(matches!(SearchFile::read(&path).unwrap_err(), SearchFileError::Foreign(_)));
    }

    #[test]
    fn a_replaced_file_stays_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.search");
        let mut file = SearchFile::create(&path, &question(4), spent(0)).unwrap();
        file.append(&[7; 1000], spent(5)).unwrap();
        let long = file.len();
        file.replace(|new| new.append(b"short", spent(5))).unwrap();
        assert!(file.len() < long && records(&mut file) == b"short" && file.spent == spent(5));
        assert!(matches!(SearchFile::resume(&path, &question(4)), Err(SearchFileError::Busy(_))));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(file);
        assert_eq!(records(&mut SearchFile::resume(&path, &question(4)).unwrap().unwrap()), b"short");
    }
}
