//! The overlays of a position of Hex: the numbers of networks and circuits, inferior cells, must-play, connections, and
//! what the learned net estimates.

use std::sync::Arc;

use tesuji_board::{Bits, Cell, Player, Topology};
use tesuji_connection::inferior::{FillKind, Filled, Inferior, Surroundings};
use tesuji_connection::vc::Standing;
use tesuji_hex::Position;
use tesuji_network::evaluation::{GAMMA_FIRST, GAMMA_SECOND};
use tesuji_network::{Betweenness, Comparison, NetworkReport, Quantity, Ratios, ThroughEdge, stones};
use tesuji_neural::{Judge, Net, Opinion};

use super::connections::{self, in_width, network};
use crate::games::overlays::Compute;
use crate::games::{CellValue, OverlayDef};
use crate::overlay::title;
use crate::{CellMark, Fact, Overlay, OverlayKind, OverlayUnit, SessionError};

/// The overlays of Hex that do not come from playouts.
pub(in crate::games) const OVERLAYS: &[OverlayDef] = &[
    OverlayDef::of_hex(("connections", "Connections of a Cell"), OverlayKind::Areas, |position, of| {
        connections::around(position, of.player, of.cell.unwrap_or_default())
    })
    .about('k', "What a cell is joined with for certain, and the cells that this needs.")
    .of_cell()
    .certain(),
    OverlayDef::of_hex(("links", "Network"), OverlayKind::Links, |position, of| {
        let pairs = in_width!(position, network(position, of.player))?;
        let name = |cell| position.topology().name(cell).to_owned();
        Ok(Overlay::Links(pairs.into_iter().map(|pair| pair.map(name)).collect()))
    })
    .about('v', "Pairs of empty cells that the player can join whatever the opponent does.")
    .sentence(|of| format!("{} can join {} and {}, even if the opponent moves first.", of.player, of.cell, of.other))
    .certain(),
    of_network(("betweenness", "Betweenness"), |position, of| numbers(position, Quantity::Betweenness, of.player))
        .about('w', "How many shortest ways of the player between other cells lead through a cell.")
        .sentence(betweenness),
    of_network(("brandes", "Betweenness (Brandes)"), |position, of| numbers(position, Quantity::Brandes, of.player))
        .about('3', "The same with each pair of cells counted once, as Brandes defines it.")
        .sentence(betweenness),
    of_network(("share", "Share of Shortest Ways"), |position, of| numbers(position, Quantity::Share, of.player))
        .about('h', "The share of the player's shortest ways from edge to edge through a cell.")
        .sentence(|of| {
            let percent = of.percent();
            format!("{percent:.0} % of {}'s shortest ways from edge to edge pass through {}.", of.player, of.cell)
        }),
    of_network(("current", "Current"), |position, of| numbers(position, Quantity::Current, of.player))
        .about('e', "The current through a cell if the player's edges were the poles of a battery.")
        .in_unit(OverlayUnit::Number)
        .sentence(|CellValue { player, cell, value, .. }| {
            format!("If current flowed from edge to edge of {player}, {value:.2} would pass through {cell}.")
        }),
    of_network(("distance", "Distance"), |position, of| numbers(position, Quantity::Distance, of.player))
        .about('d', "How many links a shortest way of the player through a cell has.")
        .in_unit(OverlayUnit::Count)
        .sentence(|CellValue { player, cell, value, .. }| {
            format!("{player}'s shortest way from edge to edge through {cell} has {value:.0} links.")
        }),
    of_network(("length", "Mean Distance"), |position, of| numbers(position, Quantity::Length, of.player))
        .about('g', "The mean distance from a cell to the others in the player's network.")
        .in_unit(OverlayUnit::Number)
        .sentence(|CellValue { player, cell, value, .. }| {
            format!("From {cell}, the other cells of {player}'s network are {value:.2} links away on average.")
        }),
    of_cells(("fill-in", "Fill-in"), |position, _| Ok(Overlay::Marks(in_width!(position, fill_in(position)))))
        .about('f', "Cells whose owner is known, so that nobody needs to play there."),
    of_cells(("inferior", "Inferior Cells"), |position, of| {
        Ok(Overlay::Marks(in_width!(position, inferior(position, of.player))))
    })
    .about('i', "Cells where the player need not play, and why."),
    of_cells(("must-play", "Must-play"), |position, of| {
        Ok(Overlay::Marks(in_width!(position, must_play(position, of.player))))
    })
    .about('u', "Where the player has to play, since every other move loses."),
    OverlayDef::of_hex(("measures", "Measures"), OverlayKind::Facts, |position, _| Ok(measures(position)))
        .about('4', "Numbers of the whole position for both players."),
    OverlayDef::of_hex(("policy", "Learned Policy"), OverlayKind::Numbers, |position, of| {
        Ok(policy(position, of.player))
    })
    .about('1', "How likely each move of the player is the best one, as the net of the strong player guesses.")
    .without_zeros()
    .sentence(|of| {
        let (player, cell, percent) = (of.player, of.cell, of.percent());
        format!("The net guesses that {player}'s move on {cell} is the best one: a chance of {percent:.1} %.")
    }),
    OverlayDef::of_hex(("chance", "Learned Chance to Win"), OverlayKind::Facts, |position, of| {
        Ok(chance(position, of.player))
    })
    .about('2', "How likely the player wins if it is to move, as the net of the strong player guesses.")
    .in_unit(OverlayUnit::Chance),
];

