#!/usr/bin/env bash
# Fuzzes every target of a build folder, one after another, for some seconds each. New inputs go to the build folder;
# a crash stops it and leaves the input there.
#
#   fuzz.sh BUILD SECONDS
set -euo pipefail
build=$1
seconds=$2
seeds=$(dirname "$0")/../fuzz/seeds

for program in "$build"/fuzz/fuzz_*; do
  [ -x "$program" ] && [ -f "$program" ] || continue
  name=$(basename "$program")
  name=${name#fuzz_}
  found="$build/fuzz/found/$name"
  mkdir -p "$found"
  # Arrow C++ asks for as much memory as a damaged file says it needs, and fails before it uses it.
  limit_mb=4096
  [ "$name" != table_files ] || limit_mb=65536
  echo "== fuzzing $name for $seconds s"
  "$program" "$found" "$seeds/$name" -max_total_time="$seconds" -artifact_prefix="$build/fuzz/crash-$name-" \
    -rss_limit_mb=4096 -malloc_limit_mb="$limit_mb" -timeout=20 -print_final_stats=1 2>"$build/fuzz/$name.log" ||
    { tail -n 40 "$build/fuzz/$name.log"; exit 1; }
  grep -E '^stat::(number_of_executed_units|new_units_added)' "$build/fuzz/$name.log"
done
