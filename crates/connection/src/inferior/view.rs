//! The board as one player sees it: which cells that player could still join directly.

use tesuji_board::Bits;

use super::surroundings::InitialLinks;

/// One player's links between cells: neighbours, and what the player's chains join.
///
/// The player wants to connect two ends. Chains are contracted: the cells around a chain are linked to each other, and
/// the chain is gone. The opponent's stones stay in the sets; the caller leaves them out.
#[derive(Debug, Default)]
pub(super) struct LinkView<const W: usize> {
    /// By cell: itself and what it is linked to, by adjacency or by a chain that touches both.
    pub links: Vec<Bits<W>>,
    /// By cell: what it is linked to on the far side of a terminal ([`InitialLinks::cross`]); empty if there is nothing.
    cross: Vec<Bits<W>>,
    /// Cells linked to an end on the far side of a terminal, or perhaps so. They count as alive.
    beyond: Bits<W>,
    /// By cell: what it can be joined to without the help of other cells: its links, and what is at the same end.
    reach: Vec<Bits<W>>,
    /// By end: the cells that touch it or a chain joined to it. Ends that have been joined are one.
    pub ends: Vec<Bits<W>>,
    /// Joining the last two ends decides the game.
    decides: bool,
    /// They are joined: nothing matters any more.
    is_won: bool,
    /// The player's links are not known, so nothing is.
    is_blind: bool,
}

/// Relation of a cell to the ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// It touches none.
    None,
    /// It touches the end with this number.
    One(usize),
    /// It would join several.
    Several,
}

/// Reason why an empty cell is not dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Liveness<const W: usize> {
    /// Nothing: any two things that it links are linked without it.
    Dead,
    /// The opponent can kill it with a stone on any of these cells; there may be none.
    Alive(Bits<W>),
}

impl<const W: usize> Clone for LinkView<W> {
    fn clone(&self) -> Self {
        let (links, cross) = (self.links.clone(), self.cross.clone());
        Self { links, cross, reach: self.reach.clone(), ends: self.ends.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.links.clone_from(&other.links);
        self.cross.clone_from(&other.cross);
        self.reach.clone_from(&other.reach);
        self.ends.clone_from(&other.ends);
        (self.beyond, self.decides, self.is_won, self.is_blind) =
            (other.beyond, other.decides, other.is_won, other.is_blind);
    }
}

impl<const W: usize> LinkView<W> {
    /// The view of a board of `n_cells` cells without stones.
    pub(super) fn reset(&mut self, sight: &InitialLinks<W>, n_cells: usize) {
        self.is_blind = sight.links.is_empty();
        self.decides = sight.decides;
        self.is_won = false;
        for links in [&mut self.links, &mut self.reach] {
            links.clear();
            links.extend_from_slice(&sight.links);
            links.resize(n_cells, Bits::EMPTY);
        }
        self.cross.clone_from(&sight.cross);
        self.beyond = Bits::EMPTY;
        self.ends.clone_from(&sight.ends);
        for end in &sight.ends {
            self.reach_all(*end);
        }
    }

    /// Makes these cells reach each other.
    fn reach_all(&mut self, cells: Bits<W>) {
        for cell in cells.iter() {
            self.reach[cell] |= cells;
        }
    }

    /// The cell, and all cells that it is linked to by any way.
    pub(super) fn around(&self, cell: usize) -> Bits<W> {
        self.links[cell] | self.far(cell)
    }

    /// The cells that a cell is linked to on the far side of a terminal.
    fn far(&self, cell: usize) -> Bits<W> {
        self.cross.get(cell).copied().unwrap_or(Bits::EMPTY)
    }

    /// Whether the cell is linked to an end, or to one of these cells, by a way that no other can replace.
    fn crosses(&self, cell: usize, empty: Bits<W>) -> bool {
        !self.cross.is_empty() && (self.beyond.contains(cell) || self.cross[cell].without(cell).meets(&empty))
    }

    fn at(&self, cell: usize) -> At {
        let mut at = At::None;
        for (i, end) in self.ends.iter().enumerate() {
            if end.contains(cell) {
                at = match at {
                    At::None => At::One(i),
                    _ => return At::Several,
                };
            }
        }
        at
    }

    /// Puts a stone of the view's player on `cell`.
    pub(super) fn join(&mut self, cell: usize) {
        let around = self.links[cell];
        let at = self.at(cell);
        for other in around.iter() {
            self.links[other] |= around;
            self.reach[other] |= around;
        }
        if !self.cross.is_empty() {
            let far = self.cross[cell];
            if self.beyond.contains(cell) {
                self.beyond |= around | far;
            } else if at != At::None {
                self.beyond |= far;
            }
            for other in around.iter() {
                self.cross[other] |= far;
            }
            for other in far.iter() {
                self.cross[other] |= around | far;
            }
        }
        match at {
            At::None => {}
            At::One(i) => {
                self.ends[i] |= around;
                self.reach_all(self.ends[i]);
            }
            At::Several => {
                self.is_won |= self.decides && self.ends.len() == 2;
                let joined = self.ends.extract_if(.., |end| end.contains(cell)).fold(around, |all, end| all | end);
                self.ends.push(joined);
                self.reach_all(joined);
            }
        }
    }

