//! From text to games.

use tesuji_board::{BoardSpec, CellSet, Player};
use tesuji_sgf::{
    Dialect, PROGRAM, Property, PropertyError, SgfError, SgfNode, Tree, compose, points, simple_text, size_text,
};

use super::{BOARD, JOINED, MOST_NODES};
use crate::notation::{parse_sgf_point, sgf_grid};
use crate::record::{Edit, Record, RecordError, Variation, komi};
use crate::{Move, Rules};

/// The most nodes of a game that change the board after its beginning: each costs as much as playing up to it.
const MOST_EDITS: usize = 2_000;

/// A game of a file, and what was not taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfGame {
    /// The game.
    pub record: Record,
    /// Omissions from its headings, with the reasons: sentences without a full stop.
    pub notices: Vec<String>,
}

/// Reads the first game of a file.
///
/// # Errors
///
/// [`RecordError`] if the text is not SGF of Go, or has a fault in its moves. The moves need not be legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let tree = tree(text)?;
    Ok(game(&tree, tree.roots[0])?.record)
}

/// Reads the nodes of a file with all its games.
///
/// # Errors
///
/// If the text is not SGF, or exceeds a bound.
pub fn tree(text: &str) -> Result<Tree, SgfError> {
    Tree::read(text.trim_start_matches('\u{feff}'), Dialect::standard(MOST_NODES))
}

/// Whether this value of `GM` is that of Go.
#[must_use]
pub fn is_go(game: &str) -> bool {
    matches!(game.trim(), "" | "1" | JOINED)
}

/// The game that begins with this node of a file.
///
/// # Errors
///
/// [`RecordError`] if it is not Go, or has a fault in its board, its moves or its stones.
pub fn game(tree: &Tree, root: usize) -> Result<SgfGame, RecordError> {
    let first = &tree.nodes[root];
    if first.property("GM").is_some_and(|game| single(game).is_none_or(|game| !is_go(game))) {
        return Err(RecordError::OtherGame);
    }
    let mut notices = Vec::new();
    let (board, turned) = board(first, &mut notices)?;
    let record = Record::new(board)?;
    check_size(&record, first)?;
    let program = |property: &Property| single(property).and_then(compose).map_or("", |(name, _)| name).to_owned();
    let is_ours = first
        .properties
        .iter()
        .any(|property| property.name == "AP" && program(property).eq_ignore_ascii_case(PROGRAM));
    let mut reader = GameReader { record, notices, is_ours, turned, n_edits: 0 };
    reader.read(tree, root)?;
    Ok(SgfGame { record: reader.record, notices: reader.notices })
}

/// The board, and whether its columns stand for the rows of the file.
fn board(root: &SgfNode, notices: &mut Vec<String>) -> Result<(BoardSpec, bool), RecordError> {
    if let Some(board) = root.value(BOARD) {
        return Ok((board.parse()?, false));
    }
    let (columns, rows) = size(root)?.unwrap_or((19, 19));
    if root.value("SZ").is_some_and(|value| value.trim().is_empty()) {
        notices.push("SZ[] names no size: taken for 19x19".to_owned());
    }
    let joined = root.value("GM").filter(|game| game.trim() == JOINED).and(root.value("TO")).map_or("", str::trim);
    let named = |name: &str, columns: usize, rows: usize| format!("{name}:{columns}x{rows}").parse();
    Ok(match joined {
        "1" => (named("cylinder", columns, rows)?, false),
        "2" => {
            notices.push("top and bottom are joined: the board is turned, so that left and right are".to_owned());
            (named("cylinder", rows, columns)?, true)
        }
        "3" => (named("torus", columns, rows)?, false),
        "" | "0" => (BoardSpec::square(columns, rows), false),
        joined => return Err(fault("TO", joined, 0, "1, 2 or 3, the sides that are joined")),
    })
}

/// Columns and rows, if the file has them.
fn size(root: &SgfNode) -> Result<Option<(usize, usize)>, RecordError> {
    let Some(property) = root.property("SZ") else { return Ok(None) };
    let expected = |found: &str| fault("SZ", found, 0, "the size as 19 or columns:rows, at most 52");
    let value = single(property).unwrap_or(&property.values[0]).trim();
    if value.is_empty() {
        return Ok(None);
    }
    let (columns, rows) = value.split_once([':', 'x', 'X']).unwrap_or((value, value));
    let sides = columns.trim().parse::<u8>().ok().zip(rows.trim().parse::<u8>().ok());
    match sides.map(|(columns, rows)| (usize::from(columns), usize::from(rows))) {
        Some((columns, rows)) if usize::max(columns, rows) > 52 => Err(expected(&format!("{columns}:{rows}"))),
        Some(sides) => Ok(Some(sides)),
        None => Err(expected(&property.values[0])),
    }
}

