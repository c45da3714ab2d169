//! Results as text in columns, for a terminal, a report or a file of values.

use std::fmt;

use super::{Confidence, Crosstable, Estimate, Games, Ratings, Tally};

/// Columns of text. Shown with aligned columns: the name to the left, what is counted to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What each column is.
    pub header: Vec<String>,
    /// As many cells in each row as the header has.
    pub rows: Vec<Vec<String>>,
}

/// Between two columns.
const GAP: &str = "  ";
/// In a cell that says nothing.
const NOTHING: &str = "-";
/// The column of names, the only one that is aligned to the left.
const NAME_COLUMN: usize = 1;

impl Crosstable {
    /// The standings: a row for each player, best first, with the points and games against each other player.
    ///
    /// A player without a name is called by the index.
    #[must_use]
    pub fn table(&self, names: &[impl AsRef<str>], confidence: Confidence) -> Table {
        let standings = self.standings(confidence);
        let mut header: Vec<String> = ["rank", "player", "games", "points", "score", "elo"].map(String::from).to_vec();
        header.extend(standings.iter().map(|standing| name(names, standing.player)));
        let row = |standing: &super::Standing| {
            let games = standing.games;
            let mut row = vec![
                standing.rank.to_string(),
                name(names, standing.player),
                games.games().to_string(),
                points(games),
                games.score().map_or(NOTHING.into(), |score| format!("{:.1}%", 100.0 * score)),
                standing.against_field.map_or(NOTHING.into(), |elo| elo.to_string()),
            ];
            row.extend(standings.iter().map(|opponent| {
                let cell = self.cell(standing.player, opponent.player);
                if cell.games() == 0 { NOTHING.into() } else { format!("{}/{}", points(cell), cell.games()) }
            }));
            row
        };
        Table { header, rows: standings.iter().map(row).collect() }
    }
}

impl Ratings {
    /// A row for each player, strongest first, with the probability of being stronger than the next.
    ///
    /// A player without a name is called by the index. Groups are told only if there is more than one.
    #[must_use]
    pub fn table(&self, names: &[impl AsRef<str>]) -> Table {
        let mut order: Vec<usize> = (0..self.players().len()).collect();
        order.sort_by(|&a, &b| self.players()[b].elo.value.total_cmp(&self.players()[a].elo.value));
        let told_groups = self.n_groups() > 1;
        let mut header: Vec<String> =
            ["rank", "player", "elo", "interval", "games", "score", "LOS"].map(String::from).to_vec();
        header.extend(told_groups.then(|| "group".into()));
        let row = |(place, &player): (usize, &usize)| {
            let rating = &self.players()[player];
            let Estimate { value, interval } = rating.elo;
            let mut row = vec![
                (place + 1).to_string(),
                name(names, player),
                format!("{value:+.1}"),
                format!("[{:+.1}, {:+.1}]", interval.low, interval.high),
                rating.games.games().to_string(),
                rating.games.score().map_or(NOTHING.into(), |score| format!("{:.1}%", 100.0 * score)),
                order
                    .get(place + 1)
                    .map_or(NOTHING.into(), |&next| format!("{:.1}%", 100.0 * self.superiority(player, next))),
            ];
            row.extend(told_groups.then(|| rating.group.to_string()));
            row
        };
        Table { header, rows: order.iter().enumerate().map(row).collect() }
    }
}

fn name(names: &[impl AsRef<str>], player: usize) -> String {
    names.get(player).map_or_else(|| player.to_string(), |name| name.as_ref().to_owned())
}

fn points(games: Games) -> String {
    format!("{:.1}", games.half_points() as f64 / 2.0)
}

impl fmt::Display for Table {
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
