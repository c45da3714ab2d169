//! A position of Amazons as SGF, with the report as marks, and the best moves as variations.

use miette::{IntoDiagnostic, Result};
use tesuji_amazons::record::{self, Record};
use tesuji_amazons::{Position, Size};
use tesuji_board::Player;
use tesuji_engine::Session;
use tesuji_sgf::{Escapes, Writer};

use super::Said;

/// The least ownership of a marked square: that of a player who needs one queen move less than the other.
const LEAST_SHARE: f64 = 0.3;

/// One game: the position with the owners of the squares (`TB`, `TW`), the steps of the best moves as arrows (`AR`),
/// their ranks at the squares where they end (`LB`), and all of it in words (`C`). Each of these moves follows as a
/// variation, with the moves expected after it.
pub(super) fn sgf(
    session: &Session,
    position: &Position,
    words: &str,
    owners: &[(String, f64)],
    best: &[Said],
) -> Result<String> {
    let whole = record::sgf::write(&Record::new(position.setup())).into_diagnostic()?;
    let mut file = Writer::new(Escapes::Least);
    file.raw(whole.trim_end().trim_end_matches(')'));
    let mut property = |name: &str, values: &[String]| {
        if !values.is_empty() {
            file.raw("\n").property(name, values);
        }
    };
    let to_move = position.to_move();
    for (name, sign) in [("TB", 1.0), ("TW", -1.0)] {
        let own = owners.iter().filter(|(_, share)| share * sign >= LEAST_SHARE);
        property(name, &own.map(|(square, _)| point(position.size(), square)).collect::<Result<Vec<_>>>()?);
    }
    let written = best.iter().map(|said| said.written(session)).collect::<Result<Vec<_>>>()?;
    // Moves may share a step or its end, but each mark is written once.
    let (mut steps, mut places, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (place, moves) in (1..).zip(&written) {
        let Some(points) = moves.first() else { continue };
        let step = format!("{}:{}", &points[..2], &points[2..4]);
        if !steps.contains(&step) {
            steps.push(step);
        }
        if !ends.contains(&&points[2..4]) {
            ends.push(&points[2..4]);
            places.push(format!("{}:{place}", &points[2..4]));
        }
    }
    property("AR", &steps);
    property("LB", &places);
    file.raw("\n").text("C", words.trim_end());
    for (said, moves) in best.iter().zip(&written) {
        file.raw("\n(");
        let players = [to_move, to_move.opponent()].into_iter().cycle();
        for ((player, points), idx) in players.zip(moves).zip(0..) {
            file.raw(";").property(letter(player), [points]);
            if idx == 0 {
                file.text("C", format!("{} {}", said.mv, said.value).trim_end());
            }
        }
        file.raw(")");
    }
    file.raw(")\n");
    Ok(file.finish())
}

/// A square as SGF writes it, by its name.
fn point(size: Size, name: &str) -> Result<String> {
    let square = size.square_of(name).into_diagnostic()?;
    Ok([size.column_of(square), size.row_of(square)].map(|number| char::from(b'a' + number)).iter().collect())
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}

impl Said {
    /// The move and the moves expected after it, as SGF writes them.
    fn written(&self, session: &Session) -> Result<Vec<String>> {
        let moves = std::iter::once(&self.mv).chain(self.line.iter().skip(1));
        moves.map(|mv| session.record().point(mv).into_diagnostic()).collect()
    }
}
