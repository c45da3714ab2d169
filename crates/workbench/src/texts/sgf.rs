//! SGF files with all their variations as trees.

use std::collections::HashSet;

use tesuji_amazons::record::sgf as amazons_sgf;
use tesuji_board::{Player, SortOnce as _};
use tesuji_engine::{AnyPosition, GameKind, GameSpec, Session};
use tesuji_forms::SgfNames;
use tesuji_go::record::sgf::{self as go_sgf, SgfGame};
use tesuji_hex::notation::sgf::{Collection, HexDialect};
use tesuji_sgf::{Dialect, Escapes, Property, SgfError, SgfNode, Tree, Writer, compose, escaped, points, text};

use super::points::{Points, PropertyUse};
use super::{GameTree, TreeEvent, TreeEventKind, TreeMark, TreeMarkShape, TreeNode, state_at};
use crate::state;
use crate::types::{Colour, GameState, PlayedMove, Setup};
use crate::{Place, Trouble};

/// The most nodes of one line: more than any game has.
const MOST_NODES: usize = 8192;
/// The most nodes of a file that change the board in the middle of a game: each costs as much as playing up to it.
const MOST_SETUPS: usize = 2_000;

/// The marks of SGF.
pub(super) const MARKS: [(&str, TreeMarkShape); 6] = [
    ("LB", TreeMarkShape::Label),
    ("TR", TreeMarkShape::Triangle),
    ("SQ", TreeMarkShape::Square),
    ("CR", TreeMarkShape::Circle),
    ("MA", TreeMarkShape::Cross),
    ("SL", TreeMarkShape::Selected),
];

/// The games of a file, and what was left out.
pub(super) fn read(source: &str, kind: GameKind) -> Result<(Vec<GameTree>, Vec<String>), Trouble> {
    let (tree, is_little_golem, hex) = match kind {
        GameKind::Hex => {
            let collection = Collection::read(source).map_err(super::read::of_notation)?;
            let is_little_golem = collection.dialect == HexDialect::LittleGolem;
            (collection.tree.clone(), is_little_golem, Some(collection))
        }
        GameKind::Go | GameKind::Amazons => {
            let tree = Tree::read(source, Dialect::standard(MOST_NODES)).map_err(of_sgf)?;
            (tree, false, None)
        }
    };
    let mut notices = Vec::new();
    let mut games: Vec<GameTree> = Vec::new();
    let names = SgfNames::of(&tree);
    for (game_idx, &root) in tree.roots.iter().enumerate() {
        let header = match (&hex, kind) {
            (Some(collection), _) => {
                let header = hex_header(collection, root)?;
                if !collection.has_size(root) {
                    let board = header.start.game.board_words();
                    notices.push(format!("the record states no size: taken for {board}, the smallest usual one"));
                }
                header
            }
            (None, GameKind::Go) => go_header(&tree, root, &mut notices)?,
            (None, _) => amazons_header(&tree, root)?,
        };
        let mut reader = Reader {
            points: Points::of(&header.start.game, is_little_golem)?,
            source: &tree,
            is_little_golem,
            turns: vec![first_turn(&header)],
            game: header,
            n_setups: 0,
            n_lost_marks: 0,
        };
        reader.read(root)?;
        if reader.n_lost_marks > 0 {
            notices.push(format!("{} beyond the board left out", crate::words::count(reader.n_lost_marks, "mark")));
        }
        let id = names.id(game_idx);
        let has_number = id.is_empty() && tree.roots.len() > 1;
        games.push(GameTree { id: if has_number { (game_idx + 1).to_string() } else { id }, ..reader.game });
    }
    Ok((games, notices))
}

fn of_sgf(error: SgfError) -> Trouble {
    match error {
        SgfError::Unexpected { place, expected, found } => {
            Trouble::at(format!("not SGF: expected {expected}, found {found}"), place.line, place.column)
        }
        error => Trouble::new(error.to_string()),
    }
}