/// Refuses a file whose two properties give different boards, because its points could be meant on either.
fn check_size(record: &Record, root: &SgfNode) -> Result<(), RecordError> {
    let Some((columns, rows)) = sgf_grid(record.topology()) else { return Ok(()) };
    match size(root)?.filter(|_| root.value(BOARD).is_some()) {
        Some(told) if told != (columns, rows) => {
            let board = record.board().to_string().chars().take(32).collect();
            Err(RecordError::TwoBoards { board, size: size_text(told.0, told.1), expected: size_text(columns, rows) })
        }
        _ => Ok(()),
    }
}

/// A game that is being read.
struct GameReader {
    record: Record,
    notices: Vec<String>,
    /// Whether the file is one of ours, in which numbers of points are taken literally.
    is_ours: bool,
    /// Whether columns stand for the rows of the file.
    turned: bool,
    n_edits: usize,
}

impl GameReader {
    fn read(&mut self, tree: &Tree, root: usize) -> Result<(), RecordError> {
        // Nodes to go on from, each with the number of its line.
        let mut open = vec![(root, 0)];
        while let Some((mut idx, line)) = open.pop() {
            loop {
                let node = &tree.nodes[idx];
                self.node(node, line)?;
                let Some((&next, others)) = node.children.split_first() else { break };
                let after = self.n_moves(line);
                for &other in others {
                    self.record.variations.push(Variation { leaves: line, after, ..Variation::default() });
                    open.push((other, self.record.variations.len()));
                }
                idx = next;
            }
        }
        Ok(())
    }

    fn n_moves(&self, line: usize) -> usize {
        self.record.line(line).moves.len()
    }

    fn node(&mut self, node: &SgfNode, line: usize) -> Result<(), RecordError> {
        self.set_up(node, line)?;
        for property in &node.properties {
            match property.name.as_str() {
                "B" => self.play(Player::Black, property, line)?,
                "W" => self.play(Player::White, property, line)?,
                // What is said of a whole game stands in its main line.
                _ if line == 0 => {
                    if let Err(error) = self.heading(property) {
                        self.notices.push(format!("{error}; it is left out"));
                    }
                }
                _ => {}
            }
        }
        // A remark applies after the move of its node, wherever it is written.
        for text in node.properties.iter().filter(|property| property.name == "C").filter_map(single) {
            let n_moves = self.n_moves(line);
            let comments = match line.checked_sub(1) {
                None => &mut self.record.comments,
                Some(idx) => &mut self.record.variations[idx].comments,
            };
            let remark = comments.entry(n_moves).or_default();
            if !remark.is_empty() {
                remark.push('\n');
            }
            remark.push_str(&tesuji_sgf::text(text));
        }
        Ok(())
    }

