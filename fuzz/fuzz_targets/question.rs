//! Any text as a question of the page in JSON: an answer that reads back as it was, or a reason why there is none. No
//! search is long.

#![no_main]

use tesuji_search::Limits;
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Answer, Desk, Question, Update, ask};

struct Hurried;

impl Desk for Hurried {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        const MOST: u64 = 40;
        search(&Limits::nodes(budget.nodes.map_or(MOST, |nodes| nodes.min(MOST))), &|| 0.0)
    }

    fn update(&self, _: Update) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(question) = serde_json::from_slice::<Question>(bytes) else { return };
    match ask(&question, &Hurried) {
        Ok(answer) => {
            let text = serde_json::to_string(&answer).expect("an answer is JSON");
            assert_eq!(serde_json::from_str::<Answer>(&text).expect("an answer can be read"), answer);
        }
        Err(trouble) => assert!(!trouble.is_ours, "{trouble:?}"),
    }
});
