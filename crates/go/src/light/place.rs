//! Effects of a stone.

use super::{
    BLACK, FIELD, GUARD, Graph, Index, LINKS, LightStones, NO_CHAIN, ONE_LINK, WHITE, bias, link_to, n_links, one_stone,
};

impl<I: Index, const CAP: usize> LightStones<I, CAP> {
    /// Puts a stone of code `P` on a cell that is no longer in `empties` and where it is not suicide, and removes what
    /// it captures.
    ///
    /// Returns the cell where the opponent may not retake under a simple ko.
    #[inline(always)]
    pub(crate) fn place<const D: usize, const P: u8>(&mut self, graph: &Graph<I, CAP, D>, cell: I) -> I {
        let at = cell.number() & Self::MASK;
        let link = link_to(cell);
        let delta = one_stone(P) - link;
        let mut alarm = i64::from(self.watched[at]);
        let mut head = cell;
        let neighbours = graph.around(cell);
        for to in neighbours {
            let to = to.number() & Self::MASK;
            self.around[to] = self.around[to].wrapping_add(delta);
            let chain = self.chain[to];
            head = if self.stones[to] == P { chain } else { head };
            let word = &mut self.word[chain.number() & Self::MASK];
            *word = word.wrapping_sub(link);
            alarm |= *word;
        }
        // The stone joins the chain of its last neighbour of the same code, or becomes a chain; the steps are the same.
        (self.stones[at], self.chain[at]) = (P, head);
        (self.n_stones[at], self.word[at]) = (0, -ONE_LINK);
        let mut head_at = head.number() & Self::MASK;
        self.word[head_at] = self.word[head_at].wrapping_add(self.around[at] & LINKS);
        self.n_stones[head_at] += 1;
        let next = self.next[head_at];
        self.next[head_at] = cell;
        self.next[at] = next;
        // More than one neighbour has code `P`.
        if super::n_stones_around(self.around[at], P) & (FIELD - 1) != 0 {
            head = self.join_all::<D, P>(neighbours, head);
            head_at = head.number() & Self::MASK;
        }
        alarm |= self.word[head_at];
        if alarm < 0 { self.heed::<D, P>(graph, cell) } else { I::NONE }
    }

    /// Joins the chain `head` and those of all neighbours of code `P`; returns the cell that stands for the result.
    #[inline(never)]
    fn join_all<const D: usize, const P: u8>(&mut self, neighbours: &[I; D], mut head: I) -> I {
        loop {
            let mut other = head;
            for to in neighbours {
                let to = to.number() & Self::MASK;
                let chain = self.chain[to];
                other = if (self.stones[to] == P) & (chain != head) { chain } else { other };
            }
            if other == head {
                return head;
            }
            head = self.join::<D>(head, other);
        }
    }

    /// Joins two chains. The cell of the longer one stands for the result and is returned.
    #[inline(always)]
    fn join<const D: usize>(&mut self, a: I, b: I) -> I {
        let n_stones = |chain: I| self.n_stones[chain.number() & Self::MASK];
        let (short, long) = if n_stones(a) <= n_stones(b) { (a, b) } else { (b, a) };
        let (from, to) = (short.number() & Self::MASK, long.number() & Self::MASK);
        let (one, other) = (self.word[from], self.word[to]);
        let both_biased = (one & other & GUARD) * 2 * bias(D);
        self.word[to] = ((one & !GUARD) + (other & !GUARD) + ONE_LINK + both_biased) | (one | other) & GUARD;
        self.n_stones[to] += self.n_stones[from];
        // Exchanging two successors turns two circles into one.
        let next = self.next[to];
        self.next[to] = self.next[from];
        let mut at = short;
        loop {
            let place = at.number() & Self::MASK;
            self.chain[place] = long;
            at = self.next[place];
            if at == short {
                break;
            }
        }
        self.next[from] = next;
        long
    }

    /// Handles the effects of the new stone of code `P` on `cell`: captures, a guard in need, a corner of an eye.
    #[inline(never)]
    fn heed<const D: usize, const P: u8>(&mut self, graph: &Graph<I, CAP, D>, cell: I) -> I {
        let neighbours = graph.around(cell);
        let mut in_need = 0_u32;
        for (bit, to) in neighbours.iter().enumerate() {
            let is_opponent = self.stone(*to) == BLACK + WHITE - P;
            let is_low = self.word[self.chain(*to).number() & Self::MASK] < 0;
            in_need |= u32::from(is_opponent & is_low) << bit;
        }
        let (mut n_captured, mut captured) = (0, cell);
        while in_need != 0 {
            let to = neighbours[in_need.trailing_zeros() as usize];
            in_need &= in_need - 1;
            let word = self.word[self.chain(to).number() & Self::MASK];
            if n_links::<D>(word) != 0 {
                // A guard, or a chain already removed with another neighbour; its word is neither a chain's nor a
                // guard's.
                self.unpark_last_liberty::<D>(word);
            } else {
                captured = to;
                n_captured += self.remove::<D, P>(graph, to, word);
            }
        }
        if self.watched[cell.number() & Self::MASK] != 0 {
            self.unpark_lost_eyes::<D, P>(graph, cell);
        }
        let head = self.chain(cell).number() & Self::MASK;
        let word = self.word[head];
        self.unpark_last_liberty::<D>(word);
        let is_ko = n_captured == 1 && self.n_stones[head] == 1 && n_links::<D>(word) == 1;
        if is_ko { captured } else { I::NONE }
    }

    /// Removes the opponent's chain of the stone on `cell`, which has this word; returns how many stones it had.
    fn remove<const D: usize, const P: u8>(&mut self, graph: &Graph<I, CAP, D>, cell: I, word: i64) -> usize {
        if word & GUARD != 0 {
            self.unpark_all();
        }
        let mut at = cell;
        let mut n_stones = 0;
        loop {
            let place = at.number() & Self::MASK;
            let link = link_to(at);
            let delta = link - one_stone(BLACK + WHITE - P);
            let next = self.next[place];
            self.stones[place] = 0;
            (self.chain[place], self.next[place]) = (at, at);
            self.word[place] = NO_CHAIN;
            for to in graph.around(at) {
                let to = to.number() & Self::MASK;
                self.around[to] = self.around[to].wrapping_add(delta);
                let word = &mut self.word[self.chain[to].number() & Self::MASK];
                *word = word.wrapping_add(link);
            }
            self.add_empty(at);
            n_stones += 1;
            at = next;
            if at == cell {
                return n_stones;
            }
        }
    }
}
