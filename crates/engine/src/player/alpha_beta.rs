//! The player by alpha-beta, for games that have evaluators.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game, Undo, zobrist_key};
use tesuji_network::Linking;
use tesuji_search::Limits;
use tesuji_search::alpha_beta::{AlphaBeta, AlphaBetaConfig, AlphaBetaReport, Value};

use super::{Finish, Turn, check_memory, line_text, wrong};
use crate::{Analysis, CandidateMove, Choice, SessionError};

/// Settings of the player by alpha-beta; see [`tesuji_search::alpha_beta`].
///
/// In text, a setting that is not given has the value of the preset. Presets are `preset = "takada2014"`, which is
/// [`AlphaBetaSpec::default`], and `preset = "saijo1999"`. An `evaluator` given alone is that of both sides, and a
/// `node_limit` given alone is the only bound of the depth. When written, all settings are stated and no preset is
/// named.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Given")]
pub struct AlphaBetaSpec {
    /// The name of the evaluator in the game. Hex: a [`Formula`](tesuji_network::evaluation::Formula). Amazons: a name of
    /// [`tesuji_amazons_eval`].
    pub evaluator: String,
    /// The name of the evaluator when the player has White, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator_white: Option<String>,
    /// Hex: when empty cells are joined through the player's own edge.
    pub through_edge: ThroughEdge,
    /// Hex: the largest carrier of a connection that ends in an empty cell, on boards of more than 25 cells;
    /// [`tesuji_network::MAX_CARRIER`] if it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_carrier: Option<u8>,
    /// Plies, at least 1. A player for limited time searches to 255 and is interrupted.
    pub depth: u8,
    /// If it is set, the depth follows from the position. The numbers of moves of the two sides before the search are
    /// multiplied in turn, one for each ply. The depth is the largest for which the product is not above this; at least
    /// one ply, and at most `depth`. This is the rule of Saijo and Kotani, who call it LIMIT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_limit: Option<u64>,
    /// The most that chance adds to or takes from each opinion of the evaluator, in the evaluator's unit. All amounts
    /// up to it are equally likely. A position has the same amount whichever moves lead to it. Decided positions stay
    /// decided.
    #[serde(skip_serializing_if = "is_zero")]
    pub noise: f64,
    /// The number of moves from the start of a game, of both players together, in which chance plays a part.
    #[serde(skip_serializing_if = "is_none")]
    pub noise_plies: usize,
    /// Choice among several equally good moves.
    #[serde(skip_serializing_if = "Ties::is_default")]
    pub ties: Ties,
    /// Memory that the transposition table may take, in MiB; 0 for none.
    pub memory_mib: usize,
}

fn is_zero(noise: &f64) -> bool {
    *noise == 0.0
}

const fn is_none(plies: &usize) -> bool {
    *plies == 0
}

/// Alpha-beta's choice among several equally good moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The one that the search tried first.
    #[default]
    First,
    /// One by chance. Opinions that differ by less than a millionth count as equal.
    Chance,
}

impl Ties {
    /// Far less than what evaluators distinguish: they count squares, or are ratios near 1.
    const LEAST: f64 = 1e-6;

    /// Whether it is the default, which old records do not state.
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Conditions under which the networks of Hex join two empty cells through one of the player's own edges ([the three
/// readings](tesuji_network::ThroughEdge)).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThroughEdge {
    /// Through stones that touch the edge, but not through the edge alone.
    #[default]
    Stones,
    /// Also through the edge alone.
    On,
    /// Not even through stones that touch the edge.
    Off,
}

impl From<ThroughEdge> for tesuji_network::ThroughEdge {
    fn from(through_edge: ThroughEdge) -> Self {
        match through_edge {
            ThroughEdge::Stones => Self::Stones,
            ThroughEdge::On => Self::On,
            ThroughEdge::Off => Self::Off,
        }
    }
}

impl AlphaBetaSpec {
    /// The player of Takada et al., Developing evaluation functions of Hex using network characteristics, 2014: depth
    /// 2, and Ev' with the gammas that won the most games as first and as second player.
    #[must_use]
    pub fn takada_2014() -> Self {
        Self {
            evaluator: "ev'=0.1".to_owned(),
            evaluator_white: Some("ev'=0.07".to_owned()),
            through_edge: ThroughEdge::default(),
            max_carrier: None,
            depth: 2,
            node_limit: None,
            noise: 0.0,
            noise_plies: 0,
            ties: Ties::First,
            memory_mib: 16,
        }
    }

