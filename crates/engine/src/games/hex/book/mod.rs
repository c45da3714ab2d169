//! An opening book of Hex: positions that the strong player searched, and what follows from them by minimax.
//!
//! A [`Book`] is plain data. It grows one position at a time ([`Book::grow`]), best-first by Lincke's drop-out
//! expansion (Strategies for the automatic construction of opening books, CG 2000). Each piece of work is a line of
//! text, and the file is the list of these lines. So the caller that keeps the file appends to it, and a run that is killed
//! loses only the line in work. The lines contain what cannot be computed again; values and the order of work follow
//! from them.
//!
//! Only one of all images of a position is kept (`key.rs`). The images are the half turn, and the mirror image with the
//! players exchanged. Because of the latter, swapping leads back to the position before it. All boards are square.
//!
//! Not here: files, and when to play by the book; the code next to the strong player decides that.

mod grow;
mod key;
#[cfg(feature = "testing")]
mod tests;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use tesuji_board::SortOnce as _;

use tesuji_hex::{Move, Position, Swap};

use self::key::{Image, Key};
use crate::player::Proved;

pub use grow::Growth;
pub use text::BookError;

/// The settings of a book; they stay the same while the book grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// The side of the board.
    pub side: usize,
    /// Whether the game begins with the choice of an opening that the second player may swap.
    pub swap: bool,
    /// The playouts of the strong player for each position, at least 1.
    pub playouts: u64,
    /// The number of moves with which a position is opened, and by which it is widened each time; at least 1.
    pub width: usize,
    /// The seed from which the seeds of all searches are derived.
    pub seed: u64,
}

/// How many plies a full loss of value (from 1 to 0) delays a line: a ply corresponds to 1/50.
const PLIES_PER_VALUE: f64 = 50.0;

/// A position is widened when its line has become this many plies deeper for each width that it has.
const PLIES_PER_WIDTH: f64 = 6.0;

/// A position of the book and what is known of it, from the point of view of the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What the player to move may expect, from 0 (loss) to 1 (win): by minimax, or by the search if no move was
    /// opened.
    pub value: f64,
    /// What the search of the position itself found.
    pub searched: f64,
    /// What is proved.
    pub proved: Option<Proved>,
    /// The moves that were opened, the best first; among equal ones, the one that the search preferred comes first.
    pub moves: Vec<BookMove>,
    /// The best move, the best reply and so on, as far as the book goes.
    pub line: Vec<Move>,
}

/// A move in a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// What the player who makes it may expect, from 0 (loss) to 1 (win).
    pub value: f64,
    /// How many plies the best line after it goes on.
    pub depth: u32,
    /// How often the position after it has been opened or widened.
    pub n_openings: u32,
}

/// An opening book.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    config: BookConfig,
    nodes: Vec<Node>,
    places: BTreeMap<Key, usize>,
}

impl Book {
    /// The most bytes of a book: room for a million positions.
    pub const MOST_BYTES: u64 = 128 << 20;
}

/// The result of the search of a position.
#[derive(Clone, PartialEq, Debug)]
struct Judged {
    /// The value for the player to move.
    value: f64,
    proved: Option<Proved>,
    playouts: u64,
    /// The moves to be opened, in this order.
    moves: Vec<Move>,
}

/// A position; numbers are indices in the list of nodes.
#[derive(Clone, PartialEq, Debug)]
struct Node {
    key: Key,
    judged: Judged,
    /// The positions after the first moves of `judged`, which were opened.
    children: Vec<usize>,
    parents: Vec<usize>,
    n_openings: u32,
    // The following fields are computed from those above.
    value: f64,
    proved: Option<Proved>,
    depth: u32,
    /// How soon something below is to be opened, the smallest cost first; infinite if there is nothing.
    cost: f64,
}

impl Book {
    /// A book without positions.
    ///
    /// # Errors
    ///
    /// If a setting is out of range.
    pub fn new(config: BookConfig) -> Result<Self, BookError> {
        text::check_config(&config)?;
        Ok(Self { config, nodes: Vec::new(), places: BTreeMap::new() })
    }

    /// The settings of the book.
    #[must_use]
    pub const fn config(&self) -> &BookConfig {
        &self.config
    }

    /// The number of positions searched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What is known of a position or one of its images; `None` if it is not in the book.
    #[must_use]
    pub fn entry(&self, position: &Position) -> Option<Entry> {
        if position.size() != (self.config.side, self.config.side) {
            return None;
        }
        let (key, image) = Key::of(position);
        let node_idx = *self.places.get(&key)?;
        let node = &self.nodes[node_idx];
        let mut moves: Vec<BookMove> = node
            .children
            .iter()
            .zip(&node.judged.moves)
            .map(|(&child_idx, &mv)| {
                let child = &self.nodes[child_idx];
                let mv = image.mv(self.config.side, mv);
                BookMove { mv, value: 1.0 - child.value, depth: child.depth, n_openings: child.n_openings }
            })
            .collect();
        moves.sort_once_by(|a, b| b.value.total_cmp(&a.value));
        let line = self.line(node_idx, image);
        Some(Entry { value: node.value, searched: node.judged.value, proved: node.proved, moves, line })
    }

