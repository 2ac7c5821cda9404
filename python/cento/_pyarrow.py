"""Where pyarrow is installed. Its libraries read Parquet and Arrow files; importing it would take much longer."""

from __future__ import annotations

import importlib.util

from . import _cento


def look_for_pyarrow() -> None:
    """Tells the engine, which loads the libraries when it meets such a file and does not find them beside the package."""
    try:
        found = importlib.util.find_spec("pyarrow")
    except (ImportError, ValueError):  # something else has that name
        return
    for folder in (found and found.submodule_search_locations) or []:
        _cento.look_for_arrow_in(folder)
        return
