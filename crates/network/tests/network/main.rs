//! Networks, measures and circuits against slow ones that follow the definitions, and on boards that can be checked by
//! hand.

mod by_hand;
mod definitions;
mod graphs;
mod hsearch;
mod more_stones;
mod paths;
mod random;
mod symmetry;
mod traces;
mod written_out;
