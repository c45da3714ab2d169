//! Proves a claim from a file and lets the checker read the certificate. `cargo run --release --example verify_claim`

#![expect(clippy::print_stdout, reason = "an example that prints its answer")]

use tesuji_problem::parse_file_text;
use tesuji_proof::check_stream;
use tesuji_prove::{VerifyOutcome, verify};
use tesuji_search::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problems = parse_file_text(include_str!("../../../examples/ziggurat.toml"))?;
    let report = verify(&problems[0].claim, &Limits::default());
    let VerifyOutcome::Holds(Some(certificate)) = report.outcome else { return Err("the ziggurat holds".into()) };
    let proved = check_stream(&certificate.to_bytes()?[..])?;
    println!("{} holds: {} nodes, {} cells", problems[0].id, proved.n_nodes, proved.carrier.len());
    Ok(())
}
