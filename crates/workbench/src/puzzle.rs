//! Puzzles: positions of Hex with all the moves that win.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::CellSet;
use tesuji_engine::GameSpec;
use tesuji_problem::board::file::{ExpectedAnswer, PositionDefaults, Puzzle, parse, write_toml};
use tesuji_prove::Question;

use crate::types::{Colour, GameState, Setup};
use crate::words::{count, names};
use crate::{Trouble, state};

/// Asks for puzzles: those of a text, those of drafts, or, without either, those that come with the program.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PuzzlesOf {
    /// A file of positions (docs/SOLVE.md). Positions that do not list all winning moves are left out.
    #[serde(default)]
    pub text: Option<String>,
    /// Positions whose winning moves are known, to be added.
    #[serde(default)]
    pub drafts: Vec<PuzzleDraft>,
}

/// A position that is to become a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleDraft {
    /// Its name, one line.
    pub id: String,
    /// The position, of Hex.
    pub state: GameState,
    /// All moves that win.
    pub winning: Vec<String>,
}

/// Puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Puzzles {
    /// The puzzles, those of the text first.
    pub puzzles: Vec<PuzzleView>,
    /// All of them as a file, which `tesuji solve` reads.
    pub text: String,
    /// Omissions: sentences without a full stop.
    pub notices: Vec<String>,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleView {
    /// Its name. No other of the same answer has it.
    pub id: String,
    /// The position, as a setup without moves.
    pub state: GameState,
    /// Whose turn it is, and who wins.
    pub to_move: Colour,
    /// All moves that win.
    pub winning: Vec<String>,
}

/// The puzzles of the program: each file says where its positions are from.
const OURS: [&str; 2] = [include_str!("../../../testdata/boards/puzzles.toml"), include_str!("../data/puzzles.toml")];

pub(crate) fn puzzles(asked: &PuzzlesOf, _desk: &impl Sized) -> Result<Puzzles, Trouble> {
    let read = |text: &str| parse(text, &PositionDefaults::default());
    let mut found = match &asked.text {
        Some(text) => read(text)?,
        None if asked.drafts.is_empty() => OURS
            .into_iter()
            .map(read)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|fault| Trouble::ours(fault.to_string()))?
            .concat(),
        None => Vec::new(),
    };
    for draft in &asked.drafts {
        found.push(drafted(draft)?);
    }
    let n_read = found.len();
    found.retain(|puzzle| puzzle.expected.all_winning.as_ref().is_some_and(|all| !all.is_empty()));
    let mut notices = Vec::new();
    if found.len() < n_read {
        let left_out = count(n_read - found.len(), "position");
        notices.push(format!("left out: {left_out} without `all_winning_moves`, or in which no move wins"));
    }
    if found.is_empty() {
        return Err(Trouble::new("there is no puzzle in this text")
            .with_advice("A puzzle is a position with `all_winning_moves` (docs/SOLVE.md)."));
    }
    let mut taken = std::collections::HashSet::new();
    for puzzle in &mut found {
        let id = puzzle.id.clone();
        let mut number = 2;
        while !taken.insert(puzzle.id.clone()) {
            puzzle.id = format!("{id} ({number})");
            number += 1;
        }
    }
    let text: Vec<String> = found.iter().map(write_toml).collect();
    Ok(Puzzles { puzzles: found.iter().map(view).collect(), text: text.join("\n"), notices })
}

/// A draft as a position of a file.
fn drafted(draft: &PuzzleDraft) -> Result<Puzzle, Trouble> {
    let fault =
        |what: &str| Trouble::new(format!("puzzle `{}`: {what}", draft.id.chars().take(40).collect::<String>()));
    let id = draft.id.trim().to_owned();
    if id.is_empty() || id.chars().any(char::is_control) {
        return Err(fault("its name is not one line"));
    }
    let session = state::session(&draft.state)?;
    let position = session.position().as_hex().ok_or_else(|| fault("puzzles are positions of Hex"))?;
    let question = Question::from(position);
    let cell = |name: &String| state::cell(&question.topology, name);
    let all = draft.winning.iter().map(cell).collect::<Result<CellSet, Trouble>>()?;
    if !all.is_subset(&question.empties()) {
        return Err(fault("a winning move is not an empty cell"));
    }
    let expected = ExpectedAnswer { winner: Some(question.to_move), winning: CellSet::new(), all_winning: Some(all) };
    Ok(Puzzle { id, question, expected })
}

