//! Claims answered by an archive: kept with their certificates, and found again in another order.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use tesuji_archive::store::{Filter, Store, StoreError, claim_key};
use tesuji_archive::{Archive, ArchiveConfig, ClaimAnswer, ClaimOptions, Runner, WallClock, accept};
use tesuji_problem::parse_file_text;
use tesuji_proof::{Claim, Verdict};
use tesuji_search::Limits;

const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
const FALSE: &str = "id: no\ngoal: A-bottom\n\n##A.\n#...\n#...\n";
/// A graph, and the same with its cells, links, edges and alternatives in another order and under another id.
const GRAPHS: [&str; 2] = [
    "[[problem]]\nid = 'g'\nnodes = 'a b c d e'\nlinks = 'a-b a-c b-d c-e d-e'\nterminals = { end = 'b d', side = 'c e' }\n\
     stones = 'a'\ncarrier = 'b c d e'\ngoal = 'a-end or a-side'\nowner = 'black'\n",
    "[[problem]]\nid = 'h'\nnodes = 'e d a c b'\nlinks = 'e-d c-a e-c d-b b-a'\nterminals = { side = 'e c', end = 'd b' }\n\
     stones = 'a'\ncarrier = 'e d c b'\ngoal = 'a-side or a-end'\nowner = 'black'\n",
];

fn claim(text: &str) -> Claim {
    parse_file_text(text).unwrap().remove(0).claim
}

fn open(folder: &Path) -> Archive {
    let config = ArchiveConfig { store: Some(folder.join("s")), ..ArchiveConfig::default() };
    Archive::open(config, |_| {}).unwrap()
}

fn answer(archive: &Archive, claim: &Claim) -> ClaimAnswer {
    archive.answer_claim(claim, ClaimOptions::default(), &WallClock::default()).unwrap()
}

#[test]
fn a_decided_claim_is_kept_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    for (text, verdict) in [(ZIGGURAT, Verdict::Holds), (FALSE, Verdict::Fails)] {
        let claim = claim(text);
        let found = answer(&open(folder.path()), &claim);
        assert_eq!((found.verdict, found.stored), (Some(verdict), false));
        let again = answer(&open(folder.path()), &claim);
        assert_eq!(again, ClaimAnswer { stored: true, ..found });
        assert_eq!(accept(&again.proof.unwrap().bytes, &claim).unwrap().verdict, verdict);
    }
    // Without a store nothing is kept, and the certificate is the same.
    let archive = Archive::default();
    let [first, second] = [(); 2].map(|()| answer(&archive, &claim(ZIGGURAT)));
    assert!(!second.stored && first.proof == second.proof);
    assert_eq!(answer(&open(folder.path()), &claim(ZIGGURAT)).proof, first.proof);
}

#[test]
fn equal_claims_share_a_key_however_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = GRAPHS.map(claim);
    assert!(first != second && claim_key(&first) == claim_key(&second));
    let found = answer(&open(folder.path()), &first);
    let again = answer(&open(folder.path()), &second);
    assert!(found.verdict == Some(Verdict::Holds) && again.stored && again.verdict == found.verdict);
    assert_eq!(accept(&again.proof.unwrap().bytes, &second).unwrap().verdict, Verdict::Holds);
    // Another owner, mover, goal, stone or link is another claim.
    for (from, to) in [
        ("owner = 'black'", "owner = 'white'"),
        ("owner = 'black'", "owner = 'black'\nto_move = 'owner'"),
        ("a-end or a-side", "a-end"),
        ("a-b a-c b-d", "a-b b-d"),
        ("stones = 'a'\ncarrier = 'b ", "stones = 'a b'\ncarrier = '"),
    ] {
        let changed = GRAPHS[0].replace(from, to);
        assert!(changed != GRAPHS[0] && claim_key(&claim(&changed)) != claim_key(&first), "{changed}");
    }
}

/// Gives every search these nodes.
struct Bounded(u64);

impl Runner for Bounded {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        (search(&Limits::nodes(self.0), &|| 0.5), 0.5)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn a_search_in_vain_leaves_its_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[[problem]]\nid = 'whole'\nboard = '6x6'\nto_move = 'owner'\ncarrier = 'all'\ngoal = 'top-bottom'\n";
    let claim = claim(text);
    for (most, before) in [(4, 0), (2, 4), (8, 4), (1, 8)] {
        let bounded = open(folder.path()).answer_claim(&claim, ClaimOptions::default(), &Bounded(most)).unwrap();
        assert_eq!((bounded.verdict, bounded.vain_nodes, bounded.stored), (None, before, false), "{most}");
    }
    let runner = WallClock::default();
    runner.limits.interrupt.store(true, Ordering::Relaxed);
    let stopped = open(folder.path()).answer_claim(&claim, ClaimOptions::default(), &runner).unwrap();
    assert_eq!((stopped.verdict, stopped.vain_nodes), (None, 8));
    let found = answer(&open(folder.path()), &claim);
    assert!(found.verdict == Some(Verdict::Holds) && !found.stored && found.vain_nodes == 8);
    assert!(answer(&open(folder.path()), &claim).stored);
}

