//! How deep a text in SGF goes, whether it ends where it should and how much its rectangles stand for, found before it is
//! read.

/// How many nodes follow each other in the longest line of `text`, if it is SGF.
///
/// Readers make each node a part of the one before it and go through them by recursion, so what is too deep has to be refused
/// first. Texts are taken apart as the crate sgf-parse does it, which reads a property's name up to the next bracket, whatever
/// stands there: else a name such as `A)` would pass for the end of a variation, and a line for shorter than it is.
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

/// How many nodes `text` has, if it is SGF and every value and every variation ends.
pub(crate) fn n_closed_nodes(text: &str) -> Option<usize> {
    let Shape { n_all, is_closed, .. } = shape(text);
    is_closed.then_some(n_all)
}

/// What is seen of a text without reading it.
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

/// How many points the rectangles in `text` stand for, one by one, if it is SGF with points of two letters: `[aa:cc]` is
/// nine of them.
///
/// Readers write them all out, so seven bytes become 2,704 points: what has too many has to be refused first.
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

/// How many columns or rows there are from one letter to the other; none if they are no letters, or the wrong way round.
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

/// In what a byte stands.
#[derive(Clone, Copy)]
enum Place {
    /// In nothing: before a node, a property, a bracket.
    Between,
    /// The name of a property.
    Name,
    /// A value of a property.
    Value,
    /// A value, behind a backslash.
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
            // Names go on to the bracket.
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