fn view(puzzle: &Puzzle) -> PuzzleView {
    let Puzzle { id, question, expected } = puzzle;
    let (columns, rows) = question.size();
    let board = &question.topology;
    let [black, white] = [&question.black, &question.white].map(|cells| names(board, cells));
    let to_move = Colour::from(question.to_move);
    let setup = Setup { black, white, to_move: Some(to_move), ..Setup::default() };
    let winning = expected.all_winning.as_ref().map(|all| names(board, all)).unwrap_or_default();
    PuzzleView {
        id: id.clone(),
        state: GameState { game: GameSpec::hex(columns, rows), setup, moves: Vec::new() },
        to_move,
        winning,
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::Quiet;
    use crate::solving::{Solve, solve};
    use crate::types::{Budget, PlayedMove};

    fn of(text: &str) -> Result<Puzzles, Trouble> {
        puzzles(&PuzzlesOf { text: Some(text.to_owned()), ..PuzzlesOf::default() }, &Quiet)
    }

    /// The solver agrees with each solution set. Boards that take it long are left to `tesuji solve`.
    #[test]
    fn ours_have_exactly_the_moves_that_win() {
        let ours = puzzles(&PuzzlesOf::default(), &Quiet).unwrap();
        assert!(ours.puzzles.len() >= 60, "{}", ours.puzzles.len());
        let is_small = |puzzle: &&PuzzleView| matches!(puzzle.state.game, GameSpec::Hex { columns, .. } if columns < 6);
        for puzzle in ours.puzzles.iter().filter(is_small) {
            let asked =
                Solve { state: puzzle.state.clone(), moves: true, certificate: false, budget: Budget::default() };
            let solved = solve(&asked, &Quiet).unwrap();
            assert!(solved.is_complete, "{}", puzzle.id);
            assert_eq!(solved.winning, puzzle.winning, "{}", puzzle.id);
        }
        // What is written is read again.
        assert_eq!(of(&ours.text).unwrap(), Puzzles { notices: Vec::new(), ..ours });
    }

    #[test]
    fn drafts_become_a_file() {
        let state = GameState {
            game: GameSpec::hex(3, 3),
            setup: Setup::default(),
            moves: ["a1", "b1"].map(|mv| PlayedMove::InTurn(mv.to_owned())).to_vec(),
        };
        let draft = PuzzleDraft { id: "move 3".to_owned(), state, winning: vec!["b2".to_owned()] };
        let asked = |draft: &PuzzleDraft| puzzles(&PuzzlesOf { text: None, drafts: vec![draft.clone(); 2] }, &Quiet);
        let found = asked(&draft).unwrap();
        assert_eq!((found.puzzles[0].id.as_str(), found.puzzles[1].id.as_str()), ("move 3", "move 3 (2)"));
        assert_eq!((found.puzzles[0].to_move, &found.puzzles[0].winning), (Colour::Black, &vec!["b2".to_owned()]));
        assert_eq!(of(&found.text).unwrap().puzzles, found.puzzles);
        for (id, winning) in [("", "b2"), ("two\nlines", "b2"), ("taken", "a1"), ("nowhere", "z9")] {
            asked(&PuzzleDraft { id: id.to_owned(), winning: vec![winning.to_owned()], ..draft.clone() }).unwrap_err();
        }
    }

    #[test]
    fn files_are_refused_with_the_place_of_their_fault() {
        let text = "[[position]]\nid = 'x'\nto_move = 'black'\nboard = '2x2'\nall_winning_moves = 'c9'\n";
        assert_eq!(of(text).unwrap_err().place.map(|place| place.line), Some(5));
        assert!(of(&text.replace("'c9'", "'none'")).unwrap_err().what.contains("no puzzle"));
        let two = text.replace("'c9'", "'a2'") + "[[position]]\nid = 'y'\nto_move = 'black'\nboard = '2x2'\n";
        let found = of(&two).unwrap();
        assert_eq!((found.puzzles.len(), found.notices.len()), (1, 1));
        for noise in ["", "\u{0}\u{1}", "[[position]]", "{\"id\": 1", "a1 b2"] {
            of(noise).unwrap_err();
        }
    }
}
