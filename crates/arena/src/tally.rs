//! Adds up the games of a match.

use std::collections::BTreeMap;

use tesuji_board::Player;

use crate::control::Control;
use crate::record::{EndReason, Forfeit, GameEnd};
use crate::schedule::{Schedule, Shard, pair_of, player_names};
use crate::sequential::{Decision, Sequential};
use crate::stats::{
    Confidence, Crosstable, EloEstimate, Encounter, GameScore, Games, Pairs, Ratings, Repetition, SprtState,
    StatsError, StrengthPrior,
};
use crate::store::StoredGame;

/// The counts of a match. Games come in any order, each once.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    schedule: Schedule,
    /// The player who makes the first move of a game.
    first: Player,
    /// Games by the players with Black and White, from Black's view.
    encounters: BTreeMap<[usize; 2], Games>,
    /// Complete pairs by pairing, from the view of its first player.
    pairs: BTreeMap<[usize; 2], Pairs>,
    /// First games of pairs whose second game is still missing.
    waiting: BTreeMap<u64, GameScore>,
    forfeits: BTreeMap<(usize, Forfeit), u64>,
    reasons: BTreeMap<EndReason, u64>,
    hashes: Vec<u64>,
    seconds: Vec<f64>,
    /// By player: the moves it chose in all its games. Then, for the games with known processor time, its moves and
    /// that time.
    n_chosen: Vec<u64>,
    timed: Vec<(u64, f64)>,
    n_moves: u64,
    n_games: u64,
    n_beyond: u64,
    test: Option<Sequential>,
}

impl Tally {
    /// An empty tally of this part of a match. A test needs all games in order, so a part has none.
    ///
    /// # Errors
    ///
    /// If the test in the control makes no sense.
    pub fn new(control: &Control, shard: Shard) -> Result<Self, StatsError> {
        let names: Vec<String> = player_names(&control.terms).into_iter().map(str::to_owned).collect();
        Ok(Self {
            seconds: vec![0.0; names.len()],
            n_chosen: vec![0; names.len()],
            timed: vec![(0, 0.0); names.len()],
            first: control.terms.first_player(),
            names,
            schedule: Schedule::new(control),
            encounters: BTreeMap::new(),
            pairs: BTreeMap::new(),
            waiting: BTreeMap::new(),
            forfeits: BTreeMap::new(),
            reasons: BTreeMap::new(),
            hashes: Vec::new(),
            n_moves: 0,
            n_games: 0,
            n_beyond: 0,
            test: Sequential::new(control)?.filter(|_| shard == Shard::WHOLE),
        })
    }

    /// Counts all these games, except those past the end of a sequential test, which do not count.
    ///
    /// # Errors
    ///
    /// If the test in the control makes no sense.
    pub fn of(control: &Control, shard: Shard, games: &[StoredGame]) -> Result<Self, StatsError> {
        let mut tally = Self::new(control, shard)?;
        if let Some(test) = &mut tally.test {
            for game in games {
                test.add(game.number, score(&game.ending, tally.schedule.first_colour(game.number)));
            }
        }
        games.iter().for_each(|game| tally.count(game));
        Ok(tally)
    }

    /// Counts one more game. Returns the decision of the test, once there is one.
    ///
    /// Games past the end of the test that came before it was decided have been counted. [`Self::of`] leaves them out.
    pub fn add(&mut self, game: &StoredGame) -> Option<Decision> {
        let first = score(&game.ending, self.schedule.first_colour(game.number));
        let decision = self.test.as_mut().and_then(|test| test.add(game.number, first));
        self.count(game);
        decision
    }

    fn count(&mut self, game: &StoredGame) {
        if self.decision().is_some_and(|decision| game.number > decision.last) {
            self.n_beyond += 1;
            return;
        }
        let StoredGame { number, ending, .. } = game;
        let players = self.schedule.task(*number).players;
        self.n_games += 1;
        self.n_moves += game.n_moves();
        self.hashes.push(game.moves_hash());
        self.encounters.entry(players).or_default().record(score(ending, Player::Black));
        let n_chosen = game.n_chosen(self.first);
        for colour in Player::BOTH.map(Player::index) {
            let (player, side) = (players[colour], &game.sides[colour]);
            self.seconds[player] += side.seconds;
            self.n_chosen[player] += n_chosen[colour];
            if let Some(cpu) = side.cpu {
                let (n_moves, sum) = self.timed[player];
                self.timed[player] = (n_moves + n_chosen[colour], sum + cpu);
            }
        }
        *self.reasons.entry(ending.reason).or_default() += 1;
        if let (EndReason::Forfeit(forfeit), Some(winner)) = (ending.reason, ending.winner) {
            *self.forfeits.entry((players[winner.opponent().index()], forfeit)).or_default() += 1;
        }
        if !self.schedule.has_pairs() {
            return;
        }
        let first = score(ending, self.schedule.first_colour(*number));
        match self.waiting.remove(&pair_of(*number)) {
            Some(other) => {
                let pairing = if number % 2 == 1 { players } else { [players[1], players[0]] };
                self.pairs.entry(pairing).or_default().record(first, other);
            }
            None => _ = self.waiting.insert(pair_of(*number), first),
        }
    }

