#!/usr/bin/env bash
# Checks the wheels in build/wheels where nothing else is installed.
#
#   check_wheel.sh [PYTHON…]      default: python3
#
# 1. in a new virtual environment of each Python, without and then with pyarrow (if pip can install it),
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
  if ! "$work/venv/bin/pip" install --quiet --disable-pip-version-check --find-links "$wheels" 'cento-text[arrow]' \
       2>"$work/pip.log"; then
    echo "Not checked with pyarrow: pip cannot install it ($(tail -n 1 "$work/pip.log"))"
    return 0
  fi
  (cd "$work" && env -i PATH=/usr/bin:/bin venv/bin/python check_wheel.py parquet english.jsonl)
}

# Makes a bare Debian system, or says why not.
make_root() {
  local suite=$1 mirror why
  if ! unshare --mount --net --pid --fork true 2>/dev/null; then
    why="only root can make and enter it"
  elif [ -d "$roots/$suite" ]; then
    return 0
  elif ! command -v debootstrap >/dev/null && ! scripts/install_packages.sh roots; then
    why="debootstrap is not installed"
  elif ! mirror=$(scripts/debian_mirror.sh); then
    why="apt has no Debian mirror here"
  else
    echo "Making a bare Debian system ($suite) in build/roots, once"
    rm -rf "$roots/$suite.part"
    mkdir -p "$roots"
    if unshare --mount debootstrap --variant=minbase --include=python3 "$suite" "$roots/$suite.part" "$mirror" \
         >"$roots/$suite.log" 2>&1; then
      rm -rf "$roots/$suite.part"/var/{cache/apt/archives,lib/apt/lists}
      mv "$roots/$suite.part" "$roots/$suite"
      return 0
    fi
    why="debootstrap failed, see build/roots/$suite.log"
  fi
  echo "Not checked in a bare Debian system ($suite): $why"
  return 1
}

# Unpacks the wheel for the Python of a bare system there. It has no pip: that of this machine does it.
install_in_root() {
  local root=$1 version=$2 glibc minor platforms=()
  glibc=$(chroot "$root" getconf GNU_LIBC_VERSION)
  for minor in $(seq "${glibc#glibc 2.}"); do
    platforms+=(--platform "manylinux_2_${minor}_$(uname -m)")
  done
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$wheels" --no-compile \
    --only-binary :all: --implementation cp --python-version "$version" "${platforms[@]}" --target "$root/opt/check/site" \
    cento-text 2>"$work/pip.log"
}

# The check runs with /proc, which programs need to find libraries beside them, and without a network.
check_in_root() {
  local suite=$1 root=$roots/$1 version
  make_root "$suite" || return 0
  version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  rm -rf "$root/opt/check"
  mkdir -p "$root/opt/check"
  if ! install_in_root "$root" "$version"; then
    echo "Not checked in a bare Debian system ($suite): pip finds no wheel for its Python $version"
    return 0
  fi
  echo "In a bare Debian system ($suite)"
  cp scripts/check_wheel.py "$example" "$root/opt/check"
  unshare --mount --net --pid --fork --mount-proc="$root/proc" chroot "$root" \
    env -i PATH=/usr/bin:/bin PYTHONPATH=/opt/check/site python3 /opt/check/check_wheel.py run /opt/check/english.jsonl
  rm -rf "$root/opt/check"
}

begin=$SECONDS
"${pythons[0]}" scripts/check_wheel.py contents "$wheels"/*.whl
for python in "${pythons[@]}"; do
  check_in_environment "$python"
done
check_in_root bookworm
check_in_root trixie
echo "The wheels work ($((SECONDS - begin)) s)"
