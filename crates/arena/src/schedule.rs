//! Everything about a game follows from its number.

use serde::{Deserialize, Serialize};
use tesuji_archive::store::Digest;
use tesuji_board::Player;

use crate::control::{Colours, Control, Format, ListedPairing, MatchTerms};
use crate::seed;

/// A game to be played: a value that can be sent anywhere and depends on nothing else.
///
/// Two tasks with equal digests are the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameTask {
    /// The match it belongs to.
    pub terms: Digest,
    /// The number of the game in the match, counted from 1.
    pub number: u64,
    /// The players with Black and with White, as numbers in the list of players.
    pub players: [usize; 2],
    /// The number of the opening, counted from 0. It is the same for both games of a pair and for all pairs of a round.
    pub opening: u64,
    /// The seed for drawing a random opening.
    pub opening_seed: u64,
    /// The seeds of Black and of White.
    pub seeds: [u64; 2],
}

impl GameTask {
    /// The hash of the task's content.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a task is plain data"))
    }

    /// The number of the player with this colour.
    #[must_use]
    pub const fn player(&self, colour: Player) -> usize {
        self.players[colour.index()]
    }
}

/// A part of a match to be played here: the pairs whose number leaves this remainder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, counted from 1.
    index: u64,
    /// The number of parts.
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

    /// Whether the game with this number is played here. Both games of a pair are in the same part.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        (pair_of(number)) % self.count == self.index - 1
    }

    /// Whether item `number`, counted from 1, of work that knows no pairs is done here.
    #[must_use]
    pub const fn has_item(self, number: u64) -> bool {
        number.saturating_sub(1) % self.count == self.index - 1
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
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        };
        let (index, count): (u64, u64) =
            read().ok_or_else(|| format!("`{text}` is no part such as `1/4`, the first of four"))?;
        Self::new(index, count).ok_or_else(|| match (index, count) {
            (_, 0) => format!("`{text}`: there is at least one part"),
            (0, _) => format!("`{text}`: parts are counted from 1"),
            _ => format!("`{text}`: there are {count} parts, and none of them is number {index}"),
        })
    }
}

/// The pair, counted from 0, to which game `number` belongs.
#[must_use]
pub const fn pair_of(number: u64) -> u64 {
    number.saturating_sub(1) / 2
}

/// All games of a match. They are computed, not stored: any game costs as little as the first.
///
/// Games are counted from 1. Two consecutive games are a pair: the same two players and the same opening, with colours
/// exchanged. A round has one pair of every two players that meet, all with the same opening. So a longer match begins
/// with the games of the shorter one.
///
/// With fixed colours a round has one game of each pairing, and the next round has the next opening. A pairing that has
/// fewer games than others is left out of later rounds, and the numbers of its games with it: numbers then have gaps.
#[derive(Clone, Debug)]
pub struct Schedule {
    terms: Digest,
    seed: u64,
    colours: Colours,
    pairings: Vec<[usize; 2]>,
    /// The number of games of each pairing.
    games: Vec<u64>,
}

impl Schedule {
    /// The schedule of a match.
    #[must_use]
    pub fn new(control: &Control) -> Self {
        let Control { terms, plan } = control;
        let pairings = pairings(terms);
        let games = |pairing: usize| plan.pairing_games.get(pairing).copied().unwrap_or(plan.games);
        let games = (0..pairings.len()).map(games).collect();
        Self { terms: terms.digest(), seed: terms.seed, colours: terms.colours, pairings, games }
    }

