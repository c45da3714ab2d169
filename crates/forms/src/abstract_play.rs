//! Games of Abstract Play as JSON.
//!
//! | form | where it comes from |
//! | --- | --- |
//! | `{"game": "hex", "variants": [..], "stack": [{"lastmove": ..}, ..]}` | the bug below a board, which copies its state |
//! | `{"V": 2, "game": "hex", "stack": [[time, "f6"], ..]}` | the same, condensed |
//! | `{"game": {"players": [..], "state": "{..}"}}` | its interface for programs |
//! | `{"header": {"game": {"name": "Hex"}, ..}, "moves": [["a2", "f6"], ..]}` | its archive of finished games |
//!
//! A text may have a list of these. The games are Hex, Amazons, and those that are played as Go is: Go, Atari Go and
//! Gonnect. Cells of Hex are as everywhere; columns of Go have the letter `i`. Where the second player took over the
//! first move, Abstract Play exchanges the players and not the stones.

use serde_json::Value;
use tesuji_amazons::Setup;
use tesuji_amazons::record::{Record as AmazonsRecord, list};
use tesuji_board::{BoardSpec, Cell, CellSet, Player};
use tesuji_engine::{AnyRecord, GameKind};
use tesuji_go::record::Record as GoRecord;
use tesuji_go::{Komi, Move};
use tesuji_hex::notation::move_list;
use tesuji_hex::{Action, GameResult, RecordMove, WinReason};

use crate::{FormError, Reading};

/// A game as all its forms say it.
#[derive(Debug, Default)]
struct ApGame {
    /// The name of the game in small letters, without blanks.
    game: String,
    variants: Vec<String>,
    moves: Vec<String>,
    winners: Vec<Player>,
    players: [String; 2],
    event: String,
    id: String,
    date: String,
    /// The stones before the first move, where they are stated.
    start: Vec<(String, u64)>,
    is_pied: bool,
}

/// Whether JSON is a game of Abstract Play, or a list of them, and of which of our games the first one is; `None`
/// inside if it is of none.
pub(crate) fn kind(text: &str) -> Option<Option<GameKind>> {
    // Other files have none of these.
    if !["\"stack\"", "\"header\"", "\\\"stack\\\""].iter().any(|key| text.contains(key)) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let first = value.as_array().map_or(Some(&value), |list| list.first())?;
    game(first).map(|game| kind_of(&game.game))
}

fn kind_of(game: &str) -> Option<GameKind> {
    match game {
        "hex" => Some(GameKind::Hex),
        "amazons" => Some(GameKind::Amazons),
        "go" | "atarigo" | "gonnect" => Some(GameKind::Go),
        _ => None,
    }
}

/// Reads all games of a text of which [`kind`] knows the game.
pub(crate) fn read(text: &str) -> Result<Vec<Reading>, FormError> {
    let fault = |reason: String| FormError::AbstractPlay(reason);
    let value: Value = serde_json::from_str(text).map_err(|error| fault(error.to_string()))?;
    let games = match value {
        Value::Array(games) => games,
        game => vec![game],
    };
    let games = games.iter().enumerate().map(|(idx, value)| {
        let game = game(value).ok_or_else(|| fault(format!("game {}: expected `game` and `stack`", idx + 1)))?;
        let record: AnyRecord = match kind_of(&game.game) {
            Some(GameKind::Hex) => hex(&game)?,
            Some(GameKind::Go) => go(&game)?,
            Some(GameKind::Amazons) => amazons(&game)?,
            None => {
                let name: String = game.game.chars().take(32).collect();
                return Err(fault(format!("the game is `{name}`: expected hex, amazons or go")));
            }
        };
        let mut reading = Reading { id: game.id, ..Reading::new(record) };
        if game.is_pied {
            reading
                .notices
                .push("the players exchanged colours after the first move: names are as they were then".into());
        }
        Ok(reading)
    });
    games.collect()
}

fn game(value: &Value) -> Option<ApGame> {
    // What the interface answers has the state as text.
    if let Some(inner) = value.get("game").filter(|game| game.is_object()) {
        let state = inner.get("state")?;
        let state = state.as_str().map_or(Some(state.clone()), |text| serde_json::from_str(text).ok())?;
        let mut game = of_state(&state)?;
        game.players = names(inner.get("players"));
        game.id = text(inner.get("id"));
        return Some(game);
    }
    if let Some(header) = value.get("header") {
        return of_archive(header, value.get("moves")?);
    }
    of_state(value)
}

