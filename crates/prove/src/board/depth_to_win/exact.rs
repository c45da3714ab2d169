//! The search: whether the winner can join its edges with a given number of stones.
//!
//! Each win that is found comes with its carrier, so only those of the loser's moves are tried that meet the carriers
//! of all wins found so far. Moves of either player that lie on no path of the given number of stones are useless.

use std::cell::Cell as Counter;

use rustc_hash::FxHashMap;
use tesuji_board::{BOTTOM, Bits, Cell, LEFT, Player, RIGHT, TOP};
use tesuji_connection::replies::few;
use tesuji_proof::{Certificate, CertificateBuilder, Node, Subproof, Verdict};
use tesuji_search::{Limits, Stopped};

use super::DepthStop;
use crate::Question;

/// The result of a search.
#[derive(Default, Debug)]
pub(super) struct ExactDepth {
    /// The smallest number of stones that is not known to be too few.
    pub at_least: usize,
    /// Whether this number is known to be enough.
    pub is_exact: bool,
    /// If so, a game of best play, as far as it was found before a limit.
    pub line: Vec<usize>,
    /// The limit that was reached, if the number is not known.
    pub stopped_by: Option<DepthStop>,
    /// Positions searched.
    pub nodes: u64,
    /// Positions forgotten for want of memory.
    pub forgotten: u64,
}

/// A way to win within a number of stones.
#[derive(Clone, Copy, Debug)]
struct Win<const W: usize> {
    /// The winner's move, if it is the winner's turn and one is needed.
    key: Option<usize>,
    /// The empty cells that it needs, including the key.
    carrier: Bits<W>,
}

/// A position: the stones of the winner and of the loser, and whether the winner is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct DepthPosition<const W: usize> {
    own: Bits<W>,
    theirs: Bits<W>,
    attacks: bool,
}

/// Known bounds of a position. Cells are numbers, [`NO_CELL`] if there is none.
///
/// PERF: half the memory of options and `usize` (40 bytes for a position of up to 64 cells instead of 88).
#[derive(Clone, Copy, Debug)]
struct KnownBound<const W: usize> {
    /// Fewer stones than this do not win.
    at_least: u16,
    /// A number of stones that wins, with this move and these cells; 0 if none is known.
    at_most: u16,
    key: u16,
    carrier: Bits<W>,
    /// The loser's move that proved `at_least`.
    block: u16,
}

const NO_CELL: u16 = u16::MAX;

impl<const W: usize> Default for KnownBound<W> {
    fn default() -> Self {
        Self { at_least: 0, at_most: 0, key: NO_CELL, carrier: Bits::EMPTY, block: NO_CELL }
    }
}

impl<const W: usize> KnownBound<W> {
    fn block(&self) -> Option<usize> {
        Some(usize::from(self.block)).filter(|_| self.block != NO_CELL)
    }
}

/// The stones of the winner and of the loser. From one start, they determine whose turn it is.
type Stones<const W: usize> = [Bits<W>; 2];

/// The board as the winner sees it, and what is known so far.
#[derive(Debug)]
pub(super) struct Exact<'a, const W: usize> {
    /// For each cell, its neighbours.
    near: Vec<Bits<W>>,
    /// The cells at the ends of the winner and of the loser.
    ends: [[Bits<W>; 2]; 2],
    all: Bits<W>,
    start: DepthPosition<W>,
    /// Whether half a turn changes nothing at the start.
    is_symmetric: bool,
    known: FxHashMap<Stones<W>, KnownBound<W>>,
    /// The most positions to be kept in `known`.
    most_known: usize,
    forgotten: u64,
    limits: &'a Limits,
    /// Unit of the nodes of the limits.
    unit: Unit,
    nodes: u64,
    /// Number of times that paths were computed. This is what takes the time.
    n_looks: Counter<u64>,
}

/// Unit of the limit on nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// Positions whose moves were tried.
    Positions,
    /// Positions of which the paths were computed, those of all moves included. In time, a limit on these is nearly the
    /// same for all positions of a board.
    Looks,
}

/// A certificate under construction, and the positions that it has already.
#[derive(Debug)]
struct Plan<const W: usize> {
    builder: CertificateBuilder<Vec<Node>, Bits<W>>,
    positions: FxHashMap<DepthPosition<W>, Subproof<Bits<W>>>,
}

impl<'a, const W: usize> Exact<'a, W> {
    /// The memory of a place in a hash map, of which an eighth stays empty.
    const BYTES_OF_PLACE: usize = size_of::<(Stones<W>, KnownBound<W>)>() + 1;