/// An overlay of numbers of a player's network.
const fn of_network(texts: (&'static str, &'static str), compute: Compute<Position>) -> OverlayDef {
    OverlayDef::of_hex(texts, OverlayKind::Numbers, compute)
}

/// An overlay of facts about cells.
const fn of_cells(texts: (&'static str, &'static str), compute: Compute<Position>) -> OverlayDef {
    OverlayDef::of_hex(texts, OverlayKind::Marks, compute).certain()
}

fn betweenness(of: &CellValue<'_>) -> String {
    let CellValue { player, cell, value, .. } = of;
    format!("{cell} lies on shortest ways between other cells of {player}: betweenness {value:.2}.")
}

fn numbers(position: &Position, quantity: Quantity, player: Player) -> Result<Overlay, SessionError> {
    let report = NetworkReport::new(position, ThroughEdge::default());
    let cells = position.topology().cells().zip(report.players[player.index()].cells(quantity));
    let known = cells.filter_map(|(cell, value)| Some((position.topology().name(cell).to_owned(), (*value)?)));
    Ok(Overlay::Numbers(known.collect()))
}

/// Both players' numbers, the ratios of White's to Black's, and the evaluations for Black, as in `tesuji measure`.
fn measures(position: &Position) -> Overlay {
    let report = NetworkReport::new(position, ThroughEdge::default());
    let [black, white] = &report.players;
    let ratios = match report.comparison {
        Comparison::Open(ratios) => Some(ratios),
        Comparison::Won(_) => None,
    };
    let ratio = |of: fn(&Ratios) -> f64| ratios.as_ref().map(of);
    let ev_prime = |gamma| ratios.map(|ratios| ratios.ev_prime(Betweenness::Indicator, gamma));
    let won = match report.comparison {
        Comparison::Won(Player::Black) => Some(1.0),
        Comparison::Won(Player::White) => Some(0.0),
        Comparison::Open(_) => None,
    };
    let [black_ohms, white_ohms] = [black, white].map(|player| player.resistance.value());
    let facts = [
        ("d-black", black.measures.distance.map(|links| links as f64)),
        ("d-white", white.measures.distance.map(|links| links as f64)),
        ("d", ratio(|ratios| ratios.distance)),
        ("L-black", black.measures.mean_distance),
        ("L-white", white.measures.mean_distance),
        ("L", ratio(|ratios| ratios.mean_distance)),
        ("B-black", black.measures.mean_betweenness),
        ("B-white", white.measures.mean_betweenness),
        ("C", ratio(|ratios| ratios.betweenness)),
        ("B-brandes-black", black.measures.mean_brandes),
        ("B-brandes-white", white.measures.mean_brandes),
        ("C-brandes", ratio(|ratios| ratios.brandes)),
        ("C'-black", black.measures.max_share),
        ("C'-white", white.measures.max_share),
        ("C'", ratio(|ratios| ratios.share)),
        ("R-black", black_ohms),
        ("R-white", white_ohms),
        ("R", ratios.and(black_ohms.zip(white_ohms)).map(|(black, white)| white / black)),
        ("Ev'-first", ev_prime(GAMMA_FIRST)),
        ("Ev'-second", ev_prime(GAMMA_SECOND)),
        ("black-wins", won),
        ("cut-black", black.cut.map(|cells| cells as f64)),
        ("cut-white", white.cut.map(|cells| cells as f64)),
    ];
    Overlay::Facts(facts.into_iter().map(|(name, value)| Fact::new(name, value, meaning(name))).collect())
}

/// The meaning of one of the [`measures`].
fn meaning(name: &str) -> String {
    let (measure, whose) = match name.rsplit_once('-') {
        Some((measure, "black")) => (measure, "of Black"),
        Some((measure, "white")) => (measure, "of White"),
        _ => (name, "as the ratio of White's to Black's: above 1 it is better for Black"),
    };
    let what = match measure {
        "d" => "The number of links of a shortest way from edge to edge",
        "L" => "The mean distance between cells of the network",
        "B" | "C" => "The mean betweenness of cells",
        "B-brandes" | "C-brandes" => "The mean betweenness as Brandes defines it",
        "C'" => "The greatest share of shortest ways through one cell",
        "R" => "The resistance between the edges",
        "cut" => "The number of cells that have to be taken to cut the edges off",
        "black-wins" => return "1 if Black is known to win, 0 if White is.".to_owned(),
        _ => return "Takada's evaluation for Black: above 0 is good for Black.".to_owned(),
    };
    format!("{what} {whose}.")
}

