//! Files that studies read, and short numbers for their tables.

use crate::run::StudyError;

/// Files of the repository that studies read, by their paths. They are part of the program.
pub(crate) fn source(path: &str) -> Result<&'static str, StudyError> {
    const SOURCES: [(&str, &str); 11] = [
        ("testdata/claims/mishima2008.toml", include_str!("../../../testdata/claims/mishima2008.toml")),
        ("testdata/claims/union8.toml", include_str!("../../../testdata/claims/union8.toml")),
        ("testdata/claims/yang7.toml", include_str!("../../../testdata/claims/yang7.toml")),
        ("testdata/go/known.toml", include_str!("../../../testdata/go/known.toml")),
        ("testdata/go/two-points.toml", include_str!("../../../testdata/go/two-points.toml")),
        ("testdata/hex/little-golem-11.txt", include_str!("../../../testdata/hex/little-golem-11.txt")),
        ("testdata/hex/little-golem-11-all.txt", include_str!("../../../testdata/hex/little-golem-11-all.txt")),
        ("testdata/hex/little-golem-13-fifth.txt", include_str!("../../../testdata/hex/little-golem-13-fifth.txt")),
        ("testdata/hex/winning-moves-8.txt", include_str!("../../../testdata/hex/winning-moves-8.txt")),
        ("testdata/hex/net-games-11.txt", include_str!("../../../testdata/hex/net-games-11.txt")),
        ("examples/yang7.strategy", include_str!("../../../examples/yang7.strategy")),
    ];
    let found = SOURCES.iter().find(|(name, _)| *name == path);
    found.map(|(_, text)| *text).ok_or_else(|| StudyError::Senseless(format!("no study may read {path}")))
}

/// A number of at most three decimals, for tables.
pub(crate) fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
