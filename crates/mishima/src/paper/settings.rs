//! Settings of the two programs as a person writes them.

use crate::patterns::Pattern;

use super::{OrderWeights, PaperConfig};

/// The most random walks at a node, and the most moves of one, that a setting may ask for.
const MOST_WALKS: usize = 100_000;
/// The largest coefficient that a setting may ask for.
const MOST_WEIGHT: f64 = 1e6;

/// Reason why a text is no setting of Programs A and B.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{found}`: expected {expected}")]
pub struct SettingError {
    /// The part of the text that is at fault.
    pub found: String,
    /// The right form.
    pub expected: &'static str,
}

fn wrong(found: &str, expected: &'static str) -> SettingError {
    SettingError { found: found.to_owned(), expected }
}

const WEIGHTS: &str = "five numbers (position, killer, two moves, bridge, walks), as in `4,0.3,2,2,4`, or names with \
                       numbers, as in `walks=0,killer=1`; the names are static, place, nearness, history, killer, \
                       two-moves, bridge and walks";

impl PaperConfig {
    /// Sets the coefficients of the ordering from a text: `4,0.3,2,2,4`, in the order of [`OrderWeights::of_terms`], or
    /// names with numbers, as in `walks=0,killer=1`. Coefficients that are not named stay as they are.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; the settings stay as they are.
    pub fn set_weights(&mut self, text: &str) -> Result<(), SettingError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if !text.contains('=') {
            let numbers: Vec<f64> = parts.iter().map(|part| coefficient(part)).collect::<Result<_, _>>()?;
            let terms = <[f64; 5]>::try_from(numbers).map_err(|_| wrong(text, WEIGHTS))?;
            self.weights = OrderWeights::of_terms(terms);
            return Ok(());
        }
        let mut weights = self.weights.clone();
        for part in parts {
            let (name, number) = part.split_once('=').ok_or_else(|| wrong(part, WEIGHTS))?;
            let number = coefficient(number.trim())?;
            let [_, killer, two_moves, bridge, walks] = weights.terms();
            match name.trim() {
                "static" => weights = OrderWeights::of_terms([number, killer, two_moves, bridge, walks]),
                "place" => weights.place = number,
                "nearness" => weights.nearness = number,
                "history" => weights.history = number,
                "killer" => weights.killer = number,
                "two-moves" => weights.two_moves = number,
                "bridge" => weights.saved_bridge = number,
                "walks" => weights.walks = number,
                other => return Err(wrong(other, WEIGHTS)),
            }
        }
        self.weights = weights;
        Ok(())
    }

    /// Sets how many random walks are made, and how many moves each has: `200x5`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; the settings stay as they are.
    pub fn set_walks(&mut self, text: &str) -> Result<(), SettingError> {
        const EXPECTED: &str = "the number of walks and of moves in each, as in `200x5`, at most 100,000 of each";
        let number = |text: &str| text.trim().parse().ok().filter(|&n: &usize| n <= MOST_WALKS);
        let (walks, moves) = text.split_once('x').ok_or_else(|| wrong(text, EXPECTED))?;
        match (number(walks), number(moves)) {
            (Some(n_walks), Some(walk_depth)) => {
                (self.n_walks, self.walk_depth) = (n_walks, walk_depth);
                Ok(())
            }
            _ => Err(wrong(text, EXPECTED)),
        }
    }

    /// Sets the stored patterns: names with commas between them, `none` or `all`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; the settings stay as they are.
    pub fn set_patterns(&mut self, text: &str) -> Result<(), SettingError> {
        const EXPECTED: &str = "`none`, `all`, or names out of bridge, trapezoid, wide, pair and fourth, each once";
        let mut patterns = Vec::new();
        match text.trim() {
            "none" => {}
            "all" => patterns = Pattern::ALL.to_vec(),
            names => {
                for name in names.split(',').map(str::trim) {
                    match Pattern::from_name(name) {
                        Some(pattern) if !patterns.contains(&pattern) => patterns.push(pattern),
                        _ => return Err(wrong(name, EXPECTED)),
                    }
                }
            }
        }
        self.patterns = patterns;
        Ok(())
    }
}

fn coefficient(text: &str) -> Result<f64, SettingError> {
    const EXPECTED: &str = "a coefficient from 0 to 1,000,000";
    let number = text.parse().ok().filter(|number| (0.0..=MOST_WEIGHT).contains(number));
    number.ok_or_else(|| wrong(text, EXPECTED))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let mut config = PaperConfig::default();
        config.set_weights("4,0.3,2,2,4").unwrap();
        for (set, usual) in config.weights.terms().into_iter().zip(PaperConfig::default().weights.terms()) {
            assert!((set - usual).abs() < 1e-9, "the usual coefficients of the five terms");
        }
        config.set_weights(" walks = 0, static=8 ,bridge=1.5").unwrap();
        assert_eq!(config.weights.terms(), [8.0, 0.3, 2.0, 1.5, 0.0]);
        assert!((config.weights.nearness - 6.0).abs() < 1e-9, "the parts of the first term keep their shares");
        config.set_weights("nearness=1").unwrap();
        assert!((config.weights.nearness - 1.0).abs() < 1e-9);
        config.set_walks("50x3").unwrap();
        assert_eq!((config.n_walks, config.walk_depth), (50, 3));
        config.set_patterns("fourth, bridge").unwrap();
        assert_eq!(config.patterns, [Pattern::Fourth, Pattern::Bridge]);
        config.set_patterns("none").unwrap();
        assert!(config.patterns.is_empty());
        config.set_patterns("all").unwrap();
        assert_eq!(config.patterns, Pattern::ALL);
    }

    #[test]
    fn faults_name_what_is_wrong_and_change_nothing() {
        let mut config = PaperConfig::default();
        let message = |error: Result<(), SettingError>| error.unwrap_err().to_string();
        for text in ["", "1,2,3,4", "1,2,3,4,5,6", "-1,0,0,0,0", "nan,0,0,0,0", "1e9,0,0,0,0", "walk=1", "walks=x"] {
            assert!(message(config.set_weights(text)).contains("expected"), "{text}");
        }
        assert!(message(config.set_weights("killer=1,nosuch=2")).starts_with("`nosuch`: expected"));
        for text in ["", "200", "x5", "200x", "-1x5", "1000000x5", "5x1000000"] {
            assert!(message(config.set_walks(text)).starts_with(&format!("`{text}`: expected")), "{text}");
        }
        assert!(message(config.set_patterns("bridge,ziggurat")).starts_with("`ziggurat`: expected `none`"));
        assert!(message(config.set_patterns("pair,pair")).starts_with("`pair`: expected"));
        assert_eq!(config, PaperConfig::default());
    }
}
