//! One position in any notation of Hex.

use tesuji_board::Player;
use tesuji_hex::notation::{Notation, NotationContent, NotationError, detect, move_list, read as read_notation};
use tesuji_hex::{Diagram, Mark, Position};

use super::{ExpectedAnswer, Placed, PositionDefaults, Puzzle};
use crate::board::Question;
use crate::error::{Fault, Flaw, offset_of};
use crate::text::one_line;

pub(super) fn read(text: &str, unsaid: &PositionDefaults) -> Result<Placed, Flaw> {
    let misread = |error: NotationError| {
        let at = offset_of(text, error.place.line, error.place.column);
        Flaw::new(at..at, Fault::Syntax(format!("read as a {}: {}", error.notation, error.fault)))
    };
    let content = match unsaid.size {
        Some((columns, rows)) if detect(text) == Notation::MoveList => {
            NotationContent::Record(Box::new(move_list::read(text, columns, rows).map_err(misread)?))
        }
        _ => read_notation(text).map_err(misread)?.content,
    };
    let positions = match content {
        NotationContent::Record(record) => {
            let impossible = |error: tesuji_hex::ReplayError| Flaw::new(0..0, Fault::Syntax(error.to_string()));
            record.check_searchable().map_err(|error| impossible(error.into()))?;
            let mut position = record.final_position().map_err(impossible)?;
            position.set_to_move(unsaid.to_move.unwrap_or_else(|| record.turn()));
            vec![position]
        }
        NotationContent::Diagrams(diagrams) => {
            diagrams.iter().map(|diagram| from_diagram(diagram, unsaid)).collect::<Result<_, _>>()?
        }
    };
    let name = Some(one_line(&unsaid.id)).filter(|name| !name.is_empty()).unwrap_or_else(|| "position".to_owned());
    let is_single = positions.len() == 1;
    let puzzle = |(number, position): (usize, &Position)| {
        let id = if is_single { name.clone() } else { format!("{name} {number}") };
        (0..0, Puzzle { id, question: Question::from(position), expected: ExpectedAnswer::default() })
    };
    Ok((1..).zip(&positions).map(puzzle).collect())
}

fn from_diagram(diagram: &Diagram, unsaid: &PositionDefaults) -> Result<Position, Flaw> {
    let fault = |fault: String| Flaw::new(0..0, Fault::Syntax(fault));
    let is_strange = |mark| !matches!(mark, Mark::Empty | Mark::Stone(_));
    if let Some(mark) = diagram.cells().map(|cell| diagram.mark(cell)).find(|&mark| is_strange(mark)) {
        let symbol = tesuji_hex::notation::ascii::symbol(mark);
        return Err(fault(format!("`{symbol}` belongs to a claim: expected a whole board of stones and empty cells")));
    }
    let n_stones = Player::BOTH.map(|player| diagram.cells_marked(Mark::Stone(player)).len());
    let to_move = match (unsaid.to_move, n_stones) {
        (Some(player), _) => player,
        (None, [black, white]) if black == white => Player::Black,
        (None, [black, white]) if black == white + 1 => Player::White,
        (None, [black, white]) => {
            let open =
                format!("{black} black and {white} white stones do not determine whose turn it is: say who is to move");
            return Err(fault(open));
        }
    };
    diagram.position(to_move).map_err(|error| fault(error.to_string()))
}
