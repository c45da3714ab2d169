//! Answers about random small regions, compared with the referee claim by claim.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BoardSpec, Cell, CellSet, Player, Topology};
use tesuji_go::{Komi, Position, Rules};
use tesuji_life::{Aim, AnswerConfig, Claim, Question, Status, TargetRule, Threats};
use tesuji_search::Limits;

use crate::plain::Plain;

/// Random stones, a target and a region, in half of the cases the whole board.
fn random(random: &mut Xoshiro256PlusPlus, topology: &Topology) -> Option<(Position, CellSet, CellSet)> {
    let (mut stones, mut empties) = ([CellSet::new(), CellSet::new()], CellSet::new());
    let is_whole = random.random_bool(0.5);
    let n_empties = random.random_range(2..=if is_whole { 5 } else { 8 });
    while empties.len() < n_empties.min(topology.n_cells() - 2) {
        let _ = empties.insert(Cell::new(random.random_range(0..topology.n_cells())));
    }
    let share = random.random_range(0.3..0.7);
    for cell in topology.cells().filter(|&cell| !empties.contains(cell)) {
        let _ = stones[usize::from(random.random_bool(share))].insert(cell);
    }
    let [black, white] = &stones;
    let position = Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), [black, white], Player::Black);
    let position = position.ok()?;
    let all: Vec<Cell> = black.iter().chain(white.iter()).collect();
    let first = all[random.random_range(0..all.len())];
    let mut target = position.chain(first);
    let other = all[random.random_range(0..all.len())];
    if random.random_bool(0.3) && position.stone(other) == position.stone(first) {
        target.union_with(&position.chain(other));
    }
    let n_region = if is_whole { topology.n_cells() } else { random.random_range(6..=12).min(topology.n_cells() - 1) };
    let mut region = target.clone();
    for _ in 0..60 {
        let near: Vec<Cell> = region.iter().flat_map(|cell| topology.neighbours(cell).iter().copied()).collect();
        if region.len() < n_region {
            let _ = region.insert(near[random.random_range(0..near.len())]);
        }
    }
    Some((position, target, region))
}

pub(crate) fn expected(plain: &Plain, defender: Player, first: Player, most: usize) -> Option<Status> {
    let attacker = defender.opponent();
    let is = |aim, owner, n| plain.is_achieved(&Claim { aim, first, threats: Threats { owner, n } }, most);
    if is(Aim::Capture, defender, Threats::UNBOUNDED)? {
        return Some(Status::Dead);
    }
    if !is(Aim::Capture, attacker, Threats::UNBOUNDED)? {
        let has_eyes = is(Aim::Eyes, attacker, Threats::UNBOUNDED)?;
        let repeats = !has_eyes && is(Aim::CaptureOrRepeat, attacker, Threats::UNBOUNDED)?;
        return Some(match (has_eyes, repeats) {
            (true, _) => Status::Alive,
            (false, true) => Status::Repetition,
            (false, false) => Status::Seki,
        });
    }
    let without = is(Aim::Capture, defender, 0)?;
    let needs = if without { defender } else { attacker };
    for n in 1..=2 {
        if is(Aim::Capture, needs, n)? != without {
            return Some(Status::Ko { needs, threats: n });
        }
    }
    Some(Status::Ko { needs, threats: Threats::UNBOUNDED })
}

fn compare(n_regions: usize, seed: u64) -> [usize; 4] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let boards = ["5x3", "4x4", "5x2", "torus:4x3", "hexagon:2", "4x3"];
    let boards = boards.map(|board| board.parse::<BoardSpec>().unwrap().topology().unwrap());
    let mut counts = [0; 4];
    let mut n_done = 0;
    while n_done < n_regions {
        let Some((position, target, region)) = random(&mut rng, &boards[n_done % boards.len()]) else { continue };
        let rule = if rng.random_bool(0.5) { TargetRule::Any } else { TargetRule::All };
        let question = Question::new(&position, &target, rule, Some(&region)).unwrap();
        let plain = Plain::new(&position, &question, &target, rule);
        let mut is_done = false;
        for first in Player::BOTH {
            let Some(expected) = expected(&plain, question.defender(), first, 20_000) else { continue };
            let answer = question.answer(first, AnswerConfig { all_moves: true }, &Limits::nodes(1_000_000), None);
            assert_eq!(
                answer.status,
                Some(expected),
                "{position:?}\n{first} first, {rule:?}, target {:?}, region {:?}",
                target.iter().map(|cell| position.topology().name(cell)).collect::<Vec<_>>(),
                question.region().iter().map(|cell| position.topology().name(cell)).collect::<Vec<_>>()
            );
            counts[match expected {
                Status::Alive | Status::Lives => 0,
                Status::Seki | Status::Repetition => 1,
                Status::Ko { .. } => 2,
                Status::Dead => 3,
            }] += 1;
            is_done = true;
        }
        n_done += usize::from(is_done);
    }
    counts
}

#[test]
fn answers_agree_with_exhaustive_search() {
    let counts = compare(250, 47);
    assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn answers_agree_with_exhaustive_search_on_many_regions() {
    let [alive, seki, ko, dead] = compare(2_000, 48);
    assert!(alive > 100 && seki > 50 && ko > 50 && dead > 100, "{alive} alive, {seki} seki, {ko} ko, {dead} dead");
}
