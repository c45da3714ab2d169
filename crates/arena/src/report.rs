//! Report on a match as plain data. Text, JSON and pages are made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};
use tesuji_board::{Player, SortOnce as _};

use crate::record::{EndReason, Forfeit};
use crate::run::MatchError;
use crate::schedule::{Schedule, Shard, pair_of};
use crate::stats::{
    Confidence, EloEstimate, GameScore, Games, Hypothesis, Interval, Pairs, ResultTable, Sprt, Tally as Counts, wilson,
};
use crate::store::{MatchStore, StoredGame};
use crate::tally::{Tally, score};

/// The most openings that are listed.
const MOST_OPENINGS: usize = 100;
/// The most points of a curve over the games of a match.
const MOST_POINTS: usize = 240;

/// Report on a match. Intervals are 95 % intervals; a number that nothing bounds is infinite, and
/// `null` in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// `report`, which tells its JSON from that of a game.
    pub event: &'static str,
    /// The title in the control file; may be empty.
    pub title: String,
    /// The hash of the terms.
    pub terms: String,
    /// The part of the match that is counted: `1/1` for the whole.
    pub shard: String,
    /// Whether that is the whole match.
    #[serde(skip)]
    pub is_whole: bool,
    /// Games that count.
    pub games: u64,
    /// Games of this part, played or not.
    pub scheduled: u64,
    /// Games played past the end of the test, which do not count.
    pub beyond: u64,
    /// The players, in the order of the control file.
    pub players: Vec<PlayerSummary>,
    /// Pairings that have played at least one game.
    pub pairings: Vec<PairingSummary>,
    /// Wins by colour: a row for each player against each other that it has met.
    pub by_colour: Vec<ColourRow>,
    /// Value of moving first, or of the handicap.
    pub first_player: FirstPlayer,
    /// The sequential test, if there is one.
    pub test: Option<TestSummary>,
    /// Number of games for each reason.
    #[serde(serialize_with = "map")]
    pub reasons: Vec<(&'static str, u64)>,
    /// Games that repeat an earlier one move for move.
    pub repeated: u64,
    /// Number of times that the most frequent game was played.
    pub most_frequent: u64,
    /// Moves of all games, openings included.
    pub moves: u64,
    /// Games that failed by nobody's fault and have not been played since.
    pub to_be_replayed: Vec<VoidSummary>,
    /// Results by opening: the most frequent first, [at most a hundred](Self::n_openings).
    pub openings: Vec<OpeningSummary>,
    /// Number of different openings.
    pub n_openings: u64,
    /// The standings as a table of text.
    #[serde(skip)]
    pub standings: ResultTable,
    /// Ratings, where more than two players met.
    #[serde(skip)]
    pub ratings: Option<ResultTable>,
    /// The games that count, in the order of their numbers.
    #[serde(skip)]
    pub played: Vec<StoredGame>,
}

/// A player in the report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Elo in the Bradley-Terry model; 0 is the mean of the players.
    pub rating: f64,
    /// The low end of its interval.
    pub rating_low: f64,
    /// The high end.
    pub rating_high: f64,
    /// Players of different groups cannot be compared.
    pub group: usize,
    /// Seconds by the clock over all games.
    pub seconds: f64,
    /// Moves that it chose itself.
    pub chosen: u64,
    /// The mean processor time of these, in seconds, where it is known.
    pub cpu_of_a_move: Option<f64>,
    /// Forfeits by kind, in the order of tables.
    #[serde(serialize_with = "map")]
    pub forfeits: Vec<(&'static str, u64)>,
    /// Wins, draws and losses with Black.
    pub black: ColourSummary,
    /// With White.
    pub white: ColourSummary,
}

/// A player's results with one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ColourSummary {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl From<Games> for ColourSummary {
    fn from(games: Games) -> Self {
        Self { wins: games.wins(), draws: games.draws(), losses: games.losses() }
    }
}

/// Results of a player against another, by colour.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ColourRow {
    /// The player whose games are counted.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Its games with Black.
    pub black: ColourShare,
    /// With White.
    pub white: ColourShare,
}

/// Wins of one player with one colour against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ColourShare {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins among all games, from 0 to 1; `None` without games.
    pub share: Option<f64>,
    /// The low end of its interval (Wilson).
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
}