    /// Content of a property besides moves.
    fn heading(&mut self, property: &Property) -> Result<(), RecordError> {
        let record = &mut self.record;
        let n_moves = record.moves.len();
        let first = &*property.values[0];
        match (property.name.as_str(), single(property)) {
            ("KM", single) => {
                // A number in any of its forms, such as +6.50.
                let number = single.and_then(|value| value.trim().parse::<f64>().ok());
                let text = number.map_or_else(|| first.to_owned(), |number| number.to_string());
                let komi = if self.is_ours { text.trim().parse().ok() } else { komi::read(&text) };
                record.komi = Some(komi.ok_or_else(|| fault("KM", first, n_moves, komi::EXPECTED))?);
            }
            ("HA", single) => match single.and_then(|value| value.trim().parse::<i64>().ok()).filter(|&n| n > 1) {
                Some(n_stones) => {
                    let known =
                        usize::try_from(n_stones).ok().filter(|&n_stones| n_stones <= record.topology().n_cells());
                    let expected = "no more stones than the board has cells";
                    record.handicap = known.ok_or_else(|| fault("HA", first, n_moves, expected))?;
                }
                // 0 and 1 are none.
                None if matches!(first.trim(), "" | "0" | "1") => {}
                None => return Err(fault("HA", first, n_moves, "a number of stones")),
            },
            ("RU", Some(text)) => record.rules = rules(text),
            ("RE", Some(text)) => record.result = simple_text(text),
            ("PB", Some(text)) => record.players[Player::Black.index()] = simple_text(text),
            ("PW", Some(text)) => record.players[Player::White.index()] = simple_text(text),
            ("EV", Some(text)) => record.event = simple_text(text),
            ("DT", Some(text)) => record.date = simple_text(text),
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, player: Player, property: &Property, line: usize) -> Result<(), RecordError> {
        let text = &*property.values[0];
        let mv = self.point(text).ok_or_else(|| {
            fault(&property.name, text, self.n_moves(line), "a point of the board, or nothing for a pass")
        })?;
        let moves = match line.checked_sub(1) {
            None => &mut self.record.moves,
            Some(idx) => &mut self.record.variations[idx].moves,
        };
        moves.push((player, mv));
        Ok(())
    }

    /// A point of the file on this board.
    fn point(&self, text: &str) -> Option<Move> {
        let text = text.trim();
        let turned: String = text.chars().rev().collect();
        parse_sgf_point(self.record.topology(), if self.turned { &turned } else { text })
    }

    /// Sets up the stones of a node: before the first move those with which the game begins, later an edit.
    fn set_up(&mut self, node: &SgfNode, line: usize) -> Result<(), RecordError> {
        let n_moves = self.n_moves(line);
        let mut changes: Vec<(Option<Player>, CellSet)> = Vec::new();
        let mut to_move = None;
        for property in &node.properties {
            let owner = match property.name.as_str() {
                "AB" => Some(Player::Black),
                "AW" => Some(Player::White),
                "AE" => None,
                "PL" => {
                    to_move = match property.values[0].trim().to_ascii_lowercase().as_str() {
                        "b" | "black" | "1" => Some(Player::Black),
                        "w" | "white" | "2" => Some(Player::White),
                        _ if line == 0 => {
                            let error = fault("PL", &property.values[0], n_moves, "B or W");
                            self.notices.push(format!("{error}; it is left out"));
                            None
                        }
                        _ => None,
                    };
                    continue;
                }
                _ => continue,
            };
            let mut cells = CellSet::new();
            // What is no point of Go may be a cell of another board, by name.
            for point in points(&property.values).unwrap_or_else(|| property.values.clone()) {
                let Some(Move::Place(cell)) = self.point(&point) else {
                    return Err(fault(&property.name, &point, n_moves, "a point of the board"));
                };
                cells.insert(cell);
            }
            changes.push((owner, cells));
        }
        let is_start = line == 0 && n_moves == 0;
        if is_start {
            self.record.to_move = to_move.or(self.record.to_move);
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.n_edits += usize::from(!is_start);
        if self.n_edits > MOST_EDITS {
            return Err(RecordError::Edits(MOST_EDITS));
        }
        let before = match is_start {
            true => self.record.setup.clone(),
            false => self.record.stones_at(line, n_moves, false),
        };
        // A variation that has begun already begins without the stones of this node.
        let left_before = |variation: &&mut Variation| variation.leaves == line && variation.after == n_moves;
        for variation in self.record.variations.iter_mut().filter(left_before) {
            variation.edits.entry(0).or_insert_with(|| Edit { stones: before.clone(), to_move: None });
        }
        if is_start {
            changed(&mut self.record.setup, &changes);
            return Ok(());
        }
        let mut stones = before;
        changed(&mut stones, &changes);
        let edits = match line.checked_sub(1) {
            None => &mut self.record.edits,
            Some(idx) => &mut self.record.variations[idx].edits,
        };
        let earlier = edits.get(&n_moves).and_then(|edit| edit.to_move);
        edits.insert(n_moves, Edit { stones, to_move: to_move.or(earlier) });
        Ok(())
    }
}

/// Makes changes: stones of an owner, or cells that become empty.
fn changed(stones: &mut [CellSet; 2], changes: &[(Option<Player>, CellSet)]) {
    for (owner, cells) in changes {
        stones.iter_mut().for_each(|stones| stones.subtract(cells));
        if let Some(owner) = owner {
            stones[owner.index()].union_with(cells);
        }
    }
}

/// The value of a property that has only one.
fn single(property: &Property) -> Option<&str> {
    match &*property.values {
        [value] => Some(value),
        _ => None,
    }
}

/// The rules with this name, in the spelling of SGF or in ours.
fn rules(text: &str) -> Option<Rules> {
    match text.trim().to_ascii_lowercase().as_str() {
        "nz" => Some(Rules::NEW_ZEALAND),
        name => name.parse().ok(),
    }
}

fn fault(property: &str, found: &str, n_moves: usize, expected: &'static str) -> RecordError {
    PropertyError::new(property, found, n_moves, expected).into()
}
