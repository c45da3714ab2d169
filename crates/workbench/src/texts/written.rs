//! Games as text.

use tesuji_board::Player;
use tesuji_engine::{AnyRecord, GameKind};
use tesuji_forms::{Form, Hints, Reading, read_games};
use tesuji_sgf::{Escapes, Writer, escaped, plain};

use super::points::Points;
use super::sgf::MARKS;
use super::{GameTree, TreeEvent, TreeMarkShape, TreeNode, Write, Written, state_at};
use crate::types::{Colour, PlayedMove, Setup};
use crate::{Desk, Trouble, catalogue, state};

pub(crate) fn write(asked: &Write, _desk: &impl Desk) -> Result<Written, Trouble> {
    let Write { tree, form } = asked;
    tree.check()?;
    let kind = tree.start.game.kind();
    let form = Form::ALL.into_iter().find(|known| known.name() == form).ok_or_else(|| {
        let names: Vec<&str> = Form::ALL.iter().map(|form| form.name()).collect();
        let form: String = form.chars().take(32).collect();
        Trouble::new(format!("there is no form `{form}`")).with_advice(format!("expected one of {}", names.join(", ")))
    })?;
    let entry = catalogue::form(form);
    let name = if tree.id.is_empty() { kind.description().name } else { &tree.id };
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let file = format!("{name}.{}", entry.ending);
    if form == Form::Sgf {
        return Ok(Written { text: sgf(tree)?, file, notices: Vec::new() });
    }
    let shown = tree.current.filter(|&node| node < tree.nodes.len()).unwrap_or_else(|| tree.main_leaf());
    let line = line_to(tree, shown);
    let reading = reading(&line)?;
    let written = tesuji_forms::write(&reading, form, None)?;
    let mut notices: Vec<String> = written.lost.iter().map(|lost| format!("not written: {lost}")).collect();
    if line.nodes.len() < tree.nodes.len() {
        notices.push("not written: other variations, and moves after the one that is shown".to_owned());
    }
    if line.nodes.iter().any(|node| !node.marks.is_empty()) {
        notices.push("not written: marks and labels".to_owned());
    }
    Ok(Written { text: written.text, file, notices })
}

/// A game without variations as `forms` reads it. Its record, which can be replayed, has everything but the marks.
fn reading(line: &GameTree) -> Result<Reading, Trouble> {
    let hints = Hints { game: Some(line.start.game.kind()), ..Hints::default() };
    let first = read_games(&sgf(line)?, &hints)?.into_iter().next();
    first.ok_or_else(|| Trouble::ours("a game that was written holds no game"))
}

/// The main line of a game as a record.
pub(crate) fn main_line(tree: &GameTree) -> Result<AnyRecord, Trouble> {
    tree.check()?;
    Ok(reading(&line_to(tree, tree.main_leaf()))?.record)
}

/// The line to a node as a game of its own. If the board was changed on the way, it begins there.
fn line_to(tree: &GameTree, node: usize) -> GameTree {
    let path = tree.path_to(node);
    let begins = path.iter().rposition(|&node| tree.nodes[node].setup.is_some()).unwrap_or(0);
    let mut start = state_at(tree, path[begins]);
    start.moves.clear();
    let nodes = path[begins..].iter().enumerate().map(|(idx, &node)| {
        let node = tree.nodes[node].clone();
        TreeNode { parent: idx.checked_sub(1), setup: None, ..node }
    });
    let mut line = GameTree { start, nodes: nodes.collect(), current: None, ..tree.clone() };
    line.nodes[0].mv = None;
    line
}

/// The whole tree as SGF.
pub(super) fn sgf(tree: &GameTree) -> Result<String, Trouble> {
    let session = state::begun(&tree.start)?;
    let points = Points::of(&tree.start.game, false)?;
    let escapes = if session.spec().kind() == GameKind::Hex { Escapes::Brackets } else { Escapes::Least };
    let mut file = Writer::new(escapes);
    file.raw("(").root(session.record().header());
    for (name, player) in ["PB", "PW"].into_iter().zip(&tree.players) {
        file.text(name, &plain(&player.replace('\n', " ")));
    }
    file.text("RE", &plain(&tree.result.replace('\n', " ")));
    for (name, values) in session.record().setup() {
        file.property(name, values);
    }
    let mut writer = TreeWriter { tree, points, file, escapes, turns: vec![session.to_move()] };
    writer.write()?;
    Ok(writer.file.finish())
}

