//! The tree of positions with their proof numbers.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_problem::board::Question;
use tesuji_proof::{Certificate, Subproof, Verdict};
use tesuji_prove::SearchRecords;
use tesuji_search::dfpn;

use super::splice::{Builder, Lemma};

/// A proof number that no sum exceeds: the position is decided.
const NEVER: u32 = u32::MAX / 4;
/// Both numbers of a position about which nobody has said anything: those of one thing to do in the search.
const UNIT: u32 = 4;
/// The numbers of a position that a search has called won, without saying why.
const SEEMS_WON: [u32; 2] = [UNIT, 1_000 * UNIT];
/// One move in this many (rounded up) counts besides the best, as in the search.
const MOVES_PER_WIDTH: usize = 5;
/// The most bytes of wins and of positions that a task gets.
const MOST_WINS: usize = 32 << 10;
const MOST_POSITIONS: usize = 1 << 20;

/// Status of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PositionStatus {
    /// Nothing is known.
    Open,
    /// By a lemma: its number.
    Lemma(usize),
    /// By its children.
    Children(Player),
}

struct TreePosition {
    question: Question,
    known: PositionStatus,
    /// The moves that matter so far, with the positions after them, once it was divided.
    children: Vec<(Cell, usize)>,
    /// Number of searches in vain.
    n_searches: u32,
    /// The moves that the last search left open, with the numbers of the positions after them.
    moves: Vec<(Cell, [u32; 2])>,
    /// Whether it is given out. It then counts as harder than it is, so that the next leaf lies elsewhere.
    is_out: bool,
    /// Whether a claim about it had no proof: what searches above it have left is not used again from here on.
    is_plain: bool,
    parents: Vec<usize>,
    /// Estimated difficulty of proving that the player to move wins, and loses.
    numbers: [u32; 2],
    /// Of a decided position, the empty cells that its proof needs.
    region: CellSet,
    /// The open children that still matter: decided ones answer all other moves.
    live: Vec<usize>,
    /// Records left by searches of it. Nobody has checked that.
    records: Vec<u8>,
}

/// Result of a search in vain about its position. It says where to search next, and nothing for certain.
#[derive(Default)]
pub(super) struct Estimate {
    /// The proof numbers of a win and of a loss of the player to move.
    pub(super) distance: Option<[u32; 2]>,
    /// The moves that may still win, with the same numbers of the positions after them.
    pub(super) moves: Vec<(Cell, [u32; 2])>,
    /// Records that the search leaves to those below.
    pub(super) records: Vec<u8>,
}

/// Positions below one root. A position that is reached in two ways is there once.
pub(super) struct ProofTree {
    positions: Vec<TreePosition>,
    by_stones: BTreeMap<(Vec<u64>, Vec<u64>), usize>,
    lemmas: Vec<Lemma>,
    /// The wins in the certificates of all lemmas. The checker has accepted them.
    wins: SearchRecords,
}

fn key(question: &Question) -> (Vec<u64>, Vec<u64>) {
    let words = |cells: &CellSet| {
        let mut words = cells.words().to_vec();
        while words.last() == Some(&0) {
            words.pop();
        }
        words
    };
    (words(&question.black), words(&question.white))
}

fn bounded(numbers: [u32; 2]) -> [u32; 2] {
    numbers.map(|number| number.clamp(1, NEVER / 2))
}

impl ProofTree {
    pub(super) fn new(root: Question) -> Self {
        let wins = SearchRecords::new(root.topology.n_cells());
        let mut tree = Self { positions: Vec::new(), by_stones: BTreeMap::new(), lemmas: Vec::new(), wins };
        tree.add(root, None);
        tree
    }

