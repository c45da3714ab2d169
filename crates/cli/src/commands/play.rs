//! `tesuji play`: a game in the terminal, against one of our players or between two people.

mod board;
mod load;
mod talk;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use tesuji_board::Player;
use tesuji_engine::{Contest, PlayerSpec, Session};

use self::load::GameToContinue;
use self::talk::Table;
use super::game::GameOptions;
use super::gtp::parse_time;
use super::gtp::player::PlayerOptions;
use crate::interrupt::WatchedSearches;
use crate::status::{self, Status};
use crate::text;

/// The arguments of `tesuji play`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameOptions,
    /// What you play: one colour, `both` for two people at one keyboard, `none` to watch the player against itself
    #[arg(long, visible_alias = "color", value_enum, default_value = "black")]
    colour: Colour,
    #[command(flatten)]
    player: PlayerOptions,
    /// How long the player thinks about each move: `5` seconds, `300ms` [default: as its settings say]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Go on with this game, in any form: a file, a link, or the text itself
    #[arg(long, value_name = "GAME|FILE")]
    load: Option<PathBuf>,
    /// Write the game to this file after each move, as SGF
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The seed of the player's choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    Black,
    White,
    Both,
    None,
}

impl Colour {
    /// Whether a person has this seat.
    fn has(self, player: Player) -> bool {
        match self {
            Self::Black => player == Player::Black,
            Self::White => player == Player::White,
            Self::Both => true,
            Self::None => false,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let spec = arguments.game.read()?;
    let asked = arguments.player.read()?;
    // With a clock, the player thinks until its time is over.
    let player = match arguments.time {
        Some(_) if !asked.is_bounded => asked.player.without_bound(),
        _ => asked.player,
    };
    let session = match &arguments.load {
        None => Session::new(&spec).into_diagnostic()?,
        Some(path) => {
            let GameToContinue { session, notices, name } = load::session(&spec, path)?;
            notices.iter().for_each(|notice| text::complain(&format!("{name}: {notice}")));
            session
        }
    };
    session.accepts(&player).map_err(|error| miette!("--player: {error}"))?;
    let seat = |colour: Player| -> Option<PlayerSpec> { (!arguments.colour.has(colour)).then(|| player.clone()) };
    let contest = Contest::new(session, Player::BOTH.map(seat), arguments.seed).into_diagnostic()?;
    let stdin = io::stdin();
    let mut table = Table {
        contest,
        adviser: player,
        thinking: WatchedSearches::begin(arguments.time)?,
        save: arguments.save.clone(),
        echo: !stdin.is_terminal(),
        out: anstream::stdout().lock(),
    };
    play(&mut table, &mut stdin.lock())
}

/// Plays until the person leaves or the input ends.
fn play<W: Write>(table: &mut Table<W>, input: &mut impl BufRead) -> status::Result {
    table.introduce()?;
    let mut line = Vec::new();
    loop {
        table.let_players_move()?;
        table.prompt()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            table.leave()?;
            return Ok(Status::Fine);
        }
        // Whatever the terminal sends, a line that is not text is no command.
        let text = String::from_utf8_lossy(&line);
        if !table.obey(text.trim())? {
            return Ok(Status::Fine);
        }
    }
}
