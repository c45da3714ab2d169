//! Runs that are stopped anywhere, with executors that return games in any order.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use super::*;
use crate::control::{Control, MatchTerms};
use crate::executor::{Threads, Workshop};
use crate::stats::Hypothesis;
use crate::testing::{control, read};

/// Executes tasks in one thread, returns them out of order, and stops after some.
struct Shuffler {
    seed: u64,
    most: usize,
    /// Number of failures of each game that are nobody's fault.
    voids: RefCell<BTreeMap<u64, u64>>,
    n_executed: Cell<usize>,
}

impl Shuffler {
    fn new(seed: u64, most: usize) -> Self {
        Self { seed, most, voids: RefCell::default(), n_executed: Cell::new(0) }
    }
}

impl Executor for Shuffler {
    fn execute(
        &self,
        terms: &MatchTerms,
        tasks: &mut (dyn Iterator<Item = GameTask> + Send),
        done: &mut dyn FnMut(GameOutcome) -> ControlFlow<()>,
    ) {
        let mut tasks: Vec<GameTask> = tasks.collect();
        tasks.sort_by_key(|task| crate::seed::of(self.seed, "shuffle", task.number));
        let mut workshop = Workshop::new(terms, Path::new(""), Arc::default());
        for task in tasks.iter().take(self.most) {
            self.n_executed.set(self.n_executed.get() + 1);
            let mut voids = self.voids.borrow_mut();
            let played = match voids.get_mut(&task.number) {
                Some(n_left) if *n_left > 0 => {
                    *n_left -= 1;
                    GameOutcome::Void { number: task.number, why: "a power cut".to_owned() }
                }
                _ => GameOutcome::Game(Box::new(workshop.play(task).unwrap())),
            };
            if done(played).is_break() {
                break;
            }
        }
    }
}

fn store(folder: &TempDir, name: &str, control: &Control) -> MatchStore {
    MatchStore::open_or_create(&folder.path().join(name), control, crate::Shard::WHOLE).unwrap().0
}

fn run(store: &MatchStore, executor: &dyn Executor) -> MatchFinish {
    Match::resume(store).unwrap().run(executor, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn threads(count: usize) -> Threads {
    Threads { count, folder: Path::new("").to_owned(), stop: Arc::default() }
}

fn is_same(one: &MatchStore, other: &MatchStore) -> bool {
    let (one, other) = (one.games().unwrap(), other.games().unwrap());
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| one.is_same_game(other))
}

#[test]
fn a_match_played_in_pieces_is_the_match_played_at_once() {
    let folder = TempDir::new().unwrap();
    let control = control("openings = { random-plies = 2 }");
    let at_once = store(&folder, "at once", &control);
    assert_eq!(run(&at_once, &threads(1)), MatchFinish::Complete);
    let pieces = store(&folder, "pieces", &control);
    for seed in 0..10 {
        let executor = Shuffler::new(seed, 5);
        let finish = run(&pieces, &executor);
        assert_eq!(finish == MatchFinish::Complete, seed >= 7, "after {seed}: {finish:?}");
        assert_eq!(executor.n_executed.get(), if seed < 8 { 5 } else { 0 }, "after {seed}");
    }
    assert!(is_same(&at_once, &pieces));
    let parallel = store(&folder, "parallel", &control);
    assert_eq!(run(&parallel, &threads(4)), MatchFinish::Complete);
    assert!(is_same(&at_once, &parallel));
}

#[test]
fn whoever_watches_can_stop() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder, "a", &control(""));
    let mut game = Match::resume(&store).unwrap();
    assert_eq!(game.n_open(), 40);
    let mut n_seen = 0;
    let finish = game.run(&threads(2), &mut |event, tally| {
        assert!(matches!(event, Event::Game(_)));
        n_seen += 1;
        assert_eq!(tally.n_games(), n_seen);
        if n_seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((finish.unwrap(), n_seen, store.games().unwrap().len()), (MatchFinish::Stopped, 3, 3));
}

#[test]
fn what_is_nobodys_fault_is_played_again_but_not_for_ever() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder, "a", &control(""));
    let executor = Shuffler::new(1, usize::MAX);
    executor.voids.replace([(3, 2), (8, u64::MAX)].into());
    let finish = run(&store, &executor);
    assert_eq!(finish, MatchFinish::Stuck([(8, "a power cut".to_owned())].into()));
    assert_eq!(store.games().unwrap().len(), 39);
    let voids: Vec<_> = store.voids().unwrap().into_iter().map(|(number, (n, _))| (number, n)).collect();
    assert_eq!(voids, [(3, 2), (8, 3)]);
    // The next run tries again.
    assert_eq!(run(&store, &Shuffler::new(2, usize::MAX)), MatchFinish::Complete);
    assert_eq!(store.games().unwrap().len(), 40);
}

/// A player against a much better one.
fn tested() -> Control {
    read(
        "format = 'match'\ngames = 400\nseed = 1\nsprt = { elo0 = 0, elo1 = 50 }\n\
         [game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n[openings]\nrandom-plies = 1\n\
         [[player]]\nname = 'strong'\nkind = 'uct'\nplayouts = 30\n[[player]]\nname = 'weak'\nkind = 'random'\n",
    )
}

