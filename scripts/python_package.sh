#!/usr/bin/env bash
# Installs the Python package of this tree into a virtual environment (see python_environment.sh).
#
#   python_package.sh VENV BUILD
#
# BUILD is a build folder of the release preset: its libraries and program are used, and only the module is compiled.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
build=$2

"$venv/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index \
  --config-settings "build-dir=$build-python" --config-settings "cmake.define.CENTO_BUILT=$PWD/$build" .
