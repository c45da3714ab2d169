//! A review as text for a terminal.

use std::fmt::Write;

use tesuji_review::{Known, MistakeKind, MoveReview, PositionReview, Review, Side};

use crate::picture::{BAD, FAINT, GOOD, OPEN, PLAIN};
use crate::text::{count, with_separators};

/// Most mistakes in the table.
const MOST_MISTAKES: usize = 10;
/// Number of moves of a line that are shown.
const LONGEST_LINE: usize = 8;
/// Most only moves that are named.
const MOST_NAMED: usize = 12;

/// The whole report.
pub(super) fn report(review: &Review, all: bool) -> String {
    let bold = PLAIN.bold();
    let mut text = format!("{bold}{}{bold:#}: {}\n", review.id, review.heading());
    for sentence in review.verdict() {
        _ = writeln!(text, "{sentence}");
    }
    text += &curve(review);
    let moves: Vec<&MoveReview> = if all {
        review.moves.iter().collect()
    } else {
        let mut numbers: Vec<usize> = review.mistakes.iter().take(MOST_MISTAKES).copied().collect();
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| review.moves.get(number - 1)).collect()
    };
    if !moves.is_empty() {
        text += &table(review, &moves);
    }
    let only: Vec<String> =
        review.moves.iter().filter(|mv| mv.is_only_move).map(|mv| format!("{} {}", mv.number, mv.mv)).collect();
    if !only.is_empty() {
        let more = only.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = only.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        _ = writeln!(text, "only moves (proved that nothing else wins): {named}{more}");
    }
    text += &work(review);
    if let Some(link) = &review.link {
        _ = writeln!(text, "{link}");
    }
    text
}

/// Two lines: Black's chances as bars, and below who is proved to win.
fn curve(review: &Review) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut bars = String::new();
    let mut proved = String::new();
    for position in &review.positions {
        let bar = position.black().map_or(' ', |(black, _)| BARS[((black * 8.0) as usize).min(7)]);
        bars.push(bar);
        proved.push(match (position.proof().is_some(), position.winner()) {
            (true, Some(Side::Black)) => 'B',
            (true, Some(Side::White)) => 'W',
            (true, None) => '=',
            (false, _) if matches!(position.known, Known::Nothing) => '?',
            (false, _) => '.',
        });
    }
    format!("\n{OPEN}Black's chances{OPEN:#}  {bars}\nproved winner    {proved}\n")
}

fn table(review: &Review, moves: &[&MoveReview]) -> String {
    let bold = PLAIN.bold();
    let states: Vec<[String; 2]> =
        moves.iter().map(|mv| [review.state(mv.number - 1), review.state(mv.number)]).collect();
    let width = |column: usize| states.iter().map(|state| state[column].len()).max().unwrap_or(0).max(6);
    let [before, after] = [width(0), width(1)];
    let played = moves.iter().map(|mv| mv.mv.len()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "\n{bold}{:>4}  {:<6} {:<played$}  {:<before$}  {:<after$}  {:>7}  better{bold:#}\n",
        "move", "player", "played", "before", "after", "loss"
    );
    for (mv, [was, is]) in moves.iter().zip(&states) {
        let style = match mv.mistake {
            Some(MistakeKind::Proved | MistakeKind::Lost) => BAD,
            Some(MistakeKind::Estimated) => OPEN,
            None if mv.is_only_move => GOOD,
            None => FAINT,
        };
        let loss = match (mv.loss, mv.interval) {
            (Some(loss), Some([low, high])) if low < high => {
                format!("{:.0} ±{:.0}", loss * 100.0, (high - low) * 50.0)
            }
            (Some(loss), _) => format!("{:.0}", loss * 100.0),
            _ => String::new(),
        };
        let better = mv.mistake.map(|_| better(mv)).unwrap_or_default();
        let line = format!(
            "{:>4}  {:<6} {style}{:<played$}{style:#}  {was:<before$}  {is:<after$}  {loss:>7}  {better}",
            mv.number,
            mv.player.title(),
            mv.mv
        );
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn better(mv: &MoveReview) -> String {
    let Some(better) = &mv.better else { return String::new() };
    let shown = &better.line[..better.line.len().min(LONGEST_LINE)];
    let more = if shown.len() < better.line.len() { " .." } else { "" };
    let line = format!("{}{more}", shown.join(" "));
    if better.is_proved {
        let named = better.moves.iter().take(LONGEST_LINE).map(String::as_str).collect::<Vec<_>>().join(", ");
        let dots = if better.moves.len() > LONGEST_LINE { " .." } else { "" };
        let verb = if better.moves.len() == 1 { "wins" } else { "win" };
        return if shown.len() > 1 {
            format!("{named}{dots} {verb} (line: {line})")
        } else {
            format!("{named}{dots} {verb}")
        };
    }
    format!("{line} (opinion)")
}

/// Amount of work.
fn work(review: &Review) -> String {
    let spent = &review.spent;
    let n_positions = review.positions.len();
    let n_estimated = review.positions.iter().filter(|position| is_estimated(position)).count();
    let mut parts = vec![format!("{} of {n_positions} positions proved", review.n_proved())];
    if n_estimated > 0 {
        parts.push(format!("{n_estimated} estimated"));
    }
    if review.n_unknown() > 0 {
        parts.push(format!("{} not looked at", review.n_unknown()));
    }
    if spent.nodes > 0 {
        parts.push(count(spent.nodes, "node"));
    }
    if spent.playouts > 0 {
        parts.push(format!("{} playouts", with_separators(spent.playouts)));
    }
    if spent.stored > 0 {
        parts.push(format!("{} from the store", spent.stored));
    }
    if spent.seconds > 0.0 {
        parts.push(format!("{:.1} s", spent.seconds));
    }
    let stopped = if spent.is_stopped { "; stopped before its end" } else { "" };
    let n_certificates =
        review.positions.iter().filter_map(PositionReview::proof).filter(|proof| proof.certificate.is_some()).count();
    let certificates = if n_certificates > 0 {
        format!("; {} written", count(n_certificates as u64, "certificate"))
    } else {
        String::new()
    };
    format!("\n{}{certificates}{stopped}\n", parts.join(", "))
}

fn is_estimated(position: &PositionReview) -> bool {
    position.proof().is_none() && position.black().is_some()
}
