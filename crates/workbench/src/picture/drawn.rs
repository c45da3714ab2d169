//! What is drawn of each subject: the functions of `gallery`, called with what the question holds.

use tesuji_board::{CellSet, Topology};
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::charts::{Chance, chances};
use tesuji_gallery::{boards, claims};
use tesuji_verify::answers::answers;
use tesuji_verify::defend::Defender;

use super::Subject;
use crate::certificate::replay;
use crate::sealed::{accepted, invalid};
use crate::solving::OpeningsView;
use crate::types::Certainty;
use crate::{Desk, Trouble, claim};

/// This many of the largest mistakes are marked.
const MARKED: usize = 3;

pub(super) fn draw(subject: &Subject, title: &str, theme: Theme, _: &impl Desk) -> Result<Picture, Trouble> {
    let titled = |usual: &str| if title.is_empty() { usual.to_owned() } else { title.to_owned() };
    Ok(match subject {
        Subject::Position { .. } => return Err(Trouble::new("positions are not drawn yet")),
        Subject::Claim { text } => {
            let problem = claim::read(text)?;
            claims::claim(&titled(&problem.id), &problem.claim, theme)
        }
        Subject::Answers { certificate } => {
            let certificate = accepted(certificate)?;
            let table = answers(&certificate).map_err(invalid)?;
            claims::answers(&titled("Answers"), &certificate, &table, theme)
        }
        Subject::Defence { certificate, moves } => {
            let certificate = accepted(certificate)?;
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
