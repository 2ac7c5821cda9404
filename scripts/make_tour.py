#!/usr/bin/env python3
"""Runs the notebook examples/python/tour.ipynb again and writes its outputs.

    make_tour.py [NOTEBOOK]

Needs the package, and nbclient with ipykernel. The notebook runs in the folder of the repository. What differs from run
to run (execution times, versions, paths) is left out.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "examples" / "python" / "tour.ipynb"
SECONDS_A_CELL = 60


def cleaned(notebook):
    """The notebook without what belongs to one run: metadata, what was written to standard error."""
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
                         "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return notebook


def main():
    try:
        import nbclient
        import nbformat
    except ImportError:
        sys.exit("make_tour.py needs nbclient and ipykernel: pip install nbclient ipykernel")
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=SECONDS_A_CELL, resources={"metadata": {"path": str(ROOT)}}).execute()
    text = nbformat.writes(cleaned(notebook), indent=1) + "\n"
    if re.search(rf"{re.escape(str(ROOT))}|{re.escape(str(Path.home()))}", text):
        sys.exit("the outputs hold a path of this machine: nothing was written")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
