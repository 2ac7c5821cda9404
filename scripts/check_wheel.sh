#!/usr/bin/env bash
# Checks the wheels in build/wheels where nothing else is installed.
#
#   check_wheel.sh [PYTHON…]      default: python3
#
# 1. in a new virtual environment of each Python,
# 2. in bare Debian 12 and 13 systems with nothing but Python. debootstrap makes them once, in build/roots, from the mirror
#    that apt uses here; afterwards no network is needed. Where they cannot be made, this says so and is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."

wheels=$PWD/build/wheels
roots=$PWD/build/roots
example=examples/dispatches/english.jsonl
pythons=("$@")
[ ${#pythons[@]} -gt 0 ] || pythons=(python3)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check_in_environment() {
  local python=$1
  echo "In a new virtual environment of $python"
  "$python" -m venv --clear "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$wheels" cento-text
  cp scripts/check_wheel.py "$example" "$work"
  (cd "$work" && env -i PATH=/usr/bin:/bin venv/bin/python check_wheel.py run english.jsonl)
}

# Makes a bare Debian system, or says why not.
make_root() {
  local suite=$1 mirror why
  [ ! -d "$roots/$suite" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    why="only root can make it"
  elif ! command -v debootstrap >/dev/null && ! scripts/install_packages.sh roots; then
    why="debootstrap is not installed"
  elif ! mirror=$(scripts/debian_mirror.sh); then
    why="apt has no Debian mirror here"
  else
    echo "Making a bare Debian system ($suite) in build/roots, once"
    rm -rf --one-file-system "$roots/$suite.part"
    mkdir -p "$roots"
    if debootstrap --variant=minbase --include=python3 "$suite" "$roots/$suite.part" "$mirror" >"$roots/$suite.log" 2>&1; then
      rm -rf "$roots/$suite.part/var/cache/apt/archives" "$roots/$suite.part/var/lib/apt/lists"
      mv "$roots/$suite.part" "$roots/$suite"
      return 0
    fi
    why="debootstrap failed, see build/roots/$suite.log"
  fi
  echo "Not checked in a bare Debian system ($suite): $why"
  return 1
}

# Bare systems have no pip: the one of this machine chooses the wheel and unpacks it there. The check runs with /proc, which
# programs need to find libraries beside them, and without a network.
check_in_root() {
  local suite=$1 version=$2
  make_root "$suite" || return 0
  if [ "$(id -u)" -ne 0 ]; then
    echo "Not checked in a bare Debian system ($suite): only root can enter it"
    return 0
  fi
  echo "In a bare Debian system ($suite)"
  local inside=$roots/$suite/opt/check
  rm -rf "$inside"
  mkdir -p "$inside"
  if ! "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$wheels" --no-compile \
       --only-binary :all: --implementation cp --python-version "$version" --target "$inside/site" \
       --platform "manylinux_2_36_$(uname -m)" --platform "manylinux_2_35_$(uname -m)" --platform "manylinux_2_34_$(uname -m)" cento-text
  then
    echo "Not checked in a bare Debian system ($suite): there is no wheel for its Python $version"
    return 0
  fi
  cp scripts/check_wheel.py "$example" "$inside"
  unshare --mount --net --pid --fork --mount-proc="$roots/$suite/proc" chroot "$roots/$suite" \
    env -i PATH=/usr/bin:/bin PYTHONPATH=/opt/check/site \
    python3 /opt/check/check_wheel.py run /opt/check/english.jsonl
  rm -rf "$inside"
}

begin=$SECONDS
"${pythons[0]}" scripts/check_wheel.py contents "$wheels"/*.whl
for python in "${pythons[@]}"; do
  check_in_environment "$python"
done
check_in_root bookworm 3.11
check_in_root trixie 3.13
echo "The wheels work ($((SECONDS - begin)) s)"
