//! The board as text: stones, and a figure from 0 to 9 with its colour on every empty point.

use anstyle::{Ansi256Color, Style};
use tesuji_board::{Cell, Player};
use tesuji_engine::{CellStatistics, Measured, StatisticsReport};
use tesuji_hex::render::{Margins, Symbol, render};

use super::cases::Case;
use crate::picture::{FAINT, OPPONENT, OWNER};

/// The backgrounds from low to high numbers: grey, then brown to orange.
const GROUNDS: [u8; 6] = [236, 58, 94, 130, 166, 202];
/// The backgrounds from White's points to Black's.
pub(super) const GREYS: [u8; 6] = [254, 250, 246, 242, 238, 234];

/// Contents of a board.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum MapOf {
    /// How much the result depends on who is first to play there
    Criticality,
    /// How much the result depends on who owns the point at the end
    OwnerCriticality,
    /// Who owns the point at the end
    Ownership,
    /// How urgently Black's move there comes before others
    BlackOrder,
    /// The same for White's move
    WhiteOrder,
}

impl MapOf {
    const fn is_whose(self) -> bool {
        matches!(self, Self::Ownership)
    }

    /// The number for each cell that has one.
    pub(super) fn values(self, report: &StatisticsReport) -> Vec<Option<f64>> {
        let of = |number: &dyn Fn(&CellStatistics) -> Option<f64>| report.cells.iter().map(number).collect();
        // What lies within its own interval is not drawn.
        let clear = |measured: Measured| {
            let is_clear = measured.interval.is_none_or(|[low, high]| low > 0.0 || high < 0.0);
            is_clear.then_some(measured.value)
        };
        let ranks = |player: Player| {
            let ranks = &report.player(player).ranks;
            of(&|cell| ranks.iter().find(|rank| rank.cell == cell.cell).and_then(|rank| clear(rank.value)))
        };
        match self {
            Self::Criticality => of(&|cell| clear(cell.criticality?)),
            Self::OwnerCriticality => of(&|cell| clear(cell.owner_criticality?)),
            Self::Ownership => of(&|cell| Some(cell.ownership?.value)),
            Self::BlackOrder => ranks(Player::Black),
            Self::WhiteOrder => ranks(Player::White),
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Criticality => "criticality",
            Self::OwnerCriticality => "criticality of owners",
            Self::Ownership => "ownership",
            Self::BlackOrder => "black's order ranks",
            Self::WhiteOrder => "white's order ranks",
        }
    }
}

/// The board with its legend; ends with a newline.
pub(super) fn draw(case: &Case, report: &StatisticsReport, of: MapOf) -> String {
    let values = of.values(report);
    let most = values.iter().flatten().copied().fold(0.0, f64::max);
    let legend = match values.iter().position(|value| *value == Some(most)).filter(|_| most > 0.0) {
        _ if of.is_whose() => format!("{}: 0 is White's, 9 is Black's", of.title()),
        Some(idx) => format!("{}: 9 is {most:.4}, at {}", of.title(), report.cells[idx].cell),
        None => format!("{}: no point has any", of.title()),
    };
    let symbol = |cell: Cell| symbol(&report.cells[cell.index()], values[cell.index()], most, of);
    if let Some((columns, rows)) = case.topology.size() {
        let board = render(columns, rows, Margins::Coordinates, |cell| Symbol::styled(symbol(cell), 1));
        return format!("{legend}\n{board}");
    }
    // Each cell first gets a unique sign to keep its place; then the sign becomes a stone or figure.
    let sign = |cell: Cell| char::from_u32(FIRST_SIGN + cell.index() as u32).unwrap_or('?');
    let mut board = String::new();
    for letter in case.topology.text(sign).chars() {
        match u32::from(letter).checked_sub(FIRST_SIGN).map(|idx| idx as usize).filter(|&idx| idx < values.len()) {
            Some(idx) => board += &symbol(Cell::new(idx)),
            None => board.push(letter),
        }
    }
    format!("{legend}\n{board}")
}

/// Signs for private use, more than any board has cells.
const FIRST_SIGN: u32 = 0xE000;

fn symbol(cell: &CellStatistics, value: Option<f64>, most: f64, of: MapOf) -> String {
    let (text, style) = match (cell.stone.as_deref(), value) {
        (Some("black"), _) => ('B', OPPONENT),
        (Some(_), _) => ('W', OWNER),
        (None, Some(value)) if of.is_whose() => (figure((1.0 + value) / 2.0), ground(GREYS, (1.0 + value) / 2.0)),
        // Values below a tenth would hide the rest.
        (None, Some(value)) if most > 0.0 && value >= most / 10.0 => {
            (figure(value / most), ground(GROUNDS, value / most))
        }
        (None, _) => ('.', FAINT),
    };
    format!("{style}{text}{style:#}")
}

/// Tenths, 9 for all of it.
pub(super) fn figure(share: f64) -> char {
    char::from(b'0' + (10.0 * share.clamp(0.0, 0.99)) as u8)
}

pub(super) fn ground(grounds: [u8; 6], share: f64) -> Style {
    let ground = grounds[((share.max(0.0) * grounds.len() as f64) as usize).min(grounds.len() - 1)];
    let ink = if ground >= 242 { 16 } else { 231 };
    Style::new().bg_color(Some(Ansi256Color(ground).into())).fg_color(Some(Ansi256Color(ink).into()))
}
