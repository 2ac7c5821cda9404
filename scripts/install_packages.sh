#!/usr/bin/env bash
# Installs those Debian packages of the named groups that are missing; says what it does; offline when none is.
#
#   install_packages.sh [--check] GROUP…      groups: build test check fuzz bench
#
# --check installs nothing: it fails with a sentence if something is missing.
set -euo pipefail

declare -A groups=(
  [build]="make g++ cmake ninja-build pkg-config libicu-dev libsimdjson-dev libdeflate-dev libisal-dev zlib1g-dev
           libzstd-dev libexpat1-dev libbrotli-dev libtbb-dev libboost1.81-dev libfmt-dev
           libsqlite3-dev"
  [test]="python3 zstd libgtest-dev librapidcheck-dev"
  [check]="git clang-format-14 clang-tidy-14"
  [fuzz]="clang-14 libclang-rt-14-dev"
  [bench]="python3 python3-venv zstd libgumbo-dev libdivsufsort-dev librocksdb-dev"
)

check_only=false
if [ "${1:-}" = --check ]; then
  check_only=true
  shift
fi

wanted=""
for group in "$@"; do
  if [ -z "${groups[$group]:-}" ]; then
    echo "install_packages.sh: there is no group \"$group\"; the groups are: ${!groups[*]}" >&2
    exit 2
  fi
  wanted+=" ${groups[$group]}"
done

# Other distributions name their packages differently: CMake says there what it misses.
if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system: install by its own means what CMake asks for." >&2
  exit 0
fi

missing=()
for package in $wanted; do
  state=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if $check_only; then
  echo "Missing Debian packages: ${missing[*]}. \`make packages\` installs them." >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing Debian packages: ${missing[*]}. Installing them needs root or sudo, and neither is here." >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing Debian packages: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
