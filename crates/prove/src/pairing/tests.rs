use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Topology, in_its_width};
use tesuji_proof::{Certificate, Node};
use tesuji_search::Limits;

use super::*;
use crate::board::engine::engine;
use crate::search::SearchLimits;
use crate::{BoardConfig, BoardSolver, Symmetry, VerifyOutcome, verify};

fn empty(columns: usize, rows: usize, to_move: Player) -> Question {
    let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
    Question { topology, black: CellSet::new(), white: CellSet::new(), to_move }
}

fn certificate(question: &Question) -> Option<Certificate> {
    let mut nodes: Vec<Node> = Vec::new();
    let (winner, pairing) = Pairing::of_board(question)?;
    let Proof { heading, root } = pairing.prove(&question.claim(winner), &mut nodes).unwrap();
    Some(heading.certificate(nodes, root))
}

/// The certificate is valid and claims what it should, in as many cells as the answer says.
fn assert_proved(question: &Question) -> Certificate {
    let certificate = certificate(question).unwrap_or_else(|| panic!("no pairing: {question:?}"));
    let summary = certificate.check().unwrap_or_else(|fault| panic!("{fault}: {question:?}"));
    let answer = BoardSolver::new(BoardConfig::default()).solve(question, &Limits::default());
    assert_eq!(summary.claim, question.claim(answer.winner.unwrap()));
    let carrier: CellSet = summary.carrier.iter().chain(summary.first).collect();
    assert_eq!(carrier, answer.carrier);
    certificate
}

/// Every position of small boards, and random ones of larger boards, against the complete search.
#[test]
fn pairs_win_where_the_complete_search_wins() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(46);
    let config = BoardConfig { table_bytes: 1 << 20, uses_net: false, ..BoardConfig::default() };
    let (mut n_paired, mut n_other) = (0, 0);
    for (columns, rows) in [(2, 1), (1, 3), (3, 2), (2, 4), (4, 3), (3, 4), (5, 3), (5, 4)] {
        let board = empty(columns, rows, Player::Black);
        let any = engine(&board.topology, &config).unwrap();
        let n_cells = board.topology.n_cells() as u32;
        for number in 0..if n_cells < 9 { 3_usize.pow(n_cells) } else { 4000 } {
            let mut question = empty(columns, rows, if rng.random_bool(0.5) { Player::Black } else { Player::White });
            let emptiness = rng.random_range(0.3..1.0);
            for (cell, power) in board.topology.cells().zip(0..) {
                let is_random = n_cells >= 9;
                let random = if rng.random_bool(emptiness) { 0 } else { rng.random_range(1..=2) };
                match if is_random { random } else { number / 3_usize.pow(power) % 3 } {
                    1 => _ = question.black.insert(cell),
                    2 => _ = question.white.insert(cell),
                    _ => {}
                }
            }
            let paired = Pairing::of_board(&question);
            *if paired.is_some() { &mut n_paired } else { &mut n_other } += 1;
            if let Some((winner, _)) = paired {
                let within = SearchLimits { limits: &Limits::default(), n_threads: 1, journal: None };
                let found = in_its_width!(&any, engine => engine.solve(&question, within));
                assert_eq!(Some(winner), found.winner, "{question:?}");
                assert_proved(&question);
            }
        }
    }
    assert!(n_paired > 1000 && n_other > 1000, "{n_paired} with pairs, {n_other} without");
}

/// Both orientations, both players to move, empty and with pairs that are answered, on boards up to 18x19.
#[test]
fn large_boards_are_proved() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(47);
    for (short, long) in (6..19).map(|n| (n, n + 1)).chain([(9, 13), (4, 19)]) {
        for (columns, rows) in [(short, long), (long, short)] {
            let winner = if columns > rows { Player::Black } else { Player::White };
            for to_move in Player::BOTH {
                let question = empty(columns, rows, to_move);
                let certificate = assert_proved(&question);
                assert_eq!(certificate.claim.owner, winner);
                assert!(certificate.to_bytes().unwrap().len() < 30_000, "{columns}x{rows}");
            }
            // The loser moves anywhere, and the proof answers.
            let mut question = empty(columns, rows, !winner);
            for _ in 0..12 {
                let empties: Vec<Cell> = question.empties().iter().collect();
                question = question.after(*empties.choose(&mut rng).unwrap());
                let reply = assert_proved(&question).first.unwrap();
                question = question.after(reply);
            }
            assert_proved(&question);
        }
    }
}

/// A store keeps one image of a position; the certificate of another one is rewritten, and proves it too.
#[test]
fn images_are_proved() {
    let question = empty(5, 4, Player::White).after(Cell::new(7));
    let bytes = certificate(&question).unwrap().to_bytes().unwrap();
    for symmetry in Symmetry::ALL {
        let image = symmetry.rewrite(&bytes[..], std::io::Cursor::new(Vec::new())).unwrap().unwrap().into_inner();
        let summary = tesuji_proof::check_stream(&image[..]).unwrap_or_else(|fault| panic!("{fault}: {symmetry:?}"));
        let image = symmetry.question(&question);
        assert_eq!(summary.claim, image.claim(Pairing::of_board(&image).unwrap().0));
    }
}

