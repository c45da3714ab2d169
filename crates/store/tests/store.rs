//! Stores as programs use them: kept and found again, opened when they are none, merged, judged.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tesuji_board::Player;
use tesuji_hex::notation::ascii;
use tesuji_search::Limits;
use tesuji_solve::board::{BoardConfig, BoardSolver, Distance, Question, Symmetry};
use tesuji_store::database::DatabaseError;
use tesuji_store::{CertificateFault, Filter, Finding, Store, StoreError};

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn store(&self, name: &str) -> Store {
        Store::open_or_create(&self.path(name)).unwrap()
    }
}

fn question(board: &str, to_move: Player) -> Question {
    Question::from(&ascii::read(board).unwrap().position(to_move).unwrap())
}

/// A position without symmetry of its own, which Black wins.
fn example() -> Question {
    question(". . .\n . B .\n  W . .\n", Player::Black)
}

fn finding(winner: Option<Player>, nodes: u64) -> Finding {
    Finding {
        winner,
        winning_move: None,
        nodes,
        seconds: 0.5,
        solver: "test 1".to_owned(),
        certificate: None,
        distance: None,
    }
}

/// The answer of the solver, with its certificate taken into the store.
fn solved(store: &Store, question: &Question) -> Finding {
    let mut solver = BoardSolver::new(BoardConfig { table_bytes: 1 << 20, ..BoardConfig::default() });
    let answer = solver.solve(question, &Limits::default());
    let certificate = solver.certificate(question, &Limits::default()).unwrap().to_bytes().unwrap();
    let certificate = Some(store.keep_certificate(&certificate[..]).unwrap());
    Finding { certificate, ..finding(answer.winner, answer.nodes) }
}

#[test]
fn an_answer_is_found_under_every_image() {
    let folder = Folder::new();
    let question = example();
    let size = question.size();
    let b3 = question.topology.cell("b3").unwrap();
    let kept = Finding { winning_move: Some(b3), ..finding(Some(Player::Black), 7) };
    folder.store("a").keep(&question, &kept).unwrap();
    // Opened anew: what was kept is on the disk.
    let store = Store::open(&folder.path("a")).unwrap();
    for symmetry in Symmetry::ALL {
        let image = symmetry.question(&question);
        let found = store.find(&image).unwrap().expect("known");
        assert_eq!(found.question, image);
        assert_eq!(found.finding.winner, Some(symmetry.player(Player::Black)));
        assert_eq!(found.finding.winning_move, Some(symmetry.cell(size, b3)));
        assert_eq!((found.finding.nodes, found.finding.seconds, found.finding.solver.as_str()), (7, 0.5, "test 1"));
        store.keep(&image, &found.finding).unwrap();
    }
    assert_eq!(store.entries(&Filter::default()).unwrap().len(), 1);
    let other = Question { to_move: Player::White, ..question.clone() };
    assert_eq!(store.find(&other).unwrap(), None, "the turn is part of the position");
    store.forget(&Symmetry::LongDiagonal.question(&question)).unwrap();
    assert_eq!(store.find(&question).unwrap(), None);
}

#[test]
fn of_two_findings_the_one_that_says_more_stays() {
    let folder = Folder::new();
    let store = folder.store("a");
    let question = example();
    let now = || store.find(&question).unwrap().unwrap().finding;
    store.keep(&question, &finding(None, 10)).unwrap();
    store.keep(&question, &finding(None, 5)).unwrap();
    assert_eq!((now().winner, now().nodes), (None, 10));
    store.keep(&question, &finding(Some(Player::Black), 3)).unwrap();
    store.keep(&question, &finding(None, 50)).unwrap();
    assert_eq!((now().winner, now().nodes), (Some(Player::Black), 3));
    let with_move = Finding { winning_move: question.topology.cell("a1"), ..finding(Some(Player::Black), 99) };
    store.keep(&question, &with_move).unwrap();
    assert_eq!((now().nodes, now().winning_move), (3, with_move.winning_move));
    let certified = solved(&store, &question);
    store.keep(&question, &certified).unwrap();
    assert_eq!((now().nodes, now().certificate), (3, certified.certificate));

    // The contradiction is told in the terms of whoever asks.
    let image = Symmetry::LongDiagonal.question(&question);
    let error = store.keep(&image, &finding(Some(Player::Black), 1)).unwrap_err();
    let StoreError::Contradiction(contradiction) = &error else { panic!("{error}") };
    assert_eq!((contradiction.kept, contradiction.found), (Player::White, Player::Black));
    assert_eq!(
        error.to_string(),
        "contradiction: white wins by the store and black by the new answer: 3x3, black c1, white b2, white to move"
    );
    assert_eq!(now().winner, Some(Player::Black));
}

