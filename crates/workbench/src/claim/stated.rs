//! Claims as they are stated: from a person's marks, from a text, and as the page shows them.

use std::sync::Arc;

use tesuji_board::{CellSet, Topology};
use tesuji_problem::{Problem, goal_of_text, goal_text, parse_file_text, write_toml};
use tesuji_proof::{Claim, Mover};

use super::{ClaimDraft, ClaimView};
use crate::board::{BoardStyle, of_topology};
use crate::words::{names, sentence};
use crate::{Desk, Trouble};

/// The first claim of a problem file.
pub(crate) fn read(text: &str) -> Result<Problem, Trouble> {
    let mut problems = parse_file_text(text)?;
    // A file without a problem is an error.
    Ok(problems.swap_remove(0))
}

/// A claim as the page shows it.
pub(crate) fn view(problem: &Problem) -> Result<ClaimView, Trouble> {
    let claim = &problem.claim;
    let topology = &*claim.topology;
    let is_hex = topology.size().is_some();
    let mut board = of_topology(topology, if is_hex { BoardStyle::Tiles } else { BoardStyle::Points });
    if !is_hex {
        board.edges.iter_mut().for_each(|edge| edge.player = claim.owner.into());
    }
    Ok(ClaimView {
        id: problem.id.clone(),
        text: write_toml(std::slice::from_ref(problem)),
        words: sentence(&claim.in_words()),
        owner: claim.owner.into(),
        owner_first: claim.to_move == Mover::Owner,
        goal: goal_text(topology, &claim.goal),
        board,
        size: topology.size().map(|(columns, rows)| [columns, rows]),
        stones: names(topology, &claim.stones),
        region: names(topology, &claim.carrier),
        expected: problem.expected,
    })
}

pub(crate) fn draft(asked: &ClaimDraft, _: &impl Desk) -> Result<ClaimView, Trouble> {
    let topology = Topology::rhombus(asked.columns, asked.rows).map_err(|error| Trouble::new(error.to_string()))?;
    let cells = |list: &[String], what: &str| -> Result<CellSet, Trouble> {
        let cell = |name: &String| {
            topology.cell(name.trim()).ok_or_else(|| {
                let last = topology.cells().last().map_or("a1", |cell| topology.name(cell));
                Trouble::new(format!("{what}: `{name}`: expected a cell from a1 to {last}"))
            })
        };
        list.iter().map(cell).collect()
    };
    let (stones, carrier) = (cells(&asked.stones, "stones")?, cells(&asked.region, "region")?);
    if let Some(cell) = stones.iter().find(|&cell| carrier.contains(cell)) {
        let name = topology.name(cell);
        return Err(Trouble::new(format!("{name} is both a stone and a cell of the region"))
            .with_advice(format!("take {name} out of the region")));
    }
    if asked.goal.trim().is_empty() {
        return Err(Trouble::new("the claim has no goal").with_advice("say what is to be joined, such as `c2-top`"));
    }
    let mut usable = stones.clone();
    usable.union_with(&carrier);
    let goal = goal_of_text(&topology, &usable, &asked.goal)?;
    let to_move = if asked.owner_first { Mover::Owner } else { Mover::Opponent };
    let claim = Claim { topology: Arc::new(topology), owner: asked.owner.into(), stones, carrier, goal, to_move };
    claim.validate().map_err(|error| Trouble::new(error.to_string()))?;
    let id = asked.id.split_whitespace().collect::<Vec<_>>().join(" ");
    view(&Problem::new(if id.is_empty() { "claim".to_owned() } else { id }, claim))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::Quiet;
    use crate::types::Colour;

    fn ziggurat() -> ClaimDraft {
        let list = |names: &str| names.split(' ').map(str::to_owned).collect();
        ClaimDraft {
            id: " my\nziggurat ".to_owned(),
            columns: 4,
            rows: 3,
            owner: Colour::White,
            stones: list("c1"),
            region: list("d1 b2 c2 d2 a3 b3 c3 D3"),
            goal: "c1-bottom".to_owned(),
            owner_first: false,
        }
    }

    #[test]
    fn what_was_marked_is_a_problem_file() {
        let drawn = draft(&ziggurat(), &Quiet).unwrap();
        assert_eq!((drawn.id.as_str(), drawn.owner, drawn.size), ("my ziggurat", Colour::White, Some([4, 3])));
        assert_eq!(drawn.words, "White joins c1-bottom in 8 empty cells; black moves first.");
        assert_eq!(drawn.region, ["d1", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]);
        assert_eq!((drawn.board.cells.len(), drawn.expected), (12, None));
        let again = view(&read(&drawn.text).unwrap()).unwrap();
        assert_eq!(again, drawn);
    }

    #[test]
    fn faults_of_a_draft_name_the_cell() {
        let fault = |change: &dyn Fn(&mut ClaimDraft)| {
            let mut asked = ziggurat();
            change(&mut asked);
            draft(&asked, &Quiet).unwrap_err()
        };
        let beyond = fault(&|asked| asked.region.push("e9".to_owned()));
        assert_eq!(beyond.what, "region: `e9`: expected a cell from a1 to d3");
        let both = fault(&|asked| asked.region.push("c1".to_owned()));
        assert_eq!(both.what, "c1 is both a stone and a cell of the region");
        let goal = fault(&|asked| asked.goal = "c1-bottom or a1-top".to_owned());
        assert_eq!(goal.place.map(|place| place.column), Some(14), "{goal}");
        assert!(goal.what.contains("`a1` is the opponent's"), "{goal}");
        assert_eq!(fault(&|asked| asked.goal.clear()).what, "the claim has no goal");
        assert!(fault(&|asked| asked.rows = 0).what.contains("1 to 1024 cells"));
        assert!(fault(&|asked| asked.rows = usize::MAX).what.contains("1024"));
    }

    #[test]
    fn a_claim_on_a_graph_has_its_edges() {
        let text = "[[problem]]\nid = 'g'\nnodes = 'a b c'\nlinks = 'a-b-c'\nterminals = { end = 'c' }\nstones = 'a'\n\
                    carrier = 'b c'\ngoal = 'a-end'\nowner = 'black'\n";
        let shown = view(&read(text).unwrap()).unwrap();
        assert_eq!((shown.size, shown.goal.as_str()), (None, "a-end"));
        assert_eq!(shown.board.edges[0].player, Colour::Black);
        assert_eq!(view(&read(&shown.text).unwrap()).unwrap(), shown);
    }

    #[test]
    fn a_fault_of_a_text_has_its_place() {
        let fault = read("id: x\ngoal: top-c3\n\n. o\n").unwrap_err();
        assert_eq!(fault.place.map(|place| (place.line, place.column)), Some((2, 11)));
        assert!(!fault.what.contains("line 2"), "{fault}");
    }
}
