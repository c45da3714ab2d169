//! `tesuji measure`: the networks and circuits of both players in a position, and after each move of a game.

mod heat;
mod links;
mod table;
mod trace;

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use miette::{IntoDiagnostic, Result, miette};
use serde_json::{Map, Value, json};
use tesuji_board::Player;
use tesuji_engine::AnyRecord;
use tesuji_forms::{Reading, Text, TextKind};
use tesuji_gallery::networks;
use tesuji_hex::Position;
use tesuji_network::evaluation::{GAMMA_FIRST, GAMMA_SECOND};
use tesuji_network::{Betweenness, Comparison, NetworkReport, PlayerReport, Quantity, Ratios, ThroughEdge, closure};
use tesuji_problem::board::file::{PositionDefaults, Puzzle};

use self::heat::HeatMap;
use crate::input::{self, OnlyOption, SizeOption};
use crate::picture::PictureArguments;
use crate::pool::JobsOption;
use crate::sheet::{self, DataOptions};
use crate::status::{self, Status};

/// The arguments of `tesuji measure`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.conflicts_with("map").help(
    "Print one JSON object a line, with all numbers of all cells, and nothing else"
)))]
pub(crate) struct Arguments {
    /// Positions or games of Hex in any form: files (`-` is standard input), links, or the texts themselves, such as
    /// `"a3 c3"`; `"#11"` is the empty board. Of a game the numbers after each move are shown
    #[arg(required_unless_present = "graph", conflicts_with = "graph", value_name = "GAME|FILE")]
    positions: Vec<PathBuf>,
    /// List the links of each network instead of measuring: `all` with virtual connections, `plain` before they are
    /// looked for, `paths` those on shortest paths between the edges, with b' of their cells; a picture draws them
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "all", conflicts_with = "map")]
    links: Option<links::LinkSet>,
    /// Instead of a position, a graph of your own, as its links or a file of them: `"s-a a-b b-t s-b"`. b' of its nodes
    /// is measured, for paths from `s` to `t`
    #[arg(long, value_name = "LINKS|FILE", conflicts_with_all = ["map", "links"])]
    graph: Option<PathBuf>,
    /// Also draw a map of this number for each cell; may be given several times
    #[arg(long, value_parser = quantity_parser(), value_name = "QUANTITY")]
    map: Vec<Quantity>,
    #[command(flatten)]
    picture: PictureArguments,
    /// The player whose map or links are shown [default: both]
    #[arg(long, value_parser = input::player_parser(), value_name = "PLAYER")]
    side: Option<Player>,
    /// Of games, measure the position after the first N moves
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    #[command(flatten)]
    only: OnlyOption,
    #[command(flatten)]
    board: SizeOption,
    /// When two empty cells are joined through one of the player's own edges
    #[arg(long, value_name = "READING", default_value = ThroughEdge::default().name())]
    #[arg(value_parser = through_edge_parser())]
    through_edge: ThroughEdge,
    #[command(flatten)]
    games: trace::GameOptions,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    jobs: JobsOption,
}

/// Reads the name of what a map shows.
fn quantity_parser() -> impl TypedValueParser<Value = Quantity> {
    let about = |quantity| match quantity {
        Quantity::Betweenness => "Share of the pairs of nodes with a shortest path through the cell (b)",
        Quantity::Brandes => "The same, but each pair counts by the share of its shortest paths (Brandes)",
        Quantity::Share => "Share of the shortest paths between the edges (b')",
        Quantity::Current => "Electrical current",
        Quantity::Distance => "Links on a shortest path between the edges through the cell",
        Quantity::Length => "L of the cell: its mean distance to the other nodes",
    };
    let values = Quantity::ALL.map(|quantity| PossibleValue::new(quantity.name()).help(about(quantity)));
    let quantity = |name: String| Quantity::ALL.into_iter().find(|quantity| quantity.name() == name);
    PossibleValuesParser::new(values).map(move |name| quantity(name).unwrap_or(Quantity::Betweenness))
}

