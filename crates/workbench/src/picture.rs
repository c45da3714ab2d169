//! Pictures for posts and papers, drawn as the command line draws them.
//!
//! This file has the types, and turns a drawing into SVG or PNG. What is drawn is in `drawn`.

mod drawn;

#[cfg(not(target_family = "wasm"))]
use base64::{Engine as _, engine::general_purpose::STANDARD};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_figures::Theme;

use crate::reviewing::{Mistake, ReviewPoint};
use crate::solving::OpeningsView;
use crate::texts::TreeMark;
use crate::types::{Colour, GameState};
use crate::{Desk, Trouble};

/// Asks for a picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PictureOf {
    /// The subject.
    pub subject: Subject,
    /// The title; empty for the usual one.
    #[serde(default)]
    pub title: String,
    /// The colours.
    #[serde(default)]
    pub theme: PictureTheme,
    /// The form.
    #[serde(default)]
    pub form: PictureForm,
    /// The width of a PNG in pixels, from 50 to 4,096; absent: 800.
    #[serde(default)]
    pub pixels: Option<u32>,
    /// Seconds from move to move, from 0.1 to 60: the SVG of a position then plays the moves one after the other. Absent:
    /// it stands still.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// Subject of a picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Subject {
    /// A position, perhaps with an overlay.
    Position {
        /// The position.
        state: GameState,
        /// The overlay's name in the catalogue, with its cell if it has one: `joint D4`. Or two signed ones: `a,b`.
        #[serde(default)]
        overlay: Option<String>,
        /// For whom; absent: the player to move.
        #[serde(default)]
        player: Option<Colour>,
        /// Marks and labels, where no overlay is drawn.
        #[serde(default)]
        marks: Vec<TreeMark>,
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
    /// A game against a certificate.
    Defence {
        /// The certificate.
        certificate: String,
        /// The moves of the person, as in the question `defend`.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The winner after each first move on a board of Hex.
    Openings {
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
        /// The known winners.
        known: OpeningsView,
    },
    /// The value graph of a reviewed game.
    Review {
        /// The positions, as the question `review` answers.
        points: Vec<ReviewPoint>,
        /// The mistakes; the first three are marked.
        #[serde(default)]
        mistakes: Vec<Mistake>,
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

/// The widths of a PNG that are drawn: wide enough for a poster, small enough for the memory of a phone.
const PIXELS: std::ops::RangeInclusive<u32> = 50..=4_096;
const USUAL_PIXELS: u32 = 800;
const SECONDS: std::ops::RangeInclusive<f64> = 0.1..=60.0;
/// The longest title.
const TITLE_LETTERS: usize = 200;

pub(crate) fn picture(asked: &PictureOf, desk: &impl Desk) -> Result<PictureView, Trouble> {
    let theme = match asked.theme {
        PictureTheme::Light => Theme::Light,
        PictureTheme::Dark => Theme::Dark,
        PictureTheme::Print => Theme::Print,
    };
    let pixels = asked.pixels.unwrap_or(USUAL_PIXELS);
    if !PIXELS.contains(&pixels) {
        let (least, most) = (PIXELS.start(), PIXELS.end());
        return Err(Trouble::new(format!("a width of {pixels} pixels: expected {least} to {most}"))
            .with_advice("SVG has no such bound"));
    }
    let title: String = asked.title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title: String = title.chars().take(TITLE_LETTERS).collect();
    if let Some(seconds) = asked.seconds.filter(|seconds| !SECONDS.contains(seconds)) {
        return Err(Trouble::new(format!("{seconds} seconds from move to move: expected {SECONDS:?}")));
    }
    let picture = match (&asked.subject, asked.seconds) {
        (Subject::Position { state, .. }, Some(seconds)) => drawn::film(state, &title, seconds, theme)?,
        (subject, _) => drawn::draw(subject, &title, theme, desk)?,
    };
    let name = file_name(picture.title());
    Ok(match asked.form {
        PictureForm::Svg => {
            PictureView { data: picture.svg(), media_type: "image/svg+xml".to_owned(), file: format!("{name}.svg") }
        }
        // A browser makes dots of lines itself: what draws them here would be a twentieth of what it loads.
        #[cfg(target_family = "wasm")]
        PictureForm::Png => {
            return Err(Trouble::new("this engine draws SVG alone").with_advice("browsers draw PNG from it"));
        }
        #[cfg(not(target_family = "wasm"))]
        PictureForm::Png => {
            let bytes = picture.png(pixels).map_err(|error| Trouble::new(error.to_string()))?;
            PictureView {
                data: STANDARD.encode(bytes),
                media_type: "image/png".to_owned(),
                file: format!("{name}.png"),
            }
        }
    })
}

/// A name for a file, from a title: small letters, digits and single hyphens.
fn file_name(title: &str) -> String {
    const MOST: usize = 60;
    let mut name = String::new();
    for letter in title.chars() {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => name.push(letter),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
        if name.len() >= MOST {
            break;
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "picture".to_owned() } else { name.to_owned() }
}

#[cfg(feature = "testing")]
mod tests;
