//! The commands with a single answer, one function for each. `streams` has the others.

use tesuji_board::Player;
use tesuji_engine::time::{Share, TimeLeft, TimeSettings};
use tesuji_engine::{GameDescription, MoveForm, PlayoutKinds, SessionError, SolverKinds};
use tesuji_go::KomiError;

use super::arguments::{Reply, argument, colour, number, player, syntax_error, time};
use super::board::Board;
use super::{menu, overlays, params, record, rules, shapes, solving, statistics, stones, streams};
use crate::protocol::Command;

/// Function of a command.
type Run = fn(&mut Board, &[String]) -> Reply;

/// All commands by name. Those that benzene has too answer as benzene does.
const COMMANDS: &[(&str, Run)] = &[
    ("all_legal_moves", all_legal_moves),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("compute-fillin", |board, colour| overlays::of_colour(board, "fill-in", colour)),
    ("compute-inferior", |board, colour| overlays::of_colour(board, "inferior", colour)),
    ("dfpn-get-pv", solving::line),
    ("dfpn-solve-state", solving::benzene_solve_state),
    ("dfpn-solver-find-winning", solving::find_winning),
    ("final_score", final_score),
    ("final_status_list", stones::final_status_list),
    ("fixed_handicap", stones::fixed_handicap),
    ("genmove", genmove),
    ("gogui-analyze_commands", menu::gogui),
    ("gogui-interrupt", |_, _| Ok(String::new())),
    ("gogui-rules_board", shapes::rules_board),
    ("gogui-rules_board_gfx", shapes::rules_board_gfx),
    ("gogui-rules_board_size", shapes::rules_board_size),
    ("gogui-rules_final_result", shapes::rules_final_result),
    ("gogui-rules_game_id", shapes::rules_game_id),
    ("gogui-rules_legal_moves", shapes::rules_legal_moves),
    ("gogui-rules_side_to_move", shapes::rules_side_to_move),
    ("hexgui-analyze_commands", menu::hexgui),
    ("kata-get-rules", rules::get_rules),
    ("kata-set-rules", rules::set_rules),
    ("kgs-time_settings", kgs_time_settings),
    ("known_command", known_command),
    ("komi", komi),
    ("list_commands", list_commands),
    ("loadsgf", record::loadsgf),
    ("name", |_, _| Ok("Tesuji".to_owned())),
    ("param_game", params::param_game),
    ("place_free_handicap", stones::place_free_handicap),
    ("play", play),
    ("play-game", play_game),
    ("printsgf", record::printsgf),
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("quit", quit),
    ("rectangular_boardsize", boardsize),
    ("reg_genmove", reg_genmove),
    ("savesgf", record::savesgf),
    ("set_free_handicap", stones::set_free_handicap),
    ("showboard", showboard),
    ("swap-pieces", swap_pieces),
    ("tesuji-arrows", statistics::arrows),
    ("tesuji-board", shapes::tesuji_board),
    ("tesuji-comment", |board, _| Ok(board.comment.clone())),
    ("tesuji-dboard", statistics::dboard),
    ("tesuji-figures", overlays::figures),
    ("tesuji-find-winning", solving::find_winning),
    ("tesuji-get-pv", solving::line),
    ("tesuji-heat", overlays::heat),
    ("tesuji-life", solving::life),
    ("tesuji-line", overlays::line),
    ("tesuji-orders", statistics::orders),
    ("tesuji-overlay", overlays::overlay),
    ("tesuji-overlays", overlays::overlays),
    ("tesuji-pairs", statistics::pairs),
    ("tesuji-param", params::tesuji_param),
    ("tesuji-position", shapes::position),
    ("tesuji-seed", params::tesuji_seed),
    ("tesuji-solve-moves", solving::solve_moves),
    ("tesuji-solve-state", solving::solve_state),
    ("tesuji-values", overlays::values),
    ("tesuji-vc-between", overlays::between),
    ("tesuji-vc-connected", overlays::connected),
    ("tesuji-vc-semi-connected", overlays::semi_connected),
    ("tesuji-visits", overlays::visits),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", undo),
    ("vc-between-cells-full", overlays::between_full),
    ("vc-between-cells-semi", overlays::between_semi),
    ("vc-build", overlays::vc_build),
    ("vc-connected-to-full", overlays::connected),
    ("vc-connected-to-semi", overlays::semi_connected),
    ("vc-get-mustplay", |board, colour| overlays::of_colour(board, "must-play", colour)),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

/// Whether a game has what some commands need.
type Has = fn(&GameDescription) -> bool;

/// Commands that are named only in games that have what they need, since boards use what is named.
const NEEDS: &[(Has, &[&str])] = &[
    (|game| game.has_connections, OF_CONNECTIONS),
    (|game| game.has_swap, &["param_game", "swap-pieces"]),
    (|game| game.solver != SolverKinds::None, &["tesuji-find-winning", "tesuji-solve-moves", "tesuji-solve-state"]),
    (|game| game.solver == SolverKinds::Lines, OF_LINES),
    (|game| game.playouts != PlayoutKinds::None, &["tesuji-arrows", "tesuji-pairs"]),
    (|game| game.playouts == PlayoutKinds::Orders, &["tesuji-orders"]),
    // Controllers of games of stones set a komi, even where it is refused.
    (|game| game.moves == MoveForm::Cell, &["komi"]),
    (|game| game.has_table, rules::COMMANDS),
    (|game| game.has_table, stones::COMMANDS),
    (|game| game.has_table, &["tesuji-life"]),
    (|game| game.has_any_board, &["tesuji-board"]),
    (|game| game.has_setup, &["tesuji-position"]),
    (|game| game.has_blocked_cells, &["gogui-rules_board_gfx"]),
    (shapes::is_drawn, shapes::COMMANDS),
];

/// The commands about virtual connections and what follows from them, and benzene's names for them.
const OF_CONNECTIONS: &[&str] = &[
    "compute-fillin",
    "compute-inferior",
    "tesuji-vc-between",
    "tesuji-vc-connected",
    "tesuji-vc-semi-connected",
    "vc-between-cells-full",
    "vc-between-cells-semi",
    "vc-build",
    "vc-connected-to-full",
    "vc-connected-to-semi",
    "vc-get-mustplay",
];

/// The commands about solved lines, and benzene's names for those about solved positions.
const OF_LINES: &[&str] = &["dfpn-get-pv", "dfpn-solve-state", "dfpn-solver-find-winning", "tesuji-get-pv"];

/// Carries out `command`.
pub(super) fn run(board: &mut Board, command: &Command) -> Reply {
    match COMMANDS.iter().find(|(name, _)| *name == command.name) {
        // Half a position might be valid too.
        Some(("tesuji-position", _)) if command.is_cut => {
            Err("in GTP `#` begins a comment, so the end of this position is missing: write arrows as `*`".to_owned())
        }
        Some((_, run)) => run(board, &command.arguments),
        None => Err("unknown command".to_owned()),
    }
}

fn list_commands(board: &mut Board, _: &[String]) -> Reply {
    Ok(names(board).join("\n"))
}

fn known_command(board: &mut Board, arguments: &[String]) -> Reply {
    let name = argument(arguments, 0, "the name of a command")?;
    Ok(names(board).contains(&name).to_string())
}

/// The names of the commands that are of use in this game.
fn names(board: &Board) -> Vec<&'static str> {
    let game = board.settings.game.description();
    let is_of_use = |name: &str| NEEDS.iter().all(|(has, names)| has(game) || !names.contains(&name));
    let all = COMMANDS.iter().map(|(name, _)| *name).chain(streams::names());
    let mut names: Vec<&str> = all.filter(|name| is_of_use(name)).collect();
    names.sort_unstable();
    names
}