    /// The player of Saijo and Kotani's experiments with search in Amazons (about 1999): dominated squares, and a depth
    /// that follows from a limit on nodes, the lowest of the three that they tried. They do not say how much chance
    /// adds; here it is four squares. Their player without look-ahead is this one with `depth = 1`.
    #[must_use]
    pub fn saijo_1999() -> Self {
        Self {
            evaluator: "first-reach".to_owned(),
            evaluator_white: None,
            through_edge: ThroughEdge::default(),
            max_carrier: None,
            depth: u8::MAX,
            node_limit: Some(10_000),
            noise: 4.0,
            noise_plies: 10,
            ties: Ties::First,
            memory_mib: 16,
        }
    }

    /// Largest random amount added to each evaluation after this many moves.
    fn noise_after(&self, n_played: usize) -> f64 {
        match self.ties {
            _ if self.noise > 0.0 && n_played < self.noise_plies => self.noise,
            Ties::First => 0.0,
            // Two opinions come nearer by at most twice the noise.
            Ties::Chance => Ties::LEAST / 2.0,
        }
    }

    /// The name of the evaluator for `player`.
    fn evaluator_of(&self, player: Player) -> &str {
        match (player, &self.evaluator_white) {
            (Player::White, Some(name)) => name,
            _ => &self.evaluator,
        }
    }

    /// Plies of look-ahead where the player has the first number of moves, and its opponent, were it its turn, the
    /// second.
    #[must_use]
    pub fn depth_at(&self, n_moves: [u64; 2]) -> u8 {
        let most = NonZeroU8::new(self.depth).unwrap_or(NonZeroU8::MIN);
        self.node_limit.map_or(most, |limit| depth_within(limit, n_moves, most)).get()
    }

    /// The connections that its networks have.
    fn linking(&self) -> Linking {
        let linking = Linking::from(tesuji_network::ThroughEdge::from(self.through_edge));
        Linking { max_carrier: self.max_carrier.map_or(linking.max_carrier, usize::from), ..linking }
    }

    /// All evaluators of the player.
    pub(super) fn evaluators(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.evaluator).chain(&self.evaluator_white)
    }

    pub(super) fn config(&self) -> Result<AlphaBetaConfig, SessionError> {
        let depth = NonZeroU8::new(self.depth).ok_or_else(|| wrong("depth", 0, "at least 1"))?;
        if self.max_carrier == Some(0) {
            return Err(wrong("max_carrier", 0, "at least 1"));
        }
        if self.node_limit == Some(0) {
            return Err(wrong("node_limit", 0, "at least 1"));
        }
        if !self.noise.is_finite() || self.noise < 0.0 {
            return Err(wrong("noise", self.noise, "a number not below 0"));
        }
        // Without memory, the search has no table.
        if self.memory_mib > 0 {
            check_memory(self.memory_mib)?;
        }
        let table_bytes = self.memory_mib.saturating_mul(1 << 20);
        Ok(AlphaBetaConfig { depth, table_bytes, late: 0, reduction: 0, width: usize::MAX, n_best: 1 })
    }
}

/// The depth to search where the player to move has `n_own` moves and the opponent, were it its turn, `n_others`: the
/// rule of [`AlphaBetaSpec::node_limit`].
fn depth_within(node_limit: u64, [n_own, n_others]: [u64; 2], most: NonZeroU8) -> NonZeroU8 {
    let (mut depth, mut nodes) = (NonZeroU8::MIN, n_own);
    // As printed, the limit itself is within it at plies of the opponent and beyond it at the player's own.
    for (n_moves, most_nodes) in [(n_others, node_limit), (n_own, node_limit.saturating_sub(1))].into_iter().cycle() {
        match nodes.checked_mul(n_moves) {
            Some(product) if product <= most_nodes && depth < most => nodes = product,
            _ => break,
        }
        depth = depth.saturating_add(1);
    }
    depth
}

impl Default for AlphaBetaSpec {
    fn default() -> Self {
        Self::takada_2014()
    }
}

/// Presets: settings with a name.
#[derive(Clone, Copy, Deserialize)]
enum Preset {
    /// Takada et al. 2014.
    #[serde(rename = "takada2014")]
    Takada2014,
    /// Saijo and Kotani, about 1999.
    #[serde(rename = "saijo1999")]
    Saijo1999,
}

/// Settings as given in text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    preset: Option<Preset>,
    evaluator: Option<String>,
    evaluator_white: Option<String>,
    through_edge: Option<ThroughEdge>,
    max_carrier: Option<u8>,
    depth: Option<u8>,
    node_limit: Option<u64>,
    noise: Option<f64>,
    noise_plies: Option<usize>,
    ties: Option<Ties>,
    memory_mib: Option<usize>,
}

