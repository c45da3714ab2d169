//! Selection of connections: a few for each pair, for searches; or all that the rules find, for measurements.

use super::lists::Link;

/// Three readings of the *and* rule: when two empty cells are joined through the player's own edge of the board.
///
/// All three join them through any chain that touches no edge, and through an edge if one of the two is a chain.
///
/// # Source
///
/// Takada et al. 2014, section 2.2.2: the middle of *and* is a cell of the player or a set of such cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum ThroughEdge {
    /// Through stones that touch the edge, but not through the edge alone. By the letter of the paper the middle is made
    /// of stones. Another stone of the player's never takes away a link between two other nodes.
    #[default]
    Stones,
    /// Also through the edge alone. All cells connected with an edge are then linked with each other, however far apart.
    On,
    /// Not even through stones that touch the edge: a chain counts as the edge that it touches. A stone that joins its
    /// chain to the edge then breaks links between other cells.
    Off,
}

impl ThroughEdge {
    /// All readings, the default first.
    pub const ALL: [Self; 3] = [Self::Stones, Self::On, Self::Off];

    /// `"stones"`, `"on"` or `"off"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stones => "stones",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// About the most bytes of the links of one side in a search. Only boards far beyond those of Hex reach it: 1,024 cells
/// that touch some 30 others each.
const MAX_BYTES: usize = 192 << 20;

/// Number of connections kept by a search: the smallest of each pair of nodes.
///
/// What is left out depends on the order in which links were found, so what is kept is not a function of the position.
///
/// PERF: Program C on the problems of yang7.toml, union8.toml and templates.toml of at most 60 cells (20,000 nodes
/// each) took 52,784 nodes and 4.6 s with the default. With lists of 8 and 16 links instead of 12 and 24 it took 57,478
/// nodes and 4.8 s, with 24 and 48 links 52,926 and 5.6 s. With 3 semi-connections combined at once instead of 4 it
/// took 73,423 nodes and 6.4 s, with 5 it took 51,741 and 4.6 s. Seen while tuning, in no kept run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcConfig {
    /// Most connections kept between two chains; the smallest carriers stay.
    pub max_full_chains: usize,
    /// Most semi-connections kept between two chains.
    pub max_semi_chains: usize,
    /// Most connections kept between a chain and an empty cell.
    pub max_full: usize,
    /// Most semi-connections kept between a chain and an empty cell.
    pub max_semi: usize,
    /// Most connections kept between two empty cells.
    pub max_full_cells: usize,
    /// Most semi-connections kept between two empty cells.
    pub max_semi_cells: usize,
    /// Largest carrier that the and rule makes between two empty cells. The key of a semi-connection does not count.
    ///
    /// PERF: on the problems named above, 4 instead of 2 took 53,350 nodes and 6.2 s. With 2, joining two empty cells
    /// through a border as well took 58,298 nodes and twice the time. Seen while tuning, in no kept run.
    pub max_cells_carrier: usize,
    /// Most semi-connections that the or rule combines at once.
    pub max_or: usize,
}

impl VcConfig {
    /// Longer lists than in any search, for the small parts of a certificate: they forget hardly anything.
    pub const WIDER: Self = Self {
        max_full_chains: 40,
        max_semi_chains: 80,
        max_full: 20,
        max_semi: 40,
        max_full_cells: 8,
        max_semi_cells: 16,
        max_cells_carrier: 16,
        max_or: 4,
    };

    /// Longer lists than usual between chains, for the search of whole boards.
    pub const BOARDS: Self = Self { max_full_chains: 40, max_semi_chains: 80, ..Self::USUAL };

    const USUAL: Self = Self {
        max_full_chains: 12,
        max_semi_chains: 24,
        max_full: 12,
        max_semi: 24,
        max_full_cells: 3,
        max_semi_cells: 6,
        max_cells_carrier: 2,
        max_or: 4,
    };
}

