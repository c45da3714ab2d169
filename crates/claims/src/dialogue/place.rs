//! Places in a strategy as a person types them: `.`, `e3/d5/part2`, `e3/d5/c6`.

use tesuji_board::Cell;
use tesuji_problem::strategy::Plan;

use super::error::DialogueError;
use super::node::DialogueNode;

/// A place that was found.
pub(super) struct Located {
    /// The numbers of branches and parts that lead to the position.
    pub(super) steps: Vec<usize>,
    /// A move of the opponent there, if the owner is to reply.
    pub(super) mv: Option<Cell>,
}

/// Finds a place.
pub(super) fn locate(root: &DialogueNode, plan: &Plan, text: &str) -> Result<Located, DialogueError> {
    let (mut node, mut plan, mut steps) = (root, plan, Vec::new());
    let mut words = text.split('/').map(str::trim).filter(|word| !word.is_empty() && *word != ".");
    while let Some(word) = words.next() {
        let unknown = |found: &str, expected: String| DialogueError::Place {
            found: found.to_owned(),
            place: node.place.clone(),
            expected,
        };
        let number = word.strip_prefix("part").and_then(|number| number.parse::<usize>().ok());
        let step = if let (Some(number), Plan::Parts(parts)) = (number, plan) {
            if !(1..=parts.len()).contains(&number) {
                return Err(unknown(word, format!("part1 to part{}", parts.len())));
            }
            number - 1
        } else {
            let board = &node.claim.topology;
            let cell = |name: &str| board.cell(name).filter(|&cell| node.claim.carrier.contains(cell));
            let empty = "an empty cell of this position";
            let mv = cell(word).ok_or_else(|| unknown(word, empty.to_owned()))?;
            let Some(reply) = words.next() else { return Ok(Located { steps, mv: Some(mv) }) };
            let to = cell(reply).ok_or_else(|| unknown(reply, empty.to_owned()))?;
            let Plan::Moves(branches) = plan else {
                return Err(unknown(word, "a position with moves, but this one has none".to_owned()));
            };
            branches.iter().position(|branch| branch.reply == to && branch.moves.contains(mv)).ok_or_else(|| {
                let known: Vec<&str> = node.children.iter().map(|child| child.place.as_str()).collect();
                unknown(&format!("{word}/{reply}"), format!("a reply of the file: {}", known.join(", ")))
            })?
        };
        steps.push(step);
        node = &node.children[step];
        plan = match plan {
            Plan::Moves(branches) => &branches[step].plan,
            Plan::Parts(parts) => &parts[step].plan,
            Plan::Search => plan,
        };
    }
    Ok(Located { steps, mv: None })
}

/// The plan at the end of these steps.
pub(super) fn plan_at<'p>(plan: &'p mut Plan, steps: &[usize]) -> &'p mut Plan {
    let Some((&step, rest)) = steps.split_first() else { return plan };
    match plan {
        Plan::Moves(branches) => plan_at(&mut branches[step].plan, rest),
        Plan::Parts(parts) => plan_at(&mut parts[step].plan, rest),
        Plan::Search => plan,
    }
}
