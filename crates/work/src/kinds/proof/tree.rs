//! The tree of positions with their proof numbers.

mod assembly;

use std::collections::{BTreeMap, BTreeSet};

use tesuji_board::{Cell, CellSet, Player};
use tesuji_problem::board::Question;
use tesuji_proof::Certificate;
use tesuji_prove::SearchRecords;
use tesuji_search::dfpn;

use super::splice::Lemma;

/// A proof number that no sum exceeds: the position is decided.
const NEVER: u32 = u32::MAX / 4;
/// Both numbers of a position about which nobody has said anything: those of one thing to do in the search.
const UNIT: u32 = 4;
/// The numbers of a position that a search has called won, without saying why.
const SEEMS_WON: [u32; 2] = [UNIT, 1_000 * UNIT];
/// One move in this many (rounded up) counts besides the best, as in the search.
const MOVES_PER_WIDTH: usize = 5;
/// As long as the root is open, at least one in this many lemmas is proved.
const UNPROVED: usize = 15;
/// The proof of the whole is written in this many parts for each worker.
const PARTS: usize = 2;
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
    /// Positions searched below it, as a task of its own.
    n_nodes: u64,
    /// Whether a proof of it as a whole has failed, so that its children are to be proved instead.
    is_in_parts: bool,
    /// The moves that the last search left open, with the numbers of the positions after them.
    moves: Vec<(Cell, [u32; 2])>,
    /// Whether it is given out. It then counts as harder than it is, so that the next leaf lies elsewhere.
    is_out: bool,
    /// Whether a lemma of it had no proof: it is searched without what nobody has checked, and proved at once.
    is_plain: bool,
    /// The lemma that a search of it has found and that is not proved.
    said: Option<usize>,
    parents: Vec<usize>,
    /// Estimated difficulty of proving that the player to move wins, and loses.
    numbers: [u32; 2],
    /// Of a decided position, the empty cells that its proof needs.
    region: CellSet,
    /// The open children that still matter: decided ones answer all other moves.
    live: Vec<usize>,
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
    /// `None` in place of one that had no proof, or that a better one has replaced.
    lemmas: Vec<Option<Lemma>>,
    /// The wins in the certificates of all lemmas. The checker has accepted them.
    wins: SearchRecords,
    /// The tables that searches have left. Nobody has checked them.
    found: SearchRecords,
    /// Once the root is decided: the positions that are still to be proved, each with all below it.
    unproved: BTreeSet<usize>,
    /// The most positions that were given out at the same time.
    most_out: usize,
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
        let found = wins.clone();
        let mut tree = Self {
            positions: Vec::new(),
            by_stones: BTreeMap::new(),
            lemmas: Vec::new(),
            wins,
            found,
            unproved: BTreeSet::new(),
            most_out: 1,
        };
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
        let lemma = self.lemma_for(&question);
        self.positions.push(TreePosition {
            question,
            known: PositionStatus::Open,
            children: Vec::new(),
            n_searches: 0,
            n_nodes: 0,
            is_in_parts: false,
            moves: Vec::new(),
            is_out: false,
            is_plain: false,
            said: None,
            parents: parent.into_iter().collect(),
            numbers: [UNIT; 2],
            region: CellSet::new(),
            live: Vec::new(),
        });
        if let Some((lemma, region)) = lemma {
            self.decide(number, PositionStatus::Lemma(lemma), region);
        }
        number
    }

    /// A lemma that decides a position, preferably a proved one, with its region.
    fn lemma_for(&self, question: &Question) -> Option<(usize, CellSet)> {
        let all = (0..).zip(&self.lemmas).filter_map(|(number, lemma)| Some((number, lemma.as_ref()?)));
        let decides = all.filter(|(_, lemma)| lemma.decides(question));
        let (number, lemma) = decides.min_by_key(|(_, lemma)| !lemma.is_proved())?;
        Some((number, lemma.region()))
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
        if self.winner_of(0).is_some() {
            return self.unproved.len();
        }
        (0..self.positions.len()).filter(|&number| self.is_open(number)).count()
    }

    /// The supposed winner of a position; `None` while that is open.
    fn winner_of(&self, number: usize) -> Option<Player> {
        match self.positions[number].known {
            PositionStatus::Open => None,
            PositionStatus::Lemma(lemma) => self.lemmas[lemma].as_ref().map(|lemma| lemma.winner),
            PositionStatus::Children(winner) => Some(winner),
        }
    }

    /// The winner; `None` while that is not proved.
    pub(super) fn winner(&self) -> Option<Player> {
        self.winner_of(0).filter(|_| self.unproved.is_empty())
    }

    /// Whether one more statement about a position says nothing new; if it comes `by_proof`, one more proof.
    pub(super) fn is_settled(&self, number: usize, by_proof: bool) -> bool {
        match self.positions[number].known {
            PositionStatus::Lemma(lemma) if by_proof => self.lemmas[lemma].as_ref().is_some_and(Lemma::is_proved),
            _ => !by_proof && self.winner_of(number).is_some() && !self.is_said(number),
        }
    }

    /// Whether a position is said to be won, and a proof of that is of use.
    pub(super) fn is_said(&self, number: usize) -> bool {
        self.positions[number].said.is_some() || self.unproved.contains(&number)
    }

    /// Whether a search of a position has to prove its answer at once.
    pub(super) fn is_to_be_proved(&self, number: usize) -> bool {
        self.is_said(number) || self.positions[number].is_plain
    }

    /// Takes in how many positions a task has searched.
    pub(super) fn count(&mut self, number: usize, n_nodes: u64) {
        self.positions[number].n_nodes += n_nodes;
    }

    /// Takes in that a position was searched in vain.
    pub(super) fn estimate(&mut self, number: usize, estimate: Estimate) {
        self.found.add(&estimate.records);
        let position = &mut self.positions[number];
        if position.known != PositionStatus::Open {
            return;
        }
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

    /// Takes in what a search says about its position.
    pub(super) fn believe(&mut self, number: usize, lemma: Lemma, records: &[u8]) {
        self.found.add(records);
        self.positions[number].said = Some(self.lemmas.len());
        self.add_lemma(lemma);
    }

    /// Takes in that a position that is said to be won had no proof. If it is a leaf, then something that nobody has checked
    /// is wrong, or the leaf is harder than it seemed.
    pub(super) fn doubt(&mut self, number: usize) {
        let position = &mut self.positions[number];
        if matches!(position.known, PositionStatus::Children(_)) && position.said.is_none() {
            position.is_in_parts = true;
            self.unproved.clear();
            return self.note_unproved();
        }
        position.is_plain = true;
        position.n_searches += 1;
        self.found = SearchRecords::new(position.question.topology.n_cells());
        if let Some(said) = position.said.take() {
            self.lemmas[said] = None;
            self.conclude_again();
        }
    }

    /// The records for a search of this position: wins that the checker has accepted, and the tables of other searches.
    pub(super) fn knowledge(&self, number: usize) -> Vec<u8> {
        let TreePosition { question: Question { black, white, .. }, is_plain, .. } = &self.positions[number];
        let mut known = self.wins.below(black, white, MOST_WINS);
        if !is_plain {
            known.extend(self.found.below(black, white, MOST_POSITIONS));
        }
        known
    }

    /// Takes in the proof of a position below the root. Lemmas that say the same without a proof are dropped.
    pub(super) fn prove(&mut self, of: &Question, winner: Player, certificate: &Certificate) -> Result<(), String> {
        let root = &self.positions[0].question;
        let lemma = Lemma::new(root, winner, certificate, &mut self.wins)?;
        if !lemma.decides(of) {
            return Err("the proof does not decide its own position".to_owned());
        }
        for position in &mut self.positions {
            if let Some(said) = position.said.filter(|_| lemma.decides(&position.question)) {
                self.lemmas[said] = None;
                position.said = None;
            }
        }
        self.lemmas.push(Some(lemma));
        self.conclude_again();
        Ok(())
    }

    /// Adds a lemma and decides every position that it decides.
    fn add_lemma(&mut self, lemma: Lemma) {
        let (number, region) = (self.lemmas.len(), lemma.region());
        let mut changed = Vec::new();
        for other in 0..self.positions.len() {
            if self.positions[other].known == PositionStatus::Open && lemma.decides(&self.positions[other].question) {
                changed.push(other);
            }
        }
        self.lemmas.push(Some(lemma));
        changed.iter().for_each(|&other| self.decide(other, PositionStatus::Lemma(number), region.clone()));
        self.look(changed.iter().flat_map(|&other| self.positions[other].parents.clone()).collect());
        self.note_unproved();
    }

    /// Concludes everything again from the lemmas that are left.
    fn conclude_again(&mut self) {
        let out: Vec<usize> = (0..self.positions.len()).filter(|&number| self.positions[number].is_out).collect();
        for number in 0..self.positions.len() {
            let lemma = self.lemma_for(&self.positions[number].question);
            let position = &mut self.positions[number];
            position.known = PositionStatus::Open;
            position.numbers = bounded(position.numbers.map(|number| if number == NEVER { UNIT } else { number }));
            if let Some((lemma, region)) = lemma {
                self.decide(number, PositionStatus::Lemma(lemma), region);
            }
        }
        self.look((0..self.positions.len()).collect());
        self.note_unproved();
        out.into_iter().for_each(|number| self.give_out(number, true));
    }

    fn decide(&mut self, number: usize, known: PositionStatus, region: CellSet) {
        self.positions[number].known = known;
        let wins = self.winner_of(number) == Some(self.positions[number].question.to_move);
        let position = &mut self.positions[number];
        position.numbers = if wins { [0, NEVER] } else { [NEVER, 0] };
        (position.region, position.is_out) = (region, false);
        position.live = Vec::new();
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

    /// The position for the next task, among those that nobody has: one whose lemma is to be proved, or the open leaf that
    /// matters most. If there is none, a leaf that somebody has is divided.
    pub(super) fn next_place(&mut self) -> Option<usize> {
        if self.winner_of(0).is_some() {
            return self.unproved.iter().copied().find(|&number| !self.positions[number].is_out);
        }
        let is_said = |&number: &usize| self.positions[number].said.is_some();
        let mut said = (0..self.positions.len()).filter(is_said);
        let n_proved = self.lemmas.iter().flatten().filter(|lemma| lemma.is_proved()).count();
        if said.clone().count() > UNPROVED * (n_proved + 1)
            && let Some(first) = said.find(|&number| !self.positions[number].is_out)
        {
            return Some(first);
        }
        loop {
            if let Some(free) = self.most_proving(|_, leaf| !leaf.is_out) {
                return Some(free);
            }
            let leaf = self.most_proving(|number, _| self.can_divide(number))?;
            self.divide(leaf);
        }
    }

    /// The position that matters most, even if somebody has it.
    pub(super) fn any_place(&self) -> Option<usize> {
        self.unproved.first().copied().or_else(|| self.most_proving(|_, _| true))
    }

    /// Notes whether somebody has a position.
    pub(super) fn give_out(&mut self, number: usize, is_out: bool) {
        let (is_open, is_said) = (self.is_open(number), self.is_said(number));
        if (is_open || is_said) && self.positions[number].is_out != is_out {
            self.positions[number].is_out = is_out;
            let n_out = self.positions.iter().filter(|position| position.is_out).count();
            self.most_out = self.most_out.max(n_out);
            if is_open {
                self.look(self.positions[number].parents.clone());
            }
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
}