    /// A search of a position on a rhombus with no more cells than the sets can hold, in this much memory.
    pub(super) fn new(question: &Question, winner: Player, limits: &'a Limits, unit: Unit, bytes: usize) -> Self {
        let board = &question.topology;
        let set = |cells: &tesuji_board::CellSet| cells.iter().map(Cell::index).collect::<Bits<W>>();
        let ends = [winner, winner.opponent()].map(|player| {
            let edges = if player == Player::Black { [TOP, BOTTOM] } else { [LEFT, RIGHT] };
            edges.map(|edge| set(&board.edges()[edge].cells))
        });
        let (black, white) = (set(&question.black), set(&question.white));
        let (own, theirs) = if winner == Player::Black { (black, white) } else { (white, black) };
        let n_places = (bytes / Self::BYTES_OF_PLACE).checked_ilog2().map_or(0, |log| 1_usize << log);
        let turned = |set: Bits<W>| set.iter().map(|cell| board.n_cells() - 1 - cell).collect::<Bits<W>>();
        Self {
            near: board.cells().map(|cell| board.neighbours(cell).iter().map(|to| to.index()).collect()).collect(),
            ends,
            all: Bits::first_n(board.n_cells()),
            start: DepthPosition { own, theirs, attacks: question.to_move == winner },
            is_symmetric: turned(own) == own && turned(theirs) == theirs,
            known: FxHashMap::default(),
            most_known: n_places - n_places / 8,
            forgotten: 0,
            limits,
            unit,
            nodes: 0,
            n_looks: Counter::new(0),
        }
    }

    /// Searches until the number is known or a limit is reached.
    pub(super) fn search(&mut self) -> ExactDepth {
        let (at_least, found) = self.deepen(usize::MAX);
        let (is_exact, mut line) = (found == Ok(true), Vec::new());
        if is_exact {
            // A line that a limit cuts short is still worth showing.
            _ = self.play_on(at_least, &mut line);
        }
        let stopped_by = found.is_err().then(|| self.stop());
        ExactDepth { at_least, is_exact, line, stopped_by, nodes: self.nodes, forgotten: self.forgotten }
    }

    /// The winner's first move of the quickest win with at most `most` stones, how many it takes, and a certificate about
    /// the position after the move. `None` if there is none, or a limit was reached first.
    pub(super) fn quickest(&mut self, question: &Question, most: usize) -> Option<(Cell, usize, Certificate)> {
        let (n_stones, Ok(true)) = self.deepen(most) else { return None };
        let key = self.wins(self.start, n_stones).ok()??.key?;
        let mv = Cell::new(key);
        let claim = question.after(mv).claim(question.to_move);
        let builder = CertificateBuilder::in_memory(&claim, Verdict::Holds);
        let mut plan = Plan { builder, positions: FxHashMap::default() };
        let root = self.plan(self.start.after(key), n_stones - 1, &mut plan).ok()?;
        Some((mv, n_stones, plan.builder.certificate(None, root.node)))
    }

    /// A move of the loser, who is to move, after which the winner needs as many stones as the search can prove; the
    /// first of `preferred` that is one. `None` if nothing was found before a limit.
    pub(super) fn delaying(&mut self, preferred: &[usize]) -> Option<usize> {
        let (n_stones, _) = self.deepen(usize::MAX);
        let (start, fewer) = (self.start, n_stones.checked_sub(1)?);
        // After a limit, what is known already still counts.
        let mut lasting = preferred.iter().copied();
        let found = lasting.find(|&cell| matches!(self.wins(start.after(cell), fewer), Ok(None)));
        found.or_else(|| self.known.get(&start.stones())?.block())
    }

    /// Allows one more stone each time until the winner wins, `most` are too few, or a limit is reached. Returns the
    /// smallest number of stones that is not known to be too few, and whether it is enough.
    fn deepen(&mut self, most: usize) -> (usize, Result<bool, Stopped>) {
        let start = self.start;
        let n_empty = self.empty(start).len();
        let most = most.min(if start.attacks { n_empty.div_ceil(2) } else { n_empty / 2 });
        let mut at_least = self.paths(start, 0).length().unwrap_or(most + 1);
        while at_least <= most {
            match self.wins(start, at_least) {
                Err(Stopped) => return (at_least, Err(Stopped)),
                Ok(None) => at_least += 1,
                Ok(Some(_)) => return (at_least, Ok(true)),
            }
        }
        (at_least, Ok(false))
    }

