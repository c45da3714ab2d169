//! `tesuji gtp`: a player of ours as an engine, for boards and matches of others.

use std::io;

use miette::{IntoDiagnostic, miette};
use tesuji_engine::{GameSpec, PlayerSpec, StrongSpec, UctSpec};
use tesuji_gtp::serve::{EngineSettings, serve};

use super::solve::parse_board;
use crate::status::{self, Status};
use crate::text;

/// Of `tesuji gtp`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(long, value_enum)]
    game: Game,
    /// The board until the controller sets another: `9` or `9x7`, columns first [default: 11 for Hex, 19 for Go]
    #[arg(long, value_name = "SIZE", value_parser = parse_board)]
    size: Option<(usize, usize)>,
    /// Hex: White may answer the first move by `swap-pieces`
    #[arg(long)]
    swap: bool,
    /// Go: what White gets for moving second, a multiple of one half [default: 7.5]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<tesuji_go::Komi>,
    /// Go: `tromp-taylor`, `chinese`, `aga` or `new-zealand` [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<tesuji_go::Rules>,
    /// Who chooses the moves
    #[arg(long, value_enum, default_value = "uct")]
    player: Player,
    /// UCT, strong: playouts a move
    #[arg(long, value_name = "N", default_value_t = UctSpec::default().playouts)]
    playouts: u64,
    /// UCT: weight of what is little known
    #[arg(long, value_name = "WEIGHT", default_value_t = UctSpec::default().exploration)]
    exploration: f64,
    /// UCT, strong: memory for the tree, such as `256M` or `2G`
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = text::parse_size)]
    memory: usize,
    /// The seed until the controller sets another
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Game {
    Hex,
    Go,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Player {
    Uct,
    Random,
    /// Hex alone: tree search with knowledge, beside it a solver
    Strong,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let game = arguments.game()?;
    let settings = EngineSettings { game, player: arguments.player(), seed: arguments.seed };
    serve(settings, io::stdin().lock(), io::stdout().lock())?.into_diagnostic()?;
    Ok(Status::Fine)
}

impl Arguments {
    fn game(&self) -> Result<GameSpec, miette::Report> {
        let Self { size, swap, komi, rules, .. } = *self;
        let refuse = |of_others: &[(&str, bool)], game: &str| match of_others.iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) => Err(miette!("{game} has no `{option}`")),
            None => Ok(()),
        };
        match self.game {
            Game::Hex => {
                refuse(&[("--komi", komi.is_some()), ("--rules", rules.is_some())], "Hex")?;
                let (columns, rows) = size.unwrap_or((11, 11));
                Ok(GameSpec::Hex { columns, rows, swap })
            }
            Game::Go => {
                refuse(&[("--swap", swap)], "Go")?;
                let (columns, rows) = size.unwrap_or((19, 19));
                let komi = komi.unwrap_or(tesuji_go::Komi::from_half_points(15));
                Ok(GameSpec::Go { columns, rows, komi, rules: rules.unwrap_or(tesuji_go::Rules::CHINESE) })
            }
        }
    }

    fn player(&self) -> PlayerSpec {
        match self.player {
            Player::Random => PlayerSpec::Random,
            Player::Strong => PlayerSpec::Strong(StrongSpec {
                playouts: self.playouts,
                memory_mib: self.memory >> 20,
                ..StrongSpec::default()
            }),
            Player::Uct => PlayerSpec::Uct(UctSpec {
                playouts: self.playouts,
                exploration: self.exploration,
                memory_mib: self.memory >> 20,
                ..UctSpec::default()
            }),
        }
    }
}