fn through_edge_parser() -> impl TypedValueParser<Value = ThroughEdge> {
    let about = |reading| match reading {
        ThroughEdge::Stones => "Through stones that touch the edge, as the paper says",
        ThroughEdge::On => "Also through the edge alone",
        ThroughEdge::Off => "Not even through stones that touch the edge",
    };
    let values = ThroughEdge::ALL.map(|reading| PossibleValue::new(reading.name()).help(about(reading)));
    let reading = |name: String| ThroughEdge::ALL.into_iter().find(|reading| reading.name() == name);
    PossibleValuesParser::new(values).map(move |name| reading(name).unwrap_or_default())
}

/// The largest carrier that counts on a board of this size for connections that end at an empty cell; `None` if there
/// is no bound.
fn max_carrier((columns, rows): (usize, usize)) -> Option<usize> {
    let largest = closure(columns * rows, ThroughEdge::default()).max_carrier;
    (largest < columns * rows).then_some(largest)
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    if let Some(graph) = &arguments.graph {
        return links::graph(graph, arguments);
    }
    if arguments.side.is_some() && arguments.map.is_empty() && arguments.links.is_none() {
        return Err(miette!("`--side` says whose `--map` or `--links` are shown: expected one of them").into());
    }
    let sources = input::sources(&arguments.positions)?;
    let size = arguments.board.size;
    let texts = input::texts(&sources, size);
    let is_position = arguments.links.is_some() || !arguments.map.is_empty() || arguments.n_moves.is_some();
    if !is_position && texts.iter().any(is_game) {
        return trace::run(arguments, &sources);
    }
    if let Some(option) = arguments.games.first_given() {
        return Err(miette!(
            "`--{option}` is for games: expected the moves of a game, and no `--map`, `--links` or `--move`"
        )
        .into());
    }
    let unsaid = PositionDefaults { size, ..PositionDefaults::default() };
    let mut puzzles = input::puzzles_of(&sources, texts, &unsaid, arguments.n_moves, &|id| arguments.only.keeps(id))?;
    arguments.only.retain(&mut puzzles, "position", |puzzle| &puzzle.id)?;
    if let Some(which) = arguments.links {
        return links::run(arguments, which, &puzzles);
    }
    if arguments.picture.is_wanted() && arguments.map.is_empty() {
        return Err(miette!("a picture needs `--map` or `--links`, which says what it shows").into());
    }
    let through_edge = arguments.through_edge;
    let mut out = anstream::stdout().lock();
    let mut drawn = Vec::new();
    let mut rows = table::sheet();
    for (i, puzzle) in puzzles.iter().enumerate() {
        let (id, position) = (puzzle.id.as_str(), position(puzzle)?);
        let report = NetworkReport::new(&position, through_edge);
        if arguments.picture.is_wanted() {
            let theme = arguments.picture.theme();
            drawn.extend(maps(arguments).map(|(player, quantity)| {
                networks::heat(id, &position, &report.players[player.index()], player, quantity, theme)
            }));
        }
        if arguments.data.csv.is_wanted() {
            table::add_rows(&mut rows, id, &position, &report);
        }
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&json_line(id, &position, &report)))?;
            continue;
        }
        let gap = if i == 0 { "" } else { "\n" };
        write!(out, "{gap}{}", table::table(id, &position, &report))?;
        for (player, quantity) in maps(arguments) {
            write!(out, "\n{}", HeatMap::new(&position, &report, player, quantity).draw())?;
        }
        out.flush()?;
    }
    arguments.data.csv.write(|| rows)?;
    arguments.picture.write(drawn)?;
    Ok(Status::Fine)
}