/// The fault of a property.
fn fault(property: &Property, value: &str, expected: &str) -> Trouble {
    let value: String = value.chars().take(32).collect();
    Trouble {
        place: Some(Place { line: property.place.line, column: property.place.column }),
        ..Trouble::new(format!("{}[{value}]: expected {expected}", property.name))
    }
}

fn first_turn(game: &GameTree) -> Player {
    state::begun(&game.start).map_or(Player::Black, |session| session.to_move())
}

fn hex_header(collection: &Collection, root: usize) -> Result<GameTree, Trouble> {
    let record = collection.record(root).map_err(super::read::of_notation)?;
    let tree = &collection.tree;
    let (columns, rows) = record.size();
    let is_swap = |property: &Property| {
        matches!(property.name.as_str(), "B" | "W")
            && property.values[0].trim().to_ascii_lowercase().starts_with("swap")
    };
    let mut has_swap = false;
    walk(tree, root, |node| has_swap |= tree.nodes[node].properties.iter().any(is_swap));
    let spec = GameSpec::Hex { columns, rows, swap: has_swap && columns == rows };
    let topology = spec.topology()?;
    let names = |player: Player| crate::words::names(&topology, &record.setup[player.index()]);
    let is_said = tree.nodes[root].property("PL").is_some() || collection.dialect == HexDialect::LittleGolem;
    let to_move = if is_said { record.to_move } else { mover(tree, root).unwrap_or(record.to_move) };
    let setup = Setup {
        black: names(Player::Black),
        white: names(Player::White),
        blocked: Vec::new(),
        to_move: (to_move == Player::White).then_some(Colour::White),
    };
    let result = record.result.map_or_else(String::new, tesuji_hex::notation::sgf::result_text);
    let start = GameState { game: spec, setup, moves: Vec::new() };
    Ok(GameTree { players: record.players, result, ..GameTree::begun(start) })
}

/// The player who makes the first move of the main line.
fn mover(tree: &Tree, root: usize) -> Option<Player> {
    tree.main_line(root).flat_map(|node| &node.properties).find_map(|property| player_of(&property.name))
}

fn player_of(name: &str) -> Option<Player> {
    match name {
        "B" => Some(Player::Black),
        "W" => Some(Player::White),
        _ => None,
    }
}

/// A file of one node with these properties, which the readers of records take.
fn file_of<'a>(properties: impl IntoIterator<Item = &'a Property>) -> String {
    let mut file = Writer::new(Escapes::Least);
    file.raw("(;");
    let mut n_moves = 0;
    for property in properties {
        if player_of(&property.name).is_some() {
            n_moves += 1;
            file.raw(";");
        }
        file.property(&property.name, property.values.iter().map(|value| escaped(value, Escapes::Least)));
    }
    debug_assert!(n_moves < 2, "a header has one move at most");
    file.raw(")");
    file.finish()
}

fn is_no_move(property: &&Property) -> bool {
    player_of(&property.name).is_none()
}

fn go_header(tree: &Tree, root: usize, notices: &mut Vec<String>) -> Result<GameTree, Trouble> {
    let source = file_of(tree.nodes[root].properties.iter().filter(is_no_move));
    let heading = go_sgf::tree(&source).map_err(of_sgf)?;
    let SgfGame { mut record, notices: said } =
        go_sgf::game(&heading, heading.roots[0]).map_err(|error| Trouble::new(error.to_string()))?;
    notices.extend(said);
    record.to_move = record.to_move.or_else(|| mover(tree, root));
    let Some((komi, rules)) = GameSpec::usual(GameKind::Go).komi_and_rules() else {
        return Err(Trouble::ours("Go has no usual komi"));
    };
    if record.komi.is_none() {
        notices.push(format!("the record states no komi: taken for {komi}"));
    }
    if record.rules.is_none() {
        notices.push(format!("the record states no rules that are known here: taken for {rules}"));
    }
    let start = record.start(rules, komi).map_err(|error| Trouble::new(error.to_string()))?;
    // The komi of the position has the compensation for handicap.
    let spec = GameSpec::go(record.board().clone(), start.komi(), *start.rules());
    let session = Session::from_position(AnyPosition::Go { board: record.board().clone(), position: start })?;
    let start = GameState { game: spec, setup: state::setup_of(&session), moves: Vec::new() };
    Ok(GameTree { players: record.players, result: record.result, ..GameTree::begun(start) })
}

