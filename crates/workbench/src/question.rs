//! All questions, all answers, and which answers which.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::Progress;
use crate::{
    Desk, Trouble, analysis, board, catalogue, certificate, claim, dialogue, levels, life, overlay, picture, position,
    puzzle, rating, reviewing, solving, strategy, texts,
};

/// The paces of answers: some are there in milliseconds.
const QUICK: bool = true;
const LONG: bool = false;

macro_rules! questions {
    ($($(#[$about:meta])* $name:ident($ask:ty) -> $answer:ty, $module:ident::$function:ident, $pace:ident;)*) => {
        /// A question. In JSON, the field `ask` names it: `{ "ask": "position", "state": .. }`.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "ask", rename_all = "kebab-case")]
        #[allow(clippy::large_enum_variant, reason = "there is one for each request")]
        pub enum Question {
            $($(#[$about])* $name($ask),)*
        }

        impl Question {
            /// Whether it is answered in milliseconds.
            #[must_use]
            pub const fn is_quick(&self) -> bool {
                match self {
                    $(Self::$name(_) => $pace,)*
                }
            }
        }

        /// The answer to a question. In JSON, the field `answer` has the name of the question.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "answer", rename_all = "kebab-case")]
        #[allow(clippy::large_enum_variant, reason = "there is one for each request")]
        pub enum Answer {
            $($(#[$about])* $name($answer),)*
        }

        /// Answers a question.
        ///
        /// # Errors
        ///
        /// What is wrong with the question, for people.
        pub fn ask(question: &Question, desk: &impl Desk) -> Result<Answer, Trouble> {
            Ok(match question {
                $(Question::$name(asked) => Answer::$name(crate::$module::$function(asked, desk)?),)*
            })
        }
    };
}

questions! {
    /// The catalogue: games, players, overlays, forms, examples.
    Catalogue(catalogue::CatalogueOf) -> catalogue::Catalogue, catalogue::catalogue, QUICK;
    /// Recognition of a text, and its content.
    Open(texts::Open) -> texts::Opened, texts::open, QUICK;
    /// A game as text.
    Write(texts::Write) -> texts::Written, texts::write, QUICK;
    /// The drawing of a board.
    Board(board::BoardOf) -> board::BoardView, board::board, QUICK;
    /// The content of a position.
    Position(position::PositionOf) -> position::PositionView, position::position, QUICK;
    /// Numbers and marks on a board.
    Overlay(overlay::OverlayOf) -> overlay::OverlayView, overlay::overlay, LONG;
    /// A player's evaluation of the moves.
    Analyze(analysis::Analyze) -> analysis::AnalysisView, analysis::analyze, LONG;
    /// The move of a player.
    Reply(analysis::Reply) -> analysis::ReplyView, analysis::reply, LONG;
    /// The moves of the players of the ladder, by strength.
    Levels(levels::LevelsOf) -> levels::LevelsView, levels::levels, LONG;
    /// The certain winner.
    Solve(solving::Solve) -> solving::SolvedView, solving::solve, LONG;
    /// Whether stones live.
    Life(life::LifeOf) -> life::LifeView, solving::life, LONG;
    /// The openings that win.
    Openings(solving::Openings) -> solving::OpeningsView, solving::openings, LONG;
    /// A whole game judged.
    Review(reviewing::ReviewOf) -> reviewing::ReviewView, reviewing::review, LONG;
    /// A claim that a person marked.
    Claim(claim::ClaimDraft) -> claim::ClaimView, claim::draft, QUICK;
    /// Whether a claim holds.
    Verify(claim::ClaimText) -> claim::Verdict, claim::verify, LONG;
    /// The needed cells of a region.
    Minimize(claim::ClaimText) -> claim::Minimized, claim::minimize, LONG;
    /// Repairs of a false claim.
    Repair(claim::ClaimText) -> claim::Repaired, claim::repair, LONG;
    /// Parts of a claim that hold side by side.
    Split(claim::ClaimText) -> claim::SplitView, claim::split, LONG;
    /// Whether a certificate proves what it states.
    Check(certificate::CertificateText) -> certificate::Checked, certificate::check, LONG;
    /// The answers of a certificate to each intrusion.
    Answers(certificate::CertificateText) -> certificate::AnswersView, certificate::answers, LONG;
    /// The answers of a proof after some moves.
    Defend(certificate::Defend) -> certificate::Defence, certificate::defend, LONG;
    /// The parts of a strategy that hold.
    Strategy(strategy::StrategyText) -> strategy::StrategyView, strategy::strategy, LONG;
    /// A strategy in the making: what is left, what could be done, what becomes of a proposal.
    Dialogue(dialogue::DialogueOf) -> dialogue::DialogueView, strategy::dialogue, LONG;
    /// A picture.
    Picture(picture::PictureOf) -> picture::PictureView, picture::picture, QUICK;
    /// Positions with all the moves that win.
    Puzzles(puzzle::PuzzlesOf) -> puzzle::Puzzles, puzzle::puzzles, QUICK;
    /// The strength of a person.
    Rating(rating::RatingOf) -> rating::RatingView, rating::rating, QUICK;
}

/// Partial result before the answer: the progress of the work, or the answer so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "update", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Update {
    /// Progress of the work.
    Progress(Progress),
    /// The answer so far.
    SoFar(Answer),
}
