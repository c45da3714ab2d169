//! The strong player of Go against positions with known answers, with a fixed number of playouts and a fixed seed.

use tesuji_engine::StrongSpec;

mod suite;

use self::suite::Right;

const KNOWN: &str = include_str!("../../../../../testdata/go/known.toml");

/// Of each kind: positions, right moves, right values.
const COUNTS: [(&str, usize, usize, usize); 5] =
    [("life", 30, 30, 30), ("nakade", 30, 28, 30), ("safe", 30, 30, 30), ("seki", 30, 28, 30), ("semeai", 30, 29, 30)];

#[test]
fn the_strong_player_is_right_as_often_as_it_was_and_no_safe_chain_is_called_dead() {
    let spec = StrongSpec { playouts: 1_000, memory_mib: 64, ..StrongSpec::default() };
    let mut said = Vec::new();
    let rights = suite::ask_all(&suite::all(KNOWN), &spec, 1, |position, wrong| {
        if !wrong.is_empty() {
            said.push(format!("{}: {}", position.id, wrong.join("; ")));
        }
    });
    let counts: Vec<_> =
        rights.iter().map(|(kind, right)| (&**kind, right.n_positions, right.n_moves, right.n_values)).collect();
    assert_eq!(counts, COUNTS, "{}", said.join("\n"));
    for (kind, &Right { n_positions, n_moves, n_values, n_safe_lost, n_dead_kept }) in &rights {
        assert!(10 * n_moves >= 8 * n_positions && 10 * n_values >= 8 * n_positions, "{kind}");
        assert_eq!((n_safe_lost, n_dead_kept), (0, 0), "{kind}\n{}", said.join("\n"));
    }
}
