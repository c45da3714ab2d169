//! `tesuji maps show`: where a map points on a position.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use miette::{IntoDiagnostic, miette};
use serde_json::json;
use tesuji_board::{BoardSpec, CellSet, Player};
use tesuji_engine::{AnyRecord, GameSpec, Session};
use tesuji_gallery::positions;
use tesuji_game::Game;
use tesuji_go::record::{json as record_json, sgf};
use tesuji_go::{Diagram, Komi, Move, Position, Rules};
use tesuji_maps::MapEvaluator;

use super::{MapBoard, NamedMap, parse_board, parse_map};
use crate::input;
use crate::picture::{PictureArguments, title_of_board};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};

/// The arguments of `tesuji maps show`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object and nothing else")))]
pub(crate) struct Arguments {
    /// The map: a name such as `sato-1`, or text such as `V & F(H & W)` (docs/MAPS.md)
    #[arg(value_name = "MAP", value_parser = parse_map)]
    map: NamedMap,
    /// The board: `9x9`, `hexagon:4`, `honeycomb:2` and others, or a board file. A record or a diagram has its own
    #[arg(long, value_name = "BOARD", default_value = "9x9", value_parser = parse_board)]
    board: MapBoard,
    /// The position: the moves played so far, such as `D4,E5,pass` (Black begins), or a record or a diagram, as a file, as
    /// `-` or as text
    #[arg(long, value_name = "MOVES|FILE")]
    position: Option<PathBuf>,
    /// The position of a record after this many moves [default: after all]
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    /// Who is to move in a diagram
    #[arg(long, value_name = "PLAYER", default_value = "black", value_parser = parse_player)]
    to_move: Player,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    data: DataOptions,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "map simplified board own value legal";

fn parse_player(text: &str) -> Result<Player, String> {
    let player = Player::BOTH.into_iter().find(|player| player.name() == text);
    player.ok_or_else(|| "expected `black` or `white`".to_owned())
}

impl Arguments {
    /// The board and the position on it.
    fn given(&self) -> miette::Result<(MapBoard, Position)> {
        let empty = || Position::empty(Arc::clone(&self.board.topology), Rules::CHINESE, Komi::default());
        let Some(position) = &self.position else { return Ok((self.board.clone(), empty())) };
        let given = input::source(position)?;
        let text = given.text.text.trim();
        if text.starts_with('(') || text.starts_with('{') {
            return self.recorded(text);
        }
        let is_diagram = text.contains('\n') || text.split_whitespace().any(|word| matches!(word, "." | "B" | "W"));
        if is_diagram {
            let diagram: Diagram = text.parse().map_err(|error| given.wrong(&error))?;
            let position = diagram
                .position(Rules::CHINESE, Komi::default(), self.to_move)
                .map_err(|error| miette!("{}: {error}", given.name))?;
            let (columns, rows) = diagram.size();
            let board = MapBoard { name: format!("{columns}x{rows}"), topology: Arc::clone(position.topology()) };
            return Ok((board, position));
        }
        let mut position = empty();
        let moves = text.split(|sign: char| sign == ',' || sign.is_whitespace());
        for (idx, text) in moves.filter(|text| !text.is_empty()).enumerate() {
            let wrong =
                |reason: &dyn std::fmt::Display| miette!("move {} of the position, `{text}`: {reason}", idx + 1);
            let mv = position.parse_move(text).map_err(|error| wrong(&error))?;
            position.check(mv).map_err(|error| wrong(&error))?;
            position.play_unchecked(mv);
        }
        Ok((self.board.clone(), position))
    }

    /// The position of a record.
    fn recorded(&self, text: &str) -> miette::Result<(MapBoard, Position)> {
        let record = if text.starts_with('{') { record_json::read(text) } else { sgf::read(text) };
        let record = AnyRecord::from(record.into_diagnostic()?);
        let n_moves = self.n_moves.unwrap_or(record.n_moves());
        if n_moves > record.n_moves() {
            return Err(miette!("there is no position after move {n_moves}: the record has {}", record.n_moves()));
        }
        let unstated = GameSpec::go(BoardSpec::square(1, 1), Komi::default(), Rules::CHINESE);
        let session = Session::replay(&unstated, &record, n_moves).into_diagnostic()?;
        let position = session.position().as_go().ok_or_else(|| miette!("this is no record of Go"))?.clone();
        let board = MapBoard { name: session.spec().board_words(), topology: Arc::clone(position.topology()) };
        Ok((board, position))
    }
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let NamedMap { map, .. } = &arguments.map;
    let map = map.as_ref().ok_or_else(|| miette!("the random player has no map"))?;
    let (board, position) = &arguments.given()?;
    let own = position.to_move();
    let value = MapEvaluator::new(&board.topology).value(map, position, own).unwrap_or_default();
    let playable = |set: &CellSet| set.iter().filter(|&cell| position.check(Move::Place(cell)).is_ok()).count();
    let simplified = map.simplified();
    if arguments.picture.is_wanted() {
        let (title, theme) =
            (format!("where {map} points, on {}", title_of_board(&board.name)), arguments.picture.theme());
        let note = format!("{own} is to move; {} cells, {} of them legal", value.len(), playable(&value));
        let stone = |cell| position.stone(cell);
        let drawn = positions::cells(&title, &note, &board.topology, stone, &value, theme);
        arguments.picture.write(vec![drawn])?;
    }
    let mut out = anstream::stdout().lock();
    let names: Vec<&str> = value.iter().map(|cell| board.topology.name(cell)).collect();
    let object = json!({
        "map": map.to_string(), "simplified": simplified.to_string(), "board": board.name,
        "own": own.to_string(), "value": names, "legal": playable(&value),
    });
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    rows.add(|| object.clone());
    rows.write()?;
    if arguments.data.json {
        writeln!(out, "{}", sheet::line(&object))?;
        return Ok(Status::Fine);
    }
    writeln!(out, "{map}")?;
    writeln!(out, "{}", map.unicode())?;
    if simplified != *map {
        writeln!(out, "simplified: {simplified}")?;
    }
    writeln!(
        out,
        "{} nodes, in F_{}; B is {own}, who is to move; {} cells, {} of them legal\n",
        map.n_nodes(),
        map.depth(),
        value.len(),
        playable(&value)
    )?;
    let picture = board.topology.text(|cell| match (position.stone(cell), value.contains(cell)) {
        (Some(Player::Black), false) => 'B',
        (Some(Player::Black), true) => 'b',
        (Some(Player::White), false) => 'W',
        (Some(Player::White), true) => 'w',
        (None, true) => '*',
        (None, false) => '.',
    });
    write!(out, "{picture}\n* b w: cells of the value, empty, black and white\n")?;
    Ok(Status::Fine)
}