struct TreeWriter<'a> {
    tree: &'a GameTree,
    points: Points,
    file: Writer,
    escapes: Escapes,
    /// Whose turn it is after each node.
    turns: Vec<Player>,
}

/// The next thing to write.
enum Step {
    Node(usize),
    Text(&'static str),
}

impl TreeWriter<'_> {
    fn write(&mut self) -> Result<(), Trouble> {
        let children = self.tree.children();
        self.find_turns();
        let mut open = vec![Step::Text(")\n"), Step::Node(0)];
        while let Some(step) = open.pop() {
            match step {
                Step::Text(text) => _ = self.file.raw(text),
                Step::Node(node) => {
                    self.node(node)?;
                    let next = &children[node];
                    for &child in next.iter().rev() {
                        if next.len() > 1 {
                            open.push(Step::Text(")"));
                        }
                        open.push(Step::Node(child));
                        if next.len() > 1 {
                            open.push(Step::Text("\n("));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn find_turns(&mut self) {
        for node in &self.tree.nodes[1..] {
            let before = self.turns[node.parent.unwrap_or(0)];
            let turn = match (&node.setup, &node.mv) {
                (_, Some(PlayedMove::By { player, .. })) => Player::from(*player).opponent(),
                (_, Some(PlayedMove::InTurn(_))) => before.opponent(),
                (Some(setup), None) => setup.to_move.map_or(Player::Black, Player::from),
                (None, None) => before,
            };
            self.turns.push(turn);
        }
    }

    fn node(&mut self, idx: usize) -> Result<(), Trouble> {
        let node = &self.tree.nodes[idx];
        if idx > 0 {
            self.file.raw("\n;");
        }
        if let (Some(setup), Some(parent)) = (&node.setup, node.parent) {
            self.set_up(setup, parent)?;
            if node.mv.is_some() {
                // SGF has no node with both.
                self.file.raw("\n;");
            }
        }
        if let Some(mv) = &node.mv {
            let letter = if self.turns[idx] == Player::White { "B" } else { "W" };
            let value = self.points.write_move(mv.text())?;
            self.file.property(letter, [value]);
        }
        if let Some(TreeEvent { player, what }) = node.event {
            if node.mv.is_some() {
                self.file.raw("\n;");
            }
            let letter = if player == Colour::Black { "B" } else { "W" };
            self.file.property(letter, [what.word()]);
        }
        self.file.text("C", &plain(&node.comment));
        for (name, shape) in MARKS {
            let mut values = Vec::new();
            for mark in node.marks.iter().filter(|mark| mark.shape == shape) {
                let cell = self.points.write_cell(&mark.cell)?;
                values.push(match shape {
                    TreeMarkShape::Label => {
                        let all = if self.escapes == Escapes::Least { Escapes::Colons } else { self.escapes };
                        format!("{cell}:{}", escaped(&plain(&mark.text), all))
                    }
                    _ => cell,
                });
            }
            self.file.property(name, values);
        }
        Ok(())
    }

    /// Change of the board.
    fn set_up(&mut self, setup: &Setup, parent: usize) -> Result<(), Trouble> {
        // Where the moves before cannot be made, all stones are written.
        let before = state::session(&state_at(self.tree, parent)).map(|session| state::setup_of(&session));
        let before = before.unwrap_or_default();
        let lists = |setup: &Setup| [setup.black.clone(), setup.white.clone(), setup.blocked.clone()];
        let (old, new) = (lists(&before), lists(setup));
        let is_in = |lists: &[Vec<String>; 3], cell: &String| lists.iter().any(|list| list.contains(cell));
        let gone: Vec<&String> = old.iter().flatten().filter(|&cell| !is_in(&new, cell)).collect();
        let mut all = vec![("AE", gone)];
        for ((name, old), new) in ["AB", "AW", "AA"].into_iter().zip(&old).zip(&new) {
            all.push((name, new.iter().filter(|&cell| !old.contains(cell)).collect()));
        }
        for (name, cells) in all {
            let values = cells.into_iter().map(|cell| self.points.write_cell(cell)).collect::<Result<Vec<_>, _>>()?;
            self.file.property(name, values);
        }
        self.file.property("PL", [if setup.to_move == Some(Colour::White) { "W" } else { "B" }]);
        Ok(())
    }
}