impl From<Games> for ColourShare {
    fn from(of: Games) -> Self {
        let (games, wins) = (of.games(), of.wins());
        let interval = wilson(wins, games, Confidence::P95);
        Self {
            games,
            wins,
            draws: of.draws(),
            losses: of.losses(),
            share: (games > 0).then(|| wins as f64 / games as f64),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

/// Two players who met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingSummary {
    /// The player from whose view everything is counted.
    pub first: String,
    /// The other.
    pub second: String,
    /// Pairs of games by the half points that the first scored, from 0 to 4. All 0 with fixed colours.
    pub pairs: [u64; 5],
    /// All games, as the first sees them: wins, draws and losses.
    #[serde(flatten)]
    pub games: ColourSummary,
    /// Whether colours are fixed, so that there are no pairs and Elo counts games.
    #[serde(skip)]
    pub is_fixed: bool,
    /// Elo difference in favour of the first, by pairs, or by games if colours are fixed; `None` without any.
    pub elo: Option<EloSummary>,
    /// The estimate after more and more games.
    #[serde(skip)]
    pub progress: Vec<PairingProgress>,
}

/// An [`EloEstimate`] as plain data.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloSummary {
    /// The difference in Elo.
    pub elo: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The low end of its interval.
    pub score_low: f64,
    /// The high end.
    pub score_high: f64,
    /// The likelihood of superiority, from 0 to 1.
    pub superiority: f64,
    /// The estimate itself, which can be written.
    #[serde(skip)]
    pub estimate: EloEstimate,
}

impl From<EloEstimate> for EloSummary {
    fn from(estimate: EloEstimate) -> Self {
        let EloEstimate { score, score_interval, elo, interval, superiority, .. } = estimate;
        let Interval { low, high } = interval;
        let (score_low, score_high) = (score_interval.low, score_interval.high);
        Self { elo, low, high, score, score_low, score_high, superiority, estimate }
    }
}

/// The estimate of a pairing after some of its games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairingProgress {
    /// Number of games counted for this pairing.
    pub n_games: u64,
    /// The estimate from their pairs.
    pub elo: EloEstimate,
    /// The logarithm of the likelihood ratio, if there is a test.
    pub ratio: Option<f64>,
}

/// Value of moving first, or of the handicap.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstPlayer {
    /// Games that Black won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that Black lost.
    pub losses: u64,
    /// The value in Elo. It is no number if nobody had both colours.
    pub elo: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
    /// Whether Black has a handicap, and White moves first.
    #[serde(skip)]
    pub has_handicap: bool,
    /// Whether nobody had both colours against anybody, so that the colour and the strength of the players cannot be
    /// told apart. There is no Elo then.
    #[serde(skip)]
    pub is_mixed: bool,
    /// The interval of the share of Black's wins among the games that were not drawn.
    #[serde(skip)]
    pub share: Option<Interval>,
}

/// The sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestSummary {
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis.
    pub accepted: Option<Hypothesis>,
    /// The number of the last game that counts, once there is a decision.
    pub last: Option<u64>,
    /// The difference in Elo under H0 and under H1.
    pub elo: [f64; 2],
}

/// A game that failed by nobody's fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VoidSummary {
    /// Its number.
    pub number: u64,
    /// Number of tries.
    pub tries: u64,
    /// Last failure.
    pub why: String,
}

