//! SGF for Hex (`GM[11]`), in the two dialects found in the wild.
//!
//! | | HexGui, PlayHex, benzene | Little Golem (`.hsgf`) |
//! | --- | --- | --- |
//! | cell | `a1`, column and row | `aa`, column and row, both letters |
//! | first player | `B` | labelled `W` (labels alternate), but named in `PB`, and `RE[B]` if that player won |
//! | swap | `swap-pieces` or `swap-sides` (`swap` is the latter) | `swap` is swap-pieces |
//! | escapes | `\` before `\ [ ] :` | none |
//! | `GM` | 11 | missing |
//!
//! HexGui 0.x wrote `swap-pieces` where it meant swap-sides, and later files do too. The next move shows what was
//! meant: after swap-sides the same colour moves, after swap-pieces the other. If no move follows, the version decides.
//!
//! Without `SZ` the board is the smallest usual one that has all cells of the game.
//!
//! A [`Collection`] keeps the whole tree with its variations. [`read`] takes the main line of the first game.

use tesuji_board::{Cell, Player, column_name, parse_cell_name};

use tesuji_sgf::{Escapes, PropertyNames, SgfError, Writer, size_text};
pub use tesuji_sgf::{Property, SgfNode, Tree};

use super::move_list::USUAL_SIDES;
use super::{Inexpressible, Notation, NotationError, NotationFault, TextPlace};
use crate::{Action, GameResult, MAX_RECORD_SIDE, Record, RecordMove, WinReason};

/// Conventions of a program for its files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexDialect {
    /// The dialect of HexGui, PlayHex and benzene.
    HexGui,
    /// The dialect of Little Golem's `.hsgf`.
    LittleGolem,
}

impl HexDialect {
    const fn notation(self) -> Notation {
        match self {
            Self::HexGui => Notation::HexGuiSgf,
            Self::LittleGolem => Notation::LittleGolemSgf,
        }
    }

    /// Rules for reading a file, without bounds: the content is a list, and nobody writes rectangles.
    #[must_use]
    pub const fn rules(self) -> tesuji_sgf::Dialect {
        let escapes = match self {
            Self::HexGui => Escapes::Brackets,
            Self::LittleGolem => Escapes::None,
        };
        tesuji_sgf::Dialect {
            escapes,
            names: PropertyNames::Letters,
            longest_line: usize::MAX,
            most_points: usize::MAX,
        }
    }

    /// The dialect of a text. It is Little Golem's if there is no `GM`, and either a move has two letters or the text
    /// names that site.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let is_two_letters = |value: &str| match value.trim_start().as_bytes() {
            [b'[', column, row, b']', ..] => column.is_ascii_lowercase() && row.is_ascii_lowercase(),
            _ => false,
        };
        let has_two_letters =
            text.split(';').skip(1).any(|node| node.trim_start().strip_prefix(['B', 'W']).is_some_and(is_two_letters));
        if !text.contains("GM[") && (has_two_letters || text.contains("littlegolem")) {
            Self::LittleGolem
        } else {
            Self::HexGui
        }
    }
}

/// An SGF file: its games with all variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Dialect of moves and results.
    pub dialect: HexDialect,
    /// The nodes.
    pub tree: Tree,
}

/// Reads the main line of the first game of a file.
///
/// # Errors
///
/// If the text is not SGF, if the game is not Hex, or if a property of the main line makes no sense.
pub fn read(text: &str) -> Result<Record, NotationError> {
    let collection = Collection::read(text)?;
    collection.record(collection.tree.main_leaf(collection.tree.roots[0]))
}

