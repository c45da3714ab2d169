//! A review in sentences, the same for every door.

use tesuji_endings::Margin;

use crate::report::{EstimatedBy, Known, MistakeKind, MoveReview, Proof, ProvedBy, Review, Side, Spent};

/// Most winning moves that a sentence names.
const MOST_NAMED: usize = 6;

impl Review {
    /// Players, board, length and result in one line.
    #[must_use]
    pub fn heading(&self) -> String {
        let [black, white] = &self.players;
        let players = match black.is_empty() && white.is_empty() {
            true => String::new(),
            false => format!("{black} (Black) - {white} (White), "),
        };
        let result = if self.result.is_empty() { String::new() } else { format!(", {}", self.result) };
        let game = if self.board.ends_with(&self.game) { String::new() } else { format!(" {}", self.game) };
        let n_moves = self.moves.len();
        let moves = if n_moves == 1 { "move" } else { "moves" };
        format!("{players}{}{game}, {n_moves} {moves}{result}", self.board)
    }

    /// The results that a reader wants first: where the game was decided, which move lost it, and which would have won.
    #[must_use]
    pub fn verdict(&self) -> Vec<String> {
        let mut said = Vec::new();
        let n_moves = self.moves.len();
        match (self.winner, self.certain_from) {
            (Some(winner), Some(0)) => said.push(format!("Proved: {} wins from the start.", winner.title())),
            (Some(winner), Some(from)) if from == n_moves => {
                said.push(format!("Proved: {} wins the last position.", winner.title()));
            }
            (Some(winner), Some(from)) => said.push(format!(
                "Proved: {} wins from move {from} on, whatever {} plays.",
                winner.title(),
                other(winner).title()
            )),
            _ => said.push("No position at the end of the game is proved within the limits.".to_owned()),
        }
        let certain = self.certain_from.and_then(|from| self.positions.get(from)?.proof()?.margin);
        said.extend(certain.map(Margin::sentence));
        if let Some(turning) = self.turning
            && let Some(mv) = self.moves.get(turning.number - 1)
        {
            said.push(format!("{} lost the game: {}", named(mv), self.instead(mv)));
        } else if let Some(mv) = self
            .mistakes
            .iter()
            .find_map(|&number| self.moves.get(number - 1).filter(|mv| mv.mistake == Some(MistakeKind::Lost)))
        {
            said.push(format!("After {} the game is lost for certain. {}", named(mv), self.instead(mv)));
        }
        let n_thrown = self.moves.iter().filter(|mv| mv.mistake == Some(MistakeKind::Proved)).count();
        if n_thrown > 1 {
            said.push(format!("The proved win changed hands {n_thrown} times."));
        }
        if let (Some(winner), Some(stated)) = (self.winner, self.stated_winner())
            && winner != stated
        {
            let last = self.positions.last().and_then(|position| position.proof());
            let mv = last.and_then(|proof| proof.winning.first());
            let mv = mv.map_or_else(String::new, |mv| format!(", for example with {mv}"));
            said.push(format!(
                "The record gives the game to {} ({}), but {} wins the last position{mv}.",
                stated.title(),
                self.result,
                winner.title()
            ));
        }
        said.extend(self.judge.as_ref().map(|judge| format!("What is not proved is the opinion of {judge}.")));
        said.extend(self.unknown().map(|unknown| format!("{unknown}.")));
        if self.mistakes.is_empty() && self.n_unknown() == 0 {
            // Where the loser lost it before the proofs begin, some move was one.
            said.push(match self.certain_from {
                None | Some(0) => "No mistake was found.".to_owned(),
                Some(from) => format!(
                    "Before move {from} there are only estimates, and they show no mistake: which move decided the game \
                     is not known."
                ),
            });
        }
        said
    }

    /// Number of positions that were not examined, in words; `None` if all were.
    #[must_use]
    pub fn unknown(&self) -> Option<String> {
        let (n_unknown, n_positions) = (self.n_unknown(), self.positions.len());
        let were = if n_unknown == 1 { "was" } else { "were" };
        (n_unknown > 0).then(|| format!("{n_unknown} of {n_positions} positions {were} not looked at"))
    }

