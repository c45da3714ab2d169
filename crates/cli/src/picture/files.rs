//! Pictures as files: the options that all commands share which draw something.

use std::path::{Path, PathBuf};

use miette::{Result, miette};
use tesuji_figures::{Picture, Theme};

use crate::files;

/// Files and looks of pictures. A command with several objects puts their pictures one below the other.
#[derive(clap::Args)]
pub(crate) struct PictureArguments {
    /// Draw it into this file, as SVG; several objects stand one below the other
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    svg: Option<PathBuf>,
    /// Draw it into this file, as PNG
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    png: Option<PathBuf>,
    /// The colours of the picture; `print` is black on white, with hatching
    #[arg(long, value_enum, value_name = "THEME", default_value = "light", help_heading = "Pictures")]
    theme: ThemeName,
    /// How many pixels wide the PNG is
    #[arg(long, value_name = "PIXELS", default_value_t = 800, help_heading = "Pictures",
          value_parser = clap::value_parser!(u32).range(50..=16_384))]
    pixels: u32,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ThemeName {
    Light,
    Dark,
    Print,
}

impl PictureArguments {
    /// Whether a picture is wanted at all.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    pub(crate) const fn theme(&self) -> Theme {
        match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Print => Theme::Print,
        }
    }

    /// Writes these pictures, one below the other, to the files that are wanted.
    ///
    /// # Errors
    ///
    /// If there is none, or a file cannot be written.
    pub(crate) fn write(&self, pictures: Vec<Picture>) -> Result<()> {
        let Some(first) = self.svg.as_deref().or(self.png.as_deref()) else { return Ok(()) };
        if pictures.is_empty() {
            return Err(miette!("{}: there is nothing to draw", first.display()));
        }
        let picture = Picture::stacked(pictures);
        if let Some(path) = &self.svg {
            files::write_whole(path, picture.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let wrong = |error: tesuji_figures::PngError| miette!("{}: {error}", path.display());
            files::write_whole(path, &picture.png(self.pixels).map_err(wrong)?)?;
        }
        Ok(())
    }
}

/// A board as a title: its name, or the name of its file without the folder, as its content would not do.
pub(crate) fn title_of_board(board: &str) -> String {
    let path = Path::new(board);
    let file = path.file_name().filter(|_| path.is_file()).map(|name| name.to_string_lossy().into_owned());
    file.as_deref().unwrap_or(board).chars().take(60).collect()
}

/// The name of a file as a title: without folder and ending.
pub(crate) fn title_of(path: &Path) -> String {
    match path.file_stem().filter(|_| path != Path::new("-")) {
        Some(stem) => stem.to_string_lossy().chars().take(80).collect(),
        None => "from standard input".to_owned(),
    }
}
