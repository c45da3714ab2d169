//! A strategy in the making, which a person and the machine write together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_archive::{Archive, ArchiveAnswerer};
use tesuji_board::{Cell, Topology};
use tesuji_claims::dialogue::{Attempt, Dialogue, DialogueConfig, DialogueError, OpenQuestion, OpenTask, Suggestion};
use tesuji_gallery::books::book;
use tesuji_problem::strategy::{Mark, parse, rewrite};
use tesuji_search::Limits;

use crate::types::Budget;
use crate::words::count;

/// Asks about a strategy in the making. The answer has its text, which may have changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DialogueOf {
    /// The strategy, as `docs/STRATEGIES.md` describes it.
    pub text: String,
    /// The request.
    pub request: DialogueRequest,
    /// Amount of work: nodes for each short search of a suggestion and for each proposal, seconds for all together.
    #[serde(default)]
    pub budget: Budget,
}

/// A request about a strategy in the making. A place is `.` or such as `e3/d5/part2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DialogueRequest {
    /// The open tasks.
    Next,
    /// The machine's offers at a place.
    Suggest {
        /// The place.
        place: String,
    },
    /// A try of a reply or of parts.
    Try {
        /// The place.
        place: String,
        /// A reply, if the place ends with a move of the opponent; otherwise lines as in the text.
        lines: String,
        /// The person who believes in it, if it stays open.
        #[serde(default)]
        by: Option<String>,
    },
    /// The results of another text about the same claim.
    Merge {
        /// The other text.
        other: String,
    },
    /// A book of the strategy, once the whole is proved.
    Book,
}

/// A strategy in the making, as the page, the command line and Python get it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DialogueView {
    /// The name of its claim.
    pub id: String,
    /// Its text now.
    pub text: String,
    /// The state of the whole: `proved`, `refuted`, `open`, `believed by NAME`.
    pub state: String,
    /// The number of positions, parts included.
    pub positions: usize,
    /// Number of proved positions.
    pub proved: usize,
    /// Number of refuted positions.
    pub refuted: usize,
    /// Number of positions that somebody believes in.
    pub believed: usize,
    /// The nodes of all searches for this answer.
    pub nodes: u64,
    /// The open tasks, the most decisive first.
    pub open: Vec<OpenView>,
    /// The machine's offers, or the results of a proposal.
    pub offers: Vec<OfferView>,
    /// Whether a proposal is in the strategy now.
    pub kept: Option<bool>,
    /// Moves of the opponent at the place that no proved reply answers.
    pub unanswered: Vec<String>,
    /// The smallest region found for a suggestion.
    pub region: Vec<String>,
    /// If the place of a suggestion is refuted: moves of the opponent and the owner in turn.
    pub line: Vec<String>,
    /// Places that the text called proved or refuted and that are open now, and those where a plan of the other text was
    /// left out.
    pub lost: Vec<String>,
    /// The book, a page that needs no other file.
    pub book: Option<String>,
    /// One sentence for people.
    pub words: String,
}

/// Something that is left to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenView {
    /// The place.
    pub place: String,
    /// Its state.
    pub state: String,
    /// `prove`, `answer` or `divide`.
    pub task: String,
    /// The task, for people.
    pub words: String,
    /// Moves of the opponent that have no reply.
    pub moves: Vec<String>,
    /// The number of positions that are proved if it is done.
    pub decides: usize,
    /// The number of empty cells.
    pub empties: usize,
    /// A rough estimate of the nodes that a search of it takes.
    pub nodes_estimate: u64,
}

/// A reply or parts.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OfferView {
    /// The lines, as `try` takes them; of a proposal, its place.
    pub lines: Vec<String>,
    /// Its state.
    pub state: String,
    /// The opponent's moves that it answers, if it is proved.
    pub answers: Vec<String>,
    /// The cells that its proof needs, of a proposal.
    pub region: Vec<String>,
    /// If it is refuted: moves of the opponent and the owner in turn.
    pub line: Vec<String>,
    /// The nodes spent on it.
    pub nodes: u64,
    /// Of an open proposal, a rough estimate of the nodes that a search of it takes.
    pub nodes_estimate: Option<u64>,
    /// Its proof number, if it is open.
    pub to_win: Option<u32>,
    /// Its disproof number, likewise.
    pub to_lose: Option<u32>,
    /// The learned net's chance that it holds.
    pub chance: Option<f64>,
}