    /// The best line below a node; `image` maps the position in question to the node.
    fn line(&self, mut node_idx: usize, mut image: Image) -> Vec<Move> {
        let side = self.config.side;
        let mut line = Vec::new();
        while let Some(best) = self.best(node_idx) {
            let node = &self.nodes[node_idx];
            let mv = node.judged.moves[best];
            line.push(image.mv(side, mv));
            image = image.then(node.key.after(side, mv).1);
            node_idx = node.children[best];
        }
        line
    }

    /// The child of a node that is best for the player to move there; among equals, the first.
    fn best(&self, node_idx: usize) -> Option<usize> {
        let children = &self.nodes[node_idx].children;
        (0..children.len()).min_by(|&a, &b| self.nodes[children[a]].value.total_cmp(&self.nodes[children[b]].value))
    }

    /// Adds a position to which no move leads yet.
    fn add(&mut self, key: Key, judged: Judged) -> usize {
        let node_idx = self.nodes.len();
        self.places.insert(key.clone(), node_idx);
        self.nodes.push(Node {
            key,
            value: judged.value,
            proved: judged.proved,
            judged,
            children: Vec::new(),
            parents: Vec::new(),
            n_openings: 0,
            depth: 0,
            cost: 0.0,
        });
        self.renew(node_idx);
        node_idx
    }

    /// Opens the first moves of a node, which lead to these positions, and backs up the consequences.
    fn open(&mut self, node_idx: usize, children: Vec<usize>) {
        let n_known = self.nodes[node_idx].children.len();
        for &child_idx in &children[n_known..] {
            self.nodes[child_idx].parents.push(node_idx);
        }
        self.nodes[node_idx].children = children;
        self.nodes[node_idx].n_openings += 1;
        // From the last ply up, so that each node is renewed once, after everything that it depends on.
        let mut waiting = BTreeSet::from([(self.nodes[node_idx].key.ply(), node_idx)]);
        while let Some((_, node_idx)) = waiting.pop_last() {
            if self.renew(node_idx) {
                let parents = self.nodes[node_idx].parents.iter();
                waiting.extend(parents.map(|&parent_idx| (self.nodes[parent_idx].key.ply(), parent_idx)));
            }
        }
    }

    /// Recomputes what follows for a node from its children. Returns whether something changed.
    fn renew(&mut self, node_idx: usize) -> bool {
        let node = &self.nodes[node_idx];
        let children = || node.children.iter().map(|&child_idx| &self.nodes[child_idx]);
        let is_left = node.children.len() < node.judged.moves.len();
        let (mut value, mut depth) = (node.judged.value, 0);
        if let Some(best) = self.best(node_idx).map(|best| &self.nodes[node.children[best]]) {
            (value, depth) = (1.0 - best.value, best.depth + 1);
        }
        let proved = node.judged.proved.or_else(|| {
            if children().any(|child| child.proved == Some(Proved::Loss)) {
                return Some(Proved::Win);
            }
            let n_legal = self.n_moves(&node.key);
            let is_lost = node.children.len() == n_legal && children().all(|child| child.proved == Some(Proved::Win));
            is_lost.then_some(Proved::Loss)
        });
        match proved {
            Some(Proved::Win) => value = 1.0,
            Some(Proved::Loss) => value = 0.0,
            None => {}
        }
        let cost = match proved {
            Some(_) => f64::INFINITY,
            None if node.children.is_empty() => {
                if is_left {
                    0.0
                } else {
                    f64::INFINITY
                }
            }
            None => {
                let below = (0..node.children.len()).map(|child| self.turn_of_child(node_idx, value, child));
                1.0 + below.fold(self.turn_to_widen(node_idx), f64::min)
            }
        };
        let node = &mut self.nodes[node_idx];
        let before = (node.value, node.proved, node.depth, node.cost);
        (node.value, node.proved, node.depth, node.cost) = (value, proved, depth, cost);
        before != (value, proved, depth, cost)
    }

    /// How soon it is a child's turn at a node of this value; the smallest number comes first.
    fn turn_of_child(&self, node_idx: usize, value: f64, child: usize) -> f64 {
        let child = &self.nodes[self.nodes[node_idx].children[child]];
        child.cost + PLIES_PER_VALUE * (value - (1.0 - child.value))
    }

    /// How soon it is the turn of more moves of a node.
    fn turn_to_widen(&self, node_idx: usize) -> f64 {
        let node = &self.nodes[node_idx];
        if node.children.len() == node.judged.moves.len() {
            return f64::INFINITY;
        }
        PLIES_PER_WIDTH * node.children.len() as f64 / self.config.width as f64
    }

    /// The number of legal moves of a position that is not over; images count separately.
    fn n_moves(&self, key: &Key) -> usize {
        let n_stones = key.own.len() + key.other.len();
        (self.config.side * self.config.side).saturating_sub(n_stones) + usize::from(key.swap == Swap::Open)
    }
}
