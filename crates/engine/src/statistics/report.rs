//! The report of statistics.

use serde::{Deserialize, Serialize};
use tesuji_board::Player;

/// A number, and its confidence interval, which holds the true number in 19 of 20 cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// The interval; `None` if there is too little data.
    pub interval: Option<[f64; 2]>,
}

impl Measured {
    /// A number that is known exactly.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { value, interval: Some([value, value]) }
    }

    /// Half width of the interval towards 0; 0 if the number is exact, infinite if there is too little data.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.interval
            .map_or(f64::INFINITY, |[low, high]| if self.value < 0.0 { high - self.value } else { self.value - low })
    }
}

/// Statistics of playouts from a position. Numbers are from Black's point of view where no player is named.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StatisticsReport {
    /// The number of samples.
    pub samples: u32,
    /// Playouts with a winner, in all samples; everything else is about these.
    pub playouts: u32,
    /// Playouts that ended on the threshold.
    pub drawn: u32,
    /// Playouts, including drawn ones, that became so long that their end was forced.
    pub capped: u32,
    /// The threshold: Black wins playouts in which it is more than this many points ahead on the board, not counting
    /// komi. `None` in games without points.
    pub threshold: Option<f64>,
    /// Share of playouts that Black wins by the threshold.
    pub win_rate: Option<Measured>,
    /// By how many points Black is ahead on the board on average, not counting komi; `None` in games without points.
    pub mean_score: Option<Measured>,
    /// Score of the median playout.
    pub median_score: Option<Measured>,
    /// Number of pairs of moves on two cells on which the ranks are based; `None` if there are no orders.
    pub comparisons: Option<Comparisons>,
    /// Every cell, in the order of the board.
    pub cells: Vec<CellStatistics>,
    /// Orders of two moves of either player that are best for Black, the highest order criticality first.
    pub top_orders: Vec<TopOrderStatistics>,
    /// Black's lists.
    pub black: PlayerStatistics,
    /// White's lists.
    pub white: PlayerStatistics,
}

/// Pairs of moves whose two orders were compared, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comparisons {
    /// Number of compared pairs.
    pub compared: u32,
    /// Number of pairs left out because an order is impossible, see [`OrderStatistics::impossible`].
    pub impossible: u32,
}

impl StatisticsReport {
    /// The share of all playouts that became so long that their end was forced.
    #[must_use]
    pub fn capped_share(&self) -> f64 {
        f64::from(self.capped) / f64::from((self.playouts + self.drawn).max(1))
    }

    /// The lists of a player.
    #[must_use]
    pub const fn player(&self, player: Player) -> &PlayerStatistics {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }
}

/// Statistics of one cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CellStatistics {
    /// Its name.
    pub cell: String,
    /// Whose stone is on it: `black`, `white` or none.
    pub stone: Option<String>,
    /// Whether one of the players could place a stone there now.
    pub playable: bool,
    /// Dependence of the result on the player who is first to play there; `None` if nobody ever plays there.
    pub criticality: Option<Measured>,
    /// Dependence of the result on the owner at the end.
    pub owner_criticality: Option<Measured>,
    /// The mean owner, from -1 (White) to 1 (Black).
    pub ownership: Option<Measured>,
    /// The share of the playouts in which Black is first to play there.
    pub black_first: Option<Measured>,
    /// Share of playouts in which White is first there.
    pub white_first: Option<Measured>,
    /// The table of the criticality, over all samples: Black won and Black was first, Black won and White was first,
    /// then the same for White's wins. A playout in which nobody plays there is in none of the four, but counts in the N²
    /// that divides. `None` if nobody ever plays there.
    pub table: Option<[u32; 4]>,
    /// Black's share of wins if it is the first there; `None` if it never is.
    pub black_wins_if_first: Option<Measured>,
    /// White's share of wins if it is the first there; `None` if it never is.
    pub white_wins_if_first: Option<Measured>,
}