    /// The number of a position, which is added if it is not there yet.
    fn add(&mut self, question: Question, parent: Option<usize>) -> usize {
        let key = key(&question);
        if let Some(&there) = self.by_stones.get(&key) {
            self.positions[there].parents.extend(parent);
            return there;
        }
        let number = self.positions.len();
        self.by_stones.insert(key, number);
        let lemma = self.lemmas.iter().position(|lemma| lemma.decides(&question));
        self.positions.push(TreePosition {
            question,
            known: PositionStatus::Open,
            children: Vec::new(),
            n_searches: 0,
            moves: Vec::new(),
            is_out: false,
            is_plain: false,
            parents: parent.into_iter().collect(),
            numbers: [UNIT; 2],
            region: CellSet::new(),
            live: Vec::new(),
            records: Vec::new(),
        });
        if let Some(lemma) = lemma {
            self.decide(number, PositionStatus::Lemma(lemma), self.lemmas[lemma].region());
        }
        number
    }

    pub(super) fn question(&self, number: usize) -> &Question {
        &self.positions[number].question
    }

    /// The number of a position that is there.
    pub(super) fn find(&self, question: &Question) -> Option<usize> {
        let number = *self.by_stones.get(&key(question))?;
        (self.positions[number].question == *question).then_some(number)
    }

    /// Whether a position is a leaf without an answer.
    pub(super) fn is_open(&self, number: usize) -> bool {
        self.positions.get(number).is_some_and(|leaf| leaf.known == PositionStatus::Open && leaf.children.is_empty())
    }

    /// Number of searches of a position in vain.
    pub(super) fn n_searches(&self, number: usize) -> u32 {
        self.positions[number].n_searches
    }

    /// The number of a position, whose tree grows until it is there. `None` if it does not lead to this position.
    pub(super) fn reach(&mut self, question: &Question) -> Option<usize> {
        loop {
            let above =
                |leaf: &Question| leaf.black.is_subset(&question.black) && leaf.white.is_subset(&question.white);
            match self.find(question) {
                Some(there) => return Some(there),
                None => {
                    let leads = |&at: &usize| self.can_divide(at) && above(&self.positions[at].question);
                    let leaf = (0..self.positions.len()).find(leads)?;
                    self.divide(leaf);
                }
            }
        }
    }

    pub(super) fn n_open(&self) -> usize {
        if self.winner().is_some() {
            return 0;
        }
        (0..self.positions.len()).filter(|&number| self.is_open(number)).count()
    }

    /// The winner of a position; `None` while that is open.
    pub(super) fn winner_of(&self, number: usize) -> Option<Player> {
        match self.positions[number].known {
            PositionStatus::Open => None,
            PositionStatus::Lemma(lemma) => Some(self.lemmas[lemma].winner),
            PositionStatus::Children(winner) => Some(winner),
        }
    }

    pub(super) fn winner(&self) -> Option<Player> {
        self.winner_of(0)
    }

    /// Positions, decided positions, lemmas.
    pub(super) fn size(&self) -> [usize; 3] {
        let decided = (0..self.positions.len()).filter(|&number| self.winner_of(number).is_some());
        [self.positions.len(), decided.count(), self.lemmas.len()]
    }

    /// Takes in that a position was searched in vain.
    pub(super) fn estimate(&mut self, number: usize, estimate: Estimate) {
        let n_cells = self.positions[0].question.topology.n_cells();
        let position = &mut self.positions[number];
        if position.known != PositionStatus::Open {
            return;
        }
        let mut records = SearchRecords::new(n_cells);
        records.add(&position.records);
        records.add(&estimate.records);
        position.records = records.below(&position.question.black, &position.question.white, usize::MAX);
        position.n_searches += 1;
        if position.children.is_empty() {
            position.moves = estimate.moves;
            position.numbers = bounded(estimate.distance.unwrap_or([UNIT; 2]));
            let parents = position.parents.clone();
            self.look(parents);
        }
    }

    fn can_divide(&self, number: usize) -> bool {
        self.is_open(number) && self.positions[number].n_searches > 0
    }

