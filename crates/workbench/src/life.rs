//! Life and death in Go: whether stones live, whoever moves first and whoever has ko threats.

#[cfg(feature = "testing")]
mod tests;

use std::cell::RefCell;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::{CellSet, Player, Topology};
use tesuji_engine::PositionRef;
use tesuji_life::{
    Answer, AnswerConfig, FirstMove, Question, Search, Status, TargetRule, Threats, certificate, checker,
};

use crate::types::{Budget, Colour, GameState};
use crate::words::{count, listed};
use crate::{Trouble, state};

/// Asks whether stones live.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LifeOf {
    /// The position, of Go.
    pub state: GameState,
    /// A cell of each chain in question.
    pub target: Vec<String>,
    /// Whether the target is dead only once all of it has been captured, rather than any stone.
    #[serde(default)]
    pub all: bool,
    /// The cells where play takes place; absent: what the attacker's stones enclose.
    #[serde(default)]
    pub region: Option<Vec<String>>,
    /// The player who moves first; absent: each of them in turn.
    #[serde(default)]
    pub first: Option<Colour>,
    /// Whether all first moves that work are wanted, rather than one.
    #[serde(default)]
    pub moves: bool,
    /// Whether a certificate is wanted.
    #[serde(default)]
    pub certificate: bool,
    /// Moves of the side that fails, each of which is answered (`pass` is one). Needs `first`.
    #[serde(default)]
    pub tries: Vec<String>,
    /// Amount of work for each first player, in all regions that are tried.
    #[serde(default)]
    pub budget: Budget,
}

/// Whether stones live.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LifeView {
    /// Whose stones are in question.
    pub defender: Colour,
    /// The cells where play takes place.
    pub region: Vec<String>,
    /// Black's stones around the region, assumed to be safe.
    pub safe_black: Vec<String>,
    /// White's stones around the region, assumed to be safe.
    pub safe_white: Vec<String>,
    /// Empty cells around the region, where the defender is assumed not to get out.
    pub open: Vec<String>,
    /// An answer for each first player.
    pub answers: Vec<LifeAnswer>,
    /// The certificate of what was decided, which its checker has accepted.
    pub certificate_text: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Status of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LifeStatus {
    /// Two eyes, whoever wins kos.
    Alive,
    /// Never captured, but without two eyes.
    Seki,
    /// Never captured, but only because positions come back.
    Repetition,
    /// Never captured; whether with two eyes was not decided.
    Lives,
    /// Ko decides.
    Ko,
    /// Captured, whoever wins kos.
    Dead,
}

/// The answer for one first player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LifeAnswer {
    /// The player who moves first.
    pub first: Colour,
    /// The status; absent if a limit was reached.
    pub status: Option<LifeStatus>,
    /// Ko: who needs external threats to win it.
    pub needs: Option<Colour>,
    /// Ko: how many more threats than the other side; absent if more than two.
    pub threats: Option<u8>,
    /// First moves that reach the status; `pass` where none is needed. Empty if the first player achieves nothing.
    pub moves: Vec<String>,
    /// Whether these are all.
    pub is_complete: bool,
    /// Whether play outside the region may change the status.
    pub is_conditional: bool,
    /// Whether the defence may repeat a position, so that a rule against repetition could matter.
    pub repeats: bool,
    /// One sentence for people.
    pub words: String,
    /// The tries with their replies, if there were any: `B T19`.
    pub line: Vec<String>,
    /// If the first player is given: whether no move after this line changes the outcome.
    pub is_over: bool,
}

/// Answers the question; `run` runs one search within a budget, and measures its seconds.
pub(crate) fn life(asked: &LifeOf, run: &dyn Fn(&Budget, &Search<'_>) -> (Answer, f64)) -> Result<LifeView, Trouble> {
    let session = state::session(&asked.state)?;
    let PositionRef::Go(position) = session.position() else {
        return Err(Trouble::new("life and death is a question of Go"));
    };
    let topology = &**position.topology();
    let cells =
        |names: &[String]| names.iter().map(|name| state::cell(topology, name)).collect::<Result<CellSet, Trouble>>();
    let target = cells(&asked.target)?;
    let region = asked.region.as_deref().map(cells).transpose()?;
    let rule = if asked.all { TargetRule::All } else { TargetRule::Any };
    let question = Question::new(position, &target, rule, region.as_ref());
    let question = question.map_err(|error| Trouble::new(error.to_string()))?;
    let mut firsts = asked.first.map_or(Player::BOTH.to_vec(), |first| vec![first.into()]);
    if asked.first.is_none() && session.to_move() == Player::White {
        firsts.reverse();
    }
    let tries = tries(asked, topology)?;
    let names = |cells: &CellSet| cells.iter().map(|cell| topology.name(cell).to_owned()).collect::<Vec<_>>();
    let config = AnswerConfig { all_moves: asked.moves };
    let used = RefCell::new(vec![0.0; firsts.len()]);
    let search = |idx: usize, nodes: Option<u64>, search: &Search<'_>| {
        let seconds = asked.budget.seconds.map(|most| (most - used.borrow()[idx]).max(0.0));
        let (answer, time) = run(&Budget { seconds, nodes }, search);
        used.borrow_mut()[idx] += time;
        answer
    };
    let (question, answers) = question.settle(&firsts, config, asked.budget.nodes, &search);
    let nodes = answers.iter().map(|answer| answer.n_nodes).sum();
    let seconds = used.borrow().iter().sum();
    let mut view = LifeView {
        defender: question.defender().into(),
        region: names(question.region()),
        safe_black: names(&question.walls()[0]),
        safe_white: names(&question.walls()[1]),
        open: names(question.open()),
        answers: Vec::new(),
        certificate_text: None,
        nodes,
        seconds,
    };
    let mut strategies = Vec::new();
    for answer in answers {
        let mut answered = answered(&question, topology, &answer);
        let strategy = answer.status.and(answer.strategies.first());
        if !tries.is_empty() && strategy.is_none() {
            return Err(Trouble::new("not decided, so there is nothing to try"));
        }
        if let Some(strategy) = strategy.filter(|_| asked.first.is_some()) {
            let line = question.line(strategy, &tries).map_err(|error| Trouble::new(error.to_string()))?;
            answered.is_over = line.1;
            if !tries.is_empty() {
                answered.line = line.0.iter().map(|&(player, mv)| named(topology, player, mv)).collect();
            }
        }
        view.answers.push(answered);
        strategies.extend(answer.strategies);
    }
    if asked.certificate && !strategies.is_empty() {
        let text = certificate::write(&question, &strategies);
        if let Err(fault) = checker::check(&text) {
            return Err(Trouble::ours(format!("the checker rejects the certificate: {fault}")));
        }
        view.certificate_text = Some(text);
    }
    Ok(view)
}