#[test]
fn an_undecided_position_says_how_far_it_was_from_an_answer() {
    let folder = Folder::new();
    let store = folder.store("a");
    let question = example();
    let distance = Some(Distance { to_win: 3, to_lose: 17 });
    store.keep(&question, &Finding { distance, ..finding(None, 10) }).unwrap();
    for symmetry in Symmetry::ALL {
        // Whoever exchanges the colours exchanges who is to move as well.
        let found = store.find(&symmetry.question(&question)).unwrap().unwrap();
        assert_eq!(found.finding.distance, distance);
    }
    store.keep(&question, &finding(None, 11)).unwrap();
    assert_eq!(store.find(&question).unwrap().unwrap().finding.distance, None, "the later search says nothing of it");
}

#[test]
fn a_store_of_version_1_is_brought_up_to_date() {
    let folder = Folder::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/stores/v1.store");
    let path = folder.path("v1.store");
    fs::copy(&old, &path).unwrap();
    fs::create_dir(folder.path("v1.store.certificates")).unwrap();
    for certificate in fs::read_dir(old.with_extension("store.certificates")).unwrap() {
        let from = certificate.unwrap().path();
        fs::copy(&from, folder.path("v1.store.certificates").join(from.file_name().unwrap())).unwrap();
    }
    let version = || -> i64 {
        let file = rusqlite::Connection::open(&path).unwrap();
        file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    };
    assert_eq!(version(), 1);
    for _ in 0..2 {
        let store = Store::open(&path).unwrap();
        assert_eq!(store.faults().unwrap(), [""; 0]);
        let entries = store.entries(&Filter::default()).unwrap();
        let decided = entries.iter().filter(|entry| entry.finding.winner.is_some());
        assert_eq!((entries.len(), decided.count()), (22, 21));
        assert!(entries.iter().all(|entry| entry.finding.distance.is_none()));
        let checked: Vec<_> = entries.iter().filter_map(|entry| store.check(entry)).collect();
        assert!(checked.len() == 6 && checked.iter().all(Result::is_ok), "{checked:?}");
        let undecided = entries.iter().find(|entry| entry.finding.winner.is_none()).unwrap();
        assert_eq!((undecided.question.size(), undecided.finding.nodes), ((6, 6), 7));
        drop(store);
        assert_eq!(version(), 2);
    }
    let store = Store::open(&path).unwrap();
    let distance = Some(Distance { to_win: 1, to_lose: 2 });
    store.keep(&example(), &Finding { distance, ..finding(None, 1) }).unwrap();
    assert_eq!(store.find(&example()).unwrap().unwrap().finding.distance, distance);
}

