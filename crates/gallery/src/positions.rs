//! Positions of all games: stones, the numbers of the last moves, the last move, and an overlay if there is one.

use tesuji_board::{BoardSpec, Cell, CellSet, Player, Topology, TopologyError};
use tesuji_engine::{AnyRecord, Area, CellMark, GameSpec, Measured, Overlay, OverlayDef, Session, SessionError};
use tesuji_figures::{Drawing, Heat, HeatValue, Hue, Key, Kind, Line, Mark, MarkShape, Picture, Theme, Tint};
use tesuji_go::{Komi, Rules};
use tesuji_hex::Diagram;

use crate::amazons;

/// This many of the last moves have numbers.
const NUMBERED: usize = 10;
/// More pairs or arrows than this could not be distinguished.
const MOST_LINES: usize = 10;

/// The position of a session. Its last moves have numbers, counted from the beginning of the record, and the last one a
/// ring; in Amazons it is drawn as arrows.
///
/// # Errors
///
/// If the board of the session cannot be made.
pub fn position(title: &str, session: &Session, theme: Theme) -> Result<Picture, SessionError> {
    let topology = session.spec().topology()?;
    Ok(drawing(title, session, &topology, NUMBERED, theme).picture())
}

/// The position of a session with the moves that are good here, and the one that was played instead. Of Amazons the first
/// good move is drawn. A swap is left out.
///
/// # Errors
///
/// If the board of the session cannot be made.
pub fn choices(
    title: &str,
    session: &Session,
    good: &[String],
    played: &str,
    theme: Theme,
) -> Result<Picture, SessionError> {
    let topology = session.spec().topology()?;
    let amazons = session.position().as_amazons();
    let mut drawing = drawing(title, session, &topology, usize::from(amazons.is_none()), theme);
    if let Some(position) = amazons {
        let wanted = good.first().map(|good| (good.as_str(), Tint::Amber, "better"));
        for (mv, tint, word) in wanted.into_iter().chain([(played, Tint::Red, "played")]) {
            // A move that is none on this board is left out.
            if amazons::arrows(&mut drawing, position, mv, tint).is_ok() {
                drawing.legend(Key::Line(Hue::Tint(tint)), &format!("{word}: {mv}"));
            }
        }
    } else {
        let good: CellSet = good.iter().filter_map(|mv| cell_of(session, &topology, mv)).collect();
        drawing.region(&good, Tint::Amber);
        if !good.is_empty() {
            drawing.legend(Key::Tint(Tint::Amber), "better");
        }
        if let Some(cell) = cell_of(session, &topology, played) {
            drawing.tint(cell, Tint::Red);
            drawing.legend(Key::Tint(Tint::Red), "played");
        }
    }
    Ok(drawing.picture())
}

/// The position of a session with one of its overlays, as it is for `player`. Two names with a comma between them share
/// the board: each cell has the number of the first in its left half and that of the second in its right half, as a
/// square in the colour of the player whose the number is. Cells about which the two disagree are tinted.
///
/// # Errors
///
/// [`SessionError::UnknownOverlay`], or if the board of the session cannot be made. [`SessionError::Unsupported`] if one
/// of two overlays has numbers that belong to no player.
pub fn overlay(
    title: &str,
    session: &Session,
    name: &str,
    player: Player,
    theme: Theme,
) -> Result<Picture, SessionError> {
    let topology = session.spec().topology()?;
    if let Some((left, right)) = name.split_once(',') {
        let title = format!("{title}: {left} left, {right} right");
        let mut drawing = drawing(&title, session, &topology, 0, theme);
        let [left, right] = [left, right].map(|name| session.view().overlay(name.trim(), player));
        draw_halves(&mut drawing, session, &topology, [left?, right?])?;
        return Ok(drawing.picture());
    }
    let overlay = session.view().overlay(name, player)?;
    let mut drawing = drawing(&format!("{title}: {name}"), session, &topology, 0, theme);
    draw_overlay(&mut drawing, session, &topology, name, &overlay)?;
    Ok(drawing.picture())
}

