#!/bin/sh
# Builds what people download: `.ci/release.sh FOLDER [TARGET...]`, run in the root of the repository.
#
# For each target FOLDER gets an archive with the program, its licences, completions and manual pages; beside them a list of
# all packages in it and SHA256SUMS. Zig compiles C and links for every system; `make release` takes it from PyPI. Each
# program that this machine can run then solves a board, one for Linux in a folder that holds nothing else. At the end
# stands what could not be made or tried here, and why. A target that cannot be built is an error.
set -eu

folder=${1:?usage: .ci/release.sh FOLDER [TARGET...]}
shift
test $# -gt 0 || set -- x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu \
  x86_64-apple-darwin aarch64-apple-darwin
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
built=${CARGO_TARGET_DIR:-target}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/left"
status=0

# What was not done, for the end.
leave() {
  echo "- $1" >>"$work/left"
}

# Sets `with` to what runs a program for this target here, to nothing for a program of this machine. Fails if nothing does.
find_runner() {
  with=
  case $1-$(uname -s)-$(uname -m) in
    x86_64-*-linux-*-Linux-x86_64 | aarch64-*-linux-*-Linux-aarch64 | *-darwin-Darwin-arm64 | x86_64-*-darwin-Darwin-x86_64) ;;
    aarch64-*-linux-*-Linux-*) with=$(command -v qemu-aarch64-static) ;;
    *-windows-*-Linux-*) with=$(command -v wine64 || command -v wine || command -v /usr/lib/wine/wine64) ;;
    *) return 1 ;;
  esac
}

# Solves a board with the program $1 of target $2, and checks the certificate.
try() {
  rm -rf "$work/empty"
  mkdir "$work/empty"
  cp "$1" "$work/empty/"
  case $2-$(id -u) in
    *-linux-*-0) inside="chroot $work/empty" ;;
    *-linux-*) inside="unshare --user --map-root-user chroot $work/empty" ;;
    *) inside= ;;
  esac
  inner=./${1##*/}
  if test -n "$with" && test -n "$inside"; then
    cp "$with" "$work/empty/"
    with=./${with##*/}
  fi
  # shellcheck disable=SC2086
  (cd "$work/empty" && export WINEDEBUG=-all TMPDIR=/ && $inside $with "$inner" solve c3 --board 5 --certificates proofs &&
    $inside $with "$inner" check proofs/*.cert) >&2
}

# What the packages of target $1 are, in the form of CycloneDX.
list_packages() {
  cargo tree --locked -p tesuji --edges normal,build --target "$1" --prefix none --format '{p}|{l}' |
    sed 's/ (.*)|/|/; s/ (\*)$//' | sort -u | python3 -c '
import json, sys
parts = []
for line in sys.stdin:
    package, _, licence = line.strip().partition("|")
    name, _, version = package.partition(" v")
    version = version.split()[0]
    part = {"type": "library", "name": name, "version": version, "purl": f"pkg:cargo/{name}@{version}"}
    parts.append(part | ({"licenses": [{"expression": licence.replace("/", " OR ")}]} if licence else {}))
product = {"type": "application", "name": "tesuji", "version": sys.argv[1]}
json.dump({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": product}, "components": parts}, sys.stdout, indent=1)
' "$version"
}

speaker=
for target; do
  echo "$target" >&2
  ! command -v rustup >/dev/null || rustup --quiet target add "$target" >&2
  cargo=$(command -v cargo-zigbuild || echo cargo)
  if ! "$cargo" build --profile dist --locked -p tesuji --target "$target" >&2; then
    leave "$target was not built: see above"
    status=1
    continue
  fi
  case $target in *-windows-*) program=tesuji.exe ;; *) program=tesuji ;; esac
  name=tesuji-$version-$target
  into=$work/$name
  mkdir -p "$into/completions" "$into/man"
  cp "$built/$target/dist/$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$into/"
  if ! find_runner "$target"; then
    leave "$target was built, not run: nothing here runs it"
  elif ! try "$into/$program" "$target"; then
    leave "$target was built and does not run: see above"
    status=1
  elif test -z "$speaker"; then
    cp "$into/$program" "$work/"
    speaker="$with $work/$program"
  fi
  # What the program writes about itself is the same on every system, so any that runs here may write it.
  for shell in bash zsh fish powershell; do
    ${speaker:-cargo run --quiet --locked -p tesuji --} completions "$shell" >"$into/completions/tesuji.$shell"
  done
  ${speaker:-cargo run --quiet --locked -p tesuji --} completions man "$into/man"
  list_packages "$target" >"$folder/$name.cdx.json"
  case $target in
    *-windows-*) (cd "$work" && python3 -m zipfile -c "$name.zip" "$name") && mv "$work/$name.zip" "$folder/" ;;
    *) tar -C "$work" -czf "$folder/$name.tar.gz" "$name" ;;
  esac
  rm -rf "$into"
done

# A container holds the static program alone.
static=$folder/tesuji-$version-$(uname -m)-unknown-linux-musl.tar.gz
engine=$(command -v podman || command -v docker || true)
if test ! -e "$static"; then
  leave "no container: the program for Linux is not there"
elif test -z "$engine" || ! "$engine" info >/dev/null 2>&1; then
  leave "no container: neither podman nor docker runs here"
else
  tar -C "$work" -xzf "$static"
  "$engine" build --quiet --tag "tesuji:$version" --file .ci/Containerfile "$work/tesuji-$version-$(uname -m)-unknown-linux-musl" >&2
  "$engine" run --rm --network none "tesuji:$version" solve c3 --board 5 >&2
  "$engine" save "tesuji:$version" | gzip >"$folder/tesuji-$version-$(uname -m)-container.tar.gz"
fi

# For `cargo install tesuji`: the program and all crates it is made of, the page inside that of the server.
trap 'rm -rf "$work" crates/server/page' EXIT
cp -r web/dist crates/server/page
if cargo package --quiet --workspace --exclude xtask --exclude tesuji-python --exclude tesuji-wasm \
  --exclude tesuji-wasm-checker --no-verify --allow-dirty --locked --target-dir "$work/crates" >&2; then
  tar -C "$work/crates/package" -cf "$folder/tesuji-$version-crates.tar" $(cd "$work/crates/package" && ls ./*.crate)
else
  leave "no packages for Cargo: see above"
  status=1
fi

# macOS has it by another name.
sum=sha256sum
command -v $sum >/dev/null || sum="shasum -a 256"
(cd "$folder" && rm -f SHA256SUMS && $sum tesuji-* >"$work/sums" && mv "$work/sums" SHA256SUMS && cat SHA256SUMS)
if test -s "$work/left"; then
  echo "not done here:"
  cat "$work/left"
fi
exit "$status"
