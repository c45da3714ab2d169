//! Openings of games: openings read from files or drawn at random.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use tesuji_board::Player;
use tesuji_engine::{PlayerSpec, Session, SessionError, UctSpec};
use tesuji_search::Limits;
use tesuji_sgf::{Dialect, Tree, is_point};

use crate::control::{Balance, OpeningPlan};
use crate::seed;

/// Returns the game before its first move, handicap stones included.
pub type Begin<'b> = &'b dyn Fn() -> Result<Session, SessionError>;

/// Random openings tried to find a fair one.
const MOST_TRIES: u64 = 100;

/// Maximum number of consecutive nodes of a file.
const MOST_NODES: usize = 8192;

/// Error of an opening that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not SGF.
    #[error("{place}: {fault}")]
    Malformed {
        /// The file.
        place: String,
        /// The fault.
        fault: String,
    },
    /// A move that the rules do not allow.
    #[error("{place}, move {number}: {fault}")]
    Illegal {
        /// The file with its line or game, or the key of the control file.
        place: String,
        /// The number of the move, counted from 1.
        number: usize,
        /// The reason.
        fault: String,
    },
    /// The game is over before the players can move.
    #[error("{place}: the opening ends the game")]
    Over {
        /// The file with its line or game, or the key of the control file.
        place: String,
    },
    /// There is no opening where some are expected.
    #[error("{0} holds no opening")]
    Empty(String),
}

/// Reads openings from a file. If its name ends in `.sgf`, it holds one or more games, and the first `plies` moves of
/// each are an opening. Any other file is read as by [`from_lines`].
///
/// # Errors
///
/// If the file cannot be read, holds no opening, or a move is not legal.
pub fn from_file(path: &Path, plies: Option<NonZeroU32>, begin: Begin<'_>) -> Result<Vec<Vec<String>>, OpeningError> {
    let bytes =
        crate::input::read(path).map_err(|source| OpeningError::Unreadable { path: path.to_owned(), source })?;
    let text = tesuji_game::decode(&bytes).text;
    let place = path.display().to_string();
    let plies = plies.map_or(usize::MAX, |plies| plies.get() as usize);
    let is_sgf = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    let openings =
        if is_sgf { from_sgf(&place, &text, plies, begin)? } else { from_lines(&place, &text, plies, begin)? };
    if openings.is_empty() { Err(OpeningError::Empty(place)) } else { Ok(openings) }
}

/// Reads openings of at most `plies` moves, one on each line, with the moves separated by spaces. `#` begins a comment.
///
/// Moves are as the game writes them, and the colours alternate. `place` is the file's name for messages.
///
/// # Errors
///
/// [`OpeningError::Illegal`] or [`OpeningError::Over`].
pub fn from_lines(place: &str, text: &str, plies: usize, begin: Begin<'_>) -> Result<Vec<Vec<String>>, OpeningError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let moves: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().take(plies).collect();
        if !moves.is_empty() {
            openings.push(checked(&format!("{place}, line {number}"), begin, moves.len(), |session, idx| {
                session.play(session.to_move(), moves[idx])
            })?);
        }
    }
    Ok(openings)
}

/// Plays an opening from its beginning, and returns its moves as the game writes them.
fn checked(
    place: &str,
    begin: Begin<'_>,
    n_moves: usize,
    mut play: impl FnMut(&mut Session, usize) -> Result<(), SessionError>,
) -> Result<Vec<String>, OpeningError> {
    let illegal = |number, fault: SessionError| OpeningError::Illegal {
        place: place.to_owned(),
        number,
        fault: fault.to_string(),
    };
    let mut session = begin().map_err(|fault| illegal(0, fault))?;
    for idx in 0..n_moves {
        play(&mut session, idx).map_err(|fault| illegal(idx + 1, fault))?;
    }
    match session.outcome() {
        Some(_) => Err(OpeningError::Over { place: place.to_owned() }),
        None => Ok(session.moves().iter().map(|(_, mv)| mv.clone()).collect()),
    }
}

