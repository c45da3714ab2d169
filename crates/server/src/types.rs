//! Messages of the server besides answers: jobs, sessions, a description of itself. The OpenAPI document is made from
//! these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tesuji_workbench::types::{Colour, GameState, Progress};
use tesuji_workbench::{Answer, Question};

use crate::problem::ProblemText;

/// Description of this server.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct About {
    /// Always `tesuji`.
    pub(crate) name: &'static str,
    /// The version of the program.
    pub(crate) version: &'static str,
    /// Whether this is a server: always. The page asks the same of the worker.
    pub(crate) is_server: bool,
    /// Whether answers about whole boards are kept.
    pub(crate) has_store: bool,
    /// Its bounds.
    pub(crate) limits: Limits,
}

/// Bounds of a server's work. What goes beyond is refused.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Limits {
    /// Bytes of a question.
    pub(crate) question_bytes: usize,
    /// Bytes of a question with a certificate.
    pub(crate) certificate_bytes: usize,
    /// The longest time of a question that is not a job.
    pub(crate) question_seconds: u64,
    /// The longest time of a job between two starts.
    pub(crate) job_seconds: u64,
    /// Long questions answered at a time.
    pub(crate) running: usize,
    /// Long questions that may wait.
    pub(crate) waiting: usize,
    /// Jobs that run at a time.
    pub(crate) jobs_running: usize,
    /// Jobs that may wait.
    pub(crate) jobs_waiting: usize,
    /// Jobs that are kept.
    pub(crate) jobs: usize,
    /// Sessions that are kept.
    pub(crate) sessions: usize,
    /// Bytes of a session.
    pub(crate) session_bytes: usize,
    /// Threads of one search.
    pub(crate) threads: usize,
}

/// Kinds of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobKind {
    /// It answers a question.
    Question,
    /// It plays a match.
    Match,
    /// It runs a study.
    Study,
}

/// States of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    /// It waits for its turn.
    Waiting,
    /// It runs.
    Running,
    /// It was stopped, or its time was over. It can be resumed.
    Stopped,
    /// It has its result.
    Done,
    /// It has no result; `trouble` says why.
    Failed,
}

impl JobKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Match => "match",
            Self::Study => "study",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Question, Self::Match, Self::Study].into_iter().find(|kind| kind.name() == name)
    }
}

impl JobState {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::Waiting, Self::Running, Self::Stopped, Self::Done, Self::Failed];
        all.into_iter().find(|state| state.name() == name)
    }

    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Stopped | Self::Done | Self::Failed)
    }
}

/// A job in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct JobSummary {
    /// Its name in addresses.
    pub(crate) id: String,
    /// The title.
    pub(crate) title: String,
    /// The kind.
    pub(crate) kind: JobKind,
    /// The name of the question, the id of the study, or the title of the match.
    pub(crate) about: String,
    /// The state.
    pub(crate) state: JobState,
    /// Time of posting, in seconds since 1970.
    pub(crate) created: i64,
    /// Time of the last change.
    pub(crate) changed: i64,
    /// Seconds that it has run, over all starts.
    pub(crate) seconds: f64,
    /// Progress of the work.
    pub(crate) progress: Option<Progress>,
    /// Reason why it has no result, or was stopped.
    #[schemars(with = "Option<ProblemText>")]
    pub(crate) trouble: Option<Box<RawValue>>,
}

/// A job with all that is known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Job {
    /// As in lists.
    #[serde(flatten)]
    pub(crate) summary: JobSummary,
    /// The work that was posted.
    #[schemars(with = "Work")]
    pub(crate) work: Box<RawValue>,
    /// Partial result before the end.
    #[schemars(with = "Option<JobResult>")]
    pub(crate) so_far: Option<Box<RawValue>>,
    /// The answer, the report of the match, or the record of the study.
    #[schemars(with = "Option<JobResult>")]
    pub(crate) result: Option<Box<RawValue>>,
}

/// Kinds of work of a job. Each may have a `title` beside it.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is made from it")]
pub(crate) enum Work {
    /// A question.
    Question(Box<Question>),
    /// A match between our players.
    Match {
        /// The control file, as `docs/MATCH.md` describes it.
        r#match: String,
    },
    /// A study.
    Study {
        /// Its id: `sato2016/table2`.
        study: String,
        /// Whether the full run is wanted, not the small one.
        #[serde(default)]
        full: bool,
        /// The games in each place of the table, for a full run.
        #[serde(default)]
        games: Option<u64>,
    },
}

/// Kinds of result of a job.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is made from it")]
pub(crate) enum JobResult {
    /// Of a question.
    Answer(Box<Answer>),
    /// Of a match.
    Match(MatchReport),
    /// Of a study.
    Study(StudyRun),
}

/// The report of a match, as `tesuji match report --json` prints it.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is made from it")]
pub(crate) struct MatchReport {
    /// The title.
    title: String,
    /// Games that count.
    games: u64,
    /// Games that are to be played.
    scheduled: u64,
    /// A summary for each player.
    players: Vec<serde_json::Value>,
    /// A summary for each pairing, with a curve over its games.
    pairings: Vec<serde_json::Value>,
}

/// A run of a study.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StudyRun {
    /// Numbers beside the published ones, as `tesuji study run --out` keeps them.
    pub(crate) record: serde_json::Value,
    /// Verdict of all numbers together, in words.
    pub(crate) verdict: String,
    /// Ours beside the published numbers, in the order of the paper.
    pub(crate) rows: Vec<StudyRow>,
    /// Pictures.
    pub(crate) pictures: Vec<StudyPicture>,
}

