//! Finished pictures.

use crate::colour::Colour;
use crate::film::Film;
use crate::png::{self, PngError};
use crate::scene::PictureScene;
use crate::{Theme, svg};

/// A finished picture, which can be written as a file.
///
/// ```
/// # use tesuji_board::BoardSpec;
/// # use tesuji_figures::{Drawing, Theme};
/// let board = BoardSpec::square(3, 3).topology()?;
/// let picture = Drawing::new(&board, Theme::Light).title("an empty board").picture();
/// assert!(picture.svg().contains("an empty board"));
/// assert!(picture.png(300)?.starts_with(b"\x89PNG"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    pub(crate) scene: PictureScene,
    pub(crate) size: (f64, f64),
    pub(crate) ground: Colour,
    pub(crate) title: String,
    /// The moments of a picture that moves; otherwise none.
    pub(crate) film: Option<Film>,
}

/// The room that a text of a picture takes, in units of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// Its left side.
    pub left: f64,
    /// Its upper side.
    pub top: f64,
    /// Its right side.
    pub right: f64,
    /// Its lower side.
    pub bottom: f64,
}

/// Room between pictures one below the other, or side by side.
const GAP: f64 = 10.0;

impl Picture {
    /// Title of the picture.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Width and height, in units of the picture; those of SVG.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The picture as a file of SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::write(&self.scene, self.film.as_ref(), self.size, self.ground, &self.title)
    }

    /// The picture as a file of PNG, this many pixels wide and as high as it must be. The letters are those of a font in
    /// this crate, so the file is the same on every machine.
    ///
    /// # Errors
    ///
    /// If it would be too large, or nothing.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        png::write(&self.scene, self.size, self.ground, width)
    }

    /// A picture that shows these one after the other, each for this many seconds and the last one longer, and then
    /// begins again. It has the title of the last, which is what PNG shows, and viewers that play nothing.
    #[must_use]
    pub fn film(moments: Vec<Self>, seconds: f64) -> Self {
        let scenes: Vec<&PictureScene> = moments.iter().map(|moment| &moment.scene).collect();
        let film = (scenes.len() > 1).then(|| Film::new(&scenes, seconds));
        let size = |of: fn(&Self) -> f64| moments.iter().map(of).fold(1.0, f64::max);
        let size = (size(|moment| moment.size.0), size(|moment| moment.size.1));
        Self { film, size, ..moments.into_iter().next_back().unwrap_or_else(|| Self::stacked(Vec::new())) }
    }

    /// Several pictures as one, one below the other. No picture gives an empty page. Only a single one goes on moving.
    #[must_use]
    pub fn stacked(mut pictures: Vec<Self>) -> Self {
        if pictures.len() == 1 {
            return pictures.remove(0);
        }
        let width = pictures.iter().map(|picture| picture.size.0).fold(1.0, f64::max);
        let ground = pictures.first().map_or(Theme::Light.palette().page, |picture| picture.ground);
        let title = pictures.iter().map(|picture| picture.title.as_str()).collect::<Vec<_>>().join("; ");
        let (mut scene, mut top) = (PictureScene::default(), 0.0);
        for picture in pictures {
            if top > 0.0 {
                top += GAP;
            }
            let left = ((width - picture.size.0) / 2.0).floor();
            scene.items.append(&mut picture.scene.moved((left, top)).items);
            top += picture.size.1;
        }
        Self { scene, size: (width, f64::max(top, 1.0)), ground, title, film: None }
    }

    /// These pictures side by side, from left to right, on one page. The theme is that of the first.
    #[must_use]
    pub fn beside(pictures: Vec<Self>) -> Self {
        let height = pictures.iter().map(|picture| picture.size.1).fold(1.0, f64::max);
        let ground = pictures.first().map_or(Theme::Light.palette().page, |picture| picture.ground);
        let title = pictures.iter().map(|picture| picture.title.as_str()).collect::<Vec<_>>().join("; ");
        let (mut scene, mut left) = (PictureScene::default(), 0.0);
        for picture in pictures {
            if left > 0.0 {
                left += GAP;
            }
            scene.items.append(&mut picture.scene.moved((left, 0.0)).items);
            left += picture.size.0;
        }
        Self { scene, size: (f64::max(left, 1.0), height), ground, title, film: None }
    }

    /// The room of each text. Texts of a good picture do not overlap, and lie on its page.
    #[must_use]
    pub fn texts(&self) -> Vec<TextBox> {
        let text_box = |text: &crate::scene::TextLine| {
            let room = text.room();
            TextBox { text: text.text.clone(), left: room.left, top: room.top, right: room.right, bottom: room.bottom }
        };
        self.scene.texts().map(text_box).collect()
    }

    /// Faults of the texts: those that overlap, and those that leave the page. For tests.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        // Letters that touch by less than this cannot be seen to.
        const SLACK: f64 = 0.2;
        let texts = self.texts();
        let mut faults = Vec::new();
        for (idx, a) in texts.iter().enumerate() {
            if a.left < -SLACK || a.top < -SLACK || a.right > self.size.0 + SLACK || a.bottom > self.size.1 + SLACK {
                faults.push(format!("`{}` leaves the page", a.text));
            }
            for b in &texts[..idx] {
                let right = a.right.min(b.right) - a.left.max(b.left);
                let down = a.bottom.min(b.bottom) - a.top.max(b.top);
                if right > SLACK && down > SLACK {
                    faults.push(format!("`{}` lies on `{}`", a.text, b.text));
                }
            }
        }
        faults
    }
}
