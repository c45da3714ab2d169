//! Positions in JSON, as programs write them.
//!
//! A file is `{"problems": [..]}`, a bare list, one position per line, or `{"boards": {"7x7": {"openings": {..}}}}`. In
//! the last form, an opening is a `win` or a `loss` for Black. Unknown keys are skipped.

use std::ops::Range;

use tesuji_board::{Player, Topology};

use super::parts::{Listed, PositionParts, opening};
use super::{Placed, Puzzle};
use crate::cells::Cells;
use crate::draft::{board_size, chosen};
use crate::error::{Fault, Flaw, line_of};
use crate::json_source::{JsonSource, Members, Raw, values};
use crate::names::{Names, SharedBoards};

/// The keys of a position.
const KEYS: [&str; 10] = [
    "id",
    "width",
    "height",
    "black",
    "white",
    "to_move",
    "winner",
    "winning_moves",
    "all_winning_moves",
    "all_winning_moves_recomputed",
];

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let source = JsonSource(file);
    let mut boards = SharedBoards::whole();
    let mut placed = Placed::new();
    for value in values(file) {
        let value = value?;
        let (problems, maps) = match value.get().starts_with('[') {
            true => (Some(value), None),
            false => {
                let expected = "a position, or an object with a list of `problems` or with `boards`";
                let parts = source.object(value, &["problems", "boards"], expected)?;
                (parts.get("problems"), parts.get("boards"))
            }
        };
        if let Some(maps) = maps {
            for (size, map) in source.read::<Members<'_>>(maps, "an object of boards, each under its size")?.0 {
                openings(source, size, map, &mut boards, &mut placed)?;
            }
        }
        match problems {
            Some(list) => {
                for raw in source.read::<Vec<Raw<'_>>>(list, "a list of positions")? {
                    placed.push(position(source, raw, &mut boards)?);
                }
            }
            None if maps.is_none() => placed.push(position(source, value, &mut boards)?),
            None => {}
        }
    }
    Ok(placed)
}

fn position<'a>(
    source: JsonSource<'a>,
    raw: Raw<'a>,
    boards: &mut SharedBoards,
) -> Result<(Range<usize>, Puzzle), Flaw> {
    let expected = "a position: an object, none of its keys twice";
    let record = source.object(raw, &KEYS, expected)?;
    let id = source.text(record.required("id", "a name of its own for each position")?, "a text")?;
    let width = record.required("width", "the number of columns")?;
    let height = record.required("height", "the number of rows")?;
    let all_winning = match ["all_winning_moves", "all_winning_moves_recomputed"].map(|key| record.get(key)) {
        [Some(_), Some(_)] => return Err(source.unexpected(raw, expected)),
        [one, other] => one.or(other),
    };
    let size = (source.read(width, "the number of columns")?, source.read(height, "the number of rows")?);
    let topology = boards.rhombus(size.0, size.1).map_err(|fault| Flaw::new(source.span(width), fault))?;
    let player = |raw: Raw<'a>| -> Result<(Player, Range<usize>), Flaw> {
        let text = source.text(raw, "`black` or `white`")?;
        let player = chosen(&Some(text.clone()), &Player::BOTH.map(|player| (player.name(), player)))?;
        player.map(|player| (player, text.span())).ok_or_else(|| text.unexpected("`black` or `white`"))
    };
    let list = |raw: Raw<'a>| cells(source, raw, &topology);
    let parts = PositionParts {
        id: &id,
        black: list(record.required("black", "the list of Black's stones")?)?.0,
        white: list(record.required("white", "the list of White's stones")?)?.0,
        to_move: player(record.required("to_move", "`black` or `white`")?)?.0,
        winner: record.get("winner").map(player).transpose()?,
        winning: record.get("winning_moves").map(list).transpose()?,
        all_winning: all_winning.map(list).transpose()?,
        topology: topology.clone(),
    };
    Ok((id.span(), parts.assemble()?))
}

/// A list of cells without repetition.
fn cells<'a>(source: JsonSource<'a>, raw: Raw<'a>, topology: &Topology) -> Result<Listed, Flaw> {
    let names = Names::new(topology, Default::default());
    let mut cells = Cells::new();
    for text in source.texts(raw, "a list of cells, each a text")? {
        let cell = names.cell(&(text.as_str(), text.span()))?;
        if let Some(first) = cells.insert(cell, text.span()) {
            let first_line = line_of(source.0, first.start);
            let name = topology.name(cell).to_owned();
            return Err(Flaw::new(text.span(), Fault::Twice { what: "cell", name, first_line }));
        }
    }
    Ok((cells, source.span(raw)))
}

/// A map of openings: who wins after Black's first move, from Black's point of view.
fn openings<'a>(
    source: JsonSource<'a>,
    size: Raw<'a>,
    map: Raw<'a>,
    boards: &mut SharedBoards,
    placed: &mut Placed,
) -> Result<(), Flaw> {
    let size = source.text(size, "the size of a board such as `7x7`")?;
    let (columns, rows) = board_size(&size)?;
    let topology = boards.rhombus(columns, rows).map_err(|fault| Flaw::new(size.span(), fault))?;
    let names = Names::new(&topology, Default::default());
    let parts = source.object(map, &["openings"], "an object with `openings`, none of its keys twice")?;
    let expected = "an object of cells, each with `win` or `loss` for Black";
    let openings = parts.required("openings", expected)?;
    for (cell, answer) in source.read::<Members<'_>>(openings, expected)?.0 {
        let (cell, answer) = (source.text(cell, "a cell")?, source.text(answer, "`win` or `loss`")?);
        let choices = [("win", Player::Black), ("loss", Player::White)];
        let winner = chosen(&Some(answer.clone()), &choices)?.ok_or_else(|| answer.unexpected("`win` or `loss`"))?;
        placed.push((cell.span(), opening(&topology, names.cell(&(cell.as_str(), cell.span()))?, winner)));
    }
    Ok(())
}
