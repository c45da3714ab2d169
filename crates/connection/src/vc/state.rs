//! The lists of connections and the rules that fill them.

use tesuji_board::Bits;

use crate::region::{Region, Side};

/// How many connections are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcConfig {
    /// Most connections kept between two nodes; the smallest carriers stay.
    pub max_full: usize,
    /// Most semi-connections kept between two nodes.
    pub max_semi: usize,
    /// Most connections kept between two empty cells.
    pub max_full_cells: usize,
    /// Most semi-connections kept between two empty cells.
    pub max_semi_cells: usize,
    /// Largest carrier that the and rule makes between two empty cells.
    ///
    /// PERF: on sixteen problems of 18 to 59 cells, 4 instead of no bound took two thirds of the time for about the
    /// same nodes, and leaving out what joins two empty cells through a border one third; seen while tuning, in no kept run.
    pub max_cells_carrier: usize,
    /// Most semi-connections that the or rule combines at once.
    pub max_or: usize,
}

impl Default for VcConfig {
    fn default() -> Self {
        Self { max_full: 8, max_semi: 16, max_full_cells: 3, max_semi_cells: 6, max_cells_carrier: 4, max_or: 4 }
    }
}

/// Most semi-connections that the or rule looks at.
const MAX_OTHERS: usize = 32;
const NIL: u32 = u32::MAX;
/// Key of a connection, which needs none.
pub(super) const NO_KEY: u16 = u16::MAX;

/// How a link came about, for those who have to prove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The two nodes are neighbours.
    Neighbours,
    /// By the and rule, from two links with a common node.
    And(u32, u32),
    /// By the or rule, from semi-connections.
    Or(Vec<u32>),
}

/// A connection or semi-connection between the two nodes in whose list it stands.
#[derive(Clone, Copy, Debug)]
pub struct Link<const W: usize> {
    /// The empty cells it needs.
    pub carrier: Bits<W>,
    next: u32,
    /// The owner's first move, for a semi-connection.
    pub(super) key: u16,
    /// How it runs around the terminals.
    pub label: u8,
    /// How many cells the carrier has.
    size: u16,
    /// Put out of its list by a better one, perhaps while it still waited in the queue.
    displaced: bool,
}

impl<const W: usize> Link<W> {
    /// The joining move of a semi-connection.
    #[must_use]
    pub fn key(&self) -> Option<usize> {
        (self.key != NO_KEY).then_some(usize::from(self.key))
    }
}

/// All connections of one side in one position.
#[derive(Clone, Debug)]
pub struct Connections<const W: usize> {
    pub(super) side: Side,
    pub(super) n_cells: usize,
    pub(super) n_nodes: usize,
    config: VcConfig,
    /// This side's stones in the region, and the other's.
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
    /// By node: the node that stands for its chain, and the label of the way there.
    pub(super) chain: Vec<(u16, u8)>,
    /// By node that stands for a chain: does the chain include a border?
    pub(super) border: Vec<bool>,
    /// For the opponent: the alternatives, one bit each, that its stones prevent already.
    pub(super) dead: u64,
    /// By pair of nodes: heads of the lists, smallest carriers first.
    full: Vec<u32>,
    semi: Vec<u32>,
    pool: Vec<Link<W>>,
    /// By node: the nodes it has connections with; `stride` words each.
    partners: Vec<u64>,
    stride: usize,
    /// Links whose consequences are still to be drawn, by size of carrier: small ones first, so that few
    /// consequences are drawn from what a smaller link displaces later.
    queue: Vec<Vec<(u16, u16, u32)>>,
    queue_start: usize,
    /// By link: its ends and how it came about; only kept by [`Connections::traced`].
    origins: Option<Vec<(u16, u16, Origin)>>,
}

fn pair(a: u16, b: u16) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high + 1) / 2 + low
}

