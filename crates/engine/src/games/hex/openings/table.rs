//! The table: its content, its file format, and what follows from it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;
use tesuji_board::{Cell, Player};
use tesuji_game::zobrist_key;
use tesuji_hex::MAX_SIDE;

use super::GameRecords;

/// The beginning of every table.
const HEADING: &str = "\
# What first moves of Hex are worth, board by board; the rows are those of the board, a1 first.
# Origin: `winners` and `nodes` by our solver; `searched` by our strong player, in thousandths for Black, who begins there;
# `games`, `swapped` and `won` counted in 1,439 games on 11x11 and 8,010 on 13x13 of Little Golem.
# Made by `tesuji openings table --table`, which docs/OPENINGS.md describes.
";

/// The values of searches are integers in this unit.
const UNIT: f64 = 1000.0;

/// Searches with few playouts give little more than 1/2 for any opening. `SHARPNESS` says how much an opening's value
/// rises with the value of its search. `EVEN` is the value that the search gives to an even opening. They come from
/// straight lines through what people made of the openings, votes and results alike: on 13x13 the slope is 5.0 and the
/// line is even at 0.476; on 11x11 it is 2.8 and 0.479.
const SHARPNESS: f64 = 5.0;
const EVEN: f64 = 0.48;

/// A search counts as much as this many results and votes of people.
const WEIGHT_OF_SEARCH: f64 = 20.0;

/// Openings whose distances from 1/2 differ by at most this are equally good to begin with: neither searches nor the net
/// can tell them apart.
pub(in super::super) const EVEN_MARGIN: f64 = 0.02;

/// The value of first moves on all known boards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    boards: BTreeMap<usize, FirstMoves>,
}

/// The value of first moves on one board, cell by cell in the order of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// The winners, if the board is solved.
    pub solved: Option<Solved>,
    /// The results of searches.
    pub searched: Option<Searched>,
    /// The results in games.
    pub records: Option<GameRecords>,
}

/// A board whose openings are solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The winner after each opening.
    pub winners: Vec<Player>,
    /// The number of nodes that our solver needed for each.
    pub nodes: Vec<u32>,
}

/// A board whose openings were searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The number of playouts for each opening.
    pub playouts: u64,
    /// Expectation of Black, who begins there, in thousandths of a win.
    pub values: Vec<u32>,
}

/// Reasons why a text is not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The text is not TOML, or has a wrong key or a wrong kind of value.
    #[error("{0}")]
    Malformed(String),
    /// A board states something impossible.
    #[error("board of side {side}: {key} {fault}")]
    OpeningsBoard {
        /// The side of the board.
        side: usize,
        /// The key.
        key: &'static str,
        /// The fault.
        fault: String,
    },
}

/// The table that is built into the program.
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        // A test reads the table; without it the player would search.
        Table::parse(include_str!("../openings.toml")).unwrap_or_default()
    });
    &TABLE
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let File { board } = toml::from_str(text).map_err(|error| TableError::Malformed(error.to_string()))?;
        let mut boards = BTreeMap::new();
        for board in board {
            let side = board.side;
            if boards.insert(side, board.read()?).is_some() {
                return Err(TableError::OpeningsBoard { side, key: "side", fault: "occurs twice".to_owned() });
            }
        }
        Ok(Self { boards })
    }

    /// The table as text that [`parse`](Self::parse) reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = HEADING.to_owned();
        for (side, board) in &self.boards {
            _ = write!(text, "\n[[board]]\nside = {side}\n");
            board.write(*side, &mut text);
        }
        text
    }

    /// The entries of the square board of this side.
    #[must_use]
    pub fn board(&self, side: usize) -> Option<&FirstMoves> {
        self.boards.get(&side)
    }

    /// The entries of the square board of this side, for changes.
    pub fn board_mut(&mut self, side: usize) -> &mut FirstMoves {
        self.boards.entry(side).or_default()
    }
}