/// Whether a text has the moves of a game. The fault of one that cannot be read is that of a game.
fn is_game(text: &Text<'_>) -> bool {
    let has_moves = |reading: &Reading| matches!(&reading.record, AnyRecord::Hex(record) if !record.moves.is_empty());
    let is_game = matches!(text.found.kind, TextKind::Game(_));
    is_game && text.games().map_or(true, |readings| readings.iter().any(has_moves))
}

/// The maps that are wanted for each position.
fn maps(arguments: &Arguments) -> impl Iterator<Item = (Player, Quantity)> + '_ {
    let players = || Player::BOTH.into_iter().filter(|&player| shows(arguments.side, player));
    arguments.map.iter().flat_map(move |&map| players().map(move |player| (player, map)))
}

fn shows(side: Option<Player>, player: Player) -> bool {
    side.is_none_or(|side| side == player)
}

fn position(puzzle: &Puzzle) -> Result<Position> {
    let question = &puzzle.question;
    let size = question.topology.size().ok_or_else(|| miette!("{}: the board is not a rhombus", puzzle.id))?;
    Position::setup(size, &question.black, &question.white, question.to_move).into_diagnostic()
}

/// The player who has won, by stones or by a connection of the edges.
fn winner(report: &NetworkReport) -> Option<Player> {
    match report.comparison {
        Comparison::Won(winner) => Some(winner),
        Comparison::Open(_) => None,
    }
}

fn json_line(id: &str, position: &Position, report: &NetworkReport) -> Value {
    let (columns, rows) = position.size();
    let [black, white] = [0, 1].map(|i| report.players[i].resistance.value());
    let (ratios, evaluations) = match report.comparison {
        Comparison::Won(_) => (Value::Null, Value::Null),
        Comparison::Open(ratios) => {
            let numbers = json!({
                "d": ratios.distance,
                "l": ratios.mean_distance,
                "c": ratios.betweenness,
                "c_brandes": ratios.brandes,
                "share": ratios.share,
                "resistance": black.zip(white).map(|(black, white)| white / black),
            });
            (numbers, evaluations_json(&ratios))
        }
    };
    let [black, white] = [0, 1].map(|i| player_json(position, &report.players[i]));
    json!({
        "id": id,
        "columns": columns,
        "rows": rows,
        "max_carrier": max_carrier((columns, rows)),
        "won_by": winner(report).map(Player::name),
        "ratios": ratios,
        "evaluations": evaluations,
        "black": black,
        "white": white,
    })
}

/// The evaluations for Black, as in the table; Ev' with the gamma of each player.
fn evaluations_json(ratios: &Ratios) -> Value {
    let ev_prime = |betweenness| {
        json!({
            "first": ratios.ev_prime(betweenness, GAMMA_FIRST),
            "second": ratios.ev_prime(betweenness, GAMMA_SECOND),
        })
    };
    json!({
        "ev": ratios.ev(Betweenness::Indicator),
        "ev_brandes": ratios.ev(Betweenness::Brandes),
        "ev_prime": ev_prime(Betweenness::Indicator),
        "ev_prime_brandes": ev_prime(Betweenness::Brandes),
        "b": ratios.share,
    })
}

fn player_json(position: &Position, report: &PlayerReport) -> Value {
    let measures = &report.measures;
    let by_cell = |quantity: Quantity| {
        let cells = position.topology().cells().zip(report.cells(quantity));
        let known =
            cells.filter_map(|(cell, value)| Some((position.topology().name(cell).to_owned(), json!((*value)?))));
        (quantity.name().to_owned(), Value::Object(known.collect()))
    };
    json!({
        "nodes": measures.n_nodes,
        "left_out": measures.n_left_out,
        "links": report.n_links,
        "cut": report.cut,
        "d": measures.distance,
        "l": measures.mean_distance,
        "b": measures.mean_betweenness,
        "b_brandes": measures.mean_brandes,
        "max_share": measures.max_share,
        "resistance": report.resistance.value(),
        "cells": Quantity::ALL.into_iter().map(by_cell).collect::<Map<_, _>>(),
    })
}