#[test]
fn lists_are_sorted_and_filtered() {
    let folder = Folder::new();
    let store = folder.store("a");
    for (board, to_move, winner) in [
        (". . .\n . B .\n  . . .\n", Player::White, Some(Player::Black)),
        (". . .\n . . .\n  . . .\n", Player::Black, Some(Player::Black)),
        ("B . .\n . . .\n  . . .\n", Player::White, Some(Player::White)),
        (". .\n . .\n", Player::White, None),
        (". . .\n . . .\n", Player::White, Some(Player::White)),
    ] {
        store.keep(&question(board, to_move), &finding(winner, 1)).unwrap();
    }
    let list = |filter: Filter| {
        let entries = store.entries(&filter).unwrap();
        entries.iter().map(|entry| (entry.question.size(), entry.question.black.len())).collect::<Vec<_>>()
    };
    assert_eq!(list(Filter::default()), [((2, 2), 0), ((2, 3), 0), ((3, 3), 0), ((3, 3), 1), ((3, 3), 1)]);
    assert_eq!(list(Filter { size: Some((3, 2)), winner: None }), [((2, 3), 0)]);
    assert_eq!(list(Filter { size: None, winner: Some(None) }), [((2, 2), 0)]);
    // The empty 3x2 board is kept on its side, where White's win is Black's.
    let black = Filter { size: Some((3, 3)), winner: Some(Some(Player::Black)) };
    assert_eq!(list(black), [((3, 3), 0), ((3, 3), 1)]);
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let folder = Folder::new();
    let message = |path: &Path| {
        let before = fs::read(path).unwrap();
        let [created, opened] =
            [Store::open_or_create(path), Store::open(path)].map(|result| result.unwrap_err().to_string());
        assert_eq!(created, opened);
        assert_eq!(fs::read(path).unwrap(), before, "{created}");
        created
    };
    let path = folder.path("notes.txt");
    fs::write(&path, "SQLite is nice, but this is a text\n").unwrap();
    assert!(message(&path).contains("notes.txt is not a store of positions; it is left as it is"));

    let path = folder.path("other.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE position (x)").unwrap();
    drop(other);
    assert!(message(&path).contains("other.db is not a store of positions"));

    let path = folder.path("later");
    drop(Store::open_or_create(&path).unwrap());
    let later = rusqlite::Connection::open(&path).unwrap();
    later.pragma_update(None, "user_version", 3).unwrap();
    drop(later);
    assert!(message(&path).contains("later is a store of positions of version 3, this program reads up to 2"));

    let error = Store::open(&folder.path("nothing")).unwrap_err();
    assert!(matches!(error, StoreError::Database(DatabaseError::Missing { .. })), "{error}");
    assert!(!folder.path("nothing").exists());

    // What a kill leaves in the first moment: an empty file, or a database with nothing in it.
    let path = folder.path("begun");
    fs::write(&path, "").unwrap();
    assert_eq!(Store::open_or_create(&path).unwrap().entries(&Filter::default()).unwrap(), []);
    let path = folder.path("empty");
    let empty = rusqlite::Connection::open(&path).unwrap();
    let _: String = empty.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).unwrap();
    drop(empty);
    assert!(matches!(Store::open(&path), Err(StoreError::Database(DatabaseError::Foreign { .. }))));
    assert_eq!(Store::open_or_create(&path).unwrap().entries(&Filter::default()).unwrap(), []);
}

