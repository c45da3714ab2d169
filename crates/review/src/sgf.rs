//! A reviewed game as SGF: remarks, marks, better lines as variations, and the curve that Sabaki draws (`SBKV`).

use tesuji_board::Player;
use tesuji_engine::Session;
use tesuji_sgf::{Escapes, Writer};

use crate::report::{MistakeKind, Review, Side};
use crate::{GameToReview, ReviewError};

/// The record of `game` with what `review` says about it.
///
/// | property | meaning |
/// | --- | --- |
/// | `C` | what is known about the position, and what was wrong with the move |
/// | `SBKV` | Black's chance in percent: 100 and 0 only if proved |
/// | `GB[2]`, `GW[2]` | Black's or White's win is proved |
/// | `BM[2]`, `BM[1]` | a proved mistake, an estimated one |
/// | `TE[1]` | the only move that wins |
/// | `TR` | moves that are proved to win |
///
/// A better line is a variation beside the mistake.
///
/// # Errors
///
/// If the moves of the record cannot be made.
pub fn write(game: &GameToReview, review: &Review) -> Result<String, ReviewError> {
    let session = Session::replay(&game.spec, &game.record, usize::MAX)?;
    let record = session.record();
    let mut file = Writer::new(Escapes::Least);
    file.raw("(;").property("FF", ["4"]).property("CA", ["UTF-8"]);
    file.property("AP", [format_args!("Tesuji:{}", env!("CARGO_PKG_VERSION"))]);
    for (name, value) in record.header() {
        file.property(name, [value]);
    }
    file.text("PB", &review.players[0]).text("PW", &review.players[1]).text("RE", &review.result);
    for (name, values) in record.setup() {
        file.property(name, values);
    }
    let point = |mv: &str| record.point(mv).ok();
    remarks(&mut file, review, 0, review.verdict(), &point);
    let mut n_open = 0;
    for mv in &review.moves {
        let better = mv.better.as_ref().filter(|better| better.line.first() != Some(&mv.mv));
        if better.is_some() {
            file.raw("\n(");
            n_open += 1;
        }
        file.raw("\n;").property(letter(mv.player), [point(&mv.mv).unwrap_or_default()]);
        let mut said = Vec::new();
        match mv.mistake {
            Some(MistakeKind::Proved) => _ = file.property("BM", ["2"]),
            Some(MistakeKind::Lost | MistakeKind::Estimated) => _ = file.property("BM", ["1"]),
            None if mv.is_only_move => _ = file.property("TE", ["1"]),
            None => {}
        }
        if let Some(mistake) = mv.mistake {
            let kind = match mistake {
                MistakeKind::Proved => "This move throws the win away".to_owned(),
                MistakeKind::Lost => "After this move the game is lost for certain".to_owned(),
                MistakeKind::Estimated => format!("Mistake ({:.0} %)", mv.loss.unwrap_or(0.0) * 100.0),
            };
            said.push(format!("{kind}: {}", review.instead(mv)));
        } else if mv.is_only_move {
            said.push("The only move that wins.".to_owned());
        }
        remarks(&mut file, review, mv.number, said, &point);
    }
    // The mistakes' better lines come after what was played, the last one first.
    for mv in review.moves.iter().rev() {
        let Some(better) = mv.better.as_ref().filter(|better| better.line.first() != Some(&mv.mv)) else { continue };
        file.raw(")\n(");
        let mut player = Player::from(mv.player);
        for (number, played) in better.line.iter().enumerate() {
            let Some(at) = point(played) else { break };
            file.raw(";").property(letter(player.into()), [at]);
            if number == 0 {
                let kind = if better.is_proved { "wins (proved)" } else { "the engine's choice, an opinion" };
                file.text("C", &format!("Instead of {}: {kind}", mv.mv));
            }
            player = player.opponent();
        }
        file.raw(")");
        n_open -= 1;
    }
    debug_assert_eq!(n_open, 0, "every variation is closed");
    file.raw(")\n");
    Ok(file.finish())
}

fn remarks(
    file: &mut Writer,
    review: &Review,
    n_moves: usize,
    mut said: Vec<String>,
    point: &impl Fn(&str) -> Option<String>,
) {
    let Some(position) = review.positions.get(n_moves) else { return };
    if let Some((black, _)) = position.black() {
        let is_certain = position.proof().is_some();
        let percent = if is_certain { black * 100.0 } else { (black * 100.0).clamp(1.0, 99.0) };
        file.property("SBKV", [format_args!("{percent:.1}")]);
    }
    match position.winner() {
        Some(Side::Black) => _ = file.property("GB", ["2"]),
        Some(Side::White) => _ = file.property("GW", ["2"]),
        None => {}
    }
    if let Some(proof) = position.proof().filter(|proof| proof.winner == Some(position.to_move)) {
        // Only points can be marked: moves of Amazons are several squares.
        let is_point = |at: &String| at.len() <= 3;
        file.property("TR", proof.winning.iter().filter_map(|mv| point(mv)).filter(is_point));
    }
    said.push(format!("{}.", review.state(n_moves)));
    file.text("C", &said.join("\n"));
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::Black => "B",
        Side::White => "W",
    }
}
