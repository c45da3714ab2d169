//! The checker of certificates for a browser, and nothing else.
//!
//! Useful for: a page that checks a certificate by itself, whoever made it. The module is small: `proof` is the only crate
//! of ours in it.
//!
//! Not useful for: any other question, a drawing of the claim among them (`wasm`); for Rust (`proof`, which does the work).
//!
//! Never: a decision of its own, a search, a file, a network.

use tesuji_proof::{CertificateFormError, CheckReport, Form, Verdict, to_base64};
use wasm_bindgen::prelude::wasm_bindgen;

/// Result of the checker.
#[wasm_bindgen]
pub struct Checked(CheckReport);

/// Reason why a text is no certificate.
#[wasm_bindgen]
pub struct CheckFault(CertificateFormError);

/// Checks a certificate, in the readable form or in the compact one in Base64.
///
/// # Errors
///
/// If the text is no certificate, or its beginning cannot be read.
#[wasm_bindgen]
pub fn check(certificate: &str) -> Result<Checked, CheckFault> {
    Form::open(certificate).and_then(|form| CheckReport::new(form, || false)).map(Checked).map_err(CheckFault)
}

#[wasm_bindgen]
impl Checked {
    /// Whether the certificate proves what it states.
    #[wasm_bindgen(getter)]
    pub fn is_valid(&self) -> bool {
        self.0.is_valid()
    }

    /// Whether the certificate states that the claim holds, or that it fails.
    #[wasm_bindgen(getter)]
    pub fn holds(&self) -> bool {
        self.0.verdict == Verdict::Holds
    }

    /// One sentence for people: what is proved, or the fault and its place.
    #[wasm_bindgen(getter)]
    pub fn words(&self) -> String {
        self.0.in_words()
    }

    /// Its number of nodes.
    #[wasm_bindgen(getter)]
    pub fn n_nodes(&self) -> usize {
        self.0.n_nodes
    }

    /// Its size in compact form, in bytes.
    #[wasm_bindgen(getter)]
    pub fn n_bytes(&self) -> usize {
        self.0.bytes.len()
    }

    /// The certificate in compact form, in Base64: for a file.
    #[wasm_bindgen(getter)]
    pub fn compact(&self) -> String {
        to_base64(&self.0.bytes)
    }
}

#[wasm_bindgen]
impl CheckFault {
    /// The fault.
    #[wasm_bindgen(getter)]
    pub fn what(&self) -> String {
        self.0.to_string()
    }

    /// Advice for the user; empty if there is none.
    #[wasm_bindgen(getter)]
    pub fn advice(&self) -> String {
        self.0.advice().to_owned()
    }

    /// The line of the fault, from 1; undefined if it has no place.
    #[wasm_bindgen(getter)]
    pub fn line(&self) -> Option<usize> {
        self.0.place().map(|(line, _)| line)
    }

    /// The character of the line, from 1; undefined if it has no place.
    #[wasm_bindgen(getter)]
    pub fn column(&self) -> Option<usize> {
        self.0.place().map(|(_, column)| column)
    }
}
