//! A strategy in the making, which a person and the machine write together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_archive::{Archive, ArchiveAnswerer};
use tesuji_board::{Cell, Topology};
use tesuji_claims::dialogue::{Dialogue, DialogueConfig, DialogueError, OpenTask};
use tesuji_problem::strategy::{Mark, parse, rewrite};
use tesuji_search::Limits;

use crate::types::Budget;
use crate::words::count;

/// Asks about a strategy in the making. The answer has its text, which may have changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DialogueOf {
    /// The strategy, as `docs/STRATEGIES.md` describes it.
    pub text: String,
    /// What is asked.
    pub request: DialogueRequest,
    /// How much work: nodes for each short search of a suggestion and for each proposal, seconds for all together.
    #[serde(default)]
    pub budget: Budget,
}

/// A request about a strategy in the making. A place is `.` or such as `e3/d5/part2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DialogueRequest {
    /// What is left to do.
    Next,
    /// What the machine offers at a place.
    Suggest {
        /// The place.
        place: String,
    },
    /// What becomes of a reply or of parts.
    Try {
        /// The place.
        place: String,
        /// A reply, if the place ends with a move of the opponent; otherwise lines as in the text.
        lines: String,
        /// Who believes in it, if it stays open.
        #[serde(default)]
        by: Option<String>,
    },
    /// What another text about the same claim knows.
    Merge {
        /// The other text.
        other: String,
    },
}

/// A strategy in the making.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DialogueView {
    /// Its text now.
    pub text: String,
    /// The state of the whole: `proved`, `refuted`, `open`, `believed by NAME`.
    pub state: String,
    /// The number of positions, parts included.
    pub positions: usize,
    /// Those that are proved.
    pub proved: usize,
    /// What is left to do: what decides most first.
    pub open: Vec<OpenView>,
    /// What the machine offers, or what became of a proposal.
    pub offers: Vec<OfferView>,
    /// Moves of the opponent at the place that no proved reply answers.
    pub unanswered: Vec<String>,
    /// The smallest region found for a suggestion.
    pub region: Vec<String>,
    /// Places that the text called proved or refuted and that are open now, and those where a plan of the other text was
    /// left out.
    pub lost: Vec<String>,
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
    /// What is to be done, for people.
    pub words: String,
    /// Moves of the opponent that have no reply.
    pub moves: Vec<String>,
    /// The number of positions that are proved if it is done.
    pub decides: usize,
    /// A rough estimate of the nodes that a search of it takes.
    pub nodes_estimate: u64,
}

/// A reply or parts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OfferView {
    /// The lines, as `try` takes them; of a proposal, its place.
    pub lines: Vec<String>,
    /// Its state.
    pub state: String,
    /// The opponent's moves that it answers, if it is proved.
    pub answers: Vec<String>,
    /// If it is refuted: moves of the opponent and the owner in turn.
    pub line: Vec<String>,
    /// The nodes spent on it.
    pub nodes: u64,
    /// The learned net's chance that it holds.
    pub chance: Option<f64>,
}

/// Answers a request within these limits; the clock counts seconds.
pub(crate) fn dialogue(
    asked: &DialogueOf,
    archive: &Archive,
    limits: &Limits,
    clock: &dyn Fn() -> f64,
) -> Result<DialogueView, DialogueError> {
    let strategy = parse(&asked.text)?;
    let other = match &asked.request {
        DialogueRequest::Merge { other } => Some(parse(other)?),
        _ => None,
    };
    let most = asked.budget.nodes;
    let config = DialogueConfig { each: most.unwrap_or(DialogueConfig::default().each), most };
    let mut answerer = ArchiveAnswerer::new(archive, limits, clock);
    answer(asked, other.as_ref(), &mut Dialogue::new(strategy, &mut answerer, config)?)
}

fn answer(
    asked: &DialogueOf,
    other: Option<&tesuji_problem::strategy::Strategy>,
    dialogue: &mut Dialogue<'_>,
) -> Result<DialogueView, DialogueError> {
    let board = std::sync::Arc::clone(&dialogue.root().claim.topology);
    let (mut offers, mut unanswered, mut region) = (Vec::new(), Vec::new(), Vec::new());
    let mut lost = Vec::new();
    match (&asked.request, other) {
        (DialogueRequest::Suggest { place }, _) => {
            let found = dialogue.suggest(place)?;
            unanswered = names(&board, found.unanswered.iter());
            region = names(&board, found.region.iter());
            offers.extend(found.offers.into_iter().map(|offer| OfferView {
                state: offer.mark.to_string(),
                answers: names(&board, offer.answers.iter()),
                line: names(&board, offer.line.iter().copied()),
                nodes: offer.spent,
                chance: offer.chance,
                lines: offer.lines,
            }));
        }
        (DialogueRequest::Try { place, lines, by }, _) => {
            let found = dialogue.attempt(place, lines, by.as_deref())?;
            unanswered = names(&board, found.unanswered.iter());
            offers.extend(found.outcomes.into_iter().map(|outcome| OfferView {
                lines: vec![outcome.place],
                state: outcome.mark.to_string(),
                answers: names(&board, outcome.answers.iter()),
                line: names(&board, outcome.line.iter().copied()),
                nodes: outcome.spent,
                chance: None,
            }));
        }
        (DialogueRequest::Merge { .. }, Some(other)) => lost = dialogue.merge(other)?,
        (DialogueRequest::Next | DialogueRequest::Merge { .. }, _) => {}
    }
    lost.extend_from_slice(dialogue.lost());
    let root = dialogue.root();
    let (positions, proved) = (root.count(&|_| true), root.count(&|mark| *mark == Mark::Proved));
    let open = dialogue.next().into_iter().map(|question| {
        let (words, moves) = match &question.task {
            OpenTask::Prove => ("prove it, answer moves, or divide it".to_owned(), Vec::new()),
            OpenTask::Answer(moves) => (format!("answer {}", count(moves.len(), "move")), names(&board, moves.iter())),
            OpenTask::Divide(fault) => (format!("divide it otherwise: {fault}"), Vec::new()),
        };
        OpenView {
            place: question.place,
            state: question.mark.to_string(),
            words,
            moves,
            decides: question.decides,
            nodes_estimate: question.cost,
        }
    });
    Ok(DialogueView {
        open: open.collect(),
        text: rewrite(&asked.text, dialogue.strategy()),
        state: root.mark.to_string(),
        words: format!("The strategy is {}: {proved} of {} proved.", root.mark, count(positions, "position")),
        positions,
        proved,
        offers,
        unanswered,
        region,
        lost,
    })
}

fn names(board: &Topology, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| board.name(cell).to_owned()).collect()
}
