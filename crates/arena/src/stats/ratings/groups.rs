//! Connected components of players by games.

use crate::stats::Encounter;

/// The group number of each player. Two players are in one group if chains of scores lead from each to the other.
///
/// A maximum of the likelihood exists if there is only one group (Ford's condition). L. R. Ford, "Solution of a ranking
/// problem from binary comparisons", Amer. Math. Monthly 64 (1957).
pub(super) fn groups(n_players: usize, encounters: &[Encounter]) -> Vec<usize> {
    let mut scored_against = vec![Vec::new(); n_players];
    let mut conceded_to = vec![Vec::new(); n_players];
    let mut edge = |winner: usize, loser: usize| {
        scored_against[winner].push(loser);
        conceded_to[loser].push(winner);
    };
    for encounter in encounters {
        if encounter.games.half_points() > 0 {
            edge(encounter.first, encounter.second);
        }
        if encounter.games.reversed().half_points() > 0 {
            edge(encounter.second, encounter.first);
        }
    }
    let mut group = vec![None; n_players];
    let mut n_groups = 0;
    for player in 0..n_players {
        if group[player].is_some() {
            continue;
        }
        let (below, above) = (reached(player, &scored_against), reached(player, &conceded_to));
        for other in 0..n_players {
            if below[other] && above[other] {
                group[other] = Some(n_groups);
            }
        }
        n_groups += 1;
    }
    group.into_iter().flatten().collect()
}

fn reached(start: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(player) = open.pop() {
        for &next in &edges[player] {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    seen
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::Games;

    fn encounter(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { first, second, games: Games::new(wins, draws, losses) }
    }

    #[test]
    fn players_are_grouped_by_chains_of_scores() {
        // 0 beats 1 beats 2 beats 0: a cycle. 3 loses to all of them, 4 draws with 3, 5 has not played.
        let encounters = [
            encounter(0, 1, 2, 0, 0),
            encounter(1, 2, 1, 0, 0),
            encounter(0, 2, 0, 0, 1),
            encounter(3, 0, 0, 0, 9),
            encounter(3, 4, 0, 1, 0),
        ];
        assert_eq!(groups(6, &encounters), [0, 0, 0, 1, 1, 2]);
        assert_eq!(groups(0, &[]), [0_usize; 0]);
    }
}