/// A published number beside ours, as texts.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StudyRow {
    /// Name of the number.
    pub(crate) name: String,
    /// Ours, with its interval of 95 %; empty if the run has none.
    pub(crate) ours: String,
    /// The published one, or what the text says of it.
    pub(crate) published: String,
    /// `agrees`, `differs`, `unsettled`, `missing` or `other`.
    #[schemars(with = "String")]
    pub(crate) agreement: tesuji_studies::Agreement,
}

/// A picture of a study.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StudyPicture {
    /// A short name; may be empty.
    pub(crate) name: String,
    /// The picture.
    pub(crate) svg: String,
}

/// All jobs.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Jobs {
    /// The newest first.
    pub(crate) jobs: Vec<JobSummary>,
}

/// All sessions.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Sessions {
    /// The latest first.
    pub(crate) sessions: Vec<SessionSummary>,
}

/// A session in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SessionSummary {
    /// Its name.
    pub(crate) id: String,
    /// Time of the last change, in seconds since 1970.
    pub(crate) changed: i64,
    /// Its size.
    pub(crate) bytes: u64,
}

/// All matches.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Matches {
    /// The newest first.
    pub(crate) matches: Vec<JobSummary>,
}

/// A match with what its games add up to so far.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchView {
    /// The job that plays it.
    pub(crate) job: JobSummary,
    /// Sum of the games; absent before the first start.
    #[schemars(with = "Option<MatchReport>")]
    pub(crate) report: Option<tesuji_arena::report::MatchReport>,
    /// The score of each pairing after more and more games.
    pub(crate) curves: Vec<MatchCurve>,
    /// The games that count, in the order of their numbers.
    pub(crate) games: Vec<MatchGame>,
}

/// The score of a pairing after more and more of its games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchCurve {
    /// The player from whose view everything is counted.
    pub(crate) first: String,
    /// The other.
    pub(crate) second: String,
    /// Points in the order of games, at most a few hundred.
    pub(crate) points: Vec<CurvePoint>,
}

/// The score after some games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CurvePoint {
    /// Games counted so far.
    pub(crate) games: u64,
    /// The mean score of the first player, from 0 to 1.
    pub(crate) score: f64,
    /// The low end of its interval of 95 %.
    pub(crate) low: f64,
    /// The high end.
    pub(crate) high: f64,
}

/// A game of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchGame {
    /// Its number.
    pub(crate) number: u64,
    /// The name of the player with Black.
    pub(crate) black: String,
    /// The name of the player with White.
    pub(crate) white: String,
    /// `black` or `white`; absent after a draw.
    pub(crate) winner: Option<&'static str>,
    /// Reason for its end.
    pub(crate) reason: &'static str,
    /// The score by the rules, or what the loser did wrong, with its name.
    pub(crate) detail: String,
    /// Number of its moves.
    pub(crate) moves: u64,
}

/// Papers and studies.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Studies {
    /// The papers.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub(crate) papers: &'static [tesuji_studies::Paper],
    /// The studies, those of a paper together.
    pub(crate) studies: Vec<StudySummary>,
}

/// A study in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StudySummary {
    /// Its name: `sato2016/table2`.
    pub(crate) id: &'static str,
    /// The key of its paper.
    pub(crate) paper: &'static str,
    /// `table 2`.
    pub(crate) item: String,
    /// Its title.
    pub(crate) title: &'static str,
    /// The paper's statement about it.
    pub(crate) says: &'static str,
    /// Duration of the small run and the full run, for people.
    pub(crate) time: &'static [String; 2],
    /// Count of published numbers.
    pub(crate) published: usize,
    /// The fact missing from the text, if the numbers depend on it.
    pub(crate) unknown: Option<&'static str>,
}

/// A study.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StudyView {
    /// As in lists.
    #[serde(flatten)]
    pub(crate) summary: StudySummary,
    /// Restrictions of the small run.
    pub(crate) small_is: Option<&'static str>,
    /// Lesson of running it again.
    pub(crate) learnt: Option<&'static str>,
    /// The published numbers: name, and the number in words.
    pub(crate) numbers: Vec<[String; 2]>,
    /// The parameters of the full run, for people.
    pub(crate) full: String,
    /// The parameters of the small run, for people.
    pub(crate) small: String,
    /// The jobs that run it or have run it, the newest first.
    pub(crate) runs: Vec<JobSummary>,
}

/// Solved positions of Hex.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StoreList {
    /// The file.
    pub(crate) path: String,
    /// Number of all entries.
    pub(crate) total: usize,
    /// Number of entries left out at the beginning.
    pub(crate) offset: usize,
    /// The positions.
    pub(crate) entries: Vec<StoredPosition>,
    /// Notices about the store: rows that it does not trust, answers that could not be kept.
    pub(crate) notices: Vec<String>,
}

/// A solved position.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StoredPosition {
    /// The position, as questions take it.
    pub(crate) state: GameState,
    /// The winner; absent if a search was given up.
    pub(crate) winner: Option<Colour>,
    /// A move that wins, if one is known.
    pub(crate) winning_move: Option<String>,
    /// Positions that were searched.
    pub(crate) nodes: u64,
    /// Seconds of processor time.
    pub(crate) seconds: f64,
    /// The program that found it.
    pub(crate) solver: String,
    /// The name of a certificate.
    pub(crate) certificate: Option<String>,
}
