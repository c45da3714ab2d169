#!/bin/sh
# Compares a cost with its budget in budgets.toml, prints both, and fails above it.
#
#   .ci/budget.sh NAME COMMAND...   the processor time of the command and all that it starts, in units of the yardstick:
#                                   compiling syn once, measured just before by as many compilers as there are processors
#   .ci/budget.sh binary_bytes FILE the length of the file
set -eu
cd "$(dirname "$0")/.."
name=${1:?usage: .ci/budget.sh NAME COMMAND...}
shift
budget=$(sed -n "s/^$name = \([0-9_]*\)\$/\1/p" budgets.toml | tr -d _)
test -n "$budget" || { echo "budgets.toml has no line '$name = NUMBER'" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Sets `spent` to the processor seconds of all processes that this shell has waited for. A subshell would have none.
look() {
  times >"$folder/times"
  spent=$(awk 'NR == 2 { for (i = 1; i <= NF; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } print sum }' "$folder/times")
}

if test "$name" = binary_bytes; then
  cost=$(wc -c <"$1")
  unit=bytes
else
  n=$(getconf _NPROCESSORS_ONLN)
  i=0
  while test "$i" -lt "$n"; do
    CARGO_TARGET_DIR="$folder/$i" cargo build --quiet --release --locked --manifest-path bench/yardstick/Cargo.toml &
    i=$((i + 1))
  done
  wait
  test -e "$folder/0/release/libyardstick.rlib" || { echo 'the yardstick does not compile' >&2; exit 2; }
  look
  yardstick=$spent
  "$@"
  look
  cost=$(awk -v all="$spent" -v yardstick="$yardstick" -v n="$n" 'BEGIN { printf "%.0f", (all - yardstick) * n / yardstick }')
  unit="times syn ($(awk -v all="$spent" -v yardstick="$yardstick" 'BEGIN { printf "%.0f", all - yardstick }') s of processor time)"
fi
echo "$name: $cost $unit; the budget is $budget"
test "$cost" -le "$budget" || { echo "$name is over its budget in budgets.toml" >&2; exit 1; }