    /// The players' names, by number.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of games that count.
    #[must_use]
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// The number of games that were played past the end of the test.
    #[must_use]
    pub const fn n_beyond(&self) -> u64 {
        self.n_beyond
    }

    /// Result of the test, if it is over.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.test.as_ref().and_then(Sequential::decision)
    }

    /// The state of the test, if there is one.
    #[must_use]
    pub fn test_state(&self) -> Option<SprtState> {
        self.test.as_ref().map(Sequential::state)
    }

    /// All pairings once, in the order of a round.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let mut pairings: Vec<[usize; 2]> = Vec::new();
        for &[first, second] in self.schedule.pairings() {
            if !pairings.contains(&[first, second]) && !pairings.contains(&[second, first]) {
                pairings.push([first, second]);
            }
        }
        pairings
    }

    /// Whether two games in a row are a pair, with colours exchanged. If not, everything is counted by games.
    #[must_use]
    pub fn has_pairs(&self) -> bool {
        self.schedule.has_pairs()
    }

    /// The games of `black` with Black against `white`, from Black's view: its wins, draws and losses. None if there
    /// are no such players or they have not met so.
    #[must_use]
    pub fn with_colours(&self, black: usize, white: usize) -> Games {
        self.encounters.get(&[black, white]).copied().unwrap_or_default()
    }

    /// The games by the players with Black and White, from Black's view, which is `first`.
    #[must_use]
    pub fn encounters(&self) -> Vec<Encounter> {
        let encounter = |(&[first, second], &games): (&[usize; 2], &Games)| Encounter { first, second, games };
        self.encounters.iter().map(encounter).collect()
    }

    /// The complete pairs of two players who meet, from the view of the first of the pairing.
    #[must_use]
    pub fn pairs(&self, pairing: [usize; 2]) -> Pairs {
        self.pairs.get(&pairing).copied().unwrap_or_default()
    }

    /// Elo difference in favour of the first player of a pairing, by complete pairs; `None` without any.
    ///
    /// With fixed colours it is by single games, and the advantage of a colour is part of it.
    #[must_use]
    pub fn elo(&self, [first, second]: [usize; 2], confidence: Confidence) -> Option<EloEstimate> {
        if self.schedule.has_pairs() {
            return EloEstimate::new(&self.pairs([first, second]), confidence);
        }
        let games = self.with_colours(first, second) + self.with_colours(second, first).reversed();
        EloEstimate::new(&games, confidence)
    }

    /// The complete pairs of each player against all others, from the player's view.
    fn pairs_of_players(&self) -> Vec<Pairs> {
        let mut pairs = vec![Pairs::default(); self.names.len()];
        for (&[first, second], &of_pairing) in &self.pairs {
            pairs[first] = pairs[first] + of_pairing;
            pairs[second] = pairs[second] + of_pairing.reversed();
        }
        pairs
    }

    /// Crosstable of scores. Elo counts complete pairs, or games if there are no pairs.
    ///
    /// # Errors
    ///
    /// Never with the players of a match.
    pub fn crosstable(&self) -> Result<Crosstable, StatsError> {
        let table = Crosstable::new(self.names.len(), &self.encounters())?;
        Ok(if self.schedule.has_pairs() { table.with_pairs(self.pairs_of_players()) } else { table })
    }

    /// Ratings of all players.
    ///
    /// # Errors
    ///
    /// If there are not enough digits.
    pub fn ratings(&self, confidence: Confidence) -> Result<Ratings, StatsError> {
        Ratings::new(self.names.len(), &self.encounters(), StrengthPrior::default(), confidence)
    }

    /// Number of forfeits of `player` of this kind.
    #[must_use]
    pub fn forfeits(&self, player: usize, forfeit: Forfeit) -> u64 {
        self.forfeits.get(&(player, forfeit)).copied().unwrap_or(0)
    }

    /// Number of games for each reason.
    #[must_use]
    pub const fn reasons(&self) -> &BTreeMap<EndReason, u64> {
        &self.reasons
    }

    /// Share of games that were played twice.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        Repetition::of(self.hashes.iter().copied())
    }

    /// The total seconds by the clock that `player` took.
    #[must_use]
    pub fn seconds(&self, player: usize) -> f64 {
        self.seconds[player]
    }

    /// The total number of moves that `player` chose.
    #[must_use]
    pub fn n_chosen(&self, player: usize) -> u64 {
        self.n_chosen[player]
    }

    /// The average seconds of processor time for a move of `player`, over the games in which it is known.
    #[must_use]
    pub fn cpu_of_a_move(&self, player: usize) -> Option<f64> {
        let (n_moves, sum) = self.timed[player];
        (n_moves > 0).then(|| sum / n_moves as f64)
    }

    /// The number of moves of all games, including those of openings.
    #[must_use]
    pub const fn n_moves(&self) -> u64 {
        self.n_moves
    }
}

/// Score of `player`.
pub(crate) fn score(ending: &GameEnd, player: Player) -> GameScore {
    match ending.winner {
        Some(winner) if winner == player => GameScore::Win,
        Some(_) => GameScore::Loss,
        None => GameScore::Draw,
    }
}
