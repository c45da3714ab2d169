//! The tree of positions with their proof numbers.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_problem::board::Question;
use tesuji_proof::{Certificate, Subproof, Verdict};

use super::splice::{Builder, Lemma};

/// A proof number that no sum exceeds: the position is decided.
const NEVER: u32 = u32::MAX / 4;
/// What a leaf that has been given out counts, so that the next one given out lies elsewhere.
const BUSY: u32 = 1_000;

/// How a position is known.
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
    /// The moves with the positions after them, once it has children.
    children: Vec<(Cell, usize)>,
    /// Whether it was searched in vain. It gets children when it is wanted again.
    is_searched: bool,
    parents: Vec<usize>,
    /// How hard it seems to prove that the player to move wins, and loses.
    numbers: [u32; 2],
}

/// Positions below one root. A position that is reached in two ways is there once.
pub(super) struct ProofTree {
    positions: Vec<TreePosition>,
    by_stones: BTreeMap<(Vec<u64>, Vec<u64>), usize>,
    lemmas: Vec<Lemma>,
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

impl ProofTree {
    pub(super) fn new(root: Question) -> Self {
        let mut tree = Self { positions: Vec::new(), by_stones: BTreeMap::new(), lemmas: Vec::new() };
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
        let parents = parent.into_iter().collect();
        let (known, children) = (PositionStatus::Open, Vec::new());
        self.positions.push(TreePosition { question, known, children, is_searched: false, parents, numbers: [1, 1] });
        if let Some(lemma) = self.lemma_for(number) {
            self.decide(number, PositionStatus::Lemma(lemma));
        }
        number
    }

    /// The lemma that decides a position, if there is one; the earliest of several.
    fn lemma_for(&self, number: usize) -> Option<usize> {
        let question = &self.positions[number].question;
        self.lemmas.iter().position(|lemma| lemma.decides(question))
    }

    /// The number of a position that is there.
    pub(super) fn find(&self, question: &Question) -> Option<usize> {
        let number = *self.by_stones.get(&key(question))?;
        (self.positions[number].question == *question).then_some(number)
    }

    /// Whether a position is a leaf that was not searched yet, and has no answer.
    pub(super) fn is_open(&self, number: usize) -> bool {
        self.positions.get(number).is_some_and(|leaf| leaf.known == PositionStatus::Open && !leaf.is_searched)
    }

    pub(super) fn n_open(&self) -> usize {
        if self.winner().is_some() {
            return 0;
        }
        (0..self.positions.len()).filter(|&number| self.is_open(number)).count()
    }

    /// The positions that were searched in vain and are not decided since.
    pub(super) fn searched(&self) -> impl Iterator<Item = (usize, Question)> {
        let positions = self.positions.iter().enumerate();
        let searched = positions.filter(|(_, position)| position.is_searched && position.known == PositionStatus::Open);
        searched.map(|(number, position)| (number, position.question.clone()))
    }

    /// Who wins a position; `None` while that is open.
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

    /// Notes that a leaf was searched in vain, and how far that was from an answer.
    pub(super) fn estimate(&mut self, number: usize, distance: Option<[u32; 2]>) {
        if self.is_open(number) {
            let numbers = distance.unwrap_or([1, 1]).map(|number| number.clamp(1, NEVER / 2));
            let position = &mut self.positions[number];
            (position.is_searched, position.numbers) = (true, numbers);
            for parent in position.parents.clone() {
                self.look(parent);
            }
        }
        self.grow();
    }

    /// Gives children to the most proving leaf as long as it was searched in vain: so there is always one to search.
    fn grow(&mut self) {
        while self.winner().is_none() {
            let numbers: Vec<[u32; 2]> = self.positions.iter().map(|position| position.numbers).collect();
            let path = self.most_proving(&numbers, &vec![false; numbers.len()]);
            match path.and_then(|path| path.last().copied()) {
                Some(leaf) if self.positions[leaf].is_searched => self.expand(leaf),
                _ => break,
            }
        }
    }

    /// Gives a leaf its children. What was estimated of the leaf is divided among them, so that it does not suddenly
    /// seem easy.
    fn expand(&mut self, number: usize) {
        let [to_win, to_lose] = self.positions[number].numbers;
        let question = self.positions[number].question.clone();
        let empties = question.empties();
        let children: Vec<(Cell, usize)> =
            empties.iter().map(|cell| (cell, self.add(question.after(cell), Some(number)))).collect();
        let share = (to_lose / children.len().max(1) as u32).max(1);
        for &(_, child) in &children {
            if self.is_open(child) {
                self.positions[child].numbers = [share, to_win];
            }
        }
        self.positions[number].children = children;
        self.look(number);
    }

    /// Takes in the proof of a leaf, and decides every position that it decides.
    pub(super) fn prove(&mut self, number: usize, winner: Player, certificate: &Certificate) -> Result<(), String> {
        let root = &self.positions[0].question;
        let lemma = Lemma::new(root, winner, certificate)?;
        if !lemma.decides(&self.positions[number].question) {
            return Err("the proof does not decide its own position".to_owned());
        }
        self.lemmas.push(lemma);
        let lemma = self.lemmas.len() - 1;
        for other in 0..self.positions.len() {
            if self.positions[other].known == PositionStatus::Open
                && self.lemmas[lemma].decides(&self.positions[other].question)
            {
                self.decide(other, PositionStatus::Lemma(lemma));
            }
        }
        self.grow();
        Ok(())
    }

    fn decide(&mut self, number: usize, known: PositionStatus) {
        self.positions[number].known = known;
        let wins = self.winner_of(number) == Some(self.positions[number].question.to_move);
        self.positions[number].numbers = if wins { [0, NEVER] } else { [NEVER, 0] };
        for parent in self.positions[number].parents.clone() {
            self.look(parent);
        }
    }

