//! The checker uses nothing but the rules and the record. It shares nothing with the solver.

use tesuji_amazons::{Position, Size};
use tesuji_board::{Bits, Player};
use tesuji_game::Game;

use super::{FORMAT, ResultNode, ResultRecord, VERSION, parse_move};

/// Statement that a correct record proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFacts {
    /// The position.
    pub position: Position,
    /// The winner.
    pub winner: Player,
    /// The winner's first move, if the winner is to move and the record is not a single count.
    pub first: Option<String>,
    /// The number of its nodes.
    pub n_nodes: usize,
    /// The number of nodes that are counts.
    pub n_counts: usize,
}

/// Error of a record that proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Not this format, or not this version.
    #[error("expected format {FORMAT:?}, version 1 to {VERSION}")]
    Format,
    /// The position is not valid.
    #[error("the position: {0}")]
    Position(String),
    /// A node is wrong.
    #[error("node {node}: {fault}")]
    ResultNode {
        /// The number of the node, counted from 0.
        node: usize,
        /// Expected content.
        fault: &'static str,
    },
}

/// Checks that `record` proves what it says. Linear in its size.
///
/// # Errors
///
/// The first fault, beginning with the last node.
pub fn check(record: &ResultRecord) -> Result<RecordFacts, CheckError> {
    if record.format != FORMAT || !(1..=VERSION).contains(&record.version) {
        return Err(CheckError::Format);
    }
    let start = record.position()?;
    let winner: Player = record.winner.into();
    let mut positions: Vec<Option<Position>> = vec![None; record.nodes.len()];
    let Some(last) = positions.last_mut() else {
        return Err(CheckError::ResultNode { node: 0, fault: "expected a node" });
    };
    *last = Some(start.clone());
    let mut n_counts = 0;
    // A node names only nodes before it. So, going from the last to the first, each node is met after all that lead to
    // it.
    for (node, content) in record.nodes.iter().enumerate().rev() {
        let fault = |fault| CheckError::ResultNode { node, fault };
        let position = positions[node].take().ok_or_else(|| fault("expected a node that leads here"))?;
        match content {
            ResultNode::Move { r#move, then } => {
                if position.to_move() != winner {
                    return Err(fault("expected answers: the loser is to move"));
                }
                let mv =
                    parse_move(position.size(), r#move).ok_or_else(|| fault("expected a move such as a2-a3/a2"))?;
                let mut next = position;
                next.play(mv).map_err(|_| fault("expected a legal move"))?;
                lead(&mut positions[..node], *then, next).map_err(fault)?;
            }
            ResultNode::Answers { answers } => {
                if position.to_move() == winner {
                    return Err(fault("expected one move: the winner is to move"));
                }
                let moves = position.moves();
                if moves.len() != answers.len() {
                    return Err(fault("expected a node for each legal move, and no more"));
                }
                for (mv, &answer) in moves.into_iter().zip(answers) {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    lead(&mut positions[..node], answer, next).map_err(fault)?;
                }
            }
            ResultNode::Count { walk } => {
                n_counts += 1;
                count(&position, winner, walk).map_err(fault)?;
            }
        }
    }
    let first = match record.nodes.last() {
        Some(ResultNode::Move { r#move, .. }) => Some(r#move.clone()),
        _ => None,
    };
    Ok(RecordFacts { position: start, winner, first, n_nodes: record.nodes.len(), n_counts })
}

/// Notes that node `to` is about `position`, which must be the same wherever a node leads to it.
fn lead(positions: &mut [Option<Position>], to: u32, position: Position) -> Result<(), &'static str> {
    match usize::try_from(to).ok().and_then(|to| positions.get_mut(to)) {
        None => Err("expected an earlier node"),
        Some(Some(known)) if *known != position => Err("expected each node to be about one position"),
        Some(place) => {
            *place = Some(position);
            Ok(())
        }
    }
}

/// Checks a count: the walk is legal, the loser can neither come there nor be let in, and the walk is longer than the
/// loser can last.
///
/// The winner's amazons that do not move are walls. The loser cannot come past them, and has at most one move for each
/// empty square on their side, because each move fills one.
fn count(position: &Position, winner: Player, walk: &[String]) -> Result<(), &'static str> {
    let size = position.size();
    let empty = position.empty();
    let amazons = position.amazon_squares(winner.opponent());
    let theirs = connected(size, amazons, |square| empty.contains(square));
    let n_theirs = (theirs & empty).len();
    // A winner who is to move needs one move more.
    let need = n_theirs + usize::from(position.to_move() == winner);
    if walk.len() < need {
        return Err("expected a longer walk");
    }
    let mut alone = position.with_to_move(winner);
    for text in walk {
        let mv = parse_move(size, text).ok_or("expected a walk of moves such as a2-a3/a2")?;
        alone.play(mv).map_err(|_| "expected a walk of legal moves")?;
        alone = alone.with_to_move(winner);
        if theirs.contains(mv.to.into()) || theirs.contains(mv.arrow.into()) {
            return Err("expected a walk that the loser cannot reach");
        }
        if mv.arrow != mv.from && near(size, mv.from.into()).any(|square| theirs.contains(square)) {
            return Err("expected a walk that does not let the loser in");
        }
    }
    Ok(())
}

/// `seed` and the squares connected to it, by sides or corners, through squares that are `open`.
fn connected(size: Size, seed: Bits<3>, open: impl Fn(usize) -> bool) -> Bits<3> {
    let mut all = seed;
    let mut stack: Vec<usize> = seed.iter().collect();
    while let Some(square) = stack.pop() {
        for near in near(size, square) {
            if open(near) && !all.contains(near) {
                all.insert(near);
                stack.push(near);
            }
        }
    }
    all
}

/// The square and those that touch it.
fn near(size: Size, square: usize) -> impl Iterator<Item = usize> {
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let (column, row) = (square % columns, square / columns);
    let across = column.saturating_sub(1)..=(column + 1).min(columns - 1);
    (row.saturating_sub(1)..=(row + 1).min(rows - 1)).flat_map(move |y| across.clone().map(move |x| y * columns + x))
}
