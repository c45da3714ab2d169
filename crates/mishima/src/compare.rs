//! Several programs on one claim, beside each other: what each answers and what it costs, as in table 2 of the paper.

use tesuji_proof::Claim;
use tesuji_search::Limits;

use crate::Program;
use crate::paper::PaperConfig;

/// Answer of one program to a claim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProgramRun {
    /// The program.
    pub program: Program,
    /// Whether the claim holds; `None` if a limit was reached first.
    pub holds: Option<bool>,
    /// Positions searched, in the program's own count.
    pub nodes: u64,
    /// Seconds that the search took, on the caller's clock.
    pub seconds: f64,
}

/// Asks each of `programs` about `claim`, one after another, each within `limits`.
///
/// `config` has the settings of Programs A and B. `seconds` reads a clock of the caller, before and after each search.
pub fn compare(
    claim: &Claim,
    programs: &[Program],
    config: &PaperConfig,
    limits: &Limits,
    mut seconds: impl FnMut() -> f64,
) -> Vec<ProgramRun> {
    let run = |&program: &Program| {
        let start = seconds();
        let report = program.verify(claim, config, limits);
        ProgramRun { program, holds: report.outcome.holds(), nodes: report.nodes, seconds: seconds() - start }
    };
    programs.iter().map(run).collect()
}

/// The answer that the runs agree on; `None` if no program has one, or two contradict each other.
#[must_use]
pub fn agreed(runs: &[ProgramRun]) -> Option<bool> {
    let answer = runs.iter().find_map(|run| run.holds);
    answer.filter(|_| !contradict(runs))
}

/// Whether one program says that the claim holds, and another that it fails.
#[must_use]
pub fn contradict(runs: &[ProgramRun]) -> bool {
    let says = |answer: bool| runs.iter().any(|run| run.holds == Some(answer));
    says(true) && says(false)
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;
    use tesuji_prove::testing::random_claim;

    const ALL: [Program; 4] = [Program::A, Program::B, Program::C, Program::BruteForce];

    #[test]
    fn all_programs_say_the_same() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(19);
        let mut n_holding = 0;
        for _ in 0..200 {
            let claim = random_claim(&mut rng, 9);
            let mut ticks = 0.0;
            let runs = compare(&claim, &ALL, &PaperConfig::default(), &Limits::default(), || {
                ticks += 1.0;
                ticks
            });
            assert_eq!(runs.iter().map(|run| run.program).collect::<Vec<_>>(), ALL);
            assert!(runs.iter().all(|run| run.seconds == 1.0 && run.holds.is_some()));
            assert!(!contradict(&runs), "{claim:?}: {runs:?}");
            n_holding += usize::from(agreed(&runs) == Some(true));
        }
        assert!((40..160).contains(&n_holding), "{n_holding} of 200 hold");
    }

    #[test]
    fn a_contradiction_is_no_answer() {
        let run = |holds| ProgramRun { program: Program::A, holds, nodes: 0, seconds: 0.0 };
        assert_eq!(agreed(&[run(None), run(Some(false))]), Some(false));
        assert!(contradict(&[run(Some(true)), run(None), run(Some(false))]));
        assert_eq!(agreed(&[run(Some(true)), run(Some(false))]), None);
        assert_eq!(agreed(&[run(None)]), None);
    }
}
