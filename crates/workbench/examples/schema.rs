//! Prints the JSON Schema of all messages. `web/` makes TypeScript's types from it.

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() {
    println!("{:#}", tesuji_workbench::schema());
}
