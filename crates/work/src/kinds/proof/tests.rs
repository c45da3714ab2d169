//! Divided proofs against the solver, with workers of every kind.

use std::ops::ControlFlow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_problem::board::Question;
use tesuji_prove::{BoardConfig, BoardSolver, SearchRecords};
use tesuji_search::Limits;

use super::DividedProof as Proof;
use crate::{Acceptance, Task, TaskOutcome, TaskThreads, Work, WorkError, WorkFinish, execute, run};

fn board(side: usize, moves: &[&str]) -> Question {
    let topology = Arc::new(Topology::rhombus(side, side).unwrap());
    let empty = Question { topology, black: CellSet::new(), white: CellSet::new(), to_move: Player::Black };
    moves.iter().fold(empty, |question, mv| question.after(question.topology.cell(mv).unwrap()))
}

fn winner_by_solver(question: &Question) -> Player {
    let mut solver =
        BoardSolver::new(BoardConfig { table_bytes: 1 << 20, proof_bytes: 1 << 20, ..BoardConfig::default() });
    solver.solve(question, &Limits::default()).winner.unwrap()
}

/// Positions, decided positions, lemmas.
fn size(proof: &Proof) -> [usize; 3] {
    proof.state().tree.size()
}

fn done(proof: &mut Proof) {
    done_by(proof, 2);
}