/// A claim need not be about a whole board: here White has a column at either side, and the corner of the one between.
#[test]
fn claims_are_proved_by_pairs() {
    let mut claim = empty(9, 6, Player::White).claim(Player::Black);
    claim.carrier = claim.carrier.iter().filter(|cell| (1..8).contains(&(cell.index() % 9))).collect();
    let report = verify(&claim, &Limits::default());
    let VerifyOutcome::Holds(Some(certificate)) = report.outcome else { panic!("{report:?}") };
    assert_eq!((report.nodes, certificate.check().unwrap().carrier), (1, claim.carrier.clone()));
    // 20 columns are more than a board of Hex has, but not more than a claim.
    let report = verify(&empty(20, 19, Player::White).claim(Player::Black), &Limits::default());
    let VerifyOutcome::Holds(Some(certificate)) = report.outcome else { panic!("{report:?}") };
    assert_eq!(certificate.check().unwrap().carrier.len(), 380);
    claim.carrier.remove(claim.topology.cell("b1").unwrap());
    assert!(Pairing::of(&claim).is_none());
}

#[test]
fn a_broken_pair_is_no_win() {
    // a1 and d3 are a pair on 4x3: with both, White has broken the only pairing there is.
    let mut question = empty(4, 3, Player::Black);
    question.white = ["a1", "d3"].map(|name| question.topology.cell(name).unwrap()).into_iter().collect();
    assert!(Pairing::of_board(&question).is_none());
    // With one, Black has to be on move.
    question.white = CellSet::from_iter(question.topology.cell("a1"));
    assert_eq!(Pairing::of_board(&question).unwrap().1.first, question.topology.cell("d3"));
    question.to_move = Player::White;
    assert!(Pairing::of_board(&question).is_none());
    // A square board has no shorter way.
    assert!(Pairing::of_board(&empty(5, 5, Player::Black)).is_none());
}

/// Whatever is changed in the walk or in a pair, the checker refuses it.
#[test]
fn wrong_walks_are_refused() {
    let right = certificate(&empty(6, 5, Player::White)).unwrap();
    right.check().unwrap();
    let root = right.nodes.len() - 1;
    let fault = |change: &dyn Fn(&mut Vec<u32>, &mut Vec<WalkStep>)| {
        let mut wrong = right.clone();
        let Node::Walk { children, steps, .. } = &mut wrong.nodes[root] else { panic!("the root is a walk") };
        change(children, steps);
        let fault = wrong.check().expect_err("a changed walk");
        let bytes = wrong.to_bytes().unwrap();
        assert_eq!(tesuji_proof::check_stream(&bytes[..]), Err(fault.clone()));
        assert_eq!(Certificate::from_text(&wrong.to_text().unwrap()).unwrap(), wrong);
        fault.to_string()
    };
    let has = |fault: String, words: &str| assert!(fault.contains(words), "{fault}");
    has(fault(&|parts, _| parts[3] = parts[4]), "shares");
    has(fault(&|_, steps| steps.clear()), "must begin");
    has(fault(&|_, steps| steps[0].ends[1] = Some((0, 0))), "must begin");
    has(fault(&|_, steps| steps[2].part = 99), "one step for each alternative");
    has(fault(&|_, steps| steps[2].next[1] = 999), "leads to no step");
    has(fault(&|_, steps| _ = steps[2].next.pop()), "one step for each alternative");
    has(fault(&|_, steps| steps[2].ends[0] = Some((2, 7))), "step");
    has(fault(&|_, steps| steps[2].next.reverse()), "step 2");
    has(fault(&|_, steps| steps[0].next[0] = 0), "is not joined");
    // A pair of which a reply is missing, and cells exchanged, so that pairs do not lie at the walk.
    let mut wrong = right.clone();
    let pair = wrong.nodes.iter_mut().find(|node| !node.replies().is_empty()).unwrap();
    let Node::Replies { replies, .. } = pair else { panic!("a pair has replies") };
    replies.pop();
    has(wrong.check().unwrap_err().to_string(), "no reply to an intrusion");
    let mut cells: Vec<Cell> = right.claim.topology.cells().collect();
    cells.shuffle(&mut Xoshiro256StarStar::seed_from_u64(48));
    for pair in cells.chunks_exact(2) {
        let image = |terminal: Terminal| match terminal {
            Terminal::Cell(cell) if pair.contains(&cell) => Terminal::Cell(pair[usize::from(cell == pair[0])]),
            other => other,
        };
        let mut wrong = right.clone();
        wrong.nodes.iter_mut().for_each(|node| node.map_terminals(&right.goals, image));
        wrong.goals[1..].iter_mut().for_each(|goal| *goal = goal.image(image));
        assert!(wrong.check().is_err(), "{pair:?}");
    }
}