/// The position of a session, without numbers on its stones, and whatever a function adds to it.
///
/// # Errors
///
/// If the board of the session cannot be made.
pub fn with(
    title: &str,
    session: &Session,
    theme: Theme,
    add: impl FnOnce(&mut Drawing<'_>, &Topology),
) -> Result<Picture, SessionError> {
    let topology = session.spec().topology()?;
    let mut drawing = drawing(title, session, &topology, 0, theme);
    add(&mut drawing, &topology);
    Ok(drawing.picture())
}

/// The position of a session with a number on each cell, in the order of the board; `None` shows none.
///
/// # Errors
///
/// If the board of the session cannot be made.
pub fn numbers(
    title: &str,
    session: &Session,
    name: &str,
    numbers: &[Option<f64>],
    theme: Theme,
) -> Result<Picture, SessionError> {
    let topology = session.spec().topology()?;
    let mut drawing = drawing(title, session, &topology, 0, theme);
    let reading =
        |idx: usize| numbers.get(idx).copied().flatten().filter(|value| value.is_finite()).map(HeatValue::exact);
    let readings: Vec<Option<HeatValue>> = (0..topology.n_cells()).map(reading).collect();
    drawing.heat(&readings, Heat { name: name.to_owned(), is_low_hot: false, has_figures: true });
    Ok(drawing.picture())
}

/// The cell of a name, as the session writes it: in Amazons a column is called i, which boards skip.
fn cell_of(session: &Session, topology: &Topology, name: &str) -> Option<Cell> {
    if let Some(position) = session.position().as_amazons() {
        return position.size().square_of(name).ok().map(|square| Cell::new(square.into()));
    }
    topology.cell(name).or_else(|| topology.cell_in_any_case(name))
}

fn drawing<'a>(title: &str, session: &Session, topology: &'a Topology, numbered: usize, theme: Theme) -> Drawing<'a> {
    let view = session.view();
    let moves = session.moves();
    if let Some(position) = session.position().as_amazons() {
        let mut drawing = amazons::board(title, topology, position, theme);
        if let Some((player, mv)) = moves.last().filter(|_| numbered > 0) {
            // A move of the record is one of the board.
            if let Ok(to) = amazons::arrows(&mut drawing, position, mv, Tint::Amber) {
                drawing.label(to, &moves.len().to_string());
                drawing.legend(Key::Line(Hue::Tint(Tint::Amber)), &format!("move {}: {player} {mv}", moves.len()));
            }
        }
        if !view.blocked().is_empty() {
            drawing.legend(Key::Blocked, "shot");
        }
        return drawing;
    }
    let kind = if session.spec().description().has_connections { Kind::Hexagons } else { Kind::Links };
    let mut drawing = Drawing::of_kind(topology, theme, kind);
    drawing.title(title);
    let stones = view.stones();
    for (name, player) in &stones {
        if let Some(cell) = cell_of(session, topology, name) {
            drawing.stone(cell, *player);
        }
    }
    let has_stone = |name: &str, player: Player| stones.iter().any(|(other, of)| other == name && *of == player);
    let mut seen: Vec<&str> = Vec::new();
    let latest = moves.iter().enumerate().rev().take(numbered);
    for (idx, (player, mv)) in latest {
        // A stone that was taken, or that another one has replaced, has no number.
        if seen.contains(&mv.as_str()) || !has_stone(mv, *player) {
            continue;
        }
        let Some(cell) = cell_of(session, topology, mv) else { continue };
        seen.push(mv);
        drawing.label(cell, &(idx + 1).to_string());
        if idx + 1 == moves.len() {
            drawing.last(cell);
        }
    }
    if seen.len() > 1 {
        drawing.legend(Key::Label, &format!("numbers of the last {} moves", seen.len()));
    }
    drawing
}