    /// Whether the view's player has joined its ends.
    pub(super) const fn is_won(&self) -> bool {
        self.is_won
    }

    /// Whether any two of these cells are linked.
    pub(super) fn is_clique(&self, cells: Bits<W>) -> bool {
        let mut rest = cells;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            // Each pair is looked at once.
            if !rest.is_subset(&self.reach[cell]) {
                return false;
            }
        }
        true
    }

    /// Whether `cell` is of any use to the view's player, and where the opponent can end that.
    ///
    /// `empty` are the cells that the player could still get. A shortest chain of stones through the cell would enter
    /// and leave it by two cells, or a cell and an end, that are not linked without it. If there is no such pair, the
    /// cell is dead. (Björnsson, Hayward, Johanson, van Rijswijck, "Dead cell analysis in Hex and the Shannon game",
    /// 2007.)
    pub(super) fn life(&self, cell: usize, empty: Bits<W>) -> Liveness<W> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.at(cell) {
            _ if self.is_won => return Liveness::Dead,
            _ if self.is_blind || self.crosses(cell, empty) => return Liveness::Alive(Bits::EMPTY),
            At::Several => return Liveness::Alive(Bits::EMPTY),
            At::One(end) => self.ends[end],
            At::None => return self.life_between(around),
        };
        let apart = around - end;
        match apart.first() {
            None => Liveness::Dead,
            Some(only) if apart == Bits::single(only) => Liveness::Alive(apart),
            Some(_) => Liveness::Alive(Bits::EMPTY),
        }
    }

    /// Whether [`Self::life`] says dead.
    pub(super) fn is_dead(&self, cell: usize, empty: Bits<W>) -> bool {
        let around = (self.links[cell] & empty).without(cell);
        match self.at(cell) {
            _ if self.is_won => true,
            _ if self.is_blind || self.crosses(cell, empty) => false,
            At::Several => false,
            At::One(end) => around.is_subset(&self.ends[end]),
            At::None => self.is_clique(around),
        }
    }

    /// Two cells around `cell`, or a cell and an end, that are not linked without it. `None` if there are none, or if
    /// the cell joins both ends, so that it cannot be killed.
    pub(super) fn first_gap(&self, cell: usize, empty: Bits<W>) -> Option<(usize, Option<usize>)> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.at(cell) {
            _ if self.is_blind || self.crosses(cell, empty) => return None,
            At::Several => return None,
            At::One(end) => self.ends[end],
            At::None => {
                return around.iter().find_map(|one| {
                    let other = (around - self.reach[one]).first()?;
                    Some((one, Some(other)))
                });
            }
        };
        (around - end).first().map(|one| (one, None))
    }

    fn life_between(&self, around: Bits<W>) -> Liveness<W> {
        let mut rest = around;
        while let Some(one) = rest.first() {
            rest.remove(one);
            let apart = rest - self.reach[one];
            let Some(other) = apart.first() else { continue };
            // Killing the cell takes one of these two. The cells before them are linked to all others.
            let mut killers = Bits::EMPTY;
            if self.is_clique(rest) {
                killers.insert(one);
            }
            if apart == Bits::single(other) && self.is_clique(rest.without(other)) {
                killers.insert(other);
            }
            return Liveness::Alive(killers);
        }
        Liveness::Dead
    }

    /// Whether `cell` is dead once the view's player has `stone` too.
    pub(super) fn is_dead_after_join(&self, cell: usize, stone: usize, empty: Bits<W>) -> bool {
        let gained = (self.links[stone] & empty).without(stone);
        let mut around = (self.links[cell] & empty).without(cell).without(stone);
        let (mut at, stone_at) = (self.at(cell), self.at(stone));
        if stone_at == At::Several {
            // It joins ends. With two of them that decides everything; with more, nothing is said here.
            return self.is_won || self.decides && self.ends.len() == 2;
        }
        if self.links[cell].contains(stone) {
            at = match (at, stone_at) {
                (at, At::None) => at,
                (At::None, at) => at,
                (at, more) if at == more => at,
                _ => At::Several,
            };
            around |= gained.without(cell);
        }
        let end_after = |i: usize| if stone_at == At::One(i) { self.ends[i] | gained } else { self.ends[i] };
        // The stone also links what lies on the far side of a terminal.
        let (near, far) = (self.links[cell].contains(stone), self.far(cell).contains(stone));
        let is_lonely = stone_at == At::None && !self.around(stone).without(cell).without(stone).meets(&empty);
        let crosses = self.crosses(cell, empty.without(stone))
            || (near || far) && self.crosses(stone, empty.without(cell))
            || far && !is_lonely;
        match at {
            _ if self.is_won => true,
            _ if self.is_blind || crosses => false,
            At::Several => false,
            At::One(i) => around.is_subset(&end_after(i)),
            At::None => around.iter().all(|one| {
                let mut reach = self.reach[one];
                if let At::One(i) = stone_at
                    && end_after(i).contains(one)
                {
                    reach |= end_after(i);
                }
                if gained.contains(one) {
                    reach |= gained;
                }
                around.is_subset(&reach)
            }),
        }
    }
}
