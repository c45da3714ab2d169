//! Stores as programs use them: answers kept and found again, files that are not stores, merging and checking.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tesuji_archive::store::database::DatabaseError;
use tesuji_archive::store::{CertificateFault, Filter, Finding, Store, StoreError};
use tesuji_board::Player;
use tesuji_hex::notation::ascii;
use tesuji_prove::{BoardConfig, BoardSolver, Distance, Question, Symmetry};
use tesuji_search::Limits;

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

/// A position that is not its own image under any symmetry. Black wins it.
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

/// The solver's answer, with its certificate added to the store.
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
    // Opened again: what was kept is on the disk.
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

    // The contradiction is reported in the terms of the position asked about.
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
        // Exchanging the colours also exchanges the player to move.
        let found = store.find(&symmetry.question(&question)).unwrap().unwrap();
        assert_eq!(found.finding.distance, distance);
    }
    store.keep(&question, &finding(None, 11)).unwrap();
    assert_eq!(store.find(&question).unwrap().unwrap().finding.distance, None, "the later search says nothing of it");
}

/// A copy of a store in `testdata/` that was written by an earlier version.
fn old_store(folder: &Folder, name: &str) -> PathBuf {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/stores").join(name);
    let path = folder.path(name);
    fs::copy(&old, &path).unwrap();
    let certificates = format!("{name}.certificates");
    fs::create_dir(folder.path(&certificates)).unwrap();
    for certificate in fs::read_dir(old.with_file_name(&certificates)).unwrap() {
        let from = certificate.unwrap().path();
        fs::copy(&from, folder.path(&certificates).join(from.file_name().unwrap())).unwrap();
    }
    path
}

#[test]
fn stores_of_earlier_versions_are_brought_up_to_date() {
    let kept = [("v1.store", 1, 0, 7, 0), ("v2.store", 2, 1, 7, 0), ("v3.store", 3, 1, 1, 0), ("v4.store", 4, 1, 1, 3)];
    for (name, first, n_distances, nodes, n_claims) in kept {
        let folder = Folder::new();
        let path = old_store(&folder, name);
        let version = || -> i64 {
            let file = rusqlite::Connection::open(&path).unwrap();
            file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
        };
        assert_eq!(version(), first);
        for _ in 0..2 {
            let store = Store::open(&path).unwrap();
            assert_eq!(store.faults().unwrap(), [""; 0]);
            let entries = store.entries(&Filter::default()).unwrap();
            let decided = entries.iter().filter(|entry| entry.finding.winner.is_some());
            assert_eq!((entries.len(), decided.count()), (22, 21));
            assert_eq!(entries.iter().filter(|entry| entry.finding.distance.is_some()).count(), n_distances);
            let checked: Vec<_> = entries.iter().filter_map(|entry| store.check(entry)).collect();
            assert!(checked.len() == 6 && checked.iter().all(Result::is_ok), "{checked:?}");
            let undecided = entries.iter().find(|entry| entry.finding.winner.is_none()).unwrap();
            assert_eq!((undecided.question.size(), undecided.finding.nodes), ((6, 6), nodes));
            assert_eq!(store.claims().unwrap().len(), n_claims);
            assert_eq!(store.take_doubts(), [""; 0]);
            drop(store);
            assert_eq!(version(), 4);
        }
        let store = Store::open(&path).unwrap();
        let distance = Some(Distance { to_win: 1, to_lose: 2 });
        store.keep(&example(), &Finding { distance, ..finding(None, 1) }).unwrap();
        assert_eq!(store.find(&example()).unwrap().unwrap().finding.distance, distance);
    }
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
    // The empty 3x2 board is stored rotated, so White's win is stored as Black's.
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
    later.pragma_update(None, "user_version", 5).unwrap();
    drop(later);
    assert!(message(&path).contains("later is a store of positions of version 5, but this program reads only up to 4"));

    let error = Store::open(&folder.path("nothing")).unwrap_err();
    assert!(matches!(error, StoreError::Database(DatabaseError::Missing { .. })), "{error}");
    assert!(!folder.path("nothing").exists());

    // A process killed at the very start leaves an empty file or a database without content. Both are empty stores.
    for (i, open) in [Store::open, Store::open_or_create].into_iter().enumerate() {
        let path = folder.path(&format!("begun-{i}"));
        fs::write(&path, "").unwrap();
        assert_eq!(open(&path).unwrap().entries(&Filter::default()).unwrap(), []);
        let path = folder.path(&format!("empty-{i}"));
        let empty = rusqlite::Connection::open(&path).unwrap();
        let _: String = empty.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).unwrap();
        drop(empty);
        assert_eq!(open(&path).unwrap().entries(&Filter::default()).unwrap(), []);
    }
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
    assert_eq!(store.entries(&Filter::default()).unwrap().len(), 4);
    let doubts = store.take_doubts();
    let row = "the row of 3x3, black `z9`, white ``, `white` to move does not match its checksum; it is not used";
    assert!(doubts.len() == 1 && doubts[0].ends_with(row), "{doubts:?}");
}