    /// Gives a leaf children: the moves that its search has left open, or all.
    fn divide(&mut self, number: usize) {
        let empties = self.positions[number].question.empties();
        let moves = std::mem::take(&mut self.positions[number].moves);
        let mut moves: Vec<(Cell, [u32; 2])> = moves.into_iter().filter(|(cell, _)| empties.contains(*cell)).collect();
        if moves.is_empty() {
            moves = empties.iter().map(|cell| (cell, [UNIT; 2])).collect();
        }
        for (cell, numbers) in moves {
            let child = self.add_child(number, cell);
            if self.is_open(child) && self.positions[child].n_searches == 0 {
                self.positions[child].numbers = bounded(numbers);
            }
        }
        self.positions[number].is_out = false;
        self.look(vec![number]);
    }

    fn add_child(&mut self, number: usize, cell: Cell) -> usize {
        let child = self.add(self.positions[number].question.after(cell), Some(number));
        self.positions[number].children.push((cell, child));
        child
    }

    /// Takes in that a claim about a position had no proof: it is searched again by itself, and longer.
    pub(super) fn doubt(&mut self, number: usize) {
        let position = &mut self.positions[number];
        (position.is_plain, position.records) = (true, Vec::new());
        position.n_searches += 1;
    }

    /// Knowledge for a search of this position: wins that the checker has accepted, and the records of the searches
    /// above it.
    pub(super) fn knowledge(&self, number: usize) -> Vec<u8> {
        let Question { black, white, .. } = &self.positions[number].question;
        let (mut above, mut next) = (vec![number], 0);
        while let Some(&at) = above.get(next) {
            next += 1;
            if !self.positions[at].is_plain {
                let parents = self.positions[at].parents.iter().copied();
                let new: Vec<usize> = parents.filter(|parent| !above.contains(parent)).collect();
                above.extend(new);
            }
        }
        let mut left = SearchRecords::new(self.positions[0].question.topology.n_cells());
        // Those further up come first: the last record about a position counts.
        above.iter().rev().for_each(|&at| _ = left.add(&self.positions[at].records));
        [self.wins.below(black, white, MOST_WINS), left.below(black, white, MOST_POSITIONS)].concat()
    }

    /// Takes in the proof of a position below the root, and decides every position that it decides.
    pub(super) fn prove(&mut self, of: &Question, winner: Player, certificate: &Certificate) -> Result<(), String> {
        let root = &self.positions[0].question;
        let lemma = Lemma::new(root, winner, certificate, &mut self.wins)?;
        if !lemma.decides(of) {
            return Err("the proof does not decide its own position".to_owned());
        }
        let (number, region) = (self.lemmas.len(), lemma.region());
        self.lemmas.push(lemma);
        let mut changed = Vec::new();
        for other in 0..self.positions.len() {
            if self.positions[other].known == PositionStatus::Open
                && self.lemmas[number].decides(&self.positions[other].question)
            {
                self.decide(other, PositionStatus::Lemma(number), region.clone());
                changed.extend(&self.positions[other].parents);
            }
        }
        self.look(changed);
        Ok(())
    }

    fn decide(&mut self, number: usize, known: PositionStatus, region: CellSet) {
        self.positions[number].known = known;
        let wins = self.winner_of(number) == Some(self.positions[number].question.to_move);
        let position = &mut self.positions[number];
        position.numbers = if wins { [0, NEVER] } else { [NEVER, 0] };
        (position.region, position.is_out) = (region, false);
        (position.live, position.records) = (Vec::new(), Vec::new());
    }

