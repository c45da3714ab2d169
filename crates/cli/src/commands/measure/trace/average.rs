//! Many games: a line for each turn, with the games of each winner separately and all together.

use std::ops::RangeInclusive;

use serde_json::{Value, json};
use tesuji_network::{AverageTurn, Averages, Ratio, Winners};

use crate::picture::PLAIN;
use crate::text::count;

/// Summaries leave out turns with fewer positions than this.
const LEAST: usize = 20;

/// The turns as a table of one ratio; ends with a newline.
pub(super) fn table(averages: &Averages, n_traced: usize, n_cut: usize, ratio: Ratio) -> String {
    let bold = PLAIN.bold();
    let [black, white, both] = Winners::ALL.map(|winners| averages.n_games(winners));
    let mut table = format!("{bold}{}{bold:#}: black won {black}, white won {white}", count(n_traced as u64, "game"));
    if n_traced > both {
        table += &format!(", {} without winner or moves left out", n_traced - both);
    }
    let name = words(ratio);
    if n_cut > 0 {
        table += &format!("; {} with larger carriers left out", count(n_cut as u64, "position"));
    }
    table += &format!(
        "\n{name}: the loser's number over the winner's, above 1 if the later winner is ahead; geometric means, 95 %\n"
    );
    let column = |name: &str| format!("{name:>13}{:>8}  {:<17}{:>5}", "mean", "interval", "won");
    table += &format!("{bold}moves{}{}{}{bold:#}\n", column("black won"), column("white won"), column("both"));
    let n_turns = averages.turns(Winners::Both).len();
    for number in 0..n_turns {
        let cells = Winners::ALL
            .map(|winners| averages.turns(winners).get(number).map_or(String::new(), |turn| cell(turn, ratio)));
        let line = format!("{number:>5}{:<45}{:<45}{}", cells[0], cells[1], cells[2]);
        table += line.trim_end();
        table.push('\n');
    }
    table += &format!(
        "won: in how many of these positions the later winner's edges are connected; those have no {}\n",
        letter(ratio)
    );
    let above: Vec<String> = averages.above(Winners::Both, ratio, LEAST).iter().map(run).collect();
    let above = if above.is_empty() { "no turn".to_owned() } else { format!("moves {}", above.join(", ")) };
    table + &format!("all games: the interval lies above 1 at {above} (turns of {LEAST} positions or more)\n")
}

fn run(numbers: &RangeInclusive<usize>) -> String {
    let (start, end) = (numbers.start(), numbers.end());
    if start == end { start.to_string() } else { format!("{start}-{end}") }
}

/// A ratio with its definition.
pub(super) fn words(ratio: Ratio) -> &'static str {
    match ratio {
        Ratio::Distance => "d",
        Ratio::MeanDistance => "L",
        Ratio::Betweenness => "C by the paper's formula",
        Ratio::Brandes => "C by Brandes' definition",
    }
}

pub(super) fn letter(ratio: Ratio) -> &'static str {
    match ratio {
        Ratio::Distance => "d",
        Ratio::MeanDistance => "L",
        Ratio::Betweenness | Ratio::Brandes => "C",
    }
}

fn cell(turn: &AverageTurn, ratio: Ratio) -> String {
    let mean = turn.mean(ratio);
    let value = mean.map_or("-".to_owned(), |mean| format!("{:.4}", mean.mean));
    let interval = mean.and_then(|mean| mean.interval).map(|[low, high]| format!("[{low:.4}, {high:.4}]"));
    format!("{:>13}{value:>8}  {:<17}{:>5}", turn.n_open, interval.unwrap_or_default(), turn.n_won)
}

/// One object for each kind of winner. Each says in how many positions of all games larger carriers were left out.
pub(super) fn json_lines(averages: &Averages, n_cut: usize) -> Vec<Value> {
    let turn = |(number, turn): (usize, &AverageTurn)| {
        let mut value = json!({ "number": number, "open": turn.n_open, "won": turn.n_won, "lost": turn.n_lost });
        for ratio in Ratio::ALL {
            value[ratio.name()] = json!(turn.mean(ratio).map(|mean| json!({
                "mean": mean.mean,
                "low": mean.interval.map(|[low, _]| low),
                "high": mean.interval.map(|[_, high]| high),
            })));
        }
        value
    };
    let line = |winners: Winners| {
        json!({
            "winner": winners.name(),
            "games": averages.n_games(winners),
            "cut": n_cut,
            "turns": averages.turns(winners).iter().enumerate().map(turn).collect::<Vec<_>>(),
        })
    };
    Winners::ALL.map(line).to_vec()
}

/// The columns of the CSV file.
pub(super) fn head() -> Vec<String> {
    let mut head = ["winner", "number", "open", "won", "lost"].map(str::to_owned).to_vec();
    for ratio in Ratio::ALL {
        head.extend(["mean", "low", "high"].map(|what| format!("{}_{what}", ratio.name())));
    }
    head
}

/// A row for each kind of winner and turn; a missing value is left empty.
pub(super) fn rows(averages: &Averages) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for winners in Winners::ALL {
        for (number, turn) in averages.turns(winners).iter().enumerate() {
            let mut row = vec![winners.name().to_owned()];
            row.extend([number, turn.n_open, turn.n_won, turn.n_lost].map(|count| count.to_string()));
            for ratio in Ratio::ALL {
                let mean = turn.mean(ratio);
                let interval = mean.and_then(|mean| mean.interval);
                let numbers = [mean.map(|mean| mean.mean), interval.map(|ends| ends[0]), interval.map(|ends| ends[1])];
                row.extend(numbers.map(|value| value.map(|value| value.to_string()).unwrap_or_default()));
            }
            rows.push(row);
        }
    }
    rows
}
