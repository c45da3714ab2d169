//! Records of Amazons: the two checkers agree, on good records and on spoilt ones. Python 3 is needed to run this.

use std::path::{Path, PathBuf};
use std::process::Command;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_amazons::{Position, Setup, Size};
use tesuji_search::Limits;
use tesuji_solve::amazons::Solver;
use tesuji_solve::amazons::record::{Record, check, record};

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
    record(&mut Solver::default(), &position, &Limits::default(), 100_000).unwrap().to_json()
}

/// The text with one change that says something else, or nothing.
fn spoilt(text: &str, rng: &mut Xoshiro256StarStar) -> String {
    let pairs = [
        ("\"winner\":\"white\"", "\"winner\":\"black\""),
        ("\"winner\":\"black\"", "\"winner\":\"white\""),
        ("\"to_move\":\"black\"", "\"to_move\":\"white\""),
        ("\"version\":1", "\"version\":2"),
        ("\"version\":1", "\"version\":1.0"),
        ("\"version\":1", "\"version\":1,\"version\":1"),
        ("\"version\":1", "\"version\":1,\"more\":1"),
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

#[test]
fn python_agrees_on_good_and_spoilt_records() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("amazons-records");
    std::fs::create_dir_all(&directory).unwrap();
    let good = small();
    let mut rng = Xoshiro256StarStar::seed_from_u64(11);
    let mut texts = vec![good.clone()];
    texts.extend((0..250).map(|_| spoilt(&good, &mut rng)));
    let verdicts: Vec<bool> =
        texts.iter().map(|text| Record::from_json(text).is_ok_and(|record| check(&record).is_ok())).collect();
    assert!(verdicts[0] && verdicts.iter().filter(|&&sound| !sound).count() > 150);
    let paths: Vec<PathBuf> = (0..texts.len()).map(|i| directory.join(format!("{i}.json"))).collect();
    for (path, text) in paths.iter().zip(&texts) {
        std::fs::write(path, text).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/check_amazons.py");
    let output = Command::new("python3").arg(script).args(&paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "one line a file");
    for ((line, path), (text, sound)) in said.lines().zip(&paths).zip(texts.iter().zip(verdicts)) {
        let refused = line.starts_with(&format!("{}: proves nothing: ", path.display()));
        let n = text.bytes().zip(good.bytes()).take_while(|(a, b)| a == b).count();
        let around: String = text.chars().skip(n.saturating_sub(20)).take(60).collect();
        assert_eq!(!refused, sound, "{line}, where the text was changed: {around}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}