/// Output of the learned net for the position with this player to move.
fn opinion(position: &Position, player: Player) -> (Position, Opinion) {
    let mut position = position.clone();
    position.set_to_move(player);
    let mut opinion = Opinion::default();
    Judge::new(Net::shipped()).judge(&position, &mut opinion);
    (position, opinion)
}

/// Probability that each move of the player is the best one; nothing once the game is over.
fn policy(position: &Position, player: Player) -> Overlay {
    if position.winner().is_some() {
        return Overlay::Numbers(Vec::new());
    }
    let (position, opinion) = opinion(position, player);
    let chances = opinion.chances(&position).into_iter();
    Overlay::Numbers(chances.map(|(cell, chance)| (position.topology().name(cell).to_owned(), chance)).collect())
}

/// Probability that the player wins if it is to move.
fn chance(position: &Position, player: Player) -> Overlay {
    let win = match position.winner() {
        Some(winner) => f64::from(u8::from(winner == player)),
        None => opinion(position, player).1.win,
    };
    let (player, percent) = (title(player), 100.0 * win);
    let sentence = if position.winner().is_some() {
        format!("The game is over: {player} has {}.", if win > 0.5 { "won" } else { "lost" })
    } else {
        format!(
            "The net guesses that {player}, if it is to move, wins with a chance of {percent:.1} %. It may be wrong."
        )
    };
    Overlay::Facts(vec![Fact { title: format!("{player} wins"), ..Fact::new("win", Some(win), sentence) }])
}

/// A position with its fill-in.
struct Seen<const W: usize> {
    topology: Arc<Topology>,
    surroundings: Surroundings<W>,
    filled: Filled<W>,
}

impl<const W: usize> Seen<W> {
    fn new(position: &Position) -> Self {
        let topology = Arc::clone(position.topology());
        let surroundings = Surroundings::new(&topology).expect("a rhombus, and the width was chosen");
        let mut filled = Filled::default();
        surroundings.fill_in(stones(position), &mut filled);
        Self { topology, surroundings, filled }
    }

    fn name(&self, cell: usize) -> String {
        self.topology.name(Cell::new(cell)).to_owned()
    }

    fn fill_marks(&self) -> Vec<(String, CellMark)> {
        let steps = self.filled.steps.iter();
        let marks = steps.flat_map(|step| {
            let mark = match step.kind {
                FillKind::Dead => CellMark::Dead(step.player),
                FillKind::Captured => CellMark::Captured(step.player),
                FillKind::Permanent { .. } => CellMark::Permanent(step.player),
            };
            step.cells.iter().map(move |cell| (self.name(cell), mark.clone()))
        });
        marks.collect()
    }

    fn empties(&self) -> Bits<W> {
        Bits::first_n(self.topology.n_cells()) - self.filled.occupied()
    }
}

fn fill_in<const W: usize>(position: &Position) -> Vec<(String, CellMark)> {
    Seen::<W>::new(position).fill_marks()
}

fn inferior<const W: usize>(position: &Position, mover: Player) -> Vec<(String, CellMark)> {
    let seen = Seen::<W>::new(position);
    let mut inferior = Inferior::default();
    seen.surroundings.inferior_moves(&seen.filled, mover, &mut inferior);
    let vulnerable = inferior.vulnerable.iter().map(|mv| (mv.cell, CellMark::Vulnerable(seen.name(mv.killer))));
    let dominated = inferior.dominated.iter().map(|mv| (mv.cell, CellMark::Dominated(seen.name(mv.by))));
    let mut marks = seen.fill_marks();
    marks.extend(vulnerable.chain(dominated).map(|(cell, mark)| (seen.name(cell), mark)));
    marks
}

/// Fill-in, and the moves that leave the opponent a virtual connection of the edges.
fn must_play<const W: usize>(position: &Position, mover: Player) -> Vec<(String, CellMark)> {
    let seen = Seen::<W>::new(position);
    let opponent = mover.opponent();
    let (region, connections) = connections::of::<W>(position.topology(), seen.filled.stones, opponent);
    let mut semis = Vec::new();
    let must_play = match connections.standing(&region.goal, &mut semis) {
        Standing::Secured(_) => Bits::EMPTY,
        Standing::Open => semis.iter().fold(seen.empties(), |set, semi| set & semi.carrier),
    };
    let mut marks = seen.fill_marks();
    let outside = seen.empties() - must_play;
    marks.extend(outside.iter().map(|cell| (seen.name(cell), CellMark::Outside)));
    if !outside.is_empty() {
        marks.extend(must_play.iter().map(|cell| (seen.name(cell), CellMark::MustPlay(mover))));
    }
    marks
}