#[test]
fn another_program_is_not_answered_by_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let (claim, archive) = (claim(ZIGGURAT), open(folder.path()));
    answer(&archive, &claim);
    let says = |outcome: tesuji_prove::VerifyOutcome| {
        let program = move |_: &Claim, _: &Limits| tesuji_prove::VerifyReport {
            outcome: outcome.clone(),
            decided: None,
            nodes: 7,
        };
        let options = ClaimOptions { program: Some(&program), certify: true };
        archive.answer_claim(&claim, options, &WallClock::default()).unwrap()
    };
    let right = says(tesuji_prove::VerifyOutcome::Holds(None));
    assert_eq!((right.verdict, right.nodes, right.stored), (Some(Verdict::Holds), 7, false));
    assert!(right.is_of_program_c && right.proof.is_some());
    let wrong = says(tesuji_prove::VerifyOutcome::Fails(None));
    assert_eq!((wrong.verdict, wrong.fault.as_deref()), (None, Some("Program C proves the opposite")));
}

#[test]
fn an_answer_whose_certificate_or_row_is_damaged_is_found_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (claim, other) = (claim(ZIGGURAT), claim(FALSE));
    let found = answer(&open(folder.path()), &claim);
    answer(&open(folder.path()), &other);
    let path = folder.path().join("s");
    let digests = || {
        let store = Store::open(&path).unwrap();
        [&claim, &other].map(|claim| store.find_claim(claim).unwrap().unwrap().certificate.unwrap())
    };
    let [own, others] = digests();
    let certificate = |digest| Store::open(&path).unwrap().certificates().path(digest);
    let damages: [&dyn Fn(); 4] = [
        &|| fs::remove_file(certificate(own)).unwrap(),
        &|| fs::write(certificate(own), b"TSJCERT\x01").unwrap(),
        &|| _ = fs::copy(certificate(others), certificate(own)).unwrap(),
        &|| {
            let file = rusqlite::Connection::open(&path).unwrap();
            file.execute("UPDATE claim SET holds = 0 WHERE holds = 1", []).unwrap();
        },
    ];
    for (i, damage) in damages.into_iter().enumerate() {
        damage();
        let again = answer(&open(folder.path()), &claim);
        assert_eq!((again.stored, again.verdict, &again.proof), (false, found.verdict, &found.proof), "{i}");
        assert!(answer(&open(folder.path()), &claim).stored, "{i}");
    }
    // A row that was sealed again with the other answer does not agree with its certificate.
    let store = Store::open(&path).unwrap();
    let mut entry = store.find_claim(&claim).unwrap().unwrap();
    entry.verdict = Some(Verdict::Fails);
    assert!(store.claim_proof(&entry, &claim).unwrap().is_err());
    assert!(matches!(store.keep_claim(&entry), Err(StoreError::Claims(_))));
    entry.verdict = None;
    entry.certificate = None;
    store.keep_claim(&entry).unwrap();
    assert_eq!(store.find_claim(&claim).unwrap().unwrap().verdict, Some(Verdict::Holds), "an answer stays");
}

#[test]
fn a_merge_takes_claims_whose_certificates_check() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, theirs] = ["ours", "theirs"].map(|name| folder.path().join(name));
    [&ours, &theirs].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let (claim, other) = (claim(ZIGGURAT), claim(FALSE));
    let archive = open(&theirs);
    for claim in [&claim, &other] {
        answer(&archive, claim);
    }
    let store = archive.store().unwrap();
    let lost = store.find_claim(&other).unwrap().unwrap().certificate.unwrap();
    fs::remove_file(store.certificates().path(lost)).unwrap();
    let target = Store::open_or_create(&ours.join("s")).unwrap();
    let merged = target.merge(store).unwrap();
    assert_eq!((merged.n_claims, merged.n_certificates, merged.n_lost, merged.n_new), (1, 1, 1, 0));
    assert!(target.entries(&Filter::default()).unwrap().is_empty());
    assert!(answer(&open(&ours), &claim).stored && !answer(&open(&ours), &other).stored);
}