/// A store with all openings of 3x3, and who wins each, by name.
fn openings(path: &Path) -> Vec<(Question, Player)> {
    let store = Store::open_or_create(path).unwrap();
    let empty = question(". . .\n . . .\n  . . .\n", Player::Black);
    let kept: Vec<(Question, Player)> = (0..9)
        .map(|cell| {
            let question = empty.after(tesuji_board::Cell::new(cell));
            let finding = solved(&store, &question);
            store.keep(&question, &finding).unwrap();
            (question, finding.winner.unwrap())
        })
        .collect();
    assert_eq!(store.entries(&Filter::default()).unwrap().len(), 5, "half a turn makes two of one");
    kept
}

/// Asserts that the store gives the right answer or none to each of these questions. Returns whether it reports that
/// something is wrong.
fn assert_nothing_wrong(path: &Path, known: &[(Question, Player)], what: &str) -> bool {
    // Damage to what SQLite itself needs is an error and is reported as one.
    let Ok(store) = Store::open(path) else { return true };
    let is_readable = store.examine().is_ok();
    let mut is_told = !is_readable;
    for (question, winner) in known {
        match store.find(question) {
            Ok(Some(entry)) => assert_eq!(entry.finding.winner, Some(*winner), "{what}"),
            Ok(None) => {}
            Err(_) => is_told = true,
        }
    }
    is_told || !store.take_doubts().is_empty()
}

#[test]
fn no_flipped_bit_of_a_row_gives_a_wrong_winner() {
    let folder = Folder::new();
    let path = folder.path("a");
    let known = openings(&path);
    let whole = fs::read(&path).unwrap();
    assert!(!assert_nothing_wrong(&path, &known, "as it was"));
    let rows: Vec<usize> = whole.windows(6).enumerate().filter(|(_, w)| w == b"test 1").map(|(i, _)| i).collect();
    assert_eq!(rows.len(), 5, "the solver's name stands once in each row");
    let mut n_flips = 0;
    for &row in &rows {
        // The key, winner, nodes and seconds lie before it. The certificate and the checksum, 64 digits each, lie after
        // it.
        for at in row - 40..row + 6 + 128 {
            // Within the digits, one bit of each byte is enough.
            let bits = if at < row + 6 { 0..8 } else { at % 8..at % 8 + 1 };
            for bit in bits {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                fs::write(&path, &bytes).unwrap();
                let what = format!("byte {at}, bit {bit}, {} from the solver's name", at as i64 - row as i64);
                assert!(assert_nothing_wrong(&path, &known, &what), "{what} is not told");
                n_flips += 1;
            }
        }
    }
    assert!(n_flips > 2_000, "{n_flips}");
}

