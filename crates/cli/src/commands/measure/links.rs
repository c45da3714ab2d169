//! `tesuji measure --links` and `--graph`: networks link by link, and graphs that are no boards.

use std::io::Write as _;
use std::path::Path;

use miette::{IntoDiagnostic, miette};
use serde_json::{Map, Value, json};
use tesuji_board::Player;
use tesuji_gallery::graphs::{self, LinksShown};
use tesuji_network::{NetworkStage, PathGraph, PathLink, network_of};
use tesuji_problem::board::file::Puzzle;

use super::{Arguments, position, shows};
use crate::columns::Columns;
use crate::picture::PLAIN;
use crate::sheet::{self, Sheet, cells};
use crate::status::{self, Status};
use crate::{input, text};

/// The links that are listed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LinkSet {
    /// The position network: neighbours and virtual connections
    All,
    /// Neighbours only, before virtual connections are looked for; the player's own stones are nodes
    Plain,
    /// Those of the position network that lie on shortest paths between the player's edges
    Paths,
}

impl LinkSet {
    const fn stage(self) -> NetworkStage {
        match self {
            Self::Plain => NetworkStage::Plain,
            Self::All | Self::Paths => NetworkStage::Full,
        }
    }

    const fn shown(self) -> LinksShown {
        match self {
            Self::Paths => LinksShown::Paths,
            Self::All | Self::Plain => LinksShown::All,
        }
    }

    fn links(self, graph: &PathGraph) -> Vec<&PathLink> {
        graph.links.iter().filter(|link| self != Self::Paths || link.is_on_path).collect()
    }
}

/// Lists the networks of these positions.
pub(super) fn run(arguments: &Arguments, which: LinkSet, puzzles: &[Puzzle]) -> status::Result {
    let mut out = anstream::stdout().lock();
    let mut sheet = Sheet::new(["id", "player", "from", "to", "kind", "on_path", "from_share", "to_share"]);
    let mut drawn = Vec::new();
    for (i, puzzle) in puzzles.iter().enumerate() {
        let (id, position) = (puzzle.id.as_str(), position(puzzle)?);
        let mut object = json!({"id": id, "columns": position.size().0, "rows": position.size().1});
        for player in Player::BOTH.into_iter().filter(|&player| shows(arguments.side, player)) {
            let graph = network_of(&position, player, which.stage(), arguments.through_edge);
            if arguments.picture.is_wanted() {
                let title = format!("{id}: {} of {player}", words(which));
                let theme = arguments.picture.theme();
                let picture = graphs::network(&title, &position, player, &graph, which.shown(), theme);
                drawn.push(picture.into_diagnostic()?);
            }
            for link in which.links(&graph) {
                let [from, to] = link.ends.map(|end| graph.names[end].as_str());
                let [from_share, to_share] = link.ends.map(|end| graph.shares[end]);
                sheet.row(cells![id, player.name(), from, to, kind(link), link.is_on_path, from_share, to_share]);
            }
            object[player.name()] = json_of(&graph, which);
            if !arguments.data.json {
                let gap = if i == 0 && player == Player::Black { "" } else { "\n" };
                write!(out, "{gap}{}", table(&format!("{id}: {} of {player}", words(which)), &graph, which))?;
            }
        }
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&object))?;
        }
    }
    out.flush()?;
    arguments.data.csv.write(|| sheet)?;
    arguments.picture.write(drawn)?;
    Ok(Status::Fine)
}

const fn words(which: LinkSet) -> &'static str {
    match which {
        LinkSet::All => "network",
        LinkSet::Plain => "network without virtual connections",
        LinkSet::Paths => "shortest-path network",
    }
}

const fn kind(link: &PathLink) -> &'static str {
    if link.is_virtual { "virtual" } else { "neighbour" }
}

/// d, the number of paths, and the links of each node; ends with a newline.
fn table(title: &str, graph: &PathGraph, which: LinkSet) -> String {
    let bold = PLAIN.bold();
    let links = which.links(graph);
    let n_virtual = links.iter().filter(|link| link.is_virtual).count();
    let n_links = text::count(links.len() as u64, "link");
    let mut table = format!("{bold}{title}{bold:#}: {n_links}, {n_virtual} of them virtual\n{}", summary(graph));
    if which == LinkSet::Paths {
        table += &shares(graph);
    }
    let mut rows = Columns::new(["from", "to", "kind", "on a shortest path"]);
    for link in links {
        let [from, to] = link.ends.map(|end| graph.names[end].as_str());
        let on_path = if link.is_on_path { "yes" } else { "" };
        rows.row([from, to, kind(link), on_path]);
    }
    if rows.is_empty() { table } else { table + &rows.to_string() }
}

/// A line about the paths between the terminals.
fn summary(graph: &PathGraph) -> String {
    let [source, sink] = graph.terminals.map(|node| graph.names[node].as_str());
    match (graph.distance, graph.max_share) {
        (None, _) => format!("no path joins {source} and {sink}\n"),
        (Some(_), None) => format!("{source} and {sink} are linked\n"),
        (Some(distance), Some(share)) => {
            let paths = if graph.n_paths == 1.0 { "path" } else { "paths" };
            format!("{} shortest {paths} from {source} to {sink}, of {distance} links; C' {share:.4}\n", graph.n_paths)
        }
    }
}

/// b' of the nodes on shortest paths, a line for each.
fn shares(graph: &PathGraph) -> String {
    let nodes = graph.names.iter().zip(&graph.shares).filter_map(|(name, share)| Some((name, (*share)?)));
    let mut table = Columns::new(["node", "b'"]);
    nodes.for_each(|(name, share)| table.row([name, &format!("{share:.4}")]));
    if table.is_empty() { String::new() } else { table.to_string() }
}

fn json_of(graph: &PathGraph, which: LinkSet) -> Value {
    let link = |link: &&PathLink| {
        let [from, to] = link.ends.map(|end| graph.names[end].as_str());
        json!({"from": from, "to": to, "kind": kind(link), "on_path": link.is_on_path})
    };
    let share = |(name, share): (&String, &Option<f64>)| Some((name.clone(), json!((*share)?)));
    json!({
        "d": graph.distance,
        "paths": graph.n_paths,
        "max_share": graph.max_share,
        "shares": graph.names.iter().zip(&graph.shares).filter_map(share).collect::<Map<_, _>>(),
        "links": which.links(graph).iter().map(link).collect::<Vec<_>>(),
    })
}

/// Measures a graph that is no board: b' of its nodes.
pub(super) fn graph(path: &Path, arguments: &Arguments) -> status::Result {
    let source = input::source(path)?;
    let graph = PathGraph::read(&source.text.text).map_err(|error| source.wrong(&error))?;
    let id = if source.is_file { &source.id } else { "graph" };
    let mut out = anstream::stdout().lock();
    if arguments.data.json {
        let mut object = json_of(&graph, LinkSet::All);
        object["id"] = json!(id);
        writeln!(out, "{}", sheet::line(&object))?;
    } else {
        write!(out, "{}{}", summary(&graph), shares(&graph))?;
    }
    out.flush()?;
    arguments.data.csv.write(|| {
        let mut sheet = Sheet::new(["id", "node", "distance", "share"]);
        for (node, name) in graph.names.iter().enumerate() {
            sheet.row(cells![id, name.as_str(), graph.from_source[node], graph.shares[node]]);
        }
        sheet
    })?;
    if arguments.picture.is_wanted() {
        let picture = graphs::graph(id, &graph, arguments.picture.theme());
        arguments.picture.write(vec![picture.map_err(|error| miette!("{id}: {error}"))?])?;
    }
    Ok(Status::Fine)
}