fn draw_overlay(
    drawing: &mut Drawing<'_>,
    session: &Session,
    topology: &Topology,
    name: &str,
    overlay: &Overlay,
) -> Result<(), SessionError> {
    let about = OverlayDef::find(session.spec().kind(), name)?.about;
    match overlay {
        Overlay::Numbers(_) | Overlay::Signed(_) => {
            let heat = |number: &Measured| HeatValue { value: number.value, error: number.error() };
            let known: Vec<(&String, HeatValue)> = match overlay {
                Overlay::Numbers(known) => known.iter().map(|(at, value)| (at, HeatValue::exact(*value))).collect(),
                Overlay::Signed(known) => known.iter().map(|(at, number)| (at, heat(number))).collect(),
                _ => Vec::new(),
            };
            let mut readings = vec![None; topology.n_cells()];
            let stones: Vec<String> = session.view().stones().into_iter().map(|(name, _)| name).collect();
            for (at, value) in known.into_iter().filter(|(at, _)| !stones.contains(at)) {
                if let Some(cell) = cell_of(session, topology, at) {
                    readings[cell.index()] = Some(value);
                }
            }
            drawing.heat(&readings, Heat { name: name.to_owned(), is_low_hot: false, has_figures: true });
        }
        Overlay::Marks(marks) => {
            for (at, mark) in marks {
                let (Some(cell), Some((tint, words))) = (cell_of(session, topology, at), tinted(mark)) else {
                    continue;
                };
                drawing.tint(cell, tint).legend(Key::Tint(tint), words);
                if let CellMark::Dead(player) | CellMark::Captured(player) | CellMark::Permanent(player) = mark {
                    drawing.mark(cell, Mark { shape: MarkShape::Dot, hue: Hue::Side(*player), size: 0.4 });
                }
            }
        }
        Overlay::Facts(facts) => {
            for fact in facts {
                let value = fact.value.map_or("none".to_owned(), |value| format!("{value:.4}"));
                drawing.note(&format!("{}: {value}", fact.name));
            }
        }
        Overlay::Pairs(pairs) => {
            for ([a, b], _) in pairs.iter().take(MOST_LINES) {
                if let (Some(a), Some(b)) = (cell_of(session, topology, a), cell_of(session, topology, b)) {
                    drawing.line(a, b, Line::plain(Tint::Blue));
                    drawing.legend(Key::Line(Hue::Tint(Tint::Blue)), "pairs with the highest numbers");
                }
            }
        }
        Overlay::Arrows(arrows) => {
            for arrow in arrows.iter().take(MOST_LINES) {
                if let (Some(from), Some(to)) =
                    (cell_of(session, topology, &arrow.from), cell_of(session, topology, &arrow.to))
                {
                    drawing.line(from, to, Line::arrow(Tint::Blue).wide(0.06));
                    drawing.legend(Key::Line(Hue::Tint(Tint::Blue)), "better made first, the surest orders");
                }
            }
        }
        Overlay::Links(links) => {
            drawing.note(about);
            for [from, to] in links {
                if let (Some(from), Some(to)) = (cell_of(session, topology, from), cell_of(session, topology, to)) {
                    drawing.line(from, to, Line::plain(Tint::Blue).wide(0.04).straight());
                    drawing.legend(Key::Line(Hue::Tint(Tint::Blue)), "joined, whatever the opponent does");
                }
            }
        }
        Overlay::Areas { areas, marks, .. } => {
            drawing.note(about);
            let cell_of = |name: &String| cell_of(session, topology, name);
            let numbered = draw_areas(drawing, areas, &cell_of);
            for (at, mark) in marks {
                let (Some(cell), Some((tint, words))) = (cell_of(at), dotted(mark)) else { continue };
                let dot = Mark { shape: MarkShape::Dot, hue: Hue::Tint(tint), size: 0.4 };
                drawing.legend(Key::Mark(dot), words);
                if !numbered.contains(cell) {
                    drawing.mark(cell, dot);
                }
            }
        }
    }
    Ok(())
}