fn tries(asked: &LifeOf, topology: &Topology) -> Result<Vec<FirstMove>, Trouble> {
    if !asked.tries.is_empty() && asked.first.is_none() {
        return Err(Trouble::new("tries need a first player").with_advice("say who moves first"));
    }
    let mv = |name: &String| match name.as_str() {
        "pass" => Ok(None),
        _ => state::cell(topology, name).map(Some),
    };
    asked.tries.iter().map(mv).collect()
}

fn move_name(topology: &Topology, mv: FirstMove) -> String {
    mv.map_or("pass".to_owned(), |cell| topology.name(cell).to_owned())
}

fn named(topology: &Topology, player: Player, mv: FirstMove) -> String {
    format!("{} {}", if player == Player::Black { "B" } else { "W" }, move_name(topology, mv))
}

fn answered(question: &Question, topology: &Topology, answer: &Answer) -> LifeAnswer {
    let (status, ko) = match answer.status {
        None => (None, None),
        Some(Status::Alive) => (Some(LifeStatus::Alive), None),
        Some(Status::Seki) => (Some(LifeStatus::Seki), None),
        Some(Status::Repetition) => (Some(LifeStatus::Repetition), None),
        Some(Status::Lives) => (Some(LifeStatus::Lives), None),
        Some(Status::Ko { needs, threats }) => (Some(LifeStatus::Ko), Some((needs, threats))),
        Some(Status::Dead) => (Some(LifeStatus::Dead), None),
    };
    let mut view = LifeAnswer {
        first: answer.first.into(),
        status,
        needs: ko.map(|(needs, _)| needs.into()),
        threats: ko.map(|(_, threats)| threats).filter(|&threats| threats != Threats::UNBOUNDED),
        moves: answer.moves.iter().map(|&mv| move_name(topology, mv)).collect(),
        is_complete: answer.has_all_moves,
        is_conditional: answer.is_conditional,
        repeats: answer.strategies.iter().any(tesuji_life::Strategy::repeats),
        words: String::new(),
        line: Vec::new(),
        is_over: false,
    };
    view.words = words(question.defender(), answer, &view);
    view
}

/// The answer as a sentence: `Black first: White is captured, with B1`.
fn words(defender: Player, answer: &Answer, view: &LifeAnswer) -> String {
    let title = |player: Player| Colour::from(player).title();
    let (owner, first) = (title(defender), title(answer.first));
    let what = match view.status {
        None => {
            let nodes = usize::try_from(answer.n_nodes).unwrap_or(usize::MAX);
            return format!("{first} first: not decided within the limit, {} searched", count(nodes, "position"));
        }
        Some(LifeStatus::Alive) => format!("{owner} lives with two eyes"),
        Some(LifeStatus::Seki) => format!("{owner} lives, but without two eyes (seki)"),
        Some(LifeStatus::Repetition) => format!("{owner} lives as long as positions may come back"),
        Some(LifeStatus::Lives) => format!("{owner} lives, perhaps in seki"),
        Some(LifeStatus::Dead) => format!("{owner} is captured"),
        Some(LifeStatus::Ko) => {
            let needs = view.needs.map_or("", Colour::title);
            let outcome = if view.needs == Some(defender.into()) { "live" } else { "capture" };
            let threats = match view.threats {
                Some(n) => count(usize::from(n), "more ko threat"),
                None => "at least three more ko threats".to_owned(),
            };
            format!("ko: {needs} needs {threats} than the opponent to {outcome}")
        }
    };
    let moves = match &view.moves[..] {
        [] => String::new(),
        some if !view.is_complete => format!(", with {}", listed(some)),
        all => format!(", with {} and no other move", listed(all)),
    };
    let repeats = if view.repeats { "; a position may come back" } else { "" };
    let unless = if answer.is_conditional { "; play outside the region may change that" } else { "" };
    format!("{first} first: {what}{moves}{repeats}{unless}")
}
