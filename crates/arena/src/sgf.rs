//! Games as SGF, with seeds, times, versions and what both players say.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{SgfNode, SgfProp as _, SimpleText, Text};
use tesuji_board::Player;
use tesuji_engine::{Handicap, Session, SessionError};

use crate::control::{Control, TimeLimits, set_handicap};
use crate::record::{GameRecord, Side};

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
    let mut text = String::from("(");
    push(&mut text, root(control, game, &session));
    for (idx, ply) in game.moves.iter().enumerate() {
        let name = if ply.player == Player::Black { "B" } else { "W" };
        let mut properties = vec![Prop::new(name.to_owned(), vec![session.record().point(&ply.mv)?])];
        let comment = match idx < game.n_opening {
            true => "opening".to_owned(),
            false => format!("{}\n{}", time(ply.seconds, ply.cpu), ply.comment),
        };
        properties.push(remark(comment.trim_end()));
        push(&mut text, properties);
    }
    text.push_str(")\n");
    Ok(text)
}

/// Adds a node on its own line.
fn push(text: &mut String, properties: Vec<Prop>) {
    text.push_str(&SgfNode::new(properties, Vec::new(), false).to_string());
    text.push('\n');
}

fn root(control: &Control, game: &GameRecord, session: &Session) -> Vec<Prop> {
    // Properties are written as they are: the library would write the size of a square board like that of an oblong
    // one.
    let raw = |name: &str, value: &str| Prop::Unknown(name.to_owned(), vec![value.to_owned()]);
    let simple = |text: &str| SimpleText { text: text.to_owned() };
    let [black, white] = &game.sides;
    let mut properties = vec![raw("FF", "4"), raw("CA", "UTF-8")];
    properties.push(raw("AP", concat!("tesuji:", env!("CARGO_PKG_VERSION"))));
    properties.extend(session.record().header().iter().map(|(name, value)| raw(name, value)));
    let set_up = |(name, values): (&str, Vec<String>)| Prop::Unknown(name.to_owned(), values);
    properties.extend(session.record().setup().into_iter().map(set_up));
    if !control.plan.title.is_empty() {
        properties.push(Prop::EV(simple(&control.plan.title)));
    }
    properties.extend([
        Prop::RO(simple(&game.task.number.to_string())),
        Prop::PB(simple(&black.name)),
        Prop::PW(simple(&white.name)),
        Prop::RE(simple(&game.ending.sgf())),
        Prop::DT(simple(&date(game.started)[..10])),
        remark(&about(control, game)),
    ]);
    properties
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
        let Side { name, version, seconds, cpu } = &game.sides[player.index()];
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

/// A point in time in the format of RFC 3339.
#[must_use]
pub(crate) fn date(seconds: u64) -> String {
    let time = std::time::UNIX_EPOCH.checked_add(std::time::Duration::from_secs(seconds));
    // Years after 9999 do not fit the format.
    time.filter(|_| seconds < 253_402_300_800)
        .map_or_else(|| "unknown date".to_owned(), |time| humantime::format_rfc3339_seconds(time).to_string())
}

fn remark(text: &str) -> Prop {
    // Of the control characters, only this line end is sure to be read back unchanged.
    let text = text.chars().filter(|&letter| letter == '\n' || !letter.is_control()).collect();
    Prop::C(Text { text })
}
