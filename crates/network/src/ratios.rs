//! Both players' numbers side by side.

use tesuji_board::Player;

use crate::meter::Measures;

/// Definition of betweenness: the formula of the paper and its figures do not agree.
///
/// Formula 3 takes an indicator. With it, C says little about L, although figure 10 shows C as nearly a function of L
/// over all positions with two stones on 11x11 (study takada2014/figure10). With Brandes' definition, and
/// whenever one shortest path of each pair is counted, C follows from L alone, and the correlation is 1.00.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Betweenness {
    /// A node on any shortest path of a pair counts as much as one on all of them ([`Meter::betweenness`](crate::Meter)).
    Indicator,
    /// A node counts with its share of the shortest paths of a pair ([`Meter::brandes`](crate::Meter)).
    Brandes,
}

/// White's numbers over Black's. All are above 0, and above 1 where Black is better off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratios {
    /// d: the ratio of the distances between the terminals (formula 5).
    pub distance: f64,
    /// L: the ratio of the mean distances (formula 6).
    pub mean_distance: f64,
    /// C: the ratio of the mean betweenness by the paper's formula (formula 7).
    pub betweenness: f64,
    /// C: the ratio of the mean betweenness by Brandes' definition.
    pub brandes: f64,
    /// C'_W / C'_B: the ratio of the largest shares of the shortest paths. It is the evaluation B (formula 12).
    pub share: f64,
}

impl Ratios {
    /// Ev (formula 8): C.
    #[must_use]
    pub const fn ev(&self, betweenness: Betweenness) -> f64 {
        match betweenness {
            Betweenness::Indicator => self.betweenness,
            Betweenness::Brandes => self.brandes,
        }
    }

    /// Ev' (formula 11): C plus `gamma` times the ratio of the shares. Black wants it large.
    ///
    /// Not symmetric: exchanging the players' sides inverts each ratio, but not their sum.
    #[must_use]
    pub const fn ev_prime(&self, betweenness: Betweenness, gamma: f64) -> f64 {
        self.ev(betweenness) + gamma * self.share
    }
}

/// Comparison of the two networks of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Comparison {
    /// This player's edges are connected, or the other player's are separated: the position is won, whatever the
    /// numbers are.
    Won(Player),
    /// Nobody has won yet.
    Open(Ratios),
}

impl Comparison {
    /// The numbers, unless somebody has won.
    #[must_use]
    pub const fn ratios(&self) -> Option<&Ratios> {
        match self {
            Self::Won(_) => None,
            Self::Open(ratios) => Some(ratios),
        }
    }

    /// Compares Black's network with White's, both of one position of Hex.
    ///
    /// In a position only one player can have won. If the networks do not belong to a position and both have won or
    /// both have lost, Black is said to have won.
    #[must_use]
    pub fn new(black: &Measures, white: &Measures) -> Self {
        match (open(black), open(white)) {
            (Some(black), Some(white)) => {
                let [distance, mean_distance, betweenness, brandes, share] =
                    std::array::from_fn(|i| white[i] / black[i]);
                Self::Open(Ratios { distance, mean_distance, betweenness, brandes, share })
            }
            _ if black.distance == Some(1) || white.distance.is_none() => Self::Won(Player::Black),
            _ => Self::Won(Player::White),
        }
    }
}

/// d, L, B, Brandes' B and C', all above 0, unless the player has won or lost. C' is above 0 because a shortest way of
/// two links or more has a cell on it.
fn open(measures: &Measures) -> Option<[f64; 5]> {
    let distance = measures.distance.filter(|&distance| distance > 1)?;
    let Measures { mean_distance, mean_betweenness, mean_brandes, max_share, .. } = *measures;
    Some([distance as f64, mean_distance?, mean_betweenness?, mean_brandes?, max_share?])
}
