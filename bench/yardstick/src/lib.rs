//! Nothing: what is measured is the compilation of `syn`.
//!
//! Never: it is no part of the project's programs.
