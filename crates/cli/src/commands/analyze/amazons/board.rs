//! A board of Amazons as text: amazons, arrows, and a figure from 0 (White's) to 9 (Black's) on every empty square.

use std::fmt::Write as _;

use tesuji_amazons::{Position, Square};
use tesuji_board::{Player, column_name};

use crate::commands::analyze::map::{GREYS, figure, ground};
use crate::picture::{FAINT, OPPONENT, OWNER};

/// The board with letters and numbers. `owners` is from 1 (Black's) to -1 (White's), by the name of the square.
pub(super) fn draw(position: &Position, owners: &[(String, f64)]) -> String {
    let size = position.size();
    let letters: String = (0..size.columns).map(|column| format!(" {}", column_name(column.into()))).collect();
    let mut text = format!("  {letters}\n");
    for row in 0..size.rows {
        let number = size.rows - row;
        _ = write!(text, "{number:2}");
        for column in 0..size.columns {
            let square = size.square(column, row);
            let name = size.name_of(square);
            let owner = owners.iter().find(|(named, _)| *named == name).map(|(_, value)| (1.0 + value) / 2.0);
            let (sign, style) = match (position.at(square), owner) {
                (Square::Amazon(Player::Black), _) => ('B', OPPONENT),
                (Square::Amazon(Player::White), _) => ('W', OWNER),
                (Square::Arrow, _) => ('#', FAINT),
                (Square::Empty, Some(share)) => (figure(share), ground(GREYS, share)),
                (Square::Empty, None) => ('.', FAINT),
            };
            _ = write!(text, " {style}{sign}{style:#}");
        }
        _ = writeln!(text, " {number:2}");
    }
    text + &format!("  {letters}\nfigures: 9 is Black's, 0 is White's\n")
}
