//! Positions of Amazons: moves as arrows, owners of squares, regions.

use tesuji_amazons::notation::{NotationError, read_move};
use tesuji_amazons::{Move, Position, Square, notation};
use tesuji_amazons_eval::{first_reach_map, path_interception_map};
use tesuji_board::{Cell, Player, Topology};
use tesuji_endings::RegionKind;
use tesuji_figures::{Drawing, Hue, Key, Kind, Line, Mark, MarkShape, Picture, Theme, Tint};

/// More moves than this could not be distinguished.
const MOST_MOVES: usize = 3;
/// The colours of the first, second and third move.
const MOVES: [Tint; MOST_MOVES] = [Tint::Amber, Tint::Blue, Tint::Violet];
/// The colour of contested regions without values. Shot squares separate them.
const CONTESTED: Tint = Tint::Green;
/// The least share of a square that is somebody's.
const LEAST_SHARE: f64 = 0.1;

/// A move that is shown, with its value as text.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLabel {
    /// The move, as the game writes it.
    pub mv: String,
    /// Its value.
    pub value: String,
}

/// The board with amazons and shot squares; `topology` is the board of columns and rows of the position.
pub(crate) fn board<'a>(title: &str, topology: &'a Topology, position: &Position, theme: Theme) -> Drawing<'a> {
    let mut drawing = Drawing::of_kind(topology, theme, Kind::Tiles);
    drawing.title(title);
    for square in 0..position.size().n_squares() as u8 {
        match position.at(square) {
            Square::Amazon(player) => _ = drawing.stone(cell(square), player),
            Square::Arrow => _ = drawing.block(cell(square)),
            Square::Empty => {}
        }
    }
    drawing
}

fn cell(square: u8) -> Cell {
    Cell::new(usize::from(square))
}

/// Draws a move: the step as a wide arrow, the shot as a narrow one.
///
/// # Errors
///
/// If the text is not a move on this board.
pub(crate) fn arrows(
    drawing: &mut Drawing<'_>,
    position: &Position,
    mv: &str,
    tint: Tint,
) -> Result<Cell, NotationError> {
    let mv = read_move(position.size(), mv)?;
    Ok(arrows_of(drawing, mv, tint))
}

/// As above for a move; returns the square at which the amazon arrives.
fn arrows_of(drawing: &mut Drawing<'_>, mv: Move, tint: Tint) -> Cell {
    drawing.line(cell(mv.from), cell(mv.to), Line::arrow(tint));
    drawing.line(cell(mv.to), cell(mv.arrow), Line::arrow(tint).wide(0.04));
    cell(mv.to)
}

/// A position with the owners of its squares, from 1 (Black) to -1 (White) by name, and the best of these moves, the
/// first one the best.
///
/// # Errors
///
/// If one of the moves is not a move on this board.
pub fn analysis(
    title: &str,
    topology: &Topology,
    position: &Position,
    owners: &[(String, f64)],
    best: &[MoveLabel],
    theme: Theme,
) -> Result<Picture, NotationError> {
    let size = position.size();
    let is_over = position.n_moves_of(position.to_move()) == 0;
    let state = match is_over {
        true => format!("{} has won", position.to_move().opponent()),
        false => format!("{} to move", position.to_move()),
    };
    let mut drawing = board(&format!("{title}: {state}"), topology, position, theme);
    for (name, share) in owners.iter().filter(|(_, share)| share.abs() >= LEAST_SHARE) {
        let Ok(square) = size.square_of(name) else { continue };
        let owner = if *share > 0.0 { Player::Black } else { Player::White };
        let mark = |size: f64| Mark { shape: MarkShape::Square, hue: Hue::Side(owner), size };
        drawing.mark(cell(square), mark(0.15 + 0.45 * share.abs()));
        drawing.legend(Key::Mark(mark(0.8)), &format!("{owner}'s, the larger the surer"));
    }
    let mut named = Vec::new();
    for ((place, MoveLabel { mv, value }), tint) in (1..).zip(best.iter().take(MOST_MOVES)).zip(MOVES) {
        let to = arrows(&mut drawing, position, mv, tint)?;
        let value = if value.is_empty() { String::new() } else { format!(" ({value})") };
        drawing.legend(Key::Line(Hue::Tint(tint)), &format!("{place}. {mv}{value}"));
        if !named.contains(&to) {
            named.push(to);
            drawing.label(to, &place.to_string());
        }
    }
    if (0..size.n_squares() as u8).any(|square| position.at(square) == Square::Arrow) {
        drawing.legend(Key::Blocked, "shot");
    }
    Ok(drawing.picture())
}