    /// The winner by the record.
    #[must_use]
    pub fn stated_winner(&self) -> Option<Side> {
        match self.result.as_bytes() {
            [b'B' | b'b', b'+', ..] => Some(Side::Black),
            [b'W' | b'w', b'+', ..] => Some(Side::White),
            _ => None,
        }
    }

    /// The better alternative to a mistake, as a sentence.
    #[must_use]
    pub fn instead(&self, mv: &MoveReview) -> String {
        let before = self.positions.get(mv.number - 1).and_then(|position| position.proof());
        let Some(better) = &mv.better else {
            return match before {
                Some(Proof { by: ProvedBy::Swap, .. }) => "not swapping wins.".to_owned(),
                _ => "no better move is known.".to_owned(),
            };
        };
        let named = better.moves.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = better.moves.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        match before {
            Some(Proof { is_complete: true, .. }) if better.is_proved && better.moves.len() == 1 => {
                format!("only {named} wins.")
            }
            Some(Proof { is_complete: true, .. }) if better.is_proved => {
                format!("{named}{more} win; nothing else does.")
            }
            _ if better.is_proved && better.moves.len() == 1 => format!("{named} wins."),
            _ if better.is_proved => format!("{named}{more} win."),
            _ => match better.solver_nodes {
                Some(nodes) => format!(
                    "{} prefers {named}, which is an opinion: the solver searched {nodes} positions after it \
                     without an answer.",
                    self.estimator()
                ),
                None => format!("{} prefers {named}, which is an opinion.", self.estimator()),
            },
        }
    }

    /// The source of estimates, as a sentence begins.
    fn estimator(&self) -> &str {
        self.judge.as_deref().unwrap_or("The engine")
    }

    /// Results for the position after `n_moves` moves, in a few words.
    #[must_use]
    pub fn state(&self, n_moves: usize) -> String {
        let Some(position) = self.positions.get(n_moves) else { return String::new() };
        match &position.known {
            Known::Proved(Proof { winner: Some(winner), by, margin, .. }) => {
                let margin = margin.filter(|&margin| margin != Margin::UNKNOWN);
                let margin = margin.map(|margin| format!(", by {margin}")).unwrap_or_default();
                format!("{} wins ({}{margin})", winner.title(), by.words())
            }
            Known::Proved(Proof { by, .. }) => format!("a draw ({})", by.words()),
            Known::Estimated(estimate) => {
                let black = percent(estimate.black);
                let judge = self.judge.as_ref().map_or_else(String::new, |judge| format!(" by {judge}"));
                match (estimate.by, position.interval()) {
                    (EstimatedBy::Table, _) => format!("Black {black} % (table of openings)"),
                    (EstimatedBy::Net, _) => format!("Black {black} % (the net, without a search)"),
                    (EstimatedBy::Search, Some(ends)) => {
                        let [low, high] = ends.map(percent);
                        format!("Black {black} %{judge} [{low}, {high}]")
                    }
                    (EstimatedBy::Search, None) => format!("Black {black} %{judge} (one sample)"),
                }
            }
            Known::Nothing => "not looked at".to_owned(),
        }
    }
}

impl Spent {
    /// Amount of work, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let time = if self.seconds > 0.0 { format!(" in {:.1} s", self.seconds) } else { String::new() };
        let stopped = if self.is_stopped { ", and was stopped before its end" } else { "" };
        let Self { nodes, playouts, .. } = self;
        format!("The review took {nodes} nodes of the solver and {playouts} playouts{time}{stopped}.")
    }
}

/// A share as a whole percentage. Only certain things are 0 or 100.
fn percent(share: f64) -> u32 {
    ((share * 100.0).round() as u32).clamp(1, 99)
}

impl ProvedBy {
    /// Kind of proof, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::End => "the game is over",
            Self::Next | Self::Search => "proved",
            Self::Swap => "by the swap rule",
            Self::Life => "settled",
        }
    }
}

impl MistakeKind {
    /// The kind in one word, for tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Lost => "lost",
            Self::Estimated => "estimated",
        }
    }
}

/// A move as a sentence names it: `Black's move 31, h7,`.
fn named(mv: &MoveReview) -> String {
    format!("{}'s move {}, {},", mv.player.title(), mv.number, mv.mv)
}

const fn other(side: Side) -> Side {
    match side {
        Side::Black => Side::White,
        Side::White => Side::Black,
    }
}
