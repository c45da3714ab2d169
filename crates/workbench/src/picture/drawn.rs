//! What is drawn of each subject: the functions of `gallery`, called with what the question holds.

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_claims::answers::answers;
use tesuji_claims::defend::Defender;
use tesuji_engine::Session;
use tesuji_figures::{Hue, Key, Line, Mark, MarkShape, Picture, Theme, Tint};
use tesuji_gallery::charts::{Chance, chances};
use tesuji_gallery::{boards, claims, positions};

use super::Subject;
use crate::certificate::replay;
use crate::overlay::{self, OverlayOf, OverlayView};
use crate::sealed::{accepted, invalid};
use crate::solving::OpeningsView;
use crate::state::{self, session};
use crate::texts::{TreeMark, TreeMarkShape};
use crate::types::{Certainty, GameState};
use crate::{Desk, Trouble, claim};

/// The most letters of a label that a cell has room for.
const MOST_LETTERS: usize = 4;
/// This many of the largest mistakes are marked.
const MARKED: usize = 3;

pub(super) fn draw(subject: &Subject, title: &str, theme: Theme, desk: &impl Desk) -> Result<Picture, Trouble> {
    let titled = |usual: &str| if title.is_empty() { usual.to_owned() } else { title.to_owned() };
    Ok(match subject {
        Subject::Position { state, overlay, player, marks } => {
            let session = session(state)?;
            let usual = session.spec().description().title;
            match overlay.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
                None if marks.is_empty() => positions::position(&titled(usual), &session, theme)?,
                None => marked(&titled(usual), &session, marks, theme)?,
                Some(name) => {
                    let player = player.map_or(session.to_move(), Player::from);
                    match made_here(name, state, player, desk)? {
                        Some(view) => noted(&titled(&format!("{usual}: {name}")), &session, &view, theme)?,
                        None => positions::overlay(&titled(usual), &session, name, player, theme)?,
                    }
                }
            }
        }
        Subject::Claim { text } => {
            let problem = claim::read(text)?;
            claims::claim(&titled(&problem.id), &problem.claim, theme)
        }
        Subject::Answers { certificate } => {
            let certificate = accepted(certificate, desk)?;
            let table = answers(&certificate).map_err(invalid)?;
            claims::answers(&titled("Answers"), &certificate, &table, theme)
        }
        Subject::Defence { certificate, moves } => {
            let certificate = accepted(certificate, desk)?;
            let mut defender = Defender::new(&certificate).map_err(invalid)?;
            replay(&mut defender, moves)?;
            claims::defence(&titled("A game against the proof"), &defender, theme)
        }
        Subject::Openings { columns, rows, known } => {
            let topology = Topology::rhombus(*columns, *rows).map_err(|error| Trouble::new(error.to_string()))?;
            let won = won(&topology, known)?;
            let title = titled(&format!("First moves on {columns}x{rows}"));
            boards::openings(&title, &topology, [&won[0], &won[1]], theme)
        }
        Subject::Review { points, mistakes } => {
            let point = |point: &crate::reviewing::ReviewPoint| Chance {
                n_moves: point.n_moves,
                black: point.black,
                interval: point.interval,
                is_proved: point.certainty == Some(Certainty::Certain),
            };
            let points: Vec<Chance> = points.iter().map(point).collect();
            let mistakes = mistakes.iter().take(MARKED).map(|mistake| (mistake.number, mistake.mv.clone()));
            chances(&titled("A game"), &points, &mistakes.collect::<Vec<_>>(), theme)
        }
    })
}

/// A position with the marks and labels of a record.
fn marked(title: &str, session: &Session, marks: &[TreeMark], theme: Theme) -> Result<Picture, Trouble> {
    let topology = session.spec().topology()?;
    let cells = marks.iter().map(|mark| Ok((state::cell(&topology, &mark.cell)?, mark)));
    let cells = cells.collect::<Result<Vec<_>, Trouble>>()?;
    Ok(positions::with(title, session, theme, |drawing, _| {
        for (cell, mark) in cells {
            let shape = match mark.shape {
                TreeMarkShape::Label => {
                    drawing.label(cell, &mark.text.chars().take(MOST_LETTERS).collect::<String>());
                    continue;
                }
                TreeMarkShape::Triangle => MarkShape::Triangle,
                TreeMarkShape::Square | TreeMarkShape::Selected => MarkShape::Square,
                TreeMarkShape::Circle => MarkShape::Ring,
                TreeMarkShape::Cross => MarkShape::Cross,
            };
            drawing.mark(cell, Mark { shape, hue: Hue::Tint(Tint::Red), size: 0.5 });
        }
    })?)
}

