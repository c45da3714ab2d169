//! Writing claims in another form.

use tesuji_board::{BOTTOM, CellSet, LEFT, Player, RIGHT, TOP};
use tesuji_hex::notation::{hdg, hexwiki};
use tesuji_hex::{Diagram, Mark};
use tesuji_problem::{Problem, goal_text, parse_file_text, to_hexwiki, write_diagram, write_json, write_toml};
use tesuji_proof::{Claim, Terminal};

use crate::write::no_such_form;
use crate::{Form, FormError, Written};

/// Writes claims as TOML, JSON, headers with drawings, HexWiki's boards or HexProver's pictures. Whatever is written
/// states the same claims.
///
/// # Errors
///
/// If the form does not hold claims, or cannot say one of these.
pub fn write_problems(problems: &[Problem], form: Form) -> Result<Written, FormError> {
    let whole = |text| Ok(Written { text, lost: Vec::new() });
    match form {
        Form::Toml => whole(write_toml(problems)),
        Form::Json => whole(write_json(problems)),
        Form::Headers => whole(write_diagram(problems)),
        Form::HexWiki => drawn(problems, form, |problem| {
            let board = to_hexwiki(&problem.claim).map_err(|error| error.to_string())?;
            let text = hexwiki::write(&board).map_err(|error| error.to_string())?;
            Ok(format!("=== {} ===\n{text}\n", problem.id))
        }),
        Form::Hdg => drawn(problems, form, |problem| {
            let diagram =
                hdg_picture(problem).ok_or("an owner other than Black, a first move of the owner, a graph")?;
            Ok(hdg::write(&[diagram]))
        }),
        _ => {
            let forms = [Form::Toml, Form::Json, Form::Headers, Form::HexWiki, Form::Hdg];
            Err(no_such_form(form, "a claim", &forms))
        }
    }
}

/// The pictures of these claims, each read back to see that it states the same.
fn drawn(
    problems: &[Problem],
    form: Form,
    draw: impl Fn(&Problem) -> Result<String, String>,
) -> Result<Written, FormError> {
    let mut written = Written::default();
    let mut lost = [false; 3];
    for problem in problems {
        let cannot = |reason: String| FormError::Cannot { form, reason: format!("{}: {reason}", problem.id) };
        let text = draw(problem).map_err(cannot)?;
        let read = parse_file_text(&text).ok().and_then(|mut read| read.pop());
        if read.is_none_or(|read| read.claim != problem.claim) {
            let goal = goal_text(&problem.claim.topology, &problem.claim.goal);
            return Err(cannot(format!("it has no way to say the goal {goal}")));
        }
        lost[0] |= problem.expected.is_some();
        lost[1] |= problem.origin.is_some() || problem.verified.is_some();
        lost[2] |= problem.needed.is_some() || problem.droppable.is_some();
        if !written.text.is_empty() {
            written.text.push('\n');
        }
        written.text += &text;
    }
    let words = ["the expected answer", "where it comes from", "which cells are needed or droppable"];
    written.lost =
        words.into_iter().zip(lost).filter(|(_, is_lost)| *is_lost).map(|(word, _)| word.to_owned()).collect();
    Ok(written)
}

/// The claim with its upper and lower ends marked. Whether the marks say the goal is for the caller to see.
fn hdg_picture(problem: &Problem) -> Option<Diagram> {
    let Claim { topology, owner, stones, carrier, goal, .. } = &problem.claim;
    let (columns, rows) = topology.size()?;
    let mut diagram = Diagram::new(columns, rows, Mark::Outside).ok()?;
    diagram.edges = [false; 4];
    diagram.title.clone_from(&problem.id);
    carrier.iter().for_each(|cell| diagram.set(cell, Mark::Empty));
    stones.iter().for_each(|cell| diagram.set(cell, Mark::Owner));
    let (mut upper, mut lower) = (CellSet::new(), CellSet::new());
    for group in goal.alternatives().iter().flatten() {
        let [one, other] = group.as_slice() else { return None };
        // An edge is above or below by its nature; of two stones the one further up is the upper end.
        let row = |terminal: &Terminal| match *terminal {
            Terminal::Cell(cell) => Some(1 + cell.index() / columns),
            Terminal::Edge(TOP) => Some(0),
            Terminal::Edge(BOTTOM) => Some(rows + 1),
            Terminal::Edge(_) => None,
        };
        let (above, below) = if row(one)? <= row(other)? { (one, other) } else { (other, one) };
        for (terminal, ends) in [(above, &mut upper), (below, &mut lower)] {
            match *terminal {
                Terminal::Cell(cell) => _ = ends.insert(cell),
                Terminal::Edge(edge) => diagram.edges[edge] = true,
            }
        }
    }
    upper.iter().for_each(|cell| diagram.set(cell, Mark::Up));
    lower.iter().for_each(|cell| diagram.set(cell, Mark::Down));
    (*owner == Player::Black && !diagram.edges[LEFT] && !diagram.edges[RIGHT]).then_some(diagram)
}