fn amazons_header(tree: &Tree, root: usize) -> Result<GameTree, Trouble> {
    let said: Vec<&Property> = tree.nodes[root].properties.iter().filter(is_no_move).collect();
    let is_move = |property: &&Property| player_of(&property.name).is_some();
    let first = tree.main_line(root).flat_map(|node| &node.properties).find(is_move);
    // The first move shows who stands below, unless it is faulty.
    let record = amazons_sgf::read(&file_of(said.iter().copied().chain(first)))
        .or_else(|_| amazons_sgf::read(&file_of(said)))
        .map_err(|error| Trouble::new(error.to_string()))?;
    let position = tesuji_amazons::Position::new(&record.setup).map_err(|error| Trouble::new(error.to_string()))?;
    let game = Session::from_position(position)?.spec().clone();
    let start = GameState { game, setup: Setup::default(), moves: Vec::new() };
    Ok(GameTree { players: record.players, result: record.result, ..GameTree::begun(start) })
}

/// Calls a function with each node of a game, a parent before its children.
fn walk(tree: &Tree, root: usize, mut see: impl FnMut(usize)) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        see(node);
        open.extend(tree.nodes[node].children.iter().rev());
    }
}

/// A game that is being read.
struct Reader<'a> {
    source: &'a Tree,
    points: Points,
    is_little_golem: bool,
    game: GameTree,
    /// Whose turn it is after each node of the game.
    turns: Vec<Player>,
    n_setups: usize,
    n_lost_marks: usize,
}

