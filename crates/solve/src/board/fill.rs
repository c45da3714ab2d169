//! Prototype of inferior cells (to be replaced by connection::inferior).
use tesuji_board::{Bits, Player, Topology};

#[derive(Clone, Debug)]
pub(crate) struct Fill<const W: usize> {
    pub player: Player,
    pub cells: Bits<W>,
    pub rests_on: Bits<W>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Cell(u16),
    Border(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub ring: Vec<[Place; 6]>,
    dead: Vec<bool>,
}

const CLOCKWISE: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn is_dead(state: [usize; 6]) -> bool {
    if let Some(i) = state.iter().position(|&s| s == 2) {
        return [0, 1].into_iter().all(|p| {
            let mut next = state;
            next[i] = p;
            is_dead(next)
        });
    }
    let changes = (0..6).filter(|&i| state[i] != state[(i + 1) % 6]).count();
    changes < 4
}

impl Surroundings {
    pub(crate) fn new(topology: &Topology) -> Self {
        let (columns, rows) = topology.size().unwrap();
        let ring = (0..columns * rows)
            .map(|cell| {
                let (c, r) = ((cell % columns) as isize, (cell / columns) as isize);
                CLOCKWISE.map(|(dc, dr)| {
                    let (c, r) = (c + dc, r + dr);
                    if r < 0 || r >= rows as isize {
                        Place::Border(0)
                    } else if c < 0 || c >= columns as isize {
                        Place::Border(1)
                    } else {
                        Place::Cell((r as usize * columns + c as usize) as u16)
                    }
                })
            })
            .collect();
        let dead = (0..729)
            .map(|mut code| {
                is_dead(std::array::from_fn(|_| {
                    let s = code % 3;
                    code /= 3;
                    s
                }))
            })
            .collect();
        Self { ring, dead }
    }

    fn code<const W: usize>(&self, cell: usize, stones: &[Bits<W>; 2], extra: usize, player: usize) -> usize {
        let mut code = 0;
        for place in self.ring[cell].iter().rev() {
            let state = match *place {
                Place::Border(p) => p,
                Place::Cell(x) => {
                    let x = usize::from(x);
                    if x == extra {
                        player
                    } else if stones[0].contains(x) {
                        0
                    } else if stones[1].contains(x) {
                        1
                    } else {
                        2
                    }
                }
            };
            code = code * 3 + state;
        }
        code
    }

    fn dead_with<const W: usize>(&self, cell: usize, stones: &[Bits<W>; 2], extra: usize, player: usize) -> bool {
        self.dead[self.code(cell, stones, extra, player)]
    }

    fn near<const W: usize>(&self, cell: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for place in &self.ring[cell] {
            if let Place::Cell(x) = place {
                set.insert(usize::from(*x));
            }
        }
        set
    }

    pub(crate) fn near2<const W: usize>(&self, cell: usize) -> Bits<W> {
        let mut set = self.near(cell);
        for x in set.iter() {
            set |= self.near(x);
        }
        set
    }

    /// Fill-in to a fixpoint, looking at the empty cells of `todo` first.
    pub(crate) fn fill<const W: usize>(
        &self,
        stones: &mut [Bits<W>; 2],
        mut todo: Bits<W>,
        steps: &mut Vec<Fill<W>>,
    ) {
        const PLAYERS: [Player; 2] = [Player::Black, Player::White];
        while let Some(a) = todo.first() {
            todo.remove(a);
            let occupied = stones[0] | stones[1];
            if occupied.contains(a) {
                continue;
            }
            let near: Bits<W> = self.near(a);
            if self.dead_with(a, stones, usize::MAX, 0) {
                // Colour of most neighbours.
                let p = usize::from((near & stones[1]).len() > (near & stones[0]).len());
                steps.push(Fill { player: PLAYERS[p], cells: Bits::single(a), rests_on: near & stones[p] });
                stones[p].insert(a);
                todo |= near;
                for x in near.iter() {
                    todo |= self.near(x);
                }
                continue;
            }
            'pairs: for b in (near - occupied).iter() {
                for p in 0..2 {
                    if self.dead_with(a, stones, b, p) && self.dead_with(b, stones, a, p) {
                        let around = near | self.near(b);
                        steps.push(Fill {
                            player: PLAYERS[p],
                            cells: Bits::single(a).with(b),
                            rests_on: around & stones[p],
                        });
                        stones[p].insert(a);
                        stones[p].insert(b);
                        todo |= around;
                        for x in around.iter() {
                            todo |= self.near(x);
                        }
                        break 'pairs;
                    }
                }
            }
        }
    }

    /// Killers: by cell m of the mover, the other player's answer that kills it.
    pub(crate) fn vulnerable<const W: usize>(&self, stones: &[Bits<W>; 2], mover: usize, out: &mut Vec<(u16, u16, Bits<W>)>) {
        let occupied = stones[0] | stones[1];
        out.clear();
        for a in 0..self.ring.len() {
            if occupied.contains(a) {
                continue;
            }
            let near: Bits<W> = self.near(a);
            for k in (near - occupied).iter() {
                if self.dead_with(a, stones, k, 1 - mover) {
                    out.push((a as u16, k as u16, near & stones[1 - mover]));
                    break;
                }
            }
        }
    }
}
