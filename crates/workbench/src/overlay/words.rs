//! The content of an overlay as the page takes it, with a sentence for each part.

use tesuji_board::Player;
use tesuji_engine::{Arrow, CellMark, Measured, OverlayUnit};

use super::{Area, CellLink, CellNote, CellNumber, Fact, Target};

/// A number in few characters: shares as hundredths.
fn short(value: f64, unit: OverlayUnit) -> String {
    match unit {
        OverlayUnit::Share | OverlayUnit::Chance => format!("{:.0}", 100.0 * value + 0.0),
        OverlayUnit::Count => format!("{value:.0}"),
        OverlayUnit::Number => format!("{value:.1}"),
    }
}

pub(super) fn numbers(of: &Target<'_>, numbers: impl IntoIterator<Item = (String, Measured)>) -> Vec<CellNumber> {
    let number = |(cell, measured): (String, Measured)| {
        let (value, error) = (measured.value, measured.error());
        let text = match short(value, of.overlay.unit) {
            zero if zero == "0" && !of.overlay.shows_zero => String::new(),
            zero if zero == "-0" => "0".to_owned(),
            text => text,
        };
        let sentence = of.overlay.explain(of.player, &cell, of.cell, value);
        CellNumber { is_noise: error > 0.0 && value.abs() <= error, sentence, text, cell, value }
    };
    numbers.into_iter().map(number).collect()
}

pub(super) fn marks(player: Player, marks: Vec<(String, CellMark)>) -> Vec<CellNote> {
    let note = |(cell, mark): (String, CellMark)| CellNote {
        mark: mark.name().to_owned(),
        player: mark.player().map(Into::into),
        sentence: mark.sentence(&cell, player),
        cell,
    };
    marks.into_iter().map(note).collect()
}

pub(super) fn facts(unit: OverlayUnit, facts: Vec<tesuji_engine::Fact>) -> Vec<Fact> {
    let text = |value: f64| match unit {
        OverlayUnit::Chance => format!("{:.1} %", 100.0 * value),
        OverlayUnit::Count => format!("{value:.0}"),
        OverlayUnit::Share | OverlayUnit::Number => format!("{value:.3}"),
    };
    let fact = |fact: tesuji_engine::Fact| Fact {
        name: fact.title,
        text: fact.value.map_or_else(|| "none".to_owned(), text),
        sentence: fact.sentence,
    };
    facts.into_iter().map(fact).collect()
}

pub(super) fn pairs(of: &Target<'_>, pairs: Vec<([String; 2], f64)>) -> Vec<CellLink> {
    let link = |(cells, value): ([String; 2], f64)| CellLink {
        text: short(value, OverlayUnit::Share),
        ..joined(of, cells, value)
    };
    pairs.into_iter().map(link).collect()
}

pub(super) fn links(of: &Target<'_>, links: Vec<[String; 2]>) -> Vec<CellLink> {
    links.into_iter().map(|cells| joined(of, cells, 1.0)).collect()
}

fn joined(of: &Target<'_>, [from, to]: [String; 2], value: f64) -> CellLink {
    let sentence = of.overlay.explain(of.player, &from, &to, value);
    CellLink { from, to, value, text: String::new(), player: Some(of.player.into()), sentence }
}

pub(super) fn arrows(arrows: Vec<Arrow>) -> Vec<CellLink> {
    let link = |arrow: Arrow| {
        let (sentence, text) = (arrow.sentence(), short(arrow.value, OverlayUnit::Share));
        let Arrow { from, to, value, from_player, .. } = arrow;
        CellLink { from, to, value, text, player: Some(from_player.into()), sentence }
    };
    arrows.into_iter().map(link).collect()
}

pub(super) fn areas(areas: Vec<tesuji_engine::Area>) -> Vec<Area> {
    let area = |tesuji_engine::Area { cells, text, player, sentence }| Area {
        cells,
        text,
        player: player.map(Into::into),
        sentence,
    };
    areas.into_iter().map(area).collect()
}