fn quit(board: &mut Board, _: &[String]) -> Reply {
    board.quit();
    Ok(String::new())
}

fn boardsize(board: &mut Board, arguments: &[String]) -> Reply {
    let columns = number(arguments, 0, "a number of columns")?;
    let rows = if arguments.len() > 1 { number(arguments, 1, "a number of rows")? } else { columns };
    let unacceptable = |error| format!("unacceptable size: {error}");
    let game = match board.settings.game.clone().with_size(columns, rows) {
        // Controllers always set a size. Boards of this kind only accept their own.
        Err(SessionError::FixedBoard(_)) if shapes::is_own_size(board, columns, rows) => board.settings.game.clone(),
        sized => sized.map_err(unacceptable)?,
    };
    board.begin(game).map_err(unacceptable)?;
    Ok(String::new())
}

fn clear_board(board: &mut Board, _: &[String]) -> Reply {
    let game = board.settings.game.clone();
    board.begin(game).map_err(|error| error.to_string())?;
    Ok(String::new())
}

fn komi(board: &mut Board, arguments: &[String]) -> Reply {
    let komi = argument(arguments, 0, "a komi")?;
    let mut table = board.session.table_mut().ok_or_else(|| SessionError::NoKomi.to_string())?;
    table.set_komi(komi.parse().map_err(|error: KomiError| error.to_string())?);
    board.settings.game = board.session.spec().clone();
    board.forget_thoughts();
    Ok(String::new())
}