impl Collection {
    /// Reads a file with all its games and variations.
    ///
    /// # Errors
    ///
    /// If the text is not SGF. The properties are checked by [`Self::record`].
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let dialect = HexDialect::of(text);
        match Tree::read(text, dialect.rules()) {
            Ok(tree) => Ok(Self { dialect, tree }),
            Err(SgfError::Unexpected { place, expected, found }) => {
                let fault = NotationFault::Unexpected { expected: expected.to_owned(), found };
                Err(NotationError { notation: dialect.notation(), place, fault })
            }
            Err(SgfError::Long(_) | SgfError::Crowded(_)) => unreachable!("there is no bound"),
        }
    }

    /// The game up to `node`: the line from the beginning of its game to there. `node` is the number of a node of this
    /// tree.
    ///
    /// # Errors
    ///
    /// If the game is not Hex or a property on the line makes no sense.
    pub fn record(&self, node: usize) -> Result<Record, NotationError> {
        let path = self.tree.path_to(node);
        let nodes = || path.iter().map(|&index| &self.tree.nodes[index]);
        let root = &self.tree.nodes[path[0]];
        if let Some(game) = root.value("GM").filter(|game| !matches!(game.trim(), "" | "11")) {
            return Err(self.fault(root.place, "GM[11], the number of Hex", game));
        }
        let (columns, rows) = if self.has_size(path[0]) { self.size(root)? } else { self.size_of_moves(path[0]) };
        let mut record = Record::new(columns, rows).map_err(|error| self.error(root.place, error))?;
        for node in nodes() {
            // A remark applies after the move of its node, wherever it is written.
            let is_remark = |property: &&Property| property.name == "C";
            let rest = node.properties.iter().filter(|property| !is_remark(property));
            for property in rest.chain(node.properties.iter().filter(is_remark)) {
                self.apply(&mut record, property)?;
            }
        }
        settle_swaps(&mut record, root.value("AP").is_some_and(|program| program.starts_with("HexGui:0.")));
        if self.dialect == HexDialect::LittleGolem
            && let Some(GameResult::Win(winner, reason)) = &mut record.result
            && let Some(last) = record.moves.last_mut()
            && last.action == Action::Resign
        {
            // The result says who resigned; the label of the node says only whose turn it was.
            last.player = winner.opponent();
            *reason = Some(WinReason::Resignation);
        }
        Ok(record)
    }

    /// Whether the game that begins with this node states its board.
    #[must_use]
    pub fn has_size(&self, root: usize) -> bool {
        self.tree.nodes[root].value("SZ").is_some_and(|size| !size.trim().is_empty())
    }

    /// The smallest usual board that has all cells of a game, or the smallest of all if these are too small.
    fn size_of_moves(&self, root: usize) -> (usize, usize) {
        let end = self.tree.roots.iter().copied().find(|&next| next > root).unwrap_or(self.tree.nodes.len());
        let properties = self.tree.nodes[root..end].iter().flat_map(|node| &node.properties);
        let cells = properties.filter(|property| matches!(property.name.as_str(), "B" | "W" | "AB" | "AW" | "AE"));
        let cells = cells
            .flat_map(|property| &property.values)
            .filter_map(|value| parse_cell_name(&self.cell_name(value), MAX_RECORD_SIDE, MAX_RECORD_SIDE).ok());
        let least = cells.map(|(column, row)| column.max(row) + 1).max().unwrap_or(1);
        let usual = match self.dialect {
            HexDialect::HexGui => &USUAL_SIDES[..],
            // The site had no other boards for most of its games.
            HexDialect::LittleGolem => &[13, 15, 19],
        };
        let side = usual.iter().copied().find(|&side| side >= least).unwrap_or(least);
        (side, side)
    }

    fn size(&self, root: &SgfNode) -> Result<(usize, usize), NotationError> {
        let value = root.value("SZ").unwrap_or_default();
        let (columns, rows) = value.split_once([':', 'x', 'X']).unwrap_or((value, value));
        match (columns.trim().parse(), rows.trim().parse()) {
            (Ok(columns), Ok(rows)) => Ok((columns, rows)),
            _ => Err(self.fault(root.place, "the size as SZ[11] or SZ[columns:rows]", value)),
        }
    }

    fn apply(&self, record: &mut Record, property: &Property) -> Result<(), NotationError> {
        let first = property.values[0].as_str();
        match property.name.as_str() {
            "B" | "W" => {
                let labelled = if property.name == "B" { Player::Black } else { Player::White };
                let player = match self.dialect {
                    HexDialect::HexGui => labelled,
                    HexDialect::LittleGolem => record.turn(),
                };
                let action = self.action(record, property, first)?;
                record.moves.push(RecordMove { player, action });
            }
            "AB" | "AW" | "AE" => {
                if !record.moves.is_empty() {
                    return Err(self.fault(property.place, "set-up stones before the first move only", &property.name));
                }
                for value in &property.values {
                    let cell = self.cell(record, property, value)?;
                    for player in Player::BOTH {
                        record.setup[player.index()].remove(cell);
                    }
                    match property.name.as_str() {
                        "AB" => record.setup[Player::Black.index()].insert(cell),
                        "AW" => record.setup[Player::White.index()].insert(cell),
                        _ => true,
                    };
                }
            }
            "PL" if record.moves.is_empty() => {
                record.to_move = match first.trim().as_bytes().first().map(u8::to_ascii_lowercase) {
                    Some(b'b' | b'1') => Player::Black,
                    Some(b'w' | b'2') => Player::White,
                    _ => return Err(self.fault(property.place, "PL[B] or PL[W]", first)),
                };
            }
            "PB" => first.clone_into(&mut record.players[Player::Black.index()]),
            "PW" => first.clone_into(&mut record.players[Player::White.index()]),
            "RE" => record.result = result(first),
            "EV" if first.trim() != "null" => first.clone_into(&mut record.event),
            "C" => record.remark(first),
            _ => {}
        }
        Ok(())
    }

    fn action(&self, record: &Record, property: &Property, value: &str) -> Result<Action, NotationError> {
        Ok(match value.trim().to_ascii_lowercase().as_str() {
            "swap-pieces" => Action::SwapPieces,
            "swap-sides" => Action::SwapSides,
            "swap" if self.dialect == HexDialect::LittleGolem => Action::SwapPieces,
            "swap" => Action::SwapSides,
            "pass" | "" => Action::Pass,
            "resign" => Action::Resign,
            "forfeit" => Action::Forfeit,
            _ => Action::Place(self.cell(record, property, value)?),
        })
    }

    fn cell(&self, record: &Record, property: &Property, value: &str) -> Result<Cell, NotationError> {
        let (columns, rows) = record.size();
        let (column, row) = parse_cell_name(&self.cell_name(value), columns, rows)
            .map_err(|error| self.error(property.place, error))?;
        Ok(Cell::new(row * columns + column))
    }

    /// The name of the cell that a value stands for.
    fn cell_name(&self, value: &str) -> String {
        match (self.dialect, value.trim().as_bytes()) {
            (HexDialect::LittleGolem, &[column, row]) if row.is_ascii_lowercase() => {
                format!("{}{}", char::from(column), row - b'a' + 1)
            }
            _ => value.trim().to_owned(),
        }
    }

    fn error(&self, place: TextPlace, fault: impl Into<NotationFault>) -> NotationError {
        NotationError { notation: self.dialect.notation(), place, fault: fault.into() }
    }

    fn fault(&self, place: TextPlace, expected: &str, found: &str) -> NotationError {
        let found = super::error::quoted(found);
        self.error(place, NotationFault::Unexpected { expected: expected.to_owned(), found })
    }
}

