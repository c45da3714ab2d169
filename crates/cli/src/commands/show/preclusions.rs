//! `tesuji show --program a,b,c`: the first moves that each program leaves, side by side.

use serde_json::{Value, json};
use tesuji_board::CellSet;
use tesuji_figures::{Picture as Drawn, Theme};
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_mishima::preclusion::{Preclusion, preclusion};
use tesuji_problem::Problem;
use tesuji_proof::{Claim, Mover};
use tesuji_search::Limits;

use crate::picture::{FAINT, MARKED, OPPONENT, Picture, beside, names, sentence};
use crate::text::count;

/// The columns of `--csv`, which are keys of the JSON.
pub(super) const COLUMNS: &str = "id program to_move empties decided n_left left n_decisive decisive n_threats nodes";

/// One problem as several programs see its first moves.
pub(super) struct ProgramOpinions<'a> {
    problem: &'a Problem,
    by: Vec<Preclusion>,
}

impl<'a> ProgramOpinions<'a> {
    pub(super) fn new(problem: &'a Problem, programs: &[Program], config: &PaperConfig, limits: &Limits) -> Self {
        let by = programs.iter().map(|&program| preclusion(&problem.claim, program, config, limits)).collect();
        Self { problem, by }
    }

    /// The boards side by side, what is left to each, and the threats if they are wanted.
    pub(super) fn in_words(&self, with_threats: bool) -> String {
        let claim = &self.problem.claim;
        let mover = mover(claim);
        let mut text = format!("{}: {}\n", self.problem.id, sentence(claim));
        let boards: Vec<String> = self.by.iter().map(|seen| board(claim, seen)).collect();
        text += &beside(&boards);
        for seen in &self.by {
            let name = seen.program.name();
            let n_cells = claim.carrier.len();
            text += &format!("{name} leaves the {mover} {} of {n_cells}: ", count(seen.left.len() as u64, "move"));
            text += &format!("{}\n", names(&claim.topology, &seen.left));
            if !seen.decisive.is_empty() {
                text += &format!("{name}: ! wins for the {mover}: {}\n", names(&claim.topology, &seen.decisive));
            }
            if let Some(holds) = seen.decided {
                let verb = if holds { "holds" } else { "fails" };
                text += &format!("{name} sees without a move that the claim {verb}\n");
            }
            for threat in seen.threats.iter().filter(|_| with_threats) {
                let (cell, region) = (claim.topology.name(threat.cell), names(&claim.topology, &threat.region));
                text += &format!("{name}: the threat {cell} needs {region}\n");
            }
        }
        text
    }

    /// One object for each program.
    pub(super) fn json_lines(&self) -> Vec<Value> {
        let claim = &self.problem.claim;
        let list = |cells: &CellSet| cells.iter().map(|cell| claim.topology.name(cell)).collect::<Vec<_>>();
        let line = |seen: &Preclusion| {
            let threats = seen.threats.iter();
            let threats = threats
                .map(|threat| json!({ "cell": claim.topology.name(threat.cell), "region": list(&threat.region) }));
            json!({
                "id": self.problem.id,
                "program": seen.program.name(),
                "to_move": mover(claim),
                "empties": claim.carrier.len(),
                "decided": seen.decided.map(|holds| if holds { "holds" } else { "fails" }),
                "n_left": seen.left.len(),
                "left": list(&seen.left),
                "n_decisive": seen.decisive.len(),
                "decisive": list(&seen.decisive),
                "n_threats": seen.threats.len(),
                "threats": threats.collect::<Vec<_>>(),
                "nodes": seen.nodes,
            })
        };
        self.by.iter().map(line).collect()
    }

    pub(super) fn drawn(&self, with_threats: bool, theme: Theme) -> Vec<Drawn> {
        let Problem { id, claim, .. } = self.problem;
        let mut pictures = vec![claims::preclusions(id, claim, &self.by, theme)];
        if with_threats {
            let of_program = |seen: &Preclusion| {
                claims::threats(&format!("{id}, program {}", seen.program.name()), claim, seen, theme)
            };
            pictures.extend(self.by.iter().flat_map(of_program));
        }
        pictures
    }
}

fn mover(claim: &Claim) -> &'static str {
    match claim.to_move {
        Mover::Owner => "owner",
        Mover::Opponent => "opponent",
    }
}

/// The board with the program's name above it: `@` moves that are left, `!` those that decide, `.` those ruled out.
fn board(claim: &Claim, seen: &Preclusion) -> String {
    let picture = Picture::of_claim(claim).with(&claim.carrier, '.', FAINT);
    let picture = picture.with(&seen.left, '@', MARKED).with(&seen.decisive, '!', OPPONENT);
    format!("{}\n{picture}", seen.program.name())
}
