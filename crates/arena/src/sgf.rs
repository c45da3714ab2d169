//! Games as SGF, with seeds, times, versions and what both players say.

use tesuji_board::Player;
use tesuji_engine::{Handicap, Session, SessionError};
use tesuji_sgf::{Dialect, Escapes, SgfNode, Tree, Writer, escaped, plain};

use crate::control::{Control, TimeLimits, set_handicap};
use crate::record::{GameRecord, SeatRecord};

/// A game as an SGF record of one variation.
///
/// The root's comment has what `docs/MATCH.md` lists, one `key: value` on each line. Each move's comment has its time
/// and what the player says.
///
/// # Errors
///
/// If the moves cannot be written in the game's notation.
pub fn record(control: &Control, game: &GameRecord) -> Result<String, SessionError> {
    let mut session = Session::new(&control.terms.game)?;
    if !game.handicap.is_empty() {
        set_handicap(&mut session, &Handicap::On(game.handicap.clone()))?;
    }
    let mut file = Writer::new(Escapes::Colons);
    file.raw("(");
    write_root(&mut file, control, game, &session);
    for (idx, ply) in game.moves.iter().enumerate() {
        let name = if ply.player == Player::Black { "B" } else { "W" };
        file.raw("\n;").property(name, [session.record().point(&ply.mv)?]);
        let comment = match idx < game.n_opening {
            true => "opening".to_owned(),
            false => format!("{}\n{}", time(ply.seconds, ply.cpu), ply.comment),
        };
        write_remark(&mut file, comment.trim_end());
    }
    file.raw("\n)\n");
    Ok(file.finish())
}

fn write_root(file: &mut Writer, control: &Control, game: &GameRecord, session: &Session) {
    let [black, white] = &game.sides;
    file.root(session.record().header());
    for (name, values) in session.record().setup() {
        file.property(name, values);
    }
    file.text("EV", &control.plan.title);
    file.property("RO", [game.task.number]);
    let about_game = [("PB", &black.name), ("PW", &white.name), ("RE", &game.ending.sgf())];
    for (name, text) in about_game {
        file.property(name, [escaped(text, Escapes::Colons)]);
    }
    file.text("DT", &date(game.started)[..10]);
    write_remark(file, &about(control, game));
}

/// The part of a record about the whole game.
fn about(control: &Control, game: &GameRecord) -> String {
    let task = &game.task;
    let mut lines = vec![
        format!("match: {}", task.terms),
        format!("game: {}", task.number),
        format!("task: {}", task.digest()),
        format!("result: {}", game.ending.reason),
        format!("detail: {}", game.ending.detail),
        format!("opening: {} ({} moves, seed {})", task.opening, game.n_opening, task.opening_seed),
        format!("started: {}", date(game.started)),
        format!("took: {:.3} s", game.seconds),
        format!("position: {:016x}", game.position),
    ];
    for player in Player::BOTH {
        let SeatRecord { name, version, seconds, cpu } = &game.sides[player.index()];
        let seed = task.seeds[player.index()];
        let limits = limits(control.terms.limits_of(task.player(player)));
        lines.push(format!("{player}: {name} ({version}), seed {seed}, {}, {limits}", time(*seconds, *cpu)));
    }
    lines.join("\n")
}

fn limits(limits: &TimeLimits) -> String {
    let TimeLimits { per_move, per_game, cpu_per_move, cpu_per_game } = limits;
    let named =
        [("a move", per_move), ("a game", per_game), ("CPU a move", cpu_per_move), ("CPU a game", cpu_per_game)];
    let said: Vec<String> = named
        .iter()
        .filter_map(|(name, limit)| limit.map(|limit| format!("{} {name}", humantime::format_duration(limit))))
        .collect();
    if said.is_empty() { "no limits".to_owned() } else { format!("limits {}", said.join(", ")) }
}

