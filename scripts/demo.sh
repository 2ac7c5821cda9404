#!/usr/bin/env bash
# Runs Cento on the collections in examples/, printing each command before it runs.
#
#   demo.sh CENTO
set -euo pipefail
cento=$(realpath "$1")
cd "$(dirname "$0")/.."
PATH="$(dirname "$cento"):$PATH"
out=build/demo
rm -rf "$out"
mkdir -p "$out"

run() {
  printf '\n$ %s\n' "$*"
  "$@" 2>&1
}

articles=examples/articles
echo "38 articles in English and Chinese, some of them copied, edited, merged or in pages (examples/README.md)."
echo "What do they share?"
run cento scan "$articles" -o "$out/found"
echo
echo "Which documents, how similar they are, and how much of each occurs in the other:"
run cat "$out/found/documents.jsonl"
echo
echo "An article and its edited copy side by side: two sentences merged, one inserted, one rewritten, one passage."
run cento compare "$articles/english.jsonl#night-train" "$articles/english.jsonl#night-train-reader"
echo
echo "The same news in other words, which only loose matching finds:"
run cento scan "$articles/chinese.jsonl" --match loose -o "$out/loose"
run grep fish-pond "$out/loose/passages.jsonl"
echo
echo "The articles without passages that occur in an earlier one, and the evidence for each cut:"
run cento dedup "$articles" --level passage -o "$out/clean.jsonl" --audit "$out/cuts.jsonl"
echo
echo "Results are in $out: found/documents.jsonl, found/passages.jsonl, found/families.jsonl and found/summary.json"
echo "(docs/commands/scan.md explains every field), loose/ likewise, clean.jsonl and cuts.jsonl."
