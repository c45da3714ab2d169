//! The output of `tesuji claim minimize`: pictures before and after, or JSON lines.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};
use tesuji_board::{CellSet, Topology};
use tesuji_claims::carriers::Needs;
use tesuji_proof::{Claim, Verdict};

use super::Minimized;
use crate::picture::{FAINT, MARKED, OPPONENT, Picture, names, sentence};
use crate::sheet;
use crate::text::count;

const TITLE: Style = Style::new().bold();
const OPEN: Style = AnsiColor::Yellow.on_default();

/// The columns of `--csv`, which are keys of the JSON.
pub(super) const COLUMNS: &str = "id answer empties needed droppable undecided minimal complete contradicted seconds";

/// Prints one problem.
pub(super) fn print(minimized: &Minimized<'_>, all: bool, is_json: bool) -> io::Result<()> {
    let text = match is_json {
        true => format!("{}\n", sheet::line(&json_line(minimized, all))),
        false => report(minimized, all),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn report(minimized: &Minimized<'_>, all: bool) -> String {
    let claim = &minimized.problem.claim;
    let board = &claim.topology;
    let mut text = format!("{TITLE}{}{TITLE:#}\n{}\n", minimized.problem.id, sentence(claim));
    // Writing to a string cannot fail.
    let Some(needs) = &minimized.needs else {
        _ = writeln!(text, "{}undecided: a limit was reached\n", Picture::of_claim(claim));
        return text;
    };
    if needs.whole.verdict == Verdict::Fails {
        _ = writeln!(
            text,
            "{}the claim fails, so nothing can be dropped; `tesuji claim repair` finds the smallest sets of cells that make it hold",
            Picture::of_claim(claim)
        );
    } else {
        _ = writeln!(text, "{}", marked(claim, needs).to_string().trim_end_matches('\n'));
        text += &line(board, "needed (*)", &needs.needed());
        text += &line(board, "can be dropped, each alone (-)", &needs.droppable());
        let undecided = needs.undecided();
        if !undecided.is_empty() {
            text += &line(board, "undecided (?), a limit was reached", &undecided);
        }
        carriers(&mut text, minimized, all);
    }
    if minimized.contradicted() {
        _ = writeln!(text, "{OPPONENT}CONTRADICTED{OPPONENT:#}: the file says otherwise");
    }
    if let Some(folder) = &minimized.folder {
        _ = writeln!(text, "certificates: {}", folder.display());
    }
    _ = writeln!(text, "{:.3} s\n", minimized.seconds);
    text
}

fn marked<'a>(claim: &'a Claim, needs: &Needs) -> Picture<'a> {
    let picture = Picture::of_claim(claim).with(&needs.needed(), '*', MARKED);
    picture.with(&needs.droppable(), '-', FAINT).with(&needs.undecided(), '?', OPEN)
}

fn line(board: &Topology, what: &str, cells: &CellSet) -> String {
    format!("{what}: {}\n", names(board, cells))
}

fn carriers(text: &mut String, minimized: &Minimized<'_>, all: bool) {
    let whole = &minimized.problem.claim.carrier;
    for (number, certificate) in (1..).zip(&minimized.carriers) {
        let carrier = &certificate.claim.carrier;
        let cells = count(carrier.len() as u64, "cell");
        let title = match (all, minimized.is_minimal) {
            (_, true) if carrier == whole => "the carrier is minimal".to_owned(),
            (true, true) => format!("minimal carrier {number}: {cells}"),
            (false, true) => format!("a minimal carrier: {cells}"),
            (_, false) if carrier == whole => "no smaller carrier was found before the stop".to_owned(),
            (_, false) => format!("a smaller carrier, perhaps not minimal: {cells}"),
        };
        _ = writeln!(text, "\n{TITLE}{title}{TITLE:#}");
        if carrier != whole {
            _ = write!(text, "{}", Picture::of_claim(&certificate.claim));
        }
    }
    if all {
        let n_found = count(if minimized.is_minimal { minimized.carriers.len() as u64 } else { 0 }, "minimal carrier");
        let complete = if minimized.is_complete { "there are no others" } else { "NOT COMPLETE: a limit was reached" };
        _ = writeln!(text, "\n{n_found}; {complete}");
    }
}

pub(super) fn json_line(minimized: &Minimized<'_>, all: bool) -> Value {
    let board = &minimized.problem.claim.topology;
    let list = |cells: &CellSet| cells.iter().map(|cell| board.name(cell)).collect::<Vec<_>>();
    let needs = minimized.needs.as_ref();
    let answer = match needs.map(|needs| needs.whole.verdict) {
        Some(Verdict::Holds) => "holds",
        Some(Verdict::Fails) => "fails",
        None => "undecided",
    };
    let cells = |select: fn(&Needs) -> CellSet| needs.map(|needs| list(&select(needs))).unwrap_or_default();
    json!({
        "id": minimized.problem.id,
        "answer": answer,
        "empties": minimized.problem.claim.carrier.len(),
        "needed": cells(Needs::needed),
        "droppable": cells(Needs::droppable),
        "undecided": cells(Needs::undecided),
        "carriers": minimized.carriers.iter().map(|carrier| list(&carrier.claim.carrier)).collect::<Vec<_>>(),
        "minimal": minimized.is_minimal,
        "complete": all.then_some(minimized.is_complete),
        "contradicted": minimized.contradicted(),
        "seconds": minimized.seconds,
        "certificates": minimized.folder.as_ref().map(|folder| folder.to_string_lossy()),
    })
}
