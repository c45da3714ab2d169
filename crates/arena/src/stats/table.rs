//! Results as text in columns, for a terminal, a report or a file of values.

use std::fmt;
use tesuji_board::SortOnce as _;

use super::{Confidence, Crosstable, Games, IntervalEstimate, Ratings, Tally};

/// Columns of text. Displayed with aligned columns: the name on the left, counts on the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultTable {
    /// The title of each column.
    pub header: Vec<String>,
    /// The rows. Each has as many cells as the header.
    pub rows: Vec<Vec<String>>,
}

/// Between two columns.
const GAP: &str = "  ";
/// The text of an empty cell.
const NOTHING: &str = "-";
/// The column of names, the only one aligned to the left.
const NAME_COLUMN: usize = 1;

impl Crosstable {
    /// The standings: one row for each player, best first, with the points and games against each other player.
    ///
    /// A player without a name is shown by its index.
    #[must_use]
    pub fn table(&self, names: &[impl AsRef<str>], confidence: Confidence) -> ResultTable {
        let standings = self.standings(confidence);
        let mut header: Vec<String> = ["rank", "player", "games", "points", "score", "elo"].map(String::from).to_vec();
        header.extend(standings.iter().map(|standing| name(names, standing.player)));
        let row = |standing: &super::CrosstableRow| {
            let games = standing.games;
            let mut row = vec![
                standing.rank.to_string(),
                name(names, standing.player),
                games.games().to_string(),
                points(games),
                games.score().map_or(NOTHING.into(), percent),
                standing.against_field.map_or(NOTHING.into(), |elo| elo.to_string()),
            ];
            row.extend(standings.iter().map(|opponent| {
                let cell = self.cell(standing.player, opponent.player);
                if cell.games() == 0 { NOTHING.into() } else { format!("{}/{}", points(cell), cell.games()) }
            }));
            row
        };
        ResultTable { header, rows: standings.iter().map(row).collect() }
    }
}

impl Ratings {
    /// One row for each player, strongest first, with the probability of being stronger than the next.
    ///
    /// Elo is relative to the mean of all players. A player without a name is shown by its index. Groups are only shown
    /// if there is more than one.
    #[must_use]
    pub fn table(&self, names: &[impl AsRef<str>]) -> ResultTable {
        self.table_of(names, None)
    }

    /// As above, with Elo relative to the player `anchor`, or to the mean if there is no such player.
    ///
    /// The mean is as uncertain as its most uncertain player. So an anchor with many games gives shorter intervals.
    #[must_use]
    pub fn anchored_table(&self, names: &[impl AsRef<str>], anchor: usize) -> ResultTable {
        self.table_of(names, Some(anchor).filter(|&anchor| anchor < self.players().len()))
    }

    fn table_of(&self, names: &[impl AsRef<str>], anchor: Option<usize>) -> ResultTable {
        let elo = |player: usize| anchor.map_or(self.players()[player].elo, |anchor| self.difference(player, anchor));
        let mut order: Vec<usize> = (0..self.players().len()).collect();
        order.sort_once_by(|&a, &b| elo(b).value.total_cmp(&elo(a).value));
        let several_groups = self.n_groups() > 1;
        let mut header: Vec<String> =
            ["rank", "player", "elo", "interval", "games", "score", "LOS"].map(String::from).to_vec();
        header.extend(several_groups.then(|| "group".into()));
        let row = |(place, &player): (usize, &usize)| {
            let rating = &self.players()[player];
            let IntervalEstimate { value, interval } = elo(player);
            let mut row = vec![
                (place + 1).to_string(),
                name(names, player),
                format!("{value:+.1}"),
                if anchor == Some(player) {
                    NOTHING.into()
                } else {
                    format!("[{:+.1}, {:+.1}]", interval.low, interval.high)
                },
                rating.games.games().to_string(),
                rating.games.score().map_or(NOTHING.into(), percent),
                order.get(place + 1).map_or(NOTHING.into(), |&next| percent(self.superiority(player, next))),
            ];
            row.extend(several_groups.then(|| (rating.group + 1).to_string()));
            row
        };
        ResultTable { header, rows: order.iter().enumerate().map(row).collect() }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn name(names: &[impl AsRef<str>], player: usize) -> String {
    names.get(player).map_or_else(|| player.to_string(), |name| name.as_ref().to_owned())
}

fn points(games: Games) -> String {
    format!("{:.1}", games.half_points() as f64 / 2.0)
}

impl fmt::Display for ResultTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = || std::iter::once(&self.header).chain(&self.rows);
        let width = |column: usize| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..self.header.len()).filter_map(width).collect();
        for row in rows() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == NAME_COLUMN { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join(GAP).trim_end())?;
        }
        Ok(())
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::{Encounter, StrengthPrior};

    const EVENT: [Encounter; 3] = [
        Encounter { first: 0, second: 1, games: Games::new(7, 1, 2) },
        Encounter { first: 1, second: 0, games: Games::new(4, 0, 6) },
        Encounter { first: 2, second: 0, games: Games::new(0, 0, 9) },
    ];

    fn lines(table: &ResultTable) -> Vec<String> {
        table.to_string().lines().map(String::from).collect()
    }

    #[test]
    fn the_crosstable_is_aligned() {
        let table = Crosstable::new(3, &EVENT).unwrap().table(&["uct", "größer"], Confidence::P95);
        assert_eq!(
            lines(&table),
            [
                "rank  player  games  points  score                     elo     uct   größer      2",
                "   1  uct        29    22.5  77.6%  +215.7 [+74.0, +373.5]       -  13.5/20  9.0/9",
                "   2  größer     20     6.5  32.5%  -127.0 [-293.2, +27.7]  6.5/20        -      -",
                "   3  2           9     0.0   0.0%            below -161.4   0.0/9        -      -",
            ]
        );
    }

    /// An anchor keeps the third player, about whom little is known, out of the others' intervals.
    #[test]
    fn ratings_tell_anchor_and_groups() {
        let ratings = |encounters| Ratings::new(3, encounters, StrengthPrior::default(), Confidence::P95).unwrap();
        assert_eq!(
            lines(&ratings(&EVENT).anchored_table(&["a", "b", "c"], 1)),
            [
                "rank  player     elo           interval  games  score    LOS  group",
                "   1  a       +132.0    [-20.0, +304.3]     29  77.6%  95.5%      1",
                "   2  b         +0.0                  -     20  32.5%  99.4%      1",
                "   3  c       -797.3  [-2573.6, -121.2]      9   0.0%      -      2",
            ]
        );
        let joined = [EVENT[0], EVENT[1], Encounter { first: 2, second: 0, games: Games::new(1, 0, 9) }];
        assert_eq!(
            lines(&ratings(&joined).anchored_table(&["a", "b", "c"], 1)),
            [
                "rank  player     elo         interval  games  score    LOS",
                "   1  a       +131.2  [-22.0, +304.7]     30  75.0%  95.3%",
                "   2  b         +0.0                -     20  32.5%  94.9%",
                "   3  c       -307.2  [-806.7, +56.4]     10  10.0%      -",
            ]
        );
        assert_eq!(ratings(&joined).anchored_table(&["a"], 9), ratings(&joined).table(&["a"]));
    }
}
