//! Settings of the two programs.

use std::fmt;

use crate::patterns::Pattern;

/// Settings of Programs A and B.
#[derive(Clone, PartialEq, Debug)]
pub struct PaperConfig {
    /// The stored connections, known to both sides.
    pub patterns: Vec<Pattern>,
    /// Program B: connections made of two disjoint semi-connections count in every connection test.
    pub semi_connections: bool,
    /// The weights of the five terms of the move ordering.
    pub weights: OrderWeights,
    /// The number of random walks at a node.
    pub n_walks: usize,
    /// The number of moves of a random walk.
    pub walk_depth: usize,
    /// Only nodes with fewer moves above them get random walks.
    pub walk_plies: usize,
    /// The seed of the random walks: the same seed searches the same nodes.
    pub seed: u64,
    /// The maximum number of positions in the table; when it is full, new ones are not stored.
    pub table_size: usize,
}

/// Coefficients of the move ordering; each term lies between 0 and 1.
///
/// Found by trial on 222 claims of 14 to 27 empty cells: Yang's patterns and HexWiki's templates, each whole and with
/// one cell or another removed. Program A searches this many times as many nodes there, as a geometric mean, if one
/// term is left out:
///
/// | place | nearness | history | killer | two_moves | saved_bridge | walks |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | 1.06 | 1.68 | 1.11 | 1.03 | 1.05 | 1.20 | 1.32 |
#[derive(Clone, PartialEq, Debug)]
pub struct OrderWeights {
    /// Term 1, static: how much of the region a cell touches.
    pub place: f64,
    /// Term 1, dynamic: how short the shortest path to the goal through the cell is.
    pub nearness: f64,
    /// Term 1, dynamic: how often the cell has decided a position for this side so far.
    pub history: f64,
    /// Term 2: the cell decided another position at this depth.
    pub killer: f64,
    /// Term 3: with one more move in a row the side achieves its aim.
    pub two_moves: f64,
    /// Term 4: it saves a bridge that the last move has intruded on.
    pub saved_bridge: f64,
    /// Term 5: how often random walks through the cell end well for the side.
    pub walks: f64,
}

impl PaperConfig {
    /// Program A.
    #[must_use]
    pub fn program_a() -> Self {
        Self {
            patterns: Pattern::ALL.to_vec(),
            semi_connections: false,
            weights: OrderWeights {
                place: 0.3,
                nearness: 3.0,
                history: 0.7,
                killer: 0.3,
                two_moves: 2.0,
                saved_bridge: 2.0,
                walks: 4.0,
            },
            n_walks: 200,
            walk_depth: 5,
            walk_plies: 4,
            seed: 2008,
            table_size: 1 << 23,
        }
    }

    /// Program B.
    #[must_use]
    pub fn program_b() -> Self {
        Self { semi_connections: true, ..Self::program_a() }
    }
}

impl Default for PaperConfig {
    /// Program A.
    fn default() -> Self {
        Self::program_a()
    }
}

/// Shares of place, nearness and history in the first term of the paper.
const SHARES: [f64; 3] = [0.075, 0.75, 0.175];

impl OrderWeights {
    /// The coefficients of the paper's five terms: worth of the position on the board, killer moves, two moves in a
    /// row, saved bridges, random walks. Place, nearness and history share the first as they usually do.
    #[must_use]
    pub fn of_terms([position, killer, two_moves, saved_bridge, walks]: [f64; 5]) -> Self {
        let [place, nearness, history] = SHARES.map(|share| share * position);
        Self { place, nearness, history, killer, two_moves, saved_bridge, walks }
    }

    /// The coefficients of the five terms. The first is the sum over place, nearness and history.
    #[must_use]
    pub fn terms(&self) -> [f64; 5] {
        let position = self.place + self.nearness + self.history;
        [position, self.killer, self.two_moves, self.saved_bridge, self.walks]
    }

    /// The weights with each coefficient put through a function, in the order of the fields.
    pub(super) fn map(self, mut change: impl FnMut(f64) -> f64) -> Self {
        Self {
            place: change(self.place),
            nearness: change(self.nearness),
            history: change(self.history),
            killer: change(self.killer),
            two_moves: change(self.two_moves),
            saved_bridge: change(self.saved_bridge),
            walks: change(self.walks),
        }
    }
}

impl fmt::Display for OrderWeights {
    /// As [`PaperConfig::set_weights`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, nearness, history, killer, two_moves, saved_bridge, walks } = self;
        write!(f, "place={place},nearness={nearness},history={history},killer={killer},")?;
        write!(f, "two-moves={two_moves},bridge={saved_bridge},walks={walks}")
    }
}
