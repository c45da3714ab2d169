//! The files of the repository: examples, the data suite, and the three faces of one problem.
