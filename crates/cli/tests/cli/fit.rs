//! `tesuji fit`.

use crate::{Folder, PROBLEMS};

#[test]
fn weights_are_fitted_to_claims_alike_on_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/claims/");
    let fit = |options: &str| {
        let command = "fit p.toml --generations 3 --children 3 --nodes 200 --json --held-out";
        folder.run(&format!("{command} {suite}small.toml --held-out p.toml {options}"))
    };
    let run = fit("-j 1 --csv fit.csv");
    assert_eq!((run.status, &run.stdout), (0, &fit("-j 3").stdout), "{}", run.stderr);
    let lines: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["claims"] == "fitted" && lines[3]["n"] == 3 && lines[3]["factor"].as_f64() <= Some(1.0));
    assert!(lines[4]["claims"] == "held_out" && lines[4]["id"] != "ziggurat", "{lines:?}");
    let weights = lines.last().unwrap()["weights"].as_str().unwrap();
    assert_eq!(folder.run(&format!("prove p.toml --program a --weights {weights}")).status, 0);
    assert!(fit("--seed 2").stdout != run.stdout || lines[3]["factor"] == 1.0);
    folder.run("fit p.toml --program c").assert_refused("expected `a` or `b`");
}