    /// The limit that stopped the search.
    fn stop(&self) -> DepthStop {
        match self.limits.nodes {
            Some(most) if self.nodes >= most => DepthStop::Nodes(most),
            _ => DepthStop::Interrupt,
        }
    }

    /// The node of a certificate for a position that the winner wins with at most `most` stones, although the loser is to
    /// move.
    fn plan(&mut self, at: DepthPosition<W>, most: usize, plan: &mut Plan<W>) -> Result<Subproof<Bits<W>>, Stopped> {
        if let Some(&known) = plan.positions.get(&at) {
            return Ok(known);
        }
        let paths = self.paths(at, 0);
        let node = if paths.length() == Some(0) {
            let joined = paths.from[0][0] & paths.from[1][0];
            plan.builder.linked(0, joined)
        } else {
            let must = paths.through(most) & self.empty(at);
            let mut answers: Vec<(usize, DepthPosition<W>)> = Vec::new();
            if most == 1 {
                let own = |cell| (cell, DepthPosition { own: at.own.with(cell), ..at });
                answers.extend(must.iter().take(2).map(own));
            } else {
                // The search has found all of them.
                let wins = self.answers(at, most, &paths, must)?.ok_or(Stopped)?;
                let (chosen, _) = few(self.empty(at), &wins, |&(_, win)| (0, win.carrier));
                let after = |&(block, win): &(usize, Win<W>)| Some((win.key?, at.after(block).after(win.key?)));
                answers.extend(chosen.into_iter().filter_map(after));
            }
            let mut replies = Vec::new();
            for (cell, next) in answers {
                replies.push((Cell::new(cell), self.plan(next, most - 1, plan)?));
            }
            plan.builder.replies(0, &replies)
        };
        plan.positions.insert(at, node);
        Ok(node)
    }

    /// Plays the best moves of both players to the end, from the start, where the winner wins with `n_stones` but not
    /// with fewer.
    fn play_on(&mut self, mut n_stones: usize, line: &mut Vec<usize>) -> Result<(), Stopped> {
        let mut at = self.start;
        while self.paths(at, 0).length() != Some(0) {
            let cell = if at.attacks {
                n_stones -= 1;
                self.wins(at, n_stones + 1)?.and_then(|win| win.key)
            } else {
                self.delay(at, n_stones)?
            };
            let cell = cell.expect("best play goes on until the winner has won");
            line.push(cell);
            at = at.after(cell);
        }
        Ok(())
    }

