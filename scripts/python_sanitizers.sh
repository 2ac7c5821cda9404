#!/usr/bin/env bash
# Builds the Python module, the command and the plug-in for Parquet with sanitizers, and runs the tests of the package.
#
#   python_sanitizers.sh [address] [threads]      default: both
#
# address: AddressSanitizer and UndefinedBehaviorSanitizer, all tests; threads: ThreadSanitizer, the tests of the module.
# Python and the packages beside are as they are: their leaks and races are not reported. Needs build/venv (`make python`).
set -euo pipefail
cd "$(dirname "$0")/.."
python=build/venv/bin/python
jobs=${JOBS:-$(nproc)}

# Builds a preset and installs its package into a folder of its own.
install_package() {
  local preset=$1
  [ -e "build/$preset/build.ninja" ] || cmake --preset "$preset" >/dev/null
  cmake "build/$preset" -DCENTO_PYARROW="$(scripts/find_pyarrow.sh $python)" >/dev/null
  cmake --build "build/$preset" --target cento cento_study cento_arrow_files -j "$jobs"
  rm -rf "build/$preset-site"
  $python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index \
    --config-settings "build-dir=build/$preset-python" --config-settings "cmake.define.CENTO_BUILT=$PWD/build/$preset" \
    --config-settings cmake.build-type=Debug --config-settings "install.strip=false" --target "build/$preset-site" .
}

# Runs tests with the package of a preset: the preset, the runtimes to load first, then arguments of pytest. Exceptions
# cross into the module from libstdc++, which therefore has to be there when the runtime looks for it.
run_tests() {
  local preset=$1 runtimes=$2 preload="" name
  shift 2
  for name in $runtimes libstdc++; do
    preload+="$(g++ -print-file-name="$name.so") "
  done
  # Address spaces that are laid out at random collide with the memory of ThreadSanitizer on some kernels.
  PYTHONPATH="$PWD/build/$preset-site" setarch -R env LD_PRELOAD="$preload" \
    $python -m pytest -p no:cacheprovider "$@"
}

check_addresses() {
  echo "== Python package with AddressSanitizer and UndefinedBehaviorSanitizer"
  install_package dev
  # Type checkers and stubs run other programs, and nothing of ours; memory is not what it is without the sanitizer; Java
  # does not run with it.
  ASAN_OPTIONS=detect_leaks=0:alloc_dealloc_mismatch=0 UBSAN_OPTIONS=print_stacktrace=1 \
    run_tests dev "libasan libubsan" python/tests --ignore python/tests/test_types.py \
    --ignore python/tests/test_memory.py --ignore python/tests/spark
}

check_threads() {
  echo "== Python package with ThreadSanitizer"
  install_package threads
  # polars itself crashes there: to the tests it is not installed.
  echo 'raise ModuleNotFoundError("not with ThreadSanitizer")' > build/threads-site/polars.py
  # DuckDB takes more locks before a fork than the search for deadlocks can count.
  TSAN_OPTIONS=ignore_noninstrumented_modules=1:die_after_fork=0:detect_deadlocks=0 \
    run_tests threads libtsan python/tests/test_{manners,index,dedup,sources,dicts,parquet}.py -k 'not polars'
}

[ $# -gt 0 ] || set -- address threads
for kind in "$@"; do
  case $kind in
    address) check_addresses ;;
    threads) check_threads ;;
    *) echo "python_sanitizers.sh: address or threads, not $kind" >&2; exit 2 ;;
  esac
done
