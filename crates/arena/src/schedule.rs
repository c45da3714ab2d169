//! The number of a game says all about it.

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_store::Digest;

use crate::control::{Control, Format, Terms};
use crate::seed;

/// A game to be played: a value that can be sent anywhere and depends on nothing else.
///
/// Two tasks with equal digests are the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Of which match.
    pub terms: Digest,
    /// Which game of it, counted from 1.
    pub number: u64,
    /// Who has Black and who White, as numbers in the list of players.
    pub players: [usize; 2],
    /// Which opening: counted from 0, the same for both games of a pair and for all pairs of a round.
    pub opening: u64,
    /// From which a random opening is drawn.
    pub opening_seed: u64,
    /// For Black and for White.
    pub seeds: [u64; 2],
}

impl Task {
    /// The hash of its content.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a task is plain data"))
    }

    /// The number of the player who has this colour.
    #[must_use]
    pub const fn player(&self, colour: Player) -> usize {
        self.players[colour.index()]
    }
}

/// Which of several parts of a match is played here: the pairs whose number leaves this remainder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which one, counted from 1.
    index: u64,
    /// Of how many.
    count: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index`, counted from 1, of `count`.
    #[must_use]
    pub const fn new(index: u64, count: u64) -> Option<Self> {
        if index >= 1 && index <= count { Some(Self { index, count }) } else { None }
    }

    /// Is the game with this number played here? Both games of a pair are.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        (pair_of(number)) % self.count == self.index - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            Self::new(index.trim().parse().ok()?, count.trim().parse().ok()?)
        };
        read().ok_or_else(|| format!("`{text}` is no part such as `1/4`, the first of four"))
    }
}

/// The pair, counted from 0, to which game `number` belongs.
#[must_use]
pub const fn pair_of(number: u64) -> u64 {
    number.saturating_sub(1) / 2
}

/// All games of a match. It is computed, not stored: any game costs as little as the first.
///
/// Games are counted from 1. Two in a row are a pair: the same two players and the same opening, with colours exchanged.
/// A round is one pair of every two players that meet; all of it begins with the same opening. So a match that is made
/// longer begins with the games of the shorter one.
#[derive(Clone, Debug)]
pub struct Schedule {
    terms: Digest,
    seed: u64,
    pairings: Vec<[usize; 2]>,
    n_rounds: u64,
}

impl Schedule {
    /// The schedule of a match.
    #[must_use]
    pub fn new(control: &Control) -> Self {
        let Control { terms, plan } = control;
        let pairings = pairings(terms.format, terms.players.len());
        Self { terms: terms.digest(), seed: terms.seed, pairings, n_rounds: plan.games / 2 }
    }

    /// Who meets whom, in the order of a round; the first of each has Black in the first game of a pair.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        2 * self.n_rounds * self.pairings.len() as u64
    }

    /// The game with this number. Those past the end are what they would be in a longer match.
    #[must_use]
    pub fn task(&self, number: u64) -> Task {
        let pair = pair_of(number);
        let n_pairings = self.pairings.len() as u64;
        let [first, second] = self.pairings[(pair % n_pairings) as usize];
        let players = if number.is_multiple_of(2) { [second, first] } else { [first, second] };
        let opening = pair / n_pairings;
        Task {
            terms: self.terms,
            number,
            players,
            opening,
            opening_seed: seed::of(self.seed, "opening", opening),
            seeds: ["black", "white"].map(|colour| seed::of(self.seed, colour, number)),
        }
    }
}

fn pairings(format: Format, n_players: usize) -> Vec<[usize; 2]> {
    match format {
        Format::Match => vec![[0, 1]],
        Format::RoundRobin => {
            (0..n_players).flat_map(|first| (first + 1..n_players).map(move |second| [first, second])).collect()
        }
        Format::Gauntlet => (1..n_players).map(|second| [0, second]).collect(),
        Format::Ladder => (1..n_players).map(|second| [second - 1, second]).collect(),
    }
}

/// Names of players by their number.
#[must_use]
pub fn player_names(terms: &Terms) -> Vec<&str> {
    terms.players.iter().map(|player| player.name.as_str()).collect()
}
