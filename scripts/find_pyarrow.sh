#!/usr/bin/env bash
# Prints the folder of the Python package pyarrow, for `cmake -DCENTO_PYARROW=…`. It comes with the libraries and headers
# of Arrow C++. `find_pyarrow.sh PYTHON` asks that interpreter, for example one of a virtual environment.
set -euo pipefail

"${1:-python3}" - <<'PYTHON'
import importlib.util
import sys

found = importlib.util.find_spec("pyarrow")
if found is None:
    sys.exit("pyarrow is not installed; in a virtual environment: pip install pyarrow")
print(found.submodule_search_locations[0])
PYTHON
