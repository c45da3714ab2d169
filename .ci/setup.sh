#!/bin/sh
# What `make test` uses beyond Rust, a C compiler, git and Python.
#
#   .ci/setup.sh install   installs what it can: as root, or with sudo after asking. With TESUJI_PEERS=required it fails if
#                          something is still missing.
#   .ci/setup.sh skipped   lists the tests that were skipped, and how to get what they need
set -eu
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null 2>&1; }

has_node() { has npm && node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; }

# A target of rustup, or a compiler with the sources of the standard library: what web/scripts/engine.sh takes.
has_wasm() {
  test -e "$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)" ||
    { has wasm-ld && test -e "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/Cargo.lock"; }
}

# A line for each thing that is missing: Debian's packages, the tests, how to get it; between bars.
missing() {
  has gnugo || test -x /usr/games/gnugo ||
    echo 'gnugo|games against GNU Go|apt-get install gnugo'
  python3 -c 'import ensurepip' 2>/dev/null ||
    echo 'python3-venv|the Python package|apt-get install python3-venv'
  has_node ||
    echo '-|the page: its types and all tests in a browser|Node 20.19 or newer, with npm'
  test -x "${CHROMIUM:-/usr/bin/chromium}" ||
    echo 'chromium fonts-noto-cjk|the page in a browser|apt-get install chromium, or CHROMIUM=/path/of/chromium'
  has_wasm ||
    echo 'rustc-web rust-web-src lld binaryen|the page without a server|rustup target add wasm32-unknown-unknown (Debian without rustup: apt-get install rustc-web rust-web-src lld)'
}

case ${1:-} in
install)
  # With rustup its own target serves: Debian's compiler may be older than what Cargo.toml asks for.
  has_wasm || ! has rustup || timeout 120 rustup --quiet target add wasm32-unknown-unknown || true
  packages=$(missing | cut -d '|' -f 1 | grep -v '^-$' | tr '\n' ' ')
  if test -n "$packages" && has apt-get; then
    as=
    if test "$(id -u)" != 0; then
      as=no
      if has sudo && test -t 0; then
        printf 'Tests need %s. Install with sudo apt-get? [y/N] ' "$packages"
        read -r answer
        case $answer in [yY]*) as=sudo ;; esac
      fi
    fi
    if test "$as" != no; then
      # shellcheck disable=SC2086
      { $as apt-get update -qq && $as apt-get install -y --no-install-recommends $packages; } || echo 'apt-get has failed' >&2
    fi
  fi
  if test "${TESUJI_PEERS:-}" = required && test -n "$(missing)"; then
    echo 'TESUJI_PEERS=required, and these are missing:' >&2
    missing | sed 's/^[^|]*|\(.*\)|\(.*\)$/  \1: \2/' >&2
    exit 1
  fi
  ;;
skipped)
  lines=$(missing)
  test -e "${2:?the folder of the Python environment}/ready" ||
    lines="$lines
-|the Python package|packages from PyPI: run make pytest with a network"
  if test -z "$lines"; then
    echo 'No test was skipped.'
  else
    echo 'Skipped tests, and how to get what they need:'
    echo "$lines" | sed -n 's/^[^|]*|\(.*\)|\(.*\)$/  \1: \2/p'
  fi
  ;;
*)
  echo 'usage: .ci/setup.sh install | skipped FOLDER' >&2
  exit 2
  ;;
esac
