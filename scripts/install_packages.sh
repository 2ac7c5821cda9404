#!/usr/bin/env bash
# Installs the missing Debian packages of the named groups; says what it does; needs no network if none is missing.
#
#   install_packages.sh [--check] GROUP…      groups: build test python roots check fuzz bench
#
# --check installs nothing: it fails with a sentence if something is missing.
set -euo pipefail

declare -A groups=(
  [build]="make g++ cmake ninja-build pkg-config libicu-dev libsimdjson-dev libdeflate-dev libisal-dev zlib1g-dev
           libzstd-dev libexpat1-dev libbrotli-dev libboost1.81-dev libfmt-dev
           libsqlite3-dev"
  [test]="python3 zstd libgtest-dev librapidcheck-dev"
  [python]="python3-dev python3-venv default-jre-headless"
  [roots]="debootstrap"
  [check]="git clang-format-14 clang-tidy-14"
  [fuzz]="clang-14 libclang-rt-14-dev"
  [bench]="python3 python3-venv zstd libgumbo-dev libdivsufsort-dev librocksdb-dev
           libcsv-dev libfccp-dev libhttp-parser-dev libhowardhinnant-date-dev libxxhash-dev libcurl4-openssl-dev"
)

check_only=false
if [ "${1:-}" = --check ]; then
  check_only=true
  shift
fi

wanted=""
for group in "$@"; do
  if [ -z "${groups[$group]:-}" ]; then
    echo "install_packages.sh: unknown group \"$group\"; the groups are: ${!groups[*]}" >&2
    exit 2
  fi
  wanted+=" ${groups[$group]}"
done

# Other distributions name their packages differently: there, CMake reports what is missing.
if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian system: install what CMake asks for with its own tools." >&2
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
    echo "Missing Debian packages: ${missing[*]}. Installing them needs root or sudo, and neither is available." >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing Debian packages: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