impl From<Given> for AlphaBetaSpec {
    fn from(given: Given) -> Self {
        let preset = match given.preset {
            None => Self::default(),
            Some(Preset::Takada2014) => Self::takada_2014(),
            Some(Preset::Saijo1999) => Self::saijo_1999(),
        };
        let evaluator_white = given.evaluator_white.or(match given.evaluator {
            Some(_) => None,
            None => preset.evaluator_white,
        });
        Self {
            evaluator: given.evaluator.unwrap_or(preset.evaluator),
            evaluator_white,
            through_edge: given.through_edge.unwrap_or(preset.through_edge),
            max_carrier: given.max_carrier.or(preset.max_carrier),
            depth: given.depth.unwrap_or(if given.node_limit.is_some() { u8::MAX } else { preset.depth }),
            node_limit: given.node_limit.or(preset.node_limit),
            noise: given.noise.unwrap_or(preset.noise),
            noise_plies: given.noise_plies.unwrap_or(preset.noise_plies),
            ties: given.ties.unwrap_or(preset.ties),
            memory_mib: given.memory_mib.unwrap_or(preset.memory_mib),
        }
    }
}

/// The evaluator with this name, for positions that can be reached from one.
pub(crate) type MakeEvaluator<G> = fn(&str, Linking, &G) -> Result<Box<dyn Evaluator<G>>, SessionError>;

/// Knowledge of alpha-beta about a game.
pub(crate) struct EvaluatedGame<G> {
    /// Whether there is an evaluator of this name.
    pub(crate) check: fn(&str) -> Result<(), SessionError>,
    pub(crate) make: MakeEvaluator<G>,
    /// Number of moves that a player would have if it were its turn.
    pub(crate) n_moves_of: fn(&G, Player) -> u64,
    /// An evaluator's number as a chance to win.
    pub(crate) chance_of: fn(f64) -> f64,
}

/// Alpha-beta as a trait that does not require that moves can be taken back, which not every game in a session allows.
pub(crate) trait Minimax<G: Game>: Send {
    /// Whether the game knows the evaluators of this player.
    fn accepts(&self, spec: &AlphaBetaSpec) -> Result<(), SessionError>;

    /// Lets the player think.
    fn analyze(&mut self, spec: &AlphaBetaSpec, turn: &Turn<'_, G>, limits: &Limits) -> Result<Analysis, SessionError>;

    /// Value by the evaluator of this name of a position that is not over.
    fn judge(&self, evaluator: &str, position: &G) -> Result<Evaluation, SessionError>;

    /// As above for the position after each move, for the player who makes it, in the order of the game.
    fn judge_moves(&self, evaluator: &str, position: &G) -> Result<Vec<(G::Move, Evaluation)>, SessionError>;
}

/// Alpha-beta for a game that has evaluators.
pub(crate) struct Evaluated<G: Undo> {
    alpha_beta: AlphaBeta<G>,
    evaluators: EvaluatedGame<G>,
}

impl<G: Undo> Evaluated<G> {
    pub(crate) fn new(evaluators: EvaluatedGame<G>) -> Self {
        Self { alpha_beta: AlphaBeta::new(), evaluators }
    }
}

impl<G: Finish + Undo<Move: Send>> Minimax<G> for Evaluated<G> {
    fn accepts(&self, spec: &AlphaBetaSpec) -> Result<(), SessionError> {
        spec.evaluators().try_for_each(|name| (self.evaluators.check)(name))
    }

    fn analyze(&mut self, spec: &AlphaBetaSpec, turn: &Turn<'_, G>, limits: &Limits) -> Result<Analysis, SessionError> {
        let position = turn.position;
        let mut config = spec.config()?;
        if let Some(node_limit) = spec.node_limit {
            let own = position.to_move();
            let n_moves = [own, own.opponent()].map(|player| (self.evaluators.n_moves_of)(position, player));
            config.depth = depth_within(node_limit, n_moves, config.depth);
        }
        // Made again for each move, so that the choice does not depend on earlier ones. Takes a few milliseconds in
        // Hex.
        let mut evaluator = (self.evaluators.make)(spec.evaluator_of(position.to_move()), spec.linking(), position)?;
        let noise = spec.noise_after(turn.n_played);
        let found = if noise > 0.0 {
            let mut noisy = Noisy { evaluator: evaluator.as_mut(), most: noise, seed: turn.seed };
            self.alpha_beta.search(position, &mut noisy, &config, limits)
        } else {
            self.alpha_beta.search(position, evaluator.as_mut(), &config, limits)
        };
        let mut found = found.ok_or(SessionError::Over)?;
        finish(position, &mut found, limits);
        Ok(analysis(&found, self.evaluators.chance_of, turn.text))
    }

    fn judge(&self, evaluator: &str, position: &G) -> Result<Evaluation, SessionError> {
        if position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        Ok((self.evaluators.make)(evaluator, Linking::default(), position)?.evaluate(position))
    }