    /// Computes the numbers of a position from its children, and of those above it.
    fn look(&mut self, first: usize) {
        let mut changed = vec![first];
        while let Some(number) = changed.pop() {
            let position = &self.positions[number];
            if position.known != PositionStatus::Open || position.children.is_empty() {
                continue;
            }
            let numbers = self.of_children(number, &|child| self.positions[child].numbers);
            let to_move = position.question.to_move;
            let known = match numbers {
                [0, _] => PositionStatus::Children(to_move),
                [_, 0] => PositionStatus::Children(to_move.opponent()),
                _ => PositionStatus::Open,
            };
            let position = &mut self.positions[number];
            if (position.numbers, position.known) != (numbers, known) {
                (position.numbers, position.known) = (numbers, known);
                changed.extend(&position.parents);
            }
        }
    }

    /// The player to move wins if one child is lost for the other player, and loses if all are won.
    fn of_children(&self, number: usize, of: &dyn Fn(usize) -> [u32; 2]) -> [u32; 2] {
        let children = self.positions[number].children.iter().map(|&(_, child)| of(child));
        let start = [NEVER, 0];
        children.fold(start, |[win, lose], [other_wins, other_loses]| {
            [win.min(other_loses), lose.saturating_add(other_wins).min(NEVER)]
        })
    }

    /// The open leaves that matter most, the most proving one first, then each as if the ones before it were hard.
    pub(super) fn leaves(&self, most: usize) -> Vec<(usize, Question)> {
        let mut numbers: Vec<[u32; 2]> = self.positions.iter().map(|position| position.numbers).collect();
        // What was searched in vain is not searched again.
        let mut is_out: Vec<bool> =
            self.positions.iter().map(|position| position.is_searched && position.children.is_empty()).collect();
        let mut found: Vec<(usize, Question)> = Vec::new();
        while found.len() < most && self.winner().is_none() {
            let Some(path) = self.most_proving(&numbers, &is_out) else { break };
            let Some(&leaf) = path.last() else { break };
            is_out[leaf] = true;
            numbers[leaf] = [BUSY, BUSY];
            found.push((leaf, self.positions[leaf].question.clone()));
            for &above in path.iter().rev().skip(1) {
                numbers[above] = self.of_children(above, &|child| numbers[child]);
            }
        }
        found
    }

    /// The way from the root to the most proving leaf that has not been given out. A child whose leaves are all out is
    /// passed over.
    fn most_proving(&self, numbers: &[[u32; 2]], is_out: &[bool]) -> Option<Vec<usize>> {
        let mut is_barren = vec![false; self.positions.len()];
        let mut path = vec![0];
        while let Some(&at) = path.last() {
            let is_leaf = self.positions[at].known == PositionStatus::Open && self.positions[at].children.is_empty();
            if is_leaf && !is_out[at] {
                return Some(path);
            }
            let children = self.positions[at].children.iter().map(|&(_, child)| child);
            let open = children.filter(|&child| {
                !is_barren[child] && !is_out[child] && self.positions[child].known == PositionStatus::Open
            });
            // Of equal ones the first.
            match open.min_by_key(|&child| numbers[child][1]) {
                Some(child) => path.push(child),
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

impl ProofPart {
    /// The empty cells that it needs, the first move among them.
    fn region(&self) -> CellSet {
        self.first.map_or_else(|| self.proof.carrier.clone(), |first| self.proof.region(first))
    }
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
            match self.missing(number)? {
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

    /// A child whose part is needed first; `None` if the part of the position can be built.
    fn missing(&self, number: usize) -> Result<Option<usize>, String> {
        let position = &self.tree.positions[number];
        if !matches!(position.known, PositionStatus::Children(_)) {
            return Ok(None);
        }
        if position.question.to_move == self.winner {
            let child = self.winning_child(number)?.1;
            return Ok(Some(child).filter(|child| !self.built.contains_key(child)));
        }
        let mut common: Option<CellSet> = None;
        loop {
            let Some(intrusion) = self.uncovered(number, common.as_ref()) else { return Ok(None) };
            let Some(part) = self.built.get(&intrusion) else { return Ok(Some(intrusion)) };
            common = Some(meet(common, &part.region()));
        }
    }

    fn winning_child(&self, number: usize) -> Result<(Cell, usize), String> {
        let children = &self.tree.positions[number].children;
        let won = children.iter().find(|&&(_, child)| self.tree.winner_of(child) == Some(self.winner));
        won.copied().ok_or_else(|| "a position without its winning move".to_owned())
    }

    /// The position after an intrusion that the regions so far do not answer, `common` being the cells in all of them.
    fn uncovered(&self, number: usize, common: Option<&CellSet>) -> Option<usize> {
        let children = &self.tree.positions[number].children;
        children.iter().find(|(cell, _)| common.is_none_or(|common| common.contains(*cell))).map(|&(_, child)| child)
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
        let mut common: Option<CellSet> = None;
        let mut replies = Vec::new();
        while let Some(child) = self.uncovered(number, common.as_ref()) {
            let part = self.built.get(&child).ok_or("a part is missing")?;
            replies.push((part.first.ok_or("a part without its reply")?, &part.proof));
            common = Some(meet(common, &part.region()));
        }
        Ok(ProofPart { first: None, proof: self.builder.replies(0, &replies) })
    }
}

/// The cells in all regions so far and in another one.
fn meet(common: Option<CellSet>, carrier: &CellSet) -> CellSet {
    let mut common = common.unwrap_or_else(|| carrier.clone());
    common.intersect_with(carrier);
    common
}
