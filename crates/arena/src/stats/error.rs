//! Invalid input to the statistics.

/// A value that makes no sense where it was given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// A confidence level that is not a probability strictly between 0 and 1.
    #[error("confidence {0}: expected a number between 0 and 1, such as 0.95")]
    Confidence(f64),
    /// An invalid error rate of a sequential test.
    #[error("{name} = {value}: expected a rate above 0 and below 0.5")]
    ErrorRate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The value given.
        value: f64,
    },
    /// Invalid hypotheses of a sequential test.
    #[error("elo0 = {elo0}, elo1 = {elo1}: expected finite numbers, elo0 the smaller one")]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// An invalid standard deviation of the prior of the ratings.
    #[error("prior of {0} elo: expected a finite number above 0")]
    Prior(f64),
    /// Games of a player that does not exist.
    #[error("games between player {first} and player {second}: expected two different players below {players}")]
    Player {
        /// The player who moved first.
        first: usize,
        /// The player who moved second.
        second: usize,
        /// The number of players.
        players: usize,
    },
    /// Counts that the arithmetic cannot resolve.
    #[error("ratings: the counts and the prior differ by too many orders of magnitude")]
    Precision,
}