/// Areas with numbers, which the legend explains. An area that shares cells with one before it is left out. Returns the
/// cells that have a number.
fn draw_areas(drawing: &mut Drawing<'_>, areas: &[Area], cell_of: &dyn Fn(&String) -> Option<Cell>) -> CellSet {
    const TINTS: [Tint; 5] = [Tint::Amber, Tint::Blue, Tint::Green, Tint::Violet, Tint::Red];
    let (mut taken, mut numbered) = (CellSet::new(), CellSet::new());
    let (mut number, mut n_hidden) = (0, 0);
    for area in areas {
        let cells: Vec<Cell> = area.cells.iter().filter_map(cell_of).collect();
        if cells.iter().any(|&cell| taken.contains(cell)) {
            n_hidden += 1;
            continue;
        }
        let tint = TINTS[number % TINTS.len()];
        number += 1;
        for &cell in &cells {
            taken.insert(cell);
            drawing.tint(cell, tint);
        }
        if let Some(&cell) = cells.first() {
            numbered.insert(cell);
            drawing.label(cell, &number.to_string());
        }
        drawing.legend(Key::Tint(tint), &format!("{number}: {}", area.text));
    }
    if n_hidden > 0 {
        drawing.note(&format!("Not drawn, because they share cells with these: {n_hidden} more."));
    }
    numbered
}

/// Two overlays whose numbers belong to players, in the halves of each cell.
fn draw_halves(
    drawing: &mut Drawing<'_>,
    session: &Session,
    topology: &Topology,
    overlays: [Overlay; 2],
) -> Result<(), SessionError> {
    let mut halves = vec![[0.0; 2]; topology.n_cells()];
    for (half, overlay) in overlays.into_iter().enumerate() {
        let Overlay::Signed(numbers) = overlay else {
            return Err(SessionError::Unsupported(
                "such pair of overlays: each must say which player a cell belongs to",
            ));
        };
        let largest = numbers.iter().map(|(_, number)| number.value.abs()).fold(f64::MIN_POSITIVE, f64::max);
        for (at, number) in numbers {
            if let Some(cell) = cell_of(session, topology, &at) {
                halves[cell.index()][half] = number.value / largest;
            }
        }
    }
    let owner_of = |value: f64| (value != 0.0).then_some(if value > 0.0 { Player::Black } else { Player::White });
    let mark = |owner, size| Mark { shape: MarkShape::Square, hue: Hue::Side(owner), size };
    let mut n_different = 0;
    for (cell, values) in topology.cells().zip(halves) {
        let owners = values.map(owner_of);
        drawing.halves(cell, values.map(|value| owner_of(value).map(|owner| mark(owner, value.abs()))));
        if owners[0] != owners[1] {
            n_different += 1;
            drawing.tint(cell, Tint::Amber);
        }
        for owner in owners.into_iter().flatten() {
            drawing.legend(Key::Mark(mark(owner, 0.8)), &format!("{owner}'s"));
        }
    }
    if n_different > 0 {
        drawing.legend(Key::Tint(Tint::Amber), &format!("the two disagree: {n_different} cells"));
    }
    Ok(())
}

/// The tint of a cell with a mark and its words in the legend, if it is drawn so.
const fn tinted(mark: &CellMark) -> Option<(Tint, &'static str)> {
    match mark {
        CellMark::Dead(_) => Some((Tint::Grey, "dead: its colour does not matter")),
        CellMark::Captured(_) => Some((Tint::Green, "captured: counts as a stone")),
        CellMark::Permanent(_) => Some((Tint::Blue, "permanent: counts as a stone")),
        CellMark::Vulnerable(_) => Some((Tint::Amber, "vulnerable: loses if all others do")),
        CellMark::Dominated(_) => Some((Tint::Violet, "dominated: no better than another")),
        CellMark::Outside => Some((Tint::Red, "outside the must-play: loses")),
        CellMark::MustPlay(_) | CellMark::Connected(..) | CellMark::SemiConnected(..) => None,
    }
}

