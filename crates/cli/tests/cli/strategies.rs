//! `tesuji claim strategy` and `tesuji claim split`.

use crate::Folder;

const GOOD: &str = "\
id:   5x5
goal: top-bottom

. . . . .
 . . . . .
  . . o . .
   . . . . .
    . . . . .

strategy:
part c3-top:    b1-e1 b2-d2 b3   ; the upper half
part c3-bottom: d3 b4-d4 a5-d5
";

/// Cases of snapshots have arguments of one line.
#[test]
fn a_strategy_may_be_the_argument_itself_or_what_split_prints() {
    let folder = Folder::new();
    let literal = folder.command("claim strategy").arg(GOOD).output().unwrap();
    assert!(String::from_utf8(literal.stdout).unwrap().starts_with("5x5: the strategy holds: 2 leaf positions"));
    folder.write("board", "id: 5x5\ngoal: top-bottom\nboard: 5x5\nstones: c3\ncarrier: all\n");
    let split = folder.run("claim split board --cells 8");
    assert!(split.stdout.starts_with("; 5x5: 2 part-boards, the largest of 8 empty cells; "), "{}", split.stdout);
    assert_eq!(folder.run_with("claim strategy -", &split.stdout).status, 0);
}
