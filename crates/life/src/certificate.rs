//! Certificates: the region of a question and the strategies of its claims as a text that anyone can check.
//!
//! The form is described in `docs/LIFE.md`. It names no board: cells have numbers, names and neighbours.

use std::fmt::Write as _;

use tesuji_board::Player;
use tesuji_reading::numbers;

use crate::game::{Aim, PASS, Threats};
use crate::question::Question;
use crate::strategy::Strategy;

/// The first line of every certificate.
pub const HEADER: &str = "tesuji-life 1";

/// The certificate of these strategies, which belong to the question.
#[must_use]
pub fn write(question: &Question, strategies: &[Strategy]) -> String {
    let ground = &question.ground;
    let field = &ground.field;
    let mut text = format!("{HEADER}\n");
    let list = |set: u64| numbers(set).fold(String::new(), |list, at| list + " " + &at.to_string());
    for (at, &cell) in field.cells().iter().enumerate() {
        let name = question.topology().name(cell);
        let _ = writeln!(text, "cell {at} {name}{}", list(field.near(at)));
    }
    for player in Player::BOTH {
        let name = player.name().to_lowercase();
        let _ = writeln!(text, "{name}{}", list(ground.local.stones[player.index()]));
        let _ = writeln!(text, "safe-{name}{}", list(field.held(player)));
    }
    let rule = if ground.all { "all" } else { "any" };
    let _ = writeln!(text, "target {rule}{}", list(ground.target));
    for strategy in strategies {
        let claim = strategy.claim();
        let aim = match claim.aim {
            Aim::Capture => "capture",
            Aim::Eyes => "eyes",
            Aim::CaptureOrRepeat => "capture-or-repeat",
        };
        let verdict = if strategy.is_achieved() { "achieved" } else { "prevented" };
        let [first, owner] = [claim.first, claim.threats.owner].map(|player| player.name().to_lowercase());
        let n =
            if claim.threats.n == Threats::UNBOUNDED { "unbounded".to_owned() } else { claim.threats.n.to_string() };
        let _ = writeln!(text, "claim {aim} {verdict} first {first} threats {owner} {n}");
        for line in strategy.replies().chunks(20) {
            let names = line.iter().map(|&(_, mv)| if mv == PASS { "pass".to_owned() } else { mv.to_string() });
            let _ = writeln!(text, "{}", names.collect::<Vec<_>>().join(" "));
        }
        text.push_str("end\n");
    }
    text
}
