//! Runs the tests of this crate's modules.

tesuji_testing::main!(tesuji_neural);

/// In WebAssembly the other tests compare the plain kernel with that of the vectors. This one fails where the vectors are off,
/// and the linker leaves out a library that no test names.
#[cfg(target_arch = "wasm32")]
#[tesuji_testing::test]
fn webassembly_has_a_kernel_with_vectors() {
    assert_eq!(tesuji_neural::Kernel::best().name(), "simd128");
}
