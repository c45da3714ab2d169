//! The board as one player sees it: which cells that player could still join directly.

use tesuji_board::Bits;

/// One player's links between cells: neighbours, and what the player's chains join.
///
/// The player wants to connect two ends. Chains are contracted: the cells around a chain are linked to each other, and
/// the chain is gone. The opponent's stones stay in the sets; who asks leaves them out.
#[derive(Debug, Default)]
pub(super) struct View<const W: usize> {
    /// By cell: itself and what it is linked to by adjacency or by a chain that touches both and no end.
    pub links: Vec<Bits<W>>,
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
    /// The opponent can kill it by a stone on any of these cells; perhaps on none.
    Alive(Bits<W>),
}

impl<const W: usize> Clone for View<W> {
    fn clone(&self) -> Self {
        Self { links: self.links.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.reset(&other.links, other.ends);
        self.is_won = other.is_won;
    }
}

impl<const W: usize> View<W> {
    /// The view without stones.
    pub(super) fn reset(&mut self, links: &[Bits<W>], ends: [Bits<W>; 2]) {
        self.links.clear();
        self.links.extend_from_slice(links);
        self.ends = ends;
        self.is_won = false;
    }

    /// Puts a stone of the view's player on `cell`.
    pub(super) fn join(&mut self, cell: usize) {
        let around = self.links[cell];
        let at_ends = self.ends.map(|end| end.contains(cell));
        for (end, at_end) in self.ends.iter_mut().zip(at_ends) {
            if at_end {
                *end |= around;
            }
        }
        self.is_won |= at_ends == [true, true];
        if at_ends == [false, false] {
            for other in around.iter() {
                self.links[other] |= around;
            }
        }
    }

    /// The cells that need no help of others to join `cell`: linked to it or at the same end.
    fn reach(&self, cell: usize) -> Bits<W> {
        let mut reach = self.links[cell];
        for end in &self.ends {
            if end.contains(cell) {
                reach |= *end;
            }
        }
        reach
    }

    /// Are any two of these cells linked?
    pub(super) fn is_clique(&self, cells: Bits<W>) -> bool {
        cells.iter().all(|cell| cells.is_subset(&self.reach(cell)))
    }

    /// Is `cell` of any use to the view's player, and where can the opponent end that?
    ///
    /// `empty` are the cells that the player could still get. A shortest chain of stones through the cell would enter
    /// and leave it by two cells, or a cell and an end, that are not linked otherwise. If there are none, the cell is dead.
    /// (Björnsson, Hayward, Johanson, van Rijswijck, "Dead cell analysis in Hex and the Shannon game", 2007.)
    pub(super) fn life(&self, cell: usize, empty: Bits<W>) -> Life<W> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.ends.map(|end| end.contains(cell)) {
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

    /// Is [`Self::life`] dead?
    pub(super) fn is_dead(&self, cell: usize, empty: Bits<W>) -> bool {
        let around = (self.links[cell] & empty).without(cell);
        match self.ends.map(|end| end.contains(cell)) {
            _ if self.is_won => true,
            [true, true] => false,
            [true, false] => around.is_subset(&self.ends[0]),
            [false, true] => around.is_subset(&self.ends[1]),
            [false, false] => self.is_clique(around),
        }
    }

    /// Two cells around `cell`, or a cell and an end, that are not linked without it; `None` if there are none, or if
    /// it joins both ends, so that nothing can be done about it.
    pub(super) fn first_gap(&self, cell: usize, empty: Bits<W>) -> Option<(usize, Option<usize>)> {
        let around = (self.links[cell] & empty).without(cell);
        let end = match self.ends.map(|end| end.contains(cell)) {
            [true, true] => return None,
            [true, false] => self.ends[0],
            [false, true] => self.ends[1],
            [false, false] => {
                return around.iter().find_map(|one| {
                    let other = (around - self.reach(one)).first()?;
                    Some((one, Some(other)))
                });
            }
        };
        (around - end).first().map(|one| (one, None))
    }

    fn life_between(&self, around: Bits<W>) -> Life<W> {
        // Whoever kills the cell must take one of the first two cells found that are not linked.
        for one in around.iter() {
            let apart = around - self.reach(one);
            let Some(other) = apart.first() else { continue };
            let mut killers = Bits::EMPTY;
            if self.is_clique(around.without(one)) {
                killers.insert(one);
            }
            if apart == Bits::single(other) && self.is_clique(around.without(other)) {
                killers.insert(other);
            }
            return Life::Alive(killers);
        }
        Life::Dead
    }

    /// Is `cell` dead once the view's player has `stone` too?
    pub(super) fn is_dead_after_join(&self, cell: usize, stone: usize, empty: Bits<W>) -> bool {
        let gained = (self.links[stone] & empty).without(stone);
        let stone_ends = self.ends.map(|end| end.contains(stone));
        let mut around = (self.links[cell] & empty).without(cell).without(stone);
        let mut at_ends = self.ends.map(|end| end.contains(cell));
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
                let mut reach = self.links[one];
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
