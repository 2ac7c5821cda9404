#!/usr/bin/env bash
# Makes a virtual environment with what building and testing the Python package needs (python/requirements-test.txt).
#
#   python_environment.sh VENV
#
# Needs the network only for packages that VENV does not have yet. PYTHON names the interpreter (python3).
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1

[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
wanted=$(cat python/requirements-test.txt)
installed="$venv/installed.txt"
[ "$wanted" != "$(cat "$installed" 2>/dev/null)" ] || exit 0
echo "Installing Python packages: $(grep -v '^#' python/requirements-test.txt | tr '\n' ' ')"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements-test.txt
printf '%s\n' "$wanted" > "$installed"