fn play(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour(arguments)?;
    let mv = argument(arguments, 1, "a move")?;
    let whole = arguments[1..].join(" ");
    let mv = match board.settings.game.description().moves {
        MoveForm::Cell => mv,
        MoveForm::Phrase => &whole,
    };
    board.play(player, mv).map_err(|error| format!("illegal move: {error}"))?;
    Ok(String::new())
}

/// The swap as a command of its own, for the player to move.
fn swap_pieces(board: &mut Board, _: &[String]) -> Reply {
    let player = board.session.to_move();
    board.play(player, "swap-pieces").map_err(|error| format!("illegal move: {error}"))?;
    Ok(String::new())
}

/// Starts a new game with these moves, the players alternating. Like benzene, it keeps the moves before an illegal one.
fn play_game(board: &mut Board, arguments: &[String]) -> Reply {
    clear_board(board, &[])?;
    for mv in arguments {
        let player = board.session.to_move();
        board.play(player, mv).map_err(|error| format!("illegal move: {error}"))?;
    }
    Ok(String::new())
}

fn genmove(board: &mut Board, arguments: &[String]) -> Reply {
    board.genmove(colour(arguments)?, &mut |_| {})
}

fn reg_genmove(board: &mut Board, arguments: &[String]) -> Reply {
    let share = board.settings.move_time.map(Share::fixed);
    Ok(board.think(colour(arguments)?, share, &mut |_| {})?.choice.mv)
}

fn undo(board: &mut Board, _: &[String]) -> Reply {
    board.undo().map_err(|error| format!("cannot undo: {error}"))?;
    Ok(String::new())
}

fn all_legal_moves(board: &mut Board, arguments: &[String]) -> Reply {
    if !arguments.is_empty() {
        board.session.set_to_move(colour(arguments)?).map_err(|error| error.to_string())?;
    }
    Ok(board.session.legal_moves().join(" "))
}

fn showboard(board: &mut Board, _: &[String]) -> Reply {
    Ok(format!("\n{}", board.session.view().render()))
}

/// A player who resigned has lost, whatever the board says.
fn final_score(board: &mut Board, _: &[String]) -> Reply {
    if let Some(player) = board.resigned {
        let winner = match player.opponent() {
            Player::Black => 'B',
            Player::White => 'W',
        };
        return Ok(format!("{winner}+Resign"));
    }
    let score = match board.settings.removes_dead_stones {
        true => board.session.agreed_result(board.settings.seed),
        false => board.session.record().result(),
    };
    score.ok_or_else(|| "cannot score: the game is not over".to_owned())
}

fn time_settings(board: &mut Board, arguments: &[String]) -> Reply {
    let main = time(arguments, 0)?;
    let period = time(arguments, 1)?;
    let stones = number(arguments, 2, "a number of stones")?;
    board.clock.time.set(TimeSettings { main, period, stones, is_byoyomi: false });
    Ok(String::new())
}

/// Time as KGS and programs like it send it: with the name of the time system first.
fn kgs_time_settings(board: &mut Board, arguments: &[String]) -> Reply {
    const SYSTEMS: &str = "`none`, `absolute`, `byoyomi` or `canadian`";
    let system = argument(arguments, 0, SYSTEMS)?;
    let settings = match system {
        "none" => TimeSettings::default(),
        "absolute" => TimeSettings { main: time(arguments, 1)?, ..TimeSettings::default() },
        "byoyomi" | "canadian" => {
            let (main, period) = (time(arguments, 1)?, time(arguments, 2)?);
            let is_byoyomi = system == "byoyomi";
            let n: u32 = number(arguments, 3, if is_byoyomi { "a number of periods" } else { "a number of stones" })?;
            TimeSettings { main, period, stones: if is_byoyomi { n.min(1) } else { n }, is_byoyomi }
        }
        other => return Err(syntax_error(SYSTEMS, other)),
    };
    board.clock.time.set(settings);
    Ok(String::new())
}

/// Corrects a clock. As in benzene, the number of stones may be left out, and without a time the clock is reported.
fn time_left(board: &mut Board, arguments: &[String]) -> Reply {
    let told = |player: Player| match board.clock.time.left(player) {
        Some(left) => left.time.as_secs_f64().to_string(),
        None => "no limit".to_owned(),
    };
    match arguments {
        [] => {
            let [black, white] = Player::BOTH.map(told);
            Ok(format!("Black: {black}, White: {white}"))
        }
        [colour] => Ok(told(player(colour).ok_or_else(|| syntax_error("`b` or `w`", colour))?)),
        _ => {
            let player = colour(arguments)?;
            let stones = if arguments.len() > 2 { number(arguments, 2, "a number of stones")? } else { 0 };
            board.clock.time.correct(player, TimeLeft { time: time(arguments, 1)?, stones });
            Ok(String::new())
        }
    }
}
