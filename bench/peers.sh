#!/usr/bin/env bash
# Makes a virtual environment with peers of the benchmarks, once, from the package registry. REQUIREMENTS is a file of
# bench/peers, requirements.txt by default.
#
#   peers.sh DIR [REQUIREMENTS]
#
# Without network it says so and leaves nothing behind: the benchmark then runs without the peers.
set -euo pipefail

folder=${1:?"peers.sh: name the folder of the virtual environment"}
requirements=$(dirname "$0")/peers/${2:-requirements.txt}
made=$folder/made-from.txt

if cmp --silent "$requirements" "$made"; then
  exit 0
fi

if [ -e "$folder" ] && [ ! -e "$folder/pyvenv.cfg" ]; then
  echo "peers.sh: $folder exists and is not a virtual environment; name another folder" >&2
  exit 2
fi

leave_out() {
  rm -rf "$folder.new"
  echo "The peers are left out: $1." >&2
  exit 0
}

echo "Installing the peers of the benchmarks into $folder"
rm -rf "$folder" "$folder.new"
python3 -m venv "$folder.new" || leave_out "python3 cannot create a virtual environment (is python3-venv installed?)"
"$folder.new/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" ||
  leave_out "they could not be downloaded from the package registry"
cp "$requirements" "$folder.new/made-from.txt"
mv "$folder.new" "$folder"
