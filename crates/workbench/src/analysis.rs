//! Evaluations of the moves by a player, as it goes on thinking; and a move to play.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_engine::{
    Analysis, Choice, GameKind, GuestError, Pace, PlayerSpec, Proved, Session, SessionError, Slice, Thinking,
    Timekeeper, move_seed,
};
use tesuji_search::Limits;

use crate::types::{Budget, Certainty, GameState};
use crate::{Answer, Desk, Trouble, Update, catalogue, state};

/// Asks what a player thinks. Updates come as it thinks; the answer is the last of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Analyze {
    /// The position.
    pub state: GameState,
    /// The player, as the catalogue has it; absent: the strongest.
    #[serde(default)]
    pub player: Option<serde_json::Value>,
    /// Time or work; absent: until the question is stopped, at most ten minutes.
    #[serde(default)]
    pub budget: Budget,
    /// The number of moves wanted, for players that compare only as many as were asked for.
    #[serde(default)]
    pub lines: Option<usize>,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
}

/// A player's evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisView {
    /// The move that it would play.
    pub best: String,
    /// Value for the player to move, from 0 (loss) to 1 (win).
    pub value: Option<f64>,
    /// Value for Black: the number of the value graph.
    pub black: Option<f64>,
    /// Whether the value is proved.
    pub certainty: Certainty,
    /// The moves, the best first.
    pub moves: Vec<MoveView>,
    /// Go: the mean owner of each cell, from 1 (Black) to -1, by the name of the cell.
    pub owners: Vec<(String, f64)>,
    /// Go: by how many points Black is ahead, komi taken off.
    pub lead: Option<f64>,
    /// Positions searched so far, in the player's own count.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// Of an engine of somebody else, once it has answered: the processor time of all its processes in seconds, where the
    /// system reports it. Its `seconds` are those that passed.
    pub cpu_seconds: Option<f64>,
    /// One line for people.
    pub comment: String,
}

/// A player's evaluation of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveView {
    /// The move.
    pub mv: String,
    /// The cells of it: one in Hex and Go, three in Amazons; none for a pass or a swap.
    pub cells: Vec<String>,
    /// Value for its player, from 0 to 1.
    pub value: Option<f64>,
    /// Whether the value rests on enough visits to be shown.
    pub is_weighed: bool,
    /// Playouts that began with it.
    pub visits: u64,
    /// The share of all visits.
    pub share: f64,
    /// The chance that the policy gave it before any search, if the player has one.
    pub prior: Option<f64>,
    /// The principal variation, beginning with this move.
    pub line: Vec<String>,
    /// Whether the value is proved.
    pub certainty: Certainty,
}

/// Asks a player for its move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The position.
    pub state: GameState,
    /// The player, as the catalogue has it.
    pub player: serde_json::Value,
    /// Time or work; absent: by its settings.
    #[serde(default)]
    pub budget: Budget,
    /// The seed of the game: each move takes its own seed from it.
    #[serde(default)]
    pub seed: u64,
}

/// A move that a player chose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReplyView {
    /// The move, or `resign` of an engine of somebody else.
    pub mv: String,
    /// The cells of it.
    pub cells: Vec<String>,
    /// The evaluation behind it.
    pub analysis: AnalysisView,
}

/// A question without a bound ends after this time.
const LONGEST: f64 = 600.0;
/// The seconds of an engine of somebody else for a move, if nobody sets them.
const GUEST_MOVE: f64 = 5.0;
/// The answer of an engine that resigns.
const RESIGNATION: &str = "resign";
/// The slices of a search that somebody watches: short at first, so that something is seen at once.
const FIRST_SLICE: Duration = Duration::from_millis(100);
const LONGEST_SLICE: Duration = Duration::from_secs(1);

