//! What the numbers and marks of an overlay mean, in sentences.

use tesuji_board::Player;
use tesuji_engine::{Arrow, CellMark, GameKind, OverlayUnit};

use super::{Asked, CellLink, CellNote, CellNumber, Fact};
use crate::types::Colour;

/// The name of a player in sentences.
pub(super) fn title(player: Player) -> &'static str {
    Colour::from(player).title()
}

/// A number in few characters: shares as hundredths.
fn short(value: f64, unit: OverlayUnit) -> String {
    match unit {
        OverlayUnit::Share | OverlayUnit::Chance => format!("{:.0}", 100.0 * value + 0.0),
        OverlayUnit::Count => format!("{value:.0}"),
        OverlayUnit::Number => format!("{value:.1}"),
    }
}

pub(super) fn numbers(asked: &Asked<'_>, numbers: Vec<(String, f64)>) -> Vec<CellNumber> {
    let number = |(cell, value): (String, f64)| {
        let text = match short(value, asked.unit) {
            // Most moves are no candidates: their colour says enough.
            zero if zero == "0" && asked.name == "policy" => String::new(),
            zero if zero == "-0" => "0".to_owned(),
            text => text,
        };
        CellNumber { sentence: sentence(asked, &cell, value), text, cell, value }
    };
    numbers.into_iter().map(number).collect()
}

fn sentence(asked: &Asked<'_>, cell: &str, value: f64) -> String {
    let player = title(asked.player);
    let percent = 100.0 * value;
    let often = if value < 0.0 { "less" } else { "more" };
    let other = asked.cell.as_deref().unwrap_or_default();
    let whose = if value >= 0.0 { "Black" } else { "White" };
    match asked.name {
        "criticality" => format!(
            "Whoever is the first to play on {cell} wins random games {often} often than chance: criticality {value:.3}."
        ),
        "owner-criticality" => {
            format!(
                "Whoever owns {cell} at the end wins random games {often} often than chance: criticality {value:.3}."
            )
        }
        "ownership" if asked.session.spec().kind() == GameKind::Amazons => {
            format!("{cell} is {whose}'s by {:.0} %, counted in queen moves of both players.", percent.abs())
        }
        "ownership" => {
            format!("At the end of random games {cell} is {whose}'s: {:.2} on average, where 1 is always.", value.abs())
        }
        "first-play" => {
            format!("If {player} is the first to play on {cell}, {player} wins {percent:.0} % of the random games.")
        }
        "order" => {
            format!(
                "{player}'s move on {cell} has the rank {:.2}: the greater, the sooner it should be made.",
                value.abs()
            )
        }
        "joint" => format!(
            "{cell} matters together with {other} by {value:.3}: near 0 they have nothing to do with each other."
        ),
        "betweenness" | "brandes" => {
            format!("{cell} lies on shortest ways between other cells of {player}: betweenness {value:.2}.")
        }
        "share" => format!("{percent:.0} % of {player}'s shortest ways from edge to edge pass through {cell}."),
        "policy" => {
            format!("The net guesses that {player}'s move on {cell} is the best one: a chance of {percent:.1} %.")
        }
        "current" => format!("If current flowed from edge to edge of {player}, {value:.2} would pass through {cell}."),
        "distance" => format!("{player}'s shortest way from edge to edge through {cell} has {value:.0} links."),
        "length" => format!("From {cell}, the other cells of {player}'s network are {value:.2} links away on average."),
        "queen-distance" => format!("{player}'s nearest amazon needs {value:.0} queen moves to {cell}."),
        "first-reach" if value == 0.0 => format!("Neither player is sure to be the first on {cell}."),
        "first-reach" => format!("{whose} is the first to reach {cell} by queen moves."),
        "path-interception" if value == 0.0 => format!("Neither player is sure of {cell} once ways are cut off."),
        "path-interception" => format!("{whose} comes first to {cell}, even if ways are cut off."),
        _ => format!("{cell}: {value:.3}."),
    }
}

pub(super) fn marks(asked: &Asked<'_>, marks: Vec<(String, CellMark)>) -> Vec<CellNote> {
    let player = title(asked.player);
    let mut notes: Vec<CellNote> = marks.into_iter().map(|(cell, mark)| note(cell, mark, player)).collect();
    let is_must_play = asked.name == "must-play" && notes.iter().any(|note| note.mark == "losing");
    if is_must_play && let Some(position) = asked.session.position().as_hex() {
        let topology = position.topology();
        for cell in position.empties().iter().map(|cell| topology.name(cell)) {
            if notes.iter().all(|note| note.cell != cell) {
                let sentence =
                    format!("{player} has to play on {cell} or another marked cell: every other move loses.");
                let (cell, mark) = (cell.to_owned(), "must-play".to_owned());
                notes.push(CellNote { cell, mark, player: Some(asked.player.into()), sentence });
            }
        }
    }
    notes
}