/// Decides what each swap meant by who moves next; see the module's documentation.
pub(super) fn settle_swaps(record: &mut Record, is_hexgui_0: bool) {
    for index in 0..record.moves.len() {
        let next = record.moves.get(index + 1).filter(|next| matches!(next.action, Action::Place(_) | Action::Pass));
        let next = next.map(|next| next.player);
        let swap = &mut record.moves[index];
        if matches!(swap.action, Action::SwapPieces | Action::SwapSides) {
            match next {
                Some(player) if player == swap.player => swap.action = Action::SwapSides,
                Some(_) => swap.action = Action::SwapPieces,
                None if is_hexgui_0 => swap.action = Action::SwapSides,
                None => {}
            }
        }
    }
}

fn result(value: &str) -> Option<GameResult> {
    let value = value.trim().to_ascii_lowercase();
    let (winner, reason) = match value.as_bytes() {
        b"void" => return Some(GameResult::Void),
        [b'b', ..] => (Player::Black, &value[1..]),
        [b'w', ..] => (Player::White, &value[1..]),
        _ => return None,
    };
    let reason = match reason.strip_prefix('+').unwrap_or_default() {
        "r" | "resign" => Some(WinReason::Resignation),
        "t" | "time" => Some(WinReason::Time),
        "f" | "forfeit" => Some(WinReason::Forfeit),
        _ => None,
    };
    Some(GameResult::Win(winner, reason))
}

