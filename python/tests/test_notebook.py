"""The cells of the notebook run, in a folder with the examples, without Jupyter."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "python" / "tour.ipynb"


def cells(kind: str) -> list[dict[str, Any]]:
    content = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == kind]


def run_cell(source: str, namespace: dict[str, Any]) -> Any:
    """Runs a cell; the value of its last expression, as a notebook would show it."""
    body = ast.parse(source).body
    last = body[-1] if body else None
    statements = body[:-1] if isinstance(last, ast.Expr) else body
    exec(compile(ast.Module(statements, type_ignores=[]), "cell", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace) if isinstance(last, ast.Expr) else None


def test_cells_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    values = [run_cell("".join(cell["source"]), namespace) for cell in cells("code")]
    comparison = next(value for value in values if hasattr(value, "_repr_html_") and hasattr(value, "passages"))
    assert "<mark" in comparison._repr_html_()
    assert values[-2] == [False, True]


def test_outputs_are_there_and_hold_no_paths() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert "/tmp" not in text and "/home" not in text and "/root" not in text
    assert any(cell["outputs"] for cell in cells("code"))
    assert not [output for cell in cells("code") for output in cell["outputs"] if output["output_type"] == "error"]
