//! Named maps.

use super::{Map, ParseMapError};

/// A map with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelledMap {
    /// The name.
    pub name: &'static str,
    /// The text as it is played.
    pub text: &'static str,
    /// Its origin, and the parts of it that are guesses.
    pub origin: &'static str,
}

/// The five maps of Sato et al. 2016 and ours.
///
/// The text of the paper that we have has lost its bars (complements). The bars in [`LabelledMap::text`] are our guess: of all
/// placements of two or three bars at most, those that match the published win rates best under the default terms.
/// docs/MAPS.md has the maps as printed.
pub const NAMED: [LabelledMap; 7] = [
    LabelledMap {
        name: "sato-1",
        text: "~P4(B) & V | (A_W(B & P1(W)) | D_W(B))",
        origin: "map (1); a closing parenthesis is missing, taken to be the last; one bar guessed",
    },
    LabelledMap { name: "sato-2", text: "P1(W) \\ ~W | B | P4(V)", origin: "map (2); one bar guessed" },
    LabelledMap { name: "sato-3", text: "~Q3(V) \\ (~V \\ (Q0(W) \\ B))", origin: "map (3); two bars guessed" },
    LabelledMap {
        name: "sato-4",
        text: "(P1(A_B(W)) | V) \\ (P1(W) | Q4(B) \\ (B \\ Q0(W))) & (~P1(P1(B)) \\ W | H)",
        origin: "map (4); an opening parenthesis is missing, taken to stand before P1(P1(B)); one bar guessed",
    },
    LabelledMap { name: "sato-5", text: "F(~(W | ~V) \\ F(Q3(~W)))", origin: "map (5); three bars guessed" },
    LabelledMap {
        name: "tesuji-1",
        text: "A_W(F0(Q0(W)) \\ A_W(A_B(Q0(W)))) | (~(B | A_W(Q1(W) & P1(Q2(H)))) | F0(Q0(Q5(Q2(H)))) & (Q0(W) | \
               A_W(W & Q2(H))) \\ W & H)",
        origin: "ours, bred against the five as they are played; docs/MAPS.md links the run",
    },
    LabelledMap {
        name: "tesuji-2",
        text: "A_W(F0(Q0(H)) \\ F(W & Q1(H))) | (~(B | A_W(Q1(W))) | (F0(Q0(Q5(Q2(H)))) \\ B) \\ W) \\ Q0(W) \\ W",
        origin: "ours, bred on from it against maps (2) and (5) without bars; docs/MAPS.md links the run",
    },
];

/// The map with this name, or the map that this text is.
///
/// # Errors
///
/// If it is neither a name nor a map.
pub fn read(text: &str) -> Result<Map, ParseMapError> {
    NAMED.iter().find(|named| named.name == text).map_or(text, |named| named.text).parse()
}
