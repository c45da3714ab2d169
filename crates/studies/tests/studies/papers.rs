//! Every study in its small size gives what is kept in `docs/papers`, and `docs/PAPERS.md` shows just that.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_studies::{Bench, RunOutcome, RunRecord, RunSize, Study, all, find, papers, run};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn small(study: &Study, jobs: usize) -> RunOutcome {
    let stop = Arc::new(AtomicBool::new(false));
    let bench = Bench { jobs, folder: None, stop, progress: &|_| {} };
    let method = study.method(RunSize::Small, None).unwrap();
    run(&study.id, &method, &bench).unwrap_or_else(|error| panic!("{}: {error}", study.id))
}

fn kept(study: &Study, size: RunSize) -> Option<RunRecord> {
    let name = format!("{}.{}.json", study.id.replace('/', "-"), size.name());
    let text = std::fs::read_to_string(docs().join("papers").join(name)).ok()?;
    Some(RunRecord::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", study.id)))
}

#[test]
fn small_runs_give_what_is_kept() {
    let mut wrong = Vec::new();
    for study in all() {
        let Some(kept) = kept(study, RunSize::Small) else {
            wrong.push(format!("{}: no small run is kept", study.id));
            continue;
        };
        let fresh = RunRecord::new(study, RunSize::Small, None, small(study, 2));
        if fresh.judgement.verdict != kept.judgement.verdict {
            wrong.push(format!("{}: another verdict", study.id));
        }
        for (fresh, kept) in fresh.judgement.comparisons.iter().zip(&kept.judgement.comparisons) {
            if fresh.agreement != kept.agreement {
                wrong.push(format!("{}: {} now {:?}", study.id, fresh.published.name, fresh.agreement));
            }
        }
        let names = |outcome: &RunOutcome| outcome.numbers.iter().map(|number| number.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&fresh.outcome), names(&kept.outcome), "{}", study.id);
        for (fresh, kept) in fresh.outcome.numbers.iter().zip(&kept.outcome.numbers) {
            // Logarithms may differ in the last digits from platform to platform.
            if (fresh.value - kept.value).abs() > 1e-9 * kept.value.abs().max(1.0) {
                wrong.push(format!("{}: {} is {}, kept {}", study.id, fresh.name, fresh.value, kept.value));
            }
        }
        assert!(!fresh.outcome.stopped, "{}", study.id);
        for picture in fresh.outcome.pictures {
            assert!(picture.picture.svg().len() > 500, "{}: an empty picture", study.id);
        }
    }
    assert!(wrong.is_empty(), "`tesuji study run ID --out docs/papers` keeps a run again:\n{}", wrong.join("\n"));
}

#[test]
fn results_do_not_depend_on_threads() {
    for id in ["sato2016/table2", "takada2014/table3", "ishida2016/table4", "mishima2008/figure2", "saijo1999/table1"] {
        let study = find(id).unwrap();
        let outcome = |jobs| serde_json::to_string(&small(study, jobs)).unwrap();
        assert_eq!(outcome(1), outcome(3), "{id}");
    }
}

#[test]
fn a_run_that_is_stopped_says_so_and_goes_on() {
    let study = find("takada2014/table3").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let method = study.method(RunSize::Small, None).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let (flag, kept) = (Arc::clone(&stop), Some(folder.path().to_owned()));
    let progress = move |progress: tesuji_studies::RunProgress| {
        flag.store(progress.done >= 2, std::sync::atomic::Ordering::Relaxed);
    };
    let first = run(&study.id, &method, &Bench { jobs: 1, folder: kept.clone(), stop, progress: &progress }).unwrap();
    assert!(first.stopped && first.numbers.len() == 1, "{:?}", first.numbers);
    let stop = Arc::new(AtomicBool::new(false));
    let second = run(&study.id, &method, &Bench { jobs: 1, folder: kept, stop, progress: &|_| {} }).unwrap();
    assert!(!second.stopped);
    assert_eq!(second.numbers, small(study, 1).numbers, "games that were played before count as if never stopped");
    // The moves alone are enough to go on with.
    let elsewhere = tempfile::tempdir().unwrap();
    let text = "takada2014-table3.games";
    let other = "# other-terms.match\n1 black a1\n";
    let kept = std::fs::read_to_string(folder.path().join(text)).unwrap();
    std::fs::write(elsewhere.path().join(text), kept + other).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let nothing = |progress: tesuji_studies::RunProgress| panic!("{} is played again", progress.what);
    let kept = Some(elsewhere.path().to_owned());
    let third = run(&study.id, &method, &Bench { jobs: 1, folder: kept, stop, progress: &nothing }).unwrap();
    assert_eq!(third.numbers, second.numbers);
    let kept = std::fs::read_to_string(elsewhere.path().join(text)).unwrap();
    assert!(kept.contains(other), "games on other terms stay: {kept}");
}

#[test]
fn the_page_shows_what_is_kept() {
    let sizes = [RunSize::Small, RunSize::Full];
    let records: Vec<RunRecord> =
        all().iter().flat_map(|study| sizes.into_iter().filter_map(|size| kept(study, size))).collect();
    let picture = |study: &Study| {
        let name = format!("papers/{}.svg", study.id.replace('/', "-"));
        docs().join(&name).exists().then_some(name)
    };
    let page = std::fs::read_to_string(docs().join("PAPERS.md")).unwrap();
    assert!(
        page == papers::markdown(&records, &picture),
        "`tesuji study report docs/papers --markdown docs/PAPERS.md` writes the page again"
    );
}

#[test]
fn a_number_of_games_reaches_pairings_with_a_number_of_their_own() {
    let study = find("takada2014/table1").unwrap();
    let games = |wanted: Option<u64>| -> Vec<u64> {
        let matches = study.method(RunSize::Full, wanted).unwrap().matches(&study.id).unwrap().unwrap();
        matches.iter().map(|game| game.control.plan.games).collect()
    };
    let own = [100, 100, 1, 1];
    assert_eq!((&games(None)[..10], &games(None)[10..]), (&[200; 10][..], &own[..]));
    assert_eq!((&games(Some(12))[..12], &games(Some(12))[12..]), (&[12; 12][..], &own[2..]));
}