fn note(cell: String, mark: CellMark, player: &str) -> CellNote {
    let owned = |mark: &str, owner: Player, sentence: String| (mark.to_owned(), Some(owner.into()), sentence);
    let (mark, owner, sentence) = match mark {
        CellMark::Dead(owner) => {
            owned("dead", owner, format!("{cell} is dead: whose stone stands there changes nothing."))
        }
        CellMark::Captured(owner) => {
            let owner_title = title(owner);
            let sentence = format!("{cell} counts as {owner_title}'s: {owner_title} has an answer to every intrusion.");
            owned("captured", owner, sentence)
        }
        CellMark::Permanent(owner) => {
            let sentence =
                format!("{cell} counts as {}'s: a stone nearby, of either player, makes it dead.", title(owner));
            owned("permanently-inferior", owner, sentence)
        }
        CellMark::Vulnerable(answer) => {
            let sentence = format!("{player} need not play on {cell}: {answer} would answer it and make it useless.");
            ("vulnerable".to_owned(), None, sentence)
        }
        CellMark::Dominated(by) => {
            ("dominated".to_owned(), None, format!("{player} need not play on {cell}: {by} is at least as good."))
        }
        CellMark::Outside => {
            let sentence =
                format!("A move of {player} on {cell} loses: the opponent then joins the edges for certain.");
            ("losing".to_owned(), None, sentence)
        }
        _ => ("known".to_owned(), None, format!("Something is known about {cell}.")),
    };
    CellNote { cell, mark, player: owner, sentence }
}

pub(super) fn facts(asked: &Asked<'_>, facts: Vec<(&'static str, Option<f64>)>) -> Vec<Fact> {
    let fact = |(name, value): (&'static str, Option<f64>)| match (name, value) {
        ("win", Some(chance)) => chance_to_win(asked, chance),
        _ => Fact {
            name: name.to_owned(),
            text: value.map_or_else(|| "none".to_owned(), |value| format!("{value:.3}")),
            sentence: meaning(name),
        },
    };
    facts.into_iter().map(fact).collect()
}

/// What the net says of the position; once the game is over, what the rules say.
fn chance_to_win(asked: &Asked<'_>, chance: f64) -> Fact {
    let player = title(asked.player);
    let percent = 100.0 * chance;
    let sentence = if asked.session.outcome().is_some() {
        format!("The game is over: {player} has {}.", if chance > 0.5 { "won" } else { "lost" })
    } else {
        format!(
            "The net guesses that {player}, if it is to move, wins with a chance of {percent:.1} %. It may be wrong."
        )
    };
    Fact { name: format!("{player} wins"), text: format!("{percent:.1} %"), sentence }
}

/// What a number of the whole position means.
fn meaning(name: &str) -> String {
    let (measure, whose) = match name.rsplit_once('-') {
        Some((measure, "black")) => (measure, "of Black"),
        Some((measure, "white")) => (measure, "of White"),
        _ => (name, "as the ratio of White's to Black's: above 1 it is better for Black"),
    };
    let what = match measure {
        "d" => "The number of links of a shortest way from edge to edge",
        "L" => "The mean distance between cells of the network",
        "B" | "C" => "The mean betweenness of cells",
        "B-brandes" | "C-brandes" => "The mean betweenness as Brandes defines it",
        "C'" => "The greatest share of shortest ways through one cell",
        "R" => "The resistance between the edges",
        "cut" => "The number of cells that have to be taken to cut the edges off",
        "Ev'-first" | "Ev'-second" => return "Takada's evaluation for Black: above 0 is good for Black.".to_owned(),
        "moves" => return "The lead in moves that can be made now.".to_owned(),
        "own-moves" => return "The moves that the player to move can make now.".to_owned(),
        "first-reach" => return "The lead in squares that are reached first.".to_owned(),
        "path-interception" => return "The lead in squares, if ways may be cut off.".to_owned(),
        "average" => return "The mean of both countings of squares.".to_owned(),
        "lieberum" => {
            return "Lieberum's evaluation, which weighs territory and mobility by the phase of the game.".to_owned();
        }
        "black-wins" => return "1 if Black is known to win, 0 if White is.".to_owned(),
        _ => return format!("The measure {name}."),
    };
    format!("{what} {whose}.")
}

pub(super) fn pairs(asked: &Asked<'_>, pairs: Vec<([String; 2], f64)>) -> Vec<CellLink> {
    let player = title(asked.player);
    let link = |([from, to], value): ([String; 2], f64)| {
        let sentence = match asked.name {
            "miai" => format!(
                "{from} and {to} are miai for {player}: if one is taken, the other is enough (joint criticality {value:.3})."
            ),
            _ => format!("{from} and {to} matter together for {player}: joint criticality {value:.3}."),
        };
        let (text, owner) = (short(value, OverlayUnit::Share), Some(asked.player.into()));
        CellLink { from, to, value, text, player: owner, sentence }
    };
    pairs.into_iter().map(link).collect()
}

pub(super) fn arrows(arrows: Vec<Arrow>) -> Vec<CellLink> {
    let link = |Arrow { from, from_player, to, to_player, value }: Arrow| {
        let (first, later) = (title(from_player), title(to_player));
        let sentence = format!(
            "{first}'s move on {from} is better made before {later}'s on {to}: it gains {:.1} % of the random games.",
            100.0 * value
        );
        let (text, player) = (short(value, OverlayUnit::Share), Some(from_player.into()));
        CellLink { from, to, value, text, player, sentence }
    };
    arrows.into_iter().map(link).collect()
}
