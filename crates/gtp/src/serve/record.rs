//! Reads games from files and writes them to files.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::{fs, io};

use tesuji_board::Player;
use tesuji_engine::{LoadNumber, Session};
use tesuji_game::{FileTooLong, MOST_FILE_BYTES};

use super::arguments::{Reply, argument, number};
use super::board::Board;

const FILE: &str = "the name of a file";

/// Loads the game in a file, or its beginning.
///
/// The number after the name means what it means to other programs of the game. In GTP, loading stops before the move
/// with this number, as in GNU Go. So it does here in Go, and in Amazons, which has no custom of its own. Hex programs,
/// benzene first, play this many moves.
pub(super) fn loadsgf(board: &mut Board, arguments: &[String]) -> Reply {
    let name = argument(arguments, 0, FILE)?;
    let n_moves = match (arguments.len(), board.settings.game.description().load_number) {
        (0 | 1, _) => usize::MAX,
        (_, LoadNumber::Moves) => number(arguments, 1, "a number of moves")?,
        (_, LoadNumber::NextMove) => number::<usize>(arguments, 1, "the number of a move")?.saturating_sub(1),
    };
    let metadata = fs::metadata(name).map_err(|error| format!("cannot load file: {error}"))?;
    if !metadata.is_file() {
        return Err("cannot load file: expected a file".to_owned());
    }
    if metadata.len() > MOST_FILE_BYTES {
        return Err(format!("cannot load file: it is {FileTooLong}"));
    }
    let bytes = fs::read(name).map_err(|error| format!("cannot load file: {error}"))?;
    let decoded = tesuji_game::decode(&bytes);
    let session = Session::from_record(&board.settings.game, &decoded.text, n_moves)
        .map_err(|error| format!("cannot load file: {error}"))?;
    let notices: Vec<String> = decoded.notice.into_iter().chain(session.notices().iter().cloned()).collect();
    board.set_session(session);
    board.comment = notices.join("; ");
    board.clock.time.restart();
    Ok(String::new())
}

/// `printsgf [FILE]`, as in GNU Go and KataGo: the game as the answer, or in a file.
pub(super) fn printsgf(board: &mut Board, arguments: &[String]) -> Reply {
    match arguments.first().map(String::as_str) {
        None | Some("-") => Ok(sgf(board).trim_end().to_owned()),
        Some(_) => savesgf(board, arguments),
    }
}

/// `savesgf FILE`, as in Fuego. The file holds either the whole new game or what it held before.
pub(super) fn savesgf(board: &mut Board, arguments: &[String]) -> Reply {
    let path = Path::new(argument(arguments, 0, FILE)?);
    // An opponent at the other end of a wire must not be able to overwrite anything but records.
    if !path.extension().and_then(OsStr::to_str).is_some_and(|ending| ending.eq_ignore_ascii_case("sgf")) {
        return Err("cannot save file: expected a name that ends in .sgf".to_owned());
    }
    write_whole(path, sgf(board).as_bytes()).map_err(|error| format!("cannot save file: {error}"))?;
    Ok(String::new())
}

fn sgf(board: &Board) -> String {
    let result = match board.resigned {
        Some(Player::Black) => "W+Resign".to_owned(),
        Some(Player::White) => "B+Resign".to_owned(),
        None => board.session.record().result().unwrap_or_default(),
    };
    board.session.record().to_sgf(&result)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The prefix differs from that of crate `store`, which removes whatever it finds unlocked under its own.
    let mut file = builder.prefix(".saving-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