    /// Computes these positions from their children, and those above them.
    fn look(&mut self, mut changed: Vec<usize>) {
        while let Some(number) = changed.pop() {
            let position = &self.positions[number];
            if position.known != PositionStatus::Open || position.children.is_empty() {
                continue;
            }
            let mover = position.question.to_move;
            let won = position.children.iter().find(|&&(_, child)| self.winner_of(child) == Some(mover));
            if let Some(&(cell, child)) = won {
                let mut region = self.positions[child].region.clone();
                region.insert(cell);
                self.decide(number, PositionStatus::Children(mover), region);
                changed.extend(&self.positions[number].parents);
                continue;
            }
            let (answers, unanswered) = self.answers(number);
            if unanswered.is_empty() {
                let mut region = CellSet::new();
                answers.iter().for_each(|&child| region.union_with(&self.positions[child].region));
                self.decide(number, PositionStatus::Children(mover.opponent()), region);
                changed.extend(&self.positions[number].parents);
                continue;
            }
            let matters = |&(cell, child): &(Cell, usize)| {
                (unanswered.contains(cell) && self.winner_of(child).is_none()).then_some(child)
            };
            let live: Vec<usize> = position.children.iter().filter_map(matters).collect();
            if live.is_empty() {
                // No proof answers these moves yet, whatever the search thought of them.
                let is_new = |cell: &Cell| position.children.iter().all(|(child, _)| child != cell);
                let new: Vec<Cell> = unanswered.iter().filter(is_new).collect();
                for &cell in &new {
                    let child = self.add_child(number, cell);
                    if self.is_open(child) {
                        self.positions[child].numbers = SEEMS_WON;
                    }
                }
                changed.extend((!new.is_empty()).then_some(number));
                continue;
            }
            let numbers = self.of_children(&live);
            let position = &mut self.positions[number];
            position.live = live;
            if position.numbers != numbers {
                position.numbers = numbers;
                changed.extend(&position.parents);
            }
        }
    }

    /// Children that the player to move loses, and the moves that none of them answers: those in the regions of all.
    fn answers(&self, number: usize) -> (Vec<usize>, CellSet) {
        let position = &self.positions[number];
        let loser = position.question.to_move;
        let lost = |&&(_, child): &&(Cell, usize)| self.winner_of(child) == Some(loser.opponent());
        let (mut chosen, mut common) = (Vec::new(), position.question.empties());
        let lost: Vec<(Cell, usize)> = position.children.iter().filter(lost).copied().collect();
        while !common.is_empty() {
            let region = |child: usize| &self.positions[child].region;
            let next = lost.iter().find(|(cell, _)| common.contains(*cell));
            let Some(&(_, child)) = next.or_else(|| lost.iter().find(|(_, child)| !common.is_subset(region(*child))))
            else {
                break;
            };
            common.intersect_with(region(child));
            chosen.push(child);
        }
        (chosen, common)
    }

    /// The player to move wins if one child is lost for the other player, and loses if all are won.
    fn of_children(&self, live: &[usize]) -> [u32; 2] {
        let mut numbers: Vec<[u32; 2]> = live.iter().map(|&child| self.numbers_of(child)).collect();
        numbers.sort_by_key(|[_, other_loses]| *other_loses);
        let wide = &numbers[..numbers.len().min(dfpn::width(numbers.len(), MOVES_PER_WIDTH))];
        wide.iter().fold([NEVER, 0], |[win, lose], [other_wins, other_loses]| {
            [win.min(*other_loses), lose.saturating_add(*other_wins).min(NEVER / 2)]
        })
    }

    fn numbers_of(&self, number: usize) -> [u32; 2] {
        let TreePosition { numbers, is_out, .. } = &self.positions[number];
        if *is_out { numbers.map(|number| (2 * number + UNIT).min(NEVER / 2)) } else { *numbers }
    }

    /// The open leaf that matters most among those that nobody has. If there is none, a leaf that somebody has is divided.
    pub(super) fn next_leaf(&mut self) -> Option<usize> {
        loop {
            if let Some(free) = self.most_proving(|_, leaf| !leaf.is_out) {
                return Some(free);
            }
            let leaf = self.most_proving(|number, _| self.can_divide(number))?;
            self.divide(leaf);
        }
    }

    /// The open leaf that matters most, even if somebody has it.
    pub(super) fn any_leaf(&self) -> Option<usize> {
        self.most_proving(|_, _| true)
    }

    /// Notes whether somebody has a leaf.
    pub(super) fn give_out(&mut self, number: usize, is_out: bool) {
        if self.is_open(number) && self.positions[number].is_out != is_out {
            self.positions[number].is_out = is_out;
            self.look(self.positions[number].parents.clone());
        }
    }