/// Reads the first moves of the games in an SGF file, following the first variation where there are several.
fn from_sgf(place: &str, text: &str, plies: usize, begin: Begin<'_>) -> Result<Vec<Vec<String>>, OpeningError> {
    let malformed = |fault: String| OpeningError::Malformed { place: place.to_owned(), fault };
    let tree = Tree::read(text, Dialect::standard(MOST_NODES)).map_err(|error| malformed(error.to_string()))?;
    let mut openings = Vec::new();
    for (number, &root) in (1..).zip(&tree.roots) {
        let mut points = points_of(&tree, root);
        points.truncate(plies);
        if points.is_empty() {
            continue;
        }
        openings.push(checked(&format!("{place}, game {number}"), begin, points.len(), |session, idx| {
            let (player, point) = &points[idx];
            let mv =
                session.legal_moves().into_iter().find(|mv| session.record().point(mv).is_ok_and(|at| at == *point));
            // If it is not a legal move, the session refuses it in its own words.
            session.play(*player, mv.as_deref().unwrap_or(point))
        })?);
    }
    Ok(openings)
}

/// The moves of a game, each with its colour. In Go, which a file without `GM` is of, what is no point is skipped.
fn points_of(tree: &Tree, root: usize) -> Vec<(Player, String)> {
    let is_go = tree.nodes[root].value("GM").is_none_or(|game| game == "1");
    let properties = tree.main_line(root).flat_map(|node| &node.properties);
    let moves = properties.filter_map(|property| match (property.name.as_str(), &*property.values) {
        ("B", [point]) => Some((Player::Black, point)),
        ("W", [point]) => Some((Player::White, point)),
        _ => None,
    });
    let moves = moves.filter(|(_, point)| !is_go || point.is_empty() || is_point(point));
    moves.map(|(player, point)| (player, point.clone())).collect()
}

impl OpeningPlan {
    /// The moves of opening number `number`. If openings are random, `seed` determines them.
    ///
    /// They depend on the arguments alone, so both games of a pair begin alike on any machine. Openings that have to be
    /// fair cost up to a hundred searches.
    ///
    /// # Errors
    ///
    /// If the game cannot be played.
    pub fn moves(&self, number: u64, seed: u64, begin: Begin<'_>) -> Result<Vec<String>, SessionError> {
        match self {
            Self::Empty => Ok(Vec::new()),
            Self::Listed(openings) => Ok(openings[(number % openings.len() as u64) as usize].clone()),
            Self::Random { plies, balance: None } => Ok(drawn(begin, *plies, seed)?.unwrap_or_default()),
            Self::Random { plies, balance: Some(balance) } => fair(begin, *plies, seed, balance),
        }
    }
}

/// Random moves; `None` if they end the game.
fn drawn(begin: Begin<'_>, plies: NonZeroU32, seed: u64) -> Result<Option<Vec<String>>, SessionError> {
    let mut session = begin()?;
    for ply in 0..plies.get() {
        let choice = session.genmove(&PlayerSpec::Random, &Limits::default(), seed::of(seed, "ply", ply.into()))?;
        session.play(session.to_move(), &choice.mv)?;
        if session.outcome().is_some() {
            return Ok(None);
        }
    }
    Ok(Some(session.moves().iter().map(|(_, mv)| mv.clone()).collect()))
}

