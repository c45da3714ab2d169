//! Measures an SGF text before it is read: how deep it goes, whether it ends properly, and how many points its
//! rectangles stand for.

/// The number of nodes in the longest line of `text`, if it is SGF.
///
/// SGF readers nest each node in the one before it and visit them by recursion, so a text that is too deep has to be
/// refused first. Texts are split as the crate sgf-parse does it, which reads a property's name up to the next bracket,
/// whatever stands there. Otherwise a name such as `A)` would pass for the end of a variation, and a line would seem
/// shorter than it is.
///
/// ```
/// use tesuji_game::deepest_line;
///
/// assert_eq!(deepest_line("(;GM[18](;B[djddgd];W[addgad])(;B[djdddj]C[;;;]))"), 3);
/// assert_eq!(deepest_line("(;A)[];A)[])"), 2);
/// ```
#[must_use]
pub fn deepest_line(text: &str) -> usize {
    shape(text).deepest
}

/// The number of nodes in `text`, if it is SGF and every value and every variation ends.
pub(crate) fn n_closed_nodes(text: &str) -> Option<usize> {
    let Shape { n_all, is_closed, .. } = shape(text);
    is_closed.then_some(n_all)
}

/// What can be seen of a text without reading it.
struct Shape {
    deepest: usize,
    n_all: usize,
    is_closed: bool,
}

fn shape(text: &str) -> Shape {
    let mut place = Place::Between;
    let (mut deepest, mut n_all, mut n_nodes, mut branches) = (0, 0, 0, Vec::new());
    for byte in text.trim().bytes() {
        place = match (place, byte) {
            (Place::Between | Place::Name, b'[') => Place::Value,
            (Place::Name, _) => Place::Name,
            (Place::Value, b'\\') => Place::Escaped,
            (Place::Value, b']') => Place::Between,
            (Place::Value | Place::Escaped, _) => Place::Value,
            (Place::Between, b'(') => {
                branches.push(n_nodes);
                Place::Between
            }
            (Place::Between, b')') => {
                n_nodes = branches.pop().unwrap_or_default();
                Place::Between
            }
            (Place::Between, b';') => {
                n_nodes += 1;
                n_all += 1;
                deepest = deepest.max(n_nodes);
                Place::Between
            }
            (Place::Between, byte) if byte.is_ascii_whitespace() => Place::Between,
            (Place::Between, _) => Place::Name,
        };
    }
    Shape { deepest, n_all, is_closed: matches!(place, Place::Between) && branches.is_empty() && deepest > 0 }
}

/// The number of points that the rectangles in `text` stand for, if it is SGF with points of two letters: `[aa:cc]`
/// stands for nine.
///
/// SGF readers write out all of them, so seven bytes can become 2,704 points. A text with too many has to be refused
/// first.
///
/// ```
/// use tesuji_game::n_points_of_rectangles;
///
/// assert_eq!(n_points_of_rectangles("(;SZ[52]AB[aa:cc][dd]TB[aa:ZZ])"), 9 + 2704);
/// ```
#[must_use]
pub fn n_points_of_rectangles(text: &str) -> usize {
    const LEN: usize = "aa:cc".len();
    let mut n_points = 0;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'[' {
            continue;
        }
        let (mut value, mut len) = ([0; LEN], 0);
        while let Some(mut byte) = bytes.next().filter(|&byte| byte != b']') {
            if byte == b'\\' {
                byte = bytes.next().unwrap_or(byte);
            }
            if let Some(place) = value.get_mut(len) {
                *place = byte;
            }
            len += 1;
        }
        if let ([left, top, b':', right, bottom], LEN) = (value, len) {
            n_points += span(left, right) * span(top, bottom);
        }
    }
    n_points
}

/// The number of columns or rows from one letter to the other; 0 if they are not letters, or in the wrong order.
fn span(from: u8, to: u8) -> usize {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match (number(from), number(to)) {
        (Some(from), Some(to)) => (to + 1).saturating_sub(from),
        _ => 0,
    }
}

/// The part of a text that a byte belongs to.
#[derive(Clone, Copy)]
enum Place {
    /// None: before a node, a property or a bracket.
    Between,
    /// The name of a property.
    Name,
    /// A value of a property.
    Value,
    /// A value, directly after a backslash.
    Escaped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_measured_as_they_are_read() {
        for (text, deepest) in [
            ("", 0),
            ("(;)", 1),
            ("(;;;)", 3),
            ("(;(;;)(;))", 3),
            ("(;(;);)", 2),
            ("(;);;", 2),
            ("(;C[a\\];;];C[b\\\\];C[(])", 3),
            ("(;C[a][;]\n [;];)", 2),
            // Names extend to the bracket.
            ("(;A;;[x];)", 2),
            ("(;A)[x];A)[x];A)[x])", 3),
            ("(; A)[x];A(\n;[x];)", 3),
            ("\u{a0}(;;)", 2),
            ("(;\u{b})[x];)", 2),
        ] {
            assert_eq!(deepest_line(text), deepest, "{text:?}");
        }
    }

    #[test]
    fn rectangles_are_counted_as_they_are_read() {
        for (text, n_points) in [
            ("", 0),
            ("(;AB[aa:aa])", 1),
            ("(;AB[ba:ab][ab:ba])", 0),
            ("(;AB[yy:BB][aZ:bZ])", 16 + 2),
            ("(;AB[\\a\\a\\:\\b\\b])", 4),
            ("(;AB[aa:bb:cc][aa:b][aa-bb][aa:bb\\][cc:dd])", 0),
            ("(;C[\\\\]AB[aa:bb", 4),
            ("(;C[[aa:bb])", 0),
            ("(;AB[é:bb][aa:1b])", 0),
        ] {
            assert_eq!(n_points_of_rectangles(text), n_points, "{text:?}");
        }
    }
}