/// Writes a record as a file of one game.
///
/// # Errors
///
/// In Little Golem's dialect, anything that a game there cannot have: set-up, White moving first, passes, swap-sides,
/// forfeits, remarks, boards that are not square, and names that could not be read back.
pub fn write(record: &Record, dialect: HexDialect) -> Result<String, Inexpressible> {
    match dialect {
        HexDialect::HexGui => Ok(write_hexgui(record)),
        HexDialect::LittleGolem => write_little_golem(record),
    }
}

fn write_hexgui(record: &Record) -> String {
    let (columns, rows) = record.size();
    let name = |cell: Cell| format!("{}{}", column_name(cell.index() % columns), cell.index() / columns + 1);
    let mut file = Writer::new(Escapes::Brackets);
    file.raw("(").root([("GM", "11".to_owned()), ("SZ", size_text(columns, rows))]);
    let [black, white] = &record.players;
    file.text("PB", black).text("PW", white).text("EV", &record.event);
    file.text("RE", &record.result.map(result_text).unwrap_or_default());
    for (setup, property) in record.setup.iter().zip(["AB", "AW"]) {
        file.property(property, setup.iter().map(name));
    }
    if record.to_move == Player::White || record.setup.iter().any(|stones| !stones.is_empty()) {
        file.property("PL", [letter(record.to_move)]);
    }
    let comment = |n_moves: usize| record.comments.get(&n_moves).map_or("", String::as_str);
    file.text("C", comment(0));
    for (index, mv) in record.moves.iter().enumerate() {
        let value = match mv.action {
            Action::Place(cell) => name(cell),
            Action::SwapPieces => "swap-pieces".to_owned(),
            Action::SwapSides => "swap-sides".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Resign => "resign".to_owned(),
            Action::Forfeit => "forfeit".to_owned(),
        };
        file.raw("\n;").property(letter(mv.player), [value]).text("C", comment(index + 1));
    }
    file.raw(")\n");
    file.finish()
}

fn write_little_golem(record: &Record) -> Result<String, Inexpressible> {
    let cannot = |what: &str| Err(Inexpressible::new(Notation::LittleGolemSgf, what));
    let (columns, rows) = record.size();
    if columns != rows {
        return cannot("a board that is not square");
    }
    if record.to_move == Player::White || record.setup.iter().any(|stones| !stones.is_empty()) {
        return cannot("set-up stones, or White moving first");
    }
    if !record.comments.is_empty() {
        return cannot("remarks");
    }
    let mut file = Writer::new(Escapes::None);
    file.raw("(;").property("FF", ["4"]);
    let [black, white] = &record.players;
    for (name, value) in [("EV", &record.event), ("PB", black), ("PW", white)] {
        if !Escapes::None.stands_for_itself(value) || value.contains("GM[") {
            return cannot(&format!("the unescaped value {value:?}"));
        }
        file.text(name, value);
    }
    file.property("SZ", [columns]);
    match record.result {
        Some(GameResult::Win(winner, _)) => _ = file.property("RE", [letter(winner)]),
        Some(GameResult::Void) => return cannot("a game that does not count"),
        None => {}
    }
    file.property("SO", ["https://www.littlegolem.net"]);
    let mut turn = Player::Black;
    for mv in &record.moves {
        let value = match mv.action {
            Action::Resign => "resign".to_owned(),
            _ if mv.player != turn => return cannot("moves out of turn"),
            Action::Place(cell) => {
                let letter = |number: usize| char::from(b'a' + number as u8);
                format!("{}{}", letter(cell.index() % columns), letter(cell.index() / columns))
            }
            Action::SwapPieces => "swap".to_owned(),
            Action::SwapSides | Action::Pass | Action::Forfeit => return cannot("swap-sides, passes and forfeits"),
        };
        // The labels are the other way round: the first player's moves are labelled W.
        file.raw(";").property(letter(turn.opponent()), [value]);
        turn = turn.opponent();
    }
    file.raw(")\n");
    Ok(file.finish())
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}

/// A result as SGF states it: `B+Resign`.
#[must_use]
pub fn result_text(result: GameResult) -> String {
    match result {
        GameResult::Void => "Void".to_owned(),
        GameResult::Win(winner, reason) => {
            let reason = match reason {
                None => "",
                Some(WinReason::Resignation) => "Resign",
                Some(WinReason::Time) => "Time",
                Some(WinReason::Forfeit) => "Forfeit",
            };
            format!("{}+{reason}", letter(winner))
        }
    }
}
