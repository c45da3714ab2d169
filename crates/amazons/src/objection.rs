//! Reasons why moves are illegal.

use tesuji_board::Player;

use crate::{Move, Position, Size, Square};

/// The first thing that forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// A square that is not on the board.
    Beyond,
    /// The square from which the move starts has no amazon of the player to move.
    NoAmazon,
    /// The step or shot is not a queen's move.
    NoLine(MovePart),
    /// This square of the way, or its end, is occupied.
    Taken(MovePart, u8),
}

/// A part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePart {
    /// The amazon's.
    Step,
    /// The arrow's.
    Shot,
}

impl Position {
    /// Reason why `mv` is illegal; `None` if it is legal.
    #[must_use]
    pub fn objection(&self, mv: Move) -> Option<Objection> {
        if [mv.from, mv.to, mv.arrow].iter().any(|&square| usize::from(square) >= self.n_squares()) {
            return Some(Objection::Beyond);
        }
        if self.at(mv.from) != Square::Amazon(self.to_move()) {
            return Some(Objection::NoAmazon);
        }
        let is_taken = |square: u8| square != mv.from && self.at(square) != Square::Empty;
        let parts = [(MovePart::Step, mv.from, mv.to), (MovePart::Shot, mv.to, mv.arrow)];
        parts.into_iter().find_map(|(part, from, to)| match way(self.size(), from, to) {
            None => Some(Objection::NoLine(part)),
            Some(way) => way.into_iter().find(|&square| is_taken(square)).map(|square| Objection::Taken(part, square)),
        })
    }
}

impl Objection {
    /// The objection in words, for a move of `player` on a board of this size.
    #[must_use]
    pub fn words(self, size: Size, player: Player, mv: Move) -> String {
        match self {
            Self::Beyond => "it leaves the board".to_owned(),
            Self::NoAmazon => format!("{player} has no amazon on {}", size.name_of(mv.from)),
            Self::NoLine(MovePart::Step) => "an amazon moves like a queen in chess".to_owned(),
            Self::NoLine(MovePart::Shot) => "an arrow flies like a queen in chess".to_owned(),
            Self::Taken(MovePart::Step, square) => format!("{} is in the amazon's way", size.name_of(square)),
            Self::Taken(MovePart::Shot, square) => format!("{} is in the arrow's way", size.name_of(square)),
        }
    }

    /// The objection without names of squares.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Beyond => "it leaves the board",
            Self::NoAmazon => "that player has no amazon there",
            Self::NoLine(MovePart::Step) => "the amazon cannot move there: it moves like a queen in chess",
            Self::NoLine(MovePart::Shot) => "the arrow cannot fly there: it flies like a queen in chess",
            Self::Taken(MovePart::Step, _) => "the amazon cannot move there: something is in the way",
            Self::Taken(MovePart::Shot, _) => "the arrow cannot fly there: something is in the way",
        }
    }
}

/// The squares after `from` up to and including `to`, if a queen can move that way.
fn way(size: Size, from: u8, to: u8) -> Option<Vec<u8>> {
    let place = |square: u8| (i16::from(size.column_of(square)), i16::from(size.row_of(square)));
    let ((column, row), (to_column, to_row)) = (place(from), place(to));
    let (across, down) = (to_column - column, to_row - row);
    let n = across.abs().max(down.abs());
    if n == 0 || (across != 0 && down != 0 && across.abs() != down.abs()) {
        return None;
    }
    let square = |step: i16| {
        let at = (column + step * across.signum(), row + step * down.signum());
        Some(size.square(u8::try_from(at.0).ok()?, u8::try_from(at.1).ok()?))
    };
    (1..=n).map(square).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_game::Game;

    use super::*;
    use crate::Setup;

    #[test]
    fn there_is_an_objection_where_a_move_is_not_legal() {
        let size = Size::new(4, 3).unwrap();
        let setup = Setup { black: vec![4, 0], white: vec![3], arrows: vec![9], ..Setup::empty(size) };
        let position = Position::new(&setup).unwrap();
        let mut n_illegal = 0;
        for (from, to, arrow) in
            (0..13).flat_map(|from| (0..13).flat_map(move |to| (0..13).map(move |at| (from, to, at))))
        {
            let mv = Move { from, to, arrow };
            let is_on_board = [from, to, arrow].iter().all(|&square| square < 12);
            let is_legal = is_on_board && position.is_legal(mv);
            assert_eq!(position.objection(mv).is_none(), is_legal, "{mv:?}");
            n_illegal += u32::from(!is_legal);
        }
        assert!(n_illegal > 1_000);
    }

    #[test]
    fn objections_name_the_square() {
        let size = Size::new(4, 3).unwrap();
        let setup = Setup { black: vec![4], white: vec![3], arrows: vec![6], ..Setup::empty(size) };
        let position = Position::new(&setup).unwrap();
        for (text, words) in [
            ("d3-d2/d1", "black has no amazon on d3"),
            ("a2-c1/c3", "an amazon moves like a queen in chess"),
            ("a2-d2/d1", "c2 is in the amazon's way"),
            ("a2-b2/d1", "an arrow flies like a queen in chess"),
            ("a2-a3/d3", "d3 is in the arrow's way"),
        ] {
            let mv = crate::notation::read_move(size, text).unwrap();
            assert_eq!(position.objection(mv).unwrap().words(size, Player::Black, mv), words, "{text}");
        }
    }
}