#[test]
fn a_test_stops_after_the_same_game_however_the_match_was_played() {
    let folder = TempDir::new().unwrap();
    let control = tested();
    let in_order = store(&folder, "in order", &control);
    let MatchFinish::Decided(decision) = run(&in_order, &threads(1)) else { panic!("undecided") };
    assert_eq!(decision.accepted, Hypothesis::H1);
    assert!(decision.last < 400 && decision.last.is_multiple_of(2), "{decision:?}");
    assert_eq!(in_order.games().unwrap().len() as u64, decision.last);
    let expected = Tally::of(&control, crate::Shard::WHOLE, &in_order.games().unwrap()).unwrap();

    for (name, executor) in [("4 threads", &threads(4) as &dyn Executor), ("shuffled", &Shuffler::new(5, usize::MAX))] {
        let other = store(&folder, name, &control);
        assert_eq!(run(&other, executor), MatchFinish::Decided(decision), "{name}");
        let games = other.games().unwrap();
        let tally = Tally::of(&control, crate::Shard::WHOLE, &games).unwrap();
        assert_eq!((tally.n_games(), tally.pairs([0, 1])), (expected.n_games(), expected.pairs([0, 1])), "{name}");
        assert_eq!(tally.n_beyond(), games.len() as u64 - decision.last, "{name}");
        // Once decided, it stays decided, and nothing more is played.
        let executor = Shuffler::new(6, usize::MAX);
        assert_eq!((run(&other, &executor), executor.n_executed.get()), (MatchFinish::Decided(decision), 0), "{name}");
    }
}

/// A much better player with both colours, but more often with White: played in pieces, counted by colour.
#[test]
fn fixed_colours_are_counted_by_colour() {
    let folder = TempDir::new().unwrap();
    let list = read(
        "format = 'list'\nseed = 1\ngame = { game = 'hex', columns = 4, rows = 4 }\n\
         pairing = [{ black = 'strong', white = 'weak', games = 5 }, { black = 'weak', white = 'strong', games = 12 }]\n\
         [[player]]\nname = 'strong'\nkind = 'uct'\nplayouts = 30\n[[player]]\nname = 'weak'\nkind = 'random'\n",
    );
    let path = folder.path().join("a.match");
    let mut n_seen = 0;
    let (finish, tally) = play_into(&path, &list, &Shuffler::new(1, 6), &mut |_, _| {
        n_seen += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!((finish, tally.n_games(), n_seen), (MatchFinish::Stopped, 6, 6));
    let (finish, tally) = play_into(&path, &list, &threads(2), &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!((finish, tally.n_games()), (MatchFinish::Complete, 17));
    let store = MatchStore::open(&path).unwrap();
    for game in store.games().unwrap() {
        assert_eq!(
            game.sides[0].name == "strong",
            list.terms.pairings[(game.number as usize - 1) % 2].black == "strong"
        );
    }
    let [black, white] = [tally.with_colours(0, 1), tally.with_colours(1, 0).reversed()];
    use crate::stats::Tally as _;
    assert_eq!((black.games(), white.games(), tally.pairings()), (5, 12, vec![[0, 1]]));
    assert!(black.wins() + white.wins() >= 14, "{black:?} {white:?}");
    let elo = tally.elo([0, 1], crate::stats::Confidence::P95).unwrap();
    assert!((elo.score - (black.wins() + white.wins()) as f64 / 17.0).abs() < 1e-12);

    let report = crate::report::MatchReport::of(&store).unwrap();
    let [strong, weak] = report.by_colour.as_slice() else { panic!("{:?}", report.by_colour) };
    assert_eq!((strong.black.games, strong.white.games, strong.white.wins), (5, 12, white.wins()));
    assert_eq!((weak.black.losses, weak.white.losses), (strong.white.wins, strong.black.wins));
    let share = strong.white.wins as f64 / 12.0;
    assert_eq!(strong.white.share, Some(share));
    assert!(strong.white.low.unwrap() < share && share <= strong.white.high.unwrap());
    let pairing = &report.pairings[0];
    assert_eq!((pairing.pairs, pairing.is_fixed, report.first_player.is_mixed), ([0; 5], true, false));
    assert_eq!(pairing.progress.last().map(|last| last.n_games), Some(17));

    // With one colour only, colour and strength cannot be told apart.
    let one = control("colours = 'first'");
    let path = folder.path().join("b.match");
    play_into(&path, &one, &threads(2), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let report = crate::report::MatchReport::of(&MatchStore::open(&path).unwrap()).unwrap();
    assert!(report.first_player.is_mixed && report.first_player.elo.is_nan());
    assert_eq!((report.by_colour[0].black.games, report.by_colour[0].white.games), (40, 0));
    assert_eq!(report.by_colour[0].white.share, None);
}

#[test]
fn counts_add_up() {
    let folder = TempDir::new().unwrap();
    let control = control("openings = { random-plies = 1 }");
    let store = store(&folder, "a", &control);
    run(&store, &threads(2));
    let games = store.games().unwrap();
    let tally = Tally::of(&control, crate::Shard::WHOLE, &games).unwrap();
    let table = tally.crosstable().unwrap();
    let (one, two) = (table.row_total(0), table.row_total(1));
    assert_eq!((one, one.wins() + one.draws() + one.losses()), (two.reversed(), 40));
    let won =
        games.iter().filter(|game| game.ending.winner.is_some_and(|winner| game.sides[winner.index()].name == "one"));
    assert_eq!(won.count() as u64, one.wins());
    use crate::stats::Tally as _;
    let pairs = tally.pairs([0, 1]);
    let points: u64 = pairs.counts().iter().zip(0..).map(|(n, points)| n * points).sum();
    assert_eq!((pairs.observations(), points), (20, 2 * one.wins()));
    assert_eq!(tally.reasons().values().sum::<u64>(), 40);
    let by_hand: std::collections::BTreeSet<&str> = games.iter().map(|game| game.moves.as_str()).collect();
    assert_eq!(tally.repetition().distinct, by_hand.len() as u64);
}
