//! Many games as Takada et al. 2014 show them: White's numbers over Black's, after the moves of each player.

use serde_json::{Value, json};
use tesuji_board::Player;
use tesuji_network::{ColourAverages, ColourTurn, MeanRatio, Ratio, Winners};

use super::average::{letter, words};
use crate::picture::PLAIN;
use crate::sheet::{Cell, Sheet, cells};
use crate::text::count;

/// Everyone whose games are averaged, with the player who moved last.
fn groups() -> impl Iterator<Item = (Winners, Player)> {
    Winners::ALL.into_iter().flat_map(|winners| Player::BOTH.map(|mover| (winners, mover)))
}

/// The turns as tables of one ratio; ends with a newline.
pub(super) fn table(averages: &ColourAverages, n_traced: usize, n_cut: usize, ratio: Ratio) -> String {
    let bold = PLAIN.bold();
    let [black, white, both] = Winners::ALL.map(|winners| averages.n_games(winners));
    let mut table = format!("{bold}{}{bold:#}: black won {black}, white won {white}", count(n_traced as u64, "game"));
    if n_traced > both {
        table += &format!(", {} without winner or moves left out", n_traced - both);
    }
    if n_cut > 0 {
        table += &format!("; {} with larger carriers left out", count(n_cut as u64, "position"));
    }
    table += &format!("\n{}: white's number over black's, above 1 if black is ahead; means, 95 %\n", words(ratio));
    for mover in Player::BOTH {
        let columns = ["games black won", "games white won", "all games"].map(|of| format!("{of:>15}{:>45}", ""));
        let head = format!("{:>5}{:>9}  {:<18}{:>11}  {:<18}", "n", "mean", "interval", "geometric", "interval");
        table +=
            &format!("\n{bold}after {mover}'s moves{bold:#}\n{bold}     {}{bold:#}\n", columns.concat().trim_end());
        table += &format!("{bold}moves{head}{head}{}{bold:#}\n", head.trim_end());
        for (number, _) in averages.turns(Winners::Both, mover) {
            let of = |winners| averages.turns(winners, mover).find(|(other, _)| *other == number);
            let cells = Winners::ALL
                .map(|winners| of(winners).map_or_else(|| cell(None, ratio), |(_, turn)| cell(Some(turn), ratio)));
            table += format!("{number:>5}{}", cells.concat()).trim_end();
            table.push('\n');
        }
    }
    table + &format!("n: positions in which nobody has won, even virtually; others have no {}\n", letter(ratio))
}

fn cell(turn: Option<&ColourTurn>, ratio: Ratio) -> String {
    let n = turn.map_or_else(String::new, |turn| turn.n_open.to_string());
    let value = |mean: Option<MeanRatio>| mean.map_or_else(String::new, |mean| format!("{:.4}", mean.mean));
    let ends = |mean: Option<MeanRatio>| {
        let interval = mean.and_then(|mean| mean.interval);
        interval.map_or_else(String::new, |[low, high]| format!("[{low:.4}, {high:.4}]"))
    };
    let [arithmetic, geometric] = means(turn, ratio);
    format!("{n:>5}{:>9}  {:<18}{:>11}  {:<18}", value(arithmetic), ends(arithmetic), value(geometric), ends(geometric))
}

fn means(turn: Option<&ColourTurn>, ratio: Ratio) -> [Option<MeanRatio>; 2] {
    [turn.and_then(|turn| turn.arithmetic(ratio)), turn.and_then(|turn| turn.geometric(ratio))]
}

/// Mean, low and high end, arithmetic and then geometric.
fn numbers(turn: &ColourTurn, ratio: Ratio) -> [Option<f64>; 6] {
    let [arithmetic, geometric] = means(Some(turn), ratio).map(|mean| {
        let interval = mean.and_then(|mean| mean.interval);
        [mean.map(|mean| mean.mean), interval.map(|ends| ends[0]), interval.map(|ends| ends[1])]
    });
    [arithmetic[0], arithmetic[1], arithmetic[2], geometric[0], geometric[1], geometric[2]]
}

const NUMBERS: [&str; 6] = ["mean", "low", "high", "geometric", "geometric_low", "geometric_high"];

/// One object for each kind of winner and player who moved last.
pub(super) fn json_lines(averages: &ColourAverages, n_cut: usize) -> Vec<Value> {
    let turn = |(number, turn): (usize, &ColourTurn)| {
        let [black_won, white_won] = turn.n_won;
        let mut value = json!({"number": number, "open": turn.n_open, "black_won": black_won, "white_won": white_won});
        for ratio in Ratio::ALL {
            let numbers = NUMBERS.into_iter().zip(numbers(turn, ratio));
            value[ratio.name()] = numbers.map(|(name, number)| (name.to_owned(), json!(number))).collect();
        }
        value
    };
    let line = |(winners, mover): (Winners, Player)| {
        json!({
            "winner": winners.name(),
            "mover": mover.name(),
            "games": averages.n_games(winners),
            "cut": n_cut,
            "turns": averages.turns(winners, mover).map(turn).collect::<Vec<_>>(),
        })
    };
    groups().map(line).collect()
}

/// A row for each kind of winner, player who moved last, and turn.
pub(super) fn sheet(averages: &ColourAverages) -> Sheet {
    let names = ["winner", "mover", "number", "open", "black_won", "white_won"].map(str::to_owned).into_iter();
    let of_ratios = Ratio::ALL.into_iter().flat_map(|ratio| NUMBERS.map(|what| format!("{}_{what}", ratio.name())));
    let mut sheet = Sheet::new(names.chain(of_ratios));
    for (winners, mover) in groups() {
        for (number, turn) in averages.turns(winners, mover) {
            let [black_won, white_won] = turn.n_won;
            let row = cells![winners.name(), mover.name(), number, turn.n_open, black_won, white_won];
            let of_ratios = Ratio::ALL.into_iter().flat_map(|ratio| numbers(turn, ratio).map(Cell::from));
            sheet.row(row.into_iter().chain(of_ratios));
        }
    }
    sheet
}
