#!/bin/sh
# Tests or times the kernels of the net of Hex in WebAssembly, by Node: `web/scripts/kernels.sh test|time`, run in the root of
# the repository. `test` runs all tests of the crate, which compare the kernels with each other and with the references.
# Ends with 3, and says what is missing, where this cannot be done.
set -eu

missing() {
  echo "no kernels of WebAssembly: $1" >&2
  exit 3
}

target=wasm32-wasip1
test -e "$(rustc --print target-libdir --target $target 2>/dev/null)" || missing "install the target with 'rustup target add $target'"
command -v node >/dev/null || missing "Node 20 or newer is not there"

# The vectors of the page (engine.sh).
CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128"
# V8 optimises functions before they run, so that their first calls take no longer than the others.
CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings --no-liftoff $PWD/web/scripts/wasi.mjs"
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS CARGO_TARGET_WASM32_WASIP1_RUNNER

case ${1:-} in
  # In one unit, because a linker for WebAssembly leaves out units that nothing names, and their tests with them.
  test)
    cargo test --workspace --locked --target $target --features tesuji-neural/proofs \
      --config profile.dev.package.tesuji-neural.codegen-units=1 --test neural -- --test-threads=1
    ;;
  time) cargo run --profile wasm --locked --target $target -p tesuji-neural --features large --example kernels ;;
  *) echo "usage: web/scripts/kernels.sh test|time" >&2; exit 2 ;;
esac
