//! What can be wrong with what the statistics are asked.

/// A value that makes no sense where it was given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// A confidence level that is no probability strictly between 0 and 1.
    #[error("confidence {0}: expected a number between 0 and 1, such as 0.95")]
    Confidence(f64),
    /// An error rate of a sequential test.
    #[error("{name} = {value}: expected a rate above 0 and below 0.5")]
    ErrorRate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// The two hypotheses of a sequential test.
    #[error("elo0 = {elo0}, elo1 = {elo1}: expected finite numbers, elo0 the smaller one")]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// The standard deviation of the prior of the ratings.
    #[error("prior of {0} elo: expected a finite number above 0")]
    Prior(f64),
    /// Games of a player who is not there.
    #[error("games between player {first} and player {second}: expected two different players below {players}")]
    Player {
        /// Who moved first.
        first: usize,
        /// Who moved second.
        second: usize,
        /// How many players there are.
        players: usize,
    },
    /// Counts beyond what the arithmetic can tell apart.
    #[error("ratings: expected counts and a prior that differ by fewer orders of magnitude")]
    Precision,
}
