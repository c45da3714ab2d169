//! Playing against a certificate: its answers to each intrusion, and whole games.

use tesuji_board::{BOTTOM, Cell, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_claims::answers::{AnswerKind, IntrusionAnswer, answers as answer_table};
use tesuji_claims::defend::{DefenceAnswer, DefendError, Defender, Reason, ReasonKind};
use tesuji_problem::{Problem, goal_text};
use tesuji_proof::{Certificate, Claim, Goal, Terminal, Verdict};

use super::{AnswersView, CertificateText, Defence, Defend, IntrusionView, ReasonName, ReasonView};
use crate::claim::view;
use crate::sealed::{accepted, invalid};
use crate::words::{count, listed, names, sentence};
use crate::{Desk, Trouble};

/// The claim of a certificate, whose answer is known.
pub(crate) fn problem_of(certificate: &Certificate) -> Problem {
    let mut problem = Problem::new("certificate", certificate.claim.clone());
    problem.expected = Some(certificate.verdict == Verdict::Holds);
    problem
}

/// The colour that the proof plays.
pub(crate) fn prover(certificate: &Certificate) -> Player {
    match certificate.verdict {
        Verdict::Holds => certificate.claim.owner,
        Verdict::Fails => certificate.claim.owner.opponent(),
    }
}

pub(crate) fn answers(asked: &CertificateText, desk: &impl Desk) -> Result<AnswersView, Trouble> {
    let certificate = accepted(&asked.certificate, desk)?;
    let table = answer_table(&certificate).map_err(invalid)?;
    let board = &certificate.claim.topology;
    let answer = |answer: &IntrusionAnswer| IntrusionView {
        intrusion: board.name(answer.intrusion).to_owned(),
        reply: answer.reply.map(|reply| board.name(reply).to_owned()),
        region: names(board, &answer.left),
        sentence: sentence(&in_words(&certificate, answer)),
    };
    Ok(AnswersView { claim: view(&problem_of(&certificate))?, answers: table.answers.iter().map(answer).collect() })
}

fn in_words(certificate: &Certificate, answer: &IntrusionAnswer) -> String {
    let board = &certificate.claim.topology;
    let (prover, at) = (prover(certificate), board.name(answer.intrusion));
    let Some(reply) = answer.reply.map(|reply| board.name(reply)) else {
        return format!("{prover} need not answer {at}");
    };
    let others = names(board, &answer.others);
    let kind = match answer.kind {
        AnswerKind::Miai => ", and the other way round: one of the two is enough".to_owned(),
        AnswerKind::Choice => format!("; {} would do as well", listed(&others)),
        AnswerKind::Single | AnswerKind::Idle => String::new(),
    };
    format!("{prover} answers {at} with {reply}{kind}")
}

pub(crate) fn defend(asked: &Defend, desk: &impl Desk) -> Result<Defence, Trouble> {
    let certificate = accepted(&asked.certificate, desk)?;
    let mut defender = Defender::new(&certificate).map_err(invalid)?;
    let last = replay(&mut defender, &asked.moves)?;
    state(&defender, last)
}

/// Makes the moves of the person. Returns the answer to the last one.
pub(crate) fn replay(defender: &mut Defender<'_>, moves: &[String]) -> Result<Option<DefenceAnswer>, Trouble> {
    let mut last = None;
    for (name, number) in moves.iter().zip(1..) {
        let at = format!("move {number}, `{}`", name.chars().take(40).collect::<String>());
        if defender.is_over() {
            return Err(Trouble::new(format!("{at}: the proof was at its end before this move"))
                .with_advice("take moves back, or begin again"));
        }
        let open = names(&defender.certificate().claim.topology, &defender.moves());
        let expected = format!("expected an empty cell of the claim: {}", listed(&open));
        let board = &defender.certificate().claim.topology;
        let Some(cell) = board.cell(name.trim()) else {
            return Err(Trouble::new(format!("{at} is no cell of this board: {expected}")));
        };
        last = Some(defender.answer(cell).map_err(|fault| match fault {
            DefendError::OutsideClaim(_) => Trouble::new(format!("{at} is not one of the claim's cells: {expected}")),
            DefendError::Taken(_) => Trouble::new(format!("{at} has a stone on it: {expected}")),
            fault => Trouble::new(format!("{at}: {fault}")),
        })?);
    }
    Ok(last)
}

fn state(defender: &Defender<'_>, last: Option<DefenceAnswer>) -> Result<Defence, Trouble> {
    let certificate = defender.certificate();
    let claim = &certificate.claim;
    let board = &claim.topology;
    let prover = prover(certificate);
    let name = |cell: Cell| board.name(cell).to_owned();
    let mut moves: Vec<(Player, Cell)> = certificate.first.map(|first| (prover, first)).into_iter().collect();
    for (intrusion, answer) in defender.history() {
        moves.push((prover.opponent(), intrusion));
        if let DefenceAnswer::Reply(reply) = answer {
            moves.push((prover, reply));
        }
    }
    let stones = |player: Player| {
        let mut cells = if player == prover { defender.prover().clone() } else { defender.intruder().clone() };
        if player == claim.owner {
            cells.union_with(&claim.stones);
        } else if is_position(claim) {
            cells.union_with(&claim.opponent_cells());
        }
        cells
    };
    let (black, white) = (stones(Player::Black), stones(Player::White));
    let mut idle = defender.idle_stones();
    idle.intersect_with(&black.iter().chain(white.iter()).collect());
    let is_over = defender.is_over();
    let needed = defender.needed();
    Ok(Defence {
        claim: view(&problem_of(certificate))?,
        proof_plays: prover.into(),
        moves: moves.iter().map(|&(player, cell)| (player.into(), name(cell))).collect(),
        reply: match last {
            Some(DefenceAnswer::Reply(reply)) => Some(name(reply)),
            _ => None,
        },
        black: names(board, &black),
        white: names(board, &white),
        idle: names(board, &idle),
        why: defender.reasons().iter().map(|reason| reason_view(reason, board)).collect(),
        region: if is_over { Vec::new() } else { names(board, &needed) },
        open: if is_over { Vec::new() } else { names(board, &defender.moves()) },
        hint: defender.hint().filter(|_| !is_over).map(name),
        is_over,
        words: state_in_words(defender, last, is_over),
    })
}

/// Whether the claim is a position of a game: the owner joins its two edges, and there are as many stones as turns leave.
/// If not, the cells that are the opponent's need not have stones.
fn is_position(claim: &Claim) -> bool {
    let edges = match claim.owner {
        Player::Black => [TOP, BOTTOM],
        Player::White => [LEFT, RIGHT],
    };
    let n_stones = [claim.stones.len(), claim.opponent_cells().len()];
    let is_whole = claim.goal == Goal::pair(Terminal::Edge(edges[0]), Terminal::Edge(edges[1]));
    claim.topology.size().is_some() && is_whole && n_stones[0].abs_diff(n_stones[1]) <= 1
}

fn reason_view(reason: &Reason, board: &Topology) -> ReasonView {
    let (kind, template, n) = match reason.kind {
        ReasonKind::NotNeeded => (ReasonName::NotNeeded, "", 0),
        ReasonKind::AlreadyThere => (ReasonName::AlreadyThere, "", 0),
        ReasonKind::Bridge => (ReasonName::Bridge, "", 0),
        ReasonKind::Pair => (ReasonName::Pair, "", 0),
        ReasonKind::Template(name) => (ReasonName::Template, name, 0),
        ReasonKind::TwoThreats => (ReasonName::TwoThreats, "", 2),
        ReasonKind::Threats(n) => (ReasonName::Threats, "", n),
        ReasonKind::Ladder => (ReasonName::Ladder, "", 0),
        ReasonKind::Apart(n) => (ReasonName::Apart, "", n),
    };
    ReasonView {
        kind,
        is_left: reason.is_left,
        link: reason.link.as_ref().map(|link| goal_text(board, link)).unwrap_or_default(),
        template: template.to_owned(),
        n,
        cells: names(board, &reason.cells),
        stones: reason.stones.iter().map(|&cell| board.name(cell).to_owned()).collect(),
        sentence: format!("{}.", reason.in_words(board)),
    }
}

fn state_in_words(defender: &Defender<'_>, last: Option<DefenceAnswer>, is_over: bool) -> String {
    let certificate = defender.certificate();
    let claim = &certificate.claim;
    let board = &claim.topology;
    let prover = prover(certificate);
    let intrusion = defender.history().last().map_or("", |(cell, _)| board.name(cell));
    let mut words = match last {
        None => match certificate.first {
            Some(first) => sentence(&format!("{prover} plays by the proof and begins at {}", board.name(first))),
            None => sentence(&format!("{prover} plays by the proof, you play {}", prover.opponent())),
        },
        Some(DefenceAnswer::Reply(reply)) => {
            sentence(&format!("{prover} answers {intrusion} with {}", board.name(reply)))
        }
        Some(DefenceAnswer::NotNeeded) => sentence(&format!("{prover} need not answer {intrusion}")),
        Some(DefenceAnswer::AlreadyThere(reply)) => {
            sentence(&format!("{prover} need not answer {intrusion}: {} is there already", board.name(reply)))
        }
    };
    words.push(' ');
    words += &match (is_over, certificate.verdict) {
        (false, _) => format!("The proof still needs {}.", count(defender.needed().len(), "cell")),
        (true, Verdict::Holds) => {
            let joined = defender.achieved().unwrap_or_else(|| claim.goal.clone());
            sentence(&format!("{prover} has joined {}", goal_text(board, &joined)))
        }
        (true, Verdict::Fails) => {
            let goal = goal_text(board, &claim.goal);
            sentence(&format!("{} can no longer join {goal}, even with all other cells", claim.owner))
        }
    };
    words
}

#[cfg(feature = "testing")]
mod tests;
