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
    /// There only one player can have won. For networks that are of no position, Black comes first.
    #[must_use]
    pub fn new(black: &Measures, white: &Measures) -> Self {
        let has_won = |own: &Measures, other: &Measures| own.distance == Some(1) || other.distance.is_none();
        if has_won(black, white) {
            return Self::Won(Player::Black);
        }
        let ratio = |of: fn(&Measures) -> Option<f64>| Some(of(white)? / of(black)?);
        let ratios = || {
            Some(Ratios {
                distance: ratio(|measures| measures.distance.map(|distance| distance as f64))?,
                mean_distance: ratio(|measures| measures.mean_distance)?,
                betweenness: ratio(|measures| measures.mean_betweenness)?,
                share: ratio(|measures| measures.max_share)?,
            })
        };
        // A distance of 2 or more has a cell in between, so nothing is missing and nothing is divided by 0.
        if has_won(white, black) {
            Self::Won(Player::White)
        } else {
            ratios().map_or(Self::Won(Player::White), Self::Open)
        }
    }
}
