#!/usr/bin/env bash
# Installs the library into a folder, builds examples/embed with what is there, and checks what it prints.
#
#   embed.sh BUILD COMPILER
set -euo pipefail
build=$1
compiler=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/installed" >"$work/install.log"
cmake -S "$source/examples/embed" -B "$work/embed" -DCMAKE_PREFIX_PATH="$work/installed" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release >"$work/configure.log"
cmake --build "$work/embed" >"$work/build.log"
"$work/embed/embed" >"$work/printed"
printf 'wire[0,70) = paper[23,93)\n2 documents, 1 passages\n' | diff - "$work/printed"

# Nothing but the public functions is visible: no internal name, no name of another library.
nm -DC --defined-only "$work"/installed/lib*/*/libcento.so "$work"/installed/lib*/libcento.so 2>/dev/null |
  awk '$2 ~ /[TW]/' | cut -d' ' -f3- | grep -v '^cento::' | grep -vE '^(typeinfo|vtable|guard|std::|operator)' >"$work/others" || true
[ ! -s "$work/others" ] || { echo "the library shows:"; head "$work/others"; exit 1; }
