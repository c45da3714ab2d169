//! Origins of links, for proofs.

use super::lists::Link;
use super::state::Connections;

/// Origin of a link, for proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The two nodes are neighbours.
    Neighbours,
    /// By the and rule, from two links with a common node.
    And(u32, u32),
    /// By the or rule, from semi-connections.
    Or(Vec<u32>),
    /// It was added as the one with this number of those known from elsewhere.
    Known(u32),
}

/// Every link ever found, by number, including those displaced later.
#[derive(Clone, Debug)]
pub(super) struct LinkTrace<const W: usize>(Vec<(u16, u16, Origin, Link<W>)>);

impl<const W: usize> Default for LinkTrace<W> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const W: usize> LinkTrace<W> {
    /// The number of the next link.
    pub(super) const fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// The number of bytes of the links.
    pub(super) const fn n_bytes(&self) -> usize {
        self.0.len() * size_of::<(u16, u16, Origin, Link<W>)>()
    }

    /// Adds the link with the next number.
    pub(super) fn add(&mut self, (a, b): (u16, u16), origin: Origin, link: Link<W>) {
        self.0.push((a, b, origin, link));
    }
}

impl<const W: usize> Connections<W> {
    /// The ends of a link and how it was found, if that was traced.
    #[must_use]
    pub fn origin(&self, link: u32) -> Option<(u16, u16, &Origin)> {
        let (a, b, origin, _) = self.trace.as_ref()?.0.get(link as usize)?;
        Some((*a, *b, origin))
    }

    /// The link with this number, if it was traced.
    #[must_use]
    pub fn link(&self, number: u32) -> Option<&Link<W>> {
        Some(&self.trace.as_ref()?.0.get(number as usize)?.3)
    }
}