fn of_state(state: &Value) -> Option<ApGame> {
    let stack = state.get("stack")?.as_array()?;
    let moves = stack.iter().filter_map(|entry| {
        let condensed = || entry.as_array().and_then(|entry| entry.get(1));
        let placed = || {
            let results = entry.get("_results")?.as_array()?;
            results.iter().find(|result| text(result.get("type")) == "place")?.get("where")
        };
        entry.get("lastmove").or_else(condensed).or_else(placed).and_then(Value::as_str)
    });
    let start = stack.first().and_then(|entry| entry.get("board"));
    Some(ApGame {
        game: simple(state.get("game")?.as_str()?),
        variants: texts(state.get("variants")),
        moves: moves.filter(|mv| !mv.trim().is_empty()).map(str::to_owned).collect(),
        winners: winners(state.get("winner")),
        start: start.map(stones).unwrap_or_default(),
        ..ApGame::default()
    })
}

fn of_archive(header: &Value, rounds: &Value) -> Option<ApGame> {
    let game = header.get("game")?;
    let mut moves: Vec<(u64, &str)> = Vec::new();
    for entry in rounds.as_array()?.iter().flat_map(|round| round.as_array().into_iter().flatten()) {
        let mv = entry.as_str().or_else(|| entry.get("move")?.as_str());
        let sequence = entry.get("sequence").and_then(Value::as_u64).unwrap_or(0);
        moves.extend(mv.filter(|mv| !mv.trim().is_empty()).map(|mv| (sequence, mv)));
    }
    let players = header.get("players");
    let result = |player: &Value| player.get("result").and_then(Value::as_i64);
    let results: Vec<Option<i64>> = players.and_then(Value::as_array).into_iter().flatten().map(result).collect();
    let best = results.iter().max().copied().flatten();
    let won = |(player, result): (Player, &Option<i64>)| (result.is_some() && *result == best).then_some(player);
    let is_set = |key: &str| header.get(key).and_then(Value::as_bool).unwrap_or(false);
    Some(ApGame {
        game: simple(game.get("name")?.as_str()?),
        variants: texts(game.get("variants")),
        moves: moves.into_iter().map(|(_, mv)| mv.to_owned()).collect(),
        winners: Player::BOTH.into_iter().zip(&results).filter_map(won).collect(),
        players: names(players),
        event: text(header.get("event")),
        id: header.get("site").map(|site| text(site.get("gameid"))).unwrap_or_default(),
        date: text(header.get("date-start")).chars().take(10).collect(),
        start: Vec::new(),
        is_pied: is_set("pie-invoked") || is_set("pied"),
    })
}

fn simple(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '-'], "")
}

fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().map(|value| text(Some(value))).collect()
}

/// The names of the first two players.
fn names(players: Option<&Value>) -> [String; 2] {
    let players = players.and_then(Value::as_array);
    [0, 1].map(|idx| players.and_then(|players| players.get(idx)).map(|one| text(one.get("name"))).unwrap_or_default())
}

/// Numbers of players: 1 begins, and is Black here.
fn winners(value: Option<&Value>) -> Vec<Player> {
    let player = |number: &Value| match number.as_u64() {
        Some(1) => Some(Player::Black),
        Some(2) => Some(Player::White),
        _ => None,
    };
    value.and_then(Value::as_array).into_iter().flatten().filter_map(player).collect()
}

/// The cells of a board and what stands on them: a map, as an object or as a list of pairs.
fn stones(board: &Value) -> Vec<(String, u64)> {
    let pairs = board.get("value").unwrap_or(board);
    match pairs {
        Value::Object(map) => map.iter().filter_map(|(cell, what)| Some((cell.clone(), what.as_u64()?))).collect(),
        Value::Array(pairs) => {
            pairs.iter().filter_map(|pair| Some((pair.get(0)?.as_str()?.to_owned(), pair.get(1)?.as_u64()?))).collect()
        }
        _ => Vec::new(),
    }
}

impl ApGame {
    /// The side of the board that a variant names: `size-11`, `Size 11 board`, `11x11`.
    fn side(&self) -> Option<usize> {
        self.variants.iter().find_map(|variant| {
            let digits = variant.find(|c: char| c.is_ascii_digit())?;
            let is_size = variant.to_ascii_lowercase().contains("size") || variant[digits..].contains('x');
            let end = variant[digits..].find(|c: char| !c.is_ascii_digit()).map_or(variant.len(), |n| digits + n);
            variant[digits..end].parse().ok().filter(|_| is_size)
        })
    }

