//! The net against the program that exported it, its kernels against each other, and the planes of known positions.

use serde::Deserialize;
use tesuji_board::{BoardSpec, Cell};
use tesuji_game::Game;
use tesuji_go::{Komi, Position, Rules};

use super::net::{Judged, Links, Scratch};
use super::*;
use crate::{Kernel, NetError};

const TINY: &[u8] = include_bytes!("../../data/graph-tiny.net");

/// Sums of the net for some positions.
///
/// Origin: written by `training/gonet/tiny.py` with the net itself, from whole numbers in Python.
const REFERENCE: &str = include_str!("../../data/graph-tiny.reference.jsonl");

#[derive(Deserialize)]
struct Line {
    links: Vec<Vec<u16>>,
    chain: Vec<u16>,
    planes: Vec<Vec<u8>>,
    policy: Vec<i32>,
    own: Vec<i32>,
    outs: [i64; 3],
}

#[test]
fn every_kernel_computes_what_the_export_computed() {
    let net = Net::read(TINY).unwrap();
    let (mut scratch, mut judged) = (Scratch::default(), Judged::default());
    for line in REFERENCE.lines() {
        let Line { links, chain, planes, policy, own, outs } = serde_json::from_str(line).unwrap();
        let links = Links::of(links.into_iter().map(Vec::into_iter));
        let by_points: Vec<u8> = (0..chain.len()).flat_map(|at| planes.iter().map(move |plane| plane[at])).collect();
        for kernel in Kernel::available() {
            net.judge(&links, (&by_points, &chain), kernel, &mut scratch, &mut judged);
            assert_eq!(judged, Judged { policy: policy.clone(), own: own.clone(), outs }, "{}", kernel.name());
        }
    }
}

#[test]
fn other_bytes_are_refused() {
    assert!(matches!(Net::parse(TINY), Err(NetError::Range { name: "planes", .. })));
    assert!(matches!(Net::parse(b"tesuji network 1\n{}"), Err(NetError::Magic(_))));
    for end in 0..TINY.len() {
        assert!(Net::read(&TINY[..end]).is_err(), "{end}");
    }
    assert!(matches!(Net::read(&[TINY, b"."].concat()), Err(NetError::Long { .. })));
    for at in 0..TINY.len() {
        let mut bytes = TINY.to_vec();
        bytes[at] = 0x80;
        // Some numbers may be anything.
        _ = Net::read(&bytes);
    }
}

fn after(board: &str, komi: i16, moves: &[&str]) -> Position {
    let topology = board.parse::<BoardSpec>().unwrap().topology().unwrap();
    let mut position = Position::empty(topology, Rules::CHINESE, Komi::from_half_points(komi));
    for mv in moves {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    position
}

#[test]
fn planes_show_a_ko_from_the_view_of_the_mover() {
    // 4 . . . .
    // 3 . W B .      White has taken at B2 with C2, and Black may not retake. A1 is suicide.
    // 2 W . W B
    // 1 . W B .
    let moves = ["C3", "B3", "C1", "B1", "B2", "A2", "D2", "C2"];
    let position = after("4x4", 15, &moves);
    let ko = position.ko().unwrap();
    let (mut planes, mut chains) = (Vec::new(), Vec::new());
    write_planes(&position, &mut planes, &mut chains);
    let at = |name: &str| position.topology().cell(name).unwrap().index();
    let set = |plane: usize| (0..16).filter(|&at| planes[at][plane] == 127).map(Cell::new).collect::<Vec<_>>();
    assert_eq!(set(10), [ko, Cell::new(at("A1"))]);
    assert_eq!(
        set(0),
        position
            .topology()
            .cells()
            .filter(|&cell| position.stones(position.to_move()).contains(cell))
            .collect::<Vec<_>>()
    );
    assert_eq!((set(11), set(12)), (vec![Cell::new(at("C2"))], vec![Cell::new(at("D2"))]));
    assert_eq!((planes[0][17], planes[0][18], planes[0][22]), (0, 48, 16), "Black gives 7.5 points");
    assert_eq!((planes[at("C2")][6], planes[at("C2")][26], planes[at("C2")][27]), (127, 8, 8), "one stone in atari");
    assert_eq!(chains, (0..16).collect::<Vec<_>>(), "no two stones touch");
}

#[test]
fn planes_fit_every_board() {
    for spec in BoardSpec::of_each_kind(40) {
        let mut position = after(&spec.to_string(), -3, &[]);
        let (mut planes, mut chains) = (Vec::new(), Vec::new());
        for ply in 0..30 {
            write_planes(&position, &mut planes, &mut chains);
            let stones = position.topology().cells().filter(|&cell| position.stone(cell).is_some()).collect::<Vec<_>>();
            assert!(stones.iter().all(|cell| planes[cell.index()][..2].contains(&127)));
            for cell in stones {
                let lowest = position.chain(cell).iter().next();
                assert_eq!(lowest, Some(Cell::new(chains[cell.index()].into())), "{spec}");
            }
            let moves = position.moves();
            position.play(moves[ply * 7 % moves.len().max(2) % (moves.len() - 1).max(1)]).unwrap();
            if position.is_over() {
                break;
            }
        }
    }
}
