//! The positions of `testdata/go/known.toml`, and what a player is right about.

use std::collections::BTreeMap;

use serde::Deserialize;
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, PlayerSpec, Session, StoneStatus, StrongSpec};
use tesuji_go::{Diagram, Komi, Rules};
use tesuji_search::Limits;

#[derive(Deserialize)]
struct Suite {
    position: Vec<Known>,
}

/// A position with its answer; `known.toml` says what its keys mean.
#[derive(Deserialize)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) kind: String,
    to_move: String,
    komi: String,
    right: Vec<String>,
    winner: String,
    safe: Vec<String>,
    dead: Vec<String>,
    fight: Vec<String>,
    diagram: String,
}

/// Number of right predictions of a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Right {
    pub(crate) n_positions: usize,
    /// The move is one of those that win.
    pub(crate) n_moves: usize,
    /// The value is on the side of the player who wins.
    pub(crate) n_values: usize,
    /// Positions in which a safe chain is called dead.
    pub(crate) n_safe_lost: usize,
    /// Positions in which a dead chain is not called dead.
    pub(crate) n_dead_kept: usize,
}

pub(crate) fn all(text: &str) -> Vec<Known> {
    toml::from_str::<Suite>(text).expect("the suite is as it should be").position
}

impl Known {
    fn session(&self) -> Session {
        let diagram: Diagram = self.diagram.parse().unwrap();
        let (columns, rows) = diagram.size();
        let names = |player: Player| {
            let board = BoardSpec::square(columns, rows).topology().unwrap();
            let stones = &diagram.stones()[player.index()];
            stones.iter().map(|cell| format!("\"{}\"", board.name(cell))).collect::<Vec<_>>().join(",")
        };
        let record = format!(
            r#"{{"tesuji-record":1,"board":"{columns}x{rows}","setup":{{"black":[{}],"white":[{}]}},"to-move":"{}"}}"#,
            names(Player::Black),
            names(Player::White),
            self.to_move,
        );
        let komi: Komi = self.komi.parse().unwrap();
        let spec = GameSpec::Go { board: BoardSpec::square(columns, rows), komi, rules: Rules::CHINESE };
        Session::from_record(&spec, &record, usize::MAX).unwrap()
    }

    /// Asks the player, and whoever settles; says what was wrong.
    pub(crate) fn ask(&self, spec: &StrongSpec, seed: u64, right: &mut Right) -> Vec<String> {
        let mut session = self.session();
        let mut wrong = Vec::new();
        right.n_positions += 1;
        let choice = session.genmove(&PlayerSpec::Strong(*spec), &Limits::default(), seed).unwrap();
        let is_right = |mv: &str| self.right.iter().any(|right| right.eq_ignore_ascii_case(mv));
        let is_outside = !self.fight.iter().any(|cell| cell.eq_ignore_ascii_case(&choice.mv));
        if self.right.is_empty() || is_right(&choice.mv) || (is_outside && is_right("pass")) {
            right.n_moves += 1;
        } else {
            wrong.push(format!("{}, right is {}", choice.mv, self.right.join(" ")));
        }
        let for_mover = choice.value.unwrap_or(0.5);
        if self.winner.is_empty() || (for_mover > 0.5) == (self.to_move == self.winner) {
            right.n_values += 1;
        } else {
            wrong.push(format!("value {for_mover:.3}, {} wins", self.winner));
        }
        let settled = session.table().unwrap().settled(seed);
        let status = |cell: &String| {
            let chain = settled.chains.iter().find(|(cells, _)| cells.iter().any(|at| at.eq_ignore_ascii_case(cell)));
            chain.map(|(_, status)| *status)
        };
        let lost: Vec<&str> =
            self.safe.iter().filter(|cell| status(cell) == Some(StoneStatus::Dead)).map(String::as_str).collect();
        let kept: Vec<&str> =
            self.dead.iter().filter(|cell| status(cell) != Some(StoneStatus::Dead)).map(String::as_str).collect();
        right.n_safe_lost += usize::from(!lost.is_empty());
        right.n_dead_kept += usize::from(!kept.is_empty());
        if !lost.is_empty() {
            wrong.push(format!("safe but called dead: {}", lost.join(" ")));
        }
        if !kept.is_empty() {
            wrong.push(format!("dead but kept: {}", kept.join(" ")));
        }
        wrong
    }
}

/// All positions of each kind.
pub(crate) fn ask_all(
    known: &[Known],
    spec: &StrongSpec,
    seed: u64,
    mut say: impl FnMut(&Known, &[String]),
) -> BTreeMap<String, Right> {
    let mut rights = BTreeMap::new();
    for position in known {
        let wrong = position.ask(spec, seed, rights.entry(position.kind.clone()).or_default());
        say(position, &wrong);
    }
    rights
}
