//! Records of Amazons: the two checkers agree on good and on spoilt records. Python 3 is needed to run this.

use std::path::{Path, PathBuf};
use std::process::Command;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_amazons::{Position, Setup, Size};
use tesuji_endings::EndingSolver;
use tesuji_endings::record::{ResultRecord, check, record};
use tesuji_search::Limits;

/// The record of a small position, as text.
fn small() -> String {
    let size = Size::new(3, 4).unwrap();
    let square = |name: &str| size.square_of(name).unwrap();
    let setup = Setup {
        black: vec![square("a1"), square("c2")],
        white: vec![square("c4"), square("a3")],
        arrows: vec![square("b1")],
        ..Setup::empty(size)
    };
    let position = Position::new(&setup).unwrap();
    record(&mut EndingSolver::default(), &position, &Limits::default(), 100_000).unwrap().to_json()
}

/// The text with one change that gives it another meaning, or none.
fn spoilt(text: &str, rng: &mut Xoshiro256StarStar) -> String {
    let pairs = [
        ("\"winner\":\"white\"", "\"winner\":\"black\""),
        ("\"winner\":\"black\"", "\"winner\":\"white\""),
        ("\"to_move\":\"black\"", "\"to_move\":\"white\""),
        ("\"version\":2", "\"version\":3"),
        ("\"version\":2", "\"version\":2.0"),
        ("\"version\":2", "\"version\":2,\"version\":2"),
        ("\"version\":2", "\"version\":2,\"more\":1"),
        ("\"columns\":3", "\"columns\":4"),
        ("\"rows\":4", "\"rows\":13"),
        ("\"b1\"", "\"b2\""),
        ("\"b1\"", "\"b1\",\"b1\""),
        ("\"b1\"", "\"d1\""),
        ("\"b1\"", "7"),
        ("{\"walk\":[]},\n", ""),
        ("{\"walk\":[", "{\"walk\":[\"a1-a2/a1\","),
        ("{\"walk\":", "{\"answers\":"),
        ("{\"walk\":", "{\"more\":1,\"walk\":"),
        ("\"then\":", "\"then\":1"),
        ("\"then\":", "\"then\":-"),
        ("\"answers\":[", "\"answers\":[0,"),
        ("\"then\":", "\"move\":\"a1-a2/a1\",\"then\":"),
        ("]}\n", "]}"),
        ("]}\n", "]} {}"),
    ];
    if rng.random_range(0..3) == 0 {
        let mut bytes = text.as_bytes().to_vec();
        let at = rng.random_range(0..bytes.len());
        bytes[at] = rng.random_range(32..127);
        return String::from_utf8(bytes).unwrap();
    }
    let (from, to) = pairs[rng.random_range(0..pairs.len())];
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    let Some(&at) = places.get(rng.random_range(0..places.len().max(1))) else { return text.to_owned() };
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

/// The verdicts of both checkers on texts. They must agree, and Python must give a reason if it refuses.
fn verdicts(name: &str, texts: &[String]) -> Vec<bool> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let verdicts: Vec<bool> =
        texts.iter().map(|text| ResultRecord::from_json(text).is_ok_and(|record| check(&record).is_ok())).collect();
    let paths: Vec<PathBuf> = (0..texts.len()).map(|i| directory.join(format!("{i}.json"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tesuji/checker/amazons.py");
    let output = Command::new("python3").arg(script).args(&paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "one line a file");
    for ((line, path), (text, &sound)) in said.lines().zip(&paths).zip(texts.iter().zip(&verdicts)) {
        let refused = line.starts_with(&format!("{}: proves nothing: ", path.display()));
        let n = text.bytes().zip(texts[0].bytes()).take_while(|(a, b)| a == b).count();
        let around: String = text.chars().skip(n.saturating_sub(20)).take(60).collect();
        assert_eq!(!refused, sound, "{line}, where the text was changed: {around}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
    verdicts
}

#[test]
fn python_agrees_on_good_and_spoilt_records() {
    let good = small();
    let mut rng = Xoshiro256StarStar::seed_from_u64(11);
    let mut texts = vec![good.clone()];
    texts.extend((0..250).map(|_| spoilt(&good, &mut rng)));
    let verdicts = verdicts("amazons-records", &texts);
    assert!(verdicts[0] && verdicts.iter().filter(|&&sound| !sound).count() > 150);
}

#[test]
fn records_of_version_1_are_right_still() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/amazons/v1/small.json");
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(verdicts("amazons-version-1", &[text]), [true]);
}

/// Counts on `x.o..`: Black can reach one square, and White has two behind the guard.
#[test]
fn a_guard_may_leave_if_the_wall_stands() {
    let record = |to_move: &str, walk: &str| {
        r#"{"format":"tesuji-amazons-result","version":2,"columns":5,"rows":1,"black":["a1"],"white":["c1"],"arrows":[],"#
            .to_owned()
            + &format!(r#""to_move":"{to_move}","winner":"white","nodes":[{{"walk":[{walk}]}}]}}"#)
    };
    let texts = [
        record("black", r#""c1-d1/c1""#),
        record("white", r#""c1-d1/c1","d1-e1/d1""#),
        // The loser comes in behind the amazon or through its square.
        record("black", r#""c1-d1/e1""#),
        record("black", r#""c1-b1/c1""#),
        record("black", r#""c1-d1/b1""#),
        record("white", r#""c1-d1/c1""#),
    ];
    assert_eq!(verdicts("amazons-guards", &texts), [true, true, false, false, false, false]);
}