impl DialogueView {
    /// A dialogue about this text, as it is now.
    #[must_use]
    pub fn of(dialogue: &Dialogue<'_>, text: &str) -> Self {
        let root = dialogue.root();
        let number = |wanted: fn(&Mark) -> bool| root.count(&wanted);
        let (positions, proved) = (number(|_| true), number(|mark| *mark == Mark::Proved));
        Self {
            id: dialogue.strategy().problem.id.clone(),
            text: rewrite(text, dialogue.strategy()),
            state: root.mark.to_string(),
            positions,
            proved,
            refuted: number(|mark| *mark == Mark::Refuted),
            believed: number(|mark| matches!(mark, Mark::Believed(_))),
            nodes: dialogue.nodes(),
            open: dialogue.next().into_iter().map(|question| open_view(&root.claim.topology, question)).collect(),
            lost: dialogue.lost().to_vec(),
            words: format!("The strategy is {}: {proved} of {} proved.", root.mark, count(positions, "position")),
            ..Self::default()
        }
    }

    /// With what the machine offers.
    #[must_use]
    pub fn with_suggestion(mut self, found: &Suggestion) -> Self {
        let board = &*found.claim.topology;
        self.unanswered = names(board, found.unanswered.iter());
        self.region = names(board, found.region.iter());
        self.line = names(board, found.line.iter().copied());
        let offers = found.offers.iter().map(|offer| OfferView {
            lines: offer.lines.clone(),
            state: offer.mark.to_string(),
            answers: names(board, offer.answers.iter()),
            line: names(board, offer.line.iter().copied()),
            nodes: offer.spent,
            to_win: offer.numbers.map(|(win, _)| win),
            to_lose: offer.numbers.map(|(_, lose)| lose),
            chance: offer.chance,
            ..OfferView::default()
        });
        self.offers = offers.collect();
        self
    }

    /// With what became of a proposal.
    #[must_use]
    pub fn with_attempt(mut self, found: &Attempt) -> Self {
        self.kept = Some(found.is_kept);
        for outcome in &found.outcomes {
            let board = &*outcome.claim.topology;
            self.unanswered = names(board, found.unanswered.iter());
            self.offers.push(OfferView {
                lines: vec![outcome.place.clone()],
                state: outcome.mark.to_string(),
                answers: names(board, outcome.answers.iter()),
                region: names(board, outcome.region.iter()),
                line: names(board, outcome.line.iter().copied()),
                nodes: outcome.spent,
                nodes_estimate: (!outcome.mark.is_decided()).then_some(outcome.cost),
                ..OfferView::default()
            });
        }
        self
    }

    /// With places where a plan of another text was left out.
    #[must_use]
    pub fn with_left_out(mut self, places: Vec<String>) -> Self {
        self.lost.splice(0..0, places);
        self
    }
}

fn open_view(board: &Topology, question: OpenQuestion) -> OpenView {
    let (task, words, moves) = match &question.task {
        OpenTask::Prove => ("prove", "prove it, answer moves, or divide it".to_owned(), Vec::new()),
        OpenTask::Answer(moves) => {
            ("answer", format!("answer {}", count(moves.len(), "move")), names(board, moves.iter()))
        }
        OpenTask::Divide(fault) => ("divide", format!("divide it otherwise: {fault}"), Vec::new()),
    };
    OpenView {
        place: question.place,
        state: question.mark.to_string(),
        task: task.to_owned(),
        words,
        moves,
        decides: question.decides,
        empties: question.cells,
        nodes_estimate: question.cost,
    }
}

/// Answers a request within these limits; the clock counts seconds.
pub(crate) fn dialogue(
    asked: &DialogueOf,
    archive: &Archive,
    limits: &Limits,
    clock: &dyn Fn() -> f64,
) -> Result<DialogueView, DialogueError> {
    let strategy = parse(&asked.text)?;
    let most = asked.budget.nodes;
    let config = DialogueConfig { each: most.unwrap_or(DialogueConfig::default().each), most };
    let mut answerer = ArchiveAnswerer::new(archive, limits, clock);
    let mut dialogue = Dialogue::new(strategy, &mut answerer, config)?;
    let text = &asked.text;
    Ok(match &asked.request {
        DialogueRequest::Next => DialogueView::of(&dialogue, text),
        DialogueRequest::Suggest { place } => {
            let found = dialogue.suggest(place)?;
            DialogueView::of(&dialogue, text).with_suggestion(&found)
        }
        DialogueRequest::Try { place, lines, by } => {
            let found = dialogue.attempt(place, lines, by.as_deref())?;
            DialogueView::of(&dialogue, text).with_attempt(&found)
        }
        DialogueRequest::Merge { other } => {
            let left_out = dialogue.merge(&parse(other)?)?;
            DialogueView::of(&dialogue, text).with_left_out(left_out)
        }
        DialogueRequest::Book => {
            let cases = dialogue.cases();
            let view = DialogueView::of(&dialogue, text);
            DialogueView { book: cases.first().map(|whole| book(&view.id, &cases, whole.proof.nodes.len())), ..view }
        }
    })
}

fn names(board: &Topology, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| board.name(cell).to_owned()).collect()
}
