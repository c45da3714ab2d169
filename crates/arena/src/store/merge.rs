//! Merges the parts of a match.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rusqlite::TransactionBehavior;

use super::{MatchStore, MatchStoreError, StoredGame, joined};
use crate::audit::{ProofPolicy, audit_stored};
use crate::control::changes;
use crate::schedule::{Schedule, Shard};

/// Report on a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchMerge {
    /// The number of new games.
    pub n_new: u64,
    /// The number of games that were known already and are the same.
    pub n_known: u64,
}

impl MatchStore {
    /// Takes in the games of `others`, all or nothing. Afterwards this store is one of the whole match.
    ///
    /// # Errors
    ///
    /// [`MatchStoreError::Unfit`] if something does not add up: another match or plan, a game that does not belong
    /// where it is or cannot have been played so, a game with two results, or a store that is not of a whole match. Then
    /// nothing has been taken.
    pub fn merge(&mut self, others: &[Self]) -> Result<Vec<MatchMerge>, MatchStoreError> {
        let mut all: BTreeMap<u64, StoredGame> = self.games()?.into_iter().map(|game| (game.number, game)).collect();
        let mut merged = Vec::new();
        let mut news = Vec::new();
        for other in others {
            let unfit = |fault: String| MatchStoreError::Unfit { path: other.path.clone(), fault };
            if self.shard != Shard::WHOLE {
                return Err(unfit(format!("{} is part {}, no store of the whole", self.path.display(), self.shard)));
            }
            if self.control.terms.digest() != other.control.terms.digest() {
                let changes = changes(&self.control.terms, &other.control.terms);
                return Err(unfit(format!("it is a match on other terms: {}", joined(&changes))));
            }
            if (self.control.plan.games, self.control.plan.sprt) != (other.control.plan.games, other.control.plan.sprt)
            {
                let changes = changes(&self.control.plan, &other.control.plan);
                return Err(unfit(format!("it has another plan: {}", joined(&changes))));
            }
            let mut counts = MatchMerge::default();
            let schedule = Schedule::new(&other.control);
            for game in other.games()? {
                match all.get(&game.number) {
                    Some(known) if !known.is_same_game(&game) => {
                        return Err(unfit(format!(
                            "game {} has two results: {}",
                            game.number,
                            differing(known, &game)
                        )));
                    }
                    Some(_) => counts.n_known += 1,
                    None => {
                        let sgf = other.sgf(game.number)?.unwrap_or_default();
                        audit_stored(&other.control, &schedule, &game, &sgf, ProofPolicy::Again, &Arc::default())
                            .map_err(|fault| unfit(format!("game {}: {fault}", game.number)))?;
                        counts.n_new += 1;
                        all.insert(game.number, game.clone());
                        news.push((other, game));
                    }
                }
            }
            merged.push(counts);
        }
        let voids = others.iter().map(|other| other.voids()).collect::<Result<Vec<_>, _>>()?;
        let path = self.path.clone();
        let fails = |source| MatchStoreError::from(super::KIND.fails(&path, source));
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fails)?;
        for (other, game) in &news {
            let sgf = other.sgf(game.number)?.unwrap_or_default();
            game.insert(&transaction, &sgf).map_err(fails)?;
        }
        for (number, (_, why)) in voids.iter().flatten().filter(|(number, _)| !all.contains_key(number)) {
            let sql = "INSERT INTO void (number, at, why) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, rusqlite::params![*number as i64, super::now(), why]).map_err(fails)?;
        }
        let n_kept: i64 = transaction.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).map_err(fails)?;
        if n_kept as usize != all.len() {
            let fault = format!("{} games together, {n_kept} in the store", all.len());
            return Err(MatchStoreError::Unfit { path, fault });
        }
        transaction.commit().map_err(fails)?;
        Ok(merged)
    }

    /// Opens the store for the whole of the match to which `part` belongs, or creates it.
    ///
    /// # Errors
    ///
    /// As for [`Self::open_or_create`].
    pub fn whole_of(path: &Path, part: &Self) -> Result<Self, MatchStoreError> {
        if path.exists() {
            return Self::open(path);
        }
        Self::open_or_create(path, &part.control, Shard::WHOLE).map(|(store, _)| store)
    }
}

/// Difference of two results of a game, in a few words.
fn differing(one: &StoredGame, other: &StoredGame) -> String {
    let words = |game: &StoredGame| {
        let winner = game.ending.winner.map_or("nobody", |winner| winner.name());
        format!("{winner} wins by {} after {} moves", game.ending.reason, game.n_moves())
    };
    if words(one) == words(other) {
        format!("{}, with other moves", words(one))
    } else {
        format!("{}, and {}", words(one), words(other))
    }
}
