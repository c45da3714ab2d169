//! The rules against slow models of them, known counts and positions.

mod counts;
mod life;
mod plain_model;
mod positions;
mod random_games;
mod statuses;
