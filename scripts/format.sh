#!/usr/bin/env bash
# Formats all C++ files in place; with --check only reports, and fails, where one is not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run -Werror)

find include src apps tests fuzz bench -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.inl' \) -print0 |
  xargs -0 --no-run-if-empty --max-procs "$(nproc)" --max-args 16 clang-format-14 "${mode[@]}"