    /// End of the game if not on the board, and the moves before that.
    fn ended(&self) -> (&[String], Option<WinReason>) {
        match self.moves.split_last() {
            Some((last, moves)) => match simple(last).as_str() {
                "resign" => (moves, Some(WinReason::Resignation)),
                "timeout" => (moves, Some(WinReason::Time)),
                "abandoned" | "draw" => (moves, None),
                _ => (&self.moves, None),
            },
            None => (&[], None),
        }
    }

    /// The only winner.
    fn winner(&self) -> Option<Player> {
        match self.winners[..] {
            [winner] => Some(winner),
            _ => None,
        }
    }

    /// The result as SGF states it.
    fn result(&self) -> String {
        let letter = match self.winner() {
            Some(Player::Black) => "B+",
            Some(Player::White) => "W+",
            None => return String::new(),
        };
        letter.to_owned()
            + match self.ended().1 {
                Some(WinReason::Resignation) => "R",
                Some(WinReason::Time) => "T",
                _ => "",
            }
    }
}

fn hex(game: &ApGame) -> Result<AnyRecord, FormError> {
    let (moves, reason) = game.ended();
    // `pie` is the word for taking over the first move.
    let moves: Vec<&str> = moves.iter().map(|mv| if mv == "pie" { "swap-sides" } else { mv.trim() }).collect();
    let list = moves.join(" ");
    // The board without a variant has had several sizes.
    let mut record = match game.side() {
        Some(side) => move_list::read(&list, side, side)?,
        None => move_list::read_unsized(&list)?,
    };
    record.players.clone_from(&game.players);
    record.event.clone_from(&game.event);
    record.result = game.winner().map(|winner| GameResult::Win(winner, reason));
    if let (Some(WinReason::Resignation), Some(winner)) = (reason, game.winner()) {
        record.moves.push(RecordMove { player: winner.opponent(), action: Action::Resign });
    }
    Ok(record.into())
}

fn go(game: &ApGame) -> Result<AnyRecord, FormError> {
    let side = game.side().unwrap_or(if game.game == "go" { 19 } else { 13 });
    let mut record = GoRecord::new(BoardSpec::square(side, side))?;
    let (mut moves, _) = game.ended();
    let mut turn = Player::Black;
    if game.game == "go" {
        // The first player offers a komi, and the second chooses a colour or plays first.
        if let Some((komi, rest)) = moves.split_first()
            && let Ok(komi) = komi.trim().parse::<Komi>()
        {
            (record.komi, moves) = (Some(komi), rest);
        }
        if let [first, rest @ ..] = moves
            && simple(first) == "playsecond"
        {
            moves = rest;
        }
    }
    for (idx, text) in moves.iter().enumerate() {
        let mv = match simple(text).as_str() {
            "pass" => Move::Pass,
            "swap" | "pie" => continue,
            name => point(name, side).map(Move::Place).ok_or_else(|| {
                let text: String = text.chars().take(16).collect();
                FormError::AbstractPlay(format!("move {}: `{text}` is no point of {side}x{side}", idx + 1))
            })?,
        };
        record.moves.push((turn, mv));
        turn = turn.opponent();
    }
    record.players.clone_from(&game.players);
    (record.event, record.date, record.result) = (game.event.clone(), game.date.clone(), game.result());
    Ok(record.into())
}

/// A point by its name: columns have all letters, rows count from below.
fn point(name: &str, side: usize) -> Option<Cell> {
    let n_letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let mut column = 0;
    for letter in name.bytes().take(n_letters.min(3)) {
        column = column * 26 + usize::from(letter - b'a') + 1;
    }
    let row: usize = name[n_letters..].parse().ok()?;
    ((1..=side).contains(&column) && (1..=side).contains(&row)).then(|| Cell::new((side - row) * side + column - 1))
}

fn amazons(game: &ApGame) -> Result<AnyRecord, FormError> {
    let mut setup = Setup::standard(10).map_err(tesuji_amazons::record::RecordError::from)?;
    // Variants begin elsewhere: 1 is below in the usual game, and moves first.
    if !game.start.is_empty() {
        let standing = |wanted: u64| -> CellSet {
            let of = |(cell, what): &(String, u64)| point(cell, 10).filter(|_| *what == wanted);
            game.start.iter().filter_map(of).collect()
        };
        let squares = |wanted| standing(wanted).iter().filter_map(|cell| u8::try_from(cell.index()).ok()).collect();
        (setup.black, setup.white, setup.arrows) = (squares(1), squares(2), squares(0));
    }
    let (moves, _) = game.ended();
    let mut record: AmazonsRecord = list::read(&moves.join("\n"), &setup)?;
    record.players.clone_from(&game.players);
    (record.event, record.date, record.result) = (game.event.clone(), game.date.clone(), game.result());
    Ok(record.into())
}