impl FirstMoves {
    /// Expectation of Black, who begins there, from 0 (loss) to 1 (win); `None` if nothing is known.
    ///
    /// On a solved board this is the result. Otherwise it is `(k v + w + s) / (k + 2 n)`. The sharpened value `v` of
    /// the search counts as k = 20 results. In n games the stone won w times, and s second players voted for it by
    /// taking it over.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<f64> {
        let at = cell.index();
        if let Some(solved) = &self.solved {
            return solved.winners.get(at).map(|&winner| f64::from(u8::from(winner == Player::Black)));
        }
        let searched = self.searched.as_ref().and_then(|searched| searched.values.get(at));
        let games = self
            .records
            .as_ref()
            .and_then(|records| Some((records.games.get(at)?, records.won.get(at)?, records.swapped.get(at)?)));
        let by_search = searched.map_or(0.5, |&value| sharpened(f64::from(value) / UNIT));
        match games {
            Some((&n_games, &won, &swapped)) if n_games > 0 => {
                let weight = WEIGHT_OF_SEARCH + 2.0 * f64::from(n_games);
                Some((WEIGHT_OF_SEARCH * by_search + f64::from(won) + f64::from(swapped)) / weight)
            }
            _ => searched.map(|_| by_search),
        }
    }

    /// Whether the second player does well to swap; `None` if nothing is known of the opening.
    #[must_use]
    pub fn is_to_be_swapped(&self, cell: Cell) -> Option<bool> {
        self.value(cell).map(|value| value > 0.5)
    }

    /// The openings that make the fairest game if the second player may swap, in the order of the board.
    ///
    /// On a solved board, where one side wins anyway, these are the openings that took our solver at least half as many
    /// nodes as the hardest one. On other boards they are those nearest to 1/2. Empty if nothing is known.
    #[must_use]
    pub fn fairest(&self) -> Vec<Cell> {
        if let Some(Solved { nodes, .. }) = &self.solved {
            let most = nodes.iter().copied().max().unwrap_or(0);
            return (0..nodes.len()).filter(|&at| nodes[at] >= most.div_ceil(2)).map(Cell::new).collect();
        }
        let n_cells = self.searched.as_ref().map_or(0, |searched| searched.values.len());
        let n_cells = self.records.as_ref().map_or(n_cells, |records| records.games.len().max(n_cells));
        let distances = (0..n_cells).map(Cell::new).filter_map(|cell| Some((cell, (self.value(cell)? - 0.5).abs())));
        let nearest = distances.clone().map(|(_, distance)| distance).fold(f64::INFINITY, f64::min);
        distances.filter(|(_, distance)| *distance <= nearest + EVEN_MARGIN).map(|(cell, _)| cell).collect()
    }

    /// One of the [`fairest`](Self::fairest); the same seed gives the same one.
    #[must_use]
    pub fn choose(&self, seed: u64) -> Option<Cell> {
        let fairest = self.fairest();
        let n_fairest = fairest.len() as u64;
        (n_fairest > 0).then(|| fairest[(zobrist_key(seed) % n_fairest) as usize])
    }

    fn write(&self, side: usize, text: &mut String) {
        if let Some(Solved { winners, nodes }) = &self.solved {
            let letter = |winner: &Player| if *winner == Player::Black { 'B' } else { 'W' };
            write_grid(text, "winners", winners.iter().map(letter), side);
            write_grid(text, "nodes", nodes.iter(), side);
        }
        if let Some(Searched { playouts, values }) = &self.searched {
            _ = writeln!(text, "playouts = {playouts}");
            write_grid(text, "searched", values.iter(), side);
        }
        if let Some(GameRecords { games, swapped, won }) = &self.records {
            write_grid(text, "games", games.iter(), side);
            write_grid(text, "swapped", swapped.iter(), side);
            write_grid(text, "won", won.iter(), side);
        }
    }
}

/// The value of an opening whose search gives `searched`. It rises from 0 to 1, most steeply at `EVEN`, where it is
/// 1/2.
fn sharpened(searched: f64) -> f64 {
    // Only with operations that give the same result on every machine.
    let x = 2.0 * SHARPNESS * (searched - EVEN);
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// Writes numbers or letters row by row, in columns.
fn write_grid(text: &mut String, key: &str, items: impl Iterator<Item = impl ToString>, side: usize) {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    let width = items.iter().map(String::len).max().unwrap_or(0);
    _ = writeln!(text, "{key} = '''");
    for row in items.chunks(side.max(1)) {
        let row: Vec<String> = row.iter().map(|item| format!("{item:>width$}")).collect();
        _ = writeln!(text, "{}", row.join(" "));
    }
    _ = writeln!(text, "'''");
}

/// The table as it is in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    board: Vec<OpeningsBoard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsBoard {
    side: usize,
    winners: Option<String>,
    nodes: Option<String>,
    playouts: Option<u64>,
    searched: Option<String>,
    games: Option<String>,
    swapped: Option<String>,
    won: Option<String>,
}

impl OpeningsBoard {
    fn read(self) -> Result<FirstMoves, TableError> {
        let Self { side, winners, nodes, playouts, searched, games, swapped, won } = self;
        let wrong = |key, fault: String| TableError::OpeningsBoard { side, key, fault };
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(wrong("side", format!("is not from 1 to {MAX_SIDE}")));
        }
        let words = |key, text: &str| -> Result<Vec<String>, TableError> {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            let n_cells = side * side;
            if words.len() == n_cells {
                Ok(words)
            } else {
                Err(wrong(key, format!("has {} entries, not {n_cells}", words.len())))
            }
        };
        let grid = |key, text: Option<String>| -> Result<Vec<u32>, TableError> {
            let text = text.ok_or_else(|| wrong(key, "is missing although its companions are there".to_owned()))?;
            let number =
                |word: &String| word.parse().map_err(|_| wrong(key, format!("has `{word:.20}`, which is not a count")));
            words(key, &text)?.iter().map(number).collect()
        };
        let mut first_moves = FirstMoves::default();
        if winners.is_some() || nodes.is_some() {
            let winner = |word: &String| match word.as_str() {
                "B" => Ok(Player::Black),
                "W" => Ok(Player::White),
                _ => Err(wrong("winners", format!("has `{word:.20}`, which is neither B nor W"))),
            };
            let letters = words("winners", &winners.unwrap_or_default())?;
            let winners = letters.iter().map(winner).collect::<Result<_, _>>()?;
            first_moves.solved = Some(Solved { winners, nodes: grid("nodes", nodes)? });
        }
        if searched.is_some() || playouts.is_some() {
            let values = grid("searched", searched)?;
            if values.iter().any(|&value| f64::from(value) > UNIT) {
                return Err(wrong("searched", "has a value above 1000".to_owned()));
            }
            first_moves.searched = Some(Searched { playouts: playouts.unwrap_or(0), values });
        }
        if games.is_some() || swapped.is_some() || won.is_some() {
            let records = GameRecords {
                games: grid("games", games)?,
                swapped: grid("swapped", swapped)?,
                won: grid("won", won)?,
            };
            for (key, some) in [("swapped", &records.swapped), ("won", &records.won)] {
                if some.iter().zip(&records.games).any(|(some, all)| some > all) {
                    return Err(wrong(key, "has more than there were games".to_owned()));
                }
            }
            first_moves.records = Some(records);
        }
        Ok(first_moves)
    }
}
