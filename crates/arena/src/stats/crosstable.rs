//! Crosstables of scores.

use std::cmp::Reverse;
use tesuji_board::SortOnce as _;

use serde::Serialize;

use super::{Confidence, EloEstimate, Encounter, Games, Pairs, StatsError, Tally};

/// The results of an event: a square of counts with one row for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    n_players: usize,
    /// Row by row. Each cell is from the view of the player of its row.
    cells: Vec<Games>,
    first_player: Games,
    /// The complete pairs of each player, from the player's view, if games come in pairs.
    pairs: Option<Vec<Pairs>>,
}

/// One line of the final table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CrosstableRow {
    /// The rank, from 1. Players with equal scores share one.
    pub rank: usize,
    /// Index of the player.
    pub player: usize,
    /// All games of the player, from the player's view.
    pub games: Games,
    /// Score and Elo against the field, as if it were a single opponent; `None` before the first game, or before the
    /// first complete pair if games come in pairs.
    ///
    /// The field differs from player to player; [`Ratings`](super::Ratings) takes that into account.
    pub against_field: Option<EloEstimate>,
}

impl Crosstable {
    /// The results of `n_players` players. Encounters of the same two players are added up.
    ///
    /// # Errors
    ///
    /// An encounter names a player that does not exist, or one player twice.
    pub fn new(n_players: usize, encounters: &[Encounter]) -> Result<Self, StatsError> {
        Encounter::check_all(n_players, encounters)?;
        let cells = vec![Games::default(); n_players * n_players];
        let mut table = Self { n_players, cells, first_player: Games::default(), pairs: None };
        for &Encounter { first, second, games } in encounters {
            table.cells[first * n_players + second] += games;
            table.cells[second * n_players + first] += games.reversed();
            table.first_player += games;
        }
        Ok(table)
    }

    /// Adds the complete pairs of each player, from the player's view. Elo then counts pairs, as it
    /// does everywhere else: games that share an opening are not independent.
    #[must_use]
    pub fn with_pairs(mut self, pairs: Vec<Pairs>) -> Self {
        self.pairs = Some(pairs);
        self
    }

    /// Elo of `player` against the field, by pairs if they are known.
    fn against_field(&self, player: usize, games: &Games, confidence: Confidence) -> Option<EloEstimate> {
        match &self.pairs {
            Some(pairs) => EloEstimate::new(pairs.get(player)?, confidence),
            None => EloEstimate::new(games, confidence),
        }
    }

    /// The number of players.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.n_players
    }

    /// The games of `player` against `opponent`, from the view of `player`. Empty if there are no such players.
    #[must_use]
    pub fn cell(&self, player: usize, opponent: usize) -> Games {
        let inside = player < self.n_players && opponent < self.n_players;
        if inside { self.cells[player * self.n_players + opponent] } else { Games::default() }
    }

    /// All games of `player`. Empty if there is no such player.
    #[must_use]
    pub fn row_total(&self, player: usize) -> Games {
        (0..self.n_players).map(|opponent| self.cell(player, opponent)).fold(Games::default(), |sum, cell| sum + cell)
    }

    /// All games of the event, from the view of the player who moved first.
    #[must_use]
    pub fn first_player(&self) -> Games {
        self.first_player
    }

    /// The players by score, best first. Players with equal scores are in the order of their indices; those without
    /// games come last.
    #[must_use]
    pub fn standings(&self, confidence: Confidence) -> Vec<CrosstableRow> {
        let mut players: Vec<(usize, Games)> =
            (0..self.n_players).map(|player| (player, self.row_total(player))).collect();
        // Half points per game, compared by cross-multiplication so that nothing is rounded.
        players.sort_once_by(|(_, a), (_, b)| {
            let by_score = (b.half_points() * a.games()).cmp(&(a.half_points() * b.games()));
            Reverse(a.games() > 0).cmp(&Reverse(b.games() > 0)).then(by_score)
        });
        let mut standings: Vec<CrosstableRow> = Vec::with_capacity(players.len());
        for (player, games) in players {
            let rank = match standings.last() {
                Some(last) if last.games.score() == games.score() => last.rank,
                _ => standings.len() + 1,
            };
            let against_field = self.against_field(player, &games, confidence);
            standings.push(CrosstableRow { rank, player, games, against_field });
        }
        standings
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn event() -> Crosstable {
        let encounters = [
            Encounter { first: 0, second: 1, games: Games::new(3, 1, 0) },
            Encounter { first: 1, second: 0, games: Games::new(2, 0, 2) },
            Encounter { first: 2, second: 1, games: Games::new(2, 1, 1) },
            Encounter { first: 0, second: 1, games: Games::new(0, 0, 1) },
        ];
        Crosstable::new(4, &encounters).unwrap()
    }

    #[test]
    fn cells_are_mirrored() {
        let table = event();
        assert_eq!(table.cell(0, 1), Games::new(5, 1, 3));
        assert_eq!(table.cell(1, 0), Games::new(3, 1, 5));
        assert_eq!(table.row_total(1), Games::new(4, 2, 7));
        assert_eq!(table.first_player(), Games::new(7, 2, 4));
        assert_eq!(table.cell(9, 0), Games::default());
    }

    /// 62.5 % in four games, 61.1 % in nine, 38.5 % in thirteen, no games.
    #[test]
    fn players_are_ranked_by_score() {
        let standings = event().standings(Confidence::P95);
        let places: Vec<_> = standings.iter().map(|standing| (standing.rank, standing.player)).collect();
        assert_eq!(places, [(1, 2), (2, 0), (3, 1), (4, 3)]);
        assert_eq!(standings[3].against_field, None);
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let encounters = [
            Encounter { first: 0, second: 1, games: Games::new(0, 2, 0) },
            Encounter { first: 2, second: 0, games: Games::new(1, 0, 3) },
            Encounter { first: 2, second: 1, games: Games::new(0, 0, 8) },
            Encounter { first: 3, second: 4, games: Games::new(1, 0, 1) },
        ];
        let standings = Crosstable::new(5, &encounters).unwrap().standings(Confidence::P95);
        let places: Vec<_> = standings.iter().map(|standing| (standing.rank, standing.player)).collect();
        assert_eq!(places, [(1, 1), (2, 0), (3, 3), (3, 4), (5, 2)]);
    }

    #[test]
    fn strangers_are_refused() {
        for (first, second) in [(0, 0), (0, 2), (7, 1)] {
            let encounters = [Encounter { first, second, games: Games::default() }];
            assert_eq!(Crosstable::new(2, &encounters), Err(StatsError::Player { first, second, players: 2 }));
        }
    }
}
