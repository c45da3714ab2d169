//! From text to a strategy.
//!
//! A problem in any form comes first, then the line `strategy:`, then one line for each move or part, indented below
//! the position it belongs to:
//!
//! ```text
//! e3 -> d5                    the opponent's move, or moves, and the owner's reply
//!   part top-d4: a1-c3 a4     a part: what is achieved, and in which cells
//! -> d4                       the owner's first move
//! ```
//!
//! A line that is neither continues the line above. A `;` begins a comment. At the end of a line, and after `strategy:`, a
//! mark in brackets may state how it stands: `[proved]`, `[refuted]`, `[open]`, `[believed by NAME]`.

use std::ops::Range;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Mover};

use super::{Branch, MAX_DEPTH, Mark, Note, Part, Plan, Strategy, after};
use crate::cells::{Cells, cell_set, parse_cells};
use crate::error::{Fault, Flaw};
use crate::goal::goal_within;
use crate::names::Names;
use crate::text::{SpannedText, one_line};
use crate::{ProblemError, parse_file_text};

/// The line between the problem and the plan.
pub(super) const TITLE: &str = "strategy:";
const LINE: &str = "a move and its reply, as in `e3 -> d5`, or a part, as in `part d4-top: a1-c3 d2`";

/// Reads a strategy.
///
/// It checks that every cell lies where it makes sense (a move on an empty cell, a part in its position). The crate
/// `verify` checks whether the strategy is correct.
///
/// # Errors
///
/// The first fault with its place.
pub fn parse(text: &str) -> Result<Strategy, ProblemError> {
    let Some(title) = title(text) else {
        let expected = "a line `strategy:` after the problem, and the moves and parts below it";
        parse_file_text(text)?;
        return Err(Flaw::new(text.len()..text.len(), Fault::Missing { key: "strategy", expected }).within(text));
    };
    let mut problems = parse_file_text(&text[..title.start])?;
    if problems.len() != 1 {
        return Err(Flaw::unexpected(title, TITLE, "one problem before it, no more").within(text));
    }
    let problem = problems.remove(0);
    read(text, title, &problem.claim)
        .map(|(first, plan, note)| Strategy { problem, first, plan, note })
        .map_err(|flaw| flaw.within(text))
}

/// Reads lines as they stand below a position of a strategy, without an indent.
///
/// # Errors
///
/// The first fault with its place.
pub fn parse_plan(text: &str, whole: &Claim, position: &Claim) -> Result<Plan, ProblemError> {
    let read = || {
        let blanked = without_comments(text, 0);
        let (lines, _) = lines(text, &blanked, 0)?;
        let names = Names::new(&whole.topology, Default::default());
        StrategyReader { text: &blanked, whole, names, lines: &lines }.plan(0..lines.len(), position, 0)
    };
    read().map_err(|flaw: Flaw| flaw.within(text))
}

/// The place of the title line.
pub(super) fn title(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if let (Some(word), Some(rest)) = (content.get(..TITLE.len()), content.get(TITLE.len()..))
            && word.eq_ignore_ascii_case(TITLE)
            && (rest.is_empty() || rest.trim_start().starts_with('['))
        {
            return Some(at..at + line.len());
        }
        at += line.len();
    }
    None
}

fn read(file: &str, title: Range<usize>, claim: &Claim) -> Result<(Option<Cell>, Plan, Note), Flaw> {
    let start = title.end;
    // Comments become blanks of the same length, so that all places stay the same.
    let blanked = without_comments(file, start);
    let (lines, comments) = lines(file, &blanked, start)?;
    let (_, mark) = marked(file, trimmed(file, title))?;
    let mut note = Note { mark, comments };
    let names = Names::new(&claim.topology, Default::default());
    let reader = StrategyReader { text: &blanked, whole: claim, names, lines: &lines };
    if claim.to_move == Mover::Opponent {
        return Ok((None, reader.plan(0..lines.len(), claim, 0)?, note));
    }
    let here = lines.first().map_or(blanked.len()..blanked.len(), |line| line.span.clone());
    let found = &blanked[here.clone()];
    let expected = "the owner's first move, as in `-> d4`, and all else indented below it";
    let Some(LineKind::Move(arrow)) = lines.first().map(|line| line.kind) else {
        return Err(Flaw::unexpected(here, found, expected));
    };
    if !blanked[here.start..arrow].trim().is_empty() {
        return Err(Flaw::unexpected(here, found, expected));
    }
    if let Some(second) = lines[1..].iter().find(|line| line.indent <= lines[0].indent) {
        return Err(Flaw::unexpected(second.span.clone(), &blanked[second.span.clone()], expected));
    }
    let first = reader.reply(arrow + 2..here.end, claim)?;
    let position = after(claim, &CellSet::new(), first);
    note.mark = note.mark.or_else(|| lines[0].note.mark.clone());
    note.comments.splice(0..0, lines[0].note.comments.iter().cloned());
    Ok((Some(first), reader.plan(1..lines.len(), &position, 0)?, note))
}