pub(crate) fn analyze(asked: &Analyze, desk: &impl Desk) -> Result<AnalysisView, Trouble> {
    let mut session = state::session(&asked.state)?;
    let kind = session.spec().kind();
    if let Some(name) = asked.player.as_ref().and_then(catalogue::guest_name) {
        return by_guest(&session, name, &asked.budget, desk)?.map_err(|error| guest_trouble(&error));
    }
    let player = match &asked.player {
        Some(settings) => catalogue::player(settings)?,
        None => catalogue::strongest(kind)?,
    };
    let mut player = threaded(player, desk.threads());
    if let Some(n_lines) = asked.lines {
        player = player.with_lines(kind, n_lines);
    }
    session.accepts(&player)?;
    refuse_over(&session)?;
    if let Some(judge) = desk.judge() {
        if !matches!(player, PlayerSpec::Strong(_)) {
            return Err(Trouble::new("only the strong player searches with a net of your own"));
        }
        session.judge_by(judge)?;
    }
    // A number of nodes is one search, as over GTP: the same question has the same answer. Time is spent in slices.
    if let Some(nodes) = asked.budget.nodes {
        let budget = Budget { nodes: Some(nodes.max(1)), ..asked.budget };
        return one_slice(&mut session, player.without_bound(), &budget, asked.seed, desk);
    }
    let time = Duration::from_secs_f64(asked.budget.seconds.unwrap_or(LONGEST).clamp(0.0, LONGEST));
    let (viewer, mut keeper) = (Viewer::new(&session), ByDesk { desk, seconds: 0.0 });
    let mut thinking = Thinking::new(&session, player.without_bound(), asked.seed);
    thinking.run(
        &mut session,
        &Pace::watched(FIRST_SLICE, LONGEST_SLICE, time),
        &mut keeper,
        &mut |analysis, time| {
            desk.update(Update::SoFar(Answer::Analyze(viewer.view(analysis, time.as_secs_f64()))));
            true
        },
    )?;
    viewer.last(thinking, keeper.seconds)
}

/// Evaluation by an engine of somebody else. Its time is by the clock on the wall: it has its own process, and perhaps
/// its own hardware.
fn by_guest(
    session: &Session,
    name: &str,
    budget: &Budget,
    desk: &impl Desk,
) -> Result<Result<AnalysisView, GuestError>, Trouble> {
    refuse_over(session)?;
    let guest = desk.guests().iter().find(|guest| guest.name() == name).ok_or_else(|| {
        Trouble::new(format!("there is no engine `{name}` here"))
            .with_advice("Engines are named when the server starts: `tesuji serve --engine \"NAME=COMMAND\"`.")
    })?;
    let viewer = Viewer::new(session);
    let time = Duration::from_secs_f64(budget.seconds.unwrap_or(LONGEST).clamp(0.0, LONGEST));
    let opinion = guest.analyze(session, Some(time), &mut |opinion| {
        if let Some(opinion) = opinion {
            let view = viewer.view(&opinion.analysis, opinion.time.as_secs_f64());
            desk.update(Update::SoFar(Answer::Analyze(view)));
        }
        let is_enough = opinion.zip(budget.nodes).is_some_and(|(opinion, most)| opinion.analysis.choice.nodes >= most);
        !is_enough && !desk.is_stopped()
    });
    Ok(opinion.map(|opinion| AnalysisView {
        cpu_seconds: opinion.cpu.map(|cpu| cpu.as_secs_f64()),
        ..viewer.view(&opinion.analysis, opinion.time.as_secs_f64())
    }))
}

fn guest_trouble(error: &GuestError) -> Trouble {
    let trouble = Trouble::new(error.to_string());
    // One that thinks or starts is no fault of its command.
    let is_busy = error.detail.ends_with("ask again later");
    if is_busy {
        trouble
    } else {
        trouble.with_advice("Look at the command after `--engine`, and try it in a terminal.")
    }
}

/// The move of an engine of somebody else, which may resign.
fn reply_of_guest(session: &Session, name: &str, asked: &Reply, desk: &impl Desk) -> Result<AnalysisView, Trouble> {
    let usual = Budget { seconds: Some(GUEST_MOVE), nodes: None };
    let budget = if asked.budget == Budget::default() { usual } else { asked.budget };
    by_guest(session, name, &budget, desk)?.or_else(|error| {
        if !error.is_resignation {
            return Err(guest_trouble(&error));
        }
        let (mv, comment) = (RESIGNATION.to_owned(), error.to_string());
        let choice = Choice { mv, value: None, comment, nodes: 0, proved: None };
        Ok(Viewer::new(session).view(&Analysis { choice, moves: Vec::new(), spread: None, ends: None }, 0.0))
    })
}

