//! Clocks of games, with time that is made up.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// A clock after a move that cost nothing beyond its search.
fn clock(main: u64, period: u64, stones: u32) -> GameTime {
    let mut clock = GameTime::default();
    clock.spend(Player::Black, Duration::ZERO, Duration::ZERO);
    clock.set(TimeSettings { main: seconds(main), period: seconds(period), stones, is_byoyomi: false });
    clock
}

/// Spends the time of a search that ended in time.
fn search(clock: &mut GameTime, player: Player, time: Duration) {
    clock.spend(player, time, time);
}

fn used(time: Duration) -> Duration {
    time / 100 * 90
}

fn share(clock: &GameTime, player: Player, n_possible: usize) -> Option<Share> {
    clock.share(player, MovesLeft::of(n_possible))
}

fn usual(clock: &GameTime, player: Player, n_possible: usize) -> Option<Duration> {
    share(clock, player, n_possible).map(|share| share.usual)
}

#[test]
fn no_settings_no_limit() {
    for clock in [GameTime::default(), clock(0, 0, 0), clock(0, 1, 0), clock(0, 0, 5)] {
        assert_eq!(share(&clock, Player::Black, 50), None);
    }
}

#[test]
fn main_time_is_shared_out() {
    let mut clock = clock(102, 0, 0);
    assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(2))));
    assert_eq!(usual(&clock, Player::Black, 0), Some(used(seconds(100) / 8)), "never all of it");
    assert_eq!(share(&clock, Player::Black, 400).unwrap().most, used(seconds(5)));
    search(&mut clock, Player::Black, seconds(50));
    assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(1))));
    assert_eq!(usual(&clock, Player::White, 400), Some(used(seconds(2))));
    search(&mut clock, Player::Black, seconds(52));
    assert_eq!(usual(&clock, Player::Black, 400), Some(Duration::ZERO));
    clock.restart();
    assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(2))));
}

#[test]
fn a_game_of_any_length_keeps_its_time() {
    let mut clock = clock(60, 0, 0);
    for n_possible in (0..361_usize).rev() {
        let share = share(&clock, Player::White, n_possible).unwrap();
        assert!(share.usual <= share.most);
        // Even if each move takes all it may, and then a tenth more until it is reported.
        clock.spend(Player::White, share.most + share.most / 10, share.most);
        assert!(clock.left(Player::White).unwrap().time > Duration::ZERO, "{n_possible} moves left");
    }
}

#[test]
fn searches_that_end_late_get_less_time() {
    let mut clock = clock(0, 10, 1);
    let late = |clock: &mut GameTime, by: u64| clock.spend(Player::White, seconds(by), Duration::ZERO);
    late(&mut clock, 4);
    for taken_off in [4, 3] {
        assert_eq!(usual(&clock, Player::Black, 100), Some(seconds(10 - taken_off) - seconds(10) / 7));
        assert_eq!(clock.fixed(seconds(10)), Share::fixed(seconds(10 - taken_off)));
        late(&mut clock, 1);
    }
    late(&mut clock, 100);
    assert_eq!(clock.fixed(seconds(10)), Share::fixed(seconds(5)), "half of it at least");
    (0..20).for_each(|_| late(&mut clock, 0));
    assert!(clock.fixed(seconds(10)).usual > seconds(9));
}

#[test]
fn time_without_end_is_shared_out() {
    // The longest times that a `Duration` can hold.
    for time in [Duration::MAX, seconds(u64::MAX)] {
        let mut clock = GameTime::default();
        clock.set(TimeSettings { main: time, period: time, stones: 1, is_byoyomi: false });
        let share = share(&clock, Player::Black, 0).unwrap();
        assert!(share.usual <= share.most && share.most < time);
        search(&mut clock, Player::Black, seconds(1));
    }
}

#[test]
fn periods_come_after_the_main_time_and_again() {
    let mut clock = clock(10, 60, 3);
    assert_eq!(usual(&clock, Player::White, 100), Some(used(seconds(9))), "no more than is left of the main time");
    search(&mut clock, Player::White, seconds(11));
    for _ in 0..2 {
        assert_eq!(usual(&clock, Player::White, 100), Some(seconds(18)));
        search(&mut clock, Player::White, seconds(20));
        assert_eq!(usual(&clock, Player::White, 100), Some(seconds(18)));
        search(&mut clock, Player::White, seconds(30));
        assert_eq!(share(&clock, Player::White, 100), Some(Share::fixed(seconds(8))));
        search(&mut clock, Player::White, seconds(1));
    }
    clock.correct(Player::White, TimeLeft { time: seconds(5), stones: 1 });
    assert_eq!(usual(&clock, Player::White, 100), Some(seconds(3)), "two seconds of so long a period are held back");
}

#[test]
fn time_left_alone_sets_a_clock() {
    let mut clock = clock(0, 0, 0);
    clock.correct(Player::Black, TimeLeft { time: seconds(10), stones: 0 });
    assert_eq!(usual(&clock, Player::Black, 40), Some(used(seconds(8) / 8)));
    assert_eq!(usual(&clock, Player::White, 40), None);
    search(&mut clock, Player::Black, seconds(4));
    assert_eq!(clock.left(Player::Black), Some(TimeLeft { time: seconds(6), stones: 0 }));
}

