#!/usr/bin/env bash
# Makes a virtual environment with what the tests of the Python package need, and installs the package from this tree.
#
#   python_package.sh VENV BUILD
#
# BUILD is a build folder of the release preset: its libraries and program are used, and only the module is compiled.
# Needs the network only for packages that VENV does not have yet. PYTHON names the interpreter (python3).
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
build=$2

[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
wanted=$(cat python/requirements-test.txt)
installed="$venv/installed.txt"
if [ "$wanted" != "$(cat "$installed" 2>/dev/null)" ]; then
  echo "Installing Python packages: $(grep -v '^#' python/requirements-test.txt | tr '\n' ' ')"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements-test.txt
  printf '%s\n' "$wanted" > "$installed"
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index \
  --config-settings "build-dir=$build-python" --config-settings "cmake.define.CENTO_BUILT=$PWD/$build" .
