//! Searches for positions of the shape of figure 4 of Ishida and Nakamura (2016) whose ranks are near the published
//! ones. The picture is lost; what the text says of it is kept: five black stones with g are a nakade inside White, a to
//! d are White's liberties outside, e and f inside, and White can take g only when e and f are filled.
//!
//! ```text
//! cargo run --release -p tesuji-playout --example two_points_search [PLAYOUTS] [SEED] [libego]
//! ```
//!
//! Deterministic. For each variant it prints how far its ranks are from tables 9, 10 and 11 (root mean square over the
//! 19 numbers), and the ranks themselves; the nearest come first.

#![allow(clippy::print_stdout, reason = "the result of a program")]

use tesuji_board::{Cell, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Diagram, Komi, Move, Position, Rules};
use tesuji_playout::statistics::{OrderConfig, Play, Sample, Scope, Statistics, StatisticsConfig, Threshold, Zeros};
use tesuji_playout::{GoLibEgo, GoLight};

/// Rows 9 to 7 and the right side are White's and Black's settled ground; digits and signs stand for what is varied:
/// `h` a third inside liberty, `1` to `8` eyes of either side that may be filled.
const SHAPE: &str = "
 9 1 W 2 W 3 W 4 W 5
 8 W W W W W W W W W
 7 B B B B B B B B B
 6 B B b B B B B 6 B
 5 B W W W W c B B B
 4 B W f B W W B 7 B
 3 B W B g B W B B B
 2 B W h B e W B B 8
 1 a W W W W W d B B
";

/// The published ranks of a, b, c, d, e, f, g: tables 9 (before), 10 (after White e), 11 (after White f).
const PUBLISHED: [[Option<f64>; 7]; 3] = [
    [Some(0.06), Some(0.06), Some(0.07), Some(0.07), Some(-0.12), Some(-0.18), Some(-0.07)],
    [Some(0.09), Some(0.09), Some(0.08), Some(0.07), None, Some(-0.16), Some(0.10)],
    [Some(0.07), Some(0.08), Some(0.09), Some(0.08), Some(-0.15), None, Some(0.15)],
];

/// What is varied.
#[derive(Clone, Copy, Debug)]
struct Variant {
    /// What stands on h: nothing, or a stone.
    third: char,
    /// How many of White's five eyes at the top are filled.
    top_filled: usize,
    /// How many of Black's three eyes on the right are filled.
    right_filled: usize,
    /// Komi in half points.
    komi: i16,
    to_move: Player,
    scope: Ranked,
    zeros: Zeros,
    /// A playout is won at the median instead of the komi.
    at_median: bool,
}

/// The moves that are ranked.
#[derive(Clone, Copy, Debug)]
enum Ranked {
    All,
    Playable,
    Marked,
}

impl Variant {
    fn position(&self) -> Option<(Position, Vec<(char, Cell)>)> {
        let fill = |sign: char| match sign {
            'h' => {
                if self.third == '.' {
                    'h'
                } else {
                    self.third
                }
            }
            '1'..='5' => {
                if (sign as usize - '1' as usize) < self.top_filled {
                    'W'
                } else {
                    '.'
                }
            }
            '6'..='8' => {
                if (sign as usize - '6' as usize) < self.right_filled {
                    'B'
                } else {
                    '.'
                }
            }
            other => other,
        };
        // The numbers of the rows are not part of the board.
        let lines = SHAPE.lines().filter(|line| !line.is_empty());
        let text: String = lines.map(|line| line.chars().skip(2).map(fill).chain(['\n']).collect::<String>()).collect();
        let diagram: Diagram = text.parse().ok()?;
        let [black, white] = diagram.stones();
        let topology = Topology::square(9, 9).ok()?;
        let komi = Komi::from_half_points(self.komi);
        let position = Position::setup(topology, Rules::CHINESE, komi, [black, white], self.to_move).ok()?;
        Some((position, diagram.marks().to_vec()))
    }

    /// The ranks of a to g before, after White e, after White f.
    fn ranks(&self, n_playouts: u32, seed: u64, is_libego: bool) -> Option<[[Option<f64>; 7]; 3]> {
        let (start, marks) = self.position()?;
        let cell = |letter: char| marks.iter().find(|(mark, _)| *mark == letter).map(|(_, cell)| *cell);
        let letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
        let marked = letters.into_iter().filter_map(cell).collect();
        let scope = match self.scope {
            Ranked::All => Scope::All,
            Ranked::Playable => Scope::Playable,
            Ranked::Marked => Scope::Within(&marked),
        };
        let config = OrderConfig { scope, zeros: self.zeros, ..OrderConfig::default() };
        let threshold = if self.at_median { Threshold::Median } else { Threshold::Komi };
        let after = |letter: Option<char>| -> Option<[Option<f64>; 7]> {
            let mut position = start.clone();
            if let Some(letter) = letter {
                position.set_to_move(Player::White);
                position.play(Move::Place(cell(letter)?)).ok()?;
            }
            let sample = if is_libego {
                Sample::collect(&position, &mut GoLibEgo::default(), n_playouts, seed)
            } else {
                Sample::collect(&position, &mut GoLight::default(), n_playouts, seed)
            };
            let ranks = Statistics::new(&sample, &StatisticsConfig { threshold, n_parts: 1 }).order_ranks(&config);
            Some(letters.map(|of| {
                let play = Play { player: Player::Black, cell: cell(of)? };
                ranks.iter().find(|rank| rank.play == play && Some(of) != letter).map(|rank| rank.value)
            }))
        };
        Some([after(None)?, after(Some('e'))?, after(Some('f'))?])
    }
}

/// The root of the mean square of the differences from the published ranks.
fn distance(ranks: &[[Option<f64>; 7]; 3]) -> f64 {
    let pairs = ranks.as_flattened().iter().zip(PUBLISHED.as_flattened());
    let squares: Vec<f64> = pairs.filter_map(|(ours, paper)| Some((ours.unwrap_or(0.0) - (*paper)?).powi(2))).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

fn main() {
    let number =
        |place: usize, usual: u64| std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (n_playouts, seed) = (number(1, 2_000) as u32, number(2, 1));
    let is_libego = std::env::args().nth(3).is_some_and(|kind| kind == "libego");
    let mut found = Vec::new();
    for third in ['.', 'W', 'B'] {
        for (top_filled, right_filled) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (3, 2)] {
            for komi in [1, 61, -39] {
                for scope in [Ranked::All, Ranked::Playable, Ranked::Marked] {
                    for zeros in [Zeros::Count, OrderConfig::default().zeros] {
                        let at_median = komi == 61;
                        let to_move = Player::Black;
                        let variant =
                            Variant { third, top_filled, right_filled, komi, to_move, scope, zeros, at_median };
                        if let Some(ranks) = variant.ranks(n_playouts, seed, is_libego) {
                            found.push((distance(&ranks), variant, ranks));
                        }
                    }
                }
            }
        }
    }
    found.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    for (distance, variant, ranks) in found {
        println!("{distance:.3}  {variant:?}");
        for row in ranks {
            let of = |rank: Option<f64>| rank.map_or_else(|| "    -".to_owned(), |rank| format!("{rank:+.2}"));
            println!("       {}", row.map(of).join(" "));
        }
    }
}