pub(crate) fn reply(asked: &Reply, desk: &impl Desk) -> Result<ReplyView, Trouble> {
    let mut session = state::session(&asked.state)?;
    let analysis = if let Some(name) = catalogue::guest_name(&asked.player) {
        reply_of_guest(&session, name, asked, desk)?
    } else {
        let player = catalogue::player(&asked.player)?;
        let seed = move_seed(asked.seed, session.moves().len());
        chosen(&mut session, player, &asked.budget, seed, desk)?
    };
    Ok(ReplyView { mv: analysis.best.clone(), cells: state::cells_of(session.spec().kind(), &analysis.best), analysis })
}

/// Evaluation by a player that chooses its move, within a budget or as long as its settings say. The seed is that of
/// the move.
pub(crate) fn chosen(
    session: &mut Session,
    player: PlayerSpec,
    budget: &Budget,
    seed: u64,
    desk: &impl Desk,
) -> Result<AnalysisView, Trouble> {
    let mut player = threaded(player, desk.threads());
    session.accepts(&player)?;
    if *budget != Budget::default() {
        player = player.without_bound();
    }
    one_slice(session, player, budget, seed, desk)
}

/// The analysis of the player after one search. An answer that rests on no evaluation is never final, however slow the
/// machine is.
fn one_slice(
    session: &mut Session,
    player: PlayerSpec,
    budget: &Budget,
    seed: u64,
    desk: &impl Desk,
) -> Result<AnalysisView, Trouble> {
    let mut keeper = ByDesk { desk, seconds: 0.0 };
    let mut thinking = Thinking::new(session, player, seed);
    let time = budget.seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST)));
    thinking.slice(session, Slice { time, nodes: budget.nodes, is_first: false }, &mut keeper)?;
    thinking.insist(session, &mut keeper)?;
    Viewer::new(session).last(thinking, keeper.seconds)
}

/// Refuses a game that is over.
pub(crate) fn refuse_over(session: &Session) -> Result<(), Trouble> {
    match session.outcome() {
        None => Ok(()),
        Some(_) => {
            Err(Trouble::new("the game is over").with_advice("Go back to a position in which somebody may move."))
        }
    }
}

/// The player on this many threads, which change how long a search takes and nothing else.
fn threaded(player: PlayerSpec, threads: usize) -> PlayerSpec {
    match player {
        PlayerSpec::Strong(mut spec) => {
            spec.threads = threads.max(1);
            PlayerSpec::Strong(spec)
        }
        other => other,
    }
}

/// The clock and the stop flag of a desk.
struct ByDesk<'a, D> {
    desk: &'a D,
    seconds: f64,
}

impl<D: Desk> Timekeeper for ByDesk<'_, D> {
    type Error = Trouble;

    fn search(
        &mut self,
        slice: Slice,
        search: impl FnOnce(&Limits) -> Result<Analysis, SessionError>,
    ) -> Result<Analysis, Trouble> {
        let budget = Budget { seconds: slice.time.map(|time| time.as_secs_f64()), nodes: slice.nodes };
        let (found, seconds) = self.desk.run(&budget, |limits, seconds| (search(limits), seconds()));
        self.seconds += seconds;
        Ok(found?)
    }

    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    fn is_stopped(&mut self) -> bool {
        self.desk.is_stopped()
    }
}

/// The position that is thought about, as far as answers show it.
struct Viewer {
    kind: GameKind,
    to_move: Player,
    /// Go: the names of the cells.
    cells: Vec<String>,
}

impl Viewer {
    fn new(session: &Session) -> Self {
        let cells = session.position().as_go().map(|position| {
            let topology = position.topology();
            topology.cells().map(|cell| topology.name(cell).to_owned()).collect()
        });
        Self { kind: session.spec().kind(), to_move: session.to_move(), cells: cells.unwrap_or_default() }
    }

    /// The analysis of all slices.
    fn last(&self, thinking: Thinking, seconds: f64) -> Result<AnalysisView, Trouble> {
        let analysis = thinking.into_analysis().ok_or_else(|| Trouble::new("nothing was searched"))?;
        Ok(self.view(&analysis, seconds))
    }

