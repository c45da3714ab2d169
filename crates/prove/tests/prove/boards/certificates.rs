//! Certificates of whole boards: they exist, they state the question, and both checkers accept them.

use std::fs;
use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{Certificate, CertificateError, Draft, Heading, Node, NodeSink, Verdict};
use tesuji_prove::{BoardConfig, BoardSolver, Proof, Question};
use tesuji_search::Limits;

fn solver() -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 16 << 20, ..BoardConfig::default() })
}

fn opening(size: usize, cell: usize) -> Question {
    Question {
        topology: Arc::new(Topology::rhombus(size, size).unwrap()),
        black: [Cell::new(cell)].into_iter().collect(),
        white: CellSet::new(),
        to_move: Player::White,
    }
}

fn random_question(rng: &mut Xoshiro256StarStar) -> Question {
    let (columns, rows) = (rng.random_range(2..=6), rng.random_range(2..=6));
    let topology = Topology::rhombus(columns, rows).unwrap();
    let mut cells: Vec<Cell> = topology.cells().collect();
    cells.shuffle(rng);
    let n_stones = rng.random_range(0..=cells.len());
    let n_black = rng.random_range(n_stones / 3..=n_stones - n_stones / 3);
    Question {
        topology: Arc::new(topology),
        black: cells[..n_black].iter().copied().collect(),
        white: cells[n_black..n_stones].iter().copied().collect(),
        to_move: if rng.random_bool(0.5) { Player::Black } else { Player::White },
    }
}

/// A certificate, checked to be sound and to prove what the solver says.
fn certified(solver: &mut BoardSolver, question: &Question) -> Certificate {
    let winner = solver.solve(question, &Limits::default()).winner.unwrap();
    let certificate = solver.certificate(question, &Limits::default());
    let certificate = certificate.unwrap_or_else(|| panic!("no certificate: {question:?}"));
    let summary = certificate.check().unwrap_or_else(|error| panic!("{error}: {question:?}"));
    assert_eq!(summary.claim, question.claim(winner));
    assert_eq!(summary.verdict, Verdict::Holds);
    certificate
}

#[test]
fn all_openings_of_small_boards() {
    for size in 1..=5 {
        let mut solver = solver();
        for cell in 0..size * size {
            certified(&mut solver, &opening(size, cell));
        }
    }
}

#[test]
fn some_openings_of_6x6() {
    // Winning and losing openings, at the side and in the middle; the last is the image of the first.
    for cell in [6, 5, 2, 14, 11, 29] {
        certified(&mut solver(), &opening(6, cell));
    }
}

#[test]
fn random_positions() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(12);
    let mut n = [[0; 2]; 2];
    for _ in 0..400 {
        let question = random_question(&mut rng);
        let certificate = certified(&mut solver(), &question);
        n[question.to_move.index()][usize::from(certificate.claim.owner == question.to_move)] += 1;
    }
    assert!(n.iter().flatten().all(|&n| n > 30), "every kind of question: {n:?}");
}

#[test]
fn every_node_is_sound_and_a_draft_says_the_same() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(14);
    let mut questions: Vec<Question> = (0..100).map(|_| random_question(&mut rng)).collect();
    questions.extend([opening(5, 9), opening(6, 8), opening(6, 12)]);
    for question in &questions {
        let certificate = certified(&mut solver(), question);
        let mut nodes: Vec<Node> = Vec::new();
        let Proof { heading, root } = solver().prove(question, &Limits::default(), &mut nodes).unwrap().unwrap();
        // All nodes, including those that turned out not to be needed.
        nodes.truncate(root as usize + 1);
        let Heading { claim, verdict, first, goals } = heading.clone();
        let all = Certificate { claim, verdict, first, goals, nodes };
        all.check().unwrap_or_else(|error| panic!("{error}: {question:?}"));
        let mut draft = Draft::new(Cursor::new(Vec::new()), question.topology.n_cells()).unwrap();
        solver().prove(question, &Limits::default(), &mut draft).unwrap();
        let written = draft.write(&heading, root, Cursor::new(Vec::new())).unwrap().into_inner();
        assert!(written == certificate.to_bytes().unwrap(), "{question:?}");
    }
}

#[test]
fn little_memory_makes_longer_proofs() {
    let question = opening(6, 12);
    let n_nodes = |proof_bytes| {
        let mut solver = BoardSolver::new(BoardConfig { table_bytes: 1 << 20, proof_bytes, ..BoardConfig::default() });
        certified(&mut solver, &question).nodes.len()
    };
    let (much, little, none) = (n_nodes(1 << 24), n_nodes(20_000), n_nodes(0));
    assert_eq!(much, n_nodes(1 << 30));
    assert!(much < little && little < none, "{much}, {little}, {none} nodes");
}

/// A sink that accepts this many nodes.
struct Full(u32);

impl NodeSink for Full {
    fn take(&mut self, _: Node) -> Result<(), CertificateError> {
        self.0 = self.0.checked_sub(1).ok_or(CertificateError::Write(ErrorKind::StorageFull))?;
        Ok(())
    }
}

#[test]
fn a_sink_that_fails_ends_the_proof() {
    let question = opening(6, 12);
    let proved = solver().prove(&question, &Limits::default(), &mut Full(100));
    assert_eq!(proved, Err(CertificateError::Write(ErrorKind::StorageFull)));
}

#[test]
fn limits_give_no_certificate() {
    let question = opening(6, 12);
    assert_eq!(solver().certificate(&question, &Limits::nodes(10)), None);
}

#[test]
fn python_agrees() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boards");
    fs::create_dir_all(&directory).unwrap();
    let mut rng = Xoshiro256StarStar::seed_from_u64(13);
    let mut questions: Vec<Question> = (0..40).map(|_| random_question(&mut rng)).collect();
    questions.push(opening(5, 9));
    questions.push(opening(6, 8));
    // The shorter way wins, by pairs of cells.
    for (columns, rows) in [(8, 7), (9, 10), (19, 18), (18, 19)] {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let (black, white) = (CellSet::new(), CellSet::new());
        questions.extend(Player::BOTH.map(|to_move| Question {
            topology: Arc::clone(&topology),
            black: black.clone(),
            white: white.clone(),
            to_move,
        }));
    }
    let paths: Vec<PathBuf> = (0..)
        .zip(&questions)
        .map(|(i, question)| {
            let path = directory.join(format!("{i}.cert"));
            certified(&mut solver(), question).write(fs::File::create(&path).unwrap()).unwrap();
            path
        })
        .collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tesuji/checker/certificate.py");
    let output = Command::new("python3").arg(script).args(&paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "one line a file");
    for (line, path) in said.lines().zip(&paths) {
        assert!(line.starts_with(&format!("{}: holds, ", path.display())), "{line}");
    }
    fs::remove_dir_all(&directory).unwrap();
}
