#!/usr/bin/env bash
# Shows what Cento makes of the collection in examples/, printing each command before it runs.
#
#   demo.sh CENTO
set -euo pipefail
cento=$(realpath "$1")
cd "$(dirname "$0")/.."
PATH="$(dirname "$cento"):$PATH"
out=build/demo
mkdir -p "$out"

run() {
  printf '\n$ %s\n' "$*"
  "$@" 2>&1
}

echo "A page, a JSON lines file and a text, as sentences with their place in the text:"
run cento show --as sentences examples/news/orchard.html examples/news/wire.jsonl examples/news/ferry-zh.txt
echo
echo "The whole folder as compressed JSON lines, and back:"
run cento convert examples/news -o "$out/news.jsonl.zst"
run cento show --as none "$out/news.jsonl.zst"
echo
echo "Short reports that papers copied from each other: all pairs of near-duplicates, with their similarity:"
run cento pairs examples/dispatches -o "$out/pairs.tsv"
run cat "$out/pairs.tsv"
echo
echo "The same collection without them, and the evidence for each document that went:"
run cento dedup examples/dispatches -o "$out/clean.jsonl" --audit "$out/removed.jsonl"
run cat "$out/removed.jsonl"