fn time(seconds: f64, cpu: Option<f64>) -> String {
    match cpu {
        Some(cpu) => format!("{seconds:.3} s, CPU {cpu:.3} s"),
        None => format!("{seconds:.3} s"),
    }
}

/// Checks a text that is said to be the record of this game: that it is what [`record`] writes, but for the version of the
/// program, the title of the match and what the players say. Of games from before times were kept (`has_times`) only what
/// the record says about the game itself is compared.
///
/// # Errors
///
/// The difference.
pub(crate) fn check(control: &Control, mut game: GameRecord, has_times: bool, text: &str) -> Result<(), String> {
    let wrong = |what: &str| format!("its record (SGF): {what}");
    let longest = game.moves.len() + 2;
    let read = |text: &str| Tree::read(text, Dialect::standard(longest)).map_err(|error| wrong(&error.to_string()));
    let given = read(text)?;
    let nodes = |tree: &Tree| tree.roots.first().map_or(Vec::new(), |&root| tree.main_line(root).cloned().collect());
    let theirs: Vec<SgfNode> = nodes(&given);
    if given.roots.len() != 1 || given.nodes.len() != theirs.len() || theirs.len() != game.moves.len() + 1 {
        return Err(wrong("expected one game with as many moves as were played"));
    }
    for (ply, node) in game.moves.iter_mut().zip(&theirs[1..]).skip(game.n_opening) {
        let (line, comment) = split_remark(node.value("C").unwrap_or_default());
        let (seconds, cpu) = read_time(line).ok_or_else(|| wrong(&format!("`{line:.40}` is no time of a move")))?;
        let is_near = |one: f64, other: f64| (one - other).abs() < 0.002;
        let same_cpu = ply.cpu.map_or(cpu.is_none(), |known| cpu.is_some_and(|cpu| is_near(known, cpu)));
        if has_times && !(is_near(ply.seconds, seconds) && same_cpu) {
            return Err(wrong(&format!("`{line:.40}` is not the time of {}", ply.mv)));
        }
        (ply.seconds, ply.cpu, ply.comment) = (seconds, cpu, comment.to_owned());
    }
    let ours = nodes(&read(&record(control, &game).map_err(|error| error.to_string())?)?);
    let said = |node: &SgfNode| -> Vec<(String, Vec<String>)> {
        let is_compared = |name: &str| !matches!(name, "AP" | "EV") && (has_times || name != "C");
        let properties = node.properties.iter().filter(|property| is_compared(&property.name));
        properties.map(|property| (property.name.clone(), property.values.clone())).collect()
    };
    match theirs.iter().zip(&ours).position(|(theirs, ours)| said(theirs) != said(ours)) {
        None => Ok(()),
        Some(0) => Err(wrong("it is the record of another game")),
        Some(number) => Err(wrong(&format!("move {number} is another one"))),
    }
}

/// The first line of a remark, and the rest.
fn split_remark(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// The seconds of a line that [`time`] has written.
fn read_time(line: &str) -> Option<(f64, Option<f64>)> {
    let number = |text: &str| text.strip_suffix(" s")?.parse::<f64>().ok().filter(|seconds| seconds.is_finite());
    match line.split_once(", CPU ") {
        Some((seconds, cpu)) => Some((number(seconds)?, Some(number(cpu)?))),
        None => Some((number(line)?, None)),
    }
}

/// A point in time in the format of RFC 3339.
#[must_use]
pub(crate) fn date(seconds: u64) -> String {
    let time = std::time::UNIX_EPOCH.checked_add(std::time::Duration::from_secs(seconds));
    // Years after 9999 do not fit the format.
    time.filter(|_| seconds < 253_402_300_800)
        .map_or_else(|| "unknown date".to_owned(), |time| humantime::format_rfc3339_seconds(time).to_string())
}

/// Writes a remark, or an empty one.
fn write_remark(file: &mut Writer, text: &str) {
    file.property("C", [escaped(&plain(text), Escapes::Colons)]);
}
