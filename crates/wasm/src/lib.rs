//! The workbench for a browser: questions and answers as JSON, in a web worker.
//!
//! Useful for: the page without a server. Each worker answers one question at a time; to stop a question, the page ends
//! its worker.
//!
//! Not useful for: Rust (`workbench`, which does the work); certificates alone (`wasm-checker`, a far smaller module).
//!
//! Never: a decision of its own, a thread, a file, a network.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod desk;
mod door;

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use desk::WorkerDesk;

thread_local! {
    /// Listener for the updates of the question that is being answered.
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began, by a clock that never goes back.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Answers a `Question` as JSON with an `Answer` as JSON. `on_update` gets each `Update` as JSON.
///
/// # Errors
///
/// A `Trouble` as JSON.
#[wasm_bindgen]
pub fn ask(question: &str, on_update: Function) -> Result<String, JsValue> {
    LISTENER.set(Some(on_update));
    let answer = door::ask(question, &WorkerDesk::new(now, tell));
    LISTENER.set(None);
    answer.map_err(JsValue::from)
}

fn tell(update: &str) {
    // What the listener does with it, even if it fails, does not change the answer.
    LISTENER.with_borrow(|listener| {
        listener.as_ref().map(|listener| listener.call1(&JsValue::NULL, &JsValue::from(update)))
    });
}
