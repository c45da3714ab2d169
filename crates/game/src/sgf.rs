//! Number of nodes of an SGF text whose encoding is not yet known.

/// Number of nodes of `text`, if it is SGF and every value and every variation ends.
///
/// The name of a property goes on to the next bracket, whatever stands there, as the lenient reader of `sgf` takes it.
pub(crate) fn n_closed_nodes(text: &str) -> Option<usize> {
    let mut place = TextPart::Between;
    let (mut n_nodes, mut n_open) = (0, 0_usize);
    for byte in text.trim().bytes() {
        place = match (place, byte) {
            (TextPart::Between | TextPart::Name, b'[') => TextPart::Value,
            (TextPart::Name, _) => TextPart::Name,
            (TextPart::Value, b'\\') => TextPart::Escaped,
            (TextPart::Value, b']') => TextPart::Between,
            (TextPart::Value | TextPart::Escaped, _) => TextPart::Value,
            (TextPart::Between, b'(') => {
                n_open += 1;
                TextPart::Between
            }
            (TextPart::Between, b')') => {
                n_open = n_open.saturating_sub(1);
                TextPart::Between
            }
            (TextPart::Between, b';') => {
                n_nodes += 1;
                TextPart::Between
            }
            (TextPart::Between, byte) if byte.is_ascii_whitespace() => TextPart::Between,
            (TextPart::Between, _) => TextPart::Name,
        };
    }
    (matches!(place, TextPart::Between) && n_open == 0 && n_nodes > 0).then_some(n_nodes)
}

/// The part of a text that a byte belongs to.
#[derive(Clone, Copy)]
enum TextPart {
    /// None: before a node, a property or a bracket.
    Between,
    /// The name of a property.
    Name,
    /// A value of a property.
    Value,
    /// A value, directly after a backslash.
    Escaped,
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_where_all_is_closed() {
        for (text, n_nodes) in [
            ("(;)", Some(1)),
            ("(;GM[18](;B[djddgd];W[addgad])(;B[djdddj]C[;;;]))", Some(4)),
            ("(;C[a\\];;];C[b\\\\];C[(])", Some(3)),
            ("(;A)[];A)[])", Some(2)),
            ("(;C[x", None),
            ("(;", None),
            ("", None),
        ] {
            assert_eq!(n_closed_nodes(text), n_nodes, "{text:?}");
        }
    }
}
