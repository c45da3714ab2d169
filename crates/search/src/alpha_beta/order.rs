//! Move ordering: the sooner the best move is tried, the less there is to search.
//!
//! First come the urgent moves: the table's move, then the last two moves that refuted a position at the same distance
//! from the root (killers). Then the others follow by the evaluator's rating, and moves of equal rating by history: how
//! often, and at what depth, a move refuted anything. Moves that are equal in all this keep the order of the game.

use rustc_hash::FxHashMap;
use tesuji_board::Player;
use tesuji_game::{Evaluator, Game};

/// Move statistics of earlier parts of the search, for ordering.
#[derive(Clone, Debug)]
pub(super) struct MoveOrder<M> {
    /// For each ply, its killers, the later one first.
    killers: Vec<[Option<M>; 2]>,
    history: FxHashMap<(Player, M), u64>,
    ratings: Vec<f64>,
    /// Scratch for sorting: moves with their rating and history.
    rated: Vec<(f64, u64, M)>,
}

impl<M: Copy + Eq + std::hash::Hash> MoveOrder<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: FxHashMap::default(), ratings: Vec::new(), rated: Vec::new() }
    }

    /// Forgets everything, for a search of at most `n_plies` plies.
    pub(super) fn reset(&mut self, n_plies: usize) {
        self.killers.clear();
        self.killers.resize(n_plies, [None; 2]);
        self.history.clear();
    }

    /// Moves the urgent moves to the front and returns their number.
    pub(super) fn urge(&self, moves: &mut [M], known: Option<M>, ply: usize) -> usize {
        let [killer, older] = self.killers[ply];
        let mut n_urgent = 0;
        for mv in [known, killer, older].into_iter().flatten() {
            if let Some(idx) = moves[n_urgent..].iter().position(|&legal| legal == mv) {
                // The moves in between keep their order.
                moves[n_urgent..=n_urgent + idx].rotate_right(1);
                n_urgent += 1;
            }
        }
        n_urgent
    }

    /// Brings the `n_first` most promising of `moves` of `position` to the front, the most promising first. History
    /// decides among these alone.
    pub(super) fn sort<G, E>(&mut self, position: &G, moves: &mut [M], n_first: usize, evaluator: &mut E)
    where
        G: Game<Move = M>,
        E: Evaluator<G> + ?Sized,
    {
        self.ratings.clear();
        self.ratings.resize(moves.len(), 0.0);
        evaluator.rate(position, moves, &mut self.ratings);
        self.rated.clear();
        self.rated.extend(self.ratings.iter().zip(&*moves).map(|(&rating, &mv)| (rating, 0, mv)));
        self.sort_rated(position.to_move(), n_first);
        for (mv, rated) in moves.iter_mut().zip(&self.rated) {
            *mv = rated.2;
        }
    }

    /// Apart from [`Self::sort`], so that it is compiled once for all evaluators.
    fn sort_rated(&mut self, player: Player, n_first: usize) {
        if n_first < self.rated.len() {
            self.rated.select_nth_unstable_by(n_first, |a, b| b.0.total_cmp(&a.0));
        }
        let n_first = n_first.min(self.rated.len());
        for (_, history, mv) in &mut self.rated[..n_first] {
            *history = self.history.get(&(player, *mv)).copied().unwrap_or(0);
        }
        self.rated[..n_first].sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    }

    /// Remembers that `mv` refuted a position after a search of `depth` plies.
    pub(super) fn refuted(&mut self, player: Player, mv: M, depth: u8, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        *self.history.entry((player, mv)).or_default() += u64::from(depth).pow(2);
    }
}