/// A position with its answer: who wins, the regions, and some of the moves that win as arrows.
///
/// `moves` are known to win for the player to move; `all_winning` says that there are no others.
#[must_use]
pub fn solved(
    title: &str,
    topology: &Topology,
    position: &Position,
    winner: Option<Player>,
    (moves, all_winning): (&[Move], bool),
    theme: Theme,
) -> Picture {
    let mover = position.to_move();
    let answer = match winner {
        None => format!("{mover} to move; not settled within the limits"),
        Some(winner) if position.n_moves_of(mover) == 0 => format!("{winner} has won"),
        Some(winner) if winner != mover => format!("{mover} to move; {winner} wins"),
        Some(_) if all_winning && moves.len() == 1 => format!("{mover} to move wins with one move only"),
        Some(_) if all_winning => format!("{mover} to move wins with {} moves", moves.len()),
        Some(_) => format!("{mover} to move wins"),
    };
    let mut drawing = board(&format!("{title}: {answer}"), topology, position, theme);
    let dot = |owner: Player, size: f64| Mark { shape: MarkShape::Dot, hue: Hue::Side(owner), size };
    let mut owned = [false; 2];
    for region in tesuji_endings::regions(position) {
        match region.kind {
            RegionKind::Dead => {}
            RegionKind::Owned(owner) => {
                owned[owner.index()] = true;
                for square in region.empty.iter() {
                    drawing.mark(Cell::new(square), dot(owner, 0.35));
                }
            }
            RegionKind::Contested => {
                for square in region.squares.iter() {
                    drawing.tint(Cell::new(square), CONTESTED);
                }
                drawing.legend(Key::Tint(CONTESTED), "contested: both can move there");
            }
        }
    }
    for owner in Player::BOTH.into_iter().filter(|owner| owned[owner.index()]) {
        drawing.legend(Key::Mark(dot(owner, 0.5)), &format!("{owner}'s alone"));
    }
    for (mv, tint) in spread(moves).into_iter().zip(MOVES) {
        arrows_of(&mut drawing, mv, tint);
        let name = notation::write_move(position.size(), mv);
        drawing.legend(Key::Line(Hue::Tint(tint)), &format!("{name} wins"));
    }
    let more = moves.len().saturating_sub(MOVES.len());
    if more > 0 {
        drawing.note(&format!("{more} more {} too", if more == 1 { "move wins" } else { "moves win" }));
    } else if all_winning && !moves.is_empty() {
        drawing.note("every other move loses");
    } else if winner == Some(mover) && !moves.is_empty() {
        drawing.note("other moves may win too");
    }
    if (0..position.size().n_squares() as u8).any(|square| position.at(square) == Square::Arrow) {
        drawing.legend(Key::Blocked, "shot");
    }
    drawing.picture()
}

/// As many of these moves as can be distinguished: evenly from those with different steps, then others. Moves to
/// different squares say more than different shots from one.
fn spread(moves: &[Move]) -> Vec<Move> {
    let is_new = |(at, mv): &(usize, &Move)| moves[..*at].iter().all(|one| (one.from, one.to) != (mv.from, mv.to));
    let (new, others): (Vec<_>, Vec<_>) = moves.iter().enumerate().partition(is_new);
    let n_shown = new.len().min(MOST_MOVES);
    let evenly = (0..n_shown).map(|number| new[number * (new.len() - 1) / (n_shown - 1).max(1)]);
    evenly.chain(others).map(|(_, &mv)| mv).take(MOST_MOVES).collect()
}

/// Owners of squares by first reach and by path interception, the two maps of Saijo and Kotani (c. 1999) side by side:
/// a picture for each. A square is marked for its owner, smaller the later it was decided, and bears the number of the
/// round. Squares that nobody gets are empty.
#[must_use]
pub fn domination(title: &str, topology: &Topology, position: &Position, theme: Theme) -> [Picture; 2] {
    let maps = [("first reach", first_reach_map(position)), ("path interception", path_interception_map(position))];
    maps.map(|(name, map)| {
        let n_of = |player: Player| map.iter().flatten().filter(|decision| decision.owner == Some(player)).count();
        let [black, white] = Player::BOTH.map(n_of);
        let heading = format!("{title}: {name}, black {black}, white {white}");
        let mut drawing = board(&heading, topology, position, theme);
        for (square, decision) in map.iter().enumerate() {
            let Some(decision) = decision else { continue };
            let at = Cell::new(square);
            if let Some(owner) = decision.owner {
                let mark = |size: f64| Mark { shape: MarkShape::Square, hue: Hue::Side(owner), size };
                drawing.mark(at, mark(0.8 / f64::from(decision.round.max(1)).sqrt()));
                drawing.legend(Key::Mark(mark(0.8)), &format!("{owner}'s, with the round"));
            }
            drawing.label(at, &decision.round.to_string());
        }
        drawing.legend(Key::Blocked, "shot");
        drawing.picture()
    })
}

/// A region of a position: the names of its squares, whose it is, and what it is worth as text.
#[derive(Clone, PartialEq, Debug)]
pub struct RegionWorth {
    /// Its squares.
    pub squares: Vec<String>,
    /// `None` if both can move there.
    pub owner: Option<Player>,
    /// Its value.
    pub worth: String,
}

/// A position with its regions in colours. Those of one player alone are grey, with a mark in the player's colour.
#[must_use]
pub fn regions(
    title: &str,
    topology: &Topology,
    position: &Position,
    regions: &[RegionWorth],
    theme: Theme,
) -> Picture {
    let tints = [Tint::Amber, Tint::Blue, Tint::Green, Tint::Violet, Tint::Red];
    let mut drawing = board(&format!("{title}: regions and their values"), topology, position, theme);
    let mut contested = 0;
    for region in regions {
        let tint = match region.owner {
            Some(_) => Tint::Grey,
            None => {
                contested += 1;
                tints[(contested - 1) % tints.len()]
            }
        };
        let cells: Vec<Cell> =
            region.squares.iter().filter_map(|name| position.size().square_of(name).ok()).map(cell).collect();
        for &at in &cells {
            drawing.tint(at, tint);
            if let Some(owner) = region.owner
                && position.at(at.index() as u8) == Square::Empty
            {
                drawing.mark(at, Mark { shape: MarkShape::Dot, hue: Hue::Side(owner), size: 0.35 });
            }
        }
        match region.owner {
            Some(owner) => {
                let mark = Mark { shape: MarkShape::Dot, hue: Hue::Side(owner), size: 0.5 };
                drawing.legend(Key::Mark(mark), &format!("{owner}'s alone"))
            }
            None => drawing.legend(Key::Tint(tint), &format!("contested, worth to black {}", region.worth)),
        };
    }
    drawing.legend(Key::Blocked, "shot");
    drawing.picture()
}