impl Reader<'_> {
    fn read(&mut self, root: usize) -> Result<(), Trouble> {
        let mut order = Vec::new();
        walk(self.source, root, |node| order.push(node));
        // The node of the game that stands for each node of the file.
        let mut at = vec![0; self.source.nodes.len()];
        for node in order {
            let source = &self.source.nodes[node];
            let mut here = source.parent.map_or(0, |parent| at[parent]);
            if node != root && source.properties.iter().any(|property| is_setup(&property.name)) {
                here = self.set_up(here, source)?;
            }
            for property in &source.properties {
                if let Some(labelled) = player_of(&property.name) {
                    here = self.play(here, source, property, labelled)?;
                }
            }
            self.remark(here, source);
            at[node] = here;
        }
        Ok(())
    }

    fn add(&mut self, parent: usize, node: TreeNode, turn: Player) -> usize {
        self.game.nodes.push(TreeNode { parent: Some(parent), ..node });
        self.turns.push(turn);
        self.game.nodes.len() - 1
    }

    /// The node after a move, or after what changes nothing on the board.
    fn play(&mut self, here: usize, source: &SgfNode, property: &Property, labelled: Player) -> Result<usize, Trouble> {
        let value = &property.values[0];
        let turn = self.turns[here];
        let player = if self.is_little_golem { turn } else { labelled };
        let action = self.points.action(value);
        let what = match action.ok_or_else(|| fault(property, value, "a move on this board"))? {
            PropertyUse::Move(mv) => return Ok(self.moved(here, player, mv)),
            PropertyUse::Swap if self.is_swap_of_pieces(source, value, player) => {
                return Ok(self.moved(here, player, state::SWAP.to_owned()));
            }
            PropertyUse::Swap => TreeEventKind::SwapSides,
            PropertyUse::Event(what) => what,
        };
        let event = Some(TreeEvent { player: player.into(), what });
        Ok(self.add(here, TreeNode { event, ..TreeNode::default() }, turn))
    }

    fn moved(&mut self, here: usize, player: Player, mv: String) -> usize {
        let mv = match player == self.turns[here] {
            true => PlayedMove::InTurn(mv),
            false => PlayedMove::By { player: player.into(), mv },
        };
        self.add(here, TreeNode { mv: Some(mv), ..TreeNode::default() }, player.opponent())
    }

    /// Whether pieces are swapped: the other player moves next. If none does, the word decides.
    fn is_swap_of_pieces(&self, source: &SgfNode, value: &str, player: Player) -> bool {
        if self.is_little_golem {
            return true;
        }
        let next = source.children.first().map(|&next| &self.source.nodes[next]);
        let next = next.and_then(|node| node.properties.iter().find_map(|property| player_of(&property.name)));
        next.map_or_else(|| value.trim().eq_ignore_ascii_case(state::SWAP), |next| next != player)
    }

    /// The node after a change of the board.
    fn set_up(&mut self, here: usize, source: &SgfNode) -> Result<usize, Trouble> {
        self.n_setups += 1;
        if self.n_setups > MOST_SETUPS {
            let what = format!("more than {MOST_SETUPS} nodes change the board in the middle of a game");
            return Err(Trouble::new(what));
        }
        let before = state::session(&state_at(&self.game, here));
        let mut setup = before.map(|session| state::setup_of(&session)).unwrap_or_default();
        setup.to_move = (self.turns[here] == Player::White).then_some(Colour::White);
        for property in source.properties.iter().filter(|property| is_setup(&property.name)) {
            if property.name == "PL" {
                let value = property.values[0].trim().to_ascii_lowercase();
                setup.to_move = match value.as_bytes().first() {
                    Some(b'b' | b'1') => None,
                    Some(b'w' | b'2') => Some(Colour::White),
                    // The next move shows it, whatever stands here.
                    _ => setup.to_move,
                };
                continue;
            }
            let cells: HashSet<String> = self.cells(property).into_iter().collect();
            for list in [&mut setup.black, &mut setup.white, &mut setup.blocked] {
                list.retain(|cell| !cells.contains(cell));
            }
            let list = match property.name.as_str() {
                "AB" => &mut setup.black,
                "AW" => &mut setup.white,
                "AA" => &mut setup.blocked,
                _ => continue,
            };
            list.extend(cells);
            list.sort();
        }
        let turn = setup.to_move.map_or(Player::Black, Player::from);
        Ok(self.add(here, TreeNode { setup: Some(setup), ..TreeNode::default() }, turn))
    }

    /// The cells of a list of points.
    fn cells(&mut self, property: &Property) -> Vec<String> {
        let values = match self.points {
            Points::Hex { .. } => property.values.clone(),
            Points::Go(_) | Points::Amazons(_) => points(&property.values).unwrap_or_else(|| property.values.clone()),
        };
        let cells: Vec<String> = values.iter().filter_map(|value| self.points.cell(value)).collect();
        self.n_lost_marks += values.len() - cells.len();
        cells
    }

    fn remark(&mut self, here: usize, source: &SgfNode) {
        for property in &source.properties {
            if property.name == "C" {
                append(&mut self.game.nodes[here].comment, text(&property.values[0]).trim_end());
            }
            let Some(&(_, shape)) = MARKS.iter().find(|(name, _)| *name == property.name) else { continue };
            if shape == TreeMarkShape::Label {
                for value in &property.values {
                    let (at, label) = compose(value).or_else(|| value.split_once(':')).unwrap_or((value, ""));
                    match self.points.cell(at) {
                        Some(cell) => {
                            let text = label.to_owned();
                            self.game.nodes[here].marks.push(TreeMark { cell, shape, text });
                        }
                        None => self.n_lost_marks += 1,
                    }
                }
                continue;
            }
            let cells = self.cells(property);
            let mark = |cell| TreeMark { cell, shape, text: String::new() };
            self.game.nodes[here].marks.extend(cells.into_iter().map(mark));
        }
        // The order of shapes in a file means nothing.
        self.game.nodes[here].marks.sort_once_by_key(|mark| MARKS.iter().position(|(_, shape)| *shape == mark.shape));
    }
}

fn is_setup(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE" | "AA" | "PL")
}

/// Adds words after others.
pub(super) fn append(comment: &mut String, words: &str) {
    if !comment.is_empty() && !words.is_empty() {
        comment.push('\n');
    }
    comment.push_str(words);
}