/// Names with their counts as a map.
fn map<S: Serializer>(counts: &[(&'static str, u64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(counts.iter().copied())
}

/// The games that began in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningSummary {
    /// The moves of the opening, separated by spaces; empty for the empty board.
    pub moves: String,
    /// Games from it.
    pub games: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Losses of each player, in the order of the players.
    pub losses: Vec<u64>,
}

impl MatchReport {
    /// Adds up the games in a store.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn of(store: &MatchStore) -> Result<Self, MatchError> {
        let control = store.control();
        let games = store.games()?;
        let tally = Tally::of(control, store.shard(), &games)?;
        let last = tally.decision().map_or(u64::MAX, |decision| decision.last);
        let played: Vec<StoredGame> = games.into_iter().filter(|game| game.number <= last).collect();
        let schedule = Schedule::new(control);
        let crosstable = tally.crosstable()?;
        let ratings = tally.ratings(Confidence::P95)?;
        let sides = |game: &StoredGame| schedule.task(game.number).players;
        let mut colours = vec![[Games::default(); 2]; tally.names().len()];
        for game in &played {
            for colour in Player::BOTH {
                colours[sides(game)[colour.index()]][colour.index()].record(score(&game.ending, colour));
            }
        }
        let players = tally.names().iter().enumerate().map(|(player, name)| {
            let (games, rating) = (crosstable.row_total(player), &ratings.players()[player]);
            let forfeits = Forfeit::ALL.map(|forfeit| (forfeit.name(), tally.forfeits(player, forfeit)));
            let [black, white] = colours[player].map(ColourSummary::from);
            PlayerSummary {
                name: name.clone(),
                games: games.games(),
                wins: games.wins(),
                draws: games.draws(),
                losses: games.losses(),
                rating: rating.elo.value,
                rating_low: rating.elo.interval.low,
                rating_high: rating.elo.interval.high,
                group: rating.group,
                seconds: tally.seconds(player),
                chosen: tally.n_chosen(player),
                cpu_of_a_move: tally.cpu_of_a_move(player),
                forfeits: forfeits.to_vec(),
                black,
                white,
            }
        });
        let test = control.plan.sprt.and_then(|sprt| Sprt::new(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta).ok());
        let name = |player: usize| tally.names()[player].clone();
        let met = tally.pairings();
        let pairings = met.iter().map(|&pairing| PairingSummary {
            first: name(pairing[0]),
            second: name(pairing[1]),
            pairs: counts(&tally.pairs(pairing)),
            games: crosstable.cell(pairing[0], pairing[1]).into(),
            is_fixed: !tally.has_pairs(),
            elo: tally.elo(pairing, Confidence::P95).map(EloSummary::from),
            progress: progress(&schedule, &played, pairing, test.as_ref()),
        });
        let row = |[player, opponent]: [usize; 2]| ColourRow {
            player: name(player),
            opponent: name(opponent),
            black: tally.with_colours(player, opponent).into(),
            white: tally.with_colours(opponent, player).reversed().into(),
        };
        let by_colour = met.iter().flat_map(|&[first, second]| [row([first, second]), row([second, first])]).collect();
        let both = |&[first, second]: &[usize; 2]| {
            tally.with_colours(first, second).games() > 0 && tally.with_colours(second, first).games() > 0
        };
        let is_mixed = !tally.has_pairs() && !met.iter().any(both);
        let first = crosstable.first_player();
        let (wins, draws, losses) = (first.wins(), first.draws(), first.losses());
        let advantage = ratings.first_player_advantage();
        let openings = openings(&schedule, &played, tally.names().len());
        let mut to_be_replayed = Vec::new();
        for (number, (tries, why)) in store.voids()? {
            if store.game(number)?.is_none() {
                to_be_replayed.push(VoidSummary { number, tries, why });
            }
        }
        let repetition = tally.repetition();
        Ok(Self {
            event: "report",
            title: control.plan.title.clone(),
            terms: control.terms.digest().to_string(),
            shard: store.shard().to_string(),
            is_whole: store.shard() == Shard::WHOLE,
            games: tally.n_games(),
            scheduled: schedule.numbers().filter(|&number| store.shard().has(number)).count() as u64,
            beyond: tally.n_beyond(),
            players: players.collect(),
            pairings: pairings.collect(),
            by_colour,
            first_player: FirstPlayer {
                wins,
                draws,
                losses,
                elo: if is_mixed { f64::NAN } else { advantage.value },
                low: if is_mixed { f64::NAN } else { advantage.interval.low },
                high: if is_mixed { f64::NAN } else { advantage.interval.high },
                has_handicap: control.terms.handicap.is_some(),
                is_mixed,
                share: wilson(wins, wins + losses, Confidence::P95),
            },
            test: tally.test_state().map(|state| TestSummary {
                ratio: state.ratio,
                lower: state.lower,
                upper: state.upper,
                accepted: tally.decision().map(|decision| decision.accepted),
                last: tally.decision().map(|decision| decision.last),
                elo: control.plan.sprt.map_or([0.0; 2], |sprt| [sprt.elo0, sprt.elo1]),
            }),
            reasons: tally.reasons().iter().map(|(reason, n)| (reason.name(), *n)).collect(),
            repeated: repetition.repeated(),
            most_frequent: repetition.most_frequent,
            moves: tally.n_moves(),
            to_be_replayed,
            n_openings: openings.len() as u64,
            openings: openings.into_iter().take(MOST_OPENINGS).collect(),
            standings: crosstable.table(tally.names(), Confidence::P95),
            ratings: (tally.names().len() > 2).then(|| ratings.table(tally.names())),
            played,
        })
    }

    /// The games that ended by a forfeit or by resigning a won game: number, way and detail.
    pub fn faults(&self) -> impl Iterator<Item = &StoredGame> {
        let is_fault =
            |game: &&StoredGame| matches!(game.ending.reason, EndReason::Forfeit(_) | EndReason::ResignedWin);
        self.played.iter().filter(is_fault)
    }
}

