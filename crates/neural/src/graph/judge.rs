//! Judgement of a position of Go by a net.

use std::sync::Arc;

use tesuji_board::Topology;
use tesuji_go::Position;

use super::net::{Judged, Links, Net, Scratch};
use super::{PLANES, write_planes};
use crate::kernel::Kernel;

/// A net with the memory that it needs for one position at a time.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    net: &'a Net,
    kernel: Kernel,
    board: Option<(Arc<Topology>, Links)>,
    planes: Vec<[u8; PLANES]>,
    chains: Vec<u16>,
    scratch: Scratch,
    judged: Judged,
}

/// Judgement of a position by a net, from the view of the player to move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Opinion {
    /// The logit of the chance that the player to move wins.
    pub logit: f64,
    /// For each point the logit of the chance that a stone there is the best move. Entries of points where the player may
    /// not play mean nothing.
    pub policy: Vec<f32>,
    /// The logit of the chance that a pass is the best move.
    pub pass: f64,
    /// Points by which the player to move wins, komi included.
    pub lead: f64,
    /// The owner of each point at the end: from 1, the player to move, to -1, the other.
    pub owners: Vec<f32>,
}

impl<'a> Judge<'a> {
    /// A judge that uses the quickest kernel of this machine.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        Self::with_kernel(net, Kernel::best())
    }

    /// A judge that uses this kernel. The judgements are the same.
    #[must_use]
    pub fn with_kernel(net: &'a Net, kernel: Kernel) -> Self {
        Self {
            net,
            kernel,
            board: None,
            planes: Vec::new(),
            chains: Vec::new(),
            scratch: Scratch::default(),
            judged: Judged::default(),
        }
    }

    /// Judges a position.
    pub fn judge(&mut self, position: &Position, opinion: &mut Opinion) {
        let topology = position.topology();
        let board = self.board.take().filter(|(known, _)| Arc::ptr_eq(known, topology));
        let (_, links) = self.board.insert(board.unwrap_or_else(|| (Arc::clone(topology), Links::new(topology))));
        write_planes(position, &mut self.planes, &mut self.chains);
        let seen = (self.planes.as_flattened(), &*self.chains);
        self.net.judge(links, seen, self.kernel, &mut self.scratch, &mut self.judged);
        let Judged { policy, own, outs } = &self.judged;
        let [win, pass, score] = outs.map(|out| out as f64 / f64::from(1 << 28));
        (opinion.logit, opinion.pass) = (win, pass);
        opinion.lead = score * links.size as f64 / 4.0;
        opinion.policy.clear();
        opinion.policy.extend(policy.iter().map(|&sum| sum as f32 * self.net.policy_scale));
        opinion.owners.clear();
        opinion.owners.extend(own.iter().map(|&sum| libm::tanhf(sum as f32 * self.net.own_scale)));
    }
}
