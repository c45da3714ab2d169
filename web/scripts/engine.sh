#!/bin/sh
# Builds WebAssembly for the page: `web/scripts/engine.sh FOLDER [checker|all]`, run in the root of the repository.
# It writes FOLDER/engine/tesuji_checker* and, with `all`, FOLDER/engine/tesuji_wasm*.
# PROFILE is Cargo's: `wasm`, which is shipped, or `wasm-test`, which compiles soon and goes without wasm-opt.
# Ends with 3, and says what is missing, where WebAssembly cannot be built. The page works without it, with a server.
set -eu

folder=${1:?usage: web/scripts/engine.sh FOLDER [checker|all]}
wanted=${2:-checker}
profile=${PROFILE:-wasm}
case $wanted in
  checker) set -- -p tesuji-wasm-checker ;;
  all) set -- -p tesuji-wasm-checker -p tesuji-wasm ;;
  *) echo "engine.sh: '$wanted' is neither checker nor all" >&2; exit 2 ;;
esac

case $profile in
  wasm | wasm-test) ;;
  *) echo "engine.sh: the profile '$profile' is neither wasm nor wasm-test" >&2; exit 2 ;;
esac

missing() {
  echo "no WebAssembly: $1" >&2
  exit 3
}

target=wasm32-unknown-unknown
built=${CARGO_TARGET_DIR:-target}
case $built in /*) ;; *) built=$PWD/$built ;; esac
CARGO_TARGET_DIR=$built/wasm
export CARGO_TARGET_DIR
# A search goes deep: the stack is as large as that of a thread of the program.
# The browsers that run the page (docs/SITE.md) know vectors of 128 bits, for sets of cells and the net of Hex. An older one
# refuses the module with a CompileError. Without relaxed SIMD, which not all of them know.
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C link-arg=-zstack-size=8388608 -C target-feature=+simd128"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS

# The second number of a version.
minor() {
  sed -n "s/$1[^0-9]*1\\.\\([0-9]*\\).*/\\1/p" | head -n 1
}

# What is shipped has a standard library of its own, compiled for size, where its sources are: sorting alone is a tenth of
# the engine otherwise. With rustup its compiled library serves too; Debian's compiler has nothing else.
sources() {
  test -e "$("$1" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock"
}
build_std=
if test -e "$(rustc --print target-libdir --target $target 2>/dev/null)"; then
  if test "$profile" = wasm && sources rustc; then
    build_std=yes
  elif test "$profile" = wasm; then
    echo "engine.sh: with the sources of Rust's library (rustup component add rust-src) the engine would be smaller" >&2
  fi
elif test -x /usr/bin/rustc && sources /usr/bin/rustc &&
  test "$(/usr/bin/rustc --version | minor '^rustc')" -ge "$(minor '^rust-version' <Cargo.toml)"; then
  command -v wasm-ld >/dev/null || missing "the linker wasm-ld is not there (Debian: apt-get install lld)"
  RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
  export RUSTC CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  build_std=yes
else
  missing "install it with 'rustup target add $target' (Debian without rustup: apt-get install rustc-web rust-web-src lld)"
fi
if test -n "$build_std"; then
  # Both are unstable options of Cargo. No default features, among them the backtraces that no browser shows.
  export RUSTC_BOOTSTRAP=1
  build_std='-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size'
fi

# shellcheck disable=SC2086
cargo build --profile "$profile" --locked --target $target $build_std "$@"

# Makes a module smaller where Binaryen is installed. Before wasm-bindgen adds its tables: Binaryen 108 confuses them.
shrink() {
  if test "$profile" = wasm-test; then
    cp "$1" "$2"
  elif ! command -v wasm-opt >/dev/null; then
    echo "engine.sh: with wasm-opt (Debian: apt-get install binaryen) the engine would be smaller" >&2
    cp "$1" "$2"
  elif ! wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int \
    --enable-sign-ext --enable-multivalue --enable-reference-types "$1" -o "$2"; then
    echo "engine.sh: wasm-opt has failed, so the module stays as it is" >&2
    cp "$1" "$2"
  fi
}

mkdir -p "$folder/engine" "$CARGO_TARGET_DIR/$target/$profile/finished"
for package in "$@"; do
  case $package in
    tesuji-wasm) name=tesuji_wasm ;;
    tesuji-wasm-checker) name=tesuji_checker ;;
    *) continue ;;
  esac
  module=$CARGO_TARGET_DIR/$target/$profile/$(echo "$package" | tr - _)
  # What is finished lies beside the module, and is made again only after the module or this script has changed.
  finished=$CARGO_TARGET_DIR/$target/$profile/finished
  last=$finished/${name}_bg.wasm
  if ! test "$last" -nt "$module.wasm" || ! test "$last" -nt "$0"; then
    shrink "$module.wasm" "$module.small.wasm"
    # It runs on this machine, so with its usual compiler and target folder.
    (
      unset RUSTC RUSTC_BOOTSTRAP
      CARGO_TARGET_DIR=$built cargo run --quiet --locked -p xtask --features wasm -- bindgen "$module.small.wasm" "$finished" $name
    ) >/dev/null
  fi
  cp "$finished/$name"* "$folder/engine/"
  echo "$folder/engine/${name}_bg.wasm: $(wc -c <"$last") bytes, $(gzip -9 -c "$last" | wc -c) with gzip"
done
