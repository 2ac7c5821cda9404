"""Types and options are those of the engine."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("script", ["python_options.py", "python_stub.py"])
def test_generated_files_are_up_to_date(script: str) -> None:
    pytest.importorskip("nanobind")
    done = subprocess.run([sys.executable, ROOT / "scripts" / script, "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_strict_type_checkers_are_content() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "python/cento", "python/tests"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def pyright(*arguments: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs pyright, which takes the packages of the first Python in PATH."""
    pytest.importorskip("basedpyright")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "basedpyright", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


def test_pyright_is_content_with_the_sources() -> None:
    done = pyright()
    assert done.returncode == 0, done.stdout


def test_all_public_types_are_known(tmp_path: Path) -> None:
    """Of the installed package: in a folder without its sources."""
    done = pyright("--verifytypes", "cento", "--ignoreexternal", folder=tmp_path)
    assert "Type completeness score: 100%" in done.stdout, done.stdout


def examples() -> Iterator[tuple[str, str]]:
    """The code of the pages and notebooks, without what raises."""
    for page in [ROOT / "docs" / "python.md", ROOT / "README.md"]:
        found = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        yield page.stem, "".join(example.source for example in found if not example.exc_msg)
    for notebook in (ROOT / "examples").rglob("*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        yield notebook.stem, "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_pyright_is_content_with_the_examples(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    for name, code in examples():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    # Examples show values, and know what is there.
    settings = {"typeCheckingMode": "standard", "reportUnusedExpression": False, "reportOptionalMemberAccess": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = pyright(folder=tmp_path)
    assert done.returncode == 0, done.stdout
