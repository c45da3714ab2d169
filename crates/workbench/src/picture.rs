//! Pictures for posts and papers, drawn as the command line draws them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::{Colour, GameState};
use crate::{Desk, Trouble};

/// Asks for a picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PictureOf {
    /// What is drawn.
    pub subject: Subject,
    /// The title; may be empty.
    #[serde(default)]
    pub title: String,
    /// The colours.
    #[serde(default)]
    pub theme: PictureTheme,
    /// The form.
    #[serde(default)]
    pub form: PictureForm,
    /// The width of a PNG in pixels.
    #[serde(default)]
    pub pixels: Option<u32>,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Subject {
    /// A position, perhaps with an overlay.
    Position {
        /// The position.
        state: GameState,
        /// The overlay; with its cell if it is about one.
        #[serde(default)]
        overlay: Option<String>,
        /// For whom; absent: the player to move.
        #[serde(default)]
        player: Option<Colour>,
    },
    /// A claim.
    Claim {
        /// A problem file.
        text: String,
    },
    /// The answers of a certificate.
    Answers {
        /// The certificate.
        certificate: String,
    },
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureTheme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// For paper.
    Print,
}

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// SVG.
    #[default]
    Svg,
    /// PNG.
    Png,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PictureView {
    /// SVG as text, or PNG in Base64.
    pub data: String,
    /// Its type: `image/svg+xml`, `image/png`.
    pub media_type: String,
    /// A name for the file.
    pub file: String,
}

pub(crate) fn picture(_asked: &PictureOf, _desk: &impl Desk) -> Result<PictureView, Trouble> {
    Err(Trouble::new("`picture` is not built yet"))
}
