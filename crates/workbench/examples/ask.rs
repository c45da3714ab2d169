//! Answers one question, in JSON from standard input: `echo '{ "ask": "catalogue" }' | cargo run -p tesuji-workbench
//! --example ask`.

use std::io::Write as _;

use tesuji_workbench::{Question, Quiet, ask};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question: Question = serde_json::from_reader(std::io::stdin().lock())?;
    let text = match ask(&question, &Quiet) {
        Ok(answer) => serde_json::to_string_pretty(&answer)?,
        Err(trouble) => serde_json::to_string_pretty(&trouble)?,
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}
