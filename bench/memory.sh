#!/usr/bin/env bash
# Makes large inputs and measures the memory of every command on them; writes the table of docs/benchmarks.md.
#
#   memory.sh BUILD CORPUS QUESTIONS [--quick]      --quick leaves out the largest input and `scan --match loose`
#
# Loose matching gets documents of up to 200 kB, and it and threads get smaller inputs: their work grows faster than the
# input.
set -euo pipefail

build=$1 corpus=$2 questions=$3 quick=${4:-}
here=$(dirname "$0")
work=$(mktemp -d "$corpus/memory.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$build/make_copies" "$corpus/en.jsonl" 2300000000 1 > "$work/input.jsonl"
inputs=(--input "$work/input.jsonl")
if [ -z "$quick" ]; then
  "$build/make_copies" "$corpus/en.jsonl" 8700000000 1 > "$work/larger.jsonl"
  awk 'length($0) <= 200000' "$corpus/en.jsonl" > "$work/short.jsonl"
  "$build/make_copies" "$work/short.jsonl" 600000000 1 > "$work/loose.jsonl"
  inputs+=(--larger-input "$work/larger.jsonl" --loose-input "$work/loose.jsonl")
fi
if [ -e "$questions" ]; then
  "$here/make_threads.py" --questions "$questions" --text "$corpus/en.txt" --threads 1000000 --out "$work/threads.jsonl"
  inputs+=(--threads-input "$work/threads.jsonl")
fi
"$here/memory.py" --cento "$build/cento" "${inputs[@]}" --work "$work" --write docs/benchmarks.md