fn without_comments(file: &str, start: usize) -> String {
    let mut blanked = file[..start].to_owned();
    for line in file[start..].split_inclusive('\n') {
        let (kept, comment) = line.split_at(line.find(';').unwrap_or(line.len()));
        blanked.push_str(kept);
        blanked.extend(comment.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    blanked
}

/// A move or part and the lines that continue it.
struct StrategyLine {
    indent: usize,
    span: Range<usize>,
    kind: LineKind,
    note: Note,
}

#[derive(Clone, Copy)]
enum LineKind {
    /// A move, with the place of its arrow.
    Move(usize),
    Part,
}

/// The lines, each with the comments above and beside it, and the comments of a file without lines.
fn lines(file: &str, blanked: &str, start: usize) -> Result<(Vec<StrategyLine>, Vec<String>), Flaw> {
    let mut lines: Vec<StrategyLine> = Vec::new();
    let mut comments = Vec::new();
    let mut at = start;
    for line in blanked[start..].split_inclusive('\n') {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        let span = at + indent..at + indent + content.len();
        comments.extend(file[at..at + line.len()].split_once(';').map(|(_, comment)| comment.trim().to_owned()));
        at += line.len();
        if content.is_empty() {
            continue;
        }
        let kind = match content.find("->") {
            Some(arrow) => LineKind::Move(span.start + arrow),
            None if content.strip_prefix("part").is_some_and(|rest| rest.starts_with([' ', '\t'])) => LineKind::Part,
            None => match lines.last_mut() {
                Some(above) => {
                    above.span.end = span.end;
                    above.note.comments.append(&mut comments);
                    continue;
                }
                None => return Err(Flaw::unexpected(span, content, LINE)),
            },
        };
        if let Some(tab) = line[..indent].find(|c| c != ' ') {
            let tab = span.start - indent + tab;
            return Err(Flaw::unexpected(tab..span.start, content, "blanks alone before it"));
        }
        let note = Note { mark: None, comments: std::mem::take(&mut comments) };
        lines.push(StrategyLine { indent, span, kind, note });
    }
    for line in &mut lines {
        (line.span, line.note.mark) = marked(blanked, line.span.clone())?;
    }
    if let Some(last) = lines.last_mut() {
        last.note.comments.append(&mut comments);
    }
    Ok((lines, comments))
}

/// A line without the mark at its end, and the mark.
fn marked(text: &str, span: Range<usize>) -> Result<(Range<usize>, Option<Mark>), Flaw> {
    let content = &text[span.clone()];
    let Some(inner) = content.strip_suffix(']') else { return Ok((span, None)) };
    let start = inner.rfind('[').unwrap_or(0);
    match Mark::parse(&inner[(start + 1).min(inner.len())..]) {
        Some(mark) => Ok((trimmed(text, span.start..span.start + start), Some(mark))),
        None => {
            let expected = "`[proved]`, `[refuted]`, `[open]` or `[believed by NAME]`";
            Err(Flaw::unexpected(span.start + start..span.end, &content[start..], expected))
        }
    }
}

struct StrategyReader<'t> {
    text: &'t str,
    whole: &'t Claim,
    names: Names<'t>,
    lines: &'t [StrategyLine],
}

impl StrategyReader<'_> {
    /// The plan for `position` that these lines describe.
    fn plan(&self, range: Range<usize>, position: &Claim, depth: usize) -> Result<Plan, Flaw> {
        let lines = &self.lines[range.clone()];
        let Some(first) = lines.first() else { return Ok(Plan::Search) };
        if depth > MAX_DEPTH {
            return Err(self.unexpected(first, format!("plans nested at most {MAX_DEPTH} deep")));
        }
        let mut branches = Vec::new();
        let mut parts = Vec::new();
        let mut i = 0;
        while i < lines.len() {
            let line = &lines[i];
            if line.indent != first.indent {
                let number = self.text[..first.span.start].matches('\n').count() + 1;
                return Err(self.unexpected(line, format!("as many blanks before it as on line {number}, or more")));
            }
            let n_below = lines[i + 1..].iter().take_while(|below| below.indent > line.indent).count();
            let below = range.start + i + 1..range.start + i + 1 + n_below;
            match (line.kind, first.kind) {
                (LineKind::Move(arrow), LineKind::Move(_)) => {
                    let (moves, reply) = self.moves(line, arrow, position)?;
                    let plan = self.plan(below, &after(position, &moves, reply), depth + 1)?;
                    branches.push(Branch { moves, reply, plan, note: line.note.clone() });
                }
                (LineKind::Part, LineKind::Part) => {
                    let (goal, cells) = self.part(line, position)?;
                    let within = Claim { carrier: cells.clone(), goal: goal.clone(), ..position.clone() };
                    let plan = self.plan(below, &within, depth + 1)?;
                    parts.push(Part { goal, cells, plan, note: line.note.clone() });
                }
                _ => {
                    let expected = "moves alone or parts alone: a position is answered, or it is divided";
                    return Err(self.unexpected(line, expected.to_owned()));
                }
            }
            i += 1 + n_below;
        }
        Ok(if parts.is_empty() { Plan::Moves(branches) } else { Plan::Parts(parts) })
    }

    fn unexpected(&self, line: &StrategyLine, expected: String) -> Flaw {
        Flaw::unexpected(line.span.clone(), &self.text[line.span.clone()], expected)
    }

    fn moves(&self, line: &StrategyLine, arrow: usize, position: &Claim) -> Result<(CellSet, Cell), Flaw> {
        let moves = SpannedText::slice(self.text, trimmed(self.text, line.span.start..arrow));
        let cells = self.cells(&moves, position)?;
        if cells.is_empty() {
            return Err(Flaw::unexpected(moves.span(), "->", "a move of the opponent's before it"));
        }
        let reply = arrow + 2..line.span.end;
        let cell = self.reply(reply.clone(), position)?;
        if cells.contains(cell) {
            let reply = trimmed(self.text, reply);
            return Err(Flaw::unexpected(reply.clone(), &self.text[reply], "a reply beside the moves"));
        }
        Ok((cells, cell))
    }

    fn reply(&self, span: Range<usize>, position: &Claim) -> Result<Cell, Flaw> {
        let text = SpannedText::slice(self.text, trimmed(self.text, span));
        let cells = self.cells(&text, position)?;
        match cells.iter().next() {
            Some(cell) if cells.len() == 1 => Ok(cell),
            _ => Err(text.unexpected("one cell, the owner's move")),
        }
    }

    fn part(&self, line: &StrategyLine, position: &Claim) -> Result<(Goal, CellSet), Flaw> {
        let content = line.span.start + "part".len()..line.span.end;
        let Some(colon) = self.text[content.clone()].find(':').map(|colon| content.start + colon) else {
            return Err(
                self.unexpected(line, "a `:` between the goal and the cells, as in `part d4-top: a1-c3`".to_owned())
            );
        };
        let goal = self.goal(&SpannedText::slice(self.text, trimmed(self.text, content.start..colon)))?;
        let cells = SpannedText::slice(self.text, trimmed(self.text, colon + 1..content.end));
        if cells.as_str().is_empty() {
            return Err(cells.unexpected("the cells of the part, or `none`, or `all`"));
        }
        Ok((goal, self.cells(&cells, position)?))
    }

    fn goal(&self, text: &SpannedText<'_>) -> Result<Goal, Flaw> {
        // A cell that the opponent has taken in the meantime is no fault: other alternatives may remain.
        let mut usable = self.whole.stones.clone();
        usable.union_with(&self.whole.carrier);
        goal_within(text, &self.names, &self.whole.topology, &usable)
    }

    fn cells(&self, text: &SpannedText<'_>, position: &Claim) -> Result<CellSet, Flaw> {
        let cells: Cells = parse_cells(text, &self.names, &position.carrier)?;
        match cells.iter().find(|&(&cell, _)| !position.carrier.contains(cell)) {
            Some((&cell, span)) => {
                let name = position.topology.name(cell);
                Err(Flaw::unexpected(span.clone(), &one_line(name), "an empty cell of this position"))
            }
            None => Ok(cell_set(&cells)),
        }
    }
}

/// The place of the text without surrounding blanks.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let content = &text[span.clone()];
    let start = span.start + (content.len() - content.trim_start().len());
    start..start + content.trim().len()
}