#[test]
fn a_damaged_store_says_so() {
    let folder = Folder::new();
    let path = folder.path("a");
    let store = Store::open_or_create(&path).unwrap();
    for cell in 0..9 {
        store
            .keep(
                &question(". . .\n . . .\n  . . .\n", Player::Black).after(tesuji_board::Cell::new(cell)),
                &finding(None, 1),
            )
            .unwrap();
    }
    drop(store);
    let whole = fs::read(&path).unwrap();
    for length in [whole.len() - 1, whole.len() / 8 * 4, 4096, 200, 20, 10] {
        fs::write(&path, &whole[..length]).unwrap();
        let error = Store::open_or_create(&path).and_then(|store| store.entries(&Filter::default()).map(|_| ()));
        let message = error.expect_err("cut short").to_string();
        let expected = if length < 16 { "is not a store" } else { "cut short" };
        assert!(message.contains(expected), "{length}: {message}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(Store::open(&path).unwrap().faults().unwrap(), [""; 0]);
    let mut torn = whole.clone();
    torn[4096..4196].fill(0xff);
    fs::write(&path, &torn).unwrap();
    assert!(Store::open(&path).unwrap().faults().map_or(true, |faults| !faults.is_empty()));
    fs::write(&path, &whole).unwrap();
    let row = rusqlite::Connection::open(&path).unwrap();
    row.execute("UPDATE position SET black = 'z9' WHERE black = 'b2'", []).unwrap();
    drop(row);
    let store = Store::open(&path).unwrap();
    let message = store.entries(&Filter::default()).unwrap_err().to_string();
    assert!(message.contains("is damaged: no sense in the row of 3x3, black `z9`"), "{message}");
}

#[test]
fn certificates_are_judged() {
    let folder = Folder::new();
    let store = folder.store("a");
    let question = example();
    // The certificate is about the mirror image; it serves the position all the same.
    let image = Symmetry::ShortDiagonal.question(&question);
    store.keep(&image, &solved(&store, &image)).unwrap();
    let check = || store.check(&store.find(&question).unwrap().unwrap()).expect("there is a certificate");
    let summary = check().unwrap();
    assert_eq!(Question::of_claim(&summary.claim), Some(image.clone()));

    let entry = store.find(&question).unwrap().unwrap();
    let mut wrong = entry.clone();
    wrong.finding.winner = entry.finding.winner.map(Player::opponent);
    assert!(matches!(store.check(&wrong), Some(Err(CertificateFault::Another))));
    wrong = entry.clone();
    wrong.question = question.after(question.topology.cell("a1").unwrap());
    assert!(matches!(store.check(&wrong), Some(Err(CertificateFault::Another))));
    wrong.finding.certificate = None;
    assert!(store.check(&wrong).is_none());
    wrong.finding.certificate = Some(store.keep_certificate(&b"no certificate"[..]).unwrap());
    let fault = store.check(&wrong).unwrap().unwrap_err();
    assert!(matches!(fault, CertificateFault::Rejected(_)) && fault.is_of_the_writer(), "{fault}");

    let path = store.certificates().path(entry.finding.certificate.unwrap());
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let fault = check().unwrap_err();
    assert!(matches!(fault, CertificateFault::Damaged) && !fault.is_of_the_writer(), "{fault}");
    fs::remove_file(&path).unwrap();
    assert!(matches!(check().unwrap_err(), CertificateFault::Unreadable(_)));
}

#[test]
fn a_position_and_its_moves_agree() {
    let folder = Folder::new();
    let store = folder.store("a");
    let empty = question(". .\n . .\n", Player::Black);
    let b1 = empty.after(empty.topology.cell("b1").unwrap());
    store.keep(&empty, &finding(Some(Player::Black), 1)).unwrap();
    store.keep(&b1, &finding(Some(Player::Black), 1)).unwrap();
    let contradicts = |store: &Store| {
        let entries = store.entries(&Filter::default()).unwrap();
        entries.iter().map(|entry| store.contradicts_its_moves(entry).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(contradicts(&store), [false, false]);
    let wrong = folder.store("b");
    wrong.keep(&empty, &finding(Some(Player::White), 1)).unwrap();
    wrong.keep(&b1, &finding(Some(Player::Black), 1)).unwrap();
    assert_eq!(contradicts(&wrong), [true, false]);
}

#[test]
fn a_merge_takes_all_or_nothing() {
    let folder = Folder::new();
    let (ours, theirs) = (folder.store("ours"), folder.store("theirs"));
    let question = example();
    let next = question.after(question.topology.cell("a1").unwrap());
    ours.keep(&question, &finding(Some(Player::Black), 5)).unwrap();
    ours.keep(&next, &finding(None, 5)).unwrap();
    theirs.keep(&question, &solved(&theirs, &question)).unwrap();
    theirs.keep(&next, &solved(&theirs, &next)).unwrap();
    let lost = theirs.find(&next).unwrap().unwrap().finding.certificate.unwrap();
    fs::write(theirs.certificates().path(lost), "damaged").unwrap();

    let merged = ours.merge(&theirs).unwrap();
    assert_eq!((merged.n_new, merged.n_known, merged.n_certificates, merged.n_lost), (1, 1, 1, 1));
    let entry = ours.find(&question).unwrap().unwrap();
    assert_eq!(entry.finding.nodes, 5, "the earlier answer");
    assert!(ours.check(&entry).unwrap().is_ok(), "with the later certificate");
    assert_eq!(ours.find(&next).unwrap().unwrap().finding.certificate, None);

    let third = folder.store("third");
    let other = question.after(question.topology.cell("c3").unwrap());
    third.keep(&question, &finding(Some(Player::White), 1)).unwrap();
    third.keep(&other, &finding(Some(Player::White), 1)).unwrap();
    let merged = ours.merge(&third).unwrap();
    assert_eq!((merged.contradictions.len(), merged.n_new), (1, 0));
    assert_eq!(ours.find(&other).unwrap(), None, "nothing was written");
}