impl<const W: usize> Connections<W> {
    /// The connections of the position without any further stones.
    #[must_use]
    pub fn new(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config, (Bits::EMPTY, Bits::EMPTY), None)
    }

    /// Those after this side got the stones `own` and the other side `other`, two disjoint sets of cells, from scratch.
    #[must_use]
    pub fn with_stones(region: &Region<W>, side: Side, config: VcConfig, own: Bits<W>, other: Bits<W>) -> Self {
        Self::build(region, side, config, (own, other), None)
    }

    /// The same, remembering how each link came about.
    #[must_use]
    pub fn traced(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config, (Bits::EMPTY, Bits::EMPTY), Some(Vec::new()))
    }

    fn build(
        region: &Region<W>,
        side: Side,
        config: VcConfig,
        (own, other): (Bits<W>, Bits<W>),
        origins: Option<Vec<(u16, u16, Origin)>>,
    ) -> Self {
        let n_cells = region.n_cells();
        let n_nodes = region.n_nodes(side);
        let n_pairs = n_nodes * (n_nodes + 1) / 2;
        let stride = n_nodes.div_ceil(64);
        let graph = &region.sides[side.index()];
        let mut state = Self {
            side,
            n_cells,
            n_nodes,
            config,
            own: Bits::EMPTY,
            other,
            chain: (0..n_nodes).map(|node| (node as u16, 0)).collect(),
            border: (0..n_nodes)
                .map(|node| node.checked_sub(n_cells).is_some_and(|chain| !graph.chains[chain].edges.is_empty()))
                .collect(),
            dead: match side {
                Side::Owner => 0,
                Side::Opponent => region.dead_alternatives(Bits::first_n(n_cells) - own),
            },
            full: vec![NIL; n_pairs],
            semi: vec![NIL; n_pairs],
            pool: Vec::new(),
            partners: vec![0; n_nodes * stride],
            stride,
            queue: vec![Vec::new(); n_cells + 1],
            queue_start: 0,
            origins,
        };
        for stone in own.iter() {
            state.own.insert(stone);
            state.merge_chains(region, stone as u16);
        }
        for link in &graph.links {
            let is_gone = |node: u16| usize::from(node) < n_cells && other.contains(usize::from(node));
            let [(a, way_a), (b, way_b)] = [link.a, link.b].map(|node| state.chain[usize::from(node)]);
            let label = link.label ^ way_a ^ way_b;
            if !is_gone(link.a) && !is_gone(link.b) && (a != b || label != 0) {
                state.insert_full(a, b, Bits::EMPTY, label, || Origin::Neighbours);
            }
        }
        state.saturate();
        state
    }

    /// Is this node a chain, not an empty cell?
    #[must_use]
    pub fn is_chain(&self, node: u16) -> bool {
        usize::from(node) >= self.n_cells || self.own.contains(usize::from(node))
    }

    /// How many nodes there are, cells and chains.
    #[must_use]
    pub const fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// The node that stands for the chain of `node`.
    #[must_use]
    pub fn chain_of(&self, node: u16) -> u16 {
        self.chain[usize::from(node)].0
    }

    /// The ends of a link and how it came about, if that was traced.
    #[must_use]
    pub fn origin(&self, link: u32) -> Option<&(u16, u16, Origin)> {
        self.origins.as_ref()?.get(link as usize)
    }

    /// The link of this number.
    #[must_use]
    pub fn link(&self, id: u32) -> &Link<W> {
        &self.pool[id as usize]
    }

    /// This side's stones in the region.
    #[must_use]
    pub const fn own(&self) -> Bits<W> {
        self.own
    }

    /// Which side's connections these are.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many links are stored, displaced ones included.
    #[must_use]
    pub fn n_links(&self) -> usize {
        self.pool.len()
    }

    /// The connections, then the semi-connections between two nodes, with their numbers.
    pub(super) fn links_between(&self, a: u16, b: u16) -> impl Iterator<Item = (u32, &Link<W>)> {
        [self.full[pair(a, b)], self.semi[pair(a, b)]].into_iter().flat_map(move |head| {
            let mut at = head;
            std::iter::from_fn(move || {
                let id = at;
                let link = self.pool.get(at as usize)?;
                at = link.next;
                Some((id, link))
            })
        })
    }

    /// The connections between two nodes, smallest first.
    pub fn connections(&self, a: u16, b: u16) -> impl Iterator<Item = &Link<W>> {
        self.list(self.full[pair(a, b)])
    }

    /// The semi-connections between two nodes, smallest first.
    pub fn semi_connections(&self, a: u16, b: u16) -> impl Iterator<Item = &Link<W>> {
        self.list(self.semi[pair(a, b)])
    }

    fn list(&self, head: u32) -> impl Iterator<Item = &Link<W>> {
        let mut at = head;
        std::iter::from_fn(move || {
            let link = self.pool.get(at as usize)?;
            at = link.next;
            Some(link)
        })
    }

    /// Is it noted that there are connections between these nodes?
    pub(super) fn is_partner(&self, a: u16, b: u16) -> bool {
        self.partners[usize::from(a) * self.stride + usize::from(b) / 64] >> (b % 64) & 1 != 0
    }

    fn mark_partners(&mut self, a: u16, b: u16) {
        for (a, b) in [(usize::from(a), usize::from(b)), (usize::from(b), usize::from(a))] {
            self.partners[a * self.stride + b / 64] |= 1 << (b % 64);
        }
    }

    /// Puts a link into its sorted list, displacing those it dominates; `None` if it is dominated or too large.
    fn insert(&mut self, is_full: bool, ends: (u16, u16), at: usize, link: Link<W>) -> Option<u32> {
        let head = if is_full { self.full[at] } else { self.semi[at] };
        let (a, b) = ends;
        let loose = !self.is_chain(a) && !self.is_chain(b);
        let most = match (is_full, loose) {
            (true, false) => self.config.max_full,
            (false, false) => self.config.max_semi,
            (true, true) => self.config.max_full_cells,
            (false, true) => self.config.max_semi_cells,
        };
        let size = link.size;
        let (mut before, mut here, mut count) = (NIL, head, 0);
        // Those no larger than the new link may dominate it.
        while here != NIL {
            let known = &self.pool[here as usize];
            if known.size > size {
                break;
            }
            if known.label == link.label && known.carrier.is_subset(&link.carrier) {
                return None;
            }
            before = here;
            here = known.next;
            count += 1;
        }
        if count >= most {
            return None;
        }
        let id = self.pool.len() as u32;
        self.pool.push(Link { next: here, ..link });
        if before != NIL {
            self.pool[before as usize].next = id;
        } else if is_full {
            self.full[at] = id;
        } else {
            self.semi[at] = id;
        }
        count += 1;
        // Those larger may be dominated by it, or be one too many.
        self.prune_after(id, link.label, link.carrier, count, most);
        Some(id)
    }

    fn prune_after(&mut self, id: u32, label: u8, carrier: Bits<W>, mut count: usize, most: usize) {
        let mut before = id;
        let mut here = self.pool[id as usize].next;
        while here != NIL {
            let known = self.pool[here as usize];
            if count >= most || (known.label == label && carrier.is_subset(&known.carrier)) {
                self.pool[here as usize].displaced = true;
                self.pool[before as usize].next = known.next;
            } else {
                before = here;
                count += 1;
            }
            here = known.next;
        }
    }

    /// Adds a connection, unless a known one is as good.
    pub(super) fn insert_full(&mut self, a: u16, b: u16, carrier: Bits<W>, label: u8, origin: impl FnOnce() -> Origin) {
        let at = pair(a, b);
        let link = Link { carrier, next: NIL, key: NO_KEY, label, size: carrier.len() as u16, displaced: false };
        if let Some(id) = self.insert(true, (a, b), at, link) {
            self.mark_partners(a, b);
            self.enqueue(a, b, id);
            if let Some(origins) = &mut self.origins {
                origins.push((a, b, origin()));
            }
            // Semi-connections that need as much are worth nothing now.
            let head = self.semi[at];
            if head != NIL {
                let mut start = head;
                while start != NIL {
                    let known = self.pool[start as usize];
                    if known.label != label || !carrier.is_subset(&known.carrier) {
                        break;
                    }
                    self.pool[start as usize].displaced = true;
                    start = known.next;
                }
                self.semi[at] = start;
                if start != NIL {
                    self.prune_after(start, label, carrier, 0, usize::MAX);
                }
            }
        }
    }

    /// Adds a semi-connection, unless a known connection or semi-connection is as good.
    pub(super) fn insert_semi(
        &mut self,
        a: u16,
        b: u16,
        carrier: Bits<W>,
        label: u8,
        key: u16,
        origin: impl FnOnce() -> Origin,
    ) {
        let at = pair(a, b);
        if self.list(self.full[at]).any(|known| known.label == label && known.carrier.is_subset(&carrier)) {
            return;
        }
        if let Some(id) = self.insert(
            false,
            (a, b),
            at,
            Link { carrier, next: NIL, key, label, size: carrier.len() as u16, displaced: false },
        ) {
            self.enqueue(a, b, id);
            if let Some(origins) = &mut self.origins {
                origins.push((a, b, origin()));
            }
        }
    }

    /// Applies the rules until nothing new follows.
    pub(super) fn saturate(&mut self) {
        while self.queue_start < self.queue.len() {
            let Some((a, b, id)) = self.queue[self.queue_start].pop() else {
                self.queue_start += 1;
                continue;
            };
            let link = self.pool[id as usize];
            match link.key {
                _ if link.displaced => {}
                NO_KEY => self.apply_and(a, b, id, link),
                _ => self.apply_or(a, b, id),
            }
        }
        self.queue_start = 0;
    }

    fn enqueue(&mut self, a: u16, b: u16, id: u32) {
        let size = usize::from(self.pool[id as usize].size);
        self.queue[size].push((a, b, id));
        self.queue_start = self.queue_start.min(size);
    }

    /// The and rule for a new connection, with either end as the middle.
    fn apply_and(&mut self, a: u16, b: u16, id: u32, link: Link<W>) {
        if a == b {
            return;
        }
        for (middle, end) in [(a, b), (b, a)] {
            let middle_is_chain = self.is_chain(middle);
            let middle_is_border = self.border[usize::from(middle)];
            let end_is_chain = self.is_chain(end);
            for word_idx in 0..self.stride {
                let mut word = self.partners[usize::from(middle) * self.stride + word_idx];
                while word != 0 {
                    let far = (word_idx * 64) as u16 + word.trailing_zeros() as u16;
                    word &= word - 1;
                    if far == middle || (far == end && !end_is_chain) {
                        continue;
                    }
                    let far_is_chain = self.is_chain(far);
                    if middle_is_border && !far_is_chain && !end_is_chain {
                        continue;
                    }
                    if !far_is_chain && link.carrier.contains(usize::from(far)) {
                        continue;
                    }
                    let mut here = self.full[pair(middle, far)];
                    while here != NIL {
                        let other_id = here;
                        let other = self.pool[here as usize];
                        here = other.next;
                        let label = link.label ^ other.label;
                        if link.carrier.meets(&other.carrier)
                            || (!end_is_chain && other.carrier.contains(usize::from(end)))
                            || (far == end && label == 0)
                        {
                            continue;
                        }
                        let carrier = link.carrier | other.carrier;
                        if !end_is_chain && !far_is_chain && carrier.len() > self.config.max_cells_carrier {
                            continue;
                        }
                        if middle_is_chain {
                            self.insert_full(end, far, carrier, label, || Origin::And(id, other_id));
                        } else {
                            let carrier = carrier.with(usize::from(middle));
                            self.insert_semi(end, far, carrier, label, middle, || Origin::And(id, other_id));
                        }
                    }
                }
            }
        }
    }

    /// The or rule for a new semi-connection.
    fn apply_or(&mut self, a: u16, b: u16, id: u32) {
        let new = self.pool[id as usize];
        let mut common = new.carrier;
        let mut others = [(Bits::EMPTY, 0); MAX_OTHERS];
        let mut n_others = 0;
        let mut here = self.semi[pair(a, b)];
        while here != NIL && n_others < others.len() {
            let known = &self.pool[here as usize];
            if known.label == new.label && here != id {
                common &= known.carrier;
                others[n_others] = (known.carrier, here);
                n_others += 1;
            }
            here = known.next;
        }
        if common.is_empty() {
            // What the semi-connections from the i-th on have in common: combinations that cannot end empty are left.
            let mut suffix = [!Bits::EMPTY; MAX_OTHERS + 1];
            for i in (0..n_others).rev() {
                suffix[i] = suffix[i + 1] & others[i].0;
            }
            let mut chosen = [id; 8];
            let ends = (a, b, new.label);
            self.combine(ends, (new.carrier, new.carrier), (&others[..n_others], &suffix), &mut chosen, 1);
        }
    }

    /// Every way to add others until nothing is common to all `chosen`; `sets` are their common cells and their union.
    fn combine(
        &mut self,
        ends: (u16, u16, u8),
        sets: (Bits<W>, Bits<W>),
        (others, suffix): (&[(Bits<W>, u32)], &[Bits<W>]),
        chosen: &mut [u32; 8],
        n_chosen: usize,
    ) {
        for (i, &(other, id)) in others.iter().enumerate() {
            if sets.0.meets(&suffix[i]) {
                return;
            }
            let common = sets.0 & other;
            if common == sets.0 {
                continue;
            }
            chosen[n_chosen] = id;
            let union = sets.1 | other;
            if common.is_empty() {
                let chosen = &chosen[..=n_chosen];
                self.insert_full(ends.0, ends.1, union, ends.2, || Origin::Or(chosen.to_vec()));
            } else if n_chosen + 1 < self.config.max_or && !self.has_connection_within(ends, &union) {
                self.combine(ends, (common, union), (&others[i + 1..], &suffix[i + 1..]), chosen, n_chosen + 1);
            }
        }
    }

    /// Is there a connection whose carrier is part of `cells`?
    fn has_connection_within(&self, (a, b, label): (u16, u16, u8), cells: &Bits<W>) -> bool {
        self.list(self.full[pair(a, b)]).any(|known| known.label == label && known.carrier.is_subset(cells))
    }

    /// Empties this state and takes over everything but the links from `from`.
    pub(super) fn start_from(&mut self, from: &Self) {
        self.own = from.own;
        self.other = from.other;
        self.chain.clone_from(&from.chain);
        self.border.clone_from(&from.border);
        self.dead = from.dead;
        self.full.clear();
        self.full.resize(from.full.len(), NIL);
        self.semi.clear();
        self.semi.resize(from.semi.len(), NIL);
        self.pool.clear();
        self.partners.clear();
        self.partners.resize(from.partners.len(), 0);
    }

    /// Copies the links of `from` between `a` and `b` for which `keep` holds, as they are and without queueing.
    pub(super) fn copy_links(&mut self, from: &Self, a: u16, b: u16, keep: impl Fn(&Link<W>) -> bool) {
        let at = pair(a, b);
        for is_full in [true, false] {
            let mut here = if is_full { from.full[at] } else { from.semi[at] };
            let mut last = NIL;
            let mut head = NIL;
            while here != NIL {
                let link = from.pool[here as usize];
                here = link.next;
                if keep(&link) {
                    let id = self.pool.len() as u32;
                    self.pool.push(Link { next: NIL, ..link });
                    if last == NIL {
                        head = id;
                    } else {
                        self.pool[last as usize].next = id;
                    }
                    last = id;
                }
            }
            if is_full {
                self.full[at] = head;
                if head != NIL {
                    self.mark_partners(a, b);
                }
            } else {
                self.semi[at] = head;
            }
        }
    }

    /// Does any link stand between `a` and `b`?
    pub(super) fn has_links(&self, a: u16, b: u16) -> bool {
        let at = pair(a, b);
        self.full[at] != NIL || self.semi[at] != NIL
    }
}