    /// The analysis as plain data.
    fn view(&self, analysis: &Analysis, seconds: f64) -> AnalysisView {
        let choice = &analysis.choice;
        let weighed: Vec<&str> = analysis.weighed().map(|(candidate, _)| candidate.mv.as_str()).collect();
        let visits: u64 = analysis.moves.iter().map(|candidate| candidate.visits).sum();
        let moves = analysis.moves.iter().map(|candidate| MoveView {
            mv: candidate.mv.clone(),
            cells: state::cells_of(self.kind, &candidate.mv),
            value: candidate.value,
            is_weighed: weighed.contains(&candidate.mv.as_str()),
            visits: candidate.visits,
            share: if visits == 0 { 0.0 } else { candidate.visits as f64 / visits as f64 },
            prior: candidate.prior,
            line: candidate.line.clone(),
            certainty: if candidate.proved.is_some() { Certainty::Certain } else { Certainty::Opinion },
        });
        let value = match choice.proved {
            Some(Proved::Win) => Some(1.0),
            Some(Proved::Loss) => Some(0.0),
            None => choice.value,
        };
        let ends = analysis.ends.as_ref();
        AnalysisView {
            best: choice.mv.clone(),
            value,
            black: value.map(|value| if self.to_move == Player::Black { value } else { 1.0 - value }),
            certainty: if choice.proved.is_some() { Certainty::Certain } else { Certainty::Opinion },
            moves: moves.collect(),
            owners: ends
                .map_or_else(Vec::new, |ends| self.cells.iter().cloned().zip(ends.owners.iter().copied()).collect()),
            lead: ends.map(|ends| ends.lead),
            nodes: choice.nodes,
            seconds,
            cpu_seconds: None,
            comment: choice.comment.clone(),
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Question, Quiet, ask};

    fn analyzed(json: &str) -> AnalysisView {
        let question: Question = serde_json::from_str(json).unwrap();
        match ask(&question, &Quiet).unwrap() {
            Answer::Analyze(view) => view,
            other => panic!("{other:?}"),
        }
    }

    const HEX: &str = r#""state":{"game":{"game":"hex","columns":5,"rows":5},"moves":["a1"]}"#;

    #[test]
    fn a_number_of_nodes_is_the_same_search_as_in_a_session() {
        let json = format!(
            r#"{{"ask":"analyze",{HEX},"player":{{"kind":"uct","playouts":30}},"budget":{{"nodes":300}},"seed":7}}"#
        );
        let view = analyzed(&json);
        let Question::Analyze(asked) = serde_json::from_str(&json).unwrap() else { panic!() };
        let mut session = state::session(&asked.state).unwrap();
        let player = catalogue::player(&asked.player.unwrap()).unwrap().without_bound();
        let same = session.analyze(&player, &Limits::nodes(300), 7).unwrap();
        assert_eq!((view.nodes, view.value), (300, same.choice.value));
        assert_eq!(view.moves.iter().map(|mv| mv.visits).sum::<u64>(), 300);
        assert_eq!(view.black, view.value.map(|value| 1.0 - value), "White is to move");
        assert_eq!(analyzed(&json), view);
    }

    #[test]
    fn every_player_of_the_catalogue_answers_in_every_game() {
        for (game, moves) in [
            (r#"{"game":"hex","columns":5,"rows":5}"#, r#"["c3"]"#),
            (r#"{"game":"go","columns":5,"rows":5,"komi":0.5,"rules":"chinese"}"#, r#"["C3"]"#),
            (r#"{"game":"amazons","columns":6,"rows":6}"#, "[]"),
        ] {
            let state: crate::types::GameState =
                serde_json::from_str(&format!(r#"{{"game":{game},"moves":{moves}}}"#)).unwrap();
            let kind = state.game.kind();
            let list = catalogue::catalogue(&catalogue::CatalogueOf {}, &Quiet).unwrap();
            let entry = list.games.into_iter().find(|entry| entry.name == kind.into()).unwrap();
            for listed in entry.players {
                let budget = Budget { nodes: Some(50), seconds: None };
                let asked = Reply { state: state.clone(), player: listed.player, budget, seed: 1 };
                let view = reply(&asked, &Quiet).unwrap();
                let legal = state::session(&state).unwrap().legal_moves();
                assert!(legal.contains(&view.mv), "{}: {}", listed.title, view.mv);
                assert_eq!(view.cells.len(), if kind == tesuji_engine::GameKind::Amazons { 3 } else { 1 });
            }
        }
    }

    /// Runs each search for a made-up time, and keeps what it hears.
    #[derive(Default)]
    struct Listening(Mutex<Vec<AnalysisView>>);

    impl Desk for Listening {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
            let nodes = budget.nodes.or_else(|| Some((budget.seconds.unwrap() * 1000.0) as u64));
            search(&Limits { nodes, ..Limits::default() }, &|| budget.seconds.unwrap_or(0.0).min(0.25))
        }

        fn update(&self, update: Update) {
            if let Update::SoFar(Answer::Analyze(view)) = update {
                self.0.lock().unwrap().push(view);
            }
        }

        fn is_stopped(&self) -> bool {
            false
        }
    }

    /// A machine so slow that every search is interrupted before it has begun.
    struct Late;

    impl Desk for Late {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
            let limits = Limits { nodes: budget.nodes, ..Limits::default() };
            limits.interrupt.store(budget.seconds.is_some(), std::sync::atomic::Ordering::Relaxed);
            search(&limits, &|| budget.seconds.unwrap_or(0.0))
        }

        fn update(&self, _: Update) {}

        fn is_stopped(&self) -> bool {
            false
        }
    }

    #[test]
    fn an_answer_without_an_evaluation_is_never_final() {
        for (game, moves) in [
            (r#"{"game":"hex","columns":19,"rows":19}"#, r#"["j10"]"#),
            (r#"{"game":"hex","columns":11,"rows":11}"#, r#"["f6"]"#),
            (r#"{"game":"go","board":"torus:9x9","komi":0.5,"rules":"chinese"}"#, "[]"),
            (r#"{"game":"amazons","columns":10,"rows":10}"#, "[]"),
        ] {
            for (player, seconds) in [
                (r#"{"kind":"strong"}"#, 0.0),
                (r#"{"kind":"strong"}"#, 0.5),
                (r#"{"kind":"uct"}"#, 0.3),
                (r#"{"kind":"uct"}"#, 0.0),
            ] {
                for ask_for in ["analyze", "reply"] {
                    let json = format!(
                        r#"{{"ask":"{ask_for}","state":{{"game":{game},"moves":{moves}}},"player":{player},"budget":{{"seconds":{seconds}}}}}"#
                    );
                    let view = match ask(&serde_json::from_str(&json).unwrap(), &Late).unwrap() {
                        Answer::Analyze(view) => view,
                        Answer::Reply(reply) => reply.analysis,
                        other => panic!("{other:?}"),
                    };
                    assert!(view.nodes > 0, "{json}");
                    assert!(view.value.is_some() || game.contains("amazons"), "{json}");
                }
            }
        }
        let none = format!(r#"{{"ask":"analyze",{HEX},"player":{{"kind":"uct"}},"budget":{{"nodes":0}}}}"#);
        assert!(analyzed(&none).nodes > 0, "a bound of nothing is a bound of one");
    }

    #[test]
    fn time_is_spent_in_looks_that_grow_until_it_is_over() {
        for player in [r#"{"kind":"strong"}"#, r#"{"kind":"uct"}"#] {
            let json = format!(r#"{{"ask":"analyze",{HEX},"player":{player},"budget":{{"seconds":1.0}}}}"#);
            let desk = Listening::default();
            let Answer::Analyze(last) = ask(&serde_json::from_str(&json).unwrap(), &desk).unwrap() else { panic!() };
            let seen = desk.0.into_inner().unwrap();
            assert!(last.certainty == Certainty::Certain || seen.len() > 1, "{player}: {}", seen.len());
            assert!(seen.is_sorted_by(|one, other| one.nodes < other.nodes));
            assert!(seen.iter().all(|view| view.nodes <= last.nodes));
            // A line on several looks counts all of them, so no move has more visits than there were playouts.
            let most = last.moves.iter().map(|mv| mv.visits).max().unwrap_or(0);
            assert!(most <= last.nodes || last.certainty == Certainty::Certain, "{most} of {}", last.nodes);
        }
    }
}
