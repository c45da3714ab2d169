//! The library is one that Python can load. What it does is tested in Python (`python/tests`), on this very file.

/// The library of this build, beside the test.
fn library() -> std::path::PathBuf {
    let mut path = std::env::current_exe().expect("a test has a path");
    path.pop();
    path.join(format!("{}tesuji_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX))
}

#[test]
fn the_library_exports_the_entry_that_python_looks_for() {
    let bytes = std::fs::read(library()).expect("the library is built before its tests");
    let has = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    assert!(has(b"PyInit__tesuji"));
    assert!(!has(b"libpython3"), "it has to load into any Python, so it may be linked to none");
}
