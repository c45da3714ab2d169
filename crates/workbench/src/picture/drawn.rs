//! Pictures of each subject: the functions of `gallery`, called with the content of the question.

use tesuji_board::{CellSet, Player, Topology};
use tesuji_claims::answers::answers;
use tesuji_claims::defend::Defender;
use tesuji_engine::Session;
use tesuji_figures::{Hue, Mark, MarkShape, Picture, Theme, Tint};
use tesuji_gallery::charts::{Chance, chances};
use tesuji_gallery::{boards, claims, positions};

use super::Subject;
use crate::certificate::replay;
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
                    positions::overlay(&titled(usual), &session, name, player, theme)?
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

/// The moves of a game, one after the other.
pub(super) fn film(state: &GameState, title: &str, seconds: f64, theme: Theme) -> Result<Picture, Trouble> {
    let moment = |n_made: usize| -> Result<Picture, Trouble> {
        let session = session(&GameState { moves: state.moves[..n_made].to_vec(), ..state.clone() })?;
        let usual = session.spec().description().title;
        Ok(positions::position(if title.is_empty() { usual } else { title }, &session, theme)?)
    };
    Ok(Picture::film((0..=state.moves.len()).map(moment).collect::<Result<_, _>>()?, seconds))
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
