//! Claims about parts of a board, and what is known about them.
//!
//! The owner's stones have the owner's colour, empty cells of the claim are light, and all others, which the opponent has
//! or which do not matter, are grey. Only edges that the goal names are drawn.

use tesuji_board::{CellSet, Player};
use tesuji_claims::answers::AnswerTable;
use tesuji_claims::carriers::Needs;
use tesuji_claims::defend::{DefenceAnswer, Defender};
use tesuji_claims::must_play::MustPlay;
use tesuji_figures::{Drawing, Key, Picture, Theme, Tint};
use tesuji_mishima::Program;
use tesuji_mishima::patterns::Pattern;
use tesuji_mishima::preclusion::{Preclusion, Threat};
use tesuji_proof::words::count;
use tesuji_proof::{Certificate, CertificateError, Claim, Mover, Terminal, Verdict};

/// The board of a claim with its stones, its region, and the edges of its goal.
fn board<'a>(title: &str, claim: &'a Claim, theme: Theme) -> Drawing<'a> {
    let topology = claim.topology.as_ref();
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title).note(&claim.in_words()).stones(&claim.stones, claim.owner);
    let mut has_outside = false;
    for cell in topology.cells().filter(|&cell| !claim.stones.contains(cell) && !claim.carrier.contains(cell)) {
        drawing.outside(cell);
        has_outside = true;
    }
    let named: Vec<Terminal> = claim.goal.terminals().collect();
    let edges: Vec<Option<Player>> =
        (0..topology.edges().len()).map(|edge| named.contains(&Terminal::Edge(edge)).then_some(claim.owner)).collect();
    drawing.edges(&edges);
    if has_outside {
        drawing.legend(Key::Outside, &format!("not part of the claim, as if {}'s", claim.owner.opponent()));
    }
    drawing
}

/// A claim.
#[must_use]
pub fn claim(title: &str, claim: &Claim, theme: Theme) -> Picture {
    board(title, claim, theme).picture()
}

/// A claim with its first moves: those that succeed, and those that were not settled within the bound. All other first
/// moves fail.
#[must_use]
pub fn must_play(title: &str, claim: &Claim, found: &MustPlay, theme: Theme) -> Picture {
    let mut drawing = board(title, claim, theme);
    let mover = match claim.to_move {
        Mover::Owner => claim.owner,
        Mover::Opponent => claim.owner.opponent(),
    };
    let unsettled = found.unsettled();
    drawing.region(&found.decisive, Tint::Amber);
    for cell in unsettled.iter() {
        drawing.hatch(cell);
    }
    if !found.decisive.is_empty() {
        let does = if mover == claim.owner { "joins" } else { "prevents it" };
        drawing.legend(Key::Tint(Tint::Amber), &format!("{mover} moves there first and {does}"));
    }
    if !unsettled.is_empty() {
        drawing.legend(Key::Hatch, "not settled within the bound");
    }
    if found.cells.is_empty() {
        drawing.note(&format!("every first move of {mover} fails"));
    } else if found.cells != claim.carrier {
        drawing.note(&format!("every other first move of {mover} fails"));
    }
    drawing.picture()
}

/// A claim with some of its cells.
#[must_use]
pub fn region(title: &str, claim: &Claim, cells: &CellSet, theme: Theme) -> Picture {
    let mut drawing = board(title, claim, theme);
    drawing.region(cells, Tint::Amber).legend(Key::Tint(Tint::Amber), &count(cells.len(), "cell"));
    drawing.picture()
}