/// As above, for a mark that is drawn as a dot.
const fn dotted(mark: &CellMark) -> Option<(Tint, &'static str)> {
    match mark {
        CellMark::Connected(..) => Some((Tint::Green, "joined, even if the opponent moves first")),
        CellMark::SemiConnected(..) => Some((Tint::Grey, "joined by moving first")),
        _ => None,
    }
}

/// A diagram of Hex, which may be a claim: the owner's cells and ends, and cells outside.
///
/// # Errors
///
/// If its board is too large.
pub fn diagram(title: &str, diagram: &Diagram, theme: Theme) -> Result<Picture, TopologyError> {
    let (columns, rows) = diagram.size();
    let topology = Topology::rhombus(columns, rows)?;
    let mut drawing = Drawing::new(&topology, theme);
    drawing.title(if diagram.title.is_empty() { title } else { &diagram.title });
    for cell in topology.cells() {
        match diagram.mark(cell) {
            tesuji_hex::Mark::Empty => {}
            tesuji_hex::Mark::Stone(player) => _ = drawing.stone(cell, player),
            tesuji_hex::Mark::Owner => _ = drawing.stone(cell, Player::Black),
            mark @ (tesuji_hex::Mark::Up | tesuji_hex::Mark::Down) => {
                let words = if mark == tesuji_hex::Mark::Up { "A" } else { "V" };
                drawing.stone(cell, Player::Black).label(cell, words);
                drawing.legend(Key::Stone(Player::Black), "A and V: the ends that are to be joined");
            }
            tesuji_hex::Mark::Outside => {
                drawing.outside(cell).legend(Key::Outside, "not part of it");
            }
        }
    }
    for (cell, label) in &diagram.labels {
        drawing.label(*cell, label);
    }
    Ok(drawing.picture())
}

/// The position of a record of any game after this many of its moves, or after all if there are fewer.
///
/// # Errors
///
/// If a move cannot be made.
pub fn record(title: &str, record: &AnyRecord, n_moves: usize, theme: Theme) -> Result<Picture, SessionError> {
    // A record has a board of its own; only what it leaves open is taken from here.
    let unstated = GameSpec::go(BoardSpec::square(1, 1), Komi::default(), Rules::LOOSEST);
    let session = Session::replay(&unstated, record, n_moves)?;
    let (n_shown, n_all) = (session.moves().len(), record.n_moves());
    let title = match n_shown < n_all {
        true => format!("{title}: after move {n_shown} of {n_all}"),
        false => format!("{title}: after {n_shown} moves"),
    };
    position(&title, &session, theme)
}

/// Stones on a board of any shape, and letters on some of its cells.
#[must_use]
pub fn labelled(
    title: &str,
    topology: &Topology,
    stone: impl Fn(Cell) -> Option<Player>,
    labels: &[(Cell, String)],
    theme: Theme,
) -> Picture {
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title);
    for cell in topology.cells() {
        if let Some(player) = stone(cell) {
            drawing.stone(cell, player);
        }
    }
    for (cell, label) in labels {
        drawing.label(*cell, label);
    }
    drawing.picture()
}

/// A position of a board of any shape with a set of cells: what a map of Go points at.
#[must_use]
pub fn cells(
    title: &str,
    note: &str,
    topology: &Topology,
    stone: impl Fn(Cell) -> Option<Player>,
    marked: &CellSet,
    theme: Theme,
) -> Picture {
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title).note(note);
    for cell in topology.cells() {
        if let Some(player) = stone(cell) {
            drawing.stone(cell, player);
        }
    }
    drawing.region(marked, Tint::Amber);
    for cell in marked.iter().filter(|&cell| stone(cell).is_some()) {
        drawing.mark(cell, Mark { shape: MarkShape::Triangle, hue: Hue::Tint(Tint::Amber), size: 0.7 });
    }
    drawing.legend(Key::Tint(Tint::Amber), "the value");
    drawing.picture()
}
