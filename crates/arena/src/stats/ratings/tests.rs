use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::stats::Score;

const TEAMS: [&str; 7] = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
/// home wins - away wins, row at home
const BASEBALL: [[(u64, u64); 7]; 7] = [
    [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
];

#[test]
fn baseball() {
    let _ = TEAMS;
    let mut e = vec![];
    for i in 0..7 {
        for j in 0..7 {
            if i != j {
                let (w, l) = BASEBALL[i][j];
                e.push(Encounter { first: i, second: j, games: Games::new(w, 0, l) });
            }
        }
    }
    let r = Ratings::new(7, &e, Prior::new(100_000.0).unwrap(), Confidence::P95).unwrap();
    let nat = |x: f64| x / ELO_PER_NAT;
    println!("adv {:?}", nat(r.first_player_advantage().value));
    let a: Vec<f64> = (0..7).map(|i| nat(r.players()[i].elo.value).exp()).collect();
    let t: f64 = a.iter().sum();
    println!("{:?}", a.iter().map(|a| a / t).collect::<Vec<_>>());
    for i in 0..6 {
        let d = r.difference(i, 6);
        println!("{} {}", nat(d.value), nat(d.interval.high - d.value) / 1.96);
    }
}

#[test]
fn pudding() {
    let t = [
        (1, 2, 19, 22, 16),
        (1, 3, 16, 19, 12),
        (2, 3, 19, 19, 10),
        (1, 4, 18, 23, 13),
        (2, 4, 23, 19, 9),
        (3, 4, 19, 20, 15),
        (1, 5, 13, 19, 18),
        (2, 5, 16, 20, 12),
        (3, 5, 16, 15, 17),
        (4, 5, 17, 14, 16),
        (1, 6, 18, 21, 12),
        (2, 6, 22, 20, 12),
        (3, 6, 13, 18, 10),
        (4, 6, 14, 19, 18),
        (5, 6, 11, 21, 12),
    ];
    // No order: half
    let mut e = vec![];
    for (i, j, w, l, d) in t {
        // counts twice, both orders: advantage is 0 then
        e.push(Encounter { first: i - 1, second: j - 1, games: Games::new(w, d, l) });
        e.push(Encounter { first: j - 1, second: i - 1, games: Games::new(l, d, w) });
    }
    let r = Ratings::new(6, &e, Prior::new(100_000.0).unwrap(), Confidence::P95).unwrap();
    let v = r.fit.draw_weight();
    let a: Vec<f64> = (0..6).map(|i| (r.players()[i].elo.value / ELO_PER_NAT * (2.0 + v) / 2.0).exp()).collect();
    let t: f64 = a.iter().sum();
    println!("nu {v} {:?} adv {:?}", a.iter().map(|a| a / t).collect::<Vec<_>>(), r.first_player_advantage());
}

fn simulate(
    strengths: &[f64],
    adv: f64,
    v: f64,
    games: u64,
    pairs: &[(usize, usize)],
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Encounter> {
    pairs
        .iter()
        .map(|&(first, second)| {
            let half = (strengths[first] - strengths[second] + adv) / ELO_PER_NAT / 2.0 * (2.0 + v) / 2.0;
            let w = [half.exp(), v, (-half).exp()];
            let t: f64 = w.iter().sum();
            let mut g = Games::default();
            for _ in 0..games {
                let u = rng.random::<f64>() * t;
                g.record(if u < w[0] {
                    Score::Win
                } else if u < w[0] + w[1] {
                    Score::Draw
                } else {
                    Score::Loss
                });
            }
            Encounter { first, second, games: g }
        })
        .collect()
}

#[test]
fn cover() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let rr = |n: usize| {
        let mut v = vec![];
        for i in 0..n {
            for j in 0..n {
                if i != j {
                    v.push((i, j));
                }
            }
        }
        v
    };
    for (name, strengths, pairs) in [
        ("rr4", vec![-300.0, -100.0, 100.0, 300.0], rr(4)),
        ("rr2", vec![-200.0, 200.0], rr(2)),
        ("rr2x", vec![-400.0, 400.0], rr(2)),
        ("rr3x", vec![-600.0, 0.0, 600.0], rr(3)),
        (
            "gauntlet",
            vec![0.0, -300.0, -50.0, 80.0, 400.0],
            vec![(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0), (0, 4), (4, 0)],
        ),
    ] {
        for v in [0.0, 1.0, 4.0] {
            for games in [5u64, 20, 100] {
                for prior in [400.0, 600.0, 1000.0] {
                    let reps = 1000;
                    let n = strengths.len();
                    let mean: f64 = strengths.iter().sum::<f64>() / n as f64;
                    let mut ok = vec![0; n];
                    let mut okd = 0;
                    let mut oka = 0;
                    for _ in 0..reps {
                        let e = simulate(&strengths, 50.0, v, games, &pairs, &mut rng);
                        let r = Ratings::new(n, &e, Prior::new(prior).unwrap(), Confidence::P95).unwrap();
                        for i in 0..n {
                            if r.players()[i].elo.interval.contains(strengths[i] - mean) {
                                ok[i] += 1
                            }
                        }
                        if r.difference(0, n - 1).interval.contains(strengths[0] - strengths[n - 1]) {
                            okd += 1
                        }
                        if r.first_player_advantage().interval.contains(50.0) {
                            oka += 1
                        }
                    }
                    println!("{name} v {v} games {games} prior {prior}: {:?} ends {} adv {}", ok, okd, oka);
                }
            }
        }
    }
}