    /// Pairs of players that meet, in the order of a round. The first of each pairing has Black in the first game of a
    /// pair.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        match self.colours {
            Colours::Exchanged => self.games.iter().map(|games| 2 * (games / 2)).fold(0, u64::saturating_add),
            Colours::First => self.games.iter().copied().fold(0, u64::saturating_add),
        }
    }

    /// The numbers of all games, the smallest first.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        let n_pairings = self.pairings.len() as u64;
        let last = match self.colours {
            Colours::Exchanged => self.n_games(),
            Colours::First => self.games.iter().copied().max().unwrap_or(0).saturating_mul(n_pairings),
        };
        let (colours, games) = (self.colours, self.games.clone());
        (1..=last).filter(move |number| {
            let game = number - 1;
            colours == Colours::Exchanged || game / n_pairings < games[(game % n_pairings) as usize]
        })
    }

    /// The colour that the first player of a pairing has in game `number`.
    #[must_use]
    pub const fn first_colour(&self, number: u64) -> Player {
        match self.colours {
            Colours::Exchanged if number.is_multiple_of(2) => Player::White,
            _ => Player::Black,
        }
    }

    /// Whether two games in a row are a pair: the same opening, with colours exchanged.
    #[must_use]
    pub fn has_pairs(&self) -> bool {
        self.colours == Colours::Exchanged
    }

    /// The game with this number. Games past the end are what they would be in a longer match.
    #[must_use]
    pub fn task(&self, number: u64) -> GameTask {
        let meeting = match self.colours {
            Colours::Exchanged => pair_of(number),
            Colours::First => number.saturating_sub(1),
        };
        let n_pairings = self.pairings.len() as u64;
        let [first, second] = self.pairings[(meeting % n_pairings) as usize];
        let players = match self.first_colour(number) {
            Player::Black => [first, second],
            Player::White => [second, first],
        };
        let opening = meeting / n_pairings;
        GameTask {
            terms: self.terms,
            number,
            players,
            opening,
            opening_seed: seed::of(self.seed, "opening", opening),
            seeds: ["black", "white"].map(|colour| seed::of(self.seed, colour, number)),
        }
    }
}

fn pairings(terms: &MatchTerms) -> Vec<[usize; 2]> {
    let n_players = terms.players.len();
    match terms.format {
        Format::Match => vec![[0, 1]],
        Format::RoundRobin => {
            (0..n_players).flat_map(|first| (first + 1..n_players).map(move |second| [first, second])).collect()
        }
        Format::Gauntlet => (1..n_players).map(|second| [0, second]).collect(),
        Format::Ladder => (1..n_players).map(|second| [second - 1, second]).collect(),
        Format::List => {
            let number = |name: &String| terms.players.iter().position(|player| player.name == *name);
            // Controls are checked, so that every name is that of a player.
            let pairing = |ListedPairing { black, white }: &ListedPairing| Some([number(black)?, number(white)?]);
            terms.pairings.iter().filter_map(pairing).collect()
        }
    }
}

