//! Games of Amazons: reported, drawn, checked and written in other forms.

use std::fmt::Write as _;

use miette::{Result, miette};
use tesuji_amazons::record::{Record, RecordLine};
use tesuji_amazons::{Position, Setup, notation};
use tesuji_board::Player;
use tesuji_endings::{Deciding, decide};
use tesuji_game::Game as _;
use tesuji_search::Limits;

use super::{Report, encoding, moves};
use crate::files::Text;
use crate::text::count;

/// Content of the record, the board after its first `n_moves` moves or after all, and the decision of the game.
pub(super) fn report(record: &Record, source: &Text, n_moves: Option<usize>) -> Result<Report> {
    let n_moves = n_moves.unwrap_or(record.main.moves.len());
    let position = record.position(n_moves).map_err(|error| miette!("{error}"))?;
    let text = told(record, &encoding(source), n_moves, &position)?;
    Ok(Report { text, fault: None })
}

/// Content of the record, the board after `n_moves` moves, and the decision of the game.
fn told(record: &Record, encoding: &str, n_moves: usize, position: &Position) -> Result<String> {
    let mut report = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            _ = writeln!(report, "{name:<10}{value}");
        }
    };
    let size = position.size();
    line("board", &format!("{size}, {}", count(size.n_squares() as u64, "square")));
    line("start", &start(&record.setup));
    for player in Player::BOTH {
        line(player.name(), &record.players[player.index()]);
    }
    line("event", &record.event);
    line("date", &record.date);
    line("encoding", encoding);
    line("moves", &record.main.moves.len().to_string());
    let n_variations = n_variations(&record.main);
    if n_variations > 0 {
        line("beside", &count(n_variations as u64, "variation"));
    }
    line("result", if record.result.is_empty() { "not stated" } else { &record.result });
    report.push('\n');
    report += &notation::diagram::write(position);
    let last = n_moves.checked_sub(1).and_then(|last| record.main.moves.get(last));
    let last =
        last.map(|&mv| format!(", the last {}'s {}", position.to_move().opponent(), notation::write_move(size, mv)));
    _ = writeln!(report, "\nafter {}{}", moves(n_moves), last.unwrap_or_default());
    let n_empty = count(position.empty().len() as u64, "empty square");
    let [black, white] = Player::BOTH.map(|player| position.n_moves_of(player));
    _ = writeln!(report, "{n_empty}; moves: {black} of black, {white} of white");
    if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner()) {
        _ = writeln!(report, "{winner} has won: {} cannot move", winner.opponent());
    }
    report += &ending(record)?;
    Ok(report)
}

/// The start in words: where the players are, and who moves first.
fn start(setup: &Setup) -> String {
    let first = setup.to_move;
    let [usual, exchanged] = [false, true].map(|is_exchanged| {
        let mut usual =
            Setup::standard(usize::from(setup.size.columns)).ok().filter(|usual| usual.size == setup.size)?;
        if is_exchanged {
            std::mem::swap(&mut usual.black, &mut usual.white);
        }
        Some(Setup { to_move: first, ..usual }.sorted())
    });
    let setup = Some(setup.clone().sorted());
    if setup == usual {
        format!("the usual one, Black below; {first} moves first")
    } else if setup == exchanged {
        format!("the usual one, White below; {first} moves first")
    } else {
        format!("its own; {first} moves first")
    }
}

fn n_variations(line: &RecordLine) -> usize {
    line.variations.iter().map(|variation| 1 + n_variations(&variation.line)).sum()
}

/// The winner with the best play, before the first move and after each; `None` where that is not known for certain. The
/// limits are those of every task that decides many positions.
pub(super) fn winners(record: &Record) -> Result<Vec<Option<Player>>> {
    let mut position = Position::new(&record.setup).map_err(|error| miette!("{error}"))?;
    let mut winners = Vec::new();
    for n_moves in 0..=record.main.moves.len() {
        winners.push(match position.outcome() {
            Some(outcome) => outcome.winner(),
            None => decide(&position, &Deciding::default(), &Limits::default()).map(|solved| solved.winner),
        });
        if let Some(&mv) = record.main.moves.get(n_moves) {
            position.play_unchecked(mv);
        }
    }
    Ok(winners)
}

/// From which move on the winner is known for certain, which moves changed the winner, and what is not known after
/// that. The limits are those of every task that decides many positions.
fn ending(record: &Record) -> Result<String> {
    let mut known: Option<(Player, usize)> = None;
    let mut text = String::new();
    for (n_moves, winner) in winners(record)?.into_iter().enumerate() {
        if let (Some((_, at)), Some(_)) = (known, winner)
            && at + 1 < n_moves
        {
            let after =
                if at + 2 == n_moves { format!("{}", at + 1) } else { format!("{} to {}", at + 1, n_moves - 1) };
            _ = writeln!(text, "not settled after {after} moves: the win may have been given away and back");
        }
        match (known, winner) {
            (None, Some(winner)) => {
                _ = writeln!(text, "decided after {}: {winner} wins with the best play", moves(n_moves));
            }
            (Some((before, at)), Some(winner)) if before != winner && at + 1 == n_moves => {
                let mv = notation::write_move(record.setup.size, record.main.moves[at]);
                _ = writeln!(text, "move {n_moves}, {before}'s {mv}, gives the win away");
            }
            (Some((before, at)), Some(winner)) if before != winner => {
                _ = writeln!(text, "one of {before}'s moves from {} to {n_moves} gives the win away", at + 1);
            }
            _ => {}
        }
        known = winner.map(|winner| (winner, n_moves)).or(known);
    }
    if let (Some((winner, _)), [told, b'+', ..]) = (known, record.result.as_bytes())
        && *told != winner.name().as_bytes()[0].to_ascii_uppercase()
    {
        _ = writeln!(text, "the record gives the game to the other player: {}", record.result);
    }
    Ok(text)
}