/// The first of many random openings that is fair, or the nearest to it.
fn fair(begin: Begin<'_>, plies: NonZeroU32, seed: u64, balance: &Balance) -> Result<Vec<String>, SessionError> {
    let judge = PlayerSpec::Uct(UctSpec { playouts: balance.playouts.get(), ..UctSpec::default() });
    let mut nearest: Option<(f64, Vec<String>)> = None;
    let mut seen = BTreeSet::new();
    for trial in 0..MOST_TRIES {
        let Some(moves) = drawn(begin, plies, seed::of(seed, "try", trial))? else { continue };
        if !seen.insert(moves.clone()) {
            continue;
        }
        let mut session = begin()?;
        for mv in &moves {
            session.play(session.to_move(), mv)?;
        }
        let choice = session.genmove(&judge, &Limits::default(), seed::of(seed, "judge", trial))?;
        let off = (choice.value.unwrap_or(0.5) - 0.5).abs();
        if nearest.as_ref().is_none_or(|(least, _)| off < *least) {
            nearest = Some((off, moves));
        }
        if off <= balance.within {
            break;
        }
    }
    Ok(nearest.map(|(_, moves)| moves).unwrap_or_default())
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_engine::GameSpec;

    use super::*;

    fn hex(side: usize) -> impl Fn() -> Result<Session, SessionError> {
        of_hex(side, side)
    }

    fn of_hex(columns: usize, rows: usize) -> impl Fn() -> Result<Session, SessionError> {
        move || Session::new(&GameSpec::Hex { columns, rows, swap: false })
    }

    #[test]
    fn a_drawn_opening_is_a_function_of_its_seed() {
        let game = hex(5);
        let openings = OpeningPlan::Random { plies: NonZeroU32::new(3).unwrap(), balance: None };
        let moves = |seed| openings.moves(0, seed, &game).unwrap();
        assert_eq!(moves(1), moves(1));
        let different: BTreeSet<Vec<String>> = (0..50).map(moves).collect();
        assert!(different.len() > 45 && different.iter().all(|moves| moves.len() == 3), "{}", different.len());
    }

    #[test]
    fn a_fair_opening_is_nearer_to_even_than_most() {
        // On 5x5 the centre is a great advantage, but corners are not.
        let game = hex(5);
        let plies = NonZeroU32::new(1).unwrap();
        let playouts = std::num::NonZeroU64::new(200).unwrap();
        let openings = OpeningPlan::Random { plies, balance: Some(Balance { playouts, within: 0.2 }) };
        let judge = PlayerSpec::Uct(UctSpec { playouts: 2000, ..UctSpec::default() });
        for seed in 0..10 {
            let moves = openings.moves(0, seed, &game).unwrap();
            assert_eq!(moves, openings.moves(0, seed, &game).unwrap());
            let mut session = game().unwrap();
            session.play(Player::Black, &moves[0]).unwrap();
            let value = session.genmove(&judge, &Limits::default(), 1).unwrap().value.unwrap();
            assert!((0.2..=0.8).contains(&value), "{moves:?}: {value}");
        }
    }

    #[test]
    fn if_none_is_fair_the_nearest_is_taken() {
        // On a board with one row, the player who moves first wins.
        let game = of_hex(1, 2);
        let (plies, playouts) = (NonZeroU32::new(1).unwrap(), std::num::NonZeroU64::new(10).unwrap());
        let openings = OpeningPlan::Random { plies, balance: Some(Balance { playouts, within: 0.1 }) };
        assert_eq!(openings.moves(0, 1, &game).unwrap().len(), 1);
    }

    #[test]
    fn sgf_of_go_is_read_in_its_own_coordinates() {
        let game = r#"{"game":"go","columns":9,"rows":9,"komi":7,"rules":"chinese"}"#;
        let game: GameSpec = serde_json::from_str(game).unwrap();
        let game = || Session::new(&game);
        let openings = from_sgf("x.sgf", "(;GM[1]SZ[9];B[ee];W[];B[cg](;W[gc])(;W[aa]))", 9, &game).unwrap();
        assert_eq!(openings, [["E5", "pass", "C3", "G7"].map(str::to_owned)]);
        let error = from_sgf("x.sgf", "(;GM[1]SZ[9];B[ee];W[ee])", 9, &game).unwrap_err().to_string();
        assert!(error.starts_with("x.sgf, game 1, move 2: "), "{error}");
        assert!(from_sgf("x.sgf", "no game", 9, &game).is_err());
        let deep = from_sgf("x.sgf", &format!("({})", ";".repeat(1_000_000)), 9, &game).unwrap_err().to_string();
        assert_eq!(deep, "x.sgf: more than 8192 nodes follow each other");
        // A comment in Shift_JIS, in which the byte of `\\` is half a letter.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.sgf");
        std::fs::write(&file, b"(;CA[Shift_JIS]GM[1]SZ[9];B[ee]C[\x91\xe3\x95\x5c];W[cc])").unwrap();
        assert_eq!(from_file(&file, None, &game).unwrap(), [["E5", "C7"].map(str::to_owned)]);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_openings_or_an_error(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80)) {
            let bytes = [b"(;CA[Shift_JIS]C[", &bytes[..], b"];B[ee])"].concat();
            drop(from_sgf("x", &tesuji_game::decode(&bytes).text, 3, &hex(5)));
        }

        #[test]
        fn any_text_is_openings_or_an_error(text in "[();BW\\[\\]a-e1-5 CFG\\n#\\\\:p]{0,80}") {
            for openings in [from_lines("x", &text, 3, &hex(5)), from_sgf("x", &text, 3, &hex(5))].into_iter().flatten() {
                proptest::prop_assert!(openings.iter().all(|moves| (1..=3).contains(&moves.len())));
            }
        }
    }

    #[test]
    fn an_opening_does_not_end_the_game() {
        let error = from_lines("x", "a1 b1 a2", 9, &hex(2)).unwrap_err().to_string();
        assert_eq!(error, "x, line 1: the opening ends the game");
    }
}
