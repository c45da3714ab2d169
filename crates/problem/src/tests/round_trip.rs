//! Whatever is written is read back unchanged, in each form.

use std::sync::Arc;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use crate::{Problem, PublishedCost, PublishedNodes, parse_file_text, write_diagram, write_json, write_toml};

/// A rhombus of up to 6x6, or a graph of up to 12 nodes with some links and two terminals.
fn boards() -> impl Strategy<Value = Topology> {
    let rhombus = (1..=6_usize, 1..=6_usize).prop_map(|(columns, rows)| Topology::rhombus(columns, rows).unwrap());
    let graph = (2..=12_usize).prop_flat_map(|n_nodes| {
        let node = 0..n_nodes;
        let links = vec((node.clone(), node.clone()), 0..24);
        (Just(n_nodes), links, vec(node.clone(), 0..5), vec(node, 0..5)).prop_map(|(n_nodes, links, first, second)| {
            // Some of the names need quotes in the typed forms.
            let name = |i| ["x", "or", "None", "a-b", "-", "y_1"].get(i).map_or(format!("n{i}"), ToString::to_string);
            let links: Vec<_> = links.into_iter().filter(|(a, b)| a != b).collect();
            let edges = vec![("and".to_owned(), first), ("goal-2".to_owned(), second)];
            Topology::graph((0..n_nodes).map(name).collect(), &links, edges).unwrap()
        })
    });
    prop_oneof![rhombus, graph]
}

/// Fills a board with any stones, carrier and goal that make sense.
fn problems() -> impl Strategy<Value = Problem> {
    let texts = proptest::option::of("[a-z\"'\\\\:=;#]{1,8}( [A-Zäß-]{1,5}){0,2}");
    boards().prop_flat_map(move |board| {
        let cells = vec(0..4_u8, board.n_cells());
        let groups = vec(vec(vec(any::<prop::sample::Index>(), 2..=4), 1..=3), 1..=4);
        let header = ("[a-z][a-z:#\"' -]{0,6}[a-z0-9]", any::<bool>(), any::<bool>(), any::<Option<bool>>());
        let known = vec(0..3_u8, board.n_cells());
        (Just(board), cells, groups, header, known, (texts.clone(), texts.clone(), any::<bool>(), any::<bool>()))
            .prop_map(|(board, cells, groups, header, known, texts)| {
                problem(board, &cells, groups, header, &known, texts)
            })
    })
}

fn problem(
    board: Topology,
    cells: &[u8],
    groups: Vec<Vec<Vec<prop::sample::Index>>>,
    (id, black, owner_first, expected): (String, bool, bool, Option<bool>),
    known: &[u8],
    (origin, verified, needed, droppable): (Option<String>, Option<String>, bool, bool),
) -> Problem {
    let those = |kind: u8| board.cells().filter(|cell| cells[cell.index()] == kind).collect::<CellSet>();
    let (stones, mut carrier) = (those(0), those(1));
    carrier.union_with(&those(2));
    let edges = (0..board.edges().len()).map(Terminal::Edge);
    let terminals: Vec<_> = stones.iter().chain(carrier.iter()).map(Terminal::Cell).chain(edges).collect();
    let group = |picks: Vec<prop::sample::Index>| {
        let mut group: Vec<_> = picks.iter().map(|pick| *pick.get(&terminals)).collect();
        // At least two different terminals: both kinds of board have two edges.
        if group.iter().all(|terminal| terminal == &group[0]) {
            group.extend([Terminal::Edge(0), Terminal::Edge(1)]);
        }
        group
    };
    let goal = groups.into_iter().map(|groups| groups.into_iter().map(group).collect()).collect();
    let marked = |mark: u8| carrier.iter().filter(|cell| known[cell.index()] == mark).collect::<CellSet>();
    Problem {
        id: id.split_whitespace().collect::<Vec<_>>().join(" "),
        expected,
        origin: origin.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")),
        verified: verified.clone(),
        all_of: verified.clone().filter(|_| droppable),
        needed: needed.then(|| marked(0)),
        droppable: droppable.then(|| marked(1)),
        published: droppable.then(|| PublishedNodes {
            source: verified.clone(),
            a: PublishedCost {
                time: Some(Duration::from_millis(u64::from(known[0]) * 1230)),
                nodes: Some(known.iter().copied().map(u64::from).sum()),
            },
            b: PublishedCost { time: None, nodes: known.get(1).copied().map(u64::from) },
        }),
        claim: Claim {
            topology: Arc::new(board),
            owner: if black { Player::Black } else { Player::White },
            goal: Goal::new(goal).unwrap(),
            to_move: if owner_first { Mover::Owner } else { Mover::Opponent },
            stones,
            carrier,
        },
    }
}