#[test]
fn no_change_by_sql_gives_a_wrong_winner() {
    let folder = Folder::new();
    let path = folder.path("a");
    let known = openings(&path);
    let whole = fs::read(&path).unwrap();
    let exchange = "CASE winner WHEN 'black' THEN 'white' ELSE 'black' END";
    for change in [
        format!("UPDATE position SET winner = {exchange}"),
        format!("UPDATE position SET winner = {exchange}, certificate = NULL, winning_move = NULL"),
        "UPDATE position SET black = 'c3' WHERE black = 'b2'".to_owned(),
        "UPDATE position SET to_move = 'black' WHERE black = 'b2'".to_owned(),
        "UPDATE position SET checksum = NULL".to_owned(),
        "UPDATE position SET nodes = nodes + 1".to_owned(),
        "UPDATE position SET winner = NULL".to_owned(),
    ] {
        fs::write(&path, &whole).unwrap();
        rusqlite::Connection::open(&path).unwrap().execute(&change, []).unwrap();
        assert!(assert_nothing_wrong(&path, &known, &change), "{change} is not told");
        let store = Store::open(&path).unwrap();
        // A doubtful answer does not block the right one and is replaced by it.
        let (question, winner) = &known[0];
        store.keep(question, &finding(Some(*winner), 1)).unwrap();
        assert_eq!(store.find(question).unwrap().unwrap().finding.winner, Some(*winner), "{change}");
    }
}

/// A row with a correct checksum, but with a certificate that says something else, as a faulty program would write it.
#[test]
fn an_answer_is_compared_with_what_its_certificate_claims() {
    let folder = Folder::new();
    let path = folder.path("a");
    let store = Store::open_or_create(&path).unwrap();
    let question = example();
    let right = solved(&store, &question);
    let winner = right.winner.unwrap();
    let wrong = Finding { winner: Some(winner.opponent()), ..right.clone() };
    let other = solved(&store, &question.after(question.topology.cell("a1").unwrap()));
    let of_other = Finding { certificate: other.certificate, ..right.clone() };
    let lost = Finding { certificate: Some(tesuji_archive::store::Digest::of(b"gone")), ..right.clone() };
    for (finding, doubt) in [
        (wrong, "is not what its certificate"),
        (of_other, "is not what its certificate"),
        (Finding { certificate: Some(store.keep_certificate(&b"none"[..]).unwrap()), ..right.clone() }, "it is none"),
    ] {
        store.forget(&question).unwrap();
        store.keep(&question, &finding).unwrap();
        for _ in 0..2 {
            assert_eq!(store.find(&question).unwrap(), None, "{doubt}");
            assert_eq!(store.entries(&Filter::default()).unwrap(), []);
        }
        assert_eq!(store.rows().unwrap().len(), 1, "whoever judges it sees it");
        let doubts = store.take_doubts();
        assert!(doubts.len() == 1 && doubts[0].contains(doubt), "{doubts:?}");
        let elsewhere = folder.store(&format!("b{}", doubt.len()));
        assert_eq!(elsewhere.merge(&store).unwrap().n_new, 0);
        store.keep(&question, &right).unwrap();
        assert_eq!(store.find(&question).unwrap().unwrap().finding.winner, Some(winner), "no contradiction");
    }
    store.forget(&question).unwrap();
    store.keep(&question, &lost).unwrap();
    assert_eq!(store.find(&question).unwrap().unwrap().finding.winner, Some(winner), "it stands on its checksum");

    // A damaged certificate. Another process notices it, or this one if it has not read the certificate yet.
    store.forget(&question).unwrap();
    store.keep(&question, &right).unwrap();
    drop(store);
    let certificate = Store::open(&path).unwrap().certificates().path(right.certificate.unwrap());
    let mut bytes = fs::read(&certificate).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&certificate, &bytes).unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.find(&question).unwrap(), None);
    assert!(store.take_doubts()[0].contains("its bytes do not match its name"));
    store.keep(&question, &solved(&store, &question)).unwrap();
    assert_eq!(store.find(&question).unwrap().unwrap().finding.certificate, right.certificate, "made anew");
}

#[test]
fn certificates_are_judged() {
    let folder = Folder::new();
    let store = folder.store("a");
    let question = example();
    // The certificate is about the mirror image, but it serves this position too.
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