fn counts(pairs: &Pairs) -> [u64; 5] {
    let mut counts = [0; 5];
    counts.iter_mut().zip(pairs.counts()).for_each(|(to, from)| *to = *from);
    counts
}

/// The estimate after each of the pairs of a pairing, or of its games if colours are fixed, in the order of their
/// numbers, thinned out to a few hundred.
fn progress(
    schedule: &Schedule,
    played: &[StoredGame],
    pairing: [usize; 2],
    test: Option<&Sprt>,
) -> Vec<PairingProgress> {
    let of_pairing = |game: &&StoredGame| {
        let [black, white] = schedule.task(game.number).players;
        BTreeSet::from([black, white]) == BTreeSet::from(pairing)
    };
    let played = played.iter().filter(of_pairing);
    if !schedule.has_pairs() {
        let first = |game: &StoredGame| {
            let is_black = schedule.task(game.number).players[0] == pairing[0];
            score(&game.ending, if is_black { Player::Black } else { Player::White })
        };
        let scores: Vec<GameScore> = played.map(first).collect();
        return thinned(scores.len(), Games::default(), |games, at| games.record(scores[at]), |_| None);
    }
    let mut waiting = BTreeMap::new();
    let mut complete = BTreeMap::new();
    for game in played {
        let one = score(&game.ending, schedule.first_colour(game.number));
        match waiting.remove(&pair_of(game.number)) {
            Some(other) => _ = complete.insert(pair_of(game.number), (one, other)),
            None => _ = waiting.insert(pair_of(game.number), one),
        }
    }
    let complete: Vec<(GameScore, GameScore)> = complete.into_values().collect();
    let record = |pairs: &mut Pairs, at: usize| pairs.record(complete[at].0, complete[at].1);
    thinned(complete.len(), Pairs::default(), record, |pairs| test.map(|test| test.state(pairs).ratio))
}

/// The estimate after each of `n` results that `record` adds to `counts`, thinned out to a few hundred.
fn thinned<T: Counts>(
    n: usize,
    mut counts: T,
    record: impl Fn(&mut T, usize),
    ratio: impl Fn(&T) -> Option<f64>,
) -> Vec<PairingProgress> {
    let step = n.div_ceil(MOST_POINTS).max(1);
    let mut progress = Vec::new();
    for at in 0..n {
        record(&mut counts, at);
        let number = at + 1;
        if (number % step == 0 || number == n)
            && let Some(elo) = EloEstimate::new(&counts, Confidence::P95)
        {
            progress.push(PairingProgress { n_games: counts.games(), elo, ratio: ratio(&counts) });
        }
    }
    progress
}

/// Results by opening.
fn openings(schedule: &Schedule, played: &[StoredGame], n_players: usize) -> Vec<OpeningSummary> {
    let mut by_moves: BTreeMap<String, OpeningSummary> = BTreeMap::new();
    for game in played {
        let n_opening = usize::try_from(game.n_opening).unwrap_or(usize::MAX);
        let moves = game.moves.split_whitespace().take(n_opening).collect::<Vec<_>>().join(" ");
        let entry = by_moves.entry(moves.clone()).or_insert_with(|| OpeningSummary {
            moves,
            games: 0,
            black_wins: 0,
            white_wins: 0,
            losses: vec![0; n_players],
        });
        entry.games += 1;
        if let Some(winner) = game.ending.winner {
            match winner {
                Player::Black => entry.black_wins += 1,
                Player::White => entry.white_wins += 1,
            }
            entry.losses[schedule.task(game.number).players[winner.opponent().index()]] += 1;
        }
    }
    let mut openings: Vec<OpeningSummary> = by_moves.into_values().collect();
    // The sort is stable, so that equally frequent ones stay in the order of their moves.
    openings.sort_once_by_key(|opening| std::cmp::Reverse(opening.games));
    openings
}