/// The problems of one file, with unique names.
fn files() -> impl Strategy<Value = Vec<Problem>> {
    vec(problems(), 1..4).prop_map(|mut problems| {
        for (i, problem) in problems.iter_mut().enumerate() {
            problem.id.push_str(&i.to_string());
        }
        problems
    })
}

proptest! {
    #[test]
    fn all_faces_give_back_what_was_written(problems in files()) {
        for write in [write_json, write_toml, write_diagram] {
            let text = write(&problems);
            let read = parse_file_text(&text);
            prop_assert_eq!(read.as_ref(), Ok(&problems), "{}", text);
        }
    }

    /// Real files with a hole, a repetition or a wrong symbol: the result is an error or problems, and the place of an
    /// error lies in the text.
    #[test]
    fn damaged_files_are_refused_or_read(
        problems in files(),
        face in 0..3_usize,
        edits in vec((any::<prop::sample::Index>(), 0..12_usize, "[-\\[\\]{}\"'o.#Aa:=\n\\\\ 9ß,]{0,3}"), 1..4),
    ) {
        let mut text = [write_json, write_toml, write_diagram][face](&problems);
        for (place, length, new) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.floor_char_boundary(start + length);
            text.replace_range(start..end, &new);
        }
        check_any(&text)?;
    }

    #[test]
    fn any_text_gives_problems_or_an_error(text in "\\PC{0,80}|([a-d1-9.#oA:= \\[\\]{}\"'\n-]{0,10}\n?){0,12}") {
        check_any(&text)?;
        check_any(&format!("[[problem]]\n{text}"))?;
        check_any(&format!("id: x\ngoal: {text}\n\n. o"))?;
        check_any(&format!("{{\"problems\":[{text}"))?;
    }
}

fn check_any(text: &str) -> Result<(), TestCaseError> {
    match parse_file_text(text) {
        Ok(problems) => {
            prop_assert!(!problems.is_empty());
            for problem in &problems {
                prop_assert_eq!(problem.claim.validate(), Ok(()));
            }
            // What was understood can be written and understood again.
            let again = parse_file_text(&write_toml(&problems));
            prop_assert_eq!(again, Ok(problems));
        }
        Err(error) => {
            prop_assert!(text.is_char_boundary(error.offset()), "{}", error);
            prop_assert!(text.get(error.offset()..error.offset() + error.len()).is_some(), "{}", error);
            let line = text[..error.offset()].matches('\n').count() + 1;
            prop_assert_eq!(error.line(), line);
        }
    }
    Ok(())
}

/// Rhombi and a graph of the maximum size, with everything on them.
#[test]
fn largest_boards_make_the_trip() {
    let rhombus = |columns: usize, rows: usize| {
        (
            Topology::rhombus(columns, rows).unwrap(),
            Goal::pair(Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(999))),
        )
    };
    let names = (0..1024).map(|i| format!("n{i}")).collect();
    let links: Vec<_> = (1..1024).map(|i| (i - 1, i)).collect();
    let graph = Topology::graph(names, &links, vec![("end".to_owned(), vec![1023])]).unwrap();
    let graph = (graph, Goal::pair(Terminal::Cell(Cell::new(3)), Terminal::Edge(0)));
    let boards = [rhombus(32, 32), rhombus(1024, 1), rhombus(1, 1024), rhombus(34, 30), graph];
    let problem = |(i, (board, goal)): (usize, (Topology, Goal))| {
        let stones: CellSet = board.cells().filter(|cell| cell.index() % 3 == 0).collect();
        let mut carrier = CellSet::full(board.n_cells());
        carrier.subtract(&stones);
        let topology = Arc::new(board);
        let claim = Claim { topology, owner: Player::White, stones, carrier, goal, to_move: Mover::Owner };
        Problem::new(format!("large {i}"), claim)
    };
    let problems: Vec<_> = boards.into_iter().enumerate().map(problem).collect();
    for write in [write_json, write_toml, write_diagram] {
        assert_eq!(parse_file_text(&write(&problems)).as_ref(), Ok(&problems));
    }
}
