//! Meaning of values common to all games. All functions take values without their escapes.

/// A text with line feeds as its line breaks, however they were written.
#[must_use]
pub fn text(value: &str) -> String {
    value.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n")
}

/// A text in one line: line breaks are spaces.
#[must_use]
pub fn simple_text(value: &str) -> String {
    text(value).replace('\n', " ")
}

/// The two parts of a composed value such as `CGoban:3`; `None` unless it has exactly one colon.
#[must_use]
pub fn compose(value: &str) -> Option<(&str, &str)> {
    value.split_once(':').filter(|(_, second)| !second.contains(':'))
}

/// Columns and rows as a value of `SZ`: one number for a square board.
#[must_use]
pub fn size_text(columns: usize, rows: usize) -> String {
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

/// Whether this is a point of two letters, as Go writes them: `a` to `z`, then `A` to `Z`.
#[must_use]
pub fn is_point(value: &str) -> bool {
    value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The points of a list of points and rectangles (`aa:cc`), one by one; `None` if a value is neither.
///
/// A few bytes may stand for thousands of points: [`Tree::n_points_of_rectangles`](crate::Tree::n_points_of_rectangles)
/// counts them before they are expanded.
///
/// ```
/// let values = ["aa:bb", "ee"].map(str::to_owned);
/// assert_eq!(tesuji_sgf::points(&values).unwrap(), ["aa", "ab", "ba", "bb", "ee"]);
/// ```
#[must_use]
pub fn points(values: &[String]) -> Option<Vec<String>> {
    let mut points = Vec::new();
    for value in values {
        match rectangle(value) {
            Some([columns, rows]) => {
                let rows: Vec<usize> = rows.collect();
                points.extend(columns.flat_map(|column| rows.iter().map(move |&row| point(column, row))));
            }
            None if is_point(value) => points.push(value.clone()),
            None => return None,
        }
    }
    Some(points)
}

/// Number of points of the rectangles among these values.
#[must_use]
pub fn n_points_of_rectangles(values: &[String]) -> usize {
    values
        .iter()
        .filter_map(|value| rectangle(value))
        .map(|sides| sides.map(Iterator::count).iter().product::<usize>())
        .sum()
}

/// Columns and rows of a rectangle that is not empty.
fn rectangle(value: &str) -> Option<[std::ops::RangeInclusive<usize>; 2]> {
    let &[left, top, b':', right, bottom] = value.as_bytes() else { return None };
    let side = |from, to| Some(number(from)?..=number(to)?).filter(|side| !side.is_empty());
    Some([side(left, right)?, side(top, bottom)?])
}

fn number(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

fn point(column: usize, row: usize) -> String {
    let letter = |number: usize| char::from(if number < 26 { b'a' + number as u8 } else { b'A' + (number - 26) as u8 });
    [column, row].map(letter).iter().collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn texts_have_one_kind_of_line_break() {
        assert_eq!(
            (text("a\r\nb\n\rc\rd\ne"), simple_text("a\r\nb\rc")),
            ("a\nb\nc\nd\ne".to_owned(), "a b c".to_owned())
        );
    }

    #[test]
    fn a_composed_value_has_one_colon() {
        assert_eq!(compose("Tesuji:0.1"), Some(("Tesuji", "0.1")));
        assert_eq!((compose("Tesuji"), compose("a:b:c"), compose(":")), (None, None, Some(("", ""))));
    }

    #[test]
    fn lists_of_points_are_points_and_rectangles() {
        let list = |values: &[&str]| points(&values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["pq:ss"]).unwrap().len(), 12);
        assert_eq!(list(&["zz:AA"]).unwrap(), ["zz", "zA", "Az", "AA"]);
        for bad in ["", "a", "abc", "a1", "aa:b", "ba:ab", "aa:bb:cc", "é"] {
            assert_eq!(list(&["aa", bad]), None, "{bad}");
        }
    }
}
