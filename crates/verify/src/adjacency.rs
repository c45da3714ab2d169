//! Whether the goal is cut, by adjacency alone. The referee (`brute`) has its own test on purpose: neither may depend
//! on the other.

use tesuji_board::CellSet;
use tesuji_proof::{Claim, Terminal};

/// Whether the goal is out of reach even if the owner had every cell that is not in `opponent`.
pub(crate) fn is_cut(claim: &Claim, opponent: &CellSet) -> bool {
    let topology = &*claim.topology;
    let edges = claim.goal.edges();
    const UNSEEN: usize = usize::MAX;
    let mut piece = vec![UNSEEN; topology.n_cells()];
    let mut edge_piece = vec![UNSEEN; topology.edges().len()];
    let mut n_pieces = 0;
    let starts = edges.iter().map(|&edge| Terminal::Edge(edge));
    let starts = starts.chain(topology.cells().filter(|&cell| !opponent.contains(cell)).map(Terminal::Cell));
    let mut stack = Vec::new();
    for start in starts {
        stack.push(start);
        let mut used = false;
        while let Some(place) = stack.pop() {
            let seen = match place {
                Terminal::Cell(cell) => &mut piece[cell.index()],
                Terminal::Edge(edge) => &mut edge_piece[edge],
            };
            if *seen != UNSEEN {
                continue;
            }
            *seen = n_pieces;
            used = true;
            match place {
                Terminal::Cell(cell) => {
                    let open = topology.neighbours(cell).iter().filter(|&&to| !opponent.contains(to));
                    stack.extend(open.map(|&to| Terminal::Cell(to)));
                    let touched = edges.iter().filter(|&&edge| topology.edges()[edge].cells.contains(cell));
                    stack.extend(touched.map(|&edge| Terminal::Edge(edge)));
                }
                Terminal::Edge(edge) => {
                    let open = topology.edges()[edge].cells.iter().filter(|&cell| !opponent.contains(cell));
                    stack.extend(open.map(Terminal::Cell));
                }
            }
        }
        n_pieces += usize::from(used);
    }
    let piece_of = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => piece[cell.index()],
        Terminal::Edge(edge) => edge_piece[edge],
    };
    !claim.goal.alternatives().iter().any(|groups| {
        groups.iter().all(|group| {
            let first = piece_of(&group[0]);
            first != UNSEEN && group.iter().all(|terminal| piece_of(terminal) == first)
        })
    })
}