    fn judge_moves(&self, evaluator: &str, position: &G) -> Result<Vec<(G::Move, Evaluation)>, SessionError> {
        let mut evaluator = (self.evaluators.make)(evaluator, Linking::default(), position)?;
        let (player, mut position) = (position.to_move(), position.clone());
        let judged = position.moves().into_iter().map(|mv| {
            let undone = position.play_undoable(mv);
            let evaluation = match position.outcome() {
                Some(outcome) => Evaluation::Decided(outcome),
                None => match evaluator.evaluate(&position) {
                    Evaluation::Estimate(value) if position.to_move() != player => Evaluation::Estimate(-value),
                    evaluation => evaluation,
                },
            };
            position.undo(undone);
            (mv, evaluation)
        });
        Ok(judged.collect())
    }
}

/// An evaluator with noise, which is a function of the position and the seed.
struct Noisy<'e, G> {
    evaluator: &'e mut dyn Evaluator<G>,
    most: f64,
    seed: u64,
}

impl<G: Game> Evaluator<G> for Noisy<'_, G> {
    fn evaluate(&mut self, position: &G) -> Evaluation {
        match self.evaluator.evaluate(position) {
            Evaluation::Estimate(value) => {
                let word = zobrist_key(position.zobrist() ^ self.seed);
                // From 0 to 1, in steps that a number of 53 bits has.
                let share = (word >> 11) as f64 / (1_u64 << 53) as f64;
                Evaluation::Estimate(value + self.most * (2.0 * share - 1.0))
            }
            decided @ Evaluation::Decided(_) => decided,
        }
    }

    fn rate(&mut self, position: &G, moves: &[G::Move], ratings: &mut [f64]) {
        self.evaluator.rate(position, moves, ratings);
    }
}

/// Chooses anew where the result is proved. Wins that the evaluator sees are equally near to the search, whatever is left
/// to be played.
fn finish<G: Finish>(position: &G, found: &mut AlphaBetaReport<G::Move>, limits: &Limits) {
    let mv = match found.value {
        Some(Value::Win { .. }) => position.quickest_win(0, limits),
        Some(Value::Loss { .. }) => {
            let preferred: Vec<_> = std::iter::once(found.best).chain(position.moves()).collect();
            position.longest_defence(&preferred, 0, limits)
        }
        Some(Value::Estimate(_)) | None => None,
    };
    if let Some(mv) = mv.filter(|&mv| mv != found.best) {
        (found.best, found.line) = (mv, vec![mv]);
    }
}

fn analysis<M: Copy>(report: &AlphaBetaReport<M>, chance_of: fn(f64) -> f64, text: &dyn Fn(M) -> String) -> Analysis {
    let comment = match report.value {
        None => "stopped before a move was searched".to_owned(),
        Some(value) => {
            let value = match value {
                Value::Win { plies } => format!("win in {plies}"),
                Value::Loss { plies } => format!("loss in {plies}"),
                Value::Estimate(value) => format!("value {value:.3}"),
            };
            let line = line_text(&report.line, text);
            format!("{value}, depth {}, {} evaluations, line {line}", report.depth, report.statistics.evaluations)
        }
    };
    // An estimate is the evaluator's own number, not a chance of winning.
    let (value, opinion) = match report.value {
        Some(Value::Win { .. }) => (Some(1.0), Some(1.0)),
        Some(Value::Loss { .. }) => (Some(0.0), Some(0.0)),
        Some(Value::Estimate(value)) => (None, Some(chance_of(value))),
        None => (None, None),
    };
    let mv = text(report.best);
    let best = CandidateMove {
        mv: mv.clone(),
        visits: report.statistics.nodes,
        value: opinion,
        prior: None,
        line: report.line.iter().map(|&mv| text(mv)).collect(),
        proved: None,
    };
    let choice = Choice { mv, value, comment, nodes: report.statistics.nodes, proved: None };
    Analysis { choice, moves: vec![best], spread: None, ends: None }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_depth_follows_from_the_moves_of_both() {
        let depth = |limit, n_moves, most| depth_within(limit, n_moves, NonZeroU8::new(most).unwrap()).get();
        // 20 * 30 = 600, * 20 = 12,000, * 30 = 360,000.
        for (limit, expected) in [(1, 1), (599, 1), (600, 2), (12_000, 2), (12_001, 3), (359_999, 3), (360_000, 4)] {
            assert_eq!(depth(limit, [20, 30], 255), expected, "{limit}");
            assert_eq!(depth(limit, [20, 30], 3), expected.min(3));
        }
        assert_eq!(depth(10_000, [2_176, 2_176], 255), 1, "the start of a game");
        assert_eq!(depth(u64::MAX, [2_176, 2_176], 255), 5, "a product beyond all numbers is above the limit");
        assert_eq!(depth(10, [1, 1], 255), 255);
        assert_eq!(depth(10, [5, 0], 7), 7, "an opponent without moves bounds nothing");
    }
}
