//! The checker in Python accepts what Program C writes. Python 3 is needed to run this.

use std::path::{Path, PathBuf};
use std::process::Command;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::program_c::claims;
use crate::program_c::referee::certified;

#[test]
fn python_agrees() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-c");
    std::fs::create_dir_all(&directory).unwrap();
    let mut rng = Xoshiro256StarStar::seed_from_u64(6);
    let (paths, answers): (Vec<PathBuf>, Vec<bool>) = (0..300)
        .map(|i| {
            let (holds, certificate) = certified(&claims::claim(&mut rng, 12));
            let path = directory.join(format!("{i}.cert"));
            std::fs::write(&path, certificate.to_bytes().unwrap()).unwrap();
            (path, holds)
        })
        .unzip();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/tesuji/checker/certificate.py");
    let output = Command::new("python3").arg(script).args(&paths).output().expect("the tests need `python3`");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the Python checker must not fall over");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "one line a file");
    for ((line, path), holds) in said.lines().zip(&paths).zip(answers) {
        let verdict = if holds { "holds" } else { "fails" };
        assert!(line.starts_with(&format!("{}: {verdict}, ", path.display())), "{verdict} expected: {line}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}
