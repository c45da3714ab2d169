//! The parts that all pictures share.

use std::fmt::Display;

/// The beginning of a picture of this size: the opening tag with extra attributes, and a background in one colour.
/// `</svg>` ends the picture.
pub(crate) fn open((width, height): (f64, f64), attributes: &str, ground: impl Display) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\"{attributes}>\n<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\n"
    )
}

/// The size of several pictures, one below the other: the width of the widest, and the sum of the heights.
pub(crate) fn stacked(sizes: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    sizes.fold((0.0, 0.0), |(widest, height), (width, more)| (f64::max(widest, width), height + more))
}

/// Text with the special characters of XML escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