/// The names of the players, by number.
#[must_use]
pub fn player_names(terms: &MatchTerms) -> Vec<&str> {
    terms.players.iter().map(|player| player.name.as_str()).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::control;

    #[test]
    fn a_pair_is_an_opening_with_both_colours() {
        let schedule = Schedule::new(&control(""));
        assert_eq!(schedule.n_games(), 40);
        for pair in 0..20 {
            let (one, other) = (schedule.task(2 * pair + 1), schedule.task(2 * pair + 2));
            assert_eq!((one.players, other.players), ([0, 1], [1, 0]));
            assert_eq!((one.opening, one.opening_seed), (other.opening, other.opening_seed));
            assert_eq!(one.opening, pair);
            assert_eq!((pair_of(one.number), pair_of(other.number)), (pair, pair));
        }
    }

    #[test]
    fn no_two_games_share_a_seed_or_a_digest() {
        let schedule = Schedule::new(&control(""));
        let tasks: Vec<GameTask> = (1..=40).map(|number| schedule.task(number)).collect();
        let seeds: BTreeSet<u64> = tasks.iter().flat_map(|task| task.seeds).collect();
        let openings: BTreeSet<u64> = tasks.iter().map(|task| task.opening_seed).collect();
        let digests: BTreeSet<Digest> = tasks.iter().map(GameTask::digest).collect();
        assert_eq!((seeds.len(), openings.len(), digests.len()), (80, 20, 40));
    }

    #[test]
    fn a_longer_match_begins_with_the_shorter_one() {
        let (short, long) = (control(""), control("").plan);
        let long = Control { plan: crate::control::MatchPlan { games: 1000, ..long }, ..short.clone() };
        let (short, long) = (Schedule::new(&short), Schedule::new(&long));
        assert!((1..=40).all(|number| short.task(number) == long.task(number)));
    }

    #[test]
    fn formats_say_who_meets_whom() {
        let pairings = |format, n_players: usize| {
            let mut terms = control("").terms;
            let player = terms.players[0].clone();
            terms.format = format;
            terms.players = vec![player; n_players];
            pairings(&terms)
        };
        assert_eq!(pairings(Format::Match, 2), [[0, 1]]);
        assert_eq!(pairings(Format::RoundRobin, 4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(pairings(Format::Gauntlet, 4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(pairings(Format::Ladder, 4), [[0, 1], [1, 2], [2, 3]]);
        let mut robin = control("");
        robin.terms.format = Format::RoundRobin;
        let third = crate::control::Contestant { name: "three".to_owned(), ..robin.terms.players[0].clone() };
        robin.terms.players.push(third);
        let schedule = Schedule::new(&robin);
        assert_eq!(schedule.n_games(), 120);
        let first_round: Vec<_> = (1..=6).map(|number| schedule.task(number)).collect();
        assert_eq!(
            first_round.iter().map(|task| task.players).collect::<Vec<_>>(),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert!(first_round.iter().all(|task| task.opening == 0));
        assert_eq!(schedule.task(7).opening, 1);
    }

    /// Fixed colours: the first of a pairing always has Black, and each game has an opening of its own.
    #[test]
    fn fixed_colours_never_change() {
        let schedule = Schedule::new(&control("colours = 'first'"));
        assert_eq!((schedule.n_games(), schedule.has_pairs()), (40, false));
        let tasks: Vec<GameTask> = schedule.numbers().map(|number| schedule.task(number)).collect();
        assert!(tasks.iter().all(|task| task.players == [0, 1]));
        assert!(tasks.iter().zip(0..).all(|(task, opening)| task.opening == opening));
        assert_eq!(tasks.len(), 40);
        let numbers: Vec<u64> = Schedule::new(&control("")).numbers().collect();
        assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    }

    /// Three pairings with 3, 1 and 2 games. Later rounds leave out those that are through, and more games of one
    /// pairing leave the numbers of the others alone.
    #[test]
    fn a_list_says_who_has_black_and_how_often() {
        let players = control("").terms.players;
        let pairing = |black: &str, white: &str| crate::control::ListedPairing {
            black: black.to_owned(),
            white: white.to_owned(),
        };
        let three = crate::control::Contestant { name: "three".to_owned(), ..players[0].clone() };
        let list = |games: [u64; 3]| {
            let pairings = [pairing("one", "two"), pairing("two", "one"), pairing("three", "one")];
            let pairings: Vec<_> = pairings.into_iter().zip(games).collect();
            let players = [players.clone(), vec![three.clone()]].concat();
            Control::of_pairings(control("").terms.game, players, &pairings, 3).unwrap()
        };
        let schedule = Schedule::new(&list([3, 1, 2]));
        let games: Vec<_> =
            schedule.numbers().map(|n| (n, schedule.task(n).players, schedule.task(n).opening)).collect();
        assert_eq!(
            games,
            [(1, [0, 1], 0), (2, [1, 0], 0), (3, [2, 0], 0), (4, [0, 1], 1), (6, [2, 0], 1), (7, [0, 1], 2)]
        );
        assert_eq!(schedule.n_games(), 6);
        let longer = Schedule::new(&list([3, 9, 2]));
        assert!(schedule.numbers().all(|number| schedule.task(number) == longer.task(number)));
        assert_eq!(longer.numbers().count(), 14);
    }

    #[test]
    fn parts_divide_the_pairs() {
        for count in 1..=5 {
            let shards: Vec<Shard> = (1..=count).map(|index| Shard::new(index, count).unwrap()).collect();
            for number in 1..=40 {
                assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1);
            }
            assert!((1..=40).all(|number| shards.iter().filter(|shard| shard.has_item(number)).count() == 1));
            assert!(shards.iter().all(|shard| (1..=20).all(|pair| shard.has(2 * pair - 1) == shard.has(2 * pair))));
        }
        assert_eq!("2/5".parse(), Ok(Shard::new(2, 5).unwrap()));
        assert_eq!(Shard::new(2, 5).unwrap().to_string(), "2/5");
        for (bad, why) in [
            ("", "no part such as"),
            ("2", "no part such as"),
            ("a/b", "no part such as"),
            ("-1/5", "no part such as"),
            ("0/5", "counted from 1"),
            ("6/5", "there are 5 parts"),
            ("1/0", "at least one part"),
        ] {
            let error = bad.parse::<Shard>().unwrap_err();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
