//! Cells that the winner counts as its stones while the rest is proved.
//!
//! The solver's fill-in names them. Those that the calculus has a rule for are filled in here too, and a `Fill` takes
//! each back: with the stones on which it rests, a cell that the loser has in the end is dead.
//!
//! Only refutations have fills. There they save two thirds of the nodes, because nothing is held. An owner's proof holds its
//! bridges, and fills save 4 % of it.

use tesuji_board::{Bits, Cell};
use tesuji_connection::Side;
use tesuji_connection::inferior::{Fill, FillKind};
use tesuji_proof::{FilledCells, Terminal};

use super::graph::{Graph, Vertex};
use super::nodes::ProofFill;
use super::{ProofPosition, Prover, Won};
use crate::search::WinNeed;

impl<const W: usize> Prover<'_, W> {
    /// Fills in what the solver has just filled in, as far as there are rules for it.
    pub(super) fn fill(&self, position: &mut ProofPosition<W>) -> Vec<ProofFill<W>> {
        let mut fills = Vec::new();
        if self.side() == Side::Owner {
            return fills;
        }
        for step in std::mem::take(&mut position.guide.fresh) {
            if step.player.index() == self.winner
                && !step.cells.meets(&(position.own | position.other | position.held.cells))
                && step.rests_on.is_subset(&position.own)
                && let Some(cells) = filled_cells(&step)
            {
                let fill = ProofFill { cells, rests_on: step.rests_on };
                if self.is_sound(position, &fill) {
                    position.own |= step.cells;
                    fills.push(fill);
                }
            }
        }
        fills
    }

    /// The proof with these cells filled in, changed into one without them.
    pub(super) fn unfilled(&mut self, mut won: Won<W>, fills: &[ProofFill<W>]) -> Won<W> {
        for fill in fills.iter().rev() {
            if fill.cells.filled().any(|cell| won.part.assumes.contains(cell.index())) {
                won.part = self.nodes.filled(won.plans, fill, won.part);
                self.claims.push(WinNeed { stones: won.part.assumes, carrier: won.part.carrier }, won);
            }
        }
        won
    }

    /// Whether the colour of each filled cell does not matter in the end if the loser has it, whatever else comes.
    fn is_sound(&self, position: &ProofPosition<W>, fill: &ProofFill<W>) -> bool {
        let all: Bits<W> = fill.cells.cells().map(Cell::index).collect();
        let (graph, region) = (self.nodes.graph, Bits::first_n(self.region.n_cells()));
        let others = position.other | position.held.cells | all;
        let named = self.claim.goal.terminals().filter_map(|terminal| match terminal {
            Terminal::Cell(cell) => graph.number(cell),
            Terminal::Edge(_) => None,
        });
        // Alternatives that have become impossible name cells too.
        let terminals: Bits<W> = named.collect();
        let dead = |cell: Cell, own: Bits<W>| {
            let ground = DeadGround {
                graph,
                sure: (others - own).without(cell.index()),
                possible: (region - own).without(cell.index()),
                terminals,
            };
            ground.is_dead(cell.index())
        };
        let with = |cell: Cell| fill.rests_on.with(cell.index());
        !all.meets(&(terminals | fill.rests_on))
            && match fill.cells {
                FilledCells::Dead(cell) => dead(cell, fill.rests_on),
                FilledCells::Captured(a, b) => dead(a, with(b)) && dead(b, with(a)),
                FilledCells::Permanent(cell, spare) => dead(cell, with(spare)) && dead(cell, fill.rests_on),
            }
    }
}

/// The cells of a step of the fill-in, if there is a rule for it.
fn filled_cells<const W: usize>(step: &Fill<W>) -> Option<FilledCells> {
    let mut cells = step.cells.iter().map(Cell::new);
    let cell = cells.next()?;
    match (step.kind, cells.next(), cells.next()) {
        (FillKind::Dead, None, _) => Some(FilledCells::Dead(cell)),
        (FillKind::Captured, Some(other), None) => Some(FilledCells::Captured(cell, other)),
        (FillKind::Permanent { killer }, None, _) => Some(FilledCells::Permanent(cell, Cell::new(killer))),
        _ => None,
    }
}

/// Certain and possible cells of the owner of the graph, and the cells that may be terminals besides the chains.
struct DeadGround<'g, const W: usize> {
    graph: &'g Graph<W>,
    sure: Bits<W>,
    possible: Bits<W>,
    terminals: Bits<W>,
}

impl<const W: usize> DeadGround<'_, W> {
    /// Whether the colour of a cell does not matter: any two of its neighbours that can be joined to terminals past the
    /// others are linked by what is sure.
    fn is_dead(&self, cell: usize) -> bool {
        let Self { graph, sure, possible, terminals } = *self;
        let around = graph.around(cell as Vertex) & possible;
        let touches = |chain: Vertex| graph.around(chain).contains(cell);
        let over = possible - around;
        let mut beyond = terminals & over;
        graph.chains().filter(|&chain| !touches(chain)).for_each(|chain| beyond |= graph.around(chain) & over);
        let beyond = self.flood(beyond, over, |chain| !touches(chain));
        let counts = |&at: &usize| {
            terminals.contains(at)
                || graph.around(at as Vertex).meets(&beyond)
                || graph.chains().any(|chain| !touches(chain) && graph.around(chain).contains(at))
        };
        let relevant: Bits<W> = around.iter().filter(counts).collect();
        let chains = || graph.chains().filter(|&chain| touches(chain));
        let is_linked = |from: Bits<W>, first: Option<Vertex>| {
            let joined = self.flood(from, sure, |_| true);
            let near = |chain| graph.around(chain).meets(&joined);
            let linked = graph.chains().filter(|&chain| near(chain));
            let linked = linked.fold(joined, |all, chain| all | graph.around(chain));
            let linked = joined.iter().fold(linked, |all, at| all | graph.around(at as Vertex));
            let linked = first.map_or(linked, |chain| linked | graph.around(chain));
            relevant.is_subset(&linked) && chains().all(|chain| first == Some(chain) || near(chain))
        };
        relevant.iter().all(|at| is_linked(Bits::single(at), None))
            && chains().all(|chain| is_linked(graph.around(chain) & sure, Some(chain)))
    }

    /// `from`, and what can be reached from there over these cells and chains.
    fn flood(&self, from: Bits<W>, over: Bits<W>, links: impl Fn(Vertex) -> bool) -> Bits<W> {
        let (mut reached, mut fresh) = (from, from);
        while let Some(at) = fresh.first() {
            let chains = self.graph.chains().filter(|&chain| links(chain) && self.graph.around(chain).contains(at));
            let near = chains.fold(self.graph.around(at as Vertex), |all, chain| all | self.graph.around(chain));
            let more = (near & over) - reached;
            reached |= more;
            fresh = fresh.without(at) | more;
        }
        reached
    }
}
