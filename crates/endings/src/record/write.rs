//! From the solver's answers to a record.

use rustc_hash::FxHashMap;
use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_search::Limits;

use super::super::fill::Filler;
use super::super::guards::{kept, open_to};
use super::super::plot::Plot;
use super::super::search::EndingSolver;
use super::{FORMAT, ResultNode, ResultRecord, VERSION, move_text};

/// The maximum number of nodes of a search for a walk; a count that is not found is played out instead.
const WALK_NODES: u64 = 10_000;

/// Error of making a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A limit was reached before the winner was known, here or in a later position.
    #[error("undecided within the limits")]
    Undecided,
    /// More nodes than requested.
    #[error("more than {0} nodes")]
    TooLong(usize),
}

/// The record of who wins `position`: a strategy with at most `max_nodes` nodes.
///
/// `limits` apply to each question to the solver.
///
/// # Errors
///
/// [`WriteError`].
pub fn record(
    solver: &mut EndingSolver,
    position: &Position,
    limits: &Limits,
    max_nodes: usize,
) -> Result<ResultRecord, WriteError> {
    let solved = solver.solve(position, limits).ok_or(WriteError::Undecided)?;
    let mut writer = ResultWriter {
        solver,
        limits,
        max_nodes,
        winner: solved.winner,
        numbers: FxHashMap::default(),
        nodes: Vec::new(),
    };
    writer.write(position)?;
    let setup = position.setup().sorted();
    let names = |squares: &[u8]| squares.iter().map(|&square| setup.size.name_of(square)).collect();
    Ok(ResultRecord {
        format: FORMAT.to_owned(),
        version: VERSION,
        columns: setup.size.columns,
        rows: setup.size.rows,
        black: names(&setup.black),
        white: names(&setup.white),
        arrows: names(&setup.arrows),
        to_move: setup.to_move.into(),
        winner: writer.winner.into(),
        nodes: writer.nodes,
    })
}

struct ResultWriter<'a> {
    solver: &'a mut EndingSolver,
    limits: &'a Limits,
    max_nodes: usize,
    winner: Player,
    numbers: FxHashMap<Position, u32>,
    nodes: Vec<ResultNode>,
}

impl ResultWriter<'_> {
    /// The number of the node of `position`; the node is written if it does not exist yet. The recursion is as deep as
    /// the game is long.
    fn write(&mut self, position: &Position) -> Result<u32, WriteError> {
        if let Some(&number) = self.numbers.get(position) {
            return Ok(number);
        }
        let node = if let Some(walk) = self.walk(position) {
            ResultNode::Count { walk }
        } else if position.to_move() == self.winner {
            let solved = self.solver.solve(position, self.limits).ok_or(WriteError::Undecided)?;
            let mv = solved.mv.ok_or(WriteError::Undecided)?;
            let then = self.write(&after(position, mv))?;
            ResultNode::Move { r#move: move_text(position.size(), mv), then }
        } else {
            let mut answers = Vec::new();
            for mv in position.moves() {
                answers.push(self.write(&after(position, mv))?);
            }
            ResultNode::Answers { answers }
        };
        if self.nodes.len() >= self.max_nodes {
            return Err(WriteError::TooLong(self.max_nodes));
        }
        let number = u32::try_from(self.nodes.len()).map_err(|_| WriteError::TooLong(self.max_nodes))?;
        self.nodes.push(node);
        self.numbers.insert(position.clone(), number);
        Ok(number)
    }

    /// A walk of the winner's, as long as a count needs, if there is one.
    fn walk(&mut self, position: &Position) -> Option<Vec<String>> {
        let taken = position.arrows();
        let open = (0..position.n_squares()).filter(|&square| !taken.contains(square)).collect();
        let (plot, stand) = Plot::new(position, open)?;
        let theirs = open_to(&plot, stand, self.winner.opponent());
        let need = (stand.empty & theirs).count_ones() as usize + usize::from(position.to_move() == self.winner);
        let kept = kept(&plot, stand, self.winner, theirs);
        if (kept.empty.count_ones() as usize) < need {
            return None;
        }
        let mut walk = Filler::default().filling(&plot, kept, WALK_NODES).walk;
        walk.truncate(need);
        (walk.len() == need).then(|| walk.into_iter().map(|mv| move_text(position.size(), mv)).collect())
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
