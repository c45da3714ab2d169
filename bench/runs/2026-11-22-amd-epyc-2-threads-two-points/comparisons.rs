//! Which comparisons the ranks of `nakade` are made of. Built as a program beside the crates it uses; see README.md.

use tesuji_board::{Player, Topology};
use tesuji_go::{Komi, Position, Rules};
use tesuji_playout::GoLight;
use tesuji_playout::statistics::{Play, Sample, Statistics, StatisticsConfig, Threshold};
const ROWS: [&str; 9] = [
    ". W . . . . W . .",
    "W W W W W W W W W",
    "B B B B B B B B B",
    "B B b B B B B . B",
    "B W W W W c B B B",
    "B W f B W W B . B",
    "B W B g B W B B B",
    "B W h B e W B B B",
    "a W W W W W d B B",
];
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let topology = Topology::square(9, 9).unwrap();
    let names = "ABCDEFGHJ";
    let mut position = Position::empty(topology, Rules::CHINESE, Komi::from_half_points(1));
    for (r, row) in ROWS.iter().enumerate() {
        for (c, sign) in row.split(' ').enumerate() {
            let name = format!("{}{}", names.as_bytes()[c] as char, 9 - r);
            let cell = position.topology().cell(&name).unwrap();
            match sign {
                "B" => position.set_stone(cell, Player::Black).unwrap(),
                "W" => position.set_stone(cell, Player::White).unwrap(),
                _ => {}
            }
        }
    }
    for name in &args[1..] {
        let cell = position.topology().cell(name).unwrap();
        position.set_stone(cell, Player::White).unwrap();
    }
    let n = 200_000;
    let sample = Sample::collect(&position, &mut GoLight::default(), n, 1);
    let s = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Komi, n_parts: 1 });
    println!("win {:?}", s.win_rate(Player::Black).unwrap().value);
    let cells: Vec<_> = position.topology().cells().filter(|&c| position.stone(c).is_none()).collect();
    let name =
        |p: Play| format!("{}{}", if p.player == Player::Black { 'B' } else { 'W' }, position.topology().name(p.cell));
    for m in ["A1", "C6", "F5", "G1", "D3", "C4", "E2", "C2"] {
        let cell = position.topology().cell(m).unwrap();
        if position.stone(cell).is_some() {
            continue;
        }
        let m = Play { player: Player::Black, cell };
        let mut line = format!("{}:", name(m));
        let mut rank = 0.0;
        for &c in &cells {
            for player in Player::BOTH {
                let n = Play { player, cell: c };
                if c == cell {
                    continue;
                }
                let least =
                    [s.order(m, n), s.order(n, m)].into_iter().flatten().map(|o| o.least_share()).fold(1.0, f64::min);
                let Some(d) = s.order_difference(m, n).map(|d| d.value) else { continue };
                let mark = if least < 0.02 { "!" } else { "" };
                if mark.is_empty() {
                    rank += if d > 0.01 {
                        0.01
                    } else if d < -0.01 {
                        -0.01
                    } else {
                        0.0
                    };
                }
                line += &format!(" {}{:+.3}{}", name(n), d, mark);
            }
        }
        println!("{line} rank {rank:+.2}");
    }
    let black = |name: &str| Play { player: Player::Black, cell: position.topology().cell(name).unwrap() };
    if position.stone(black("E2").cell).is_none() {
        let (g, e) = (black("D3"), black("E2"));
        for (a, b) in
            [(g, e), (e, g), (g.by_opponent(), e), (e, g.by_opponent()), (e.by_opponent(), g), (g, e.by_opponent())]
        {
            println!("{} then {}: {:?}", name(a), name(b), s.order(a, b));
        }
    }
}
