//! Number of nodes of an SGF text whose encoding is not yet known.

/// Number of nodes of `text`, if it is SGF and every value and every variation ends.
///
/// The name of a property goes on to the next bracket, whatever stands there, as the lenient reader of `sgf` takes it.
pub(crate) fn n_closed_nodes(text: &str) -> Option<usize> {
    let mut place = Place::Between;
    let (mut n_nodes, mut n_open) = (0, 0_usize);
    for byte in text.trim().bytes() {
        place = match (place, byte) {
            (Place::Between | Place::Name, b'[') => Place::Value,
            (Place::Name, _) => Place::Name,
            (Place::Value, b'\\') => Place::Escaped,
            (Place::Value, b']') => Place::Between,
            (Place::Value | Place::Escaped, _) => Place::Value,
            (Place::Between, b'(') => {
                n_open += 1;
                Place::Between
            }
            (Place::Between, b')') => {
                n_open = n_open.saturating_sub(1);
                Place::Between
            }
            (Place::Between, b';') => {
                n_nodes += 1;
                Place::Between
            }
            (Place::Between, byte) if byte.is_ascii_whitespace() => Place::Between,
            (Place::Between, _) => Place::Name,
        };
    }
    (matches!(place, Place::Between) && n_open == 0 && n_nodes > 0).then_some(n_nodes)
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
