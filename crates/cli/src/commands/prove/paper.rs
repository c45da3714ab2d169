//! The settings of Programs A and B as options.

use tesuji_mishima::paper::PaperConfig;

/// Search settings of Programs A and B of Mishima et al. 2008. Other programs have no such settings.
#[derive(clap::Args)]
pub(crate) struct PaperArguments {
    /// The coefficients of the five ordering terms: `4,0.3,2,2,4` (position, killer, two moves, bridge, walks), or
    /// names, as in `walks=0,killer=1`
    #[arg(long, value_name = "WEIGHTS", help_heading = "Programs A and B", value_parser = weights)]
    weights: Option<PaperConfig>,
    /// How many random walks are made at a position, and how many moves each has [default: 200x5]
    #[arg(long, value_name = "NxM", help_heading = "Programs A and B", value_parser = walks)]
    walks: Option<PaperConfig>,
    /// Walks are made only at positions with fewer moves than this above them [default: 4]
    #[arg(long, value_name = "N", help_heading = "Programs A and B")]
    walk_plies: Option<usize>,
    /// The stored patterns: names out of bridge, trapezoid, wide, pair and fourth, or `none`, or `all` [default: all]
    #[arg(long, value_name = "NAMES", help_heading = "Programs A and B", value_parser = patterns)]
    patterns: Option<PaperConfig>,
}

impl PaperArguments {
    /// Whether any of the options is given.
    pub(crate) const fn are_given(&self) -> bool {
        self.weights.is_some() || self.walks.is_some() || self.walk_plies.is_some() || self.patterns.is_some()
    }

    /// The settings.
    pub(crate) fn config(&self) -> PaperConfig {
        let mut config = PaperConfig::default();
        if let Some(set) = &self.weights {
            config.weights = set.weights.clone();
        }
        if let Some(set) = &self.walks {
            (config.n_walks, config.walk_depth) = (set.n_walks, set.walk_depth);
        }
        if let Some(set) = &self.patterns {
            config.patterns.clone_from(&set.patterns);
        }
        config.walk_plies = self.walk_plies.unwrap_or(config.walk_plies);
        config
    }
}

fn weights(text: &str) -> Result<PaperConfig, String> {
    let mut config = PaperConfig::default();
    config.set_weights(text).map(|()| config).map_err(|error| error.to_string())
}

fn walks(text: &str) -> Result<PaperConfig, String> {
    let mut config = PaperConfig::default();
    config.set_walks(text).map(|()| config).map_err(|error| error.to_string())
}

fn patterns(text: &str) -> Result<PaperConfig, String> {
    let mut config = PaperConfig::default();
    config.set_patterns(text).map(|()| config).map_err(|error| error.to_string())
}
