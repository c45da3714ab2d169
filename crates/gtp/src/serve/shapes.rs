//! Boards of any shape: what they are, and what GoGui asks about games that it does not know (`gogui-rules_..`).
//!
//! GoGui draws only points in columns and rows. It can show rectangles, tori and cylinders, and play on them. Of other
//! boards it gets the rows of the drawing, which only people can read.

use tesuji_board::{BoardSpec, Cell, Player, Sides, Topology, file};
use tesuji_engine::{Drawing, GameDescription};

use super::arguments::Reply;
use super::board::Board;

/// Whether boards have to ask the engine for what they draw. HexGui and GoGui know Hex by themselves.
pub(super) fn is_drawn(game: &GameDescription) -> bool {
    game.drawing == Drawing::Asked
}

/// The commands by which boards ask.
pub(super) const COMMANDS: &[&str] = &[
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "tesuji-dboard",
];

const NO_SHAPES: &str = "this game has no boards of other shapes";

pub(super) fn topology(board: &Board) -> Result<Topology, String> {
    let game = &board.settings.game;
    if !is_drawn(game.description()) {
        return Err(NO_SHAPES.to_owned());
    }
    game.topology().map_err(|error| error.to_string())
}

/// The name that the game gives a cell of the topology. Squares of Amazons are named as in chess; GTP names have no I.
pub(super) fn cell_name(board: &Board, topology: &Topology, cell: Cell) -> String {
    board.settings.game.description().cells.name(topology, cell)
}

/// The number of columns and rows. For a board without them, the number of cells in its longest row, and of rows, as it
/// is drawn.
fn extent(topology: &Topology) -> (usize, usize) {
    topology.grid_size().unwrap_or_else(|| {
        let rows = topology.rows();
        (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len())
    })
}

/// Whether this is the size by which a controller may refer to a board that has no other.
pub(super) fn is_own_size(board: &Board, columns: usize, rows: usize) -> bool {
    topology(board).is_ok_and(|topology| {
        let (width, height) = extent(&topology);
        (columns, rows) == (width, height) || (columns == rows && columns == width.max(height))
    })
}

/// `tesuji-board [TEXT]`: returns the board as JSON in one line, or sets another board given by its text.
pub(super) fn tesuji_board(board: &mut Board, arguments: &[String]) -> Reply {
    if arguments.is_empty() {
        board.settings.game.board().ok_or(NO_SHAPES)?;
        return Ok(file::write_line(&topology(board)?));
    }
    // The text of a file may contain blanks.
    let spec: BoardSpec = arguments.join(" ").parse().map_err(|error| format!("unacceptable board: {error}"))?;
    let game = board.settings.game.clone().with_board(spec).map_err(|error| error.to_string())?;
    board.begin(game).map_err(|error| format!("unacceptable board: {error}"))?;
    Ok(String::new())
}

/// One word with one capital letter, as GoGui wants it. GoGui knows the captures of the game only on a rectangle. On
/// another board it shows what the engine answers.
pub(super) fn rules_game_id(board: &mut Board, _: &[String]) -> Reply {
    let game = board.settings.game.description();
    if !is_drawn(game) {
        return Err(NO_SHAPES.to_owned());
    }
    let shape = match board.settings.game.board() {
        None => return Ok(game.title.to_owned()),
        Some(BoardSpec::Lattice(lattice)) => match lattice.sides {
            Sides::Open => return Ok(game.title.to_owned()),
            Sides::Torus => "Torus",
            Sides::Cylinder => "Cylinder",
        },
        Some(_) => "Graph",
    };
    Ok(format!("{shape}{}", game.name))
}

/// One number, or two if columns and rows differ.
pub(super) fn rules_board_size(board: &mut Board, _: &[String]) -> Reply {
    Ok(match extent(&topology(board)?) {
        (columns, rows) if columns == rows => columns.to_string(),
        (columns, rows) => format!("{columns} {rows}"),
    })
}

/// `X`, `O` and `.`, row by row from the top.
pub(super) fn rules_board(board: &mut Board, _: &[String]) -> Reply {
    let topology = topology(board)?;
    let stones = board.session.view().stones();
    let sign = |name: &str| match stones.iter().find(|(cell, _)| cell == name) {
        Some((_, Player::Black)) => "X",
        Some((_, Player::White)) => "O",
        None => ".",
    };
    let line = |row: Vec<_>| {
        row.into_iter().map(|cell| sign(&cell_name(board, &topology, cell))).collect::<Vec<_>>().join(" ")
    };
    Ok(topology.rows().into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// A mark on each arrow, at the vertex by which GoGui knows it.
pub(super) fn rules_board_gfx(board: &mut Board, _: &[String]) -> Reply {
    let topology = topology(board)?;
    let blocked = board.session.view().blocked();
    let is_blocked = |cell: &Cell| blocked.contains(&cell_name(board, &topology, *cell));
    let marks = topology.cells().filter(is_blocked).map(|cell| format!(" {}", topology.name(cell)));
    let marks: String = marks.collect();
    Ok(if marks.is_empty() { marks } else { format!("MARK{marks}") })
}

/// `tesuji-position [TEXT]`: returns the position in one line, or starts another game from the position with this text.
pub(super) fn position(board: &mut Board, arguments: &[String]) -> Reply {
    if arguments.is_empty() {
        return board.session.position().text().ok_or_else(|| "this game has no notation of positions".to_owned());
    }
    let game = board.settings.game.clone().with_position(&arguments.join(" ")).map_err(|error| error.to_string())?;
    board.begin(game).map_err(|error| format!("unacceptable position: {error}"))?;
    Ok(String::new())
}

pub(super) fn rules_legal_moves(board: &mut Board, _: &[String]) -> Reply {
    Ok(board.session.legal_moves().join(" "))
}

pub(super) fn rules_side_to_move(board: &mut Board, _: &[String]) -> Reply {
    Ok(board.session.to_move().to_string())
}

/// Empty while the game goes on.
pub(super) fn rules_final_result(board: &mut Board, _: &[String]) -> Reply {
    let winner = |player: Player| match player {
        Player::Black => 'B',
        Player::White => 'W',
    };
    Ok(match board.resigned {
        Some(player) => format!("{}+Resign", winner(player.opponent())),
        None => board.session.record().result().unwrap_or_default(),
    })
}
