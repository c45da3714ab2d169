//! Plays a game of Go on a torus between two players. `cargo run --release --example play_game`

#![expect(clippy::print_stdout, reason = "an example that prints its answer")]

use tesuji_engine::{PlayerSpec, Session, StrongSpec, UctSpec};
use tesuji_search::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = serde_json::from_str(r#"{"game": "go", "board": "torus:7x7", "komi": 3.5, "rules": "chinese"}"#)?;
    let mut session = Session::new(&spec)?;
    let players = [
        PlayerSpec::Strong(StrongSpec { playouts: 200, ..StrongSpec::default() }),
        PlayerSpec::Uct(UctSpec::default()),
    ];
    while session.outcome().is_none() && session.moves().len() < 200 {
        let player = session.to_move();
        let choice = session.genmove(&players[player.index()], &Limits::default(), 1)?;
        session.play(player, &choice.mv)?;
    }
    println!("{}\n{:?}", session.view().render(), session.record().result());
    Ok(())
}