impl Default for VcConfig {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The *closure*: all minimal connections that the rules find within these bounds. It is a function of the position
/// alone.
///
/// The bounds apply to single connections, so the order of discovery does not matter. Carriers are found by size: those
/// of s cells follow from carriers of at most s cells. Suppose that more than `max_links` links have at most s cells,
/// and that s is the least such size. Then no link that ends in an empty cell is larger than s, and
/// [`Connections::cut`](super::Connections::cut) reports it. From then on links between chains are bounded in the same
/// way, by a tenth of that number.
///
/// Of several semi-connections with the same carrier one is kept. Which key it has may depend on the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closure {
    /// Largest carrier of a link that ends in an empty cell. Between two chains any size is kept.
    pub max_carrier: usize,
    /// Most semi-connections that the or rule combines at once; more than 8 means any number.
    pub max_or: usize,
    /// Most connections and semi-connections of all pairs whose consequences are drawn.
    pub max_links: usize,
    /// Condition for *and* to join two empty cells through the player's own edge.
    pub through_edge: ThroughEdge,
}

impl Closure {
    /// Everything that the rules find. This takes long on large boards.
    #[must_use]
    pub const fn complete(through_edge: ThroughEdge) -> Self {
        Self { max_carrier: usize::MAX, max_or: usize::MAX, max_links: usize::MAX, through_edge }
    }
}

/// The bounds on the links that are kept, made from a [`VcConfig`] or a [`Closure`].
///
/// Arrays of three are for two empty cells, for a chain and an empty cell, and for two chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkBounds {
    /// Most connections of a pair.
    pub(super) full: [usize; 3],
    /// Most semi-connections of a pair.
    pub(super) semi: [usize; 3],
    /// Largest carriers.
    pub(super) size: [usize; 3],
    /// Largest carrier that the and rule makes between two empty cells. A key does not count.
    pub(super) and_cells: usize,
    /// Most semi-connections combined at once.
    pub(super) max_or: usize,
    /// Most semi-connections of a pair that the or rule looks at.
    pub(super) max_others: usize,
    /// Most links of all pairs whose consequences are drawn.
    pub(super) max_links: usize,
    /// About the most bytes that links take. Beyond it no more consequences are drawn.
    pub(super) max_bytes: usize,
    pub(super) edges: Edges,
}

/// Treatment of two empty cells joined through the player's own edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edges {
    /// They are not joined. But links that exist stay if a later stone makes an edge of the node that joined them.
    Searched,
    /// They are not joined, not even through stones that touch the edge.
    Apart,
    /// They are joined if stones touch the edge.
    Stones,
    /// They are joined.
    Joined,
}

impl From<VcConfig> for LinkBounds {
    fn from(config: VcConfig) -> Self {
        Self {
            full: [config.max_full_cells, config.max_full, config.max_full_chains],
            semi: [config.max_semi_cells, config.max_semi, config.max_semi_chains],
            size: [Link::<1>::MAX_SIZE; 3],
            and_cells: config.max_cells_carrier,
            max_or: config.max_or.min(8),
            max_others: 32,
            max_links: usize::MAX,
            max_bytes: MAX_BYTES,
            edges: Edges::Searched,
        }
    }
}

impl From<Closure> for LinkBounds {
    fn from(closure: Closure) -> Self {
        let [ends_in_cell, largest] = [closure.max_carrier, usize::MAX].map(|size| size.min(Link::<1>::MAX_SIZE));
        Self {
            // The most that a list can count.
            full: [usize::from(u16::MAX); 3],
            semi: [usize::from(u16::MAX); 3],
            size: [ends_in_cell, ends_in_cell, largest],
            and_cells: ends_in_cell,
            max_or: closure.max_or,
            max_others: usize::from(u16::MAX),
            max_links: closure.max_links,
            max_bytes: usize::MAX,
            edges: match closure.through_edge {
                ThroughEdge::Off => Edges::Apart,
                ThroughEdge::Stones => Edges::Stones,
                ThroughEdge::On => Edges::Joined,
            },
        }
    }
}
