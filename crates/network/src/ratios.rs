//! Both players' numbers beside each other.

use tesuji_board::Player;

use crate::meter::Measures;

/// White's numbers over Black's: all above 0, above 1 where Black is better off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratios {
    /// d: of the distances between the terminals (formula 5).
    pub distance: f64,
    /// L: of the mean distances (formula 6).
    pub mean_distance: f64,
    /// C: of the mean betweenness (formula 7). It is the evaluation Ev (formula 8).
    pub betweenness: f64,
    /// C'_W / C'_B: of the largest shares of the shortest paths. It is the evaluation B (formula 12).
    pub share: f64,
}

impl Ratios {
    /// Ev' (formula 11): the betweenness and `gamma` times the shares. Black wants it large.
    ///
    /// Not symmetric: exchanging the players' sides inverts each ratio, but not their sum.
    #[must_use]
    pub fn ev_prime(&self, gamma: f64) -> f64 {
        self.betweenness + gamma * self.share
    }
}

/// What the two networks of a position say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Comparison {
    /// This player's edges are connected, or the other player's are parted: won, whatever the numbers are.
    Won(Player),
    /// Nobody has won yet.
    Open(Ratios),
}

impl Comparison {
    /// Black's network beside White's, of one position of Hex.
    ///
    /// There only one player can have won. Of networks that are of no position and both won or both lost, Black's is said to
    /// have won.
    #[must_use]
    pub fn new(black: &Measures, white: &Measures) -> Self {
        match (open(black), open(white)) {
            (Some(black), Some(white)) => {
                let [distance, mean_distance, betweenness, share] = [0, 1, 2, 3].map(|i| white[i] / black[i]);
                Self::Open(Ratios { distance, mean_distance, betweenness, share })
            }
            _ if black.distance == Some(1) || white.distance.is_none() => Self::Won(Player::Black),
            _ => Self::Won(Player::White),
        }
    }
}

/// d, L, C and C', all above 0, unless the player has won or lost: a shortest way of two links or more has a cell on it.
fn open(measures: &Measures) -> Option<[f64; 4]> {
    let distance = measures.distance.filter(|&distance| distance > 1)?;
    Some([distance as f64, measures.mean_distance?, measures.mean_betweenness?, measures.max_share?])
}
