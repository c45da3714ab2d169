//! Games that a board for Go has recorded (`GM[1]`): each move as three stones, from, to and arrow, in three nodes.
//!
//! Nothing but the moves shows that such a file is no Go: all of them are legal in Amazons, from the usual start of the
//! board, with either player below.

use tesuji_board::Player;
use tesuji_sgf::Tree;

use super::read::{heading, read_point, size};
use crate::record::{Record, RecordLine, play, white_below};
use crate::{Move, Position, Setup};

/// Number of squares in a move.
const N_STEPS: usize = 3;

/// The game that begins with this node, if it is recorded so. A last move that is not whole is left out.
#[must_use]
pub fn in_steps(tree: &Tree, root: usize) -> Option<Record> {
    let size = size(&tree.nodes[root]).ok().filter(|size| size.columns == size.rows)?;
    let mut squares = Vec::new();
    let mut players = Vec::new();
    for property in tree.main_line(root).flat_map(|node| &node.properties) {
        let player = match property.name.as_str() {
            "B" => Player::Black,
            "W" => Player::White,
            _ => continue,
        };
        for value in &property.values {
            squares.push(read_point(size, value.trim())?);
            players.push(player);
        }
    }
    let (&first, _) = players.split_first().filter(|_| squares.len() >= N_STEPS)?;
    // Whoever makes a move places all its stones, or the colours alternate as they do in Go.
    let by_turns = |place: usize| if (place / N_STEPS).is_multiple_of(2) { first } else { first.opponent() };
    let is_by_turns = players.iter().enumerate().all(|(place, &player)| player == by_turns(place));
    let is_alternating = players.windows(2).all(|pair| pair[0] != pair[1]);
    if !is_by_turns && !is_alternating {
        return None;
    }
    let side = usize::from(size.columns);
    let black_below = Setup { to_move: first, ..Setup::standard(side).ok()? };
    [Some(black_below), white_below(side, first)].into_iter().flatten().find_map(|setup| {
        let mut position = Position::new(&setup).ok()?;
        let mut line = RecordLine::default();
        for step in squares.chunks_exact(N_STEPS) {
            let mv = Move { from: step[0], to: step[1], arrow: step[2] };
            play(&mut position, mv, line.moves.len() + 1).ok()?;
            line.moves.push(mv);
        }
        let mut record = Record::new(setup.sorted());
        heading(&mut record, &tree.nodes[root]);
        record.main = line;
        Some(record)
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::notation::write_move;
    use crate::record::sgf::{read, tree};

    fn moves(text: &str) -> Option<Vec<String>> {
        let tree = tree(text).unwrap();
        let record = in_steps(&tree, tree.roots[0])?;
        Some(record.main.moves.iter().map(|&mv| write_move(record.setup.size, mv)).collect())
    }

    #[test]
    fn three_stones_are_a_move() {
        let by_turns = "(;GM[1]SZ[10]PB[Ann];B[dj];B[dd];B[gd];W[da];W[dc];W[ac];B[gj];B[gg])";
        assert_eq!(moves(by_turns).unwrap(), ["d1-d7/g7", "d10-d8/a8"]);
        assert_eq!(read(by_turns).unwrap().players[0], "Ann");
        // White below, as on PlayStrategy, and with the colours of Go.
        assert_eq!(moves("(;GM[1]SZ[10];W[dj];W[dd];W[gd])").unwrap(), ["d1-d7/g7"]);
        assert_eq!(moves("(;GM[1]SZ[10];B[dj];W[dd];B[gd];W[da];B[dc];W[ac])").unwrap().len(), 2);
        for go in
            ["(;GM[1]SZ[10];B[dj];W[dd])", "(;GM[1]SZ[10];B[cc];W[gg];B[gc])", "(;GM[1]SZ[9];B[dj])", "(;GM[1];B[])"]
        {
            assert_eq!(moves(go), None, "{go}");
        }
        assert!(read("(;GM[1]SZ[10];B[cc];W[gg];B[gc])").is_err());
    }
}
