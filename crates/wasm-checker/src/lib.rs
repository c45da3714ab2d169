//! The checker of certificates for a browser, and nothing else.
//!
//! Useful for: a page that checks a certificate by itself, whoever made it. The module is small, since no search is in it.
//!
//! Not useful for: any other question (`wasm`); for Rust (`workbench`, which does the work, or `proof`).
//!
//! Never: a decision of its own, a search, a file, a network.

use tesuji_workbench::certificate::{CertificateText, check as checked};
use tesuji_workbench::{Quiet, Trouble};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Checks a certificate, in the readable form or in the compact one in Base64. Returns a `Checked` as JSON.
///
/// # Errors
///
/// A `Trouble` as JSON, if the text is no certificate.
#[wasm_bindgen]
pub fn check(certificate: String) -> Result<String, JsValue> {
    answer(certificate).map_err(JsValue::from)
}

fn answer(certificate: String) -> Result<String, String> {
    let written = |error: serde_json::Error| Trouble::ours(error.to_string());
    checked(&CertificateText { certificate }, &Quiet)
        .and_then(|checked| serde_json::to_string(&checked).map_err(written))
        .map_err(|trouble| serde_json::to_string(&trouble).unwrap_or(trouble.what))
}