#[test]
fn a_clock_that_rounds_is_not_believed_against_ours() {
    let mut clock = clock(10, 0, 0);
    let told = |clock: &mut GameTime, time: f64| {
        clock.correct(Player::Black, TimeLeft { time: Duration::from_secs_f64(time), stones: 0 });
        clock.left(Player::Black).unwrap().time.as_secs_f64()
    };
    search(&mut clock, Player::Black, Duration::from_millis(2_400));
    assert!((told(&mut clock, 8.0) - 7.6).abs() < 1e-9, "rounded up, so ours is right");
    assert!((told(&mut clock, 7.0) - 7.0).abs() < 1e-9, "rounded down, or more was used than we saw");
    assert!((told(&mut clock, 7.3) - 7.3).abs() < 1e-9, "not rounded");
    assert!((told(&mut clock, 12.0) - 12.0).abs() < 1e-9, "time was added");
}

#[test]
fn what_only_the_controllers_clock_sees_is_put_aside() {
    let mut clock = clock(60, 0, 0);
    let mut left = seconds(60);
    let before = usual(&clock, Player::Black, 200).unwrap();
    for _ in 0..5 {
        clock.correct(Player::Black, TimeLeft { time: left, stones: 0 });
        // Half a second a move passes elsewhere.
        search(&mut clock, Player::Black, Duration::from_millis(501));
        left -= Duration::from_millis(1_001);
    }
    clock.correct(Player::Black, TimeLeft { time: left, stones: 0 });
    // A hundred and twenty moves cost a minute.
    assert_eq!(usual(&clock, Player::Black, 240).unwrap(), Duration::ZERO);
    assert!(before > seconds(2) && usual(&clock, Player::Black, 80).unwrap() > seconds(1));
}

#[test]
fn byo_yomi_gives_each_move_a_period_and_counts_periods() {
    let mut clock = clock(0, 0, 0);
    clock.set(TimeSettings { main: seconds(10), period: seconds(5), stones: 1, is_byoyomi: true });
    search(&mut clock, Player::Black, seconds(11));
    for _ in 0..3 {
        assert_eq!(usual(&clock, Player::Black, 100), Some(seconds(5) - seconds(5) / 7));
        search(&mut clock, Player::Black, seconds(4));
    }
    // Three periods left, not three moves.
    clock.correct(Player::Black, TimeLeft { time: seconds(4), stones: 3 });
    assert_eq!(share(&clock, Player::Black, 100), Some(Share::fixed(seconds(4) - seconds(5) / 7)));
    clock.correct(Player::Black, TimeLeft { time: Duration::ZERO, stones: 0 });
    assert_eq!(usual(&clock, Player::Black, 100), Some(seconds(5) - seconds(5) / 7), "the main time is over");
}

#[test]
fn a_deadline_is_kept_by_the_clock_that_it_has() {
    let now = AtomicU32::new(5);
    let clock = || Some(seconds(now.load(Ordering::Relaxed).into()));
    let interrupt = Arc::<AtomicBool>::default();
    let deadline = Deadline::after(seconds(10), clock, Arc::clone(&interrupt)).unwrap();
    let tick = || (0..NODES_PER_LOOK).for_each(|_| deadline.tick());
    for (late, is_over) in [(5, false), (14, false), (15, true)] {
        now.store(late, Ordering::Relaxed);
        tick();
        assert_eq!(interrupt.load(Ordering::Relaxed), is_over, "{late}");
    }
    assert!(Deadline::after(seconds(1), || None, interrupt).is_none(), "a clock that does not know");
}

/// Cost of a move beyond its search, on a machine that does other work too.
#[derive(Clone, Copy, Debug)]
struct Load {
    /// Of a usual move, in milliseconds; others cost half of it, or half as much again.
    usual: f64,
    /// Seldom a move is held up for this long.
    stall: f64,
    /// Additional time on the controller's clock.
    unseen: f64,
}

impl Load {
    fn cost(&self, rng: &mut impl Rng) -> Duration {
        let stall = if rng.random_bool(0.03) { self.stall } else { 0.0 };
        Duration::from_secs_f64((self.usual * rng.random_range(0.5..1.5) + stall) / 1e3)
    }
}

/// Form in which a controller reports the time.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Telling {
    Nothing,
    WholeSeconds,
    Exactly,
}

