//! The overlays of each game: keys, and what they show.

use tesuji_engine::GameKind;

use crate::catalogue::OverlayEntry;
use crate::types::Certainty;

/// Overlays that are made here, and not by a session: name, title, whether they are about one cell.
const HERE: [(GameKind, &str, &str, bool); 3] = [
    (GameKind::Hex, "connections", "Connections of a Cell", true),
    (GameKind::Hex, "links", "Network", false),
    (GameKind::Amazons, "regions", "Regions and Their Values", false),
];

/// Whether an overlay is made here.
pub(super) fn is_made_here(kind: GameKind, name: &str) -> bool {
    HERE.iter().any(|&(of, here, ..)| of == kind && here == name)
}

/// The overlays of a game, in the order of a menu.
pub(super) fn entries(kind: GameKind) -> Vec<OverlayEntry> {
    let of_session = super::of_game(kind).iter().map(|known| (known.name, known.title, known.takes_cell));
    let here = HERE.into_iter().filter(|(of, ..)| *of == kind).map(|(_, name, title, takes)| (name, title, takes));
    let entry = |(name, title, takes_cell): (&str, &str, bool)| {
        let (key, about, certainty) = about(kind, name);
        OverlayEntry {
            name: name.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            takes_cell,
            key: (!key.is_empty()).then(|| key.to_owned()),
            certainty,
        }
    };
    here.chain(of_session).map(entry).collect()
}

/// The key of an overlay, what it shows, and how that is known.
fn about(kind: GameKind, name: &str) -> (&'static str, &'static str, Certainty) {
    use Certainty::{Certain, Opinion};
    match (kind, name) {
        (GameKind::Amazons, "regions") => (
            "g",
            "The parts into which the board has fallen, each with its value for Black and its temperature.",
            Certain,
        ),
        (GameKind::Amazons, "ownership") => {
            ("e", "How likely each empty square is to be Black's or White's, by queen moves of both.", Opinion)
        }
        (_, "connections") => ("k", "What a cell is joined with for certain, and the cells that this needs.", Certain),
        (_, "links") => ("v", "Pairs of empty cells that the player can join whatever the opponent does.", Certain),
        (_, "betweenness") => {
            ("w", "How many shortest ways of the player between other cells lead through a cell.", Opinion)
        }
        (_, "brandes") => ("3", "The same with each pair of cells counted once, as Brandes defines it.", Opinion),
        (_, "share") => ("h", "The share of the player's shortest ways from edge to edge through a cell.", Opinion),
        (_, "current") => {
            ("e", "The current through a cell if the player's edges were the poles of a battery.", Opinion)
        }
        (_, "distance") => ("d", "How many links a shortest way of the player through a cell has.", Opinion),
        (_, "length") => ("g", "The mean distance from a cell to the others in the player's network.", Opinion),
        (_, "fill-in") => ("f", "Cells whose owner is known, so that nobody needs to play there.", Certain),
        (_, "inferior") => ("i", "Cells where the player need not play, and why.", Certain),
        (_, "must-play") => ("u", "Where the player has to play, since every other move loses.", Certain),
        (_, "measures") => ("4", "Numbers of the whole position for both players.", Opinion),
        (_, "policy") => (
            "1",
            "How likely each move of the player is the best one, as the net of the strong player guesses.",
            Opinion,
        ),
        (_, "chance") => {
            ("2", "How likely the player wins if it is to move, as the net of the strong player guesses.", Opinion)
        }
        (_, "criticality") => {
            ("x", "How much the winner of random games depends on who is first to play on a cell.", Opinion)
        }
        (_, "owner-criticality") => {
            ("w", "How much the winner of random games depends on who owns a cell at the end.", Opinion)
        }
        (_, "ownership") => ("e", "Who owns each cell at the end of random games, on average.", Opinion),
        (_, "first-play") => {
            ("r", "How often the player wins random games in which it is the first on a cell.", Opinion)
        }
        (_, "order") => ("u", "How urgently the player's move on a cell comes before others.", Opinion),
        (GameKind::Hex, "miai") => ("q", "Pairs of cells of which the player needs one in random games.", Opinion),
        (_, "miai") => {
            ("i", "Pairs of cells of which the player needs one: if one is taken, it takes the other.", Opinion)
        }
        (_, "pairs") => ("z", "The pairs of cells that matter most together.", Opinion),
        (_, "orders") => ("d", "Moves of the player that are better made before others.", Opinion),
        (_, "joint") => ("y", "How much each cell matters together with the cell that is named.", Opinion),
        (_, "orders-of") => ("f", "The moves before and after which a move on the cell should come.", Opinion),
        (_, "first-reach") => ("r", "Who is the first to reach each square by queen moves.", Opinion),
        (_, "path-interception") => ("i", "Who comes first to each square, if ways may be cut off.", Opinion),
        (_, "queen-distance") => {
            ("d", "How many queen moves the player's nearest amazon needs to each square.", Certain)
        }
        (_, "evaluations") => ("v", "What each evaluation says of the position for the player.", Opinion),
        // A new overlay of a game is shown without a key until it has its line here.
        _ => ("", "Numbers or marks of the position.", Opinion),
    }
}