fn done_by(proof: &mut Proof, count: usize) {
    let executor = TaskThreads { count, stop: Arc::default() };
    let finish = run(proof, &executor, &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(finish, WorkFinish::Complete);
}

/// Leaves so small that a tree has to grow.
const FEW: u64 = 2;

#[test]
fn a_divided_proof_has_the_winner_of_the_solver() {
    for moves in [&[][..], &["a1"], &["b2"], &["a2", "b3"], &["d1", "a1"], &["c2"], &["a4", "b2", "c2"]] {
        let question = board(4, moves);
        let folder = tempfile::tempdir().unwrap();
        let mut proof = Proof::open(&question, folder.path(), FEW).unwrap();
        done(&mut proof);
        assert_eq!(proof.winner(), Some(winner_by_solver(&question)), "{moves:?}");
        let certificate = proof.certificate().unwrap().unwrap();
        let summary = certificate.check().unwrap();
        assert_eq!(summary.claim, question.claim(proof.winner().unwrap()));
        assert_eq!(proof.summary().unwrap()["winner"], proof.winner().unwrap().name());
    }
}

#[test]
fn larger_boards_are_divided_and_joined() {
    for (side, moves, leaf_nodes) in [(5, &["a3"][..], 1), (6, &["b4"], 40)] {
        let question = board(side, moves);
        let folder = tempfile::tempdir().unwrap();
        let mut proof = Proof::open(&question, folder.path(), leaf_nodes).unwrap();
        // Three tasks at a time, so that a leaf that is out has to be divided.
        while proof.winner().is_none() {
            let tasks: Vec<Task> = proof.pending().take(3).collect();
            for task in tasks {
                proof.keep(&task, &execute(&task, &Arc::default()).unwrap()).unwrap();
            }
        }
        assert_eq!(proof.winner(), Some(winner_by_solver(&question)), "{moves:?}");
        let [n_positions, ..] = size(&proof);
        assert!(n_positions > 1, "{moves:?}: nothing was divided");
        proof.certificate().unwrap().unwrap().check().unwrap();
        let bytes = {
            proof.summary().unwrap();
            std::fs::read(folder.path().join("proof.cert")).unwrap()
        };
        let proved = tesuji_proof::check_stream(&bytes[..]).unwrap().claim;
        assert_eq!(Question::of_claim(&proved), Some(question));
    }
}

/// Workers that die, answer twice, late and in any order; and a root that dies and goes on.
#[test]
fn lost_late_and_double_answers_change_nothing() {
    let question = board(4, &["a2"]);
    let folder = tempfile::tempdir().unwrap();
    let (mut late, mut n_calls, mut n_kept): (Vec<(Task, TaskOutcome)>, u32, usize) = (Vec::new(), 0, 0);
    let mut proof = Proof::open(&question, folder.path(), FEW).unwrap();
    while proof.winner().is_none() {
        let mut tasks: Vec<Task> = proof.pending().collect();
        assert!(!tasks.is_empty());
        tasks.reverse();
        for task in &tasks {
            n_calls += 1;
            let outcome = execute(task, &Arc::default()).unwrap();
            match n_calls % 4 {
                0 => {}
                1 => late.push((task.clone(), outcome)),
                _ => {
                    n_kept += usize::from(proof.keep(task, &outcome).unwrap() == Acceptance::New);
                    assert_eq!(proof.keep(task, &outcome).unwrap(), Acceptance::Known);
                }
            }
        }
        for (task, outcome) in late.drain(..late.len() / 2) {
            n_kept += usize::from(proof.keep(&task, &outcome).unwrap() == Acceptance::New);
        }
        let before = size(&proof);
        proof = Proof::open(&question, folder.path(), FEW).unwrap();
        assert_eq!(size(&proof)[2], before[2], "no lemma is lost or doubled");
    }
    assert_eq!(proof.winner(), Some(winner_by_solver(&question)));
    assert_eq!(proof.summary().unwrap()["answered"], n_kept);
    proof.certificate().unwrap().unwrap();
}

/// Outcomes that are kept and have no place yet are used when their position becomes a leaf.
#[test]
fn a_proof_that_is_opened_again_comes_to_an_end() {
    let question = board(5, &["a3"]);
    let folder = tempfile::tempdir().unwrap();
    let mut proof = Proof::open(&question, folder.path(), 1).unwrap();
    for round in 0..2_000 {
        if proof.winner().is_some() {
            break;
        }
        let tasks: Vec<Task> = proof.pending().collect();
        // The last ones first, and the folder opened again all the time: the tree grows in another order.
        let chosen = if round % 2 == 0 { tasks.last() } else { tasks.first() };
        let task = chosen.unwrap();
        let outcome = execute(task, &Arc::default()).unwrap();
        proof.keep(task, &outcome).unwrap();
        if round % 3 == 0 {
            proof = Proof::open(&question, folder.path(), 1).unwrap();
        }
    }
    assert_eq!(proof.winner(), Some(winner_by_solver(&question)));
    proof.certificate().unwrap().unwrap();
}

#[test]
fn a_worker_that_lies_is_refused() {
    let question = board(4, &["b2"]);
    let folder = tempfile::tempdir().unwrap();
    let mut proof = Proof::open(&question, folder.path(), 1_000_000).unwrap();
    let task = proof.pending().next().unwrap();
    assert_eq!(proof.keep(&task, &execute(&task, &Arc::default()).unwrap()).unwrap(), Acceptance::New);
    let task = proof.pending().next().unwrap();
    let truth = execute(&task, &Arc::default()).unwrap();
    let mut n_refused = 0;
    let mut lie = |change: &dyn Fn(&mut TaskOutcome)| {
        let mut lie = truth.clone();
        change(&mut lie);
        assert!(matches!(proof.keep(&task, &lie), Err(WorkError::Refused { .. })), "{lie:?}");
        assert!(proof.winner().is_none());
        n_refused += 1;
    };
    let winner = if truth.result["answer"]["winner"] == "black" { "white" } else { "black" };
    lie(&|lie| lie.result["answer"]["winner"] = json!(winner));
    lie(&|lie| lie.result["answer"]["certificate"] = json!("VFNKQ0VSVAE="));
    // A node that is changed; the checksum is that of the changed bytes.
    lie(&|lie| {
        let mut certificate = STANDARD.decode(lie.result["answer"]["certificate"].as_str().unwrap()).unwrap();
        let mut changed = tesuji_proof::Certificate::read(&certificate[..]).unwrap();
        let linked = changed.nodes.iter_mut().find_map(|node| match node {
            tesuji_proof::Node::Linked { stones, .. } if !stones.is_empty() => Some(stones),
            _ => None,
        });
        linked.unwrap().clear();
        certificate = changed.to_bytes().unwrap();
        lie.result["answer"]["certificate"] = json!(STANDARD.encode(certificate));
    });
    lie(&|lie| lie.task = "77".to_owned());
    let other = board(4, &["c3"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let other = Proof::open(&other, elsewhere.path(), 1_000_000).unwrap();
    let foreign = other.pending().next().unwrap();
    let borrowed = execute(&foreign, &Arc::default()).unwrap();
    lie(&|lie| lie.result = borrowed.result.clone());
    assert_eq!(n_refused, 5);
    assert_eq!(proof.keep(&task, &truth).unwrap(), Acceptance::New);
    assert_eq!(proof.winner(), Some(winner_by_solver(&question)));
}

/// A worker who says that the loser wins, wherever it is asked: nobody believes it for long.
#[test]
fn wins_without_a_proof_are_dropped() {
    let mut n_lies = 0;
    for moves in [&["a3"][..], &["b2"], &["c3"]] {
        let question = board(5, moves);
        let winner = winner_by_solver(&question);
        let folder = tempfile::tempdir().unwrap();
        let mut proof = Proof::open(&question, folder.path(), 1).unwrap();
        let mut rounds = 0;
        while proof.winner().is_none() {
            rounds += 1;
            assert!(rounds < 2_000, "{moves:?}: it does not end");
            let tasks: Vec<Task> = proof.pending().take(3).collect();
            for task in tasks {
                let mut outcome = execute(&task, &Arc::default()).unwrap();
                let decided = &mut outcome.result["decided"];
                if decided["winner"] == winner.name() {
                    // All stones and all cells of the loser, so that the statement fits.
                    let at: super::LeafPosition = serde_json::from_value(task.content.clone()).unwrap();
                    let at = at.question().unwrap();
                    let names = |cells: &CellSet| cells.iter().map(|cell| at.topology.name(cell)).collect::<Vec<_>>();
                    let stones = if winner == Player::Black { &at.white } else { &at.black };
                    let mut cells = at.empties();
                    let first = cells.iter().next().filter(|_| at.to_move != winner);
                    first.map(|first| cells.remove(first));
                    *decided = json!({
                        "winner": winner.opponent().name(), "stones": names(stones), "carrier": names(&cells),
                    });
                    if let Some(first) = first {
                        decided["first"] = json!(at.topology.name(first));
                    }
                    n_lies += 1;
                }
                proof.keep(&task, &outcome).unwrap();
            }
            if rounds % 5 == 0 {
                let before = size(&proof);
                proof = Proof::open(&question, folder.path(), 1).unwrap();
                assert_eq!(size(&proof)[2], before[2], "{moves:?}: what is kept says the same");
            }
        }
        assert_eq!(proof.winner(), Some(winner), "{moves:?}");
        proof.certificate().unwrap().unwrap().check().unwrap();
    }
    assert!(n_lies > 4, "only {n_lies} lies");
}

/// A worker whose table says that the loser wins everywhere costs time; the answer stays right.
#[test]
fn a_poisoned_table_is_found_out_for_want_of_a_proof() {
    let mut n_unproved = 0;
    for (side, moves) in [(4, "a1"), (4, "b2"), (5, "a3"), (5, "c3")] {
        let question = board(side, &[moves]);
        let winner = winner_by_solver(&question);
        let mut poison = SearchRecords::new(question.topology.n_cells());
        poison.add_win(winner.opponent(), &CellSet::new(), &question.empties());
        let folder = tempfile::tempdir().unwrap();
        let mut proof = Proof::open(&question, folder.path(), 1).unwrap();
        let task = proof.pending().next().unwrap();
        let records = STANDARD.encode(poison.below(&question.black, &question.white, usize::MAX));
        let answer = json!({ "winner": null, "nodes": 1, "distance": [4, 4] });
        let lie = TaskOutcome { task: task.id.clone(), result: json!({ "answer": answer, "records": records }) };
        assert_eq!(proof.keep(&task, &lie).unwrap(), Acceptance::New);
        while proof.winner().is_none() {
            let task = proof.pending().next().unwrap();
            let outcome = execute(&task, &Arc::default()).unwrap();
            n_unproved += usize::from(task.content["is_proof"] == true && outcome.result["answer"]["winner"].is_null());
            proof.keep(&task, &outcome).unwrap();
        }
        assert_eq!(proof.winner(), Some(winner), "{moves}");
        proof.certificate().unwrap().unwrap();
    }
    assert!(n_unproved > 0, "nobody believed the table, so the sample shows nothing");
}

/// A liar's "undecided" gives way to an answer when folders are merged. What a journal holds is checked when it is opened:
/// lines that are no outcomes, and answers that are not so, are set aside, and their tasks are done again.
#[test]
fn an_answer_takes_the_place_of_undecided_and_forged_lines_are_set_aside() {
    let question = board(4, &["b2"]);
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| Proof::open(&question, &folder.path().join(name), 1_000_000).unwrap();
    let mut liar = open("liar");
    let task = liar.pending().next().unwrap();
    let undecided = TaskOutcome {
        task: task.id,
        result: json!({ "answer": { "winner": null, "nodes": 5, "distance": [9, 2_000_000] } }),
    };
    let task = liar.pending().next().unwrap();
    assert_eq!(liar.keep(&task, &undecided).unwrap(), Acceptance::New);
    let mut honest = open("honest");
    done(&mut honest);
    let winner = honest.winner();
    let parts = ["liar", "honest"].map(|name| folder.path().join(name));
    for (name, parts) in [("one way", parts.to_vec()), ("the other way", parts.iter().rev().cloned().collect())] {
        let mut merged = open(name);
        let counts = merged.merge(&parts).unwrap();
        assert_eq!((merged.winner(), counts.refused.len()), (winner, 0), "{name}: {counts:?}");
        assert_eq!(open(name).winner(), winner, "{name}");
    }

    let journal = folder.path().join("honest/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let (name, other) = if winner == Some(Player::Black) { ("black", "white") } else { ("white", "black") };
    let flipped = text.replace(&format!("\"winner\":\"{name}\""), &format!("\"winner\":\"{other}\""));
    assert_ne!(flipped, text);
    std::fs::write(&journal, format!("no outcome\n{flipped}")).unwrap();
    let mut merged = open("merged");
    assert_eq!(merged.merge(&parts[1..]).unwrap().refused.len(), 3);
    assert_eq!(merged.winner(), None);
    let mut again = open("honest");
    assert_eq!((again.set_aside().len(), again.winner()), (3, None), "{:?}", again.set_aside());
    done(&mut again);
    assert_eq!(again.winner(), winner);
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), text);
    let damaged = std::fs::read_to_string(folder.path().join("honest/journal.jsonl.damaged")).unwrap();
    assert_eq!(damaged, format!("no outcome\n{flipped}"));
    assert!(open("honest").set_aside().is_empty());
}

/// Two processes at one folder. One dies with a leaf; the other gets it.
#[test]
fn processes_share_a_folder_and_a_dead_one_leaves_its_leaf_to_others() {
    let question = board(5, &["a3"]);
    let folder = tempfile::tempdir().unwrap();
    let open = || Proof::open(&question, folder.path(), 1).unwrap();
    let mut first = open();
    let root = first.pending().next().unwrap();
    first.keep(&root, &execute(&root, &Arc::default()).unwrap()).unwrap();
    let mut second = open();
    let mut of_first: Vec<Task> = first.pending().take(3).collect();
    let of_second: Vec<Task> = second.pending().collect();
    assert!(of_first.len() == 3 && of_second.iter().all(|task| !of_first.contains(task)), "each has its own");
    let (done, dead) = (of_first.remove(1), of_first.remove(1));
    first.keep(&done, &execute(&done, &Arc::default()).unwrap()).unwrap();
    drop(first);
    let again: Vec<Task> = second.pending().collect();
    let stones = |task: &Task| ["black", "white"].map(|player| task.content[player].clone());
    assert!(again.iter().any(|task| stones(task) == stones(&dead)), "it is given out again");
    assert_eq!(second.state().n_kept, 2, "what the dead one had done is known");
    done_by(&mut second, 1);
    assert_eq!(second.winner(), Some(winner_by_solver(&question)));
    second.certificate().unwrap().unwrap();
    assert_eq!(open().summary().unwrap(), second.summary().unwrap());
}

/// Issue 46: a worker by itself goes on where its last search ended.
#[test]
fn one_worker_costs_half_as_much_again_at_most() {
    for (moves, leaf_nodes) in [("g3", 100), ("a2", 500)] {
        let question = board(7, &[moves]);
        let whole = BoardSolver::new(BoardConfig { table_bytes: 64 << 20, ..BoardConfig::default() })
            .solve(&question, &Limits::default());
        let folder = tempfile::tempdir().unwrap();
        let mut proof = Proof::open(&question, folder.path(), leaf_nodes).unwrap();
        done_by(&mut proof, 1);
        let searched = proof.state().n_nodes;
        assert!(2 * searched <= 3 * whole.nodes, "{moves}: {searched} positions against {}", whole.nodes);
        assert_eq!(proof.winner(), whole.winner);
    }
}