/// A game of one player by the clock: how many moves it makes, and how many are left after each.
type Course = (&'static str, u32, fn(u32) -> MovesLeft);

/// Long games. In Go the board does not fill, because stones are captured.
const COURSES: [Course; 6] = [
    ("hex 11x11", 60, |n| MovesLeft::of(121 - 2 * n as usize)),
    ("hex 19x19", 170, |n| MovesLeft::of(361 - 2 * n as usize)),
    ("go 9x9", 75, |n| go(81, n)),
    ("go 13x13", 140, |n| go(169, n)),
    ("go 19x19", 260, |n| go(361, n)),
    ("amazons 10x10", 46, |n| {
        let n_empty = 92 - 2 * n as usize;
        MovesLeft { most: MovesLeft::of(n_empty).most, ..MovesLeft::of(4 * n_empty / 3) }
    }),
];

fn go(n_cells: usize, n: u32) -> MovesLeft {
    let n_empty = n_cells.saturating_sub(2 * n as usize).max(n_cells / 8);
    MovesLeft { most: MovesLeft::of(n_empty + n_cells).most, ..MovesLeft::of(n_empty) }
}

/// Plays a game by the clock. Returns the time used on the controller's clock, and the share of it that was search.
fn play((_, n_moves, left): Course, main: Duration, load: Load, telling: Telling, seed: u64) -> (Duration, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut clock = GameTime::default();
    clock.set(TimeSettings { main, ..TimeSettings::default() });
    let (mut used, mut searched) = (Duration::ZERO, Duration::ZERO);
    for n in 0..n_moves {
        let time = main.saturating_sub(used);
        match telling {
            Telling::Nothing => {}
            Telling::WholeSeconds => {
                clock.correct(Player::Black, TimeLeft { time: seconds(time.as_secs()), stones: 0 });
            }
            Telling::Exactly => clock.correct(Player::Black, TimeLeft { time, stones: 0 }),
        }
        let share = clock.share(Player::Black, left(n)).unwrap();
        let given = if rng.random_bool(0.3) { share.most } else { share.usual };
        // Some searches end early, because nothing is left to find.
        let given = if rng.random_bool(0.1) { given / 2 } else { given };
        let took = given + load.cost(&mut rng);
        clock.spend(Player::Black, took, given);
        used += took + Duration::from_secs_f64(load.unseen / 1e3);
        searched += given;
    }
    (used, searched.as_secs_f64() / main.as_secs_f64())
}

/// No clock from two seconds to a minute is overstepped, on an idle machine and on a busy one, whatever the controller
/// says about the time.
#[test]
fn no_clock_is_overstepped() {
    let loads = [
        Load { usual: 1.0, stall: 5.0, unseen: 0.5 },
        Load { usual: 6.0, stall: 60.0, unseen: 0.5 },
        Load { usual: 35.0, stall: 250.0, unseen: 1.0 },
        Load { usual: 35.0, stall: 250.0, unseen: 15.0 },
        Load { usual: 120.0, stall: 600.0, unseen: 2.0 },
    ];
    let mut n_games = 0;
    for course in COURSES {
        for main in [2, 3, 5, 10, 20, 30, 60] {
            for load in loads {
                // What no player could avoid has to fit in, and a stall has to fit into a reserve of a tenth.
                let sure = f64::from(course.1) * (load.usual + 0.03 * load.stall + load.unseen) / 1e3;
                if sure > 0.6 * main as f64 || load.stall / 1e3 > 0.1 * main as f64 {
                    continue;
                }
                for telling in [Telling::Nothing, Telling::WholeSeconds, Telling::Exactly] {
                    // Who sends no time has to have a clock that sees what ours sees.
                    if telling == Telling::Nothing && load.unseen > 2.0 {
                        continue;
                    }
                    for seed in 0..5 {
                        let (used, searched) = play(course, seconds(main), load, telling, seed);
                        let what = format!("{} {main} s, {load:?}, {telling:?}, seed {seed}", course.0);
                        assert!(used < seconds(main), "{used:?} in {what}");
                        let is_free = sure < 0.1 * main as f64 && main >= 10;
                        assert!(!is_free || searched > 0.5, "only {searched:.2} searched in {what}");
                        n_games += 1;
                    }
                }
            }
        }
    }
    assert!(n_games > 800, "{n_games}");
}

/// Each period has to be kept, of one move or of several.
#[test]
fn no_period_is_overstepped() {
    for stones in [1, 2, 5, 25] {
        for (period, load) in [
            (1.0, Load { usual: 3.0, stall: 20.0, unseen: 0.5 }),
            (5.0, Load { usual: 35.0, stall: 300.0, unseen: 1.0 }),
            (30.0, Load { usual: 120.0, stall: 800.0, unseen: 2.0 }),
        ] {
            for seed in 0..20 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut clock = GameTime::default();
                let length = Duration::from_secs_f64(period * f64::from(stones).sqrt());
                clock.set(TimeSettings { period: length, stones, ..TimeSettings::default() });
                for _ in 0..40 {
                    let (mut used, mut searched) = (Duration::ZERO, Duration::ZERO);
                    for _ in 0..stones {
                        let given = share(&clock, Player::White, 100).unwrap().most;
                        let took = given + load.cost(&mut rng);
                        clock.spend(Player::White, took, given);
                        used += took + Duration::from_secs_f64(load.unseen / 1e3);
                        searched += given;
                    }
                    assert!(used < length, "{stones} moves in {length:?}: {used:?} with {load:?}, seed {seed}");
                    assert!(searched > length / 2, "{stones} moves in {length:?}: {searched:?} with {load:?}");
                }
            }
        }
    }
}
