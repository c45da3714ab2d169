//! Answers about whole boards of Hex: which moves win, and who wins after each first move.

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_figures::{Drawing, Hue, Key, Mark, MarkShape, Picture, Theme, Tint};
use tesuji_problem::board::{MoveMap, Question};

/// A position of Hex with its answer: the moves that win, those that lose, and those that were not settled.
///
/// `winning_move` is one that wins even if the moves were not all asked for.
#[must_use]
pub fn solved(
    title: &str,
    question: &Question,
    winner: Option<Player>,
    winning_move: Option<Cell>,
    moves: &MoveMap,
    theme: Theme,
) -> Picture {
    let mut drawing = Drawing::new(&question.topology, theme);
    drawing.stones(&question.black, Player::Black).stones(&question.white, Player::White);
    let mut winning = moves.winning.clone();
    if let Some(cell) = winning_move {
        winning.insert(cell);
    }
    drawing.region(&winning, Tint::Amber);
    let mover = question.to_move;
    let is_complete = moves.is_complete(question);
    let answer = match winner {
        None => format!("{mover} to move; not settled within the limits"),
        Some(winner) if question.winner().is_some() => format!("{winner} has won"),
        Some(winner) if winner != mover => format!("{mover} to move; {winner} wins"),
        Some(_) if is_complete && winning.len() == 1 => format!("{mover} to move wins with one move only"),
        Some(_) if is_complete => format!("{mover} to move wins with {} moves", winning.len()),
        Some(_) => format!("{mover} to move wins"),
    };
    drawing.title(&format!("{title}: {answer}"));
    if !winning.is_empty() {
        drawing.legend(Key::Tint(Tint::Amber), &format!("{mover} wins by moving there"));
    }
    let is_open = winner == Some(mover) && question.winner().is_none();
    if is_open && is_complete {
        drawing.note("every other move loses");
    } else if is_open {
        let mut unknown = question.empties();
        unknown.subtract(&winning);
        unknown.subtract(&moves.losing);
        for cell in unknown.iter() {
            drawing.hatch(cell);
        }
        if !unknown.is_empty() {
            drawing.legend(Key::Hatch, "not settled");
        }
    }
    drawing.picture()
}

/// The winner after each first move of Black, as far as it is known.
#[must_use]
pub fn openings(title: &str, topology: &Topology, won: [&CellSet; 2], theme: Theme) -> Picture {
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title).note("Black begins on the cell; a dot has the colour of the winner");
    let dot = |player: Player| Mark { shape: MarkShape::Dot, hue: Hue::Side(player), size: 0.7 };
    for (player, tint) in [(Player::Black, Tint::Amber), (Player::White, Tint::Blue)] {
        let cells = won[player.index()];
        drawing.region(cells, tint);
        for cell in cells.iter() {
            drawing.mark(cell, dot(player));
        }
        if !cells.is_empty() {
            let n = cells.len();
            let words = format!("{player} wins after {n} first move{}", if n == 1 { "" } else { "s" });
            drawing.legend(Key::Tint(tint), &words);
        }
    }
    let mut n_open = 0;
    for cell in topology.cells().filter(|&cell| !won.iter().any(|cells| cells.contains(cell))) {
        drawing.hatch(cell);
        n_open += 1;
    }
    if n_open > 0 {
        drawing.legend(Key::Hatch, &format!("not settled: {n_open}"));
    }
    drawing.picture()
}
