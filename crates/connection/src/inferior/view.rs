//! The board as one player sees it: which cells that player could still join directly.

use tesuji_board::Bits;

/// One player's links between cells: neighbours, and what the player's chains join.
///
/// The player wants to connect two ends. Chains are contracted: the cells around a chain are linked to each other, and
/// the chain is gone. The opponent's stones stay in the sets; the caller leaves them out.
#[derive(Debug, Default)]
pub(super) struct View<const W: usize> {
    /// By cell: itself and what it is linked to, by adjacency or by a chain that touches both.
    pub links: Vec<Bits<W>>,
    /// By cell: what it can be joined to without the help of other cells: its links, and what is at the same end.
    reach: Vec<Bits<W>>,
    /// By end: the cells that touch it or a chain joined to it.
    pub ends: [Bits<W>; 2],
    /// The ends are joined: nothing matters any more.
    is_won: bool,
}

/// What keeps an empty cell from being dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Life<const W: usize> {
    /// Nothing: any two things that it links are linked without it.
    Dead,
    /// The opponent can kill it with a stone on any of these cells; there may be none.
    Alive(Bits<W>),
}

impl<const W: usize> Clone for View<W> {
    fn clone(&self) -> Self {
        Self { links: self.links.clone(), reach: self.reach.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.links.clone_from(&other.links);
        self.reach.clone_from(&other.reach);
        self.ends = other.ends;
        self.is_won = other.is_won;
    }
}

impl<const W: usize> View<W> {
    /// The view without stones.
    pub(super) fn reset(&mut self, links: &[Bits<W>], ends: [Bits<W>; 2]) {
        self.links.clear();
        self.links.extend_from_slice(links);
        self.reach.clear();
        self.reach.extend_from_slice(links);
        self.ends = ends;
        self.is_won = false;
        for end in ends {
            self.reach_all(end);
        }
    }

    /// Makes these cells reach each other.
    fn reach_all(&mut self, cells: Bits<W>) {
        for cell in cells.iter() {
            self.reach[cell] |= cells;
        }
    }

    /// Puts a stone of the view's player on `cell`.
    pub(super) fn join(&mut self, cell: usize) {
        let around = self.links[cell];
        let at_ends = self.at_ends(cell);
        for other in around.iter() {
            self.links[other] |= around;
            self.reach[other] |= around;
        }
        for i in (0..2).filter(|&i| at_ends[i]) {
            self.ends[i] |= around;
            self.reach_all(self.ends[i]);
        }
        self.is_won |= at_ends == [true, true];
    }

    /// Whether the view's player has joined its ends.
    pub(super) const fn is_won(&self) -> bool {
        self.is_won
    }

    /// At which ends a cell is.
    #[inline]
    const fn at_ends(&self, cell: usize) -> [bool; 2] {
        [self.ends[0].contains(cell), self.ends[1].contains(cell)]
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
    pub(super) fn life(&self, cell: usize, empty: Bits<W>) -> Life<W> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.at_ends(cell) {
            _ if self.is_won => return Life::Dead,
            [true, true] => return Life::Alive(Bits::EMPTY),
            [true, false] => self.ends[0],
            [false, true] => self.ends[1],
            [false, false] => return self.life_between(around),
        };
        let apart = around - end;
        match apart.first() {
            None => Life::Dead,
            Some(only) if apart == Bits::single(only) => Life::Alive(apart),
            Some(_) => Life::Alive(Bits::EMPTY),
        }
    }

    /// Whether [`Self::life`] says dead.
    pub(super) fn is_dead(&self, cell: usize, empty: Bits<W>) -> bool {
        let around = (self.links[cell] & empty).without(cell);
        match self.at_ends(cell) {
            _ if self.is_won => true,
            [true, true] => false,
            [true, false] => around.is_subset(&self.ends[0]),
            [false, true] => around.is_subset(&self.ends[1]),
            [false, false] => self.is_clique(around),
        }
    }

    /// Two cells around `cell`, or a cell and an end, that are not linked without it. `None` if there are none, or if
    /// the cell joins both ends, so that it cannot be killed.
    pub(super) fn first_gap(&self, cell: usize, empty: Bits<W>) -> Option<(usize, Option<usize>)> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.at_ends(cell) {
            [true, true] => return None,
            [true, false] => self.ends[0],
            [false, true] => self.ends[1],
            [false, false] => {
                return around.iter().find_map(|one| {
                    let other = (around - self.reach[one]).first()?;
                    Some((one, Some(other)))
                });
            }
        };
        (around - end).first().map(|one| (one, None))
    }

    fn life_between(&self, around: Bits<W>) -> Life<W> {
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
            return Life::Alive(killers);
        }
        Life::Dead
    }

    /// Whether `cell` is dead once the view's player has `stone` too.
    pub(super) fn is_dead_after_join(&self, cell: usize, stone: usize, empty: Bits<W>) -> bool {
        let gained = (self.links[stone] & empty).without(stone);
        let stone_ends = self.at_ends(stone);
        let mut around = (self.links[cell] & empty).without(cell).without(stone);
        let mut at_ends = self.at_ends(cell);
        let touches = self.links[cell].contains(stone);
        if touches {
            for (at_end, more) in at_ends.iter_mut().zip(stone_ends) {
                *at_end |= more;
            }
            around |= gained.without(cell);
        }
        let ends: [Bits<W>; 2] =
            std::array::from_fn(|i| if stone_ends[i] { self.ends[i] | gained } else { self.ends[i] });
        match at_ends {
            _ if self.is_won || stone_ends == [true, true] => true,
            [true, true] => false,
            [true, false] => around.is_subset(&ends[0]),
            [false, true] => around.is_subset(&ends[1]),
            [false, false] => around.iter().all(|one| {
                let mut reach = self.reach[one];
                for end in &ends {
                    if end.contains(one) {
                        reach |= *end;
                    }
                }
                if gained.contains(one) {
                    reach |= gained;
                }
                around.is_subset(&reach)
            }),
        }
    }
}