/// The lists of one player, from its point of view.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlayerStatistics {
    /// Pairs of cells, the highest joint criticality first.
    pub pairs: Vec<PairStatistics>,
    /// End of the miai pairs; `None` if there are none.
    pub gap: Option<Gap>,
    /// Pairs of moves in which this player's move is better made first, sorted by the lower end of the interval of
    /// [`OrderStatistics::same_stones`], the highest first.
    pub orders: Vec<OrderStatistics>,
    /// Orders that would be in that list if none of the alternatives were impossible; empty if nothing is filtered.
    pub impossible: Vec<OrderStatistics>,
    /// Moves by how much better they are before others than after them (OCR), the highest first.
    pub ranks: Vec<RankStatistics>,
}

/// Two cells; it may be enough to have one of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PairStatistics {
    /// Their names.
    pub cells: [String; 2],
    /// The joint criticality: how much the result depends on having at least one of them.
    pub joint: Measured,
    /// The joint criticality of the same two cells for the opponent.
    pub opponents: Option<Measured>,
    /// The table of `joint`, over all samples: the player won and was first on at least one of the two, the player won
    /// and the opponent was first on both, then the same for the opponent's wins. They sum to all playouts, because the
    /// first includes those in which nobody played on one of the two.
    pub table: [u32; 4],
    /// The part of it that neither cell explains alone; about 0 if one cell decides by itself.
    pub excess: Option<Measured>,
    /// In how many samples the pair is above a clear gap and has more than its two cells explain alone.
    pub miai_in: u32,
    /// Whether that is so in most samples.
    pub miai: bool,
}

/// The gap between miai pairs and the rest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// Number of pairs above it.
    pub pairs: usize,
    /// The lowest joint criticality of these.
    pub above: f64,
    /// The joint criticality of the next pair in the list; `None` if there is no other.
    pub below: Option<f64>,
}

/// A move that is better made before another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OrderStatistics {
    /// The move that this player should make first.
    pub first: String,
    /// The cell of the other move, which should come later.
    pub then: String,
    /// The player of that move: `black` or `white`.
    pub then_player: String,
    /// Excess of this player's wins with the two moves in this order over the other order, the stones being the same.
    pub same_stones: Measured,
    /// By how much this order is better for this player than the other one: `oc` minus `oc_back`.
    pub gain: Option<Measured>,
    /// The criticality of this order for this player.
    pub oc: Option<Measured>,
    /// That of the other order.
    pub oc_back: Option<Measured>,
    /// In how many playouts each of four orders was seen: first, then other; opponent's first, then other; other, then
    /// first; other, then opponent's first.
    pub counts: [u32; 4],
    /// Counts of the other order, the stones exchanged.
    pub counts_back: [u32; 4],
    /// The playouts of `counts` by who won: those of Black, those of White.
    pub by_winner: [[u32; 2]; 4],
    /// Counts by winner for `counts_back`.
    pub by_winner_back: [[u32; 2]; 4],
    /// The share of the rarest of the four, in this order or the other; about 1/4 if all are possible.
    pub least_share: f64,
    /// Whether that is so small that an order counts as impossible (a structural zero). Then the gain says nothing
    /// about orders.
    pub impossible: bool,
}

/// Two moves in this order. Everything is from Black's point of view, whoever plays them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TopOrderStatistics {
    /// The player of the earlier move: `black` or `white`.
    pub first_player: String,
    /// Its cell.
    pub first: String,
    /// The player of the later move.
    pub then_player: String,
    /// Its cell.
    pub then: String,
    /// The order criticality: how much better for Black than the alternatives.
    pub oc: Measured,
    /// In how many playouts each of four orders was seen, as won by Black and by White: first, then other; the
    /// opponent's first, then other; other, then first; other, then the opponent's first.
    pub by_winner: [[u32; 2]; 4],
    /// The table of `oc`, over all samples: Black won in this order, Black won in one of the alternatives, then the same
    /// for White's wins.
    pub table: [u32; 4],
}

/// A move, and how urgently it comes before others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RankStatistics {
    /// Its cell.
    pub cell: String,
    /// The sum over all comparisons: alpha for each other move that it should come before, -alpha for each that it
    /// should follow.
    pub value: Measured,
    /// With how many moves it was compared.
    pub compared: u32,
}