/// A claim with its first moves as several programs see them, one board for each, side by side.
///
/// Moves that a program leaves are hatched, those that it knows to decide are tinted, and the others are crossed out.
#[must_use]
pub fn preclusions(title: &str, claim: &Claim, seen: &[Preclusion], theme: Theme) -> Picture {
    let mover = match claim.to_move {
        Mover::Owner => claim.owner,
        Mover::Opponent => claim.owner.opponent(),
    };
    let one = |seen: &Preclusion| {
        let name = program_in_words(seen.program);
        let mut drawing = board(&format!("{title}: {name}"), claim, theme);
        let (mut left, mut ruled_out) = (seen.left.clone(), claim.carrier.clone());
        left.subtract(&seen.decisive);
        ruled_out.subtract(&seen.left);
        drawing.region(&seen.decisive, Tint::Amber);
        for cell in left.iter() {
            drawing.hatch(cell);
        }
        for cell in ruled_out.iter() {
            drawing.mark(cell, DROPPED);
        }
        if !seen.decisive.is_empty() {
            let does = if mover == claim.owner { "joins" } else { "prevents it" };
            let words = format!("{mover} {does} by it: {}", count(seen.decisive.len(), "cell"));
            drawing.legend(Key::Tint(Tint::Amber), &words);
        }
        if !left.is_empty() {
            drawing.legend(Key::Hatch, &format!("left to {mover}: {}", count(left.len(), "cell")));
        }
        if !ruled_out.is_empty() {
            drawing.legend(Key::Mark(DROPPED), &format!("ruled out: {}", count(ruled_out.len(), "cell")));
        }
        drawing.picture()
    };
    Picture::beside(seen.iter().map(one).collect())
}

/// The threats that rule moves out, as one program sees them: a board for each, with the cells that the threat needs.
/// There are none where the program does not work by threats.
#[must_use]
pub fn threats(title: &str, claim: &Claim, seen: &Preclusion, theme: Theme) -> Vec<Picture> {
    let threatens = match claim.to_move {
        Mover::Owner => claim.owner.opponent(),
        Mover::Opponent => claim.owner,
    };
    let one = |threat: &Threat| {
        let name = claim.topology.name(threat.cell);
        let mut drawing = board(&format!("{title}: the threat {name}"), claim, theme);
        drawing.region(&threat.region, Tint::Amber).stone(threat.cell, threatens).label(threat.cell, "1");
        let words = format!("{threatens} needs these {}", count(threat.region.len(), "cell"));
        drawing.legend(Key::Tint(Tint::Amber), &words);
        drawing.picture()
    };
    seen.threats.iter().map(one).collect()
}

/// `Program A` and so on; `exhaustive search`.
fn program_in_words(program: Program) -> &'static str {
    match program {
        Program::A => "Program A",
        Program::B => "Program B",
        Program::C => "Program C",
        Program::BruteForce => "exhaustive search",
    }
}

/// A stored connection of Programs A and B: the cells that must be empty between the stones, or below them.
#[must_use]
pub fn stored_pattern(pattern: Pattern, theme: Theme) -> Picture {
    claim(&format!("{}, figure {} of the paper", pattern.name(), pattern.figure()), &pattern.claim(), theme)
}

/// A certificate: the cells that its proof needs, each with the answer to an intrusion there.
///
/// # Errors
///
/// What makes the certificate invalid.
pub fn certificate(title: &str, certificate: &Certificate, theme: Theme) -> Result<Picture, CertificateError> {
    Ok(answers(title, certificate, &tesuji_claims::answers::answers(certificate)?, theme))
}

/// As [`certificate`], with answers that are known already.
#[must_use]
pub fn answers(title: &str, certificate: &Certificate, table: &AnswerTable, theme: Theme) -> Picture {
    let claim = &certificate.claim;
    let (prover, verb) = match certificate.verdict {
        Verdict::Holds => (claim.owner, "holds"),
        Verdict::Fails => (claim.owner.opponent(), "fails"),
    };
    let mut drawing = board(&format!("{title}: the claim {verb}"), claim, theme);
    drawing.region(&table.needed, Tint::Amber);
    if !table.needed.is_empty() {
        let words = format!("the proof needs these {}", count(table.needed.len(), "cell"));
        drawing.legend(Key::Tint(Tint::Amber), &words);
    }
    if let Some(first) = table.first {
        drawing.stone(first, prover).label(first, "1");
        drawing.legend(Key::Stone(prover), &format!("1: {prover}'s first move"));
    }
    for answer in table.answers.iter().filter(|answer| table.needed.contains(answer.intrusion)) {
        if let Some(reply) = answer.reply {
            drawing.label(answer.intrusion, claim.topology.name(reply));
        }
    }
    if table.answers.iter().any(|answer| answer.reply.is_some()) {
        drawing.note(&format!("on each cell: {prover}'s answer if {} moves there", prover.opponent()));
    }
    drawing.picture()
}