    /// A move of the loser after which the winner still needs `n_stones`.
    fn delay(&mut self, at: DepthPosition<W>, n_stones: usize) -> Result<Option<usize>, Stopped> {
        for cell in self.ordered(at, &self.paths(at, 0), self.empty(at)) {
            if self.wins(at.after(cell), n_stones - 1)?.is_none() {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// Whether the winner wins with at most `most` stones, and how.
    fn wins(&mut self, at: DepthPosition<W>, most: usize) -> Result<Option<Win<W>>, Stopped> {
        if at.attacks { self.attack(at, most) } else { self.defend(at, most) }
    }

    /// As above where the winner is to move.
    fn attack(&mut self, at: DepthPosition<W>, most: usize) -> Result<Option<Win<W>>, Stopped> {
        let paths = self.paths(at, 0);
        match paths.length() {
            Some(0) => return Ok(Some(Win { key: None, carrier: Bits::EMPTY })),
            Some(1) if most > 0 => {
                let key = (paths.through(1) & self.empty(at)).first();
                return Ok(key.map(|cell| Win { key: Some(cell), carrier: Bits::single(cell) }));
            }
            Some(length) if length <= most => {}
            _ => return Ok(None),
        }
        // A stone is useless if it lies on no path of `most` stones.
        let mut useful = paths.through(most) & self.empty(at);
        if most == 2 {
            return Ok(self.double_threat(at, &paths, useful));
        }
        if let Some(answer) = self.look_up(at, most) {
            return Ok(answer);
        }
        self.count_node()?;
        for cell in self.ordered(at, &paths, useful) {
            if !useful.contains(cell) {
                continue;
            }
            if let Some(rest) = self.defend(at.after(cell), most - 1)? {
                let win = Win { key: Some(cell), carrier: rest.carrier.with(cell) };
                return Ok(self.keep(at, most, Some(win)));
            }
            if self.is_symmetric && at == self.start {
                useful.remove(self.near.len() - 1 - cell);
            }
        }
        Ok(self.keep(at, most, None))
    }

    /// A stone after which either of two others joins the ends, of which one stone is too few.
    fn double_threat(&self, at: DepthPosition<W>, paths: &Paths<W>, useful: Bits<W>) -> Option<Win<W>> {
        let near = |cells: Bits<W>| cells.iter().fold(Bits::EMPTY, |all, cell| all | self.near[cell]);
        useful.iter().find_map(|cell| {
            let beside = self.near[cell];
            let beside = beside | near(self.with_chains(beside & at.own, at.own));
            let [first, second] = [0, 1].map(|end| paths.from[end][1]);
            let to = |from: &Bits<W>, to| if from.contains(cell) { to } else { Bits::EMPTY };
            let threats = beside & self.empty(at) & (to(&first, second) | to(&second, first));
            let one = threats.first().filter(|_| threats.len() > 1)?;
            let carrier = Bits::single(cell).with(one).with(threats.without(one).first()?);
            Some(Win { key: Some(cell), carrier })
        })
    }

    /// As above where the loser is to move.
    fn defend(&mut self, at: DepthPosition<W>, most: usize) -> Result<Option<Win<W>>, Stopped> {
        let paths = self.paths(at, 0);
        match paths.length() {
            Some(0) => return Ok(Some(Win { key: None, carrier: Bits::EMPTY })),
            Some(length) if length <= most => {}
            _ => return Ok(None),
        }
        let empty = self.empty(at);
        // A move that meets no path of `most` stones is no better than a pass, and so no better than any other move.
        let must = paths.through(most) & empty;
        if most == 1 {
            let two = must.first().and_then(|one| Some(Bits::single(one).with(must.without(one).first()?)));
            return Ok(two.map(|carrier| Win { key: None, carrier }));
        }
        if let Some(answer) = self.look_up(at, most) {
            return Ok(answer);
        }
        self.count_node()?;
        let Some(wins) = self.answers(at, most, &paths, must)? else { return Ok(None) };
        let chosen = few(empty, &wins, |&(_, win)| (0, win.carrier)).0;
        let carrier = chosen.into_iter().fold(Bits::EMPTY, |all, &(_, win)| all | win.carrier);
        Ok(self.keep(at, most, Some(Win { key: None, carrier })))
    }

    /// Wins that together answer every move of the loser, of which only those in `must` are worth trying, each with the
    /// move that it was found for. `None` if a move has no answer.
    fn answers(
        &mut self,
        at: DepthPosition<W>,
        most: usize,
        paths: &Paths<W>,
        mut must: Bits<W>,
    ) -> Result<Option<Vec<(usize, Win<W>)>>, Stopped> {
        let blocks = self.ordered(at, paths, must);
        let known = self.known.get(&at.stones()).and_then(KnownBound::block);
        let mut wins = Vec::new();
        for cell in known.into_iter().chain(blocks) {
            if !must.contains(cell) {
                continue;
            }
            let Some(win) = self.attack(at.after(cell), most)? else {
                self.keep(at, most, None);
                self.known.entry(at.stones()).or_default().block = cell as u16;
                return Ok(None);
            };
            must &= win.carrier;
            wins.push((cell, win));
        }
        Ok(Some(wins))
    }

    fn look_up(&self, at: DepthPosition<W>, most: usize) -> Option<Option<Win<W>>> {
        let known = self.known.get(&at.stones())?;
        let key = Some(usize::from(known.key)).filter(|_| known.key != NO_CELL);
        match usize::from(known.at_most) {
            1.. if usize::from(known.at_most) <= most => Some(Some(Win { key, carrier: known.carrier })),
            _ if most < usize::from(known.at_least) => Some(None),
            _ => None,
        }
    }

    fn keep(&mut self, at: DepthPosition<W>, most: usize, win: Option<Win<W>>) -> Option<Win<W>> {
        if self.known.len() >= self.most_known {
            self.forget();
        }
        // Boards have fewer cells than this type has numbers.
        let known = self.known.entry(at.stones()).or_default();
        match win {
            Some(Win { key, carrier }) => {
                (known.at_most, known.carrier) = (most as u16, carrier);
                known.key = key.map_or(NO_CELL, |key| key as u16);
            }
            None => known.at_least = most as u16 + 1,
        }
        win
    }

    /// Makes room: forgets at least half of the positions, those with the most stones, which are the quickest to search
    /// again.
    fn forget(&mut self) {
        let n_stones = |[own, theirs]: &Stones<W>| own.len() + theirs.len();
        let mut counts = vec![0; self.near.len() + 1];
        self.known.keys().for_each(|at| counts[n_stones(at)] += 1);
        let (mut n_kept, n_known) = (0, self.known.len());
        let most = counts.iter().position(|count| {
            n_kept += count;
            n_kept > n_known / 2
        });
        self.known.retain(|at, _| most.is_some_and(|most| n_stones(at) < most));
        self.forgotten += (n_known - self.known.len()) as u64;
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let counted = match self.unit {
            Unit::Positions => self.nodes,
            Unit::Looks => self.n_looks.get(),
        };
        if self.limits.reached(counted) { Err(Stopped) } else { Ok(()) }
    }

    fn empty(&self, at: DepthPosition<W>) -> Bits<W> {
        self.all - at.own - at.theirs
    }

    /// These cells, beginning with those on the shortest paths of both players, of which the winner's are given.
    fn ordered(&self, at: DepthPosition<W>, paths: &Paths<W>, cells: Bits<W>) -> Vec<usize> {
        if cells.is_empty() {
            return Vec::new();
        }
        let theirs = self.paths(at, 1);
        let mut ordered: Vec<(usize, usize)> =
            cells.iter().map(|cell| (paths.length_through(cell) + theirs.length_through(cell), cell)).collect();
        ordered.sort_unstable();
        ordered.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The paths between the ends of the winner (0) or of the loser (1).
    fn paths(&self, at: DepthPosition<W>, side: usize) -> Paths<W> {
        self.n_looks.set(self.n_looks.get() + 1);
        let own = [at.own, at.theirs][side];
        let empty = self.empty(at);
        let [start, end] = self.ends[side];
        Paths { from: [start, end].map(|start| self.reach(own, empty, start)), end }
    }

    /// By number of stones: the cells that can be reached from `start` with that many, the last one on the cell itself.
    fn reach(&self, own: Bits<W>, empty: Bits<W>, start: Bits<W>) -> Vec<Bits<W>> {
        let mut reached = self.with_chains(start & own, own);
        let (mut edge, mut new) = (start, reached);
        let mut levels = vec![reached];
        loop {
            for cell in new.iter() {
                edge |= self.near[cell];
            }
            new = self.with_chains((edge & empty) - reached, own) - reached;
            if new.is_empty() {
                return levels;
            }
            reached |= new;
            levels.push(reached);
        }
    }

    /// These cells and the chains that touch them.
    fn with_chains(&self, mut cells: Bits<W>, own: Bits<W>) -> Bits<W> {
        let mut todo = cells;
        while let Some(cell) = todo.first() {
            todo.remove(cell);
            let new = (self.near[cell] & own) - cells;
            cells |= new;
            todo |= new;
        }
        cells
    }
}

impl<const W: usize> DepthPosition<W> {
    const fn stones(&self) -> Stones<W> {
        [self.own, self.theirs]
    }

    fn after(mut self, cell: usize) -> Self {
        let stones = if self.attacks { &mut self.own } else { &mut self.theirs };
        stones.insert(cell);
        self.attacks = !self.attacks;
        self
    }
}

/// The number of stones that a player needs from either end to each cell if the other never moves.
#[derive(Debug)]
struct Paths<const W: usize> {
    /// From each end, by number of stones: the cells reached.
    from: [Vec<Bits<W>>; 2],
    /// The cells at the second end.
    end: Bits<W>,
}

impl<const W: usize> Paths<W> {
    /// The number of stones that join the ends; `None` if the ends are cut off from each other.
    fn length(&self) -> Option<usize> {
        self.from[0].iter().position(|reached| reached.meets(&self.end))
    }

    /// The number of stones that join the ends through an empty cell; a large number if the ends are cut off.
    fn length_through(&self, cell: usize) -> usize {
        let to = |levels: &Vec<Bits<W>>| levels.iter().position(|reached| reached.contains(cell));
        match (to(&self.from[0]), to(&self.from[1])) {
            (Some(a), Some(b)) => a + b - 1,
            _ => 64 * W,
        }
    }

    /// The empty cells through which `most` stones can join the ends; perhaps cells of chains too.
    fn through(&self, most: usize) -> Bits<W> {
        let [first, second] = &self.from;
        let level = |levels: &[Bits<W>], n: usize| levels[n.min(levels.len() - 1)];
        let pairs = (1..first.len()).filter(|&n| n <= most);
        pairs.fold(Bits::EMPTY, |all, n| all | ((first[n] - first[n - 1]) & level(second, most + 1 - n)))
    }
}
