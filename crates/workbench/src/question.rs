//! All questions, all answers, and which answers which.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::Progress;
use crate::{
    Desk, Trouble, analysis, board, catalogue, certificate, claim, overlay, picture, position, rating, reviewing,
    solving, strategy, texts,
};

macro_rules! questions {
    ($($(#[$about:meta])* $name:ident($ask:ty) -> $answer:ty, $module:ident::$function:ident;)*) => {
        /// A question. In JSON, the field `ask` names it: `{ "ask": "position", "state": .. }`.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "ask", rename_all = "kebab-case")]
        #[expect(clippy::large_enum_variant, reason = "there is one for each request")]
        pub enum Question {
            $($(#[$about])* $name($ask),)*
        }

        /// The answer to a question. In JSON, the field `answer` has the name of the question.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "answer", rename_all = "kebab-case")]
        #[expect(clippy::large_enum_variant, reason = "there is one for each request")]
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
    /// What there is: games, players, overlays, forms, examples.
    Catalogue(catalogue::CatalogueOf) -> catalogue::Catalogue, catalogue::catalogue;
    /// What a text is, and its content.
    Open(texts::Open) -> texts::Opened, texts::open;
    /// A game as text.
    Write(texts::Write) -> texts::Written, texts::write;
    /// How a board is drawn.
    Board(board::BoardOf) -> board::BoardView, board::board;
    /// What a position is.
    Position(position::PositionOf) -> position::PositionView, position::position;
    /// Numbers and marks on a board.
    Overlay(overlay::OverlayOf) -> overlay::OverlayView, overlay::overlay;
    /// What a player thinks of the moves.
    Analyze(analysis::Analyze) -> analysis::AnalysisView, analysis::analyze;
    /// The move of a player.
    Reply(analysis::Reply) -> analysis::ReplyView, analysis::reply;
    /// Who wins, for certain.
    Solve(solving::Solve) -> solving::SolvedView, solving::solve;
    /// Which openings win.
    Openings(solving::Openings) -> solving::OpeningsView, solving::openings;
    /// A whole game judged.
    Review(reviewing::ReviewOf) -> reviewing::ReviewView, reviewing::review;
    /// A claim that a person marked.
    Claim(claim::ClaimDraft) -> claim::ClaimView, claim::draft;
    /// Whether a claim holds.
    Verify(claim::ClaimText) -> claim::Verdict, claim::verify;
    /// What of a region is needed.
    Minimize(claim::ClaimText) -> claim::Minimized, claim::minimize;
    /// How a false claim can be made true.
    Repair(claim::ClaimText) -> claim::Repaired, claim::repair;
    /// Parts of a claim that hold side by side.
    Split(claim::ClaimText) -> claim::SplitView, claim::split;
    /// Whether a certificate proves what it states.
    Check(certificate::CertificateText) -> certificate::Checked, certificate::check;
    /// The answers of a certificate to each intrusion.
    Answers(certificate::CertificateText) -> certificate::AnswersView, certificate::answers;
    /// How a proof goes on after some moves.
    Defend(certificate::Defend) -> certificate::Defence, certificate::defend;
    /// Which parts of a strategy hold.
    Strategy(strategy::StrategyText) -> strategy::StrategyView, strategy::strategy;
    /// A picture.
    Picture(picture::PictureOf) -> picture::PictureView, picture::picture;
    /// The strength of a person.
    Rating(rating::RatingOf) -> rating::RatingView, rating::rating;
}

/// What is known before the answer: how far the work is, or the answer so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "update", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Update {
    /// How far the work is.
    Progress(Progress),
    /// The answer so far.
    SoFar(Answer),
}