/// A game against a certificate: the moves so far with their numbers, and the cells that the proof still needs.
#[must_use]
pub fn defence(title: &str, defender: &Defender<'_>, theme: Theme) -> Picture {
    let certificate = defender.certificate();
    let claim = &certificate.claim;
    let prover = match certificate.verdict {
        Verdict::Holds => claim.owner,
        Verdict::Fails => claim.owner.opponent(),
    };
    let mut drawing = board(title, claim, theme);
    drawing.stones(defender.prover(), prover).stones(defender.intruder(), prover.opponent());
    let needed = defender.needed();
    drawing.region(&needed, Tint::Amber);
    if !needed.is_empty() {
        drawing.legend(Key::Tint(Tint::Amber), "the proof still needs these cells");
    }
    let mut moves: Vec<_> = certificate.first.into_iter().collect();
    for (intrusion, answer) in defender.history() {
        moves.push(intrusion);
        if let DefenceAnswer::Reply(reply) = answer {
            moves.push(reply);
        }
    }
    for (number, &cell) in (1..).zip(&moves) {
        drawing.label(cell, &format!("{number}"));
    }
    if let Some(&last) = moves.last() {
        drawing.last(last);
    }
    let state = if defender.is_over() { "the goal is settled" } else { "the proof goes on" };
    drawing.note(&format!("{prover} plays by the certificate; {state}"));
    drawing.picture()
}

/// A claim with what its cells are worth: needed, not needed, and not judged within the limits.
#[must_use]
pub fn needs(title: &str, needs: &Needs, theme: Theme) -> Picture {
    let claim = &needs.whole.claim;
    let mut drawing = board(title, claim, theme);
    let (needed, droppable, undecided) = (needs.needed(), needs.droppable(), needs.undecided());
    drawing.region(&needed, Tint::Amber).region(&droppable, Tint::Blue);
    if !needed.is_empty() {
        drawing.legend(Key::Tint(Tint::Amber), &format!("needed: {}", count(needed.len(), "cell")));
    }
    if !droppable.is_empty() {
        let words = format!("each can be dropped on its own: {}", count(droppable.len(), "cell"));
        drawing.legend(Key::Tint(Tint::Blue), &words);
    }
    for cell in undecided.iter() {
        drawing.hatch(cell);
    }
    if !undecided.is_empty() {
        drawing.legend(Key::Hatch, "not settled within the limits");
    }
    drawing.picture()
}

/// A smaller carrier of a claim: what it keeps, what it drops, and which of what it keeps no carrier can do without.
/// `title` says whether it is minimal.
#[must_use]
pub fn carrier(title: &str, whole: &Claim, smaller: &Claim, needed: &CellSet, theme: Theme) -> Picture {
    let mut drawing = board(title, whole, theme);
    let (mut kept, mut dropped, mut sure) = (smaller.carrier.clone(), whole.carrier.clone(), needed.clone());
    dropped.subtract(&smaller.carrier);
    sure.intersect_with(&smaller.carrier);
    kept.subtract(&sure);
    drawing.region(&sure, Tint::Amber).region(&kept, Tint::Green);
    for (cells, tint, words) in
        [(&sure, Tint::Amber, "needed by every carrier"), (&kept, Tint::Green, "needed by this carrier")]
    {
        if !cells.is_empty() {
            drawing.legend(Key::Tint(tint), &format!("{words}: {}", count(cells.len(), "cell")));
        }
    }
    for cell in dropped.iter() {
        drawing.mark(cell, DROPPED);
    }
    if !dropped.is_empty() {
        drawing.legend(Key::Mark(DROPPED), &format!("dropped: {}", count(dropped.len(), "cell")));
    }
    drawing.picture()
}

/// The mark of a cell that is left out.
const DROPPED: tesuji_figures::Mark = tesuji_figures::Mark {
    shape: tesuji_figures::MarkShape::Cross,
    hue: tesuji_figures::Hue::Tint(Tint::Grey),
    size: 0.6,
};
