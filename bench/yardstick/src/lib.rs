//! Nothing: what is measured is the compilation of `syn`.