/// The overlay of this name, perhaps with its cell, if it is not the session that has it.
fn made_here(name: &str, state: &GameState, player: Player, desk: &impl Desk) -> Result<Option<OverlayView>, Trouble> {
    let (name, cell) = name.split_once(' ').map_or((name, None), |(name, cell)| (name, Some(cell.trim().to_owned())));
    if !overlay::is_made_here(state.game.kind(), name) {
        return Ok(None);
    }
    let asked = OverlayOf { state: state.clone(), name: name.to_owned(), cell, player: Some(player.into()) };
    overlay::overlay(&asked, desk).map(Some)
}

/// The tints of areas, one after the other.
const TINTS: [Tint; 5] = [Tint::Amber, Tint::Blue, Tint::Green, Tint::Violet, Tint::Red];

/// A position with the links, marks and areas of an overlay. Areas have numbers, and the legend says what they are; an
/// area that shares cells with one before it is left out.
fn noted(title: &str, session: &Session, view: &OverlayView, theme: Theme) -> Result<Picture, Trouble> {
    Ok(positions::with(title, session, theme, |drawing, topology| {
        drawing.note(&view.about);
        for link in &view.links {
            if let (Some(from), Some(to)) = (topology.cell(&link.from), topology.cell(&link.to)) {
                drawing.line(from, to, Line::plain(Tint::Blue).wide(0.04).straight());
                drawing.legend(Key::Line(Hue::Tint(Tint::Blue)), "joined, whatever the opponent does");
            }
        }
        let (mut taken, mut numbered) = (CellSet::new(), CellSet::new());
        let (mut number, mut n_hidden) = (0, 0);
        for area in &view.areas {
            let cells: Vec<Cell> = area.cells.iter().filter_map(|name| topology.cell(name)).collect();
            if cells.iter().any(|&cell| taken.contains(cell)) {
                n_hidden += 1;
                continue;
            }
            let tint = TINTS[number % TINTS.len()];
            number += 1;
            for &cell in &cells {
                taken.insert(cell);
                drawing.tint(cell, tint);
            }
            if let Some(&cell) = cells.first() {
                numbered.insert(cell);
                drawing.label(cell, &number.to_string());
            }
            drawing.legend(Key::Tint(tint), &format!("{number}: {}", area.text));
        }
        if n_hidden > 0 {
            drawing.note(&format!("Not drawn, because they share cells with these: {n_hidden} more."));
        }
        for mark in &view.marks {
            let Some(cell) = topology.cell(&mark.cell) else { continue };
            let (tint, words) = match mark.mark.as_str() {
                "connected" => (Tint::Green, "joined, even if the opponent moves first"),
                _ => (Tint::Grey, "joined by moving first"),
            };
            let dot = Mark { shape: MarkShape::Dot, hue: Hue::Tint(tint), size: 0.4 };
            drawing.legend(Key::Mark(dot), words);
            if !numbered.contains(cell) {
                drawing.mark(cell, dot);
            }
        }
    })?)
}

/// The first moves after which Black and White win.
fn won(topology: &Topology, known: &OpeningsView) -> Result<[CellSet; 2], Trouble> {
    let cells = |names: &[String]| -> Result<CellSet, Trouble> {
        let cell = |name: &String| {
            let name = name.trim();
            topology.cell(name).ok_or_else(|| {
                let name: String = name.chars().take(40).collect();
                Trouble::new(format!("first moves: `{name}` is no cell of this board"))
            })
        };
        names.iter().map(cell).collect()
    };
    Ok([cells(&known.winning)?, cells(&known.losing)?])
}