    fn most_proving(&self, may_be: impl Fn(usize, &TreePosition) -> bool) -> Option<usize> {
        let mut is_barren = vec![false; self.positions.len()];
        let mut path = vec![0];
        while let Some(&at) = path.last() {
            let position = &self.positions[at];
            if self.is_open(at) && may_be(at, position) {
                return Some(at);
            }
            // Of equal ones the first.
            let open = position.live.iter().filter(|&&child| !is_barren[child]);
            match open.min_by_key(|&&child| self.numbers_of(child)[1]) {
                Some(&child) => path.push(child),
                None => {
                    is_barren[at] = true;
                    path.pop();
                }
            }
        }
        None
    }

    /// The certificate of who wins the root.
    pub(super) fn certificate(&self) -> Result<Option<Certificate>, String> {
        let Some(winner) = self.winner() else { return Ok(None) };
        let claim = self.positions[0].question.claim(winner);
        let builder = Builder::in_memory(&claim, Verdict::Holds);
        let mut assembly = Assembly { tree: self, builder, winner, built: BTreeMap::new() };
        let part = assembly.part(0)?;
        Ok(Some(assembly.builder.certificate(part.first, part.proof.node)))
    }
}

/// A part of the proof: a position that the winner wins.
#[derive(Clone)]
struct ProofPart {
    /// The winner's move, if it is its turn.
    first: Option<Cell>,
    /// The proof of the position after it.
    proof: Subproof,
}

/// The proof of the whole while it is put together.
struct Assembly<'t> {
    tree: &'t ProofTree,
    builder: Builder,
    winner: Player,
    built: BTreeMap<usize, ProofPart>,
}

impl Assembly<'_> {
    /// Builds the parts below a position, children first, without recursion.
    fn part(&mut self, root: usize) -> Result<ProofPart, String> {
        let mut stack = vec![root];
        while let Some(&number) = stack.last() {
            if self.built.contains_key(&number) {
                stack.pop();
                continue;
            }
            match self.needed(number)?.into_iter().find(|child| !self.built.contains_key(child)) {
                Some(child) => stack.push(child),
                None => {
                    let part = self.build(number)?;
                    self.built.insert(number, part);
                    stack.pop();
                }
            }
        }
        self.built.get(&root).cloned().ok_or_else(|| "the proof has no root".to_owned())
    }

    /// The children whose parts the part of a position is made of.
    fn needed(&self, number: usize) -> Result<Vec<usize>, String> {
        let position = &self.tree.positions[number];
        Ok(match position.known {
            PositionStatus::Children(_) if position.question.to_move == self.winner => {
                vec![self.winning_child(number)?.1]
            }
            PositionStatus::Children(_) => self.tree.answers(number).0,
            _ => Vec::new(),
        })
    }

    fn winning_child(&self, number: usize) -> Result<(Cell, usize), String> {
        let children = &self.tree.positions[number].children;
        let won = children.iter().find(|&&(_, child)| self.tree.winner_of(child) == Some(self.winner));
        won.copied().ok_or_else(|| "a position without its winning move".to_owned())
    }

    fn build(&mut self, number: usize) -> Result<ProofPart, String> {
        let position = &self.tree.positions[number];
        if let PositionStatus::Lemma(lemma) = position.known {
            let lemma = &self.tree.lemmas[lemma];
            return Ok(ProofPart { first: lemma.first, proof: lemma.add_to(&mut self.builder)? });
        }
        if position.question.to_move == self.winner {
            let (cell, child) = self.winning_child(number)?;
            let part = self.built.get(&child).ok_or("a part is missing")?;
            return Ok(ProofPart { first: Some(cell), proof: part.proof.clone() });
        }
        let mut replies = Vec::new();
        for child in self.tree.answers(number).0 {
            let part = self.built.get(&child).ok_or("a part is missing")?;
            replies.push((part.first.ok_or("a part without its reply")?, &part.proof));
        }
        Ok(ProofPart { first: None, proof: self.builder.replies(0, &replies) })
    }
}
