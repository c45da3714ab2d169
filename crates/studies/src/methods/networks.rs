//! Networks of a position of Hex, written out and drawn (Takada et al. 2014).

use serde::Deserialize;
use tesuji_board::Player;
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::graphs::{self, LinksShown};
use tesuji_network::{NetworkReport, NetworkStage, PathGraph, Quantity, ThroughEdge, network_of};

use super::boards::HexPosition;
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::StudyError;
use crate::sources::short;

/// A position, and how much of its networks is shown.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Networks {
    /// The position.
    position: HexPosition,
    /// The stage.
    stage: GameStage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum GameStage {
    /// Neighbours alone (figure 4).
    Plain,
    /// With virtual connections (figure 6).
    Full,
    /// The whole network, and its shortest paths (figure 12).
    Paths,
}

impl Networks {
    pub(super) fn run(&self) -> Result<RunOutcome, StudyError> {
        let position = self.position.position()?;
        let mut outcome = RunOutcome::default();
        let report = NetworkReport::new(&position, ThroughEdge::default());
        let mut table =
            RunTable::new("The networks", ["player", "links", "of these virtual", "d", "shortest paths", "L", "C'"]);
        let mut pictures = [Vec::new(), Vec::new()];
        let mut links = RunTable::new("Links on shortest paths", ["player", "from", "to", "kind"]);
        for player in Player::BOTH {
            let written = |stage| network_of(&position, player, stage, ThroughEdge::default());
            let stage = if self.stage == GameStage::Plain { NetworkStage::Plain } else { NetworkStage::Full };
            let graph = written(stage);
            let n_virtual = graph.links.iter().filter(|link| link.is_virtual).count();
            let measures = &report.players[player.index()].measures;
            table.row([
                player.to_string(),
                graph.links.len().to_string(),
                n_virtual.to_string(),
                graph.distance.map_or("-".to_owned(), |distance| distance.to_string()),
                short(graph.n_paths),
                measures
                    .mean_distance
                    .filter(|_| self.stage != GameStage::Plain)
                    .map_or(String::new(), |mean| format!("{mean:.4}")),
                graph.max_share.map_or("-".to_owned(), |share| format!("{share:.4}")),
            ]);
            for link in graph.links.iter().filter(|link| link.is_on_path) {
                let [from, to] = link.ends.map(|end| graph.names[end].clone());
                let kind = if link.is_virtual { "virtual" } else { "neighbours" };
                links.row([player.to_string(), from, to, kind.to_owned()]);
            }
            let exact = |what: &str, value: f64| Number::exact(format!("{what} of {player}"), value);
            outcome.numbers.push(exact("links", graph.links.len() as f64));
            outcome.numbers.push(exact("virtual links", n_virtual as f64));
            outcome.numbers.extend(graph.distance.map(|distance| exact("d", distance as f64)));
            let d_without = written(NetworkStage::Plain).distance;
            if let (Some(full), Some(plain)) = (graph.distance, d_without) {
                outcome.numbers.push(exact("d with virtual links less d without", full as f64 - plain as f64));
            }
            if self.stage != GameStage::Plain {
                outcome.numbers.push(exact("largest difference of b' from the meter's", {
                    let by_meter = report.players[player.index()].cells(Quantity::Share);
                    let pairs = graph.shares.iter().zip(by_meter);
                    let differences = pairs.filter_map(|(ours, meter)| Some((ours.as_ref()? - meter.as_ref()?).abs()));
                    differences.fold(0.0, f64::max)
                }));
            }
            let shown: &[(LinksShown, &str)] = match self.stage {
                GameStage::Paths => &[(LinksShown::All, ""), (LinksShown::Paths, ": shortest paths")],
                GameStage::Plain | GameStage::Full => &[(LinksShown::All, "")],
            };
            for (shown, words) in shown {
                let title = format!("{player}'s network{words}");
                let picture = graphs::network(&title, &position, player, &graph, *shown, Theme::Light)
                    .map_err(StudyError::senseless)?;
                pictures[player.index()].push(picture);
            }
        }
        outcome.picture("", Picture::stacked(pictures.map(Picture::beside).to_vec()));
        outcome.tables.push(table);
        outcome.tables.push(links);
        Ok(outcome)
    }
}

/// Graphs with two terminals that are no boards.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graphs {
    /// The graphs.
    graph: Vec<GivenGraph>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenGraph {
    /// Its name.
    name: String,
    /// Its links: `s-a s-b a-t b-t`.
    links: String,
}

impl Graphs {
    pub(super) fn run(&self) -> Result<RunOutcome, StudyError> {
        let mut outcome = RunOutcome::default();
        let mut pictures = Vec::new();
        let mut table =
            RunTable::new("Shares of the shortest paths", ["graph", "d", "paths", "largest b'", "b' of each node"]);
        for given in &self.graph {
            let graph = PathGraph::read(&given.links).map_err(StudyError::senseless)?;
            let of_node = |(name, share): (&String, &Option<f64>)| Some(format!("{name} {}", short((*share)?)));
            let shares: Vec<String> = graph.names.iter().zip(&graph.shares).filter_map(of_node).collect();
            table.row([
                given.name.clone(),
                graph.distance.map_or("-".to_owned(), |distance| distance.to_string()),
                short(graph.n_paths),
                graph.max_share.map_or("-".to_owned(), short),
                shares.join(", "),
            ]);
            let best =
                graph.max_share.map(|share| Number::exact(format!("largest b' of the {} graph", given.name), share));
            outcome.numbers.extend(best);
            let joined = f64::from(u8::from(is_joined(&graph)));
            outcome
                .numbers
                .push(Number::exact(format!("joined if the opponent moves first, {} graph", given.name), joined));
            pictures.push(graphs::graph(&given.name, &graph, Theme::Light).map_err(StudyError::senseless)?);
        }
        outcome.picture("", Picture::beside(pictures));
        outcome.tables.push(table);
        Ok(outcome)
    }
}

/// Whether the player who takes nodes joins the terminals of a graph although the opponent, who removes nodes, moves
/// first. All ways to play are tried, so this is for graphs of about a dozen nodes.
fn is_joined(graph: &PathGraph) -> bool {
    /// Play on free, taken and removed nodes, as bits.
    fn plays(graph: &PathGraph, free: u32, taken: u32, is_own_turn: bool) -> bool {
        let reaches = |open: u32| {
            let [source, sink] = graph.terminals;
            let mut reached = 1_u32 << source;
            loop {
                let before = reached;
                for link in &graph.links {
                    let [a, b] = link.ends.map(|end| 1_u32 << end);
                    if (reached & a != 0 && open & b != 0) || (reached & b != 0 && open & a != 0) {
                        reached |= a | b;
                    }
                }
                if reached == before {
                    return reached & (1 << sink) != 0;
                }
            }
        };
        if reaches(taken) {
            return true;
        }
        if !reaches(taken | free) {
            return false;
        }
        let mut nodes = (0..graph.names.len()).map(|node| 1_u32 << node).filter(|node| free & node != 0);
        match is_own_turn {
            true => nodes.any(|node| plays(graph, free & !node, taken | node, false)),
            false => nodes.all(|node| plays(graph, free & !node, taken, true)),
        }
    }
    let terminals = graph.terminals.iter().fold(0_u32, |bits, &node| bits | 1 << node);
    let free = ((1_u64 << graph.names.len().min(31)) - 1) as u32 & !terminals;
    plays(graph, free, terminals, false)
}
